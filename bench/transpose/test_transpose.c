/* Tests of `transpose`: its arithmetic by hand and against a count of every address, its checks and its conclusions. */
#include "transpose.h"

#include "made.h"
#include "verified.h"

/* ---- a run at a point -------------------------------------------------------------------------------------------- */

static int open_run(void)
{
	reset_device();
	fake.free_bytes = UINT64_C(42) << 20;
	return open_bench();
}

#define SHAPE "tile=64,vec=1,block=256,order=across"

/* ---- by hand ----------------------------------------------------------------------------------------------------- */

TEST_WITH(bytes_and_limit, open_run, close_run)
{
	EXPECT_AT("method=padded,n=1000," SHAPE, { "bytes", 8e6 });
	/* Less than four times the L2 of 4 MiB, but more at 2048 x 2048. The bus moves 2 x 1 GHz x 512 bytes. */
	assert_same(bench->limit(&run, gb_device(&run), 1e9), NAN);
	assert_null(bench->remark(&run));
	EXPECT_AT("method=copy,n=2048", { "limit", 2e9 * 512 });
	at("method=naive_read,n=2048");
	assert_says(bench->remark(&run), "from 32 lines");
	at("method=naive_write,n=2048");
	assert_says(bench->remark(&run), "a separate request to L2");
	at("method=shared,n=1000," SHAPE);
	assert_says(bench->remark(&run), "one bank");
}

TEST_WITH(sectors_by_hand, open_run, close_run)
{
	EXPECT_AT("method=copy,n=1024", { "read_sectors_per_request", 16 }, { "write_sectors_per_request", 16 },
		  { "useful_fraction", 1 }, { "bank_passes_per_load", -1 });
	EXPECT_AT("method=naive_read,n=1024", { "read_sectors_per_request", 32 }, { "write_sectors_per_request", 4 },
		  { "useful_fraction", 2.0 / 9 });
	EXPECT_AT("method=naive_write,n=1024", { "read_sectors_per_request", 4 }, { "write_sectors_per_request", 32 });
	EXPECT_AT("method=swizzled,n=1024,tile=64,vec=4,block=512,order=down", { "read_sectors_per_request", 16 });
}

/* Counts the sectors of every request that a warp makes to the rows of an odd matrix. */
TEST_WITH(sectors_one_by_one, open_run, close_run)
{
	enum { N = 181 };
	uint32_t requests = 0, sectors = 0;

	for (uint32_t y = 0; y < N; y++)
		for (uint32_t x = 0; x < N; x += 32, requests++) {
			uint32_t last = ~0u;
			for (uint32_t lane = 0; lane < 32 && x + lane < N; lane++)
				if ((y * N + x + lane) / 8 != last) {
					last = (y * N + x + lane) / 8;
					sectors++;
				}
		}
	EXPECT_AT("method=padded,n=181," SHAPE, { "read_sectors_per_request", (double)sectors / requests },
		  { "write_sectors_per_request", (double)sectors / requests });
	EXPECT_AT("method=naive_write,n=181", { "read_sectors_per_request", (double)sectors / requests },
		  { "write_sectors_per_request", N * N / (N * 6.0) });
	/* 32761 words are 8190 vectors in 256 requests, and one word in one more. They touch 16380 sectors and one
	 * more. */
	EXPECT_AT("method=copy,n=181", { "read_sectors_per_request", (4095 + 1) / 257.0 });
}

/* Counts them for warps with 16 words of each of two rows. */
TEST_WITH(sectors_of_small_tiles_one_by_one, open_run, close_run)
{
	enum { N = 181 };
	uint32_t requests = 0, sectors = 0;

	for (uint32_t y = 0; y < N; y += 2)
		for (uint32_t x = 0; x < N; x += 16, requests++)
			for (uint32_t row = y; row < y + 2 && row < N; row++) {
				const uint32_t end = x + 16 < N ? x + 16 : N;
				sectors += (row * N + end - 1) / 8 - (row * N + x) / 8 + 1;
			}
	at("method=padded_16,n=181");
	assert_near(metric("read_sectors_per_request"), (double)sectors / requests, 1e-12);
	assert_near(metric("write_sectors_per_request"), (double)sectors / requests, 1e-12);
	assert_says(bench->remark(&run), "half a line");
	EXPECT_AT("method=shared_16,n=1024", { "read_sectors_per_request", 4 });
	assert_says(bench->remark(&run), "two banks");
}

static double passes_at(const char *point)
{
	at(point);
	return metric("bank_passes_per_load");
}

TEST_WITH(bank_passes, open_run, close_run)
{
	assert_same(passes_at("method=shared,n=1024,tile=32,vec=1,block=256,order=across"), 32);
	assert_same(passes_at("method=shared,n=1024,tile=64,vec=4,block=256,order=across"), 8);
	assert_same(passes_at("method=padded,n=1024,tile=32,vec=1,block=256,order=across"), 1);
	assert_same(passes_at("method=padded,n=1024,tile=64,vec=4,block=256,order=across"), 1);
	assert_same(passes_at("method=swizzled,n=1024,tile=64,vec=1,block=256,order=across"), 1);
	assert_same(passes_at("method=swizzled,n=1024,tile=32,vec=4,block=256,order=across"), 1);
	assert_same(passes_at("method=diagonal,n=1024,tile=64,vec=4,block=512"), 1);
	/* Two columns of 16 words are accessed at once, with 8 words of each in a bank. With padding, the end of one
	 * column shares banks with the start of the other. */
	assert_same(passes_at("method=shared_16,n=1024"), 8);
	assert_same(passes_at("method=padded_16,n=1024"), 2);
}

TEST_WITH(points_that_do_not_fit, open_run, close_run)
{
	skipped("method=padded,n=1001,tile=64,vec=4,block=256,order=across", "not a multiple of vectors of 4");
	skipped("method=padded,n=1024,tile=32,vec=4,block=512,order=across",
		"a tile of 1024 words has fewer than 512 vectors of 4");
	skipped("method=copy,n=16384", "holds two matrices of");
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

VERIFIED_POINTS({ "method=copy,n=181", "transpose_copy" }, { "method=naive_read,n=181", "transpose_naive_read" },
		{ "method=naive_write,n=256", "transpose_naive_write" },
		{ "method=shared,n=181,tile=64,vec=1,block=512,order=down", "transpose_shared_t64_v1_b512" },
		{ "method=padded,n=181,tile=32,vec=1,block=256,order=across", "transpose_padded_t32_v1_b256" },
		{ "method=padded,n=180,tile=64,vec=4,block=256,order=across", "transpose_padded_t64_v4_b256" },
		{ "method=swizzled,n=180,tile=64,vec=4,block=512,order=down", "transpose_swizzled_t64_v4_b512" },
		{ "method=swizzled,n=181,tile=32,vec=1,block=512,order=across", "transpose_swizzled_t32_v1_b512" },
		{ "method=diagonal,n=181,tile=32,vec=1,block=256", "transpose_padded_t32_v1_b256" },
		{ "method=shared_16,n=181", "transpose_shared_t16_v1_b256" },
		{ "method=padded_16,n=256", "transpose_padded_t16_v1_b256" });
static const struct verified_device verified_device = { .free_bytes = 1 << 20 };

static double copy(struct gb_shape shape, const void *args)
{
	real_model("transpose_copy", shape, args);
	return 0;
}

OPEN_TEST(mistakes_are_named)
{
	assert_fails(verify_by(&points[1], copy), "words are wrong");
	expect_wrong_word_says(1, "verify: 1 of ");
}

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

TEST(ratios_to_the_copy)
{
	made_count = 0;
	make_row(bench, "method=copy,n=1024", "bandwidth", 100);
	make_row(bench, "method=copy,n=1024", "useful_fraction", 1);
	make_row(bench, "method=naive_read,n=1024", "bandwidth", 40);
	make_row(bench, "method=padded,n=1024," SHAPE, "bandwidth", 80);
	make_row(bench, "method=padded,n=1024,tile=64,vec=4,block=256,order=across", "bandwidth", 95);
	make_row(bench, "method=padded,n=2048," SHAPE, "bandwidth", 70); /* no copy to compare with */
	assert_int_equal(conclude(bench, &card.device), 3);
	assert_string_equal(finding[0].point, "method=naive_read,n=1024");
	assert_string_equal(finding[0].metric, "of_copy");
	assert_same(finding[0].value, 0.4);
	assert_same(finding[0].lo, 36 / 110.0);
	assert_same(finding[0].hi, 44 / 90.0);
	assert_ptr_equal(finding[0].from, &made[2]);
	assert_string_equal(finding[1].point, "method=padded,n=1024");
	assert_same(finding[1].value, 0.95);
	assert_string_equal(finding[2].point, "method=best,n=1024");
	assert_same(finding[2].value, 0.95);
	assert_same(finding[2].x, 1024);
	assert_string_equal(finding[2].remark, "padded");
	made_count = 2;
	assert_int_equal(conclude(bench, &card.device), 0);
}

VERIFIED_TESTS;
TESTS_OF("transpose")
