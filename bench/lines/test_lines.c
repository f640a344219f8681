/* The arithmetic and the checks of `lines`, with kernels in C on the fake device. */
#include "lines.h"

#include "made.h"
#include "support.h"
#include "verified.h"

/* ---- kernels in C ------------------------------------------------------------------------------------------------ */

enum { A_HOP = 1, A_WORD, A_COUNT };

/* Cycles per hop by the level that holds the line: a small set, one of a megabyte, a larger one. */
static unsigned int hit_cycles(const struct lines_args *args)
{
	const unsigned long long bytes = args->set.groups * args->set.stride;

	return bytes <= 4096 ? 40 : bytes <= 1 << 20 ? 260 : 700;
}

static double link_words(struct gb_shape shape, const void *of)
{
	const struct lines_args *args = of;
	const unsigned int words = args->set.groups * (args->set.apart ? 2 : 1);

	(void)shape;
	for (unsigned int i = 0; i < words; i++) {
		const unsigned char *next = args->set.at + lines_offset(&args->set, (i + 1) % words);
		memcpy(args->set.at + lines_offset(&args->set, i), &next, sizeof next);
	}
	return 0;
}

/* For pairs, the second word is a hit three times out of four, in 50 cycles. */
static double walk(struct gb_shape shape, const void *of)
{
	const struct lines_args *args = of;
	const unsigned char *p;

	(void)shape;
	memcpy(&p, &args->place->at, sizeof p);
	memset(args->place, 0, sizeof *args->place);
	not_checked(args->place, sizeof *args->place);
	for (unsigned int i = 0; i < args->warm + args->hops; i++) {
		unsigned long long next;
		memcpy(&next, p, sizeof next);
		p = (const unsigned char *)(uintptr_t)next;
		if (i < args->warm)
			continue;
		const unsigned int hop = i - args->warm, second = hop % 2;
		const unsigned int cycles = args->set.apart && second && hop % 8 != 1 ? 50 : hit_cycles(args);
		args->place->cycles[second] += cycles;
		args->place->hits[second] += cycles < args->cut;
		if (args->trace != NULL)
			args->trace[hop] = (unsigned int)(p - args->set.at) + (fault == A_HOP && hop == 77);
	}
	memcpy(&args->place->at, &p, sizeof p);
	return 0;
}

/* Every other base moves to another slice, by 10 cycles. */
static double hash(struct gb_shape shape, const void *of)
{
	const struct lines_hash_args *args = of;

	(void)shape;
	for (unsigned int i = 0; i < LINES_BASES; i++) {
		args->cycles[(size_t)2 * i] = 260;
		args->cycles[(size_t)2 * i + 1] = i % 2 ? 270 : 260;
	}
	not_checked(args->cycles, (size_t)2 * LINES_BASES * sizeof *args->cycles);
	if (args->report == NULL)
		return 0;
	for (unsigned int i = 0; i < 2 * LINES_BASES - (fault == A_HOP); i++) {
		const unsigned int offset = lines_base(i / 2) ^ (i % 2 ? args->flip : 0);
		unsigned int word[2];
		memcpy(word, args->at + offset, sizeof word);
		if (word[0] != input_bits(offset / 4) || word[1] != input_bits(offset / 4 + 1) ||
		    (fault == A_WORD && i == 3))
			real_wrong(args->report, offset);
		args->report->compared++;
	}
	return 0;
}

static unsigned int sum_of(const struct lines_camp_args *args, struct gb_shape shape, unsigned int thread)
{
	const unsigned int warps = shape.grid * shape.block / 32;
	unsigned int sum = 0;

	for (unsigned int load = 0; load < args->trips * LINES_UNROLL; load++) {
		const unsigned char *at = args->at +
					  lines_camped(thread / 32, warps, load, thread % 32) * args->stride +
					  thread % 8 * (size_t)16;
		unsigned int word[4];
		memcpy(word, at, sizeof word);
		sum += word[0] + word[1] + word[2] + word[3];
	}
	return sum;
}

static double camp(struct gb_shape shape, const void *of)
{
	const struct lines_camp_args *args = of;

	for (unsigned int t = 0; t < shape.grid * shape.block && args->record; t++)
		args->sums[t] = sum_of(args, shape, t) ^ (fault == A_WORD && t == 9);
	return 0;
}

static double check(struct gb_shape shape, const void *of)
{
	const struct lines_camp_args *args = of;

	for (unsigned int t = 0; t < shape.grid * shape.block; t++) {
		if (args->sums[t] != sum_of(args, shape, t))
			real_wrong(args->report, t);
		args->report->compared++;
	}
	return 0;
}

static double touch(struct gb_shape shape, const void *of)
{
	(void)shape;
	(void)of;
	return 0;
}

/* ---- an L2 of sets ----------------------------------------------------------------------------------------------- */

/* A half of L2, whose sets a hash chooses, and whose lines are replaced in the order of their last use or at random. */
enum { SETS = 512, WAYS_MOST = 16 };
static struct {
	unsigned int ways, random, kept; /* kept: no line is ever evicted */
	unsigned int first_sm;           /* there is none with a lower number */
	const unsigned char *line[SETS][WAYS_MOST];
	unsigned int used[SETS][WAYS_MOST], now;
} l2 = { .ways = 8 };

/* Cycles of a load: a hit, or one that evicts. */
static unsigned int load_line(const unsigned char *at, unsigned long long line)
{
	const unsigned char *address = at + line * LINES_LINE;
	const unsigned int set = input_mix((unsigned int)line) % SETS;
	unsigned int oldest = 0;

	if (l2.kept)
		return 260;
	l2.now++;
	for (unsigned int way = 0; way < l2.ways; way++) {
		if (l2.line[set][way] == address) {
			l2.used[set][way] = l2.now;
			return 260;
		}
		if (l2.used[set][way] < l2.used[set][oldest])
			oldest = way;
	}
	if (l2.random && l2.ways > 0 && l2.line[set][oldest] != NULL)
		oldest = input_mix(l2.now) % l2.ways;
	l2.line[set][oldest] = address;
	l2.used[set][oldest] = l2.now;
	return 430; /* less than twice: in the other half */
}

static void check_word(struct gb_report *report, const unsigned char *at, unsigned int line)
{
	unsigned int word[2];

	if (report == NULL)
		return;
	memcpy(word, at + (size_t)line * LINES_LINE, sizeof word);
	if (word[0] != input_bits(line * 32ull) || word[1] != input_bits(line * 32ull + 1) || fault == A_WORD)
		real_wrong(report, line);
	report->compared++;
}

static unsigned int sm_of(struct lines_alone alone, struct gb_shape shape)
{
	if (alone.sm == LINES_ANY_SM)
		return 7;
	assert_true(shape.grid > 1);
	assert_true(*alone.taken < alone.ticket); /* the ticket of an earlier launch, or 0 */
	*alone.taken = alone.ticket;
	return alone.sm + (fault == A_HOP);
}

/* The chosen lines. Each pass loads all of them. */
static unsigned int chosen[1 << 20], chosen_count;

static void choose_lines(const struct lines_evict_args *args)
{
	chosen_count = 0;
	for (unsigned int w = 0; w < args->words; w++) {
		const unsigned int bits = args->bits[w];
		for (unsigned int left = bits != 0 ? lines_kept(bits, w, args->from, args->to) : 0; left != 0;
		     left &= left - 1) {
			assert_true(chosen_count < sizeof chosen / sizeof chosen[0]);
			chosen[chosen_count++] = 32 * w + (unsigned int)__builtin_ctz(left);
		}
	}
}

static double evict(struct gb_shape shape, const void *of)
{
	const struct lines_evict_args *args = of;

	if (args->alone.sm < l2.first_sm)
		return 0;
	const unsigned int sm = sm_of(args->alone, shape);
	unsigned int test = 0;

	assert_int_equal(shape.shared_bytes, args->words * 4);
	not_checked(args->found->cycles, sizeof args->found->cycles);
	not_checked(args->alone.taken, sizeof *args->alone.taken);
	choose_lines(args);
	for (unsigned int cycles = ~0u; test < args->tests && cycles >= args->cut; test++) {
		load_line(args->at, args->target);
		for (unsigned int pass = 0; pass < args->passes; pass++)
			for (unsigned int i = 0; i < chosen_count; i++)
				load_line(args->at, chosen[i]);
		cycles = load_line(args->at, args->target);
		args->found->cycles[test] = cycles;
		check_word(args->report, args->at, args->target);
	}
	args->found->sm = sm;
	args->found->tests = test + (fault == A_COUNT);
	return 0;
}

static double rounds(struct gb_shape shape, const void *of)
{
	const struct lines_rounds_args *args = of;

	args->found->sm = sm_of(args->alone, shape);
	args->found->cycles = 0;
	not_checked(&args->found->cycles, sizeof args->found->cycles);
	not_checked(args->alone.taken, sizeof *args->alone.taken);
	for (unsigned int set = 0; set < LINES_SETS; set++) {
		args->found->hits[set] = 0;
		for (unsigned int i = 0; i < LINES_ROUNDS * args->count; i++) {
			const unsigned int line = args->list->line[set][i % args->count];
			const unsigned int cycles = load_line(args->at, line);
			check_word(args->report, args->at, line);
			if (i < LINES_ROUNDS / 2 * args->count)
				continue;
			args->found->cycles += cycles;
			args->found->hits[set] += cycles < args->list->cut[set];
		}
		if (fault == A_COUNT && set == 1)
			args->found->hits[set] += LINES_ROUNDS * args->count;
	}
	return 0;
}

static const struct verified points[] = {
	{ "measure=fetch,level=l1,distance=64", "lines_walk_ca", walk },
	{ "measure=tags,level=l1,stride=128", "lines_walk_ca", walk },
	{ "measure=ways,level=l1,spacing=65536,count=9", "lines_walk_ca", walk },
	{ "measure=replacement,overload=125", "lines_walk_ca", walk },
	{ "measure=fetch,level=l2,distance=96", "lines_walk_cg", walk },
	{ "measure=tags,level=l2,stride=32", "lines_walk_cg", walk },
	{ "measure=ways,level=l2,spacing=4096,count=1", "lines_walk_cg", walk },
	{ "measure=hash,bit=12", "lines_hash", hash },
	{ "measure=camping,apart=256", "lines_camp", camp },
	{ "measure=promotion,distance=96,promotion=128", "lines_walk_128", walk },
	{ "measure=eviction,target=1", "lines_evict", evict },
	{ "measure=set,lines=9", "lines_rounds", rounds },
};
static const struct verified_points verified = { points, sizeof points / sizeof points[0] };

static const struct verified_helper helpers[] = {
	{ "lines_fill", real_fill_bits }, { "lines_link", link_words }, { "lines_touch", touch },
	{ "lines_check", check },         { "lines_search", evict },
};
static const struct verified_device verified_device = { .helper = helpers,
							.helpers = sizeof helpers / sizeof helpers[0],
							.l2_bytes = 2 << 20 };

/* ---- tests ------------------------------------------------------------------------------------------------------- */

static void wrong_kernels_are_caught(void **state)
{
	(void)state;
	for (size_t i = 0; i < verified.count; i++)
		for (fault = A_HOP; fault <= A_COUNT; fault++)
			if (!((i < 7 || i == 9) && fault == A_WORD) && !(i == 8 && fault == A_HOP) &&
			    (fault != A_COUNT || i >= 10))
				if (verify_with_kernel(i) != GB_FAILED)
					fail_msg("%s passes in spite of fault %d", points[i].point, fault);
}

static double observed(const char *point)
{
	double value;

	at(point);
	assert_ok(bench->launch(&run), error);
	assert_ok(bench->observe(&run, &value), error);
	return value;
}

/* The thresholds of L1 and L2 are 150 and 480 cycles: halfway between 40, 260 and 700. */
static void hits_are_what_is_quicker_than_halfway(void **state)
{
	(void)state;
	at("measure=fetch,level=l1,distance=64");
	assert_true(metric("hits") < 0);
	assert_same(observed("measure=fetch,level=l1,distance=64"), (3 * 50 + 260) / 4.0);
	assert_same(metric("hits"), 0.75);
	assert_same(metric("first_hits"), 0);
	assert_same(observed("measure=ways,level=l1,spacing=1024,count=4"), 40);
	assert_same(metric("hits"), 1);
	assert_same(metric("working_set"), 4096);
	assert_same(observed("measure=ways,level=l1,spacing=1024,count=8"), 260);
	assert_same(metric("hits"), 0);
	assert_same(observed("measure=ways,level=l2,spacing=1024,count=8"), 260);
	assert_same(metric("hits"), 1);
	assert_same(observed("measure=ways,level=l2,spacing=65536,count=64"), 700);
	assert_same(metric("hits"), 0);
}

static void a_bit_moves_lines(void **state)
{
	(void)state;
	assert_same(observed("measure=hash,bit=12"), 262.5);
	assert_same(metric("difference"), 5);
	assert_same(metric("moved"), 0.5);
	assert_same(metric("nearest"), 260);
	assert_same(metric("farthest"), 260);
	at("measure=hash,bit=13");
	assert_true(metric("moved") < 0);
}

/* The number of words is constant, and two rounds precede the hops of a set in L1: 5/16 of L1, 3/16 of L2. */
static void sets_by_hand(void **state)
{
	const struct gb_device *device = gb_device(&run);

	(void)state;
	at("measure=tags,level=l1,stride=64");
	const uint64_t l1_lines = 5 * device->l1_bytes / 512, l2_set = 3 * device->l2_bytes / 16;
	assert_same(metric("working_set"), 64.0 * (double)l1_lines);
	assert_same(bench->cost(&run).ops, 2.0 * (double)l1_lines + LINES_HOPS);
	at("measure=tags,level=l2,stride=32");
	assert_same(metric("working_set"), (double)l2_set);
	assert_same(bench->cost(&run).ops, LINES_HOPS);
	at("measure=replacement,overload=200");
	assert_same(metric("working_set"), 2 * (double)device->l1_bytes);
	at("measure=camping,apart=128");
	assert_same(bench->cost(&run).bytes, 16.0 * 8 * LINES_TRIPS * device->sm_count * LINES_BLOCK);
	assert_int_equal(bench->measures(&run), GB_BANDWIDTH);
	struct gb_device other = *device;
	other.rates.l2_bytes = 64;
	assert_same(bench->limit(&run, &other, 1e9), 64e9 * device->sm_count);
	at("measure=hash,bit=12");
	assert_unknown(bench->limit(&run, &other, 1e9));
	assert_same(bench->cost(&run).ops, 2 * 256 * 8);
	assert_int_equal(bench->measures(&run), GB_CYCLES);
	skipped("measure=camping,apart=16384", "16384 lines at distances of 16384 bytes");
	skipped("measure=ways,level=l2,spacing=2097152,count=512", "512 lines at distances of 2097152 bytes");
}

static int open_sets(void **state)
{
	memset(&l2, 0, sizeof l2);
	l2.ways = 8;
	return open_with_kernels(state);
}
#define OPEN_SETS(name) cmocka_unit_test_setup_teardown(name, open_sets, close_run)

/* Nine lines of a set are one too many for eight ways. */
static void sets_have_as_many_lines_as_ways(void **state)
{
	(void)state;
	assert_same(observed("measure=eviction,target=3"), 430);
	assert_same(metric("set_lines"), 8);
	assert_same(metric("passes"), 1);
	assert_same(metric("evicted"), 1);
	assert_same(metric("spared"), 1);
	assert_same(bench->cost(&run).ops, LINES_TESTS * (2 + 8));
	assert_same(observed("measure=set,lines=8"), 260);
	assert_same(metric("hits"), 1);
	assert_same(observed("measure=set,lines=9"), 430);
	assert_same(metric("hits"), 0);
	assert_same(observed("measure=set,lines=17"), 430);
	assert_same(bench->cost(&run).ops, LINES_SETS * LINES_ROUNDS * 17);
	skipped("measure=set,lines=18", "17 lines of a set of L2 were found, not 18");
}

static void random_replacement_needs_more_rounds(void **state)
{
	(void)state;
	l2.random = 1;
	observed("measure=eviction,target=0");
	assert_same(metric("set_lines"), 8);
	assert_true(metric("passes") >= 8);
	assert_same(metric("spared"), 1);
	assert_same(observed("measure=set,lines=8"), 260);
	observed("measure=set,lines=9");
	assert_true(metric("hits") > 0.2 && metric("hits") < 0.9);
	assert_true(metric("hits_least") <= metric("hits") && metric("hits") <= metric("hits_most"));
}

static void sets_that_do_not_repeat_are_suspect(void **state)
{
	(void)state;
	at("measure=eviction,target=0");
	assert_ok(gb_run_verify(&run), error);
	assert_string_equal(run.doubt, "");
	l2.ways = 9;
	assert_ok(gb_run_verify(&run), error);
	assert_says(run.doubt, "8 lines evict the target in 0 % of all tests");
}

/* A search begins on SM 0, or where a single block runs. */
static void any_sm_will_do(void **state)
{
	(void)state;
	l2.first_sm = 3;
	observed("measure=eviction,target=0");
	assert_same(metric("set_lines"), 8);
	assert_ok(gb_run_verify(&run), error);
	l2.first_sm = 8;
	skipped("measure=eviction,target=1", "no block ran on the chosen SM");
}

static void targets_that_stay_are_skipped(void **state)
{
	(void)state;
	l2.kept = 1;
	skipped("measure=eviction,target=2", "lines do not evict it");
	skipped("measure=eviction,target=2", "lines do not evict it");
}

static void structure_is_concluded(void **state)
{
	static const struct given given[] = {
		{ "default", "measure=fetch,level=l1,distance=16", "hits", 1 },
		{ "default", "measure=fetch,level=l1,distance=32", "hits", 0.02 },
		{ "default", "measure=fetch,level=l1,distance=64", "hits", 0.01 },
		{ "default", "measure=fetch,level=l2,distance=16", "hits", 0.99 },
		{ "default", "measure=tags,level=l1,stride=32", "hits", 1 },
		{ "default", "measure=tags,level=l1,stride=64", "hits", 0.95 },
		{ "default", "measure=tags,level=l1,stride=128", "hits", 0.5 },
		{ "default", "measure=tags,level=l1,stride=256", "hits", 0.45 },
		{ "default", "measure=ways,level=l1,spacing=65536,count=4", "hits", 1 },
		{ "default", "measure=ways,level=l1,spacing=65536,count=8", "hits", 0.3 },
		{ "default", "measure=ways,level=l1,spacing=65536,count=16", "hits", 1 },
		{ "default", "measure=ways,level=l2,spacing=65536,count=256", "hits", 1 },
		{ "default", "measure=replacement,overload=100", "hits", 0.99 },
		{ "default", "measure=replacement,overload=150", "hits", 0.4 },
		{ "default", "measure=hash,bit=5", "moved", 0 },
		{ "default", "measure=hash,bit=12", "moved", 0.9 },
		{ "default", "measure=hash,bit=13", "moved", 0.8 },
		{ "default", "measure=camping,apart=128", "bandwidth", 5e12 },
		{ "default", "measure=camping,apart=4096", "bandwidth", 4e12 },
		{ "default", "measure=eviction,target=0", "set_lines", 16 },
		{ "default", "measure=eviction,target=1", "set_lines", 19 },
		{ "default", "measure=eviction,target=2", "set_lines", 17 },
		{ "default", "measure=promotion,distance=64,promotion=128", "hits", 1 },
		{ "default", "measure=promotion,distance=192,promotion=128", "hits", 0 },
		{ "default", "measure=promotion,distance=128,promotion=128", "hits", 0 },
		{ "default", "measure=set,lines=8", "hits", 1 },
		{ "default", "measure=set,lines=16", "hits", 0.99 },
		{ "default", "measure=set,lines=20", "hits", 0.25 },
		{ "default", "measure=set,lines=24", "hits", 0 },
	};

	(void)state;
	make_rows(bench, given, sizeof given / sizeof given[0]);
	assert_int_equal(conclude(bench, NULL), 13);
	assert_ptr_equal(expect_finding("measure=fetch,level=l1", "fetch_bytes", 32)->from, &made[1]);
	expect_finding("measure=tags,level=l1", "line_bytes", 128);
	expect_finding("measure=ways,level=l1,spacing=65536", "conflict_free", 4);
	expect_finding("measure=ways,level=l1,spacing=65536", "conflict_free_below", 8);
	expect_finding("measure=ways,level=l2,spacing=65536", "conflict_free", 256);
	expect_finding("measure=replacement,overload=150", "kept", 0.4);
	assert_says(expect_finding("measure=hash", "hash_bits", 2)->remark, "lines: 12 13");
	expect_finding("measure=camping", "camping", 0.8);
	assert_says(expect_finding("measure=eviction", "set_lines", 17)->remark, "3 targets, from 16 to 19");
	expect_finding("measure=set", "ways", 16);
	expect_finding("measure=set", "ways_below", 20);
	expect_finding("measure=promotion,promotion=128", "fetch_bytes", 128);
	expect_finding("measure=set,lines=20", "set_kept", 0.25);
	made_count = 0;
	assert_int_equal(conclude(bench, NULL), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		OPEN(right_kernels_pass),
		IDLE(kernels_that_do_not_run_are_caught),
		OPEN(wrong_kernels_are_caught),
		OPEN(hits_are_what_is_quicker_than_halfway),
		OPEN(a_bit_moves_lines),
		OPEN(sets_by_hand),
		OPEN_SETS(sets_have_as_many_lines_as_ways),
		OPEN_SETS(random_replacement_needs_more_rounds),
		OPEN_SETS(sets_that_do_not_repeat_are_suspect),
		OPEN_SETS(targets_that_stay_are_skipped),
		OPEN_SETS(any_sm_will_do),
		OPEN(structure_is_concluded),
	};
	return run_tests_of("lines", tests);
}
