/* The arithmetic, the checks and the conclusions of `divergence`, with its models on the fake device. */
#include "divergence.h"

#include "made.h"
#include "support.h"
#include "verified.h"

BENCH_MODELS(divergence);

static const struct verified points[] = {
	{ "kind=equal,by=lane,paths=1", "divergence_paths" },
	{ "kind=equal,by=lane,paths=31", "divergence_paths" },
	{ "kind=equal,by=warp,paths=5", "divergence_paths" },
	{ "kind=unequal,paths=32", "divergence_paths" },
	{ "kind=loop,paths=3", "divergence_loop" },
	{ "kind=short,length=1,form=branch,taken=half", "divergence_branch_1" },
	{ "kind=short,length=4,form=predicated,taken=all", "divergence_predicated_4" },
};
static const struct verified_points verified = { points, sizeof points / sizeof points[0] };

static void unchecked_cycles(const char *kernel, struct gb_shape shape, const void *args)
{
	(void)kernel;
	not_checked(((const struct divergence_args *)args)->cycles, shape.grid * sizeof(unsigned int));
}
static const struct verified_device verified_device = { .work = 0.03125, .unchecked = unchecked_cycles };

/* ---- tests ------------------------------------------------------------------------------------------------------- */

static void expect_issues(const char *point, double issues)
{
	at(point);
	if (fabs(metric("issues") - issues) > 1e-9)
		fail_msg("%s issues %.17g, not %.17g", point, metric("issues"), issues);
	/* The fake device has compute capability 9.0: a quarter of an SM issues an FMA per clock. */
	assert_same(bench->limit(&run, gb_device(&run), 1e9), issues > 0 ? issues : (double)NAN);
}

/* A warp executes all its paths, one after the other: of two paths, the lanes need 1 trip each; of lengths 1 to 3,
 * shared by 11, 11 and 10 lanes, 6 for (11 + 22 + 30) / 32. A loop lasts as long as its longest lane. */
static void issues_by_hand(void **state)
{
	(void)state;
	expect_issues("kind=equal,by=lane,paths=1", 1);
	expect_issues("kind=equal,by=lane,paths=7", 7);
	expect_issues("kind=equal,by=lane,paths=32", 32);
	expect_issues("kind=equal,by=warp,paths=32", 1);
	expect_issues("kind=unequal,paths=1", 1);
	expect_issues("kind=unequal,paths=3", 6 / (63 / 32.0));
	expect_issues("kind=unequal,paths=32", 32);
	expect_issues("kind=loop,paths=1", 1);
	expect_issues("kind=loop,paths=2", 2 / 1.5);
	expect_issues("kind=short,length=8,form=branch,taken=half", 8);
	expect_issues("kind=short,length=8,form=branch,taken=none", 0);
	expect_issues("kind=short,length=8,form=predicated,taken=none", 8);
	assert_says(bench->remark(&run), "the test before each `if`");
	at("kind=equal,by=lane,paths=7");
	assert_null(bench->remark(&run));
}

/* 512 trips of 32 FMAs, and one trip before: 4 SMs x 1024 threads x 2 FLOP. With 3 paths each lane has a third. */
static void operations_by_hand(void **state)
{
	(void)state;
	at("kind=equal,by=warp,paths=5");
	assert_same(bench->cost(&run).ops, 2.0 * 4 * 1024 * 32 * (512 + 1));
	at("kind=equal,by=lane,paths=3");
	assert_same(bench->cost(&run).ops, 2.0 * 4 * 1024 * 32 * (170 + 1));
	at("kind=short,length=4,form=predicated,taken=half");
	assert_same(bench->cost(&run).ops, 2.0 * 4 * 1024 * 0.5 * 4 * (8192 + 8));
	at("kind=short,length=4,form=predicated,taken=none");
	assert_same(bench->cost(&run).ops, 0);
}

/* 65536 cycles; 8 warps per quarter. */
static void cycles_by_hand(void **state)
{
	struct gb_batch batch;

	(void)state;
	at("kind=equal,by=lane,paths=4");
	assert_ok(gb_run_batch(&run, 1, &batch, &error), error);
	assert_same(batch.value, 65536 / (128.0 * 32 * 8));
	at("kind=short,length=1,form=branch,taken=all");
	assert_ok(gb_run_batch(&run, 1, &batch, &error), error);
	assert_same(batch.value, 65536 / (8192 * 8.0));
}

static void a_wrong_word_is_named(void **state)
{
	(void)state;
	expect_wrong_word_says(0, "thread 1023 of block 3 computed ");
}

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

static void slowdowns_are_against_the_same_work_undivided(void **state)
{
	static const struct given given[] = {
		{ "default", "kind=equal,by=lane,paths=4", "cycles", 4.2 },
		{ "default", "kind=equal,by=lane,paths=4", "issues", 4 },
		{ "default", "kind=loop,paths=4", "cycles", 1.7 },
		{ "default", "kind=unequal,paths=5", "cycles", 5 },
		{ "default", "kind=equal,by=warp,paths=4", "cycles", 1.05 },
		{ "default", "kind=short,length=1,form=branch,taken=all", "cycles", 9 },
	};

	(void)state;
	make_rows(bench, given, sizeof given / sizeof given[0]);
	assert_int_equal(conclude(bench, NULL), 2);
	assert_string_equal(finding[0].point, "kind=equal,paths=4");
	assert_string_equal(finding[0].metric, "slowdown");
	assert_same(finding[0].value, 4.2 / 1.05);
	assert_same(finding[0].lo, 0.9 * 4.2 / (1.1 * 1.05));
	assert_same(finding[0].hi, 1.1 * 4.2 / (0.9 * 1.05));
	assert_string_equal(finding[0].axis, "paths");
	assert_same(finding[0].x, 4);
	assert_ptr_equal(finding[0].from, &made[0]);
	assert_string_equal(finding[1].point, "kind=loop,paths=4");
	assert_same(finding[1].value, 1.7 / 1.05);
}

static void without_undivided_work_nothing_is_concluded(void **state)
{
	(void)state;
	made_count = 0;
	assert_int_equal(conclude(bench, NULL), 0);
	make_row(bench, "kind=equal,by=lane,paths=4", "cycles", 4.2);
	assert_int_equal(conclude(bench, NULL), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		OPEN(issues_by_hand),
		OPEN(operations_by_hand),
		OPEN(cycles_by_hand),
		OPEN(right_kernels_pass),
		IDLE(kernels_that_do_not_run_are_caught),
		OPEN(a_wrong_word_is_named),
		T(slowdowns_are_against_the_same_work_undivided),
		T(without_undivided_work_nothing_is_concluded),
	};
	return run_tests_of("divergence", tests);
}
