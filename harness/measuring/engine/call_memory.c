/* call_memory.c: the functions that plug-ins call for device memory. The run lists its allocations and frees them. */
#include <stdlib.h>

#include "engine/run.h"

int gb_alloc(struct gb_run *run, uint64_t bytes, gb_ptr *out)
{
	if (run->allocations == GB_ALLOCATIONS_MAX)
		return gb_fail(run, "more than %d allocations", GB_ALLOCATIONS_MAX);
	int status = run->card->ops->alloc(run->card->gpu, bytes, out, gb_run_error(run));
	if (status == GB_OK) {
		run->allocation[run->allocations] = *out;
		run->allocated[run->allocations++] = bytes;
	}
	return status;
}

void gb_release(struct gb_run *run, gb_ptr at)
{
	for (size_t i = 0; i < run->allocations; i++)
		if (run->allocation[i] == at) {
			gb_run_release(run, i);
			return;
		}
}

int gb_memory_free(struct gb_run *run, uint64_t *bytes)
{
	const uint64_t most = run->card->memory_most;
	uint64_t available;
	int status = run->card->ops->memory_free(run->card->gpu, &available, gb_run_error(run));

	if (status == GB_OK)
		*bytes = most > 0 && most < available ? most : available;
	return status;
}

int gb_copy_in(struct gb_run *run, gb_ptr to, const void *from, uint64_t bytes)
{
	return run->card->ops->copy_in(run->card->gpu, to, from, bytes, gb_run_error(run));
}

int gb_copy_out(struct gb_run *run, void *to, gb_ptr from, uint64_t bytes)
{
	return run->card->ops->copy_out(run->card->gpu, to, from, bytes, gb_run_error(run));
}

void *gb_scratch(struct gb_run *run, uint64_t bytes)
{
	struct gb_run *owner = run->of != NULL ? run->of : run;
	struct gb_scratch *scratch = NULL;

	if (bytes <= SIZE_MAX - sizeof *scratch)
		scratch = malloc(sizeof *scratch + (size_t)bytes);
	if (scratch == NULL) {
		gb_error_write(owner->error, "out of memory");
		return NULL;
	}
	scratch->next = owner->scratch;
	owner->scratch = scratch;
	return scratch->data;
}

void *gb_fetch(struct gb_run *run, gb_ptr from, uint64_t bytes)
{
	void *to = gb_scratch(run, bytes);

	return to != NULL && gb_copy_out(run, to, from, bytes) == GB_OK ? to : NULL;
}

int gb_fill(struct gb_run *run, gb_ptr at, int byte, uint64_t bytes)
{
	return run->card->ops->fill(run->card->gpu, at, byte, bytes, gb_run_error(run));
}

int gb_fill_output(struct gb_run *run, gb_ptr at, int byte, uint64_t bytes)
{
	if (run->card->on_output != NULL)
		run->card->on_output(run->card->listener, at, byte, bytes);
	return gb_fill(run, at, byte, bytes);
}

int gb_copy_on(struct gb_run *run, gb_ptr to, gb_ptr from, uint64_t bytes)
{
	return run->card->ops->copy_on(run->card->gpu, to, from, bytes, gb_run_error(run));
}

int gb_place(struct gb_run *run, gb_ptr at, uint64_t bytes, int node, enum gb_pages pages)
{
	if (run->card->ops->place == NULL)
		return gb_skip(run, "only the host's memory can be placed");
	return run->card->ops->place(run->card->gpu, at, bytes, node, pages, gb_run_error(run));
}
