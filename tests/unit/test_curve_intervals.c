/* The intervals of a curve's points: from the scatter that all its visits show. */
#include "normal.h"
#include "engine/visit.h"

#include "support.h"

enum { POINTS = 20, BATCHES = 3, VISITS = 2 };

static const struct gb_effort effort = { .measure = { .max_noise = 0.003 } };
static struct gb_batch batch[POINTS][VISITS][BATCHES];
static struct gb_visited visited[POINTS];
static struct gb_visited *point[POINTS];

/* A point whose visits gave these, with batches of 0.4 ms that agree. */
static void make(size_t at, double first, double second)
{
	const double value[VISITS] = { first, second };
	struct gb_visited *v = &visited[at];
	struct gb_error error = { "" };

	*v = (struct gb_visited){ .effort = &effort, .planned = VISITS, .visits = VISITS };
	for (size_t i = 0; i < VISITS; i++) {
		for (size_t b = 0; b < BATCHES; b++)
			batch[at][i][b] = (struct gb_batch){ 4e-4, value[i], NAN, NAN, value[i] / 8 };
		v->visit[i] = (struct gb_measurement){ .launches = 1,
						       .sm_hz = NAN,
						       .value = { .count = BATCHES, .median = value[i] },
						       .per_clock = { .count = BATCHES, .median = value[i] / 8 },
						       .batches = batch[at][i] };
	}
	assert_ok(gb_measure_join(v->visit, VISITS, &v->all, &error), error);
	v->row.record = gb_record_empty();
	v->row.record.status = GB_ROW_OK;
	v->row.record.value = v->all.value.median;
	v->row.record.unit = "B/s";
	point[at] = v;
}

static void settle(size_t count)
{
	const struct gb_sweep sweep = { .precondition = gb_precondition_begin() };

	gb_curve_intervals_settle(point, count, &sweep);
	for (size_t i = 0; i < count; i++)
		gb_measurement_free(&visited[i].all);
}

static double half_of(size_t at)
{
	return (visited[at].row.record.hi - visited[at].row.record.lo) / 2;
}

/* Of one point nothing but its own visits is known: 100.1 +- 12.706 x 0.1. */
static void one_point_stands_alone(void **state)
{
	(void)state;
	make(0, 100, 100.2);
	settle(1);
	assert_near(half_of(0), 12.706 * 0.1, 1e-6);
	assert_near(visited[0].row.record.per_clock_hi - visited[0].row.record.per_clock_lo, 12.706 * 0.2 / 8, 1e-6);
	assert_string_equal(visited[0].row.record.stop, "budget");
}

/* All differ alike, by 2 in 1000: the variance of each is 2e-6, and so is five times the typical one over 0.4549. */
static void neighbours_show_the_scatter(void **state)
{
	(void)state;
	for (size_t i = 0; i < POINTS; i++)
		make(i, 100, i % 2 ? 100.2 : 99.8);
	settle(POINTS);
	const double typical = 2e-6 / 0.4549, own = 2e-6;
	assert_near(half_of(0), 100 * 2.571 * sqrt((4 * typical + own) / 5 / 2), 0.002);
	assert_int_equal(visited[0].row.record.status, GB_ROW_OK);
}

/* One that is not like the others does not widen their intervals, and names what it saw. */
static void visits_that_disagree_are_named(void **state)
{
	(void)state;
	for (size_t i = 0; i < POINTS; i++)
		make(i, 100, i == 7 ? 90 : 100.01);
	settle(POINTS);
	assert_near(half_of(6), 100.005 * GB_CURVE_SCATTER, 1e-9);
	assert_true(half_of(7) >= 5);
	assert_int_equal(visited[6].row.record.status, GB_ROW_OK);
	assert_int_equal(visited[7].row.record.status, GB_ROW_SUSPECT);
	assert_string_equal(visited[7].row.reason, "its visits gave 90 and 100 B/s");
}

/* The value has more, as other runs differ. */
static void visits_that_agree_have_a_tick(void **state)
{
	(void)state;
	for (size_t i = 0; i < POINTS; i++)
		make(i, 100, 100);
	settle(POINTS);
	assert_near(half_of(3), 100 * GB_CURVE_SCATTER, 1e-9);
	assert_near(visited[3].row.record.per_clock_hi - visited[3].row.record.per_clock_lo,
		    2 * 100.0 / 8 * GB_MEASURE_TICK / 4e-4, 1e-9);
	assert_string_equal(visited[3].row.record.stop, "converged");
}

static uint64_t seed = 4711;

/* The share of points whose interval holds the truth, with visits that lie around it by `apart`. */
static double coverage(double apart)
{
	enum { CURVES = 200 };
	size_t held = 0;

	for (size_t c = 0; c < CURVES; c++) {
		for (size_t i = 0; i < POINTS; i++)
			make(i, 100 + apart * normal(&seed), 100 + apart * normal(&seed));
		settle(POINTS);
		for (size_t i = 0; i < POINTS; i++)
			held += visited[i].row.record.lo <= 100 && 100 <= visited[i].row.record.hi;
	}
	return (double)held / (CURVES * POINTS);
}

static void intervals_hold_what_they_say(void **state)
{
	(void)state;
	assert_true(coverage(0.3) > 0.94);
	assert_true(coverage(1) > 0.94);
}

int main(void)
{
	RUN(T(one_point_stands_alone), T(neighbours_show_the_scatter), T(visits_that_disagree_are_named),
	    T(visits_that_agree_have_a_tick), T(intervals_hold_what_they_say));
}
