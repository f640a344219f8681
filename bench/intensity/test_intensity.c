/* The checks, the arithmetic and the conclusions of `intensity`, with kernels in C on the fake device. */
#include "device/rates.h"
#include "made.h"
#include "intensity.h"
#include "real.h"

BENCH_MODELS(intensity);

static const struct {
	const char *point, *kernel, *check;
} points[] = {
	{ "type=fp32,traffic=read,flops=112,form=looped", "intensity_fp32_read_u8_a0_s14",
	  "intensity_fp32_read_u8_check" },
	{ "type=fp32,traffic=read,flops=1,form=oneshot", "intensity_fp32_read_u4_a0_s0",
	  "intensity_fp32_read_u4_check" },
	{ "type=fp32,traffic=read,flops=320,form=looped", "intensity_fp32_read_u8_a0_s10",
	  "intensity_fp32_read_u8_check" },
	{ "type=fp32,traffic=copy,flops=16,form=ahead", "intensity_fp32_copy_u4_a1_s1",
	  "intensity_fp32_copy_u4_check" },
	{ "type=fp64,traffic=read,flops=2,form=oneshot", "intensity_fp64_read_u4_a0_s0",
	  "intensity_fp64_read_u4_check" },
	{ "type=fp64,traffic=read,flops=16,form=looped", "intensity_fp64_read_u8_a0_s1",
	  "intensity_fp64_read_u8_check" },
	{ "type=fp64,traffic=copy,flops=1,form=oneshot", "intensity_fp64_copy_u2_a0_s0",
	  "intensity_fp64_copy_u2_check" },
	{ "type=fp16,traffic=read,flops=32,form=looped", "intensity_fp16_read_u8_a0_s1",
	  "intensity_fp16_read_u8_check" },
	{ "type=fp16,traffic=copy,flops=1,form=oneshot", "intensity_fp16_copy_u2_a0_s0",
	  "intensity_fp16_copy_u2_check" },
	{ "type=fp64,traffic=copy,flops=160,form=ahead", "intensity_fp64_copy_u4_a1_s20",
	  "intensity_fp64_copy_u4_check" },
	{ "type=fp16,traffic=copy,flops=192,form=looped", "intensity_fp16_copy_u4_a0_s24",
	  "intensity_fp16_copy_u4_check" },
};
enum { POINTS = sizeof points / sizeof points[0] };

/* ---- a run of one point ------------------------------------------------------------------------------------------ */

static struct gb_plugins plugins; /* of all tests: to load them takes longer than most */
static const struct gb_bench *bench;
static struct gb_card card;
static struct gb_run run;
static struct gb_error error;

/* 40 % of 3 MiB leave 1 MiB each way. */
static int open_point(const char *text)
{
	bench = gb_plugins_find(&plugins, "intensity");
	assert_non_null(bench);
	const struct gb_point point = real_point(bench, text);
	assert_ok(gb_card_open(&card, &fake_ops, 0, &error), error);
	assert_ok(gb_run_open(&run, &card, bench, &bench->variants[0], &error), error);
	return gb_run_point(&run, &point);
}

static void close_point(void)
{
	gb_run_close(&run);
	gb_card_close(&card);
}

static int start(void **state)
{
	(void)state;
	real_reset();
	fake.free_bytes = 3 << 20;
	fake.l2_bytes = 256 << 10;
	gb_error_clear(&error);
	return 0;
}

static int end(void **state)
{
	(void)state;
	return fake_reset() ? 0 : -1;
}

enum kernels { RIGHT, WRONG, MISSING, MISROUNDING };

static size_t current; /* of `points` */

static double one_wrong_word(struct gb_shape shape, const void *args)
{
	const struct intensity_args *a = args;

	real_model(points[current].kernel, shape, args);
	((unsigned int *)a->out)[2000] ^= 1;
	return 0;
}

/* All results are wrong, and the check of the device finds them right. */
static void turn_results(const void *out)
{
	for (size_t slot = 0; slot < FAKE_SLOTS; slot++) {
		uint64_t bytes;
		char *at = fake_allocation(slot, &bytes);
		for (char *word = (char *)(uintptr_t)out; at != NULL && word >= at && word < at + bytes; word += 4)
			*word ^= 1;
	}
}

static double misrounding(struct gb_shape shape, const void *args)
{
	real_model(points[current].kernel, shape, args);
	turn_results(((const struct intensity_args *)args)->out);
	return 0;
}

static double misrounding_check(struct gb_shape shape, const void *args)
{
	const struct intensity_check_args *c = args;

	turn_results(c->out);
	real_model(points[current].check, shape, args);
	turn_results(c->out);
	return 0;
}

static int verify(size_t i, enum kernels kernels)
{
	static fake_kernel_fn *const by_kind[] = {
		[WRONG] = one_wrong_word, [MISSING] = real_idle, [MISROUNDING] = misrounding
	};
	void *state = NULL;

	assert_int_equal(end(&state) + start(&state), 0);
	/* One SM as fast as all of them: each of its warps has more tiles, of the same bytes. */
	fake.sm_hz *= fake.sms;
	fake.sms = 1;
	current = i;
	fake_kernel(points[i].kernel, by_kind[kernels]);
	fake_kernel(points[i].check, kernels == MISROUNDING ? misrounding_check : NULL);
	assert_ok(open_point(points[i].point), error);
	const int status = gb_run_verify(&run);
	close_point();
	return status;
}

static void right_kernels_pass(void **state)
{
	(void)state;
	for (size_t i = 0; i < POINTS; i++)
		if (verify(i, RIGHT) != GB_OK)
			fail_msg("%s: %s", points[i].point, error.text);
}

static void kernels_that_do_not_run_are_caught(void **state)
{
	(void)state;
	for (size_t i = 0; i < POINTS; i++)
		if (verify(i, MISSING) != GB_FAILED)
			fail_msg("%s passes", points[i].point);
}

static void one_wrong_result_is_caught(void **state)
{
	(void)state;
	for (size_t i = 0; i < POINTS; i++) {
		if (verify(i, WRONG) != GB_FAILED)
			fail_msg("%s passes", points[i].point);
		assert_says(error.text, "verify: 1 of ");
	}
}

/* Its check is a kernel too, and agrees: the host alone finds out. */
static void a_device_that_computes_otherwise_is_caught(void **state)
{
	(void)state;
	for (size_t i = 0; i < POINTS; i++) {
		if (verify(i, MISROUNDING) != GB_FAILED)
			fail_msg("%s passes", points[i].point);
		assert_says(error.text, "verify: chain 0 of thread 0 ends in ");
	}
}

/* ---- by hand ----------------------------------------------------------------------------------------------------- */

/* The card has 4 SMs and 2 x 1 GHz x 4096 bit. A launch moves whole rounds of all warps, within
 * the 1 MiB each way, and half of it where possible. */
static void expect(const char *text, double bytes, double ops, double limit)
{
	assert_ok(open_point(text), error);
	assert_same(bench->cost(&run).bytes, bytes);
	assert_same(bench->cost(&run).ops, ops);
	assert_same(bench->limit(&run, gb_device(&run), 1e9), limit);
	close_point();
}

static void cost_and_limit_by_hand(void **state)
{
	const double mib = 1024 * 1024, bus = 2 * 1e9 * 4096 / 8;

	(void)state;
	/* The bus limits below the ridge (1 FLOP/B in FP32 at this clock), the lanes above it. */
	expect("type=fp32,traffic=read,flops=1,form=oneshot", mib / 2, mib / 2 / 16, bus / 16);
	expect("type=fp32,traffic=read,flops=112,form=looped", mib, mib * 7, 256 * 4 * 1e9);
	expect("type=fp32,traffic=copy,flops=16,form=ahead", mib, mib, 256 * 4 * 1e9);
	expect("type=fp64,traffic=read,flops=16,form=looped", mib, mib, 128 * 4 * 1e9);
	expect("type=fp64,traffic=copy,flops=1,form=oneshot", mib, mib / 16, bus / 16);
	expect("type=fp16,traffic=read,flops=32,form=looped", mib, 2 * mib, 512 * 4 * 1e9);
	expect("type=fp16,traffic=copy,flops=1,form=oneshot", mib, mib / 16, bus / 16);
}

static void metrics_by_hand(void **state)
{
	const struct gb_result result = { .value = 5e11, .seconds = 1e-5, .sm_hz = 1.2e9 };
	struct gb_metric m[GB_METRICS_MAX];

	(void)state;
	assert_ok(open_point("type=fp32,traffic=read,flops=64,form=looped"), error);
	assert_int_equal(bench->metrics(&run, &result, m), 3);
	assert_string_equal(m[0].name, "bandwidth");
	assert_int_equal(m[0].kind, GB_TIMES);
	assert_same(m[0].number, 0.25);
	assert_same(m[0].limit, fmin(2 * 1e9 * 4096 / 8, 256 * 4 * 1.2e9 / 4));
	assert_string_equal(m[1].name, "intensity");
	assert_same(m[1].number, 4);
	assert_string_equal(m[2].name, "resident_warps");
	assert_same(m[2].number, 64);
	close_point();
	/* At 16 FLOP/B the lanes are the bottleneck before the bus is. */
	assert_ok(open_point("type=fp32,traffic=read,flops=256,form=looped"), error);
	assert_int_equal(bench->metrics(&run, &result, m), 3);
	assert_same(m[0].limit, 256 * 4 * 1.2e9 / 16);
	close_point();
}

/* 24 FLOP per 16 bytes are 1.5 FMAs of pairs per word read. */
static void parts_of_an_fma_are_skipped(void **state)
{
	(void)state;
	assert_int_equal(open_point("type=fp16,traffic=read,flops=24,form=oneshot"), GB_SKIPPED);
	assert_says(error.text, "24 FLOP per 16 bytes are not a whole number of FMAs per word");
	close_point();
}

/* The ridge of the fake card is 1.5 FLOP/B in FP32. */
static void forms_have_their_side_of_the_ridge(void **state)
{
	(void)state;
	assert_int_equal(open_point("type=fp32,traffic=read,flops=1,form=looped"), GB_SKIPPED);
	assert_says(error.text, "the form looped is for intensities above 0.825 FLOP/B");
	close_point();
	gb_error_clear(&error);
	assert_int_equal(open_point("type=fp32,traffic=copy,flops=64,form=oneshot"), GB_SKIPPED);
	assert_says(error.text, "the form oneshot is for intensities up to 0.825 FLOP/B");
	close_point();
	gb_error_clear(&error);
	assert_int_equal(open_point("type=fp32,traffic=read,flops=64,form=ahead"), GB_SKIPPED);
	assert_says(error.text, "instead of loading ahead");
	close_point();
}

/* Each launch continues with the next part of the input, and verify() checks the part of its own launch. */
static void every_part_is_right(void **state)
{
	(void)state;
	fake.free_bytes = 6 << 20;
	fake.sm_hz = 1e6; /* little time on the roofline: small parts */
	assert_ok(open_point("type=fp32,traffic=read,flops=112,form=looped"), error);
	assert_same(bench->cost(&run).bytes, 1024 * 1024);
	for (int i = 0; i < 3; i++)
		assert_ok(gb_run_verify(&run), error);
	real_stale_is_caught(&run, "intensity_fp32_read_u8_a0_s14");
	close_point();
}

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

static void add(const char *point, double value, double limit, double sm_hz)
{
	struct gb_row *row = make_row(bench, point, "flop_rate", value);

	row->limit = limit;
	row->sm_hz = sm_hz;
}

/* A bus of 1 TB/s and 16 TFLOP/s in FP32 at 2 GHz: the ridge is at 16 FLOP/B, flops=256. */
static void curves_give_ridge_ends_and_corner(void **state)
{
	const struct gb_device device = {
		.sm_count = 31, .mem_clock_hz = 1e9, .mem_bus_bits = 4000, .rates = { .fp32 = 16e12 / 31 / 2e9 }
	};

	(void)state;
	bench = gb_plugins_find(&plugins, "intensity");
	made_count = 0;
	add("type=fp32,traffic=read,flops=16", 0.95e12, 1e12, 2e9);
	add("type=fp32,traffic=read,flops=64", 3.88e12, 4e12, 2e9); /* a quarter of the ridge: still far */
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
	/* Where the card's rates are not known there is no ridge. */
	const struct gb_device unknown = {
		.sm_count = 31, .mem_clock_hz = 1e9, .mem_bus_bits = 4000, .rates = gb_rates_of(0, 0)
	};
	assert_int_equal(conclude(bench, &unknown), 0);
}

#define C(name) cmocka_unit_test_setup_teardown(name, start, end)

int main(void)
{
	plugins = real_plugins();
	RUN(C(right_kernels_pass), C(kernels_that_do_not_run_are_caught), C(one_wrong_result_is_caught),
	    C(a_device_that_computes_otherwise_is_caught), C(cost_and_limit_by_hand), C(metrics_by_hand),
	    C(parts_of_an_fma_are_skipped), C(forms_have_their_side_of_the_ridge), C(every_part_is_right),
	    C(curves_give_ridge_ends_and_corner));
}
