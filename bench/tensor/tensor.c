/* tensor: the rate of the matrix units, by number format. */
#include <stdlib.h>

#include "state.h"

GB_VARIANTS(tensor);

const char *const tensor_types[] = {
	[FORMAT_FP16] = "fp16", [FORMAT_BF16] = "bf16", [FORMAT_TF32] = "tf32", [FORMAT_E4M3] = "e4m3",
	[FORMAT_E5M2] = "e5m2", [FORMAT_INT8] = "int8", [FORMAT_FP64] = "fp64", NULL,
};
const char *const tensor_sums[] = { [SUM_FP32] = "fp32", [SUM_FP16] = "fp16", NULL };
const char *const tensor_sparsities[] = { [DENSE] = "dense", [SPARSE] = "sparse", NULL };
const char *const tensor_forms[] = {
	[FORM_2X2] = "2x2",
	[FORM_2X4] = "2x4",
	[FORM_4X4] = "4x4",
	[FORM_SHARED] = "ss",
	[FORM_REGISTERS] = "rs",
	[FORM_PAIR] = "pair",
	NULL,
};

static const struct gb_axis axes[] = {
	{ .name = "type",
	  .help = "number format of both operands",
	  .kind = GB_REPORTED,
	  .names = tensor_types,
	  .quick = "fp16,bf16,e4m3,fp64" },
	{ .name = "acc",
	  .help = "format of the sums; of int8 it is int32, of fp64 fp64, of others fp32",
	  .kind = GB_REPORTED,
	  .names = tensor_sums,
	  .quick = "fp32",
	  .when = "type=fp16,e4m3,e5m2" },
	{ .name = "data",
	  .help = units_data_help,
	  .kind = GB_REPORTED,
	  .names = units_data,
	  .full = "normal,zeros",
	  .quick = "normal" },
	{ .name = "sparsity",
	  .help = "of A: two of four elements are zero and left out (tf32: one of two); the operations that saves count",
	  .kind = GB_REPORTED,
	  .names = tensor_sparsities,
	  .quick = "dense",
	  .when = "data=normal" },
	{ .name = "form",
	  .help = "mma: fragments of A x of B that a warp holds; wgmma: A in shared memory (ss) or in registers (rs); "
		  "tcgen05: of one SM (ss) or of two (pair)",
	  .kind = GB_SEARCHED,
	  .names = tensor_forms,
	  .quick = "2x4,ss,rs,pair" },
	{ .name = "warps",
	  .help = "warps an SM; four are a warpgroup",
	  .kind = GB_SEARCHED,
	  .values = "4,8,12,16,24,32",
	  .full = "8,12,16,24",
	  .quick = "8,16" },
	{ .name = NULL },
};

/* The largest tiles that differ from each other: eight warpgroups'. */
enum { GROUPS_MOST = 8 };
#define RANGES ((uint64_t)GROUPS_MOST * TENSOR_WGMMA_ROWS * TENSOR_GROUP_COLS)
/* Of all tiles of an SM, the most: 32 warps' of 64 x 32 sums in 32 bits. */
#define OUT_OF_SM (UINT64_C(4) * 32 * 64 * 32)

static int allocate(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct {
		uint64_t bytes;
		gb_ptr *at;
	} parts[] = {
		{ A_SIZE, &s->a },
		{ B_SIZE, &s->b },
		{ s->out_bytes, &s->out },
		{ RANGES * sizeof *s->expected, &s->range },
		{ sizeof(struct gb_report), &s->report },
	};
	enum { PARTS = sizeof parts / sizeof parts[0] };
	uint64_t available, needed = 0;

	for (size_t i = 0; i < PARTS; i++)
		needed += parts[i].bytes;
	int status = gb_memory_free(run, &available);
	if (status == GB_OK && available < needed)
		return gb_skip(run, "%.0f MB of device memory are free; %.0f MB are needed", 1e-6 * (double)available,
			       1e-6 * (double)needed);
	for (size_t i = 0; i < PARTS && status == GB_OK; i++)
		status = gb_alloc(run, parts[i].bytes, parts[i].at);
	return status;
}

float tensor_normal[OPERANDS];

static int setup(struct gb_run *run)
{
	const struct gb_device *device = gb_device(run);
	struct state *s = gb_state(run);

	if (tensor_instructions(run) == WGMMA && (device->cc_major != 9 || device->cc_minor != 0))
		return gb_skip(run, "wgmma is there on compute capability 9.0 alone%s",
			       tensor_has_tcgen05(device) ? ": variant tcgen05 took its place" : "");
	if (tensor_instructions(run) == TCGEN05 && !tensor_has_tcgen05(device))
		return gb_skip(run, "tcgen05 is there on compute capability 10.x and 11.x alone");
	s->type = s->data = -1;
	s->out_bytes = OUT_OF_SM * (uint64_t)device->sm_count;
	units_make_normal(tensor_normal, OPERANDS);
	s->host = malloc(OPERANDS);
	s->expected = malloc(RANGES * sizeof *s->expected);
	if (s->host == NULL || s->expected == NULL)
		return gb_fail(run, "out of memory");
	int status = allocate(run);
	return status == GB_OK ? gb_find_kernel(run, "tensor_check", &s->check) : status;
}

static void teardown(struct gb_run *run)
{
	struct state *s = gb_state(run);

	free(s->host);
	free(s->expected);
}

GB_BENCH(tensor) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "tensor",
	.summary = "matrix units: every number format they have, dense and sparse, on normal numbers and on zeros",
	.method =
		"Every SM multiplies small matrices again and again, D = D + A B, with its operands in registers (variant mma: "
		"mma.sync, m8n8k4 of sm_70, m16n8 since) or in shared memory, swizzled by 128 bytes (variant wgmma: Hopper's "
		"warpgroup instructions, m64n256, four of them a group; A may come from registers. Variant tcgen05, of "
		"compute capability 10.x and 11.x: tcgen05.mma of one SM, m128n256, or of two, m256n256, with sums in tensor memory). Sums start anew every 8 "
		"passes over k, as those of a matrix product do, so that they neither overflow nor swallow what is added. A "
		"multiply-add is two operations; of a sparse A, of which two of four elements are left out, those with its "
		"zeros count too. Operands are standard normal numbers rounded to the format (int8: in steps of 1/32), or "
		"zeros, which take less power and so leave a higher clock; roofs are those of dense matrices with wide sums. e4m3 has "
		"a bit of mantissa more than e5m2, which takes power, too: with data=coarse it has the very numbers of e5m2. The last sums are compared, element by element, with double precision on the host, on poisoned output; "
		"the tolerance is what cutting off low places may lose. The limit is the units' rate at the SM clock measured "
		"over the timed interval. mma.sync has no FP8 of its own on Hopper: the compiler makes it of FP16, whose limit it has. "
		"The variant tcgen05 is audited, never run: its machine code was examined and its descriptors were compared "
		"with CUTLASS's, but no such card was at hand. On one every format is verified before any is timed; please "
		"send the project the file of the first run.",
	.subject = GB_SUBJECT_ARITHMETIC,
	.quantity = GB_FLOPS,
	.axes = axes,
	/* The first instruction with a sparse A costs all that follow some 4 % of their clock, until the process ends:
	 * docs/how-we-measure.md, "Loads that hold the clock down". */
	.last = "sparsity=sparse",
	.variants = gb_variants_tensor,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = tensor_prepare,
	.launch = tensor_launch,
	.verify = tensor_verify,
	.teardown = teardown,
	.cost = tensor_cost,
	.limit = tensor_limit,
	.roof = tensor_roof,
	.measures = tensor_measures,
	.metrics = tensor_metrics,
	.conclude = tensor_conclude,
	.remark = tensor_remark,
	.shares = tensor_shares,
	.matrix = tensor_matrix,
};
