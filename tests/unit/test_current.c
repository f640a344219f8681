/* Memory comes from the measured card, whatever happened to its peers. */
#include "gpu_fake.h"
#include "support.h"

enum { BYTES = 1 << 20 };

static struct gpu *measured;

static int begin(void)
{
	fake_reset();
	fake.devices = 2;
	return fake_ops.open(0, &measured, &error);
}

static int end(void)
{
	fake_ops.close(measured);
	return fake_reset() ? 0 : -1;
}

/* The free memory reported by the measured card falls by the allocated bytes, that of its peer does not. */
static void the_measured_card_gives(void)
{
	uint64_t before, after;
	gb_ptr memory;

	gb_error_clear(&error);
	assert_ok(fake_ops.memory_free(measured, &before, &error), error);
	assert_ok(fake_ops.alloc(measured, BYTES, &memory, &error), error);
	assert_ok(fake_ops.memory_free(measured, &after, &error), error);
	assert_int_equal(before - after, BYTES);
	assert_int_equal(fake_bytes_on(0), fake.context_bytes + BYTES);
	assert_int_equal(fake_bytes_on(1), fake.context_bytes);
	assert_int_equal(fake.misplaced, 0);
	fake_ops.release(measured, memory);
}

TEST_WITH(a_card_alone, begin, end)
{
	the_measured_card_gives();
}

TEST_WITH(a_peer_that_cannot_be_opened, begin, end)
{
	struct gpu *peer;

	fake_fail("open", 1, false);
	assert_int_equal(fake_ops.open(1, &peer, &error), GB_FAILED);
	the_measured_card_gives();
}

TEST_WITH(a_peer_that_was_closed, begin, end)
{
	struct gpu *peer;

	assert_ok(fake_ops.open(1, &peer, &error), error);
	the_measured_card_gives();
	fake_ops.close(peer);
	the_measured_card_gives();
}
