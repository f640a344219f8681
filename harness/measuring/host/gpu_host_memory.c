/* gpu_host_memory.c: host memory, page by page, and copies of it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/host_memory.h"
#include "base/text.h"
#include "host/gpu_host.h"

enum { HUGE_PAGE = 2 << 20 };

static uint64_t round_to_pages(uint64_t bytes)
{
	return (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
}

/* The untouched bytes of a block: the system has reserved them, but counts them only when they are touched. */
static uint64_t untouched_bytes(const struct host_block *block)
{
	enum { PAGES = 1 << 16 };
	const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), bytes = round_to_pages(block->bytes);
	unsigned char *there = malloc(PAGES);
	uint64_t count = 0;

	for (uint64_t at = 0; there != NULL && at < bytes; at += PAGES * page) {
		const uint64_t part = bytes - at < PAGES * page ? bytes - at : PAGES * page;
		if (mincore(block->at + at, part, there) != 0)
			break;
		for (uint64_t i = 0; i < part / page; i++)
			count += !(there[i] & 1);
	}
	free(there);
	return count * page;
}

/* The memory that will be left once all reserved memory is touched. */
static uint64_t memory_left(const struct gpu *gpu, struct gb_host_memory *memory)
{
	uint64_t promised = 0;

	gb_host_memory_read("", memory);
	for (size_t i = 0; i < HOST_BLOCKS_MAX; i++)
		promised += gpu->block[i].at != NULL ? untouched_bytes(&gpu->block[i]) : 0;
	return memory->available - (promised < memory->available ? promised : memory->available);
}

int host_memory_free(struct gpu *gpu, uint64_t *bytes, struct gb_error *error)
{
	struct gb_host_memory memory;

	*bytes = memory_left(gpu, &memory);
	return GB_OK;
}

/* Where small pages have 64 KiB, as in kernels for Grace, huge pages have 512 MiB. Only blocks that contain a huge page
 * are aligned to one. */
uint64_t host_boundary(uint64_t bytes, uint64_t huge)
{
	return huge > HUGE_PAGE && huge % HUGE_PAGE == 0 && bytes >= huge ? huge : HUGE_PAGE;
}

static int refuse_memory(uint64_t bytes, const char *why, struct gb_error *error)
{
	return gb_error_skip(error, "%llu bytes of host memory: %s", (unsigned long long)bytes, why);
}

int host_alloc(struct gpu *gpu, uint64_t bytes, gb_ptr *out, struct gb_error *error)
{
	struct gb_host_memory memory;
	const uint64_t left = memory_left(gpu, &memory);
	size_t i = 0;

	while (i < HOST_BLOCKS_MAX && gpu->block[i].at != NULL)
		i++;
	if (i == HOST_BLOCKS_MAX)
		return gb_error_set(error, "more than %d allocations of host memory", HOST_BLOCKS_MAX);
	if (memory.available == 0)
		return gb_error_set(error, "the free host memory is unknown: /proc/meminfo cannot be read: %s",
				    strerror(errno));
	/* The system would reserve the pages anyway, and kill the process that touches them. */
	if (bytes > left) {
		char why[256] = "";
		gb_text_add(why, sizeof why, "%llu are free", (unsigned long long)left);
		gb_host_memory_name_limit(&memory, why, sizeof why);
		return refuse_memory(bytes, why, error);
	}
	const uint64_t boundary = host_boundary(round_to_pages(bytes), host_huge_page_bytes());
	char *at = gb_host_memory_map(round_to_pages(bytes), boundary);
	if (at == NULL)
		return refuse_memory(bytes, strerror(errno), error);
	gpu->block[i] = (struct host_block){ at, bytes };
	*out = (gb_ptr)(uintptr_t)at;
	return GB_OK;
}

void host_release(struct gpu *gpu, gb_ptr at)
{
	gb_team_wait(gpu->team);
	for (size_t i = 0; i < HOST_BLOCKS_MAX; i++)
		if (gpu->block[i].at != NULL && gpu->block[i].at == gb_address(at)) {
			munmap(gpu->block[i].at, round_to_pages(gpu->block[i].bytes));
			gpu->block[i].at = NULL;
		}
}

/* A range that a plug-in accesses; NULL, with an error: it is not within one allocation. */
static char *find_range(const struct gpu *gpu, gb_ptr at, uint64_t bytes, const char *what, struct gb_error *error)
{
	char *start = gb_address(at);

	for (size_t i = 0; i < HOST_BLOCKS_MAX; i++) {
		const struct host_block *b = &gpu->block[i];
		if (b->at != NULL && start >= b->at && bytes <= b->bytes &&
		    (uint64_t)(start - b->at) <= b->bytes - bytes)
			return start;
	}
	gb_error_write(error, "%s: %llu bytes that are not within an allocation", what, (unsigned long long)bytes);
	return NULL;
}

int host_fill(struct gpu *gpu, gb_ptr at, int byte, uint64_t bytes, struct gb_error *error)
{
	char *to = find_range(gpu, at, bytes, "fill", error);

	if (to == NULL)
		return GB_FAILED;
	gb_team_wait(gpu->team);
	memset(to, byte, bytes);
	return GB_OK;
}

int host_copy_in(struct gpu *gpu, gb_ptr to, const void *from, uint64_t bytes, struct gb_error *error)
{
	char *target = find_range(gpu, to, bytes, "copy", error);

	if (target == NULL)
		return GB_FAILED;
	gb_team_wait(gpu->team);
	memcpy(target, from, bytes);
	return GB_OK;
}

int host_copy_out(struct gpu *gpu, void *to, gb_ptr from, uint64_t bytes, struct gb_error *error)
{
	const char *source = find_range(gpu, from, bytes, "copy", error);

	if (source == NULL)
		return GB_FAILED;
	gb_team_wait(gpu->team);
	memcpy(to, source, bytes);
	return GB_OK;
}

int host_place(struct gpu *gpu, gb_ptr at, uint64_t bytes, int node, enum gb_pages pages, struct gb_error *error)
{
	char *start = find_range(gpu, at, bytes, "place", error);
	const uint64_t huge = host_huge_page_bytes();

	if (start == NULL)
		return GB_FAILED;
	if (pages == GB_PAGES_HUGE && (huge == 0 || huge > round_to_pages(bytes))) {
		if (huge == 0)
			gb_error_write(error, "this system has no transparent huge pages");
		else
			return gb_error_skip(error,
					     "a huge page of this system has %llu bytes, more than the memory for it",
					     (unsigned long long)huge);
	}
	if (pages == GB_PAGES_LARGEST)
		pages = huge > 0 ? GB_PAGES_HUGE : GB_PAGES_ANY;
	if (pages != GB_PAGES_ANY &&
	    madvise(start, bytes, pages == GB_PAGES_HUGE ? MADV_HUGEPAGE : MADV_NOHUGEPAGE) != 0 &&
	    pages == GB_PAGES_HUGE)
		return gb_error_set(error, "madvise(MADV_HUGEPAGE): %s", strerror(errno));
	return node >= 0 ? gb_processor_place(gpu->processor, start, bytes, node, error) : GB_OK;
}

struct copy_args {
	char *to;
	const char *from;
	uint64_t bytes;
};

/* Each thread copies its share, in whole cache lines, with the C library's copy. */
static void copy_part(uint32_t thread, uint32_t threads, const void *args)
{
	const struct copy_args *copy = args;
	const uint64_t part = (copy->bytes / threads + 63) / 64 * 64, begin = part * thread;

	if (begin < copy->bytes)
		memcpy(copy->to + begin, copy->from + begin, part < copy->bytes - begin ? part : copy->bytes - begin);
}

static const struct gb_host_kernel copy_kernel = { "copy", copy_part, sizeof(struct copy_args) };

int host_copy_on(struct gpu *gpu, gb_ptr to, gb_ptr from, uint64_t bytes, struct gb_error *error)
{
	const struct copy_args args = { find_range(gpu, to, bytes, "copy", error),
					find_range(gpu, from, bytes, "copy", error), bytes };

	if (args.to == NULL || args.from == NULL)
		return GB_FAILED;
	return gb_team_launch(gpu->team, &copy_kernel, gb_team_cores(gpu->team), &args, error);
}
