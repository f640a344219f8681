/* The cycles and the checks of `latency`, with its models on the fake device. */
#include "latency.h"
#include "verified.h"

/* Faults of a set's links. */

enum { A_LINK = 1, A_SHORT_CYCLE, A_SECOND_CYCLE /* the last eighth of all lines */ };

static struct latency_set linked;

static struct latency_line *line_at(uint32_t position)
{
	return (struct latency_line *)(void *)(linked.at +
					       latency_offset_of(&linked, cycle_line_at(position, linked.lines)));
}

static double link_lines(struct gb_shape shape, const void *of)
{
	real_model("latency_link", shape, of);
	linked = ((const struct latency_set_args *)of)->set;
	const uint32_t n = linked.lines, second = n - n / 8;
	if (fault == A_LINK)
		line_at(n - 1)->next += 8;
	if (fault == A_SHORT_CYCLE)
		line_at(n - 3)->next = (uintptr_t)line_at(0);
	if (fault == A_SECOND_CYCLE) {
		line_at(second - 1)->next = (uintptr_t)line_at(0);
		line_at(n - 1)->next = (uintptr_t)line_at(second);
	}
	return 0;
}

static double link_texels(struct gb_shape shape, const void *of)
{
	const struct latency_set_args *args = of;
	const uint32_t n = args->set.lines, step = LATENCY_LINE / 4;

	real_model("latency_link_texels", shape, of);
	if (fault == A_LINK)
		args->table[(size_t)cycle_line_at(n - 1, n) * step] = n * step;
	if (fault == A_SHORT_CYCLE)
		args->table[(size_t)cycle_line_at(n - 2, n) * step] = cycle_line_at(0, n) * step;
	return 0;
}

static const struct verified_helper helpers[] = {
	{ "latency_link", link_lines },
	{ "latency_link_texels", link_texels },
};

static const struct verified_device verified_device = { .helper = helpers,
							.helpers = sizeof helpers / sizeof helpers[0] };

/* ---- tests ------------------------------------------------------------------------------------------------------- */

TEST(a_cycle_has_every_line_once)
{
	static const uint32_t sizes[] = { 1, 2, 3, 4, 8, 24, 256, 1000, 4096, 5120 };

	for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
		unsigned char seen[5120] = { 0 };
		for (uint32_t i = 0; i < sizes[k]; i++) {
			const uint32_t line = cycle_line_at(i, sizes[k]);
			assert_true(line < sizes[k]);
			assert_int_equal(seen[line]++, 0);
		}
	}
}

/* No distance between neighbours is frequent, so a prefetcher cannot learn the order. */
TEST(a_cycle_has_no_pattern)
{
	enum { N = 4096 };
	static uint32_t often[N];
	uint32_t most = 0;

	for (uint32_t i = 0; i < N; i++) {
		const uint32_t apart = (cycle_line_at((i + 1) % N, N) - cycle_line_at(i, N)) % N;
		most = ++often[apart] > most ? often[apart] : most;
	}
	assert_true(most < 16);
}

TEST(lines_of_pages_lie_in_their_pages)
{
	const struct latency_set set = { .stride = 2u << 20, .lines = 512, .places = 16384 };
	unsigned long long first = 0;

	for (uint32_t i = 0; i < set.lines; i++) {
		const unsigned long long offset = latency_offset_of(&set, i);
		assert_int_equal(offset / set.stride, i);
		assert_int_equal(offset % LATENCY_LINE, 0);
		first += offset % set.stride < set.stride / 2;
	}
	assert_true(first > 200 && first < 312); /* in the first half of the page */
}

OPEN_TEST(lines_in_l1_lie_in_a_row)
{
	at("memory=l1_pages,l1_pages=16");
	assert_int_equal(linked.lines, 16);
	for (uint32_t i = 0; i < linked.lines; i++)
		assert_int_equal(latency_offset_of(&linked, i), i * ((2u << 20) + 128ull));
	at("memory=l2_pages,l2_pages=8");
	assert_int_equal(linked.places, 16384);
}

OPEN_TEST(the_value_is_what_the_kernel_counted)
{
	assert_same(observed("memory=ladder,set=32768"), 32);
	assert_same(metric("latency"), 1 / 1.25e9);
	assert_same(metric("sm"), 3);
	/* A set that may fit in L1 is read before the clock starts. */
	assert_same(bench->cost(&run).ops, 256 + 4096);
	EXPECT_AT("memory=ladder,set=4194304", { "ops", 256 + 4096 });
	EXPECT_AT("memory=ladder,set=524288", { "ops", 4096 + 4096 });
}

static struct latency_set touched;

static double touch(struct gb_shape shape, const void *args)
{
	const struct latency_set_args *a = args;

	assert_int_equal(shape.grid, 1);
	touched = a->set;
	return 1e-5;
}

/* Otherwise the first samples would show DRAM instead of L2. */
OPEN_TEST(a_set_that_fits_in_l2_is_there_before_the_chase)
{
	fake_kernel("latency_touch", touch);
	at("memory=ladder,set=32768");
	assert_int_equal(touched.lines, 256);
	touched.lines = 0;
	at("memory=texture,texture_set=4096");
	assert_int_equal(touched.lines, 32);
	assert_int_equal(latency_offset_of(&touched, 31), 31 * 128);
}

OPEN_TEST(another_sm_is_said)
{
	double value = observed("memory=ladder,set=32768");
	run.doubt[0] = '\0';
	struct latency_place elsewhere = { .sm = 5 };
	assert_ok(gb_copy_in(&run, run.allocation[1], &elsewhere, sizeof elsewhere), error);
	assert_ok(bench->observe(&run, &value), error);
	assert_says(run.doubt, "SMs, 3 and 5");
}

OPEN_TEST(what_does_not_fit_is_skipped)
{
	skipped("memory=ladder,set=68719476736", "exceeds the free memory");
	skipped("memory=texture,texture_set=67108864", "exceeds the texture");
}

static void expect_link_says(const char *point, int with, const char *words)
{
	at("memory=ladder,set=4096"); /* so that the point's own set is linked anew */
	fault = with;
	at(point);
	expect_check_says(words);
	fault = 0;
}

/* The chase itself visits at most half of the words of large sets: 8192 hops of 12288 lines, and of 16384 texels. */
OPEN_TEST(sets_that_are_no_cycle_are_named)
{
	expect_link_says("memory=ladder,set=32768", A_LINK, "verify: the chase ended at ");
	expect_link_says("memory=ladder,set=32768", A_SHORT_CYCLE, "verify: the chase ended at ");
	expect_link_says("memory=ladder,set=1572864", A_LINK, "verify: from the line of walker ");
	expect_link_says("memory=ladder,set=1572864", A_SHORT_CYCLE,
			 "verify: the cycle has 12286 lines, expected 12288");
	expect_link_says("memory=ladder,set=1572864", A_SECOND_CYCLE, "verify: the cycle comes back after ");
	expect_link_says("memory=texture,texture_set=4096", A_SHORT_CYCLE, "verify: the chase ended at ");
	expect_link_says("memory=texture,texture_set=2097152", A_LINK, "verify: hop 16383 of the cycle leads to word ");
	expect_link_says("memory=texture,texture_set=2097152", A_SHORT_CYCLE,
			 "verify: the cycle has 16383 words, expected 16384");
}

static double chase_without_cycles(struct gb_shape shape, const void *of)
{
	real_model("latency_ca", shape, of);
	((const struct latency_chase_args *)of)->place->cycles = 0;
	return 0;
}

OPEN_TEST(stale_reports_are_caught)
{
	expect_right("memory=ladder,set=1572864");
	real_stale_is_caught(&run, "latency_walk_lines");
	gb_error_clear(&error);
	fake_kernel("latency_ca", chase_without_cycles);
	at("memory=ladder,set=1572864");
	expect_check_says("verify: the chase took 0 cycles");
}

TESTS_OF("latency")
