/* The pairs and the checks of `interfere`, with kernels in C on the fake device. */
#include "interfere.h"
#include "verified.h"

BENCH_MODELS(interfere);

static const struct verified points[] = {
	{ "share=50,victim=issue,aggressor=matrix", "interfere_issue" },
	{ "share=25,victim=shared,aggressor=idle", "interfere_shared" },
	{ "share=75,victim=l2,aggressor=l2", "interfere_read" },
	{ "share=50,victim=host,aggressor=dram", "interfere_read" },
};
static const struct verified_points verified = { points, sizeof points / sizeof points[0] };

enum { TWICE_AS_LONG = 1, ENDS_EARLY, BEGINS_LATE, SAME_SM, NOT_COUNTED };

static void shift(const struct interfere_args *args, struct gb_shape shape, long long begin, long long end)
{
	for (uint32_t w = 0; w < shape.grid * shape.block / 32; w++) {
		args->warp[w].begin += (unsigned long long)begin;
		args->warp[w].end += (unsigned long long)end;
	}
}

/* Every second victim has an aggressor. */
static double victim(struct gb_shape shape, const void *of)
{
	const struct interfere_args *args = of;
	const bool has_aggressor = args->gate->ended > 0;

	replaced_model(shape, of);
	if (has_aggressor && fault == TWICE_AS_LONG)
		shift(args, shape, 0, 2000000);
	args->gate->ended -= fault == NOT_COUNTED;
	return 0;
}

static double aggressor(struct gb_shape shape, const void *of)
{
	const struct interfere_args *args = of;

	real_model("interfere_idle", shape, of);
	shift(args, shape, fault == BEGINS_LATE ? 1500000 : 0, fault == ENDS_EARLY ? -1500000 : 1500000);
	args->warp[0].sm = fault == SAME_SM ? 0 : args->warp[0].sm;
	return 0;
}

/* The victim's rate with the aggressor is that alone divided by the value. */
static double pair_with(int with)
{
	fault = with;
	replace_kernel("interfere_shared", victim);
	fake_kernel("interfere_idle", aggressor);
	return observed("share=25,victim=shared,aggressor=idle");
}

OPEN_TEST(a_pair_is_counted_by_hand)
{
	assert_same(pair_with(0), 1);
	/* 3 SMs of the victim, each with 32 warps of 3 turns of 64 x 512 bytes in 2 ms. */
	assert_same(metric("rate_alone"), 3.0 * 32 * 3 * 64 * 512 / 2e-3);
	assert_same(metric("sms_of_victim"), 3);
	assert_same(metric("sms_of_aggressor"), 1);
	assert_string_equal(run.doubt, "");
	assert_same(pair_with(TWICE_AS_LONG), 2);
	assert_same(metric("rate_alone"), 2 * metric("rate_with_aggressor"));
	assert_string_equal(run.doubt, "");
}

OPEN_TEST(an_aggressor_that_does_not_run_all_the_time_is_suspect)
{
	pair_with(ENDS_EARLY);
	assert_says(run.doubt, "did not run for all of the victim's time");
	run.doubt[0] = '\0';
	pair_with(BEGINS_LATE);
	assert_says(run.doubt, "did not run for all of the victim's time");
}

OPEN_TEST(faults_are_named)
{
	pair_with(SAME_SM);
	expect_check_says("SM 0 ran the victim and the aggressor");
	gb_error_clear(&error);
	pair_with(NOT_COUNTED);
	expect_check_says("warps of victims ended, not");
	fault = 0;
	expect_wrong_word_at("share=50,victim=dram,aggressor=host", "interfere_read", "threads are wrong");
}

OPEN_TEST(points_that_cannot_run_are_skipped)
{
	skipped("share=10,victim=issue,aggressor=issue", "10 % of 4 SMs cannot be set apart");
	skipped("share=50,victim=idle,aggressor=issue", "no rate");
	fake.partitions = 0;
	skipped("share=50,victim=issue,aggressor=issue", "cannot be reserved");
}

VERIFIED_TESTS;
TESTS_OF("interfere")
