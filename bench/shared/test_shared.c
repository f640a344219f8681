/* Tests of the arithmetic and the checks of `shared`, with its models on the fake device. */
#include "shared.cu"

#include "verified.h"

BENCH_ONE_FILE(shared);

#define SHAPE "word=16,unroll=4,warps=8,block=256"

VERIFIED_POINTS({ "op=read," SHAPE, "shared_read_w16_u4" }, { "op=write," SHAPE, "shared_write_w16_u4" },
		{ "op=copy," SHAPE, "shared_copy_w16_u4" });

/* A trip of 256 threads moves 16384 bytes, for a copy twice as many: 1024e6 bytes per SM are 62500 or 31250 trips. */
OPEN_TEST(bytes_by_hand)
{
	EXPECT_AT(points[0].point, { "bytes", 4.0 * 62500 * 16384 });
	EXPECT_AT(points[2].point, { "bytes", 4.0 * 31250 * 2 * 16384 });
	assert_same(bench->limit(&run, gb_device(&run), 1.5e9), 128 * 4 * 1.5e9);
}

/* A thousandth of the work: 62 or 30 trips, since the number must be even and never 0. */
OPEN_TEST(less_work_by_hand)
{
	card.work = 0.001;
	EXPECT_AT(points[0].point, { "bytes", 4.0 * 62 * 16384 });
	EXPECT_AT(points[2].point, { "bytes", 4.0 * 30 * 2 * 16384 });
	card.work = 1e-9;
	EXPECT_AT(points[0].point, { "bytes", 4.0 * 2 * 16384 });
	assert_ok(gb_run_verify(&run), error);
}

OPEN_TEST(clocks_by_hand)
{
	struct gb_metric out[GB_METRICS_MAX];
	const struct gb_result known = { 4 * 1.5e9 * 127, 1, 1.5e9, NULL, NAN }, unknown = { 1, 1, NAN, NULL, NAN };

	at(points[0].point);
	assert_int_equal(bench->metrics(&run, &known, out), 1);
	assert_int_equal(out[0].kind, GB_TIMES);
	assert_same(out[0].number * known.value, 127);
	assert_same(out[0].limit, 128);
	assert_int_equal(bench->metrics(&run, &unknown, out), 0);
}

OPEN_TEST(wide_reads_and_writes_are_roofs)
{
	at(points[0].point);
	assert_string_equal(bench->roof(&run), "shared.read");
	at(points[1].point);
	assert_string_equal(bench->roof(&run), "shared.write");
	at(points[2].point);
	assert_null(bench->roof(&run));
	at("op=read,word=8,unroll=4,warps=8,block=256");
	assert_null(bench->roof(&run));
}

OPEN_TEST(what_does_not_fit_is_skipped)
{
	skipped("op=read,word=4,unroll=4,warps=4,block=256", "4 warps per SM are fewer than a block of 256 threads");
	skipped("op=copy,word=16,unroll=8,warps=32,block=1024", "a block needs 262144 bytes of shared memory");
}

OPEN_TEST(wrong_words_are_named)
{
	expect_wrong_word_says(0, "verify: word 255 of block 3 of 'sum': got ");
	expect_wrong_word_says(1, "verify: word 4095 of block 3 of 'left': got ");
}

ONE_LESS(a_trip_less, struct shared_args, trips)

OPEN_TEST(a_missing_trip_is_caught)
{
	for (size_t i = 0; i < verified.count; i++)
		expect_caught_by(i, a_trip_less, "verify: ");
}

TESTS_OF("shared")
