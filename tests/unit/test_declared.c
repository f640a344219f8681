/* Benchmarks that declare their kernel: what it is given, what is compared, what the time means, and mistakes. */
#include "gpubench_declared.h"

#include "gpu_fake.h"
#include "plan/axis.h"
#include "engine/run.h"
#include "support.h"

enum { TRIPS = 8, WORDS = 1000 };

struct args {
	uint32_t *out, *cycles;
	const uint32_t *in;
	uint64_t length;
	uint32_t trips, op, untouched;
};

static const char *const ops[] = { "add", "sub", NULL };
static const struct gb_axis axes[] = {
	{ .name = "op", .names = ops },
	{ .name = "bytes", .values = "4000,8000" },
	{ .name = "block", .kind = GB_SEARCHED, .values = "64,128" },
	{ .name = NULL },
};

/* ---- a kernel in C, with its faults ------------------------------------------------------------------------------ */

static struct args seen; /* by the last launch */
static enum { RIGHT, LAZY, LAST_LEFT } fault;

static double compute(struct gb_shape shape, const void *of)
{
	const struct args *args = of;
	const uint64_t threads = (uint64_t)shape.grid * shape.block;

	seen = *args;
	for (uint64_t i = 0; fault != LAZY && i < threads - (fault == LAST_LEFT); i++)
		args->out[i] = args->in[i % args->length] + (args->op == 0 ? args->trips : 0 - args->trips);
	for (uint32_t i = 0; args->cycles != NULL && i < shape.grid; i++)
		args->cycles[i] = (i + 1) * 1000;
	return 0;
}

static uint32_t numbered(uint64_t i)
{
	return (uint32_t)i * 3 + 1;
}

static uint32_t expected(const void *of, struct gb_shape shape, uint64_t i)
{
	const struct args *args = of;

	(void)shape;
	return numbered(i % args->length) + (args->op == 0 ? args->trips : 0 - args->trips);
}

static uint32_t as_poison(const void *of, struct gb_shape shape, uint64_t i)
{
	(void)of, (void)shape, (void)i;
	return UINT32_MAX;
}

static const struct gb_member members[] = {
	GB_ARRAY(struct args, out, .per_thread = 4, .expect = expected),
	GB_ARRAY(struct args, in, .axis = "bytes", .fill = numbered),
	GB_LENGTH(struct args, length, in),
	GB_TRIPS(struct args, trips, TRIPS),
	GB_AXIS(struct args, op),
	{ .name = NULL },
};

/* ---- the benchmark, which tests change --------------------------------------------------------------------------- */

static struct gb_declared declared;
static struct gb_member own[GB_MEMBERS_MAX + 2];
static struct gb_bench bench;
static struct gb_open_device card;
static struct gb_run run;
static struct gb_error error;
static const struct gb_variant variants[] = { { .name = "default", .flags = "", .archs = "sm_90" }, { .name = NULL } };

static int make(void **state)
{
	(void)state;
	fake_reset();
	fault = RIGHT;
	bench = (struct gb_bench){ GB_DECLARED("sum_{op}", struct args, own, .ops = 4, .ops_per_clock = 64),
				   .name = "sum", .axes = axes, .variants = variants, .quantity = GB_OPS };
	declared = *bench.declared;
	bench.declared = &declared;
	memset(own, 0, sizeof own);
	memcpy(own, members, sizeof members);
	fake_kernel("sum_add", compute);
	fake_kernel("sum_sub", compute);
	gb_error_clear(&error);
	return gb_device_open(&card, &fake_ops, 0, &error) == GB_OK ? 0 : -1;
}

static int unmake(void **state)
{
	(void)state;
	gb_device_close(&card);
	return fake_reset() ? 0 : -1;
}

#define D(name) cmocka_unit_test_setup_teardown(name, make, unmake)

static int open_at(const char *point)
{
	struct gb_point p;

	gb_error_clear(&error);
	GB_TRY(gb_run_open(&run, &card, &bench, &variants[0], &error));
	assert_ok(gb_point_read(axes, point, &p, &error), error);
	const int status = gb_run_point(&run, &p);
	if (status != GB_OK)
		gb_run_close(&run);
	return status;
}

/* ---- tests ------------------------------------------------------------------------------------------------------- */

static void arguments_follow_from_the_point(void **state)
{
	(void)state;
	assert_ok(open_at("op=sub,bytes=4000,block=64"), error);
	assert_ok(gb_run_launch(&run), error);
	assert_int_equal(seen.op, 1);
	assert_int_equal(seen.trips, TRIPS);
	assert_int_equal(seen.length, WORDS);
	assert_int_equal(seen.untouched, 0);
	assert_null(seen.cycles);
	assert_int_equal(seen.in[WORDS - 1], numbered(WORDS - 1));
	gb_run_close(&run);
	card.work = 0.25;
	assert_ok(open_at("op=add,bytes=4000,block=64"), error);
	assert_ok(gb_run_launch(&run), error);
	assert_int_equal(seen.trips, TRIPS / 4);
	gb_run_close(&run);
	card.work = 0;
}

/* A larger point has its input up to the last word. */
static void arrays_grow(void **state)
{
	struct gb_point p;

	(void)state;
	assert_ok(open_at("op=add,bytes=4000,block=64"), error);
	assert_ok(gb_point_read(axes, "op=add,bytes=8000,block=128", &p, &error), error);
	assert_ok(gb_run_point(&run, &p), error);
	assert_ok(gb_run_verify(&run), error);
	assert_int_equal(seen.length, 2 * WORDS);
	assert_int_equal(seen.in[2 * WORDS - 1], numbered(2 * WORDS - 1));
	gb_run_close(&run);
}

static void input_without_words_is_mixed(void **state)
{
	uint32_t ones = 0;

	(void)state;
	own[1].fill = NULL;
	assert_ok(open_at("op=add,bytes=4000,block=64"), error);
	assert_ok(gb_run_launch(&run), error);
	for (size_t i = 0; i < WORDS; i++)
		ones += (uint32_t)__builtin_popcount(seen.in[i]);
	assert_true(ones > 15 * WORDS && ones < 17 * WORDS);
	gb_run_close(&run);
}

static void wrong_results_are_found(void **state)
{
	(void)state;
	assert_ok(open_at("op=add,bytes=4000,block=64"), error);
	assert_ok(gb_run_verify(&run), error);
	assert_string_equal(run.doubt, "");
	fault = LAST_LEFT; /* the right word is there, from the launch before */
	assert_int_equal(gb_run_verify(&run), GB_FAILED);
	assert_says(error.text, "of 'out' is 0xffffffff, not 0x");
	gb_error_clear(&error);
	fault = LAZY;
	assert_int_equal(gb_run_verify(&run), GB_FAILED);
	assert_says(error.text, "word 0 of 'out' is 0xffffffff, not 0x9");
	gb_run_close(&run);
}

static void an_expectation_that_cannot_fail_is_refused(void **state)
{
	(void)state;
	own[0].expect = as_poison;
	fault = LAZY;
	assert_ok(open_at("op=add,bytes=4000,block=64"), error);
	assert_int_equal(gb_run_verify(&run), GB_FAILED);
	assert_says(error.text, "as is memory that was not written");
	gb_run_close(&run);
}

static void rows_without_a_check_are_suspect(void **state)
{
	(void)state;
	own[0].expect = NULL;
	assert_ok(open_at("op=add,bytes=4000,block=64"), error);
	assert_ok(gb_run_verify(&run), error);
	assert_says(run.doubt, "not verified");
	gb_run_close(&run);
}

static void work_and_limit_are_those_declared(void **state)
{
	(void)state;
	assert_ok(open_at("op=add,bytes=4000,block=64"), error);
	const struct gb_device *device = gb_device(&run);
	const double threads = (double)device->sm_count * device->threads_per_sm;
	assert_same(bench.cost(&run).ops, 4 * threads * TRIPS);
	assert_same(bench.limit(&run, device, 1e9), 64e9 * device->sm_count);
	assert_int_equal(bench.shares(&run), GB_SHARES_EQUAL);
	bench.quantity = GB_INSTRUCTIONS;
	assert_same(bench.cost(&run).ops, 4 * threads * TRIPS / 32);
	declared.ops = 0;
	declared.ops_per_clock = 0;
	assert_same(bench.cost(&run).bytes, 4 * threads + 4000);
	assert_unknown(bench.limit(&run, device, 1e9));
	assert_int_equal(bench.shares(&run), GB_SHARES_NONE);
	gb_run_close(&run);
}

static void cycles_are_those_of_the_median_block(void **state)
{
	double value;

	(void)state;
	own[5] = (struct gb_member)GB_ARRAY(struct args, cycles, .cycles = 1);
	assert_ok(open_at("op=add,bytes=4000,block=64"), error);
	assert_int_equal(gb_declared_observe(&run, &value), GB_FAILED); /* nothing has run */
	assert_ok(gb_run_launch(&run), error);
	assert_ok(gb_declared_observe(&run, &value), error);
	const struct gb_device *device = gb_device(&run);
	const int by_threads = device->threads_per_sm / 64;
	const double blocks = (double)device->sm_count * fmin(by_threads, device->blocks_per_sm);
	assert_same(value, 1000 * (blocks + 1) / 2 / (4 * TRIPS));
	gb_run_close(&run);
}

static void too_much_memory_is_skipped(void **state)
{
	(void)state;
	own[1].bytes = UINT64_C(1) << 40;
	assert_int_equal(open_at("op=add,bytes=4000,block=64"), GB_SKIPPED);
	assert_says(error.text, "array 'in' needs 1099511.6 MB of device memory");
}

static void mistakes_are_named(void **state)
{
	static const struct {
		const char *says;
		struct gb_member member;
	} mistakes[] = {
		{ "'trips' is an array, but no pointer", GB_ARRAY(struct args, trips, .bytes = 4) },
		{ "array 'out' has no bytes", GB_ARRAY(struct args, out, .fill = numbered) },
		{ "'out' is filled and has expected words",
		  GB_ARRAY(struct args, out, .bytes = 4, .fill = numbered, .expect = expected) },
		{ "there is no axis 'size'", GB_ARRAY(struct args, out, .axis = "size") },
		{ "'untouched': there is no axis", GB_AXIS(struct args, untouched) },
		{ "'untouched' counts no trips", GB_TRIPS(struct args, untouched, 0) },
		{ "'length' is the length of no array", GB_LENGTH(struct args, length, nothing) },
		{ "'length' is the length of no array", GB_LENGTH(struct args, length, trips) },
		{ "'far' is not in the", { .name = "far", .offset = sizeof(struct args), .size = 4 } },
		{ "'odd' is not an integer", { .name = "odd", .size = 2, .source = GB_SOURCE_TRIPS, .trips = 1 } },
	};

	(void)state;
	for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
		own[5] = mistakes[i].member;
		assert_int_equal(open_at("op=add,bytes=4000,block=64"), GB_FAILED);
		assert_says(error.text, mistakes[i].says);
	}
	own[5].name = NULL;
	declared.kernel = "sum_{size}";
	assert_int_equal(open_at("op=add,bytes=4000,block=64"), GB_FAILED);
	assert_says(error.text, "kernel 'sum_{size}': the point has no axis 'size'");
	declared.kernel = "sum_{op";
	assert_int_equal(open_at("op=add,bytes=4000,block=64"), GB_FAILED);
	declared.args_size = GB_DECLARED_ARGS_MAX + 1;
	assert_int_equal(open_at("op=add,bytes=4000,block=64"), GB_FAILED);
	assert_says(error.text, "the arguments have 513 bytes");
	bench.declared = NULL;
	assert_int_equal(open_at("op=add,bytes=4000,block=64"), GB_FAILED);
	assert_says(error.text, "it declares no kernel");
	for (size_t i = 0; i <= GB_MEMBERS_MAX; i++)
		own[i] = (struct gb_member)GB_TRIPS(struct args, trips, 1);
	declared.args_size = sizeof(struct args);
	bench.declared = &declared;
	assert_int_equal(open_at("op=add,bytes=4000,block=64"), GB_FAILED);
	assert_says(error.text, "more than 16 members");
}

/* Whatever call of the device fails, the hook passes it on, and nothing is left. */
static void every_failure_is_passed_on(void **state)
{
	static const char *const calls[] = { "alloc", "copy_in", "copy_out", "fill", "kernel", "occupancy", "launch" };

	(void)state;
	for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
		for (unsigned int nth = 1;; nth++) {
			fake_fail(calls[i], nth, false);
			int status = open_at("op=add,bytes=4000,block=64");
			if (status == GB_OK) {
				status = gb_run_verify(&run);
				gb_run_close(&run);
			}
			if (!fake_failed()) {
				assert_true(nth > 1);
				break;
			}
			assert_int_equal(status, GB_FAILED);
			assert_string_not_equal(error.text, "");
		}
}

int main(void)
{
	RUN(D(arguments_follow_from_the_point), D(arrays_grow), D(input_without_words_is_mixed),
	    D(wrong_results_are_found), D(an_expectation_that_cannot_fail_is_refused),
	    D(rows_without_a_check_are_suspect), D(work_and_limit_are_those_declared),
	    D(cycles_are_those_of_the_median_block), D(too_much_memory_is_skipped), D(mistakes_are_named),
	    D(every_failure_is_passed_on));
}
