#include "engine/run.h"

#include "one_run.h"

static const struct gb_point point = { .value = { 1, 2, 64 }, .has = { true, true, true } };

RUN_TEST(a_run_sees_its_point_and_device)
{
	open_run_at(&point);
	assert_int_equal(gb_value(&run, op), 1);
	assert_int_equal(gb_value(&run, size), 2);
	assert_int_equal(gb_value(&run, block), 64);
	assert_string_equal(gb_device(&run)->name, "Fake GPU");
	assert_string_equal(gb_variant(&run)->name, "default");
	assert_string_equal(error.text, "");
}

RUN_TEST(an_axis_that_is_not_there_fails_the_run)
{
	const struct gb_point without = { .value = { 0, 2, 64 }, .has = { true, false, true } };

	assert_ok(open_run(), error);
	assert_ok(gb_run_point(&run, &without), error);
	assert_int_equal(gb_value(&run, size), 0);
	assert_says(error.text, "'size'");
	gb_error_clear(&error);
	assert_int_equal(gb_value(&run, vector), 0);
	assert_says(error.text, "no axis");
}

RUN_TEST(memory_works)
{
	unsigned char bytes[8] = { 0 };
	uint64_t before, after;
	gb_ptr a, b;

	assert_ok(open_run(), error);
	assert_ok(gb_memory_free(&run, &before), error);
	assert_ok(gb_alloc(&run, 1 << 20, &a), error);
	assert_ok(gb_alloc(&run, 64, &b), error);
	assert_ok(gb_memory_free(&run, &after), error);
	assert_int_equal(before - after, (1 << 20) + 64);
	assert_ok(gb_copy_in(&run, a, "1234567", 8), error);
	assert_ok(gb_copy_on(&run, b, a, 8), error);
	assert_ok(gb_fill(&run, b + 1, 'x', 2), error);
	assert_ok(gb_copy_out(&run, bytes, b, 8), error);
	assert_memory_equal(bytes, "1xx4567", 8);
	assert_skips(gb_alloc(&run, UINT64_C(1) << 30, &a), "1073741824 bytes of device memory, of which ");
}

RUN_TEST(a_report_is_cleared_and_judged)
{
	struct gb_report made = { .wrong = 2, .first = 5, .compared = 8 };
	gb_ptr report;

	assert_ok(open_run(), error);
	assert_ok(gb_alloc(&run, sizeof made, &report), error);
	assert_ok(gb_copy_in(&run, report, &made, sizeof made), error);
	assert_fails_with(gb_report_judge(&run, report, 8, "points"), "2 of 8 points are wrong, the first at 5");
	assert_fails_with(gb_report_judge(&run, report, 9, "words"), "the check looked at 8 of 9 words");
	assert_ok(gb_report_clear(&run, report), error);
	assert_ok(gb_report_judge(&run, report, 0, "words"), error);
	assert_ok(gb_copy_out(&run, &made, report, sizeof made), error);
	assert_true(made.first == UINT64_MAX);
}

RUN_TEST(too_many_allocations_are_an_error)
{
	gb_ptr at;
	int status = GB_OK, count = 1; /* bench_setup has one */

	assert_ok(open_run(), error);
	for (; status == GB_OK && count < 1000; count++)
		status = gb_alloc(&run, 16, &at);
	assert_int_equal(count - 1, GB_ALLOCATIONS_MAX);
	assert_says(error.text, "more than 64 allocations");
}

RUN_TEST(requirements_are_checked_before_setup)
{
	bench.setup = NULL; /* would crash */
	bench.require.cc_min = 100;
	assert_skips_with(open_run(), "needs compute capability 10.0; this device has 9.0");
	bench.require = (struct gb_require){ .memory_bytes = UINT64_C(1) << 30 };
	assert_skips(open_run(), "needs 1073.7 MB of free device memory");
}

RUN_TEST(requirements_that_are_met_do_not_matter)
{
	bench.require = (struct gb_require){ .cc_min = 90, .memory_bytes = 1 << 20 };
	assert_ok(open_run(), error);
}

/* In a cubin the name is part of a section's name, here at the very end of the image. */
RUN_TEST(a_kernel_without_extern_c_is_said)
{
	static const unsigned char image[] = ".text._Z5other3arg\0.text._Z4work9work_args";
	struct gb_variant variant = bench_variants[0];

	variant.image = image;
	variant.image_end = image + sizeof image - 1;
	fake_fail("kernel", 1, false);
	assert_fails(gb_run_open(&run, &card, &bench, &variant, &error),
		     "the plug-in has _Z4work9work_args: declare the kernel extern \"C\": kernel work: ");
	variant.image_end = image + 20; /* a function whose kernel does not exist */
	fake_fail("kernel", 1, false);
	assert_int_equal(gb_run_open(&run, &card, &bench, &variant, &error), GB_FAILED);
	assert_null(strstr(error.text, "extern"));
}

/* The sum to which a launch adds, and the value that verify() found: launches accumulate, and restore() resets the
 * sum. */
static struct in_place {
	uint64_t sum, found, launches;
	int restored;
} in_place;

static int launch_in_place(struct gb_run *r)
{
	in_place.sum++;
	return bench_launch(r);
}

static int verify_in_place(struct gb_run *r)
{
	in_place.found = in_place.sum;
	in_place.launches = gb_launches(r);
	return launch_in_place(r);
}

static int restore_in_place(struct gb_run *r)
{
	assert_int_equal(gb_launches(r), 0);
	in_place.sum = 0;
	in_place.restored++;
	return GB_OK;
}

static int restore_nothing(struct gb_run *r)
{
	return gb_fail(r, "no memory to restore");
}

RUN_TEST(launches_in_place_are_counted_and_taken_back)
{
	struct gb_batch batch;

	bench.launch = launch_in_place;
	bench.verify = verify_in_place;
	bench.restore = restore_in_place;
	in_place = (struct in_place){ .sum = 77 };
	assert_ok(open_run(), error);
	for (int again = 1; again <= 2; again++) {
		assert_ok(gb_run_point(&run, &point), error);
		assert_int_equal(in_place.restored, 2 * again - 1);
		assert_ok(gb_run_batch(&run, 7, &batch, &error), error);
		assert_ok(gb_run_batch(&run, 3, &batch, &error), error);
		assert_ok(gb_run_launch(&run), error);
		assert_ok(gb_run_verify(&run), error);
		assert_int_equal(in_place.found, 11);
		assert_int_equal(in_place.launches, 11);
		assert_int_equal(in_place.restored, 2 * again);
		assert_int_equal(gb_launches(&run), 0);
	}
	bench.restore = restore_nothing;
	assert_fails(gb_run_point(&run, &point), "no memory to restore");
}

static struct {
	uint64_t bytes;
	unsigned char last;
} scratch;

static int verify_with_scratch(struct gb_run *r)
{
	gb_ptr at;

	GB_TRY(gb_alloc(r, 64, &at));
	GB_TRY(gb_fill(r, at, 0x5a, 64));
	const unsigned char *fetched = gb_fetch(r, at, 64);
	const unsigned char *more = gb_scratch(r, scratch.bytes);
	if (fetched == NULL || more == NULL)
		return GB_FAILED;
	scratch.last = fetched[63];
	return GB_OK;
}

/* The sanitizers find memory that is not freed. */
RUN_TEST(scratch_memory_lasts_as_long_as_the_hook)
{
	bench.verify = verify_with_scratch;
	open_run_at(&point);
	scratch.bytes = 1000;
	assert_ok(gb_run_verify(&run), error);
	assert_int_equal(scratch.last, 0x5a);
	assert_null(run.scratch);
	scratch.bytes = UINT64_MAX;
	assert_fails_with(gb_run_verify(&run), "verify: out of memory");
	assert_null(run.scratch);
}

RUN_TEST(values_follow_from_the_quantity)
{
	static const struct {
		enum gb_quantity quantity;
		double value;
		const char *metric, *unit;
	} cases[] = {
		{ GB_BANDWIDTH, 2e6 / 20e-6, "bandwidth", "B/s" },
		{ GB_FLOPS, 4e6 / 20e-6, "flop_rate", "FLOP/s" },
		{ GB_OPS, 4e6 / 20e-6, "op_rate", "OP/s" },
		{ GB_ACCESSES, 4e6 / 20e-6, "access_rate", "access/s" },
		{ GB_SECONDS, 20e-6, "time", "s" },
	};
	struct gb_batch batch;

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		bench.quantity = cases[i].quantity;
		open_run_at(&point);
		assert_ok(gb_run_batch(&run, 7, &batch, &error), error);
		assert_near(batch.seconds, 7 * 20e-6, 1e-9);
		assert_near(batch.value, cases[i].value, 1e-9);
		assert_near(batch.sm_hz, 1.5e9, 1e-3);
		assert_string_equal(gb_quantity_metric(bench.quantity), cases[i].metric);
		assert_string_equal(gb_quantity_unit(bench.quantity), cases[i].unit);
		assert_int_equal(gb_quantity_lower_is_better(bench.quantity), bench.quantity == GB_SECONDS);
		gb_run_close(&run);
	}
	assert_true(gb_quantity_lower_is_better(GB_CYCLES));
}

static double cost_bytes;

static struct gb_cost cost_of_that(const struct gb_run *r)
{
	return (struct gb_cost){ .bytes = cost_bytes };
}

RUN_TEST(a_value_that_is_no_number_fails)
{
	static const struct {
		double bytes;
		const char *said;
	} cases[] = { { NAN, "nan" }, { INFINITY, "inf" }, { 1e306, "inf" }, { 0, "0" }, { -1e6, "-5e+10" } };
	struct gb_batch batch;

	bench.cost = cost_of_that;
	open_run_at(&point);
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		char said[GB_ERROR_TEXT];
		cost_bytes = cases[i].bytes;
		snprintf(said, sizeof said, "the plug-in's count gives %s B/s", cases[i].said);
		assert_fails_with(gb_run_batch(&run, 7, &batch, &error), said);
	}
}

static double observed_value;

static int observe_that(struct gb_run *r, double *value)
{
	*value = observed_value;
	return GB_OK;
}

RUN_TEST(an_observation_is_above_0)
{
	static const double values[] = { NAN, INFINITY, 0, -5 };
	struct gb_batch batch;

	bench.observe = observe_that;
	bench.quantity = GB_CYCLES;
	open_run_at(&point);
	for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
		char said[GB_ERROR_TEXT];
		observed_value = values[i];
		snprintf(said, sizeof said, "the plug-in's count gives %g cycles", values[i]);
		assert_fails_with(gb_run_batch(&run, 7, &batch, &error), said);
	}
}

RUN_TEST(cycles_and_clocks_are_what_the_kernel_observed)
{
	static const enum gb_quantity observed[] = { GB_CYCLES, GB_HERTZ };
	struct gb_batch batch;

	bench.observe = observe_that;
	observed_value = 34;
	for (size_t i = 0; i < sizeof observed / sizeof observed[0]; i++) {
		bench.quantity = observed[i];
		open_run_at(&point);
		assert_ok(gb_run_batch(&run, 3, &batch, &error), error);
		assert_same(batch.value, 34);
		gb_run_close(&run);
	}
	assert_string_equal(gb_quantity_metric(GB_HERTZ), "sm_clock");
	assert_string_equal(gb_quantity_unit(GB_HERTZ), "Hz");
	assert_false(gb_quantity_lower_is_better(GB_HERTZ));
}

static int wrong_result(struct gb_run *r)
{
	return gb_fail(r, "element %d: got %g, expected %g", 3, 1.5, 2.5);
}

static int skip_setup(struct gb_run *r)
{
	gb_ptr at;

	assert_int_equal(gb_alloc(r, 64, &at), GB_OK);
	return gb_skip(r, "no %s here", "L2");
}

RUN_TEST(a_verify_that_fails_says_so)
{
	bench.verify = wrong_result;
	assert_ok(open_run(), error);
	assert_fails_with(gb_run_verify(&run), "verify: element 3: got 1.5, expected 2.5");
}

RUN_TEST(a_setup_that_skips_leaves_nothing)
{
	bench.setup = skip_setup;
	assert_skips_with(open_run(), "no L2 here");
	assert_int_equal(fake.allocations, 1); /* the timer's */
}

struct big_state {
	char byte[4096];
};

static int dirty_state(struct gb_run *r)
{
	struct big_state *s = gb_state(r);

	for (size_t i = 0; i < sizeof s->byte; i++)
		if (s->byte[i] != 0)
			return gb_fail(r, "byte %zu is %d", i, s->byte[i]);
	memset(s->byte, 1, sizeof s->byte);
	return gb_fail(r, "half-way");
}

static char byte_at_teardown;

static void look_at_state(struct gb_run *r)
{
	const struct big_state *s = gb_state(r);

	byte_at_teardown = s->byte[sizeof s->byte - 1];
}

RUN_TEST(every_run_has_a_state_of_its_own_until_after_teardown)
{
	bench.state_size = sizeof(struct big_state);
	bench.setup = dirty_state;
	bench.teardown = look_at_state;
	for (int i = 0; i < 3; i++) {
		byte_at_teardown = 0;
		assert_fails_with(open_run(), "half-way");
		assert_int_equal(byte_at_teardown, 1);
		gb_error_clear(&error);
	}
	bench.require.cc_min = 100; /* setup() is not reached */
	assert_int_equal(open_run(), GB_SKIPPED);
	assert_int_equal(byte_at_teardown, 0);
}

/* ---- doubts ------------------------------------------------------------------------------------------------------ */

static bool doubt_setup, doubt_point;

static int setup_with_doubt(struct gb_run *r)
{
	if (doubt_setup)
		gb_suspect(r, "only %d MB", 24);
	return bench_setup(r);
}

static int prepare_with_doubt(struct gb_run *r)
{
	if (doubt_point)
		gb_suspect(r, "size %d is odd", gb_value(r, size));
	return GB_OK;
}

static void expect_doubts(bool of_setup, const char *first, const char *second)
{
	struct gb_point other = point;

	bench.setup = setup_with_doubt;
	bench.prepare = prepare_with_doubt;
	doubt_setup = of_setup;
	doubt_point = true;
	open_run_at(&point);
	assert_string_equal(run.doubt, first);
	other.value[1] = 3;
	assert_ok(gb_run_point(&run, &other), error); /* of this point only */
	assert_string_equal(run.doubt, second);
	doubt_point = false;
	assert_ok(gb_run_point(&run, &point), error);
	assert_string_equal(run.doubt, of_setup ? "only 24 MB" : "");
	gb_run_close(&run);
}

RUN_TEST(doubts_of_setup_stay_and_those_of_a_point_go)
{
	expect_doubts(true, "only 24 MB; size 2 is odd", "only 24 MB; size 3 is odd");
	expect_doubts(false, "size 2 is odd", "size 3 is odd");
}

RUN_TEST(more_doubts_than_there_is_room_for)
{
	assert_ok(open_run(), error);
	gb_suspect(&run, "%s", "on\ntwo\r\nlines");
	assert_string_equal(run.doubt, "on?two??lines");
	run.doubt[0] = '\0';
	for (int i = 0; i < 1000; i++)
		gb_suspect(&run, "the %d-th doubt of this run", i);
	assert_true(strlen(run.doubt) < sizeof run.doubt);
	assert_says(run.doubt, "the 0-th doubt of this run; the 1-th doubt");
}

RUN_TEST(less_work_is_said_in_every_row)
{
	assert_ok(open_run(), error);
	assert_true(gb_work(&run) == 1);
	assert_string_equal(run.doubt, "");
	gb_run_close(&run);
	card.work = 0.25;
	open_run_at(&point);
	assert_true(gb_work(&run) == 0.25);
	assert_string_equal(run.doubt, "launches did 0.25 of their usual work");
}

/* ---- other processes --------------------------------------------------------------------------------------------- */

static int processes_before, processes_after;
static struct gpu_ops counting_ops;

static int count_processes(int index)
{
	return fake.opened > 0 ? processes_after : processes_before;
}

/* Opening the card changes the count from `before` to `after`; later it is `now`. */
static int others(int before, int after, int now)
{
	FREED_BY(gb_device_close) struct gb_open_device c;

	counting_ops = fake_ops;
	counting_ops.processes = count_processes;
	processes_before = before;
	processes_after = after;
	assert_ok(gb_device_open(&c, &counting_ops, 0, &error), error);
	processes_after = now;
	return gb_device_others(&c);
}

RUN_TEST(other_processes_are_what_is_left_without_oneself)
{
	gb_device_close(&card); /* one is open at a time */
	assert_int_equal(others(0, 1, 1), 0);
	assert_int_equal(others(2, 3, 3), 2);
	assert_int_equal(others(0, 1, 2), 1); /* one came */
	assert_int_equal(others(2, 3, 1), 0); /* all went */
	assert_int_equal(others(0, 0, 0), 0); /* a driver that does not count this process */
	assert_int_equal(others(0, 0, 2), 2);
	assert_int_equal(others(0, 1, 0), 0); /* never fewer than none */
	assert_int_equal(others(-1, -1, -1), -1);
	assert_int_equal(others(-1, 1, 1), -1); /* there is nothing to subtract from */
	assert_int_equal(others(0, -1, 1), -1);
	assert_int_equal(others(0, 1, -1), -1);
	assert_ok(gb_device_open(&card, &fake_ops, 0, &error), error);
}

RUN_TEST(the_work_of_others)
{
	struct gb_open_device c;

	gb_device_close(&card); /* one is open at a time */
	fake.busy = 40;
	fake.workers = 3;
	assert_ok(gb_device_open(&c, &fake_ops, 0, &error), error);
	assert_true(gb_device_is_busy(&c));
	assert_int_equal(gb_device_workers(&c, 2), 3); /* without this process */
	fake.busy = 100;                               /* including the effect of this process */
	gb_device_look(&c);
	assert_int_equal(c.busy, 40);
	fake.busy = fake.workers = -1;
	gb_device_look(&c);
	assert_int_equal(c.busy, 40);
	assert_int_equal(gb_device_workers(&c, 2), -1);
	fake.busy = 5;
	gb_device_look(&c);
	assert_false(gb_device_is_busy(&c));
	gb_device_close(&c);
	counting_ops = fake_ops;
	counting_ops.busy = NULL;
	counting_ops.working = NULL;
	assert_ok(gb_device_open(&c, &counting_ops, 0, &error), error);
	assert_int_equal(c.busy, -1);
	assert_false(gb_device_is_busy(&c));
	assert_int_equal(gb_device_workers(&c, 2), -1);
	gb_device_close(&c);
	assert_ok(gb_device_open(&card, &fake_ops, 0, &error), error);
}

/* The complete life of a run, with every call of every operation failing in turn. */
static int whole_life(struct gb_error *why)
{
	FREED_BY(gb_device_close) struct gb_open_device c;
	struct gb_run r;
	struct gb_batch batch;

	int status = gb_device_open(&c, &fake_ops, 0, why);
	if (status != GB_OK)
		return status;
	status = gb_run_open(&r, &c, &bench, &bench_variants[0], why);
	if (status == GB_OK) {
		status = gb_run_point(&r, &point);
		if (status == GB_OK)
			status = gb_run_batch(&r, 2, &batch, why);
		if (status == GB_OK)
			status = gb_run_verify(&r);
		gb_run_close(&r);
	}
	return status;
}

TEST(failing_anywhere_leaves_nothing)
{
	unsigned int failures = 0;

	bench = bench_good();
	for (int op = 0; op < FAKE_OPS; op++)
		for (unsigned int nth = 1;; nth++) {
			struct gb_error why = { "" };
			assert_true(fake_reset());
			fake_fail(fake_op_name((enum fake_op)op), nth, false);
			int status = whole_life(&why);
			if (!fake_failed()) {
				assert_ok(status, why);
				break;
			}
			assert_int_equal(status, GB_FAILED);
			assert_true(strstr(why.text, "cu") != NULL); /* the call's own name */
			failures++;
		}
	assert_true(fake_reset());
	assert_true(failures > 15);
}

RUN_TEST(a_texture_is_repeated_by_normalised_coordinates_alone)
{
	struct gb_texture texture = { .layout = GB_TEXTURE_ARRAY, .channels = 1, .width = 64, .pitch = 256 };
	uint64_t object;

	assert_ok(open_run(), error);
	assert_ok(gb_alloc(&run, 256, &texture.at), error);
	for (texture.address = GB_ADDRESS_CLAMP; texture.address <= GB_ADDRESS_BORDER; texture.address++)
		assert_ok(gb_texture_open(&run, &texture, &object), error);
	for (; texture.address <= GB_ADDRESS_MIRROR; texture.address++) {
		texture.normalised = 0;
		gb_error_clear(&error);
		assert_fails(gb_texture_open(&run, &texture, &object), "normalised coordinates");
		texture.normalised = 1;
		assert_ok(gb_texture_open(&run, &texture, &object), error);
	}
}
