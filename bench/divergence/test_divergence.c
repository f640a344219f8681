/* The arithmetic, the checks and the conclusions of `divergence`, with its models on the fake device. */
#include "divergence.cu"

#include "made.h"
#include "verified.h"

BENCH_ONE_FILE(divergence);

static const struct verified_device verified_device = { .work = 0.03125 };

/* ---- tests ------------------------------------------------------------------------------------------------------- */

static void expect_issues(const char *point, double issues)
{
	at(point);
	if (fabs(metric("issues") - issues) > 1e-9)
		fail_msg("%s issues %.17g, not %.17g", point, metric("issues"), issues);
	/* compute capability 9.0: a quarter of an SM issues an FMA per clock */
	assert_same(bench->limit(&run, gb_device(&run), 1e9), issues > 0 ? issues : (double)NAN);
}

/* A warp executes its paths one after the other. With lengths 1 to 3, shared by 11, 11 and 10 lanes, it takes 6 trips,
 * and a lane needs (11 + 22 + 30) / 32. A loop lasts as long as its longest lane. */
OPEN_TEST(issues_by_hand)
{
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

/* 512 trips of 32 FMAs, and one trip of the first round: 4 SMs x 1024 threads x 2 FLOP. With 3 paths each lane has a
 * third. */
OPEN_TEST(operations_by_hand)
{
	EXPECT_AT("kind=equal,by=warp,paths=5", { "ops", 2.0 * 4 * 1024 * 32 * (512 + 1) });
	EXPECT_AT("kind=equal,by=lane,paths=3", { "ops", 2.0 * 4 * 1024 * 32 * (170 + 1) });
	EXPECT_AT("kind=short,length=4,form=predicated,taken=half", { "ops", 2.0 * 4 * 1024 * 0.5 * 4 * (8192 + 8) });
	EXPECT_AT("kind=short,length=4,form=predicated,taken=none", { "ops", 0 });
}

/* 65536 cycles; 8 warps per quarter. */
OPEN_TEST(cycles_by_hand)
{
	struct gb_batch batch;

	at("kind=equal,by=lane,paths=4");
	assert_ok(gb_run_batch(&run, 1, &batch, &error), error);
	assert_same(batch.value, 65536 / (128.0 * 32 * 8));
	at("kind=short,length=1,form=branch,taken=all");
	assert_ok(gb_run_batch(&run, 1, &batch, &error), error);
	assert_same(batch.value, 65536 / (8192 * 8.0));
}

OPEN_TEST(a_wrong_word_is_named)
{
	expect_wrong_word_at("kind=equal,by=lane,paths=1", "divergence_paths", "word 1023 of block 3 of 'out': got ");
}

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

TEST(slowdowns_are_against_the_same_work_undivided)
{
	MAKE_ROWS({ "default", "kind=equal,by=lane,paths=4", "cycles", 4.2 },
		  { "default", "kind=equal,by=lane,paths=4", "issues", 4 },
		  { "default", "kind=loop,paths=4", "cycles", 1.7 }, { "default", "kind=unequal,paths=5", "cycles", 5 },
		  { "default", "kind=equal,by=warp,paths=4", "cycles", 1.05 },
		  { "default", "kind=short,length=1,form=branch,taken=all", "cycles", 9 });
	assert_int_equal(conclude(bench, NULL), 2);
	expect_finding("kind=equal,paths=4", "slowdown", 4.2 / 1.05);
	assert_same(finding[0].lo, 0.9 * 4.2 / (1.1 * 1.05));
	assert_same(finding[0].hi, 1.1 * 4.2 / (0.9 * 1.05));
	assert_string_equal(finding[0].axis, "paths");
	assert_same(finding[0].x, 4);
	assert_ptr_equal(finding[0].from, &made[0]);
	assert_string_equal(finding[1].point, "kind=loop,paths=4");
	assert_same(finding[1].value, 1.7 / 1.05);
}

TEST(without_undivided_work_nothing_is_concluded)
{
	made_count = 0;
	assert_int_equal(conclude(bench, NULL), 0);
	make_row(bench, "kind=equal,by=lane,paths=4", "cycles", 4.2);
	assert_int_equal(conclude(bench, NULL), 0);
}

TESTS_OF("divergence")
