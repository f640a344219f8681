#include "plan/search.h"

#include "support.h"

static const char *const hints[] = { "none", "cs", "cg", "nc", NULL };
static const struct gb_axis axes[] = {
	{ .name = "op", .help = "h", .values = "0:1" },
	{ .name = "block", .help = "h", .kind = GB_SEARCHED, .values = "32:1024:pow2", .quick = "64,512" },
	{ .name = "hint", .help = "h", .kind = GB_SEARCHED, .names = hints, .quick = "none" },
	{ .name = "unroll", .help = "h", .kind = GB_SEARCHED, .values = "1:16", .quick = "2,8", .when = "op=1" },
	{ .name = NULL },
};
static const struct gb_bench bench = { .name = "bench", .axes = axes };

struct hill {
	int64_t block, hint, unroll; /* the top */
	int64_t skip_above;          /* blocks above this cannot be run; 0: all can */
	size_t fail_at, stop_at;
	size_t judged;
	bool unroll_seen;
};

static int judge_hill(void *context, const struct gb_point *point, double *score, struct gb_error *why)
{
	struct hill *h = context;

	h->judged++;
	h->unroll_seen |= point->has[3];
	if (h->judged == h->fail_at)
		return gb_error_set(why, "launch failed");
	if (h->judged == h->stop_at)
		return GB_INTERRUPTED;
	if (h->skip_above != 0 && point->value[1] > h->skip_above) {
		gb_error_write(why, "blocks of %d are too large", (int)point->value[1]);
		return GB_SKIPPED;
	}
	*score = 100 - fabs(log2((double)point->value[1] / (double)h->block)) - (point->value[2] == h->hint ? 0 : 5);
	if (point->has[3])
		*score -= fabs((double)(point->value[3] - h->unroll));
	return GB_OK;
}

static struct gb_search_result best[GB_SEARCH_KEEP];
static size_t found;

static int search(struct hill *hill, enum gb_effort_level effort, int64_t op, size_t most)
{
	FREED_BY(gb_plan_free) struct gb_plan plan;
	struct gb_point row = { .value = { op }, .has = { true } };

	assert_ok(gb_plan_make(&bench, effort, NULL, 0, &plan, &error), error);
	return gb_search(&plan, &row, most, judge_hill, hill, best, &found, &error);
}

TEST(finds_every_top)
{
	for (int64_t block = 32; block <= 1024; block *= 2)
		for (int64_t hint = 0; hint < 4; hint++)
			for (int64_t unroll = 1; unroll <= 16; unroll++) {
				struct hill hill = { .block = block, .hint = hint, .unroll = unroll };
				assert_ok(search(&hill, GB_FULL, 1, 96), error);
				assert_int_equal(best[0].point.value[1], block);
				assert_int_equal(best[0].point.value[2], hint);
				assert_int_equal(best[0].point.value[3], unroll);
				assert_same(best[0].score, 100);
				assert_true(hill.judged < 6 * 4 * 16 / 4); /* a quarter of the points at most */
			}
}

/* Blocks of 64 and 128 are equal, and larger ones are better: a walk passes equal values, and values that are
 * slightly worse within the noise of a batch. A clearly worse one ends the walk. */
static double dip;

static int judge_plateau(void *context, const struct gb_point *point, double *score, struct gb_error *why)
{
	const int64_t block = point->value[1];

	*score = block <= 64 ? 100 : block == 128 ? 100 - dip : 102;
	return GB_OK;
}

static int64_t block_beyond(double dip_of_128)
{
	struct gb_point row = { .value = { 0 }, .has = { true } };
	FREED_BY(gb_plan_free) struct gb_plan plan;

	dip = dip_of_128;
	assert_ok(gb_plan_make(&bench, GB_FULL, NULL, 0, &plan, &error), error);
	plan.coarse[1].count = 1; /* 64 alone: 512 must be reached by a walk */
	assert_ok(gb_search(&plan, &row, 96, judge_plateau, NULL, best, &found, &error), error);
	return best[0].point.value[1];
}

TEST(a_walk_goes_past_a_plateau)
{
	assert_true(block_beyond(0) > 128);
	assert_true(block_beyond(0.5) > 128);
	assert_int_equal(block_beyond(2), 64);
}

TEST(best_come_first_and_are_different)
{
	struct hill hill = { .block = 128, .hint = 1, .unroll = 5 };

	assert_ok(search(&hill, GB_FULL, 1, 96), error);
	assert_int_equal(found, GB_SEARCH_KEEP);
	assert_true(best[0].score >= best[1].score && best[1].score >= best[2].score);
	assert_true(memcmp(&best[0].point, &best[1].point, sizeof best[0].point) != 0);
	assert_true(memcmp(&best[1].point, &best[2].point, sizeof best[0].point) != 0);
}

TEST(axes_that_do_not_exist_are_left_out)
{
	struct hill hill = { .block = 256, .hint = 3, .unroll = 5 };

	assert_ok(search(&hill, GB_FULL, 0, 96), error);
	assert_false(hill.unroll_seen);
	assert_false(best[0].point.has[3]);
	assert_int_equal(best[0].point.value[1], 256);
	assert_int_equal(best[0].point.value[2], 3);
}

/* A quick search also leaves its coarse grid for better points, within its small number of points. */
TEST(quick_finds_what_its_grid_has_not)
{
	struct hill hill = { .block = 32, .hint = 3, .unroll = 7 };

	assert_ok(search(&hill, GB_QUICK, 1, 16), error);
	assert_true(hill.judged <= 16);
	assert_int_equal(best[0].point.value[1], 32);
	assert_int_equal(best[0].point.value[2], 3);
	assert_int_equal(best[0].point.value[3], 7);
}

TEST(the_bound_holds)
{
	for (size_t most = 1; most <= 96; most++) {
		struct hill hill = { .block = 1024, .hint = 3, .unroll = 16 };
		assert_ok(search(&hill, GB_FULL, 1, most), error);
		assert_true(hill.judged <= most);
		assert_true(found >= 1);
	}
}

TEST(points_that_cannot_run_are_walked_around)
{
	struct hill hill = { .block = 1024, .hint = 2, .unroll = 1, .skip_above = 256 };

	assert_ok(search(&hill, GB_FULL, 1, 96), error);
	assert_int_equal(best[0].point.value[1], 256);
	assert_string_equal(error.text, "");
	for (size_t i = 0; i < found; i++)
		assert_true(best[i].point.value[1] <= 256);
}

TEST(all_skipped_is_skipped_with_the_first_reason)
{
	struct hill hill = { .block = 1024, .skip_above = 1 };

	assert_skips_with(search(&hill, GB_FULL, 1, 96), "blocks of 64 are too large");
	assert_true(hill.judged <= 96);
}

TEST(a_failure_ends_it)
{
	for (size_t at = 1; at < 12; at++) {
		struct hill hill = { .block = 1024, .hint = 3, .unroll = 16, .fail_at = at };
		gb_error_clear(&error);
		assert_fails_with(search(&hill, GB_FULL, 1, 96), "launch failed");
		assert_int_equal(hill.judged, at);
	}
}

TEST(so_does_an_interruption)
{
	struct hill hill = { .block = 1024, .hint = 3, .unroll = 16, .stop_at = 5 };

	assert_int_equal(search(&hill, GB_FULL, 1, 96), GB_INTERRUPTED);
	assert_string_equal(error.text, "");
	assert_int_equal(hill.judged, 5);
}

TEST(nothing_to_search_is_one_point)
{
	static const struct gb_axis one[] = { { .name = "op", .help = "h", .values = "0:1" }, { .name = NULL } };
	static const struct gb_bench plain = { .name = "plain", .axes = one };
	struct gb_point row = { .value = { 1 }, .has = { true } };
	struct hill hill = { .block = 1 };
	struct gb_plan plan;

	row.value[1] = 1; /* judge_hill() looks at the block */
	assert_ok(gb_plan_make(&plain, GB_FULL, NULL, 0, &plan, &error), error);
	assert_ok(gb_search(&plan, &row, 96, judge_hill, &hill, best, &found, &error), error);
	assert_true(gb_search_is_needless(&plan, &row));
	assert_int_equal(row.value[0], 1);
	gb_plan_free(&plan);
	assert_int_equal(found, 1);
	assert_int_equal(hill.judged, 1);
	assert_int_equal(best[0].point.value[0], 1);
}

/* A coarse value that is not among the fine ones: its nearest neighbour is one of the points to try. */
TEST(the_walk_tries_the_fine_value_next_to_a_coarse_one)
{
	static const struct gb_axis odd[] = {
		{ .name = "op", .help = "h", .values = "0" },
		{ .name = "block",
		  .help = "h",
		  .kind = GB_SEARCHED,
		  .values = "32,96,128,512",
		  .full = "32,128,512",
		  .quick = "96" },
		{ .name = NULL },
	};
	static const struct gb_bench odd_bench = { .name = "odd", .axes = odd };
	struct hill hill = { .block = 128 };
	struct gb_point row = { .value = { 0 }, .has = { true } };
	struct gb_plan plan;

	assert_ok(gb_plan_make(&odd_bench, GB_FULL, NULL, 0, &plan, &error), error);
	assert_ok(gb_search(&plan, &row, 96, judge_hill, &hill, best, &found, &error), error);
	gb_plan_free(&plan);
	assert_int_equal(best[0].point.value[1], 128);
}
