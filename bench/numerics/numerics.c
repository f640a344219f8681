/* numerics: how the matrix units add: bits, order, rounding and subnormal numbers, by format. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../common/kernel.h"
#include "state.h"

/* A launch lasts this long at the units' rate. */
#define RATE_SECONDS 3e-4

/* clang-format off */
#define INSTRUCTIONS(X)                                       \
	X(fp16_fp32, FORMAT_FP16, FORMAT_FP32, 16, 80, true)  \
	X(fp16_fp16, FORMAT_FP16, FORMAT_FP16, 16, 80, true)  \
	X(bf16_fp32, FORMAT_BF16, FORMAT_FP32, 16, 80, true)  \
	X(tf32_fp32, FORMAT_TF32, FORMAT_FP32, 8, 80, true)   \
	X(e4m3_fp32, FORMAT_E4M3, FORMAT_FP32, 32, 89, true)  \
	X(e5m2_fp32, FORMAT_E5M2, FORMAT_FP32, 32, 89, true)  \
	X(e4m3_fp16, FORMAT_E4M3, FORMAT_FP16, 32, 89, true)  \
	X(int8_int32, FORMAT_INT8, SUM_INT32, 32, 80, true)   \
	X(fp64_fp64, FORMAT_FP64, FORMAT_FP64, 16, 90, false)
/* clang-format on */
#define INSTRUCTION(name, ...) { #name, __VA_ARGS__ },
#define NAME(name, ...)        #name,
static const struct instruction instructions[] = { INSTRUCTIONS(INSTRUCTION) };
static const char *const names[] = { INSTRUCTIONS(NAME) NULL };
static const char *const ops[] = { [OP_SYNC] = "sync", [OP_WGMMA] = "wgmma", NULL };

static const struct gb_axis axes[] = {
	{ GB_AXIS(op), .help = "mma.sync of a warp, or wgmma of a warpgroup", .names = ops },
	{ GB_AXIS(format), .help = "number formats of operands and of sums", .names = names,
	  .quick = "fp16_fp32,e4m3_fp32,fp64_fp64" },
	{ .name = NULL },
};

/* ---- the point --------------------------------------------------------------------------------------------------- */

static bool is_group(const struct gb_run *run)
{
	return gb_value(run, op) == OP_WGMMA;
}

const struct instruction *numerics_instruction(const struct gb_run *run)
{
	return &instructions[gb_value(run, format)];
}

uint32_t numerics_rows(const struct gb_run *run)
{
	return is_group(run) ? NUMERICS_GROUP_ROWS : NUMERICS_WARP_ROWS;
}

uint32_t numerics_cols(const struct gb_run *run)
{
	return is_group(run) ? NUMERICS_GROUP_COLS : NUMERICS_WARP_COLS;
}

uint64_t numerics_tile_bytes(const struct gb_run *run)
{
	return (uint64_t)numerics_rows(run) * numerics_cols(run) * arithmetic_sum_bytes(numerics_instruction(run)->sum);
}

uint64_t numerics_tiles(const struct gb_run *run, struct gb_shape shape)
{
	return (uint64_t)shape.grid * shape.block / (is_group(run) ? 128 : 32);
}

/* ---- its cost and limit ------------------------------------------------------------------------------------------ */

/* Instructions of a warp or warpgroup in a trip. */
static double body(const struct gb_run *run)
{
	return is_group(run) ? NUMERICS_BODY : NUMERICS_CHAINS;
}

/* Of all warps or warpgroups. */
static double instruction_ops(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return 2.0 * numerics_rows(run) * numerics_cols(run) * numerics_instruction(run)->depth *
	       (double)numerics_tiles(run, s->shape);
}

static double clock_rate(const struct gb_run *run, const struct gb_device *device)
{
	const struct instruction *i = numerics_instruction(run);

	return units_rate_of((struct units_instruction){ .type = i->type,
							 .is_mma = !is_group(run),
							 .has_fp16_sums = i->sum == FORMAT_FP16 },
			     device);
}

static struct gb_cost cost(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return (struct gb_cost){ .ops = instruction_ops(run) * (body(run) * s->args.trips + is_group(run)) };
}

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return clock_rate(run, device) * device->sm_count * sm_hz;
}

static enum gb_quantity measures(const struct gb_run *run)
{
	return units_quantity(numerics_instruction(run)->type);
}

static int matrix(const struct gb_run *run)
{
	return numerics_instruction(run)->type != FORMAT_FP64;
}

static const char *remark(const struct gb_run *run)
{
	return is_group(run) || gb_device(run)->cc_major != 9
		       ? NULL
		       : "mma.sync does not fill these units: they are made for wgmma";
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);
	const struct arithmetic *x = &s->found;
	size_t count = units_metrics(result->device, result, measures(run), clock_rate(run, result->device), out);

	if (!isnan(s->equal))
		out[count++] = (struct gb_metric){ "equal", "1", GB_MEASURED, s->equal, 0 };
	if (x->sum == SUM_INT32)
		return count;
	out[count++] = (struct gb_metric){ "summed_at_once", "1", GB_MEASURED, (double)x->depth / x->groups, 0 };
	if (x->aligned > 0)
		out[count++] = (struct gb_metric){ "aligned_bits", "1", GB_MEASURED, x->aligned, 0 };
	out[count++] = (struct gb_metric){ "kept_bits", "1", GB_MEASURED, x->kept, 0 };
	out[count++] = (struct gb_metric){ "aligns_nearest", "1", GB_MEASURED, x->aligns_nearest, 0 };
	out[count++] = (struct gb_metric){ "rounds_nearest", "1", GB_MEASURED, x->rounds_nearest, 0 };
	out[count++] = (struct gb_metric){ "adds_c_last", "1", GB_MEASURED, x->adds_c_last, 0 };
	out[count++] = (struct gb_metric){ "subnormal_inputs", "1", GB_MEASURED, x->subnormal_inputs, 0 };
	out[count++] = (struct gb_metric){ "subnormal_sums", "1", GB_MEASURED, x->subnormal_sums, 0 };
	return count;
}

/* ---- launch ------------------------------------------------------------------------------------------------------ */

static int setup(struct gb_run *run)
{
	const uint64_t operands = (uint64_t)WARP_TILES * NUMERICS_WARP_ROWS * NUMERICS_ROW_BYTES;
	const uint64_t sums = (uint64_t)GROUP_TILES * NUMERICS_GROUP_ROWS * NUMERICS_GROUP_COLS * sizeof(float);
	const struct gb_device *device = gb_device(run);
	struct state *s = gb_state(run);

	if (strcmp(gb_variant(run)->name, "wgmma") == 0 && (device->cc_major != 9 || device->cc_minor != 0))
		return gb_skip(run, "wgmma exists only on compute capability 9.0");
	s->equal = (double)NAN;
	s->out_bytes = (uint64_t)OUT_OF_SM * (uint64_t)device->sm_count;
	s->host_a = calloc(2 * operands + sums, 1);
	if (s->host_a == NULL)
		return gb_fail(run, "out of memory");
	s->host_b = s->host_a + operands;
	s->host_c = s->host_b + operands;
	GB_TRY(gb_alloc(run, operands, &s->a));
	GB_TRY(gb_alloc(run, operands, &s->b));
	GB_TRY(gb_alloc(run, sums, &s->c));
	return gb_alloc(run, s->out_bytes < sums ? sums : s->out_bytes, &s->out);
}

static void teardown(struct gb_run *run)
{
	struct state *s = gb_state(run);

	free(s->host_a);
}

static uint32_t trips_for(const struct gb_run *run)
{
	const struct gb_device *device = gb_device(run);
	const double rate = clock_rate(run, device) > 0 ? clock_rate(run, device) : 256;
	const double wanted = RATE_SECONDS * gb_work(run) * rate * device->sm_clock_max_hz * device->sm_count;

	return (uint32_t)fmax(1, fmin(wanted / (instruction_ops(run) * body(run)), 1 << 20));
}

static int choose_shape(struct gb_run *run)
{
	struct state *s = gb_state(run);
	uint32_t blocks;

	GB_TRY(kernel_wave(run, &s->kernel, NUMERICS_BLOCK, &blocks));
	s->shape = (struct gb_shape){ .grid = 1, .block = NUMERICS_BLOCK };
	const uint64_t bytes = numerics_tiles(run, s->shape) * numerics_tile_bytes(run);
	s->shape.grid = (uint32_t)fmin(blocks, (double)(s->out_bytes / bytes));
	return GB_OK;
}

static int prepare(struct gb_run *run)
{
	const struct instruction *i = numerics_instruction(run);
	const struct gb_device *device = gb_device(run);
	struct state *s = gb_state(run);

	if (is_group(run) ? !i->in_wgmma : 10 * device->cc_major + device->cc_minor < i->since)
		return gb_skip(run, "the matrix units of this device do not have this format");
	s->equal = (double)NAN;
	GB_TRY(kernel_find(run, &s->kernel, "numerics_%s_%s", ops[gb_value(run, op)], i->name));
	GB_TRY(choose_shape(run));
	s->args = (struct numerics_args){ .a = gb_address(s->a),
					  .b = gb_address(s->b),
					  .c = gb_address(s->c),
					  .out = gb_address(s->out),
					  .tiles = is_group(run) ? GROUP_TILES : WARP_TILES };
	s->args.trips = trips_for(run);
	GB_TRY(numerics_discover(run, &s->found));
	return numerics_fill(run);
}

int numerics_launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_launch(run, &s->kernel, s->shape, &s->args);
}

GB_BENCH(numerics) = {
	GB_IDENTITY(numerics),
	.summary = "how matrix units add: bits, order, rounding and subnormal numbers, by format",
	.method =
		"One instruction, D = C + A B, on operands that show how it adds: mma.sync m16n8 with the deepest k of "
		"its format, and wgmma m64n64. A large term, its negative and a small one leave the small one if it "
		"was kept. aligned_bits: the least exponent below that of the largest term that is kept when terms "
		"are aligned; absent if products are added one by one. kept_bits: bits of fraction of the result. "
		"summed_at_once: products that are aligned together, with no order among them; groups of them follow "
		"each other. aligns_nearest and rounds_nearest: 1 if the aligned terms and the result are rounded to "
		"the nearest number, 0 if toward zero. adds_c_last: 1 if C is added to the rounded sum of the products "
		"and not together with the first of them. subnormal_inputs and subnormal_sums: 1 if kept, 0 if "
		"flushed.\n"
		"equal: the share of random sums that equal a model on the host with these properties, bit by bit. The "
		"operands differ in exponent and sign, and include zeros and subnormal numbers; a quarter of C nearly "
		"cancels the products. The row is suspect unless all are equal. Whole numbers (int8) are exact, and "
		"their sums wrap around.\n"
		"The value is the rate of the same launch: every warp or warpgroup repeats the instruction.\n"
		"Limit: the units' rate at the SM clock measured over the timed interval. On 9.0 the compiler "
		"implements mma.sync in FP8 with FP16.\n"
		"Source: after Fasi et al., Numerical behavior of NVIDIA tensor cores (PeerJ Computer Science 7:e330, "
		"2021), and Xie et al., MMA-Sim (arXiv:2511.10909).",
	.subject = GB_SUBJECT_ARITHMETIC,
	.quantity = GB_FLOPS,
	.require = { .cc_min = 80, .memory_bytes = UINT64_C(32) << 20 },
	.axes = axes,
	.deep = "op=sync,wgmma",
	.variants = gb_variants_numerics,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = prepare,
	.launch = numerics_launch,
	.verify = numerics_verify,
	.teardown = teardown,
	.cost = cost,
	.limit = limit,
	.measures = measures,
	.metrics = metrics,
	.matrix = matrix,
	.remark = remark,
};
