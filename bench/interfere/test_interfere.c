/* The pairs and the checks of `interfere`, with kernels in C on the fake device. */
#include "interfere.h"
#include "verified.h"

VERIFIED_POINTS({ "share=50,victim=issue,aggressor=shared", "interfere_issue" },
		{ "share=25,victim=shared,aggressor=idle", "interfere_shared" },
		{ "share=75,victim=l2,aggressor=host", "interfere_read" });

enum { TWICE_AS_LONG = 1, ENDS_EARLY, BEGINS_LATE, SAME_SM, NOT_COUNTED };

/* Every second victim has an aggressor. */
static double victim(struct gb_shape shape, const void *of)
{
	const struct interfere_args *args = of;
	const bool has_aggressor = args->gate->ended > 0;

	replaced_model(shape, of);
	for (uint32_t w = 0; w < shape.grid * 32; w++)
		args->warp[w].end += has_aggressor && fault == TWICE_AS_LONG ? 2000000 : 0;
	args->gate->ended -= fault == NOT_COUNTED;
	return 0;
}

static double aggressor(struct gb_shape shape, const void *of)
{
	const struct interfere_args *args = of;

	real_model("interfere_idle", shape, of);
	for (uint32_t w = 0; w < shape.grid * 32; w++)
		args->warp[w].end += 1500000;
	args->warp[1].end -= fault == ENDS_EARLY ? 3000000 : 0;
	args->warp[1].begin += fault == BEGINS_LATE ? 1500000 : 0;
	args->warp[0].sm = fault == SAME_SM ? 0 : args->warp[0].sm;
	return 0;
}

static double pair_with(int with)
{
	fault = with;
	replace_kernel("interfere_shared", victim);
	fake_kernel("interfere_idle", aggressor);
	run.doubt[0] = '\0';
	return observed("share=25,victim=shared,aggressor=idle");
}

OPEN_TEST(a_pair_is_counted_by_hand)
{
	assert_same(pair_with(0), 1);
	assert_same(bench->cost(&run).ops, 1);
	/* 3 SMs, each with 32 warps that make 3 turns of 64 x 512 bytes in 2 ms. */
	assert_same(metric("rate_alone"), 3.0 * 32 * 3 * 64 * 512 / 2e-3);
	assert_same(pair_with(TWICE_AS_LONG), 2);
	assert_same(metric("rate_alone"), 2 * metric("rate_with_aggressor"));
	assert_string_equal(run.doubt, "");
}

OPEN_TEST(faults_are_named)
{
	pair_with(ENDS_EARLY);
	assert_says(run.doubt, "did not run for all of the victim's time");
	pair_with(BEGINS_LATE);
	assert_says(run.doubt, "did not run for all of the victim's time");
	pair_with(SAME_SM);
	expect_check_says("SM 0 ran the victim and the aggressor");
	pair_with(NOT_COUNTED);
	expect_check_says("victim warps that ended, expected");
	expect_wrong_word_at("share=50,victim=dram,aggressor=dram", "interfere_read", "a wrong sum after 3 turns");
}

OPEN_TEST(shares_that_cannot_be_set_apart_are_skipped)
{
	skipped("share=10,victim=issue,aggressor=issue", "10 % of 4 SMs cannot be set apart");
}

VERIFIED_TESTS;
TESTS_OF("interfere")
