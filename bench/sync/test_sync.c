/* Tests of the arithmetic and the checks of `sync`, with its models on the fake device. */
#include "sync.h"

#include "verified.h"

/* ---- kernels that do less ---------------------------------------------------------------------------------------- */

/* One step or check fewer. */
static double shorter(struct gb_shape shape, const void *args)
{
	struct sync_args a = *(const struct sync_args *)args;

	a.trips--;
	replaced_model(shape, &a);
	if (strstr(replaced, "_check_") != NULL)
		a.report->compared--;
	return 0;
}

VERIFIED_POINTS({ "op=shuffle,threads=1024", "sync_shuffle" }, { "op=vote,threads=1024", "sync_vote" },
		{ "op=syncwarp,threads=256", "sync_check_syncwarp" }, { "op=barrier,threads=32", "sync_check_barrier" },
		{ "op=named,threads=1024", "sync_check_named" }, { "op=count,threads=64", "sync_check_count" },
		{ "op=mbarrier,threads=128", "sync_check_mbarrier" }, { "op=cluster,size=4", "sync_check_cluster" },
		{ "op=cluster_relaxed,size=2", "sync_check_cluster_relaxed" }, { "op=grid", "sync_check_grid" },
		{ "op=fence,scope=block,stores=0", "sync_check_fence_block" },
		{ "op=fence,scope=system,stores=1", "sync_check_fence_system" }, { "op=flag", "sync_flag" });

/* ---- tests ------------------------------------------------------------------------------------------------------- */

/* Steps of redux after the first change nothing; the audit of the machine code counts them. */
OPEN_TEST(shorter_kernels_are_caught)
{
	for (size_t i = 0; i < verified.count; i++)
		expect_caught_by(i, shorter, "verify: ");
}

OPEN_TEST(flags_of_an_earlier_check_are_taken_down)
{
	expect_right("op=fence,scope=block,stores=0");
	assert_ok(gb_run_verify(&run), error);
	expect_right("op=flag");
}

OPEN_TEST(cycles_are_of_one_operation)
{
	assert_same(observed("op=shuffle,threads=1024"), 25);
	assert_same(metric("warps_per_clock"), 32);
	assert_same(bench->cost(&run).ops, 16 * (2 + 64));
	at("op=barrier,threads=64");
	assert_true(metric("warps_per_clock") < 0);
	assert_unknown(bench->limit(&run, gb_device(&run), 1e9));
}

/* On the 4 SMs of the fake device the flag travels 501, 502 and 503 cycles. */
OPEN_TEST(a_flag_is_one_way_to_the_median_block)
{
	at("op=flag");
	const int others = gb_device(&run)->sm_count - 1;
	assert_true(metric("nearest") < 0);
	assert_same(observed("op=flag"), 500 + (others + 1) / 2.0);
	assert_same(metric("nearest"), 501);
	assert_same(metric("farthest"), 500 + others);
	assert_same(bench->cost(&run).ops, 2 * others * 17);
}

/* The 4 SMs of the fake device form two clusters of 2 or one of 4. */
OPEN_TEST(a_barrier_is_of_the_median_cluster)
{
	assert_same(observed("op=cluster,size=2"), 393);
	assert_same(metric("nearest"), 390);
	assert_same(metric("farthest"), 396);
	assert_same(observed("op=cluster,size=4"), 390);
}

OPEN_TEST(what_is_not_there_is_skipped)
{
	close_bench();
	fake.cc = 75;
	assert_int_equal(open_bench(), 0);
	skipped("op=redux,threads=32", "redux needs compute capability 8.0");
	skipped("op=mbarrier,threads=32", "an mbarrier needs compute capability 8.0");
	skipped("op=fence,scope=proxy,stores=0", "fence.proxy.async needs");
	skipped("op=cluster,size=2", "cluster");
	close_bench();
	fake.sms = 1;
	assert_int_equal(open_bench(), 0);
	skipped("op=flag", "this device has one");
}

VERIFIED_TESTS;
TESTS_OF("sync")
