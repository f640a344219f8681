/* stride: what is left of the memory's bandwidth when neighbouring threads touch elements far apart. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../offset/pattern_host.h"
#include "stride.h"

GB_VARIANTS(stride);

/* Two arrays, in and out. At small strides the elements are spread over SPREAD_BYTES of them; their number falls with the
 * stride until they lie PITCH_LEAST bytes apart, and what they are spread over grows from there on: in arrays of FAR_BYTES
 * that are there from the first point on that needs them. */
#define SPREAD_BYTES (UINT64_C(1) << 30)
#define FAR_BYTES    (UINT64_C(32) << 30)
#define PITCH_LEAST  256
/* Between the columns of a point that goes through its rows more than once: no line is touched twice. */
#define HOP_BYTES 128
/* `reach`: a page of 2 MiB for every row, and as many elements as do not fit into an L2. */
#define REACH_PITCH    (UINT64_C(2) << 20)
#define REACH_ELEMENTS (UINT64_C(1) << 23)
/* The number of elements is a multiple of what a block of any kernel handles. */
enum { UNROLL_MOST = 8, STEP = UNROLL_MOST * STRIDE_BLOCK, ARRAYS = 2 };
/* What the L2 fetches from memory at once; it writes back sectors. */
enum { GRANULE = 64 };

static const char *const ops[] = {
	[STRIDE_COPY] = "copy", [STRIDE_READ] = "read", [STRIDE_WRITE] = "write", [STRIDE_REACH] = "reach", NULL
};

enum { FORM_WIDE, FORM_NAIVE };
static const char *const forms[] = { [FORM_WIDE] = "wide", [FORM_NAIVE] = "naive", NULL };

#define STRIDED "op=copy,read,write"

static const struct gb_axis axes[] = {
	{ .name = "op",
	  .help = "copy, read or write with a stride; reach: read one line after the other of a growing number of pages",
	  .kind = GB_REPORTED,
	  .names = ops,
	  .quick = "copy,read,write" },
	{ .name = "stride",
	  .unit = "elements",
	  .help = "from one thread's element to the next one's",
	  .kind = GB_REPORTED,
	  .values = "1:32,64:262144:pow2",
	  .quick = "1,2,8,32",
	  .when = STRIDED },
	{ .name = "span",
	  .unit = "B",
	  .help = "bytes that the elements of `reach` are spread over, 2 MiB from one to the next",
	  .kind = GB_REPORTED,
	  .values = "268435456:68719476736:pow2",
	  .full = "1073741824:68719476736:pow2",
	  .when = "op=reach" },
	{ .name = "bytes",
	  .unit = "B",
	  .help = "size of an element, and of one access",
	  .kind = GB_REPORTED,
	  .values = "4,8,16",
	  .full = "4",
	  .when = STRIDED },
	{ .name = "form",
	  .help = "many independent elements a thread, or a single one",
	  .kind = GB_REPORTED,
	  .names = forms,
	  .when = "op=copy" },
	{ .name = NULL },
};

struct arrays {
	gb_ptr in; /* 0 until it is there; the one written follows */
	uint64_t bytes;
};

struct state {
	struct arrays near, far;
	gb_ptr report;
	struct gb_kernel fill, poison, check;
	struct gb_kernel kernel; /* of the current point */
	struct gb_shape shape;
	struct stride_args args;
};

/* ---- where the elements are -------------------------------------------------------------------------------------- */

struct layout {
	uint64_t pitch, rows, elements;
};

static int reaches(const struct gb_run *run)
{
	return gb_value(run, "op") == STRIDE_REACH;
}

static uint64_t element_bytes(const struct gb_run *run)
{
	return reaches(run) ? 4 : (uint64_t)gb_value(run, "bytes");
}

/* The largest power of two that is not above `n`, which is not 0. */
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

static struct layout layout(const struct gb_run *run)
{
	const struct state *s = gb_state(run);
	struct layout at;

	if (reaches(run)) {
		at.pitch = REACH_PITCH;
		at.rows = (uint64_t)gb_value(run, "span") / REACH_PITCH;
		at.elements = least(REACH_ELEMENTS, at.rows * (REACH_PITCH / HOP_BYTES));
		return at;
	}
	at.pitch = (uint64_t)gb_value(run, "stride") * element_bytes(run);
	at.elements = s->near.bytes / least(at.pitch, PITCH_LEAST) / STEP * STEP;
	at.rows = at.elements;
	if (at.rows * at.pitch > s->far.bytes)
		at.rows = power_below(s->far.bytes / at.pitch);
	return at;
}

static struct arrays *arrays(const struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct layout at = layout(run);

	return reaches(run) || at.rows * at.pitch > s->near.bytes ? &s->far : &s->near;
}

static struct stride_place place_of(struct layout at)
{
	struct stride_place place = { (unsigned int)at.pitch, HOP_BYTES, ~0u, 31 };

	if (at.rows == at.elements)
		return place;
	place.mask = (unsigned int)at.rows - 1;
	for (place.shift = 0; UINT64_C(1) << place.shift < at.rows; place.shift++)
		;
	return place;
}

static gb_ptr output(const struct gb_run *run)
{
	return arrays(run)->in + arrays(run)->bytes;
}

/* ---- hooks ------------------------------------------------------------------------------------------------------- */

/* Room for both, a third of it at most for the near ones. */
static int choose_bytes(struct gb_run *run, struct state *s)
{
	enum { NEAR_PART = 3 };
	uint64_t available;
	int status = pattern_array_bytes(run, NEAR_PART * ARRAYS, SPREAD_BYTES, &s->near.bytes);

	if (status == GB_OK)
		status = gb_memory_free(run, &available);
	if (status == GB_OK)
		s->far.bytes = pattern_fit(ARRAYS, FAR_BYTES, available - ARRAYS * s->near.bytes);
	return status;
}

static int make_arrays(struct gb_run *run, struct arrays *made)
{
	const struct state *s = gb_state(run);
	int status = gb_alloc(run, ARRAYS * made->bytes, &made->in);

	return status == GB_OK ? input_fill(run, &s->fill, made->in, made->bytes) : status;
}

static int setup(struct gb_run *run)
{
	struct state *s = calloc(1, sizeof *s);

	if (s == NULL)
		return gb_fail(run, "out of memory");
	gb_set_state(run, s);
	int status = choose_bytes(run, s);
	if (status == GB_OK)
		status = gb_alloc(run, sizeof(struct pattern_report), &s->report);
	if (status == GB_OK)
		status = gb_find_kernel(run, "stride_fill", &s->fill);
	if (status == GB_OK)
		status = gb_find_kernel(run, "stride_poison", &s->poison);
	if (status == GB_OK)
		status = gb_find_kernel(run, "stride_check", &s->check);
	return status == GB_OK ? make_arrays(run, &s->near) : status;
}

static void teardown(struct gb_run *run)
{
	free(gb_state(run));
}

/* Elements of a thread; the kernel's name tells them too. */
static uint32_t unroll(const struct gb_run *run)
{
	const int64_t op = gb_value(run, "op");

	if (op == STRIDE_COPY && gb_value(run, "form") == FORM_NAIVE)
		return 1;
	return (op == STRIDE_COPY || op == STRIDE_WRITE ? 16 : 32) / (uint32_t)element_bytes(run);
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const int64_t op = reaches(run) ? STRIDE_READ : gb_value(run, "op");
	char name[GB_NAME_MAX];

	if (reaches(run) && (uint64_t)gb_value(run, "span") > ARRAYS * s->far.bytes)
		return gb_skip(run, "%.0f MB of device memory are there to be spread over",
			       1e-6 * (double)(ARRAYS * s->far.bytes));
	int status = arrays(run)->in == 0 ? make_arrays(run, &s->far) : GB_OK;
	if (status != GB_OK)
		return status;
	const struct layout at = layout(run);
	s->shape = (struct gb_shape){
		.grid = (uint32_t)(at.elements / unroll(run) / STRIDE_BLOCK),
		.block = STRIDE_BLOCK,
	};
	s->args = (struct stride_args){
		.a = gb_address(arrays(run)->in),
		.out = gb_address(output(run)),
		.place = place_of(at),
		.report = gb_address(s->report),
	};
	snprintf(name, sizeof name, "stride_%s_b%u_u%u", ops[op], (unsigned int)element_bytes(run), unroll(run));
	return gb_find_kernel(run, name, &s->kernel);
}

static int launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_launch(run, &s->kernel, s->shape, &s->args);
}

static struct gb_cost cost(const struct gb_run *run)
{
	const double each = gb_value(run, "op") == STRIDE_COPY ? 2 : 1;

	return (struct gb_cost){ .bytes = each * (double)element_bytes(run) * (double)layout(run).elements };
}

static double sector_efficiency(const struct gb_run *run)
{
	const uint64_t bytes = element_bytes(run);

	return (double)(PATTERN_WARP * bytes) /
	       (PATTERN_SECTOR * pattern_touched(0, layout(run).pitch, PATTERN_SECTOR));
}

/* Nothing comes or goes in less than a sector. */
static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	(void)sm_hz;
	return pattern_memory_limit(device) * sector_efficiency(run);
}

/* Bytes of memory that a request of a warp costs on a card whose L2 fetches granules of 64 bytes, writes back sectors of
 * 32 bytes, and has to fetch first what a store leaves of a sector, since the memory's error correction covers it whole. */
static double memory_bytes(const struct gb_run *run)
{
	const int64_t op = gb_value(run, "op");
	const uint64_t pitch = layout(run).pitch;
	const double read = GRANULE * pattern_touched(0, pitch, GRANULE);
	const double written = PATTERN_SECTOR * pattern_touched(0, pitch, PATTERN_SECTOR);
	const double filled = pitch > element_bytes(run) ? written : 0;

	return (op != STRIDE_WRITE ? read : 0) + (op == STRIDE_COPY || op == STRIDE_WRITE ? written + filled : 0);
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct layout at = layout(run);
	const double efficiency = sector_efficiency(run), bytes = cost(run).bytes;
	const double in_memory = memory_bytes(run) * (double)at.elements / PATTERN_WARP;

	(void)result;
	out[0] = (struct gb_metric){ .name = "sectors_per_request", .unit = "1", .kind = GB_EXACT };
	out[0].number = pattern_touched(0, at.pitch, PATTERN_SECTOR);
	out[1] = (struct gb_metric){ .name = "lines_per_request", .unit = "1", .kind = GB_EXACT };
	out[1].number = pattern_touched(0, at.pitch, PATTERN_LINE);
	out[2] = (struct gb_metric){ "efficiency", "1", GB_EXACT, efficiency, 0 };
	out[3] = (struct gb_metric){ "moved_bandwidth", "B/s", GB_TIMES, 1 / efficiency, 0 };
	out[4] = (struct gb_metric){ "memory_bytes", "B", GB_EXACT, in_memory, 0 };
	out[5] = (struct gb_metric){ "memory_efficiency", "1", GB_EXACT, bytes / in_memory, 0 };
	out[6] = (struct gb_metric){ "span", "B", GB_EXACT, (double)(at.rows * at.pitch), 0 };
	return 7;
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static struct stride_check_args check_args(const struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct layout at = layout(run);

	return (struct stride_check_args){
		.out = gb_address(output(run)),
		.rows = at.rows,
		.pitch = at.pitch,
		.hop = HOP_BYTES,
		.elements = at.elements,
		.report = gb_address(s->report),
		.bytes = (unsigned int)element_bytes(run),
		.op = reaches(run) ? STRIDE_READ : (int)gb_value(run, "op"),
	};
}

/* `reach` reads both arrays: points measured before have written in the second. */
static int make_input(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct arrays *at = arrays(run);
	const uint64_t bytes = (reaches(run) ? ARRAYS : 1) * at->bytes;
	int status = reaches(run) ? input_fill(run, &s->fill, at->in, bytes) : GB_OK;

	return status == GB_OK ? input_check(run, at->in, bytes, input_float) : status;
}

static int verify(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct stride_check_args args = check_args(run);

	int status = make_input(run);
	if (status == GB_OK)
		status = pattern_reset(run, s->report);
	if (status == GB_OK && args.op != STRIDE_READ)
		status = gb_launch(run, &s->poison, input_shape(run), &args);
	s->args.record = PATTERN_VERIFIED;
	if (status == GB_OK)
		status = launch(run);
	s->args.record = PATTERN_TIMED;
	if (status == GB_OK)
		status = gb_launch(run, &s->check, input_shape(run), &args);
	return status == GB_OK ? pattern_judge(run, s->report, args.elements * (args.bytes / 4)) : status;
}

/* ---- what the rows say together ---------------------------------------------------------------------------------- */

/* The rows of 4-byte elements in the wide form. */
static int is_curve(const struct gb_row *row, int op, const char *metric)
{
	return gb_row_value(row, "op") == op && gb_row_value(row, "bytes") == 4 &&
	       (op != STRIDE_COPY || gb_row_value(row, "form") == FORM_WIDE) && strcmp(row->metric, metric) == 0;
}

static double value_at(const struct gb_row *rows, size_t count, int op, const char *metric, int64_t stride)
{
	for (size_t i = 0; i < count; i++)
		if (is_curve(&rows[i], op, metric) && gb_row_value(&rows[i], "stride") == stride)
			return rows[i].value;
	return NAN;
}

/* What is left at each stride of the bandwidth at stride 1. */
static size_t compare_strides(const struct gb_row *rows, size_t count, int op, struct gb_finding *out)
{
	const double dense = value_at(rows, count, op, "bandwidth", 1);
	size_t found = 0;

	for (size_t i = 0; i < count && dense > 0; i++) {
		const struct gb_row *row = &rows[i];
		if (!is_curve(row, op, "bandwidth") || gb_row_value(row, "stride") == 1)
			continue;
		const int64_t stride = gb_row_value(row, "stride");
		struct gb_finding *f = &out[found++];
		*f = (struct gb_finding){ .metric = "useful_fraction",
					  .unit = "1",
					  .value = row->value / dense,
					  .lo = NAN,
					  .hi = NAN,
					  .from = row,
					  .axis = "stride",
					  .x = (double)stride };
		snprintf(f->point, sizeof f->point, "op=%s,stride=%lld,bytes=4", ops[op], (long long)stride);
		snprintf(f->remark, sizeof f->remark,
			 "of the bandwidth at stride 1; %.4f by sectors, %.4f by memory_bytes",
			 value_at(rows, count, op, "efficiency", stride),
			 value_at(rows, count, op, "memory_efficiency", stride));
	}
	return found;
}

/* The largest span at which `reach` has nine tenths of its best so far. */
static size_t find_reach(const struct gb_row *rows, size_t count, struct gb_finding *out)
{
	const struct gb_row *inside = NULL, *outside = NULL;
	double best = 0;

	for (size_t i = 0; i < count; i++) {
		const struct gb_row *row = &rows[i];
		if (gb_row_value(row, "op") != STRIDE_REACH || strcmp(row->metric, "bandwidth") != 0)
			continue;
		best = row->value > best ? row->value : best;
		if (outside == NULL && row->value >= 0.9 * best)
			inside = row;
		else if (outside == NULL)
			outside = row;
	}
	if (inside == NULL)
		return 0;
	*out = (struct gb_finding){ .point = "op=reach", .metric = "tlb_reach", .unit = "B", .from = inside };
	out->value = out->lo = (double)gb_row_value(inside, "span");
	out->hi = outside != NULL ? (double)gb_row_value(outside, "span") : NAN;
	snprintf(out->remark, sizeof out->remark,
		 outside != NULL ? "the largest span at nine tenths of the rate; it is lower at the next one"
				 : "the largest span measured: the rate does not fall up to it");
	return 1;
}

static size_t conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX])
{
	size_t found = 0;

	(void)device;
	for (int op = STRIDE_COPY; op <= STRIDE_WRITE; op++)
		found += compare_strides(rows, count, op, &out[found]);
	return found + find_reach(rows, count, &out[found]);
}

GB_BENCH(stride) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "stride",
	.summary = "copy, read and write with a stride between threads; how far the address translation reaches",
	.method = "Thread i touches element i x stride (strideCopy of the CUDA C Best Practices Guide and of \"CUDA "
		  "optimization in depth\"). Up to a distance of 256 bytes the elements are spread over 1 GiB, so that "
		  "their number falls with the stride; beyond it over up to 32 GiB, or 40 % of the memory, and where "
		  "that is full the rows are gone through again, 128 bytes further on, so that no line is touched "
		  "twice. In the form `wide` a thread has 16 bytes in flight (32 where it only reads), so that the "
		  "pattern is what limits; in `naive` it has one element, as in the sources. Bytes are the useful "
		  "ones. sectors_per_request and lines_per_request are the 32-byte sectors and 128-byte lines that a "
		  "warp's request touches, from the addresses; efficiency is useful bytes over those of all sectors "
		  "touched, and moved_bandwidth counts these. memory_bytes is what a launch costs the memory of a "
		  "card whose L2 fetches 64 bytes at once, writes back 32 and, where a sector is written in part, has "
		  "to fetch it first; memory_efficiency is useful bytes over these. The limit is 2 x memory clock x "
		  "bus width / 8 x efficiency. `reach` reads lines of pages of 2 MiB in turn, a line further on in "
		  "each round: where the rate falls with the span, translations of addresses are no longer held. "
		  "Every element written is compared, on poisoned output; of reads the sum of all elements.",
	.quantity = GB_BANDWIDTH,
	.axes = axes,
	.variants = gb_variants_stride,
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.teardown = teardown,
	.cost = cost,
	.limit = limit,
	.metrics = metrics,
	.conclude = conclude,
};
