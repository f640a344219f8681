/* Tests of the checks of `dram`: its models pass, and a wrong word is noticed. */
#include "dram.h"

#include "verified.h"

#define SHAPE "unroll=1,hint=none,block=256,grid=oneshot"

static const struct verified_device verified_device = { .l2_bytes = 1 << 20, .free_bytes = 24 << 20 };

OPEN_TEST(a_wrong_word_is_named)
{
	expect_wrong_word_at("op=read,vec=4," SHAPE ",stripes=1", "dram_read_v4_u1_none", "the sum of the words read");
	expect_wrong_word_at("op=write,vec=4," SHAPE, "dram_write_v4_u1_none", "verify: 1 of ");
}

OPEN_TEST(the_drivers_copy_is_verified)
{
	fake.computes = true;
	expect_right("op=driver_copy");
	fake.computes = false;
	at("op=driver_copy");
	assert_int_equal(gb_run_verify(&run), GB_FAILED);
}

/* A triad reads two arrays and writes one. The limit is that of the memory, which transfers on both clock edges. */
OPEN_TEST(bytes_and_limit_by_hand)
{
	const struct gb_device *device = &card.device;

	at("op=read,vec=4," SHAPE ",stripes=1");
	const double arena = bench->cost(&run).bytes;
	assert_true(arena > 0.75 * 0.8 * (24 << 20) && arena <= 0.8 * (24 << 20));
	at("op=triad,vec=4," SHAPE ",skew=0");
	assert_near(bench->cost(&run).bytes, arena, 0.1);
	assert_near(bench->limit(&run, device, 1e9), 2 * device->mem_clock_hz * device->mem_bus_bits / 8, 1e-9);
}

OPEN_TEST(memory_that_others_have_is_a_doubt)
{
	assert_string_equal(run.doubt, "");
	gb_run_close(&run);
	fake.context_bytes = 8 << 20; /* of 24 MB; the rest belongs to others */
	assert_ok(gb_run_open(&run, &card, bench, &bench->variants[0], &error), error);
	assert_says(run.doubt, "a working set of 8 MB instead of 17 MB: 17 MB of device memory are free");
}

TESTS_OF("dram")
