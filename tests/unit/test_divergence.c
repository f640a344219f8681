/* The arithmetic, the checks and the conclusions of `divergence`, with kernels in C on the fake device. */
#include "../../bench/divergence/divergence.h"

#include "real.h"
#include "support.h"

static struct gb_plugins plugins;
static const struct gb_bench *bench;
static struct gb_card card;
static struct gb_run run;
static struct gb_error error;

/* ---- kernels in C ------------------------------------------------------------------------------------------------ */

static enum { NOTHING, A_THREAD, A_TRIP, A_PATH } spoil;

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
	return args->trips[0][place] + args->trips[1][place] - (spoil == A_TRIP);
}

typedef float thread_fn(const struct divergence_args *args, unsigned int warp, unsigned int lane);

static float on_paths(const struct divergence_args *args, unsigned int warp, unsigned int lane)
{
	const unsigned int path = args->path[args->by_warp ? warp : lane];

	return chains(lane, path ^ (spoil == A_PATH), trips(args, path) * DIVERGENCE_BODY);
}

static float in_loop(const struct divergence_args *args, unsigned int warp, unsigned int lane)
{
	(void)warp;
	return chains(lane, spoil == A_PATH, trips(args, lane) * DIVERGENCE_BODY);
}

static float in_branches(const struct divergence_args *args, unsigned int lane, unsigned int length)
{
	const unsigned int fmas = trips(args, 0) * DIVERGENCE_IFS * length;

	return chains(lane, spoil == A_PATH, args->taken >> lane & 1 ? fmas : 0);
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
	if (spoil == A_THREAD)
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

/* ---- the plug-in on the fake card -------------------------------------------------------------------------------- */

static int open_run(void **state)
{
	(void)state;
	fake_reset();
	gb_error_clear(&error);
	spoil = NOTHING;
	fake_kernel("divergence_paths", paths);
	fake_kernel("divergence_loop", loop);
	fake_kernel("divergence_branch_1", branch_1);
	fake_kernel("divergence_predicated_4", predicated_4);
	plugins = real_plugins();
	bench = gb_plugins_find(&plugins, "divergence");
	assert_non_null(bench);
	assert_ok(gb_card_open(&card, &fake_ops, 0, &error), error);
	assert_ok(gb_run_open(&run, &card, bench, &bench->variants[0], &error), error);
	return 0;
}

static int close_run(void **state)
{
	(void)state;
	gb_run_close(&run);
	gb_card_close(&card);
	gb_plugins_free(&plugins);
	return fake_reset() ? 0 : -1;
}

static void go_to(const char *text)
{
	const struct gb_point point = real_point(bench, text);

	assert_ok(gb_run_point(&run, &point), error);
}

/* ---- tests ------------------------------------------------------------------------------------------------------- */

static void expect_issues(const char *point, double issues)
{
	static const struct gb_result result = { 1, 1, 1e9 };
	struct gb_metric out[GB_METRICS_MAX];

	go_to(point);
	assert_int_equal(bench->metrics(&run, &result, out), 1);
	if (fabs(out[0].number - issues) > 1e-9)
		fail_msg("%s issues %.17g, not %.17g", point, out[0].number, issues);
	/* The fake is a 9.0: a quarter of an SM issues an FMA a clock. */
	assert_same(bench->limit(&run, gb_device(&run), 1e9), issues);
}

/* A warp goes all its paths, one after the other: of two, the lanes need 1 trip each; of lengths 1 to 3, shared by 11, 11 and
 * 10 lanes, 6 for (11 + 22 + 30) / 32. A loop lasts as long as its longest lane. */
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
}

/* 512 trips of 32 FMAs, and one trip before: 4 SMs x 1024 threads x 2 FLOP. Of 3 paths each lane has a third. */
static void operations_by_hand(void **state)
{
	(void)state;
	go_to("kind=equal,by=warp,paths=5");
	assert_same(bench->cost(&run).ops, 2.0 * 4 * 1024 * 32 * (512 + 1));
	go_to("kind=equal,by=lane,paths=3");
	assert_same(bench->cost(&run).ops, 2.0 * 4 * 1024 * 32 * (170 + 1));
	go_to("kind=short,length=4,form=predicated,taken=half");
	assert_same(bench->cost(&run).ops, 2.0 * 4 * 1024 * 0.5 * 4 * (8192 + 8));
	go_to("kind=short,length=4,form=predicated,taken=none");
	assert_same(bench->cost(&run).ops, 0);
}

/* 65536 cycles on three SMs of four; 8 warps a quarter. */
static void cycles_by_hand(void **state)
{
	struct gb_batch batch;

	(void)state;
	go_to("kind=equal,by=lane,paths=4");
	assert_ok(gb_run_batch(&run, 1, &batch, &error), error);
	assert_same(batch.value, 65536 / (128.0 * 32 * 8));
	go_to("kind=short,length=1,form=branch,taken=all");
	assert_ok(gb_run_batch(&run, 1, &batch, &error), error);
	assert_same(batch.value, 65536 / (8192 * 8.0));
}

static const char *const points[] = {
	"kind=equal,by=lane,paths=1",
	"kind=equal,by=lane,paths=31",
	"kind=equal,by=warp,paths=5",
	"kind=unequal,paths=32",
	"kind=loop,paths=3",
	"kind=short,length=1,form=branch,taken=half",
	"kind=short,length=4,form=predicated,taken=all",
};

static void right_kernels_pass(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof points / sizeof points[0]; i++) {
		go_to(points[i]);
		if (gb_run_verify(&run) != GB_OK)
			fail_msg("%s: %s", points[i], error.text);
	}
}

static void wrong_kernels_are_caught(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof points / sizeof points[0]; i++)
		for (spoil = A_THREAD; spoil <= A_PATH; spoil++) {
			go_to(points[i]);
			if (gb_run_verify(&run) != GB_FAILED)
				fail_msg("%s passes in spite of fault %d", points[i], (int)spoil);
			assert_says(error.text, "verify: thread ");
			gb_error_clear(&error);
		}
}

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

static struct gb_row row(const char *text, const char *metric, double value)
{
	static struct gb_point point[8];
	static unsigned char has[8][GB_AXES_MAX];
	static size_t used;
	const size_t i = used++ % 8;

	point[i] = real_point(bench, text);
	for (size_t axis = 0; axis < GB_AXES_MAX; axis++)
		has[i][axis] = point[i].has[axis];
	return (struct gb_row){ .bench = bench,
				.variant = "default",
				.metric = metric,
				.value_of = point[i].value,
				.has = has[i],
				.value = value,
				.lo = 0.9 * value,
				.hi = 1.1 * value };
}

static void slowdowns_are_against_the_same_work_undivided(void **state)
{
	const struct gb_row rows[] = {
		row("kind=equal,by=lane,paths=4", "cycles", 4.2),
		row("kind=equal,by=lane,paths=4", "issues", 4),
		row("kind=loop,paths=4", "cycles", 1.7),
		row("kind=unequal,paths=5", "cycles", 5),
		row("kind=equal,by=warp,paths=4", "cycles", 1.05),
		row("kind=short,length=1,form=branch,taken=all", "cycles", 9),
	};
	struct gb_finding out[GB_FINDINGS_MAX];

	(void)state;
	assert_int_equal(bench->conclude(gb_device(&run), rows, 6, out), 2);
	assert_string_equal(out[0].point, "kind=equal,paths=4");
	assert_string_equal(out[0].metric, "slowdown");
	assert_same(out[0].value, 4.2 / 1.05);
	assert_same(out[0].lo, 0.9 * 4.2 / (1.1 * 1.05));
	assert_same(out[0].hi, 1.1 * 4.2 / (0.9 * 1.05));
	assert_string_equal(out[0].axis, "paths");
	assert_same(out[0].x, 4);
	assert_ptr_equal(out[0].from, &rows[0]);
	assert_string_equal(out[1].point, "kind=loop,paths=4");
	assert_same(out[1].value, 1.7 / 1.05);
}

static void without_undivided_work_nothing_is_concluded(void **state)
{
	const struct gb_row rows[] = { row("kind=equal,by=lane,paths=4", "cycles", 4.2) };
	struct gb_finding out[GB_FINDINGS_MAX];

	(void)state;
	assert_int_equal(bench->conclude(gb_device(&run), rows, 1, out), 0);
	assert_int_equal(bench->conclude(gb_device(&run), rows, 0, out), 0);
}

#define C(name) cmocka_unit_test_setup_teardown(name, open_run, close_run)

int main(void)
{
	RUN(C(issues_by_hand), C(operations_by_hand), C(cycles_by_hand), C(right_kernels_pass),
	    C(wrong_kernels_are_caught), C(slowdowns_are_against_the_same_work_undivided),
	    C(without_undivided_work_nothing_is_concluded));
}
