/* state.h: definitions shared by the host files of `cache`. */
#pragma once

#include <stdbool.h>

#include "cache.h"
#include "gpubench.h"

#define MIB(n) (UINT64_C(1048576) * (n))

/* The walks, in the order of the axis. */
enum cache_walk {
	WALK_L1,
	WALK_L2,
	WALK_COMMON,
	WALK_WRITE,
	WALK_NEAR,
	WALK_FAR,
	WALK_NEAR_WRITE,
	WALK_FAR_WRITE,
	WALK_FAR_ONE
};
extern const char *const cache_walks[];

struct cache_kind {
	const char *kernel;
	bool sided, writes, shared_out; /* shared_out: warps that finish early take the last part */
	bool one_side;                  /* only the SMs of one side work */
	uint32_t far;
};

/* The home partition in L2 of each chunk of memory, as the first SM sees it, and the side of each SM. */
struct cache_sides {
	bool probed;
	char why_not[96]; /* why no sides were found; "": they were */
	gb_ptr chunks[2], parts, shares;
	uint32_t chunk_count[2], sm_count[2];
	double cycles[2]; /* latency of an atomic operation on a near and a far chunk */
};

struct cache_state {
	uint64_t room;
	gb_ptr at, sums, visits, ticket, report;
	struct gb_kernel fill, check;
	struct gb_kernel kernel; /* of the current point */
	struct gb_shape shape;
	struct cache_args args;
	struct cache_sides sides;
};

static inline uint32_t cache_sms(const struct gb_run *run)
{
	return (uint32_t)gb_device(run)->sm_count;
}

const struct cache_kind *cache_kind_of(const struct gb_run *run);

/* The roof that the current point sets; NULL: none. */
const char *cache_roof(const struct gb_run *run);

int cache_prepare(struct gb_run *run);

/* Determine the sides of `room` bytes of memory. Later calls do nothing. */
int cache_find_sides(struct gb_run *run, gb_ptr at, uint64_t room, struct cache_sides *sides);

size_t cache_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		      struct gb_finding out[GB_FINDINGS_MAX]);
struct point {
	enum cache_walk walk;
	uint64_t set, share, bytes, total, unroll;
	int width;
	uint32_t block, blocks;
};
