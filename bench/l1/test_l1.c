/* Tests of `l1`: its checks of its models, what requests touch and find in L1, and its conclusions. */
#include "l1.h"

#include "patterns.h"

/* 80 % of 64 MiB, in whole MiB, are swept. */
enum { MEMORY = 64 << 20, SWEPT = 51 << 20, SMS = 4 };

static const struct verified_device verified_device = { .l2_bytes = MEMORY / 16, .free_bytes = MEMORY };

OPEN_TEST(a_wrong_sum_is_named)
{
	expect_wrong_word_at("pattern=offset,offset=0,level=l2", "l1_sweep_s1", "the sum of the words read");
}

/* ---- arithmetic -------------------------------------------------------------------------------------------------- */

/* A block has 8 warps. A thread of the wide form has 16 loads, or 18 at a stride of 3. Limits are in bytes per clock
 * and SM: 96 for L2 (`slices`), 128 for L1, which takes a clock for each line. */
static const struct gb_l2 slices = { .slices = 6, .read_bytes = 64, .write_bytes = 32, .clock_hz = 1e9 };
static const struct {
	const char *point;
	double sectors, lines, hits, limit_ca, limit_cg;
} sweeps[] = {
	{ "pattern=offset,offset=0,level=l2", 4, 1, 0, 96, 96 },
	{ "pattern=offset,offset=1,level=l2", 5, 2, 1 - 513.0 / 640, 64, 64 },
	{ "pattern=offset,offset=8,level=l2", 4, 2, 0, 64, 64 },
	{ "pattern=stride,stride=2,level=l2", 8, 2, 0.5, 64, 48 },
	{ "pattern=stride,stride=3,level=l2", 12, 3, 1 - 576.0 / (8 * 18 * 12), 128.0 / 3, 32 },
	{ "pattern=stride,stride=8,level=l2", 32, 8, 0.875, 16, 12 },
	{ "pattern=stride,stride=32,level=l2", 32, 32, 0.875, 4, 4 },
};

TEST(sweeps_by_hand)
{
	for (size_t i = 0; i < sizeof sweeps / sizeof sweeps[0]; i++)
		for (int cached = 0; cached <= 1; cached++) {
			open_on(MEMORY, cached ? "dlcm-ca" : "dlcm-cg", sweeps[i].point);
			expect_metric("sectors_per_request", sweeps[i].sectors);
			expect_metric("lines_per_request", sweeps[i].lines);
			expect_metric("hit_rate", cached ? sweeps[i].hits : 0);
			expect_metric("bytes_per_clock_sm", 1 / (SMS * 1.25e9));
			expect_limit(NAN);
			card.device.l2 = slices;
			expect_limit((cached ? sweeps[i].limit_ca : sweeps[i].limit_cg) * SMS * 1e9);
			close_point();
		}
}

TEST(cost_by_hand)
{
	open_on(MEMORY, "default", "pattern=offset,offset=5,level=memory,form=wide");
	assert_same(bench->cost(&run).bytes, SWEPT);
	/* Two lines per request are two clocks, which with this few SMs is longer than the bus takes. Lines also limit
	 * the other points here. */
	expect_limit(128.0 / 2 * SMS * 1e9);
	close_point();
	/* One element in 24, in a block of 256: tiles of 24 KiB, of which 1 KiB is used, 2176 in 51 MiB. Every sector
	 * is fetched once. */
	open_on(MEMORY, "default", "pattern=stride,stride=24,level=memory,form=naive");
	assert_same(bench->cost(&run).bytes, 2176 * 1024.0);
	expect_limit(128.0 / 24 * SMS * 1e9);
	expect_metric("sectors_per_request", 32);
	expect_metric("hit_rate", 0);
	close_point();
	open_on(MEMORY, "default", "pattern=offset,offset=1,level=memory,form=naive");
	expect_limit(128.0 / 2 * SMS * 1e9);
	expect_metric("hit_rate", 1 - 33.0 / 40);
	close_point();
	/* Tiles of 256 x 18 words: 56 fit in 1 MiB, a quarter of L2, and are read 2048 times. */
	open_on(MEMORY, "default", "pattern=stride,stride=3,level=l2");
	assert_same(bench->cost(&run).bytes, 2048.0 * 56 * 18432);
	close_point();
	open_point("pattern=reuse,set=65536,carveout=0");
	assert_same(bench->cost(&run).bytes, SMS * 256.0 * 1024 * 1024);
	expect_metric("hit_rate", 1 - 1 / 4096.0);
	expect_limit(128 * SMS * 1e9);
	close_point();
	open_on(MEMORY, "dlcm-cg", "pattern=reuse,set=65536,carveout=0");
	assert_same(bench->cost(&run).bytes, SMS * 64.0 * 1024 * 1024);
	expect_metric("hit_rate", 0);
	expect_limit(NAN);
	card.device.l2 = slices;
	expect_limit(96 * SMS * 1e9);
	close_point();
	/* With more SMs the bus is slower than L1, and moves 64 bytes for each single element. */
	open_on(MEMORY, "default", "pattern=stride,stride=16,level=memory,form=naive");
	card.device.sm_count = 64;
	expect_limit(2 * 1e9 * 4096 / 8 * 4 / 64);
	close_point();
	/* If L1 is bypassed, each of four sectors is fetched for each request, here of 32 elements: L2 delivers 384
	 * GB/s of sectors. */
	open_on(MEMORY, "dlcm-cg", "pattern=stride,stride=8,level=memory,form=wide");
	expect_limit(128.0 / 8 * SMS * 1e9);
	card.device.l2 = slices;
	expect_limit(384e9 / 8);
	close_point();
}

/* The whole set is read at least twice. A hundredth of 256 MiB reads 64 KiB 40 times, and the 2048 rounds of L2 become
 * 21. */
TEST(less_work_by_hand)
{
	static const struct {
		const char *point;
		double work, bytes;
	} cases[] = {
		{ "pattern=reuse,set=65536,carveout=0", 0.01, SMS * 40.0 * 65536 },
		{ "pattern=reuse,set=65536,carveout=0", 1e-9, SMS * 2 * 65536.0 },
		{ "pattern=stride,stride=3,level=l2", 0.01, 21.0 * 56 * 18432 },
		{ "pattern=stride,stride=3,level=l2", 1e-9, 56 * 18432.0 },
	};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		open_point(cases[i].point);
		card.work = cases[i].work;
		EXPECT_AT(cases[i].point, { "bytes", cases[i].bytes });
		close_point();
	}
}

TEST(hits_of_a_set_that_L1_may_not_hold_are_unknown)
{
	open_point("pattern=reuse,set=65536,carveout=100");
	assert_same(metric("hit_rate"), -1);
	close_point();
	open_point("pattern=reuse,set=262144,carveout=0");
	assert_same(metric("hit_rate"), -1);
	close_point();
}

TEST(a_small_L2_is_skipped)
{
	open_on(16 << 20, "default", "pattern=stride,stride=1,level=memory,form=wide");
	skipped("pattern=stride,stride=1,level=l2", "a quarter of L2");
	close_point();
}

TEST(rows_together)
{
	MAKE_ROWS({ "dlcm-ca", "pattern=reuse,set=16384,carveout=0", "bandwidth", 120 },
		  { "dlcm-ca", "pattern=reuse,set=16384,carveout=100", "bandwidth", 110 },
		  { "dlcm-ca", "pattern=reuse,set=229376,carveout=0", "bandwidth", 117 },
		  { "dlcm-ca", "pattern=reuse,set=262144,carveout=0", "bandwidth", 80 },
		  { "dlcm-ca", "pattern=reuse,set=524288,carveout=0", "bandwidth", 117 },
		  { "dlcm-ca", "pattern=stride,stride=8,level=l2", "bandwidth", 40 },
		  { "dlcm-ca", "pattern=stride,stride=8,level=l2", "hit_rate", 0.875 },
		  { "dlcm-ca", "pattern=offset,offset=1,level=memory,form=wide", "bandwidth", 10 },
		  { "dlcm-cg", "pattern=offset,offset=1,level=memory,form=wide", "bandwidth", 8 },
		  { "dlcm-cg", "pattern=stride,stride=8,level=l2", "bandwidth", 10 },
		  { "dlcm-cg", "pattern=stride,stride=8,level=memory,form=wide", "bandwidth", 9 },
		  { "dlcm-cg", "pattern=reuse,set=262144,carveout=0", "bandwidth", 32 },
		  { "default", "pattern=reuse,set=262144,carveout=100", "bandwidth", 30 });
	assert_int_equal(conclude(bench, &warps_of_32), 5);
	expect_finding("pattern=reuse,carveout=0", "full_rate_set", 229376);
	expect_finding("pattern=reuse,carveout=0", "full_rate_below", 262144);
	const struct gb_finding *f = expect_finding("pattern=stride,stride=8,level=l2", "ca_over_cg", 4);
	assert_string_equal(f->axis, "stride");
	assert_same(f->x, 8);
	expect_finding("pattern=offset,offset=1,level=memory,form=wide", "ca_over_cg", 1.25);
	f = expect_finding("pattern=reuse,set=262144,carveout=0", "ca_over_cg", 2.5);
	assert_says(f->remark, "L1 served at least 0.600 of the bytes");
}

TESTS_OF("l1")
