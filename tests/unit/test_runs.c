/* The runs that rows belong to: complete ones, and differences between the runs of files. */
#include "analysis/runs.h"
#include "show/print.h"

#include "roofs_made.h"

TEST(a_resumed_run_is_whole)
{
	FREED_BY(gb_runs_free) struct gb_runs runs = { 0 };

	add_points(&runs, "GPU-1", "a", 1, 4); /* killed */
	add_points(&runs, "GPU-2", "a", 1, 7); /* not resumed */
	add_points(&runs, "GPU-1", "b", 5, 10);
	add_points(&runs, "GPU-1", "c", 1, 10);
	add_points(&runs, "GPU-1", "d", 3, 5); /* killed, and others have the same rows */
	gb_runs_settle(&runs);
	assert_int_equal(runs.count, 4);
	assert_int_equal(runs.run[0].seen, 10);
	assert_int_equal(runs.run[1].seen, 10);
	assert_string_equal(runs.run[2].run, "d");
	assert_int_equal(runs.run[2].seen, 3);
	assert_string_equal(runs.run[3].gpu, "GPU-2");
	assert_int_equal(runs.run[3].seen, 7);
	assert_string_equal(gb_runs_whole(&runs, "GPU-1", "b"), "a");
	assert_string_equal(gb_runs_whole(&runs, "GPU-1", "c"), "c");
	assert_string_equal(gb_runs_whole(&runs, "GPU-2", "b"), "b"); /* of another GPU */
}

/* Two points set one roof: the slower one was measured before the run was killed. */
TEST(a_roof_of_a_resumed_run_is_its_best)
{
	static const char *const names[] = { "killed", "resumed" };
	FREED_BY(gb_roofs_free) struct gb_roofs roofs = { 0 };
	size_t at = 0;

	for (int i = 0; i < 2; i++) {
		struct gb_record record = made("GPU-1", "fp32", "FLOP/s", 1 + i);
		record.run_id = names[i];
		record.point_number = 1 + i;
		record.points = 2;
		gb_runs_add(&roofs.runs, "GPU-1", &record);
		add(&roofs, record);
	}
	gb_roofs_sort(&roofs);
	assert_int_equal(roofs.gpu[0].roofs, 1);
	assert_true(gb_gpu_next(&roofs.gpu[0], &at)->value == 2);
}

/* The rows of older versions lack these columns; a number beyond its plan, or an impossible plan, is ignored. */
TEST(rows_that_do_not_say)
{
	struct gb_record record = made("GPU-1", "fp32", "FLOP/s", 1);
	FREED_BY(gb_runs_free) struct gb_runs runs = { 0 };
	static const double says[][2] = { { NAN, NAN }, { 0, 3 }, { 4, 3 }, { 1, 1e300 }, { -1, 3 }, { 1, 0 } };

	for (size_t i = 0; i < sizeof says / sizeof says[0]; i++) {
		record.point_number = says[i][0];
		record.points = says[i][1];
		gb_runs_add(&runs, "GPU-1", &record);
	}
	assert_int_equal(runs.count, 1);
	assert_int_equal(runs.run[0].points, 0);
}

TEST(mixtures)
{
	static const struct {
		const char *version, *mode;
		double points;
		const char *told;
	} cases[] = {
		{ "1", "full", 10, "" },
		{ "2", "full", 10, "the runs differ in version (1, 2)" },
		{ "1", "quick", 10, "the runs differ in mode (full, quick)" },
		{ "1", "full", 11, "the runs differ in points of their plans (10, 11)" },
		{ "2", "quick", 11, "the runs differ in version (1, 2); in mode (full, quick)" },
		{ "", "", 10, "" }, /* a missing value is not a difference */
	};
	char text[256];

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct gb_record first = made("GPU-1", "fp32", "FLOP/s", 1), second = first;
		struct gb_runs runs = { 0 }, earlier = { 0 };
		gb_error_clear(&error);
		first.version = "1";
		first.mode = "full";
		first.point_number = second.point_number = 1;
		first.points = 10;
		second.version = cases[i].version;
		second.mode = cases[i].mode;
		second.points = cases[i].points;
		gb_runs_add(&runs, "GPU-1", &first);
		gb_runs_add(&earlier, "GPU-2", &second);
		gb_mixture(&runs, &earlier, true, text, sizeof text);
		assert_string_equal(text, cases[i].told);
		gb_runs_free(&runs);
		gb_runs_free(&earlier);
	}
}
