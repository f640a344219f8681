/* Tests of `host_dram`: its arithmetic, every kernel on the host's own memory, wrong results, every skip, and its
 * conclusions. */
#include "host_dram.h"

#include "host_memory.h"
#include "made.h"

#define SHAPE ",vec=16,unroll=2,streams=1,skew=0"

/* ---- values computed by hand ------------------------------------------------------------------------------------- */

/* 4 x 1 MiB of caches are less than 16 MiB, the smallest array. Reads process two of these, and a launch a quarter. */
TEST_WITH(bytes_of_a_launch, open_run, close_run)
{
	EXPECT_AT("op=read" SHAPE, { "bytes", MIB(8) });
	EXPECT_AT("op=write,store=stream" SHAPE, { "bytes", MIB(4) });
	EXPECT_AT("op=copy,store=stream" SHAPE, { "bytes", MIB(8) });
	EXPECT_AT("op=triad_ordinary" SHAPE, { "bytes", MIB(12) });
	EXPECT_AT("op=read_node,node=0,memory=own" SHAPE, { "bytes", MIB(8) });
	EXPECT_AT("op=copy_threads,threads=1,store=ordinary" SHAPE, { "bytes", MIB(8) });
	/* Twelve channels of DDR5-4800. There is no limit if the firmware does not report them. */
	const struct gb_device told = { .mem_clock_hz = 2.4e9, .mem_bus_bits = 12 * 64 },
			       untold = { .mem_clock_hz = NAN };
	assert_same(bench->limit(&run, &told, 1.5e9), 460.8e9);
	assert_same(bench->limit(&run, &untold, 1.5e9), NAN);
}

TEST_WITH(what_rows_set_roofs, open_run, close_run)
{
	static const char *const points[][2] = {
		{ "op=read" SHAPE, "dram.read" },
		{ "op=write,store=stream" SHAPE, "dram.write" },
		{ "op=copy,store=ordinary" SHAPE, "dram.copy" },
		{ "op=triad,store=stream" SHAPE, "dram.triad" },
		{ "op=scale,store=stream" SHAPE, NULL },
		{ "op=copy_stream" SHAPE, NULL },
		{ "op=read_small" SHAPE, NULL },
		{ "op=read_threads,threads=2" SHAPE, NULL },
	};

	for (size_t i = 0; i < sizeof points / sizeof points[0]; i++) {
		at(points[i][0]);
		const char *roof = gb_run_roof(&run);
		if (points[i][1] == NULL)
			assert_null(roof);
		else
			assert_string_equal(roof, points[i][1]);
	}
}

TEST_WITH(further_values, open_run, close_run)
{
	EXPECT_AT("op=copy,store=ordinary" SHAPE, { "working_set", MIB(32) },
		  { "bytes_per_clock_core", 1 / (CORES * 1.25e9) });
#if defined(__x86_64__)
	assert_same(metric("moved_bandwidth"), 3.0 / 2);
	EXPECT_AT("op=write_ordinary" SHAPE, { "moved_bandwidth", 2 });
	EXPECT_AT("op=add,store=ordinary" SHAPE, { "moved_bandwidth", 4.0 / 3 });
#endif
	EXPECT_AT("op=write_stream" SHAPE, { "moved_bandwidth", -1 });
	EXPECT_AT("op=read_threads,threads=2" SHAPE, { "moved_bandwidth", -1 },
		  { "bytes_per_clock_core", 1 / (2 * 1.25e9) });
}

TEST_WITH(skips_and_their_reasons, open_run, close_run)
{
	skipped("op=read_threads,threads=8" SHAPE, "8 threads on 4 cores");
	skipped("op=read_node,node=1,memory=own" SHAPE, "this host has 1 NUMA node with cores");
	skipped("op=copy_node,node=0,memory=next,store=stream" SHAPE, "no memory is remote");
}

/* A quarter of the free memory must hold three arrays. With less, they are smaller and finally too small. */
TEST_WITH(little_memory, open_run, close_run)
{
	close_run();
	reset_device();
	fake.sms = CORES;
	fake.l2_bytes = 8 << 20;
	fake.free_bytes = UINT64_C(256) << 20;
	assert_int_equal(open_bench(), 0);
	assert_says(run.doubt, "instead of 34 MB, 4 times the caches: 268 MB of memory are free");
	at("op=read" SHAPE);
	assert_true(4 * bench->cost(&run).bytes <= 2 * (MIB(64) - MIB(3)) / 3);
	assert_true(4 * bench->cost(&run).bytes > MIB(40));
	close_run();
	reset_device();
	fake.l2_bytes = 8 << 20;
	fake.free_bytes = UINT64_C(64) << 20;
	assert_int_equal(open_bench(), -1);
	assert_says(error.text, "67 MB of memory are free; a quarter of it must hold three arrays of 8 MB");
	gb_device_close(&card);
	assert_int_equal(open_run(), 0);
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

TEST_WITH(every_kernel_is_right, open_run, close_run)
{
	static const char *const op[] = { "op=read",
					  "op=write_ordinary",
					  "op=write_stream",
					  "op=copy_ordinary",
					  "op=copy_stream",
					  "op=triad_ordinary",
					  "op=triad_stream",
					  "op=scale,store=ordinary",
					  "op=scale,store=stream",
					  "op=add,store=ordinary",
					  "op=add,store=stream" };
	static const char *const shape[] = { "unroll=2,streams=1,skew=0",    "unroll=4,streams=1,skew=1048576",
					     "unroll=8,streams=1,skew=1024", "unroll=2,streams=2,skew=4096",
					     "unroll=4,streams=2,skew=0",    "unroll=8,streams=2,skew=1024" };

	for (size_t o = 0; o < sizeof op / sizeof op[0]; o++)
		for (size_t s = 0; s < sizeof shape / sizeof shape[0]; s++)
			expect_each_width(op[o], shape[s]);
	expect_right("op=read_small" SHAPE);
	expect_right("op=copy_small,store=stream" SHAPE);
	expect_right("op=copy_threads,threads=2,store=stream" SHAPE);
	expect_right("op=read_threads,threads=1" SHAPE);
	expect_right("op=copy_node,node=0,memory=own,store=ordinary" SHAPE);
	fake.sms = 3;
	expect_right("op=triad,store=ordinary" SHAPE);
}

static uint64_t *arena(void)
{
	/* The common arena was allocated after the report. */
	return gb_address(run.allocation[1]);
}

TEST_WITH(a_wrong_input_is_caught, open_run, close_run)
{
	arena()[12345] ^= 1 << 12; /* 2^-40 */
	at("op=read" SHAPE);
	expect_check_says("verify: the sum of the words read: got");
	at("op=copy_stream" SHAPE);
	expect_check_says("verify: 1 of 2097152 words are wrong, the first at 12345");
	at("op=triad_ordinary" SHAPE);
	assert_int_equal(gb_run_verify(&run), GB_FAILED);
}

/* Makes the last word wrong in each of the four launches that cover it, after the correct kernel has run. */
static double spoil_last_word(struct gb_shape shape, const void *args)
{
	const struct host_dram_args *a = args;

	memset(a->out + (shape.grid - 1) * a->part + a->each - sizeof(uint64_t), 0x11, sizeof(uint64_t));
	return 0;
}

static double spoil_sum(struct gb_shape shape, const void *args)
{
	const struct host_dram_args *a = args;

	a->report[shape.grid - 1].sum++;
	return 0;
}

static double leave_poison(struct gb_shape shape, const void *args)
{
	const struct host_dram_args *a = args;

	memset(a->out, 0xff, 64);
	return 0;
}

static double check_less(struct gb_shape shape, const void *args)
{
	const struct host_dram_check_args *a = args;

	a->report[shape.grid - 1].compared--;
	return 0;
}

TEST_WITH(a_check_of_fewer_words_is_caught, open_run, close_run)
{
	fake_kernel("check", check_less);
	at("op=copy_ordinary" SHAPE);
	expect_check_says("verify: the check looked at 2097151 of 2097152 words");
}

/* 3 parts of 4 MiB and a window of 1 MiB end at word 1703936. */
TEST_WITH(wrong_results_are_caught, open_run, close_run)
{
	fake_kernel("read_none_v16_u2_s1", spoil_sum);
	fake_kernel("write_stream_v16_u2_s1", spoil_last_word);
	fake_kernel("triad_ordinary_v16_u2_s1", spoil_last_word);
	fake_kernel("copy_stream_v16_u2_s1", leave_poison);
	at("op=read" SHAPE);
	expect_check_says("verify: the sum of the words read: got");
	at("op=write_stream" SHAPE);
	expect_check_says("verify: 4 of 2097152 words are wrong, the first at 1703935");
	at("op=triad_ordinary" SHAPE);
	expect_check_says("verify: 4 of 2097152 words are wrong, the first at 1703935");
	at("op=copy_stream" SHAPE);
	expect_check_says("verify: 32 of 2097152 words are wrong, the first at 0");
}

/* 1 + 0x9e3779b97f / 2^40 is word 1. Words are doubles in [1, 2), and neighbouring words differ. */
TEST_WITH(what_the_arena_holds, open_run, close_run)
{
	assert_true(arena()[0] == UINT64_C(0x3ff0000000000000));
	assert_true(arena()[1] == UINT64_C(0x3ff9e3779b97f000));
	for (size_t i = 1; i < 4096; i++) {
		double number;
		memcpy(&number, &arena()[i], sizeof number);
		assert_true(number > 1 && number < 2);
		assert_true(arena()[i] != arena()[i - 1]);
	}
}

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

static void make(const char *point, double value)
{
	make_row(bench, point, "bandwidth", value);
}

TEST(threads_that_saturate)
{
	const struct gb_device device = { .target = GB_HOST };

	made_count = 0;
	assert_int_equal(conclude(bench, &device), 0);
	make("op=copy_threads,threads=1", 10);
	assert_int_equal(conclude(bench, &device), 0); /* one point makes no curve */
	make("op=copy_threads,threads=2", 19);
	assert_int_equal(conclude(bench, &device), 1);
	assert_same(finding[0].value, 2);
	assert_says(finding[0].remark, "the rate still rises");
	make("op=copy_threads,threads=4", 39);
	make("op=copy_threads,threads=8", 40);
	make("op=copy_threads,threads=16", 38);
	make("op=read", 99);
	assert_int_equal(conclude(bench, &device), 1);
	expect_finding("op=copy_threads", "threads_for_95_percent", 4);
	assert_true(finding[0].from == &made[2]);
	assert_says(finding[0].remark, "39 B/s with 4 threads; the best is 40 with 8");
	assert_null(finding[0].roof);
}

TEST(remote_memory)
{
	const struct gb_device device = { .target = GB_HOST, .numa_nodes = 2 };

	made_count = 0;
	make("op=read_node,node=0,memory=own", 100);
	make("op=read_node,node=1,memory=own", 90);
	make("op=read_node,node=1,memory=next", 45);
	assert_int_equal(conclude(bench, &device), 1);
	expect_finding("op=read_node,node=1", "remote_of_own", 0.5);
	assert_true(finding[0].from == &made[2]);
}

TESTS_OF("host_dram")
