/* memory.c: the size and placement of the arrays, and the cores that touch them first. */
#include "state.h"

/* Each array is this many times all caches of the last two levels together. It has a minimum size, for hosts that do
 * not report their caches, and all three arrays together take at most a share of the free memory. */
enum { ARRAY_CACHES = 4, ARRAYS = 3 };
#define ARRAY_LEAST (UINT64_C(16) << 20)
#define ARENA_SHARE 0.25
/* Arrays are a multiple of this, with room between them for the largest `skew`. */
#define ARRAY_STEP (UINT64_C(64) << 10)
#define SKEW_MOST  (UINT64_C(1) << 20)
#define SKEW_ROOM  (3 * SKEW_MOST)

static uint64_t arena_bytes(uint64_t array_bytes)
{
	return ARRAYS * array_bytes + SKEW_ROOM;
}

static uint64_t wanted_bytes(const struct gb_device *device)
{
	const uint64_t bytes = ARRAY_CACHES * (device->l2_bytes + device->l3_bytes);

	return (bytes > ARRAY_LEAST ? bytes : ARRAY_LEAST) / ARRAY_STEP * ARRAY_STEP;
}

static int choose_size(struct gb_run *run, uint64_t *bytes)
{
	const uint64_t wanted = wanted_bytes(gb_device(run));
	uint64_t available;

	GB_TRY(gb_memory_free(run, &available));
	const double most = ARENA_SHARE * (double)available - SKEW_ROOM;
	*bytes = wanted;
	if (ARRAYS * (double)wanted <= most)
		return GB_OK;
	*bytes = most > 0 ? (uint64_t)(most / ARRAYS) / ARRAY_STEP * ARRAY_STEP : 0;
	if (*bytes < wanted / ARRAY_CACHES)
		return gb_skip(run, "%.0f MB of memory are free; a quarter of it must hold three arrays of %.0f MB",
			       1e-6 * (double)available, 1e-6 * (double)wanted / ARRAY_CACHES);
	gb_suspect(run, "arrays of %.0f MB instead of %.0f MB, %d times the caches: %.0f MB of memory are free",
		   1e-6 * (double)*bytes, 1e-6 * (double)wanted, ARRAY_CACHES, 1e-6 * (double)available);
	return GB_OK;
}

/* Lets the chosen cores write the arena. The core that touches a part first has it on its node. */
static int open_arena(struct gb_run *run, struct arena *arena, uint64_t array_bytes, int node, enum gb_pages pages,
		      uint32_t cores)
{
	const uint64_t bytes = arena_bytes(array_bytes);
	gb_ptr at;

	GB_TRY(gb_alloc(run, bytes, &at));
	GB_TRY(gb_place(run, at, bytes, node, pages));
	const struct host_dram_fill_args args = { gb_address(at), bytes / sizeof(uint64_t) };
	GB_TRY(gb_launch(run, &state_of(run)->fill, (struct gb_shape){ .grid = cores, .block = 1 }, &args));
	*arena = (struct arena){ at, array_bytes };
	return GB_OK;
}

int host_dram_open(struct gb_run *run)
{
	struct state *s = gb_state(run);
	uint64_t bytes;

	GB_TRY(choose_size(run, &bytes));
	GB_TRY(gb_alloc(run, s->cores * sizeof(struct host_report), &s->report));
	return open_arena(run, &s->common, bytes, -1, GB_PAGES_LARGEST, s->cores);
}

/* Memory of a node. With a single node, all memory belongs to it. */
static int arena_of_node(struct gb_run *run, int node, uint32_t cores, const struct arena **arena)
{
	struct state *s = gb_state(run);
	const int nodes = gb_device(run)->numa_nodes;

	*arena = nodes > 1 ? &s->of_node[node] : &s->common;
	if ((*arena)->at != 0)
		return GB_OK;
	const uint64_t bytes = s->common.array_bytes / (uint64_t)nodes / ARRAY_STEP * ARRAY_STEP;
	return open_arena(run, &s->of_node[node], bytes, node, GB_PAGES_LARGEST, cores);
}

static int choose_node(struct gb_run *run, uint32_t *threads)
{
	const int node = gb_value(run, node), nodes = gb_device(run)->numa_nodes;

	GB_TRY(gb_team(run, node, threads));
	if (gb_value(run, memory) == MEMORY_OWN)
		return arena_of_node(run, node, *threads, &state_of(run)->arena);
	if (nodes == 1)
		return gb_skip(run, "this host has 1 NUMA node with cores: no memory is remote");
	return arena_of_node(run, (node + 1) % nodes, *threads, &state_of(run)->arena);
}

/* Threads begin at the first core. If its node has enough cores, they use that node's memory. Otherwise each thread has
 * the part of the common memory that its core touched first, so `*shares` may exceed the number of threads. */
static int choose_threads(struct gb_run *run, uint32_t *threads, uint32_t *shares)
{
	struct state *s = gb_state(run);
	const int64_t wanted = gb_value(run, threads);
	uint32_t there = s->cores;

	if (wanted > there)
		return gb_skip(run, "%d threads on %u cores", (int)wanted, (uint32_t)there);
	*threads = *shares = (uint32_t)wanted;
	if (gb_device(run)->numa_nodes == 1)
		return GB_OK;
	GB_TRY(gb_team(run, 0, &there));
	if (wanted <= there)
		return arena_of_node(run, 0, there, &s->arena);
	*shares = s->cores;
	return gb_team(run, -1, &there);
}

static int small_pages(struct gb_run *run)
{
	struct state *s = gb_state(run);

	s->arena = &s->small;
	return s->small.at != 0 ? GB_OK
				: open_arena(run, &s->small, s->common.array_bytes, -1, GB_PAGES_SMALL, s->cores);
}

int host_dram_place(struct gb_run *run, uint32_t *threads, uint32_t *shares)
{
	GB_TRY(gb_team(run, -1, threads));
	state_of(run)->arena = &state_of(run)->common;
	*shares = *threads;
	switch (host_dram_kind(run)->setting) {
	case SMALL_PAGES:
		return small_pages(run);
	case BY_THREADS:
		return choose_threads(run, threads, shares);
	case BY_NODE:
		GB_TRY(choose_node(run, threads));
		*shares = *threads;
		return GB_OK;
	default:
		return GB_OK;
	}
}

void host_dram_arrays(const struct gb_run *run, struct host_dram_args *args)
{
	const struct state *s = gb_state(run);
	const uint64_t skew = gb_value(run, skew);
	const gb_ptr b = s->arena->at;

	args->b = gb_address(b);
	args->c = gb_address(b + s->arena->array_bytes + skew);
	args->out = gb_address(b + 2 * s->arena->array_bytes + SKEW_MOST + 2 * skew);
}
