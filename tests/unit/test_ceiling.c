#include "timing/ceiling.h"

#include "gpu_fake.h"
#include "support.h"

/* The ceiling of a card whose clock, as a fraction of 1.5 GHz, changes like this from one reading to the next; sets
 * *status. */
static double ceiling_of(const double *clocks, size_t count, int *status, struct gb_error *why)
{
	struct gpu_identity identity;
	struct gb_device device;
	struct gb_timer timer;
	struct gpu *gpu = NULL;
	double hz = -1;

	fake.clocks = (struct fake_series){ clocks, count };
	assert_ok(fake_ops.describe(0, &device, &identity, why), *why);
	assert_ok(fake_ops.open(0, &gpu, why), *why);
	assert_ok(gb_timer_open(&timer, &fake_ops, gpu, &device, why), *why);
	*status = gb_ceiling_clock(&timer, &hz, why);
	gb_timer_close(&timer);
	fake_ops.close(gpu);
	return hz;
}

static void expect_ceiling(const double *clocks, size_t count, double hz)
{
	int status;

	assert_same(ceiling_of(clocks, count, &status, &error), hz);
	assert_ok(status, error);
}

static int start(void)
{
	return fake_reset() ? 0 : -1;
}

/* A card comes up from rest in steps: the first reading without a rise ends the loop, and the highest one counts.
 * The fake device begins with the second factor. */
TEST_WITH(the_highest_clock_counts, start, start)
{
	static const double steady[] = { 1 }, rising[] = { 0.2, 0.5, 0.9, 1, 0.999 }, late[] = { 1, 0.2, 0.2 };

	expect_ceiling(steady, 1, 1.5e9);
	assert_int_equal(fake_calls("mark"), 4);
	expect_ceiling(rising, 5, 1.5e9);
	expect_ceiling(late, 3, 0.3e9);
}

TEST_WITH(a_clock_that_rises_for_ever_is_not_waited_for, start, start)
{
	static double clocks[1000];

	for (size_t i = 0; i < 1000; i++)
		clocks[i] = 1 + 0.01 * (double)i;
	expect_ceiling(clocks, 1000, 1.5e9 * (1 + 0.01 * 40));
}

TEST_WITH(a_card_that_does_not_tell, start, start)
{
	fake.stamped_sms = 0;
	expect_ceiling(NULL, 0, NAN);
}

TEST_WITH(a_failure_is_passed_on, start, start)
{
	int status;

	fake_fail("mark", 3, false);
	ceiling_of(NULL, 0, &status, &error);
	assert_fails(status, "cudaEventRecord");
}
