/* Tests of `transfer`: its checks with its models, its report on the link, and the fit in its conclusions. */
#include "state.h"

#include "opened.h"

/* ---- kernels ----------------------------------------------------------------------------------------------------- */

static bool spoil; /* kernels write or read one wrong word */

/* The memory that setup() fills: first the device's, then the host's. */
static uint32_t *device_memory, *host_memory;
static unsigned long long words;

static double fill(struct gb_shape shape, const void *args)
{
	const struct input_fill_args *a = args;

	if (device_memory == NULL)
		device_memory = a->at;
	else if (host_memory == NULL)
		host_memory = a->at;
	words = a->words;
	real_model("transfer_fill", shape, args);
	return 0;
}

static double read_all(struct gb_shape shape, const void *args)
{
	real_model("transfer_read_v4_u1", shape, args);
	*((const struct transfer_args *)args)->sum += spoil;
	return 0;
}

static double write_all(struct gb_shape shape, const void *args)
{
	const struct transfer_args *a = args;

	real_model("transfer_write_v4", shape, args);
	a->at[a->words - 1] ^= spoil;
	return 0;
}

static double pieces(struct gb_shape shape, const void *args)
{
	shape.grid -= spoil;
	real_model("transfer_pieces", shape, args);
	return 0;
}

static int open_all(void)
{
	reset_device();
	fake.free_bytes = UINT64_C(22) << 20;
	spoil = false;
	device_memory = host_memory = NULL;
	fake_kernel("transfer_fill", fill);
	fake_kernel("transfer_read_v4_u1", read_all);
	fake_kernel("transfer_write_v4", write_all);
	fake_kernel("transfer_pieces", pieces);
	return open_bench();
}

/* ---- checks ------------------------------------------------------------------------------------------------------ */

#define MAPPED ",vec=4,block=256,quarters=4"

static const char *const points[] = {
	"op=h2d,bytes=1",
	"op=h2d,bytes=64",
	"op=h2d_sync,bytes=1048576",
	"op=d2h,bytes=1",
	"op=d2h,bytes=65536",
	"op=d2h_sync,bytes=1048576",
	"op=both,share=508",
	"op=h2d_memory,memory=pageable",
	"op=h2d_memory,memory=node,node=0",
	"op=h2d_memory,memory=staged,threads=3,chunk=1048576",
	"op=d2h_memory,memory=registered",
	"op=d2h_memory,memory=write_combined",
	"op=d2h_memory,memory=staged,threads=3,chunk=1048576",
	("op=read,unroll=1" MAPPED),
	("op=write" MAPPED),
	"op=fill",
	"op=small,way=loop",
	"op=small,way=batch",
	"op=small,way=graph",
	"op=small,way=kernel",
	"op=h2d_first,size=4096,pages=write_combined,pause=0",
	"op=d2h_first,size=4096,pages=write_combined,pause=100,core=awake",
	"op=d2h_first,size=4096,pages=pageable,pause=0",
};

enum { POINTS = sizeof points / sizeof points[0] };

TEST_WITH(every_point_verifies_twice, open_all, close_run)
{
	for (int round = 0; round < 2; round++) /* and keeps the input intact */
		for (size_t i = 0; i < POINTS; i++)
			expect_right(points[i]);
	assert_string_equal(run.doubt, "");
}

/* Copies and fills lack their last byte, and kernels write a wrong word. Contents left by an earlier launch must not
 * hide this, and a failure must not change the input of the next point. */
TEST_WITH(what_did_not_arrive_is_found, open_all, close_run)
{
	for (size_t i = 0; i < POINTS; i++) {
		expect_right(points[i]);
		spoil = true;
		fake.copy_misses = 1;
		if (gb_run_verify(&run) != GB_FAILED)
			fail_msg("%s: passes with a wrong result", points[i]);
		spoil = false;
		fake.copy_misses = 0;
		gb_error_clear(&error);
	}
}

/* Changes one byte of one direction, where the input was from the start. */
TEST_WITH(each_way_is_looked_at, open_all, close_run)
{
	expect_right("op=both,share=508");
	/* 508 per mille go to the device, in whole words. */
	const void *const first[] = { device_memory, host_memory + 4 * words / 1000 * 508 / 4 };
	for (size_t i = 0; i < 2; i++) {
		at("op=both,share=508");
		fake.copy_skips = first[i];
		expect_check_says("verify: 1 of ");
		fake.copy_skips = NULL;
	}
}

TEST_WITH(a_copy_of_too_much_is_caught, open_all, close_run)
{
	static const char *const parts[] = { "op=h2d,bytes=64", "op=d2h,bytes=65536", "op=small,way=loop" };

	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
		at(parts[i]);
		fake.copy_exceeds = 1;
		expect_check_says("verify: the byte after the copied area was written too");
		fake.copy_exceeds = 0;
	}
}

TEST_WITH(a_kernel_that_does_nothing_is_caught, open_all, close_run)
{
	at("op=read,unroll=1" MAPPED);
	real_timed_sums_up_nothing(&run);
	expect_right("op=write" MAPPED);
	real_stale_is_caught(&run, "transfer_write_v4");
}

TEST_WITH(a_fill_is_held_to_the_memory, open_all, close_run)
{
	const struct gb_device *device = gb_device(&run);

	EXPECT_AT("op=fill", { "limit", 2 * device->mem_clock_hz * device->mem_bus_bits / 8 });
}

TEST_WITH(points_give_back_their_slots, open_all, close_run)
{
	for (size_t i = 0; i <= 64; i++)
		at("op=h2d_memory,memory=staged,threads=3,chunk=65536");
}

TEST_WITH(sizes_that_do_not_fit_are_skipped, open_all, close_run)
{
	skipped("op=h2d,bytes=268435456", "are available");
	skipped("op=h2d_memory,memory=node,node=1", "1 NUMA node");
}

/* ---- the link ---------------------------------------------------------------------------------------------------- */

static double limit_of(const char *point)
{
	expect_right(point);
	return bench->limit(&run, gb_device(&run), 1e9);
}

TEST_WITH(a_first_copy_follows_a_pause, open_all, close_run)
{
	at("op=h2d_first,size=4096,pages=pinned,pause=100,core=asleep");
	assert_same(bench->timing(&run).pause_seconds, 0.1);
	assert_false(bench->timing(&run).awake);
	assert_int_equal(bench->measures(&run), GB_SECONDS);
	at("op=h2d_first,size=4096,pages=pinned,pause=100,core=awake");
	assert_true(bench->timing(&run).awake);
	at("op=h2d_first,size=4096,pages=pinned,pause=0");
	assert_same(bench->timing(&run).pause_seconds, 0);
}

TEST_WITH(a_link_of_half_its_width_is_a_finding, open_all, close_run)
{
	/* 32 GT/s x 16 lanes x 128/130 / 8. */
	assert_near(limit_of("op=h2d,bytes=64"), 63.015e9, 1e-3);
	assert_near(limit_of("op=both,share=500"), 2 * 63.015e9, 1e-3);
	assert_near(limit_of("op=h2d_first,size=4096,pages=pinned,pause=0"), 4096 / 63.015e9, 1e-3); /* in seconds */
	assert_string_equal(run.doubt, "");
	fake.lanes = 8;
	assert_near(limit_of("op=h2d,bytes=64"), 31.508e9, 1e-3);
	assert_says(run.doubt, "generation 5 x 8 while copying; card and slot can do 5 x 16");
	at("op=fill"); /* uses no link */
	assert_ok(gb_run_verify(&run), error);
	assert_string_equal(run.doubt, "");
}

/* Each byte of the memory is copied in one of the directions, eight times. */
TEST_WITH(both_directions_are_a_sum, open_all, close_run)
{
	at("op=both,share=508");
	const double all = bench->cost(&run).bytes;
	at("op=fill");
	assert_same(8 * bench->cost(&run).bytes, all);
	EXPECT_AT("op=h2d,bytes=64", { "bytes", 64 });
	assert_null(gb_run_roof(&run));
}

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

/* Rows for 2 µs + n / 50 GB/s. */
static struct gb_row row_of(double bytes, int64_t value_of[GB_AXES_MAX], unsigned char has[GB_AXES_MAX])
{
	memset(has, 0, GB_AXES_MAX);
	has[0] = has[1] = 1;
	value_of[0] = 0; /* h2d */
	value_of[1] = (int64_t)bytes;
	return (struct gb_row){ .bench = bench,
				.variant = "default",
				.metric = "bandwidth",
				.value_of = value_of,
				.has = has,
				.value = bytes / (2e-6 + bytes / 50e9),
				.limit = 63e9 };
}

TEST_WITH(the_fit_gives_back_what_the_rows_were_made_of, open_all, close_run)
{
	static struct gb_finding found[GB_FINDINGS_MAX];
	static int64_t value_of[4][GB_AXES_MAX];
	static unsigned char has[4][GB_AXES_MAX];
	const double bytes[] = { 1, 99e3, 101e3, 268435456 };
	struct gb_row rows[4];

	for (size_t i = 0; i < 4; i++)
		rows[i] = row_of(bytes[i], value_of[i], has[i]);
	assert_int_equal(bench->conclude(gb_device(&run), rows, 4, found), 3);
	assert_string_equal(found[0].point, "op=h2d");
	assert_string_equal(found[0].metric, "t0");
	assert_near(found[0].value, 2e-6, 1e-6);
	assert_near(found[1].value, 50e9, 1e-6);
	assert_same(found[1].limit, 63e9);
	assert_string_equal(found[2].metric, "n_half");
	assert_near(found[2].value, 100e3, 1e-3); /* measured size at half the rate, independent of the fit */
	assert_int_equal(bench->conclude(gb_device(&run), rows, 2, found), 0); /* a fit needs more than two sizes */
}

int main(void)
{
	return find_bench("transfer") ? end_tests(run_all_tests()) : 77;
}
