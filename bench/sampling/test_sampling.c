/* Tests of `sampling`: its texture unit in integers against the model in floating point, some positions by hand, and
 * its checks, limits and conclusions. */
#include "made.h"
#include "state.h"
#include "verified.h"

/* The value that the check expects. */
static float wanted_at(uint32_t tile, uint32_t read, uint32_t lane)
{
	const struct sampling_state *s = gb_state(&run);

	return s->model[(tile * SAMPLING_READS + read) * 32 + lane];
}

static const struct verified_device verified_device = { .work = 0.25 };

/* ---- by hand ----------------------------------------------------------------------------------------------------- */

/* 4 SMs x 8 blocks x 256 threads, with 16 tiles of 32 reads each. */
static const double reads = 4.0 * 8 * 256 * 16 * 32;

OPEN_TEST(reads_and_limits)
{
	EXPECT_AT("subject=shape,filter=point,shape=2d,mode=wrap", { "ops", reads }, { "bytes", 4 * reads });
	/* Four texture units per SM. */
	assert_same(bench->limit(&run, gb_device(&run), 1e9), 4 * 4 * 1e9);
	assert_same(metric("reads_per_clock"), 1 / (4 * 1.25e9));
	assert_same(metric("largest_error"), -1);
	EXPECT_AT("subject=format,filter=linear,format=u16,channels=4,coordinates=texel", { "bytes", 8 * reads });
	/* L1 delivers 128 bytes per clock: 32 loads, or eight filters of four loads. */
	EXPECT_AT("subject=hand,filter=point,guard=border", { "limit", 32 * 4 * 1e9 });
	EXPECT_AT("subject=hand,filter=linear,guard=border", { "limit", 8 * 4 * 1e9 });
	assert_non_null(bench->remark(&run));
}

/* The value of texel i: 1 to 256. */
static float number(uint32_t i)
{
	return (float)(1 + (input_bits(i) >> 24));
}

/* Lane 0 reads texel (0, 0) of the plane, lane 8 a texel beyond the right edge, (72, 0), and lane 24 one above the
 * image, (24, -64). */
OPEN_TEST(modes_by_hand)
{
	static const struct {
		const char *point;
		uint32_t lane_8, lane_24;
	} modes[] = { { "subject=shape,filter=point,shape=2d,mode=clamp", 63, 24 },
		      { "subject=shape,filter=point,shape=2d,mode=wrap", 8, 24 },
		      { "subject=shape,filter=point,shape=2d,mode=mirror", 63 - 8, 63 * 64 + 24 } };

	for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
		expect_right(modes[i].point);
		assert_same(wanted_at(0, 0, 0), number(0));
		assert_same(wanted_at(0, 0, 8), number(modes[i].lane_8));
		assert_same(wanted_at(0, 0, 24), number(modes[i].lane_24));
	}
	expect_right("subject=shape,filter=point,shape=2d,mode=border");
	assert_same(wanted_at(0, 0, 8), 0);
	assert_same(wanted_at(0, 0, 24), 0);
	assert_same(wanted_at(3, 31, 22), number(63 * 64 + 32 + 22));
}

/* Lane 2 of a line reads 10/16 of a texel to the right of texel 2. */
OPEN_TEST(a_filter_by_hand)
{
	expect_right("subject=shape,filter=linear,shape=1d,mode=border");
	assert_same(wanted_at(0, 0, 0), number(0));
	assert_same(wanted_at(0, 0, 2), (6 * number(2) + 10 * number(3)) / 16);
	/* Lane 0 of a volume reads at 0, 2 and 4 sixteenths of a texel along x, y and z. */
	expect_right("subject=shape,filter=linear,shape=3d,mode=clamp");
	assert_same(wanted_at(0, 0, 0),
		    (12 * (14 * number(0) + 2 * number(16)) + 4 * (14 * number(256) + 2 * number(256 + 16))) / 256);
	assert_same(metric("largest_error"), 0);
}

/* An error in one verification does not appear in the next one. */
OPEN_TEST(an_error_is_that_of_one_launch)
{
	expect_wrong_word_at("subject=shape,filter=linear,shape=1d,mode=mirror", "sampling_line_c1", "verify: 1 of ");
	fake_kernel("sampling_line_c1", NULL);
	gb_error_clear(&error);
	assert_ok(gb_run_verify(&run), error);
	assert_same(metric("largest_error"), 0);
}

/* A byte of 255 represents 1; both -128 and -127 represent -1. */
OPEN_TEST(formats_by_hand)
{
	expect_right("subject=format,filter=point,format=u8,channels=1,coordinates=texel");
	assert_same(wanted_at(0, 0, 0), (float)((input_bits(0) >> 24) / 255.0));
	expect_right("subject=format,filter=point,format=s16,channels=1,coordinates=texel");
	assert_same(wanted_at(0, 0, 0), (float)((int16_t)(input_bits(0) >> 16) / 32767.0));
	expect_right("subject=format,filter=point,format=s8,channels=1,coordinates=normalised");
	float least = 0;
	for (uint32_t i = 0; i < SAMPLING_TEXELS; i++)
		least = fminf(least, wanted_at(0, 0, i));
	assert_same(least, -1);
}

OPEN_TEST(textures_are_opened_once)
{
	at("subject=hand,filter=point,guard=none");
	assert_int_equal(fake.textures, 0);
	at("subject=shape,filter=point,shape=2d,mode=border");
	at("subject=shape,filter=point,shape=2d,mode=border");
	assert_int_equal(fake.textures, 1);
	at("subject=shape,filter=linear,shape=2d,mode=border");
	at("subject=border,filter=linear,path=texture,outside=none");
	at("subject=border,filter=linear,path=texture,outside=tiles");
	assert_int_equal(fake.textures, 3);
	fake_fail("texture", 1, false);
	assert_fails(point_of("subject=shape,filter=point,shape=3d,mode=border"), "cudaCreateTextureObject");
	at("subject=shape,filter=point,shape=3d,mode=border");
	assert_int_equal(fake.textures, 4);
}

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

TEST(ratios)
{
	made_count = 0;
	make_row(bench, "subject=shape,filter=point,shape=2d,mode=wrap", "access_rate", 100);
	make_row(bench, "subject=shape,filter=linear,shape=2d,mode=wrap", "access_rate", 50);
	make_row(bench, "subject=shape,filter=linear,shape=2d,mode=wrap", "reads_per_clock", 4);
	make_row(bench, "subject=shape,filter=linear,shape=3d,mode=wrap", "access_rate", 25);
	make_row(bench, "subject=hand,filter=linear,guard=none", "access_rate", 40);
	make_row(bench, "subject=hand,filter=linear,guard=wrap", "access_rate", 20);
	make_row(bench, "subject=border,filter=point,path=texture,outside=none", "access_rate", 80);
	make_row(bench, "subject=border,filter=point,path=texture,outside=half", "access_rate", 80);
	make_row(bench, "subject=border,filter=point,path=plain,outside=half", "access_rate", 160);
	make_row(bench, "subject=format,filter=point,format=u8,channels=4,coordinates=texel", "access_rate", 60);
	make_row(bench, "subject=format,filter=linear,format=u8,channels=4,coordinates=texel", "access_rate", 30);
	assert_int_equal(conclude(bench, &card.device), 6);
	expect_finding("subject=shape,shape=2d,mode=wrap", "of_point", 0.5);
	assert_same(finding[0].lo, 0.9 * 50 / 110);
	assert_same(finding[0].hi, 1.1 * 50 / 90);
	expect_finding("subject=shape,filter=linear,shape=2d,mode=wrap", "of_plain", 2.5);
	expect_finding("subject=hand,filter=linear,guard=wrap", "of_unguarded", 0.5);
	expect_finding("subject=border,filter=point,path=texture,outside=half", "of_inside", 1);
	expect_finding("subject=border,filter=point,outside=half", "of_plain", 0.5);
	expect_finding("subject=format,format=u8,channels=4,coordinates=texel", "of_point", 0.5);
}

TESTS_OF("sampling")
