/* spill: the cost of a kernel with more values than registers, or with an indexed array. */

#include "state.h"

const char *const spill_arrays[] = { [ARRAY_REGISTERS] = "registers", [ARRAY_INDEXED] = "indexed", NULL };
const char *const spill_residents[] = { [RESIDENT_EQUAL] = "equal", [RESIDENT_FULL] = "full", NULL };
const char *const spill_l1s[] = { [L1_LARGE] = "large", [L1_SMALL] = "small", NULL };

static const struct gb_axis axes[] = {
	{ GB_AXIS(array), .help = "64 values in registers, with the rest in local memory; or in an indexed array",
	  .names = spill_arrays, .quick = "registers" },
	{ GB_AXIS(resident), .help = "warps per SM: 16 in every build, or as many as its registers allow",
	  .names = spill_residents, .quick = "full" },
	{ GB_AXIS(l1), .help = "division between L1 and shared memory: as much as possible for L1, or as little",
	  .names = spill_l1s, .quick = "large" },
	{ .name = NULL },
};

static uint64_t threads_most(const struct gb_run *run)
{
	return (uint64_t)gb_device(run)->sm_count * (uint64_t)gb_device(run)->threads_per_sm;
}

static int fill(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct spill_fill_args args = { gb_address(s->words), SPILL_WORDS * VECTORS };
	float start[SPILL_VALUES];

	for (uint32_t i = 0; i < SPILL_VALUES; i++)
		start[i] = spill_start_of(i);
	GB_TRY(gb_copy_in(run, s->start, start, sizeof start));
	return gb_launch(run, &s->fill,
			 (struct gb_shape){ .grid = 8 * (uint32_t)gb_device(run)->sm_count, .block = 256 }, &args);
}

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(gb_alloc(run, UINT64_C(4) * SPILL_WORDS * VECTORS, &s->words));
	GB_TRY(gb_alloc(run, SPILL_VALUES * sizeof(float), &s->start));
	GB_TRY(gb_alloc(run, threads_most(run) * sizeof(uint32_t), &s->out));
	GB_TRY(gb_alloc(run, sizeof(struct gb_report), &s->report));
	GB_TRY(gb_find_kernel(run, "spill_fill", &s->fill));
	GB_TRY(gb_find_kernel(run, "spill_check", &s->check));
	return fill(run);
}

GB_BENCH(spill) = {
	GB_IDENTITY(spill),
	.summary = "register spills and indexed arrays: their cost by bytes of local memory",
	.method = "A thread keeps 64 values. Each loop iteration loads one vector of four words from 16 MiB in L2 and "
		  "advances every value by two steps of x <- a x + w. Builds with fewer registers (-maxrregcount, or "
		  "__launch_bounds__) keep the values that do not fit in local memory, and load and store each word "
		  "there once per iteration. The same work is done on an array with an index unknown to the compiler. "
		  "All builds run with the same number of warps per SM, or as many as fit. Global loads are cached in "
		  "L1 (ca) or not (cg); L1 is as large or as small as possible.\n"
		  "Value: an FMA is two FLOP; nothing else counts. Registers and local memory are read from the loaded "
		  "kernel. The local accesses of an iteration are the words of the frame, each loaded and stored. "
		  "local_share_of_bytes is their share of all bytes that the kernel requests from L1; if L1 is too "
		  "small for them, it is also their share of the L2 traffic, to which stores always belong on 9.0. "
		  "local_share_of_instructions is their share of an iteration's instructions, counted in the machine "
		  "code. The slowdown is relative to the build without a register limit.\n"
		  "Verified: every thread's result, bit by bit, against the same steps in a kernel that does not "
		  "spill, two of them against the host. A build that should spill but does not fails.\n"
		  "Source: P. Micikevicius, Local Memory and Register Spilling, NVIDIA 2011.",
	.subject = GB_SUBJECT_MEMORY,
	.quantity = GB_FLOPS,
	.require = { .memory_bytes = UINT64_C(32) << 20 },
	.axes = axes,
	.variants = gb_variants_spill,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = spill_prepare,
	.launch = spill_launch,
	.verify = spill_verify,
	.cost = spill_cost,
	.limit = spill_limit,
	.metrics = spill_metrics,
	.conclude = spill_conclude,
	.remark = spill_remark,
};
