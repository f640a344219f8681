/* The arithmetic, the checks and the conclusions of `prefetch`, with kernels in C on the fake device. */
#include "prefetch.h"

#include "made.h"
#include "verified.h"

/* ---- kernels in C ------------------------------------------------------------------------------------------------ */

enum { A_WORD = 1, A_TILE, A_NEIGHBOUR, A_THREAD, BOTH_ALIKE, LAST_ALIKE, HALF_CHECKED, AN_INPUT };

static double fill(struct gb_shape shape, const void *args)
{
	const struct input_fill_args *a = args;

	real_fill_float(shape, args);
	a->at[5] += fault == AN_INPUT;
	return 0;
}

/* The end of a thread of `block` that computes with part `part` of its tiles, one after the other, in all 4 chains. */
static float end_of(const struct prefetch_args *a, unsigned int grid, unsigned int block, unsigned int part,
		    unsigned int steps)
{
	unsigned int tile = (a->first + block) % a->tiles;
	float x[4] = { 0 };

	for (unsigned int step = 0; step < steps; step++) {
		const float *words = (const float *)a->at + ((size_t)tile * PREFETCH_BLOCK + part) * 4;
		for (unsigned int i = 0; i < a->rounds * PREFETCH_BODY; i++)
			x[i % 4] = fmaf(x[i % 4], a->factor, words[i % 4]);
		tile = (tile + grid) % a->tiles;
	}
	return x[0] + x[1] + (x[2] + x[3]);
}

/* True if the run and its check both fail in this block. */
static bool is_wrong_alike(unsigned int grid, unsigned int block)
{
	return fault == BOTH_ALIKE || (fault == LAST_ALIKE && block == grid - 1);
}

static unsigned int first_tile; /* of the last launch */

static double run_blocks(struct gb_shape shape, const struct prefetch_args *a, unsigned int shift)
{
	const unsigned int steps = a->steps - (fault == A_TILE), more = fault == A_NEIGHBOUR ? 1 : 0;

	first_tile = a->first;
	assert_int_equal(shape.block, PREFETCH_BLOCK);
	assert_int_equal(a->steps % PREFETCH_STEPS, 0);
	for (unsigned int i = 0; a->record && i < shape.grid * PREFETCH_BLOCK; i++) {
		const unsigned int part = (i + shift + more) % PREFETCH_BLOCK;
		a->out[i] = end_of(a, shape.grid, i / PREFETCH_BLOCK, part, steps) +
			    (float)(fault == A_WORD && part == 3) + (float)(fault == A_THREAD && i == 300) +
			    (float)is_wrong_alike(shape.grid, i / PREFETCH_BLOCK);
	}
	return 1e-4;
}

static double by_register(struct gb_shape shape, const void *args)
{
	return run_blocks(shape, args, 0);
}

static double by_shared(struct gb_shape shape, const void *args)
{
	return run_blocks(shape, args, PREFETCH_SHIFT);
}

static double check(struct gb_shape shape, const void *args)
{
	const struct prefetch_check_args *c = args;
	const unsigned int threads = shape.grid * PREFETCH_BLOCK;

	for (unsigned int i = 0; i < threads; i++) {
		const float end =
			end_of(&c->run, c->grid, i / PREFETCH_BLOCK, (i + c->shift) % PREFETCH_BLOCK, c->run.steps) +
			(float)is_wrong_alike(c->grid, i / PREFETCH_BLOCK);
		if (!(c->run.out[i] == end))
			real_wrong(c->report, i);
	}
	c->report->compared += fault == HALF_CHECKED ? threads / 2 : threads;
	return 0;
}

static const struct verified points[] = {
	{ "way=register,level=dram,distance=0,warps=4,fmas=16", "prefetch_register_0", by_register },
	{ "way=shared,level=dram,distance=4,warps=8,fmas=16", "prefetch_shared_4", by_shared },
	{ "way=cp_async,level=l2,distance=8,warps=4,fmas=128", "prefetch_cp_async_8", by_shared },
};
static const struct verified_points verified = { points, sizeof points / sizeof points[0] };
static const struct verified_device verified_device = { .work = 0.125 };

static int open_filled(int with)
{
	reset_device();
	fault = with;
	fake_kernel("prefetch_fill", fill);
	fake_kernel("prefetch_check", check);
	return open_bench();
}

static int open_bare(void **state)
{
	(void)state;
	return open_filled(0);
}

static int open_ready(void **state)
{
	const int status = open_bare(state);

	for (size_t i = 0; i < verified.count; i++)
		fake_kernel(verified.point[i].kernel, verified.point[i].function);
	return status;
}

static int open_wrong(void **state)
{
	(void)state;
	return open_filled(AN_INPUT);
}

/* ---- tests ------------------------------------------------------------------------------------------------------- */

static void faults_are_caught(void **state)
{
	static const char *const says[] = {
		[A_WORD] = "threads are wrong, the first at 3",
		[A_TILE] = "threads are wrong, the first at 0",
		[A_NEIGHBOUR] = "threads are wrong",
		[A_THREAD] = "1 of 512 threads are wrong, the first at 300",
		[BOTH_ALIKE] = "thread 0 of block 0 ended with ",
		[LAST_ALIKE] = "of block 3 ended with ",
		[HALF_CHECKED] = "the check looked at 256 of 512 threads",
	};

	(void)state;
	for (fault = 1; fault <= HALF_CHECKED; fault++)
		expect_caught(0, says[fault]);
	for (size_t i = 1; i < sizeof points / sizeof points[0]; i++)
		for (fault = 1; fault <= HALF_CHECKED; fault++)
			expect_caught(i, fault == BOTH_ALIKE   ? "of block 0 ended with"
					 : fault == LAST_ALIKE ? "ended with"
							       : "threads");
}

/* The first thread of all uses only words 0 to 3. */
static void a_wrong_input_is_caught(void **state)
{
	(void)state;
	expect_caught(0, "input word 5 is ");
}

/* 4 SMs and 360 tiles of 2 KiB for each block; 2 x 1 GHz x 4096 bits, and 256 FLOP per clock and SM. */
static void what_is_counted_by_hand(void **state)
{
	struct gb_device device;

	(void)state;
	at("way=register,level=dram,distance=4,warps=4,fmas=16");
	assert_same(bench->cost(&run).bytes, 4.0 * 360 * 2048);
	assert_same(metric("bytes_in_flight"), 5 * 2048);
	assert_same(metric("arithmetic"), 2);
	/* 2 FLOP per byte: at 4 GHz the memory is the limit, at 1 GHz the lanes. */
	assert_same(bench->limit(&run, gb_device(&run), 4e9), 2e9 * 4096 / 8);
	assert_same(bench->limit(&run, gb_device(&run), 1e9), 4 * 256e9 / 2);
	at("way=shared,level=dram,distance=0,warps=32,fmas=256");
	assert_same(bench->cost(&run).bytes, 32.0 * 360 * 2048);
	assert_same(metric("bytes_in_flight"), 8 * 2048);
	/* 32 FLOP per byte: 1024 per clock are 32 bytes. */
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
	(void)variant;
	(void)name;
	(void)of;
	out->kernel = (struct gb_kernel){ .registers = 32, .shared_bytes = 20480, .threads_max = 1024 };
	return GB_OK;
}

static void what_does_not_fit_is_skipped(void **state)
{
	(void)state;
	card.device.threads_per_sm = 1024;
	skipped("way=register,level=dram,distance=0,warps=48,fmas=16", "an SM holds 32 warps");
	card.device.threads_per_sm = 2048;
	/* 16 blocks of 64 KiB together. */
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

/* Each launch begins where the previous one ended, and wraps around to the start of the set. */
static void launches_read_on(void **state)
{
	(void)state;
	at("way=shared,level=l2,distance=4,warps=4,fmas=16");
	/* 512 tiles; a launch reads 4 x 360. */
	assert_ok(bench->launch(&run), error);
	assert_int_equal(first_tile, 1440 % 512);
	assert_ok(bench->launch(&run), error);
	assert_int_equal(first_tile, 2880 % 512);
}

static void gains_are_over_no_distance(void **state)
{
	static const struct given given[] = {
		{ "default", "way=shared,level=l2,distance=0,warps=4,fmas=16", "bandwidth", 1e12 },
		{ "default", "way=shared,level=l2,distance=1,warps=4,fmas=16", "bandwidth", 1.5e12 },
		{ "default", "way=shared,level=l2,distance=4,warps=4,fmas=16", "bandwidth", 2e12 },
		{ "default", "way=shared,level=l2,distance=8,warps=4,fmas=16", "arithmetic", 9e12 },
		{ "default", "way=shared,level=l2,distance=8,warps=16,fmas=16", "bandwidth", 9e12 },
		{ "default", "way=register,level=dram,distance=0,warps=4,fmas=128", "bandwidth", 1e12 },
		{ "default", "way=register,level=dram,distance=2,warps=4,fmas=128", "bandwidth", 0.9e12 },
	};

	(void)state;
	make_rows(bench, given, sizeof given / sizeof given[0]);
	assert_int_equal(conclude(bench, NULL), 3);
	assert_same(the_finding("way=shared,level=l2,warps=4,fmas=16", "gain")->value, 2);
	assert_same(the_finding("way=shared,level=l2,warps=4,fmas=16", "gain")->lo, 2 * 0.9 / 1.1);
	assert_ptr_equal(the_finding("way=shared,level=l2,warps=4,fmas=16", "gain")->from, &made[2]);
	assert_string_equal(the_finding("way=shared,level=l2,warps=4,fmas=16", "gain")->remark,
			    "a distance of 4 tiles, relative to none");
	assert_same(the_finding("way=shared,level=l2,warps=4,fmas=16", "gain_of_one")->value, 1.5);
	assert_same(the_finding("way=register,level=dram,warps=4,fmas=128", "gain")->value, 0.9);
}

#define C(name) cmocka_unit_test_setup_teardown(name, open_ready, close_run)

int main(void)
{
	const struct CMUnitTest tests[] = {
		C(right_kernels_pass),
		C(faults_are_caught),
		cmocka_unit_test_setup_teardown(a_wrong_input_is_caught, open_wrong, close_run),
		cmocka_unit_test_setup_teardown(kernels_that_do_not_run_are_caught, open_bare, close_run),
		C(what_is_counted_by_hand),
		C(what_does_not_fit_is_skipped),
		C(launches_read_on),
		C(gains_are_over_no_distance),
	};
	return run_tests_of("prefetch", tests);
}
