/* Tests of `spill`: its counts, the faults that its check finds, and its conclusions. */
#include "spill.h"

#include "made.h"
#include "verified.h"

#define POINT "array=registers,resident=equal,l1=large"

static const struct verified_device verified_device = { .work = 0.01 };

/* ---- one point --------------------------------------------------------------------------------------------------- */

/* The registers and threads of a build's kernels. If `threads` is 0, the values of the fake device are used. */
static struct gb_kernel built;

static int known_build(const struct gb_variant *variant, const char *name, struct fake_known *out, struct gb_error *of)
{
	out->kernel = built;
	return GB_OK;
}

static void open_point(const char *variant, const char *point)
{
	reset_device();
	fake.known = built.threads_max > 0 ? known_build : NULL;
	assert_ok(gb_device_open(&card, &fake_ops, 0, &error), error);
	assert_ok(gb_run_open(&run, &card, bench, variant_of(variant), &error), error);
	at(point);
}

/* 76.8 million FMAs on each of 4 SMs, 128 per trip and thread: 1171 trips with 512 threads, 292 with 2048. */
TEST(costs_by_hand)
{
	open_point("none-ca", POINT);
	assert_same(bench->cost(&run).ops, 2.0 * 128 * 1171 * 4 * 512);
	assert_same(bench->limit(&run, gb_device(&run), 1.2e9), 2 * 128 * 4 * 1.2e9);
	close_point();
	open_point("none-ca", "array=indexed,resident=full,l1=small");
	assert_same(bench->cost(&run).ops, 2.0 * 128 * 292 * 4 * 2048);
	assert_string_equal(error.text, "");
	close_point();
}

TEST(less_work_by_hand)
{
	open_point("none-ca", POINT);
	card.work = 0.01;
	EXPECT_AT(POINT, { "ops", 2.0 * 128 * 11 * 4 * 512 });
	card.work = 1e-9; /* at least one trip */
	EXPECT_AT(POINT, { "ops", 2.0 * 128 * 4 * 512 });
	close_point();
}

TEST(l1_is_what_the_blocks_leave)
{
	open_point("none-ca", "array=registers,resident=full,l1=large");
	assert_int_equal(fake_calls("carveout"), 2);
	close_point();
}

TEST(metrics_by_hand)
{
	open_point("none-ca", POINT);
	assert_same(metric("registers"), 32);
	assert_same(metric("local_bytes"), 0);
	assert_same(metric("resident_warps"), 16);
	assert_same(metric("time"), 2 * 76.8e6 * 4);
	assert_same(metric("local_share_of_instructions"), 0);
	close_point();
	/* 64 loads and 64 stores of 4 bytes, and 4 words, whatever the frame. */
	open_point("none-ca", "array=indexed,resident=equal,l1=large");
	assert_same(metric("local_share_of_bytes"), 128.0 / 132);
	assert_same(metric("local_bandwidth"), 128 * 4 / (2.0 * 128));
	assert_same(metric("local_share_of_instructions"), -1);
	close_point();
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static int verify(const char *variant, const char *point)
{
	open_point(variant, point);
	at_with_less_work(point);
	const int status = gb_run_verify(&run);
	close_point();
	return status;
}

static double one_wrong_thread(struct gb_shape shape, const void *of)
{
	const struct spill_args *args = of;

	real_model("spill_registers", shape, args);
	args->out[77] ^= 1;
	return 0;
}

OPEN_TEST(a_wrong_thread_is_named)
{
	expect_wrong_word_at(POINT, "spill_registers", "verify: thread 2047 computed");
	expect_caught_at(POINT, "spill_registers", one_wrong_thread,
			 "verify: 1 of 2048 threads are wrong, the first at 77");
}

/* On the fake device kernels have no local memory and use 32 registers. */
TEST(a_build_that_does_not_spill_is_caught)
{
	static const char *const spilling[] = { "r64-ca", "r48-cg",      "r40-ca",     "r32-cg",
						"r24-ca", "bounds64-ca", "bounds32-ca" };

	for (size_t i = 0; i < sizeof spilling / sizeof spilling[0]; i++) {
		assert_fails(verify(spilling[i], POINT), "verify: built to spill, but nothing is in local memory");
	}
	assert_fails(verify("none-ca", "array=indexed,resident=equal,l1=large"),
		     "verify: the array has 0 bytes of local memory, expected 256");
}

static void expect_wrong_build(const char *variant, uint32_t registers, uint32_t local_bytes, const char *words)
{
	built = (struct gb_kernel){ .registers = registers, .local_bytes = local_bytes, .threads_max = 1024 };
	assert_int_equal(verify(variant, POINT), GB_FAILED);
	built = (struct gb_kernel){ 0 };
	assert_says(error.text, words);
}

TEST(a_build_with_other_registers_is_caught)
{
	expect_wrong_build("r48-cg", 56, 8, "verify: built for 48 registers, and has 56");
	expect_wrong_build("none-ca", 90, 16,
			   "verify: built without a register limit, but 16 bytes are in local memory");
}

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

static const struct gb_device hundred_sms = { .sm_count = 100, .rates = { .l1_bytes = 128 } };

/* On 100 SMs with 1.5 GHz, 19.2 TFLOP/s are 75e9 trips of 256 FLOP per second, each of 2 cycles on an SM; at a quarter
 * of the rate a trip takes 8 cycles. */
TEST(slowdown_and_cost_by_hand)
{
	MAKE_ROWS({ "r32-ca", "array=registers,resident=equal,l1=small", "flop_rate", 4.8e12 },
		  { "r32-ca", "array=registers,resident=equal,l1=small", "local_bytes", 216 },
		  { "none-cg", "array=registers,resident=equal,l1=small", "flop_rate", 99e12 },
		  { "none-ca", "array=registers,resident=full,l1=small", "flop_rate", 99e12 },
		  { "none-ca", "array=registers,resident=equal,l1=large", "flop_rate", 99e12 },
		  { "none-ca", "array=registers,resident=equal,l1=small", "flop_rate", 19.2e12 },
		  { "none-ca", "array=registers,resident=equal,l1=small", "local_bytes", 0 },
		  { "r32-ca", "array=indexed,resident=equal,l1=small", "flop_rate", 1e12 },
		  { "r32-ca", "array=indexed,resident=equal,l1=small", "local_bytes", 256 },
		  { "none-ca", "array=indexed,resident=equal,l1=small", "flop_rate", 2.4e12 },
		  { "none-ca", "array=indexed,resident=equal,l1=small", "local_bytes", 256 });
	assert_int_equal(conclude(bench, &hundred_sms), 4);
	expect_finding("build=r32-ca,array=registers,resident=equal,l1=small", "slowdown", 4);
	assert_same(finding[0].lo, 4 * 0.9 / 1.1);
	assert_same(finding[0].hi, 4 * 1.1 / 0.9);
	assert_same(finding[0].x, 216);
	assert_ptr_equal(finding[0].from, &made[0]);
	assert_string_equal(finding[1].metric, "cost_of_local_byte");
	assert_same(finding[1].value, (8 - 2) / 216.0);
	assert_says(finding[1].remark, "L1 alone would take 0.0156");
	/* The indexed array, in the build without a limit only, is compared with values in registers. */
	assert_string_equal(finding[2].point, "build=none-ca,array=indexed,resident=equal,l1=small");
	assert_same(finding[2].value, 8);
	assert_same(finding[3].value, (16 - 2) / 256.0);
}

TEST(without_an_unspilled_row_nothing_follows)
{
	assert_int_equal(bench->conclude(&hundred_sms, NULL, 0, finding), 0);
	MAKE_ROWS({ "r32-ca", "array=registers,resident=equal,l1=small", "flop_rate", 4.8e12 },
		  { "none-cg", "array=registers,resident=equal,l1=small", "flop_rate", 19.2e12 });
	assert_int_equal(conclude(bench, &hundred_sms), 0);
}

TESTS_OF("spill")
