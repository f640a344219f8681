/* Tests of `cache`: its arithmetic, its checks of kernels in C, and the sides of an L2. */
#include "state.h"

#include "verified.h"

/* ---- a device with sides ----------------------------------------------------------------------------------------- */

enum { ONE_SIDE = 1, UNCLEAR, UNREACHED };

static double probe(struct gb_shape shape, const void *of)
{
	const struct home_probe_args *args = of;
	unsigned short *of_sm_3 = args->votes + (size_t)3 * HOME_VOTES;

	real_model("cache_probe", shape, of);
	for (uint32_t c = 0; fault == ONE_SIDE && c < args->chunks; c++)
		args->all[c] = 280;
	for (uint32_t c = 0; fault == UNCLEAR && c < HOME_VOTES; c++)
		of_sm_3[c] = c % 4 < 2 ? 300 : 500;
	args->claimed[3] = fault != UNREACHED;
	return 0;
}

/* ---- values computed by hand ------------------------------------------------------------------------------------- */

/* 4 SMs at 1.5 GHz. An SM reads 256 MiB from L1, 1 GiB of the set that sets the roof, 64 MiB of a common set and 16 MiB
 * of others, in whole trips of 32 warps. */
OPEN_TEST(bytes_of_a_launch)
{
	EXPECT_AT("walk=l1,set=8192,unroll=4,width=8", { "bytes", 4 * MIB(256) });
	EXPECT_AT("walk=l1,set=16384,unroll=4,width=8", { "bytes", 4 * MIB(1024) });
	at("walk=l1,set=327680,unroll=8,width=8"); /* above 1.25 x 256 KiB a launch would be short */
	assert_same(bench->cost(&run).bytes, 4 * MIB(256));
	EXPECT_AT("walk=l1,set=393216,unroll=8,width=8", { "bytes", 4 * MIB(16) });
	EXPECT_AT("walk=l2,share=65536,unroll=8,block=512", { "bytes", 4 * MIB(64) });
	EXPECT_AT("walk=common,bytes=1048576,unroll=2,blocks=1", { "bytes", 4 * MIB(64) });
	EXPECT_AT("walk=near,total=8388608", { "bytes", 4 * MIB(16) });
	at("walk=far_one,total=8388608"); /* two of the SMs work */
	assert_same(bench->cost(&run).bytes, 2 * MIB(16));
}

static double limit_at(const char *point)
{
	at(point);
	return bench->limit(&run, gb_device(&run), 1.2e9);
}

/* Compute capability 9.0 reads 128 bytes per clock and SM from L1. 10 slices of L2 at 1.7 GHz deliver 64 bytes per
 * clock and receive 32. Memory delivers 2 x 1 GHz x 512 bytes. L2 holds 4 MiB, later 1. */
OPEN_TEST(limits)
{
	assert_same(limit_at("walk=l1,set=8192,unroll=4,width=8"), 128 * 4 * 1.2e9);
	assert_same(limit_at("walk=l2,share=65536,unroll=8,block=512"), NAN);
	card.device.l2 = (struct gb_l2){ .slices = 10, .read_bytes = 64, .write_bytes = 32, .clock_hz = 1.7e9 };
	assert_same(limit_at("walk=l2,share=65536,unroll=8,block=512"), 640 * 1.7e9);
	assert_same(limit_at("walk=near,total=8388608"), 640 * 1.7e9);
	assert_same(limit_at("walk=far,total=8388608"), 160 * 1.7e9);
	assert_same(limit_at("walk=common,bytes=1048576,unroll=2,blocks=1"), 128 * 4 * 1.2e9);
	assert_same(limit_at("walk=write,share=65536,unroll=2,block=256"), 320 * 1.7e9);
	assert_same(limit_at("walk=write,share=16384,unroll=2,block=256"), NAN); /* stores are merged */
	assert_same(limit_at("walk=near_write,total=8388608"), 320 * 1.7e9);
	assert_same(limit_at("walk=far_write,total=8388608"), 160 * 1.7e9);
	assert_same(limit_at("walk=far_one,total=8388608"), NAN);
	card.device.l2_bytes = MIB(5); /* copies of 8 MiB fit only in part */
	assert_same(limit_at("walk=far,total=8388608"), 640 * 1.7e9);
	card.device.l2_bytes = MIB(1);
	assert_same(limit_at("walk=common,bytes=4194304,unroll=2,blocks=1"), 128 * 4 * 1.2e9);
	assert_same(limit_at("walk=l2,share=1048576,unroll=2,block=256"), 2 * 1e9 * 512);
	assert_same(limit_at("walk=write,share=1048576,unroll=2,block=256"), 2 * 1e9 * 512);
	at("walk=l1,set=262144,unroll=4,width=8");
	assert_null(bench->remark(&run));
	at("walk=l1,set=393216,unroll=4,width=8");
	assert_says(bench->remark(&run), "larger than L1");
}

static const char *roof_at(const char *point)
{
	at(point);
	return bench->roof(&run);
}

/* One set per level sets the roof. In L2, four SMs with 512 KiB each fill half of 4 MiB. */
OPEN_TEST(roofs)
{
	assert_string_equal(roof_at("walk=l1,set=16384,unroll=8,width=8"), "l1.read");
	assert_null(roof_at("walk=l1,set=32768,unroll=8,width=8"));
	assert_string_equal(roof_at("walk=l2,share=524288,unroll=8,block=512"), "l2.read");
	assert_null(roof_at("walk=l2,share=262144,unroll=8,block=512"));
	assert_null(roof_at("walk=l2,share=1048576,unroll=8,block=512"));
	assert_string_equal(roof_at("walk=write,share=524288,unroll=8,block=512"), "l2.write");
	assert_string_equal(roof_at("walk=common,bytes=1048576,unroll=4,blocks=2"), "l2.read_common");
	assert_null(roof_at("walk=common,bytes=2097152,unroll=4,blocks=1"));
	assert_null(roof_at("walk=near,total=8388608"));
	assert_string_equal(roof_at("walk=far,total=8388608"), "l2.link.read");
	assert_null(bench->remark(&run));
	assert_string_equal(roof_at("walk=far_write,total=8388608"), "l2.link.write");
	card.device.l2_bytes = MIB(4) + 1; /* some copies of 8 MiB are left */
	assert_null(roof_at("walk=far,total=8388608"));
	assert_says(bench->remark(&run), "copies in the near partition");
}

static bool is_quick(const char *axis, const char *value)
{
	char values[256], wanted[32];
	const int at = gb_axes_find(bench->axes, axis, strlen(axis));

	snprintf(values, sizeof values, ",%s,", bench->axes[at].quick);
	snprintf(wanted, sizeof wanted, ",%s,", value);
	return strstr(values, wanted) != NULL;
}

/* A quick run has all roofs for each size of L2: 80 SMs of a V100, 108 of an A100, 132 of an H200, 148 of a B200 and
 * 128 of an RTX 4090. */
OPEN_TEST(roofs_of_all_sizes_of_l2)
{
	static const struct {
		int sms;
		uint32_t l2_mib;
		const char *read, *write, *link; /* NULL: a V100's L2 has one partition */
	} cases[] = {
		{ 80, 6, "32768", "32768", NULL },
		{ 108, 40, "131072", "131072", "134217728" },
		{ 132, 50, "131072", "196608", "134217728" },
		{ 132, 60, "131072", "196608", "134217728" },
		{ 148, 126, "262144", "393216", "268435456" },
		{ 128, 72, "262144", "262144", "268435456" },
	};
	char point[96];

	at("walk=near,total=8388608");
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		card.device.sm_count = cases[i].sms;
		card.device.l2_bytes = (uint64_t)cases[i].l2_mib << 20;
		snprintf(point, sizeof point, "walk=l2,share=%s,unroll=8,block=512", cases[i].read);
		assert_ok(gb_point_read(bench->axes, point, &run.point, &error), error);
		assert_string_equal(bench->roof(&run), "l2.read");
		snprintf(point, sizeof point, "walk=write,share=%s,unroll=8,block=512", cases[i].write);
		assert_ok(gb_point_read(bench->axes, point, &run.point, &error), error);
		assert_string_equal(bench->roof(&run), "l2.write");
		assert_true(is_quick("share", cases[i].read) && is_quick("share", cases[i].write));
		if (cases[i].link == NULL)
			continue;
		snprintf(point, sizeof point, "walk=far,total=%s", cases[i].link);
		assert_ok(gb_point_read(bench->axes, point, &run.point, &error), error);
		assert_string_equal(bench->roof(&run), "l2.link.read");
		assert_true(is_quick("total", cases[i].link));
	}
}

OPEN_TEST(further_values)
{
	EXPECT_AT("walk=l1,set=8192,unroll=4,width=8", { "working_set", 4 * 8192 },
		  { "bytes_per_clock_sm", 1 / (4 * 1.25e9) }, { "l1_hits", -1 });
	EXPECT_AT("walk=l2,share=65536,unroll=8,block=512", { "working_set", 4 * 65536 }, { "l1_hits", 0 },
		  { "atomic_latency", -1 });
	EXPECT_AT("walk=common,bytes=1048576,unroll=2,blocks=2", { "working_set", 1048576 });
	/* Latencies are 280 cycles near and 460 far, plus an average of 30 from seven slices. */
	at("walk=near,total=8388608");
	assert_near(metric("atomic_latency"), 310, 1e-3);
	assert_same(metric("working_set"), 8388608);
	assert_same(metric("fabric_sectors"), 0);
	at("walk=far,total=8388608");
	assert_near(metric("atomic_latency"), 490, 1e-3);
	assert_same(metric("fabric_sectors"), -1);
}

OPEN_TEST(points_that_do_not_fit)
{
	skipped("walk=l1,set=1024,unroll=4,width=8", "not a multiple of the 2048 bytes of a trip");
	skipped("walk=common,bytes=65536,unroll=4,blocks=4", "blocks of 1024 threads");
	skipped("walk=common,bytes=4194304,unroll=8,blocks=2", "depends on its place in memory");
	skipped("walk=l2,share=1073741824,unroll=8,block=512", "the free device memory holds at most");
	skipped("walk=near,total=134217728", "SMs on one side have");
	skipped("walk=near,total=4096", "SMs on one side have");
}

OPEN_TEST(one_partition)
{
	fault = ONE_SIDE;
	skipped("walk=near,total=8388608", "it has one partition");
	skipped("walk=far_write,total=8388608", "it has one partition");
}

OPEN_TEST(sms_of_no_side)
{
	fault = UNCLEAR;
	skipped("walk=near,total=8388608", "could not be determined");
}

OPEN_TEST(sms_not_reached)
{
	fault = UNREACHED;
	skipped("walk=near,total=8388608", "could not be determined");
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static const struct verified_helper helpers[] = { { "cache_probe", probe } };
static const struct verified_device verified_device = {
	.helper = helpers, .helpers = 1, .free_bytes = 12 << 20, .work = 0.0625
};

OPEN_TEST(a_wrong_sum_or_word_is_named)
{
	static const char *const read = "walk=l1,set=393216,unroll=8,width=8",
				 *const write = "walk=write,share=65536,unroll=2,block=256";

	expect_wrong_word_at(read, "cache_read_ca8_u8", "verify: 1 of ");
	expect_wrong_word_at(read, "cache_read_ca8_u8", " visits of sets are wrong");
	expect_wrong_word_at(write, "cache_shared_write_u2", "verify: 1 of ");
	expect_wrong_word_at(write, "cache_shared_write_u2", " visits and words are wrong");
}

static double one_ticket_less(struct gb_shape shape, const void *of)
{
	struct cache_args args = *(const struct cache_args *)of;

	args.tickets--;
	real_model("cache_shared_read_u8", shape, &args);
	return 0;
}

/* 64 MiB per SM are 1024 trips of 4096 bytes for each of 16 warps. A fifth of them goes to warps that have finished, in
 * tickets of 32 KiB: 25 tickets for each of 64 warps. The check must notice a missing one. */
OPEN_TEST(work_that_is_shared_out)
{
	const struct cache_state *s;

	at("walk=l2,share=65536,unroll=8,block=512");
	s = gb_state(&run);
	assert_int_equal(s->args.each, 8);
	assert_int_equal(s->args.tickets, 25 * 64);
	assert_int_equal(s->args.trips, 1024 - 25 * 8);
	at("walk=common,bytes=1048576,unroll=2,blocks=2");
	assert_int_equal(s->args.tickets, 0);
	fake_kernel("cache_shared_read_u8", one_ticket_less);
	at("walk=l2,share=16384,unroll=8,block=512");
	expect_check_says("verify: ");
}

OPEN_TEST(a_write_leaves_the_input_as_it_was)
{
	expect_right("walk=write,share=65536,unroll=2,block=256");
	expect_right("walk=l2,share=16384,unroll=8,block=512");
}

TESTS_OF("cache")
