/* stride: the memory bandwidth that remains when neighbouring threads access elements far apart. */
#include "../common/findings.h"
#include "../common/kernel.h"
#include "../common/limits.h"
#include "../common/pattern_host.h"
#include "stride.h"

/* The arrays have the same size and are adjacent: first the one read, then the one written. */
enum { ARRAYS = 2 };
struct arrays {
	gb_ptr in;      /* 0 until allocated; the written array follows it */
	uint64_t bytes; /* of each array */
};

struct state {
	struct arrays near, far;
	struct pattern_check check;
	struct gb_kernel poison;
	struct gb_kernel kernel;
	struct gb_shape shape;
	struct stride_args args;
};

/* The layout of a point's elements; see struct stride_place in stride.h. */
struct layout {
	uint64_t pitch, hop, rows, elements;
};

static const char *const ops[] = {
	[STRIDE_COPY] = "copy", [STRIDE_READ] = "read", [STRIDE_WRITE] = "write", [STRIDE_REACH] = "reach", NULL
};

#define STRIDED "op=copy,read,write"

struct point {
	enum stride_op op;
	uint64_t stride, span, bytes;
	int form;
};

static const struct gb_axis axes[] = {
	{ GB_AXIS(op),
	  .help = "copy, read or write with a stride; reach: read lines of a growing number of pages in turn",
	  .names = ops, .quick = "copy,read,write" },
	{ GB_AXIS(stride), .unit = "elements", .help = "distance between the elements of neighbouring threads",
	  .values = "1:32,64:262144:pow2", .quick = "1,2,8,32", .when = STRIDED },
	{ GB_AXIS(span), .unit = "B", .help = "memory over which the elements of `reach` are spread, 2 MiB apart",
	  .values = "268435456:68719476736:pow2", .full = "1073741824:68719476736:pow2", .when = "op=reach" },
	{ GB_AXIS(bytes), .unit = "B", .help = "size of an element and of an access", .values = "4,8,16", .full = "4",
	  .when = STRIDED },
	{ GB_AXIS(form), .help = "many independent elements per thread, or a single one", .names = pattern_forms,
	  .when = "op=copy" },
	{ .name = NULL },
};

/* ---- the point --------------------------------------------------------------------------------------------------- */

static bool reaches(const struct gb_run *run)
{
	return gb_value(run, op) == STRIDE_REACH;
}

static enum stride_op stride_op(const struct gb_run *run)
{
	return reaches(run) ? STRIDE_READ : gb_value(run, op);
}

static uint64_t stride_bytes(const struct gb_run *run)
{
	return reaches(run) ? 4 : gb_value(run, bytes);
}

/* ---- positions of elements --------------------------------------------------------------------------------------- */

/* From this stride on the number of elements is constant, and they are spread further (SPREAD_BYTES). */
#define PITCH_LEAST 256
/* Distance between columns if the elements need more than one: no line is accessed twice. */
#define HOP_BYTES 128
/* `reach`: one row per page of 2 MiB, and more elements than an L2 holds. */
#define REACH_PITCH    (UINT64_C(2) << 20)
#define REACH_ELEMENTS (UINT64_C(1) << 23)

/* The number of elements is a multiple of those that a block of any kernel processes. */
enum { UNROLL_MOST = 8, STEP = UNROLL_MOST * STRIDE_BLOCK };

/* The largest power of two up to `n`, which is at least 1. */
static uint64_t power_below(uint64_t n)
{
	uint64_t power = 1;

	while (power <= n / 2)
		power *= 2;
	return power;
}

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static struct layout layout_of_reach(const struct gb_run *run)
{
	struct layout at = { .pitch = REACH_PITCH, .hop = HOP_BYTES };

	at.rows = gb_value(run, span) / REACH_PITCH;
	at.elements = least(REACH_ELEMENTS, at.rows * (REACH_PITCH / HOP_BYTES));
	return at;
}

static struct layout stride_layout(const struct gb_run *run)
{
	const struct state *s = gb_state(run);
	struct layout at = { .hop = HOP_BYTES };

	if (reaches(run))
		return layout_of_reach(run);
	at.pitch = gb_value(run, stride) * stride_bytes(run);
	at.elements = s->near.bytes / least(at.pitch, PITCH_LEAST) / STEP * STEP;
	at.rows = at.elements;
	if (at.rows * at.pitch > s->far.bytes)
		at.rows = power_below(s->far.bytes / at.pitch);
	return at;
}

/* The arrays large enough for the point. */
static struct arrays *stride_arrays(const struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct layout at = stride_layout(run);

	return reaches(run) || at.rows * at.pitch > s->near.bytes ? &s->far : &s->near;
}

static gb_ptr output(const struct gb_run *run)
{
	const struct arrays *at = stride_arrays(run);

	return at->in + at->bytes;
}

/* ---- its cost, and its limit ------------------------------------------------------------------------------------- */

static struct gb_cost cost(const struct gb_run *run)
{
	const double each = stride_op(run) == STRIDE_COPY ? 2 : 1;

	return (struct gb_cost){ .bytes = each * (double)stride_bytes(run) * (double)stride_layout(run).elements };
}

/* The bytes of DRAM traffic that the requests of all warps cause on a GPU whose L2 fetches granules and writes back
 * sectors of 32 bytes. A sector that a store covers only in part is fetched first, since the error correction of the
 * memory covers whole sectors. */
static double launch_memory_bytes(const struct gb_run *run)
{
	const enum stride_op op = stride_op(run);
	const struct layout at = stride_layout(run);
	const uint64_t pitch = at.pitch;
	const uint32_t granule = limit_fetch_bytes(gb_device(run));
	const double read = granule * pattern_touched(0, pitch, granule);
	const double written = PATTERN_SECTOR * pattern_touched(0, pitch, PATTERN_SECTOR);
	const double filled = pitch > stride_bytes(run) ? written : 0;

	return ((op != STRIDE_WRITE ? read : 0) + (op != STRIDE_READ ? written + filled : 0)) * (double)at.elements /
	       PATTERN_WARP;
}

/* The bus moves all requested bytes, of which only some are useful. */
static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return gb_memory_rate(device) * cost(run).bytes / launch_memory_bytes(run);
}

static const char *remark(const struct gb_run *run)
{
	const uint32_t granule = limit_fetch_bytes(gb_device(run));

	return stride_layout(run).pitch > granule
		       ? "neighbours share no fetched bytes: each element is in a different place of memory"
		       : NULL;
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct layout at = stride_layout(run);
	const double sectors = pattern_touched(0, at.pitch, PATTERN_SECTOR);
	const double efficiency = (double)(PATTERN_WARP * stride_bytes(run)) / (PATTERN_SECTOR * sectors);
	const double in_memory = launch_memory_bytes(run);

	out[0] = pattern_exact("sectors_per_request", sectors);
	out[1] = pattern_exact("lines_per_request", pattern_touched(0, at.pitch, PATTERN_LINE));
	out[2] = pattern_exact("efficiency", efficiency);
	out[3] = (struct gb_metric){ "moved_bandwidth", "B/s", GB_TIMES, 1 / efficiency, 0 };
	out[4] = (struct gb_metric){ "memory_bytes", "B", GB_EXACT, in_memory, 0 };
	out[5] = pattern_exact("memory_efficiency", cost(run).bytes / in_memory);
	out[6] = (struct gb_metric){ "span", "B", GB_EXACT, (double)(at.rows * at.pitch), 0 };
	/* Relative to the bytes moved; Nsight Compute calls these sectors excessive. */
	out[7] = pattern_exact("excess_sectors", 1 - efficiency);
	return 8;
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

/* The input and output arrays. At small strides elements are spread over SPREAD_BYTES, and their number falls with the
 * stride until they are PITCH_LEAST bytes apart. From there on the number is constant and their range grows, in arrays
 * of FAR_BYTES that are allocated when a point first needs them. */
#define SPREAD_BYTES (UINT64_C(1) << 30)
#define FAR_BYTES    (UINT64_C(32) << 30)

static int make_arrays(struct gb_run *run, struct arrays *made)
{
	GB_TRY(gb_alloc(run, ARRAYS * made->bytes, &made->in));
	return input_fill(run, &state_of(run)->check.fill, made->in, made->bytes);
}

static int setup(struct gb_run *run)
{
	enum { NEAR_PART = 3 };
	const struct input_size far = pattern_size(ARRAYS, FAR_BYTES);
	struct state *s = gb_state(run);
	uint64_t available;

	/* Memory for both pairs of arrays, at most a third of it for the near pair. */
	GB_TRY(pattern_array_bytes(run, NEAR_PART * ARRAYS, SPREAD_BYTES, &s->near.bytes));
	GB_TRY(gb_memory_free(run, &available));
	s->far.bytes = input_array_fit(&far, available - ARRAYS * s->near.bytes);
	GB_TRY(pattern_open(run, "stride_fill", "stride_check", &s->check));
	GB_TRY(gb_find_kernel(run, "stride_poison", &s->poison));
	return make_arrays(run, &s->near);
}

/* Elements per thread, which are part of the kernel's name. */
static uint32_t unroll(const struct gb_run *run)
{
	enum { WRITTEN_IN_FLIGHT = 16, READ_IN_FLIGHT = 32 }; /* bytes per thread */

	if (gb_value(run, op) == STRIDE_COPY && gb_value(run, form) == PATTERN_NAIVE)
		return 1;
	return (stride_op(run) == STRIDE_READ ? READ_IN_FLIGHT : WRITTEN_IN_FLIGHT) / (uint32_t)stride_bytes(run);
}

static struct stride_place place_of(struct layout at)
{
	struct stride_place place = { (uint32_t)at.pitch, (uint32_t)at.hop, ~0u, 31 };

	if (at.rows == at.elements)
		return place;
	place.mask = (uint32_t)at.rows - 1;
	for (place.shift = 0; UINT64_C(1) << place.shift < at.rows; place.shift++)
		;
	return place;
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct layout at = stride_layout(run);
	struct arrays *arrays = stride_arrays(run);

	if (reaches(run) && gb_value(run, span) > ARRAYS * s->far.bytes)
		return gb_skip(run, "%.0f MB of device memory are available", 1e-6 * (double)(ARRAYS * s->far.bytes));
	if (arrays->in == 0)
		GB_TRY(make_arrays(run, &s->far));
	s->shape = (struct gb_shape){
		.grid = (uint32_t)(at.elements / unroll(run) / STRIDE_BLOCK),
		.block = STRIDE_BLOCK,
	};
	s->args = (struct stride_args){
		.a = gb_address(arrays->in),
		.out = gb_address(output(run)),
		.place = place_of(at),
		.report = gb_address(s->check.report),
	};
	return kernel_find(run, &s->kernel, "stride_%s_b%u_u%u", ops[stride_op(run)], (uint32_t)stride_bytes(run),
			   unroll(run));
}

LAUNCH_KERNEL(static int launch, state)

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static int verify(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct arrays *arrays = stride_arrays(run);
	const uint64_t bytes = (reaches(run) ? ARRAYS : 1) * arrays->bytes;
	const struct layout at = stride_layout(run);
	const struct stride_check_args args = {
		.out = gb_address(output(run)),
		.rows = at.rows,
		.pitch = at.pitch,
		.hop = at.hop,
		.elements = at.elements,
		.report = gb_address(s->check.report),
		.bytes = (uint32_t)stride_bytes(run),
		.op = (int)stride_op(run),
	};

	/* `reach` reads both arrays, and earlier points have written to the second. */
	if (reaches(run))
		GB_TRY(input_fill(run, &s->check.fill, arrays->in, bytes));
	GB_TRY(pattern_begin(run, &s->check, arrays->in, bytes));
	if (args.op != STRIDE_READ)
		GB_TRY(gb_launch(run, &s->poison, input_shape(run), &args));
	GB_TRY(launch_recorded(run, launch, &s->args.record, PATTERN_VERIFIED));
	return pattern_end(run, &s->check, &args, args.elements * (args.bytes / 4));
}

/* ---- conclude ---------------------------------------------------------------------------------------------------- */

/* Rows with 4-byte elements in the wide form. */
static bool is_curve(const struct gb_row *row, enum stride_op op, const char *metric)
{
	return gb_row_value(row, op) == op && gb_row_value(row, bytes) == 4 &&
	       (op != STRIDE_COPY || gb_row_value(row, form) == PATTERN_WIDE) && strcmp(row->metric, metric) == 0;
}

static double value_at(const struct gb_row *rows, size_t count, enum stride_op op, const char *metric, uint64_t stride)
{
	for (size_t i = 0; i < count; i++)
		if (is_curve(&rows[i], op, metric) && gb_row_value(&rows[i], stride) == stride)
			return rows[i].value;
	return NAN;
}

/* The bandwidth at each stride relative to that at stride 1. */
static size_t compare_strides(const struct gb_row *rows, size_t count, enum stride_op op, struct gb_finding *out)
{
	const double dense = value_at(rows, count, op, "bandwidth", 1);
	size_t found = 0;

	for (size_t i = 0; i < count && dense > 0; i++) {
		const struct gb_row *row = &rows[i];
		if (!is_curve(row, op, "bandwidth") || gb_row_value(row, stride) == 1)
			continue;
		const uint64_t stride = gb_row_value(row, stride);
		struct gb_finding *f = &out[found++];
		*f = pattern_ratio("useful_fraction", row->value / dense, row);
		f->axis = "stride";
		f->x = (double)stride;
		snprintf(f->point, sizeof f->point, "op=%s,stride=%llu,bytes=4", ops[op], (unsigned long long)stride);
		snprintf(f->remark, sizeof f->remark,
			 "relative to the bandwidth at stride 1; %.4f by sectors, %.4f by memory_bytes",
			 value_at(rows, count, op, "efficiency", stride),
			 value_at(rows, count, op, "memory_efficiency", stride));
	}
	return found;
}

/* The largest span at which `reach` has at least nine tenths of its best rate up to there. */
static size_t find_reach(const struct gb_row *rows, size_t count, struct gb_finding *out)
{
	struct pattern_knee knee = { NULL, NULL, 0 };

	for (size_t i = 0; i < count; i++)
		if (gb_row_value(&rows[i], op) == STRIDE_REACH && strcmp(rows[i].metric, "bandwidth") == 0)
			pattern_follow(&knee, &rows[i], 0.9);
	if (knee.inside == NULL)
		return 0;
	struct gb_finding reach = { .point = "op=reach", .metric = "tlb_reach", .unit = "B", .from = knee.inside };
	snprintf(reach.remark, sizeof reach.remark,
		 knee.outside != NULL ? "the largest span at nine tenths of the rate; it is lower at the next one"
				      : "at least: the rate does not fall up to the largest span measured");
	const double span = (double)gb_row_value(knee.inside, span);
	const double next = knee.outside != NULL ? (double)gb_row_value(knee.outside, span) : (double)NAN;
	const size_t told = bracket_tell(&reach, "tlb_reach_below", span, next, out);
	return knee.outside != NULL ? told : 1;
}

static size_t conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX])
{
	size_t found = 0;

	for (enum stride_op op = STRIDE_COPY; op <= STRIDE_WRITE; op++)
		found += compare_strides(rows, count, op, &out[found]);
	return found + find_reach(rows, count, &out[found]);
}

GB_BENCH(stride) = {
	GB_IDENTITY(stride),
	.summary = "copy, read and write with a stride between threads; reach of the address translation",
	.method = "Thread i accesses element i x stride. Up to a distance of 256 bytes the elements are spread over 1 "
		  "GiB, so their number falls with the stride. Beyond that they are spread over up to 32 GiB, or 40 % "
		  "of the memory; at its end the pattern starts again 128 bytes further on, so no line is touched "
		  "twice. In the form `wide` a thread has 16 bytes in flight (32 where it only reads), so the pattern "
		  "is the bottleneck. In `naive` it has one element, as in the sources. reach reads one line of each 2 "
		  "MiB page in turn, the next line in each round. The rate falls where the translations of the span "
		  "are no longer cached.\n"
		  "Value: useful bytes. sectors_per_request and lines_per_request are the 32-byte sectors and 128-byte "
		  "lines that a warp's request touches, computed from the addresses. efficiency is the ratio of useful "
		  "bytes to the bytes of all sectors touched, which moved_bandwidth counts; excess_sectors is 1 - "
		  "efficiency. memory_bytes is the traffic of a launch on a card whose L2 fetches 64 bytes at once "
		  "(before 8.0: 32), writes back 32 and first fetches any sector that is partly written; "
		  "memory_efficiency is the ratio of useful bytes to memory_bytes.\n"
		  "Verified: every element written, on poisoned output; for reads the sum of all elements.\n"
		  "Limit: 2 x memory clock x bus width / 8 x memory_efficiency.\n"
		  "Source: strideCopy of the CUDA C Best Practices Guide and of \"CUDA optimization in depth\".",
	.subject = GB_SUBJECT_MEMORY,
	.quantity = GB_BANDWIDTH,
	.axes = axes,
	.variants = gb_variants_stride,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.cost = cost,
	.limit = limit,
	.metrics = metrics,
	.conclude = conclude,
	.remark = remark,
};
