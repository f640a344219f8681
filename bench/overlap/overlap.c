/* overlap: how much of the arithmetic of a kernel hides behind its memory accesses, or the other way round. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpubench.h"
#include "overlap.h"

GB_VARIANTS(overlap);

/* What the whole kernel reads and writes in a launch, together. Large enough that what an L2 keeps between launches
 * does not show; less where memory is short, but never less than a few times L2. */
#define MOVED_BYTES (UINT64_C(2) << 30)
#define MOVED_SHARE 0.8 /* of the free memory, at most */
enum { MOVED_L2S = 4 };
#define MOVED_STEP (UINT64_C(1) << 20)

/* Threads of a block where an SM is full, and blocks of an SM where it is not. */
enum { BLOCK_OF_FULL = 128, BLOCKS = 4 };

/* Each word is read and written. */
#define BYTES_OF_WORD 8.0

static const char *const builds[] = {
	[OVERLAP_ALL] = "all",     [OVERLAP_MEMORY] = "memory", [OVERLAP_LOAD] = "load",
	[OVERLAP_STORE] = "store", [OVERLAP_MATH] = "math",     NULL,
};

static const struct gb_axis axes[] = {
	{ .name = "build",
	  .help = "what is left of the kernel: all of it, its loads and stores, loads only, stores only, arithmetic only",
	  .kind = GB_REPORTED,
	  .names = builds },
	{ .name = "fmas",
	  .help = "FMA instructions on each word, that is for every 8 bytes moved",
	  .kind = GB_REPORTED,
	  .values = "1:15,16:512:16",
	  .full = "4,8,16,32,48,64,80,96,128,192,256",
	  .quick = "32,64,128",
	  .when = "build=all,math" },
	{ .name = "warps",
	  .help = "resident warps an SM, of every build",
	  .kind = GB_REPORTED,
	  .values = "4:64:pow2",
	  .full = "8:64:pow2",
	  .quick = "16,64" },
	{ .name = NULL },
};

enum kernel { ALL_SHORT, ALL_LONG, MATH_SHORT, MATH_LONG, MEMORY, LOAD, STORE, KERNELS };

static const char *const kernel_names[KERNELS] = {
	[ALL_SHORT] = "overlap_all_s1",   [ALL_LONG] = "overlap_all_s16", [MATH_SHORT] = "overlap_math_s1",
	[MATH_LONG] = "overlap_math_s16", [MEMORY] = "overlap_memory",    [LOAD] = "overlap_load",
	[STORE] = "overlap_store",
};

enum { REPORT_WRONG, REPORT_FIRST, REPORT_COMPARED, REPORT_WORDS };

/* Words at the start, middle and end of input and output that the host checks by itself. */
enum { INPUT_WINDOW = 1024, OUTPUT_WINDOW = 64, WINDOWS = 3 };

struct state {
	uint64_t bytes;         /* of the input, and of the output */
	gb_ptr in, out, report; /* report: see REPORT_WRONG and its like */
	struct gb_kernel fill, check, kernels[KERNELS];
	enum kernel kernel; /* of the current point */
	struct gb_shape shape;
	uint32_t resident; /* blocks an SM */
	struct overlap_args args;
};

/* ---- setup ------------------------------------------------------------------------------------------------------- */

/* Input or output, in that much memory. */
static uint64_t bytes_for(uint64_t available)
{
	uint64_t moved = MOVED_BYTES;

	if ((double)moved > MOVED_SHARE * (double)available)
		moved = (uint64_t)(MOVED_SHARE * (double)available);
	return moved / 2 / MOVED_STEP * MOVED_STEP;
}

static int choose_bytes(struct gb_run *run, uint64_t *bytes)
{
	const uint64_t least = MOVED_L2S * gb_device(run)->l2_bytes;
	uint64_t available;
	int status = gb_memory_free(run, &available);

	if (status != GB_OK)
		return status;
	*bytes = bytes_for(available);
	if (2 * *bytes < least || *bytes == 0)
		return gb_skip(run, "%.0f MB of device memory are free; %d times L2 (%.0f MB) are needed",
			       1e-6 * (double)available, MOVED_L2S, 1e-6 * (double)least);
	return GB_OK;
}

static int find_kernels(struct gb_run *run)
{
	struct state *s = gb_state(run);
	int status = gb_find_kernel(run, "overlap_fill", &s->fill);

	if (status == GB_OK)
		status = gb_find_kernel(run, "overlap_check", &s->check);
	for (int k = 0; k < KERNELS && status == GB_OK; k++)
		status = gb_find_kernel(run, kernel_names[k], &s->kernels[k]);
	return status;
}

/* The shape of the kernels that are not timed. */
static struct gb_shape wide(const struct gb_run *run)
{
	return (struct gb_shape){ .grid = 8 * (uint32_t)gb_device(run)->sm_count, .block = 256 };
}

static int setup(struct gb_run *run)
{
	struct state *s = calloc(1, sizeof *s);

	if (s == NULL)
		return gb_fail(run, "out of memory");
	gb_set_state(run, s);
	int status = choose_bytes(run, &s->bytes);
	if (status == GB_OK)
		status = gb_alloc(run, s->bytes, &s->in);
	if (status == GB_OK)
		status = gb_alloc(run, s->bytes, &s->out);
	if (status == GB_OK)
		status = gb_alloc(run, REPORT_WORDS * sizeof(uint64_t), &s->report);
	if (status == GB_OK)
		status = find_kernels(run);
	if (status != GB_OK)
		return status;
	const struct overlap_fill_args args = { gb_address(s->in), s->bytes / 4 };
	return gb_launch(run, &s->fill, wide(run), &args);
}

static void teardown(struct gb_run *run)
{
	free(gb_state(run));
}

/* ---- one point --------------------------------------------------------------------------------------------------- */

static int has_math(const struct gb_run *run)
{
	const int64_t build = gb_value(run, "build");

	return build == OVERLAP_ALL || build == OVERLAP_MATH;
}

static enum kernel choose_kernel(const struct gb_run *run)
{
	const int is_long = has_math(run) && gb_value(run, "fmas") % OVERLAP_LONG == 0;

	switch (gb_value(run, "build")) {
	case OVERLAP_ALL:
		return is_long ? ALL_LONG : ALL_SHORT;
	case OVERLAP_MATH:
		return is_long ? MATH_LONG : MATH_SHORT;
	case OVERLAP_LOAD:
		return LOAD;
	case OVERLAP_STORE:
		return STORE;
	default:
		return MEMORY;
	}
}

/* Blocks of every build that are resident on an SM: the least and the most over the builds. */
static int resident_blocks(struct gb_run *run, uint32_t *least, uint32_t *most)
{
	const struct state *s = gb_state(run);

	*least = UINT32_MAX;
	*most = 0;
	for (int k = 0; k < KERNELS; k++) {
		uint32_t blocks = 0;
		int status = GB_OK;
		if (s->shape.block <= s->kernels[k].threads_max)
			status = gb_occupancy(run, &s->kernels[k], s->shape.block, s->shape.shared_bytes, &blocks);
		if (status != GB_OK)
			return status;
		*least = blocks < *least ? blocks : *least;
		*most = blocks > *most ? blocks : *most;
	}
	return GB_OK;
}

/* A shape in which as many blocks of every build are resident as the point wants, and no more: builds with fewer registers
 * would otherwise run with more warps than the whole kernel. Where more would fit, shared memory that nobody uses keeps
 * them out, the same in all builds; with few blocks it takes least of the L1. */
static int choose_shape(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct gb_device *device = gb_device(run);
	const uint32_t threads = (uint32_t)gb_value(run, "warps") * OVERLAP_WARP;
	const uint32_t block = threads == (uint32_t)device->threads_per_sm ? BLOCK_OF_FULL : threads / BLOCKS;
	const uint32_t blocks = threads / block;
	uint32_t least, most;

	s->shape = (struct gb_shape){ .block = block };
	int status = resident_blocks(run, &least, &most);
	if (status == GB_OK && least >= blocks && most > blocks) {
		s->shape.shared_bytes = (uint32_t)(device->shared_per_sm / (blocks + 1) / 1024 + 1) * 1024;
		status = resident_blocks(run, &least, &most);
	}
	if (status != GB_OK)
		return status;
	if (least != blocks || most != blocks)
		return gb_skip(run, "of %u-thread blocks %u to %u of each build are resident on an SM, not %u", block,
			       least, most, blocks);
	s->resident = least;
	s->shape.grid = (uint32_t)(s->bytes / 4 / OVERLAP_WORDS / block);
	return GB_OK;
}

/* Words that the whole kernel reads, works on and writes in a launch. */
static uint64_t words(const struct state *s)
{
	return (uint64_t)s->shape.grid * s->shape.block * OVERLAP_WORDS;
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);

	s->kernel = choose_kernel(run);
	s->args = (struct overlap_args){
		.in = gb_address(s->in),
		.out = gb_address(s->out),
		.start = OVERLAP_START,
	};
	if (has_math(run)) {
		const unsigned int fmas = (unsigned int)gb_value(run, "fmas");
		s->args.trips = fmas % OVERLAP_LONG == 0 ? fmas / OVERLAP_LONG : fmas / OVERLAP_SHORT;
	}
	return choose_shape(run);
}

static int launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_launch(run, &s->kernels[s->kernel], s->shape, &s->args);
}

/* ---- what the time means ------------------------------------------------------------------------------------------- */

static struct gb_cost cost(const struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const double n = (double)words(s);
	const int64_t build = gb_value(run, "build");
	struct gb_cost c = { .bytes = BYTES_OF_WORD * n };

	if (build == OVERLAP_LOAD || build == OVERLAP_STORE)
		c.bytes /= 2;
	if (build == OVERLAP_MATH)
		c.bytes = 0;
	if (has_math(run))
		c.ops = 2 * n * (double)gb_value(run, "fmas");
	return c;
}

static enum gb_quantity measures(const struct gb_run *run)
{
	return gb_value(run, "build") == OVERLAP_MATH ? GB_FLOPS : GB_BANDWIDTH;
}

static double peak_flops(const struct gb_device *device, double sm_hz)
{
	return device->rates.fp32 * device->sm_count * sm_hz;
}

/* Of the arithmetic alone the FMA rate; of all else the bus, and of the whole kernel whichever is less. */
static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	const int64_t build = gb_value(run, "build");
	const double bus = 2 * device->mem_clock_hz * device->mem_bus_bits / 8;
	const double flops = peak_flops(device, sm_hz);

	if (build == OVERLAP_MATH)
		return flops;
	if (build != OVERLAP_ALL)
		return bus;
	const struct gb_cost c = cost(run);
	return fmin(bus, flops / c.ops * c.bytes);
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);
	const struct gb_cost c = cost(run);
	const double work = measures(run) == GB_FLOPS ? c.ops : c.bytes;
	size_t n = 0;

	out[n++] = (struct gb_metric){ .name = "time", .unit = "s", .kind = GB_OVER, .number = work };
	if (has_math(run))
		out[n++] = (struct gb_metric){ .name = "instructions_per_byte",
					       .unit = "1/B",
					       .number = (double)gb_value(run, "fmas") / BYTES_OF_WORD };
	if (gb_value(run, "build") == OVERLAP_ALL)
		out[n++] = (struct gb_metric){ .name = "flop_rate",
					       .unit = "FLOP/s",
					       .kind = GB_TIMES,
					       .number = c.ops / c.bytes,
					       .limit = peak_flops(gb_device(run), result->sm_hz) };
	out[n++] = (struct gb_metric){ .name = "resident_warps",
				       .unit = "1",
				       .number = (double)s->resident * s->shape.block / OVERLAP_WARP };
	out[n++] = (struct gb_metric){ .name = "registers", .unit = "1", .number = s->kernels[s->kernel].registers };
	out[n++] = (struct gb_metric){ .name = "shared", .unit = "B", .number = s->shape.shared_bytes };
	return n;
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

/* The checking kernel works the input out anew with the function the filling kernel used: compare it with the host's own
 * result, so that one mistake in both would show. */
static int check_input(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	unsigned int window[INPUT_WINDOW];

	for (int w = 0; w < WINDOWS; w++) {
		const uint64_t start = (words(s) - INPUT_WINDOW) / (WINDOWS - 1) * (uint64_t)w;
		int status = gb_copy_out(run, window, s->in + 4 * start, sizeof window);
		if (status != GB_OK)
			return status;
		for (uint64_t i = 0; i < INPUT_WINDOW; i++)
			if (window[i] != overlap_word(start + i))
				return gb_fail(run, "input word %llu is %#x, not %#x", (unsigned long long)(start + i),
					       window[i], overlap_word(start + i));
	}
	return GB_OK;
}

/* Word i after so many FMAs, in the host's own fused multiply-add. */
static unsigned int expected(const struct gb_run *run, uint64_t i)
{
	const uint64_t row = (i ^ 1) / 4 / OVERLAP_WARP, lane = i / 4 % OVERLAP_WARP;
	const uint64_t thread = row / OVERLAP_VECTORS * OVERLAP_WARP + lane;
	unsigned int bits = overlap_word(i ^ 1);
	float x = OVERLAP_START, c;

	if (gb_value(run, "build") == OVERLAP_MATH)
		bits = overlap_own((unsigned int)thread, (unsigned int)(row % OVERLAP_VECTORS * 4 + (i ^ 1) % 4));
	memcpy(&c, &bits, sizeof c);
	for (int64_t fma = 0; fma < gb_value(run, "fmas"); fma++)
		x = fmaf(x, x, c);
	memcpy(&bits, &x, sizeof bits);
	return bits;
}

static int check_chains(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	unsigned int window[OUTPUT_WINDOW];

	for (int w = 0; w < WINDOWS && has_math(run); w++) {
		const uint64_t start = (words(s) - OUTPUT_WINDOW) / (WINDOWS - 1) * (uint64_t)w;
		int status = gb_copy_out(run, window, s->out + 4 * start, sizeof window);
		if (status != GB_OK)
			return status;
		for (uint64_t i = 0; i < OUTPUT_WINDOW; i++)
			if (window[i] != expected(run, start + i))
				return gb_fail(run, "word %llu is %#x on the device, %#x on the host",
					       (unsigned long long)(start + i), window[i], expected(run, start + i));
	}
	return GB_OK;
}

static int check_output(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct overlap_check_args args = {
		.out = gb_address(s->out),
		.build = (int)gb_value(run, "build"),
		.start = OVERLAP_START,
		.words = words(s),
		.fmas = has_math(run) ? (unsigned int)gb_value(run, "fmas") : 0,
		.wrong = gb_address(s->report + REPORT_WRONG * sizeof(uint64_t)),
		.compared = gb_address(s->report + REPORT_COMPARED * sizeof(uint64_t)),
	};
	uint64_t report[REPORT_WORDS];

	int status = gb_launch(run, &s->check, wide(run), &args);
	if (status == GB_OK)
		status = gb_copy_out(run, report, s->report, sizeof report);
	if (status != GB_OK)
		return status;
	if (report[REPORT_COMPARED] != args.words)
		return gb_fail(run, "the check looked at %llu of %llu words",
			       (unsigned long long)report[REPORT_COMPARED], args.words);
	if (report[REPORT_WRONG] != 0)
		return gb_fail(run, "%llu of %llu words are wrong, the first at %llu",
			       (unsigned long long)report[REPORT_WRONG], args.words,
			       (unsigned long long)report[REPORT_FIRST]);
	return check_chains(run);
}

static int verify(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t report[REPORT_WORDS] = { [REPORT_FIRST] = UINT64_MAX };

	int status = check_input(run);
	if (status == GB_OK)
		status = gb_copy_in(run, s->report, report, sizeof report);
	if (status == GB_OK)
		status = gb_fill(run, s->out, 0xff, 4 * words(s));
	s->args.withheld = 1;
	if (status == GB_OK)
		status = launch(run);
	s->args.withheld = 0;
	return status == GB_OK ? check_output(run) : status;
}

/* ---- conclusions ---------------------------------------------------------------------------------------------------- */

/* Seconds that a build takes for each byte that the whole kernel moves. */
struct part {
	double time, lo, hi;
	double limit; /* the least there can be */
	const struct gb_row *row;
};

static const struct gb_row *find(const struct gb_row *rows, size_t count, int build, int64_t warps, int64_t fmas)
{
	const char *metric = build == OVERLAP_MATH ? "flop_rate" : "bandwidth";

	for (size_t i = 0; i < count; i++)
		if (strcmp(rows[i].metric, metric) == 0 && gb_row_value(&rows[i], "build") == build &&
		    gb_row_value(&rows[i], "warps") == warps &&
		    (!gb_row_has(&rows[i], "fmas") || gb_row_value(&rows[i], "fmas") == fmas))
			return &rows[i];
	return NULL;
}

/* The row's part; `per_byte`: of its own unit for each byte that the whole kernel moves. */
static struct part part_of(const struct gb_row *row, double per_byte)
{
	return (struct part){ per_byte / row->value, per_byte / row->hi, per_byte / row->lo, per_byte / row->limit,
			      row };
}

static struct part math_part(const struct gb_row *row)
{
	return part_of(row, 2 * (double)gb_row_value(row, "fmas") / BYTES_OF_WORD);
}

/* Of the shorter of two parts, how much the whole hides. */
static double hidden(double a, double b, double whole)
{
	return (a + b - whole) / fmin(a, b);
}

static struct gb_finding overlap_of(struct part memory, struct part math, struct part all)
{
	const int64_t warps = gb_row_value(all.row, "warps"), fmas = gb_row_value(all.row, "fmas");
	/* Under its power limit the card may have held another clock for the arithmetic alone than for all together. */
	const double clock = math.row->sm_hz > 0 && all.row->sm_hz > 0 ? math.row->sm_hz / all.row->sm_hz : 1;
	struct gb_finding f = {
		.metric = "overlap",
		.unit = "1",
		.value = hidden(memory.time, clock * math.time, all.time),
		.lo = hidden(memory.lo, clock * math.lo, all.hi),
		.hi = hidden(memory.hi, clock * math.hi, all.lo),
		.from = all.row,
		.axis = "fmas",
		.x = (double)fmas,
	};

	snprintf(f.point, sizeof f.point, "fmas=%lld,warps=%lld", (long long)fmas, (long long)warps);
	snprintf(f.remark, sizeof f.remark,
		 "in ps/B: memory %.3f, arithmetic %.3f, both %.3f; the arithmetic is %s part", 1e12 * memory.time,
		 1e12 * clock * math.time, 1e12 * all.time,
		 clock * math.time < memory.time ? "the shorter" : "the longer");
	return f;
}

/* Where the arithmetic alone takes as long as the accesses alone, between the two measured neighbours. */
static size_t balance_of(const struct gb_row *rows, size_t count, struct part memory, struct gb_finding *out)
{
	const int64_t warps = gb_row_value(memory.row, "warps");
	struct part below = { 0 }, above = { 0 };

	for (size_t i = 0; i < count; i++) {
		if (gb_row_value(&rows[i], "build") != OVERLAP_MATH || gb_row_value(&rows[i], "warps") != warps ||
		    strcmp(rows[i].metric, "flop_rate") != 0)
			continue;
		const struct part math = math_part(&rows[i]);
		if (math.time <= memory.time && (below.row == NULL || math.time > below.time))
			below = math;
		if (math.time > memory.time && (above.row == NULL || math.time < above.time))
			above = math;
	}
	if (below.row == NULL || above.row == NULL)
		return 0;
	const double low = (double)gb_row_value(below.row, "fmas") / BYTES_OF_WORD,
		     high = (double)gb_row_value(above.row, "fmas") / BYTES_OF_WORD,
		     slope = (high - low) / (above.time - below.time);
	/* Both limits are times for the same byte, so their ratio turns instructions into what the roofs balance. */
	const double roofs = memory.limit / above.limit * high;
	struct gb_finding f = {
		.metric = "balance",
		.unit = "1/B",
		.value = low + slope * (memory.time - below.time),
		.lo = low + slope * (memory.lo - below.time),
		.hi = low + slope * (memory.hi - below.time),
		.from = memory.row,
	};

	snprintf(f.point, sizeof f.point, "warps=%lld", (long long)warps);
	snprintf(
		f.remark, sizeof f.remark,
		"arithmetic alone takes as long as the accesses alone, between the points %.3g and %.3g; the roofs balance at "
		"%.4g, and alone the builds reach %.3f of the bus and %.3f of the lanes",
		low, high, roofs, memory.limit / memory.time, above.limit / above.time);
	out[0] = f;
	f.metric = "balance_of_roofs";
	f.value = roofs;
	f.lo = f.hi = NAN;
	snprintf(f.remark, sizeof f.remark,
		 "FP32 lanes x SMs x the clock at %.3g FMAs a byte, over the bus of the memory", high);
	out[1] = f;
	return 2;
}

/* Loads and stores share the bus: what the one hides of the other. */
static size_t accesses_of(const struct gb_row *rows, size_t count, struct part memory, struct gb_finding *out)
{
	const int64_t warps = gb_row_value(memory.row, "warps");
	const struct gb_row *load = find(rows, count, OVERLAP_LOAD, warps, 0),
			    *store = find(rows, count, OVERLAP_STORE, warps, 0);

	if (load == NULL || store == NULL)
		return 0;
	const struct part l = part_of(load, 0.5), s = part_of(store, 0.5);
	*out = (struct gb_finding){
		.metric = "load_store_overlap",
		.unit = "1",
		.value = hidden(l.time, s.time, memory.time),
		.lo = hidden(l.lo, s.lo, memory.hi),
		.hi = hidden(l.hi, s.hi, memory.lo),
		.from = memory.row,
	};
	snprintf(out->point, sizeof out->point, "warps=%lld", (long long)warps);
	snprintf(out->remark, sizeof out->remark, "in ps/B: loads %.3f, stores %.3f, both %.3f", 1e12 * l.time,
		 1e12 * s.time, 1e12 * memory.time);
	return 1;
}

static size_t conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX])
{
	size_t n = 0;

	(void)device;
	for (size_t i = 0; i < count && n + 3 <= GB_FINDINGS_MAX; i++) {
		const int64_t build = gb_row_value(&rows[i], "build"), warps = gb_row_value(&rows[i], "warps");
		if (strcmp(rows[i].metric, "bandwidth") != 0)
			continue;
		if (build == OVERLAP_MEMORY) {
			const struct part memory = part_of(&rows[i], 1);
			n += balance_of(rows, count, memory, &out[n]);
			n += accesses_of(rows, count, memory, &out[n]);
		}
		if (build != OVERLAP_ALL)
			continue;
		const struct gb_row *memory = find(rows, count, OVERLAP_MEMORY, warps, 0),
				    *math = find(rows, count, OVERLAP_MATH, warps, gb_row_value(&rows[i], "fmas"));
		if (memory != NULL && math != NULL)
			out[n++] = overlap_of(part_of(memory, 1), math_part(math), part_of(&rows[i], 1));
	}
	return n;
}

GB_BENCH(overlap) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "overlap",
	.summary =
		"how much of its arithmetic a kernel hides behind its memory accesses, by builds without parts of it",
	.method =
		"One kernel in five builds, after Identifying Performance Limiters (Micikevicius, 2011): `all` reads 1 GiB in words "
		"c, iterates x <- x x + c `fmas` times for each and writes 1 GiB of results; `memory` has its loads and stores "
		"without the arithmetic, `load` and `store` one of these each, `math` the arithmetic without either. Builds that do "
		"not store keep the result back behind a condition on it that the compiler cannot know. All run with as many "
		"resident warps an SM as `warps` says: the driver's occupancy calculation is asked for each build, and shared memory "
		"that nobody uses keeps further blocks out. Bytes are those read and written, an FMA is two FLOP; addresses, the "
		"loop (three instructions on 128 FMAs) and starting the blocks are not counted but belong to every build. "
		"instructions_per_byte counts FMA instructions of a thread. Every word is compared with its expected value; builds "
		"that do not store do so in the launch that is checked. The limit is the bus (2 x memory clock x bus width / 8), the "
		"FP32 lanes x 2 x SMs x measured clock, or of `all` the lesser. `overlap` = (memory + math - all) / the lesser of "
		"memory and math, in seconds, math brought to the clock of `all`: 1 where the shorter part is hidden, 0 where one "
		"waits for the other. `balance` is where memory and math take the same time; `balance_of_roofs` what the two limits "
		"make of it.",
	.quantity = GB_BANDWIDTH,
	.axes = axes,
	.variants = gb_variants_overlap,
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.teardown = teardown,
	.cost = cost,
	.limit = limit,
	.measures = measures,
	.metrics = metrics,
	.conclude = conclude,
};
