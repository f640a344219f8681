/* What a launch of `skeleton` is said to cost. A test of a benchmark is a cmocka program; it finds the plug-in where
 * the build has put it. */
#include "support.h"

#include "plan/loader.h"
#include "plan/plan.h"
#include "engine/run.h"

static struct gb_plugins plugins;

static void both_arrays_are_counted(void **state)
{
	const struct gb_bench *bench = gb_plugins_find(&plugins, "skeleton");
	struct gb_error error = { "" };
	struct gb_point point;

	(void)state;
	assert_non_null(bench);
	assert_ok(gb_point_read(bench->axes, "bytes=1048576,block=128", &point, &error), error);
	const struct gb_run run = { .bench = bench, .point = point };
	assert_true(bench->cost(&run).bytes == 1048576);
}

int main(void)
{
	/* In bench/ the plug-in is in the first of them, as one of the tests' own in the second. */
	gb_plugins_load(&plugins, next_to_program("../../plugins"));
	gb_plugins_load(&plugins, next_to_program("../plugins"));
	const struct CMUnitTest tests[] = { T(both_arrays_are_counted) };
	const int status = cmocka_run_group_tests(tests, NULL, NULL);

	gb_plugins_free(&plugins);
	return status;
}
