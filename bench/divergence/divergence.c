/* divergence: the cost of lanes of a warp taking different paths. */

#include "state.h"

GB_VARIANTS(divergence);

const char *const divergence_kinds[] = {
	[KIND_EQUAL] = "equal", [KIND_UNEQUAL] = "unequal", [KIND_LOOP] = "loop", [KIND_SHORT] = "short", NULL,
};
const char *const divergence_forms[] = { [FORM_IF] = "branch", [FORM_PREDICATED] = "predicated", NULL };
static const char *const ways[] = { [BY_LANE] = "lane", [BY_WARP] = "warp", NULL };
static const char *const takers[] = { [TAKEN_NONE] = "none", [TAKEN_HALF] = "half", [TAKEN_ALL] = "all", NULL };

static const struct gb_axis axes[] = {
	{ .name = "kind",
	  .help = "paths of equal length, paths p of length p + 1, one loop with different trip counts, or a short if",
	  .kind = GB_REPORTED,
	  .names = divergence_kinds },
	{ .name = "by",
	  .help = "lanes of a warp take different paths, or each warp takes one path: the same work without divergence",
	  .kind = GB_REPORTED,
	  .names = ways,
	  .when = "kind=equal" },
	{ .name = "paths",
	  .help = "different paths, or loop lengths, in a warp",
	  .kind = GB_REPORTED,
	  .values = "1:32",
	  .quick = "1,8,32",
	  .when = "kind=equal,unequal,loop" },
	{ .name = "length",
	  .unit = "FMA",
	  .help = "instructions inside the short if",
	  .kind = GB_REPORTED,
	  .values = "1:32:pow2",
	  .quick = "16",
	  .when = "kind=short" },
	{ .name = "form",
	  .help = "as the compiler emits it, or predicated",
	  .kind = GB_REPORTED,
	  .names = divergence_forms,
	  .when = "kind=short" },
	{ .name = "taken",
	  .help = "lanes that take the branch",
	  .kind = GB_REPORTED,
	  .names = takers,
	  .when = "kind=short" },
	{ .name = NULL },
};

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);

	s->blocks = (unsigned int)gb_device(run)->sm_count;
	int status = gb_alloc(run, s->blocks * sizeof(unsigned int), &s->cycles);
	return status == GB_OK ? gb_alloc(run, UINT64_C(1) * s->blocks * THREADS * sizeof(float), &s->out) : status;
}

GB_BENCH(divergence) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "divergence",
	.summary = "1 to 32 paths in a warp, loops of different lengths, short branches",
	.method = "One block of 32 warps on each SM executes fused multiply-adds for about 130 000 SM clock "
		  "cycles between two barriers; a short first round is not counted.\n"
		  "kind=equal and unequal: 32 paths whose code differs in a constant, each a loop over 32 FMAs. "
		  "Lane l takes path l modulo `paths`. All paths have the same length, or path p has length p + "
		  "1. by=warp: warp w takes path w modulo `paths`, which is the same work without divergence. "
		  "kind=loop: one path, in which the lanes make 1 to `paths` times as many iterations.\n"
		  "Value: cycles of an SM sub-partition per FMA needed by a lane, averaged over the lanes of a "
		  "warp; it is 1 without divergence if an FMA can be issued in each cycle. kind=short: cycles of "
		  "a sub-partition for an `if` around 1 to 32 FMAs. nvcc predicates short ones (up to 8 FMAs; "
		  "docs/machine-code.md) and branches around the others. The value is the median over the SMs. "
		  "issues: FMAs that a warp must issue, its paths one after the other. slowdown: relative to "
		  "by=warp.\n"
		  "Verified: every thread's result, bit by bit, against the host.\n"
		  "Limit: `issues` at the FMA rate.",
	.subject = GB_SUBJECT_ARITHMETIC,
	.quantity = GB_CYCLES,
	.require = { .memory_bytes = UINT64_C(4) << 20 },
	.axes = axes,
	.variants = gb_variants_divergence,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = divergence_prepare,
	.launch = divergence_launch,
	.verify = divergence_verify,
	.cost = divergence_cost,
	.limit = divergence_limit,
	.observe = divergence_observe,
	.metrics = divergence_metrics,
	.conclude = divergence_conclude,
	.remark = divergence_remark,
};
