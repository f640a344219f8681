/* Tests of the groups, halves and slices that `map` finds, its checks and its conclusions, with its models on the fake
 * device. */
#include "analyse.h"
#include "made.h"
#include "verified.h"

static const struct verified_device verified_device = { .l2_bytes = 1 << 20, .free_bytes = 32 << 20, .work = 0.25 };

static unsigned short latency_of(uint32_t side, uint32_t line)
{
	return MAP_LOADS * (side == line * INPUT_GOLDEN >> 31 ? 250 : 290);
}

/* ---- tests ------------------------------------------------------------------------------------------------------- */

OPEN_TEST(every_sm_is_told_where_it_belongs)
{
	const double value = observed("view=sm,sm=3");
	assert_same(metric("half"), 1);
	assert_same(metric("group"), 1);
	assert_same(metric("place"), 3);
	/* Four distances in steps of 2 cycles add 3 on average; the other side adds 40. */
	assert_true(fabs(metric("near") - 253) < 0.5);
	assert_true(fabs(metric("far") - 293) < 0.5);
	assert_true(value > 253 && value < 293);
	/* From an SM of the other half the columns nearest to group 0 are the farthest. */
	assert_true(metric("slices_0") > metric("slices_11"));
	observed("view=sm,sm=0");
	assert_same(metric("half"), 0);
	assert_same(metric("group"), 0);
	assert_true(metric("slices_0") < metric("slices_11"));
	assert_same(metric("slices_seen"), 8); /* two sides with four distances each */
	skipped("view=sm,sm=4", "has 4 SMs");
}

/* SMs 0 to 3 and SMs 4 to 7 shared clusters; SMs 8 and 9, and SMs 10 and 11, only clusters of two. */
TEST(a_pair_is_of_the_group_most_like_it)
{
	static unsigned short cycles[12 * MAP_LINES];
	static struct survey found_groups = { .sms = 12, .group = { 0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 10, 10 } };

	for (uint32_t sm = 0; sm < 12; sm++)
		for (uint32_t i = 0; i < MAP_LINES; i++)
			cycles[sm * MAP_LINES + i] = latency_of(sm >= 4 && sm < 10, i);
	map_join_alike(cycles, &found_groups);
	assert_int_equal(found_groups.groups, 2);
	assert_int_equal(found_groups.group[8], found_groups.group[4]);
	assert_int_equal(found_groups.group[11], found_groups.group[0]);
}

/* SMs 0 to 3 have two patterns of latency; SMs 4 to 7 have a third one, close to the first. A pair with the first
 * pattern belongs to the first group, although its average is closer to that of the second. */
TEST(a_pair_is_of_the_group_that_has_its_like)
{
	static unsigned short cycles[10 * MAP_LINES];
	static struct survey found_groups = { .sms = 10, .group = { 0, 0, 0, 0, 4, 4, 4, 4, 8, 8 } };

	for (uint32_t sm = 0; sm < 10; sm++)
		for (uint32_t i = 0; i < MAP_LINES; i++) {
			const uint32_t other = sm >= 4 && sm < 8 ? i * 97 >> 5 & 31 : 0;
			cycles[sm * MAP_LINES + i] =
				(unsigned short)(latency_of(sm == 2 || sm == 3, i) + other + (i + sm) % 3);
		}
	map_join_alike(cycles, &found_groups);
	assert_int_equal(found_groups.groups, 2);
	assert_int_equal(found_groups.group[8], found_groups.group[0]);
	assert_int_equal(found_groups.group[9], found_groups.group[0]);
	assert_true(isfinite(found_groups.margin) && found_groups.margin > 2);
}

/* Without clusters, SMs are grouped by the similarity of their latencies, which differ between the two sides. */
OPEN_TEST(an_older_device_has_groups_by_likeness)
{
	fake.cc = 80;
	card.device.cc_major = 8;
	card.device.cc_minor = 0;
	observed("view=sm,sm=1");
	assert_same(metric("group"), 0);
	EXPECT_AT("view=sm,sm=2", { "group", 1 });
}

OPEN_TEST(a_wrong_word_is_named)
{
	expect_wrong_word_at("view=sm,sm=2", "map_sm", " lines, expected 512");
	expect_wrong_word_at("view=dram,share=50,which=spread", "map_read", "add up to");
	expect_right("view=dram,share=50,which=spread");
}

OPEN_TEST(a_line_without_its_address_is_caught)
{
	const uint64_t wrong = 0;

	expect_right("view=sm,sm=2");
	const struct state *s = gb_state(&run);
	assert_ok(gb_copy_in(&run, s->lines + UINT64_C(4095) * MAP_LINE, &wrong, sizeof wrong), error);
	expect_check_says("verify: line 4095 does not hold its address");
}

OPEN_TEST(what_is_read_is_counted_by_hand)
{
	at("view=dram,share=50,which=packed");
	/* Half of the 32 MiB of free memory in whole chunks, less what the timer uses. */
	assert_same(bench->cost(&run).bytes, 127.0 * MAP_CHUNK);
	assert_same(bench->limit(&run, gb_device(&run), 1e9), gb_memory_rate(gb_device(&run)));
	at("view=l2,share=100,which=packed");
	assert_true(isnan(bench->limit(&run, gb_device(&run), 1e9)));
	at("view=gpc_l2,gpcs=2");
	card.device.rates.l2_bytes = 64;
	assert_same(bench->limit(&run, gb_device(&run), 1e9), 4 * 64e9); /* the L2 bandwidth of its four SMs */
	at("view=sm,sm=0");
	assert_same(bench->cost(&run).ops, 512 * (8 + 1)); /* each line is loaded once untimed and eight times timed */
}

OPEN_TEST(only_the_sms_of_chosen_gpcs_read)
{
	static const struct {
		const char *point;
		double sms;
		unsigned char active[4];
	} cases[] = {
		{ "view=gpc_l2,gpcs=1,gpc=0,part=100", 2, { 1, 1, 0, 0 } },
		{ "view=gpc_l2,gpcs=1,gpc=0,part=50", 1, { 1, 0, 0, 0 } },
		{ "view=gpc_dram,gpcs=1,gpc=1", 2, { 0, 0, 1, 1 } },
		{ "view=gpc_dram,gpcs=2", 4, { 1, 1, 1, 1 } },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		at(cases[i].point);
		const struct state *s = gb_state(&run);
		assert_same(metric("sms"), cases[i].sms);
		assert_memory_equal(s->args.active, cases[i].active, 4);
	}
	skipped("view=gpc_l2,gpcs=1,gpc=2", "this device has 2 GPCs");
	skipped("view=gpc_l2,gpcs=3", "this device has 2 GPCs");
}

/* ---- random reads ------------------------------------------------------------------------------------------------ */

static void expect_parts(const char *point, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
	unsigned char part[4];

	at(point);
	assert_ok(gb_copy_out(&run, part, ((const struct state *)gb_state(&run))->active, sizeof part), error);
	assert_int_equal(part[0], a);
	assert_int_equal(part[1], b);
	assert_int_equal(part[2], c);
	assert_int_equal(part[3], d);
}

/* SMs 0 and 1 are one group, SMs 2 and 3 the other. SMs with odd numbers are near chunks with odd numbers. */
OPEN_TEST(every_sm_reads_its_part)
{
	expect_parts("view=random,assign=all,span=8388608,flight=1", 0, 0, 0, 0);
	assert_same(metric("windows"), 1);
	expect_parts("view=random,assign=group,span=8388608,flight=1", 0, 0, 1, 1);
	assert_same(metric("windows"), 2);
	assert_same(bench->cost(&run).bytes, 4 * 2048 * 64 * 8);
	assert_same(bench->cost(&run).ops, 4 * 2048 * 64);
	expect_parts("view=random,assign=sm,span=8388608,flight=1", 0, 1, 0, 1);
	expect_parts("view=homes,home=both,flight=1", MAP_BOTH, MAP_BOTH, MAP_BOTH, MAP_BOTH);
	expect_parts("view=homes,home=near,flight=1", 0, 1, 0, 1);
	expect_parts("view=homes,home=far,flight=1", 1, 0, 1, 0);
	expect_parts("view=shared,partner=2,flight=1", 0, MAP_IDLE, 1, MAP_IDLE);
	assert_same(bench->cost(&run).ops, 2 * 512 * 64 * 16);
	skipped("view=shared,partner=4,flight=1", "this device has 4 SMs");
	skipped("view=random,assign=group,span=137438953472,flight=1",
		"4 windows need as many groups of SMs; there are 2");
	skipped("view=random,assign=group,span=103079215104,flight=1", "exceeds the free memory");
}

OPEN_TEST(random_reads_are_limited_by_a_sector_each)
{
	at("view=random,assign=all,span=8388608,flight=1");
	card.device.l2_bytes = 1 << 20;
	assert_same(bench->limit(&run, gb_device(&run), 1e9), gb_memory_rate(gb_device(&run)) / 32);
	at("view=shared,partner=2,flight=1");
	assert_true(isnan(bench->limit(&run, gb_device(&run), 1e9)));
	at("view=homes,home=far,flight=1");
	card.device.cc_major = 9;
	card.device.l2 = (struct gb_l2){ .slices = 2, .clock_hz = 1e9 };
	assert_same(bench->limit(&run, gb_device(&run), 1e9), 2 * 16e9 / 32); /* the link between the halves of L2 */
}

TEST(chunks_by_hand)
{
	const uint32_t bits = 0x80000012; /* chunks 1, 4 and 31 have home 1 */

	/* Three chunks share the 32 reads: one gets 10 of them, the others 11. */
	assert_int_equal(map_chunk_of(bits, 1, 32), 33);
	assert_int_equal(map_chunk_of(bits, 1, 42), 33);
	assert_int_equal(map_chunk_of(bits, 1, 43), 36);
	assert_int_equal(map_chunk_of(bits, 1, 63), 63);
	assert_int_equal(map_chunk_of(bits, 0, 32), 32);
	assert_int_equal(map_chunk_of(bits, 0, 34), 34);
	assert_int_equal(map_chunk_of(bits, 0, 63), 62);
	assert_int_equal(map_chunk_of(bits, MAP_BOTH, 36), 36);
}

static double one_part(struct gb_shape shape, const void *of)
{
	struct map_random_args args = *(const struct map_random_args *)of;
	unsigned char part[MAP_SMS] = { 0 };

	args.part_of_sm = part;
	replaced_model(shape, &args);
	return 0;
}

/* All words are correct, but one SM reads all of them. */
static double on_one_sm(struct gb_shape shape, const void *of)
{
	const struct map_random_args *args = of;

	replaced_model(shape, of);
	for (uint32_t block = 0; block < shape.grid; block++)
		args->sm_of_block[block] = 3;
	return 0;
}

OPEN_TEST(reads_of_other_parts_are_caught)
{
	static const struct verified points[] = { { "view=random,assign=group,span=8388608,flight=2", "map_random_u2" },
						  { "view=homes,home=far,flight=4", "map_homes_u4" } };

	for (size_t i = 0; i < 2; i++) {
		expect_caught_at(points[i].point, points[i].kernel, one_part, "verify: the sum of the words read");
		expect_caught_at(points[i].point, points[i].kernel, on_one_sm,
				 "verify: 16 blocks ran on 1 SMs, not 16 on 4");
		expect_right(points[i].point);
	}
	expect_caught_at("view=shared,partner=2,flight=2", "map_random_u2", one_part,
			 "verify: 4 blocks ran on 4 SMs, not 2 on 2");
}

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

TEST(near_far_and_the_best_share_are_concluded)
{
	const struct gb_device device = { .sm_count = 4 };

	MAKE_ROWS({ "default", "view=sm,sm=0", "near", 260 }, { "default", "view=sm,sm=1", "near", 264 },
		  { "default", "view=sm,sm=0", "far", 290 }, { "default", "view=sm,sm=1", "far", 300 },
		  { "default", "view=sm,sm=0", "group", 0 }, { "default", "view=sm,sm=1", "group", 3 },
		  { "default", "view=dram,share=50,which=spread", "bandwidth", 4.5e12 },
		  { "default", "view=dram,share=75,which=spread", "bandwidth", 4.1e12 },
		  { "default", "view=dram,share=100,which=packed", "bandwidth", 4.4e12 },
		  { "default", "view=gpc_l2,gpcs=1,gpc=0,part=75", "bandwidth", 1.1e12 },
		  { "default", "view=gpc_l2,gpcs=1,gpc=1", "bandwidth", 1.2e12 },
		  { "default", "view=gpc_l2,gpcs=2", "bandwidth", 2.3e12 },
		  { "default", "view=random,assign=all,span=103079215104", "access_rate", 9e9 },
		  { "default", "view=random,assign=sm,span=103079215104", "access_rate", 12e9 },
		  { "default", "view=random,assign=group,span=103079215104", "access_rate", 36e9 },
		  { "default", "view=random,assign=group,span=137438953472", "access_rate", 36e9 },
		  { "default", "view=shared,partner=1", "access_rate", 1e8 },
		  { "default", "view=shared,partner=2", "access_rate", 6e8 },
		  { "default", "view=shared,partner=33", "access_rate", 2e8 });
	for (size_t i = 0; i < made_count; i++) {
		made[i].lo = made[i].value - M_SQRT1_2;
		made[i].hi = made[i].value + M_SQRT1_2;
	}
	conclude(bench, &device);
	/* The interval is ± sqrt(1/2). */
	assert_same(expect_finding("lines=near", "cycles", 262)->lo, 261.5);
	expect_finding("lines=near", "cycles_least", 260);
	expect_finding("lines=far", "cycles_most", 300);
	assert_says(expect_finding("of=groups", "count", 2)->remark, "SMs of each: 1 1");
	assert_says(expect_finding("best=dram", "bandwidth", 4.5e12)->remark,
		    "by 50 % of the SMs; all of them: 4.4e+12");
	assert_says(expect_finding("gpc=l2", "bandwidth", 1.2e12)->remark, "by GPC 1 alone; 2 GPCs together: 2.3e+12");
	expect_finding("span=103079215104", "window_gain", 4);
	assert_says(expect_finding("of=translations", "translations_shared", 3)->remark, "translations: 0 1 33");
}

TESTS_OF("map")
