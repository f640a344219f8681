/* Points that a sweep visits repeatedly: roofs, curves, and bursts. */
#include "base/clock.h"
#include "host_clock_made.h"
#include "engine/shape_search.h"
#include "engine/visit.h"
#include "engine/burst_sustain.h"
#include "swept.h"

/* ---- bursts ------------------------------------------------------------------------------------------------------ */

/* The clock is held down from its fourth reading on. */
static void hold_clock(void)
{
	enum { LOOKS = 3, TURNS = 100000 };
	static double clocks[TURNS];

	for (size_t i = 0; i < TURNS && clocks[TURNS - 1] == 0; i++)
		clocks[i] = i < LOOKS ? 1 : 0.9;
	fake.clocks = (struct fake_series){ clocks, TURNS };
}

/* A card that runs a load fast for its first 40 ms, and recovers while resting. The first two readings of its clock
 * are without load, and later ones are lower. */
static double warm_seconds;
static double last_call;

static double fast_after_a_rest(struct gb_shape shape, const void *args)
{
	const double now = gb_clock_now();

	if (now - last_call > 0.05)
		warm_seconds = 0;
	last_call = now;
	const double seconds = warm_seconds < 0.04 ? 20e-6 : 25e-6;
	warm_seconds += seconds;
	return seconds;
}

SWEEP_TEST(a_load_that_holds_the_clock_has_a_burst)
{
	hold_clock();
	fake_kernel("work", fast_after_a_rest);
	bench.roof = roof_of_copy;
	options.roof.measure.settle_seconds = 0.06;
	options.roof.measure.batch_seconds = 0.001; /* long compared with a tick of the timer */
	options.roof.rest_seconds = 0.1;
	sweep();
	assert_false(rows[0].has_burst); /* a point of a curve */
	assert_near(rows[1].record.value, 2e6 / 25e-6, 1e-9);
	/* All samples are equal: half a step of the clock remains. */
	assert_near(rows[1].record.hi / rows[1].record.value - 1, 7.5e6 / rows[1].record.sm_clock_hz, 1e-9);
	assert_near(1 - rows[1].record.lo / rows[1].record.value, 7.5e6 / rows[1].record.sm_clock_hz, 1e-9);
	assert_true(rows[1].has_burst);
	assert_string_equal(rows[1].burst_roof, "some.roof.burst");
	assert_string_equal(rows[1].burst_metric, "burst_bandwidth");
	assert_near(rows[1].burst.value, 2e6 / 20e-6, 1e-9);
	assert_unknown(rows[1].burst.lo); /* of one look */
	assert_unknown(rows[1].burst.power_w);

	options.roof.rest_seconds = 0;
	sweep();
	assert_false(rows[1].has_burst);
}

/* Looks at a burst: the first finds a card that has rested longer, and does not count; the intervals of the others
 * and of the settled value must not overlap. */
static const double *look_seconds;
static size_t look;

static double of_each_look(struct gb_shape shape, const void *args)
{
	const double now = gb_clock_now();

	if (now - last_call > 0.05) {
		warm_seconds = 0;
		look++;
	}
	last_call = now;
	const double seconds = warm_seconds < 0.04 ? look_seconds[look % 4] : 25e-6;
	warm_seconds += seconds;
	return seconds;
}

static void sweep_with_looks(const double seconds[4])
{
	hold_clock();
	look_seconds = seconds;
	look = 0;
	fake_kernel("work", of_each_look);
	bench.roof = roof_of_copy;
	options.roof.measure.settle_seconds = 0.06;
	options.roof.measure.batch_seconds = 0.001;
	options.roof.rest_seconds = options.roof.pause_seconds = 0.1;
	options.roof.bursts = 3;
	sweep();
}

/* A shape that is ahead until its own load has held the clock down for 20 ms. */
static double ahead_at_first(struct gb_shape shape, const void *args)
{
	static uint32_t block;
	static double ran;

	ran = shape.block == block ? ran : 0;
	block = shape.block;
	const double seconds = block != 64 ? 25e-6 : ran < 0.02 ? 23e-6 : 30e-6;
	ran += seconds;
	return seconds;
}

SWEEP_TEST(a_held_load_has_the_shape_that_is_best_once_settled)
{
	fake_kernel("work", ahead_at_first);
	bench.roof = roof_of_copy;
	/* In the second final it is ahead in two thirds of the 30 batches, but in only a third of those that count. */
	options.roof.judge_seconds = 0.001;
	for (int settled = 0; settled < 2; settled++) {
		hold_clock();
		options.roof.final_seconds = settled ? 0.03 : 0;
		sweep();
		assert_int_equal(strstr(rows[1].point, "block=64") != NULL, !settled);
	}
	/* A clock that is not held needs no time to settle. */
	fake.clocks = (struct fake_series){ NULL, 0 };
	sweep();
	assert_string_equal(rows[1].point, "op=copy,size=2,block=64");
}

SWEEP_TEST(bursts_count_from_the_second_look)
{
	/* The second of these is the first look. */
	static const double alike[] = { 20e-6, 24e-6, 20e-6, 20e-6 };

	sweep_with_looks(alike);
	assert_true(rows[1].has_burst);
	assert_near(rows[1].burst.value, 2e6 / 20e-6, 1e-9);
	assert_int_equal(rows[1].burst.samples, 3 * GB_BURST_BATCHES);
}

SWEEP_TEST(bursts_that_differ_are_no_roof)
{
	static const double apart[] = { 24e-6, 20e-6, 22e-6, 24e-6 };

	sweep_with_looks(apart);
	assert_false(rows[1].has_burst);
}

/* Nothing that was measured before the failure is reported. */
static int wrong_after_all(struct gb_run *run)
{
	return gb_fail(run, "element 3 is wrong");
}

/* The limit is 700 W: 526 is too near, 524 is not. */
SWEEP_TEST(a_card_at_its_power_limit_is_left_alone)
{
	FREED_BY(gb_device_close) struct gb_open_device card;

	have_hot_card(526, 524);
	assert_ok(gb_device_open(&card, ops, 0, &error), error);
	double began = gb_clock_now();
	gb_precondition_power(&card, &stop);
	assert_int_equal(asked, 3);
	assert_true(gb_clock_now() - began >= 0.04);
	have_hot_card(700, 700);
	began = gb_clock_now();
	gb_precondition_power(&card, &stop);
	assert_true(asked > 3 && gb_clock_now() - began >= GB_PRECONDITION_POWER_MOST);
	have_hot_card(700, 700);
	stop = 1;
	gb_precondition_power(&card, &stop);
	assert_int_equal(asked, 1);
	stop = 0;
	have_hot_card(NAN, NAN);
	gb_precondition_power(&card, &stop);
	assert_int_equal(asked, 1);
}

/* The driver still clears memory for 50 ms after the setup, as after a benchmark that freed much. */
#define CLEARING_SECONDS 0.05
static double set_up_at, launched_at;

static int setup_while_clearing(struct gb_run *run)
{
	const uint64_t bytes = (uint64_t)(GB_CLEARED_LEAST * CLEARING_SECONDS);

	gb_device_freed(run->card, bytes);
	set_up_at = gb_clock_now();
	launched_at = NAN;
	return bench_setup(run);
}

static double note_the_first(struct gb_shape shape, const void *args)
{
	launched_at = fmin(launched_at, gb_clock_now());
	return 20e-6;
}

SWEEP_TEST(a_card_that_clears_memory_is_left_alone)
{
	FREED_BY(gb_device_close) struct gb_open_device card;
	struct gb_run run;
	gb_ptr at;

	bench.setup = setup_while_clearing;
	fake_kernel("work", note_the_first);
	sweep();
	assert_true(launched_at - set_up_at > 0.9 * CLEARING_SECONDS);

	/* Freed memory is cleared after memory that was freed earlier. */
	bench.setup = bench_setup;
	assert_ok(gb_device_open(&card, &fake_ops, 0, &error), error);
	assert_ok(gb_run_open(&run, &card, &bench, &bench_variants[0], &error), error);
	run.error = &error;
	card.cleared_at = gb_clock_now() + 100;
	const double before = card.cleared_at;
	assert_ok(gb_alloc(&run, 1 << 20, &at), error);
	gb_release(&run, at);
	assert_near(card.cleared_at - before, (1 << 20) / GB_CLEARED_LEAST, 1e-2);
	gb_run_close(&run);
	assert_true(card.cleared_at - before > (1 << 20) / GB_CLEARED_LEAST);

	/* The size of the memory determines the rate; the bandwidth need not be known. */
	card.cleared_at = before;
	card.device.memory_bytes = UINT64_C(80) << 30;
	card.device.mem_clock_hz = NAN;
	gb_device_freed(&card, UINT64_C(8) << 30);
	assert_near(card.cleared_at - before, 0.1, 1e-6);
}

SWEEP_TEST(roofs_alone_wait_for_it)
{
	options.roof.visits = 3;
	bench.roof = roof_of_copy;
	in_any_order = true;
	have_hot_card(100, 100);
	sweep();
	assert_int_equal(asked, 3);
	bench.roof = NULL;
	have_hot_card(100, 100);
	sweep();
	assert_int_equal(asked, 0);
}

SWEEP_TEST(a_failed_row_has_no_other_rows)
{
	static const double held[] = { 1, 1, 1, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9 };

	fake.clocks = (struct fake_series){ held, sizeof held / sizeof held[0] };
	fake_kernel("work", fast_after_a_rest);
	bench.roof = roof_of_copy;
	bench.verify = wrong_after_all;
	options.roof.measure.settle_seconds = 0.06;
	options.roof.rest_seconds = 0.1;
	options.sustain_seconds = 0.01;
	sweep();
	for (size_t i = 0; i < row_count; i++) {
		assert_int_equal(rows[i].record.status, GB_ROW_FAILED);
		assert_int_equal(rows[i].records, 1);
		assert_unknown(rows[i].record.value);
	}
}

SWEEP_TEST(without_a_held_clock_there_is_no_burst)
{
	fake_kernel("work", fast_after_a_rest);
	bench.roof = roof_of_copy;
	options.roof.measure.settle_seconds = 0.06;
	options.roof.rest_seconds = 0.1;
	sweep();
	assert_false(rows[1].has_burst);
}

/* ---- visits ------------------------------------------------------------------------------------------------------ */

/* Copies set a roof, and their load holds the clock down: three visits, and two looks at the burst. */
static void have_visits(void)
{
	hold_clock();
	options.roof.visits = 3;
	options.curve.visits = 2;
	options.roof.bursts = 2;
	options.roof.rest_seconds = options.roof.pause_seconds = 1e-4; /* hundreds of sweeps rest */
}

static int setups;

static int setup_and_count(struct gb_run *run)
{
	setups++;
	return bench_setup(run);
}

static double slower = 0.01;

static double slower_by_setup(struct gb_shape shape, const void *args)
{
	return 20e-6 * (1 + slower * setups);
}

static void sweep_with_other(int setup_of_other(struct gb_run *))
{
	struct gb_bench other = bench_good();
	const struct gb_bench *const benches[] = { &bench, &other };

	fake_kernel("work", slower_by_setup);
	bench.setup = setup_and_count;
	other.setup = setup_of_other;
	other.name = "other";
	setups = 0;
	in_any_order = true;
	assert_ok(sweep_all(benches, 2), error);
	assert_int_equal(row_count, 4);
	assert_int_equal(failed_rows, 0);
}

SWEEP_TEST(a_roof_is_there_after_its_last_visit)
{
	have_visits();
	bench.roof = roof_of_copy;
	sweep_with_other(bench_setup);
	/* bench read, other read, other copy; then the points that set a roof. */
	assert_string_equal(rows[0].point, "op=read,block=32");
	assert_string_equal(rows[3].point, "op=copy,size=2,block=32");
	assert_true(rows[3].record.samples >= 9);
	assert_true(rows[3].raw);
	/* The three visits differ, so the interval is wider than that of any single batch. */
	assert_true(rows[3].record.hi - rows[3].record.lo > rows[3].record.max - rows[3].record.min);
}

/* The seconds of a launch by the number of setups so far. */
static const double *seconds_of_setup;

static double seconds_by_setup(struct gb_shape shape, const void *args)
{
	return seconds_of_setup[setups];
}

/* The setups of a sweep whose roof has three visits, and up to two more if these differ. */
static int setups_with(const double *seconds)
{
	options.roof.visits = 3;
	options.roof.extra_visits = 2;
	options.roof.measure.batch_seconds = 0.001; /* long compared with a tick of the timer */
	fake.clocks = (struct fake_series){ NULL, 0 };
	seconds_of_setup = seconds;
	fake_kernel("work", seconds_by_setup);
	bench.roof = roof_of_copy;
	bench.setup = setup_and_count;
	setups = 0;
	in_any_order = true;
	sweep();
	assert_int_equal(failed_rows, 0);
	return setups;
}

SWEEP_TEST(a_roof_whose_visits_differ_is_visited_again)
{
	/* Two visits to the roof, one to the curve, and up to three more to the roof; the first entry is not used. */
	static const double alike[] = { 0, 20e-6, 20e-6, 20e-6, 20e-6, 0, 0 };
	static const double once[] = { 0, 20e-6, 20.6e-6, 20e-6, 20e-6, 20e-6, 0 };
	static const double ever[] = { 0, 20e-6, 22e-6, 20e-6, 20e-6, 23e-6, 20e-6 };

	const int enough = setups_with(alike);
	assert_int_equal(rows[row_count - 1].record.status, GB_ROW_OK);
	const double samples = rows[row_count - 1].record.samples;
	assert_int_equal(setups_with(once), enough + 1);
	assert_int_equal(rows[row_count - 1].record.status, GB_ROW_OK);
	assert_true(rows[row_count - 1].record.samples > samples);
	assert_int_equal(setups_with(ever), enough + 2);
	assert_int_equal(rows[row_count - 1].record.status, GB_ROW_SUSPECT);
	assert_says(rows[row_count - 1].reason, "its samples or visits differ");
}

/* Another search may choose another shape, however well the samples of this one agree. */
SWEEP_TEST(the_interval_of_a_roof_includes_other_shapes)
{
	const double least = fmax(GB_SHAPE_SCATTER, gb_run_scatter_of("good", GB_TIMED_DEVICE, true));

	bench.roof = roof_of_copy;
	options.roof.measure.batch_seconds = options.curve.measure.batch_seconds =
		0.01; /* shorter than a tick of the timer */
	sweep();
	assert_near(rows[1].record.hi / rows[1].record.value, 1 + least, 1e-9);
	assert_near(rows[1].record.lo / rows[1].record.value, 1 - least, 1e-9);
	assert_near(rows[0].record.hi / rows[0].record.value, 1 + gb_run_scatter_of("good", GB_TIMED_DEVICE, false),
		    1e-9); /* a point of a curve */

	options.effort = GB_EVERY; /* no search */
	sweep();
	assert_true(row_count > 2);
	assert_true(rows[row_count - 1].record.hi / rows[row_count - 1].record.value - 1 <
		    1.01 * gb_run_scatter_of("good", GB_TIMED_DEVICE, true));
}

/* Two visits to each point of two curves; the second setup is this much slower. */
static void see_curves_twice(double slower_by)
{
	have_visits();
	fake.clocks = (struct fake_series){ NULL, 0 };
	slower = slower_by;
	sweep_with_other(setup_and_count);
	slower = 0.01;
}

SWEEP_TEST(points_of_curves_are_seen_twice)
{
	see_curves_twice(0.001);
	assert_string_equal(rows[0].point, "op=read,block=32");
	assert_string_equal(rows[1].point, "op=copy,size=2,block=32");
	for (size_t i = 0; i < 4; i++) {
		const struct gb_record *r = &rows[i].record;
		assert_int_equal(r->status, GB_ROW_OK);
		assert_true(rows[i].raw);
		assert_true(r->lo < r->min && r->hi > r->max);
	}
	see_curves_twice(0.1);
	for (size_t i = 0; i < 4; i++) {
		assert_int_equal(rows[i].record.status, GB_ROW_SUSPECT);
		assert_says(rows[i].reason, "its visits gave");
	}
}

SWEEP_TEST(any_call_of_any_visit_may_fail)
{
	in_any_order = true;
	bench.roof = roof_of_copy;
	assert_true(fail_each_call(have_visits) > 400);
}
