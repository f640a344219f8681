/* The arithmetic and the checks of `exchange`, with its models on four fake GPUs. */
#include "exchange.h"

#include "../../tests/unit/node.h"
#include "opened.h"

enum { GPUS = 4 };

/* 2 MB are free on each GPU. 0.8 / 4 of them are 384 KiB, in steps of 64 KiB. */
static int open_node(void)
{
	reset_device();
	fake.free_bytes = 2 << 20;
	if (gb_device_open(&card, &fake_ops, 0, &error) != GB_OK)
		return -1;
	node_join(&card, GPUS);
	return gb_run_open(&run, &card, bench, &bench->variants[0], &error) == GB_OK ? 0 : -1;
}

static int close_node(void)
{
	gb_run_close(&run);
	node_leave();
	gb_device_close(&card);
	return fake_reset() ? 0 : -1;
}

static const struct {
	const char *point;
	double copies, limit; /* copies of 384 KiB; limit in links of a GPU, 450 GB/s */
	bool from_2;
} patterns[] = {
	{ "pattern=one_to_all,by=engine", GPUS - 1, 1, false },
	{ "pattern=all_to_one,by=engine", GPUS - 1, 1, true },
	{ "pattern=ring,by=engine", GPUS, GPUS, true },
	{ "pattern=all_to_all,by=engine", GPUS *(GPUS - 1), GPUS, true },
	{ "pattern=one_to_all,by=sms", GPUS - 1, 1, false },
	{ "pattern=all_to_one,by=sms", GPUS - 1, 1, true },
	{ "pattern=ring,by=sms", GPUS, GPUS, true },
	{ "pattern=all_to_all,by=sms", GPUS *(GPUS - 1), GPUS, true },
};

TEST_WITH(arithmetic_by_hand, open_node, close_node)
{
	for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
		EXPECT_AT(patterns[i].point, { "bytes", 16 * patterns[i].copies * (384 << 10) },
			  { "limit", patterns[i].limit * 450e9 }, { "bandwidth_of_copy", 1 / patterns[i].copies },
			  { "gpus", GPUS });
	}
}

TEST_WITH(right_copies_pass, open_node, close_node)
{
	for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++)
		expect_right(patterns[i].point);
}

/* The check runs even if nothing else is computed. */
static double check(struct gb_shape shape, const void *args)
{
	real_model("exchange_check", shape, args);
	return 0;
}

/* The check sees fresh memory, and then the data of correct copies. */
TEST_WITH(copies_that_do_not_arrive_are_caught, open_node, close_node)
{
	fake_kernel("exchange_check", check);
	for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
		at(patterns[i].point);
		fake.computes = false;
		assert_int_equal(gb_run_verify(&run), GB_FAILED);
		fake.computes = true;
		gb_error_clear(&error);
		assert_ok(gb_run_verify(&run), error);
	}
	fake.computes = false;
	for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
		at(patterns[i].point);
		assert_int_equal(gb_run_verify(&run), GB_FAILED);
	}
}

static uint32_t idle;

static double send_by_others(struct gb_shape shape, const void *of)
{
	const struct exchange_send_args *args = of;
	const uint32_t of_idle = exchange_word(idle, 0);

	if (memcmp(args->from, &of_idle, sizeof of_idle) != 0)
		real_model("exchange_send", shape, of);
	return 0;
}

/* The data of a correct exchange are still in place. */
TEST_WITH(a_gpu_that_sends_nothing_is_caught, open_node, close_node)
{
	expect_right("pattern=ring,by=sms");
	fake_kernel("exchange_send", send_by_others);
	for (idle = 0; idle < GPUS; idle++) {
		expect_check_says("98304 of 98304 words are wrong, the first at 0");
	}
}

/* Changes a word of the data that GPU 2 sends. */
static double spoil(struct gb_shape shape, const void *of)
{
	const struct exchange_fill_args *args = of;

	real_model("exchange_fill", shape, of);
	args->at[7] ^= args->from == 2;
	return 0;
}

TEST_WITH(a_wrong_word_is_caught, open_node, close_node)
{
	fake_kernel("exchange_fill", spoil);
	gb_run_close(&run);
	assert_ok(gb_run_open(&run, &card, bench, &bench->variants[0], &error), error);
	for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
		at(patterns[i].point);
		assert_int_equal(gb_run_verify(&run), patterns[i].from_2 ? GB_FAILED : GB_OK);
		if (patterns[i].from_2)
			assert_says(error.text, "1 of 98304 words are wrong, the first at 7");
	}
}

TESTS_OF("exchange")
