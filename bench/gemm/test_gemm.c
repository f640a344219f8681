/* Tests of `gemm` on the fake device, with a library in C in place of cuBLAS: loading the library, its checks, its
 * arithmetic. */
#include "device/rates.h"
#include "test_library.h"
#include "made.h"
#include "opened.h"

/* ---- kernels in C ------------------------------------------------------------------------------------------------ */

static double do_fill(struct gb_shape shape, const void *arguments)
{
	const struct gemm_fill_args *args = arguments;

	for (uint64_t i = 0; i < args->elements; i++)
		memcpy((char *)args->to + i * args->bytes,
		       (const char *)args->table + (uint64_t)gemm_place(args->first + i) * args->bytes, args->bytes);
	return 0;
}

static double element(const void *m, uint32_t format, uint64_t i)
{
	switch (format) {
	case GEMM_E4M3:
		return format_decode(FORMAT_E4M3, format_get(FORMAT_E4M3, m, i));
	case GEMM_INT8:
		return format_decode(FORMAT_INT8, format_get(FORMAT_INT8, m, i));
	case GEMM_FP16:
	case GEMM_BF16:
		return result_of(format, (const char *)m + 2 * i);
	case GEMM_FP64:
		return result_of(format, (const char *)m + 8 * i);
	default:
		return result_of(format, (const char *)m + 4 * i);
	}
}

static double do_fold(struct gb_shape shape, const void *arguments)
{
	const struct gemm_fold_args *args = arguments;
	const uint32_t across = (args->n + shape.block - 1) / shape.block;

	assert_true(shape.grid / across * GEMM_FOLD_COLUMNS >= args->n);
	for (uint32_t j = 0; j < args->n; j++)
		for (uint32_t i = 0; i < args->n; i++) {
			const double value = element(args->m, args->element, i + (uint64_t)j * args->n);
			args->out[i] += gemm_sign(j) * value;
			if (args->squares != NULL)
				args->squares[i] += value * value;
		}
	return 0;
}

static double do_compare(struct gb_shape shape, const void *arguments)
{
	const struct gemm_compare_args *args = arguments;

	assert_true(shape.grid * shape.block / 32 >= args->n);
	for (uint32_t i = 0; i < args->n; i++) {
		double sum = 0;
		for (uint32_t k = 0; k < args->n; k++)
			sum += element(args->a, args->element, k + (uint64_t)i * args->n) * args->b[k];
		args->report->compared++;
		sum = args->alpha * sum + (args->before == NULL ? 0 : args->beta * args->before[i]);
		if (!(fabs(sum - args->d[i]) <= args->part * sqrt(args->squares[i])))
			real_wrong(args->report, i);
	}
	return 0;
}

/* ---- points ------------------------------------------------------------------------------------------------------ */

static const char *const points[] = {
	"type=fp16,n=128,data=normal,algo=0",  "type=bf16,n=128,data=normal,algo=1",
	"type=tf32,n=128,data=normal,algo=0",  "type=e4m3,n=128,data=normal,algo=0",
	"type=int8,n=128,data=normal,algo=0",  "type=fp64,n=128,data=normal,algo=0",
	"type=bf16,n=128,data=zeros,algo=0",   "type=fp32,n32=128,way=single",
	"type=fp32,n32=128,way=calls",         "type=fp32,n32=128,way=streams",
	"type=fp32,n32=128,way=batched",       "type=fp32,n32=128,way=added",
	"type=fp32,n32=128,way=batched_added",
};
enum { POINTS = sizeof points / sizeof points[0] };

static int reset(void)
{
	reset_device();
	fake.sms = 2;
	fake_kernel("gemm_fill", do_fill);
	fake_kernel("gemm_fold", do_fold);
	fake_kernel("gemm_compare", do_compare);
	memset(&fake_cublas, 0, sizeof fake_cublas);
	memset(&library, 0, sizeof library);
	library.algorithms = 2;
	bench = &gb_bench_gemm;
	return open_bench();
}

static int finish(void)
{
	close_bench();
	return fake_cublas.handles == 0 && library.objects == 0 && fake_reset() ? 0 : -1;
}

TEST_WITH(right_products_pass, reset, finish)
{
	for (size_t i = 0; i < POINTS; i++)
		expect_right(points[i]);
}

static void expect_caught(bool zeros_too)
{
	for (size_t i = 0; i < POINTS; i++) {
		if (!zeros_too && strstr(points[i], "zeros") != NULL)
			continue;
		at(points[i]);
		if (gb_run_verify(&run) != GB_FAILED)
			fail_msg("%s passes", points[i]);
		assert_says(error.text, "rows are wrong");
		gb_error_clear(&error);
	}
}

/* Only products that add to C have both factors. */
TEST_WITH(a_forgotten_factor_is_caught, reset, finish)
{
	bool *const forgets[] = { &library.forgets_alpha, &library.forgets_beta };

	for (size_t f = 0; f < 2; f++) {
		*forgets[f] = true;
		for (size_t i = 0; i < POINTS; i++) {
			const bool adds = strstr(points[i], "added") != NULL;
			at(points[i]);
			if (gb_run_verify(&run) != (adds ? GB_FAILED : GB_OK))
				fail_msg("%s: %s", points[i], error.text);
			gb_error_clear(&error);
		}
		*forgets[f] = false;
	}
}

TEST_WITH(no_product_is_caught, reset, finish)
{
	library.idle = true;
	expect_caught(true);
}

TEST_WITH(one_wrong_element_is_caught, reset, finish)
{
	library.spoil = true;
	expect_caught(true);
}

/* Four of 128 steps of k are missing. */
TEST_WITH(a_product_cut_short_is_caught, reset, finish)
{
	fake_cublas.left_out = 4;
	expect_caught(false);
}

/* The host checks elements itself, even if the device's check reports all rows as correct. */
static double all_right(struct gb_shape shape, const void *arguments)
{
	const struct gemm_compare_args *args = arguments;

	args->report->compared += args->n;
	return 0;
}

static void expect_host_finds(const char *words)
{
	gb_run_close(&run);
	fake_kernel("gemm_compare", all_right);
	assert_ok(gb_run_open(&run, &card, bench, &bench->variants[0], &error), error);
	at(points[0]);
	expect_check_says(words);
}

TEST_WITH(the_host_looks_too, reset, finish)
{
	fake_cublas.left_out = 100;
	expect_host_finds("of product 0: got");
}

/* The host computes 8 elements, of which only the last is wrong. */
TEST_WITH(the_host_looks_at_all_its_elements, reset, finish)
{
	const uint32_t row = gemm_mix(7) % 128, column = gemm_mix(15) % 128;
	char words[64];

	library.spoil = true;
	library.spoilt = row + 128 * column;
	snprintf(words, sizeof words, "element (%u, %u) of product 0: got", row, column);
	expect_host_finds(words);
}

/* Number of the first element of B that the host multiplies in product 0. The product and the device's check use the
 * stored value. */
static unsigned long long first_of_b(void)
{
	return 128 * 128 + 128 * (gemm_mix(8) % 128);
}

static double fill_but_one(struct gb_shape shape, const void *arguments)
{
	const struct gemm_fill_args *args = arguments;

	do_fill(shape, arguments);
	((unsigned char *)args->to)[first_of_b() * args->bytes] ^= 1;
	return 0;
}

TEST_WITH(a_wrong_operand_is_caught, reset, finish)
{
	char words[64];

	fake_kernel("gemm_fill", fill_but_one);
	snprintf(words, sizeof words, "operand element %llu is wrong", first_of_b());
	expect_host_finds(words);
}

/* ---- faults of the library --------------------------------------------------------------------------------------- */

TEST_WITH(no_library_is_skipped, reset, finish)
{
	fake_cublas.absent = true;
	skipped(points[0], "no cuBLAS: libcublasLt not found");
	assert_says(error.text, ".so.13, .12 and .11");
	assert_says(fake_cublas.tried, "libcublasLt.so.13 ");
	assert_says(fake_cublas.tried, "/usr/local/cuda/lib64/libcublasLt.so.11 ");
	assert_int_equal(point_of(points[7]), GB_SKIPPED);
}

TEST_WITH(a_library_without_a_call_is_skipped, reset, finish)
{
	fake_cublas.lacks = "cublasLtMatmulAlgoGetHeuristic";
	skipped(points[0], "cublasLtMatmulAlgoGetHeuristic not found");
}

TEST_WITH(a_library_that_does_not_start, reset, finish)
{
	fake_cublas.create_status = BLAS_NOT_INITIALIZED;
	skipped(points[0], "cuBLAS 130100 could not be initialized");
	fake_cublas.create_status = BLAS_ALLOC_FAILED;
	skipped(points[0], "cuBLAS cannot allocate its memory (cublasCreate: status 3)");
	fake_cublas.create_status = 14;
	assert_fails(point_of(points[0]), "cublasCreate: status 14");
}

TEST_WITH(what_it_does_not_offer_is_skipped, reset, finish)
{
	skipped("type=fp16,n=128,data=normal,algo=2", "cuBLASLt offers 2 algorithms");
	library.choose_status = BLAS_NOT_SUPPORTED;
	skipped(points[3], "no product of this format");
	library.choose_status = 7;
	assert_fails(point_of(points[3]), "cublasLtMatmulAlgoGetHeuristic: status 7");
}

TEST_WITH(a_product_that_fails_fails, reset, finish)
{
	fake_cublas.multiply_status = 14;
	for (size_t i = 0; i < POINTS; i++) {
		at(points[i]);
		assert_fails(bench->launch(&run), "status 14");
	}
}

TEST_WITH(matrices_that_do_not_fit_are_skipped, reset, finish)
{
	skipped("type=fp64,n=4096,data=normal,algo=0", "the matrices take 403 MB");
}

/* ---- values computed by hand ------------------------------------------------------------------------------------- */

static void expect(const char *point, double ops, double limit, enum gb_quantity quantity)
{
	EXPECT_AT(point, { "ops", ops }, { "limit", limit });
	assert_int_equal(bench->measures(&run), quantity);
}

TEST_WITH(arithmetic_by_hand, reset, finish)
{
	const double product_128 = 2.0 * 128 * 128 * 128, product_512 = 64 * product_128;

	/* 8 ms at 4096 per clock on 2 SMs of 1.5 GHz are more than 100 products of order 512. */
	expect("type=fp16,n=128,data=normal,algo=0", 100 * product_128, 2e9 * 4096, GB_FLOPS);
	/* In FP64, 8e-3 x 256 x 2 x 1.5e9 / 268435456 is 22.9, rounded up. */
	expect("type=fp64,n=512,data=normal,algo=0", 23 * product_512, 2e9 * 256, GB_FLOPS);
	expect("type=int8,n=128,data=zeros,algo=0", 100 * product_128, 2e9 * 8192, GB_OPS);
	/* 16 tiles of 128 x 128 are enough for 2 SMs, as are ten products in streams. A single tile is less than two
	 * per SM. */
	expect("type=fp32,n32=512,way=single", product_512, 2e9 * 256, GB_FLOPS);
	assert_null(bench->remark(&run));
	expect("type=fp32,n32=128,way=streams", 10 * product_128, 2e9 * 256, GB_FLOPS);
	assert_null(bench->remark(&run));
	at("type=fp32,n32=128,way=calls");
	assert_says(bench->remark(&run), "one product of this size has fewer than two tiles for each SM");
	/* For 8 SMs, ten products are too few as well. */
	card.device.sm_count = 8;
	at("type=fp32,n32=128,way=batched");
	assert_says(bench->remark(&run), "ten products of this size have fewer than two tiles for each SM");
}

TEST_WITH(each_way_makes_its_calls, reset, finish)
{
	static const struct {
		const char *way;
		uint32_t forks;
		int products;
	} ways[] = { { "single", 0, 1 }, { "calls", 0, 10 }, { "streams", 1, 10 },      { "batched", 0, 10 },
		     { "alone", 0, 1 },  { "added", 0, 1 },  { "batched_added", 0, 10 } };

	for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
		char text[64];
		snprintf(text, sizeof text, "type=fp32,n32=128,way=%s", ways[i].way);
		at(text);
		const uint32_t forks = fake_calls("fork"), joins = fake_calls("join");
		library.products = 0;
		assert_int_equal(bench->timing(&run).clock,
				 strcmp(ways[i].way, "alone") == 0 ? GB_CLOCK_ROUND_TRIP : GB_CLOCK_DEVICE);
		assert_ok(bench->launch(&run), error);
		assert_int_equal(fake_calls("fork") - forks, ways[i].forks);
		assert_int_equal(fake_calls("join") - joins, ways[i].forks);
		assert_int_equal(library.products, ways[i].products);
	}
}

/* The limits are those of `tensor`, except for FP8, where the library may use instructions with scales. */
TEST_WITH(limits_are_those_of_the_board, reset, finish)
{
	static const struct {
		const char *name;
		int cc;
		double fp16, fp8, int8;
	} boards[] = {
		{ "NVIDIA L40S", 89, 1024, 2048, 2048 },
		{ "NVIDIA L40", 89, 512, 1024, 1024 },
		{ "NVIDIA GeForce RTX 4090", 89, 512, 1024, 2048 },
		{ "NVIDIA L99", 89, NAN, NAN, NAN },
		{ "NVIDIA RTX PRO 6000 Blackwell Server Edition", 120, 1024, 2048, 2048 },
		{ "NVIDIA GeForce RTX 5090", 120, 512, NAN, 2048 },
	};

	for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
		const double rates[] = { boards[i].fp16, boards[i].fp8, boards[i].int8 };
		static const size_t of[] = { 0, 3, 4 };

		for (size_t k = 0; k < sizeof of / sizeof of[0]; k++) {
			struct gb_device device = card.device;

			device.rates = gb_rates_of_board(boards[i].name, boards[i].cc / 10, boards[i].cc % 10);
			at(points[of[k]]);
			if (isnan(rates[k]))
				assert_true(isnan(bench->limit(&run, &device, 1e9)));
			else
				assert_same(bench->limit(&run, &device, 1e9), 2e9 * rates[k]);
		}
	}
}

TEST_WITH(operations_a_clock, reset, finish)
{
	const struct gb_result result = { .value = 6e12, .seconds = 1, .sm_hz = 1.5e9 },
			       unknown = { .value = 6e12, .sm_hz = NAN };
	struct gb_metric metric[GB_METRICS_MAX];

	at(points[4]);
	assert_int_equal(bench->metrics(&run, &result, metric), 1);
	assert_string_equal(metric[0].unit, "OP/clk/SM");
	assert_same(metric[0].number * result.value, 2000);
	assert_same(metric[0].limit, 8192);
	assert_int_equal(bench->metrics(&run, &unknown, metric), 0);
}

/* The points need more memory than the fake device has, so they are not opened. */
static const char *roof_at(const char *point)
{
	assert_ok(gb_point_read(bench->axes, point, &run.point, &error), error);
	return bench->roof(&run);
}

TEST_WITH(one_order_sets_roofs, reset, finish)
{
	assert_string_equal(roof_at("type=bf16,n=8192,data=normal,algo=0"), "gemm.bf16");
	assert_string_equal(roof_at("type=e4m3,n=8192,data=normal,algo=3"), "gemm.fp8");
	assert_string_equal(roof_at("type=fp32,n32=8192,way=single"), "gemm.fp32");
	assert_null(roof_at("type=fp16,n=4096,data=normal,algo=0"));
	assert_null(roof_at("type=fp16,n=8192,data=zeros,algo=0"));
	assert_null(roof_at("type=fp32,n32=8192,way=alone"));
	assert_null(roof_at("type=fp32,n32=2048,way=batched"));
}

TEST_WITH(ten_large_products_need_room, reset, finish)
{
	skipped("type=fp32,n32=8192,way=batched", "the matrices take 8053 MB");
}

/* Two launches that add leave C unchanged, so its numbers neither grow nor vanish. */
TEST_WITH(a_second_launch_takes_the_first_back, reset, finish)
{
	enum { N = 128 };
	float before[N], after[N], between[N];

	at("type=fp32,n32=128,way=added");
	assert_ok(bench->restore(&run), error);
	assert_ok(gb_copy_out(&run, before, gemm_c(&run, 0), sizeof before), error);
	assert_ok(bench->launch(&run), error);
	assert_ok(gb_copy_out(&run, between, gemm_c(&run, 0), sizeof between), error);
	assert_ok(bench->launch(&run), error);
	assert_ok(gb_copy_out(&run, after, gemm_c(&run, 0), sizeof after), error);
	for (size_t i = 0; i < N; i++) {
		assert_true(fabsf(between[i] - before[i]) > 0);
		assert_true(fabsf(after[i] - before[i]) < 1e-4F);
	}
}

TEST_WITH(what_the_ways_gain, reset, finish)
{
	MAKE_ROWS({ "default", "type=bf16,n=8192,data=normal", "flop_rate", 650 },
		  { "default", "type=fp32,n32=512,way=single", "flop_rate", 20 },
		  { "default", "type=fp32,n32=512,way=batched", "flop_rate", 35 },
		  { "default", "type=fp32,n32=2048,way=streams", "flop_rate", 50 });
	assert_int_equal(conclude(bench, NULL), 1);
	assert_string_equal(finding[0].metric, "batched_over_single");
	assert_same(finding[0].value, 35.0 / 20);
	assert_same(finding[0].lo, 0.9 * 35 / (1.1 * 20));
	assert_same(finding[0].x, 512);
	assert_null(finding[0].roof);
}
