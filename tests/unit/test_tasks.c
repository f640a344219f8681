#include "engine/row.h"
#include "engine/tasks.h"

#include "support.h"

static const char *const ops[] = { "read", "mix", NULL };
static const struct gb_axis op_axes[] = {
	{ .name = "op", .help = "h", .names = ops },
	{ .name = "part", .help = "h", .values = "0:2", .when = "op=mix" },
	{ .name = "block", .help = "h", .kind = GB_SEARCHED, .values = "1:8:pow2" },
	{ .name = NULL },
};
static const struct gb_axis size_axes[] = {
	{ .name = "size", .help = "h", .values = "1:2" },
	{ .name = "stride", .help = "h", .values = "7" },
	{ .name = NULL },
};
static const struct gb_variant one[] = { { .name = "default" }, { .name = NULL } };
static const struct gb_variant two[] = { { .name = "ca" }, { .name = "cg" }, { .name = NULL } };
static const struct gb_bench first = { .name = "first", .axes = op_axes, .variants = one };
static const struct gb_bench second = { .name = "second", .axes = size_axes, .variants = two };
static const struct gb_bench *const benches[] = { &first, &second };

static void expect_tasks(const struct gb_tasks *tasks, const char *const *expected, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct gb_record record = gb_record_empty();
		char text[GB_POINT_TEXT] = "", row[2 * GB_POINT_TEXT];
		gb_row_identify(&record, &tasks->task[i], false, &tasks->task[i].point, "", text);
		snprintf(row, sizeof row, "%s %s %s", record.benchmark, record.variant, record.point);
		assert_string_equal(row, expected[i]);
	}
	assert_int_equal(tasks->count, count);
}

TEST(rows_in_order)
{
	static const char *const expected[] = {
		"first default op=read",       "first default op=mix,part=0", "first default op=mix,part=1",
		"first default op=mix,part=2", "second ca size=1,stride=7",   "second ca size=2,stride=7",
		"second cg size=1,stride=7",   "second cg size=2,stride=7",
	};
	FREED_BY(gb_tasks_free) struct gb_tasks tasks;

	assert_ok(gb_tasks_make(&tasks, benches, 2, GB_FULL, NULL, 0, &error), error);
	expect_tasks(&tasks, expected, sizeof expected / sizeof expected[0]);
}

TEST(a_plan_has_a_limit)
{
	static const struct gb_axis axes[] = { { .name = "x", .help = "h", .values = "1:2000" },
					       { .name = "y", .help = "h", .values = "1:2000" },
					       { .name = "z", .help = "h", .values = "1:2000" },
					       { .name = NULL } };
	static const struct gb_bench vast = { .name = "vast", .axes = axes, .variants = one };
	static const struct gb_bench *const all[] = { &vast };
	struct gb_tasks tasks;

	assert_fails_with(gb_tasks_make(&tasks, all, 1, GB_FULL, NULL, 0, &error),
			  "the plan has more than 262144 points: choose fewer values with -a");
}

TEST(points_that_come_last)
{
	static const char *const expected[] = { "second ca size=1,stride=7",    "second ca size=2,stride=7",
						"second cg size=1,stride=7",    "second cg size=2,stride=7",
						"spoils default op=read",       "spoils default op=mix,part=0",
						"spoils default op=mix,part=1", "spoils default op=mix,part=2" };
	const struct gb_bench spoils = { .name = "spoils", .axes = op_axes, .variants = one, .last = "op=mix" };
	const struct gb_bench *const both[] = { &second, &spoils };
	FREED_BY(gb_tasks_free) struct gb_tasks tasks;

	assert_ok(gb_tasks_make(&tasks, both, 2, GB_FULL, NULL, 0, &error), error);
	expect_tasks(&tasks, expected, sizeof expected / sizeof expected[0]);
	gb_tasks_shuffle(&tasks, "seed");
	size_t moved = 0, sum = 0;
	for (size_t i = 0; i < tasks.count; i++) {
		moved += tasks.task[i].number != i + 1;
		sum += tasks.task[i].number;
		assert_int_equal(tasks.task[i].points, 8);
		assert_int_equal(tasks.task[i].number >= 6, i >= 5); /* numbers follow the order of the plan */
	}
	assert_true(moved > 0);
	assert_int_equal(sum, 36);
	for (size_t i = 0; i < tasks.count; i++)
		assert_int_equal(tasks.task[i].plan->bench == &spoils && tasks.task[i].point.value[0] == 1, i >= 5);
}

/* A part of one benchmark and all of the other: the remaining rows are numbered as if there were no others. */
TEST(deep_points_are_left_out)
{
	static const char *const expected[] = { "partly default op=mix,part=0", "partly default op=mix,part=1",
						"partly default op=mix,part=2" };
	const struct gb_bench partly = { .name = "partly", .axes = op_axes, .variants = one, .deep = "op=read" };
	const struct gb_bench wholly = { .name = "wholly", .axes = size_axes, .variants = two, .deep = "size=1,2" };
	const struct gb_bench *const both[] = { &wholly, &partly };
	FREED_BY(gb_tasks_free) struct gb_tasks tasks;

	assert_ok(gb_tasks_make(&tasks, both, 2, GB_FULL, NULL, 0, &error), error);
	assert_int_equal(tasks.count, 8);
	gb_tasks_leave_deep(&tasks);
	expect_tasks(&tasks, expected, sizeof expected / sizeof expected[0]);
	for (size_t i = 0; i < tasks.count; i++) {
		assert_int_equal(tasks.task[i].number, i + 1);
		assert_int_equal(tasks.task[i].points, 3);
	}
}

TEST(a_variant_may_measure_a_part_of_the_points)
{
	static const struct gb_variant variants[] = { { .name = "all" },
						      { .name = "some", .points = "op=mix" },
						      { .name = NULL } };
	static const char *const expected[] = { "first all op=read",        "first all op=mix,part=0",
						"first all op=mix,part=1",  "first all op=mix,part=2",
						"first some op=mix,part=0", "first some op=mix,part=1",
						"first some op=mix,part=2" };
	const struct gb_bench bench = { .name = "first", .axes = op_axes, .variants = variants };
	const struct gb_bench *const only[] = { &bench };
	const struct gb_choice choice = { "op=read" };
	FREED_BY(gb_tasks_free) struct gb_tasks tasks;

	assert_ok(gb_tasks_make(&tasks, only, 1, GB_FULL, NULL, 0, &error), error);
	expect_tasks(&tasks, expected, sizeof expected / sizeof expected[0]);
	gb_tasks_free(&tasks);
	assert_ok(gb_tasks_make(&tasks, only, 1, GB_FULL, &choice, 1, &error), error);
	assert_int_equal(tasks.count, 1);
}

TEST(the_primary_axis_is_the_first_with_numbers)
{
	const struct gb_choice choice = { "part=2" };
	struct gb_record record = gb_record_empty();
	FREED_BY(gb_tasks_free) struct gb_tasks tasks;
	char text[GB_POINT_TEXT];

	assert_ok(gb_tasks_make(&tasks, benches, 2, GB_FULL, &choice, 1, &error), error);
	assert_int_equal(tasks.count, 6);
	gb_row_identify(&record, &tasks.task[1], false, &tasks.task[1].point, "", text);
	assert_string_equal(record.axis, "part");
	assert_same(record.x, 2);
	gb_row_identify(&record, &tasks.task[0], false, &tasks.task[0].point, "", text);
	assert_string_equal(record.axis, "op");
	assert_unknown(record.x); /* nothing of the previous row remains */
	gb_row_identify(&record, &tasks.task[2], false, &tasks.task[2].point, "", text);
	assert_string_equal(record.axis, "size");
}

TEST(a_bad_choice_leaves_nothing)
{
	const struct gb_choice choice = { "size=9" };
	struct gb_tasks tasks;

	assert_fails(gb_tasks_make(&tasks, benches, 2, GB_FULL, &choice, 1, &error),
		     "second: axis 'size' has no value 9");
	assert_int_equal(tasks.count, 0);
	assert_null(tasks.plan);
}

TEST(axes_of_one_value_need_no_search)
{
	const struct gb_choice choice = { "block=4" };
	FREED_BY(gb_tasks_free) struct gb_tasks tasks;

	assert_ok(gb_tasks_make(&tasks, benches, 2, GB_FULL, &choice, 1, &error), error);
	assert_ok(gb_tasks_close(&tasks, &error), error);
	for (size_t i = 0; i < tasks.count; i++) {
		const bool has_block = i < 4; /* the first benchmark's */
		assert_int_equal(tasks.task[i].point.has[2], has_block);
		assert_int_equal(tasks.task[i].point.value[2], has_block ? 4 : 0);
	}
}
