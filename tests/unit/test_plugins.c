/* One test of all plug-ins of the project, which covers a new benchmark from its first build on. */
#include "node.h"
#include "plan/axis.h"
#include "real.h"

static struct gb_plugins plugins;
static struct gb_open_device card;

static int open_card(void)
{
	fake_reset();
	const int status = gb_device_open(&card, &fake_ops, 0, &error);
	node_join(&card, 2);
	return status;
}

static int close_card(void)
{
	node_leave();
	gb_device_close(&card);
	return fake_reset() ? 0 : -1; /* something was left over */
}

TEST_WITH(each_is_loaded_and_complete, open_card, close_card)
{
	for (size_t i = 0; i < plugins.rejected_count; i++)
		fail_msg("%s: %s", plugins.rejected[i].path, plugins.rejected[i].error.text);
	assert_true(plugins.count >= 2);
	for (size_t i = 0; i < plugins.count; i++) {
		const struct gb_bench *bench = plugins.plugin[i].bench;
		assert_ok(gb_bench_check(bench, bench->name, &error), error);
		assert_non_null(bench->verify);
		assert_true(strlen(bench->summary) < 100 && strchr(bench->summary, '\n') == NULL);
		assert_true(bench->target == GB_HOST || bench->subject != GB_SUBJECT_OTHER);
		assert_true(i == 0 || strcmp(plugins.plugin[i - 1].bench->name, bench->name) != 0);
	}
}

static size_t rows_of(const struct gb_bench *bench, enum gb_effort_level effort)
{
	FREED_BY(gb_plan_free) struct gb_plan plan;

	assert_ok(gb_plan_make(bench, effort, NULL, 0, &plan, &error), error);
	return gb_plan_rows(&plan);
}

TEST_WITH(quick_is_less_than_full_is_less_than_all, open_card, close_card)
{
	for (size_t i = 0; i < plugins.count; i++) {
		const struct gb_bench *bench = plugins.plugin[i].bench;
		const size_t quick = rows_of(bench, GB_QUICK), full = rows_of(bench, GB_FULL),
			     all = rows_of(bench, GB_EVERY);
		if (quick == 0 || quick > full || full > all || quick > 64)
			fail_msg("%s: %zu quick rows, %zu by default, %zu in all", bench->name, quick, full, all);
	}
}

static void for_every_row(void (*check)(struct gb_run *run, const char *point))
{
	for (size_t i = 0; i < plugins.count; i++) {
		const struct gb_bench *bench = plugins.plugin[i].bench;
		struct gb_plan plan;
		struct gb_point row;
		struct gb_run run;
		char text[256];
		assert_ok(gb_plan_make(bench, GB_FULL, NULL, 0, &plan, &error), error);
		assert_ok(gb_run_open(&run, &card, bench, &bench->variants[0], &error), error);
		for (bool more = gb_plan_first(&plan, &row); more; more = gb_plan_next(&plan, &row)) {
			struct gb_point point = row;
			real_shape(&plan, &point);
			gb_point_text(bench->axes, &point, -1, text, sizeof text);
			const int status = gb_run_point(&run, &point);
			if (status == GB_FAILED)
				fail_msg("%s %s: %s", bench->name, text, error.text);
			if (status == GB_OK)
				check(&run, text);
			gb_error_clear(&error);
		}
		gb_run_close(&run);
		gb_plan_free(&plan);
	}
}

static void check_arithmetic(struct gb_run *run, const char *point)
{
	const struct gb_bench *bench = run->bench;
	const struct gb_cost cost = bench->cost(run), again = bench->cost(run);
	const double limit = bench->limit(run, gb_device(run), 1.5e9), doubled = bench->limit(run, gb_device(run), 3e9);

	if (error.text[0] != '\0')
		fail_msg("%s %s: %s", bench->name, point, error.text);
	const enum gb_quantity quantity = gb_run_quantity(run);
	const double counted = quantity == GB_BANDWIDTH ? cost.bytes : cost.ops;
	if ((quantity <= GB_ACCESSES || quantity == GB_INSTRUCTIONS) && !(counted > 0 && isfinite(counted)))
		fail_msg("%s %s: a launch does %g", bench->name, point, counted);
	assert_same(again.bytes, cost.bytes);
	assert_same(again.ops, cost.ops);
	/* A limit of the SMs scales with the SM clock, one of the memory does not, and the lesser of both stops at the
	 * other. A limit in seconds falls as the clock rises. */
	const double ratio = quantity == GB_SECONDS ? limit / doubled : doubled / limit;
	if (!isnan(limit) && !(limit > 0 && isfinite(limit) && ratio >= 1 - 1e-9 && ratio <= 2 + 1e-9))
		fail_msg("%s %s: limit %g at 1.5 GHz, %g at 3 GHz", bench->name, point, limit, doubled);
}

TEST_WITH(cost_and_limit_are_sane, open_card, close_card)
{
	fake.computes = false;
	for_every_row(check_arithmetic);
}

static void check_verify_fails(struct gb_run *run, const char *point)
{
	if (gb_run_verify(run) != GB_FAILED)
		fail_msg("%s %s: a device that does nothing passes", run->bench->name, point);
	assert_says(error.text, "verify: ");
}

TEST_WITH(a_device_that_does_nothing_is_caught, open_card, close_card)
{
	fake.computes = false;
	card.work = 0.01; /* verify() does it on the host */
	for_every_row(check_verify_fails);
}

static void count_calls_of_setup(const struct gb_bench *bench, unsigned int calls[FAKE_OPS])
{
	FREED_BY(gb_run_close) struct gb_run run;

	for (int op = 0; op < FAKE_OPS; op++)
		calls[op] = fake_calls(fake_op_name((enum fake_op)op));
	assert_ok(gb_run_open(&run, &card, bench, &bench->variants[0], &error), error);
	for (int op = 0; op < FAKE_OPS; op++)
		calls[op] = fake_calls(fake_op_name((enum fake_op)op)) - calls[op];
}

/* Some calls are made only once: the results of the first set-up are kept. */
static void fail_call_of_setup(const struct gb_bench *bench, enum fake_op op, unsigned int nth)
{
	struct gb_run run;

	fake_fail(fake_op_name(op), nth, false);
	const int status = gb_run_open(&run, &card, bench, &bench->variants[0], &error);
	if (!fake_failed()) {
		assert_ok(status, error);
		gb_run_close(&run);
		return;
	}
	assert_fails(status, "cu");
	assert_int_equal(fake.allocations, fake.opened); /* the timers' */
	gb_error_clear(&error);
}

TEST_WITH(any_call_of_setup_may_fail, open_card, close_card)
{
	unsigned int calls[FAKE_OPS];

	fake.computes = false; /* the memory is not examined */
	for (size_t i = 0; i < plugins.count; i++) {
		count_calls_of_setup(plugins.plugin[i].bench, calls);
		for (int op = 0; op < FAKE_OPS; op++)
			for (unsigned int nth = 1; nth <= calls[op] && nth < 100; nth++)
				fail_call_of_setup(plugins.plugin[i].bench, (enum fake_op)op, nth);
	}
}

TEST_WITH(too_little_memory_is_skipped_or_served, open_card, close_card)
{
	fake.computes = false;
	for (size_t i = 0; i < plugins.count; i++)
		for (uint64_t bytes = 64 << 10; bytes <= 64 << 20; bytes *= 4) {
			const struct gb_bench *bench = plugins.plugin[i].bench;
			struct gb_run run;
			fake.free_bytes = bytes;
			int status = gb_run_open(&run, &card, bench, &bench->variants[0], &error);
			if (status == GB_OK)
				gb_run_close(&run);
			else if (status == GB_FAILED)
				fail_msg("%s with %llu bytes: %s", bench->name, (unsigned long long)bytes, error.text);
			else
				assert_true(error.text[0] != '\0');
			gb_error_clear(&error);
		}
}

/* ---- by hand ----------------------------------------------------------------------------------------------------- */

static void expect_point(const char *name, const char *point, double bytes, double ops, double limit)
{
	const struct gb_bench *bench = gb_plugins_find(&plugins, name);
	FREED_BY(gb_run_close) struct gb_run run;

	if (bench == NULL) {
		fail_msg("no plug-in %s", name);
		return;
	}
	assert_ok(gb_run_open(&run, &card, bench, &bench->variants[0], &error), error);
	const struct gb_point p = real_point(bench, point);
	assert_ok(gb_run_point(&run, &p), error);
	assert_same(bench->cost(&run).bytes, bytes);
	assert_same(bench->cost(&run).ops, ops);
	assert_same(bench->limit(&run, gb_device(&run), 1.2e9), limit);
	assert_string_equal(error.text, "");
}

/* 80 % of 64 MiB in steps of 8 MiB is an arena of 48 MiB, which every operation goes through once. The card has
 * 2 x 1 GHz x 4096 bit. */
TEST_WITH(dram_by_hand, open_card, close_card)
{
	const double arena = 48 * 1024.0 * 1024.0, limit = 2 * 1e9 * 4096 / 8;

#define SHAPE "vec=4,unroll=4,hint=none,block=256,grid=oneshot"
	expect_point("dram", "op=read," SHAPE ",stripes=1", arena, 0, limit);
	expect_point("dram", "op=write," SHAPE, arena, 0, limit);
	expect_point("dram", "op=copy," SHAPE ",skew=0", arena, 0, limit);
	expect_point("dram", "op=triad," SHAPE ",skew=256", arena, 0, limit);
	expect_point("dram", "op=mix,reads=3,unroll=1,hint=cs,block=128,grid=persistent", arena, 0, limit);
	expect_point("dram", "op=driver_copy", arena, 0, limit);
	/* With 51 MiB, 40 MiB remain: three streams of 13 MiB, whole numbers of MiB each, are one MiB short of it. */
	fake.free_bytes = 51 << 20;
	expect_point("dram", "op=add," SHAPE ",skew=0", 39 * 1024.0 * 1024.0, 0, limit);
	expect_point("dram", "op=scale," SHAPE ",skew=0", 40 * 1024.0 * 1024.0, 0, limit);
#undef SHAPE
}

/* 4 SMs, each with 4 blocks of 256 threads. 12288000 clocks at the rate of 9.0, of FP32 128 multiply-adds a clock and
 * SM, are 1572864000 in all: 2400 trips of 640 per thread, short blocks and long ones together. FP64 and integers have
 * half that rate, and an instruction on halves does two. */
TEST_WITH(ffma_by_hand, open_card, close_card)
{
	const double threads = 4 * 4 * 256, hz = 1.2e9;

#define SHAPE ",chains=4,body=640,warps=32,block=256,dynamic=1"
	expect_point("ffma", "type=fp32" SHAPE, 0, 2 * threads * 2400 * 640, 2 * 128 * 4 * hz);
	expect_point("ffma", "type=fp64" SHAPE, 0, 2 * threads * 1200 * 640, 2 * 64 * 4 * hz);
	expect_point("ffma", "type=fp16" SHAPE, 0, 4 * threads * 2400 * 640, 4 * 128 * 4 * hz);
	expect_point("ffma", "type=int32" SHAPE, 0, 2 * threads * 1200 * 640, 2 * 64 * 4 * hz);
	expect_point("ffma", "type=dp4a" SHAPE, 0, 8 * threads * 1200 * 640, 8 * 64 * 4 * hz);
}

int main(void)
{
	setenv("GPUBENCH_NCCL", "/absent/libnccl.so", 1); /* it does not work on a fake device */

	fake_reset();
	plugins = real_plugins();
	int failed = run_all_tests();
	gb_plugins_free(&plugins);
	return failed;
}
