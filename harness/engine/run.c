#include "engine/run.h"

#include <stdlib.h>
#include <string.h>

#include "device/topology.h"
#include "engine/peers.h"

struct gb_error *gb_run_error(const struct gb_run *run)
{
	return run->of != NULL ? run->of->error : run->error;
}

void gb_run_free_scratch(struct gb_run *run)
{
	while (run->scratch != NULL) {
		struct gb_scratch *next = run->scratch->next;
		free(run->scratch);
		run->scratch = next;
	}
}

static int check_needs(struct gb_run *run)
{
	const struct gb_require *need = &run->bench->require;
	const struct gb_device *device = &run->card->device;
	uint64_t available;

	if (10 * device->cc_major + device->cc_minor < need->cc_min)
		return gb_skip(run, "needs compute capability %d.%d; this device has %d.%d", need->cc_min / 10,
			       need->cc_min % 10, device->cc_major, device->cc_minor);
	if (need->memory_bytes == 0)
		return GB_OK;
	int status = gb_memory_free(run, &available);
	if (status == GB_OK && available < need->memory_bytes)
		return gb_skip(run, "needs %.1f MB of free device memory; %.1f MB are free",
			       1e-6 * (double)need->memory_bytes, 1e-6 * (double)available);
	return status;
}

/* Work enqueued by setup(), on any stream. */
static int sync_all(struct gb_run *run)
{
	int status = gb_sync(run);

	for (size_t i = 0; i < run->peers && status == GB_OK; i++)
		status = gb_sync(&run->peer[i]);
	return status;
}

int gb_run_open(struct gb_run *run, struct gb_open_device *card, const struct gb_bench *bench,
		const struct gb_variant *variant, struct gb_error *error)
{
	*run = (struct gb_run){ .card = card, .bench = bench, .variant = variant, .error = error };
	if (bench->state_size > 0) {
		run->state = calloc(1, bench->state_size);
		if (run->state == NULL)
			return gb_error_set(error, "out of memory for the %zu bytes of a run", bench->state_size);
	}
	if (card->work > 0)
		gb_suspect(run, "launches did %g of their usual work", card->work);
	int status = check_needs(run);
	if (status == GB_OK)
		status = card->ops->load(card->gpu, variant, &run->module, error);
	if (status == GB_OK && bench->gpus != GB_ONE_GPU)
		status = gb_peers_enter(run);
	if (status == GB_OK)
		status = bench->setup(run);
	if (status == GB_OK)
		status = sync_all(run);
	gb_run_free_scratch(run);
	run->doubt_of_setup = strlen(run->doubt);
	if (status != GB_OK)
		gb_run_close(run);
	return status;
}

static void close_async(struct gb_run *run)
{
	const struct gpu_async_ops *async = run->card->ops->async;

	while (run->graphs > 0)
		async->graph_free(run->card->gpu, run->graph[--run->graphs]);
	while (run->buffers > 0)
		async->buffer_release(run->card->gpu, &run->buffer[--run->buffers]);
	if (run->card->ops->close_streams != NULL)
		run->card->ops->close_streams(run->card->gpu);
}

void gb_run_release(struct gb_run *run, size_t at)
{
	const size_t last = --run->allocations;

	run->card->ops->release(run->card->gpu, run->allocation[at]);
	gb_device_freed(run->card, run->allocated[at]);
	run->allocation[at] = run->allocation[last];
	run->allocated[at] = run->allocated[last];
}

/* No later benchmark finds a part of L2 set aside. */
static void close_persisting(struct gb_run *run)
{
	struct gb_error ignored = { "" };
	uint64_t kept;

	if (run->persists)
		run->card->ops->persist(run->card->gpu, 0, 0, &kept, &ignored);
	run->persists = false;
}

static void free_resources(struct gb_run *run)
{
	close_async(run);
	close_persisting(run);
	while (run->textures > 0)
		run->card->ops->texture_close(run->card->gpu, run->texture[--run->textures]);
	while (run->allocations > 0)
		gb_run_release(run, run->allocations - 1);
	if (run->module != NULL)
		run->card->ops->unload(run->card->gpu, run->module);
	run->module = NULL;
}

void gb_run_close(struct gb_run *run)
{
	gb_topology_unpin(&run->card->pin);
	if (run->bench->teardown != NULL)
		run->bench->teardown(run);
	for (size_t i = 0; i < run->peers; i++)
		free_resources(&run->peer[i]);
	free_resources(run);
	gb_peers_leave(run);
	gb_run_free_scratch(run);
	free(run->state);
	run->state = NULL;
}

int gb_run_foreign_code(const struct gb_run *run)
{
	const struct gb_device *device = &run->card->device;
	const int own = 10 * device->cc_major + device->cc_minor;
	const int code = run->module != NULL && run->card->ops->code != NULL ? run->card->ops->code(run->module) : 0;

	return code == own ? 0 : code;
}

static int restore(struct gb_run *run)
{
	run->launches = 0;
	return run->bench->restore != NULL ? run->bench->restore(run) : GB_OK;
}

int gb_run_point(struct gb_run *run, const struct gb_point *point)
{
	/* Threads that prepare() starts are free to go where they like. */
	gb_topology_unpin(&run->card->pin);
	run->trips.count = run->trips.next = 0;
	run->point = *point;
	run->output = (struct gb_block_output){ 0 };
	run->doubt[run->doubt_of_setup] = '\0';
	const int status = run->bench->prepare != NULL ? run->bench->prepare(run) : GB_OK;
	gb_run_free_scratch(run);
	return status == GB_OK ? restore(run) : status;
}

int gb_run_launch(struct gb_run *run)
{
	run->launches++;
	return run->bench->launch(run);
}

int gb_run_verify(struct gb_run *run)
{
	const int status = run->bench->verify(run);

	gb_run_free_scratch(run);
	if (status == GB_FAILED)
		return gb_error_prefix(run->error, "verify");
	return status == GB_OK ? restore(run) : status;
}

int gb_run_others(const struct gb_run *run)
{
	int most = gb_device_others(run->card);

	for (size_t i = 0; i < run->peers; i++) {
		const int others = gb_device_others(run->peer[i].card);
		most = others > most ? others : most;
	}
	return most;
}
