#include "dry/estimate.h"

#include "support.h"

/* 20 samples of 2 ms are 40 ms; a batch of the search is 3 ms; the overhead is a fraction of all. */
static struct gb_sweep_options options = {
	.roof = { .measure = { .batch_seconds = 0.002, .min_samples = 20, .min_seconds = 0.5, .look_seconds = 0.1 },
		  .visits = 3,
		  .look_again_seconds = 0.05,
		  .judge_seconds = 0.003,
		  .watch_seconds = 0.2,
		  .search_most = 96,
		  .finalists = 2 },
	.curve = { .measure = { .batch_seconds = 0.002, .min_samples = 20 },
		   .judge_seconds = 0.001,
		   .search_most = 8,
		   .finalists = 1 },
};

static const struct gb_axis axes[] = {
	{ .name = "op", .help = "of it", .values = "1,2" },
	{ .name = "block",
	  .help = "threads",
	  .kind = GB_SEARCHED,
	  .values = "1,2,3,4,5,6,7,8",
	  .full = "1,2,4,8",
	  .quick = "1,4,8" },
	{ .name = NULL },
};
static const struct gb_bench bench = { .name = "made", .axes = axes };

static void add(struct gb_estimate *estimate, const struct gb_bench *made, enum gb_effort_level effort, bool sets_roof)
{
	FREED_BY(gb_plan_free) struct gb_plan plan;
	struct gb_task task = { .plan = &plan };

	assert_ok(gb_plan_make(made, effort, NULL, 0, &plan, &error), error);
	assert_true(gb_plan_first(&plan, &task.point));
	gb_estimate_add(estimate, &options, &task, sets_roof);
}

static struct gb_estimate of(enum gb_effort_level effort, bool sets_roof)
{
	struct gb_estimate estimate = { 0 };

	add(&estimate, &bench, effort, sets_roof);
	return estimate;
}

static const double between = 0.004, set_up = 0.08;

/* Three points of the coarse grid and two steps of a walk, with two batches each; the two finalists are compared. */
TEST(a_roof_is_searched_and_visited)
{
	const double search = 0.003 * (5 * 2 + 2 * GB_FINAL_BATCHES), samples = 0.1 + 2 * 0.05 + 0.5 + 0.2;
	const struct gb_estimate roof = of(GB_FULL, true);

	assert_int_equal(roof.points, 1);
	assert_int_equal(roof.roofs, 1);
	assert_near(roof.seconds, 3 * set_up + 1.75 * (between + search + samples), 1e-9);
}

TEST(a_point_of_a_curve_takes_its_samples)
{
	const struct gb_estimate point = of(GB_FULL, false);

	assert_int_equal(point.roofs, 0);
	assert_near(point.seconds, set_up + 1.75 * (between + 0.001 * 5 * 2 + 20 * 0.002), 1e-9);
}

/* Each point is a row. */
TEST(every_point_is_not_searched)
{
	assert_near(of(GB_EVERY, false).seconds, set_up + 1.75 * (between + 20 * 0.002), 1e-9);
}

/* Two roofs and two points: set-ups for the three visits to both roofs, and one for both points. */
TEST(a_benchmark_is_set_up_once_a_round)
{
	struct gb_bench pair = bench;
	struct gb_estimate alone = { 0 }, together = { 0 };

	pair.gpus = GB_GPU_PAIRS;
	for (int i = 0; i < 4; i++) {
		add(&alone, &bench, GB_FULL, i < 2);
		add(&together, &pair, GB_FULL, i < 2);
	}
	assert_near(alone.seconds, 2 * (of(GB_FULL, true).seconds + of(GB_FULL, false).seconds) - 4 * set_up, 1e-9);
	assert_near(together.seconds - alone.seconds, 4 * (2.2 - set_up), 1e-9);
}

TEST(a_sustained_load_takes_its_time)
{
	const double without = of(GB_FULL, true).seconds;

	options.sustain_seconds = 30;
	assert_near(of(GB_FULL, true).seconds, without + 30, 1e-9);
	options.sustain_seconds = 0;
}
