#include "plan/plan.h"

#include "support.h"

static const char *const ops[] = { "read", "write", "mix", NULL };
static const struct gb_axis axes[] = {
	{ .name = "op", .help = "h", .names = ops, .full = "read,mix", .quick = "read" },
	{ .name = "part", .help = "h", .values = "0:3", .quick = "1", .when = "op=mix" },
	{ .name = "block", .help = "h", .kind = GB_SEARCHED, .values = "1:8:pow2", .full = "2:8:pow2", .quick = "4" },
	{ .name = NULL },
};
static const struct gb_bench bench = { .name = "bench", .axes = axes };

/* The rows of a plan, as "read|mix,0|..." */
static void expect_rows(enum gb_effort_level effort, const char *first, const char *second, const char *expected)
{
	const struct gb_choice choices[] = { { first }, { second } };
	const size_t count = second != NULL ? 2 : first != NULL ? 1 : 0;
	FREED_BY(gb_plan_free) struct gb_plan plan;
	struct gb_point point;
	char rows[1024] = "", row[128];
	size_t counted = 0;

	assert_ok(gb_plan_make(&bench, effort, choices, count, &plan, &error), error);
	for (bool more = gb_plan_first(&plan, &point); more; more = gb_plan_next(&plan, &point)) {
		gb_point_text(axes, &point, -1, row, sizeof row);
		snprintf(rows + strlen(rows), sizeof rows - strlen(rows), "%s%s", counted ? " " : "", row);
		counted++;
	}
	assert_string_equal(rows, expected);
	assert_int_equal(gb_plan_rows(&plan), counted);
}

TEST(efforts_take_their_sets)
{
	expect_rows(GB_QUICK, NULL, NULL, "op=read");
	expect_rows(GB_FULL, NULL, NULL, "op=read op=mix,part=0 op=mix,part=1 op=mix,part=2 op=mix,part=3");
}

/* Named and searched axes stay unchanged. */
TEST(the_least_numbers)
{
	const struct gb_choice choices[] = { { "op=write,mix" }, { "part=3,2" } };
	FREED_BY(gb_plan_free) struct gb_plan plan;
	struct gb_point point;

	assert_ok(gb_plan_make(&bench, GB_FULL, choices, 2, &plan, &error), error);
	assert_ok(gb_plan_reduce(&plan, &error), error);
	assert_int_equal(gb_plan_rows(&plan), 2);
	assert_true(gb_plan_first(&plan, &point) && gb_plan_next(&plan, &point));
	assert_int_equal(point.value[1], 0);
	assert_int_equal(plan.fine[2].count, 3);
}

TEST(every_point_loops_over_searched_axes_too)
{
	expect_rows(GB_EVERY, "op=write,mix", "part=3",
		    "op=write,block=1 op=write,block=2 op=write,block=4 op=write,block=8 "
		    "op=mix,part=3,block=1 op=mix,part=3,block=2 op=mix,part=3,block=4 op=mix,part=3,block=8");
}

TEST(choices_take_any_value_of_the_domain)
{
	expect_rows(GB_QUICK, "op=write", NULL, "op=write");
	expect_rows(GB_FULL, "op=mix", "part=2,0", "op=mix,part=2 op=mix,part=0");
	/* The last of two choices wins. */
	expect_rows(GB_FULL, "op=mix", "op=write", "op=write");
	/* Another benchmark's axis. */
	expect_rows(GB_FULL, "op=write", "stride=1", "op=write");
	/* A name with the same beginning. */
	expect_rows(GB_FULL, "op=write", "opera=tor", "op=write");
}

TEST(a_choice_replaces_both_sets_of_a_searched_axis)
{
	const struct gb_choice choice = { "block=1,8" };
	FREED_BY(gb_plan_free) struct gb_plan plan;

	assert_ok(gb_plan_make(&bench, GB_FULL, &choice, 1, &plan, &error), error);
	assert_int_equal(plan.fine[2].count, 2);
	assert_int_equal(plan.coarse[2].count, 2);
	assert_int_equal(plan.coarse[2].value[0], 1);
	assert_int_equal(plan.fine[2].value[1], 8);
}

TEST(sets_of_a_searched_axis)
{
	FREED_BY(gb_plan_free) struct gb_plan plan;

	assert_ok(gb_plan_make(&bench, GB_FULL, NULL, 0, &plan, &error), error);
	assert_int_equal(plan.coarse[2].count, 1);
	assert_int_equal(plan.fine[2].count, 3);
	assert_true(gb_plan_reports(&plan, 0));
	assert_false(gb_plan_reports(&plan, 2));
}

static void refuse(const char *text, const char *says)
{
	const struct gb_choice choice = { text };
	struct gb_plan plan;
	gb_error_clear(&error);

	assert_int_equal(gb_plan_make(&bench, GB_FULL, &choice, 1, &plan, &error), GB_FAILED);
	assert_says(error.text, says);
	assert_says(error.text, "bench");
}

TEST(values_outside_the_domain_are_refused)
{
	refuse("op=erase", "no value 'erase'; it has read, write, mix");
	refuse("part=4", "no value 4; it has 0:3");
	refuse("block=3", "no value 3; it has 1:8:pow2");
	refuse("block=big", "'big'");
	refuse("block=", "axis 'block'");
}
