/* unroll: one loop with 1 to 16 steps per iteration, its instructions and its rate. */
#include <stdio.h>
#include <stdlib.h>

#include "state.h"

GB_VARIANTS(unroll);

_Static_assert(UNROLL_BLOCK == UNROLL_ROWS * UNROLL_COLUMNS, "a thread for each element");
_Static_assert(UNROLL_ELEMENTS == (UNROLL_ROWS + UNROLL_COLUMNS) * UNROLL_LENGTH, "both tiles");

const char *const unroll_loops[] = { [LOOP_PRODUCT] = "product", [LOOP_FMA] = "fma", NULL };
const char *const unroll_warps[] = { [WARPS_FEW] = "few", [WARPS_ALL] = "all", NULL };

/* Loops of UNROLL_LENGTH steps per thread: some tenths of a millisecond. */
enum { TILES_FEW = 96, TILES_ALL = 32 };

static const struct gb_axis axes[] = {
	{ .name = "loop",
	  .help = "a row times a column, both in shared memory; or only multiply-adds",
	  .kind = GB_REPORTED,
	  .names = unroll_loops,
	  .quick = "product" },
	{ .name = "unroll",
	  .help = "steps per iteration of the loop",
	  .kind = GB_REPORTED,
	  .values = "1:16:pow2",
	  .quick = "1,16" },
	{ .name = "warps",
	  .help = "warps per SM: one for each quarter, or as many as fit",
	  .kind = GB_REPORTED,
	  .names = unroll_warps,
	  .quick = "all" },
	{ .name = NULL },
};

static int fill(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	float *elements = malloc(UNROLL_ELEMENTS * sizeof *elements);

	if (elements == NULL)
		return gb_fail(run, "out of memory");
	for (unsigned int i = 0; i < UNROLL_ELEMENTS; i++)
		elements[i] = unroll_element(i);
	int status = gb_copy_in(run, s->elements, elements, UNROLL_ELEMENTS * sizeof *elements);
	free(elements);
	return status;
}

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct gb_device *device = gb_device(run);
	const uint64_t threads = (uint64_t)device->sm_count * (uint64_t)device->threads_per_sm;

	int status = gb_alloc(run, UNROLL_ELEMENTS * sizeof(float), &s->elements);
	if (status == GB_OK)
		status = gb_alloc(run, threads * sizeof(float), &s->out);
	return status == GB_OK ? fill(run) : status;
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const int few = gb_value(run, "warps") == WARPS_FEW;
	const double tiles = gb_work(run) * (few ? TILES_FEW : TILES_ALL);
	char name[GB_NAME_MAX];

	snprintf(name, sizeof name, "unroll_%s_%d", unroll_loops[gb_value(run, "loop")], (int)gb_value(run, "unroll"));
	s->blocks = 1;
	int status = gb_find_kernel(run, name, &s->kernel);
	if (status == GB_OK)
		status = gb_carveout(run, &s->kernel, 100);
	if (status == GB_OK && !few)
		status = gb_occupancy(run, &s->kernel, UNROLL_BLOCK, 0, &s->blocks);
	s->shape = (struct gb_shape){ .grid = s->blocks * (uint32_t)gb_device(run)->sm_count, .block = UNROLL_BLOCK };
	s->args = (struct unroll_args){
		.elements = gb_address(s->elements),
		.tiles = tiles < 1 ? 1 : (unsigned int)tiles,
		.out = gb_address(s->out),
	};
	return status;
}

int unroll_launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_launch(run, &s->kernel, s->shape, &s->args);
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
	.launch = unroll_launch,
	.verify = unroll_verify,
	.cost = unroll_cost,
	.limit = unroll_limit,
	.metrics = unroll_metrics,
	.remark = unroll_remark,
	.conclude = unroll_conclude,
};
