/* The counts and the limits of `fused`, with its models on the fake device. */
#include "fused.c"
#include "support.h"
#include "verified.h"

BENCH_ONE_FILE(fused);

static const struct verified points[] = {
	{ "pipe=softmax,by=same,load=25", "fused_softmax_same" },
	{ "pipe=bf16,by=apart,load=25", "fused_bf16_apart" },
	{ "pipe=copy,load=25", "fused_copy_apart" },
	{ "pipe=setmaxnreg", "fused_setmaxnreg_apart" },
};
static const struct verified_points verified = { points, sizeof points / sizeof points[0] };
static const struct verified_device verified_device = { .work = 0.125 };

/* A trip less would leave other sums, ends and pieces. */
static double with_a_trip_less(struct gb_shape shape, const void *args)
{
	struct fused_args a = *(const struct fused_args *)args;

	a.trips--;
	replaced_model(shape, &a);
	return 0;
}

OPEN_TEST(a_trip_less_is_caught)
{
	for (size_t i = 0; i < verified.count; i++)
		expect_caught_by(i, with_a_trip_less, "verify: ");
}

/* FlashAttention-3: with heads of 128, 512 FLOP of the matrix unit for each exponential are half of its time. */
OPEN_TEST(half_a_load_of_exponentials_is_that_of_attention)
{
	at("pipe=ex2,by=apart,load=50");
	assert_same(2 * 64 * 256 * 16 / metric("ops_per_product"), 512);
	assert_same(bench->limit(&run, gb_device(&run), 1e9), 128);
	at("pipe=ex2,by=same,load=200");
	assert_same(bench->limit(&run, gb_device(&run), 1e9), 256);
}

/* The models take 1000 and 500 cycles for the eight products of a trip, and 1100 together. */
OPEN_TEST(rates_are_relative_to_those_alone)
{
	assert_same(observed("pipe=ex2,by=apart,load=50"), 1100 / 8.0);
	assert_same(metric("matrix_alone"), 1000 / 8.0);
	assert_same(metric("other_alone"), 500 / 8.0);
	assert_same(observed("pipe=setmaxnreg"), 1100);
	assert_same(metric("claim"), 500);
}

OPEN_TEST(other_architectures_are_skipped)
{
	card.device.cc_major = 10;
	skipped("pipe=setmaxnreg", "wgmma exists only on compute capability 9.0");
}

VERIFIED_TESTS;
TESTS_OF("fused")
