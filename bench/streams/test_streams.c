/* Tests of `streams`: its checks with its models, and its use of stamps and rows. */
#include "state.h"

#include "made.h"
#include "opened.h"

static bool spoil;      /* the kernels are faulty */
static bool misreckons; /* all kernels, checks included, compute wrong values */

static double hold(struct gb_shape shape, const void *args)
{
	const struct streams_hold_args *a = args;

	real_model("streams_hold", shape, args);
	a->count->all += spoil;
	a->count->most = 3;
	return 0;
}

/* All kernels start at the same time. */
static double mark(struct gb_shape shape, const void *args)
{
	const struct streams_mark_args *a = args;

	real_model("streams_mark", shape, args);
	if (spoil)
		*a->stamp = (struct streams_stamp){ 1, 1 + a->nanoseconds };
	return 0;
}

static void add(uint32_t *words, unsigned long long count, uint32_t number)
{
	for (unsigned long long i = 0; i < count; i++)
		words[i] += number;
}

static double work(struct gb_shape shape, const void *args)
{
	const struct streams_work_args *a = args;

	real_model("streams_work", shape, args);
	add(a->out, a->words, misreckons);
	a->out[a->words - 1] ^= spoil;
	return 0;
}

static double read_all(struct gb_shape shape, const void *args)
{
	real_model("streams_read", shape, args);
	*((const struct streams_read_args *)args)->sum += spoil;
	return 0;
}

static double check(struct gb_shape shape, const void *args)
{
	const struct streams_check_args *a = args;
	uint32_t *out = (uint32_t *)(uintptr_t)a->out;

	add(out, a->words, 0u - misreckons);
	real_model("streams_check", shape, args);
	add(out, a->words, misreckons);
	return 0;
}

static int open_all(void)
{
	reset_device();
	fake.free_bytes = UINT64_C(4) << 20;
	fake.sms = 16;
	spoil = misreckons = false;
	fake_kernel("streams_hold", hold);
	fake_kernel("streams_mark", mark);
	fake_kernel("streams_work", work);
	fake_kernel("streams_read", read_all);
	fake_kernel("streams_check", check);
	return open_bench();
}

static const char *const points[] = {
	"op=concurrent,streams=1",
	"op=concurrent,streams=128",
	"op=priority,priority=high",
	"op=priority,priority=same",
	"op=part,part=kernel",
	"op=part,part=d2h",
	"op=overlap,way=chunks,chunks=16",
	"op=overlap,way=engines,chunks=8",
	"op=partition,sms=8",
};

TEST_WITH(right_kernels_pass, open_all, close_run)
{
	for (size_t i = 0; i < sizeof points / sizeof *points; i++)
		expect_right(points[i]);
	expect_right("op=part,part=h2d");
}

TEST_WITH(kernels_and_copies_that_do_nothing_are_caught, open_all, close_run)
{
	static const struct real_stale cases[] = { { "op=concurrent,streams=128", "streams_hold" },
						   { "op=priority,priority=high", "streams_mark" },
						   { "op=part,part=kernel", "streams_work" },
						   { "op=overlap,way=chunks,chunks=16", "streams_work" },
						   { "op=partition,sms=8", "streams_read" },
						   { "op=part,part=h2d", NULL },
						   { "op=part,part=d2h", NULL },
						   { "op=overlap,way=engines,chunks=8", NULL } };

	real_stale_are_caught(&run, at, cases, sizeof cases / sizeof *cases);
}

TEST_WITH(bytes_and_limit_of_a_part, open_all, close_run)
{
	const struct gb_device *device = gb_device(&run);

	at("op=partition,sms=8");
	const struct state *s = gb_state(&run);
	assert_same(bench->cost(&run).bytes, (double)s->bytes);
	assert_same(bench->limit(&run, device, 1e9), 2 * device->mem_clock_hz * device->mem_bus_bits / 8);
	at("op=concurrent,streams=1");
	assert_unknown(bench->limit(&run, device, 1e9));
}

TEST_WITH(wrong_ones_are_caught, open_all, close_run)
{
	for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
		at(points[i]);
		spoil = true;
		if (gb_run_verify(&run) != GB_FAILED)
			fail_msg("%s passes", points[i]);
		spoil = false;
	}
	at("op=part,part=h2d");
	fake.copy_misses = 1;
	assert_int_equal(gb_run_verify(&run), GB_FAILED);
}

/* The device's check has the same fault as its work: only the host finds it, in the data that came back. */
TEST_WITH(a_device_that_computes_otherwise_is_caught, open_all, close_run)
{
	misreckons = true;
	for (size_t i = 5; i <= 7; i++) { /* only these points copy data back */
		at(points[i]);
		expect_check_says("verify: the host finds ");
	}
}

TEST_WITH(the_longest_wait_counts, open_all, close_run)
{
	struct gb_batch batch;

	expect_right("op=priority,priority=high");
	assert_ok(gb_run_batch(&run, 1, &batch, &error), error);
	/* The first kernel waits from the start of the blocks that fill the device: 100 µs, plus its own 40 µs. Each
	 * other kernel waits 40 µs. */
	assert_near(batch.value, 140e-6, 1e-9);
	assert_near(metric("mean_wait"), (140e-6 + 15 * 40e-6) / 16, 1e-9);
	assert_ok(gb_run_batch(&run, 3, &batch, &error), error); /* the last of three launches counts */
	assert_near(batch.value, 140e-6, 1e-9);
}

TEST_WITH(what_cannot_be_set_apart_is_skipped, open_all, close_run)
{
	skipped("op=partition,sms=32", "this device has 16 SMs");
	fake.partitions = 0;
	skipped("op=partition,sms=8", "cannot be reserved");
}

TEST_WITH(rows_together, open_all, close_run)
{
	MAKE_ROWS({ "default", "op=concurrent,streams=8", "at_once", 64 },
		  { "default", "op=concurrent,streams=8", "at_once", 128 },
		  { "default", "op=part,part=kernel", "time", 4e-3 },
		  { "default", "op=part,part=kernel", "time", 5e-3 }, { "default", "op=overlap", "time", 6e-3 });
	assert_int_equal(conclude(bench, gb_device(&run)), 2);
	assert_same(finding[0].value, 128);
	assert_string_equal(finding[1].metric, "of_longest_part");
	assert_same(finding[1].value, 1.2);
	made_count = 1;
	assert_int_equal(conclude(bench, gb_device(&run)), 1);
}

int main(void)
{
	return find_bench("streams") ? end_tests(run_all_tests()) : 77;
}
