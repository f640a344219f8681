/* offset: the cost of misaligned arrays. */
#include "../common/kernel.h"
#include "../common/limits.h"
#include "../common/pattern_host.h"
#include "offset.h"

/* Two arrays are read, the last one is written. */
enum { ARRAYS = 3 };

struct state {
	uint64_t array_bytes, place_bytes; /* bytes of an array, without and with the space after it */
	gb_ptr arena;
	struct pattern_check check;
	struct gb_kernel kernel;
	struct gb_shape shape;
	struct offset_args args;
};

static const char *const ops[] = {
	[OFFSET_COPY] = "copy", [OFFSET_SUM] = "sum", [OFFSET_SUM_CG] = "sum_cg", [OFFSET_PERMUTED] = "permuted", NULL
};

struct point {
	enum offset_op op;
	uint64_t offset;
	uint32_t bytes;
	int form;
};

static const struct gb_axis axes[] = {
	{ GB_AXIS(op),
	  .help = "copy: out[i+offset]=a[i+offset]; sum: out[i]=a[i+offset]+b[i+offset]; sum_cg: the same with loads "
		  "that bypass L1; permuted: a copy in which the lanes of a warp read its 32 elements in another order",
	  .names = ops, .quick = "copy" },
	{ GB_AXIS(offset), .unit = "elements", .help = "distance of the first element from a multiple of 4096 bytes",
	  .values = "0:128", .full = "0:8,12,16,20,24,28,32,64,128", .quick = "0,1,8,32",
	  .when = "op=copy,sum,sum_cg" },
	{ GB_AXIS(bytes), .unit = "B", .help = "size of an element and of an access", .values = "1:16:pow2",
	  .quick = "1,4,16" },
	{ GB_AXIS(form), .help = "many independent elements per thread, or a single one", .names = pattern_forms,
	  .when = "bytes=4" },
	{ .name = NULL },
};

/* ---- the point --------------------------------------------------------------------------------------------------- */

static uint32_t offset_bytes(const struct gb_run *run)
{
	return gb_value(run, bytes);
}

/* Elements per thread, which are part of the kernel's name. */
static uint32_t unroll(const struct gb_run *run)
{
	const uint32_t bytes = offset_bytes(run);

	if (bytes == 4 && gb_value(run, form) == PATTERN_NAIVE)
		return 1;
	return bytes == 1 ? 8 : 16 / bytes;
}

/* The misalignment of the input arrays in bytes. */
static uint64_t offset_shift(const struct gb_run *run)
{
	return gb_value(run, op) == OFFSET_PERMUTED ? 0 : gb_value(run, offset) * offset_bytes(run);
}

/* The misalignment of the output array: a copy writes at the same offset, a sum from the start of its array. */
static uint64_t out_shift(const struct gb_run *run)
{
	return gb_value(run, op) == OFFSET_COPY ? offset_shift(run) : 0;
}

static uint32_t arrays_read(const struct gb_run *run)
{
	const int64_t op = gb_value(run, op);

	return op == OFFSET_SUM || op == OFFSET_SUM_CG ? 2 : 1;
}

/* ---- its cost, and its limit ------------------------------------------------------------------------------------- */

static struct gb_cost cost(const struct gb_run *run)
{
	return (struct gb_cost){ .bytes = (arrays_read(run) + 1.0) * (double)state_of(run)->array_bytes };
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const uint64_t bytes = offset_bytes(run), shift = offset_shift(run);
	const uint32_t requests = unroll(run) * OFFSET_BLOCK / PATTERN_WARP;
	const double sectors = pattern_touched(shift, bytes, PATTERN_SECTOR);
	const double stored = pattern_touched(out_shift(run), bytes, PATTERN_SECTOR);
	const double used = (arrays_read(run) + 1.0) * (double)(PATTERN_WARP * bytes);
	const double hits = pattern_hits(requests, sectors, shift, bytes * PATTERN_WARP * requests);
	const double moved = PATTERN_SECTOR * (arrays_read(run) * sectors + stored);

	out[0] = pattern_exact("sectors_per_request", sectors);
	out[1] = pattern_exact("lines_per_request", pattern_touched(shift, bytes, PATTERN_LINE));
	out[2] = pattern_exact("sectors_per_store", stored);
	out[3] = pattern_exact("hit_rate", gb_value(run, op) == OFFSET_SUM_CG ? 0 : hits);
	out[4] = pattern_exact("efficiency", used / moved);
	out[5] = (struct gb_metric){ "moved_bandwidth", "B/s", GB_TIMES, moved / used, 0 };
	return 6;
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

/* Bytes of each array, and of the space after it for the largest offset: 128 elements of 16 bytes. */
#define ARRAY_BYTES (UINT64_C(1) << 30)
enum { ROOM_BYTES = 4096 };

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(pattern_array_bytes(run, ARRAYS, ARRAY_BYTES, &s->array_bytes));
	s->place_bytes = s->array_bytes + ROOM_BYTES;
	GB_TRY(gb_alloc(run, ARRAYS * s->place_bytes, &s->arena));
	GB_TRY(pattern_open(run, "offset_fill", "offset_check", &s->check));
	return input_fill(run, &s->check.fill, s->arena, (ARRAYS - 1) * s->place_bytes);
}

static gb_ptr output(const struct gb_run *run)
{
	return state_of(run)->arena + (ARRAYS - 1) * state_of(run)->place_bytes;
}

/* ---- launch ------------------------------------------------------------------------------------------------------ */

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint32_t bytes = offset_bytes(run), each = unroll(run);
	const gb_ptr a = s->arena + offset_shift(run);

	s->shape = (struct gb_shape){
		.grid = (uint32_t)(s->array_bytes / (UINT64_C(1) * bytes * each * OFFSET_BLOCK)),
		.block = OFFSET_BLOCK,
	};
	s->args = (struct offset_args){
		.a = gb_address(a),
		.b = gb_address(a + s->place_bytes),
		.out = gb_address(output(run) + out_shift(run)),
	};
	return kernel_find(run, &s->kernel, "offset_%s_b%u_u%u", ops[gb_value(run, op)], bytes, each);
}

LAUNCH_KERNEL(static int launch, state)

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static int verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const uint64_t start = out_shift(run), ahead = offset_shift(run) - start;
	const struct offset_check_args args = {
		.out = gb_address(output(run)),
		.words = s->place_bytes / 4,
		.start = start,
		.end = start + s->array_bytes,
		.a = ahead,
		.b = ahead + s->place_bytes,
		.report = gb_address(s->check.report),
		.bytes = offset_bytes(run),
		.op = (int)gb_value(run, op),
	};

	GB_TRY(pattern_begin(run, &s->check, s->arena, (ARRAYS - 1) * s->place_bytes));
	GB_TRY(gb_fill_output(run, output(run), PATTERN_POISON, s->place_bytes));
	GB_TRY(launch(run));
	return pattern_end(run, &s->check, &args, args.words);
}

/* ---- conclude ---------------------------------------------------------------------------------------------------- */

struct series {
	enum offset_op op;
	uint32_t bytes;
	int form;
};

static bool belongs(const struct gb_row *row, const char *metric, struct series series)
{
	return strcmp(row->metric, metric) == 0 && gb_row_value(row, op) == series.op &&
	       gb_row_value(row, bytes) == series.bytes &&
	       (!gb_row_has(row, form) || gb_row_value(row, form) == series.form);
}

enum { ALIGNED, MISALIGNED }; /* relative to sectors */

/* The mean of a metric over the offsets of this kind in a series; 0: there are none. `*from` is the last row used. */
static double mean_of(const struct gb_row *rows, size_t count, const char *metric, struct series series, int kind,
		      const struct gb_row **from)
{
	double sum = 0;
	size_t n = 0;

	for (size_t i = 0; i < count; i++) {
		const uint64_t offset = gb_row_has(&rows[i], offset) ? gb_row_value(&rows[i], offset) : 0;
		if (!belongs(&rows[i], metric, series) ||
		    (offset * series.bytes % PATTERN_SECTOR != 0) != (kind == MISALIGNED))
			continue;
		sum += rows[i].value;
		*from = &rows[i];
		n++;
	}
	return n > 0 ? sum / (double)n : 0;
}

/* The ratio of two mean bandwidths, if both exist. Returns the number of entries of `out` that were filled. */
static size_t compare(const struct gb_row *rows, size_t count, const char *metric, struct series series, int kind,
		      struct series base, int base_kind, struct gb_finding *out)
{
	const struct gb_row *from = NULL, *unused = NULL;
	const double under = mean_of(rows, count, "bandwidth", base, base_kind, &unused);
	const double over = mean_of(rows, count, "bandwidth", series, kind, &from);

	if (!(under > 0) || !(over > 0))
		return 0;
	*out = pattern_ratio(metric, over / under, from);
	snprintf(out->point, sizeof out->point, "op=%s,bytes=%u%s%s", ops[series.op], series.bytes,
		 series.bytes == 4 ? ",form=" : "", series.bytes == 4 ? pattern_forms[series.form] : "");
	return 1;
}

static size_t compare_alignment(const struct gb_row *rows, size_t count, struct series series, struct gb_finding *out)
{
	const struct gb_row *unused = NULL;
	const double predicted = mean_of(rows, count, "efficiency", series, MISALIGNED, &unused);

	if (compare(rows, count, "misaligned_over_aligned", series, MISALIGNED, series, ALIGNED, out) == 0)
		return 0;
	snprintf(out->remark, sizeof out->remark,
		 "means over offsets; %.3f if every sector that a request touches came from memory", predicted);
	return 1;
}

static size_t compare_forms(const struct gb_row *rows, size_t count, enum offset_op op, struct gb_finding *out)
{
	const struct series naive = { op, 4, PATTERN_NAIVE }, wide = { op, 4, PATTERN_WIDE };

	if (compare(rows, count, "naive_over_wide", naive, ALIGNED, wide, ALIGNED, out) == 0)
		return 0;
	snprintf(out->point, sizeof out->point, "op=%s,bytes=4", ops[op]);
	snprintf(out->remark, sizeof out->remark, "at offsets that are multiples of a sector");
	return 1;
}

/* The share of its bandwidth that a misaligned sum keeps when its loads bypass L1, and so cannot hit sectors that other
 * loads fetched. */
static size_t compare_l1(const struct gb_row *rows, size_t count, uint32_t bytes, int form, struct gb_finding *out)
{
	const struct series on = { OFFSET_SUM, bytes, form }, off = { OFFSET_SUM_CG, bytes, form };

	if (compare(rows, count, "l1_off_over_on", off, MISALIGNED, on, MISALIGNED, out) == 0)
		return 0;
	snprintf(out->remark, sizeof out->remark, "means over offsets that are not multiples of a sector");
	return 1;
}

static size_t conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX])
{
	size_t found = 0;

	for (enum offset_op op = OFFSET_COPY; op <= OFFSET_SUM_CG; op++) {
		for (uint32_t bytes = 1; bytes <= 16; bytes *= 2)
			for (int form = PATTERN_WIDE; form <= (bytes == 4 ? PATTERN_NAIVE : PATTERN_WIDE); form++)
				found +=
					compare_alignment(rows, count, (struct series){ op, bytes, form }, &out[found]);
		found += compare_forms(rows, count, op, &out[found]);
	}
	for (uint32_t bytes = 1; bytes <= 16; bytes *= 2)
		for (int form = PATTERN_WIDE; form <= (bytes == 4 ? PATTERN_NAIVE : PATTERN_WIDE); form++) {
			found += compare_l1(rows, count, bytes, form, &out[found]);
			/* The share of its bandwidth that an aligned copy keeps when lanes read out of order. */
			const struct series straight = { OFFSET_COPY, bytes, form },
					    permuted = { OFFSET_PERMUTED, bytes, form };
			found += compare(rows, count, "permuted_over_straight", permuted, ALIGNED, straight, ALIGNED,
					 &out[found]);
		}
	return found;
}

GB_BENCH(offset) = {
	GB_IDENTITY(offset),
	.summary = "copy and two-array sum of misaligned arrays",
	.method = "Arrays have 1 GiB of random words (less if memory is short, but together at least 4 x L2). copy "
		  "reads and writes starting at the offset. sum reads two arrays starting at the offset and writes a "
		  "third from its beginning; sum_cg is the same with L1 off, as with -dlcm=cg. permuted is a copy "
		  "without offset in which lane l of a warp reads element (5 l + 3) mod 32 of the warp's elements and "
		  "writes element l (\"out of sequence\" in the CUDA C Best Practices Guide). An access is one "
		  "element; neighbouring threads access neighbouring elements. In the form `wide` a thread has 16 "
		  "bytes of each array in flight (1-byte elements: 8), so the pattern is the bottleneck. In `naive` it "
		  "has one element, as in the sources, and waits.\n"
		  "Value: useful bytes, every element read or written once. sectors_per_request and lines_per_request "
		  "are the 32-byte sectors and 128-byte lines that a warp's load touches, sectors_per_store those of "
		  "its store, computed from the addresses. efficiency is the ratio of useful bytes to the bytes of all "
		  "sectors touched; moved_bandwidth counts the latter. Adjacent requests share their outermost "
		  "sectors. hit_rate is the share of load sectors that an earlier request of the same block fetched, "
		  "if L1 keeps them (none for sum_cg, where L2 delivers them again); the memory need not move any "
		  "sector twice.\n"
		  "Verified: every byte of the output array, including those that must not be written.\n"
		  "Limit: the memory, 2 x memory clock x bus width / 8. Requests of 1 and 2-byte elements carry only "
		  "32 or 64 bytes; there the request rate may be the bottleneck instead.\n"
		  "Source: offsetCopy of the CUDA C Best Practices Guide and of \"CUDA optimization in depth\"; "
		  "sumArraysGPU.",
	.subject = GB_SUBJECT_MEMORY,
	.quantity = GB_BANDWIDTH,
	.axes = axes,
	.variants = gb_variants_offset,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.cost = cost,
	.limit = limit_memory_rate, /* sectors shared by neighbouring requests may be read only once */
	.metrics = metrics,
	.conclude = conclude,
};
