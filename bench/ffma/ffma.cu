/* ffma: the rate of fused multiply-adds on the CUDA cores, by number format. */
#include "gpubench_declared.h"

/* A value in the low bits: one of 32 or 64 bits, or two of 16. */
typedef unsigned long long ffma_word;

#define FFMA_SEEDS      4 /* threads whose numbers differ by a multiple of this have the same results */
#define FFMA_CHAINS_MAX 8
#define FFMA_SHARE      31u /* a thread's sum is multiplied by this before the end of a chain is added */

struct ffma_seed {
	ffma_word start[FFMA_CHAINS_MAX];
	ffma_word factor;
};

struct ffma_args {
	const struct ffma_seed *seeds;
	ffma_word *out; /* per thread: the ends of its chains, summed with FFMA_SHARE */
	uint32_t *sms;  /* per block: its SM */
	uint32_t first; /* blocks resident at once, each of which makes `trips` trips */
	uint32_t trips;
	uint32_t short_trips; /* trips of each later block */
};

#ifdef __CUDACC__
/* C independent chains per thread and B multiply-adds per iteration of the loop, in one format.
 *
 * With only two register operands (x and a) there are no register bank conflicts. The body fits into the instruction
 * cache: on Hopper, bodies of about 800 FMAs lose a third of the rate. */
#include "../common/now.h"

/* The formats: the layout of a value in a word, and the step of a chain. The host has the same formats below. */

struct fp32 {
	typedef float value;
	static __device__ float value_of(ffma_word word) { return __int_as_float((int)word); }
	static __device__ ffma_word word_of(float x) { return (uint32_t)__float_as_int(x); }
	static __device__ float step(float x, float a) { return fmaf(x, a, a); }
};

struct fp64 {
	typedef double value;
	static __device__ double value_of(ffma_word word) { return __longlong_as_double((long long)word); }
	static __device__ ffma_word word_of(double x) { return (ffma_word)__double_as_longlong(x); }
	static __device__ double step(double x, double a) { return fma(x, a, a); }
};

struct bits32 {
	typedef uint32_t value;
	static __device__ uint32_t value_of(ffma_word word) { return (uint32_t)word; }
	static __device__ ffma_word word_of(uint32_t x) { return x; }
};

/* In PTX, because nvcc takes minutes to optimize a chain of several hundred steps in C++. */
struct int32 : bits32 {
	static __device__ uint32_t step(uint32_t x, uint32_t a)
	{
		uint32_t next;
		asm("mad.lo.u32 %0, %1, %2, %2;" : "=r"(next) : "r"(x), "r"(a));
		return next;
	}
};

struct fp16 : bits32 {
	static __device__ uint32_t step(uint32_t x, uint32_t a)
	{
		uint32_t next;
		asm("fma.rn.f16x2 %0, %1, %1, %2;" : "=r"(next) : "r"(x), "r"(a));
		return next;
	}
};

struct bf16 : bits32 {
	static __device__ uint32_t step(uint32_t x, uint32_t a)
	{
		uint32_t next;
		asm("fma.rn.bf16x2 %0, %1, %1, %2;" : "=r"(next) : "r"(x), "r"(a));
		return next;
	}
};

struct dp4a : bits32 {
	static __device__ uint32_t step(uint32_t x, uint32_t a) { return (uint32_t)__dp4a((int)x, (int)a, (int)x); }
};

template <class format, int C, int B> static __device__ void chains(const struct ffma_args &args)
{
	const uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
	const uint32_t trips = blockIdx.x < args.first ? args.trips : args.short_trips;
	const struct ffma_seed *seed = args.seeds + thread % FFMA_SEEDS;
	const typename format::value a = format::value_of(seed->factor);
	typename format::value x[C];
	ffma_word sum = 0;

#pragma unroll
	for (int c = 0; c < C; c++)
		x[c] = format::value_of(seed->start[c]);
#pragma unroll 1
	for (uint32_t trip = 0; trip < trips; trip++) {
#pragma unroll
		for (int step = 0; step < B / C; step++) {
#pragma unroll
			for (int c = 0; c < C; c++)
				x[c] = format::step(x[c], a);
		}
	}
#pragma unroll
	for (int c = 0; c < C; c++)
		sum = sum * FFMA_SHARE + format::word_of(x[c]);
	args.out[thread] = sum;
	if (threadIdx.x == 0)
		args.sms[blockIdx.x] = this_sm();
}

#define KERNEL(prefix, format, C, B)                                           \
	extern "C" __global__ void prefix##_c##C##_b##B(struct ffma_args args) \
	{                                                                      \
		chains<format, C, B>(args);                                    \
	}
#define BODIES(prefix, format, C)      \
	KERNEL(prefix, format, C, 128) \
	KERNEL(prefix, format, C, 512) \
	KERNEL(prefix, format, C, 640) \
	KERNEL(prefix, format, C, 768)
#define CHAINS(prefix, format)    \
	BODIES(prefix, format, 1) \
	BODIES(prefix, format, 2) \
	BODIES(prefix, format, 4) \
	BODIES(prefix, format, 8)

CHAINS(ffma, fp32)
CHAINS(ffma_fp64, fp64)
CHAINS(ffma_fp16, fp16)
CHAINS(ffma_int32, int32)
CHAINS(ffma_dp4a, dp4a)
#if __CUDA_ARCH__ >= 800
CHAINS(ffma_bf16, bf16)
#endif
#else
#include <math.h>
#include <stdio.h>

#include "../common/half_model.h"
#include "../common/input.h"
#include "../common/isa.h"
#include "../common/number_formats.h"
#include "../common/residency.h"
#include "gpubench_model.h"

/* A launch takes about 6 ms at 2 GHz and the full rate, so that its start and end do not matter. */
#define CLOCKS       UINT64_C(12288000)
/* Duration of a wave of short blocks, which follow the long ones of a launch. SMs that have finished take the next
 * block, so all end within about this many clocks, and slower SMs do less. */
#define SHORT_CLOCKS UINT64_C(8192)
/* Multiply-adds per clock and SM if the architecture's rate is not known. */
#define RATE_ASSUMED 64.0

enum { WARP = 32 };
enum { FP32, FP64, FP16, BF16, INT32, DP4A };

static const char *const types[] = {
	[FP32] = "fp32", [FP64] = "fp64", [FP16] = "fp16", [BF16] = "bf16", [INT32] = "int32", [DP4A] = "dp4a", NULL,
};

struct point {
	int type;
	uint32_t chains, warps, block, dynamic;
	uint64_t body;
};

static const struct gb_axis axes[] = {
	{ GB_AXIS(type), .help = "number format; two halves or four bytes share a 32-bit register", .names = types,
	  .quick = "fp32,fp64,fp16" },
	{ GB_AXIS(chains), .help = "independent multiply-adds per thread", .kind = GB_SEARCHED, .values = "1:8:pow2",
	  .full = "2:8:pow2", .quick = "2,8" },
	{ GB_AXIS(body), .help = "multiply-adds per iteration of the loop", .kind = GB_SEARCHED,
	  .values = "128,512,640,768", .full = "512,640,768", .quick = "640" },
	{ GB_AXIS(warps), .help = "resident warps per SM", .kind = GB_SEARCHED, .values = "4:64:pow2",
	  .full = "8:64:pow2", .quick = "32" },
	{ GB_AXIS(block), .unit = "threads", .help = "threads per block", .kind = GB_SEARCHED, .values = "64:1024:pow2",
	  .full = "128:1024:pow2", .quick = "256,1024" },
	{ GB_AXIS(dynamic), .unit = "%",
	  .help = "percentage of the work in short blocks, which go to SMs that have finished their share",
	  .kind = GB_SEARCHED, .values = "0,1", .full = "1", .quick = "1" },
	{ .name = NULL },
};

static enum format half_format(int64_t type)
{
	return type == FP16 ? FORMAT_FP16 : FORMAT_BF16;
}

/* ---- starting values --------------------------------------------------------------------------------------------- */

/* In FP32 and FP64 a chain is x <- a x + a with a slightly above -1. It is bounded and oscillates around its fixed
 * point for some millions of steps. Modulo 2^32, with a = 1 modulo 4, it visits every word. In 16-bit formats this
 * chain would soon stop changing, so there it is x <- x x + a with a near -1.7, which is bounded and chaotic. Each step
 * reads only two registers. A chain that is cut short, or folded, ends elsewhere. */
static ffma_word seed_factor(int64_t type, uint32_t seed)
{
	switch (type) {
	case FP32:
		return bits_of_float(-1.0f + (float)(16 + 5 * seed) / 16777216);
	case FP64:
		return bits_of_double(-1.0 + (16 + 5 * seed) * 0x1p-24);
	case FP16: /* two values per word, with the same factor */
	case BF16:
		return format_encode(half_format(type), -1.5 - 0.045 * seed) * 0x10001u;
	default:
		return (input_mix(~seed) & ~3u) | 1;
	}
}

static ffma_word seed_start(int64_t type, uint32_t bits)
{
	switch (type) {
	case FP32:
		return bits_of_float(1.0f + (float)(bits >> 9) / 8388608);
	case FP64:
		return bits_of_double(1.0 + bits * 0x1p-32);
	case FP16:
	case BF16:
		return format_encode(half_format(type), (bits >> 16) * 0x1p-16) << 16 |
		       format_encode(half_format(type), (bits & 0xffff) * -0x1p-16);
	default:
		return bits | 1;
	}
}

static void fill_seeds(int64_t type, struct ffma_seed seed[FFMA_SEEDS])
{
	for (uint32_t s = 0; s < FFMA_SEEDS; s++) {
		seed[s].factor = seed_factor(type, s);
		for (uint32_t c = 0; c < FFMA_CHAINS_MAX; c++)
			seed[s].start[c] = seed_start(type, input_mix(s * FFMA_CHAINS_MAX + c));
	}
}

/* ---- a launch ---------------------------------------------------------------------------------------------------- */

/* Operations per thread of one multiply-add instruction. */
static double operations(const struct gb_run *run)
{
	static const double of_type[] = {
		[FP32] = 2, [FP64] = 2, [FP16] = 4, [BF16] = 4, [INT32] = 2, [DP4A] = 8,
	};

	return of_type[gb_value(run, type)];
}

/* Operations per clock and SM. */
static double rate(const struct gb_run *run, const struct gb_device *device)
{
	const struct gb_rates *rates = &device->rates;
	const double of_type[] = {
		[FP32] = rates->fp32, [FP64] = rates->fp64,   [FP16] = rates->fp16,
		[BF16] = rates->bf16, [INT32] = rates->int32, [DP4A] = rates->dp4a,
	};

	return of_type[gb_value(run, type)];
}

static void name_kernel(const struct gb_run *run, char name[GB_NAME_MAX])
{
	const int64_t type = gb_value(run, type);

	snprintf(name, GB_NAME_MAX, "ffma_%s%sc%d_b%d", type == FP32 ? "" : types[type], type == FP32 ? "" : "_",
		 (int)gb_value(run, chains), (int)gb_value(run, body));
}

/* Trips that a wave of blocks makes in this many clocks at the full rate. */
static double trips_in(const struct gb_run *run, uint64_t clocks)
{
	const double known = rate(run, gb_device(run)) / operations(run);
	const double steps_per_trip = (double)(gb_value(run, warps) * WARP * gb_value(run, body));

	return (known > 0 ? known : RATE_ASSUMED) * (double)clocks / steps_per_trip;
}

/* Requests shared memory to limit an SM to `blocks` blocks. Otherwise the SM would take short blocks next to its long
 * ones. */
static int hold_blocks(struct gb_run *run, const struct gb_kernel *kernel, uint32_t blocks, struct gb_shape *shape)
{
	uint32_t resident;

	GB_TRY(gb_occupancy(run, kernel, shape->block, 0, &resident));
	if (resident > blocks) {
		shape->shared_bytes = residency_shared(gb_device(run), blocks);
		GB_TRY(gb_occupancy(run, kernel, shape->block, shape->shared_bytes, &resident));
	}
	if (resident != blocks)
		return gb_skip(run, "%u blocks of %u threads are resident on an SM at once, not %u", resident,
			       shape->block, blocks);
	return GB_OK;
}

/* Divides the work of a launch: most goes to equal long blocks, the rest to waves of short ones. */
static int choose(struct gb_run *run, const struct gb_kernel *kernel, struct gb_shape *shape, void *of)
{
	struct ffma_args *args = of;
	const uint32_t warps = gb_value(run, warps), blocks = warps * WARP / shape->block;
	const uint32_t all = (uint32_t)fmax(1, gb_work(run) * trips_in(run, CLOCKS));
	const uint32_t few = (uint32_t)ceil(trips_in(run, SHORT_CLOCKS));
	const uint32_t waves = gb_value(run, dynamic) * all / 100 / few;

	if (blocks == 0)
		return gb_skip(run, "%u warps per SM are fewer than a block of %u threads", warps, shape->block);
	args->first = blocks * (uint32_t)gb_device(run)->sm_count;
	args->trips = all - waves * few;
	args->short_trips = few;
	shape->grid = args->first * (1 + waves);
	return hold_blocks(run, kernel, blocks, shape);
}

static int prepare(struct gb_run *run)
{
	const struct gb_device *device = gb_device(run);
	const struct gb_chosen *at = gb_state(run);
	const struct ffma_args *args = gb_declared_args(run);
	struct ffma_seed seed[FFMA_SEEDS];

	if (gb_value(run, type) == BF16 && device->cc_major < 8)
		return gb_skip(run, "BF16 arithmetic needs compute capability 8.0; this is %d.%d", device->cc_major,
			       device->cc_minor);
	GB_TRY(gb_declared_prepare(run));
	gb_output_of_blocks(run, (struct gb_block_output){ .out = (uintptr_t)args->out,
							   .bytes = at->shape.block * sizeof(ffma_word),
							   .blocks = at->shape.grid,
							   .sms = (uintptr_t)args->sms });
	fill_seeds(gb_value(run, type), seed);
	return gb_copy_in(run, (uintptr_t)args->seeds, seed, sizeof seed);
}

static enum gb_quantity measures(const struct gb_run *run)
{
	const int64_t type = gb_value(run, type);

	return type == INT32 || type == DP4A ? GB_OPS : GB_FLOPS;
}

/* The closing sum does not count. */
static struct gb_cost cost(const struct gb_run *run)
{
	const struct gb_chosen *at = gb_state(run);
	const struct ffma_args *args = gb_declared_args(run);
	const double trips =
		(double)args->first * args->trips + (double)(at->shape.grid - args->first) * args->short_trips;

	return (struct gb_cost){ .ops = operations(run) * trips * at->shape.block * (double)gb_value(run, body) };
}

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return rate(run, device) * device->sm_count * sm_hz;
}

static const char *roof(const struct gb_run *run)
{
	return types[gb_value(run, type)];
}

/* Shares are equal except for the part that is distributed dynamically. */
static enum gb_shares shares(const struct gb_run *run)
{
	return gb_value(run, dynamic) > 0 ? GB_SHARES_TAKEN : GB_SHARES_EQUAL;
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

/* The product and the sum are exact in double precision, so the only rounding is that of the format. A 16-bit format
 * has few values, so the chain soon returns to an earlier one (found by Brent's algorithm), and complete cycles are
 * skipped. */
static double end_half(int fraction, double x, double a, uint64_t steps)
{
	uint64_t lap = 0, longest = 1;
	double met = x;

	while (steps-- > 0) {
		x = bits_rounded(fraction, x * x + a);
		lap++;
		if (x == met)
			steps %= lap;
		if (lap == longest) {
			met = x;
			longest *= 2;
			lap = 0;
		}
	}
	return x;
}

static ffma_word end_halves(int64_t type, ffma_word start, ffma_word factor, uint64_t steps)
{
	const enum format format = half_format(type);
	const int fraction = formats[format].mantissa;
	const double a = format_decode(format, factor & 0xffff);
	const double low = end_half(fraction, format_decode(format, start & 0xffff), a, steps);
	const double high = end_half(fraction, format_decode(format, start >> 16), a, steps);

	return format_encode(format, high) << 16 | format_encode(format, low);
}

static uint32_t step_int32(uint32_t x, uint32_t a)
{
	return x * a + a;
}

static uint32_t step_dp4a(uint32_t x, uint32_t a)
{
	return x + (uint32_t)((int8_t)x * (int8_t)a + (int8_t)(x >> 8) * (int8_t)(a >> 8) +
			      (int8_t)(x >> 16) * (int8_t)(a >> 16) + (int8_t)(x >> 24) * (int8_t)(a >> 24));
}

#define OF_WORD(word)  ((uint32_t)(word))
#define AS_IT_IS(word) (word)
/* Interleaves the chains of all seeds: each step waits for the previous one of its chain, but not for other chains. */
#define CHAINS(name, attribute, value, value_of, word_of, step)                                            \
	static attribute void name(ffma_word x[FFMA_SEEDS], const ffma_word a[FFMA_SEEDS], uint64_t steps) \
	{                                                                                                  \
		value at[FFMA_SEEDS], factor[FFMA_SEEDS];                                                  \
                                                                                                           \
		for (int i = 0; i < FFMA_SEEDS; i++) {                                                     \
			at[i] = value_of(x[i]);                                                            \
			factor[i] = value_of(a[i]);                                                        \
		}                                                                                          \
		while (steps-- > 0)                                                                        \
			for (int i = 0; i < FFMA_SEEDS; i++)                                               \
				at[i] = step(at[i], factor[i]);                                            \
		for (int i = 0; i < FFMA_SEEDS; i++)                                                       \
			x[i] = word_of(at[i]);                                                             \
	}
#define FMAF(x, a) fmaf(x, a, a)
#define FMA(x, a)  fma(x, a, a)
CHAINS(chains_int32, , uint32_t, OF_WORD, AS_IT_IS, step_int32)
CHAINS(chains_dp4a, , uint32_t, OF_WORD, AS_IT_IS, step_dp4a)
CHAINS(chains_fp32, , float, bits_float, bits_of_float, FMAF)
CHAINS(chains_fp64, , double, bits_double, bits_of_double, FMA)
/* If the target's baseline has no FMA instruction, the other formats call a function at each step. */
#if defined(__x86_64__)
CHAINS(chains_fp32_fma, ISA_WITH_AVX2, float, bits_float, bits_of_float, FMAF)
CHAINS(chains_fp64_fma, ISA_WITH_AVX2, double, bits_double, bits_of_double, FMA)
#else
#define chains_fp32_fma chains_fp32
#define chains_fp64_fma chains_fp64
#endif

/* Advances one chain of each seed from x to its end. */
static void chains_end(int64_t type, ffma_word x[FFMA_SEEDS], const ffma_word a[FFMA_SEEDS], uint64_t steps)
{
	const bool has_fma = isa_missing(ISA_AVX2) == NULL;

	if (type == FP32)
		(has_fma ? chains_fp32_fma : chains_fp32)(x, a, steps);
	else if (type == FP64)
		(has_fma ? chains_fp64_fma : chains_fp64)(x, a, steps);
	else if (type == INT32)
		chains_int32(x, a, steps);
	else if (type == DP4A)
		chains_dp4a(x, a, steps);
	else
		for (int i = 0; i < FFMA_SEEDS; i++)
			x[i] = end_halves(type, x[i], a[i], steps);
}

/* Each seed's results after this many trips, computed step by step on the host. */
static void expect_ends(const struct gb_run *run, uint32_t trips, ffma_word ends[FFMA_SEEDS])
{
	const uint32_t chains = gb_value(run, chains);
	const int64_t type = gb_value(run, type);
	ffma_word factor[FFMA_SEEDS], x[FFMA_SEEDS];
	struct ffma_seed seed[FFMA_SEEDS];

	fill_seeds(type, seed);
	for (uint32_t i = 0; i < FFMA_SEEDS; i++) {
		factor[i] = seed[i].factor;
		ends[i] = 0;
	}
	for (uint32_t c = 0; c < chains; c++) {
		for (uint32_t i = 0; i < FFMA_SEEDS; i++)
			x[i] = seed[i].start[c];
		chains_end(type, x, factor, (uint64_t)trips * gb_value(run, body) / chains);
		for (uint32_t i = 0; i < FFMA_SEEDS; i++)
			ends[i] = ends[i] * FFMA_SHARE + x[i];
	}
}

static size_t expected(const struct gb_run *run, const void *of, struct gb_shape shape, void *words)
{
	const struct ffma_args *args = of;
	const uint64_t in_long = (uint64_t)args->first * shape.block, count = (uint64_t)shape.grid * shape.block;
	ffma_word ends[2][FFMA_SEEDS], *out = words;

	expect_ends(run, args->trips, ends[0]);
	expect_ends(run, args->short_trips, ends[1]);
	for (uint64_t i = 0; i < count; i++)
		out[i] = ends[i >= in_long][i % FFMA_SEEDS];
	return count * sizeof(ffma_word) / sizeof(uint32_t);
}

/* ---- models of the kernels --------------------------------------------------------------------------------------- */

static ffma_word model_halves(int fraction, ffma_word x, ffma_word a)
{
	ffma_word next = 0;

	for (int shift = 0; shift < 32; shift += 16) {
		const double at = half_number(fraction, x >> shift & 0xffff);
		next |= (ffma_word)half_bits(fraction,
					     half_fma(fraction, at, at, half_number(fraction, a >> shift & 0xffff)))
			<< shift;
	}
	return next;
}

static ffma_word model_step(int type, ffma_word x, ffma_word a)
{
	ffma_word next = x;

	if (type == FP32)
		return bits_of_float(fmaf(bits_float(x), bits_float(a), bits_float(a)));
	if (type == FP64)
		return bits_of_double(fma(bits_double(x), bits_double(a), bits_double(a)));
	if (type == FP16 || type == BF16)
		return model_halves(type == FP16 ? 10 : 7, x, a);
	if (type == INT32)
		return (x + 1) * a & 0xffffffff;
	for (int byte = 0; byte < 32; byte += 8)
		next += (ffma_word)((signed char)(x >> byte) * (signed char)(a >> byte));
	return next & 0xffffffff;
}

static ffma_word model_end(const struct ffma_seed *seed, uint32_t trips)
{
	const uint32_t chains = gb_model_number("_c");
	ffma_word sum = 0;
	int type = DP4A;

	while (type > FP32 && !gb_model_is(types[type]))
		type--;
	for (uint32_t c = 0; c < chains; c++) {
		ffma_word x = seed->start[c];
		for (uint64_t steps = (uint64_t)trips * (gb_model_number("_b") / chains); steps > 0; steps--)
			x = model_step(type, x, seed->factor);
		sum = sum * FFMA_SHARE + x;
	}
	return sum;
}

static void model_launch(struct gb_shape shape, const void *of)
{
	const struct ffma_args *args = of;
	ffma_word ends[2][FFMA_SEEDS];

	for (int i = 0; i < FFMA_SEEDS; i++) {
		ends[0][i] = model_end(&args->seeds[i], args->trips);
		ends[1][i] = model_end(&args->seeds[i], args->short_trips);
	}
	const uint32_t numbers = gb_model_is("dp4a") ? 4 : gb_model_is("fp16") || gb_model_is("bf16") ? 2 : 1;
	const double steps = (double)gb_model_number("_b") * shape.block;
	gb_model_unchecked(args->sms, shape.grid * sizeof *args->sms);
	for (uint32_t block = 0; block < shape.grid; block++)
		gb_model_did(0, 2 * numbers * steps * (block < args->first ? args->trips : args->short_trips));
	for (uint32_t block = 0; block < shape.grid; block++) {
		for (uint32_t i = block * shape.block; i < (block + 1) * shape.block; i++)
			args->out[i] = ends[block >= args->first][i % FFMA_SEEDS];
		args->sms[block] = 0;
	}
}

GB_ONE_MODEL(ffma, "ffma_*", model_launch);

static const struct gb_member members[] = {
	GB_ARRAY(struct ffma_args, seeds, .bytes = FFMA_SEEDS * sizeof(struct ffma_seed)),
	GB_ARRAY(struct ffma_args, out, .per_thread = sizeof(ffma_word), .expect_words = expected),
	GB_ARRAY(struct ffma_args, sms, .per_block = sizeof(uint32_t)),
	{ .name = NULL },
};

GB_BENCH(ffma) = {
	GB_DECLARED_LAUNCH(NULL, struct ffma_args, members, .name_kernel = name_kernel, .choose = choose),
	.name = "ffma",
	.summary = "fused multiply-add rate in FP32, FP64, FP16, BF16, INT32 and packed bytes",
	.method = "Every thread runs independent chains of multiply-adds in registers. One wave of blocks fills "
		  "every SM evenly. SMs differ in clock, so the last hundredth of the work goes in short blocks "
		  "to SMs that have finished. The value is thus the rate of all SMs together, not that of the "
		  "slowest (dynamic=0: equal shares).\n"
		  "Value: the best result of a search over chains, loop body, warps per SM and block. A "
		  "multiply-add counts as two operations. fp16 and bf16 have two multiply-adds in an instruction, "
		  "dp4a (four signed bytes by four, added to 32 bits) has four. Nothing else is counted.\n"
		  "Verified: every thread's result, bit by bit, against the same recurrence on the host, rounded "
		  "as the format requires.\n"
		  "Limit: operations per clock and SM from NVIDIA's table of arithmetic throughput, x SMs x the "
		  "SM clock measured over the timed interval.",
	.subject = GB_SUBJECT_ARITHMETIC,
	.quantity = GB_FLOPS,
	.require = { .memory_bytes = UINT64_C(48) << 20 },
	.axes = axes,
	.variants = gb_variants_ffma,
	.prepare = prepare,
	.verify = gb_declared_verify,
	.cost = cost,
	.limit = limit,
	.shares = shares,
	.roof = roof,
	.measures = measures,
	.sdc = "type=fp32,fp64,fp16,bf16,int32,dp4a chains=8,4,2 warps=32 block=256",
};
#endif
