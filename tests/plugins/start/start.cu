/* start: votes of a warp, with their rate. Comments say what to add to have it verified, and compared to a limit. */
#include "gpubench_declared.h"
struct start_args {
	uint32_t *out; /* a word of each thread */
	uint32_t trips;
};
#ifdef __CUDACC__
extern "C" __global__ void start(struct start_args args)
{
	uint32_t word = threadIdx.x;
	for (uint32_t trip = 0; trip < args.trips; trip++)
		word += __ballot_sync(~0u, word & 1);
	args.out[blockIdx.x * blockDim.x + threadIdx.x] = word;
}
#else  /* next: uint32_t expected(const void *args, struct gb_shape shape, uint64_t i), word i of `out` */
static const struct gb_member members[] = { GB_ARRAY(struct start_args, out, .per_thread = 4), /* .expect = expected */
					    GB_TRIPS(struct start_args, trips, 1000),
					    { .name = NULL } };
GB_BENCH(start) = { GB_SHORT(start, "votes of a warp", GB_INSTRUCTIONS, gb_any_block, members, .ops = 1) };
#endif /* then: .ops_per_clock = 2 after .ops, the most that an SM completes; axes in the place of gb_any_block */
