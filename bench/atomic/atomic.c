/* atomic: the rate of atomic operations by address pattern, and the latency of one operation. */
#include "../common/findings.h"
#include "../common/median.h"
#include "state.h"

#define NAME_AND_BYTES(name, bytes) #name,
#define NAME(name)                  #name,
static const char *const ops[] = { ATOMIC_OPS(NAME_AND_BYTES) NULL };
static const char *const chains[] = { ATOMIC_CHAINS(NAME) NULL };
static const char *const in_shared[] = { ATOMIC_SHARED(NAME) NULL };
static const char *const scopes[] = { ATOMIC_SCOPES(NAME) NULL };
#undef NAME
#undef NAME_AND_BYTES
static const char *const measured[] = { [THROUGHPUT] = "throughput", [LATENCY] = "latency", [SHARED] = "shared", NULL };
static const char *const patterns[] = { [PATTERN_ONE] = "one",
					[PATTERN_LINE] = "line",
					[PATTERN_ADJACENT] = "adjacent",
					[PATTERN_SECTORS] = "sectors",
					[PATTERN_LINES] = "lines",
					[PATTERN_RANDOM] = "random",
					NULL };

static const struct gb_axis axes[] = {
	{ GB_AXIS(measure),
	  .help = "operations per second in global memory, cycles between dependent operations, cycles per warp "
		  "request in shared memory",
	  .names = measured },
	{ GB_AXIS(op),
	  .help = "red (add, min; no result) and atom (fetch_add, exch, cas) of 32 bits, and additions of other types",
	  .names = ops, .full = "add,fetch_add,cas,add_f32,add_v4f32", .quick = "add,cas",
	  .when = "measure=throughput" },
	{ GB_AXIS(chain), .help = "operation of the chain", .names = chains, .full = "add", .when = "measure=latency" },
	{ GB_AXIS(lines), .help = "1: always the same word; 16: words of 16 lines in turn, in different slices",
	  .values = "1,16", .quick = "16", .when = "measure=latency" },
	{ GB_AXIS(in_shared),
	  .help = "operation; inc adds the constant 1, add a number that the compiler does not know",
	  .names = in_shared, .full = "add,inc,add_f32", .quick = "add,inc", .when = "measure=shared" },
	{ GB_AXIS(pattern),
	  .help = "addresses of the threads: one word for all, words of one line, one word each, one sector each, "
		  "one line each, random words of 4 MiB",
	  .names = patterns, .full = "one,adjacent,lines", .quick = "one,adjacent", .when = "measure=throughput" },
	{ GB_AXIS(scope), .help = "scope of the operation: the GPU, the block, the cluster, the system",
	  .names = scopes, .full = "gpu", .when = "measure=throughput,latency" },
	{ GB_AXIS(degree), .unit = "lanes",
	  .help = "lanes of a warp that use the same word; the others use words in other banks", .values = "1:32",
	  .full = "1,4,32", .quick = "1,32", .when = "measure=shared" },
	{ GB_AXIS(block), .unit = "threads", .help = "threads per block; the grid has as many blocks as are resident",
	  .kind = GB_SEARCHED, .values = "128:1024:pow2", .full = "1024", .when = "measure=throughput" },
	{ .name = NULL },
};

enum { LINE = 128, SECTOR = 32, RANDOM_BYTES = 4 << 20 };

/* ---- a point ----------------------------------------------------------------------------------------------------- */

/* Number of words to which one operation adds. */
static uint32_t elements(int64_t op)
{
	return op == OP_add_v4f32 ? 4 : op == OP_add_v2f32 || op == OP_add_f16x2 ? 2 : 1;
}

static enum gb_quantity measures(const struct gb_run *run)
{
	return measure_of(run) == THROUGHPUT ? GB_ACCESSES : GB_CYCLES;
}

static struct gb_cost cost(const struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const double threads = (double)threads_of(run);

	switch (measure_of(run)) {
	case THROUGHPUT:
		return (struct gb_cost){ .ops = threads * ATOMIC_UNROLL * s->args.trips };
	case LATENCY:
		return (struct gb_cost){ .ops = (double)ATOMIC_LINES * s->chain.trips };
	default: /* SHARED */
		return (struct gb_cost){ .ops = threads * ATOMIC_UNROLL * (s->shared.warm_trips + s->shared.trips) };
	}
}

/* A warp's request of 32 words moves 128 bytes. */
static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return measure_of(run) == SHARED ? 4 * ATOMIC_LANES / device->rates.shared_bytes : (double)NAN;
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	if (!(result->sm_hz > 0))
		return 0;
	if (measure_of(run) == LATENCY)
		out[0] = (struct gb_metric){ "latency", "s", GB_TIMES, 1 / result->sm_hz, 0 };
	else if (measure_of(run) == SHARED)
		out[0] = (struct gb_metric){ "ops_per_clock_sm", "1", GB_OVER, ATOMIC_LANES, 0 };
	if (measure_of(run) != THROUGHPUT)
		return 1;
	out[0] = (struct gb_metric){ "ops_per_clock", "1", GB_TIMES, 1 / result->sm_hz, 0 };
	out[1] = (struct gb_metric){ "element_rate", "1/s", GB_TIMES, elements(gb_value(run, op)), 0 };
	out[2] = (struct gb_metric){ "threads_per_place", "1", GB_EXACT,
				     (double)threads_of(run) / state_of(run)->args.places, 0 };
	return 3;
}

static const char *remark(const struct gb_run *run)
{
	if (measure_of(run) != SHARED)
		return NULL;
	if (gb_value(run, in_shared) == SHARED_add_f32)
		return "shared memory has no floating-point addition: this is a compare-and-swap loop";
	return gb_value(run, degree) > 1 ? "lanes that access the same word take turns" : NULL;
}

/* ---- launch ------------------------------------------------------------------------------------------------------ */

static uint64_t larger(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static int setup(struct gb_run *run)
{
	const uint64_t sms = (uint64_t)gb_device(run)->sm_count;
	const uint64_t threads = sms * (uint64_t)gb_device(run)->threads_per_sm;
	struct state *s = gb_state(run);

	s->sms = (uint32_t)sms;
	s->bytes = larger(threads * LINE, RANDOM_BYTES);
	GB_TRY(gb_alloc(run, s->bytes, &s->at));
	GB_TRY(gb_alloc(run, larger(threads, sms * THREADS) * sizeof(uint32_t), &s->result));
	GB_TRY(gb_alloc(run, sms * THREADS * sizeof(uint32_t), &s->words));
	GB_TRY(gb_alloc(run, larger(sms * sizeof(uint32_t), sizeof(unsigned long long)), &s->cycles));
	return gb_alloc(run, 2 * sizeof(uint32_t), &s->end);
}

/* At the rates of an H200, a launch of this many trips takes one or two milliseconds. */
static const uint32_t trips_of[] = {
	[PATTERN_ONE] = 8,      [PATTERN_LINE] = 16,  [PATTERN_ADJACENT] = 1024,
	[PATTERN_SECTORS] = 64, [PATTERN_LINES] = 64, [PATTERN_RANDOM] = 64,
};

/* Trips of the chain (the first one does not count) and of the two rounds in shared memory. */
enum { CHAIN_TRIPS = 129, WARM_TRIPS = 4, SHARED_TRIPS = 512 };
enum { ADJACENT_SETS = 4 };
/* The largest sum that the format reaches exactly in steps of one. */
enum { F16_MOST = 2048 };

static uint32_t scaled(const struct gb_run *run, uint32_t trips, uint32_t least)
{
	const uint32_t some = (uint32_t)(trips * gb_work(run));

	return some < least ? least : some;
}

static void choose_places(const struct gb_run *run, struct atomic_args *args, uint64_t threads)
{
	const int64_t pattern = gb_value(run, pattern), op = gb_value(run, op);
	const uint32_t bytes = atomic_bytes(op);

	args->stride = pattern == PATTERN_SECTORS ? SECTOR : pattern == PATTERN_LINES ? LINE : bytes;
	const uint64_t fit = gb_device(run)->l2_bytes / 2 / args->stride;
	args->random = pattern == PATTERN_RANDOM;
	/* Several sets, because with a single one the slice that the address hash favours would limit the rate. A
	 * compare-and-swap expects the value that it found at the same place. */
	args->sets = pattern == PATTERN_ADJACENT && op != OP_cas ? ADJACENT_SETS : 1;
	if (pattern == PATTERN_ONE)
		args->places = 1;
	else if (pattern == PATTERN_LINE || pattern == PATTERN_RANDOM)
		args->places = (pattern == PATTERN_LINE ? LINE : RANDOM_BYTES) / bytes;
	else if (pattern == PATTERN_ADJACENT)
		args->places = (uint32_t)threads;
	else
		/* Half of L2 at most, so that L2 serves all operations. */
		args->places = (uint32_t)(fit > 0 && fit < threads ? fit : threads);
}

/* Limits the additions in 16 bits, so that each place counts exactly. Random places receive few anyway. */
static void count_exactly(const struct gb_run *run, struct atomic_args *args, uint64_t threads)
{
	args->every = 1;
	if (gb_value(run, op) != OP_add_f16x2)
		return;
	if (args->trips > F16_MOST / ATOMIC_UNROLL)
		args->trips = F16_MOST / ATOMIC_UNROLL;
	const uint64_t each = (uint64_t)ATOMIC_UNROLL * args->trips,
		       sharing = (threads + args->places - 1) / args->places;
	while (!args->random && (sharing + args->every - 1) / args->every * each > F16_MOST)
		args->every *= 2;
}

static int prepare_throughput(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint32_t block = gb_value(run, block);
	const uint32_t most = (uint32_t)gb_device(run)->threads_per_sm / block;
	uint32_t resident;

	GB_TRY(gb_occupancy(run, &s->kernel, block, 0, &resident));
	s->shape = (struct gb_shape){ .grid = s->sms * (resident < most ? resident : most), .block = block };
	s->args = (struct atomic_args){
		.at = gb_address(s->at),
		.trips = scaled(run, trips_of[gb_value(run, pattern)], ADJACENT_SETS),
		.never = ~0u,
		.result = gb_address(s->result),
	};
	choose_places(run, &s->args, threads_of(run));
	count_exactly(run, &s->args, threads_of(run));
	return GB_OK;
}

static void prepare_chain(struct gb_run *run)
{
	struct state *s = gb_state(run);

	s->shape = (struct gb_shape){ .grid = 1, .block = 1 };
	s->chain = (struct atomic_chain_args){
		.at = gb_address(s->at),
		.trips = scaled(run, CHAIN_TRIPS, 2),
		.apart = gb_value(run, lines) == 1 ? 0 : ATOMIC_APART,
		.end = gb_address(s->end),
		.cycles = gb_address(s->cycles),
	};
}

static void prepare_shared(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint32_t degree = gb_value(run, degree);

	s->shape = (struct gb_shape){ .grid = s->sms, .block = THREADS };
	s->shared = (struct atomic_shared_args){
		.degree = degree,
		.warm_trips = WARM_TRIPS,
		.trips = scaled(run, SHARED_TRIPS / degree, 4),
		.never = ~0u,
		.one = 1,
		.cycles = gb_address(s->cycles),
		.result = gb_address(s->result),
		.words = gb_address(s->words),
	};
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const enum measure measure = measure_of(run);
	const bool hopper = gb_device(run)->cc_major >= 9;
	const char *scope = measure != SHARED ? scopes[gb_value(run, scope)] : NULL;

	if (measure != SHARED && gb_value(run, scope) == SCOPE_cluster && !hopper)
		return gb_skip(run, "clusters need compute capability 9.0");
	if (measure == THROUGHPUT && !hopper &&
	    (gb_value(run, op) == OP_add_v2f32 || gb_value(run, op) == OP_add_v4f32))
		return gb_skip(run, "vector atomics need compute capability 9.0");
	if (measure == SHARED)
		GB_TRY(kernel_find(run, &s->kernel, "atomic_shared_%s", in_shared[gb_value(run, in_shared)]));
	else if (measure == LATENCY)
		GB_TRY(kernel_find(run, &s->kernel, "atomic_chain_%s_%s", chains[gb_value(run, chain)], scope));
	else
		GB_TRY(kernel_find(run, &s->kernel, "atomic_%s_%s", ops[gb_value(run, op)], scope));
	if (measure == THROUGHPUT)
		return prepare_throughput(run);
	(measure == LATENCY ? prepare_chain : prepare_shared)(run);
	return GB_OK;
}

/* Launches add up in global memory. Words in shared memory last only as long as their block. */
static int restore(struct gb_run *run)
{
	if (measure_of(run) == SHARED)
		return GB_OK;
	return gb_fill(run, state_of(run)->at, 0, measure_of(run) == LATENCY ? CHAIN_BYTES : state_of(run)->bytes);
}

int atomic_launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const void *args[] = { [THROUGHPUT] = &s->args, [LATENCY] = &s->chain, [SHARED] = &s->shared };

	return gb_launch(run, &s->kernel, s->shape, args[measure_of(run)]);
}

/* The cycles of the chain's thread, or the median over the SMs. */
static int observe(struct gb_run *run, double *value)
{
	const struct state *s = gb_state(run);

	if (measure_of(run) == LATENCY) {
		const unsigned long long *cycles = gb_fetch(run, s->cycles, sizeof *cycles);
		if (cycles == NULL)
			return GB_FAILED;
		*value = (double)*cycles / (ATOMIC_LINES * (s->chain.trips - 1));
		return GB_OK;
	}
	GB_TRY(cycles_read_median(run, s->cycles, s->sms, value));
	*value /= ATOMIC_WARPS * ATOMIC_UNROLL * s->shared.trips;
	return GB_OK;
}

/* ---- conclude ---------------------------------------------------------------------------------------------------- */

static const struct gb_row *find_row(const struct gb_row *rows, size_t count, const char *metric, int64_t op,
				     int64_t pattern)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(rows[i].metric, metric) == 0 && gb_row_value(&rows[i], measure) == THROUGHPUT &&
		    gb_row_value(&rows[i], op) == op && gb_row_value(&rows[i], pattern) == pattern &&
		    gb_row_value(&rows[i], scope) == SCOPE_gpu)
			return &rows[i];
	return NULL;
}

/* Writes the finding `over` / `under` if both exist. Returns the number of elements of `out` that it filled. */
static size_t ratio(struct gb_finding *out, const char *metric, const struct gb_row *over, const struct gb_row *under,
		    const char *axis, const char *value, const char *remark)
{
	if (over == NULL || under == NULL)
		return 0;
	*out = ratio_of(metric, over, under);
	out->from = under;
	snprintf(out->point, sizeof out->point, "%s=%s", axis, value);
	snprintf(out->remark, sizeof out->remark, "%s", remark);
	return 1;
}

static size_t conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX])
{
	size_t found = 0;

	for (int op = 0; ops[op] != NULL; op++)
		found += ratio(&out[found], "contention", find_row(rows, count, "access_rate", op, PATTERN_ADJACENT),
			       find_row(rows, count, "access_rate", op, PATTERN_ONE), "op", ops[op],
			       "adjacent words, relative to one word for all threads");
	for (int pattern = PATTERN_ONE; pattern <= PATTERN_RANDOM; pattern++) {
		found += ratio(&out[found], "return_cost", find_row(rows, count, "access_rate", OP_add, pattern),
			       find_row(rows, count, "access_rate", OP_fetch_add, pattern), "pattern",
			       patterns[pattern], "add without a result, relative to fetch_add");
		found += ratio(&out[found], "vector_gain", find_row(rows, count, "element_rate", OP_add_v4f32, pattern),
			       find_row(rows, count, "element_rate", OP_add_f32, pattern), "pattern", patterns[pattern],
			       "numbers per second with vectors of four floats, relative to one float at a time");
	}
	return found;
}

GB_BENCH(atomic) = {
	GB_IDENTITY(atomic),
	.summary = "atomic operations by address pattern, in global and shared memory",
	.method = "throughput: all SMs are full of threads. Operations of a thread do not wait for one another, "
		  "except for cas, a loop that expects the value found by its last attempt. A thread always uses "
		  "its own address, or random addresses of a set. An operation of one thread counts as one, "
		  "whatever its width. All sets lie in L2; `lines` shares lines among threads where one line each "
		  "would fill more than half of it. `adjacent` uses four sets in turn; with one set, the L2 slice "
		  "that holds most of it would limit the rate.\n"
		  "latency: one thread, timed by its SM's clock. The operand of each operation is the result of the "
		  "previous one, at one word or in 16 lines that are 17 lines apart.\n"
		  "shared: one block of 32 warps on each SM, with separate words for each warp; `degree` lanes share a "
		  "word. The value is SM clock cycles between two barriers per warp request, the median over the "
		  "SMs. A request moves at most 128 bytes, so 1 cycle is the minimum. inc compiles to "
		  "ATOMS.POPC.INC, which counts lanes. Shared memory has no floating-point addition; the compiler "
		  "emits a compare-and-swap loop.\n"
		  "Verified: every word of the set against the sum of the operations (for min, the smallest operand), "
		  "and the sum of all returned values.\n"
		  "Limit: none is documented for the atomic units in L2.\n"
		  "Source: the patterns follow RRZE's gpu-benches and the literature on histograms.",
	.subject = GB_SUBJECT_MEMORY,
	.quantity = GB_CYCLES,
	.axes = axes,
	.variants = gb_variants_atomic,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = prepare,
	.restore = restore,
	.launch = atomic_launch,
	.verify = atomic_verify,
	.cost = cost,
	.limit = limit,
	.observe = observe,
	.measures = measures,
	.metrics = metrics,
	.remark = remark,
	.conclude = conclude,
	.sdc = "measure=throughput,shared op=add,cas pattern=adjacent in_shared=add degree=1",
};
