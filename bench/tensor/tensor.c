/* tensor: the rate of the matrix units, by number format. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats.h"
#include "gpubench.h"
#include "tensor.h"

GB_VARIANTS(tensor);

/* A launch lasts about so long. wgmma takes all the power there is: what it is timed for must be long enough to show the
 * clock that the card can hold, and the start and the end of a grid, some 5 us, must not show in a roof. */
#define LONG_SECONDS  4e-3
#define SHORT_SECONDS 1e-3

enum { WARP = 32, GROUP_WARPS = 4, GROUPS_MOST = 8 };

static const char *const types[] = {
	[FORMAT_FP16] = "fp16", [FORMAT_BF16] = "bf16", [FORMAT_TF32] = "tf32", [FORMAT_E4M3] = "e4m3",
	[FORMAT_E5M2] = "e5m2", [FORMAT_INT8] = "int8", [FORMAT_FP64] = "fp64", NULL,
};

enum { SUM_FP32, SUM_FP16 };
static const char *const sums[] = { [SUM_FP32] = "fp32", [SUM_FP16] = "fp16", NULL };

enum { NORMAL, ZEROS };
static const char *const data[] = { [NORMAL] = "normal", [ZEROS] = "zeros", NULL };

enum { DENSE, SPARSE };
static const char *const sparsities[] = { [DENSE] = "dense", [SPARSE] = "sparse", NULL };

/* What a warp (mma: so many times 16 rows by 8 columns) or a warpgroup (wgmma: where A is) works on. */
enum { FORM_2X2, FORM_2X4, FORM_4X4, FORM_SHARED, FORM_REGISTERS };
static const char *const forms[] = {
	[FORM_2X2] = "2x2", [FORM_2X4] = "2x4", [FORM_4X4] = "4x4", [FORM_SHARED] = "ss", [FORM_REGISTERS] = "rs", NULL,
};

static const struct gb_axis axes[] = {
	{ .name = "type",
	  .help = "number format of both operands",
	  .kind = GB_REPORTED,
	  .names = types,
	  .quick = "fp16,bf16,tf32,e4m3,int8,fp64" },
	{ .name = "acc",
	  .help = "format of the sums; of int8 it is int32, of fp64 fp64, of others fp32",
	  .kind = GB_REPORTED,
	  .names = sums,
	  .quick = "fp32",
	  .when = "type=fp16,e4m3,e5m2" },
	{ .name = "data",
	  .help = "standard normal numbers (int8: in steps of 1/32), or zeros",
	  .kind = GB_REPORTED,
	  .names = data,
	  .quick = "normal" },
	{ .name = "sparsity",
	  .help = "of A: two of four elements are zero and left out (tf32: one of two); the operations that saves count",
	  .kind = GB_REPORTED,
	  .names = sparsities,
	  .quick = "dense",
	  .when = "data=normal" },
	{ .name = "form",
	  .help = "mma: fragments of A x of B that a warp holds; wgmma: A in shared memory (ss) or in registers (rs)",
	  .kind = GB_SEARCHED,
	  .names = forms,
	  .quick = "2x4,ss,rs" },
	{ .name = "warps",
	  .help = "warps an SM; four are a warpgroup",
	  .kind = GB_SEARCHED,
	  .values = "4,8,12,16,24,32",
	  .full = "8,12,16,24",
	  .quick = "8,16" },
	{ .name = NULL },
};

struct state {
	gb_ptr a, b, out, range, report;
	struct gb_kernel check;
	float *normal;       /* numbers of A, then of B; the same for all formats */
	unsigned char *host; /* A, then B, as they are on the device */
	struct tensor_range *expected;
	int64_t type, data;      /* of what `host` holds; -1: nothing yet */
	struct gb_kernel kernel; /* of the current point */
	struct gb_shape shape;
	struct tensor_args args;
};

#define A_SIZE   ((uint64_t)TENSOR_A_ROWS * TENSOR_A_BYTES)
#define B_SIZE   ((uint64_t)TENSOR_B_ROWS * TENSOR_B_BYTES)
#define OPERANDS (A_SIZE + B_SIZE)
/* The largest tiles that differ from each other: three warpgroups'. */
#define RANGES ((uint64_t)GROUPS_MOST * TENSOR_WGMMA_ROWS * TENSOR_WGMMA_COLS)
/* Of all tiles of an SM, the most: 32 warps' of 64 x 32 sums in 32 bits. */
#define OUT_OF_SM (UINT64_C(4) * 32 * 64 * 32)

/* ---- a point ------------------------------------------------------------------------------------------------------- */

static bool is_wgmma(const struct gb_run *run)
{
	return strcmp(gb_variant(run)->name, "wgmma") == 0;
}

static bool is_sparse(const struct gb_run *run)
{
	return gb_value(run, "data") == NORMAL && gb_value(run, "sparsity") == SPARSE;
}

static bool is_eight_bit_float(const struct gb_run *run)
{
	const int64_t type = gb_value(run, "type");

	return type == FORMAT_E4M3 || type == FORMAT_E5M2;
}

static enum tensor_sum sum_of(const struct gb_run *run)
{
	switch (gb_value(run, "type")) {
	case FORMAT_INT8:
		return TENSOR_SUM_INT32;
	case FORMAT_FP64:
		return TENSOR_SUM_FP64;
	case FORMAT_FP16:
	case FORMAT_E4M3:
	case FORMAT_E5M2:
		return gb_value(run, "acc") == SUM_FP16 ? TENSOR_SUM_FP16 : TENSOR_SUM_FP32;
	default:
		return TENSOR_SUM_FP32;
	}
}

/* Whether there are better instructions than mma: wgmma of 9.0, tcgen05 of 10.x and 11.x. */
static bool has_better(const struct gb_device *device)
{
	return device->cc_major >= 9 && device->cc_major <= 11;
}

/* What one warp or warpgroup multiplies in a pass: elements. */
struct tile {
	unsigned int rows, cols, depth, distinct, warps;
};

static struct tile tile_of(const struct gb_run *run)
{
	const enum format type = (enum format)gb_value(run, "type");
	const int64_t form = gb_value(run, "form");

	if (is_wgmma(run))
		return (struct tile){ TENSOR_WGMMA_ROWS, TENSOR_WGMMA_COLS, TENSOR_WGMMA_DEPTH / formats[type].bytes,
				      (unsigned int)gb_value(run, "warps") / GROUP_WARPS, GROUP_WARPS };
	const unsigned int bytes = type == FORMAT_FP64 ? TENSOR_FP64_DEPTH : TENSOR_MMA_DEPTH;
	return (struct tile){ form == FORM_4X4 ? 64 : 32, form == FORM_2X2 ? 16 : 32, bytes / formats[type].bytes,
			      TENSOR_MMA_DISTINCT, 1 };
}

static uint64_t tiles_of(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return (uint64_t)s->shape.grid * s->shape.block / WARP / tile_of(run).warps;
}

/* Operations of all SMs in a pass: of a sparse A those with its zeros as well. */
static double pass_ops(const struct gb_run *run)
{
	const struct tile t = tile_of(run);

	return 2.0 * (double)tiles_of(run) * t.rows * t.cols * t.depth * (is_sparse(run) ? 2 : 1);
}

static double rate_of(const struct gb_run *run, const struct gb_device *device)
{
	const double of_type[] = {
		[FORMAT_FP16] = device->rates.tensor_fp16, [FORMAT_BF16] = device->rates.tensor_bf16,
		[FORMAT_TF32] = device->rates.tensor_tf32, [FORMAT_E4M3] = device->rates.tensor_fp8,
		[FORMAT_E5M2] = device->rates.tensor_fp8,  [FORMAT_INT8] = device->rates.tensor_int8,
		[FORMAT_FP64] = device->rates.tensor_fp64,
	};
	/* Elsewhere sums in FP32 may be made at half the rate of sums in FP16, and the table has that of FP32. */
	const int cc = 10 * device->cc_major + device->cc_minor;
	const bool known = sum_of(run) != TENSOR_SUM_FP16 || cc == 70 || cc == 80 || cc == 90;

	return known ? of_type[gb_value(run, "type")] * (is_sparse(run) ? 2 : 1) : 0;
}

/* ---- setup --------------------------------------------------------------------------------------------------------- */

static uint64_t out_bytes(const struct gb_run *run)
{
	return OUT_OF_SM * (uint64_t)gb_device(run)->sm_count;
}

static int allocate(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t range_bytes = RANGES * sizeof *s->expected, report_bytes = TENSOR_REPORT * sizeof(uint64_t);
	const uint64_t needed = OPERANDS + out_bytes(run) + range_bytes + report_bytes;
	uint64_t available;

	int status = gb_memory_free(run, &available);
	if (status == GB_OK && available < needed)
		return gb_skip(run, "%.0f MB of device memory are free; %.0f MB are needed", 1e-6 * (double)available,
			       1e-6 * (double)needed);
	if (status == GB_OK)
		status = gb_alloc(run, A_SIZE, &s->a);
	if (status == GB_OK)
		status = gb_alloc(run, B_SIZE, &s->b);
	if (status == GB_OK)
		status = gb_alloc(run, out_bytes(run), &s->out);
	if (status == GB_OK)
		status = gb_alloc(run, range_bytes, &s->range);
	return status == GB_OK ? gb_alloc(run, report_bytes, &s->report) : status;
}

static int setup(struct gb_run *run)
{
	const struct gb_device *device = gb_device(run);
	struct state *s = calloc(1, sizeof *s);

	if (s == NULL)
		return gb_fail(run, "out of memory");
	gb_set_state(run, s);
	if (is_wgmma(run) && (device->cc_major != 9 || device->cc_minor != 0))
		return gb_skip(run, "wgmma is there on compute capability 9.0 alone%s",
			       has_better(device) ? "; tcgen05, which took its place, is not measured: variant mma is"
						  : "");
	s->type = s->data = -1;
	s->normal = malloc(OPERANDS * sizeof *s->normal);
	s->host = malloc(OPERANDS);
	s->expected = malloc(RANGES * sizeof *s->expected);
	if (s->normal == NULL || s->host == NULL || s->expected == NULL)
		return gb_fail(run, "out of memory");
	for (uint64_t i = 0; i < OPERANDS; i++)
		s->normal[i] = (float)format_normal(i);
	int status = allocate(run);
	return status == GB_OK ? gb_find_kernel(run, "tensor_check", &s->check) : status;
}

static void teardown(struct gb_run *run)
{
	struct state *s = gb_state(run);

	if (s == NULL)
		return;
	free(s->normal);
	free(s->host);
	free(s->expected);
	free(s);
}

/* ---- prepare ------------------------------------------------------------------------------------------------------- */

/* The operands of this format. */
static int fill(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const enum format type = (enum format)gb_value(run, "type");
	const int64_t what = gb_value(run, "data");

	if (s->type == (int64_t)type && s->data == what)
		return GB_OK;
	for (uint64_t i = 0; i < OPERANDS / formats[type].bytes; i++)
		format_put(type, s->host, i, what == ZEROS ? 0 : format_encode(type, (double)s->normal[i]));
	s->type = (int64_t)type;
	s->data = what;
	int status = gb_copy_in(run, s->a, s->host, A_SIZE);
	return status == GB_OK ? gb_copy_in(run, s->b, s->host + A_SIZE, B_SIZE) : status;
}

/* Why this device cannot do the point; NULL: it can. */
static const char *missing(const struct gb_run *run)
{
	const int64_t type = gb_value(run, "type"), form = gb_value(run, "form");
	const int cc = 10 * gb_device(run)->cc_major + gb_device(run)->cc_minor;
	static const int since[] = { [FORMAT_FP16] = 70, [FORMAT_BF16] = 80, [FORMAT_TF32] = 80, [FORMAT_E4M3] = 89,
				     [FORMAT_E5M2] = 89, [FORMAT_INT8] = 75, [FORMAT_FP64] = 80 };

	if (type == FORMAT_FP64 && is_sparse(run))
		return "there are no sparse matrices in fp64";
	if (type == FORMAT_FP64 && is_wgmma(run))
		return "wgmma has no fp64: variant mma has";
	if (cc < since[type])
		return "the matrix units of this device do not have this format";
	if (cc < 80 && is_sparse(run))
		return "the matrix units of this device do not have sparse matrices";
	if (!is_wgmma(run) && cc >= 90 && cc < 120 && is_sparse(run) && is_eight_bit_float(run))
		return "mma has no sparse matrices in fp8 of its own on this device";
	if (!is_wgmma(run) && is_eight_bit_float(run) && sum_of(run) == TENSOR_SUM_FP16)
		return "mma has no sums in fp16 for operands in fp8";
	if (is_wgmma(run) != (form == FORM_SHARED || form == FORM_REGISTERS))
		return "a form of the other variant";
	return NULL;
}

static int choose_kernel(struct gb_run *run)
{
	static const char *const of_sum[] = { "fp32", "fp16", "int32", "fp64" };
	struct state *s = gb_state(run);
	const uint32_t warps = (uint32_t)gb_value(run, "warps");
	char name[GB_NAME_MAX];

	snprintf(name, sizeof name, "tensor_%s_%s_%s_%s_%s", gb_variant(run)->name, types[gb_value(run, "type")],
		 of_sum[sum_of(run)], sparsities[is_sparse(run)], forms[gb_value(run, "form")]);
	int status = gb_find_kernel(run, name, &s->kernel);
	if (status == GB_OK && warps * WARP > s->kernel.threads_max)
		return gb_skip(run, "%u warps need more registers than there are", warps);
	s->shape = (struct gb_shape){ .grid = (uint32_t)gb_device(run)->sm_count, .block = warps * WARP };
	if (is_wgmma(run))
		s->shape.shared_bytes = (is_sparse(run) ? 2u : 1u) * TENSOR_WGMMA_COLS * TENSOR_WGMMA_DEPTH +
					warps / GROUP_WARPS * TENSOR_WGMMA_ROWS * TENSOR_WGMMA_DEPTH;
	return status;
}

static const char *roof(const struct gb_run *run);

/* Passes for a launch of the length wanted; the last sums are cut short, so that a pass too few or too many shows. */
static unsigned int passes_for(const struct gb_run *run)
{
	const struct gb_device *device = gb_device(run);
	/* mma of 9.0 and 10.x makes FP8 of FP16, at a fraction of the rate. */
	const double part = !is_wgmma(run) && has_better(device) && is_eight_bit_float(run) ? 1.0 / 16 : 1;
	const double unknown = gb_value(run, "type") == FORMAT_FP64 ? fmax(device->rates.fp64, 4) : 512;
	const double rate = rate_of(run, device) > 0 ? part * rate_of(run, device) : unknown;
	const double seconds = roof(run) != NULL || is_wgmma(run) ? LONG_SECONDS : SHORT_SECONDS;
	const double ops = seconds * rate * device->sm_count * device->sm_clock_max_hz;

	return (unsigned int)(ops / pass_ops(run)) / TENSOR_SPAN * TENSOR_SPAN + TENSOR_SPAN / 2;
}

/* How often the product of A and B is in the last sums. */
static double times_of(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_value(run, "type") == FORMAT_FP64 ? s->args.passes : s->args.passes % TENSOR_SPAN;
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const char *why = missing(run);

	if (why != NULL)
		return gb_skip(run, "%s", why);
	int status = choose_kernel(run);
	if (status == GB_OK)
		status = fill(run);
	s->args = (struct tensor_args){
		.a = gb_address(s->a),
		.b = gb_address(s->b),
		.out = gb_address(s->out),
		/* The second of each two elements, as pairs of four (1, 3) or of two (1). */
		.meta = gb_value(run, "type") == FORMAT_TF32 ? 0xeeeeeeee : 0xdddddddd,
		.passes = passes_for(run),
	};
	return status;
}

static int launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_launch(run, &s->kernel, s->shape, &s->args);
}

static struct gb_cost cost(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return (struct gb_cost){ .ops = pass_ops(run) * s->args.passes };
}

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return rate_of(run, device) * device->sm_count * sm_hz;
}

static enum gb_quantity measures(const struct gb_run *run)
{
	return gb_value(run, "type") == FORMAT_INT8 ? GB_OPS : GB_FLOPS;
}

/* That of dense products with wide sums, by the best instructions this device has; on zeros it stands beside that on normal
 * numbers, measured with the same care. tcgen05 is not measured: where it is there mma is no roof. */
static const char *roof(const struct gb_run *run)
{
	static const char *const roofs[][2] = {
		[FORMAT_FP16] = { "tensor.fp16", "tensor.fp16.zeros" },
		[FORMAT_BF16] = { "tensor.bf16", "tensor.bf16.zeros" },
		[FORMAT_TF32] = { "tensor.tf32", "tensor.tf32.zeros" },
		[FORMAT_E4M3] = { "tensor.fp8", "tensor.fp8.zeros" },
		[FORMAT_E5M2] = { NULL, NULL }, /* as e4m3 */
		[FORMAT_INT8] = { "tensor.int8", "tensor.int8.zeros" },
		[FORMAT_FP64] = { "tensor.fp64", "tensor.fp64.zeros" },
	};
	const int64_t type = gb_value(run, "type");
	const bool best = is_wgmma(run) || type == FORMAT_FP64 || !has_better(gb_device(run));

	if (!best || is_sparse(run) || sum_of(run) == TENSOR_SUM_FP16)
		return NULL;
	return roofs[type][gb_value(run, "data")];
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct gb_device *device = gb_device(run);

	if (!(result->sm_hz > 0))
		return 0;
	out[0] = (struct gb_metric){
		.name = "ops_per_clock",
		.unit = measures(run) == GB_OPS ? "OP/clk/SM" : "FLOP/clk/SM",
		.kind = GB_TIMES,
		.number = 1 / (result->sm_hz * device->sm_count),
		.limit = rate_of(run, device),
	};
	return 1;
}

/* ---- verify -------------------------------------------------------------------------------------------------------- */

/* What adding up may lose, of the sum of all products' sizes. The units cut off what lies below the last place of the
 * largest product or sum: of products of 8-bit floats they keep fewer places than FP32 has. In FP64, where sums go on,
 * each of so many additions may lose half a place. */
static double loss(const struct gb_run *run)
{
	static const double of_sum[] = { [TENSOR_SUM_FP32] = 0x1p-16, [TENSOR_SUM_FP16] = 0x1p-8 };
	const enum tensor_sum sum = sum_of(run);

	if (sum == TENSOR_SUM_FP64)
		return 0x1p-53 * times_of(run) * tile_of(run).depth;
	if (sum == TENSOR_SUM_INT32)
		return 0;
	return is_eight_bit_float(run) ? fmax(0x1p-9, of_sum[sum]) : of_sum[sum];
}

/* What each element of the tiles that differ may be, in plain double precision. */
static void expect(const struct gb_run *run, const double *a, const double *b)
{
	const struct state *s = gb_state(run);
	const struct tile t = tile_of(run);
	const unsigned int type = (unsigned int)gb_value(run, "type");
	const uint64_t a_row = TENSOR_A_BYTES / formats[type].bytes, b_row = TENSOR_B_BYTES / formats[type].bytes;
	const uint64_t kept = is_sparse(run) ? 2 : 1;
	const double times = times_of(run), lost = loss(run);
	struct tensor_range *out = s->expected;

	for (uint64_t row = 0; row < (uint64_t)t.distinct * t.rows; row++)
		for (uint64_t col = 0; col < t.cols; col++) {
			const double *x = a + row * a_row;
			const double *y = b + (is_wgmma(run) ? col : row / t.rows * t.cols + col) * b_row;
			double sum = 0, size = 0;
			for (uint64_t k = 0; k < t.depth; k++) {
				const double product = x[k] * y[kept * k + kept - 1];
				sum += product;
				size += fabs(product);
			}
			*out++ = (struct tensor_range){ times * (sum - lost * size), times * (sum + lost * size) };
		}
}

static int make_expected(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const enum format type = (enum format)gb_value(run, "type");
	const uint64_t count = OPERANDS / formats[type].bytes;
	const struct tile t = tile_of(run);
	double *values = calloc(count, sizeof *values);

	if (values == NULL)
		return gb_fail(run, "out of memory");
	for (uint64_t i = 0; i < count; i++)
		values[i] = format_decode(type, format_get(type, s->host, i));
	expect(run, values, values + A_SIZE / formats[type].bytes);
	free(values);
	return gb_copy_in(run, s->range, s->expected, (uint64_t)t.distinct * t.rows * t.cols * sizeof *s->expected);
}

static int check(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct tile t = tile_of(run);
	const struct tensor_check_args args = {
		.out = gb_address(s->out),
		.range = gb_address(s->range),
		.report = gb_address(s->report),
		.tiles = tiles_of(run),
		.distinct = t.distinct,
		.elements = t.rows * t.cols,
		.sum = (int)sum_of(run),
	};
	uint64_t report[TENSOR_REPORT] = { [TENSOR_FIRST] = UINT64_MAX };

	int status = gb_copy_in(run, s->report, report, sizeof report);
	if (status == GB_OK)
		status = gb_launch(run, &s->check, (struct gb_shape){ 8 * (uint32_t)gb_device(run)->sm_count, 256, 0 },
				   &args);
	if (status == GB_OK)
		status = gb_copy_out(run, report, s->report, sizeof report);
	if (status != GB_OK)
		return status;
	if (report[TENSOR_COMPARED] != args.tiles * args.elements)
		return gb_fail(run, "the check looked at %llu of %llu elements",
			       (unsigned long long)report[TENSOR_COMPARED], args.tiles * args.elements);
	if (report[TENSOR_WRONG] != 0)
		return gb_fail(run, "%llu of %llu elements are wrong, the first at %llu",
			       (unsigned long long)report[TENSOR_WRONG], args.tiles * args.elements,
			       (unsigned long long)report[TENSOR_FIRST]);
	return GB_OK;
}

static int verify(struct gb_run *run)
{
	struct state *s = gb_state(run);

	int status = make_expected(run);
	if (status == GB_OK)
		status = gb_fill(run, s->out, 0xff, out_bytes(run));
	s->args.record = 1;
	if (status == GB_OK)
		status = launch(run);
	s->args.record = 0;
	return status == GB_OK ? check(run) : status;
}

/* ---- conclude ------------------------------------------------------------------------------------------------------ */

static bool is_main(const struct gb_row *row)
{
	return strcmp(row->metric, "flop_rate") == 0 || strcmp(row->metric, "op_rate") == 0;
}

/* The value of an axis, -1 where the point does not have it. */
static int64_t of_row(const struct gb_row *row, const char *axis)
{
	return gb_row_has(row, axis) ? gb_row_value(row, axis) : -1;
}

/* The row that has the same units, formats and sums, but this data and sparsity. */
static const struct gb_row *sibling(const struct gb_row *rows, size_t count, const struct gb_row *of, int64_t what,
				    int64_t sparsity)
{
	for (size_t i = 0; i < count; i++)
		if (is_main(&rows[i]) && strcmp(rows[i].variant, of->variant) == 0 &&
		    of_row(&rows[i], "type") == of_row(of, "type") && of_row(&rows[i], "acc") == of_row(of, "acc") &&
		    of_row(&rows[i], "data") == what && of_row(&rows[i], "sparsity") == sparsity)
			return &rows[i];
	return NULL;
}

static size_t compare(const struct gb_row *row, const struct gb_row *with, const char *metric, struct gb_finding *out)
{
	const int64_t type = of_row(row, "type"), acc = of_row(row, "acc");

	if (with == NULL || type < 0 || !(row->value > 0))
		return 0;
	*out = (struct gb_finding){ .metric = metric,
				    .unit = "1",
				    .value = with->value / row->value,
				    .lo = with->lo / row->hi,
				    .hi = with->hi / row->lo,
				    .from = row };
	snprintf(out->point, sizeof out->point, "type=%s%s%s", types[type],
		 acc < 0 ? "" : ",acc=", acc < 0 ? "" : sums[acc]);
	snprintf(out->remark, sizeof out->remark, "variant %s; SM clock %.3f GHz, here %.3f GHz", row->variant,
		 1e-9 * row->sm_hz, 1e-9 * with->sm_hz);
	return 1;
}

/* What the same instructions gain on zeros, and what sparsity brings. */
static size_t conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX])
{
	size_t found = 0;

	(void)device;
	for (size_t i = 0; i < count && found + 2 <= GB_FINDINGS_MAX; i++) {
		if (!is_main(&rows[i]) || of_row(&rows[i], "data") != NORMAL || of_row(&rows[i], "sparsity") != DENSE)
			continue;
		found += compare(&rows[i], sibling(rows, count, &rows[i], ZEROS, -1), "zeros_over_normal", &out[found]);
		found += compare(&rows[i], sibling(rows, count, &rows[i], NORMAL, SPARSE), "sparse_over_dense",
				 &out[found]);
	}
	return found;
}

GB_BENCH(tensor) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "tensor",
	.summary = "matrix units: every number format they have, dense and sparse, on normal numbers and on zeros",
	.method =
		"Every SM multiplies small matrices again and again, D = D + A B, with its operands in registers (variant mma: "
		"mma.sync, m8n8k4 of sm_70, m16n8 since) or in shared memory, swizzled by 128 bytes (variant wgmma: Hopper's "
		"warpgroup instructions, m64n256, four of them a group; A may come from registers). Sums start anew every 8 "
		"passes over k, as those of a matrix product do, so that they neither overflow nor swallow what is added. A "
		"multiply-add is two operations; of a sparse A, of which two of four elements are left out, those with its "
		"zeros count too. Operands are standard normal numbers rounded to the format (int8: in steps of 1/32), or "
		"zeros, which take less power and so leave a higher clock; roofs are those of dense matrices with wide sums. The last sums are compared, element by element, with double precision on the host, on poisoned output; "
		"the tolerance is what cutting off low places may lose. The limit is the units' rate at the SM clock measured "
		"over the timed interval. mma.sync has no FP8 of its own on Hopper: the compiler makes it of FP16. tcgen05 of "
		"compute capability 10.x is not measured, and mma sets no roof there.",
	.quantity = GB_FLOPS,
	.axes = axes,
	.variants = gb_variants_tensor,
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.teardown = teardown,
	.cost = cost,
	.limit = limit,
	.roof = roof,
	.measures = measures,
	.metrics = metrics,
	.conclude = conclude,
};
