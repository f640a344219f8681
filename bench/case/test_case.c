/* Tests of `case` with its models and a library in C: checks, arithmetic and conclusions. */
#include "test_library.h"
#include "made.h"
#include "verified.h"

/* ---- checks ------------------------------------------------------------------------------------------------------ */

static const struct verified kernels[] = {
	{ "work=average,version=one_block,sets_in_turn=2", "case_one_block" },
	{ "work=average,version=block_a_set,sets=4", "case_block_a_set" },
	{ "work=average,version=coalesced,sets=4", "case_coalesced" },
	{ "work=average,version=shuffled,sets=4", "case_shuffled" },
	{ "work=average,version=library,sets=4", "case_means" },
	{ "work=product,kernel=plain,n=128", "case_plain" },
	{ "work=product,kernel=along_rows,n=128", "case_along_rows" },
	{ "work=product,kernel=tiled,n=128", "case_tiled" },
	{ "work=product,kernel=blocked,n=128,depth=8", "case_blocked_d8" },
	{ "work=product,kernel=registers,n=128", "case_registers_d8" },
	{ "work=product,kernel=cp_async,n=256,depth=16", "case_cp_async_d16" },
};
static const struct verified_points verified = { kernels, sizeof kernels / sizeof kernels[0] };
static const struct verified_device verified_device;

static int reset(void)
{
	bench = &gb_bench_case;
	memset(&fake_cublas, 0, sizeof fake_cublas);
	return open_with_kernels();
}

static int reset_without_kernels(void)
{
	bench = &gb_bench_case;
	memset(&fake_cublas, 0, sizeof fake_cublas);
	return open_without_kernels();
}

static int finish(void)
{
	return close_run() == 0 && fake_cublas.handles == 0 ? 0 : -1;
}

TEST_WITH(right_products_of_the_library_pass, reset, finish)
{
	expect_right("work=product,kernel=cublas,n=128");
}

TEST_WITH(wrong_results_of_the_library_are_caught, reset, finish)
{
	static const char *const points[] = { "work=average,version=library,sets=4",
					      "work=product,kernel=cublas,n=128" };

	fake_cublas.left_out = 1;
	for (size_t i = 0; i < sizeof points / sizeof points[0]; i++) {
		at(points[i]);
		if (gb_run_verify(&run) != GB_FAILED)
			fail_msg("%s passes", points[i]);
		assert_says(error.text, "elements are wrong");
	}
}

TEST_WITH(a_spoilt_input_is_caught, reset, finish)
{
	const struct state *s = gb_state(&run);

	((uint32_t *)gb_address(s->matrix))[SET_WORDS / 2] ^= 1;
	at("work=average,version=coalesced,sets=4");
	expect_check_says("input word");
}

/* ---- unsupported points ------------------------------------------------------------------------------------------ */

TEST_WITH(without_a_library_its_points_are_skipped, reset, finish)
{
	fake_cublas.absent = true;
	skipped("work=product,kernel=cublas,n=128", "no cuBLAS: libcublasLt not found");
	at("work=product,kernel=tiled,n=128");
}

TEST_WITH(a_failed_product_is_told, reset, finish)
{
	at("work=product,kernel=cublas,n=128");
	fake_cublas.multiply_status = 13;
	expect_check_says("cublasSgemm: status 13");
}

TEST_WITH(what_does_not_fit_is_skipped, reset, finish)
{
	skipped("work=average,version=coalesced,sets=1024", "holds 6 sets, not 1024");
	skipped("work=product,kernel=plain,n=4096", "4096 x 4096");
}

TEST_WITH(old_devices_have_no_asynchronous_copies, reset, finish)
{
	card.device.cc_major = 7;
	skipped("work=product,kernel=cp_async,n=128,depth=8", "capability 8.0");
	at("work=product,kernel=registers,n=128");
}

/* ---- arithmetic by hand ------------------------------------------------------------------------------------------ */

/* A set is 2^20 numbers: as many additions, and twice as many operations for the matrix. Warps load it with 2^15
 * requests. */
TEST_WITH(averages_by_hand, reset, finish)
{
	const double set = 1 << 20, loads = 1 << 15;

	EXPECT_AT("work=average,version=one_block,sets_in_turn=2", { "ops", 2 * 3 * set },
		  { "bytes", 4 * (2 * set + 2 * 1024 + set) }, { "time", 1024 * 3 * set });
	/* Half of the loads touch 32 sectors and half touch 4. Each result takes one sector. */
	assert_same(metric("sectors_per_request"), 18);
	assert_same(metric("sector_bytes"), 2 * 32.0 * (loads * 32 + loads * 4 + 1024));
	assert_same(metric("l2_read_bytes"), 2 * 2 * 4 * set);
	assert_same(metric("intensity_l2"), 3.0 / 8);
	/* A load touches 32 lines or one. A row takes the stores of 32 warps, ten rounds of three accesses, a load and
	 * a result. */
	assert_same(metric("l1_passes"), 2 * (loads * 32 + loads + 1024 * (32 * 32) + 1024));
	EXPECT_AT("work=average,version=coalesced,sets=4", { "sectors_per_request", 4 },
		  { "sector_bytes", 4 * 32.0 * (2 * loads * 4 + 1024) });
	/* Five shuffles and a stored word per mean, and loads of all means. */
	assert_same(metric("l1_passes"), 4 * (2 * loads + 1024 * 6 + 32 + 1024 * (32 * 32) + 1024));
	EXPECT_AT("work=average,version=shuffled,sets=4",
		  { "l1_passes", 4 * (2 * loads + 1024 * 6 + 32 + 1024 * (33 * 5 + 64) + 1024) });
	assert_same(metric("intensity_l1"), 4 * 3 * set / (128 * metric("l1_passes")));
	EXPECT_AT("work=average,version=library,sets=4", { "sectors_per_request", 4 },
		  { "l1_passes", 4 * (loads + 1024 * 6 + 32 + 32) }, { "intensity_l2", 0.75 },
		  { "time", 1024 * 3 * set });
}

TEST_WITH(products_by_hand, reset, finish)
{
	const double n = 1024, cubes = n * n * n;

	EXPECT_AT("work=product,kernel=plain,n=1024", { "ops", 2 * cubes }, { "bytes", 12 * n * n },
		  { "intensity", n / 6 }, { "intensity_asked", 0.25 }, { "sectors_per_request", 16.5 },
		  { "sector_bytes", 32 * (33 * cubes / 32 + n * n) }, { "l1_passes", 33 * cubes / 32 + n * n },
		  { "intensity_l2", 8 });
	EXPECT_AT("work=product,kernel=along_rows,n=1024", { "intensity_asked", 0.25 }, { "sectors_per_request", 2.5 },
		  { "sector_bytes", 32 * (5 * cubes / 32 + n * n / 8) }, { "l1_passes", 2 * cubes / 32 + n * n / 32 });
	EXPECT_AT("work=product,kernel=tiled,n=1024", { "intensity_asked", -1 }, { "sectors_per_request", 4 });
	/* 32 x 32 words of both matrices for 32 x 32 x 32 multiply-adds. */
	assert_same(metric("sector_bytes"), 4 * 2 * cubes / 32 + 4 * n * n);
	/* Passes of a warp for 32 columns: 2 loaded, 2 stored, 32 of B, 8 x 2 of A. */
	assert_same(metric("l1_passes"), (2 + 2 + 32 + 16) * cubes / 32 / 32 + n * n / 32);
	assert_same(metric("intensity_l2"), 8);
	EXPECT_AT("work=product,kernel=blocked,n=1024,depth=16", { "sectors_per_request", 16 },
		  { "sector_bytes", 4 * 2 * cubes / 128 + 4 * n * n });
	/* Passes of each of 8 warps for 16 columns: 2 loads of 8 lines and 2 of 4; 8 stores of two passes and 2 of 4;
	 * 16 x 12 passes. Results: 16 stores per thread, of 4 x 128 bytes in 8 lines. */
	assert_same(metric("l1_passes"), 64 * 8 * (64 * (2 * 8 + 2 * 4 + 8 * 2 + 2 * 4 + 16 * 12) + 16 * 8));
	assert_same(metric("intensity_l2"), 32);
	EXPECT_AT("work=product,kernel=registers,n=1024",
		  { "l1_passes", 64 * 8 * (128 * (16 + 4 + 4 + 4 + 8 * 12) + 16 * 8) });
	EXPECT_AT("work=product,kernel=cp_async,n=1024,depth=16",
		  { "l1_passes", 64 * 8 * (64 * (2 * 8 + 2 * 4 + 2 * 4 + 2 * 4 + 16 * 12) + 16 * 8) });
	EXPECT_AT("work=product,kernel=cublas,n=1024", { "sectors_per_request", -1 }, { "intensity", n / 6 });
}

/* The fake device has 4 SMs of compute capability 9.0 with 256 FLOP per clock, 4 MiB of L2, and memory of 1 GHz x 512
 * bytes x 2. */
TEST_WITH(limits_by_hand, reset, finish)
{
	at("work=average,version=coalesced,sets=4");
	assert_same(bench->limit(&run, gb_device(&run), 1e9),
		    4 * 256e9 < 1.024e12 * metric("intensity") ? 4 * 256e9 : 1.024e12 * metric("intensity"));
	EXPECT_AT("work=product,kernel=plain,n=128", { "limit", 4 * 256e9 });
}

TEST_WITH(remarks_tell_what_binds, reset, finish)
{
	at("work=average,version=block_a_set,sets=4");
	assert_says(bench->remark(&run), "touches 32 rows");
	at("work=product,kernel=along_rows,n=128");
	assert_says(bench->remark(&run), "two passes");
	at("work=product,kernel=registers,n=128");
	assert_says(bench->remark(&run), "limited by multiply-adds");
	at("work=average,version=library,sets=4");
	assert_says(bench->remark(&run), "device memory");
}

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

TEST_WITH(steps_are_compared, reset, finish)
{
	MAKE_ROWS({ "default", "work=average,version=one_block,sets_in_turn=32", "flop_rate", 1e9 },
		  { "default", "work=average,version=block_a_set,sets=1024", "flop_rate", 40e9 },
		  { "default", "work=average,version=library,sets=1024", "flop_rate", 3e12 },
		  { "default", "work=product,kernel=plain,n=2048", "flop_rate", 1e12 },
		  { "default", "work=product,kernel=along_rows,n=2048", "flop_rate", 5e12 },
		  { "default", "work=product,kernel=along_rows,n=1024", "flop_rate", 4e12 },
		  { "default", "work=product,kernel=cublas,n=2048", "flop_rate", 50e12 });
	conclude(bench, gb_device(&run));
	expect_finding("work=average,version=block_a_set", "gain", 40);
	expect_finding("work=average,version=block_a_set", "of_library", 40e9 / 3e12);
	expect_finding("work=product,kernel=along_rows,n=2048", "gain", 5);
	expect_finding("work=product,kernel=along_rows,n=2048", "of_library", 0.1);
	/* A version is compared neither with a missing one nor with itself. */
	assert_null(finding_of("work=average,version=library", "gain"));
	assert_null(finding_of("work=average,version=library", "of_library"));
	assert_null(finding_of("work=product,kernel=along_rows,n=1024", "gain"));
}

TEST_WITH(the_nearest_roof_is_named, reset, finish)
{
	static const char point[] = "work=product,kernel=tiled,n=2048",
			  bound[] = "work=average,version=library,sets=1024";

	made_count = 0;
	make_row(bench, point, "flop_rate", 5e12)->limit = 50e12;
	make_row(bench, point, "l1_bandwidth", 20e12)->limit = 25e12;
	make_row(bench, point, "memory_bandwidth", 1e12)->limit = 5e12;
	make_row(bench, "work=product,kernel=along_rows,n=2048", "l1_bandwidth", 24e12)->limit = 25e12;
	make_row(bench, bound, "flop_rate", 3e12)->limit = 4e12;
	make_row(bench, bound, "memory_bandwidth", 3.75e12)->limit = 5e12;
	conclude(bench, gb_device(&run));
	assert_string_equal(expect_finding(point, "of_nearest_roof", 0.8)->remark, "L1");
	assert_string_equal(expect_finding("work=average,version=library", "of_nearest_roof", 0.75)->remark, "memory");
}

TEST_OF(right_kernels_pass, reset, finish);
TEST_OF(kernels_that_do_not_run_are_caught, reset_without_kernels, finish);
TESTS_OF("case")
