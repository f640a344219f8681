/* offset: what it costs that arrays begin beside their natural place. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "offset.h"
#include "pattern_host.h"

GB_VARIANTS(offset);

/* Bytes of each array. */
#define ARRAY_BYTES (UINT64_C(1) << 30)
/* Room behind each array for the largest shift, 128 elements of 16 bytes. */
enum { ROOM_BYTES = 4096, ARRAYS = 3 };

static const char *const ops[] = { [OFFSET_COPY] = "copy", [OFFSET_SUM] = "sum", NULL };

enum { FORM_WIDE, FORM_NAIVE };
static const char *const forms[] = { [FORM_WIDE] = "wide", [FORM_NAIVE] = "naive", NULL };

static const struct gb_axis axes[] = {
	{ .name = "op",
	  .help = "copy out[i+offset]=a[i+offset], or sum out[i]=a[i+offset]+b[i+offset]",
	  .kind = GB_REPORTED,
	  .names = ops,
	  .quick = "copy" },
	{ .name = "offset",
	  .unit = "elements",
	  .help = "how far beside a multiple of 4096 bytes the first element lies",
	  .kind = GB_REPORTED,
	  .values = "0:128",
	  .full = "0:8,12,16,20,24,28,32,64,128",
	  .quick = "0,1,8,32" },
	{ .name = "bytes",
	  .unit = "B",
	  .help = "size of an element, and of one access",
	  .kind = GB_REPORTED,
	  .values = "1:16:pow2",
	  .quick = "1,4,16" },
	{ .name = "form",
	  .help = "many independent elements a thread, or a single one",
	  .kind = GB_REPORTED,
	  .names = forms,
	  .when = "bytes=4" },
	{ .name = NULL },
};

struct state {
	uint64_t array_bytes, place_bytes; /* an array, and what it takes with its room */
	gb_ptr arena, report;
	struct gb_kernel fill, check;
	struct gb_kernel kernel; /* of the current point */
	struct gb_shape shape;
	struct offset_args args;
};

/* ---- a point ----------------------------------------------------------------------------------------------------- */

static uint32_t element_bytes(const struct gb_run *run)
{
	return (uint32_t)gb_value(run, "bytes");
}

static int is_naive(const struct gb_run *run)
{
	return element_bytes(run) == 4 && gb_value(run, "form") == FORM_NAIVE;
}

/* Elements of a thread; the kernel's name tells them too. */
static uint32_t unroll(const struct gb_run *run)
{
	const uint32_t bytes = element_bytes(run);

	if (is_naive(run))
		return 1;
	return bytes == 1 ? 8 : 16 / bytes;
}

static uint64_t shift_bytes(const struct gb_run *run)
{
	return (uint64_t)gb_value(run, "offset") * element_bytes(run);
}

/* A copy writes where it reads; a sum writes from the start of its array on. */
static uint64_t out_shift_bytes(const struct gb_run *run)
{
	return gb_value(run, "op") == OFFSET_COPY ? shift_bytes(run) : 0;
}

static unsigned int arrays_read(const struct gb_run *run)
{
	return gb_value(run, "op") == OFFSET_COPY ? 1 : 2;
}

static gb_ptr output(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return s->arena + (ARRAYS - 1) * s->place_bytes;
}

/* ---- hooks ------------------------------------------------------------------------------------------------------- */

static int setup(struct gb_run *run)
{
	struct state *s = calloc(1, sizeof *s);

	if (s == NULL)
		return gb_fail(run, "out of memory");
	gb_set_state(run, s);
	int status = pattern_array_bytes(run, ARRAYS, ARRAY_BYTES, &s->array_bytes);
	s->place_bytes = s->array_bytes + ROOM_BYTES;
	if (status == GB_OK)
		status = gb_alloc(run, ARRAYS * s->place_bytes, &s->arena);
	if (status == GB_OK)
		status = gb_alloc(run, sizeof(struct pattern_report), &s->report);
	if (status == GB_OK)
		status = gb_find_kernel(run, "offset_fill", &s->fill);
	if (status == GB_OK)
		status = gb_find_kernel(run, "offset_check", &s->check);
	return status == GB_OK ? input_fill(run, &s->fill, s->arena, (ARRAYS - 1) * s->place_bytes) : status;
}

static void teardown(struct gb_run *run)
{
	free(gb_state(run));
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint32_t bytes = element_bytes(run), each = unroll(run);
	const gb_ptr a = s->arena + shift_bytes(run);
	char name[GB_NAME_MAX];

	s->shape = (struct gb_shape){
		.grid = (uint32_t)(s->array_bytes / (UINT64_C(1) * bytes * each * OFFSET_BLOCK)),
		.block = OFFSET_BLOCK,
	};
	s->args = (struct offset_args){
		.a = gb_address(a),
		.b = gb_address(a + s->place_bytes),
		.out = gb_address(output(run) + out_shift_bytes(run)),
	};
	snprintf(name, sizeof name, "offset_%s_b%u_u%u", ops[gb_value(run, "op")], bytes, each);
	return gb_find_kernel(run, name, &s->kernel);
}

static int launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_launch(run, &s->kernel, s->shape, &s->args);
}

static struct gb_cost cost(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return (struct gb_cost){ .bytes = (arrays_read(run) + 1.0) * (double)s->array_bytes };
}

/* That of the memory: what neighbouring requests share need not come from there twice. */
static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	(void)run;
	(void)sm_hz;
	return pattern_memory_limit(device);
}

/* The part of its load sectors that a block has fetched before, for another request: as long as L1 keeps them. */
static double hits(const struct gb_run *run)
{
	const uint64_t bytes = element_bytes(run), requests = unroll(run) * OFFSET_BLOCK / PATTERN_WARP;
	const uint64_t whole = requests * PATTERN_WARP * bytes / PATTERN_SECTOR;
	const double different = (double)whole + (shift_bytes(run) % PATTERN_SECTOR != 0);

	return 1 - different / ((double)requests * pattern_touched(shift_bytes(run), bytes, PATTERN_SECTOR));
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const uint64_t bytes = element_bytes(run);
	const double sectors = pattern_touched(shift_bytes(run), bytes, PATTERN_SECTOR);
	const double lines = pattern_touched(shift_bytes(run), bytes, PATTERN_LINE);
	const double stored = pattern_touched(out_shift_bytes(run), bytes, PATTERN_SECTOR);
	const double used = (arrays_read(run) + 1.0) * (double)(PATTERN_WARP * bytes);
	const double moved = PATTERN_SECTOR * (arrays_read(run) * sectors + stored);

	(void)result;
	out[0] = (struct gb_metric){ .name = "sectors_per_request", .unit = "1", .kind = GB_EXACT, .number = sectors };
	out[1] = (struct gb_metric){ .name = "lines_per_request", .unit = "1", .kind = GB_EXACT, .number = lines };
	out[2] = (struct gb_metric){ .name = "sectors_per_store", .unit = "1", .kind = GB_EXACT, .number = stored };
	out[3] = (struct gb_metric){ .name = "hit_rate", .unit = "1", .kind = GB_EXACT, .number = hits(run) };
	out[4] = (struct gb_metric){ .name = "efficiency", .unit = "1", .kind = GB_EXACT, .number = used / moved };
	out[5] = (struct gb_metric){ "moved_bandwidth", "B/s", GB_TIMES, moved / used, 0 };
	return 6;
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static int check_output(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const uint64_t start = out_shift_bytes(run), ahead = shift_bytes(run) - start;
	const struct offset_check_args args = {
		.out = gb_address(output(run)),
		.words = s->place_bytes / 4,
		.start = start,
		.end = start + s->array_bytes,
		.a = ahead,
		.b = ahead + s->place_bytes,
		.report = gb_address(s->report),
		.bytes = element_bytes(run),
		.op = (int)gb_value(run, "op"),
	};
	int status = gb_launch(run, &s->check, input_shape(run), &args);

	return status == GB_OK ? pattern_judge(run, s->report, args.words) : status;
}

static int verify(struct gb_run *run)
{
	struct state *s = gb_state(run);

	int status = input_check(run, s->arena, (ARRAYS - 1) * s->place_bytes, input_float);
	if (status == GB_OK)
		status = pattern_reset(run, s->report);
	if (status == GB_OK)
		status = gb_fill(run, output(run), PATTERN_POISON, s->place_bytes);
	if (status == GB_OK)
		status = launch(run);
	return status == GB_OK ? check_output(run) : status;
}

/* ---- what the rows say together ---------------------------------------------------------------------------------- */

struct series {
	int op, bytes, form;
};

static int belongs(const struct gb_row *row, const char *metric, struct series series)
{
	return strcmp(row->metric, metric) == 0 && gb_row_value(row, "op") == series.op &&
	       gb_row_value(row, "bytes") == series.bytes &&
	       (!gb_row_has(row, "form") || gb_row_value(row, "form") == series.form);
}

enum { ALIGNED, MISALIGNED }; /* to a sector */

/* The mean of a metric over a series' offsets of that kind; 0 if there are none. `from` is the last of the rows. */
static double mean_of(const struct gb_row *rows, size_t count, const char *metric, struct series series, int kind,
		      const struct gb_row **from)
{
	double sum = 0;
	size_t n = 0;

	for (size_t i = 0; i < count; i++) {
		if (!belongs(&rows[i], metric, series))
			continue;
		if ((gb_row_value(&rows[i], "offset") * series.bytes % PATTERN_SECTOR != 0) != (kind == MISALIGNED))
			continue;
		sum += rows[i].value;
		*from = &rows[i];
		n++;
	}
	return n > 0 ? sum / (double)n : 0;
}

static void name_series(struct gb_finding *finding, struct series series)
{
	snprintf(finding->point, sizeof finding->point, "op=%s,bytes=%d%s%s", ops[series.op], series.bytes,
		 series.bytes == 4 ? ",form=" : "", series.bytes == 4 ? forms[series.form] : "");
}

static size_t compare_alignment(const struct gb_row *rows, size_t count, struct series series, struct gb_finding *out)
{
	const struct gb_row *from = NULL, *unused = NULL;
	const double aligned = mean_of(rows, count, "bandwidth", series, ALIGNED, &unused);
	const double misaligned = mean_of(rows, count, "bandwidth", series, MISALIGNED, &from);
	const double predicted = mean_of(rows, count, "efficiency", series, MISALIGNED, &unused);

	if (!(aligned > 0) || !(misaligned > 0))
		return 0;
	*out = (struct gb_finding){ .metric = "misaligned_over_aligned",
				    .unit = "1",
				    .value = misaligned / aligned,
				    .lo = NAN,
				    .hi = NAN,
				    .from = from };
	name_series(out, series);
	snprintf(out->remark, sizeof out->remark,
		 "means over offsets; %.3f if every sector that a request touches came from the memory", predicted);
	return 1;
}

static size_t compare_forms(const struct gb_row *rows, size_t count, int op, struct gb_finding *out)
{
	const struct gb_row *from = NULL, *unused = NULL;
	const double wide = mean_of(rows, count, "bandwidth", (struct series){ op, 4, FORM_WIDE }, ALIGNED, &unused);
	const double naive = mean_of(rows, count, "bandwidth", (struct series){ op, 4, FORM_NAIVE }, ALIGNED, &from);

	if (!(wide > 0) || !(naive > 0))
		return 0;
	*out = (struct gb_finding){ .metric = "naive_over_wide",
				    .unit = "1",
				    .value = naive / wide,
				    .lo = NAN,
				    .hi = NAN,
				    .from = from,
				    .remark = "at offsets that are multiples of a sector" };
	snprintf(out->point, sizeof out->point, "op=%s,bytes=4", ops[op]);
	return 1;
}

static size_t conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX])
{
	size_t found = 0;

	(void)device;
	for (int op = OFFSET_COPY; op <= OFFSET_SUM; op++) {
		for (int bytes = 1; bytes <= 16; bytes *= 2)
			for (int form = FORM_WIDE; form <= (bytes == 4 ? FORM_NAIVE : FORM_WIDE); form++)
				found +=
					compare_alignment(rows, count, (struct series){ op, bytes, form }, &out[found]);
		found += compare_forms(rows, count, op, &out[found]);
	}
	return found;
}

GB_BENCH(offset) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "offset",
	.summary = "copy and two-array sum, by how far the arrays begin beside their natural place",
	.method = "Arrays of 1 GiB (less where memory is short, but together 4 x L2) of random words. `copy` reads "
		  "and writes from the offset on (offsetCopy of the CUDA C Best Practices Guide and of \"CUDA "
		  "optimization in depth\"); `sum` reads two arrays from the offset on and writes a third from its "
		  "start on (sumArraysGPU). One access is one element; neighbouring threads touch neighbouring "
		  "elements. In the form `wide` a thread has 16 bytes of each array in flight, of 1-byte elements 8, "
		  "so that the pattern is what limits; in `naive` it has one element, as in the sources, and waits. "
		  "Bytes are the useful ones: every element read or written once. sectors_per_request and "
		  "lines_per_request are the 32-byte sectors and 128-byte lines that a warp's load touches, "
		  "sectors_per_store those of its store, from the addresses; efficiency is useful bytes over those of "
		  "all sectors touched, and moved_bandwidth counts these instead. Requests side by side share their "
		  "outermost sectors: hit_rate is the part of the load sectors that an earlier request of the same "
		  "block has fetched, as far as L1 keeps them, and the memory need not move any sector twice. So the "
		  "limit is that of the memory, 2 x memory clock x bus width / 8. With elements of 1 and 2 bytes a "
		  "request carries but 32 or 64 bytes: there the rate of requests may limit, and not the memory. "
		  "Every byte of the output array is compared, those too that must not be written.",
	.quantity = GB_BANDWIDTH,
	.axes = axes,
	.variants = gb_variants_offset,
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
