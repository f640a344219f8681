/* tensor: the rate of the matrix units, by number format. */
#include <stdlib.h>

#include "state.h"

#define NAME(name, ...) #name,
const char *const tensor_types[] = { TENSOR_TYPES(NAME) NULL };
const char *const tensor_sums[] = { [SUM_FP32] = "fp32", [SUM_FP16] = "fp16", NULL };
const char *const tensor_sparsities[] = { [DENSE] = "dense", [SPARSE] = "sparse", NULL };
const char *const tensor_forms[] = {
	[FORM_2X2] = "2x2",           [FORM_2X4] = "2x4",           [FORM_4X4] = "4x4",
	[FORM_SHARED] = "ss",         [FORM_REGISTERS] = "rs",      [FORM_PAIR] = "pair",
	[FORM_SHARED_K96] = "ss_k96", [FORM_PAIR_K96] = "pair_k96", NULL,
};

static const struct gb_axis axes[] = {
	{ GB_AXIS(type), .help = "number format of both operands; mx and nv have a scale for every 32 or 16 elements",
	  .names = tensor_types, .quick = "fp16,bf16,e4m3,fp64,nvfp4" },
	{ GB_AXIS(acc), .help = "format of the sums; int32 for int8, fp64 for fp64, fp32 for others",
	  .names = tensor_sums, .quick = "fp32", .when = "type=fp16,e4m3,e5m2" },
	{ GB_AXIS(data), .help = units_data_help, .names = units_data, .full = "normal,zeros", .quick = "normal" },
	{ GB_AXIS(sparsity),
	  .help = "sparsity of A: two of four elements are zero and omitted (tf32: one of two); the operations saved "
		  "are counted",
	  .names = tensor_sparsities, .quick = "dense", .when = "data=normal" },
	{ GB_AXIS(form),
	  .help = "mma: fragments of A x of B that a warp holds; wgmma: A in shared memory (ss) or in registers (rs); "
		  "tcgen05: of one SM (ss) or of two (pair), on 10.3 also with 96 elements of FP4 along k",
	  .kind = GB_SEARCHED, .names = tensor_forms, .quick = "2x4,ss,rs,pair,pair_k96" },
	{ GB_AXIS(warps), .help = "warps per SM; four are a warpgroup", .kind = GB_SEARCHED,
	  .values = "4,8,12,16,24,32", .full = "8,12,16,24", .quick = "8,16" },
	{ .name = NULL },
};

/* The largest set of distinct tiles is that of eight warpgroups. */
enum { GROUPS_MOST = 8 };
#define RANGES ((uint64_t)GROUPS_MOST * TENSOR_WGMMA_ROWS * TENSOR_GROUP_COLS)
/* The largest output of an SM: 32 warps with 64 x 32 sums in 32 bits. */
#define OUT_OF_SM (UINT64_C(4) * 32 * 64 * 32)

static int allocate(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct {
		uint64_t bytes;
		gb_ptr *at;
	} parts[] = {
		{ A_SIZE + A_SCALES, &s->a },
		{ B_SIZE + B_SCALES, &s->b },
		{ s->out_bytes, &s->out },
		{ RANGES * sizeof *s->expected, &s->range },
		{ sizeof(struct gb_report), &s->report },
	};
	enum { PARTS = sizeof parts / sizeof parts[0] };
	uint64_t available, needed = 0;

	for (size_t i = 0; i < PARTS; i++)
		needed += parts[i].bytes;
	GB_TRY(gb_memory_free(run, &available));
	if (available < needed)
		return gb_skip(run, "%.0f MB of device memory are free; %.0f MB are needed", 1e-6 * (double)available,
			       1e-6 * (double)needed);
	for (size_t i = 0; i < PARTS; i++)
		GB_TRY(gb_alloc(run, parts[i].bytes, parts[i].at));
	return GB_OK;
}

float tensor_normal[2 * OPERANDS];

static int setup(struct gb_run *run)
{
	const struct gb_device *device = gb_device(run);
	struct state *s = gb_state(run);

	if (tensor_instructions(run) == WGMMA && (device->cc_major != 9 || device->cc_minor != 0))
		return gb_skip(run, "wgmma exists only on compute capability 9.0%s",
			       tensor_has_tcgen05(device) ? ": variant tcgen05 replaced it" : "");
	if (tensor_instructions(run) == TCGEN05 && !tensor_has_tcgen05(device))
		return gb_skip(run, "tcgen05 exists only on compute capability 10.x and 11.x");
	if (tensor_instructions(run) == SCALED && device->cc_major != 12)
		return gb_skip(run, "mma.sync of 6 and 4 bits exists only on compute capability 12.x");
	s->type = s->data = -1;
	s->out_bytes = OUT_OF_SM * (uint64_t)device->sm_count;
	s->host = malloc(OPERANDS + A_SCALES + B_SCALES);
	s->expected = malloc(RANGES * sizeof *s->expected);
	if (s->host == NULL || s->expected == NULL)
		return gb_fail(run, "out of memory");
	GB_TRY(allocate(run));
	return gb_find_kernel(run, "tensor_check", &s->check);
}

static void teardown(struct gb_run *run)
{
	free(state_of(run)->host);
	free(state_of(run)->expected);
}

GB_BENCH(tensor) = {
	GB_IDENTITY(tensor),
	.summary = "Tensor Cores: every number format, dense and sparse, on normal numbers and on zeros",
	.method =
		"Every SM multiplies small matrices repeatedly, D = D + A B. Variant mma keeps the operands in "
		"registers (mma.sync: m8n8k4 on sm_70, m16n8 since). Variant wgmma reads them from shared memory with "
		"a swizzle of 128 bytes (Hopper's warpgroup instructions, m64n256, four of them a group); A may come "
		"from registers. Variant tcgen05, for compute capability 10.x and 11.x, is tcgen05.mma of one SM "
		"(m128n256) or two (m256n256), with sums of FP32, FP16 or INT32 in tensor memory. Variant scaled, for "
		"compute capability 12.x, is mma.sync in FP6 and FP4 and with scales of blocks. The types mx and nv "
		"have a scale, whose value is 1 or 2, for each block of 32 elements along k (nvfp4: 16). Where A is "
		"sparse, blocks are twice as long. Sums restart every 8 passes over k, as in a matrix product, so they "
		"neither overflow nor absorb small terms. Operands are standard normal numbers rounded to the format "
		"(int8: in steps of 1/32), or zeros, which take less power and allow a higher clock. e4m3 has one more "
		"mantissa bit than e5m2, which costs power; data=coarse gives it the numbers of e5m2. The compiler "
		"implements mma.sync in FP8 on Hopper with FP16, and its limit is that of FP16.\n"
		"Value: a multiply-add is two operations. With a sparse A, which omits two of four elements, the "
		"products with its zeros count too. Dense matrices with wide sums set the roofs.\n"
		"Verified on poisoned output: the last sums, element by element, in double precision on the host. The "
		"tolerance covers truncated low-order bits.\n"
		"Limit: the rate of the units at the SM clock measured over the timed interval.\n"
		"Status: the variants tcgen05 and scaled are audited, never run. Their machine code was examined, and "
		"their descriptors and layouts were compared with those of CUTLASS. A run of tcgen05 verifies every "
		"format before any is timed; please send the file of the first run to the project.",
	.subject = GB_SUBJECT_ARITHMETIC,
	.quantity = GB_FLOPS,
	.axes = axes,
	/* The first instruction with a sparse A lowers the clock of all later work by about 4 % until the process ends;
	 * see docs/how-we-measure.md, "Loads that hold the clock down". */
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
	.sdc = "type=fp16,bf16,tf32,e4m3,int8,fp64 acc=fp32 data=normal sparsity=dense",
};
