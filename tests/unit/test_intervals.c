/* Several visits as one measurement: hand calculations, and a simulation that checks the coverage of intervals. */
#include "normal.h"
#include "timing/measure.h"
#include "engine/doubts_remarks.h"

#include "support.h"

enum { BATCHES = 30, VISITS = 3, EXTRA = 2 };

struct made {
	struct gb_batch batch[VISITS + EXTRA][BATCHES];
	struct gb_measurement visit[VISITS + EXTRA];
};

static void make_visit(struct made *made, size_t v, size_t batches)
{
	double value[BATCHES], scratch[BATCHES];
	struct gb_measurement *m = &made->visit[v];

	for (size_t i = 0; i < batches; i++)
		value[i] = made->batch[v][i].value;
	*m = (struct gb_measurement){ .launches = 5, .steady = true, .batches = made->batch[v], .visits = 1 };
	m->batches_of[0] = batches;
	gb_stats_summary(value, batches, scratch, &m->value);
}

/* A batch of 5 ms, at 1 GHz by default. */
static struct gb_batch batch_of(double value)
{
	return (struct gb_batch){ 5e-3, value, 1e9, 0.99e9, NAN };
}

/* As for a roof: no other point shows the scatter of its visits. */
static void join(const struct gb_measurement *visit, size_t count, double max_noise, struct gb_measurement *all)
{
	gb_measure_join(visit, count, all);
	gb_measure_between(visit, count, &(struct gb_prior){ 0 }, max_noise, all);
}

/* Medians 100 and 200: 150 +- 12.706 x 50, limited to values above 0. */
TEST(visits_far_apart)
{
	static struct made made;
	FREED_BY(gb_measurement_free) struct gb_measurement all;

	for (size_t v = 0; v < 2; v++) {
		for (size_t i = 0; i < 7; i++)
			made.batch[v][i] = batch_of(100 + 100 * (double)v);
		make_visit(&made, v, 7);
	}
	join(made.visit, 2, 0.03, &all);
	assert_same(all.value.lo, 0);
	assert_near(all.value.hi, 150 + 12.706 * 50, 1e-6);
}

TEST(visits_by_hand)
{
	static struct made made;
	FREED_BY(gb_measurement_free) struct gb_measurement all;

	/* Medians 99, 100 and 101: mean 100, standard deviation 1, so 100 +- 4.303 / sqrt(3). */
	for (size_t v = 0; v < VISITS; v++) {
		for (size_t i = 0; i < 7; i++)
			made.batch[v][i] = batch_of(99 + (double)v);
		make_visit(&made, v, 7);
	}
	made.visit[1].held = true;
	made.visit[2].steady = false;
	made.visit[0].sm_hz_drift = 0.02;
	made.visit[1].sm_hz_drift = -0.02;
	made.visit[2].sm_hz_drift = 0.03;
	join(made.visit, VISITS, 0.03, &all);
	assert_int_equal(all.value.count, 21);
	assert_int_equal(all.visits, 3);
	assert_int_equal(all.batches_of[2], 7);
	assert_near(all.sm_hz_drift, 0.01, 1e-12);
	assert_same(all.batches[20].value, 101);
	assert_same(all.value.median, 100);
	assert_near(all.value.lo, 100 - 4.303 / sqrt(3), 1e-6);
	assert_near(all.value.hi, 100 + 4.303 / sqrt(3), 1e-6);
	assert_same(all.seconds, 1e-3);
	assert_true(all.held);
	assert_false(all.steady);
	assert_int_equal(all.stop, GB_STOP_CONVERGED);
	gb_measurement_free(&all);
	join(made.visit, VISITS, 0.02, &all);
	assert_int_equal(all.stop, GB_STOP_BUDGET);
}

TEST(no_interval_is_narrower_than_a_tick)
{
	static struct made made;
	FREED_BY(gb_measurement_free) struct gb_measurement all;

	for (size_t i = 0; i < 20; i++)
		made.batch[0][i] = batch_of(100);
	make_visit(&made, 0, 20);
	join(made.visit, 1, 0.01, &all);
	assert_near(all.value.lo, 100 * (1 - GB_MEASURE_TICK / 5e-3), 1e-12);
	assert_near(all.value.hi, 100 * (1 + GB_MEASURE_TICK / 5e-3), 1e-12);
	gb_measurement_free(&all);
	/* Five batches in one visit have no interval. */
	make_visit(&made, 0, 5);
	join(made.visit, 1, 0.01, &all);
	assert_unknown(all.value.lo);
}

/* ---- coverage ---------------------------------------------------------------------------------------------------- */

static uint64_t seed = 4711;

/* A clock that moves between three steps. */
static double draw_step(uint64_t *state)
{
	const double at = draw(state);

	return at < 0.25 ? -1 : at < 0.75 ? 0 : 1;
}

/* The scatter of visits, and of the batches within one. */
struct scatter {
	double (*shift)(uint64_t *state);
	double apart, noise;
};

static void draw_visit(struct made *made, size_t v, const struct scatter *scatter)
{
	const double centre = 100 + scatter->apart * scatter->shift(&seed);

	for (size_t i = 0; i < BATCHES; i++)
		made->batch[v][i] = batch_of(centre + scatter->noise * normal(&seed));
	make_visit(made, v, BATCHES);
}

/* The share of runs whose interval contains 100, with this many visits, and up to `extra` more if the interval is
 * wide. */
static double coverage_with(size_t visits, size_t extra, const struct scatter *scatter)
{
	enum { RUNS = 4000 };
	static struct made made;
	size_t held = 0;

	for (int run = 0; run < RUNS; run++) {
		struct gb_measurement all = { 0 };
		size_t v = 0;
		do {
			draw_visit(&made, v++, scatter);
			gb_measurement_free(&all);
			join(made.visit, v, 0.01, &all);
		} while (v < visits || (v < visits + extra && gb_stats_noise(&all.value) > GB_WIDE_INTERVAL));
		held += all.value.lo <= 100 && 100 <= all.value.hi;
		gb_measurement_free(&all);
	}
	return (double)held / RUNS;
}

static double coverage(size_t visits, double (*shift)(uint64_t *state), double apart, double noise)
{
	return coverage_with(visits, 0, &(struct scatter){ shift, apart, noise });
}

TEST(intervals_hold_what_they_say)
{
	for (size_t visits = 2; visits <= VISITS; visits++) {
		assert_true(coverage(visits, normal, 0, 0.2) > 0.94);   /* batches alone */
		assert_true(coverage(visits, normal, 0.2, 0.2) > 0.94); /* both */
		assert_true(coverage(visits, normal, 1, 0.01) > 0.94);  /* visits alone */
	}
	/* Three visits at the same step suggest that there is no other: for each of the outer steps, a quarter of an
	 * eighth. */
	assert_true(coverage(VISITS, draw_step, 1, 0.1) > 0.90);
	/* The purpose of visits: a single one cannot know. */
	assert_true(coverage(1, normal, 1, 0.1) < 0.2);
}

/* Coverage is slightly lower if sampling ends as soon as the interval is narrow. */
TEST(extra_visits_hold_nearly_as_much)
{
	static const double apart[] = { 1, 3, 9 };

	for (size_t i = 0; i < sizeof apart / sizeof apart[0]; i++)
		assert_true(coverage_with(VISITS, EXTRA, &(struct scatter){ normal, apart[i], 0.2 }) > 0.92);
	assert_true(coverage_with(2, 1, &(struct scatter){ normal, 0.4, 0.2 }) > 0.92);
}
