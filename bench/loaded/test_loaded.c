/* Tests of the arithmetic, the checks and the conclusions of `loaded`, with kernels in C on the fake device. */
#include "loaded.h"
#include "made.h"
#include "verified.h"

/* In regions this small the five turns of a warp take more than one round. */
static const struct verified_device verified_device = { .l2_bytes = 128 << 10, .free_bytes = 2 << 20 };

enum { A_HOP = 1, A_BLOCK, OTHER_TRAFFIC, LAST_WARP, NO_CYCLES };

/* One hop or one block too few; missing or unexpected traffic; a warp that counts more turns than it had; a clock that
 * stands still. */
static double faulty_read(struct gb_shape shape, const void *of)
{
	struct loaded_args args = *(const struct loaded_args *)of;

	args.hops -= fault == A_HOP;
	args.idle ^= fault == OTHER_TRAFFIC;
	real_model("loaded_read", shape, &args);
	args.place->ready -= fault == A_BLOCK;
	args.place->cycles *= fault != NO_CYCLES;
	args.warp[(shape.grid - 1) * LOADED_WARPS - 1].counted += fault == LAST_WARP ? 1000 : 0;
	return 0;
}

static void expect_fault_says(const char *point, int with, const char *words)
{
	fault = with;
	fake_kernel("loaded_read", faulty_read);
	at(point);
	expect_check_says(words);
}

static unsigned long long chase_began;

static double remember_beginning(struct gb_shape shape, const void *of)
{
	chase_began = ((const struct loaded_args *)of)->place->at;
	real_model("loaded_read", shape, of);
	return 0;
}

/* ---- tests ------------------------------------------------------------------------------------------------------- */

OPEN_TEST(what_moves_is_counted_by_hand)
{
	double value = 0;

	EXPECT_AT("op=mix,offered=100", { "ops", 2048 });
	assert_ok(bench->launch(&run), error);
	assert_ok(bench->observe(&run, &value), error);
	assert_same(value, 1000);
	/* 3 SMs of traffic x 32 warps x 4 turns during the chase x 6 requests of 512 bytes, in one millisecond. */
	assert_same(metric("bandwidth"), 3.0 * 32 * 4 * 6 * 512 / 1e-3);
	assert_ok(bench->launch(&run), error);
	assert_ok(bench->observe(&run, &value), error);
	assert_same(metric("bandwidth"), 3.0 * 32 * 4 * 6 * 512 / 1e-3);
	assert_same(metric("latency"), 1 / 1.25e9);
}

/* Lines of the previous point are still in L2: a chase through them would measure L2. */
OPEN_TEST(each_point_visits_other_lines)
{
	enum { POINTS = 20 };
	unsigned long long began[POINTS];

	fake_kernel("loaded_read", remember_beginning);
	at("op=read,offered=0");
	for (size_t i = 0; i < POINTS; i++) {
		assert_ok(bench->prepare(&run), error);
		assert_ok(bench->launch(&run), error);
		began[i] = chase_began;
		for (size_t k = 0; k < i; k++)
			assert_true(began[i] != began[k]);
	}
}

TEST(one_sm_is_not_enough)
{
	reset_device();
	fake.sms = 1;
	assert_int_equal(gb_device_open(&card, &fake_ops, 0, &error), GB_OK);
	assert_skips(gb_run_open(&run, &card, bench, &bench->variants[0], &error), "this device has 1");
	gb_device_close(&card);
	assert_true(fake_reset());
}

OPEN_TEST(faults_are_named)
{
	expect_wrong_word_at("op=read,offered=50", "loaded_read", "of 3072 lanes");
	expect_fault_says("op=read,offered=50", A_HOP, "the chase ended at");
	expect_fault_says("op=read,offered=0", NO_CYCLES, "the chase took 0 cycles");
	expect_fault_says("op=read,offered=50", A_BLOCK, "2 of 3 blocks of traffic were in flight");
	expect_fault_says("op=read,offered=50", OTHER_TRAFFIC, "the first warp of the traffic had 0 turns");
	expect_fault_says("op=read,offered=0", OTHER_TRAFFIC, "the first warp of the traffic had 5 turns");
	expect_fault_says("op=read,offered=50", LAST_WARP, "warp 95 of the traffic did not report its turns");
}

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

/* The ratio of bandwidth to latency is greatest at 60: 2.8e12 / 4.4e-7. */
TEST(both_ends_and_the_knee_are_found)
{
	const struct gb_device device = { .sm_count = 100 };

	MAKE_ROWS({ "default", "op=read,offered=0", "bandwidth", 0 },
		  { "default", "op=read,offered=0", "latency", 3.4e-7 },
		  { "default", "op=read,offered=30", "bandwidth", 1.4e12 },
		  { "default", "op=read,offered=30", "latency", 3.7e-7 },
		  { "default", "op=read,offered=60", "bandwidth", 2.8e12 },
		  { "default", "op=read,offered=60", "latency", 4.4e-7 },
		  { "default", "op=read,offered=90", "bandwidth", 4.3e12 },
		  { "default", "op=read,offered=90", "latency", 8e-7 },
		  { "default", "op=read,offered=200", "bandwidth", 4.5e12 },
		  { "default", "op=read,offered=200", "latency", 1.2e-6 });
	conclude(bench, &device);
	expect_finding("traffic=read,load=idle", "latency", 3.4e-7);
	expect_finding("traffic=read,load=knee", "bandwidth", 2.8e12);
	expect_finding("traffic=read,load=saturated", "latency", 1.2e-6);
	/* Little's law: 4.5e12 B/s x 340 ns over 100 SMs, and x 1.2 µs. */
	expect_finding("traffic=read,load=idle", "bytes_in_flight", 4.5e12 * 3.4e-7 / 100);
	expect_finding("traffic=read,load=saturated", "bytes_in_flight", 4.5e12 * 1.2e-6 / 100);
	assert_int_equal(bench->conclude(&device, made, 4, finding), 0);
}

TESTS_OF("loaded")
