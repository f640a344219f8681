/* The counts and the limits of `fused`, with its models on the fake device. */
#include "fused.c" // NOLINT(bugprone-suspicious-include)
#include "verified.h"

BENCH_ONE_FILE(fused);

/* FlashAttention-3 with heads of 128 has 512 FLOP of the matrix unit per exponential. The exponentials then take half
 * of its time. */
OPEN_TEST(half_a_load_of_exponentials_is_that_of_attention)
{
	at("pipe=ex2,by=apart,load=50");
	assert_same(2 * 64 * 256 * 16 / metric("ops_per_product"), 512);
	assert_same(bench->limit(&run, gb_device(&run), 1e9), 128);
	/* Both phases have a warm-up and 39 trips of 32 products. */
	EXPECT_AT("pipe=ex2,by=same,load=200", { "limit", 256 },
		  { "ops", 2 * (FUSED_WARM_TRIPS + 39.0) * 32 * 2 * 64 * 256 * 16 });
}

/* The models take 1000 and 1100 cycles for the 32 products of a trip, and 1200 together. */
OPEN_TEST(rates_are_relative_to_those_alone)
{
	assert_same(observed("pipe=ex2,by=apart,load=50"), 1200 / 32.0);
	assert_same(metric("matrix_alone"), 1000 / 32.0);
	assert_same(metric("other_alone"), 1100 / 32.0);
	assert_same(observed("pipe=setmaxnreg"), 1200);
	assert_same(metric("claim"), 1100);
}

TESTS_OF("fused")
