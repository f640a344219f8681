/* host_dram: what the memory of the host gives its cores. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels.h"

/* Each array is so many times all caches of the last level together, and those before them, with a least size for the sake of
 * hosts that do not tell their caches; the three of them are a share of the free memory at most. */
enum { ARRAY_CACHES = 4, ARRAYS = 3 };
#define ARRAY_LEAST (UINT64_C(16) << 20)
#define ARENA_SHARE 0.25
/* So many launches, one behind the other, go once through the arrays: a search is short, and a launch often done before the
 * system gives the core to someone else. What a launch needs is out of the caches all the same. */
enum { WINDOWS = 4 };
/* Arrays are a multiple of this; between them is room for the largest `skew`. */
#define ARRAY_STEP (UINT64_C(64) << 10)
#define SKEW_MOST  (UINT64_C(1) << 20)
#define SKEW_ROOM  (3 * SKEW_MOST)

/* What is written, and the factor of scale and triad: a whole number, and no word of the arena. */
enum { FACTOR = 3 };

/* NUMA nodes whose memory is asked for: one more than the axis names. */
enum { NODES_MOST = 65 };

/* How a row differs from the one that sets the roof. */
enum setting { BEST, BY_STORE, SMALL_PAGES, BY_THREADS, BY_NODE };

enum store { STORE_ORDINARY, STORE_STREAM };
static const char *const stores[] = { [STORE_ORDINARY] = "ordinary", [STORE_STREAM] = "stream", NULL };

/* In the order of the axis. */
enum {
	READ,
	WRITE,
	COPY,
	SCALE,
	ADD,
	TRIAD,
	WRITE_ORDINARY,
	WRITE_STREAM,
	COPY_ORDINARY,
	COPY_STREAM,
	TRIAD_ORDINARY,
	TRIAD_STREAM,
	READ_SMALL,
	COPY_SMALL,
	READ_THREADS,
	COPY_THREADS,
	READ_NODE,
	COPY_NODE
};

static const struct row_kind {
	enum host_dram_op op;
	enum setting setting;
	enum store store; /* of BY_STORE */
	const char *roof;
} kinds[] = {
	[READ] = { HOST_DRAM_READ, .roof = "dram.read" },
	[WRITE] = { HOST_DRAM_WRITE, .roof = "dram.write" },
	[COPY] = { HOST_DRAM_COPY, .roof = "dram.copy" },
	[SCALE] = { HOST_DRAM_SCALE, .roof = NULL },
	[ADD] = { HOST_DRAM_ADD, .roof = NULL },
	[TRIAD] = { HOST_DRAM_TRIAD, .roof = "dram.triad" },
	[WRITE_ORDINARY] = { HOST_DRAM_WRITE, BY_STORE, STORE_ORDINARY, NULL },
	[WRITE_STREAM] = { HOST_DRAM_WRITE, BY_STORE, STORE_STREAM, NULL },
	[COPY_ORDINARY] = { HOST_DRAM_COPY, BY_STORE, STORE_ORDINARY, NULL },
	[COPY_STREAM] = { HOST_DRAM_COPY, BY_STORE, STORE_STREAM, NULL },
	[TRIAD_ORDINARY] = { HOST_DRAM_TRIAD, BY_STORE, STORE_ORDINARY, NULL },
	[TRIAD_STREAM] = { HOST_DRAM_TRIAD, BY_STORE, STORE_STREAM, NULL },
	[READ_SMALL] = { HOST_DRAM_READ, SMALL_PAGES, .roof = NULL },
	[COPY_SMALL] = { HOST_DRAM_COPY, SMALL_PAGES, .roof = NULL },
	[READ_THREADS] = { HOST_DRAM_READ, BY_THREADS, .roof = NULL },
	[COPY_THREADS] = { HOST_DRAM_COPY, BY_THREADS, .roof = NULL },
	[READ_NODE] = { HOST_DRAM_READ, BY_NODE, .roof = NULL },
	[COPY_NODE] = { HOST_DRAM_COPY, BY_NODE, .roof = NULL },
};

static const char *const ops[] = {
	[READ] = "read",
	[WRITE] = "write",
	[COPY] = "copy",
	[SCALE] = "scale",
	[ADD] = "add",
	[TRIAD] = "triad",
	[WRITE_ORDINARY] = "write_ordinary",
	[WRITE_STREAM] = "write_stream",
	[COPY_ORDINARY] = "copy_ordinary",
	[COPY_STREAM] = "copy_stream",
	[TRIAD_ORDINARY] = "triad_ordinary",
	[TRIAD_STREAM] = "triad_stream",
	[READ_SMALL] = "read_small",
	[COPY_SMALL] = "copy_small",
	[READ_THREADS] = "read_threads",
	[COPY_THREADS] = "copy_threads",
	[READ_NODE] = "read_node",
	[COPY_NODE] = "copy_node",
	NULL,
};

/* An operation: its part of the kernels' names, and how many arrays it reads and writes. */
static const struct operation {
	const char *name;
	unsigned int reads, writes;
} operations[] = {
	[HOST_DRAM_READ] = { "read", 1, 0 }, [HOST_DRAM_WRITE] = { "write", 0, 1 },
	[HOST_DRAM_COPY] = { "copy", 1, 1 }, [HOST_DRAM_SCALE] = { "scale", 1, 1 },
	[HOST_DRAM_ADD] = { "add", 2, 1 },   [HOST_DRAM_TRIAD] = { "triad", 2, 1 },
};

enum { MEMORY_OWN, MEMORY_NEXT };
static const char *const memories[] = { [MEMORY_OWN] = "own", [MEMORY_NEXT] = "next", NULL };

static const struct gb_axis axes[] = {
	{ .name = "op",
	  .help = "read, write, copy a=b, scale a=s*b, add a=b+c, triad a=b+s*c at their best; with one kind of store; in small "
		  "pages; by threads; by NUMA node",
	  .kind = GB_REPORTED,
	  .names = ops,
	  .quick = "read,write,copy,triad" },
	{ .name = "threads",
	  .unit = "threads",
	  .help = "cores that take part, one thread each",
	  .kind = GB_REPORTED,
	  .values = "1:1024:pow2",
	  .full = "1:128:pow2",
	  .when = "op=read_threads,copy_threads" },
	{ .name = "node",
	  .help = "the NUMA node whose cores take part",
	  .kind = GB_REPORTED,
	  .values = "0:63",
	  .full = "0:7",
	  .when = "op=read_node,copy_node" },
	{ .name = "memory",
	  .help = "where the memory is: own, at the cores' node; next, at the node behind it",
	  .kind = GB_REPORTED,
	  .names = memories,
	  .when = "op=read_node,copy_node" },
	{ .name = "store",
	  .help = "ordinary stores, or stores past the caches",
	  .kind = GB_SEARCHED,
	  .names = stores,
	  .when = "op=write,copy,scale,add,triad,copy_small,copy_threads,copy_node" },
	{ .name = "vec",
	  .unit = "B",
	  .help = "bytes of an access: 16 of SSE2 or NEON, 32 of AVX2, 64 of AVX-512",
	  .kind = GB_SEARCHED,
	  .values = "16,32,64" },
	{ .name = "unroll",
	  .help = "accesses of a trip to each part of an array",
	  .kind = GB_SEARCHED,
	  .values = "2,4,8",
	  .quick = "2,8" },
	{ .name = "streams",
	  .help = "parts of an array, far apart, that a thread goes through at once",
	  .kind = GB_SEARCHED,
	  .values = "1,2",
	  .quick = "1" },
	{ .name = "skew",
	  .unit = "B",
	  .help = "shift of each further array against its even place",
	  .kind = GB_SEARCHED,
	  .values = "0,1024,4096,1048576",
	  .quick = "0" },
	{ .name = NULL },
};

/* Memory of one kind: room for the arrays, filled with words by their number. */
struct arena {
	gb_ptr at; /* 0: not there yet */
	uint64_t array_bytes;
};

struct state {
	uint32_t cores; /* of all nodes */
	gb_ptr report;
	struct arena common, small, of_node[NODES_MOST];
	struct gb_kernel fill, poison, check;
	/* Of the current point. */
	const struct arena *arena;
	struct gb_kernel kernel;
	struct gb_shape shape;
	struct host_dram_args args;
	uint64_t bytes;      /* of an array, or of a read, that a launch goes through */
	unsigned int window; /* of the next launch */
};

static const struct row_kind *kind_of(const struct gb_run *run)
{
	return &kinds[gb_value(run, "op")];
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

static uint64_t arena_bytes(uint64_t array_bytes)
{
	return ARRAYS * array_bytes + SKEW_ROOM;
}

/* Of an array, by what the caches are. */
static uint64_t wanted_bytes(const struct gb_device *device)
{
	const uint64_t bytes = ARRAY_CACHES * (device->l2_bytes + device->l3_bytes);

	return (bytes > ARRAY_LEAST ? bytes : ARRAY_LEAST) / ARRAY_STEP * ARRAY_STEP;
}

static int choose_size(struct gb_run *run, uint64_t *bytes)
{
	const uint64_t wanted = wanted_bytes(gb_device(run));
	uint64_t available;
	int status = gb_memory_free(run, &available);

	if (status != GB_OK)
		return status;
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

/* Have the chosen cores write the arena; those that touch a part first have it on their node. */
static int open_arena(struct gb_run *run, struct arena *arena, uint64_t array_bytes, int node, enum gb_pages pages,
		      uint32_t cores)
{
	const struct state *s = gb_state(run);
	const uint64_t bytes = arena_bytes(array_bytes);
	gb_ptr at;

	int status = gb_alloc(run, bytes, &at);
	if (status == GB_OK)
		status = gb_place(run, at, bytes, node, pages);
	if (status != GB_OK)
		return status;
	const struct host_dram_fill_args args = { gb_address(at), bytes / sizeof(uint64_t) };
	status = gb_launch(run, &s->fill, (struct gb_shape){ cores, 1, 0 }, &args);
	if (status == GB_OK)
		*arena = (struct arena){ at, array_bytes };
	return status;
}

static int setup(struct gb_run *run)
{
	struct state *s = calloc(1, sizeof *s);
	uint64_t bytes;

	if (s == NULL)
		return gb_fail(run, "out of memory");
	gb_set_state(run, s);
	int status = gb_team(run, -1, &s->cores);
	if (status == GB_OK)
		status = choose_size(run, &bytes);
	if (status == GB_OK)
		status = gb_alloc(run, s->cores * sizeof(struct host_dram_report), &s->report);
	if (status == GB_OK)
		status = gb_find_kernel(run, "fill", &s->fill);
	if (status == GB_OK)
		status = gb_find_kernel(run, "poison", &s->poison);
	if (status == GB_OK)
		status = gb_find_kernel(run, "check", &s->check);
	return status == GB_OK ? open_arena(run, &s->common, bytes, -1, GB_PAGES_LARGEST, s->cores) : status;
}

static void teardown(struct gb_run *run)
{
	free(gb_state(run));
}

/* ---- one point --------------------------------------------------------------------------------------------------- */

/* Memory of a node; where there is one node, all memory is its. */
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
	struct state *s = gb_state(run);
	const int node = (int)gb_value(run, "node"), nodes = gb_device(run)->numa_nodes;
	int status = gb_team(run, node, threads);

	if (status != GB_OK)
		return status;
	if (gb_value(run, "memory") == MEMORY_OWN)
		return arena_of_node(run, node, *threads, &s->arena);
	if (nodes == 1)
		return gb_skip(run, "this host has 1 NUMA node with cores: no memory is remote");
	return arena_of_node(run, (node + 1) % nodes, *threads, &s->arena);
}

/* Threads begin at the first core. As far as its node goes they have that node's memory; of more threads each has the part of
 * the common memory that its core has touched first, so `*shares` may be more than there are threads. */
static int choose_threads(struct gb_run *run, uint32_t *threads, uint32_t *shares)
{
	struct state *s = gb_state(run);
	const int64_t wanted = gb_value(run, "threads");
	uint32_t there = s->cores;

	if (wanted > there)
		return gb_skip(run, "%d threads on %u cores", (int)wanted, (unsigned int)there);
	*threads = *shares = (uint32_t)wanted;
	if (gb_device(run)->numa_nodes == 1)
		return GB_OK;
	int status = gb_team(run, 0, &there);
	if (status == GB_OK && wanted <= there)
		return arena_of_node(run, 0, there, &s->arena);
	*shares = s->cores;
	return status == GB_OK ? gb_team(run, -1, &there) : status;
}

static int small_pages(struct gb_run *run)
{
	struct state *s = gb_state(run);

	s->arena = &s->small;
	return s->small.at != 0 ? GB_OK
				: open_arena(run, &s->small, s->common.array_bytes, -1, GB_PAGES_SMALL, s->cores);
}

/* The team, the memory and the threads of a point, and among how many the arrays are divided. */
static int choose_place(struct gb_run *run, uint32_t *threads, uint32_t *shares)
{
	struct state *s = gb_state(run);
	int status = gb_team(run, -1, threads);

	s->arena = &s->common;
	*shares = *threads;
	if (status != GB_OK)
		return status;
	switch (kind_of(run)->setting) {
	case SMALL_PAGES:
		return small_pages(run);
	case BY_THREADS:
		return choose_threads(run, threads, shares);
	case BY_NODE:
		status = choose_node(run, threads);
		*shares = *threads;
		return status;
	default:
		return GB_OK;
	}
}

static enum store store_of(const struct gb_run *run)
{
	const struct row_kind *kind = kind_of(run);

	return kind->setting == BY_STORE ? kind->store : (enum store)gb_value(run, "store");
}

static int choose_kernel(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const enum host_dram_op op = kind_of(run)->op;
	const int vec = (int)gb_value(run, "vec");
	const char *missing = isa_missing(isa_of_bytes(vec));
	char name[GB_NAME_MAX];

	if (missing != NULL)
		return gb_skip(run, "%s", missing);
	snprintf(name, sizeof name, "%s_%s_v%d_u%d_s%d", operations[op].name,
		 op == HOST_DRAM_READ ? "none" : stores[store_of(run)], vec, (int)gb_value(run, "unroll"),
		 (int)gb_value(run, "streams"));
	return gb_find_kernel(run, name, &s->kernel);
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t skew = (uint64_t)gb_value(run, "skew"), streams = (uint64_t)gb_value(run, "streams");
	uint32_t threads, shares;

	int status = choose_place(run, &threads, &shares);
	if (status == GB_OK)
		status = choose_kernel(run);
	if (status != GB_OK)
		return status;
	const gb_ptr b = s->arena->at, c = b + s->arena->array_bytes + skew,
		     out = b + 2 * s->arena->array_bytes + SKEW_MOST + 2 * skew;
	/* A read goes through what is two arrays to the others. */
	const uint64_t bytes = (kind_of(run)->op == HOST_DRAM_READ ? 2 : 1) * s->arena->array_bytes;
	const uint64_t each = bytes / (shares * streams * WINDOWS) / HOST_DRAM_STEP * HOST_DRAM_STEP;
	if (each == 0)
		return gb_skip(run, "arrays of %llu bytes are too small to be divided among %u threads",
			       (unsigned long long)s->arena->array_bytes, (unsigned int)shares);
	s->bytes = each * threads * streams;
	s->window = 0;
	s->shape = (struct gb_shape){ threads, 1, 0 };
	s->args = (struct host_dram_args){
		.b = gb_address(b),
		.c = gb_address(c),
		.out = gb_address(out),
		.part = WINDOWS * each,
		.each = each,
		.value = FACTOR,
		.report = gb_address(s->report),
	};
	return GB_OK;
}

static int launch(struct gb_run *run)
{
	struct state *s = gb_state(run);
	struct host_dram_args args = s->args;
	const uint64_t offset = s->window * args.each;

	args.b += offset;
	args.c += offset;
	args.out += offset;
	s->window = (s->window + 1) % WINDOWS;
	return gb_launch(run, &s->kernel, s->shape, &args);
}

static const struct operation *operation_of(const struct gb_run *run)
{
	return &operations[kind_of(run)->op];
}

static double arrays_of(const struct gb_run *run)
{
	return operation_of(run)->reads + operation_of(run)->writes;
}

static struct gb_cost cost(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return (struct gb_cost){ .bytes = arrays_of(run) * (double)s->bytes };
}

/* Nothing that may be asked without privileges tells the channels of the memory and their clock. */
static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	(void)run;
	(void)device;
	(void)sm_hz;
	return 0;
}

static const char *roof(const struct gb_run *run)
{
	return kind_of(run)->roof;
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);
	const struct operation *o = operation_of(run);
	size_t count = 0;

	out[count++] = (struct gb_metric){ "working_set", "B", GB_EXACT, WINDOWS * cost(run).bytes, 0 };
	if (result->sm_hz > 0)
		out[count++] = (struct gb_metric){ "bytes_per_clock", "B/clk", GB_TIMES,
						   1 / (result->sm_hz * s->shape.grid), 0 };
#if defined(__x86_64__)
	/* An ordinary store to a line that is in no cache has the line read first, if nothing spares it. */
	if (o->writes > 0 && store_of(run) == STORE_ORDINARY)
		out[count++] = (struct gb_metric){ "moved_bandwidth", "B/s", GB_TIMES,
						   (arrays_of(run) + o->writes) / arrays_of(run), 0 };
#else
	(void)o;
#endif
	return count;
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static uint64_t word_number(const struct state *s, const char *at)
{
	return (uint64_t)(at - (const char *)gb_address(s->arena->at)) / sizeof(uint64_t);
}

/* What the threads have found, all together. */
static int collect(struct gb_run *run, struct host_dram_report *all)
{
	const struct state *s = gb_state(run);
	struct host_dram_report *each = malloc(s->shape.grid * sizeof *each);

	if (each == NULL)
		return gb_fail(run, "out of memory");
	int status = gb_copy_out(run, each, s->report, s->shape.grid * sizeof *each);
	*all = (struct host_dram_report){ .sum = 0 };
	for (uint32_t i = 0; i < s->shape.grid && status == GB_OK; i++) {
		all->first = all->wrong == 0 ? each[i].first : all->first;
		all->wrong += each[i].wrong;
		all->sum += each[i].sum;
		all->expected += each[i].expected;
		all->compared += each[i].compared;
	}
	free(each);
	return status;
}

static int judge(struct gb_run *run, const struct host_dram_report *r)
{
	const struct state *s = gb_state(run);
	const uint64_t words = WINDOWS * s->bytes / sizeof(uint64_t);

	if (r->compared != words)
		return gb_fail(run, "the check looked at %llu of %llu words", (unsigned long long)r->compared,
			       (unsigned long long)words);
	if (r->wrong != 0)
		return gb_fail(run, "%llu of %llu words are wrong, the first at %llu", (unsigned long long)r->wrong,
			       (unsigned long long)words, (unsigned long long)r->first);
	if (operation_of(run)->writes == 0 && r->sum != r->expected)
		return gb_fail(run, "the sum of the words read is %#llx, not %#llx", (unsigned long long)r->sum,
			       (unsigned long long)r->expected);
	return GB_OK;
}

/* The inputs are never written: what was there after setup must still be. */
static int verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const uint64_t words = WINDOWS * s->bytes / sizeof(uint64_t);
	const struct host_dram_fill_args poison = { (uint64_t *)(void *)s->args.out, words };
	const struct host_dram_check_args check = {
		.out = (const uint64_t *)(const void *)s->args.out,
		.words = words,
		.b_word = word_number(s, s->args.b),
		.c_word = word_number(s, s->args.c),
		.op = kind_of(run)->op,
		.factor = FACTOR,
		.report = s->args.report,
	};
	struct host_dram_report found = { .sum = 0 };

	int status = gb_fill(run, s->report, 0, s->shape.grid * sizeof found);
	if (status == GB_OK && operation_of(run)->writes > 0)
		status = gb_launch(run, &s->poison, s->shape, &poison);
	for (int i = 0; i < WINDOWS && status == GB_OK; i++)
		status = launch(run);
	if (status == GB_OK)
		status = gb_launch(run, &s->check, s->shape, &check);
	if (status == GB_OK)
		status = collect(run, &found);
	return status == GB_OK ? judge(run, &found) : status;
}

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

/* So much of the best of a curve is as good as all of it. */
#define SATURATED 0.95

static struct gb_finding finding_of(const char *metric, const char *unit, double value, const struct gb_row *from)
{
	return (struct gb_finding){
		.metric = metric, .unit = unit, .value = value, .lo = (double)NAN, .hi = (double)NAN, .from = from
	};
}

/* The row of an operation with this value of an axis, the best if there are several; NULL: none. */
static const struct gb_row *row_of(const struct gb_row *rows, size_t count, int64_t op, const char *axis, int64_t value,
				   int64_t memory)
{
	const struct gb_row *best = NULL;

	for (size_t i = 0; i < count; i++)
		if (strcmp(rows[i].metric, "bandwidth") == 0 && gb_row_value(&rows[i], "op") == op &&
		    gb_row_value(&rows[i], axis) == value && gb_row_value(&rows[i], "memory") == memory &&
		    (best == NULL || rows[i].value > best->value))
			best = &rows[i];
	return best;
}

/* The fewest threads that give nearly what the best number of threads gives. */
static size_t tell_threads(const struct gb_row *rows, size_t count, int64_t op, struct gb_finding *out)
{
	const struct gb_row *best = NULL, *few = NULL, *row;
	int64_t most = 0, threads;

	for (threads = 1; threads <= 1024; threads *= 2)
		if ((row = row_of(rows, count, op, "threads", threads, 0)) != NULL) {
			best = best == NULL || row->value > best->value ? row : best;
			most = threads;
		}
	for (threads = 1; threads <= most && few == NULL; threads *= 2) {
		row = row_of(rows, count, op, "threads", threads, 0);
		few = row != NULL && row->value >= SATURATED * best->value ? row : NULL;
	}
	if (few == NULL || most == 1)
		return 0;
	threads = gb_row_value(few, "threads");
	*out = finding_of("threads_for_95_percent", "threads", (double)threads, few);
	snprintf(out->point, sizeof out->point, "op=%s", ops[op]);
	snprintf(out->remark, sizeof out->remark, "%.4g B/s with %d threads, %.4g with the best number, %d%s",
		 few->value, (int)threads, best->value, (int)gb_row_value(best, "threads"),
		 threads == most ? ": it still rises with the last step" : "");
	return 1;
}

/* What memory of the next node gives, of what a node's own gives. */
static size_t tell_nodes(const struct gb_row *rows, size_t count, int64_t op, struct gb_finding *out, size_t room)
{
	size_t told = 0;

	for (int64_t node = 0; node < NODES_MOST && told < room; node++) {
		const struct gb_row *own = row_of(rows, count, op, "node", node, MEMORY_OWN);
		const struct gb_row *next = row_of(rows, count, op, "node", node, MEMORY_NEXT);
		if (own == NULL || next == NULL)
			continue;
		out[told] = finding_of("remote_of_own", "1", next->value / own->value, next);
		snprintf(out[told].point, sizeof out[told].point, "op=%s,node=%d", ops[op], (int)node);
		snprintf(out[told].remark, sizeof out[told].remark,
			 "%.4g B/s of memory at the next node, %.4g of its own", next->value, own->value);
		told++;
	}
	return told;
}

static size_t conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX])
{
	size_t told = 0;

	(void)device;
	told += tell_threads(rows, count, READ_THREADS, &out[told]);
	told += tell_threads(rows, count, COPY_THREADS, &out[told]);
	told += tell_nodes(rows, count, READ_NODE, &out[told], GB_FINDINGS_MAX - told);
	return told + tell_nodes(rows, count, COPY_NODE, &out[told], GB_FINDINGS_MAX - told);
}

static const struct gb_variant variants[] = {
	{ .name = "default", .flags = "", .archs = "", .kernels = host_dram_kernels },
	{ .name = NULL },
};

GB_BENCH(host_dram) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "host_dram",
	.summary = "memory of the host: read, write, copy, scale, add, triad; by kind of store, threads and NUMA node",
	.method =
		"Four launches, one behind the other, go once through three arrays of doubles, each of 4 times all L2 and L3 "
		"caches together (less where that is more than a quarter of the free memory), a read through what is two of "
		"them; every thread has a part of its own, which its core has touched first. Bytes are those the algorithm needs: each byte "
		"read and each byte written counts once, so a copy of n bytes moves 2n. An ordinary store of an x86-64 has "
		"its line read first, unless the processor sees that all of it is written; that is not counted, and "
		"moved_bandwidth is what there is with it. Stores past the caches (movntpd, "
		"stnp) are waited for. The value is the best shape of a search over kind of store, bytes of an access, "
		"accesses of a trip, parts gone through at once and shift of the arrays, with all cores. Pages are huge "
		"where the system has them on request, but of read_small and copy_small. write_ordinary and its like have "
		"one kind of store; read_threads and copy_threads take the first so many cores, with memory of their node; "
		"read_node and copy_node the cores of one NUMA node and its memory or the next node's. Verified: every "
		"word written, on poisoned memory, against its value in whole numbers; of reads the sum of all words. "
		"Limits are not known. Operations after STREAM (McCalpin, 1995).",
	.target = GB_HOST,
	.quantity = GB_BANDWIDTH,
	.axes = axes,
	.variants = variants,
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.teardown = teardown,
	.cost = cost,
	.limit = limit,
	.roof = roof,
	.metrics = metrics,
	.conclude = conclude,
};
