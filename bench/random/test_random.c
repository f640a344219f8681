/* Tests of the addresses, the arithmetic, the checks and the conclusions of `random`, with its models on the fake
 * device. */
#include "random.h"

#include "verified.h"

#define SMALL "unroll=1,block=512"
VERIFIED_POINTS({ "op=read,sweep=set,set=65536,unroll=8,block=256", "random_read_b8_u8" },
		{ "op=read,sweep=bytes,bytes=4,within=1048576," SMALL, "random_read_b4_u1" },
		{ "op=read,sweep=bytes,bytes=128,within=1048576," SMALL, "random_read_b16_u1" },
		{ "op=update,sweep=set,set=65536,unroll=4,block=512", "random_update_b8_u4" },
		{ "op=update,sweep=bytes,bytes=64,within=1048576,unroll=4,block=512", "random_update_b16_u4" },
		{ "op=atomic,sweep=set,set=65536,unroll=2,block=512", "random_atomic_b8_u2" },
		{ "op=atomic,sweep=bytes,bytes=4,within=65536,unroll=2,block=512", "random_atomic_b4_u2" },
		{ "op=atomic,sweep=bytes,bytes=32,within=1048576,unroll=2,block=512", "random_atomic_b8_u2" },
		{ "op=read,sweep=window,within=8388608,window=2097152,unroll=8,block=512", "random_read_b8_u8" });
static const struct verified_device verified_device = { .work = 0.25 };

OPEN_TEST(wrong_words_are_named)
{
	expect_wrong_word_says(0, "verify: the sum of the words read: got ");
	expect_wrong_word_says(3, "words are wrong, the first at ");
	expect_wrong_word_says(5, "words are wrong, the first at ");
}

static double a_trip_less(struct gb_shape shape, const void *of)
{
	struct random_args args = *(const struct random_args *)of;

	assert_int_equal(args.set.group, shape.block / args.set.lanes);
	args.trips--;
	replaced_model(shape, &args);
	return 0;
}

/* The accesses go to wrong addresses, all of them within the set. */
static double in_half_the_set(struct gb_shape shape, const void *of)
{
	struct random_args args = *(const struct random_args *)of;

	args.set.lines /= 2;
	replaced_model(shape, &args);
	return 0;
}

/* Repeated updates of a word have no further effect, so a missing update shows only in a set in which few coincide. */
OPEN_TEST(other_accesses_are_caught)
{
	for (size_t i = 0; i < verified.count; i++) {
		expect_caught_by(i, in_half_the_set, "verify: ");
		if (i != 3)
			expect_caught_by(i, a_trip_less, "verify: ");
	}
}

static uint32_t *last_initial_word(const struct random_set *set)
{
	uint32_t *words = (uint32_t *)(void *)set->at, w = set->lines * (RANDOM_LINE / 4) - 1;

	while (words[w] != random_word(w))
		w--;
	return &words[w];
}

/* Updates a word that no walk visits. */
static double one_too_many(struct gb_shape shape, const void *of)
{
	const struct random_args *args = of;

	replaced_model(shape, args);
	uint32_t *word = last_initial_word(&args->set);
	*word = random_updated(*word);
	return 0;
}

/* Adds to the number before the right one. */
static double one_beside(struct gb_shape shape, const void *of)
{
	const struct random_args *args = of;

	replaced_model(shape, args);
	uint32_t *word = last_initial_word(&args->set);
	word[0]++;
	word[-2]--;
	return 0;
}

static double one_word_changed(struct gb_shape shape, const void *of)
{
	replaced_model(shape, of);
	++*last_initial_word(&((const struct random_args *)of)->set);
	return 0;
}

OPEN_TEST(words_that_no_walk_visits_stay)
{
	expect_caught_by(4, one_too_many, "verify: 1 of ");
	expect_caught_by(7, one_beside, "verify: 2 of ");
	expect_caught_by(2, one_word_changed, "verify: 1 of ");
	/* The set is filled again, so that a failure affects only its own point. */
	for (size_t i = 0; i < verified.count; i++)
		assert_ok(verify_point(i), error);
}

OPEN_TEST(checks_that_do_not_run_are_caught)
{
	static const char *const checks[] = { "random_replay", "random_undo", "random_scan" };
	static const size_t ops[] = { 0, 3, 5 };

	for (size_t i = 0; i < 3; i++)
		fake_kernel(checks[i], real_idle);
	for (size_t i = 0; i < 3; i++) {
		expect_caught_by(ops[i], real_idle, "verify: ");
		fake_kernel("random_scan", NULL);
		expect_caught_by(ops[i], real_idle, "verify: the check looked at ");
		fake_kernel("random_scan", real_idle);
	}
}

/* A missing update would not be noticed otherwise. */
TEST(every_update_changes_its_word)
{
	for (unsigned long long i = 0; i < 65536; i++)
		assert_true(random_updated(random_word(i)) != random_word(i));
}

/* Every line is equally likely: with an average of 16 accesses per line, none of 4096 lines has 0 or 64 accesses. */
TEST(every_line_is_as_likely)
{
	static uint32_t count[4096], places[16];

	memset(count, 0, sizeof count);
	memset(places, 0, sizeof places);
	for (uint32_t walker = 0; walker < 1024; walker++) {
		uint32_t x = random_start(walker);
		for (uint32_t k = 0; k < 64; k++, x = random_next(x)) {
			const unsigned long long at = random_offset(x, 4096, 8);
			assert_int_equal(at % 8, 0);
			assert_true(at < 4096ull * 128);
			count[at / 128]++;
			places[at / 8 % 16]++;
		}
	}
	for (uint32_t i = 0; i < 4096; i++)
		assert_true(count[i] > 0 && count[i] < 64);
	for (uint32_t i = 0; i < 16; i++)
		assert_true(places[i] > 3800 && places[i] < 4400);
}

TEST(addresses_by_hand)
{
	assert_int_equal(random_next(1), 1664525u + 1013904223u);
	assert_int_equal(random_line(0x80000000u, 1u << 30), 1u << 29);
	assert_int_equal(random_line(0xffffffffu, 3), 2);
	/* 0x9e3779b1 >> 25 is 79. */
	assert_int_equal(random_place(1, 4), 76);
	assert_int_equal(random_place(1, 8), 72);
	assert_int_equal(random_place(1, 64), 64);
	assert_int_equal(random_place(1, 128), 0);
	assert_int_equal(random_offset(0xffffffffu, 1u << 30, 128), ((1ull << 30) - 1) * 128);
	assert_int_equal(random_updated(0x12345678), 0x1234565a);
}

/* The set has 16 windows of 1 MiB, and a block of 8 walkers uses one of them. */
OPEN_TEST(windows_by_hand)
{
	const struct random_set set = { .lines = 16 * 8192, .bytes = 8, .lanes = 1, .windows = 16, .group = 8 };
	const struct random_set whole = { .lines = 16 * 8192, .bytes = 8, .lanes = 1, .windows = 1, .group = 8 };
	uint32_t used = 0;

	for (uint32_t walker = 0; walker < 4096; walker++) {
		const unsigned long long base = random_base(&set, walker);
		assert_int_equal(base % (1 << 20), 0);
		assert_true(base < 16ull << 20);
		assert_int_equal(base, random_base(&set, walker / 8 * 8));
		assert_int_equal(random_base(&whole, walker), 0);
		used |= 1u << (base >> 20);
	}
	assert_int_equal(used, 0xffff);
	EXPECT_AT("op=read,sweep=window,within=33554432,window=2097152,unroll=8,block=512", { "pages", 16 });
	skipped("op=read,sweep=window,within=1048576,window=2097152,unroll=8,block=512", "larger than the set");
}

/* 4 SMs with 2048 threads have 8192 walkers, or a sixteenth of that for atomics of 128 bytes. */
OPEN_TEST(what_is_counted_by_hand)
{
	at("op=read,sweep=set,set=1048576,unroll=8,block=512");
	const double walkers = bench->cost(&run).ops / 64;
	assert_same(bench->cost(&run).bytes, walkers * 64 * 8);
	assert_same(metric("sectors_per_access"), 1);
	assert_same(metric("sector_bandwidth"), 32);
	assert_same(metric("pages"), 1);
	EXPECT_AT("op=update,sweep=bytes,bytes=64,within=33554432,unroll=4,block=512", { "ops", walkers / 4 * 64 },
		  { "bytes", walkers / 4 * 64 * 128 }, { "sectors_per_access", 2 }, { "sector_bandwidth", 2 * 64 },
		  { "bandwidth", 64 }, { "pages", 16 });
	EXPECT_AT("op=atomic,sweep=bytes,bytes=128,within=1048576,unroll=16,block=512", { "ops", walkers / 16 * 64 });
	assert_true(bench->roof(&run) == NULL);
}

/* A bus with B bytes per second moves B / 32 sectors; a set of four times L2 exceeds it. */
OPEN_TEST(limits_by_hand)
{
	struct gb_device device = *gb_device(&run);

	device.l2_bytes = 1 << 20;
	at("op=read,sweep=set,set=1048576,unroll=8,block=512");
	assert_unknown(bench->limit(&run, &device, 1e9));
	at("op=read,sweep=set,set=16777216,unroll=8,block=512");
	assert_same(bench->limit(&run, &device, 1e9), gb_memory_rate(&device) / 32);
	at("op=update,sweep=set,set=16777216,unroll=8,block=512");
	assert_same(bench->limit(&run, &device, 1e9), gb_memory_rate(&device) / 64);
	at("op=atomic,sweep=bytes,bytes=128,within=33554432,unroll=8,block=512");
	assert_same(bench->limit(&run, &device, 1e9), gb_memory_rate(&device) / 256);
}

OPEN_TEST(sets_that_do_not_fit_are_skipped)
{
	skipped("op=read,sweep=bytes,bytes=8,within=8589934592,unroll=8,block=512", "exceeds the free memory");
	assert_string_equal(bench->roof(&run), "random.read");
	/* A larger set replaces a smaller one. */
	at("op=read,sweep=set,set=16777216,unroll=8,block=512");
	const int before = fake.allocations;
	at("op=read,sweep=set,set=33554432,unroll=8,block=512");
	assert_int_equal(fake.allocations, before);
}

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

static struct gb_finding found[GB_FINDINGS_MAX];

static size_t conclude_made(const double rate[6], size_t count)
{
	static struct gb_point point[6];
	struct gb_row row[6];

	for (size_t i = 0; i < count; i++) {
		char text[96];
		snprintf(text, sizeof text, "op=update,sweep=bytes,bytes=%d,within=8589934592", 4 << i);
		point[i] = real_point(bench, text);
		row[i] = (struct gb_row){ .bench = bench,
					  .metric = "access_rate",
					  .value_of = point[i].value,
					  .has = (const unsigned char *)point[i].has,
					  .value = rate[i] };
	}
	return bench->conclude(gb_device(&run), row, count, found);
}

OPEN_TEST(granularities_are_found)
{
	static const double rate[] = { 40, 40, 39, 39, 38, 21 };

	assert_int_equal(conclude_made(rate, 6), 2);
	assert_string_equal(found[0].metric, "free_granularity");
	assert_same(found[0].value, 64);
	/* 38 x 64 = 2432 is at least 90 % of 21 x 128 = 2688. */
	assert_string_equal(found[1].metric, "best_granularity");
	assert_same(found[1].value, 64);
	assert_string_equal(found[1].point, "op=update");
	assert_int_equal(conclude_made(rate, 5), 0);
}

/* The rate is 20 for sets up to 64 GiB, slightly higher with an L2 of 1 MiB, and lower for larger sets. In windows the
 * rate is a quarter higher. */
OPEN_TEST(costs_of_translations_are_found)
{
	static const struct {
		const char *point;
		double rate;
	} made[] = {
		{ "op=read,sweep=bytes,bytes=8,within=8589934592", 20 },
		{ "op=read,sweep=window,within=8589934592,window=33554432", 21 },
		{ "op=read,sweep=window,within=8589934592,window=2097152", 25 },
		{ "op=read,sweep=set,set=137438953472", 3 },
		{ "op=read,sweep=set,set=1048576", 90 },
		{ "op=read,sweep=set,set=16777216", 26 },
		{ "op=read,sweep=set,set=68719476736", 20 },
		{ "op=atomic,sweep=set,set=137438953472", 3 },
	};
	enum { MADE = sizeof made / sizeof made[0] };
	static struct gb_point point[MADE];
	struct gb_device device = *gb_device(&run);
	struct gb_row row[MADE];

	device.l2_bytes = 1 << 20;
	for (size_t i = 0; i < MADE; i++) {
		point[i] = real_point(bench, made[i].point);
		row[i] = (struct gb_row){ .bench = bench,
					  .metric = "access_rate",
					  .value_of = point[i].value,
					  .has = (const unsigned char *)point[i].has,
					  .value = made[i].rate,
					  .lo = made[i].rate,
					  .hi = made[i].rate };
	}
	assert_int_equal(bench->conclude(&device, row, MADE, found), 3);
	assert_string_equal(found[0].metric, "near_pages_gain");
	assert_same(found[0].value, 1.25);
	assert_string_equal(found[1].metric, "reach");
	assert_same(found[1].value, 68719476736);
	assert_string_equal(found[2].metric, "reach_below");
	assert_same(found[2].value, 137438953472);
	/* Without the last set the rate never falls. */
	row[3].value = 19;
	assert_int_equal(bench->conclude(&device, row, MADE, found), 1);
}

VERIFIED_TESTS;
TESTS_OF("random")
