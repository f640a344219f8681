/* Tests of `texture`: its arithmetic by hand, the order of reads within a tile, its checks and its conclusions. */
#include "texture.h"

#include "made.h"
#include "verified.h"

#define SHIFTED "pattern=shift,path=readonly,words=4,shift=32,block=128"

static const struct verified_device verified_device = { .work = 0.0625 };

/* ---- by hand ----------------------------------------------------------------------------------------------------- */

/* 80 % of 64 MiB hold six images of 8 MiB, each with 256 rows of 32 KiB, and the extra rows. */
OPEN_TEST(bytes_and_limit)
{
	const double image = 8 * 1024.0 * 1024;

	EXPECT_AT("pattern=shift,path=plain,words=1,shift=3,block=256", { "bytes", 2 * image },
		  { "texels", image / 4 });
	/* Less than four times the L2 of 4 MiB. */
	assert_same(bench->limit(&run, gb_device(&run), 1e9), NAN);
	EXPECT_AT("pattern=shift,path=pitch,words=4,shift=3,block=128", { "bytes", 2 * image },
		  { "texels", image / 16 });
	/* 4 SMs x 8 blocks x 256 threads, with 64 tiles of 32 reads; a quarter of that for random reads; 16 tiles in
	 * large windows. */
	EXPECT_AT("pattern=row,path=array,words=1,window=64", { "bytes", 4.0 * 4 * 8 * 256 * 64 * 32 });
	EXPECT_AT("pattern=random,path=array_filter,words=4,window=64", { "bytes", 16.0 * 4 * 8 * 256 * 16 * 32 });
	EXPECT_AT("pattern=column,path=plain,words=1,window=256", { "bytes", 4.0 * 4 * 8 * 256 * 16 * 32 },
		  { "texels_per_clock", 1 / (4 * 4 * 1.25e9) });
}

/* 4 SMs at 1 GHz. An L1 delivers 128 bytes per clock, but 4 for a column, which is in one bank, and 32 for a patch of 4
 * rows. Texture units deliver 4 texels of a plane. */
OPEN_TEST(limits_of_windows)
{
	static const struct {
		const char *point;
		double bytes; /* per clock and SM */
		const char *remark;
	} windows[] = {
		{ "pattern=row,path=plain,words=1,window=64", 128, "loads of 4 bytes per lane" },
		{ "pattern=row,path=readonly,words=4,window=64", 128, "loads of 4 bytes per lane" },
		{ "pattern=row,path=linear,words=1,window=64", 128, "eight texels of a row" },
		{ "pattern=column,path=plain,words=1,window=64", 4, "" },
		{ "pattern=column,path=readonly,words=4,window=64", 16, "" },
		{ "pattern=patch,path=linear,words=1,window=64", 32, "" },
		{ "pattern=patch,path=plain,words=4,window=64", 128, "" },
		{ "pattern=row,path=array,words=1,window=64", 16, "" },
		{ "pattern=column,path=pitch_filter,words=1,window=64", 16, "four texels but counts as one" },
		{ "pattern=column,path=array,words=4,window=64", 64, "" },
		{ "pattern=random,path=plain,words=1,window=64", 128, "up to 32 lines" },
		{ "pattern=random,path=plain,words=1,window=256", 128, "its own sector" },
		{ "pattern=row,path=plain,words=1,window=256", 128, "is read from L2" },
	};

	for (size_t i = 0; i < sizeof windows / sizeof windows[0]; i++) {
		EXPECT_AT(windows[i].point, { "limit", windows[i].bytes * 4 * 1e9 });
		assert_says(bench->remark(&run), windows[i].remark);
	}
	at("pattern=shift,path=plain,words=1,shift=3,block=256");
	assert_null(bench->remark(&run));
}

OPEN_TEST(limit_of_a_large_image)
{
	close_bench();
	fake.l2_bytes = 1 << 16;
	assert_int_equal(open_bench(), 0);
	EXPECT_AT("pattern=shift,path=plain,words=1,shift=3,block=256", { "limit", 2e9 * 512 });
	/* Windows of 256 KiB are four times L2, and a random texel costs a fetch of 64 bytes. For columns the bank of
	 * L1 remains the limit: 16 GB/s. */
	EXPECT_AT("pattern=row,path=plain,words=1,window=256", { "limit", fmin(2e9 * 512, 512e9) });
	EXPECT_AT("pattern=random,path=plain,words=1,window=256", { "limit", 2e9 * 512 / 16 });
	EXPECT_AT("pattern=column,path=plain,words=1,window=256", { "limit", 16e9 });
}

static double sectors_at(const char *point)
{
	at(point);
	return metric("sectors_per_request");
}

OPEN_TEST(sectors)
{
	assert_same(sectors_at("pattern=shift,path=plain,words=1,shift=0,block=256"), 4);
	assert_same(sectors_at("pattern=shift,path=plain,words=1,shift=1,block=256"), 5);
	assert_same(sectors_at("pattern=shift,path=readonly,words=1,shift=8,block=256"), 4);
	assert_same(sectors_at("pattern=shift,path=readonly,words=4,shift=1,block=256"), 17);
	assert_same(sectors_at("pattern=shift,path=readonly,words=4,shift=2,block=256"), 16);
	assert_same(sectors_at("pattern=row,path=plain,words=1,window=64"), 4);
	assert_same(sectors_at("pattern=column,path=plain,words=1,window=64"), 32);
	assert_same(sectors_at("pattern=patch,path=plain,words=1,window=64"), 4);
	assert_same(sectors_at("pattern=patch,path=plain,words=4,window=64"), 16);
	assert_same(sectors_at("pattern=random,path=plain,words=1,window=64"), -1);
	assert_same(sectors_at("pattern=row,path=linear,words=1,window=64"), -1);
}

TEST(each_texel_of_a_tile_once)
{
	for (int pattern = TEXTURE_ROW; pattern <= TEXTURE_PATCH; pattern++) {
		int seen[TEXTURE_TILE][TEXTURE_TILE] = { { 0 } };
		for (uint32_t lane = 0; lane < 32; lane++)
			for (uint32_t access = 0; access < TEXTURE_TILE; access++) {
				/* Tile 6 of a window with four tiles per edge is in column 2, row 1. */
				const struct texture_place p = texture_walk(7, pattern, 6, lane, access);
				assert_in_range(p.x, 64, 95);
				assert_in_range(p.y, 32, 63);
				seen[p.y - 32][p.x - 64]++;
			}
		for (size_t i = 0; i < TEXTURE_TILE; i++)
			for (size_t k = 0; k < TEXTURE_TILE; k++)
				assert_int_equal(seen[i][k], 1);
	}
}

OPEN_TEST(points_that_do_not_fit)
{
	skipped("pattern=row,path=plain,words=1,window=512", "the image has 8192 x 256 texels");
}

OPEN_TEST(textures_are_opened_once)
{
	at("pattern=row,path=plain,words=1,window=64");
	assert_int_equal(fake.textures, 0);
	at("pattern=row,path=array,words=1,window=64");
	at("pattern=shift,path=array,words=1,shift=1,block=256");
	assert_int_equal(fake.textures, 1);
	at("pattern=shift,path=array_filter,words=1,shift=1,block=256");
	at("pattern=shift,path=array,words=4,shift=1,block=256");
	assert_int_equal(fake.textures, 3);
	fake_fail("texture", 1, false);
	assert_fails(point_of("pattern=shift,path=linear,words=1,shift=1,block=256"), "cudaCreateTextureObject");
	at("pattern=shift,path=linear,words=1,shift=1,block=256");
	assert_int_equal(fake.textures, 4);
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

OPEN_TEST(one_wrong_result_is_caught)
{
	expect_wrong_word_at(SHIFTED, "texture_shift_readonly_w4", "verify: 1 of ");
	expect_wrong_word_at("pattern=row,path=pitch,words=1,window=256", "texture_walk_plane_w1", "verify: 1 of ");
}

static uint32_t wrong_float; /* index of a wrong float in the image */

static double fill_but_one(struct gb_shape shape, const void *args)
{
	const struct texture_fill_args *f = args;

	real_model("texture_fill", shape, args);
	((float *)f->at)[wrong_float] += 1;
	return 0;
}

/* The reads and the device's check agree on a wrong image. The wrong float is near the start, or is the last one of the
 * four extra rows. */
OPEN_TEST(a_wrong_image_is_caught)
{
	static const uint32_t wrong[] = { 5, (256 + 4) * 8192 - 1 };
	char words[64];

	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		wrong_float = wrong[i];
		close_run();
		reset_device();
		fake_kernel("texture_fill", fill_but_one);
		assert_int_equal(open_bench(), 0);
		snprintf(words, sizeof words, "verify: float %u of the image: got %u, expected %u", wrong_float,
			 texture_number(wrong_float) + 1, texture_number(wrong_float));
		at_with_less_work(SHIFTED);
		expect_check_says(words);
	}
}

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

TEST(ratios_to_plain_loads)
{
	made_count = 0;
	make_row(bench, "pattern=shift,path=plain,words=1,shift=0,block=256", "bandwidth", 100);
	make_row(bench, "pattern=shift,path=plain,words=1,shift=1,block=256", "bandwidth", 50);
	make_row(bench, "pattern=shift,path=linear,words=1,shift=0,block=256", "bandwidth", 90);
	make_row(bench, "pattern=shift,path=linear,words=1,shift=1,block=256", "bandwidth", 20);
	make_row(bench, "pattern=shift,path=linear,words=1,shift=1,block=256", "sectors_per_request", 4);
	make_row(bench, "pattern=shift,path=linear,words=1,shift=2,block=256", "bandwidth",
		 10); /* no row to compare with */
	make_row(bench, "pattern=column,path=plain,words=1,window=64", "bandwidth", 10);
	make_row(bench, "pattern=column,path=array,words=1,window=64", "bandwidth", 40);
	make_row(bench, "pattern=column,path=array,words=1,window=128", "bandwidth", 40); /* the same */
	make_row(bench, "pattern=column,path=array,words=4,window=64", "bandwidth", 40);
	assert_int_equal(conclude(bench, &card.device), 4);
	assert_string_equal(finding[0].point, "pattern=shift,path=linear,words=1");
	assert_string_equal(finding[0].metric, "of_plain");
	assert_same(finding[0].value, 0.6); /* geometric mean, sqrt(0.9 x 0.4) */
	assert_same(finding[0].lo, NAN);
	assert_says(finding[0].remark, "2 shifts");
	assert_string_equal(finding[1].metric, "of_plain_least");
	assert_same(finding[1].value, 0.4);
	assert_string_equal(finding[2].metric, "of_plain_most");
	assert_same(finding[2].value, 0.9);
	assert_string_equal(finding[3].point, "pattern=column,path=array,words=1,window=64");
	assert_same(finding[3].value, 4);
	assert_same(finding[3].x, 64);
	assert_string_equal(finding[3].remark, "");
}

TESTS_OF("texture")
