/* The groups, halves and slices that `map` finds, its checks and its conclusions, with its models on the fake
 * device. */
#include <math.h>

#include "analyse.h"
#include "verified.h"

BENCH_MODELS(map);

static const struct verified points[] = {
	{ "view=sm,sm=2", "map_sm" },
	{ "view=dram,share=50,which=spread", "map_read" },
	{ "view=l2,share=100,which=groups", "map_read" },
	{ "view=random,assign=group,span=8388608,flight=2", "map_random_u2" },
	{ "view=homes,home=far,flight=4", "map_homes_u4" },
	{ "view=shared,partner=2,flight=2", "map_random_u2" },
};
static const struct verified_points verified = { points, sizeof points / sizeof points[0] };

static const struct verified_device verified_device = { .l2_bytes = 1 << 20, .free_bytes = 32 << 20, .work = 0.25 };

/* From one side of a device to its lines, which are on both. */
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
	/* Four depths of 2 cycles: 3 on average, and 40 more to the other side. */
	assert_true(fabs(metric("near") - 253) < 0.5);
	assert_true(fabs(metric("far") - 293) < 0.5);
	assert_true(value > 253 && value < 293);
	/* Columns of the other half as seen by this SM: those nearest to group 0 are farthest from it. */
	assert_true(metric("slices_0") > metric("slices_11"));
	observed("view=sm,sm=0");
	assert_same(metric("half"), 0);
	assert_same(metric("group"), 0);
	assert_true(metric("slices_0") < metric("slices_11"));
	assert_same(metric("slices_seen"), 8); /* two sides x four depths */
	skipped("view=sm,sm=4", "has 4 SMs");
}

/* SMs 0 to 3 and 4 to 7 were in clusters; the pairs 8, 9 and 10, 11 only in their own. */
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

/* SMs 0 to 3 have two patterns of latency, 4 to 7 a third one close to the first. A pair with the first pattern
 * belongs to the group that has it, although on average it is more like the other one. */
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

/* Without clusters, by similarity: the two sides have different latencies. */
OPEN_TEST(an_older_device_has_groups_by_likeness)
{
	fake.cc = 80;
	card.device.cc_major = 8;
	card.device.cc_minor = 0;
	observed("view=sm,sm=1");
	assert_same(metric("group"), 0);
	at("view=sm,sm=2");
	assert_same(metric("group"), 1);
}

OPEN_TEST(a_wrong_word_is_named)
{
	expect_wrong_word_says(0, " lines, expected 512");
	expect_wrong_word_says(1, "add up to");
}

/* The last of 4096. */
OPEN_TEST(a_line_without_its_address_is_caught)
{
	const uint64_t wrong = 0;

	assert_ok(verify_point(0), error);
	const struct state *s = gb_state(&run);
	assert_ok(gb_copy_in(&run, s->lines + UINT64_C(4095) * MAP_LINE, &wrong, sizeof wrong), error);
	expect_caught(0, "verify: line 4095 does not hold its address");
}

OPEN_TEST(what_is_read_is_counted_by_hand)
{
	at("view=dram,share=50,which=packed");
	/* Half of the free memory of 32 MiB, in whole chunks: the timer has some of it. */
	assert_same(bench->cost(&run).bytes, 127.0 * MAP_CHUNK);
	assert_same(bench->limit(&run, gb_device(&run), 1e9), gb_memory_rate(gb_device(&run)));
	at("view=l2,share=100,which=packed");
	assert_true(isnan(bench->limit(&run, gb_device(&run), 1e9)));
	at("view=sm,sm=0");
	assert_same(bench->cost(&run).ops, 512 * (8 + 1)); /* a line is loaded, and then read eight times */
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

/* SMs 0 and 1 are one group, 2 and 3 the other; those with odd numbers are near odd chunks. */
OPEN_TEST(every_sm_reads_its_part)
{
	expect_parts("view=random,assign=all,span=8388608,flight=1", 0, 0, 0, 0);
	assert_same(metric("windows"), 1);
	expect_parts("view=random,assign=group,span=8388608,flight=1", 0, 0, 1, 1);
	assert_same(metric("windows"), 2);
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

TEST(chunks_by_hand)
{
	const uint32_t bits = 0x80000012; /* chunks 1, 4 and 31 have home 1 */

	/* A third of 32 chunks for each of three, and about one for each of the others. */
	assert_int_equal(map_chunk_of(bits, 1, 32), 33);
	assert_int_equal(map_chunk_of(bits, 1, 42), 33);
	assert_int_equal(map_chunk_of(bits, 1, 43), 36);
	assert_int_equal(map_chunk_of(bits, 1, 63), 63);
	assert_int_equal(map_chunk_of(bits, 0, 32), 32);
	assert_int_equal(map_chunk_of(bits, 0, 34), 34);
	assert_int_equal(map_chunk_of(bits, 0, 63), 62);
	assert_int_equal(map_chunk_of(bits, MAP_BOTH, 36), 36);
}

/* The part of SM 0 only. */
static double one_part(struct gb_shape shape, const void *of)
{
	struct map_random_args args = *(const struct map_random_args *)of;
	unsigned char part[MAP_SMS] = { 0 };

	args.part_of_sm = part;
	replaced_model(shape, &args);
	return 0;
}

/* The words are right, but one SM reads all of them. */
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
	for (size_t i = 3; i < 5; i++) {
		expect_caught_by(i, one_part, "verify: the sum of the words read");
		expect_caught_by(i, on_one_sm, "verify: 16 blocks ran on 1 SMs, not 16 on 4");
	}
	expect_caught_by(5, one_part, "verify: 4 blocks ran on 4 SMs, not 2 on 2");
}

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

static struct gb_finding found[GB_FINDINGS_MAX];
static size_t found_count;

static const struct gb_finding *find(const char *point)
{
	static const struct gb_finding none = { .value = -1 };

	for (size_t i = 0; i < found_count; i++)
		if (strcmp(found[i].point, point) == 0)
			return &found[i];
	return &none;
}

static double value_of(const char *point, const char *metric)
{
	for (size_t i = 0; i < found_count; i++)
		if (strcmp(found[i].point, point) == 0 && strcmp(found[i].metric, metric) == 0)
			return found[i].value;
	return -1;
}

TEST(near_far_and_the_best_share_are_concluded)
{
	static const struct {
		const char *point, *metric;
		double value;
	} made[] = {
		{ "view=sm,sm=0", "near", 260 },
		{ "view=sm,sm=1", "near", 264 },
		{ "view=sm,sm=0", "far", 290 },
		{ "view=sm,sm=1", "far", 300 },
		{ "view=sm,sm=0", "group", 0 },
		{ "view=sm,sm=1", "group", 3 },
		{ "view=dram,share=50,which=spread", "bandwidth", 4.5e12 },
		{ "view=dram,share=75,which=spread", "bandwidth", 4.1e12 },
		{ "view=dram,share=100,which=packed", "bandwidth", 4.4e12 },
		{ "view=random,assign=all,span=103079215104", "access_rate", 9e9 },
		{ "view=random,assign=sm,span=103079215104", "access_rate", 12e9 },
		{ "view=random,assign=group,span=103079215104", "access_rate", 36e9 },
		{ "view=random,assign=group,span=137438953472", "access_rate", 36e9 },
		{ "view=shared,partner=1", "access_rate", 1e8 },
		{ "view=shared,partner=2", "access_rate", 6e8 },
		{ "view=shared,partner=33", "access_rate", 2e8 },
	};
	enum { COUNT = sizeof made / sizeof made[0] };
	const struct gb_device device = { .sm_count = 4 };
	struct gb_point point[COUNT];
	struct gb_row row[COUNT];

	for (size_t i = 0; i < COUNT; i++) {
		point[i] = real_point(bench, made[i].point);
		row[i] = (struct gb_row){ .bench = bench,
					  .metric = made[i].metric,
					  .value_of = point[i].value,
					  .has = (const unsigned char *)point[i].has,
					  .value = made[i].value,
					  .lo = made[i].value - M_SQRT1_2,
					  .hi = made[i].value + M_SQRT1_2 };
	}
	found_count = bench->conclude(&device, row, COUNT, found);
	assert_same(find("lines=near")->value, 262);
	assert_same(find("lines=near")->lo, 261.5); /* sqrt(1/2) per SM to either side */
	assert_same(value_of("lines=near", "cycles_least"), 260);
	assert_same(value_of("lines=far", "cycles_most"), 300);
	assert_same(find("of=groups")->value, 2);
	assert_says(find("of=groups")->remark, "SMs of each: 1 1");
	assert_same(find("best=dram")->value, 4.5e12);
	assert_same(value_of("span=103079215104", "window_gain"), 4);
	assert_same(find("span=137438953472")->value, -1);
	assert_same(find("of=translations")->value, 3);
	assert_says(find("of=translations")->remark, "translations: 0 1 33");
	assert_says(find("best=dram")->remark, "by 50 % of the SMs; all of them: 4.4e+12");
}

VERIFIED_TESTS;
TESTS_OF("map")
