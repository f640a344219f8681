/* The arithmetic and the checks of `async`, with its models on the fake device. */
#include "async.h"

#include "made.h"
#include "verified.h"

/* ---- kernels ----------------------------------------------------------------------------------------------------- */

static struct gb_shape shape_of;

static double look(struct gb_shape shape, const void *args)
{
	shape_of = shape;
	replaced_model(shape, args);
	return 0;
}

ONE_LESS(without_a_piece, struct async_args, pieces)

VERIFIED_POINTS({ "path=ld,level=dram,block=256", "async_ld" },
		{ "path=cpasync,level=l2_1m,width=8,stages=4,block=512", "async_cpasync_w8_s4" },
		{ "path=bulk,level=dram,in_flight=32,bytes=8192", "async_bulk" },
		{ "path=tensor,level=l2_1m,in_flight=64,swizzle=b128,bytes=16384", "async_tensor" },
		{ "path=prefetch,in_flight=32,bytes=4096", "async_prefetch" },
		{ "path=multicast,level=dram,size=2,bytes=16384,stages=4", "async_multicast" },
		{ "path=unicast,level=l2_1m,size=4,bytes=16384,stages=3", "async_unicast" },
		{ "path=store,level=dram,bytes=4096", "async_store" },
		{ "path=reduce,level=l2_1m,bytes=16384", "async_reduce" });

/* Half of the free memory holds sets of 4 MiB. A launch that reads from memory moves little; one that reads from L2
 * moves 8 GiB. */
static const struct verified_device verified_device = { .free_bytes = UINT64_C(17) << 20,
							.l2_bytes = UINT64_C(2) << 20,
							.work = 1e-9 };

static int open_with_less_work(void)
{
	const int status = open_with_kernels();

	card.work = verified_device.work;
	return status;
}

/* ---- tests ------------------------------------------------------------------------------------------------------- */

OPEN_TEST(a_missing_piece_is_caught)
{
	for (size_t i = 0; i < verified.count; i++)
		expect_caught_by(i, without_a_piece, "verify: ");
}

static double do_nothing(struct gb_shape shape, const void *args)
{
	return 0;
}

OPEN_TEST(output_of_an_earlier_launch_is_not_taken)
{
	for (size_t i = 0; i < verified.count; i++) {
		observe_right_kernel(&verified.point[i]);
		fake_kernel(verified.point[i].kernel, do_nothing);
		expect_check_says("verify: ");
		fake_be_right();
	}
}

/* A piece counts once for each block that receives it. */
TEST_WITH(bytes_are_those_that_come, open_with_less_work, close_run)
{
	const double mib = 1 << 20, sms = gb_device(&run)->sm_count;

	EXPECT_AT("path=bulk,level=dram,in_flight=32,bytes=8192", { "bytes", 4 * mib }, { "bytes_in_flight", 32768 },
		  { "threads_per_sm", 1 }, { "copies_per_kib", 1 / 8.0 });
	assert_unknown(bench->limit(&run, gb_device(&run), 1e9)); /* sets of two L2s do not count as memory */
	EXPECT_AT("path=multicast,level=dram,size=2,bytes=16384,stages=4", { "bytes", 2 * 4 * mib },
		  { "read_bandwidth", 0.5 }, { "bytes_in_flight", 65536 });
	replace_kernel("async_ld", look);
	EXPECT_AT("path=ld,level=dram,block=256", { "copies_per_kib", 2 });
	assert_ok(bench->launch(&run), error);
	assert_same(metric("threads_per_sm"), shape_of.grid / sms * 256);
	assert_same(metric("bytes_in_flight"), shape_of.grid / sms * 256 * 16 * 8);
	EXPECT_AT("path=cpasync,level=l2_1m,width=8,stages=4,block=512", { "copies_per_kib", 4 });
	EXPECT_AT("path=store,level=dram,bytes=4096", { "bytes", 4 * mib });
	assert_true(metric("bytes_in_flight") < 0);
}

/* A full launch moves 8 GiB from L2. For a set of four times L2, the memory is the limit. */
TEST_WITH(launches_and_limits_by_hand, open_with_less_work, close_run)
{
	card.work = 1;
	EXPECT_AT("path=bulk,level=l2_1m,in_flight=32,bytes=8192", { "bytes", 8.0 * (1 << 30) });
	EXPECT_AT("path=unicast,level=l2_1m,size=4,bytes=16384,stages=3", { "bytes", 8.0 * (1 << 30) });
	struct gb_device device = card.device;
	device.l2_bytes = 1 << 20;
	at("path=bulk,level=dram,in_flight=32,bytes=8192");
	assert_same(bench->limit(&run, &device, 1e9), gb_memory_rate(&device));
	at("path=multicast,level=dram,size=4,bytes=16384,stages=4");
	assert_same(bench->limit(&run, &device, 1e9), 4 * gb_memory_rate(&device));
	at("path=bulk,level=l2_1m,in_flight=32,bytes=8192");
	device.rates.l2_bytes = 64;
	assert_same(bench->limit(&run, &device, 1e9), 64.0 * device.sm_count * 1e9);
}

TEST_WITH(what_does_not_fit_is_skipped, open_with_less_work, close_run)
{
	skipped("path=bulk,level=dram,in_flight=8,bytes=32768", "0 pieces of 32768 bytes");
	skipped("path=bulk,level=dram,in_flight=192,bytes=1024", "192 pieces of 1024 bytes");
	skipped("path=tensor,level=dram,in_flight=128,swizzle=none,bytes=65536", "a box has at most 256 rows");
	skipped("path=multicast,level=dram,size=2,bytes=65536,stages=4", "do not fit in shared memory");
	skipped("path=bulk,level=l2_32m,in_flight=32,bytes=8192", "not enough memory");
	fake.cc = 80;
	card.device.cc_major = 12;
	skipped("path=multicast,level=dram,size=2,bytes=16384,stages=4", "multicast needs");
	card.device.cc_major = 8;
	skipped("path=bulk,level=dram,in_flight=32,bytes=8192", "bulk copies need compute capability 9.0");
	card.device.cc_major = 7;
	skipped("path=cpasync,level=dram,width=4,stages=2,block=256", "cp.async needs compute capability 8.0");
}

TEST(gains_and_what_is_enough_are_concluded)
{
	MAKE_ROWS(
		{ "default", "path=ld,level=dram,block=512", "bandwidth", 4.7e12 },
		{ "default", "path=bulk,level=dram,in_flight=32,bytes=8192", "bandwidth", 4.2e12 },
		{ "default", "path=bulk,level=dram,in_flight=128,bytes=8192", "bandwidth", 4.65e12 },
		{ "default", "path=bulk,level=dram,in_flight=64,bytes=8192", "bandwidth", 4.62e12 },
		{ "default", "path=bulk,level=l2_1m,in_flight=32,bytes=8192", "bandwidth", 1.5e13 },
		{ "default", "path=prefetch,in_flight=192,bytes=8192", "bandwidth", 4.5e12 }, /* not enough */
		{ "default", "path=multicast,level=l2_8m,size=4,bytes=16384,stages=4", "bandwidth", 2.4e13 },
		{ "default", "path=unicast,level=l2_8m,size=4,bytes=16384,stages=6", "bandwidth", 1.6e13 },
		{ "default", "path=multicast,level=dram,size=4,bytes=16384,stages=4", "bandwidth", 9e12 } /* alone */);
	assert_int_equal(conclude(bench, NULL), 2);
	assert_ptr_equal(expect_finding("path=multicast,level=l2_8m,size=4", "multicast_gain", 1.5)->from, &made[6]);
	assert_ptr_equal(expect_finding("path=bulk,level=dram", "enough_in_flight", 65536)->from, &made[3]);
}

TESTS_OF("async")
