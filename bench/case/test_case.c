/* Tests of `case` on the fake device, with kernels and a library in C: its checks, its arithmetic by hand, and its
 * conclusions. */
#include "../common/input_model.h"
#include "test_library.h"
#include "made.h"
#include "opened.h"

/* ---- kernels in C ------------------------------------------------------------------------------------------------ */

enum { A_NUMBER = 1, A_TERM, AN_ELEMENT, FAULTS = AN_ELEMENT };
static int fault;

static double do_fill(struct gb_shape shape, const void *args)
{
	(void)shape;
	input_fill_model(args, case_word);
	return 0;
}

static double do_fill_matrix(struct gb_shape shape, const void *args)
{
	(void)shape;
	input_fill_model(args, case_matrix_word);
	return 0;
}

static double do_sum(struct gb_shape shape, const void *args)
{
	const struct case_sum_args *a = args;

	(void)shape;
	for (uint64_t row = 0; row < a->rows; row++) {
		a->sums[row] = 0;
		for (uint64_t i = 0; i < CASE_LENGTH; i++)
			a->sums[row] += case_number(row * CASE_LENGTH + i);
	}
	return 0;
}

static double do_check_average(struct gb_shape shape, const void *args)
{
	static int matrix[CASE_LENGTH * CASE_LENGTH];
	const struct case_check_average_args *a = args;

	(void)shape;
	for (unsigned int i = 0; i < CASE_LENGTH * CASE_LENGTH; i++)
		matrix[i] = case_matrix_number(i);
	for (uint64_t k = 0; k < a->sets; k++)
		for (uint64_t i = 0; i < CASE_LENGTH; i++, a->report->compared++) {
			int64_t sum = 0;
			for (uint64_t j = 0; j < CASE_LENGTH; j++)
				sum += (int64_t)matrix[i * CASE_LENGTH + j] * a->sums[k * CASE_LENGTH + j];
			if ((double)a->out[i * a->sets + k] * CASE_LENGTH != (double)sum)
				real_wrong(a->report, i * a->sets + k);
		}
	return 0;
}

static double do_check_product(struct gb_shape shape, const void *args)
{
	enum { N_MOST = 256 };
	static int number[2][N_MOST * N_MOST]; /* of A by rows, of B by columns */
	const struct case_check_product_args *a = args;
	const uint64_t n = a->n;

	(void)shape;
	assert_true(n <= N_MOST);
	for (uint64_t e = 0; e < n * n; e++) {
		number[0][e] = case_number(e);
		number[1][e % n * n + e / n] = case_number(n * n + e);
	}
	for (uint64_t e = 0; e < n * n; e++, a->report->compared++) {
		int sum = 0;
		for (uint64_t k = 0; k < n; k++)
			sum += number[0][e / n * n + k] * number[1][e % n * n + k];
		if ((double)a->c[e] != sum)
			real_wrong(a->report, e);
	}
	return 0;
}

static double do_means(struct gb_shape shape, const void *args)
{
	const struct case_average_args *a = args;

	assert_true((shape.grid == 1 || shape.grid == a->sets) && shape.block == CASE_LENGTH);
	for (uint64_t row = 0; row < (uint64_t)a->sets * CASE_LENGTH; row++) {
		float sum = 0;
		for (uint64_t i = 0; i < CASE_LENGTH - (fault == A_NUMBER && row == 1500); i++)
			sum += a->in[row * CASE_LENGTH + i];
		a->means[row] = sum / CASE_LENGTH;
	}
	return 0;
}

/* The work of a version before the library's. */
static double do_average(struct gb_shape shape, const void *args)
{
	const struct case_average_args *a = args;

	do_means(shape, args);
	for (uint64_t k = 0; k < a->sets; k++)
		for (uint64_t i = 0; i < CASE_LENGTH; i++) {
			float sum = 0;
			for (uint64_t j = fault == A_TERM && i == 3; j < CASE_LENGTH; j++)
				sum += a->matrix[i * CASE_LENGTH + j] * a->means[k * CASE_LENGTH + j];
			a->out[i * a->sets + k] =
				sum + (fault == AN_ELEMENT && i == 7 && k == 1 ? 1.0f / CASE_LENGTH : 0);
		}
	return 0;
}

static double do_product(struct gb_shape shape, const void *args)
{
	const struct case_product_args *a = args;
	const uint64_t n = a->n;

	assert_int_equal((uint64_t)shape.grid * (shape.block == CASE_BIG_BLOCK ? 128 * 128 : 32 * 32), n * n);
	for (uint64_t e = 0; e < n * n; e++) {
		float sum = fault == AN_ELEMENT && e == n * n - 1 ? 1 : 0;
		for (uint64_t k = fault == A_NUMBER && e == 5; k < n - (fault == A_TERM && e == n); k++)
			sum += a->a[e / n * n + k] * a->b[k * n + e % n];
		a->c[e] = sum;
	}
	return 0;
}

/* ---- points ------------------------------------------------------------------------------------------------------ */

/* The library's part of a version, without a kernel. */
/* Points, and a C function that does what the kernel of each should. */
static const struct {
	const char *point, *kernel;
	fake_kernel_fn *function;
} points[] = {
	{ "work=average,version=one_block,sets_in_turn=2", "case_one_block", do_average },
	{ "work=average,version=block_a_set,sets=4", "case_block_a_set", do_average },
	{ "work=average,version=coalesced,sets=4", "case_coalesced", do_average },
	{ "work=average,version=shuffled,sets=4", "case_shuffled", do_average },
	{ "work=average,version=library,sets=4", "case_means", do_means },
	{ "work=product,kernel=plain,n=128", "case_plain", do_product },
	{ "work=product,kernel=along_rows,n=128", "case_along_rows", do_product },
	{ "work=product,kernel=tiled,n=128", "case_tiled", do_product },
	{ "work=product,kernel=blocked,n=128,depth=8", "case_blocked_d8", do_product },
	{ "work=product,kernel=registers,n=128", "case_registers_d8", do_product },
	{ "work=product,kernel=cp_async,n=256,depth=16", "case_cp_async_d16", do_product },
	{ "work=product,kernel=cublas,n=128", NULL, NULL },
};
enum { POINTS = sizeof points / sizeof points[0] };

static int open_device(bool with_kernels)
{
	reset_device();
	bench = &gb_bench_case;
	fault = 0;
	memset(&fake_cublas, 0, sizeof fake_cublas);
	fake_kernel("case_fill", do_fill);
	fake_kernel("case_fill_matrix", do_fill_matrix);
	fake_kernel("case_sum", do_sum);
	fake_kernel("case_check_average", do_check_average);
	fake_kernel("case_check_product", do_check_product);
	for (size_t i = 0; with_kernels && i < POINTS; i++)
		if (points[i].kernel != NULL)
			fake_kernel(points[i].kernel, points[i].function);
	return open_bench();
}

static int reset(void **state)
{
	(void)state;
	return open_device(true);
}

static int reset_without_kernels(void **state)
{
	(void)state;
	return open_device(false);
}

static int finish(void **state)
{
	/* All objects obtained from the library were released. */
	return close_run(state) == 0 && fake_cublas.handles == 0 ? 0 : -1;
}

static void right_kernels_pass(void **state)
{
	(void)state;
	for (size_t i = 0; i < POINTS; i++) {
		expect_right(points[i].point);
		if (points[i].kernel != NULL)
			real_stale_is_caught(&run, points[i].kernel);
	}
}

static void expect_caught(const char *point)
{
	at(point);
	if (gb_run_verify(&run) != GB_FAILED)
		fail_msg("%s passes in spite of fault %d", point, fault);
	assert_says(error.text, "elements are wrong");
}

static void kernels_that_do_not_run_are_caught(void **state)
{
	(void)state;
	for (size_t i = 0; i < POINTS; i++)
		if (points[i].kernel != NULL)
			expect_caught(points[i].point);
}

static void faults_are_caught(void **state)
{
	(void)state;
	for (size_t i = 0; i < POINTS; i++)
		for (fault = 1; fault <= FAULTS && points[i].kernel != NULL; fault++)
			if (points[i].function != do_means || fault == A_NUMBER)
				expect_caught(points[i].point);
	fault = 0;
	fake_cublas.left_out = 1;
	expect_caught("work=average,version=library,sets=4");
	expect_caught("work=product,kernel=cublas,n=128");
}

static void a_spoilt_input_is_caught(void **state)
{
	const struct state *s = gb_state(&run);

	(void)state;
	((unsigned int *)gb_address(s->matrix))[SET_WORDS / 2] ^= 1;
	at("work=average,version=coalesced,sets=4");
	assert_int_equal(gb_run_verify(&run), GB_FAILED);
	assert_says(error.text, "input word");
}

/* ---- unsupported points ------------------------------------------------------------------------------------------ */

static void without_a_library_its_points_are_skipped(void **state)
{
	(void)state;
	fake_cublas.absent = true;
	skipped("work=product,kernel=cublas,n=128", "no cuBLAS: libcublasLt not found");
	at("work=product,kernel=tiled,n=128");
}

static void a_failed_product_is_told(void **state)
{
	(void)state;
	at("work=product,kernel=cublas,n=128");
	fake_cublas.multiply_status = 13;
	assert_int_equal(gb_run_verify(&run), GB_FAILED);
	assert_says(error.text, "cublasSgemm: status 13");
}

/* The fake device has 64 MiB. */
static void what_does_not_fit_is_skipped(void **state)
{
	(void)state;
	skipped("work=average,version=coalesced,sets=1024", "holds 6 sets, not 1024");
	skipped("work=product,kernel=plain,n=4096", "4096 x 4096");
}

static void old_devices_have_no_asynchronous_copies(void **state)
{
	(void)state;
	card.device.cc_major = 7;
	skipped("work=product,kernel=cp_async,n=128,depth=8", "capability 8.0");
	at("work=product,kernel=registers,n=128");
}

/* ---- arithmetic by hand ------------------------------------------------------------------------------------------ */

/* A set is 2^20 numbers: as many additions, and twice as many operations with the matrix. 2^15 loads of warps. */
static void averages_by_hand(void **state)
{
	const double set = 1 << 20, loads = 1 << 15;

	(void)state;
	at("work=average,version=one_block,sets_in_turn=2");
	assert_same(bench->cost(&run).ops, 2 * 3 * set);
	assert_same(bench->cost(&run).bytes, 4 * (2 * set + 2 * 1024 + set));
	assert_same(metric("time"), 1024 * 3 * set);
	/* Half of the loads touch 32 sectors, half 4; a result takes a sector. */
	assert_same(metric("sectors_per_request"), 18);
	assert_same(metric("sector_bytes"), 2 * 32.0 * (loads * 32 + loads * 4 + 1024));
	assert_same(metric("l2_read_bytes"), 2 * 2 * 4 * set);
	assert_same(metric("intensity_l2"), 3.0 / 8);
	/* 32 lines, or one; 32 warps times a store, ten rounds of three, a load; a result. */
	assert_same(metric("l1_passes"), 2 * (loads * 32 + loads + 1024 * (32 * 32) + 1024));
	at("work=average,version=coalesced,sets=4");
	assert_same(metric("sectors_per_request"), 4);
	assert_same(metric("sector_bytes"), 4 * 32.0 * (2 * loads * 4 + 1024));
	/* Five shuffles and a stored word per mean, and loads of all means. */
	assert_same(metric("l1_passes"), 4 * (2 * loads + 1024 * 6 + 32 + 1024 * (32 * 32) + 1024));
	at("work=average,version=shuffled,sets=4");
	assert_same(metric("l1_passes"), 4 * (2 * loads + 1024 * 6 + 32 + 1024 * (33 * 5 + 64) + 1024));
	assert_same(metric("intensity_l1"), 4 * 3 * set / (128 * metric("l1_passes")));
	at("work=average,version=library,sets=4");
	assert_same(metric("sectors_per_request"), 4);
	assert_same(metric("l1_passes"), 4 * (loads + 1024 * 6 + 32 + 32));
	assert_same(metric("intensity_l2"), 0.75);
	assert_same(metric("time"), 1024 * 3 * set);
}

static void products_by_hand(void **state)
{
	const double n = 1024, cubes = n * n * n;

	(void)state;
	at("work=product,kernel=plain,n=1024");
	assert_same(bench->cost(&run).ops, 2 * cubes);
	assert_same(bench->cost(&run).bytes, 12 * n * n);
	assert_same(metric("intensity"), n / 6);
	assert_same(metric("intensity_asked"), 0.25);
	assert_same(metric("sectors_per_request"), 16.5);
	assert_same(metric("sector_bytes"), 32 * (33 * cubes / 32 + n * n));
	assert_same(metric("l1_passes"), 33 * cubes / 32 + n * n);
	assert_same(metric("intensity_l2"), 8);
	at("work=product,kernel=along_rows,n=1024");
	assert_same(metric("intensity_asked"), 0.25);
	assert_same(metric("sectors_per_request"), 2.5);
	assert_same(metric("sector_bytes"), 32 * (5 * cubes / 32 + n * n / 8));
	assert_same(metric("l1_passes"), 2 * cubes / 32 + n * n / 32);
	at("work=product,kernel=tiled,n=1024");
	assert_same(metric("intensity_asked"), -1);
	assert_same(metric("sectors_per_request"), 4);
	/* 32 x 32 words of both for 32 x 32 x 32 multiply-adds. */
	assert_same(metric("sector_bytes"), 4 * 2 * cubes / 32 + 4 * n * n);
	/* A warp, for 32 columns: 2 loaded, 2 stored, 32 of B, 8 x 2 of A. */
	assert_same(metric("l1_passes"), (2 + 2 + 32 + 16) * cubes / 32 / 32 + n * n / 32);
	assert_same(metric("intensity_l2"), 8);
	at("work=product,kernel=blocked,n=1024,depth=16");
	assert_same(metric("sectors_per_request"), 16);
	assert_same(metric("sector_bytes"), 4 * 2 * cubes / 128 + 4 * n * n);
	/* Each of 8 warps, for 16 columns: 2 loads of 8 lines and 2 of 4; 8 stores of two passes and 2 of 4; 16 x 12
	 * passes. Results: 16 stores per thread, 4 x 128 bytes in 8 lines. */
	assert_same(metric("l1_passes"), 64 * 8 * (64 * (2 * 8 + 2 * 4 + 8 * 2 + 2 * 4 + 16 * 12) + 16 * 8));
	assert_same(metric("intensity_l2"), 32);
	at("work=product,kernel=registers,n=1024");
	assert_same(metric("l1_passes"), 64 * 8 * (128 * (16 + 4 + 4 + 4 + 8 * 12) + 16 * 8));
	at("work=product,kernel=cp_async,n=1024,depth=16");
	assert_same(metric("l1_passes"), 64 * 8 * (64 * (2 * 8 + 2 * 4 + 2 * 4 + 2 * 4 + 16 * 12) + 16 * 8));
	at("work=product,kernel=cublas,n=1024");
	assert_same(metric("sectors_per_request"), -1);
	assert_same(metric("intensity"), n / 6);
}

/* The fake device has 4 SMs of a 9.0, 256 FLOP per clock, and 4 MiB of L2; 1 GHz x 512 bytes x 2 of memory. */
static void limits_by_hand(void **state)
{
	(void)state;
	at("work=average,version=coalesced,sets=4");
	assert_same(bench->limit(&run, gb_device(&run), 1e9),
		    4 * 256e9 < 1.024e12 * metric("intensity") ? 4 * 256e9 : 1.024e12 * metric("intensity"));
	at("work=product,kernel=plain,n=128");
	assert_same(bench->limit(&run, gb_device(&run), 1e9), 4 * 256e9);
}

static void remarks_tell_what_binds(void **state)
{
	(void)state;
	at("work=average,version=block_a_set,sets=4");
	assert_says(bench->remark(&run), "touches 32 rows");
	at("work=product,kernel=along_rows,n=128");
	assert_says(bench->remark(&run), "two passes");
	at("work=product,kernel=registers,n=128");
	assert_says(bench->remark(&run), "bound by multiply-adds");
	at("work=average,version=library,sets=4");
	assert_says(bench->remark(&run), "device memory");
}

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

static void steps_are_compared(void **state)
{
	(void)state;
	made_count = 0;
	make_row(bench, "work=average,version=one_block,sets_in_turn=32", "flop_rate", 1e9);
	make_row(bench, "work=average,version=block_a_set,sets=1024", "flop_rate", 40e9);
	make_row(bench, "work=average,version=library,sets=1024", "flop_rate", 3e12);
	make_row(bench, "work=product,kernel=plain,n=2048", "flop_rate", 1e12);
	make_row(bench, "work=product,kernel=along_rows,n=2048", "flop_rate", 5e12);
	make_row(bench, "work=product,kernel=along_rows,n=1024", "flop_rate", 4e12);
	make_row(bench, "work=product,kernel=cublas,n=2048", "flop_rate", 50e12);
	conclude(bench, gb_device(&run));
	expect_finding("work=average,version=block_a_set", "gain", 40);
	expect_finding("work=average,version=block_a_set", "of_library", 40e9 / 3e12);
	expect_finding("work=product,kernel=along_rows,n=2048", "gain", 5);
	expect_finding("work=product,kernel=along_rows,n=2048", "of_library", 0.1);
	/* No version is compared with one that is missing, nor with itself. */
	assert_null(finding_of("work=average,version=library", "gain"));
	assert_null(finding_of("work=average,version=library", "of_library"));
	assert_null(finding_of("work=product,kernel=along_rows,n=1024", "gain"));
}

static void the_nearest_roof_is_named(void **state)
{
	static const char point[] = "work=product,kernel=tiled,n=2048",
			  bound[] = "work=average,version=library,sets=1024";

	(void)state;
	made_count = 0;
	make_row(bench, point, "flop_rate", 5e12)->limit = 50e12;
	make_row(bench, point, "l1_bandwidth", 20e12)->limit = 25e12;
	make_row(bench, point, "memory_bandwidth", 1e12)->limit = 5e12;
	make_row(bench, "work=product,kernel=along_rows,n=2048", "l1_bandwidth", 24e12)->limit = 25e12;
	/* Where memory limits the operations, the memory's roof is named. */
	make_row(bench, bound, "flop_rate", 3e12)->limit = 4e12;
	make_row(bench, bound, "memory_bandwidth", 3.75e12)->limit = 5e12;
	conclude(bench, gb_device(&run));
	assert_string_equal(expect_finding(point, "of_nearest_roof", 0.8)->remark, "L1");
	assert_string_equal(expect_finding("work=average,version=library", "of_nearest_roof", 0.75)->remark, "memory");
}

#define C(name) cmocka_unit_test_setup_teardown(name, reset, finish)

int main(void)
{
	const struct CMUnitTest tests[] = {
		C(right_kernels_pass),
		C(faults_are_caught),
		cmocka_unit_test_setup_teardown(kernels_that_do_not_run_are_caught, reset_without_kernels, finish),
		C(a_spoilt_input_is_caught),
		C(without_a_library_its_points_are_skipped),
		C(a_failed_product_is_told),
		C(what_does_not_fit_is_skipped),
		C(old_devices_have_no_asynchronous_copies),
		C(averages_by_hand),
		C(products_by_hand),
		C(limits_by_hand),
		C(remarks_tell_what_binds),
		C(steps_are_compared),
		C(the_nearest_roof_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
