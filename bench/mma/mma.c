/* mma: latency and rate of matrix instructions, by shape. */
#include <stdlib.h>

#include "state.h"

/* clang-format off */
#define SHAPES(X)                                          \
	X(fp16_fp32, m8n8k4, FP16, FP32, 8, 4, 70)         \
	X(fp16_fp32, m16n8k8, FP16, FP32, 16, 8, 75)       \
	X(fp16_fp32, m16n8k16, FP16, FP32, 16, 16, 80)     \
	X(fp16_fp16, m8n8k4, FP16, FP16, 8, 4, 70)         \
	X(fp16_fp16, m16n8k8, FP16, FP16, 16, 8, 75)       \
	X(fp16_fp16, m16n8k16, FP16, FP16, 16, 16, 80)     \
	X(bf16_fp32, m16n8k8, BF16, FP32, 16, 8, 80)       \
	X(bf16_fp32, m16n8k16, BF16, FP32, 16, 16, 80)     \
	X(tf32_fp32, m16n8k4, TF32, FP32, 16, 4, 80)       \
	X(tf32_fp32, m16n8k8, TF32, FP32, 16, 8, 80)       \
	X(e4m3_fp32, m16n8k16, E4M3, FP32, 16, 16, 89)     \
	X(e4m3_fp32, m16n8k32, E4M3, FP32, 16, 32, 89)     \
	X(int8_int32, m8n8k16, INT8, INT32, 8, 16, 75)     \
	X(int8_int32, m16n8k16, INT8, INT32, 16, 16, 80)   \
	X(int8_int32, m16n8k32, INT8, INT32, 16, 32, 80)   \
	X(fp64_fp64, m8n8k4, FP64, FP64, 8, 4, 80)         \
	X(fp64_fp64, m16n8k4, FP64, FP64, 16, 4, 90)       \
	X(fp64_fp64, m16n8k8, FP64, FP64, 16, 8, 90)       \
	X(fp64_fp64, m16n8k16, FP64, FP64, 16, 16, 90)
/* clang-format on */
#define SHAPE_NAME(operands, shape, type, sum, rows, depth, since) #operands "_" #shape,
#define SHAPE(operands, shape, type, sum, rows, depth, since) \
	{ #operands "_" #shape, FORMAT_##type, SUM_##sum, rows, depth, since, 0, { 0, 0 } },
const struct shape mma_shape[] = { SHAPES(SHAPE) };
const char *const mma_shapes[] = { SHAPES(SHAPE_NAME) NULL };

/* All have 16 rows. Scales are powers of two in 8 bits (UE8M0); those of nvfp4 are numbers in E4M3. */
#define FORMATS_OF_12(X)                     \
	X(fp6_e3m2, E3M2, 32, 0, 0, 0)       \
	X(fp6_e2m3, E2M3, 32, 0, 0, 0)       \
	X(fp4_e2m1, E2M1, 32, 0, 0, 0)       \
	X(mxfp8_e4m3, E4M3, 32, 1, 127, 128) \
	X(mxfp6_e3m2, E3M2, 32, 1, 127, 128) \
	X(mxfp6_e2m3, E2M3, 32, 1, 127, 128) \
	X(mxfp4_e2m1, E2M1, 32, 1, 127, 128) \
	X(mxfp4, FP4, 64, 2, 127, 128)       \
	X(nvfp4, FP4, 64, 4, 0x38, 0x40)
#define FORMAT_NAME(name, type, depth, blocks, one, two) #name,
#define FORMAT(name, type, depth, blocks, one, two) \
	{ #name, FORMAT_##type, SUM_FP32, 16, depth, 120, blocks, { one, two } },
const struct shape mma_format[] = { FORMATS_OF_12(FORMAT) };
const char *const mma_formats[] = { FORMATS_OF_12(FORMAT_NAME) NULL };

static const char *const ops[] = { [OP_SYNC] = "sync", [OP_SS] = "ss", [OP_RS] = "rs", [OP_SCALED] = "scaled", NULL };
/* In the order of the table in cost_and_limit.c. */
static const char *const types[] = {
	"fp16_fp32", "fp16_fp16", "bf16_fp32", "tf32_fp32", "e4m3_fp32", "int8_int32", NULL
};
static const char *const measures[] = { [LATENCY] = "latency", [RATE] = "rate", NULL };

static const struct gb_axis axes[] = {
	{ GB_AXIS(op),
	  .help = "mma.sync of a warp, wgmma of a warpgroup with A in shared memory (ss) or in registers (rs), or "
		  "mma.sync of 4 to 8 bits with scales",
	  .names = ops },
	{ GB_AXIS(shape), .help = "number formats of operands and of sums, and the shape of the instruction",
	  .names = mma_shapes, .quick = "fp16_fp32_m16n8k8,fp16_fp32_m16n8k16,fp64_fp64_m8n8k4", .when = "op=sync" },
	{ GB_AXIS(format),
	  .help = "number format of operands: a byte each, or two per byte (mxfp4, nvfp4); mx and nv have a scale for "
		  "every 32 or 16 elements",
	  .names = mma_formats, .quick = "mxfp8_e4m3,nvfp4", .when = "op=scaled" },
	{ GB_AXIS(type), .help = "number formats of operands and of sums", .names = types, .quick = "fp16_fp32",
	  .when = "op=ss,rs" },
	{ GB_AXIS(n), .unit = "columns", .help = "columns of an instruction's sums, for m64n",
	  .values = "8,16,32,64,96,128,192,256", .quick = "8,64,256", .when = "op=ss,rs" },
	{ GB_AXIS(measure),
	  .help = "cycles per instruction in a chain, issued by a single warp or warpgroup, or operations per second "
		  "of all SMs",
	  .names = measures },
	{ GB_AXIS(warps), .help = "warps per SM; four are a warpgroup", .kind = GB_SEARCHED, .values = "4,8,12,16",
	  .quick = "8,16", .when = "measure=rate" },
	{ .name = NULL },
};

/* The largest output of an SM: four warpgroups with 64 x 256 sums in 32 bits, if an SM has the registers. */
#define OUT_OF_SM (UINT64_C(4) * 4 * MMA_GROUP_ROWS * 256)
/* The distinct tiles need at most the output of one SM. */
#define EXPECTED_BYTES OUT_OF_SM

static int setup(struct gb_run *run)
{
	const struct gb_device *device = gb_device(run);
	struct state *s = gb_state(run);

	if (strcmp(gb_variant(run)->name, "wgmma") == 0 && (device->cc_major != 9 || device->cc_minor != 0))
		return gb_skip(run, "wgmma exists only on compute capability 9.0");
	if (strcmp(gb_variant(run)->name, "scaled") == 0 && device->cc_major != 12)
		return gb_skip(run, "mma.sync of 6 and 4 bits exists only on compute capability 12.x");
	s->out_bytes = OUT_OF_SM * (uint64_t)device->sm_count;
	s->host = malloc(2 * OPERAND_BYTES);
	s->wanted = malloc(EXPECTED_BYTES);
	if (s->host == NULL || s->wanted == NULL)
		return gb_fail(run, "out of memory");
	GB_TRY(gb_find_kernel(run, "mma_check", &s->check));
	GB_TRY(gb_alloc(run, OPERAND_BYTES, &s->a));
	GB_TRY(gb_alloc(run, OPERAND_BYTES, &s->b));
	GB_TRY(gb_alloc(run, s->out_bytes, &s->out));
	GB_TRY(gb_alloc(run, EXPECTED_BYTES, &s->expected));
	GB_TRY(gb_alloc(run, 2 * sizeof(unsigned long long), &s->cycles));
	GB_TRY(gb_alloc(run, sizeof(struct gb_report), &s->report));
	return GB_OK;
}

static void teardown(struct gb_run *run)
{
	free(state_of(run)->host);
	free(state_of(run)->wanted);
}

GB_BENCH(mma) = {
	GB_IDENTITY(mma),
	.summary = "latency and rate of matrix instructions, mma.sync and wgmma, by shape and place of A",
	.method =
		"A chain of one instruction, D = D + A B: each adds to the sums of the previous one. Variant sync: "
		"mma.sync in every dense shape from compute capability 7.0 to 9.0, operands in registers. Variant "
		"wgmma: Hopper's m64nNk of 32 bytes of k, B in shared memory, swizzled by 128 bytes, and A also there "
		"(ss) or in registers (rs). Variant scaled: mma.sync of compute capability 12.x with 8, 6 and 4 bits, "
		"one or two elements per byte, with a scale for every 32 or 16 elements of k (mx, nv) or none; it is "
		"audited, never run: please send the file of the first run to the project.\n"
		"Latency: one warp, or one warpgroup, alone on the device. The value is the number of clock cycles of "
		"one instruction: the time of a loop minus the time of a loop with half as many instructions, so that "
		"the loop itself cancels. For wgmma this is the time from one instruction to the next, issued without "
		"waiting; waited is the time if each instruction must complete before the next is issued.\n"
		"Rate: every SM has the best number of warps; with mma.sync each warp has four chains. A multiply-add "
		"is two operations. ops_per_clock is the value divided by the number of SMs and the SM clock; "
		"operand_bytes_per_clock is what wgmma reads from shared memory.\n"
		"Operands are 1 and 2 with either sign, scales 1 and 2, so that all sums are integers that their "
		"format represents exactly; sums restart every 4 iterations of the loop (in FP64 they do not). "
		"Verified: the sums of every warp, each element bit by bit, against sums that the host computes in "
		"double precision; the output is poisoned beforehand.\n"
		"Limit of a rate: the units' rate at the SM clock measured over the timed interval; for wgmma the "
		"lower of this and the rate at which shared memory delivers the operands, 128 bytes per clock and SM. "
		"For a chain of wgmma: the same in cycles. A chain of mma.sync has no limit. On 9.0 mma.sync in FP8 is "
		"left out: the compiler implements it with FP16 and folds chains of equal products.\n"
		"Source: after Luo et al., Benchmarking and Dissecting the Nvidia Hopper GPU Architecture via "
		"Microbenchmarking (2024), and Sun et al., Dissecting Tensor Cores via Microbenchmarks (2022).",
	.subject = GB_SUBJECT_ARITHMETIC,
	.quantity = GB_FLOPS,
	.require = { .cc_min = 70, .memory_bytes = UINT64_C(32) << 20 },
	.axes = axes,
	.deep = "measure=latency,rate",
	.variants = gb_variants_mma,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = mma_prepare,
	.launch = mma_launch,
	.verify = mma_verify,
	.teardown = teardown,
	.cost = mma_cost,
	.limit = mma_limit,
	.observe = mma_observe,
	.measures = mma_measures,
	.metrics = mma_metrics,
	.shares = mma_shares,
	.matrix = mma_matrix,
	.remark = mma_remark,
};
