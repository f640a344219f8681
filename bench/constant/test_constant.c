/* The arithmetic, the checks and the conclusions of `constant`, with kernels in C on the fake device. */
#include "constant.h"

#include "verified.h"

/* ---- kernels in C ------------------------------------------------------------------------------------------------ */

enum { A_WORD = 1, A_LOAD, A_TRIP, FAULTS = A_TRIP };

static double table(struct gb_shape shape, const void *args)
{
	const struct constant_table_args *a = args;

	(void)shape;
	for (unsigned int i = 0; i < CONSTANT_BYTES / 4; i++)
		a->words[i] = constant_word(i) + (fault == A_WORD && i == CONSTANT_BYTES / 4 - 1);
	return 0;
}

/* 2 cycles per request of the 32 warps, on all SMs except one. */
static void count_cycles(struct gb_shape shape, unsigned int *cycles, unsigned int requests)
{
	for (unsigned int b = 0; b < shape.grid; b++)
		cycles[b] = (b == 0 ? 7u : 2u) * requests;
}

static double load(struct gb_shape shape, const void *args)
{
	const struct constant_load_args *a = args;
	const unsigned int trips = a->trips[1] - (fault == A_TRIP);

	count_cycles(shape, a->cycles, shape.block / 32 * CONSTANT_LOADS * a->trips[1]);
	for (unsigned int t = 0; a->record && t < shape.grid * shape.block; t++) {
		const unsigned int warp = t % shape.block / 32;
		unsigned int sum = 0;
		for (unsigned int i = 0; i < CONSTANT_LOADS * trips; i++) {
			const unsigned int group = (constant_start(warp, a->set) + i / 4 * 256) % a->set;
			const unsigned int byte = group + i % 4 * 64 + a->offset[t % 32];
			assert_true(byte < CONSTANT_BYTES);
			sum += constant_word(byte / 4 + (fault == A_LOAD && t == 1025 && i == 7));
		}
		a->sum[t] = sum;
	}
	return 1e-4;
}

/* Every multiply-add one after another, as the hardware does it. */
static double add(struct gb_shape shape, const struct constant_sum_args *a, unsigned int body, unsigned int words)
{
	const unsigned int trips = a->trips[1] - (fault == A_TRIP);
	float chain[CONSTANT_CHAINS];
	unsigned int sum = 0;

	count_cycles(shape, a->cycles, shape.block / 32 * body * a->trips[1]);
	if (!a->record)
		return 1e-4;
	for (unsigned int c = 0; c < CONSTANT_CHAINS; c++)
		chain[c] = 1;
	for (unsigned int i = 0; i < body * trips - (fault == A_LOAD); i++) {
		const unsigned int word = constant_word(i % 64 % (words > 0 ? words : 1));
		float operand = 1;
		if (words > 0)
			memcpy(&operand, &word, sizeof operand);
		chain[i % CONSTANT_CHAINS] += operand;
	}
	for (unsigned int c = 0; c < CONSTANT_CHAINS; c++) {
		unsigned int bits;
		memcpy(&bits, &chain[c], sizeof bits);
		sum += (2 * c + 1) * bits;
	}
	for (unsigned int t = 0; t < shape.grid * shape.block; t++)
		a->sum[t] = sum + (fault == A_WORD && t == 33);
	return 1e-4;
}

static double eight(struct gb_shape shape, const void *args)
{
	return add(shape, args, 64, 8);
}

static double sixty_four(struct gb_shape shape, const void *args)
{
	return add(shape, args, 64, 64);
}

static double code_2(struct gb_shape shape, const void *args)
{
	return add(shape, args, 128, 0);
}

static double segments(struct gb_shape shape, const void *args)
{
	const struct constant_sum_args *a = args;

	return add(shape, a, a->segments * 1024, 0);
}

static const struct verified points[] = {
	{ "measure=divided,distinct=1,apart=4", "constant_load", load },
	{ "measure=divided,distinct=32,apart=64", "constant_load", load },
	{ "measure=divided,distinct=5,apart=4", "constant_load", load },
	{ "measure=ladder,set=256", "constant_load", load },
	{ "measure=ladder,set=768", "constant_load", load },
	{ "measure=ladder,set=65536", "constant_load", load },
	{ "measure=operand,operand=register", "constant_operand_register", eight },
	{ "measure=operand,operand=immediate", "constant_operand_immediate", sixty_four },
	{ "measure=operand,operand=param", "constant_operand_param", sixty_four },
	{ "measure=operand,operand=bank", "constant_operand_bank", sixty_four },
	{ "measure=operand,operand=ldc", "constant_operand_ldc", sixty_four },
	{ "measure=code,body=2048,warps=4", "constant_code_2", code_2 },
	{ "measure=code,body=16384,warps=8", "constant_code_segments", segments },
	{ "measure=code,body=524288,warps=32", "constant_code_segments", segments },
};
static const struct verified_points verified = { points, sizeof points / sizeof points[0] };
static const struct verified_device verified_device = { .work = 0.0625 };

static int open_with_table(void **state)
{
	(void)state;
	reset_device();
	fault = 0;
	fake_kernel("constant_table", table);
	return open_bench();
}

/* ---- tests ------------------------------------------------------------------------------------------------------- */

/* The words to compare are read from the device each time. */
static void a_table_that_is_not_told_is_caught(void **state)
{
	(void)state;
	assert_ok(verify_with_kernel(0), error);
	real_stale_is_caught(&run, "constant_table");
}

static void faults_are_caught(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof points / sizeof points[0]; i++)
		for (fault = 1; fault <= FAULTS; fault++)
			expect_caught(i,
				      fault == A_WORD && i < 6 ? "word 16383 of constant memory" : "the sum of thread");
}

/* 65536 passes of 32 warps x 8 loads are 256 trips, 4 before them; 4 SMs. */
static void what_is_counted_by_hand(void **state)
{
	(void)state;
	at("measure=divided,distinct=1,apart=4");
	assert_same(bench->cost(&run).ops, 4 * 32 * 8 * (256.0 + 4));
	assert_same(bench->cost(&run).bytes, 4 * 32 * 8 * (256.0 + 4) * 128);
	assert_same(metric("passes"), 1);
	assert_unknown(bench->limit(&run, gb_device(&run), 1e9));
	at("measure=divided,distinct=32,apart=4");
	assert_same(bench->cost(&run).ops, 4 * 32 * 8 * (8.0 + 4));
	assert_same(metric("passes"), 32);
	/* One round before: 65536 / 512. */
	at("measure=ladder,set=65536");
	assert_same(bench->cost(&run).ops, 4 * 32 * 8 * (256.0 + 128));
	assert_same(metric("passes"), -1);
	/* 2^18 multiply-adds: 128 trips of 32 warps x 64; 512 trips of 4 warps x 128; a quarter of a trip of 32 x
	 * 32768, so 2. */
	at("measure=operand,operand=bank");
	assert_same(bench->cost(&run).ops, 4 * 32 * 64 * (128.0 + 4));
	assert_same(bench->cost(&run).bytes, 0);
	/* The fake device has compute capability 9.0: 128 multiply-adds per clock serve 4 warps. */
	assert_same(bench->limit(&run, gb_device(&run), 1e9), 0.25);
	at("measure=code,body=2048,warps=4");
	assert_same(bench->cost(&run).ops, 4 * 4 * 128 * (512.0 + 1));
	at("measure=code,body=524288,warps=32");
	assert_same(bench->cost(&run).ops, 4 * 32 * 32768 * (2.0 + 1));
}

static void less_work_by_hand(void **state)
{
	(void)state;
	card.work = 0.1;
	at("measure=ladder,set=4096");
	assert_same(bench->cost(&run).ops, 4 * 32 * 8 * (25.0 + 8));
	at("measure=code,body=524288,warps=4");
	assert_same(bench->cost(&run).ops, 4 * 4 * 32768 * (2.0 + 1));
}

static void cycles_are_those_of_the_median_sm(void **state)
{
	struct gb_batch batch;

	(void)state;
	for (size_t i = 0; i < sizeof points / sizeof points[0]; i++) {
		fake_kernel(points[i].kernel, points[i].function);
		at(points[i].point);
		assert_ok(gb_run_batch(&run, 1, &batch, &error), error);
		assert_same(batch.value, 2);
	}
}

/* The addresses of a request: as many as requested, and inside the memory. */
static void lanes_go_to_so_many_words(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < CONSTANT_OPERANDS; i++) {
		const unsigned int bits = constant_word(i);
		float word;
		memcpy(&word, &bits, sizeof word);
		assert_true(word >= 1 && word < 2);
		assert_same(word * 64, floor((double)word * 64));
	}
	for (unsigned int set = 256; set <= CONSTANT_BYTES; set *= 2)
		for (unsigned int warp = 0; warp < CONSTANT_WARPS; warp++) {
			assert_true(constant_start(warp, set) < set);
			assert_int_equal(constant_start(warp, set) % CONSTANT_GROUP, 0);
		}
	assert_int_equal(constant_start(31, 65536), 63488);
}

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

static struct gb_finding found[GB_FINDINGS_MAX];
static size_t found_count;
enum { MADE_MAX = 64 };
static struct gb_row made[MADE_MAX];
static struct gb_point made_point[MADE_MAX];

/* Rows "BEFORE=x,AFTER" with these cycles. */
static void conclude_made(const char *before, const char *after, const double (*rows)[2], size_t count)
{
	const struct gb_device device = { .sm_count = 132 };
	char text[96];

	for (size_t i = 0; i < count; i++) {
		snprintf(text, sizeof text, "%s=%.0f%s", before, rows[i][0], after);
		made_point[i] = real_point(bench, text);
		made[i] = (struct gb_row){
			.bench = bench,
			.variant = "default",
			.metric = "cycles",
			.value_of = made_point[i].value,
			.has = (const unsigned char *)made_point[i].has,
			.value = rows[i][1],
			.lo = rows[i][1],
			.hi = rows[i][1],
		};
	}
	found_count = bench->conclude(&device, made, count, found);
}

static const struct gb_finding *find(const char *point, const char *what)
{
	for (size_t i = 0; i < found_count; i++)
		if (strcmp(found[i].point, point) == 0 && strcmp(found[i].metric, what) == 0)
			return &found[i];
	fail_msg("no %s of %s", what, point);
	return NULL;
}

/* 4 cycles per pass, except for one point, which is a tenth longer. */
static void passes_are_judged(void **state)
{
	static const double rows[][2] = { { 1, 4 }, { 2, 8 }, { 5, 22 }, { 16, 64 }, { 32, 128 } };

	(void)state;
	conclude_made("measure=divided,distinct", ",apart=4", rows, 5);
	assert_int_equal(found_count, 2);
	assert_same(find("measure=divided,apart=4", "cycles_per_pass")->value, 4);
	assert_same(find("measure=divided,apart=4", "passes_deviation")->value, 0.1);
	assert_says(find("measure=divided,apart=4", "passes_deviation")->remark, "5 distinct words");
	conclude_made("measure=divided,distinct", ",apart=64", rows, 2);
	assert_int_equal(found_count, 0);
}

static void levels_of_constants_are_found(void **state)
{
	static const double rows[][2] = { { 256, 2 },  { 512, 2 },    { 1024, 2.01 }, { 2048, 2.02 }, { 2560, 5 },
					  { 4096, 8 }, { 8192, 8.1 }, { 16384, 8 },   { 32768, 8 },   { 65536, 20 } };

	(void)state;
	conclude_made("measure=ladder,set", "", rows, 10);
	assert_same(find("level=constant_1", "cycles")->value, 2);
	assert_same(find("level=constant_1", "capacity")->value, 2048);
	assert_same(find("level=constant_1", "capacity_below")->value, 2560);
	assert_same(find("level=constant_2", "cycles")->value, 8);
	assert_same(find("level=constant_2", "capacity")->value, 32768);
	assert_int_equal(found_count, 6);
}

static void levels_of_code_are_found_for_each_number_of_warps(void **state)
{
	static const double rows[][2] = { { 2048, 0.25 },   { 4096, 0.25 },  { 16384, 0.25 },  { 32768, 0.25 },
					  { 131072, 0.26 }, { 163840, 0.6 }, { 262144, 0.61 }, { 524288, 0.61 } };

	(void)state;
	conclude_made("measure=code,body", ",warps=32", rows, 8);
	assert_same(find("level=code_1,warps=32", "capacity")->value, 131072);
	assert_same(find("level=code_2,warps=32", "cycles")->value, 0.61);
	assert_int_equal(found_count, 4);
}

static void sources_are_compared_with_registers(void **state)
{
	static const char *const sources[] = { "register", "bank", "ldc" };
	static const double cycles[] = { 0.25, 0.25, 1.5 };

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		char text[64];
		snprintf(text, sizeof text, "measure=operand,operand=%s", sources[i]);
		made_point[i] = real_point(bench, text);
		made[i] = (struct gb_row){ .bench = bench,
					   .metric = "cycles",
					   .value_of = made_point[i].value,
					   .has = (const unsigned char *)made_point[i].has,
					   .value = cycles[i],
					   .lo = cycles[i],
					   .hi = cycles[i] };
	}
	found_count = bench->conclude(gb_device(&run), made, 3, found);
	assert_int_equal(found_count, 2);
	assert_same(find("operand=bank", "slowdown")->value, 1);
	assert_same(find("operand=ldc", "slowdown")->value, 6);
	/* Without registers there is nothing to compare with. */
	assert_int_equal(bench->conclude(gb_device(&run), made + 1, 2, found), 0);
}

#define C(name) cmocka_unit_test_setup_teardown(name, open_with_table, close_run)

int main(void)
{
	const struct CMUnitTest tests[] = {
		C(right_kernels_pass),
		C(faults_are_caught),
		C(a_table_that_is_not_told_is_caught),
		C(what_is_counted_by_hand),
		C(less_work_by_hand),
		C(cycles_are_those_of_the_median_sm),
		C(lanes_go_to_so_many_words),
		C(passes_are_judged),
		C(levels_of_constants_are_found),
		C(levels_of_code_are_found_for_each_number_of_warps),
		C(sources_are_compared_with_registers),
	};
	return run_tests_of("constant", tests);
}
