/* Tests of the checks, the arithmetic and the conclusions of `overlap`, with its models on the fake device. */
#include "overlap.h"

#include "made.h"
#include "verified.h"

/* 80 % of 6 MiB hold an input and an output of 2 MiB. */
static const struct verified_device verified_device = { .l2_bytes = 1 << 20, .free_bytes = 6 << 20 };

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static void turn(const void *out, unsigned long long word)
{
	((uint32_t *)(uintptr_t)out)[word] ^= 1;
}

/* The last word is wrong, and the device's check accepts it. */
static double misrounding(struct gb_shape shape, const void *args)
{
	replaced_model(shape, args);
	turn(((const struct overlap_args *)args)->out, (uint64_t)shape.grid * shape.block * OVERLAP_WORDS - 1);
	return 0;
}

static double misrounding_check(struct gb_shape shape, const void *args)
{
	const struct overlap_check_args *c = args;

	turn(c->out, c->words - 1);
	real_model("overlap_check", shape, args);
	turn(c->out, c->words - 1);
	return 0;
}

/* The device's check has the same fault, so only the host finds it. 2 MiB are 524288 words. */
OPEN_TEST(a_device_that_computes_otherwise_is_caught)
{
	fake_kernel("overlap_check", misrounding_check);
	expect_caught_at("build=all,fmas=32,warps=64", "overlap_all_s16", misrounding, "verify: word 524287 is ");
	expect_caught_at("build=math,fmas=3,warps=64", "overlap_math_s1", misrounding, "verify: word 524287 is ");
}

/* ---- by hand ----------------------------------------------------------------------------------------------------- */

/* 2 MiB each way are 512 Ki words. The GPU has 4 SMs of 128 lanes and a memory bus of 2 x 1 GHz x 4096 bit. */
static void expect(const char *text, double bytes, double ops, enum gb_quantity quantity, double limit)
{
	EXPECT_AT(text, { "bytes", bytes }, { "ops", ops });
	assert_int_equal(gb_run_quantity(&run), quantity);
	assert_same(bench->limit(&run, gb_device(&run), 1.2e9), limit);
}

OPEN_TEST(cost_and_limit_by_hand)
{
	const double mib = 1024 * 1024, bus = 2 * 1e9 * 4096 / 8, lanes = 256 * 4 * 1.2e9;

	expect("build=memory,warps=64", 4 * mib, 0, GB_BANDWIDTH, bus);
	expect("build=load,warps=64", 2 * mib, 0, GB_BANDWIDTH, bus);
	expect("build=store,warps=64", 2 * mib, 0, GB_BANDWIDTH, bus);
	expect("build=math,fmas=16,warps=64", 0, 16 * mib, GB_FLOPS, lanes);
	/* With 2 FLOP per 8 bytes the bus limits; with 128 per 8 bytes the lanes do. */
	expect("build=all,fmas=1,warps=64", 4 * mib, mib, GB_BANDWIDTH, bus);
	expect("build=all,fmas=64,warps=64", 4 * mib, 64 * mib, GB_BANDWIDTH, lanes / 16);
}

OPEN_TEST(metrics_by_hand)
{
	const struct gb_result result = { .value = 5e11, .seconds = 1e-5, .sm_hz = 1.2e9 };
	struct gb_metric all[GB_METRICS_MAX];

	at("build=all,fmas=64,warps=64");
	assert_int_equal(bench->metrics(&run, &result, all), 6);
	assert_int_equal(metric_with(&result, "flop_rate")->kind, GB_TIMES);
	assert_same(metric_with(&result, "flop_rate")->number, 16);
	assert_same(metric_with(&result, "flop_rate")->limit, 256 * 4 * 1.2e9);
	assert_int_equal(metric_with(&result, "time")->kind, GB_OVER);
	assert_same(metric_with(&result, "time")->number, 4 * 1024 * 1024);
	assert_same(metric_with(&result, "instructions_per_byte")->number, 8);
	assert_same(metric_with(&result, "resident_warps")->number, 64);
	assert_null(bench->remark(&run));
	at("build=load,warps=64");
	assert_int_equal(bench->metrics(&run, &result, all), 4);
	assert_null(metric_with(&result, "instructions_per_byte"));
	assert_null(bench->remark(&run));
	/* 4 FMAs per 8 bytes are 1 FLOP per byte, for which the bus is the limit. */
	at("build=all,fmas=4,warps=64");
	assert_same(metric_with(&result, "flop_rate")->limit, 2 * 1e9 * 4096 / 8);
	at("build=math,fmas=4,warps=64");
	assert_says(bench->remark(&run), "setting up a thread takes more instructions");
}

/* The fake device ignores shared memory: 16 blocks of 128 threads would be resident instead of the requested 4. */
OPEN_TEST(another_occupancy_than_wanted_is_skipped)
{
	fake.shared_is_free = true;
	skipped("build=memory,warps=16", "128-thread blocks: 16 to 16 of each build are resident on an SM, not 4");
}

OPEN_TEST(too_little_memory_is_skipped)
{
	gb_run_close(&run);
	fake.free_bytes = 4 << 20;
	assert_skips(gb_run_open(&run, &card, bench, &bench->variants[0], &error), "4 times L2 (4 MB) are needed");
}

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

static void add(const char *point, double value, double limit, double sm_hz)
{
	struct gb_row *row = make_row(bench, point, strstr(point, "math") != NULL ? "flop_rate" : "bandwidth", value);

	row->limit = limit;
	row->sm_hz = sm_hz;
}

TEST(parts_and_whole_give_overlap_and_balance)
{
	const struct gb_device device = { .sm_count = 4 };

	made_count = 0;
	add("build=memory,warps=32", 4e12, 4.8e12, 2e9);        /* 0.25 ps per byte */
	add("build=load,warps=32", 4e12, 4.8e12, 2e9);          /* 0.125 ps per byte that the complete kernel moves */
	add("build=store,warps=32", 4e12, 4.8e12, 2e9);         /* the same */
	add("build=math,fmas=32,warps=32", 64e12, 66e12, 2e9);  /* 8 FLOP per byte: 0.125 ps */
	add("build=math,fmas=64,warps=32", 64e12, 66e12, 2e9);  /* 0.25 ps */
	add("build=math,fmas=96,warps=32", 64e12, 66e12, 2e9);  /* 0.375 ps */
	add("build=all,fmas=32,warps=32", 4e12, 4.8e12, 2e9);   /* 0.25 ps: the arithmetic is hidden completely */
	add("build=all,fmas=64,warps=32", 3.2e12, 4.1e12, 2e9); /* 0.3125 ps: three quarters of it are hidden */
	/* 0.625 ps at half the clock, at which the arithmetic alone takes 0.75 ps. */
	add("build=all,fmas=96,warps=32", 1.6e12, 2.7e12, 1e9);
	add("build=all,fmas=128,warps=32", 1.6e12, 2.1e12, 2e9); /* there is no row of the arithmetic alone */
	assert_int_equal(conclude(bench, &device), 6);
	expect_finding("fmas=32,warps=32", "overlap", 1);
	expect_finding("fmas=64,warps=32", "overlap", 0.75);
	assert_null(strstr(the_finding("fmas=64,warps=32", "overlap")->remark, "above 1"));
	expect_finding("fmas=96,warps=32", "overlap", (0.25 + 0.75 - 0.625) / 0.25);
	assert_says(the_finding("fmas=96,warps=32", "overlap")->remark,
		    "above 1, within its interval: the whole takes 16.67 % less time than the arithmetic alone");
	assert_same(the_finding("fmas=64,warps=32", "overlap")->x, 64);
	assert_true(the_finding("fmas=64,warps=32", "overlap")->lo < 0.75);
	assert_true(the_finding("fmas=64,warps=32", "overlap")->hi > 0.75);
	expect_finding("warps=32", "balance", 8);
	expect_finding("warps=32", "balance_of_roofs", 66e12 / 2 / 4.8e12);
	assert_true(fabs(the_finding("warps=32", "load_store_overlap")->value) < 1e-9);
	assert_int_equal(bench->conclude(&device, made + 1, made_count - 1, finding), 0);
}

TESTS_OF("overlap")
