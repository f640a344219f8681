/* vote: votes of a warp, with their share of a limit.
 *
 * plot: summary votes of a warp by the size of a block
 * plot: panel rate instruction_rate block - {variant} */
#include "gpubench_declared.h"
enum { VOTES = 32 }; /* of a trip */
struct vote_args {
	uint32_t *out; /* a word of each thread */
	uint32_t trips;
};
#ifdef __CUDACC__
extern "C" __global__ void vote(struct vote_args args)
{
	uint32_t word = threadIdx.x;
	for (uint32_t trip = 0; trip < args.trips; trip++)
#pragma unroll
		for (int i = 0; i < VOTES; i++)
			word += __ballot_sync(~0u, word & 1);
	args.out[blockIdx.x * blockDim.x + threadIdx.x] = word;
}
#else
/* In each trip all odd lanes vote yes, as the result of a vote is even. */
static uint32_t expected(const void *of, struct gb_shape shape, uint64_t i)
{
	const struct vote_args *args = of;
	return (uint32_t)(i % shape.block) + args->trips * VOTES * 0xaaaaaaaa;
}
static const struct gb_axis axes[] = {
	{ .name = "block", .unit = "threads", .help = "threads per block", .values = "64:1024:pow2" },
	{ .name = NULL },
};
static const struct gb_member members[] = { GB_ARRAY(struct vote_args, out, .per_thread = 4, .expect = expected),
					    GB_TRIPS(struct vote_args, trips, 300),
					    { .name = NULL } };
GB_BENCH(vote) = {
	GB_SHORT(vote, "votes of a warp", GB_INSTRUCTIONS, axes, members, .ops = VOTES, .ops_per_clock = 2),
	.method = "A chain of votes in each thread. The pipe also does a LOP3, an ISETP and an addition for each.\n"
		  "Limit: 64 lanes per clock and SM.\n"
		  "Source: CUDA C++ Programming Guide, throughput of native arithmetic instructions.\n",
};
#endif
