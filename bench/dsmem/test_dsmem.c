/* The arithmetic and the checks of `dsmem`, with its models on the fake device. */
#include "dsmem.cu"

#include "verified.h"

BENCH_ONE_FILE(dsmem);

/* ---- kernels ----------------------------------------------------------------------------------------------------- */

/* For messages, one correct answer is missing. */
ONE_LESS(with_a_trip_less, struct dsmem_args, trips)

VERIFIED_POINTS({ "measure=bandwidth,op=load,size=2,pattern=ring", "dsmem_load" },
		{ "measure=bandwidth,op=load,size=4,pattern=all", "dsmem_load" },
		{ "measure=bandwidth,op=store,size=2,pattern=ring", "dsmem_store" },
		{ "measure=bandwidth,op=async,size=4,pattern=all", "dsmem_async" },
		{ "measure=bandwidth,op=atomic,size=4,pattern=all", "dsmem_atomic" },
		{ "measure=bandwidth,op=bulk,size=4", "dsmem_bulk" },
		{ "measure=latency,way=load,size=4", "dsmem_chain_load" },
		{ "measure=latency,way=atomic,size=2", "dsmem_chain_atomic" },
		{ "measure=latency,way=async,size=4", "dsmem_message_async" },
		{ "measure=latency,way=bulk,size=4,bytes=256", "dsmem_message_bulk" });
static const struct verified_device verified_device = { .work = 0.0625 };

/* ---- tests ------------------------------------------------------------------------------------------------------- */

/* Stores and copies write the same words in each trip. */
OPEN_TEST(a_trip_less_is_caught)
{
	static const char *const again[] = { "dsmem_store", "dsmem_async", "dsmem_bulk" };

	for (size_t i = 0; i < verified.count; i++) {
		bool writes_again = false;
		for (size_t k = 0; k < sizeof again / sizeof again[0]; k++)
			writes_again |= strcmp(points[i].kernel, again[k]) == 0;
		if (!writes_again)
			expect_caught_by(i, with_a_trip_less, "verify: ");
	}
}

/* The fake device has 4 SMs: two clusters of 2 or one of 4. */
OPEN_TEST(bytes_are_those_between_sms)
{
	EXPECT_AT("measure=bandwidth,op=load,size=2,pattern=ring", { "bytes", 4.0 * 480 * 131072 }, { "sms", 4 },
		  { "bytes_per_clock_sm", 1 / (1.25e9 * 4) });
	assert_unknown(bench->limit(&run, gb_device(&run), 1e9));
	/* The metric is that of the median block of four, after the verified launch. */
	assert_same(metric("bytes_per_clock_own"), -1);
	assert_ok(gb_run_verify(&run), error);
	assert_same(metric("bytes_per_clock_own"), 480 * 131072 / 401500.0);
	/* An eighth of the threads makes eight times the trips. */
	EXPECT_AT("measure=bandwidth,op=store,size=2,pattern=ring", { "bytes", 4.0 * 480 * 131072 });
	EXPECT_AT("measure=bandwidth,op=atomic,size=4,pattern=ring", { "bytes", 4.0 * 288 * 32768 });
	EXPECT_AT("measure=bandwidth,op=bulk,size=4", { "bytes", 4.0 * 3840 * 16384 });
	skipped("measure=bandwidth,op=load,size=16,pattern=ring", "cluster");
}

OPEN_TEST(a_chain_is_the_median_of_the_other_blocks)
{
	assert_same(observed("measure=latency,way=load,size=4"), 202);
	assert_same(bench->cost(&run).ops, 33); /* trips through a block's memory */
	assert_same(metric("nearest"), 201);
	assert_same(metric("farthest"), 203);
	assert_same(observed("measure=latency,way=load,size=2"), 201);
	assert_same(observed("measure=latency,way=async,size=2"), 300);
	assert_true(metric("nearest") < 0);
}

TESTS_OF("dsmem")
