/* bank: what bank conflicts in shared memory cost, for any pattern of addresses, beside what the bank model says. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bank.h"
#include "bank_model.h"
#include "gpubench.h"

GB_VARIANTS(bank);

/* Passes of the banks in the timed trips: some 30 us, in which the barriers at both ends do not show. */
enum { PASSES = 65536 };
/* Passes of the dependent chain, and its bounds: a link takes some 25 cycles and its passes. */
enum { CHAIN_PASSES = 1024, CHAIN_LEAST = 32, CHAIN_MOST = 256 };

/* A block's in `cycles`, in `sum` and, at most, in `words`. */
#define CYCLES_BYTES (UINT64_C(2) * sizeof(unsigned int))
#define SUM_BYTES    (UINT64_C(4) * BANK_WARPS * BANK_LANES)
#define WORDS_BYTES  (UINT64_C(16) * BANK_LANES * 2 * BANK_UNROLL)

/* What `random` takes its words from. */
enum { RANDOM_WORDS = 1024 };

enum op { OP_LOAD, OP_STORE, OP_ADD, OP_EXCHANGE };
static const char *const ops[] = {
	[OP_LOAD] = "load", [OP_STORE] = "store", [OP_ADD] = "add", [OP_EXCHANGE] = "exchange", NULL,
};

enum pattern {
	PATTERN_STRIDE,
	PATTERN_DEGREE,
	PATTERN_BROADCAST,
	PATTERN_MULTICAST,
	PATTERN_PERMUTATION,
	PATTERN_RANDOM,
	PATTERN_COLUMN,
	PATTERN_PADDED,
	PATTERN_SWIZZLED
};
static const char *const patterns[] = {
	[PATTERN_STRIDE] = "stride",           [PATTERN_DEGREE] = "degree",
	[PATTERN_BROADCAST] = "broadcast",     [PATTERN_MULTICAST] = "multicast",
	[PATTERN_PERMUTATION] = "permutation", [PATTERN_RANDOM] = "random",
	[PATTERN_COLUMN] = "column",           [PATTERN_PADDED] = "padded",
	[PATTERN_SWIZZLED] = "swizzled",       NULL,
};

/* The column of the tile [32][32] that `column` and its remedies go down. */
enum { TILE = 32, TILE_COLUMN = 5 };

static const struct gb_axis axes[] = {
	{ .name = "pattern",
	  .help = "words of the 32 lanes: a stride, passes chosen, one for all, shared by neighbours, permuted, at "
		  "random; a "
		  "column of a tile [32][32], and that padded to [32][33] or swizzled by exclusive or with the row",
	  .kind = GB_REPORTED,
	  .names = patterns,
	  .quick = "stride,degree,broadcast,column,padded,swizzled" },
	{ .name = "op",
	  .help = "load, store, atomic addition, atomic exchange",
	  .kind = GB_REPORTED,
	  .names = ops,
	  .full = "load,store,add",
	  .quick = "load,store,add" },
	{ .name = "stride",
	  .unit = "words",
	  .help = "from lane to lane",
	  .kind = GB_REPORTED,
	  .values = "0:33",
	  .quick = "1,2",
	  .when = "pattern=stride" },
	{ .name = "degree",
	  .unit = "passes",
	  .help = "passes of the banks that a request is laid out to need",
	  .kind = GB_REPORTED,
	  .values = "1:32",
	  .quick = "1,8,32",
	  .when = "pattern=degree" },
	{ .name = "share",
	  .unit = "lanes",
	  .help = "neighbours that access the same word",
	  .kind = GB_REPORTED,
	  .values = "2:16:pow2",
	  .full = "4",
	  .when = "pattern=multicast" },
	{ .name = "seed",
	  .help = "number of the permutation or of the random words",
	  .kind = GB_REPORTED,
	  .values = "1:16",
	  .full = "1",
	  .when = "pattern=permutation,random" },
	{ .name = "word",
	  .unit = "B",
	  .help = "width of an access",
	  .kind = GB_REPORTED,
	  .values = "4,8,16",
	  .full = "4",
	  .when = "op=load,store,exchange" },
	{ .name = NULL },
};

/* What a launch must leave in the shared memory of an SM, and what its threads must get. */
struct expected {
	unsigned int memory[BANK_BYTES / 4];
	unsigned int loaded[BANK_LANES]; /* by a thread of each lane */
	unsigned int returned;           /* by all atomics together */
};

struct state {
	gb_ptr cycles, sum, words;
	unsigned int blocks;
	double latency;          /* of the launches last timed, in cycles; 0: none yet */
	struct gb_kernel kernel; /* of the current point */
	struct bank_args args;
	struct expected expected;
};

static unsigned int word_bytes(const struct gb_run *run)
{
	return gb_value(run, "op") == OP_ADD ? 4 : (unsigned int)gb_value(run, "word");
}

static enum bank_access access_of(const struct gb_run *run)
{
	const int64_t op = gb_value(run, "op");

	return op == OP_LOAD ? BANK_LOAD : op == OP_STORE ? BANK_STORE : BANK_ATOMIC;
}

static unsigned int passes(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return bank_passes(s->args.offset, word_bytes(run), access_of(run));
}

/* Passes beyond those that these lanes took if no two of them met in a bank. */
static unsigned int extra_passes(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return passes(run) - BANK_LANES / bank_lanes_together(s->args.offset, word_bytes(run), access_of(run));
}

/* ---- patterns ---------------------------------------------------------------------------------------------------- */

/* Mixed bits of a lane. */
static unsigned int mixed(unsigned int seed, unsigned int lane)
{
	unsigned int x = seed * BANK_LANES + lane;

	x = (x ^ (x >> 16)) * 0x7feb352du;
	x = (x ^ (x >> 15)) * 0x846ca68bu;
	return x ^ (x >> 16);
}

/* The place of a lane when all are sorted by their mixed bits. */
static unsigned int permuted(unsigned int seed, unsigned int lane)
{
	unsigned int place = 0;

	for (unsigned int l = 0; l < BANK_LANES; l++)
		place += mixed(seed, l) < mixed(seed, lane);
	return place;
}

/* Words that take so many passes: dealt out evenly to the parts, and in each of them as few banks with as many rows. */
static unsigned int laid_out(unsigned int degree, unsigned int bytes, unsigned int lane)
{
	const unsigned int count = bank_parts(bytes), lanes = BANK_LANES / count; /* and as many words in a row */
	const unsigned int rows = degree / count + (lane / lanes < degree % count);

	return lane % lanes % rows * lanes + lane % lanes / rows;
}

/* What the number of a pattern is: its axis. NULL: it has none. */
static const char *const number_of[] = {
	[PATTERN_STRIDE] = "stride",    [PATTERN_DEGREE] = "degree", [PATTERN_MULTICAST] = "share",
	[PATTERN_PERMUTATION] = "seed", [PATTERN_RANDOM] = "seed",   [PATTERN_SWIZZLED] = NULL,
};

static unsigned int word_of(int64_t pattern, unsigned int number, unsigned int bytes, unsigned int lane)
{
	switch (pattern) {
	case PATTERN_STRIDE:
		return lane * number;
	case PATTERN_DEGREE:
		return laid_out(number, bytes, lane);
	case PATTERN_MULTICAST:
		return number > 0 ? lane / number : 0;
	case PATTERN_PERMUTATION:
		return permuted(number, lane);
	case PATTERN_RANDOM:
		return mixed(number, lane) % RANDOM_WORDS;
	case PATTERN_COLUMN:
		return lane * TILE + TILE_COLUMN;
	case PATTERN_PADDED:
		return lane * (TILE + 1) + TILE_COLUMN;
	case PATTERN_SWIZZLED:
		return lane * TILE + (TILE_COLUMN ^ lane);
	default: /* PATTERN_BROADCAST */
		return TILE_COLUMN;
	}
}

/* ---- setup and one point ----------------------------------------------------------------------------------------- */

static int setup(struct gb_run *run)
{
	struct state *s = calloc(1, sizeof *s);

	if (s == NULL)
		return gb_fail(run, "out of memory");
	gb_set_state(run, s);
	s->blocks = (unsigned int)gb_device(run)->sm_count;
	int status = gb_alloc(run, s->blocks * CYCLES_BYTES, &s->cycles);
	if (status == GB_OK)
		status = gb_alloc(run, s->blocks * SUM_BYTES, &s->sum);
	if (status == GB_OK)
		status = gb_alloc(run, s->blocks * WORDS_BYTES, &s->words);
	return status;
}

static void teardown(struct gb_run *run)
{
	free(gb_state(run));
}

static unsigned int clamp(unsigned int x, unsigned int least, unsigned int most)
{
	return x < least ? least : x > most ? most : x;
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const int64_t pattern = gb_value(run, "pattern");
	const char *axis = number_of[pattern];
	const unsigned int number = axis != NULL ? (unsigned int)gb_value(run, axis) : 0, bytes = word_bytes(run);
	const unsigned int timed = (unsigned int)(PASSES * gb_work(run));
	char name[GB_NAME_MAX];

	if (pattern == PATTERN_DEGREE && number < bank_parts(bytes))
		return gb_skip(run, "32 different words of %u bytes take %u passes at least", bytes, bank_parts(bytes));
	if (bytes == 16 && gb_value(run, "op") == OP_EXCHANGE && gb_device(run)->cc_major < 9)
		return gb_skip(run, "atomics of 16 bytes need compute capability 9.0");
	s->args = (struct bank_args){
		.flip = BANK_ROW,
		.operand = 3,
		.never = ~0u,
		.cycles = gb_address(s->cycles),
		.sum = gb_address(s->sum),
		.words = gb_address(s->words),
	};
	for (unsigned int l = 0; l < BANK_LANES; l++)
		s->args.offset[l] = bytes * word_of(pattern, number, bytes, l);
	s->args.trips[0] = 2;
	s->args.trips[1] = clamp(timed / (BANK_WARPS * BANK_UNROLL) / passes(run), 2, PASSES) / 2 * 2;
	s->args.links[0] = BANK_LINKS;
	s->args.links[1] = clamp(CHAIN_PASSES / passes(run), CHAIN_LEAST, CHAIN_MOST) / BANK_LINKS * BANK_LINKS;
	s->latency = 0;
	snprintf(name, sizeof name, "bank_%s_%u", ops[gb_value(run, "op")], bytes);
	return gb_find_kernel(run, name, &s->kernel);
}

static int launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_launch(run, &s->kernel, (struct gb_shape){ .grid = s->blocks, .block = BANK_WARPS * BANK_LANES },
			 &s->args);
}

/* Requests of a warp in the timed trips, of all warps of an SM. */
static double requests(const struct state *s)
{
	return (double)BANK_WARPS * BANK_UNROLL * s->args.trips[1];
}

static int ascending(const void *a, const void *b)
{
	const unsigned int x = *(const unsigned int *)a, y = *(const unsigned int *)b;

	return (x > y) - (x < y);
}

static double median(unsigned int *x, unsigned int count)
{
	qsort(x, count, sizeof *x, ascending);
	const unsigned int low = x[(count - 1) / 2], high = x[count / 2];
	return 0.5 * ((double)low + high);
}

/* Of all SMs the median. */
static int observe(struct gb_run *run, double *value)
{
	struct state *s = gb_state(run);
	unsigned int *cycles = malloc(s->blocks * CYCLES_BYTES);

	if (cycles == NULL)
		return gb_fail(run, "out of memory");
	int status = gb_copy_out(run, cycles, s->cycles, s->blocks * CYCLES_BYTES);
	if (status == GB_OK) {
		*value = median(cycles, s->blocks) / requests(s);
		s->latency = median(cycles + s->blocks, s->blocks) / (s->args.links[1] + 1);
	}
	free(cycles);
	return status;
}

/* ---- what a launch does ------------------------------------------------------------------------------------------ */

/* ... of a launch, on all SMs: both rounds, and the chain of one warp. Loads that wait for stores are not counted. */
static double requests_in_all(const struct state *s)
{
	double all = 0;

	for (int round = 0; round < 2; round++)
		all += (double)BANK_WARPS * BANK_UNROLL * s->args.trips[round] + s->args.links[round] + 1;
	return s->blocks * all;
}

static struct gb_cost cost(const struct gb_run *run)
{
	const double all = requests_in_all(gb_state(run));

	return (struct gb_cost){ .bytes = all * BANK_LANES * word_bytes(run), .ops = all };
}

/* Cycles of a request: its passes, each of which moves 128 bytes. */
static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	(void)sm_hz;
	return device->rates.shared_bytes > 0 ? passes(run) * BANK_ROW / device->rates.shared_bytes : 0;
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);

	(void)result;
	out[0] = (struct gb_metric){ "passes", "1", GB_EXACT, passes(run), 0 };
	out[1] = (struct gb_metric){ "conflicts", "1", GB_EXACT, extra_passes(run) * requests_in_all(s), 0 };
	if (!(s->latency > 0))
		return 2;
	out[2] = (struct gb_metric){ "latency", "cycles", GB_EXACT, s->latency, 0 };
	return 3;
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

/* One access to a 4-byte word, by all warps one after another. In which order they really come makes no difference: the
 * last to write a word is in its last trip; of additions the sum of what they return is the same in any order, and
 * of exchanges it is all that was there or was written but for what is left. */
static void access_word(const struct state *s, int64_t op, struct expected *e, unsigned int at, unsigned int lane,
			unsigned int trip)
{
	unsigned int *word = &e->memory[at / 4];
	const unsigned int stored = bank_stored(at, trip + 1);

	switch (op) {
	case OP_LOAD:
		e->loaded[lane] += *word;
		break;
	case OP_STORE:
		*word = stored;
		break;
	case OP_ADD:
		e->returned += BANK_WARPS * *word + BANK_WARPS * (BANK_WARPS - 1) / 2 * s->args.operand;
		*word += BANK_WARPS * s->args.operand;
		break;
	default: /* OP_EXCHANGE */
		e->returned += *word + (BANK_WARPS - 1) * stored;
		*word = stored;
		break;
	}
}

/* Where a lane goes in access `u` of even and of odd trips. */
static unsigned int place(const struct state *s, unsigned int lane, unsigned int u, unsigned int odd)
{
	return (s->args.offset[lane] ^ odd * BANK_ROW) + u * BANK_APART;
}

static void expect(const struct gb_run *run, struct expected *e)
{
	const struct state *s = gb_state(run);
	const int64_t op = gb_value(run, "op");
	const unsigned int bytes = word_bytes(run);

	memset(e, 0, sizeof *e);
	for (unsigned int i = 0; i < BANK_BYTES / 4; i++)
		e->memory[i] = bank_content(4 * i);
	for (unsigned int trip = 0; trip < s->args.trips[1]; trip++)
		for (unsigned int u = 0; u < BANK_UNROLL; u++)
			for (unsigned int lane = 0; lane < BANK_LANES; lane++)
				for (unsigned int byte = 0; byte < bytes; byte += 4)
					access_word(s, op, e, place(s, lane, u, trip % 2) + byte, lane, trip);
}

/* The chain of one warp ends where an odd number of links leads. */
static unsigned int chain_end(const struct state *s, unsigned int lane)
{
	return s->args.offset[lane] ^ BANK_ROW;
}

/* Every thread's sum; of atomics the sum over each block, for who got what depends on who came first. */
static int check_sums(struct gb_run *run, const struct expected *e, const unsigned int *sum)
{
	const struct state *s = gb_state(run);
	const unsigned int threads = BANK_WARPS * BANK_LANES;
	const bool atomic = access_of(run) == BANK_ATOMIC;

	for (unsigned int block = 0; block < s->blocks; block++) {
		unsigned int found = 0, wanted = e->returned;
		for (unsigned int t = 0; t < threads; t++) {
			found += sum[block * threads + t];
			wanted += e->loaded[t % BANK_LANES] + (t < BANK_LANES ? chain_end(s, t) : 0);
			if (found != wanted && !atomic)
				return gb_fail(
					run,
					"thread %u of block %u loaded wrong words: the sums up to it are %#x, not %#x",
					t, block, found, wanted);
		}
		if (found != wanted)
			return gb_fail(run, "the atomics of block %u returned %#x in all, not %#x", block, found,
				       wanted);
	}
	return GB_OK;
}

/* Every word that was accessed. */
static int check_words(struct gb_run *run, const struct expected *e, const unsigned int *words)
{
	const struct state *s = gb_state(run);
	const unsigned int width = word_bytes(run) / 4;

	for (unsigned int i = 0; i < s->blocks * 2 * BANK_UNROLL * BANK_LANES * width; i++) {
		const unsigned int lane = i / width % BANK_LANES, access = i / width / BANK_LANES % (2 * BANK_UNROLL);
		const unsigned int at = place(s, lane, access / 2, access % 2) + 4 * (i % width);
		if (words[i] != e->memory[at / 4])
			return gb_fail(run, "the shared memory of block %u has %#x at byte %u, not %#x",
				       i / width / BANK_LANES / (2 * BANK_UNROLL), words[i], at, e->memory[at / 4]);
	}
	return GB_OK;
}

static int check(struct gb_run *run)
{
	struct state *s = gb_state(run);
	unsigned int *found = malloc(s->blocks * (SUM_BYTES + WORDS_BYTES));

	if (found == NULL)
		return gb_fail(run, "out of memory");
	unsigned int *words = found + s->blocks * SUM_BYTES / sizeof *found;
	int status = gb_copy_out(run, found, s->sum, s->blocks * SUM_BYTES);
	if (status == GB_OK)
		status = gb_copy_out(run, words, s->words, s->blocks * WORDS_BYTES / 16 * word_bytes(run));
	expect(run, &s->expected);
	if (status == GB_OK)
		status = check_sums(run, &s->expected, found);
	if (status == GB_OK)
		status = check_words(run, &s->expected, words);
	free(found);
	return status;
}

static int verify(struct gb_run *run)
{
	struct state *s = gb_state(run);

	int status = gb_fill(run, s->sum, 0xff, s->blocks * SUM_BYTES);
	if (status == GB_OK)
		status = gb_fill(run, s->words, 0xff, s->blocks * WORDS_BYTES);
	s->args.record = 1;
	if (status == GB_OK)
		status = launch(run);
	s->args.record = 0;
	return status == GB_OK ? check(run) : status;
}

GB_BENCH(bank) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "bank",
	.summary = "bank conflicts in shared memory: any stride, any degree, and the remedies",
	.method =
		"The addresses of the 32 lanes are worked out on the host; the kernels only follow them. One block of "
		"32 warps an SM. cycles: all warps make 8 independent accesses a trip, always to the same banks, for "
		"some 65 000 cycles of the SM's own clock between two barriers; the value is cycles over requests (of "
		"a warp), the median over the SMs. latency: before that, one warp alone follows a chain in which each "
		"address is what the access before it gave: a load, an atomic, or a store and the load of what it "
		"stored. Chains of 8 and 16-byte exchanges also have a register move a link. A first round of a few "
		"trips is not counted. passes: what the bank model says of the same addresses. 32 banks of 4 bytes "
		"give one row each a pass; 8-byte words are served by halves and 16-byte words by quarters of a warp, "
		"so that 2 and 4 passes are the least, and half of that for loads in which each lane has the word of "
		"the lane beside it, or of the lane two further. Lanes at the same word share a pass; atomics do not. "
		"degree counts passes: dealt out evenly to the parts of the warp. The limit is the passes at 128 bytes "
		"a clock. conflicts: passes of a whole launch beyond the least, as Nsight Compute counts them. "
		"Verified: every word left in the shared memory, every thread's sum of what it loaded, where each "
		"chain ended; of atomics the sum of all they returned. Banks: CUDA C++ Programming Guide; parts of a "
		"warp: measured (bank_model.h).",
	.quantity = GB_CYCLES,
	.require = { .memory_bytes = UINT64_C(4) << 20 },
	.axes = axes,
	.variants = gb_variants_bank,
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.teardown = teardown,
	.cost = cost,
	.limit = limit,
	.observe = observe,
	.metrics = metrics,
};
