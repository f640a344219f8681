/* Tests of the arithmetic and the checks of `mma`, with its models on the fake device. */
#include "../common/fragment_places.h"
#include "../common/number_formats.h"
#include "mma.h"

#include "device/rates.h"

#include "verified.h"

static double with_a_trip_less(struct gb_shape shape, const void *args)
{
	struct mma_args a = *(const struct mma_args *)args;

	*(a.half_trips > 0 ? &a.half_trips : &a.trips) -= 1;
	replaced_model(shape, &a);
	return 0;
}

static double with_another_scale(struct gb_shape shape, const void *args)
{
	const struct mma_args *a = args;
	unsigned char *first = (unsigned char *)(uintptr_t)a->a + MMA_SCALES_AT, kept = *first;

	*first ^= 8;
	replaced_model(shape, args);
	*first = kept;
	return 0;
}

#define SYNC "op=sync,shape="
VERIFIED_POINTS({ SYNC "fp16_fp32_m16n8k16,measure=latency", "mma_sync_fp16_fp32_m16n8k16_1" },
		{ SYNC "fp16_fp16_m16n8k8,measure=rate,warps=8", "mma_sync_fp16_fp16_m16n8k8_4" },
		{ SYNC "tf32_fp32_m16n8k4,measure=rate,warps=4", "mma_sync_tf32_fp32_m16n8k4_4" },
		{ SYNC "int8_int32_m8n8k16,measure=latency", "mma_sync_int8_int32_m8n8k16_1" },
		{ SYNC "fp64_fp64_m16n8k8,measure=latency", "mma_sync_fp64_fp64_m16n8k8_1" },
		{ SYNC "fp64_fp64_m8n8k4,measure=rate,warps=4", "mma_sync_fp64_fp64_m8n8k4_4" },
		{ "op=ss,type=fp16_fp32,n=8,measure=latency", "mma_ss_fp16_fp32_8" },
		{ "op=rs,type=fp16_fp16,n=96,measure=rate,warps=8", "mma_rs_fp16_fp16_96" },
		{ "op=ss,type=e4m3_fp32,n=64,measure=rate,warps=16", "mma_ss_e4m3_fp32_64" },
		{ "op=rs,type=int8_int32,n=32,measure=latency", "mma_rs_int8_int32_32" },
		{ "op=scaled,format=mxfp6_e3m2,measure=latency", "mma_scaled_mxfp6_e3m2_1" },
		{ "op=scaled,format=mxfp4,measure=latency", "mma_scaled_mxfp4_1" },
		{ "op=scaled,format=nvfp4,measure=rate,warps=4", "mma_scaled_nvfp4_4" });

/* ---- tests ------------------------------------------------------------------------------------------------------- */

/* FP16 represents all integers up to 2048 exactly, and the sums of every point in FP16 stay below 2048. */
TEST_WITH(sums_in_fp16_stay_whole, open_without_kernels, close_run)
{
	static const struct {
		const char *point;
		size_t sums; /* sums in the distinct tiles */
	} of_fp16[] = { { SYNC "fp16_fp16_m16n8k16,measure=rate,warps=8", (size_t)4 * 16 * 32 },
			{ SYNC "fp16_fp16_m16n8k16,measure=latency", (size_t)4 * 16 * 8 },
			{ "op=ss,type=fp16_fp16,n=32,measure=rate,warps=16", (size_t)4 * 64 * 32 },
			{ "op=ss,type=fp16_fp16,n=256,measure=rate,warps=12", (size_t)3 * 64 * 256 } };

	fake.models = NULL;
	for (size_t i = 0; i < sizeof of_fp16 / sizeof of_fp16[0]; i++) {
		at(of_fp16[i].point);
		assert_int_equal(gb_run_verify(&run), GB_FAILED);
		const uint16_t *expected = NULL;
		uint64_t bytes = 0;
		size_t found = 0;
		for (size_t slot = 0; slot < FAKE_SLOTS; slot++) {
			const void *memory = fake_allocation(slot, &bytes);
			if (memory != NULL && bytes == UINT64_C(4) * 4 * MMA_GROUP_ROWS * 256)
				expected = memory;
			found += expected == memory && memory != NULL;
		}
		assert_int_equal(found, 1);
		for (size_t e = 0; e < of_fp16[i].sums; e++)
			assert_true(fabs(format_decode(FORMAT_FP16, expected[e])) <= 2048);
	}
}

OPEN_TEST(latency_by_hand)
{
	struct gb_batch batch;

	at(SYNC "fp16_fp32_m16n8k16,measure=latency");
	assert_ok(gb_run_batch(&run, 1, &batch, &error), error);
	assert_same(batch.value, 33);
	assert_same(metric("waited"), -1);
	assert_unknown(bench->limit(&run, gb_device(&run), 1e9));
	/* Two passes of 66 trips, each with 32 and with 16 instructions of 16 x 8 x 16 multiply-adds. */
	assert_same(bench->cost(&run).ops, 2.0 * 66 * 48 * 4096);
	at("op=ss,type=fp16_fp32,n=8,measure=latency");
	assert_ok(gb_run_batch(&run, 1, &batch, &error), error);
	assert_same(batch.value, 33);
	assert_same(metric("waited"), 60);
	/* 72 rows of 32 bytes at 128 bytes per clock. */
	assert_same(bench->limit(&run, gb_device(&run), 1e9), 18);
	assert_same(bench->cost(&run).ops, 2.0 * 66 * (6 + 48) * 16384);
	/* With A in registers, shared memory takes 2 cycles, and the units take 4 at 4096 operations per clock. */
	EXPECT_AT("op=rs,type=fp16_fp32,n=8,measure=latency", { "limit", 4 });
	EXPECT_AT("op=ss,type=fp16_fp32,n=256,measure=latency", { "limit", 128 },
		  { "ops", 2.0 * 66 * (6 + 12) * 524288 });
}

static double limit_of_metric(const char *name)
{
	const struct gb_result result = { 1e12, 1e-3, 1.25e9, gb_device(&run), NAN };
	const struct gb_metric *found = metric_with(&result, name);

	return found != NULL ? found->limit : -1;
}

OPEN_TEST(rates_by_hand)
{
	static const struct {
		const char *point;
		double rate, operands; /* per SM and clock; bytes per operation */
	} known[] = {
		{ SYNC "fp64_fp64_m8n8k4,measure=rate,warps=4", 256, -1 },
		{ SYNC "fp16_fp16_m16n8k8,measure=rate,warps=8", 4096, -1 },
		{ "op=ss,type=fp16_fp16,n=64,measure=rate,warps=8", 4096, 4096.0 / 131072 },
		{ "op=rs,type=tf32_fp32,n=64,measure=rate,warps=8", 2048, 2048.0 / 65536 },
		{ "op=ss,type=e4m3_fp32,n=256,measure=rate,warps=8", 8192, 10240.0 / 1048576 },
		{ "op=ss,type=int8_int32,n=8,measure=rate,warps=8", 32768 / 18.0, 2304.0 / 32768 },
	};

	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
		EXPECT_AT(known[i].point, { "limit", known[i].rate * 4 * 1e9 }, { "ops_per_clock", 1 / (1.25e9 * 4) });
		assert_near(limit_of_metric("ops_per_clock"), known[i].rate, 1e-9);
		assert_near(metric("operand_bytes_per_clock"),
			    known[i].operands < 0 ? -1 : known[i].operands / (1.25e9 * 4), 1e-9);
		assert_true(bench->cost(&run).ops > 0);
	}
}

OPEN_TEST(what_cannot_be_is_skipped)
{
	skipped(SYNC "e4m3_fp32_m16n8k32,measure=latency", "folds a chain of equal products");
	skipped(SYNC "fp16_fp32_m8n8k4,measure=latency", "from compute capability 7.5 on");
	card.device.cc_major = 8;
	skipped(SYNC "fp64_fp64_m16n8k8,measure=latency", "do not have this shape");
	card.device.cc_minor = 9;
	at(SYNC "e4m3_fp32_m16n8k32,measure=latency");
}

/* On 7.0 each of the four quad pairs has its own eight rows and columns. */
OPEN_TEST(volta_has_quad_pairs)
{
	card.device.cc_major = 7;
	card.device.cc_minor = 0;
	expect_right(SYNC "fp16_fp32_m8n8k4,measure=latency");
	assert_same(bench->cost(&run).ops, 2.0 * 66 * 48 * 4 * 512);
	replace_kernel("mma_sync_fp16_fp32_m8n8k4_1", with_a_trip_less);
	assert_int_equal(gb_run_verify(&run), GB_FAILED);
}

/* The layouts of CUTLASS 4 for these instructions (include/cute/atom/mma_traits_sm120.hpp: ALayout, BLayout, SFALayout
 * and SFBLayout of SM120_16x8x64_TN_VS), in which element (m, k) of A is m + 16 k and (n, k) of B is n + 8 k. */
TEST(lanes_hold_what_cutlass_says)
{
	enum { OF_WORD = 8 }; /* elements of four bits per word */

	for (uint32_t lane = 0; lane < 32; lane++) {
		for (uint32_t v = 0; v < 4 * OF_WORD; v++) {
			const uint32_t i = v / OF_WORD, k = fragment_word(16, i, lane) * OF_WORD + v % OF_WORD;
			const uint32_t cutlass = lane % 4 * 128 + lane / 4 + v % 8 * 16 + v / 8 % 2 * 8 + v / 16 * 512;
			assert_int_equal(fragment_row(16, i, lane) + 16 * k, cutlass);
		}
		for (uint32_t v = 0; v < 2 * OF_WORD; v++) {
			const uint32_t i = v / OF_WORD, k = fragment_word(8, i, lane) * OF_WORD + v % OF_WORD;
			const uint32_t cutlass = lane % 4 * 64 + lane / 4 + v % 8 * 8 + v / 8 * 256;
			assert_int_equal(fragment_row(8, i, lane) + 8 * k, cutlass);
		}
		assert_int_equal(fragment_scale_row(16, lane), lane % 2 * 8 + lane / 2 % 2 * 0 + lane / 4);
		assert_int_equal(fragment_scale_row(8, lane), lane % 4 * 0 + lane / 4);
	}
}

/* The limits differ between formats with one element per byte and with two. The kernels have never run on a GPU. */
OPEN_TEST(scales_are_of_12_x)
{
	skipped("op=scaled,format=fp4_e2m1,measure=latency", "do not have this shape");
	card.device.cc_major = 12;
	card.device.rates = gb_rates_of(12, 0);
	expect_right("op=scaled,format=fp4_e2m1,measure=latency");
	EXPECT_AT("op=scaled,format=mxfp6_e2m3,measure=rate,warps=4", { "limit", 2048 * 4e9 });
	EXPECT_AT("op=scaled,format=nvfp4,measure=rate,warps=4", { "limit", 4096 * 4e9 });
	assert_says(bench->remark(&run), "audited, never run");
	/* Scales of one format are not used for another one. */
	replace_kernel("mma_scaled_nvfp4_4", with_another_scale);
	assert_int_equal(gb_run_verify(&run), GB_FAILED);
}

static void expect_no_variant(const char *name, int cc, const char *why)
{
	reset_device();
	fake.cc = cc;
	assert_ok(gb_device_open(&card, &fake_ops, 0, &error), error);
	assert_skips(gb_run_open(&run, &card, bench, variant_of(name), &error), why);
	gb_device_close(&card);
}

TEST(variants_need_their_chips)
{
	expect_no_variant("wgmma", 100, "wgmma exists only on compute capability 9.0");
	expect_no_variant("scaled", 100, "only on compute capability 12.x");
}

OPEN_TEST(wrong_kernels_are_caught)
{
	expect_wrong_word_says(0, "sums");
	for (size_t i = 0; i < verified.count; i++)
		expect_caught_by(i, with_a_trip_less, "sums");
}

TESTS_OF("mma")
