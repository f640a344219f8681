/* reduction: the sum of an array. Each block adds up its part, with shuffles within a warp.
 *
 * plot: summary bandwidth of a sum by size
 * plot: panel rate bandwidth bytes - {variant} */
#include "gpubench_declared.h"

struct reduction_args {
	const uint32_t *in;
	uint32_t *out; /* one sum per block */
	uint64_t words;
};

#ifdef __CUDACC__
extern "C" __global__ void reduction(struct reduction_args args)
{
	__shared__ uint32_t of_warp[32];
	const uint64_t first = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
	uint32_t sum = 0;

	for (uint64_t i = first; i < args.words / 4; i += (uint64_t)gridDim.x * blockDim.x) {
		const uint4 four = ((const uint4 *)args.in)[i];
		sum += four.x + four.y + four.z + four.w;
	}
	for (int distance = 16; distance > 0; distance /= 2)
		sum += __shfl_down_sync(~0u, sum, distance);
	of_warp[threadIdx.x / 32] = __shfl_sync(~0u, sum, 0);
	__syncthreads();
	for (uint32_t warp = 1; threadIdx.x == 0 && warp < blockDim.x / 32; warp++)
		sum += of_warp[warp];
	if (threadIdx.x == 0)
		args.out[blockIdx.x] = sum;
}
#else
static const struct gb_axis axes[] = {
	{ .name = "bytes", .unit = "B", .help = "the array", .values = "1048576:268435456:pow4" },
	{ .name = "block", .help = "threads per block", .kind = GB_SEARCHED, .values = "128:1024:pow2" },
	{ .name = NULL },
};

static uint32_t expected(const void *of, struct gb_shape shape, uint64_t block)
{
	const struct reduction_args *args = of;
	const uint64_t all = (uint64_t)shape.grid * shape.block * 4, own = (uint64_t)shape.block * 4;
	uint32_t sum = 0;

	for (uint64_t i = block * own; i < args->words; i += i % own == own - 1 ? all - own + 1 : 1)
		sum += gb_mixed_bits(i);
	return sum;
}

static const struct gb_member members[] = {
	GB_ARRAY(struct reduction_args, in, .axis = "bytes"),
	GB_ARRAY(struct reduction_args, out, .per_block = sizeof(uint32_t), .expect = expected),
	GB_LENGTH(struct reduction_args, words, in),
	{ .name = NULL },
};
GB_BENCH(reduction) = { GB_SHORT(reduction, "the sum of an array", GB_BANDWIDTH, axes, members) };
#endif
