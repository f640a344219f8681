/* The arithmetic, the checks and the conclusions of `divergence`, with kernels in C on the fake device. */
#include "divergence.h"

#include "made.h"
#include "support.h"
#include "verified.h"

/* ---- kernels in C ------------------------------------------------------------------------------------------------ */

enum { A_THREAD = 1, A_TRIP, A_PATH };

/* `fmas` go to the two chains in turn, in both rounds. */
static float chains(unsigned int lane, unsigned int path, unsigned int fmas)
{
	const unsigned int seed = lane % DIVERGENCE_SEEDS;
	float x[2] = { divergence_start(seed, 0), divergence_start(seed, 1) };

	for (unsigned int i = 0; i < fmas; i++)
		x[i % 2] = fmaf(x[i % 2], divergence_factor(seed), DIVERGENCE_TERM(path));
	return x[0] + x[1];
}

static unsigned int trips(const struct divergence_args *args, unsigned int place)
{
	return args->trips[0][place] + args->trips[1][place] - (fault == A_TRIP);
}

typedef float thread_fn(const struct divergence_args *args, unsigned int warp, unsigned int lane);

static float on_paths(const struct divergence_args *args, unsigned int warp, unsigned int lane)
{
	const unsigned int path = args->path[args->by_warp ? warp : lane];

	return chains(lane, path ^ (fault == A_PATH), trips(args, path) * DIVERGENCE_BODY);
}

static float in_loop(const struct divergence_args *args, unsigned int warp, unsigned int lane)
{
	(void)warp;
	return chains(lane, fault == A_PATH, trips(args, lane) * DIVERGENCE_BODY);
}

static float in_branches(const struct divergence_args *args, unsigned int lane, unsigned int length)
{
	const unsigned int fmas = trips(args, 0) * DIVERGENCE_IFS * length;

	return chains(lane, fault == A_PATH, args->taken >> lane & 1 ? fmas : 0);
}

static float in_branches_of_1(const struct divergence_args *args, unsigned int warp, unsigned int lane)
{
	(void)warp;
	return in_branches(args, lane, 1);
}

static float in_branches_of_4(const struct divergence_args *args, unsigned int warp, unsigned int lane)
{
	(void)warp;
	return in_branches(args, lane, 4);
}

static double launch(struct gb_shape shape, const struct divergence_args *args, thread_fn *thread)
{
	assert_int_equal(shape.block, DIVERGENCE_WARPS * DIVERGENCE_LANES);
	for (unsigned int b = 0; b < shape.grid; b++)
		args->cycles[b] = b == 0 ? 1 : 65536;
	if (!args->record)
		return 0;
	for (unsigned int i = 0; i < shape.block; i++) {
		const float out = thread(args, i / DIVERGENCE_LANES, i % DIVERGENCE_LANES);
		for (unsigned int b = 0; b < shape.grid; b++)
			args->out[b * shape.block + i] = out;
	}
	if (fault == A_THREAD)
		args->out[shape.grid * shape.block - 1] += 1;
	return 0;
}

#define KERNEL(name, thread)                                        \
	static double name(struct gb_shape shape, const void *args) \
	{                                                           \
		return launch(shape, args, thread);                 \
	}
KERNEL(paths, on_paths)
KERNEL(loop, in_loop)
KERNEL(branch_1, in_branches_of_1)
KERNEL(predicated_4, in_branches_of_4)

static const struct verified points[] = {
	{ "kind=equal,by=lane,paths=1", "divergence_paths", paths },
	{ "kind=equal,by=lane,paths=31", "divergence_paths", paths },
	{ "kind=equal,by=warp,paths=5", "divergence_paths", paths },
	{ "kind=unequal,paths=32", "divergence_paths", paths },
	{ "kind=loop,paths=3", "divergence_loop", loop },
	{ "kind=short,length=1,form=branch,taken=half", "divergence_branch_1", branch_1 },
	{ "kind=short,length=4,form=predicated,taken=all", "divergence_predicated_4", predicated_4 },
};
static const struct verified_points verified = { points, sizeof points / sizeof points[0] };
static const struct verified_device verified_device = { .work = 0.125 };

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

/* 65536 cycles on three SMs of four; 8 warps per quarter. */
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

static void wrong_kernels_are_caught(void **state)
{
	(void)state;
	expect_all_caught(A_PATH, "verify: thread ");
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

#define C(name) cmocka_unit_test_setup_teardown(name, open_with_kernels, close_run)

int main(void)
{
	const struct CMUnitTest tests[] = {
		C(issues_by_hand),
		C(operations_by_hand),
		C(cycles_by_hand),
		C(right_kernels_pass),
		C(wrong_kernels_are_caught),
		T(slowdowns_are_against_the_same_work_undivided),
		T(without_undivided_work_nothing_is_concluded),
	};
	return run_tests_of("divergence", tests);
}
