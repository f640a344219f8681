/* Memory comes from the card that is measured, whatever became of its peers. */
#include "gpu_fake.h"
#include "support.h"

enum { BYTES = 1 << 20 };

static struct gb_error error;
static struct gpu *measured;

static int begin(void **state)
{
	(void)state;
	fake_reset();
	fake.devices = 2;
	gb_error_clear(&error);
	return fake_ops.open(0, &measured, &error);
}

static int end(void **state)
{
	(void)state;
	fake_ops.close(measured);
	return fake_reset() ? 0 : -1;
}

/* What the measured card says it has left falls by what it gives out, and its peer gives nothing. */
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

static void a_card_alone(void **state)
{
	(void)state;
	the_measured_card_gives();
}

static void a_peer_that_cannot_be_opened(void **state)
{
	struct gpu *peer;

	(void)state;
	fake_fail("open", 1, false);
	assert_int_equal(fake_ops.open(1, &peer, &error), GB_FAILED);
	the_measured_card_gives();
}

static void a_peer_that_was_closed(void **state)
{
	struct gpu *peer;

	(void)state;
	assert_ok(fake_ops.open(1, &peer, &error), error);
	the_measured_card_gives();
	fake_ops.close(peer);
	the_measured_card_gives();
}

#define C(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
	RUN(C(a_card_alone), C(a_peer_that_cannot_be_opened), C(a_peer_that_was_closed));
}
