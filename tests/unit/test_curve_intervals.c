/* The intervals of a curve's points, based on the scatter of all visits. */
#include "normal.h"
#include "engine/doubts_remarks.h"
#include "engine/intervals.h"
#include "engine/row.h"

#include "support.h"

enum { POINTS = 20, BATCHES = 3, VISITS = 2 };

static const struct gb_effort effort = { .measure = { .max_noise = 0.003 } };
static struct gb_batch batch[POINTS][VISITS][BATCHES];
static struct gb_sampled samples[POINTS], *point[POINTS];
static struct gb_record record[POINTS];
static char reason[POINTS][GB_RECORD_REASON];

/* A point whose visits yielded these values, with batches of 0.4 ms that agree. */
static void make(size_t at, double first, double second)
{
	const double value[VISITS] = { first, second };
	struct gb_sampled *v = &samples[at];

	*v = (struct gb_sampled){ .bench = "plugin", .effort = &effort, .visits = VISITS };
	for (size_t i = 0; i < VISITS; i++) {
		for (size_t b = 0; b < BATCHES; b++)
			batch[at][i][b] = (struct gb_batch){ 4e-4, value[i], NAN, NAN, value[i] / 8 };
		v->visit[i] = (struct gb_measurement){ .launches = 1,
						       .sm_hz = NAN,
						       .value = { .count = BATCHES, .median = value[i] },
						       .per_clock = { .count = BATCHES, .median = value[i] / 8 },
						       .batches = batch[at][i] };
	}
	gb_measure_join(v->visit, VISITS, &v->all);
	record[at] = gb_record_empty();
	record[at].status = GB_ROW_OK;
	record[at].value = v->all.value.median;
	record[at].unit = "B/s";
	point[at] = v;
}

static void settle(size_t count)
{
	gb_sampled_settle(point, count);
	for (size_t i = 0; i < count; i++) {
		gb_row_interval(&record[i], &samples[i].all);
		reason[i][0] = '\0';
		gb_doubts_visits(&record[i], samples[i].visit, VISITS, reason[i]);
		gb_measurement_free(&samples[i].all);
	}
}

static double half_of(size_t at)
{
	return (record[at].hi - record[at].lo) / 2;
}

/* For a single point, only its own visits are known: 100.1 +- 12.706 x 0.1. */
TEST(one_point_stands_alone)
{
	make(0, 100, 100.2);
	settle(1);
	assert_near(half_of(0), 12.706 * 0.1, 1e-6);
	assert_near(record[0].per_clock_hi - record[0].per_clock_lo, 12.706 * 0.2 / 8, 1e-6);
	assert_string_equal(record[0].stop, "budget");
}

/* All differ alike, by 2 in 1000: the variance of each is 2e-6, and so is five times the typical one over 0.4549. */
TEST(neighbours_show_the_scatter)
{
	for (size_t i = 0; i < POINTS; i++)
		make(i, 100, i % 2 ? 100.2 : 99.8);
	settle(POINTS);
	const double typical = 2e-6 / 0.4549, own = 2e-6;
	assert_near(half_of(0), 100 * 2.571 * sqrt((4 * typical + own) / 5 / 2), 0.002);
	assert_int_equal(record[0].status, GB_ROW_OK);
}

/* An unusual point does not widen the others' intervals, and reports the differences of its visits. */
TEST(visits_that_disagree_are_named)
{
	for (size_t i = 0; i < POINTS; i++)
		make(i, 100, i == 7 ? 90 : 100.01);
	settle(POINTS);
	assert_near(half_of(6), 100.005 * gb_run_scatter_of("plugin", GB_TIMED_DEVICE, false), 1e-9);
	assert_true(half_of(7) >= 5);
	assert_int_equal(record[6].status, GB_ROW_OK);
	assert_int_equal(record[7].status, GB_ROW_SUSPECT);
	assert_string_equal(reason[7], "its visits gave 90 and 100 B/s");
}

/* The value has a wider interval, because other runs differ. */
TEST(visits_that_agree_have_a_tick)
{
	for (size_t i = 0; i < POINTS; i++)
		make(i, 100, 100);
	settle(POINTS);
	assert_near(half_of(3), 100 * gb_run_scatter_of("plugin", GB_TIMED_DEVICE, false), 1e-9);
	assert_near(record[3].per_clock_hi - record[3].per_clock_lo, 2 * 100.0 / 8 * GB_MEASURE_TICK / 4e-4, 1e-9);
	assert_string_equal(record[3].stop, "converged");
}

static uint64_t seed = 4711;

/* The share of points whose interval contains the true value, with visits that scatter by `apart`. */
static double coverage(double apart)
{
	enum { CURVES = 200 };
	size_t held = 0;

	for (size_t c = 0; c < CURVES; c++) {
		for (size_t i = 0; i < POINTS; i++)
			make(i, 100 + apart * normal(&seed), 100 + apart * normal(&seed));
		settle(POINTS);
		for (size_t i = 0; i < POINTS; i++)
			held += record[i].lo <= 100 && 100 <= record[i].hi;
	}
	return (double)held / (CURVES * POINTS);
}

TEST(intervals_hold_what_they_say)
{
	assert_true(coverage(0.3) > 0.94);
	assert_true(coverage(1) > 0.94);
}

/* Runs of a kind that were not compared, or seemed equal, are no proof that the next run agrees. */
TEST(no_kind_of_timing_is_free_of_scatter)
{
	for (const struct gb_run_scatter *s = gb_run_scatter; s->bench != NULL; s++)
		for (int kind = 0; kind < GB_TIMED_KINDS; kind++)
			assert_true(gb_run_scatter_of(s->bench, (enum gb_timed_by)kind, false) > 0);
}
