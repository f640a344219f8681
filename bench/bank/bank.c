/* bank: the cost of bank conflicts in shared memory for any pattern of addresses, compared with the bank model. */
#include <string.h>

#include "../common/input.h"
#include "../common/kernel.h"
#include "../common/rounds.h"
#include "bank_model.h"
#include "gpubench.h"

GB_VARIANTS(bank);

/* The axes `op` and `pattern`. */
enum op { OP_LOAD, OP_STORE, OP_ADD, OP_EXCHANGE, OP_LOAD_HALF };
enum pattern { STRIDE, DEGREE, BROADCAST, MULTICAST, PERMUTATION, RANDOM, COLUMN, PADDED, SWIZZLED };

static const char *const ops[] = {
	[OP_LOAD] = "load",         [OP_STORE] = "store",         [OP_ADD] = "add",
	[OP_EXCHANGE] = "exchange", [OP_LOAD_HALF] = "load_half", NULL,
};
static const char *const patterns[] = {
	[STRIDE] = "stride",           [DEGREE] = "degree",
	[BROADCAST] = "broadcast",     [MULTICAST] = "multicast",
	[PERMUTATION] = "permutation", [RANDOM] = "random",
	[COLUMN] = "column",           [PADDED] = "padded",
	[SWIZZLED] = "swizzled",       NULL,
};

static const struct gb_axis axes[] = {
	{ .name = "pattern",
	  .help = "words of the 32 lanes: a stride, a chosen number of passes, one word for all, shared by neighbours, "
		  "permuted, random; a column of a tile [32][32], also padded to [32][33] or swizzled by XOR with the "
		  "row",
	  .names = patterns,
	  .quick = "stride,degree,broadcast,column,padded,swizzled" },
	{ .name = "op",
	  .help = "load, store, atomic addition, atomic exchange, load of 2 bytes",
	  .names = ops,
	  .full = "load,store,add",
	  .quick = "load,store,add" },
	{ .name = "stride",
	  .unit = "words",
	  .help = "distance from lane to lane",
	  .values = "0:33",
	  .quick = "1,2",
	  .when = "pattern=stride" },
	{ .name = "degree",
	  .unit = "passes",
	  .help = "passes that a request takes by design",
	  .values = "1:32",
	  .quick = "1,8,32",
	  .when = "pattern=degree" },
	{ .name = "share",
	  .unit = "lanes",
	  .help = "neighbours that access the same word",
	  .values = "2:16:pow2",
	  .full = "4",
	  .when = "pattern=multicast" },
	{ .name = "seed",
	  .help = "seed of the permutation or of the random words",
	  .values = "1:16",
	  .full = "1",
	  .when = "pattern=permutation,random" },
	{ .name = "word",
	  .unit = "B",
	  .help = "width of an access",
	  .values = "4,8,16",
	  .quick = "4",
	  .when = "op=load,store,exchange" },
	{ .name = NULL },
};

enum { THREADS = BANK_WARPS * BANK_LANES };
_Static_assert(ROUNDS_TRIP == BANK_WARPS * BANK_UNROLL && BANK_LINKS == ROUNDS_LINKS, "the work of a trip and a link");
/* Elements per block in `cycles`, in `sum` and, at most, in `words`. */
#define CYCLES_BYTES (UINT64_C(2) * sizeof(unsigned int))
#define SUM_BYTES    (UINT64_C(4) * THREADS)
#define WORDS_BYTES  (UINT64_C(16) * BANK_LANES * 2 * BANK_UNROLL)

/* The expected final shared memory of an SM, and the expected results of its threads. */
struct expected {
	unsigned int memory[BANK_BYTES / 4];
	unsigned int loaded[BANK_LANES]; /* sum of a thread, per lane */
	unsigned int returned;           /* sum over all atomics */
};

struct state {
	gb_ptr cycles, sum, words;
	unsigned int blocks;
	double latency;          /* cycles in the last timed launches; 0: none yet */
	struct gb_kernel kernel; /* offsets of the current point */
	struct bank_args args;
	struct expected expected;
};

/* ---- the words that lanes access --------------------------------------------------------------------------------- */

/* The words from which `random` chooses. */
enum { RANDOM_WORDS = 1024 };

/* The column of the tile [32][32] that `column` and its remedies access. */
enum { TILE = 32, TILE_COLUMN = 5 };

/* The parameter of the point's pattern, such as a stride or a degree; 0 where there is no such axis. */
static unsigned int number_of(const struct gb_run *run)
{
	static const char *const number_axes[] = {
		[STRIDE] = "stride",    [DEGREE] = "degree", [MULTICAST] = "share",
		[PERMUTATION] = "seed", [RANDOM] = "seed",   [SWIZZLED] = NULL,
	};
	const char *axis = number_axes[gb_value(run, "pattern")];

	return axis != NULL ? (unsigned int)gb_value(run, axis) : 0;
}

/* A lane's rank when all lanes are sorted by their mixed bits. */
static unsigned int permuted(unsigned int seed, unsigned int lane)
{
	unsigned int place = 0;

	for (unsigned int l = 0; l < BANK_LANES; l++)
		place += input_mix(seed * BANK_LANES + l) < input_mix(seed * BANK_LANES + lane);
	return place;
}

/* Words that take this many passes: spread evenly over the parts, with as few banks and as many rows as possible in
 * each. */
static unsigned int laid_out(unsigned int degree, unsigned int bytes, unsigned int lane)
{
	const unsigned int count = bank_parts(bytes), lanes = BANK_LANES / count; /* and as many words per row */
	const unsigned int rows = clamp((degree + count - 1 - lane / lanes) / count, 1, lanes);

	return lane % lanes % rows * lanes + lane % lanes / rows;
}

/* The index of the word of this size that a lane accesses, counted from the first one. */
static unsigned int word_of(int64_t pattern, unsigned int number, unsigned int bytes, unsigned int lane)
{
	switch (pattern) {
	case STRIDE:
		return lane * number;
	case DEGREE:
		return laid_out(number, bytes, lane);
	case MULTICAST:
		return number > 0 ? lane / number : 0;
	case PERMUTATION:
		return permuted(number, lane);
	case RANDOM:
		return input_mix(number * BANK_LANES + lane) % RANDOM_WORDS;
	case COLUMN:
		return lane * TILE + TILE_COLUMN;
	case PADDED:
		return lane * (TILE + 1) + TILE_COLUMN;
	case SWIZZLED:
		if (bytes < 4) /* whole words are permuted, by byte address: address ^ row << 2 */
			return (lane * TILE + TILE_COLUMN) ^ lane << 2 >> 1;
		return lane * TILE + (TILE_COLUMN ^ lane);
	default: /* BROADCAST */
		return TILE_COLUMN;
	}
}

/* ---- a request --------------------------------------------------------------------------------------------------- */

static unsigned int word_bytes(const struct gb_run *run)
{
	const int64_t op = gb_value(run, "op");

	return op == OP_ADD ? 4 : op == OP_LOAD_HALF ? 2 : (unsigned int)gb_value(run, "word");
}

static enum bank_access access_of(const struct gb_run *run)
{
	const int64_t op = gb_value(run, "op");

	return op == OP_LOAD || op == OP_LOAD_HALF ? BANK_LOAD : op == OP_STORE ? BANK_STORE : BANK_ATOMIC;
}

/* Passes of a request, by the bank model. */
static unsigned int point_passes(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return bank_passes(s->args.offset, word_bytes(run), access_of(run));
}

/* ---- the work of a launch ---------------------------------------------------------------------------------------- */

static double requests(const struct state *s)
{
	return rounds_accesses(s->blocks, s->args.links, s->args.trips);
}

static struct gb_cost cost(const struct gb_run *run)
{
	const double all = requests(gb_state(run));

	return (struct gb_cost){ .bytes = all * BANK_LANES * word_bytes(run), .ops = all };
}

/* Cycles per request: its passes, each of which moves 128 bytes. */
static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	(void)sm_hz;
	return point_passes(run) * BANK_ROW / device->rates.shared_bytes;
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);
	const unsigned int passes = point_passes(run);
	/* Passes beyond those that these lanes would take if no two of them met in a bank. */
	const unsigned int extra =
		passes - BANK_LANES / bank_lanes_together(s->args.offset, word_bytes(run), access_of(run));

	(void)result;
	out[0] = (struct gb_metric){ "passes", "1", GB_EXACT, passes, 0 };
	out[1] = (struct gb_metric){ "conflicts", "1", GB_EXACT, extra * requests(s), 0 };
	if (!(s->latency > 0))
		return 2;
	out[2] = (struct gb_metric){ "latency", "cycles", GB_MEASURED, s->latency, 0 };
	return 3;
}

/* ---- launch ------------------------------------------------------------------------------------------------------ */

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);

	s->blocks = (unsigned int)gb_device(run)->sm_count;
	GB_TRY(gb_alloc(run, s->blocks * CYCLES_BYTES, &s->cycles));
	GB_TRY(gb_alloc(run, s->blocks * SUM_BYTES, &s->sum));
	return gb_alloc(run, s->blocks * WORDS_BYTES, &s->words);
}

/* Not every degree and every atomic exists in every width. */
static int check_width(struct gb_run *run)
{
	const unsigned int bytes = word_bytes(run);

	if (gb_value(run, "pattern") == DEGREE && bytes < 4)
		return gb_skip(run, "degrees are defined for 4-byte words, not for 2-byte words");
	if (gb_value(run, "pattern") == DEGREE && number_of(run) < bank_parts(bytes))
		return gb_skip(run, "32 different words of %u bytes take at least %u passes", bytes, bank_parts(bytes));
	if (bytes == 16 && gb_value(run, "op") == OP_EXCHANGE && gb_device(run)->cc_major < 9)
		return gb_skip(run, "atomics of 16 bytes need compute capability 9.0");
	return GB_OK;
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const unsigned int bytes = word_bytes(run);

	GB_TRY(check_width(run));
	s->args = (struct bank_args){
		.flip = BANK_ROW,
		.operand = 3,
		.never = ~0u,
		.cycles = gb_address(s->cycles),
		.sum = gb_address(s->sum),
		.words = gb_address(s->words),
	};
	for (unsigned int l = 0; l < BANK_LANES; l++)
		s->args.offset[l] = bytes * word_of(gb_value(run, "pattern"), number_of(run), bytes, l);
	rounds_choose(run, point_passes(run), s->args.links, s->args.trips);
	s->latency = 0;
	return kernel_find(run, &s->kernel, "bank_%s_%u", ops[gb_value(run, "op")], bytes);
}

static int launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_launch(run, &s->kernel, (struct gb_shape){ .grid = s->blocks, .block = THREADS }, &s->args);
}

static int observe(struct gb_run *run, double *value)
{
	struct state *s = gb_state(run);

	return rounds_observe(run, s->cycles, s->blocks, s->args.links, s->args.trips, value, &s->latency);
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

/* Applies one access to a 4-byte word for all warps, one after another. Their actual order makes no difference: the
 * last write to a word happens in the last trip. The returned values of additions have the same sum in any order, and
 * exchanges return everything that was there or was written, except for what is left. */
static void access_word(const struct state *s, int64_t op, struct expected *e, unsigned int at, unsigned int lane,
			unsigned int trip)
{
	unsigned int *word = &e->memory[at / 4];
	const unsigned int stored = bank_stored(at, trip + 1);

	switch (op) {
	case OP_LOAD:
		e->loaded[lane] += *word;
		break;
	case OP_LOAD_HALF:
		e->loaded[lane] += *word >> 8 * (at % 4) & 0xffff;
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

/* Where a lane accesses memory in access `u` of even and of odd trips. */
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
		e->memory[i] = bank_content(4 * i) | (op == OP_LOAD_HALF ? bank_content(4 * i + 2) << 16 : 0);
	for (unsigned int trip = 0; trip < s->args.trips[1]; trip++)
		for (unsigned int u = 0; u < BANK_UNROLL; u++)
			for (unsigned int lane = 0; lane < BANK_LANES; lane++)
				for (unsigned int byte = 0; byte < bytes; byte += 4)
					access_word(s, op, e, place(s, lane, u, trip % 2) + byte, lane, trip);
}

/* Checks every thread's sum; for atomics the sum over the block, because the result of a thread depends on the order.
 * The chain of a single warp ends where an odd number of links leads. */
static int check_block(struct gb_run *run, const struct expected *e, unsigned int block, const unsigned int *sum)
{
	const struct state *s = gb_state(run);
	const bool atomic = access_of(run) == BANK_ATOMIC;
	unsigned int found = 0, wanted = e->returned;

	for (unsigned int t = 0; t < THREADS; t++) {
		found += sum[t];
		wanted += e->loaded[t % BANK_LANES] + (t < BANK_LANES ? place(s, t, 0, 1) : 0);
		if (found != wanted && !atomic)
			return gb_fail(run,
				       "thread %u of block %u loaded wrong words: the sums up to it are %#x, not %#x",
				       t, block, found, wanted);
	}
	return found == wanted
		       ? GB_OK
		       : gb_fail(run, "the atomics of block %u returned %#x in all, not %#x", block, found, wanted);
}

/* Checks every word that was accessed. */
static int check_words(struct gb_run *run, const struct expected *e, const unsigned int *words)
{
	const struct state *s = gb_state(run);
	const unsigned int width = (word_bytes(run) + 3) / 4;

	for (unsigned int i = 0; i < s->blocks * 2 * BANK_UNROLL * BANK_LANES * width; i++) {
		const unsigned int lane = i / width % BANK_LANES, access = i / width / BANK_LANES % (2 * BANK_UNROLL);
		const unsigned int at = place(s, lane, access / 2, access % 2) + 4 * (i % width);
		if (words[i] != e->memory[at / 4])
			return gb_fail(run, "the shared memory of block %u has %#x at byte %u, not %#x",
				       i / width / BANK_LANES / (2 * BANK_UNROLL), words[i], at, e->memory[at / 4]);
	}
	return GB_OK;
}

static int check_output(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const unsigned int *sum = gb_fetch(run, s->sum, s->blocks * SUM_BYTES);
	const unsigned int *words = gb_fetch(run, s->words, s->blocks * WORDS_BYTES / 4 * ((word_bytes(run) + 3) / 4));

	if (sum == NULL || words == NULL)
		return GB_FAILED;
	expect(run, &s->expected);
	for (unsigned int block = 0; block < s->blocks; block++)
		GB_TRY(check_block(run, &s->expected, block, sum + (size_t)block * THREADS));
	return check_words(run, &s->expected, words);
}

static int verify(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(gb_fill(run, s->sum, 0xff, s->blocks * SUM_BYTES));
	GB_TRY(gb_fill(run, s->words, 0xff, s->blocks * WORDS_BYTES));
	GB_TRY(launch_recorded(run, launch, &s->args.record, 1));
	return check_output(run);
}

GB_BENCH(bank) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "bank",
	.summary = "bank conflicts in shared memory: strides, degrees, and remedies",
	.method = "The host computes the addresses of the 32 lanes; the kernels follow them. One block of 32 warps "
		  "runs on each SM.\n"
		  "cycles: every warp makes 8 independent accesses in each loop iteration, always to the same banks, "
		  "for about 65 000 SM clock cycles between two barriers. The value is cycles per warp request, the "
		  "median over the SMs. A short first round is not counted.\n"
		  "latency: before that, a single warp follows a chain in which each address is the result of the "
		  "previous access: a load, an atomic, or a store followed by a load of the stored word. Chains of 8 "
		  "and 16-byte exchanges include one register move for each link.\n"
		  "passes: the prediction of the bank model for these addresses. Each of the 32 banks serves one "
		  "4-byte row in a pass. 8-byte words are served half a warp at a time and 16-byte words a quarter at "
		  "a time, so the minimum is 2 and 4 passes. Loads need half of that if each lane reads the same word "
		  "as one of the next two lanes. Lanes at the same word share a pass, except for atomics. load_half "
		  "loads 2-byte words, two of which share a 4-byte bank row; padding adds one word to a row, and the "
		  "swizzle is byte address ^ (row << 2). `degree` is the number of passes, spread evenly over the "
		  "parts of the warp. conflicts: passes of a launch beyond the minimum, as Nsight Compute counts "
		  "them.\n"
		  "Verified: every word left in shared memory, every thread's sum of the words it loaded, the end of "
		  "each chain, and for atomics the sum of all returned values.\n"
		  "Limit: the passes at 128 bytes per clock.\n"
		  "Source: banks from the CUDA C++ Programming Guide; the parts of a warp were measured "
		  "(bank_model.h).",
	.subject = GB_SUBJECT_ON_CHIP,
	.quantity = GB_CYCLES,
	.require = { .memory_bytes = UINT64_C(4) << 20 },
	.axes = axes,
	.variants = gb_variants_bank,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.cost = cost,
	.limit = limit,
	.observe = observe,
	.metrics = metrics,
};
