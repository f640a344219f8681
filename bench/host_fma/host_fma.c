/* host_fma: the rate of multiply-adds on the host's cores, by number format and instruction set. */
#include "../common/kernel.h"
#include "../common/limits.h"
#include "gpubench.h"
#include "host_fma.h"
#include "host_fma_kernels.h"

/* Steps of a launch: a millisecond at 4 GHz and 4 cycles per step, so that the synchronization at its end does not
 * matter. */
#define STEPS UINT64_C(1048576)

static const char *const types[] = { [HOST_FMA_FP64] = "fp64", [HOST_FMA_FP32] = "fp32", NULL };

enum { ONE, ALL };
static const char *const thread_counts[] = { [ONE] = "one", [ALL] = "all", NULL };

struct point {
	enum host_fma_type type;
	enum isa isa;
	int threads;
	uint32_t chains;
};

static const struct gb_axis axes[] = {
	{ GB_AXIS(type), .help = "number format", .names = types },
	{ GB_AXIS(isa), .help = "instruction set: sse2 multiplies and adds in two instructions, the others in one",
	  .names = isa_names, .full = ISA_FULL },
	{ GB_AXIS(threads), .help = "one thread, or one on each core", .names = thread_counts, .quick = "all" },
	{ GB_AXIS(chains), .help = "independent multiply-adds per thread, each in one vector register",
	  .kind = GB_SEARCHED, .values = "4:14:2,16:28:4", .quick = "8,10,12,14,20" },
	{ .name = NULL },
};

static const struct gb_variant variants[] = {
	{ .name = "default", .flags = "", .archs = "", .kernels = host_fma_kernels },
	{ .name = NULL },
};

/* Numbers are stored in both formats, one after the other. */
struct state {
	uint32_t cores;
	gb_ptr start, constant, out;
	struct gb_kernel kernel;
	struct gb_shape shape;
	struct host_fma_args args;
	int known[HOST_FMA_TYPES][HOST_FMA_MAPS]; /* the ends are known */
	double end[HOST_FMA_TYPES][HOST_FMA_MAPS][HOST_FMA_SEEDS];
};

enum { STARTS = HOST_FMA_SEEDS + HOST_FMA_LANES_MAX };

/* ---- one point --------------------------------------------------------------------------------------------------- */

static enum host_fma_type type_of(const struct gb_run *run)
{
	return gb_value(run, type);
}

static enum isa isa_of(const struct gb_run *run)
{
	return gb_value(run, isa);
}

static enum host_fma_map map_of(enum isa isa)
{
	return isa == ISA_SSE2 ? HOST_FMA_ROUNDED : isa == ISA_NEON ? HOST_FMA_SUM : HOST_FMA_FUSED;
}

static size_t bytes_of(enum host_fma_type type)
{
	return type == HOST_FMA_FP64 ? sizeof(double) : sizeof(float);
}

static uint32_t lanes(const struct gb_run *run)
{
	return (uint32_t)((size_t)isa_vector_bytes(isa_of(run)) / bytes_of(type_of(run)));
}

static size_t result_count(const struct gb_run *run)
{
	return (size_t)state_of(run)->shape.grid * gb_value(run, chains) * lanes(run);
}

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(gb_team(run, -1, &s->cores));
	GB_TRY(gb_alloc(run, STARTS * sizeof(double), &s->start));
	GB_TRY(gb_alloc(run, HOST_FMA_CONSTANTS * sizeof(double), &s->constant));
	return gb_alloc(run, (uint64_t)s->cores * HOST_FMA_CHAINS_MAX * 64, &s->out);
}

static int copy_numbers(struct gb_run *run, gb_ptr to, const double *numbers, size_t count)
{
	float narrow[STARTS];

	for (size_t i = 0; i < count; i++)
		narrow[i] = (float)numbers[i];
	return type_of(run) == HOST_FMA_FP64 ? gb_copy_in(run, to, numbers, count * sizeof *numbers)
					     : gb_copy_in(run, to, narrow, count * sizeof *narrow);
}

static int fill_operands(struct gb_run *run)
{
	double start[STARTS], constant[HOST_FMA_CONSTANTS];

	for (uint32_t i = 0; i < STARTS; i++)
		start[i] = host_fma_start(i % HOST_FMA_SEEDS);
	for (uint32_t i = 0; i < HOST_FMA_CONSTANTS; i++)
		constant[i] = host_fma_constant(map_of(isa_of(run)), i);
	GB_TRY(copy_numbers(run, state_of(run)->start, start, STARTS));
	return copy_numbers(run, state_of(run)->constant, constant, HOST_FMA_CONSTANTS);
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const enum isa isa = isa_of(run);
	const int chains = (int)gb_value(run, chains);

	GB_TRY(isa_require(run, isa));
	if (chains > 14 && (isa == ISA_SSE2 || isa == ISA_AVX2))
		return gb_skip(run, "%d chains do not fit into the 16 registers of %s", chains, isa_names[isa]);
	s->shape = (struct gb_shape){ .grid = gb_value(run, threads) == ONE ? 1 : s->cores, .block = 1 };
	s->args = (struct host_fma_args){
		.start = gb_address(s->start),
		.constant = gb_address(s->constant),
		.out = gb_address(s->out),
		.trips = STEPS / HOST_FMA_UNROLL,
	};
	GB_TRY(kernel_find(run, &s->kernel, "%s_%s_c%d", types[type_of(run)], isa_names[isa], chains));
	return fill_operands(run);
}

LAUNCH_KERNEL(static int launch, state)

static struct gb_cost cost(const struct gb_run *run)
{
	return (struct gb_cost){ .ops = 2.0 * (double)result_count(run) * (double)STEPS };
}

/* Vector multiply-adds that an x86-64 core starts per clock. No core has more pipes. */
#define X86_PIPES 2

/* FLOP per clock and core. The known rate of a processor is that of its widest vectors; narrower ones use the same
 * pipes less fully. Separate products and sums use pipes that differ between processors. */
static double rate(const struct gb_run *run, const struct gb_device *device)
{
	const double known = type_of(run) == HOST_FMA_FP64 ? device->rates.fp64 : device->rates.fp32;
	const double pipes = 2.0 * X86_PIPES * lanes(run);

	switch (isa_of(run)) {
	case ISA_AVX2:
	case ISA_AVX512:
		return limit_lesser(known, pipes);
	case ISA_NEON:
		return known;
	default:
		return NAN;
	}
}

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return rate(run, device) * state_of(run)->shape.grid * sm_hz;
}

/* The best of all instruction sets is the processor's rate. Separate products and sums set no roof if the processor has
 * fused ones on vectors of twice the width, which are always better. Rows without a roof take less measuring time. */
static const char *roof(const struct gb_run *run)
{
	if (gb_value(run, threads) == ONE || (isa_of(run) == ISA_SSE2 && isa_missing(ISA_AVX2) == NULL))
		return NULL;
	return types[type_of(run)];
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	if (!(result->sm_hz > 0))
		return 0;
	out[0] = (struct gb_metric){ "flop_per_clock", "FLOP/clk", GB_TIMES,
				     1 / (result->sm_hz * state_of(run)->shape.grid), rate(run, gb_device(run)) };
	return 1;
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

/* The expected end of each seed, computed on first use. */
static const double *ends(const struct gb_run *run)
{
	struct state *s = gb_state(run);
	const enum host_fma_type type = type_of(run);
	const enum host_fma_map map = map_of(isa_of(run));

	if (!s->known[type][map])
		host_fma_ends(type, map, STEPS, s->end[type][map]);
	s->known[type][map] = 1;
	return s->end[type][map];
}

static int compare_results(struct gb_run *run, const void *out)
{
	const uint32_t chains = gb_value(run, chains), width = lanes(run);
	const size_t count = result_count(run);

	for (size_t i = 0; i < count; i++) {
		const size_t vector = i / width, thread = vector / chains, chain = vector % chains, lane = i % width;
		const double found =
			type_of(run) == HOST_FMA_FP64 ? ((const double *)out)[i] : (double)((const float *)out)[i];
		if (isnan(found))
			return gb_fail(run, "lane %zu of chain %zu of thread %zu was not written", lane, chain, thread);
		const double expected = ends(run)[(thread + chain * width + lane) % HOST_FMA_SEEDS];
		if (found != expected)
			return gb_fail(run, "lane %zu of chain %zu of thread %zu ended with %.17g, expected %.17g",
				       lane, chain, thread, found, expected);
	}
	return GB_OK;
}

static int verify(struct gb_run *run)
{
	const uint64_t bytes = result_count(run) * bytes_of(type_of(run));

	GB_TRY(gb_fill_output(run, state_of(run)->out, 0xff, bytes)); /* all bits set: not a number */
	GB_TRY(launch(run));
	const void *out = gb_fetch(run, state_of(run)->out, bytes);
	return out != NULL ? compare_results(run, out) : GB_FAILED;
}

GB_BENCH(host_fma) = {
	GB_IDENTITY(host_fma),
	.summary = "multiply-add rate of the host's cores in FP64 and FP32, by instruction set",
	.method =
		"One thread on one core, or one on each core, runs independent chains of multiply-adds in "
		"vector registers: x <- x x + c; on NEON x <- x + a b and x <- x - a d in turn. A launch has a "
		"million steps, four in a loop iteration, and no memory accesses.\n"
		"Value: the rate with the best number of chains. A multiply-add of one number counts as two "
		"operations, whether it is one instruction (avx2, avx512, neon) or a product and a sum (sse2). Nothing "
		"else is counted. The roof is the best of all instruction sets with fused multiply-adds, or sse2 if "
		"there is none.\n"
		"Verified: every lane of every chain, bit by bit, against the same recurrence in plain C.\n"
		"Limit, for fused multiply-adds only: the multiply-adds that the pipes of a core start per "
		"clock, from the vendors' optimization guides, x threads x the clock measured around the timed "
		"interval.\n"
		"Peer: peakflops of likwid-bench.",
	.target = GB_HOST,
	.quantity = GB_FLOPS,
	.axes = axes,
	.variants = variants,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.cost = cost,
	.limit = limit,
	.roof = roof,
	.metrics = metrics,
};
