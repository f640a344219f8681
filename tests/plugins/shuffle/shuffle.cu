/* shuffle: warp shuffles per second: a benchmark in one file, to start your own from.
 *
 * plot: summary warp shuffles by distance
 * plot: panel rate instruction_rate distance - {variant} */
#include "gpubench_declared.h"

enum { SHUFFLES = 63 }; /* shuffles of a trip: an odd number, or lanes would get their own words back */

struct shuffle_args {
	uint32_t *out; /* a word of each thread */
	uint32_t trips, distance;
};

#ifdef __CUDACC__
extern "C" __global__ void shuffle_rotate(struct shuffle_args args)
{
	uint32_t word = threadIdx.x;

	for (uint32_t trip = 0; trip < args.trips; trip++)
#pragma unroll
		for (int i = 0; i < SHUFFLES; i++)
			word = __shfl_sync(~0u, word, threadIdx.x + args.distance) + 1;
	args.out[blockIdx.x * blockDim.x + threadIdx.x] = word;
}
#else
static const struct gb_axis axes[] = {
	{ .name = "distance", .unit = "lanes", .help = "to the lane that is read", .values = "1:16:pow2" },
	{ .name = "block", .help = "threads per block", .kind = GB_SEARCHED, .values = "128:1024:pow2" },
	{ .name = NULL },
};

static uint32_t expected(const void *of, struct gb_shape shape, uint64_t i)
{
	const struct shuffle_args *args = of;
	const uint32_t thread = (uint32_t)(i % shape.block), count = args->trips * SHUFFLES;

	return thread / 32 * 32 + (thread + count * args->distance) % 32 + count;
}

static const struct gb_member members[] = {
	GB_ARRAY(struct shuffle_args, out, .per_thread = sizeof(uint32_t), .expect = expected),
	GB_TRIPS(struct shuffle_args, trips, 257),
	GB_AXIS(struct shuffle_args, distance),
	{ .name = NULL },
};

GB_VARIANTS(shuffle);
GB_BENCH(shuffle) = {
	GB_DECLARED("shuffle_rotate", struct shuffle_args, members, .ops = SHUFFLES, .ops_per_clock = 1),
	.name = "shuffle",
	.summary = "instructions that move words between the lanes of a warp",
	.method = "A chain of shuffles in each thread. Limit: an instruction per clock and SM.\n",
	.quantity = GB_INSTRUCTIONS,
	.axes = axes,
	.variants = gb_variants_shuffle,
};
#endif
