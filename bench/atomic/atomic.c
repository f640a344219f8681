/* atomic: atomic operations by address pattern: the rate, and the latency of one. */

#include "state.h"

GB_VARIANTS(atomic);

#define NAME_AND_BYTES(name, bytes) #name,
#define NAME(name)                  #name,
const char *const atomic_ops[] = { ATOMIC_OPS(NAME_AND_BYTES) NULL };
const char *const atomic_chains[] = { ATOMIC_CHAINS(NAME) NULL };
const char *const atomic_in_shared[] = { ATOMIC_SHARED(NAME) NULL };
const char *const atomic_scopes[] = { ATOMIC_SCOPES(NAME) NULL };
#undef NAME
#undef NAME_AND_BYTES
static const char *const measures[] = { [THROUGHPUT] = "throughput", [LATENCY] = "latency", [SHARED] = "shared", NULL };
const char *const atomic_patterns[] = {
	[PATTERN_ONE] = "one",
	[PATTERN_LINE] = "line",
	[PATTERN_ADJACENT] = "adjacent",
	[PATTERN_SECTORS] = "sectors",
	[PATTERN_LINES] = "lines",
	[PATTERN_RANDOM] = "random",
	NULL,
};

static const struct gb_axis axes[] = {
	{ .name = "measure",
	  .help = "operations per second in global memory, cycles between dependent operations, cycles of a "
		  "warp's request in shared memory",
	  .kind = GB_REPORTED,
	  .names = measures },
	{ .name = "op",
	  .help = "red (add, min; no result) and atom (fetch_add, exch, cas) of 32 bits, and additions of other types",
	  .kind = GB_REPORTED,
	  .names = atomic_ops,
	  .full = "add,fetch_add,cas,add_f32,add_v4f32",
	  .quick = "add,cas",
	  .when = "measure=throughput" },
	{ .name = "chain",
	  .help = "operation of the chain",
	  .kind = GB_REPORTED,
	  .names = atomic_chains,
	  .full = "add",
	  .when = "measure=latency" },
	{ .name = "lines",
	  .help = "1: always the same word; 16: words of 16 lines in turn, in different slices",
	  .kind = GB_REPORTED,
	  .values = "1,16",
	  .quick = "16",
	  .when = "measure=latency" },
	{ .name = "in_shared",
	  .help = "operation; inc adds the constant 1, add a number that the compiler does not know",
	  .kind = GB_REPORTED,
	  .names = atomic_in_shared,
	  .full = "add,inc,add_f32",
	  .quick = "add,inc",
	  .when = "measure=shared" },
	{ .name = "pattern",
	  .help = "addresses of the threads: one word for all, words of one line, one word each, one sector each, "
		  "one line each, random words of 4 MiB",
	  .kind = GB_REPORTED,
	  .names = atomic_patterns,
	  .full = "one,adjacent,lines",
	  .quick = "one,adjacent",
	  .when = "measure=throughput" },
	{ .name = "scope",
	  .help = "scope of the operation: the GPU, the block, the cluster, the system",
	  .kind = GB_REPORTED,
	  .names = atomic_scopes,
	  .full = "gpu",
	  .when = "measure=throughput,latency" },
	{ .name = "degree",
	  .unit = "lanes",
	  .help = "lanes of a warp that use the same word; the others use words in other banks",
	  .kind = GB_REPORTED,
	  .values = "1:32",
	  .full = "1,4,32",
	  .quick = "1,32",
	  .when = "measure=shared" },
	{ .name = "block",
	  .unit = "threads",
	  .help = "threads per block; the grid has as many blocks as are resident",
	  .kind = GB_SEARCHED,
	  .values = "128:1024:pow2",
	  .full = "1024",
	  .when = "measure=throughput" },
	{ .name = NULL },
};

static uint64_t largest(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static int setup(struct gb_run *run)
{
	const struct gb_device *device = gb_device(run);
	struct state *s = gb_state(run);

	s->sms = (unsigned int)device->sm_count;
	s->threads = (uint64_t)device->sm_count * (uint64_t)device->threads_per_sm;
	/* One line per thread, or 16 bytes. */
	s->bytes = largest(largest(s->threads * LINE, RANDOM_BYTES), CHAIN_BYTES);
	const struct {
		gb_ptr *at;
		uint64_t bytes;
	} memory[] = {
		{ &s->at, s->bytes },
		{ &s->result, largest(s->threads, (uint64_t)s->sms * THREADS) * sizeof(unsigned int) },
		{ &s->words, (uint64_t)s->sms * THREADS * sizeof(unsigned int) },
		{ &s->cycles, largest(s->sms * sizeof(unsigned int), sizeof(unsigned long long)) },
		{ &s->end, 2 * sizeof(unsigned int) },
	};
	int status = GB_OK;
	for (size_t i = 0; i < sizeof memory / sizeof memory[0] && status == GB_OK; i++)
		status = gb_alloc(run, memory[i].bytes, memory[i].at);
	return status;
}

GB_BENCH(atomic) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "atomic",
	.summary = "atomic operations by address pattern, in global and shared memory",
	.method = "throughput: all SMs are full of threads. Operations of a thread do not wait for one another, except "
		  "for cas, a loop that expects the value its last attempt found. A thread always uses its own "
		  "address, or random addresses of a set. An operation of one thread counts as one, whatever its "
		  "width. All sets lie in L2; `lines` shares lines among threads where one line each would fill more "
		  "than half of it. `adjacent` uses four sets in turn; with one set, the L2 slice that holds most of "
		  "it would limit the rate.\n"
		  "latency: one thread, timed by its SM's clock. The operand of each operation is the result of the "
		  "previous one, at one word or in 16 lines that are 17 lines apart.\n"
		  "shared: one block of 32 warps on each SM, with separate words for each warp; `degree` lanes share a "
		  "word. The value is the number of SM clock cycles between two barriers divided by the number of warp "
		  "requests, the median over the SMs. A request moves at most 128 bytes, so 1 cycle is the minimum. "
		  "inc compiles to ATOMS.POPC.INC, which counts lanes. Shared memory has no floating-point addition; "
		  "the compiler emits a compare-and-swap loop.\n"
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
	.prepare = atomic_prepare,
	.restore = atomic_restore,
	.launch = atomic_launch,
	.verify = atomic_verify,
	.cost = atomic_cost,
	.limit = atomic_limit,
	.observe = atomic_observe,
	.measures = atomic_measures,
	.metrics = atomic_metrics,
	.remark = atomic_remark,
	.conclude = atomic_conclude,
};
