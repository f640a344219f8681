/* Tests of `instr`: its models pass, the host's own arithmetic and bounds notice wrong steps, and its conclusions. */
#include "instr.h"

#include "device/rates.h"
#include "made.h"
#include "verified.h"

#define LATENCY    "measure=latency"
#define THROUGHPUT "measure=throughput,block=512"
#define BOTH(op)                                       \
	{ "op=" #op "," LATENCY, "instr_" #op },       \
	{                                              \
		"op=" #op "," THROUGHPUT, "instr_" #op \
	}

static const struct verified points[] = {
	BOTH(iadd), BOTH(imad), BOTH(fdiv), BOTH(sqrt_fast), BOTH(exp),    BOTH(sincos),        BOTH(tanh),
	BOTH(dfma), BOTH(brev), BOTH(prmt), BOTH(viaddmax),  BOTH(iadd64), BOTH(viaddmax_16x2),
};
enum { IADD_THROUGHPUT = 1 };
static const struct verified_points verified = { points, sizeof points / sizeof points[0] };
static const struct verified_device verified_device = { .work = 0.1 };

/* ---- a point ----------------------------------------------------------------------------------------------------- */

static void at_op(const char *op, const char *rest)
{
	char text[128];

	snprintf(text, sizeof text, "op=%s,%s", op, rest);
	at_with_less_work(text);
}

static void open_variant(const char *variant)
{
	gb_run_close(&run);
	assert_ok(gb_run_open(&run, &card, bench, variant_of(variant), &error), error);
}

/* ---- verification ------------------------------------------------------------------------------------------------ */

enum { WRONG_STEP = 1, WRONG_RECORD, WRONG_START, TRIP_LEFT_OUT, HALF_COMPARED, NO_STEP, NO_END };

static double check(struct gb_shape shape, const void *args)
{
	struct instr_step *step = ((const struct instr_check_args *)args)->steps;
	uint32_t *end = ((const struct instr_check_args *)args)->expected;
	const size_t last = INSTR_SEEDS * INSTR_RECORDED - 1;
	const struct instr_step step_before = *step;
	const uint32_t end_before = *end;

	real_model("instr_check", shape, args);
	for (size_t i = 0; i <= last && fault == WRONG_STEP; i++)
		step[i].after ^= 1u << 20;
	if (fault == WRONG_RECORD)
		step[last].after ^= 1u << 20;
	if (fault == WRONG_START)
		step[0].before ^= 2;
	if (fault == NO_STEP)
		*step = step_before;
	if (fault == NO_END)
		*end = end_before;
	return 0;
}

static double compare(struct gb_shape shape, const void *args)
{
	struct instr_compare_args less = *(const struct instr_compare_args *)args;

	less.threads /= fault == HALF_COMPARED ? 2 : 1;
	real_model("instr_compare", shape, &less);
	return 0;
}

static const char *op_timed;
static double timed(struct gb_shape shape, const void *args)
{
	struct instr_args less = *(const struct instr_args *)args;

	less.trips -= fault == TRIP_LEFT_OUT;
	real_model(op_timed, shape, &less);
	return 0;
}

OPEN_TEST(wrong_ones_are_caught)
{
	static const char *const words[] = {
		[WRONG_STEP] = "verify: seed 0, record 0: the step from ",
		[WRONG_RECORD] = "verify: seed 255, record 31: the step from ",
		[WRONG_START] = "verify: seed 0 started from ",
		[TRIP_LEFT_OUT] = "threads are wrong, the first at 0",
		[HALF_COMPARED] = "verify: the check looked at 16384 of 32768 threads",
	};

	fake_kernel("instr_check", check);
	fake_kernel("instr_compare", compare);
	for (size_t i = IADD_THROUGHPUT; i < verified.count; i += 2)
		for (fault = 1; fault <= HALF_COMPARED; fault++) {
			op_timed = points[i].kernel;
			if (verify_by(&points[i], timed) != GB_FAILED)
				fail_msg("%s: fault %d passes", points[i].point, fault);
			assert_says(error.text, words[fault]);
		}
	fault = 0;
	expect_wrong_word_says(IADD_THROUGHPUT, "verify: 1 of 32768 threads are wrong, the first at 32767");
}

/* An earlier check has left the right values. */
OPEN_TEST(what_the_check_does_not_write_is_caught)
{
	fake_kernel("instr_check", check);
	expect_right(points[IADD_THROUGHPUT].point);
	fault = NO_STEP;
	expect_check_says("verify: seed 0 started from 0xdddddddd");
	fault = NO_END;
	expect_check_says("threads are wrong, the first at 0");
}

static uint32_t ulps; /* excess of recorded results */

static double check_off(struct gb_shape shape, const void *args)
{
	struct instr_step *step = ((const struct instr_check_args *)args)->steps;

	real_model("instr_check", shape, args);
	for (size_t i = 0; i < (size_t)INSTR_SEEDS * INSTR_RECORDED; i++)
		step[i].after += ulps;
	return 0;
}

static int verify_off(const char *op, uint32_t off)
{
	fake_kernel("instr_check", check_off);
	ulps = off;
	at_op(op, LATENCY);
	return gb_run_verify(&run);
}

/* The C++ programming guide allows expf 2 ulp, with -use_fast_math 3 for numbers up to 1. a / x is exact, with the flag
 * within 2 ulp. */
OPEN_TEST(approximations_are_held_to_their_bounds)
{
	static const struct {
		const char *variant, *op;
		uint32_t passes; /* largest error that passes, in ulps */
	} bounds[] = {
		{ "default", "exp", 2 },      { "fast-math", "exp", 3 },     { "default", "fdiv", 0 },
		{ "fast-math", "fdiv", 2 },   { "default", "sqrt_fast", 0 }, { "default", "pow", 4 },
		{ "default", "mufu_rcp", 1 }, { "default", "rcp", 0 },       { "default", "sincos", 3 },
		{ "default", "tanh", 2 },     { "ftz", "fdiv", 0 },          { "no-prec-sqrt", "fdiv", 0 },
		{ "no-prec-div", "fdiv", 2 }, { "no-prec-div", "exp", 2 },
	};

	for (size_t i = 0; i < sizeof bounds / sizeof bounds[0]; i++) {
		open_variant(bounds[i].variant);
		if (verify_off(bounds[i].op, bounds[i].passes) != GB_OK)
			fail_msg("%s %s: %s", bounds[i].variant, bounds[i].op, error.text);
		if (verify_off(bounds[i].op, bounds[i].passes + 2) != GB_FAILED)
			fail_msg("%s %s may be %u ulps off", bounds[i].variant, bounds[i].op, ulps);
	}
}

static double ulps_off(const char *op, uint32_t off)
{
	at_op(op, LATENCY);
	assert_same(metric("ulps_off"), -1); /* nothing was verified yet */
	assert_int_equal(verify_off(op, off), GB_OK);
	return metric("ulps_off");
}

/* A correctly rounded result is within half an ulp of the true value, and the farthest of 8192 steps nearly reaches
 * this distance. */
OPEN_TEST(the_farthest_of_an_approximation_is_told)
{
	assert_near(ulps_off("exp", 0), 0.5, 0.01);
	assert_near(ulps_off("exp", 2), 2.5, 0.01);
	assert_near(ulps_off("fdiv", 0), 0.5, 0.01);
	assert_same(ulps_off("iadd", 0), -1);
	assert_same(ulps_off("dfma", 0), -1);
}

OPEN_TEST(a_variant_has_its_own_bodies)
{
	open_variant("fast-math");
	at_op("sincos", THROUGHPUT);
	assert_ok(gb_run_verify(&run), error);
}

/* ---- numbers by hand --------------------------------------------------------------------------------------------- */

/* 4 SMs with 4 blocks of 512 threads, 4 times over, make 2 passes of 32 trips. Compute capability 9.0 multiplies 64
 * integers per clock and SM. */
OPEN_TEST(throughput_by_hand)
{
	struct gb_metric out[GB_METRICS_MAX];
	const struct gb_result result = { .value = 3.6e11, .sm_hz = 1.5e9 };

	EXPECT_AT("op=imad," THROUGHPUT, { "ops", 4.0 * 4 * 512 * 4 * 2 * 32 * 256 });
	assert_same(bench->limit(&run, &card.device, 1.5e9), 64 * 4 * 1.5e9);
	assert_int_equal(gb_run_quantity(&run), GB_OPS);
	assert_int_equal(bench->metrics(&run, &result, out), 2);
	assert_string_equal(out[0].name, "ops_per_clock_sm");
	assert_int_equal(out[0].kind, GB_TIMES);
	assert_same(out[0].number * result.value, 60);
	assert_same(out[0].limit, 64);
	assert_string_equal(out[1].name, "cycles_per_warp");
	assert_int_equal(out[1].kind, GB_OVER);
	assert_same(out[1].number / result.value, 32.0 / 60);
	assert_same(out[1].limit, 0.5);
	assert_int_equal(bench->metrics(&run, &(struct gb_result){ .value = 1 }, out), 0);
}

/* Both conversions use the same unit: a trip of 32 steps has 64 conversions. */
OPEN_TEST(conversions_by_hand)
{
	EXPECT_AT("op=d2f," THROUGHPUT, { "ops", 4.0 * 4 * 512 * 4 * 2 * 32 * 32 * 2 });
	assert_same(bench->limit(&run, &card.device, 1.5e9), 16 * 4 * 1.5e9);
}

/* One warp runs both loops in 2 passes of 64 trips. The model reports 4 cycles per step. */
OPEN_TEST(latency_by_hand)
{
	struct gb_metric out[GB_METRICS_MAX];
	const struct gb_result result = { .value = 17, .sm_hz = 1.7e9 };
	double cycles;

	EXPECT_AT("op=sqrt_fast," LATENCY, { "ops", 32.0 * 2 * 64 * 1.5 * 64 });
	assert_same(bench->limit(&run, &card.device, 1.5e9), NAN);
	assert_int_equal(gb_run_quantity(&run), GB_CYCLES);
	assert_ok(bench->launch(&run), error);
	assert_ok(bench->observe(&run, &cycles), error);
	assert_same(cycles, 4);
	assert_int_equal(bench->metrics(&run, &result, out), 1);
	assert_string_equal(out[0].unit, "s");
	assert_same(out[0].number * result.value, 1e-8);
}

/* 8.0 has no such instruction, and a variant with flags has no study. */
OPEN_TEST(conversions_to_fp8_begin_with_9_0)
{
	card.device.cc_major = 8;
	skipped("op=f2e4m3,measure=latency", "need compute capability 9.0");
	card.device.cc_major = 9;
	at("op=f2e4m3,measure=latency");
	assert_null(strstr(variant_of("fast-math")->points, "popc"));
	assert_non_null(strstr(bench->deep, "op=popc,clz,"));
	assert_null(strstr(bench->deep, "ffma"));
}

/* 7.0 has no such instruction. */
OPEN_TEST(approximate_tangents_begin_with_7_5)
{
	card.device.cc_major = 7;
	card.device.cc_minor = 0;
	skipped("op=tanh_fast,measure=latency", "needs compute capability 7.5");
	card.device.cc_minor = 5;
	at("op=tanh_fast,measure=latency");
}

OPEN_TEST(limits_by_hand)
{
	static const struct {
		const char *op;
		int cc;
		double per_clock;
	} limits[] = {
		{ "fadd", 90, 128 },   { "dfma", 90, 64 },     { "hfma2", 90, 128 },   { "dp4a", 90, 64 },
		{ "shift", 90, 64 },   { "mufu_ex2", 90, 16 }, { "exp_fast", 90, 16 }, { "udiv", 90, NAN },
		{ "iadd", 90, 128 },   { "iadd", 80, NAN },    { "i2f", 90, 64 },      { "f2i", 90, 16 },
		{ "d2i", 90, 16 },     { "f2h", 86, NAN },     { "fadd", 80, 64 },     { "dfma", 86, 2 },
		{ "shift", 120, NAN }, { "popc", 90, 16 },     { "viaddmax", 90, 64 }, { "viaddmax", 80, NAN },
		{ "iadd64", 90, 64 },  { "shift64", 90, 32 },  { "h2e4m3", 90, 32 },   { "udiv64", 90, NAN },
	};

	for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
		struct gb_device device = card.device;
		at_op(limits[i].op, THROUGHPUT);
		device.cc_major = limits[i].cc / 10;
		device.rates = gb_rates_of(limits[i].cc / 10, limits[i].cc % 10);
		assert_same(bench->limit(&run, &device, 1e9), limits[i].per_clock * 4e9);
	}
}

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

TEST(slowdowns_by_hand)
{
	MAKE_ROWS(
		{ "default", "op=sin,measure=throughput,block=512", "op_rate", 2e11 },
		{ "default", "op=sin_fast,measure=throughput,block=1024", "op_rate", 7e11 },
		{ "default", "op=sin_fast,measure=throughput,block=512", "op_rate", 6.9e11 }, /* the best row counts */
		{ "fast-math", "op=sin,measure=throughput,block=512", "op_rate", 6e11 },
		{ "no-prec-div", "op=fdiv,measure=latency", "cycles", 30 },
		{ "default", "op=fdiv,measure=latency", "cycles", 45 },
		{ "default", "op=udiv,measure=latency", "cycles", 120 },
		{ "default", "op=shift,measure=latency", "cycles", 4 },
		{ "default", "op=promoted,measure=latency", "cycles", 48 } /* no peer */);
	made[0].metric = "ops_per_clock_sm"; /* metrics of a point are ignored */
	assert_int_equal(conclude(bench, NULL), 2);
	made[0].metric = "op_rate";
	assert_int_equal(conclude(bench, NULL), 4);
	assert_string_equal(finding[0].point, "op=udiv,measure=latency");
	assert_string_equal(finding[0].metric, "slowdown");
	assert_string_equal(finding[0].remark, "udiv against shift");
	assert_same(finding[0].value, 30);
	assert_same(finding[0].lo, 30 * 0.9 / 1.1);
	assert_same(finding[0].hi, 30 * 1.1 / 0.9);
	assert_ptr_equal(finding[0].from, &made[6]);
	assert_string_equal(finding[1].point, "op=fdiv,measure=latency");
	assert_string_equal(finding[1].metric, "no_prec_div_gain");
	assert_string_equal(finding[1].remark, "fdiv against the same with -prec-div=false");
	assert_same(finding[1].value, 1.5);
	assert_string_equal(finding[2].point, "op=sin,measure=throughput");
	assert_string_equal(finding[2].remark, "sin against sin_fast");
	assert_same(finding[2].value, 3.5);
	assert_string_equal(finding[3].metric, "fast_math_gain");
	assert_string_equal(finding[3].remark, "sin against the same with -use_fast_math");
	assert_same(finding[3].value, 3);
	assert_null(finding[3].roof);
}

TESTS_OF("instr")
