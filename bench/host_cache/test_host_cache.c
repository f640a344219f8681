/* Tests of `host_cache`: its arithmetic, every kernel on the host's own memory, wrong results, every skip, and its
 * conclusions. */
#include "host_cache.h"

#include "host_memory.h"
#include "made.h"

#define SHAPE ",vec=16,unroll=8"

/* ---- values computed by hand ------------------------------------------------------------------------------------- */

/* A core processes 64 MiB of small sets and 16 MiB of others, in whole rounds and at least one. */
TEST_WITH(bytes_of_a_launch, open_run, close_run)
{
	EXPECT_AT("walk=read,set=4096" SHAPE, { "bytes", 4 * MIB(64) });
	EXPECT_AT("walk=alone,set=262144" SHAPE, { "bytes", MIB(64) });
	EXPECT_AT("walk=write,set=786432" SHAPE, { "bytes", 4 * 21 * 786432.0 });
	EXPECT_AT("walk=alone,set=16777216" SHAPE, { "bytes", MIB(16) });
}

/* Four cores load 128 bytes per clock from L1 of 256 KiB, and 64 from L2 of 1 MiB each. L1 may hold half of a set of
 * 512 KiB, and a quarter of 1 MiB. */
static double limit_past_l2(const char *point, double l2_bytes, double l3_bytes)
{
	at(point);
	struct gb_device device = *gb_device(&run);
	device.sm_count = 4;
	device.l1_bytes = 256 << 10;
	device.l2_bytes = 4 << 20;
	device.rates.l1_bytes = 128;
	device.rates.l2_bytes = l2_bytes;
	device.rates.l3_bytes = l3_bytes;
	device.l3_bytes = 8 << 20;
	return bench->limit(&run, &device, 1.2e9);
}

static double limit_of(const char *point, double l2_bytes)
{
	return limit_past_l2(point, l2_bytes, NAN);
}

TEST_WITH(limits, open_run, close_run)
{
	assert_same(limit_of("walk=read,set=262144" SHAPE, 64), 128 * 4 * 1.2e9);
	assert_same(limit_of("walk=alone,set=4096" SHAPE, 64), 128 * 1.2e9);
	assert_same(limit_of("walk=read,set=524288" SHAPE, 64), 128 * 4 * 1.2e9);
	assert_near(limit_of("walk=read,set=1048576" SHAPE, 64), 64 / 0.75 * 4 * 1.2e9, 1e-9);
	assert_same(limit_of("walk=read,set=1048576" SHAPE, NAN), NAN);
	assert_same(limit_of("walk=read,set=2097152" SHAPE, 64), NAN);
	assert_same(limit_of("walk=write,set=4096" SHAPE, 64), NAN);
	/* L2 holds half of 2 MiB. The L3 and four L2 together hold 4 x 3 MiB. A core that works alone has all of the
	 * L3. */
	assert_near(limit_past_l2("walk=read,set=2097152" SHAPE, 64, 32), 32 / 0.5 * 4 * 1.2e9, 1e-9);
	assert_near(limit_past_l2("walk=read,set=3145728" SHAPE, 64, 32), 32 / (2.0 / 3) * 4 * 1.2e9, 1e-9);
	assert_same(limit_past_l2("walk=read,set=4194304" SHAPE, 64, 32), NAN);
	assert_near(limit_past_l2("walk=alone,set=4194304" SHAPE, 64, 32), 32 / 0.75 * 1.2e9, 1e-9);
	assert_near(limit_past_l2("walk=read,set=2097152" SHAPE, 24, 32), 24 / 0.875 * 4 * 1.2e9, 1e-9);
}

TEST_WITH(further_values, open_run, close_run)
{
	EXPECT_AT("walk=read,set=4096" SHAPE, { "working_set", 4 * 4096 },
		  { "bytes_per_clock_core", 1 / (4 * 1.25e9) });
	EXPECT_AT("walk=alone,set=4096" SHAPE, { "working_set", 4096 }, { "bytes_per_clock_core", 1 / 1.25e9 });
}

/* Half of a quarter of nearly 256 MiB is nearly 32 MiB: 8 MiB per core, and 16 MiB, the minimum, for a core that works
 * alone. */
TEST_WITH(skips_and_their_reasons, open_run, close_run)
{
	at("walk=read,set=6291456" SHAPE);
	skipped("walk=read,set=12582912" SHAPE, "the largest set on this host is 8.4 MB per core");
	skipped("walk=alone,set=25165824" SHAPE, "the largest set on this host is 16.8 MB per core");
}

TEST_WITH(no_memory_for_a_set, open_run, close_run)
{
	close_run();
	reset_device();
	fake.sms = CORES;
	fake.free_bytes = 16 << 10;
	assert_int_equal(open_bench(), -1);
	assert_says(error.text, "0.0 MB of memory are free; sets of 4 cores need more");
	gb_device_close(&card);
	assert_int_equal(open_run(), 0);
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

TEST_WITH(every_kernel_is_right, open_run, close_run)
{
	static const char *const walk[] = { "walk=read,set=1572864", "walk=alone,set=1572864",
					    "walk=write,set=1572864" };
	static const char *const unroll[] = { "unroll=4", "unroll=8", "unroll=16" };

	for (size_t w = 0; w < sizeof walk / sizeof walk[0]; w++)
		for (size_t u = 0; u < sizeof unroll / sizeof unroll[0]; u++)
			expect_each_width(walk[w], unroll[u]);
	expect_right("walk=write,set=4096" SHAPE);
	expect_right("walk=read,set=4096" SHAPE);
}

static double spoil_sum(struct gb_shape shape, const void *args)
{
	const struct host_cache_args *a = args;

	a->report[shape.grid - 1].sum++;
	return 0;
}

static double spoil_word(struct gb_shape shape, const void *args)
{
	const struct host_cache_args *a = args;

	memset(a->at + (shape.grid - 1) * a->own + a->set - sizeof(uint64_t), 0x11, sizeof(uint64_t));
	return 0;
}

/* Leaves the output as if the last round had not taken place. */
static double leave_a_round_out(struct gb_shape shape, const void *args)
{
	const struct host_cache_args *a = args;
	const uint64_t last = a->value + a->passes - 1;

	memcpy(a->at, &last, sizeof last);
	return 0;
}

static double check_less(struct gb_shape shape, const void *args)
{
	const struct host_cache_args *a = args;

	a->report[shape.grid - 1].compared--;
	return 0;
}

TEST_WITH(a_check_of_fewer_words_is_caught, open_run, close_run)
{
	fake_kernel("check", check_less);
	at("walk=write,set=8192" SHAPE);
	expect_check_says("verify: the check looked at 1023 of 1024 words of thread 3");
}

TEST_WITH(wrong_results_are_caught, open_run, close_run)
{
	fake_kernel("read_v16_u8", spoil_sum);
	fake_kernel("write_v16_u8", spoil_word);
	fake_kernel("write_v16_u4", leave_a_round_out);
	at("walk=read,set=8192" SHAPE);
	expect_check_says("verify: the words read by thread 3 have the sum");
	at("walk=alone,set=8192" SHAPE);
	expect_check_says("verify: the words read by thread 0 have the sum");
	at("walk=write,set=8192" SHAPE);
	expect_check_says("verify: 1 of 1024 words of thread 3 are wrong, the first at 1023");
	at("walk=write,set=8192,vec=16,unroll=4");
	expect_check_says("verify: 1 of 1024 words of thread 0 are wrong, the first at 0");
}

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

/* Two cores with L1 of 32 KiB and L2 of 1 MiB each, and an L3 of 32 MiB. */
static const struct gb_device two_cores = {
	.target = GB_HOST, .sm_count = 2, .l1_bytes = 32 << 10, .l2_bytes = 2 << 20, .l3_bytes = 32 << 20
};

/* Concludes from a ladder of sizes in KiB and their bandwidths. */
static void tell(const char *walk, const double (*kib_value)[2], size_t count)
{
	char point[64];

	made_count = 0;
	for (size_t i = 0; i < count; i++) {
		snprintf(point, sizeof point, "walk=%s,set=%.0f", walk, 1024 * kib_value[i][0]);
		make_row(bench, point, "bandwidth", kib_value[i][1])->limit = 120;
	}
	conclude(bench, &two_cores);
}

#define TELL(walk, values) tell(walk, values, sizeof(values) / sizeof(values)[0])

static const double ladder[][2] = {
	{ 4, 99 },      { 8, 100 },    { 16, 101 },   { 24, 100 },   { 32, 98 },    { 40, 70 },    { 48, 51 },
	{ 64, 50 },     { 128, 50 },   { 512, 50 },   { 1024, 49 },  { 1536, 35 },  { 2048, 31 },  { 4096, 30 },
	{ 8192, 30.5 }, { 12288, 30 }, { 16384, 25 }, { 32768, 12 }, { 49152, 10 }, { 65536, 10 }, { 131072, 10 },
};

TEST(levels_and_what_they_hold)
{
	TELL("read", ladder);
	const struct gb_finding *l1 = the_finding("walk=read,level=l1", "bandwidth");
	assert_string_equal(l1->roof, "l1.read");
	assert_same(l1->value, 101);
	assert_same(l1->limit, 120);
	const struct gb_finding *holds = the_finding("walk=read,level=l1", "full_rate_set");
	assert_same(holds->value, 32 << 10);
	assert_same(the_finding("walk=read,level=l1", "full_rate_below")->value, 40 << 10);
	assert_same(the_finding("walk=read,level=l1", "full_rate_of_reported")->value, 1);
	const struct gb_finding *l2 = the_finding("walk=read,level=l2", "bandwidth");
	assert_string_equal(l2->roof, "l2.read");
	assert_same(l2->value, 51);
	assert_same(the_finding("walk=read,level=l2", "full_rate_set")->value, 1 << 20);
	assert_same(the_finding("walk=read,level=l2", "full_rate_below")->value, 1536 << 10);
	const struct gb_finding *l3 = the_finding("walk=read,level=l3", "bandwidth");
	assert_string_equal(l3->roof, "l3.read");
	assert_same(l3->value, 31);
	assert_same(the_finding("walk=read,level=l3", "full_rate_set")->value, 24 << 20); /* of both cores */
	assert_same(the_finding("walk=read,level=l3", "full_rate_below")->value, 32 << 20);
	const struct gb_finding *dram = the_finding("walk=read,level=dram", "bandwidth");
	assert_null(dram->roof);
	assert_same(dram->value, 10);
	assert_null(finding_of("walk=read,level=dram", "full_rate_set"));
}

/* A single core has the whole L3 and sets no roof. */
TEST(one_core_alone)
{
	static const double alone[][2] = { { 8, 50 },    { 16, 50 },    { 32, 50 },  { 2048, 15 },
					   { 8192, 15 }, { 24576, 15 }, { 49152, 5 } };

	TELL("alone", alone);
	assert_null(the_finding("walk=alone,level=l1", "bandwidth")->roof);
	assert_null(the_finding("walk=alone,level=l3", "bandwidth")->roof);
	assert_same(the_finding("walk=alone,level=l3", "full_rate_set")->value, 24 << 20);
	assert_null(finding_of("walk=alone,level=l2", "bandwidth"));
}

TEST(a_slope_is_told_as_one)
{
	static const double slope[][2] = { { 1536, 40 }, { 3072, 36 }, { 6144, 30 }, { 12288, 20 }, { 49152, 10 } };

	TELL("read", slope);
	const struct gb_finding *l3 = the_finding("walk=read,level=l3", "bandwidth");
	assert_string_equal(l3->roof, "l3.read");
	/* 3 MiB in all are less than twice the L2, and 24 MiB more than half of the L3. */
	assert_same(l3->value, 36);
	assert_says(l3->remark, "no plateau: the best of 2 sizes, 6291456 bytes in all; the worst is 30 B/s with "
				"12582912");
	assert_null(finding_of("walk=read,level=l3", "full_rate_set"));
	assert_null(finding_of("walk=read,level=l1", "bandwidth"));
}

TESTS_OF("host_cache")
