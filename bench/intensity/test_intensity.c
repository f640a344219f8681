/* The checks, the arithmetic and the conclusions of `intensity`, with its models on the fake device. */
#include "device/rates.h"
#include "intensity.h"
#include "made.h"
#include "verified.h"

VERIFIED_POINTS({ "type=fp32,traffic=read,flops=112,form=looped", "intensity_fp32_read_u8_a0_s14" },
		{ "type=fp32,traffic=read,flops=1,form=oneshot", "intensity_fp32_read_u4_a0_s0" },
		{ "type=fp32,traffic=read,flops=320,form=looped", "intensity_fp32_read_u8_a0_s10" },
		{ "type=fp32,traffic=copy,flops=16,form=ahead", "intensity_fp32_copy_u4_a1_s1" },
		{ "type=fp64,traffic=read,flops=2,form=oneshot", "intensity_fp64_read_u4_a0_s0" },
		{ "type=fp64,traffic=read,flops=16,form=looped", "intensity_fp64_read_u8_a0_s1" },
		{ "type=fp64,traffic=copy,flops=1,form=oneshot", "intensity_fp64_copy_u2_a0_s0" },
		{ "type=fp16,traffic=read,flops=32,form=looped", "intensity_fp16_read_u8_a0_s1" },
		{ "type=fp16,traffic=copy,flops=1,form=oneshot", "intensity_fp16_copy_u2_a0_s0" },
		{ "type=fp64,traffic=copy,flops=160,form=ahead", "intensity_fp64_copy_u4_a1_s20" },
		{ "type=fp16,traffic=copy,flops=192,form=looped", "intensity_fp16_copy_u4_a0_s24" });
/* Input and output each get 40 % of 3 MiB, rounded down to 1 MiB. */
static const struct verified_device verified_device = { .l2_bytes = 256 << 10, .free_bytes = 3 << 20 };

/* One SM as fast as all of them: each warp has more tiles, but the bytes are the same. */
static int open_one_sm(void)
{
	make_verified_device();
	fake.sm_hz *= fake.sms;
	fake.sms = 1;
	return open_bench();
}

TEST_WITH(a_wrong_result_is_named, open_one_sm, close_run)
{
	expect_wrong_word_says(0, "verify: 1 of ");
	expect_wrong_word_says(3, "verify: 1 of ");
}

static size_t computed; /* the point whose kernel is launched */

static double compute_otherwise(struct gb_shape shape, const void *args)
{
	struct intensity_args other = *(const struct intensity_args *)args;

	other.start ^= 0x200200; /* in both halves of a pair */
	real_model(points[computed].kernel, shape, &other);
	return 0;
}

static double agree(struct gb_shape shape, const void *args)
{
	const struct intensity_check_args *a = args;
	const uint32_t bytes = strstr(points[computed].point, "fp64") != NULL ? 8 : 4;
	const bool copies = strstr(points[computed].point, "copy") != NULL;

	a->report->compared = copies ? (unsigned long long)bench->cost(&run).bytes / 2 / bytes : a->threads;
	return 0;
}

/* The checking kernel agrees, so only the host finds the fault. */
TEST_WITH(a_device_that_computes_otherwise_is_caught, open_one_sm, close_run)
{
	char check[GB_NAME_MAX];

	for (computed = 0; computed < verified.count; computed++) {
		snprintf(check, sizeof check, "%.*s_check",
			 (int)(strstr(points[computed].kernel, "_a") - points[computed].kernel),
			 points[computed].kernel);
		fake_kernel(check, agree);
		if (verify_by(&points[computed], compute_otherwise) != GB_FAILED)
			fail_msg("%s passes", points[computed].point);
		assert_says(error.text, "verify: chain 0 of thread 0 ends in ");
	}
}

/* ---- values computed by hand ------------------------------------------------------------------------------------- */

/* The card has 4 SMs and 2 x 1 GHz x 4096 bit. A launch moves whole rounds of all warps, within 1 MiB each way, and
 * half of it if possible. */
static void expect(const char *text, double bytes, double ops, double limit)
{
	EXPECT_AT(text, { "bytes", bytes }, { "ops", ops }, { "limit", limit });
}

OPEN_TEST(cost_and_limit_by_hand)
{
	const double mib = 1024 * 1024, bus = 2 * 1e9 * 4096 / 8;

	/* The bus is the limit below the ridge (1 FLOP/B in FP32 at this clock), the lanes above it. */
	expect("type=fp32,traffic=read,flops=1,form=oneshot", mib / 2, mib / 2 / 16, bus / 16);
	expect("type=fp32,traffic=read,flops=112,form=looped", mib, mib * 7, 256 * 4 * 1e9);
	expect("type=fp32,traffic=copy,flops=16,form=ahead", mib, mib, 256 * 4 * 1e9);
	expect("type=fp64,traffic=read,flops=16,form=looped", mib, mib, 128 * 4 * 1e9);
	expect("type=fp64,traffic=copy,flops=1,form=oneshot", mib, mib / 16, bus / 16);
	expect("type=fp16,traffic=read,flops=32,form=looped", mib, 2 * mib, 512 * 4 * 1e9);
	expect("type=fp16,traffic=copy,flops=1,form=oneshot", mib, mib / 16, bus / 16);
}

OPEN_TEST(metrics_by_hand)
{
	const struct gb_result result = { .value = 5e11, .seconds = 1e-5, .sm_hz = 1.2e9 };
	struct gb_metric m[GB_METRICS_MAX];

	at("type=fp32,traffic=read,flops=64,form=looped");
	assert_int_equal(bench->metrics(&run, &result, m), 3);
	assert_string_equal(m[0].name, "bandwidth");
	assert_int_equal(m[0].kind, GB_TIMES);
	assert_same(m[0].number, 0.25);
	assert_same(m[0].limit, fmin(2 * 1e9 * 4096 / 8, 256 * 4 * 1.2e9 / 4));
	assert_string_equal(m[1].name, "intensity");
	assert_same(m[1].number, 4);
	assert_string_equal(m[2].name, "resident_warps");
	assert_same(m[2].number, 64);
	/* At 16 FLOP/B the lanes are the limit. */
	at("type=fp32,traffic=read,flops=256,form=looped");
	assert_int_equal(bench->metrics(&run, &result, m), 3);
	assert_same(m[0].limit, 256 * 4 * 1.2e9 / 16);
}

/* 24 FLOP per 16 bytes are 1.5 FMAs of pairs per word read. */
OPEN_TEST(parts_of_an_fma_are_skipped)
{
	skipped("type=fp16,traffic=read,flops=24,form=oneshot",
		"24 FLOP per 16 bytes are not a whole number of FMAs per word");
}

/* The ridge of the fake card is 1.5 FLOP/B in FP32. */
OPEN_TEST(forms_have_their_side_of_the_ridge)
{
	skipped("type=fp32,traffic=read,flops=1,form=looped", "the form looped is for intensities above 0.825 FLOP/B");
	skipped("type=fp32,traffic=copy,flops=64,form=oneshot",
		"the form oneshot is for intensities up to 0.825 FLOP/B");
	skipped("type=fp32,traffic=read,flops=64,form=ahead", "instead of loading ahead");
}

/* Each launch continues with the next part of the input, and verify() checks the part of its own launch. */
OPEN_TEST(every_part_is_right)
{
	close_run();
	real_reset();
	fake.l2_bytes = 256 << 10;
	fake.free_bytes = 6 << 20;
	fake.sm_hz = 1e6; /* little time on the roofline: small parts */
	assert_int_equal(open_bench(), 0);
	EXPECT_AT(points[0].point, { "bytes", 1024 * 1024 });
	for (int i = 0; i < 3; i++)
		assert_ok(gb_run_verify(&run), error);
	real_stale_is_caught(&run, points[0].kernel);
}

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

static void add(const char *point, double value, double limit, double sm_hz)
{
	struct gb_row *row = make_row(bench, point, "flop_rate", value);

	row->limit = limit;
	row->sm_hz = sm_hz;
}

/* A bus of 1 TB/s and 16 TFLOP/s in FP32 at 2 GHz: the ridge is at 16 FLOP/B, flops=256. */
TEST(curves_give_ridge_ends_and_corner)
{
	const struct gb_device device = {
		.sm_count = 31, .mem_clock_hz = 1e9, .mem_bus_bits = 4000, .rates = { .fp32 = 16e12 / 31 / 2e9 }
	};

	made_count = 0;
	add("type=fp32,traffic=read,flops=16", 0.95e12, 1e12, 2e9);
	add("type=fp32,traffic=read,flops=64", 3.88e12, 4e12, 2e9); /* a quarter of the ridge is still far */
	add("type=fp32,traffic=read,flops=224", 12e12, 14e12, 1.9e9);
	add("type=fp32,traffic=read,flops=256", 10.8e12, 12e12, 1.5e9); /* at 1.5 GHz the lanes reach 12 TFLOP/s */
	add("type=fp32,traffic=read,flops=1024", 15.5e12, 16e12, 2e9);
	add("type=fp32,traffic=read,flops=8192", 15.8e12, 16e12, 2e9);
	add("type=fp32,traffic=copy,flops=16", 0.9e12, 1e12, 2e9); /* no row near its ridge */
	assert_int_equal(conclude(bench, &device), 6);
	expect_finding("type=fp32,traffic=read", "ridge", 16);
	expect_finding("type=fp32,traffic=read", "memory_end", 0.97);
	expect_finding("type=fp32,traffic=read", "fma_end", 15.8 / 16);
	expect_finding("type=fp32,traffic=copy", "memory_end", 0.9);
	const struct gb_finding *corner = expect_finding("type=fp32,traffic=read,flops=256", "corner", 0.9);
	assert_same(corner->x, 256);
	assert_ptr_equal(corner->from, &made[3]);
	assert_says(corner->remark, "67.5 % of the bus and 90.0 % of the FMA lanes at 1500 MHz");
	assert_says(corner->remark, "The clock falls");
	made[3].sm_hz = 1.99e9;
	conclude(bench, &device);
	assert_says(the_finding("type=fp32,traffic=read,flops=256", "corner")->remark, "The clock holds");
	const struct gb_device unknown = {
		.sm_count = 31, .mem_clock_hz = 1e9, .mem_bus_bits = 4000, .rates = gb_rates_of(0, 0)
	};
	assert_int_equal(conclude(bench, &unknown), 0);
}

TESTS_OF("intensity")
