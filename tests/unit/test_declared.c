/* Benchmarks that declare their kernel: its arguments, the compared results, the meaning of the time, and mistakes. */
#include "gpubench_declared.h"

#include "one_run.h"
#include "plan/axis.h"

enum { TRIPS = 8, WORDS = 1000 };

struct args {
	uint32_t *out, *cycles;
	const uint32_t *in;
	uint64_t length;
	uint32_t trips, op, untouched, record;
};

static const char *const ops[] = { "add", "sub", NULL };
static const struct gb_axis axes[] = {
	{ GB_AXIS(op), .names = ops },
	{ GB_AXIS(bytes), .values = "4000,8000" },
	{ GB_AXIS(block), .kind = GB_SEARCHED, .values = "64,128" },
	{ .name = NULL },
};

/* ---- a kernel in C, with its faults ------------------------------------------------------------------------------ */

static struct args seen; /* by the last launch */
static struct gb_shape seen_shape;
static enum { RIGHT, LAZY, LAST_LEFT } fault;

static double compute(struct gb_shape shape, const void *of)
{
	const struct args *args = of;
	const uint64_t threads = (uint64_t)shape.grid * shape.block;

	seen = *args;
	seen_shape = shape;
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

	return numbered(i % args->length) + (args->op == 0 ? args->trips : 0 - args->trips);
}

/* The words of a block, which all other blocks repeat. */
static size_t expected_block(const struct gb_run *of_run, const void *args, struct gb_shape shape, void *words)
{
	assert_ptr_equal(of_run, &run);
	for (uint32_t i = 0; i < shape.block; i++)
		((uint32_t *)words)[i] = expected(args, shape, i);
	return shape.block;
}

static size_t expected_nothing(const struct gb_run *of_run, const void *args, struct gb_shape shape, void *words)
{
	return 0;
}

static size_t expected_too_many(const struct gb_run *of_run, const void *args, struct gb_shape shape, void *words)
{
	return expected_block(of_run, args, shape, words) + 1;
}

static int yes(const struct gb_run *of_run)
{
	return 1;
}

static uint64_t block_bytes(const struct gb_run *of_run)
{
	return UINT64_C(4) * gb_value(of_run, block);
}

/* One block more than SMs. */
static int choose(struct gb_run *of_run, const struct gb_kernel *kernel, struct gb_shape *shape, void *of)
{
	struct args *args = of;

	if (kernel->threads_max == 0)
		return GB_FAILED;
	if (args->untouched != 0)
		return gb_fail(of_run, "the arguments of an earlier point");
	args->untouched = 7;
	if (gb_value(of_run, bytes) == 8000)
		return gb_skip(of_run, "not here");
	shape->grid++;
	return GB_OK;
}

static uint32_t as_poison(const void *of, struct gb_shape shape, uint64_t i)
{
	return UINT32_MAX;
}

static const struct gb_member members[] = {
	GB_ARRAY(struct args, out, .per_thread = 4, .expect = expected),
	GB_ARRAY(struct args, in, .axis = "bytes", .fill = numbered),
	GB_LENGTH(struct args, length, in),
	GB_TRIPS(struct args, trips, TRIPS),
	GB_VALUE(struct args, op),
	{ .name = NULL },
};

/* ---- the benchmark, which tests change --------------------------------------------------------------------------- */

static struct gb_declared declared;
static struct gb_member own[GB_MEMBERS_MAX + 2];

static int make(void)
{
	if (open_card() != GB_OK)
		return -1;
	fault = RIGHT;
	bench = (struct gb_bench){ GB_DECLARED("sum_{op}", struct args, own, .ops = 4, .ops_per_clock = 64),
				   .name = "sum", .axes = axes, .variants = bench_variants, .quantity = GB_OPS };
	declared = *bench.declared;
	bench.declared = &declared;
	memset(own, 0, sizeof own);
	memcpy(own, members, sizeof members);
	fake_kernel("sum_add", compute);
	fake_kernel("sum_sub", compute);
	return 0;
}

static int open_at(const char *point)
{
	struct gb_point p;

	gb_error_clear(&error);
	GB_TRY(open_run());
	assert_ok(gb_point_read(axes, point, &p, &error), error);
	const int status = gb_run_point(&run, &p);
	if (status != GB_OK)
		gb_run_close(&run);
	return status;
}

#define DECLARED_TEST(name) TEST_WITH(name, make, close_card)

/* ---- tests ------------------------------------------------------------------------------------------------------- */

DECLARED_TEST(arguments_follow_from_the_point)
{
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
DECLARED_TEST(arrays_grow)
{
	struct gb_point p;

	assert_ok(open_at("op=add,bytes=4000,block=64"), error);
	assert_ok(gb_point_read(axes, "op=add,bytes=8000,block=128", &p, &error), error);
	assert_ok(gb_run_point(&run, &p), error);
	assert_ok(gb_run_verify(&run), error);
	assert_int_equal(seen.length, 2 * WORDS);
	assert_int_equal(seen.in[2 * WORDS - 1], numbered(2 * WORDS - 1));
}

DECLARED_TEST(input_without_words_is_mixed)
{
	uint32_t ones = 0;

	own[1].fill = NULL;
	assert_ok(open_at("op=add,bytes=4000,block=64"), error);
	assert_ok(gb_run_launch(&run), error);
	for (size_t i = 0; i < WORDS; i++)
		ones += (uint32_t)__builtin_popcount(seen.in[i]);
	assert_true(ones > 15 * WORDS && ones < 17 * WORDS);
}

DECLARED_TEST(wrong_results_are_found)
{
	assert_ok(open_at("op=add,bytes=4000,block=64"), error);
	assert_ok(gb_run_verify(&run), error);
	assert_string_equal(run.doubt, "");
	fault = LAST_LEFT; /* the correct word is left from the previous launch */
	assert_fails(gb_run_verify(&run), "of 'out': got 0xffffffff, expected 0x");
	fault = LAZY;
	assert_fails(gb_run_verify(&run), "word 0 of block 0 of 'out': got 0xffffffff, expected 0x9");
}

/* ---- what depends on the point ----------------------------------------------------------------------------------- */

DECLARED_TEST(choose_fills_the_rest)
{
	struct gb_point p;

	declared.blocks = 1;
	declared.carveout = 50;
	declared.choose = choose;
	assert_ok(open_at("op=add,bytes=4000,block=64"), error);
	assert_ok(gb_run_verify(&run), error);
	assert_int_equal(seen.untouched, 7);
	assert_int_equal(seen_shape.grid, card.device.sm_count + 1);
	assert_ok(gb_point_read(axes, "op=sub,bytes=4000,block=128", &p, &error), error);
	assert_ok(gb_run_point(&run, &p), error);
	assert_int_equal(((const struct gb_chosen *)gb_state(&run))->shape.block, 128);
	assert_ok(gb_point_read(axes, "op=sub,bytes=8000,block=128", &p, &error), error);
	assert_skips(gb_run_point(&run, &p), "not here");
	gb_run_close(&run);
	fake_fail("carveout", 1, false);
	assert_int_equal(open_at("op=add,bytes=4000,block=64"), GB_FAILED);
	assert_true(fake_failed());
}

static void name_other(const struct gb_run *of_run, char name[GB_NAME_MAX])
{
	snprintf(name, GB_NAME_MAX, "other_%s", ops[gb_value(of_run, op)]);
}

DECLARED_TEST(a_kernel_has_the_name_of_the_function)
{
	declared.kernel = NULL;
	declared.name_kernel = name_other;
	fake_kernel("other_sub", compute);
	seen.trips = 0;
	assert_ok(open_at("op=sub,bytes=4000,block=64"), error);
	assert_ok(gb_run_launch(&run), error);
	assert_int_equal(seen.trips, TRIPS);
}

static int call(struct gb_run *of_run, const void *args)
{
	compute((struct gb_shape){ .grid = 1, .block = WORDS }, args);
	return GB_OK;
}

DECLARED_TEST(a_call_is_launched_instead_of_a_kernel)
{
	declared.kernel = "absent";
	declared.call = call;
	own[0] = (struct gb_member)GB_ARRAY(struct args, out, .bytes = UINT64_C(4) * WORDS, .expect = expected);
	assert_ok(open_at("op=add,bytes=4000,block=64"), error);
	assert_ok(gb_run_verify(&run), error);
	fault = LAST_LEFT;
	assert_int_equal(gb_run_verify(&run), GB_FAILED);
}

DECLARED_TEST(only_the_verified_launch_is_recorded)
{
	own[5] = (struct gb_member)GB_RECORD(struct args, record);
	assert_ok(open_at("op=add,bytes=4000,block=64"), error);
	assert_ok(gb_run_verify(&run), error);
	assert_int_equal(seen.record, 1);
	assert_ok(gb_run_launch(&run), error);
	assert_int_equal(seen.record, 0);
}

static void expect_words(gb_expected_words_fn *words, int (*only_sum)(const struct gb_run *run))
{
	own[0] = (struct gb_member)GB_ARRAY(struct args, out, .block_bytes = block_bytes, .expect_words = words,
					    .only_sum = only_sum);
}

DECLARED_TEST(words_of_a_block_are_those_of_all)
{
	expect_words(expected_block, NULL);
	declared.blocks = 2;
	assert_ok(open_at("op=add,bytes=4000,block=64"), error);
	fault = LAZY; /* each block has different words, and the model others */
	assert_fails(gb_run_verify(&run), "word 0 of block 0 of 'out': got 0xffffffff, expected 0x9");
	fault = RIGHT;
	assert_fails(gb_run_verify(&run), "word 0 of block 1 of 'out': got ");
}

/* The sum of 64 words, each 3 larger than the one before. */
DECLARED_TEST(a_sum_is_compared_where_no_word_is_known)
{
	expect_words(expected_block, yes);
	declared.block = 64;
	assert_ok(open_at("op=add,bytes=4000,block=64"), error);
	assert_fails(gb_run_verify(&run), "the 64 words of 'out' from word 64 on add up to ");
}

DECLARED_TEST(a_point_may_leave_nothing_known)
{
	expect_words(expected_nothing, NULL);
	assert_ok(open_at("op=add,bytes=4000,block=64"), error);
	assert_ok(gb_run_verify(&run), error);
	assert_says(run.doubt, "not verified");
	gb_run_close(&run);
	expect_words(expected_too_many, NULL);
	assert_ok(open_at("op=add,bytes=4000,block=64"), error);
	assert_fails(gb_run_verify(&run), "not a multiple of the 65 words that .expect_words fills");
}

DECLARED_TEST(an_expectation_that_cannot_fail_is_refused)
{
	own[0].expect = as_poison;
	fault = LAZY;
	assert_ok(open_at("op=add,bytes=4000,block=64"), error);
	assert_fails(gb_run_verify(&run), "as is memory that was not written");
}

DECLARED_TEST(rows_without_a_check_are_suspect)
{
	own[0].expect = NULL;
	assert_ok(open_at("op=add,bytes=4000,block=64"), error);
	assert_ok(gb_run_verify(&run), error);
	assert_says(run.doubt, "not verified");
}

DECLARED_TEST(work_and_limit_are_those_declared)
{
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
}

DECLARED_TEST(cycles_are_those_of_the_median_block)
{
	double value;

	own[5] = (struct gb_member)GB_ARRAY(struct args, cycles, .cycles = 1);
	assert_ok(open_at("op=add,bytes=4000,block=64"), error);
	assert_int_equal(gb_declared_observe(&run, &value), GB_FAILED); /* nothing has run */
	assert_ok(gb_run_launch(&run), error);
	assert_ok(gb_declared_observe(&run, &value), error);
	const struct gb_device *device = gb_device(&run);
	const int by_threads = device->threads_per_sm / 64;
	const double blocks = (double)device->sm_count * fmin(by_threads, device->blocks_per_sm);
	assert_same(value, 1000 * (blocks + 1) / 2 / (4 * TRIPS));
}

DECLARED_TEST(too_much_memory_is_skipped)
{
	own[1].bytes = UINT64_C(1) << 40;
	assert_skips(open_at("op=add,bytes=4000,block=64"), "array 'in' needs 1099511.6 MB of device memory");
}

DECLARED_TEST(mistakes_are_named)
{
	static const struct {
		const char *says;
		struct gb_member member;
	} mistakes[] = {
		{ "'trips' is an array, not a pointer", GB_ARRAY(struct args, trips, .bytes = 4) },
		{ "array 'out' has no bytes", GB_ARRAY(struct args, out, .fill = numbered) },
		{ "'out' is filled and has expected words",
		  GB_ARRAY(struct args, out, .bytes = 4, .fill = numbered, .expect = expected) },
		{ "'out' has both .expect and .expect_words",
		  GB_ARRAY(struct args, out, .bytes = 4, .expect = expected, .expect_words = expected_block) },
		{ "'out': .only_sum needs .expect_words",
		  GB_ARRAY(struct args, out, .bytes = 4, .expect = expected, .only_sum = yes) },
		{ "there is no axis 'size'", GB_ARRAY(struct args, out, .axis = "size") },
		{ "'untouched': there is no axis", GB_VALUE(struct args, untouched) },
		{ "'untouched' has 0 trips", GB_TRIPS(struct args, untouched, 0) },
		{ "'length' is the length of an array that does not exist", GB_LENGTH(struct args, length, nothing) },
		{ "'length' is the length of an array that does not exist", GB_LENGTH(struct args, length, trips) },
		{ "'far' is not in the", { .name = "far", .offset = sizeof(struct args), .size = 4 } },
		{ "'odd' is not an integer", { .name = "odd", .size = 2, .source = GB_SOURCE_TRIPS, .trips = 1 } },
	};

	for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
		own[5] = mistakes[i].member;
		assert_fails(open_at("op=add,bytes=4000,block=64"), mistakes[i].says);
	}
	own[5].name = NULL;
	declared.kernel = "sum_{size}";
	assert_fails(open_at("op=add,bytes=4000,block=64"), "kernel 'sum_{size}': the point has no axis 'size'");
	declared.kernel = "sum_{op";
	assert_int_equal(open_at("op=add,bytes=4000,block=64"), GB_FAILED);
	declared.args_size = GB_DECLARED_ARGS_MAX + 1;
	assert_fails(open_at("op=add,bytes=4000,block=64"), "the arguments have 513 bytes");
	bench.declared = NULL;
	assert_fails(open_at("op=add,bytes=4000,block=64"), "it declares no members");
	for (size_t i = 0; i <= GB_MEMBERS_MAX; i++)
		own[i] = (struct gb_member)GB_TRIPS(struct args, trips, 1);
	declared.args_size = sizeof(struct args);
	bench.declared = &declared;
	assert_fails(open_at("op=add,bytes=4000,block=64"), "more than 16 members");
}

/* Whichever call of the device fails, the hook passes the failure on, and nothing is left over. */
DECLARED_TEST(every_failure_is_passed_on)
{
	static const char *const calls[] = { "alloc", "copy_in", "copy_out", "fill", "kernel", "occupancy", "launch" };

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
