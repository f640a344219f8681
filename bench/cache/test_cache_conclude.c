/* Tests of the conclusions that `cache` draws from its ladders: levels, their capacity, and ladders without
 * conclusions. */
#include "gpubench.h"

#include "made.h"
#include "opened.h"

static const struct gb_device ten_sms = { .sm_count = 10, .l1_bytes = 256 << 10, .l2_bytes = 4000000 };

/* Makes a ladder of sizes in bytes and their bandwidths, known to 1 %. */
static void make_ladder(const char *walk, const char *axis, const double (*size_value)[2], size_t count)
{
	char point[128];

	for (size_t i = 0; i < count; i++) {
		snprintf(point, sizeof point, "walk=%s,%s=%lld,unroll=8", walk, axis, (long long)size_value[i][0]);
		struct gb_row *row = make_row(bench, point, "bandwidth", size_value[i][1]);
		row->lo = 0.99 * row->value;
		row->hi = 1.01 * row->value;
		row->limit = 4e13;
	}
}

#define LADDER(walk, axis, values) make_ladder(walk, axis, values, sizeof(values) / sizeof(values)[0])

TEST(the_l1_and_what_it_holds)
{
	/* The rows are out of order and include a slower shape. The knee lies between 245760 and 253952. */
	static const double l1[][2] = { { 65536, 100 }, { 1024, 99 },     { 16384, 101 },
					{ 131072, 98 }, { 245760, 98.5 }, { 253952, 91 },
					{ 262144, 80 }, { 327680, 40 },   { 16384, 50 } };

	made_count = 0;
	LADDER("l1", "set", l1);
	conclude(bench, &ten_sms);
	const struct gb_finding *plateau = the_finding("walk=l1,level=l1", "bandwidth");
	assert_same(plateau->value, 101);
	assert_same(plateau->lo, 0.99 * 101);
	assert_same(plateau->limit, 4e13);
	assert_null(plateau->roof);
	assert_ptr_equal(plateau->from, &made[2]);
	assert_says(plateau->remark, "5 sizes, from 10240 to 2457600 bytes");
	const struct gb_finding *full = the_finding("walk=l1,level=l1", "full_rate_set");
	assert_same(full->value, 245760);
	assert_same(full->lo, NAN);
	assert_same(the_finding("walk=l1,level=l1", "full_rate_below")->value, 253952);
	assert_null(full->roof);
	const struct gb_finding *share = the_finding("walk=l1,level=l1", "full_rate_of_reported");
	assert_same(share->value, 245760.0 / 262144);
}

/* Ten SMs have shares. The L2 of 4 MB holds between 3.8 and 4.2 MB; larger sets come from memory. */
TEST(the_l2_and_the_memory_behind_it)
{
	static const double l2[][2] = { { 100000, 52 },  { 200000, 50 },  { 300000, 51 }, { 380000, 50.5 },
					{ 420000, 45 },  { 450000, 30 },  { 600000, 23 }, { 800000, 22 },
					{ 1600000, 21 }, { 2400000, 20 }, { 3200000, 20 } };

	made_count = 0;
	LADDER("l2", "share", l2);
	for (size_t i = 8; i <= 10; i++)
		made[i].limit = 22; /* from 4 x L2 on: memory */
	conclude(bench, &ten_sms);
	const struct gb_finding *plateau = the_finding("walk=l2,level=l2", "bandwidth"),
				*memory = the_finding("walk=l2,level=dram", "bandwidth"),
				*full = the_finding("walk=l2,level=l2", "full_rate_set");
	assert_same(plateau->value, 52);
	assert_null(plateau->roof);
	assert_same(plateau->limit, 4e13);
	assert_same(memory->value, 21);
	assert_same(memory->limit, 22);
	assert_null(memory->roof);
	assert_says(memory->remark, "3 sizes, from 16000000 to 32000000 bytes");
	assert_same(full->value, 3800000);
	assert_same(the_finding("walk=l2,level=l2", "full_rate_below")->value, 4200000);
	assert_int_equal(finding_count, 5);
}

/* In shares that are multiples of 64 KiB, warps return to the same lines. The other shares are slower, and their rate
 * falls later. */
TEST(one_pattern_of_reads_counts)
{
	static const int shares[] = { 65536, 90000, 131072, 150000, 196608, 240000, 300000, 327680, 345000, 393216 };
	static const double rates[] = { 94, 87, 95, 88, 94, 88, 89, 47, 88, 47 };
	char point[128];

	made_count = 0;
	for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
		snprintf(point, sizeof point, "walk=l2,share=%d,unroll=4,block=1024", shares[i]);
		make_row(bench, point, "bandwidth", rates[i]);
	}
	conclude(bench, &ten_sms);
	assert_same(the_finding("walk=l2,level=l2", "bandwidth")->value, 95);
	assert_same(the_finding("walk=l2,level=l2", "full_rate_set")->value, 1966080);
	assert_same(the_finding("walk=l2,level=l2", "full_rate_below")->value, 3276800);
}

/* Sets of one to four L2s also form a plateau but exceed the memory bandwidth, because a part of them is overwritten in
 * L2. Without larger sets there is no conclusion about memory. */
TEST(what_l2_keeps_is_not_of_the_memory)
{
	static const double write[][2] = { { 600000, 25 },  { 800000, 24.5 }, { 1200000, 24 },  { 1500000, 24 },
					   { 1600000, 23 }, { 2400000, 22 },  { 3200000, 22.5 } };

	made_count = 0;
	LADDER("write", "share", write);
	conclude(bench, &ten_sms);
	const struct gb_finding *memory = the_finding("walk=write,level=dram", "bandwidth");
	assert_same(memory->value, 23);
	assert_says(memory->remark, "3 sizes, from 16000000 to 32000000 bytes");
	made_count = 4;
	conclude(bench, &ten_sms);
	assert_null(finding_of("walk=write,level=dram", "bandwidth"));
}

/* The level is the longer plateau, even if the ends of a shorter one agree slightly better. Small sets are slightly
 * slower, and only chance decides if one more of them joins. */
TEST(a_few_small_sets_are_not_the_level)
{
	static const double l2[][2] = { { 30000, 84.5 },  { 60000, 85 },    { 120000, 87 }, { 160000, 88.7 },
					{ 190000, 89.7 }, { 250000, 89.6 }, { 280000, 90 }, { 310000, 90.5 },
					{ 340000, 89 },   { 370000, 88.6 }, { 420000, 45 }, { 600000, 21 },
					{ 800000, 20 } };

	made_count = 0;
	LADDER("l2", "share", l2);
	conclude(bench, &ten_sms);
	const struct gb_finding *plateau = the_finding("walk=l2,level=l2", "bandwidth");
	assert_same(plateau->value, 90.5);
	assert_says(plateau->remark, "8 sizes, from 1200000 to 3700000 bytes");
	assert_null(strstr(plateau->remark, "alone"));
	made[1].value = 93; /* no neighbouring size comes near */
	conclude(bench, &ten_sms);
	plateau = the_finding("walk=l2,level=l2", "bandwidth");
	assert_same(plateau->value, 90.5);
	assert_says(plateau->remark, "600000 bytes alone reach 93 B/s: no neighbouring size does");
}

TEST(writes_and_a_common_set)
{
	/* Stores to small sets are merged before L2, so they form no plateau of it. */
	static const double write[][2] = { { 10000, 90 },  { 20000, 91 },  { 40000, 90 },
					   { 100000, 30 }, { 200000, 31 }, { 400000, 30 } };
	static const double common[][2] = { { 1000000, 70 }, { 2000000, 75 }, { 3900000, 40 }, { 8000000, 80 } };

	made_count = 0;
	LADDER("write", "share", write);
	LADDER("common", "bytes", common);
	conclude(bench, &ten_sms);
	const struct gb_finding *stores = the_finding("walk=write,level=l2", "bandwidth"),
				*together = the_finding("walk=common,level=l2", "bandwidth");
	assert_same(stores->value, 31);
	assert_null(stores->roof);
	assert_same(together->value, 75);
	assert_null(together->roof);
	assert_says(together->remark, "the rate falls to 40 B/s");
	assert_int_equal(finding_count, 2);
}

TEST(too_little_to_conclude_from)
{
	static const double slope[][2] = { { 100000, 52 }, { 200000, 40 }, { 300000, 30 }, { 380000, 20 } };
	static const double two[][2] = { { 1024, 52 }, { 2048, 52 } };

	made_count = 0;
	assert_int_equal(conclude(bench, &ten_sms), 0);
	LADDER("l2", "share", slope);
	LADDER("l1", "set", two);
	assert_int_equal(conclude(bench, &ten_sms), 0);
	made_count = 1;
	made[0].metric = "working_set";
	assert_int_equal(conclude(bench, &ten_sms), 0);
}

/* A ladder that stays on its plateau does not show where the rate ends. Without a reported size there is no share. */
TEST(no_knee_and_no_report)
{
	static const double flat[][2] = { { 1024, 52 }, { 2048, 52 }, { 4096, 52 } };
	static const double knee[][2] = { { 1024, 52 }, { 2048, 52 }, { 4096, 52 }, { 8192, 20 } };
	const struct gb_device unknown = { .sm_count = 10, .l1_bytes = 0, .l2_bytes = 0 };

	made_count = 0;
	LADDER("l1", "set", flat);
	assert_int_equal(conclude(bench, &ten_sms), 1);
	made_count = 0;
	LADDER("l1", "set", knee);
	conclude(bench, &unknown);
	assert_null(finding_of("walk=l1,level=l1", "full_rate_of_reported"));
}

TESTS_OF("cache")
