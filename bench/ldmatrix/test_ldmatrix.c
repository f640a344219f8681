/* The model of wavefronts, the arithmetic and the checks of `ldmatrix`, with its models on the fake device. */
#include "ldmatrix.cu"

#include "verified.h"

BENCH_ONE_FILE(ldmatrix);

static const struct verified_device verified_device = { .work = 0.125 };

/* ---- tests ------------------------------------------------------------------------------------------------------- */

static void expect_wavefronts(const char *point, double wavefronts)
{
	at(point);
	if (metric("wavefronts") != wavefronts)
		fail_msg("%s takes %g wavefronts, not %g", point, metric("wavefronts"), wavefronts);
	/* compute capability 9.0: 128 bytes per clock */
	assert_same(bench->limit(&run, gb_device(&run), 1e9), wavefronts);
}

/* There are eight slots of 16 bytes. Rows whose distance is a multiple of 16 bytes share a slot according to the
 * greatest common divisor with 128. */
OPEN_TEST(pitches_take_their_common_divisor_with_eight)
{
	static const double of_matrix[] = { 1, 2, 1, 4, 1, 2, 1, 8, 1 };
	char point[96];

	for (uint32_t pitch = 16; pitch <= 144; pitch += 16)
		for (uint32_t matrices = 1; matrices <= 4; matrices *= 2) {
			snprintf(point, sizeof point, "op=load,matrices=%u,layout=pitch,pitch=%u", matrices, pitch);
			expect_wavefronts(point, matrices * of_matrix[pitch / 16 - 1]);
			snprintf(point, sizeof point, "op=store_trans,matrices=%u,layout=pitch,pitch=%u", matrices,
				 pitch);
			expect_wavefronts(point, matrices * of_matrix[pitch / 16 - 1]);
		}
}

OPEN_TEST(a_swizzle_has_no_conflicts)
{
	expect_wavefronts("op=load,matrices=1,layout=swizzled", 1);
	expect_wavefronts("op=load_trans,matrices=4,layout=swizzled", 4);
	assert_same(metric("conflicts"), 0);
}

/* Rows at the same address share a wavefront. Rows at other addresses in the same banks do not. */
TEST(shared_rows_by_hand)
{
	uint32_t offset[LDMATRIX_LANES] = { 0, 0, 0, 0, 128, 128, 16, 256 };

	assert_int_equal(ldmatrix_wavefronts(offset, 1), 3);
	offset[7] = 128;
	assert_int_equal(ldmatrix_wavefronts(offset, 1), 2);
	/* All rows of the other matrices are at 0. */
	assert_int_equal(ldmatrix_wavefronts(offset, 4), 5);
}

/* 65536 wavefronts are 8 trips of 256 accesses with 32 wavefronts each. 1024 wavefronts are 32 links. A round of 2
 * trips and 17 links precedes them. */
OPEN_TEST(what_is_counted_by_hand)
{
	const double accesses = 4 * (256 * (8 + 2) + 32 + 1 + 17);

	expect_wavefronts("op=load,matrices=4,layout=pitch,pitch=128", 32);
	assert_same(bench->cost(&run).ops, accesses);
	assert_same(bench->cost(&run).bytes, accesses * 512);
	assert_same(metric("conflicts"), accesses * 28);
	assert_same(metric("bytes_per_clock"), 512);
	EXPECT_AT("op=move", { "bytes", 0 });
	assert_unknown(bench->limit(&run, gb_device(&run), 1e9));
	assert_same(metric("wavefronts"), -1);
}

OPEN_TEST(less_work_by_hand)
{
	card.work = 0.5;
	expect_wavefronts("op=load,matrices=4,layout=pitch,pitch=128", 32);
	assert_same(bench->cost(&run).ops, 4.0 * (256 * (4 + 2) + 32 + 1 + 17));
	assert_ok(gb_run_verify(&run), error);
}

static double slow_first_sm(struct gb_shape shape, const void *of)
{
	const struct ldmatrix_args *args = of;

	real_model("ldmatrix_load_x1", shape, args);
	args->cycles[0] *= 2;
	return 0;
}

OPEN_TEST(cycles_are_those_of_the_median_sm)
{
	struct gb_batch batch;

	fake_kernel("ldmatrix_load_x1", slow_first_sm);
	EXPECT_AT("op=load,matrices=1,layout=pitch,pitch=144", { "latency", -1 });
	assert_ok(gb_run_batch(&run, 1, &batch, &error), error);
	assert_same(batch.value, 5);
	assert_same(metric("latency"), 33);
}

OPEN_TEST(stores_begin_with_9_0)
{
	at("op=store,matrices=1,layout=swizzled");
	card.device.cc_major = 8;
	skipped("op=store,matrices=1,layout=swizzled", "needs compute capability 9.0");
	at("op=load_trans,matrices=1,layout=swizzled");
}

OPEN_TEST(a_wrong_word_is_named)
{
	expect_wrong_word_at("op=load,matrices=1,layout=pitch,pitch=144", "ldmatrix_load_x1",
			     "word 1023 of block 3 of 'sum': got ");
	expect_wrong_word_at("op=load,matrices=1,layout=pitch,pitch=144", "ldmatrix_load_x1",
			     " of block 3 of 'memory': got ");
}

TESTS_OF("ldmatrix")
