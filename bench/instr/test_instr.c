/* Tests of `instr` against kernels in C: correct ones pass, and wrong ones are caught by the host's own arithmetic
 * and bounds; its conclusions, by hand. */
#include "instr.h"

#include "made.h"
#include "opened.h"
#include "device/rates.h"
#include "support.h"
#include "test_kernels.h"

/* ---- a point ----------------------------------------------------------------------------------------------------- */

static const struct gb_variant *variant_of(const char *name)
{
	const struct gb_variant *v = bench->variants;

	while (strcmp(v->name, name) != 0)
		v++;
	return v;
}

static void at_point(const char *name, const char *rest)
{
	char text[128];

	snprintf(text, sizeof text, "op=%s,%s", name, rest);
	at(text);
}

static void open_point(const char *variant, const char *name, const char *rest)
{
	static char kernel[64]; /* the fake device keeps its address */

	reset_device();
	fast_math = strcmp(variant, "fast-math") == 0;
	for (op = 0; op < EMULATED && strcmp(emulated[op], name) != 0;)
		op++;
	snprintf(kernel, sizeof kernel, "instr_%s", name);
	fake_kernel(kernel, timed);
	fake_kernel("instr_check", check);
	fake_kernel("instr_compare", compare);
	assert_ok(gb_card_open(&card, &fake_ops, 0, &error), error);
	assert_ok(gb_run_open(&run, &card, bench, variant_of(variant), &error), error);
	at_point(name, rest);
}

static void close_point(void)
{
	assert_int_equal(close_run(NULL), 0);
}

#define LATENCY    "measure=latency"
#define THROUGHPUT "measure=throughput,block=512"

/* One processor does the work of thousands of threads here, and fewer trips show as much. */
static void open_short_point(const char *variant, const char *name, const char *rest)
{
	open_point(variant, name, rest);
	card.work = 0.1;
	at_point(name, rest);
	card.work = 0;
}

static int verify(const char *variant, const char *name, const char *rest)
{
	open_short_point(variant, name, rest);
	const int status = gb_run_verify(&run);
	close_point();
	return status;
}

static void right_kernels_pass(void **state)
{
	(void)state;
	fault = RIGHT;
	ulp = 0;
	for (size_t i = 0; i < EMULATED; i++) {
		if (verify("default", emulated[i], LATENCY) != GB_OK)
			fail_msg("%s: %s", emulated[i], error.text);
		if (i < BREV && verify("fast-math", emulated[i], THROUGHPUT) != GB_OK)
			fail_msg("%s: %s", emulated[i], error.text);
	}
}

static void wrong_ones_are_caught(void **state)
{
	static const struct {
		enum fault fault;
		const char *text;
	} faults[] = {
		{ WRONG_STEP, "verify: seed 0, record 0: of " },
		{ WRONG_RECORD, "verify: seed 255, record 31: of " },
		{ WRONG_START, "verify: seed 0 started from " },
		{ STEPS_LEFT_OUT, "threads are wrong, the first at " },
		{ WRONG_THREAD, "verify: 1 of 32768 threads are wrong, the first at 32765" },
		{ HALF_COMPARED, "verify: the check looked at 16384 of 32768 threads" },
	};

	(void)state;
	ulp = 0;
	for (size_t f = 0; f < sizeof faults / sizeof faults[0]; f++)
		for (size_t i = 0; i < EMULATED; i++) {
			fault = faults[f].fault;
			if (verify("default", emulated[i], THROUGHPUT) != GB_FAILED)
				fail_msg("%s: fault %d passes", emulated[i], (int)fault);
			assert_says(error.text, faults[f].text);
		}
	fault = RIGHT;
}

/* Leftovers of an earlier verification must not pass for any of the three results of a later one. */
static void stale_results_are_caught(void **state)
{
	(void)state;
	ulp = 0;
	open_point("default", "iadd", THROUGHPUT);
	for (enum fault stale = NO_ENDS; stale <= NO_STEPS; stale++) {
		fault = RIGHT;
		assert_ok(gb_run_verify(&run), error);
		fault = stale;
		if (gb_run_verify(&run) != GB_FAILED)
			fail_msg("fault %d passes", (int)stale);
		gb_error_clear(&error);
	}
	fault = RIGHT;
	close_point();
}

/* The C++ programming guide: expf within 2 ulp, with -use_fast_math 3 for numbers up to 1; a / x exact, with it 2. */
static void approximations_are_held_to_their_bounds(void **state)
{
	static const struct {
		const char *variant, *op;
		unsigned int passes; /* ulps */
	} bounds[] = {
		{ "default", "exp", 2 },      { "fast-math", "exp", 3 },     { "default", "fdiv", 0 },
		{ "fast-math", "fdiv", 2 },   { "default", "sqrt_fast", 0 }, { "default", "pow", 4 },
		{ "default", "mufu_rcp", 1 }, { "default", "rcp", 0 },       { "default", "sincos", 3 },
		{ "default", "tanh", 2 },     { "ftz", "fdiv", 0 },          { "no-prec-sqrt", "fdiv", 0 },
		{ "no-prec-div", "fdiv", 2 }, { "no-prec-div", "exp", 2 },
	};

	(void)state;
	fault = RIGHT;
	for (size_t i = 0; i < sizeof bounds / sizeof bounds[0]; i++) {
		ulp = bounds[i].passes;
		if (verify(bounds[i].variant, bounds[i].op, LATENCY) != GB_OK)
			fail_msg("%s %s: %s", bounds[i].variant, bounds[i].op, error.text);
		ulp = bounds[i].passes + 2;
		if (verify(bounds[i].variant, bounds[i].op, LATENCY) != GB_FAILED)
			fail_msg("%s %s may be %u ulps off", bounds[i].variant, bounds[i].op, ulp);
	}
	ulp = 0;
}

static double ulps_off(const char *name, unsigned int off)
{
	double found;

	ulp = off;
	open_short_point("default", name, LATENCY);
	assert_same(metric("ulps_off"), -1); /* nothing was verified yet */
	assert_ok(gb_run_verify(&run), error);
	found = metric("ulps_off");
	ulp = 0;
	close_point();
	return found;
}

/* A correctly rounded result differs by at most half an ulp from the true value, and nearly reaches that in 8192
 * steps. */
static void the_farthest_of_an_approximation_is_told(void **state)
{
	(void)state;
	fault = RIGHT;
	assert_near(ulps_off("exp", 0), 0.5, 0.01);
	assert_near(ulps_off("exp", 2), 2.5, 0.01);
	assert_near(ulps_off("fdiv", 0), 0.5, 0.01);
	assert_same(ulps_off("iadd", 0), -1);
	assert_same(ulps_off("dfma", 0), -1);
}

/* ---- numbers by hand --------------------------------------------------------------------------------------------- */

/* 4 SMs with 4 blocks of 512 threads, 4 times over; 2 passes of 32 trips. 9.0 multiplies 64 integers per clock and
 * SM. */
static void throughput_by_hand(void **state)
{
	struct gb_metric out[GB_METRICS_MAX];
	const struct gb_result result = { .value = 3.6e11, .sm_hz = 1.5e9 };

	(void)state;
	open_point("default", "imad", THROUGHPUT);
	assert_same(bench->cost(&run).ops, 4.0 * 4 * 512 * 4 * 2 * 32 * body_of("imad"));
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
	close_point();
}

/* One warp runs both loops, 2 passes of 64 trips. The kernel above reports 17 cycles per step. */
static void latency_by_hand(void **state)
{
	struct gb_metric out[GB_METRICS_MAX];
	const struct gb_result result = { .value = 17, .sm_hz = 1.7e9 };
	double cycles;

	(void)state;
	open_point("default", "sqrt_fast", LATENCY);
	assert_same(bench->cost(&run).ops, 32.0 * 2 * 64 * 1.5 * body_of("sqrt_fast"));
	assert_same(bench->limit(&run, &card.device, 1.5e9), NAN);
	assert_int_equal(gb_run_quantity(&run), GB_CYCLES);
	assert_ok(bench->launch(&run), error);
	assert_ok(bench->observe(&run, &cycles), error);
	assert_same(cycles, 17);
	assert_int_equal(bench->metrics(&run, &result, out), 1);
	assert_string_equal(out[0].unit, "s");
	assert_same(out[0].number * result.value, 1e-8);
	close_point();
}

/* 8.0 has no instruction for it, and a variant with flags has no study. */
static void conversions_to_fp8_begin_with_9_0(void **state)
{
	(void)state;
	open_point("default", "h2e4m3", LATENCY);
	card.device.cc_major = 8;
	skipped("op=f2e4m3,measure=latency", "need compute capability 9.0");
	card.device.cc_major = 9;
	at("op=f2e4m3,measure=latency");
	close_point();
	assert_null(strstr(variant_of("fast-math")->points, "popc"));
	assert_non_null(strstr(bench->deep, "op=popc,clz,"));
	assert_null(strstr(bench->deep, "ffma"));
}

/* 7.0 has no instruction for it. */
static void approximate_tangents_begin_with_7_5(void **state)
{
	(void)state;
	open_point("default", "tanh_fast", LATENCY);
	card.device.cc_major = 7;
	card.device.cc_minor = 0;
	skipped("op=tanh_fast,measure=latency", "needs compute capability 7.5");
	card.device.cc_minor = 5;
	at("op=tanh_fast,measure=latency");
	close_point();
}

static void limits_by_hand(void **state)
{
	static const struct {
		const char *op;
		int cc;
		double per_clock;
	} limits[] = {
		{ "fadd", 90, 128 },   { "dfma", 90, 64 },     { "hfma2", 90, 128 },   { "dp4a", 90, 64 },
		{ "shift", 90, 64 },   { "mufu_ex2", 90, 16 }, { "exp_fast", 90, 16 }, { "udiv", 90, NAN },
		{ "iadd", 90, 128 },   { "iadd", 80, NAN },    { "i2f", 90, 64 },      { "f2i", 90, 16 },
		{ "d2i", 90, 8 },      { "f2h", 86, NAN },     { "fadd", 80, 64 },     { "dfma", 86, 2 },
		{ "shift", 120, NAN }, { "popc", 90, 16 },     { "viaddmax", 90, 64 }, { "viaddmax", 80, NAN },
		{ "iadd64", 90, 64 },  { "shift64", 90, 32 },  { "h2e4m3", 90, 32 },   { "udiv64", 90, NAN },
	};

	(void)state;
	for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
		open_point("default", limits[i].op, LATENCY);
		struct gb_device device = card.device;
		close_point();
		open_point("default", limits[i].op, THROUGHPUT);
		device.cc_major = limits[i].cc / 10;
		device.rates = gb_rates_of(limits[i].cc / 10, limits[i].cc % 10);
		assert_same(bench->limit(&run, &device, 1e9), limits[i].per_clock * 4e9);
		close_point();
	}
}

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

static void slowdowns_by_hand(void **state)
{
	static const struct given given[] = {
		{ "default", "op=sin,measure=throughput,block=512", "op_rate", 2e11 },
		{ "default", "op=sin_fast,measure=throughput,block=1024", "op_rate", 7e11 },
		{ "default", "op=sin_fast,measure=throughput,block=512", "op_rate", 6.9e11 }, /* the best row counts */
		{ "fast-math", "op=sin,measure=throughput,block=512", "op_rate", 6e11 },
		{ "no-prec-div", "op=fdiv,measure=latency", "cycles", 30 },
		{ "default", "op=fdiv,measure=latency", "cycles", 45 },
		{ "default", "op=udiv,measure=latency", "cycles", 120 },
		{ "default", "op=shift,measure=latency", "cycles", 4 },
		{ "default", "op=promoted,measure=latency", "cycles", 48 }, /* and nothing to compare it with */
	};

	(void)state;
	assert_int_equal(bench->conclude(NULL, NULL, 0, finding), 0);
	make_rows(bench, given, sizeof given / sizeof given[0]);
	made[0].metric = "ops_per_clock_sm"; /* as metrics of a point: ignored */
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(right_kernels_pass),
		T(wrong_ones_are_caught),
		T(stale_results_are_caught),
		T(approximations_are_held_to_their_bounds),
		T(the_farthest_of_an_approximation_is_told),
		T(throughput_by_hand),
		T(latency_by_hand),
		T(limits_by_hand),
		T(approximate_tangents_begin_with_7_5),
		T(conversions_to_fp8_begin_with_9_0),
		T(slowdowns_by_hand),
	};
	return run_tests_of("instr", tests);
}
