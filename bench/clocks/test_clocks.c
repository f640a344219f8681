/* Tests of `clocks`: its checks against kernels in C, the reports of its blocks, and its conclusions, by hand. */
#include "../common/number_formats.h"
#include "clocks.h"
#include "made.h"
#include "verified.h"

/* ---- kernels in C ------------------------------------------------------------------------------------------------ */

enum { A_SUM = 1, A_SUM_OF_THE_LAST_BLOCK, A_ROUND, ONE_SM, TOO_SOON, NO_CYCLES, NO_TIME, FAULTS = NO_TIME, A_BLOCK };

/* Working SM number i runs at 1 GHz less i MHz. */
static void tell_spans(struct gb_shape shape, const struct clocks_args *a)
{
	for (unsigned int i = 0; i < shape.grid - (fault == A_BLOCK); i++) {
		const unsigned long long took = a->nanoseconds + 10;
		a->spans[i] = (struct clocks_span){ took - took * i / 1000, took, 2ULL * i };
	}
	not_checked(a->spans, shape.grid * sizeof *a->spans);
	if (fault == ONE_SM)
		a->spans[shape.grid - 1].sm = 0;
	if (fault == TOO_SOON)
		a->spans[0].nanoseconds = a->nanoseconds / 2;
	if (fault == NO_CYCLES)
		a->spans[1].cycles = 0;
	if (fault == NO_TIME)
		a->spans[1].nanoseconds = 0;
}

static unsigned int rounds(void)
{
	return CLOCKS_ROUNDS - (fault == A_ROUND);
}

/* The same sums in each block; one of them may be wrong, from byte `wrong` of the first on. */
static void repeat(struct gb_shape shape, unsigned char *out, size_t bytes, size_t wrong)
{
	for (unsigned int i = 1; i < shape.grid; i++)
		memcpy(out + i * bytes, out, bytes);
	if (fault == A_SUM)
		out[wrong] ^= 0x10;
	if (fault == A_SUM_OF_THE_LAST_BLOCK)
		out[shape.grid * bytes - 1] ^= 0x40;
}

static double chains(struct gb_shape shape, const void *args)
{
	enum { COUNT = CLOCKS_THREADS * CLOCKS_CHAINS };
	const struct clocks_args *a = args;
	float *out = a->out;

	tell_spans(shape, a);
	for (unsigned int i = 0; i < COUNT && a->record; i++) {
		const float factor = ((const float *)a->b)[i / CLOCKS_CHAINS];
		out[i] = ((const float *)a->a)[i];
		for (unsigned int link = 0; link < rounds() * CLOCKS_LINKS; link++)
			out[i] = fmaf(out[i], factor, factor);
	}
	if (a->record)
		repeat(shape, a->out, COUNT * sizeof *out, 0); /* to the bit */
	return 2e-3;
}

static void put(enum format format, void *out, unsigned int i, double value)
{
	if (format == FORMAT_FP64)
		((double *)out)[i] = value;
	else if (format == FORMAT_INT8)
		((int32_t *)out)[i] = (int32_t)value;
	else
		((float *)out)[i] = (float)value;
}

static double matrix(enum format format, struct gb_shape shape, const struct clocks_args *a)
{
	const unsigned int depth = CLOCKS_ROW_BYTES / formats[format].bytes;
	const unsigned int rows = CLOCKS_AS * (format == FORMAT_FP64 ? 8 : 16), all = CLOCKS_WARPS * rows * CLOCKS_COLS;

	tell_spans(shape, a);
	for (unsigned int i = 0; i < all && a->record; i++) {
		const unsigned int row = i / CLOCKS_COLS, col = row / rows * CLOCKS_COLS + i % CLOCKS_COLS;
		double sum = 0;
		for (unsigned int k = 0; k < depth; k++)
			sum += format_decode(format, format_get(format, a->a, row * depth + k)) *
			       format_decode(format, format_get(format, a->b, col * depth + k));
		put(format, a->out, i, rounds() * sum);
	}
	if (a->record)
		repeat(shape, a->out, all * (format == FORMAT_FP64 ? sizeof(double) : sizeof(float)), 2);
	return 2e-3;
}

#define MATRIX(name, format)                                        \
	static double name(struct gb_shape shape, const void *args) \
	{                                                           \
		return matrix(format, shape, args);                 \
	}
MATRIX(fp64, FORMAT_FP64)
MATRIX(fp16, FORMAT_FP16)
MATRIX(bf16, FORMAT_BF16)
MATRIX(tf32, FORMAT_TF32)
MATRIX(int8, FORMAT_INT8)

static const struct verified points[] = {
	{ "load=ffma,sms=3,data=normal,duty=100", "clocks_ffma", chains },
	{ "load=fp64,sms=2,data=normal,duty=100", "clocks_fp64", fp64 },
	{ "load=fp16,sms=4,data=normal,duty=100", "clocks_fp16", fp16 },
	{ "load=bf16,sms=2,data=normal,duty=50", "clocks_bf16", bf16 },
	{ "load=tf32,sms=2,data=normal,duty=100", "clocks_tf32", tf32 },
	{ "load=int8,sms=2,data=normal,duty=100", "clocks_int8", int8 },
};
static const struct verified_points verified = { points, sizeof points / sizeof points[0] };
static const struct verified_device verified_device = { .helper = NULL };

/* ---- verification ------------------------------------------------------------------------------------------------ */

static void faults_are_caught_at_every_load(void **state)
{
	static const char *const words[] = {
		[A_SUM] = "of block 0 is",
		[A_SUM_OF_THE_LAST_BLOCK] = "of block ",
		[A_ROUND] = "element ",
		[ONE_SM] = "both ran on SM 0",
		[TOO_SOON] = "block 0 worked for 1000000 ns, not 2000000",
		[NO_CYCLES] = "block 1 counted no cycles",
		[NO_TIME] = "block 1 worked for 0 ns, not 2000000",
	};

	(void)state;
	for (size_t i = 0; i < verified.count; i++)
		for (fault = 1; fault <= FAULTS; fault++)
			expect_caught(i, words[fault]);
}

static void a_block_that_tells_nothing_is_caught(void **state)
{
	double value;

	(void)state;
	at(verified.point[0].point);
	assert_ok(gb_run_verify(&run), error);
	fault = A_BLOCK; /* the previous report is still there */
	assert_int_equal(gb_run_verify(&run), GB_FAILED);
	assert_says(error.text, "worked for 18446744073709551615 ns");
	fault = NO_TIME;
	gb_error_clear(&error);
	assert_ok(bench->launch(&run), error);
	assert_int_equal(bench->observe(&run, &value), GB_FAILED);
	assert_says(error.text, "block 1 took no time");
	fault = 0;
}

/* On zeros one round more or less does not show, but a wrong sum does, and so does one that is not written. */
static void zeros_are_sums_of_zeros(void **state)
{
	(void)state;
	at("load=fp16,sms=2,data=zeros,duty=100");
	assert_ok(gb_run_verify(&run), error);
	fault = A_SUM;
	assert_int_equal(gb_run_verify(&run), GB_FAILED);
	assert_says(error.text, "element 0 of block 0");
	fault = 0;
	at("load=ffma,sms=2,data=zeros,duty=100");
	assert_ok(gb_run_verify(&run), error);
}

/* ---- points ------------------------------------------------------------------------------------------------------ */

static void the_median_sm_is_the_value_and_the_slowest_a_metric(void **state)
{
	double value = 0;

	(void)state;
	at("load=bf16,sms=4,data=zeros,duty=100");
	assert_ok(bench->launch(&run), error);
	assert_ok(bench->observe(&run, &value), error);
	assert_near(value, 0.9985e9, 1e-5); /* between 0.999 and 0.998 */
	assert_near(metric("slowest"), 0.997e9, 1e-5);
	at("load=ffma,sms=1,data=zeros,duty=100");
	assert_ok(bench->launch(&run), error);
	assert_ok(bench->observe(&run, &value), error);
	assert_near(value, 1e9, 1e-5);
	assert_near(metric("slowest"), 1e9, 1e-5);
}

static struct clocks_args last;
static struct gb_shape last_shape;
static double took;

static double look(struct gb_shape shape, const void *args)
{
	last = *(const struct clocks_args *)args;
	last_shape = shape;
	took += 1e-9 * (double)last.nanoseconds;
	tell_spans(shape, &last);
	return 1e-9 * (double)last.nanoseconds;
}

/* The clock must have settled when the first launch is timed. */
static void loads_run_before_they_are_timed(void **state)
{
	(void)state;
	fake_kernel("clocks_int8", look);
	fake_kernel("clocks_ffma", look);
	took = 0;
	at("load=int8,sms=4,data=normal,duty=100");
	assert_near(took, 0.3, 1e-9);
	took = 0;
	at("load=ffma,sms=4,data=zeros,duty=100");
	assert_near(took, 0.3, 1e-9);
}

/* Blocks request more than half of the shared memory of an SM, so that no SM holds two. */
static void a_launch_works_for_two_milliseconds_on_as_many_sms(void **state)
{
	(void)state;
	fake_kernel("clocks_ffma", look);
	at("load=ffma,sms=3,data=zeros,duty=25");
	assert_ok(bench->launch(&run), error);
	assert_int_equal(last.nanoseconds, 2000000);
	assert_int_equal(last.work, CLOCKS_PERIOD / 4);
	assert_false(last.record);
	assert_int_equal(last_shape.grid, 3);
	assert_int_equal(last_shape.block, 256);
	assert_true(2 * (uint64_t)last_shape.shared_bytes > gb_device(&run)->shared_per_sm);
	at("load=ffma,sms=3,data=zeros,duty=100");
	assert_ok(bench->launch(&run), error);
	assert_int_equal(last.work, CLOCKS_PERIOD);
}

static void expect_roof(const char *point, const char *roof)
{
	at(point);
	const char *sets = bench->roof(&run);
	if ((roof == NULL) != (sets == NULL) || (roof != NULL && strcmp(roof, sets) != 0))
		fail_msg("%s sets the roof %s", point, sets != NULL ? sets : "none");
}

static void two_points_set_roofs_and_have_no_limit(void **state)
{
	(void)state;
	expect_roof("load=fp16,sms=4,data=zeros,duty=100", "clock.matrix");
	assert_unknown(bench->limit(&run, gb_device(&run), 1e9));
	expect_roof("load=ffma,sms=4,data=zeros,duty=100", "clock.plain");
	expect_roof("load=fp16,sms=3,data=zeros,duty=100", NULL);
	expect_roof("load=fp16,sms=4,data=normal,duty=100", NULL);
	expect_roof("load=ffma,sms=4,data=zeros,duty=50", NULL);
	expect_roof("load=tf32,sms=4,data=zeros,duty=100", NULL);
}

static void what_a_device_lacks_is_skipped(void **state)
{
	(void)state;
	skipped("load=ffma,sms=5,data=zeros,duty=100", "has 4 SMs");
	card.device.cc_major = 7;
	card.device.cc_minor = 5;
	skipped("load=int8,sms=4,data=zeros,duty=100", "8.0");
	at("load=ffma,sms=4,data=zeros,duty=100");
}

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

static void each_format_is_compared_with_ffma(void **state)
{
	static const struct given given[] = {
		{ "default", "load=fp16,sms=4,data=zeros,duty=100", "slowest", 1e9 },
		{ "default", "load=fp16,sms=4,data=zeros,duty=100", "sm_clock", 1.8e9 },
		{ "default", "load=fp16,sms=8,data=zeros,duty=100", "sm_clock", 1.7e9 },
		{ "default", "load=ffma,sms=4,data=normal,duty=100", "sm_clock", 1.5e9 },
		{ "default", "load=ffma,sms=4,data=zeros,duty=100", "sm_clock", 2e9 },
		{ "default", "load=fp64,sms=4,data=zeros,duty=100", "sm_clock", 2e9 },
	};
	const struct gb_device device = { .name = "a card" };

	(void)state;
	make_rows(bench, given, sizeof given / sizeof given[0]);
	assert_int_equal(conclude(bench, &device), 2);
	assert_string_equal(finding[0].point, "load=fp64");
	assert_same(finding[0].value, 1);
	assert_string_equal(finding[1].point, "load=fp16");
	assert_string_equal(finding[1].metric, "matrix_over_plain");
	assert_same(finding[1].value, 0.9);
	assert_true(finding[1].lo < 0.9 && finding[1].hi > 0.9);
	/* Without FFMA there is nothing to compare with. */
	make_rows(bench, given, 3);
	assert_int_equal(conclude(bench, &device), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		OPEN(right_kernels_pass),
		OPEN(faults_are_caught_at_every_load),
		OPEN(a_block_that_tells_nothing_is_caught),
		OPEN(zeros_are_sums_of_zeros),
		IDLE(kernels_that_do_not_run_are_caught),
		OPEN(the_median_sm_is_the_value_and_the_slowest_a_metric),
		OPEN(loads_run_before_they_are_timed),
		OPEN(a_launch_works_for_two_milliseconds_on_as_many_sms),
		OPEN(two_points_set_roofs_and_have_no_limit),
		OPEN(what_a_device_lacks_is_skipped),
		T(each_format_is_compared_with_ffma),
	};
	return run_tests_of("clocks", tests);
}
