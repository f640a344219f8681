/* Tests of the arithmetic and the checks of `persist`, with its models on the fake device. */
#include "persist.h"

#include <limits.h>

#include "made.h"
#include "verified.h"

/* ---- kernels ----------------------------------------------------------------------------------------------------- */

enum { A_TILE = 1, A_PROBE, NO_MISS }; /* a missing tile or probe; memory as fast as L2 */

/* Cycles of a hit and a miss; the percentage of the hot set that L2 keeps. */
enum { HIT = 280, MISS = 680 };
static uint32_t keeps;
static const unsigned char *arena;
static uint32_t ended;    /* tile of the hot set that the next unit reads */
static uint32_t probed;   /* first line of the last probe */
static double bytes_read; /* by the last launch */

static double read_tiles(struct gb_shape shape, const void *of)
{
	struct persist_args args = *(const struct persist_args *)of;

	arena = args.at;
	ended = args.units % args.hot;
	bytes_read = (double)args.units * (1 + strtod(strrchr(replaced, 'r') + 1, NULL)) * PERSIST_TILE;
	args.units -= fault == A_TILE;
	replaced_model(shape, &args);
	return 1e-4;
}

/* The first lines of the hot set were just read; the stream is in memory. */
static double probe(struct gb_shape shape, const void *of)
{
	const struct persist_probe_args *args = of;
	const bool is_few = args->lines == PERSIST_REPEATS, is_stream = args->at != arena;
	const uint32_t of_hundred = is_few ? 100 : is_stream && fault != NO_MISS ? 0 : keeps;

	probed = args->first;
	assert_int_equal(args->found->tried, UINT_MAX); /* results of an earlier launch were cleared */
	*args->found = (struct persist_found){ .tried = args->tried - (fault == A_PROBE) };
	for (uint32_t i = 0; i < args->tried; i++) {
		const uint32_t cycles = i % 100 < of_hundred ? HIT : MISS;
		args->found->cycles += cycles;
		args->found->hits += cycles < args->cut;
	}
	return 0;
}

static const struct verified_helper helpers[] = {
	{ "persist_probe", probe },
};
static const struct verified_device verified_device = { .helper = helpers,
							.helpers = sizeof helpers / sizeof helpers[0],
							.l2_bytes = 1 << 20,
							.free_bytes = UINT64_C(20) << 20,
							.work = 0.125 };

/* ---- tests ------------------------------------------------------------------------------------------------------- */

OPEN_TEST(wrong_kernels_are_caught)
{
	for (fault = A_TILE; fault <= A_PROBE; fault++) {
		expect_caught_at("policy=last,hot=2,ratio=3", "persist_last_r3", read_tiles, "verify: ");
		expect_caught_at("policy=window,hot=3,ratio=1", "persist_none_r1", read_tiles, "verify: ");
	}
}

OPEN_TEST(memory_as_quick_as_l2_is_suspect)
{
	fault = NO_MISS;
	keeps = 100;
	replace_kernel("persist_none_r1", read_tiles);
	expect_right("policy=none,hot=2,ratio=1");
	assert_true(metric("kept") < 0);
	assert_says(run.doubt, "a line takes 280 cycles from L2, and 280 from memory");
}

OPEN_TEST(what_l2_keeps_is_measured)
{
	keeps = 40;
	replace_kernel("persist_last_r3", read_tiles);
	at("policy=last,hot=2,ratio=3");
	assert_true(metric("kept") < 0);
	assert_ok(gb_run_verify(&run), error);
	assert_int_equal(probed, ended * (PERSIST_TILE / PERSIST_LINE)); /* starting with the lines to be read next */
	assert_true(metric("kept") > 0.399 && metric("kept") < 0.415);
	assert_same(metric("hot_bandwidth"), 0.25);
	assert_same(metric("stream_bandwidth"), 0.75);
	at("policy=both,hot=2,ratio=3");
	assert_true(metric("kept") < 0);
}

/* A unit is a tile of 4 KiB of the hot set and one of the stream. */
OPEN_TEST(work_by_hand)
{
	replace_kernel("persist_none_r1", read_tiles);
	at("policy=none,hot=2,ratio=1");
	const double bytes = bench->cost(&run).bytes;
	assert_ok(gb_run_launch(&run), error);
	assert_same(bytes, bytes_read);
	const uint32_t blocks = PERSIST_BLOCKS * (uint32_t)gb_device(&run)->sm_count;
	assert_true(bytes > UINT64_C(20) << 20);
	assert_int_equal((uint64_t)bytes % (UINT64_C(4096) * 8 * blocks), 0);
	struct gb_device device = *gb_device(&run);
	device.l2 = (struct gb_l2){ .slices = 2, .read_bytes = 64, .clock_hz = 1e12 };
	assert_same(bench->limit(&run, &device, 1e9), 2 * gb_memory_rate(&device));
	device.l2.clock_hz = 1e3;
	assert_same(bench->limit(&run, &device, 1e9), 128e3);
	skipped("policy=none,hot=14,ratio=1", "remain for a stream; 4 times L2 are needed");
}

OPEN_TEST(a_part_of_l2_is_set_aside_and_given_back)
{
	EXPECT_AT("policy=window,hot=3,ratio=1", { "set_aside", 768 << 10 });
	assert_int_equal(fake.kept_bytes, 768 << 10);
	at("policy=none,hot=3,ratio=1");
	assert_true(metric("set_aside") < 0);
	assert_int_equal(fake.kept_bytes, 0);
	at("policy=window,hot=3,ratio=1");
	gb_run_close(&run);
	assert_int_equal(fake.kept_bytes, 0);
	assert_ok(gb_run_open(&run, &card, bench, &bench->variants[0], &error), error);
}

static int open_old(void)
{
	make_verified_device();
	fake.cc = 75;
	return open_bench();
}

TEST_WITH(old_devices_have_no_hints, open_old, close_run)
{
	at("policy=none,hot=2,ratio=1");
	skipped("policy=last,hot=2,ratio=1", "need compute capability 8.0");
	skipped("policy=window,hot=2,ratio=1", "need compute capability 8.0");
}

OPEN_TEST(gains_are_concluded)
{
	MAKE_ROWS({ "default", "policy=none,hot=10,ratio=1", "bandwidth", 4e12 },
		  { "default", "policy=none,hot=10,ratio=1", "kept", 0.95 },
		  { "default", "policy=none,hot=20,ratio=1", "kept", 0.1 },
		  { "default", "policy=none,hot=30,ratio=1", "kept", 0 },
		  { "default", "policy=last,hot=10,ratio=1", "bandwidth", 6e12 },
		  { "default", "policy=last,hot=20,ratio=1", "bandwidth", 5e12 },
		  { "default", "policy=last,hot=10,ratio=1", "kept", 1 },
		  { "default", "policy=last,hot=10,ratio=3", "kept", 0.2 });
	assert_int_equal(conclude(bench, NULL), 2);
	assert_says(expect_finding("policy=none,ratio=1", "kept_set", 10 << 20)->remark, "less of 20 MiB");
	expect_finding("policy=last,hot=10,ratio=1", "gain", 1.5);
}

TESTS_OF("persist")
