/* Launches of the points of `sync`, and their cycles per operation. */
#include "../common/kernel.h"
#include "../common/median.h"
#include "state.h"

/* Trips of 16 operations: to warm up; within a block; across blocks, which takes longer; for the flags of each other
 * SM. */
enum { WARM_TRIPS = 2, TRIPS = 64, LONG_TRIPS = 16, FLAG_TRIPS = 1 };

bool sync_has_value(int64_t op)
{
	return op == OP_shuffle || op == OP_vote || op == OP_redux;
}

static int check_device(struct gb_run *run, int64_t op)
{
	const int cc = gb_device(run)->cc_major;

	if (cc < 8 && (op == OP_redux || op == OP_mbarrier || op == OP_mbarrier_warp))
		return gb_skip(run, "%s needs compute capability 8.0", op == OP_redux ? "redux" : "an mbarrier");
	if (cc < 9 && op == OP_fence && gb_value(run, scope) == SCOPE_proxy)
		return gb_skip(run, "fence.proxy.async needs compute capability 9.0");
	return GB_OK;
}

/* As many clusters as the device can run at once, with one block per SM: on an H200 the barrier of one cluster is up to
 * 6 % slower than that of another, whether it runs alone or with others. */
static int choose_clusters(struct gb_run *run)
{
	struct state *s = gb_state(run);
	uint32_t clusters;

	s->args.together = s->shape.grid = s->shape.cluster = gb_value(run, size);
	s->shape.block = BEYOND_THREADS;
	s->shape.shared_bytes = (uint32_t)(gb_device(run)->shared_per_sm / 2) + 1024;
	s->args.group = s->shape.cluster * s->shape.block;
	GB_TRY(gb_clusters(run, &s->kernel, s->shape, &clusters));
	s->shape.grid = clusters * s->shape.cluster;
	return GB_OK;
}

/* Chooses blocks, threads and clusters, and the number of threads that wait for each other in a check. */
static int choose_shape(struct gb_run *run, int64_t op)
{
	struct state *s = gb_state(run);

	s->shape = (struct gb_shape){ .grid = 1, .block = 1 };
	s->args.together = 1;
	switch (op) {
	case OP_cluster:
	case OP_cluster_relaxed:
		return choose_clusters(run);
	case OP_grid:
		s->shape.grid = (uint32_t)gb_device(run)->sm_count;
		s->shape.block = BEYOND_THREADS;
		s->shape.cooperative = 1;
		s->args.together = s->shape.grid;
		s->args.group = s->shape.grid * s->shape.block;
		return GB_OK;
	case OP_flag:
		if (gb_device(run)->sm_count < 2)
			return gb_skip(run, "a flag passes between two SMs, and this device has one");
		/* Blocks of 1024 threads, so that no SM holds two. */
		s->shape.grid = (uint32_t)gb_device(run)->sm_count;
		s->shape.block = 1024;
		s->shape.cooperative = 1;
		return GB_OK;
	case OP_fence:
		return GB_OK;
	default:
		s->shape.block = gb_value(run, threads);
		s->args.group = op <= OP_redux ? SYNC_WARP : s->shape.block;
		return GB_OK;
	}
}

static void name_kernels(const struct gb_run *run, int64_t op, char kernel[GB_NAME_MAX], char check[GB_NAME_MAX])
{
	if (op == OP_fence) {
		const char *scope = sync_scopes[gb_value(run, scope)];
		snprintf(kernel, GB_NAME_MAX, "sync_fence_%s%s", gb_value(run, stores) ? "store_" : "", scope);
		snprintf(check, GB_NAME_MAX, "sync_check_fence_%s", scope);
		return;
	}
	snprintf(kernel, GB_NAME_MAX, "sync_%s", sync_ops[op]);
	snprintf(check, GB_NAME_MAX, "sync_check_%s", sync_ops[op]);
}

int sync_prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const int64_t op = gb_value(run, op);
	const uint32_t trips = op == OP_flag ? FLAG_TRIPS : op >= OP_cluster ? LONG_TRIPS : TRIPS;
	char kernel[GB_NAME_MAX], check[GB_NAME_MAX];

	s->nearest = s->farthest = 0;
	s->args = (struct sync_args){
		.warm_trips = WARM_TRIPS,
		.trips = gb_work(run) * trips > 1 ? (uint32_t)(gb_work(run) * trips) : 1,
		.mask = ~0u,
		.end = gb_address(s->end),
		.cycles = gb_address(s->cycles),
		.slots = gb_address(s->slots),
		.stores = gb_address(s->stores),
		.report = gb_address(s->report),
	};
	name_kernels(run, op, kernel, check);
	GB_TRY(check_device(run, op));
	GB_TRY(gb_find_kernel(run, kernel, &s->kernel));
	if (op != OP_flag && !sync_has_value(op))
		GB_TRY(gb_find_kernel(run, check, &s->check));
	GB_TRY(choose_shape(run, op));
	return gb_fill(run, s->slots, 0, s->slots_bytes);
}

LAUNCH_KERNEL(int sync_launch, state)

/* The median of `count` values, divided by `each`; also sets the extremes. */
static double sort_cycles(struct state *s, unsigned long long *cycles, uint32_t count, double each)
{
	const double median = long_cycles_median(cycles, count);

	s->nearest = (double)cycles[0] / each;
	s->farthest = (double)cycles[count - 1] / each;
	return median / each;
}

int sync_observe(struct gb_run *run, double *value)
{
	struct state *s = gb_state(run);
	const bool is_flag = gb_value(run, op) == OP_flag;
	const double operations = SYNC_UNROLL * (double)s->args.trips;
	const uint32_t count = s->shape.grid / (is_flag ? 1 : s->args.together);
	unsigned long long *cycles = gb_fetch(run, s->cycles, count * sizeof *cycles);

	if (cycles == NULL)
		return GB_FAILED;
	*value = is_flag ? sort_cycles(s, cycles + 1, count - 1, 2 * operations)
			 : sort_cycles(s, cycles, count, operations);
	return GB_OK;
}
