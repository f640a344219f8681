/* Tests of the arithmetic, the checks and the conclusions of `prefetch`, with its models on the fake device. */
#include "prefetch.h"

#include "made.h"
#include "verified.h"

/* ---- faulty kernels ---------------------------------------------------------------------------------------------- */

/* BOTH_ALIKE, LAST_ALIKE: the kernel and its check fail alike, in all blocks or in the last one. */
enum { A_TILE = 1, A_THREAD, BOTH_ALIKE, LAST_ALIKE, HALF_CHECKED };

static void add_to_blocks(float *out, uint32_t grid, float number)
{
	for (uint32_t i = fault == LAST_ALIKE ? (grid - 1) * PREFETCH_BLOCK : 0; i < grid * PREFETCH_BLOCK; i++)
		out[i] += number;
}

static bool fails_alike(void)
{
	return fault == BOTH_ALIKE || fault == LAST_ALIKE;
}

static double faulty(struct gb_shape shape, const void *args)
{
	struct prefetch_args a = *(const struct prefetch_args *)args;

	a.steps -= fault == A_TILE;
	replaced_model(shape, &a);
	a.out[300] += fault == A_THREAD ? 1.0F : 0.0F;
	if (fails_alike())
		add_to_blocks(a.out, shape.grid, 1);
	return 0;
}

/* This check accepts what a correct kernel would have left. */
static double faulty_check(struct gb_shape shape, const void *args)
{
	const struct prefetch_check_args *c = args;
	const size_t bytes = (size_t)c->grid * PREFETCH_BLOCK * sizeof(float);
	float *kept = malloc(bytes);

	assert_non_null(kept);
	memcpy(kept, c->run.out, bytes);
	struct prefetch_args right = c->run;
	right.record = 1;
	if (fails_alike())
		replaced_model((struct gb_shape){ .grid = c->grid, .block = PREFETCH_BLOCK }, &right);
	real_model("prefetch_check", shape, args);
	memcpy(c->run.out, kept, bytes);
	free(kept);
	c->report->compared /= fault == HALF_CHECKED ? 2 : 1;
	return 0;
}

static double fill_with_a_wrong_word(struct gb_shape shape, const void *args)
{
	real_model("prefetch_fill", shape, args);
	((const struct input_fill_args *)args)->at[5]++;
	return 0;
}

static uint32_t first_tile; /* first tile of the last launch */

static double look(struct gb_shape shape, const void *args)
{
	first_tile = ((const struct prefetch_args *)args)->first;
	return 0;
}

VERIFIED_POINTS({ "way=register,level=dram,distance=0,warps=4,fmas=16", "prefetch_register_0" },
		{ "way=shared,level=dram,distance=4,warps=8,fmas=16", "prefetch_shared_4" },
		{ "way=cp_async,level=l2,distance=8,warps=4,fmas=128", "prefetch_cp_async_8" });
static const struct verified_device verified_device = { .work = 0.125 };

/* ---- tests ------------------------------------------------------------------------------------------------------- */

OPEN_TEST(faults_are_caught)
{
	static const char *const says[] = {
		[A_TILE] = "threads are wrong, the first at 0",
		[A_THREAD] = "1 of 512 threads are wrong, the first at 300",
		[BOTH_ALIKE] = "thread 0 of block 0 ended with ",
		[LAST_ALIKE] = "of block 3 ended with ",
		[HALF_CHECKED] = "the check looked at 256 of 512 threads",
	};

	fake_kernel("prefetch_check", faulty_check);
	for (size_t i = 0; i < sizeof points / sizeof points[0]; i++)
		for (fault = 1; fault <= HALF_CHECKED; fault++)
			expect_caught_by(i, faulty, i == 0 ? says[fault] : fails_alike() ? "ended with" : "threads");
}

static int open_with_a_wrong_input(void)
{
	make_verified_device();
	fake_kernel("prefetch_fill", fill_with_a_wrong_word);
	return open_bench();
}

/* The first thread uses only words 0 to 3. */
TEST_WITH(a_wrong_input_is_caught, open_with_a_wrong_input, close_run)
{
	expect_caught(0, "input word 5: got ");
}

/* 4 SMs, 360 tiles of 2 KiB per block, a memory bus of 2 x 1 GHz x 4096 bit, and 256 FLOP per clock and SM. */
OPEN_TEST(what_is_counted_by_hand)
{
	struct gb_device device;

	EXPECT_AT("way=register,level=dram,distance=4,warps=4,fmas=16", { "bytes", 4.0 * 360 * 2048 },
		  { "bytes_in_flight", 5 * 2048 }, { "arithmetic", 2 });
	/* 2 FLOP per byte: at 4 GHz DRAM is the limit, at 1 GHz the lanes are. */
	assert_same(bench->limit(&run, gb_device(&run), 4e9), 2e9 * 4096 / 8);
	assert_same(bench->limit(&run, gb_device(&run), 1e9), 4 * 256e9 / 2);
	EXPECT_AT("way=shared,level=dram,distance=0,warps=32,fmas=256", { "bytes", 32.0 * 360 * 2048 },
		  { "bytes_in_flight", 8 * 2048 });
	/* 32 FLOP per byte: 1024 per clock correspond to 32 bytes. */
	assert_same(bench->limit(&run, gb_device(&run), 1e9), 32e9);
	device = *gb_device(&run);
	device.l2 = (struct gb_l2){ .slices = 2, .read_bytes = 64, .clock_hz = 1e8 };
	at("way=shared,level=l2,distance=0,warps=32,fmas=16");
	assert_same(bench->limit(&run, &device, 1e9), 128e8);
	assert_unknown(bench->limit(&run, gb_device(&run), 1e9));
}

static int tiles_of_20_kib(const struct gb_variant *variant, const char *name, struct fake_known *out,
			   struct gb_error *of)
{
	out->kernel = (struct gb_kernel){ .registers = 32, .shared_bytes = 20480, .threads_max = 1024 };
	return GB_OK;
}

OPEN_TEST(what_does_not_fit_is_skipped)
{
	card.device.threads_per_sm = 1024;
	skipped("way=register,level=dram,distance=0,warps=48,fmas=16", "an SM holds 32 warps");
	card.device.threads_per_sm = 2048;
	/* 16 blocks need 64 KiB. */
	card.device.shared_per_sm = 64 << 10;
	fake.known = tiles_of_20_kib;
	skipped("way=cp_async,level=dram,distance=8,warps=64,fmas=16",
		"16 blocks with 20480 bytes of tiles each do not fit into the shared memory of an SM");
	card.device.cc_major = 7;
	skipped("way=cp_async,level=dram,distance=0,warps=4,fmas=16", "cp.async needs compute capability 8.0");
	card.device.cc_major = 9;
	card.device.shared_per_sm = 228 << 10;
	fake.known = NULL;
	card.device.l2_bytes = UINT64_C(4) * 3 * 2048;
	skipped("way=shared,level=l2,distance=0,warps=4,fmas=16", "the set of 3 tiles is too small for 4 blocks");
}

/* Each launch continues where the previous one ended, and wraps around at the end of the set. */
OPEN_TEST(launches_read_on)
{
	fake_kernel("prefetch_shared_4", look);
	at("way=shared,level=l2,distance=4,warps=4,fmas=16");
	/* The set has 512 tiles; a launch reads 4 x 360. */
	assert_ok(bench->launch(&run), error);
	assert_int_equal(first_tile, 1440 % 512);
	assert_ok(bench->launch(&run), error);
	assert_int_equal(first_tile, 2880 % 512);
}

OPEN_TEST(gains_are_over_no_distance)
{
	MAKE_ROWS({ "default", "way=shared,level=l2,distance=0,warps=4,fmas=16", "bandwidth", 1e12 },
		  { "default", "way=shared,level=l2,distance=1,warps=4,fmas=16", "bandwidth", 1.5e12 },
		  { "default", "way=shared,level=l2,distance=4,warps=4,fmas=16", "bandwidth", 2e12 },
		  { "default", "way=shared,level=l2,distance=8,warps=4,fmas=16", "arithmetic", 9e12 },
		  { "default", "way=shared,level=l2,distance=8,warps=16,fmas=16", "bandwidth", 9e12 },
		  { "default", "way=register,level=dram,distance=0,warps=4,fmas=128", "bandwidth", 1e12 },
		  { "default", "way=register,level=dram,distance=2,warps=4,fmas=128", "bandwidth", 0.9e12 });
	assert_int_equal(conclude(bench, NULL), 3);
	assert_same(the_finding("way=shared,level=l2,warps=4,fmas=16", "gain")->value, 2);
	assert_same(the_finding("way=shared,level=l2,warps=4,fmas=16", "gain")->lo, 2 * 0.9 / 1.1);
	assert_ptr_equal(the_finding("way=shared,level=l2,warps=4,fmas=16", "gain")->from, &made[2]);
	assert_string_equal(the_finding("way=shared,level=l2,warps=4,fmas=16", "gain")->remark,
			    "a distance of 4 tiles, relative to none");
	assert_same(the_finding("way=shared,level=l2,warps=4,fmas=16", "gain_of_one")->value, 1.5);
	assert_same(the_finding("way=register,level=dram,warps=4,fmas=128", "gain")->value, 0.9);
}

TESTS_OF("prefetch")
