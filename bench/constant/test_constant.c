/* The arithmetic, the checks and the conclusions of `constant`, with its models on the fake device. */
#include "constant.h"

#include "made.h"
#include "verified.h"

static const struct verified_device verified_device = { .work = 0.0625 };

/* ---- tests ------------------------------------------------------------------------------------------------------- */

static double table_with_a_wrong_word(struct gb_shape shape, const void *of)
{
	const struct constant_table_args *args = of;

	real_model("constant_table", shape, args);
	args->words[CONSTANT_BYTES / 4 - 1]++;
	return 0;
}

/* The words to compare with are read from the device each time. */
OPEN_TEST(a_wrong_word_is_named)
{
	static const char *const divided = "measure=divided,distinct=1,apart=4";

	expect_wrong_word_at(divided, "constant_load", "the sum of thread 1023 of block 3: got ");
	expect_wrong_word_at("measure=code,body=2048,warps=4", "constant_code_2",
			     "the sum of thread 127 of block 3: got ");
	fake_be_right();
	at_with_less_work(divided);
	assert_ok(gb_run_verify(&run), error);
	real_stale_is_caught(&run, "constant_table");
	fake_kernel("constant_table", table_with_a_wrong_word);
	at_with_less_work(divided);
	expect_check_says("word 16383 of constant memory");
}

/* 65536 passes of 32 warps x 8 loads are 256 trips, after 4 trips of the first round; 4 SMs. */
OPEN_TEST(what_is_counted_by_hand)
{
	EXPECT_AT("measure=divided,distinct=1,apart=4", { "ops", 4 * 32 * 8 * (256.0 + 4) },
		  { "bytes", 4 * 32 * 8 * (256.0 + 4) * 128 }, { "passes", 1 });
	assert_unknown(bench->limit(&run, gb_device(&run), 1e9));
	EXPECT_AT("measure=divided,distinct=32,apart=4", { "ops", 4 * 32 * 8 * (8.0 + 4) }, { "passes", 32 });
	/* The first round has 65536 / 512 trips. */
	EXPECT_AT("measure=ladder,set=65536", { "ops", 4 * 32 * 8 * (256.0 + 128) }, { "passes", -1 });
	/* 2^18 multiply-adds are 128 trips of 32 warps x 64, or 512 trips of 4 warps x 128. They are a quarter of a
	 * trip of 32 warps x 32768, which becomes 2. */
	EXPECT_AT("measure=operand,operand=bank", { "ops", 4 * 32 * 64 * (128.0 + 4) }, { "bytes", 0 });
	/* compute capability 9.0: 128 multiply-adds per clock serve 4 warps */
	assert_same(bench->limit(&run, gb_device(&run), 1e9), 0.25);
	EXPECT_AT("measure=code,body=2048,warps=4", { "ops", 4 * 4 * 128 * (512.0 + 1) });
	EXPECT_AT("measure=code,body=524288,warps=32", { "ops", 4 * 32 * 32768 * (2.0 + 1) });
}

OPEN_TEST(less_work_by_hand)
{
	card.work = 0.1;
	EXPECT_AT("measure=ladder,set=4096", { "ops", 4 * 32 * 8 * (25.0 + 8) });
	EXPECT_AT("measure=code,body=524288,warps=4", { "ops", 4 * 4 * 32768 * (2.0 + 1) });
}

OPEN_TEST(cycles_are_those_of_the_median_sm)
{
	struct gb_batch batch;

	at("measure=ladder,set=768");
	assert_ok(gb_run_batch(&run, 1, &batch, &error), error);
	assert_same(batch.value, 2);
}

/* A request has the requested number of addresses, all inside the memory. */
OPEN_TEST(lanes_go_to_so_many_words)
{
	for (uint32_t i = 0; i < CONSTANT_OPERANDS; i++) {
		const uint32_t bits = constant_word(i);
		float word;
		memcpy(&word, &bits, sizeof word);
		assert_true(word >= 1 && word < 2);
		assert_same(word * 64, floor((double)word * 64));
	}
	for (uint32_t set = 256; set <= CONSTANT_BYTES; set *= 2)
		for (uint32_t warp = 0; warp < CONSTANT_WARPS; warp++) {
			assert_true(constant_start(warp, set) < set);
			assert_int_equal(constant_start(warp, set) % CONSTANT_GROUP, 0);
		}
	assert_int_equal(constant_start(31, 65536), 63488);
}

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

/* Makes rows "BEFORE=x,AFTER" with these cycles, and concludes. */
static void conclude_made(const char *before, const char *after, const double (*rows)[2], size_t count)
{
	const struct gb_device device = { .sm_count = 132 };
	char text[96];

	made_count = 0;
	for (size_t i = 0; i < count; i++) {
		snprintf(text, sizeof text, "%s=%.0f%s", before, rows[i][0], after);
		struct gb_row *row = make_row(bench, text, "cycles", rows[i][1]);
		row->lo = row->hi = row->value;
	}
	conclude(bench, &device);
}

/* 4 cycles per pass, except for one point, which takes a tenth longer. */
OPEN_TEST(passes_are_judged)
{
	static const double rows[][2] = { { 1, 4 }, { 2, 8 }, { 5, 22 }, { 16, 64 }, { 32, 128 } };

	conclude_made("measure=divided,distinct", ",apart=4", rows, 5);
	assert_int_equal(finding_count, 2);
	expect_finding("measure=divided,apart=4", "cycles_per_pass", 4);
	expect_finding("measure=divided,apart=4", "passes_deviation", 0.1);
	assert_says(the_finding("measure=divided,apart=4", "passes_deviation")->remark, "5 distinct words");
	conclude_made("measure=divided,distinct", ",apart=64", rows, 2);
	assert_int_equal(finding_count, 0);
}

OPEN_TEST(levels_of_constants_are_found)
{
	static const double rows[][2] = { { 256, 2 },  { 512, 2 },    { 1024, 2.01 }, { 2048, 2.02 }, { 2560, 5 },
					  { 4096, 8 }, { 8192, 8.1 }, { 16384, 8 },   { 32768, 8 },   { 65536, 20 } };

	conclude_made("measure=ladder,set", "", rows, 10);
	expect_finding("level=constant_1", "cycles", 2);
	expect_finding("level=constant_1", "capacity", 2048);
	expect_finding("level=constant_1", "capacity_below", 2560);
	expect_finding("level=constant_2", "cycles", 8);
	expect_finding("level=constant_2", "capacity", 32768);
	assert_int_equal(finding_count, 6);
}

OPEN_TEST(levels_of_code_are_found_for_each_number_of_warps)
{
	static const double rows[][2] = { { 2048, 0.25 },   { 4096, 0.25 },  { 16384, 0.25 },  { 32768, 0.25 },
					  { 131072, 0.26 }, { 163840, 0.6 }, { 262144, 0.61 }, { 524288, 0.61 } };

	conclude_made("measure=code,body", ",warps=32", rows, 8);
	expect_finding("level=code_1,warps=32", "capacity", 131072);
	expect_finding("level=code_2,warps=32", "cycles", 0.61);
	assert_int_equal(finding_count, 4);
}

OPEN_TEST(sources_are_compared_with_registers)
{
	static const char *const sources[] = { "register", "bank", "ldc" };
	static const double cycles[] = { 0.25, 0.25, 1.5 };

	made_count = 0;
	for (size_t i = 0; i < 3; i++) {
		char text[64];
		snprintf(text, sizeof text, "measure=operand,operand=%s", sources[i]);
		make_row(bench, text, "cycles", cycles[i]);
	}
	conclude(bench, gb_device(&run));
	assert_int_equal(finding_count, 2);
	expect_finding("operand=bank", "slowdown", 1);
	expect_finding("operand=ldc", "slowdown", 6);
	assert_int_equal(bench->conclude(gb_device(&run), made + 1, 2, finding), 0);
}

TESTS_OF("constant")
