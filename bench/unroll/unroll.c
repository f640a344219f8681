/* unroll: one loop with 1 to 16 steps per iteration, its instructions and its rate. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../common/kernel.h"
#include "../common/findings.h"
#include "gpubench.h"
#include "unroll.h"

GB_VARIANTS(unroll);

/* The axes `loop` and `warps`. */
enum { LOOP_PRODUCT, LOOP_FMA };
enum { WARPS_FEW, WARPS_ALL };

enum { WARP = 32 };

struct state {
	gb_ptr elements, out;
	struct gb_kernel kernel; /* of the current point */
	struct gb_shape shape;
	struct unroll_args args;
	uint32_t blocks; /* of an SM, resident at once */
};

/* Machine instructions per trip of the loop, by kind; unroll.audit verifies them. */
struct mix {
	double fmas, loads, overhead; /* overhead: addresses, counter, comparison, branch */
};

_Static_assert(UNROLL_BLOCK == UNROLL_ROWS * UNROLL_COLUMNS, "a thread for each element");
_Static_assert(UNROLL_ELEMENTS == (UNROLL_ROWS + UNROLL_COLUMNS) * UNROLL_LENGTH, "both tiles");

static const char *const loops[] = { [LOOP_PRODUCT] = "product", [LOOP_FMA] = "fma", NULL };
static const char *const warps[] = { [WARPS_FEW] = "few", [WARPS_ALL] = "all", NULL };

/* Loops of UNROLL_LENGTH steps per thread: some tenths of a millisecond. */
enum { TILES_FEW = 96, TILES_ALL = 32 };

static const struct gb_axis axes[] = {
	{ .name = "loop",
	  .help = "a row times a column, both in shared memory; or only multiply-adds",
	  .names = loops,
	  .quick = "product" },
	{ .name = "unroll", .help = "steps per iteration of the loop", .values = "1:16:pow2", .quick = "1,16" },
	{ .name = "warps",
	  .help = "warps per SM: one for each quarter, or as many as fit",
	  .names = warps,
	  .quick = "all" },
	{ .name = NULL },
};

/* ---- a point ----------------------------------------------------------------------------------------------------- */

enum { QUARTERS = 4 }; /* sub-partitions per SM: each issues an instruction of a warp per clock */

static struct mix unroll_mix(const struct gb_run *run)
{
	const double unroll = (double)gb_value(run, "unroll");
	const struct gb_device *device = gb_device(run);
	/* The loops without loads have a wait of their own. */
	const int is_volta = device->cc_major == 7 && device->cc_minor == 0;

	if (gb_value(run, "loop") == LOOP_FMA)
		return (struct mix){ .fmas = unroll, .overhead = is_volta ? 4 : 3 };
	/* From 10.0 on the counter is moved to another register first. */
	return (struct mix){
		.fmas = unroll,
		/* A load brings 1, 2 or 4 words of the row, as many as there are steps per trip. */
		.loads = unroll + (unroll < 4 ? 1 : unroll / 4),
		.overhead = device->cc_major >= 10 && unroll > 1 ? 6 : 5,
	};
}

static double instructions(const struct mix *mix)
{
	return mix->fmas + mix->loads + mix->overhead;
}

static double steps(const struct state *s)
{
	return (double)s->args.tiles * UNROLL_LENGTH;
}

static struct gb_cost cost(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return (struct gb_cost){ .ops = 2 * steps(s) * s->shape.grid * s->shape.block };
}

/* SM clocks per step of a warp, of the unit that takes longest. A word of the row is the same for all lanes, which
 * takes one pass of shared memory for a load of any width; a word of the column is a different one for each lane. */
static double clocks(const struct gb_run *run, const struct gb_device *device)
{
	const struct mix mix = unroll_mix(run);
	const double lanes = 2 * WARP / device->rates.fp32, slots = instructions(&mix) / mix.fmas / QUARTERS;
	const double passes = mix.loads / mix.fmas * WARP * sizeof(float) / device->rates.shared_bytes;

	return isnan(lanes) || isnan(passes) ? (double)NAN : fmax(fmax(lanes, slots), mix.loads > 0 ? passes : 0);
}

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return 2 * WARP / clocks(run, device) * device->sm_count * sm_hz;
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);
	const struct mix mix = unroll_mix(run);
	const double all = instructions(&mix), clocks_a_second = result->sm_hz * result->device->sm_count;
	size_t count = 0;

	out[count++] = (struct gb_metric){ "instructions", "1", GB_EXACT, all / mix.fmas, 0 };
	out[count++] = (struct gb_metric){ "arithmetic_share", "1", GB_EXACT, mix.fmas / all, 0 };
	out[count++] = (struct gb_metric){ "overhead_share", "1", GB_EXACT, mix.overhead / all, 0 };
	/* As counted by textbooks: a product and a sum for each step; for each trip two addresses, the counter and the
	 * branch. */
	if (gb_value(run, "loop") == LOOP_PRODUCT)
		out[count++] = (struct gb_metric){ "share_without_loads", "1", GB_EXACT,
						   2 * mix.fmas / (2 * mix.fmas + 4), 0 };
	out[count++] =
		(struct gb_metric){ "resident_warps", "1", GB_EXACT, (double)s->blocks * UNROLL_BLOCK / WARP, 0 };
	if (!(clocks_a_second > 0))
		return count;
	out[count++] = (struct gb_metric){ "cycles_per_step", "cycles", GB_OVER, 2 * WARP * clocks_a_second,
					   clocks(run, result->device) };
	out[count++] = (struct gb_metric){ "issued_per_clock_sm", "1", GB_TIMES,
					   all / mix.fmas / (2 * WARP) / clocks_a_second, QUARTERS };
	return count;
}

static const char *remark(const struct gb_run *run)
{
	if (gb_value(run, "warps") == WARPS_FEW)
		return "a step waits for the previous one, and no other warp has work";
	return gb_value(run, "loop") == LOOP_PRODUCT
		       ? "bound by loads of shared memory, not by the issue of instructions"
		       : NULL;
}

/* ---- setup ------------------------------------------------------------------------------------------------------- */

static int fill(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	float *elements = gb_scratch(run, UNROLL_ELEMENTS * sizeof *elements);

	if (elements == NULL)
		return GB_FAILED;
	for (unsigned int i = 0; i < UNROLL_ELEMENTS; i++)
		elements[i] = unroll_element(i);
	return gb_copy_in(run, s->elements, elements, UNROLL_ELEMENTS * sizeof *elements);
}

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct gb_device *device = gb_device(run);
	const uint64_t threads = (uint64_t)device->sm_count * (uint64_t)device->threads_per_sm;

	GB_TRY(gb_alloc(run, UNROLL_ELEMENTS * sizeof(float), &s->elements));
	GB_TRY(gb_alloc(run, threads * sizeof(float), &s->out));
	return fill(run);
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const int few = gb_value(run, "warps") == WARPS_FEW;
	const double tiles = gb_work(run) * (few ? TILES_FEW : TILES_ALL);

	s->blocks = 1;
	GB_TRY(kernel_find(run, &s->kernel, "unroll_%s_%d", loops[gb_value(run, "loop")],
			   (int)gb_value(run, "unroll")));
	GB_TRY(gb_carveout(run, &s->kernel, 100));
	if (!few)
		GB_TRY(gb_occupancy(run, &s->kernel, UNROLL_BLOCK, 0, &s->blocks));
	s->shape = (struct gb_shape){ .grid = s->blocks * (uint32_t)gb_device(run)->sm_count, .block = UNROLL_BLOCK };
	s->args = (struct unroll_args){
		.elements = gb_address(s->elements),
		.tiles = tiles < 1 ? 1 : (unsigned int)tiles,
		.out = gb_address(s->out),
	};
	return GB_OK;
}

static int launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_launch(run, &s->kernel, s->shape, &s->args);
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

/* A row times a column, as often as the kernel does it: whole numbers below 2^24, so that their order does not
 * matter. */
static float product_of(const struct state *s, unsigned int thread)
{
	const unsigned int row = thread / UNROLL_COLUMNS, column = thread % UNROLL_COLUMNS;
	float sum = 0;

	for (unsigned int k = 0; k < UNROLL_LENGTH; k++)
		sum += unroll_element(row * UNROLL_LENGTH + k) *
		       unroll_element(UNROLL_ROWS * UNROLL_LENGTH + k * UNROLL_COLUMNS + column);
	return (float)s->args.tiles * sum;
}

static float fma_of(const struct state *s, unsigned int thread)
{
	const float a = unroll_factor(thread % UNROLL_SEEDS);
	float x = 1;

	for (unsigned int step = 0; step < s->args.tiles * UNROLL_LENGTH; step++)
		x = fmaf(x, a, a);
	return x;
}

static int compare(struct gb_run *run, const float *found)
{
	const struct state *s = gb_state(run);
	const float chain[UNROLL_SEEDS] = { fma_of(s, 0), fma_of(s, 1) };
	float expected[UNROLL_BLOCK];

	for (unsigned int t = 0; t < UNROLL_BLOCK; t++)
		expected[t] = gb_value(run, "loop") == LOOP_PRODUCT ? product_of(s, t) : chain[t % UNROLL_SEEDS];
	for (uint32_t i = 0; i < s->shape.grid * UNROLL_BLOCK; i++)
		if (!(found[i] == expected[i % UNROLL_BLOCK]))
			return gb_fail(run, "thread %u of block %u computed %.9g, not %.9g", i % UNROLL_BLOCK,
				       i / UNROLL_BLOCK, (double)found[i], (double)expected[i % UNROLL_BLOCK]);
	return GB_OK;
}

static int verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const uint64_t bytes = (uint64_t)s->shape.grid * UNROLL_BLOCK * sizeof(float);

	GB_TRY(gb_fill(run, s->out, 0xff, bytes));
	GB_TRY(launch(run));
	const float *found = gb_fetch(run, s->out, bytes);
	return found != NULL ? compare(run, found) : GB_FAILED;
}

/* ---- conclude ---------------------------------------------------------------------------------------------------- */

static int is_rate(const struct gb_row *row)
{
	return strcmp(row->metric, "flop_rate") == 0;
}

static const struct gb_row *without_unrolling(const struct gb_row *rows, size_t count, const struct gb_row *like)
{
	for (size_t i = 0; i < count; i++)
		if (is_rate(&rows[i]) && gb_row_value(&rows[i], "unroll") == 1 &&
		    gb_row_value(&rows[i], "loop") == gb_row_value(like, "loop") &&
		    gb_row_value(&rows[i], "warps") == gb_row_value(like, "warps"))
			return &rows[i];
	return NULL;
}

static size_t conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX])
{
	size_t found = 0;

	(void)device;
	for (size_t i = 0; i < count; i++) {
		const struct gb_row *row = &rows[i];
		if (!is_rate(row) || gb_row_value(row, "unroll") == 1)
			continue;
		const struct gb_row *one = without_unrolling(rows, count, row);
		if (one == NULL)
			continue;
		struct gb_finding *finding = &out[found++];
		*finding = ratio_of("gain", row, one);
		finding->axis = "unroll";
		finding->x = (double)gb_row_value(row, "unroll");
		snprintf(finding->point, sizeof finding->point, "loop=%s,unroll=%d,warps=%s",
			 loops[gb_row_value(row, "loop")], (int)gb_row_value(row, "unroll"),
			 warps[gb_row_value(row, "warps")]);
		snprintf(finding->remark, sizeof finding->remark, "relative to one step per iteration");
	}
	return found;
}

GB_BENCH(unroll) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "unroll",
	.summary = "one loop with 1 to 16 steps per iteration: its instructions and its rate",
	.method = "product: each thread repeatedly multiplies a row of one tile in shared memory by a column of "
		  "another, 128 terms: the inner loop of a tiled matrix product. Without unrolling an iteration has a "
		  "multiply-add, two loads, and 5 loop instructions: two addresses, the counter, its comparison, the "
		  "branch. Textbooks on early GPUs count a third as arithmetic: product and sum are 2 of 6 "
		  "instructions, without loads and the comparison (share_without_loads). Unrolled, addresses become "
		  "part of the loads, and one load brings 2 or 4 words of the row. fma: only x <- a x + a, with 3 loop "
		  "instructions. few: one block of 4 warps per SM, where a step waits for the previous one; all: as "
		  "many warps as an SM holds.\n"
		  "Metrics: instructions per step of the inner loop, their arithmetic_share and overhead_share, SM "
		  "cycles per step of a warp, and instructions issued per clock. unroll.audit checks these numbers in "
		  "the compiled loops. Finding: gain, relative to one step per iteration.\n"
		  "Verified: all sums, which are exact, and the multiply-adds bit by bit.\n"
		  "Limit: the least of the FP32 lanes, the issue slots (one per clock and sub-partition), and for "
		  "product the loads of shared memory, 32 words per clock.\n"
		  "Source: D. Kirk, W. Hwu, Programming Massively Parallel Processors, chapter on performance.",
	.subject = GB_SUBJECT_ARITHMETIC,
	.quantity = GB_FLOPS,
	.require = { .memory_bytes = UINT64_C(4) << 20 },
	.axes = axes,
	.variants = gb_variants_unroll,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.cost = cost,
	.limit = limit,
	.metrics = metrics,
	.remark = remark,
	.conclude = conclude,
};
