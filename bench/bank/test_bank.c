/* The bank model, the arithmetic and the checks of `bank`, with its models on the fake device. */
#include "bank.cu"

#include "verified.h"

BENCH_ONE_FILE(bank);

static const struct verified_device verified_device = { .work = 0.03125 };

/* ---- tests ------------------------------------------------------------------------------------------------------- */

static void expect_passes(const char *point, double passes)
{
	at(point);
	if (metric("passes") != passes)
		fail_msg("%s takes %g passes, not %g", point, metric("passes"), passes);
	/* the fake device has compute capability 9.0: 128 bytes per clock */
	assert_same(bench->limit(&run, gb_device(&run), 1e9), passes);
}

static uint32_t gcd(uint32_t a, uint32_t b)
{
	while (b != 0) {
		const uint32_t rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

static const char *const wide_ops[] = { "load", "store", "exchange" };

/* With a stride of s words, lanes 32 / gcd(s, 32) apart share a bank. For words of 8 and 16 bytes, 16 and 8 replace
 * 32. */
OPEN_TEST(strides_take_their_common_divisor)
{
	char point[96];

	for (uint32_t word = 4; word <= 16; word *= 2)
		for (uint32_t stride = 1; stride <= 33; stride++)
			for (size_t op = 0; op < 3; op++) {
				const uint32_t banks = 128 / word;
				snprintf(point, sizeof point, "pattern=stride,op=%s,stride=%u,word=%u", wide_ops[op],
					 stride, word);
				expect_passes(point, word / 4.0 * gcd(stride, banks));
			}
}

OPEN_TEST(degrees_take_as_many_passes)
{
	char point[96];

	for (uint32_t word = 4; word <= 16; word *= 2)
		for (uint32_t degree = word / 4; degree <= 32; degree++)
			for (size_t op = 0; op < 3; op++) {
				snprintf(point, sizeof point, "pattern=degree,op=%s,degree=%u,word=%u", wide_ops[op],
					 degree, word);
				expect_passes(point, degree);
			}
}

/* The passes are those of an H200. */
OPEN_TEST(shared_words_share_a_pass_but_for_atomics)
{
	expect_passes("pattern=stride,op=load,stride=0,word=4", 1);
	expect_passes("pattern=stride,op=load,stride=0,word=8", 1);
	expect_passes("pattern=stride,op=load,stride=0,word=16", 2);
	expect_passes("pattern=stride,op=store,stride=0,word=4", 1);
	expect_passes("pattern=stride,op=store,stride=0,word=8", 2);
	expect_passes("pattern=stride,op=store,stride=0,word=16", 4);
	expect_passes("pattern=stride,op=add,stride=0", 32);
	expect_passes("pattern=stride,op=exchange,stride=0,word=8", 32);
	expect_passes("pattern=broadcast,op=load,word=4", 1);
	expect_passes("pattern=broadcast,op=add", 32);
	expect_passes("pattern=multicast,op=load,share=4,word=4", 1);
	expect_passes("pattern=multicast,op=load,share=2,word=8", 1);
	expect_passes("pattern=multicast,op=load,share=2,word=16", 2);
	expect_passes("pattern=multicast,op=store,share=2,word=16", 4);
	expect_passes("pattern=multicast,op=add,share=8", 8);
	expect_passes("pattern=multicast,op=exchange,share=4,word=16", 16);
}

/* The lanes' words, and the cycles per request measured on an H200. */
static const struct {
	enum bank_access access;
	uint32_t word;
	double cycles;
	uint32_t words[BANK_LANES];
} measured[] = {
	{ BANK_LOAD, 8, 8.0065, { 38,  42,  66, 35, 163, 110, 49,  200, 33, 83,  147, 26,  3,   178, 9,  52,
				  165, 214, 34, 1,  79,  151, 224, 32,  27, 164, 128, 157, 252, 36,  56, 81 } },
	{ BANK_LOAD, 8, 6.0058, { 53,  188, 180, 152, 32,  187, 100, 161, 164, 91,  131, 90, 219, 163, 0,  190,
				  249, 88,  207, 56,  237, 183, 173, 196, 235, 133, 107, 35, 174, 96,  99, 11 } },
	{ BANK_ATOMIC, 4, 4.0061, { 1,  4,  13, 4, 8,  9,  8, 12, 7,  14, 0, 7, 10, 14, 11, 3,
				    15, 11, 10, 2, 12, 12, 5, 15, 13, 11, 7, 0, 11, 0,  15, 10 } },
	{ BANK_STORE, 4, 1.0089, { 1,  4,  13, 4, 8,  9,  8, 12, 7,  14, 0, 7, 10, 14, 11, 3,
				   15, 11, 10, 2, 12, 12, 5, 15, 13, 11, 7, 0, 11, 0,  15, 10 } },
	/* Only one half of the warp could be joined. */
	{ BANK_LOAD, 16, 4.0118, { 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1,
				   0, 1, 0, 1, 0, 1, 1, 0, 0, 1, 0, 1, 0, 1, 1, 0 } },
};

TEST(the_model_is_what_was_measured)
{
	for (size_t i = 0; i < sizeof measured / sizeof measured[0]; i++) {
		uint32_t offset[BANK_LANES];
		for (size_t l = 0; l < BANK_LANES; l++)
			offset[l] = measured[i].word * measured[i].words[l];
		assert_near(measured[i].cycles, bank_passes(offset, measured[i].word, measured[i].access), 0.01);
	}
}

OPEN_TEST(remedies_take_one_pass)
{
	static const char *const remedies[] = { "padded", "swizzled", "permutation" };
	char point[96];

	expect_passes("pattern=column,op=load,word=4", 32);
	expect_passes("pattern=column,op=add", 32);
	expect_passes("pattern=column,op=store,word=16", 32);
	for (size_t i = 0; i < 3; i++) {
		const char *seed = i == 2 ? ",seed=7" : "";
		snprintf(point, sizeof point, "pattern=%s,op=load%s,word=4", remedies[i], seed);
		expect_passes(point, 1);
		snprintf(point, sizeof point, "pattern=%s,op=add%s", remedies[i], seed);
		expect_passes(point, 1);
	}
	expect_passes("pattern=padded,op=load,word=8", 2);
	expect_passes("pattern=padded,op=exchange,word=16", 4);
	expect_passes("pattern=swizzled,op=store,word=8", 2);
	expect_passes("pattern=swizzled,op=load,word=16", 4);
}

/* Two lanes of a word share its pass. In rows of 64 bytes, a column of 32 rows lies in two banks. In rows of 66 bytes
 * it covers all banks, and the last of its 32 halves shares the bank of the first. The source's swizzle gives each row
 * its own bank. */
OPEN_TEST(halves_by_hand)
{
	expect_passes("pattern=broadcast,op=load_half", 1);
	expect_passes("pattern=stride,op=load_half,stride=1", 1);
	expect_passes("pattern=stride,op=load_half,stride=2", 1);
	expect_passes("pattern=stride,op=load_half,stride=4", 2);
	expect_passes("pattern=column,op=load_half", 16);
	expect_passes("pattern=padded,op=load_half", 2);
	expect_passes("pattern=swizzled,op=load_half", 1);
	skipped("pattern=degree,op=load_half,degree=3", "not for 2-byte words");
}

/* 65536 passes are 16 trips of 256 requests with 16 passes each. 1024 passes are 64 links. A round of 2 trips and 17
 * links precedes them. */
OPEN_TEST(what_is_counted_by_hand)
{
	const double requests = 4 * (256 * (16 + 2) + 64 + 1 + 17);

	expect_passes("pattern=degree,op=load,degree=16,word=8", 16);
	assert_same(bench->cost(&run).ops, requests);
	assert_same(bench->cost(&run).bytes, requests * 32 * 8);
	assert_same(metric("conflicts"), requests * (16 - 2));
	expect_passes("pattern=broadcast,op=load,word=16", 2);
	assert_same(metric("conflicts"), 0);
}

/* A fifth would be 3 trips. It becomes 2, because the numbers of odd and even trips are equal. */
OPEN_TEST(less_work_by_hand)
{
	card.work = 0.2;
	expect_passes("pattern=degree,op=load,degree=16,word=4", 16);
	assert_same(bench->cost(&run).ops, 4.0 * (256 * (2 + 2) + 64 + 1 + 17));
	assert_ok(gb_run_verify(&run), error);
}

static double slow_first_sm(struct gb_shape shape, const void *of)
{
	const struct bank_args *args = of;

	real_model("bank_load_4", shape, args);
	args->cycles[0] *= 3;
	return 0;
}

OPEN_TEST(cycles_are_those_of_the_median_sm)
{
	struct gb_batch batch;

	fake_kernel("bank_load_4", slow_first_sm);
	EXPECT_AT("pattern=stride,op=load,stride=3,word=4", { "latency", -1 });
	assert_ok(gb_run_batch(&run, 1, &batch, &error), error);
	assert_same(batch.value, 3);
	assert_same(metric("latency"), 65);
	EXPECT_AT("pattern=stride,op=load,stride=5,word=4", { "latency", -1 });
}

OPEN_TEST(what_cannot_be_is_skipped)
{
	skipped("pattern=degree,op=load,degree=3,word=16", "32 different words of 16 bytes take at least 4 passes");
	skipped("pattern=degree,op=load,degree=1,word=8", "32 different words of 8 bytes take at least 2 passes");
	at("pattern=broadcast,op=exchange,word=16");
	card.device.cc_major = 8;
	skipped("pattern=broadcast,op=exchange,word=16", "compute capability 9.0");
}

OPEN_TEST(a_wrong_word_is_named)
{
	expect_wrong_word_at("pattern=stride,op=load,stride=33,word=4", "bank_load_4",
			     "word 1023 of block 3 of 'sum': got ");
	expect_wrong_word_at("pattern=stride,op=store,stride=32,word=4", "bank_store_4",
			     "word 511 of block 3 of 'words': got ");
	expect_wrong_word_at("pattern=stride,op=add,stride=0", "bank_add_4",
			     "the 1024 words of 'sum' from word 3072 on add up to ");
}

TESTS_OF("bank")
