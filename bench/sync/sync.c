/* sync: the cost of synchronizing threads of a warp, a block, a cluster or the grid; of fences; and of a flag from one
 * SM to another. */
#include "../common/limits.h"
#include "state.h"

#define NAME(name) #name,
const char *const sync_ops[] = { SYNC_OPS(NAME) NULL };
const char *const sync_scopes[] = { SYNC_SCOPES(NAME) NULL };
#undef NAME

static const struct gb_axis axes[] = {
	{ GB_AXIS(op),
	  .help = "__syncwarp, shuffle, vote, redux; __syncthreads, named barrier, counting barrier, mbarrier (each "
		  "thread or one of each warp arrives); barriers of a cluster, of the grid; fence; a flag to "
		  "another SM and back",
	  .names = sync_ops, .full = "shuffle,vote,redux,barrier,mbarrier,cluster,cluster_relaxed,grid,fence,flag",
	  .quick = "barrier,cluster,grid,fence" },
	{ GB_AXIS(threads), .unit = "threads", .help = "threads of the block, all of which take part",
	  .values = "32:1024:pow2", .full = "32,256,1024", .quick = "32,1024",
	  .when = "op=syncwarp,shuffle,vote,redux,barrier,named,count,mbarrier,mbarrier_warp" },
	{ GB_AXIS(size), .unit = "blocks", .help = "blocks of the cluster", .values = "2:16:pow2", .full = "2,16",
	  .quick = "2", .when = "op=cluster,cluster_relaxed" },
	{ GB_AXIS(scope),
	  .help = "scope of the fence: __threadfence_block(), __threadfence(), __threadfence_system(); "
		  "fence.acq_rel.gpu; fence.proxy.async",
	  .names = sync_scopes, .full = "block,gpu,system", .quick = "gpu", .when = "op=fence" },
	{ GB_AXIS(stores), .help = "stores of the thread between two fences", .values = "0,1", .when = "op=fence" },
	{ .name = NULL },
};

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t blocks = (uint64_t)gb_device(run)->sm_count, word = sizeof(uint32_t);

	/* For all threads of the grid's barrier or of one block; for flags, and for the numbers sent with them. */
	s->end_bytes = (blocks > 1024 ? blocks : 1024) * word;
	s->cycles_bytes = (blocks > 16 ? blocks : 16) * sizeof(unsigned long long);
	s->slots_bytes = (SYNC_FLAGS * (blocks + 1) + BEYOND_THREADS * (blocks > 16 ? blocks : 16) + 1024) * word;
	GB_TRY(gb_alloc(run, s->end_bytes, &s->end));
	GB_TRY(gb_alloc(run, s->cycles_bytes, &s->cycles));
	GB_TRY(gb_alloc(run, s->slots_bytes, &s->slots));
	GB_TRY(gb_alloc(run, SYNC_STORES * (uint64_t)SYNC_APART, &s->stores));
	GB_TRY(gb_alloc(run, sizeof(struct gb_report), &s->report));
	return GB_OK;
}

/* All threads together execute one operation; a flag counts one way. */
static struct gb_cost cost(const struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const double each = SYNC_UNROLL * ((double)s->args.warm_trips + s->args.trips);

	if (gb_value(run, op) == OP_flag)
		return (struct gb_cost){ .ops = 2.0 * (s->shape.grid - 1) * (SYNC_UNROLL * s->args.trips + 1.0) };
	return (struct gb_cost){ .ops = each };
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);
	const int64_t op = gb_value(run, op);
	size_t count = 0;

	if (result->sm_hz > 0)
		out[count++] = (struct gb_metric){ "latency", "s", GB_TIMES, 1 / result->sm_hz, 0 };
	if (op <= OP_redux)
		out[count++] =
			(struct gb_metric){ "warps_per_clock", "1", GB_OVER, s->shape.block / (double)SYNC_WARP, 0 };
	if ((op == OP_flag || s->shape.cluster > 0) && s->nearest > 0) {
		out[count++] = (struct gb_metric){ "nearest", "cycles", GB_MEASURED, s->nearest, 0 };
		out[count++] = (struct gb_metric){ "farthest", "cycles", GB_MEASURED, s->farthest, 0 };
	}
	return count;
}

GB_BENCH(sync) = {
	GB_IDENTITY(sync),
	.summary = "barriers, fences and flags: warp, block, cluster, grid, and from SM to SM",
	.method = "Operations depend on each other, 16 in a loop iteration, and are timed by the SM's clock. The value "
		  "is the number of cycles from one to the next. A short first round is not counted.\n"
		  "Each shuffle, vote (with the comparison that makes its predicate) and redux takes the result of the "
		  "previous one; blocks of many warps fill the unit. __syncwarp of a warp that did not diverge is a "
		  "NOP. barrier is __syncthreads, named bar.sync 1, count __syncthreads_count. mbarrier is an arrival "
		  "and a wait for its phase. cluster is barrier.cluster.arrive.release and wait.acquire for a cluster "
		  "of blocks of 256 threads, one block per SM: the median, fastest and slowest of the clusters that "
		  "run at once; cluster_relaxed has no fence. grid is the algorithm of cooperative_groups::grid_group "
		  "with one block of 256 threads per SM. fence: one thread; its `stores` go to separate lines. flag: "
		  "st.release.gpu on one SM and ld.acquire.gpu on another, there and back, from one SM to each other; "
		  "the value is one way, the median, nearest and farthest over them.\n"
		  "Verified for barriers: the same code orders writes and reads of different threads. Fences: a "
		  "signalled thread sees the earlier writes. Flags: the number sent with each flag. Others: the final "
		  "value of each thread.",
	.subject = GB_SUBJECT_ON_CHIP,
	.quantity = GB_CYCLES,
	.axes = axes,
	.variants = gb_variants_sync,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = sync_prepare,
	.launch = sync_launch,
	.verify = sync_verify,
	.cost = cost,
	.limit = limit_unknown,
	.observe = sync_observe,
	.metrics = metrics,
};
