/* stream: the triad of STREAM, a = b + 3 c, with two kinds of stores.
 *
 * plot: summary bandwidth of the triad by size
 * plot: panel rate bandwidth bytes - {store} */
#include "gpubench_declared.h"

struct stream_args {
	void *a;
	const void *b, *c;
	uint64_t words;
};

#ifdef __CUDACC__
#define TRIAD(name, store)                                                                              \
	extern "C" __global__ void name(struct stream_args args)                                        \
	{                                                                                               \
		const uint64_t first = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;                 \
		for (uint64_t i = first; i < args.words / 4; i += (uint64_t)gridDim.x * blockDim.x) {   \
			const uint4 b = ((const uint4 *)args.b)[i], c = ((const uint4 *)args.c)[i];     \
			const uint4 a = { b.x + 3 * c.x, b.y + 3 * c.y, b.z + 3 * c.z, b.w + 3 * c.w }; \
			store((uint4 *)args.a + i, a);                                                  \
		}                                                                                       \
	}
TRIAD(stream_cached, __stcg)
TRIAD(stream_streamed, __stcs)
#else
static const char *const stores[] = { "cached", "streamed", NULL };
static const struct gb_axis axes[] = {
	{ .name = "store", .help = "as usual, or with a hint that nobody reads it again", .names = stores },
	{ .name = "bytes", .unit = "B", .help = "an array", .values = "1048576:268435456:pow4" },
	{ .name = "block", .help = "threads per block", .kind = GB_SEARCHED, .values = "128:1024:pow2" },
	{ .name = NULL },
};

static uint32_t fill_c(uint64_t i)
{
	return gb_mixed_bits(~i);
}

static uint32_t expected(const void *args, struct gb_shape shape, uint64_t i)
{
	return gb_mixed_bits(i) + 3 * fill_c(i);
}

/* The rate of the memory bus, if the arrays are too large for L2. */
static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	const struct stream_args *args = gb_declared_args(run);
	return 12 * args->words > 4 * device->l2_bytes ? gb_memory_rate(device) : 0.0 / 0.0;
}
static const struct gb_member members[] = {
	GB_ARRAY(struct stream_args, a, .axis = "bytes", .expect = expected),
	GB_ARRAY(struct stream_args, b, .axis = "bytes"),
	GB_ARRAY(struct stream_args, c, .axis = "bytes", .fill = fill_c),
	GB_LENGTH(struct stream_args, words, a),
	{ .name = NULL },
};
GB_BENCH(stream) = { GB_SHORT(stream, "the triad of STREAM", GB_BANDWIDTH, axes, members, .kernel = "stream_{store}",
			      .limit = limit) };
#endif
