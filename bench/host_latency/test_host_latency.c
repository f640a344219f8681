/* Tests of `host_latency`: its arithmetic, what it reads about pages, and its conclusions. */
#include "host_latency.h"
#include "pages.h"

#include "made.h"
#include "opened.h"

static int open_run(void)
{
	reset_device();
	fake.free_bytes = 256 << 20;
	return open_bench();
}

/* ---- values computed by hand ------------------------------------------------------------------------------------- */

/* 65536 loads for sets up to 256 KiB, 8192 for larger ones. */
TEST_WITH(counts_by_hand, open_run, close_run)
{
	at("memory=own,pages=small,set=4096");
	assert_int_equal(gb_run_quantity(&run), GB_SECONDS);
	assert_same(bench->cost(&run).ops, 65536);
	assert_same(metric("latency"), 1.0 / 65536);
	assert_same(metric("latency_cycles"), 1.25e9 / 65536); /* at the clock of opened.h */
	assert_same(bench->limit(&run, gb_device(&run), 1e9), NAN);
	EXPECT_AT("memory=own,pages=small,set=262144", { "latency", 1.0 / 65536 });
	EXPECT_AT("memory=own,pages=small,set=327680", { "latency", 1.0 / 8192 });
}

TEST_WITH(what_cannot_run_says_why, open_run, close_run)
{
	assert_int_equal(point_of("memory=next,pages=small,remote_set=4096"), GB_SKIPPED);
	assert_string_equal(error.text, "this host has 1 NUMA node with cores");
	/* A fifth of 256 MiB, as a power of two. */
	at("memory=own,pages=small,set=33554432");
	assert_int_equal(point_of("memory=own,pages=small,set=50331648"), GB_SKIPPED);
	assert_string_equal(error.text, "a set of 50331648 bytes exceeds what the free memory allows, 33554432 bytes");
	/* The fake device's memory comes from the C library, which requests no huge pages. Some systems grant them
	 * anyway. */
	if (point_of("memory=own,pages=huge,set=4096") != GB_OK)
		assert_string_equal(error.text, "the system gave no huge pages");
}

TEST(a_device_without_memory_is_skipped)
{
	reset_device();
	fake.free_bytes = 16 << 10;
	assert_ok(gb_device_open(&card, &fake_ops, 0, &error), error);
	assert_int_equal(gb_run_open(&run, &card, bench, &bench->variants[0], &error), GB_SKIPPED);
	assert_says(error.text, "too little memory is free: ");
	gb_device_close(&card);
	assert_true(fake_reset());
}

/* ---- pages ------------------------------------------------------------------------------------------------------- */

static double share_in(const char *text, uintptr_t address)
{
	char path[] = "/tmp/gpubench-test-XXXXXX";
	const int file = mkstemp(path);

	assert_true(file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text));
	close(file);
	const double share = host_latency_huge_share(path, address);
	unlink(path);
	return share;
}

TEST(huge_pages_are_read)
{
	static const char smaps[] = "7f0000000000-7f0000400000 rw-p 00000000 00:00 0 \n"
				    "Size:               4096 kB\nRss:                4096 kB\nPss_Anon:  1 kB\n"
				    "AnonHugePages:      1024 kB\nVmFlags: rd wr\n"
				    "7f0000400000-7f0000800000 rw-p 00000000 00:00 0   [anon:Rss: 7]\n"
				    "Rss:                2048 kB\nAnonHugePages:      2048 kB\n"
				    "7f0000800000-7f0000900000 rw-p 00000000 00:00 0\n"
				    "Rss:                   0 kB\nAnonHugePages:         0 kB\n";

	assert_same(share_in(smaps, 0x7f0000000000), 0.25);
	assert_same(share_in(smaps, 0x7f00003fffff), 0.25);
	assert_same(share_in(smaps, 0x7f0000400000), 1);
	assert_unknown(share_in(smaps, 0x7f0000800000)); /* nothing there yet */
	assert_unknown(share_in(smaps, 0x7f0000900000));
	assert_unknown(share_in("", 0x7f0000000000));
	assert_unknown(host_latency_huge_share("/nowhere", 1));
	assert_true(host_latency_huge_share("/proc/self/smaps", (uintptr_t)environ) >= 0);
}

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

static const struct gb_device processor = {
	.target = GB_HOST,
	.sm_count = 8,
	.l1_bytes = 32768,
	.l2_bytes = 8 << 20,
	.l3_bytes = 32 << 20,
};

static void make(const char *memory, const char *pages, double set, const char *name, double value)
{
	char text[128];

	snprintf(text, sizeof text, "memory=%s,pages=%s,%s=%.0f", memory, pages,
		 strcmp(memory, "own") == 0 ? "set" : "remote_set", set);
	make_row(bench, text, name, value);
}

static void make_latency(const char *memory, const char *pages, double set, double seconds)
{
	make(memory, pages, set, "time", 8192 * seconds);
	make(memory, pages, set, "latency", seconds);
	make(memory, pages, set, "latency_cycles", 2e9 * seconds);
}

/* Latencies from 4 KiB to `most`: 2 ns up to 32 KiB, 6 ns to 1 MiB, 20 ns to 8 MiB (one of four L3), 100 ns beyond. A
 * set between two levels is partly in each. */
static void make_ladder(const char *pages, int64_t most, double times)
{
	for (int64_t set = 4096; set <= most; set *= 2)
		make_latency("own", pages, (double)set,
			     times * (set <= 32768      ? 2e-9
				      : set <= 1 << 20  ? 6e-9
				      : set <= 8 << 20  ? 20e-9
				      : set == 16 << 20 ? 60e-9
							: 100e-9));
}

static void expect_told(const char *point, const char *name, double value, const char *remark)
{
	const struct gb_finding *f = expect_finding(point, name, value);

	assert_says(f->remark, remark);
	assert_non_null(f->from);
}

TEST(levels_are_told)
{
	made_count = 0;
	make_ladder("huge", 512 << 20, 1);
	make_ladder("small", 512 << 20, 1.5);
	conclude(bench, &processor);
	expect_told("level=l1,pages=huge", "latency", 2e-9, "a plateau of 4 sizes from 4096 to 32768 bytes");
	expect_told("level=l1,pages=huge", "latency_cycles", 4, "a plateau of 4 sizes from 4096 to 32768 bytes");
	expect_told("level=l1,pages=huge", "capacity", 32768, "reported: 32768 bytes");
	expect_told("level=l2,pages=huge", "latency", 6e-9, "a plateau of 5 sizes from 65536 to 1048576 bytes");
	expect_told("level=l2,pages=huge", "capacity", 1 << 20, "reported: 1048576 bytes");
	/* A set counts as in an L3 only if it takes less than half of the memory latency, whatever the total size of
	 * the L3s. */
	expect_told("level=l3,pages=huge", "latency", 20e-9, "a plateau of 3 sizes from 2097152 to 8388608 bytes");
	expect_told("level=l3,pages=huge", "capacity", 8 << 20, "6e-08 s with the next; reported: 33554432");
	expect_told("level=memory,pages=huge", "latency", 100e-9, "of 3 sizes from 134217728 to 536870912 bytes");
	assert_null(finding_of("level=memory,pages=huge", "capacity"));
	expect_told("level=memory,pages=small", "latency", 150e-9, "a plateau of 3 sizes");
	expect_told("level=memory", "small_page_slowdown", 1.5, "1.5e-07 s and 1e-07 s with 134217728 bytes");
	const struct gb_finding *f = the_finding("level=memory", "small_page_slowdown");
	assert_same(f->lo, 1.5 * 0.9 / 1.1);
	assert_same(f->hi, 1.5 * 1.1 / 0.9);
	assert_null(finding_of("memory=next,pages=huge", "remote_slowdown"));
}

TEST(remote_memory_is_compared)
{
	made_count = 0;
	make_latency("own", "huge", 268435456, 100e-9);
	make_latency("next", "huge", 268435456, 160e-9);
	make_latency("next", "huge", 536870912, 170e-9); /* the core's own node has no such memory */
	make_latency("next", "small", 268435456, 180e-9);
	conclude(bench, &processor);
	expect_told("memory=next,pages=huge", "remote_slowdown", 1.6, "with 268435456 bytes");
	assert_null(finding_of("memory=next,pages=small", "remote_slowdown"));
}

TEST(memory_that_rises_on_is_its_largest_set)
{
	made_count = 0;
	for (int64_t set = 16 << 20; set <= 512 << 20; set *= 2)
		make_latency("own", "small", (double)set, (double)set * 1e-15);
	conclude(bench, &processor);
	expect_told("level=memory,pages=small", "latency", (512 << 20) * 1e-15, "the largest set, 536870912 bytes");
	assert_null(finding_of("level=l3,pages=small", "latency"));
	/* Without a clock there are no cycles. */
	made_count = 0;
	make("own", "small", 268435456, "latency", 1e-7);
	conclude(bench, &processor);
	assert_int_equal(finding_count, 1);
	assert_string_equal(finding[0].metric, "latency");
	/* Without rows or latencies there are no conclusions. */
	made_count = 0;
	conclude(bench, &processor);
	assert_int_equal(finding_count, 0);
	make("own", "small", 268435456, "latency_cycles", 300);
	conclude(bench, &processor);
	assert_int_equal(finding_count, 0);
}

TESTS_OF("host_latency")
