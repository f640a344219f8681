/* Test of `skeleton`: the cost of a launch. The test of a benchmark is a cmocka program, which finds the plug-in in the
 * build. */
#include "support.h"

#include "plan/loader.h"
#include "plan/plan.h"
#include "engine/run.h"

static struct gb_plugins plugins;

TEST(both_arrays_are_counted)
{
	const struct gb_bench *bench = gb_plugins_find(&plugins, "skeleton");
	struct gb_point point;

	assert_non_null(bench);
	assert_ok(gb_point_read(bench->axes, "bytes=1048576,block=128", &point, &error), error);
	const struct gb_run run = { .bench = bench, .point = point };
	assert_true(bench->cost(&run).bytes == 1048576);
}

int main(void)
{
	/* A plug-in of bench/ is in the first folder, a plug-in of tests/ in the second. */
	gb_plugins_load(&plugins, next_to_program("../../plugins"));
	gb_plugins_load(&plugins, next_to_program("../plugins"));
	const int status = run_all_tests();

	gb_plugins_free(&plugins);
	return status;
}
