/* fused: what limits an SM that multiplies matrices and does something else at the same time, such as an attention
 * kernel. */
#include <stdio.h>

#include "../common/bits.h"
#include "../common/number_formats.h"
#include "fused.h"
#include "gpubench_declared.h"
#include "gpubench_model.h"

enum by { APART, SAME };
struct point {
	enum fused_kind pipe;
	enum by by;
	uint32_t load;
};

static const char *const pipes[] = { "ex2", "softmax", "bf16", "e4m3", "ffma", "copy", "setmaxnreg", NULL };
static const char *const bys[] = { "apart", "same", NULL };

static const struct gb_axis axes[] = {
	{ GB_AXIS(pipe),
	  .help = "the other work: exponentials, each with an FFMA and a row's sum (ex2), or also with the "
		  "maximum and half a conversion (softmax); conversions of pairs from FP32 to BF16 or E4M3; "
		  "FFMAs; bulk copies from L2 to shared memory. Or setmaxnreg, without the matrix unit",
	  .names = pipes, .quick = "ex2,copy,setmaxnreg" },
	{ GB_AXIS(by), .help = "warps of the other work: a third warpgroup, or the two that multiply", .names = bys,
	  .quick = "apart", .when = "pipe=ex2,softmax,bf16,e4m3,ffma" },
	{ GB_AXIS(load), .unit = "%",
	  .help = "time of the other pipe relative to the matrix unit's, both at their limits",
	  .values = "25,50,75,100,150,200", .quick = "50", .when = "pipe=ex2,softmax,bf16,e4m3,ffma,copy" },
	{ .name = NULL },
};

/* ---- the work ---------------------------------------------------------------------------------------------------- */

enum { TRIPS = 39, FLOPS = 2 * 64 * 256 * 16 /* FLOP of a product */ };

static bool is_overlap(const struct gb_run *run)
{
	return gb_value(run, pipe) != FUSED_SETMAXNREG;
}

static bool is_same(const struct gb_run *run)
{
	return gb_value(run, pipe) < FUSED_COPY && gb_value(run, by) == SAME;
}

static double product_cycles(const struct gb_device *device)
{
	return FLOPS / device->rates.tensor_bf16;
}

/* The other pipe's work during one product, in operations per thread or in bytes. It takes `load` percent of the
 * product's cycles. */
static double other_work(const struct gb_run *run)
{
	const struct gb_rates *r = &gb_device(run)->rates;
	const double rates[] = { r->special, r->special, r->convert, r->convert, r->fp32 / 2, r->l2_bytes };

	return gb_value(run, load) / 100.0 * product_cycles(gb_device(run)) * rates[gb_value(run, pipe)];
}

static int prepare(struct gb_run *run)
{
	if (gb_device(run)->cc_major != 9)
		return gb_skip(run, "wgmma exists only on compute capability 9.0");
	return gb_declared_prepare(run);
}

static void name_kernel(const struct gb_run *run, char name[GB_NAME_MAX])
{
	snprintf(name, GB_NAME_MAX, "fused_%s_%s", pipes[gb_value(run, pipe)], bys[is_same(run)]);
}

static int choose(struct gb_run *run, const struct gb_kernel *kernel, struct gb_shape *shape, void *of)
{
	struct fused_args *args = of;

	shape->grid = 1;
	shape->block = FUSED_MATRIX + (is_overlap(run) && !is_same(run) ? FUSED_GROUP : 0);
	args->kind = gb_value(run, pipe);
	args->minus_one = -1, args->one = 1, args->two = 2;
	if (!is_overlap(run))
		return GB_OK;
	const double each =
		args->kind == FUSED_COPY ? FUSED_PIECE : FUSED_BODY * (is_same(run) ? FUSED_MATRIX : FUSED_GROUP);
	args->bodies = (uint32_t)(other_work(run) * FUSED_PRODUCTS / each);
	shape->shared_bytes = FUSED_BYTES;
	if (args->kind == FUSED_COPY)
		shape->shared_bytes += FUSED_RING * (FUSED_PIECE + 8);
	return GB_OK;
}

/* ---- the meaning of the cycles ----------------------------------------------------------------------------------- */

static struct gb_cost cost(const struct gb_run *run)
{
	const double trips = ((const struct fused_args *)gb_declared_args(run))->trips;

	return (struct gb_cost){ .ops = is_overlap(run) ? 2 * (FUSED_WARM_TRIPS + trips) * FUSED_PRODUCTS * FLOPS
							: trips };
}

/* With perfect overlap, a product takes as long as the longer of the two. */
static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return is_overlap(run) ? product_cycles(device) * fmax(1, gb_value(run, load) / 100.0) : (double)NAN;
}

static int observe(struct gb_run *run, double *value)
{
	struct gb_chosen *at = gb_state(run);
	const struct fused_args *args = gb_declared_args(run);
	const double parts = args->trips * (is_overlap(run) ? FUSED_PRODUCTS : 1.0);
	unsigned long long cycles[FUSED_PHASES];

	GB_TRY(gb_copy_out(run, cycles, (uintptr_t)args->cycles, sizeof cycles));
	for (int phase = 0; phase < FUSED_PHASES; phase++)
		at->noted[phase] = (double)cycles[phase] / parts;
	*value = at->noted[FUSED_TOGETHER];
	return GB_OK;
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct gb_chosen *at = gb_state(run);
	const double first = at->noted[FUSED_MATRIX_ALONE], second = at->noted[FUSED_OTHER_ALONE];
	const double product = is_overlap(run) ? product_cycles(gb_device(run)) : 0;
	const double others = is_overlap(run) ? product * gb_value(run, load) / 100.0 : 0;

	out[0] = (struct gb_metric){ is_overlap(run) ? "matrix_alone" : "release", "cycles", GB_MEASURED, first,
				     product };
	out[1] = (struct gb_metric){ is_overlap(run) ? "other_alone" : "claim", "cycles", GB_MEASURED, second, others };
	if (!is_overlap(run))
		return 2;
	out[2] = (struct gb_metric){ "ops_per_product", "1", GB_EXACT, other_work(run), 0 };
	out[3] = (struct gb_metric){ "matrix_rate", "1", GB_OVER, first, 0 };
	out[4] = (struct gb_metric){ "other_rate", "1", GB_OVER, second, 0 };
	out[5] = (struct gb_metric){ "overlap", "1", GB_OVER, fmax(first, second), 1 };
	return 6;
}

/* ---- results of the kernels and their models --------------------------------------------------------------------- */

/* Two elements of A, or then of B: 1 or 1.5, with a sign, so that sums of their products are exact. */
static uint32_t two_elements(uint64_t i)
{
	return (input_bits(i) & 0x80408040) | 0x3f803f80;
}

static size_t expected_sums(const struct gb_run *run, const void *of, struct gb_shape shape, void *words)
{
	const struct fused_args *args = of;
	float element[FUSED_ROWS + FUSED_COLS][FUSED_DEPTH], *out = words;

	for (uint32_t i = 0; i < (FUSED_ROWS + FUSED_COLS) * FUSED_DEPTH; i++)
		element[i / FUSED_DEPTH][i % FUSED_DEPTH] = bits_float(two_elements(i / 2) >> i % 2 * 16 << 16);
	for (uint32_t i = 0; i < FUSED_ROWS * FUSED_COLS && args->kind != FUSED_SETMAXNREG; i++) {
		out[i] = 0;
		for (uint32_t k = 0; k < FUSED_DEPTH; k++)
			out[i] += element[i / FUSED_COLS][k] * element[FUSED_ROWS + i % FUSED_COLS][k];
		out[i] *= (float)(((args->trips - 1) % FUSED_SPAN + 1) * FUSED_STEPS) / 4;
	}
	return args->kind != FUSED_SETMAXNREG ? FUSED_ROWS * FUSED_COLS : 0;
}

static uint32_t two_bytes(float upper, float lower)
{
	return (uint32_t)(format_encode(FORMAT_E4M3, (double)upper) << 8 | format_encode(FORMAT_E4M3, (double)lower));
}

static void follow_step(uint32_t kind, uint32_t i, uint32_t k, float x[FUSED_CHAINS], float *sum)
{
	if (kind == FUSED_EX2 || kind == FUSED_SOFTMAX)
		*sum += x[k] = 2 - exp2f(x[k]);
	else if (kind == FUSED_BF16)
		x[k] = bits_float(format_encode(FORMAT_BF16, (double)x[k]) << 16 | 0xbf80);
	else if (kind == FUSED_FFMA)
		x[k] += 2;
	else if (i % 2 == 1) {
		const uint32_t high = two_bytes(x[k ^ 1], x[k]), low = two_bytes(x[k], x[k ^ 1]);
		x[k] = bits_float(high << 16 | low);
	}
}

static uint32_t end_chains(const struct fused_args *args, uint32_t thread)
{
	const uint32_t n = args->trips * args->bodies * (FUSED_BODY / FUSED_CHAINS);
	const uint32_t most = bits_of_float((float)(args->kind == FUSED_SOFTMAX));
	float x[FUSED_CHAINS], sum[FUSED_CHAINS] = { 0 };
	uint32_t end = 0;

	for (uint32_t k = 0; k < FUSED_CHAINS; k++)
		x[k] = bits_float(fused_start((int)args->kind, thread, k));
	for (uint32_t i = 0; i < n * FUSED_CHAINS; i++)
		follow_step(args->kind, i / FUSED_CHAINS, i % FUSED_CHAINS, x, &sum[i % FUSED_CHAINS]);
	for (uint32_t k = 0; k < FUSED_CHAINS; k++)
		end = input_mix(end ^ bits_of_float(x[k]) ^ most ^ bits_of_float(sum[k]));
	return end;
}

/* Threads that only multiply leave nothing. The others have four different starts. */
static size_t expected_ends(const struct gb_run *run, const void *of, struct gb_shape shape, void *words)
{
	const struct fused_args *args = of;
	const uint32_t first = shape.block > FUSED_MATRIX ? FUSED_MATRIX : 0;
	uint32_t *out = words;

	memset(out, 0xff, shape.block * sizeof *out);
	for (uint32_t t = first; t < shape.block && args->kind != FUSED_COPY; t++)
		out[t] = args->kind == FUSED_SETMAXNREG ? t + args->trips
			 : t < first + 4                ? end_chains(args, t)
							: out[t - 4];
	return args->kind != FUSED_COPY ? shape.block : 0;
}

/* Each place of the ring has the last piece copied there. */
static size_t expected_copies(const struct gb_run *run, const void *of, struct gb_shape shape, void *words)
{
	const struct fused_args *args = of;
	const uint32_t pieces = 2 * (FUSED_WARM_TRIPS + args->trips) * args->bodies, size = FUSED_PIECE / 4;
	uint32_t *out = words;

	if (args->kind != FUSED_COPY)
		return 0;
	for (uint32_t i = (pieces - FUSED_RING) * size; i < pieces * size; i++)
		out[i % (FUSED_RING * size)] = gb_mixed_bits(i % (FUSED_SOURCE * size));
	return (size_t)FUSED_RING * size;
}

/* A trip takes 1000 and 1100 cycles alone, and 1200 together. */
static void model(struct gb_shape shape, const void *of)
{
	const struct fused_args *args = of;

	gb_model_unchecked(args->cycles, FUSED_PHASES * sizeof *args->cycles);
	for (uint32_t phase = 0; phase < FUSED_PHASES; phase++)
		args->cycles[phase] = (UINT64_C(1000) + UINT64_C(100) * phase) * args->trips;
	expected_sums(NULL, args, shape, args->sums);
	expected_ends(NULL, args, shape, args->ends);
	expected_copies(NULL, args, shape, args->copied);
}

GB_ONE_MODEL(fused, "fused_*", model);

static const struct gb_member members[] = {
	GB_ARRAY(struct fused_args, matrices, .bytes = (uint64_t)FUSED_BYTES, .fill = two_elements),
	GB_ARRAY(struct fused_args, source, .bytes = (uint64_t)FUSED_SOURCE * FUSED_PIECE),
	GB_ARRAY(struct fused_args, sums, .bytes = UINT64_C(4) * FUSED_ROWS * FUSED_COLS,
		 .expect_words = expected_sums),
	GB_ARRAY(struct fused_args, ends, .per_thread = 4, .expect_words = expected_ends),
	GB_ARRAY(struct fused_args, copied, .bytes = (uint64_t)FUSED_RING * FUSED_PIECE,
		 .expect_words = expected_copies),
	GB_ARRAY(struct fused_args, cycles, .cycles = 2 * FUSED_PHASES),
	GB_TRIPS(struct fused_args, trips, TRIPS),
	{ .name = NULL },
};

GB_BENCH(fused) = {
	GB_DECLARED_LAUNCH(NULL, struct fused_args, members, .name_kernel = name_kernel, .choose = choose),
	.name = "fused",
	.summary = "the matrix unit next to exponentials, conversions, FMAs and copies in one block; setmaxnreg",
	.method = "One block on one SM. In a trip, two warpgroups issue 16 wgmma each, of 64 x 256 x 16 in BF16 with A "
		  "and B in shared memory, and wait for those of the trip before. A third warpgroup (apart), which is "
		  "never more than a trip ahead, or the same two between issue and wait (same) do the other work: 8 "
		  "chains in each thread, or bulk copies of 8 KiB, 16 in flight. A launch times each alone, then both, "
		  "by the SM's clock.\n"
		  "The value is cycles per product with both at work. At a load of 100 % the other pipe, at its "
		  "limit, takes as long as a product; ops_per_product counts operations per thread, or bytes. "
		  "matrix_alone and other_alone are the cycles of each alone. matrix_rate and other_rate are the "
		  "rates of both together over those alone. overlap is the longer time alone over the time "
		  "together. Two conversions to E4M3 take a third instruction that joins them.\n"
		  "setmaxnreg: the cycles from giving away 104 of 128 registers per thread until another warpgroup, "
		  "which waits for them, has them. release: the cycles until they are given away. claim: the cycles "
		  "to take free registers back.\n"
		  "Verified: all sums of the product, the ends of all chains, all bytes copied.\n"
		  "Limit: the longer time, at the rates of the units; none is known for setmaxnreg.\n"
		  "Source: rates as in tensor and instr; J. Shah et al., FlashAttention-3 (arXiv:2407.08608).",
	.subject = GB_SUBJECT_ARITHMETIC,
	.quantity = GB_CYCLES,
	.deep = "pipe=ex2,softmax,bf16,e4m3,ffma,copy,setmaxnreg",
	.require = { .cc_min = 90 },
	.axes = axes,
	.variants = gb_variants_fused,
	.prepare = prepare,
	.verify = gb_declared_verify,
	.cost = cost,
	.limit = limit,
	.observe = observe,
	.metrics = metrics,
};
