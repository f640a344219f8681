/* fake_memory.c: the memory of the fake device, and host memory that the device can access, both from malloc(). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fake/fake_parts.h"

enum { RUBBISH_MOST = 1 << 16 };

static struct {
	char *at;
	uint64_t bytes;
	int index; /* of the card */
	bool host; /* host memory, which is not taken from the device's */
} live[FAKE_SLOTS];

uint64_t fake_bytes_on(int index)
{
	uint64_t bytes = fake.context_bytes + fake.array_bytes;

	for (size_t i = 0; i < FAKE_SLOTS; i++)
		bytes += live[i].at != NULL && !live[i].host && live[i].index == index ? live[i].bytes : 0;
	return bytes;
}

void *fake_allocation(size_t slot, uint64_t *bytes)
{
	*bytes = live[slot].bytes;
	return live[slot].at;
}

/* NULL: the range is not within one live allocation. */
char *fake_range(gb_ptr at, uint64_t bytes)
{
	char *start = gb_address(at);

	for (size_t i = 0; i < FAKE_SLOTS; i++)
		if (live[i].at != NULL && start >= live[i].at && bytes <= live[i].bytes &&
		    (uint64_t)(start - live[i].at) <= live[i].bytes - bytes)
			return start;
	return NULL;
}

bool fake_is_of_host(gb_ptr at)
{
	const char *start = gb_address(at);

	for (size_t i = 0; i < FAKE_SLOTS; i++)
		if (live[i].at != NULL && live[i].host && start >= live[i].at && start < live[i].at + live[i].bytes)
			return true;
	return false;
}

int fake_memory_free(struct gpu *gpu, uint64_t *bytes, struct gb_error *error)
{
	fake_use(gpu);
	GB_TRY(fake_enter(FAKE_MEMORY_FREE, error));
	*bytes = fake.free_bytes - fake_bytes_on(fake_current());
	return GB_OK;
}

int fake_alloc(struct gpu *gpu, uint64_t bytes, gb_ptr *out, struct gb_error *error)
{
	size_t slot = 0;

	fake_use(gpu);
	if (fake_enter(FAKE_ALLOC, error) != GB_OK)
		return gb_error_prefix(error, "%llu bytes of device memory", (unsigned long long)bytes);
	while (slot < FAKE_SLOTS && live[slot].at != NULL)
		slot++;
	void *at = NULL;
	if (slot == FAKE_SLOTS)
		return gb_error_set(error, "gpu_fake: more than %d allocations", FAKE_SLOTS);
	if (bytes > fake.free_bytes - fake_bytes_on(fake_current()) || posix_memalign(&at, 4096, bytes) != 0) {
		gb_error_write(error,
			       "%llu bytes of device memory, of which %llu are free: cudaMalloc: "
			       "cudaErrorMemoryAllocation (out of memory)",
			       (unsigned long long)bytes,
			       (unsigned long long)(fake.free_bytes - fake_bytes_on(fake_current())));
		return GB_SKIPPED;
	}
	/* The pattern reveals memory that was not written. If results are not checked, filling the beginning is
	 * enough. */
	memset(at, 0xa5, fake.computes || bytes < RUBBISH_MOST ? bytes : RUBBISH_MOST);
	live[slot].at = at;
	live[slot].bytes = bytes;
	live[slot].index = fake_current();
	live[slot].host = false;
	fake_wrote((gb_ptr)(uintptr_t)at, bytes);
	fake.misplaced += fake_current() != gpu->index;
	fake.allocations++;
	*out = (gb_ptr)(uintptr_t)at;
	return GB_OK;
}

void fake_release(struct gpu *gpu, gb_ptr at)
{
	for (size_t i = 0; i < FAKE_SLOTS; i++)
		if (live[i].at == gb_address(at) && at != 0) {
			free(live[i].at);
			live[i].at = NULL;
			fake.allocations--;
			return;
		}
	fprintf(stderr, "gpu_fake: released an address that was not allocated\n");
	abort();
}

void *fake_host_memory(uint64_t bytes)
{
	size_t slot = 0;
	void *at = NULL;

	while (slot < FAKE_SLOTS && live[slot].at != NULL)
		slot++;
	if (slot == FAKE_SLOTS || posix_memalign(&at, 4096, bytes) != 0)
		return NULL;
	memset(at, 0xa5, bytes < 4096 ? bytes : 4096);
	live[slot].at = at;
	live[slot].bytes = bytes;
	live[slot].host = true;
	fake_wrote((gb_ptr)(uintptr_t)at, bytes);
	return at;
}

void fake_host_memory_free(void *at)
{
	for (size_t i = 0; i < FAKE_SLOTS; i++)
		if (live[i].at == at && at != NULL) {
			free(at);
			live[i].at = NULL;
			return;
		}
	fprintf(stderr, "gpu_fake: released an address that is not host memory\n");
	abort();
}

void fake_forget_memory(void)
{
	for (size_t i = 0; i < FAKE_SLOTS; i++) {
		free(live[i].at);
		live[i].at = NULL;
	}
}

int fake_refuse_argument(const char *call, struct gb_error *error)
{
	return gb_error_set(error, "%s: cudaErrorInvalidValue (invalid argument)", call);
}

int fake_fill(struct gpu *gpu, gb_ptr at, int byte, uint64_t bytes, struct gb_error *error)
{
	char *to = fake_range(at, bytes);

	GB_TRY(fake_enter(FAKE_FILL, error));
	if (to == NULL)
		return fake_refuse_argument("cudaMemsetAsync", error);
	fake_wrote(at, bytes);
	memset(to, byte, bytes);
	return GB_OK;
}

enum { SET_MAX = 16 };
static struct {
	gb_ptr at;
	uint64_t bytes;
} set[SET_MAX];
static size_t sets;

static bool was_set(gb_ptr at, uint64_t bytes)
{
	for (size_t i = 0; i < SET_MAX; i++)
		if (set[i].at == at && set[i].bytes == bytes)
			return true;
	return false;
}

int fake_copy_in(struct gpu *gpu, gb_ptr at, const void *from, uint64_t bytes, struct gb_error *error)
{
	char *to = fake_range(at, bytes);

	GB_TRY(fake_enter(FAKE_COPY_IN, error));
	if (to == NULL)
		return fake_refuse_argument("cudaMemcpyAsync", error);
	fake_wrote(at, bytes);
	memcpy(to, from, bytes);
	set[sets % SET_MAX].at = at;
	set[sets++ % SET_MAX].bytes = bytes;
	gpu->synced = true;
	return GB_OK;
}

int fake_copy_out(struct gpu *gpu, void *to, gb_ptr at, uint64_t bytes, struct gb_error *error)
{
	const char *from = fake_range(at, bytes);

	GB_TRY(fake_enter(FAKE_COPY_OUT, error));
	if (from == NULL)
		return fake_refuse_argument("cudaMemcpyAsync", error);
	fake_wrote((gb_ptr)(uintptr_t)to, bytes);
	fake.reports += was_set(at, bytes);
	memcpy(to, from, bytes);
	gpu->synced = true;
	return GB_OK;
}

int fake_copy_on(struct gpu *gpu, gb_ptr at, gb_ptr from_at, uint64_t bytes, struct gb_error *error)
{
	char *to = fake_range(at, bytes);
	const char *from = fake_range(from_at, bytes);

	GB_TRY(fake_enter(FAKE_COPY_ON, error));
	if (to == NULL || from == NULL)
		return fake_refuse_argument("cudaMemcpyAsync", error);
	fake_wrote(at, bytes);
	if (fake.computes)
		memmove(to, from, bytes);
	fake_advance(gpu, fake.launch_seconds);
	return GB_OK;
}

/* ---- host memory ------------------------------------------------------------------------------------------------- */

/* One node, with a core for each of the card's SMs. */
int fake_team(struct gpu *gpu, int node, uint32_t *cores, struct gb_error *error)
{
	GB_TRY(fake_enter(FAKE_TEAM, error));
	if (node > 0)
		return gb_error_skip(error, "this host has 1 NUMA node with cores");
	*cores = (uint32_t)fake.sms;
	return GB_OK;
}

int fake_place(struct gpu *gpu, gb_ptr at, uint64_t bytes, int node, enum gb_pages pages, struct gb_error *error)
{
	GB_TRY(fake_enter(FAKE_PLACE, error));
	if (fake_range(at, bytes) == NULL)
		return fake_refuse_argument("cuPlace", error);
	if (node > 0)
		return gb_error_skip(error, "this host has 1 NUMA node with cores");
	return GB_OK;
}
