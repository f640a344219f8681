/* The conclusions of `latency` from ladders of sizes and pages: levels, their capacity, and the reach of
 * translations. */
#include "gpubench.h"

#include "made.h"
#include "opened.h"

/* Makes rows of points "WORDS=x" with these cycles, and latencies at 2 GHz, and concludes. */
static void conclude_made(const char *words, const double (*ladder)[2], size_t count)
{
	const struct gb_device device = { .l1_bytes = 256 << 10, .l2_bytes = 60u << 20, .sm_count = 132 };
	char text[96];

	made_count = 0;
	for (size_t i = 0; i < 2 * count; i++) {
		snprintf(text, sizeof text, "%s=%.0f", words, ladder[i / 2][0]);
		const double cycles = ladder[i / 2][1];
		struct gb_row *row = i % 2 == 0 ? make_row(bench, text, "cycles", cycles)
						: make_row(bench, text, "latency", cycles / 2e9);
		row->lo = row->hi = row->value;
		row->sm_hz = 2e9;
	}
	conclude(bench, &device);
}

static const struct gb_axis *axis_named(const char *name)
{
	for (const struct gb_axis *axis = bench->axes; axis->name != NULL; axis++)
		if (strcmp(axis->name, name) == 0)
			return axis;
	fail_msg("no axis %s", name);
	return NULL;
}

#define K 1024.0
#define M 1048576.0
/* The ladder of an H200 on 2026-11-22, rounded. */
static const double ladder[][2] = {
	{ 1 * K, 32 },    { 32 * K, 32 },  { 128 * K, 32 },  { 208 * K, 32 },  { 256 * K, 171 },
	{ 320 * K, 280 }, { 1 * M, 280 },  { 8 * M, 280 },   { 24 * M, 280 },  { 28 * M, 287 },
	{ 32 * M, 408 },  { 40 * M, 524 }, { 48 * M, 525 },  { 56 * M, 532 },  { 60 * M, 592 },
	{ 64 * M, 659 },  { 72 * M, 683 }, { 128 * M, 683 }, { 512 * M, 688 }, { 1024 * M, 692 },
};

TEST(levels_are_found)
{
	conclude_made("memory=ladder,set", ladder, sizeof ladder / sizeof ladder[0]);
	expect_finding("level=l1", "cycles", 32);
	assert_string_equal(the_finding("level=l1", "cycles")->roof, "l1.latency");
	expect_finding("level=l1", "capacity", 208 * K);
	expect_finding("level=l1", "capacity_below", 256 * K);
	assert_same(the_finding("level=l1", "capacity")->lo, NAN);
	expect_finding("level=l2", "cycles", 280);
	assert_string_equal(the_finding("level=l2", "cycles")->roof, "l2.latency");
	expect_finding("level=l2", "capacity", 28 * M);
	expect_finding("level=l2_mixed", "cycles", 525);
	assert_null(the_finding("level=l2_mixed", "cycles")->roof);
	assert_says(the_finding("level=l2_mixed", "cycles")->remark, "a mixture");
	expect_finding("level=l2_mixed", "capacity", 56 * M);
	expect_finding("level=dram", "latency", 683 / 2e9);
	assert_string_equal(the_finding("level=dram", "latency")->roof, "dram.latency");
	assert_string_equal(the_finding("level=dram", "latency")->unit, "s");
}

/* A set of 64 MiB, a fifteenth more than L2, is as fast as larger ones. There is one plateau, which is not a third part
 * of L2. */
TEST(memory_may_begin_near_the_end_of_l2)
{
	static const double even[][2] = {
		{ 8 * M, 280 },   { 16 * M, 280 },  { 24 * M, 280 },  { 32 * M, 408 },   { 40 * M, 512 },
		{ 48 * M, 512 },  { 56 * M, 513 },  { 60 * M, 573 },  { 64 * M, 656 },   { 80 * M, 658 },
		{ 128 * M, 659 }, { 256 * M, 657 }, { 512 * M, 663 }, { 1024 * M, 666 }, { 4096 * M, 669 },
	};

	conclude_made("memory=ladder,set", even, sizeof even / sizeof even[0]);
	expect_finding("level=l2_mixed", "cycles", 512);
	expect_finding("level=dram", "latency", 659 / 2e9);
	size_t mixed = 0;
	for (size_t i = 0; i < finding_count; i++)
		mixed += strcmp(finding[i].point, "level=l2_mixed") == 0 && strcmp(finding[i].metric, "cycles") == 0;
	assert_int_equal(mixed, 1);
}

/* The interval of nine sizes excludes the fastest and the slowest; with fewer it includes all. */
TEST(the_interval_of_a_plateau_is_over_its_points)
{
	static const double sets[][2] = {
		{ 1 * M, 282 },  { 2 * M, 279 },  { 4 * M, 280 },  { 8 * M, 284 },  { 12 * M, 278 },
		{ 16 * M, 283 }, { 18 * M, 281 }, { 20 * M, 286 }, { 22 * M, 285 },
	};

	conclude_made("memory=ladder,set", sets, 9);
	expect_finding("level=l2", "cycles", 282);
	assert_same(the_finding("level=l2", "cycles")->lo, 279);
	assert_same(the_finding("level=l2", "cycles")->hi, 285);
	assert_same(the_finding("level=l2", "latency")->hi, 285 / 2e9);
	conclude_made("memory=ladder,set", sets, 8);
	assert_same(the_finding("level=l2", "cycles")->lo, 278);
	assert_same(the_finding("level=l2", "cycles")->hi, 286);
}

/* The cycles are within 3 %, but grow with every third of the sizes. */
TEST(a_slope_is_no_plateau)
{
	static const double rising[][2] = {
		{ 1 * M, 278 },
		{ 4 * M, 282 },
		{ 16 * M, 286 },
	};

	conclude_made("memory=ladder,set", rising, 3);
	assert_int_equal(finding_count, 0);
}

/* Two SMs of each half: the mean of four, and separate rows for how they differ. */
TEST(near_and_far_are_told_apart)
{
	static const double cycles[][2] = { { 1, 280 }, { 2, 284 } };
	static const char *const words[] = { "memory=halves,lines=dram_far,half=0,pick",
					     "memory=halves,lines=l2_far,half=0,pick" };

	conclude_made(words[0], cycles, 2);
	assert_string_equal(the_finding("lines=dram_far", "latency")->roof, "dram.latency_far");
	expect_finding("lines=dram_far", "latency", 141e-9);
	assert_null(the_finding("lines=dram_far", "cycles")->roof);
	conclude_made(words[1], cycles, 2);
	expect_finding("lines=l2_far", "cycles", 282);
	assert_string_equal(the_finding("lines=l2_far", "cycles")->roof, "l2.latency_far");
	expect_finding("lines=l2_far", "cycles_least", 280);
	expect_finding("lines=l2_far", "cycles_most", 284);
	assert_same(the_finding("lines=l2_far", "cycles_most")->lo, NAN);
	assert_null(the_finding("lines=l2_far", "latency")->roof);
}

/* The first size, on the slope, is within 3 % of the next five but not of the last five. It must not split a level. */
TEST(a_set_on_the_way_up_cuts_no_level_in_two)
{
	static const double rising[][2] = {
		{ 48 * M, 524.5 },   { 52 * M, 524.6 },    { 56 * M, 527.4 },    { 60 * M, 588.5 },
		{ 64 * M, 666.1 },   { 80 * M, 684.3 },    { 96 * M, 683.4 },    { 128 * M, 683.6 },
		{ 192 * M, 684.8 },  { 256 * M, 683.1 },   { 512 * M, 689.1 },   { 1024 * M, 691.4 },
		{ 4096 * M, 693.1 }, { 16384 * M, 692.8 }, { 65536 * M, 694.5 },
	};

	conclude_made("memory=ladder,set", rising, sizeof rising / sizeof rising[0]);
	expect_finding("level=dram", "latency", 684.8 / 2e9);
	assert_non_null(strstr(the_finding("level=dram", "latency")->remark, "10 sizes from 83886080"));
}

/* The sets of --quick are enough for every level that sets a roof. The cycles are those of an H200. */
TEST(the_quick_ladder_has_all_levels)
{
	static const double cycles[] = { 32, 32, 32, 281, 281, 281, 512, 512, 512, 658, 657, 666 };
	static const char *const levels[] = { "level=l1", "level=l2", "level=l2_mixed", "level=dram" };
	double quick[16][2];
	size_t count = 0;

	for (const char *at = axis_named("set")->quick; at != NULL; at = strchr(at, ',')) {
		at += *at == ',';
		assert_true(count < sizeof cycles / sizeof cycles[0]);
		quick[count][0] = strtod(at, NULL);
		quick[count][1] = cycles[count];
		count++;
	}
	conclude_made("memory=ladder,set", (const double(*)[2])quick, count);
	for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++)
		the_finding(levels[i], "latency");
}

/* One L2 without halves, and a ladder that ends in it. */
TEST(levels_that_are_not_there_are_not_found)
{
	conclude_made("memory=ladder,set", ladder, 10);
	assert_int_equal(finding_count, 6); /* two of L1, two of its capacity, two of L2 */
	the_finding("level=l2", "latency");
	conclude_made("memory=ladder,set", ladder, 2);
	assert_int_equal(finding_count, 0);
}

TEST(steps_of_the_translation_are_found)
{
	static const double pages[][2] = {
		{ 1, 303 },    { 8, 279 },       { 64, 280 },    { 256, 288 },
		{ 1024, 289 }, { 32768, 290.6 }, { 34816, 297 }, { 65536, 339 },
	};

	static const double flat[][2] = { { 64, 288 }, { 256, 288 }, { 1024, 289 } };
	conclude_made("memory=l2_pages,l2_pages", pages, sizeof pages / sizeof pages[0]);
	expect_finding("translation=l2_hits", "reach", 65536 * M);
	expect_finding("translation=l2_hits", "reach_below", 69632 * M);
	expect_finding("translation=l2_hits_first", "reach", 128 * M);
	expect_finding("translation=l2_hits_first", "reach_below", 512 * M);
	conclude_made("memory=l2_pages,l2_pages", flat, 3);
	assert_int_equal(finding_count, 0);
}

TESTS_OF("latency")
