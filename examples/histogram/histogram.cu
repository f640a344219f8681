/* histogram: updates per second of bins in shared memory: the fewer bins are hit, the more updates wait.
 *
 * plot: summary updates of a histogram by the number of bins
 * plot: panel rate access_rate bins - {variant} */
#include "gpubench_declared.h"

enum { BINS = 256, WORDS = 64 }; /* WORDS: per thread, with four bytes each */

struct histogram_args {
	const uint32_t *in;
	uint32_t *out; /* BINS per block */
	uint32_t bins;
};

#ifdef __CUDACC__
extern "C" __global__ void histogram(struct histogram_args args)
{
	__shared__ uint32_t bin[BINS];
	const uint32_t *in = args.in + (size_t)blockIdx.x * blockDim.x * WORDS + threadIdx.x;

	for (uint32_t i = threadIdx.x; i < BINS; i += blockDim.x)
		bin[i] = 0;
	__syncthreads();
	for (uint32_t w = 0; w < WORDS; w++)
		for (uint32_t byte = 0; byte < 4; byte++)
			atomicAdd(&bin[(in[w * blockDim.x] >> 8 * byte) % args.bins], 1);
	__syncthreads();
	for (uint32_t i = threadIdx.x; i < BINS; i += blockDim.x)
		args.out[blockIdx.x * BINS + i] = bin[i];
}
#else
#include <string.h>

static const struct gb_axis axes[] = {
	{ .name = "bins", .help = "that are hit", .values = "1:256:pow4" },
	{ .name = "block", .help = "threads per block", .kind = GB_SEARCHED, .values = "128:1024:pow2" },
	{ .name = NULL },
};

static size_t expected(const struct gb_run *run, const void *of, struct gb_shape shape, void *words)
{
	const struct histogram_args *args = of;
	const size_t each = (size_t)shape.block * WORDS;

	memset(words, 0, (size_t)shape.grid * BINS * sizeof(uint32_t));
	for (size_t i = 0; i < shape.grid * each; i++)
		for (int byte = 0; byte < 4; byte++)
			((uint32_t *)words)[i / each * BINS + (gb_mixed_bits(i) >> 8 * byte) % args->bins]++;
	return (size_t)shape.grid * BINS;
}

static const struct gb_member members[] = {
	GB_ARRAY(struct histogram_args, in, .per_thread = WORDS * sizeof(uint32_t)),
	GB_ARRAY(struct histogram_args, out, .per_block = BINS * sizeof(uint32_t), .expect_words = expected),
	GB_VALUE(struct histogram_args, bins),
	{ .name = NULL },
};
GB_BENCH(histogram) = { GB_SHORT(histogram, "updates of a histogram in shared memory", GB_ACCESSES, axes, members,
				 .ops = 4 * WORDS) };
#endif
