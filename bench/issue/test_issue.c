/* The arithmetic and the checks of `issue`, with its models on the fake device. */
#include "issue.h"

#include "../common/bits.h"
#include "made.h"
#include "verified.h"

/* ---- kernels ----------------------------------------------------------------------------------------------------- */

ONE_LESS(with_a_trip_less, struct issue_args, trips)

static const uint32_t *operands;

static double look(struct gb_shape shape, const void *args)
{
	operands = ((const struct issue_args *)args)->words;
	replaced_model(shape, args);
	return 0;
}

static const struct verified points[] = { { "measure=banks,operands=two,warps=4", "issue_banks_two" },
					  { "measure=banks,operands=three,warps=1", "issue_banks_three" },
					  { "measure=banks,operands=apart,warps=4", "issue_banks_apart" },
					  { "measure=banks,operands=same,warps=1", "issue_banks_same" },
					  { "measure=banks,operands=reuse,warps=8", "issue_banks_reuse" },
					  { "measure=turns,contenders=4", "issue_turns" },
#define POINT(name, first, a, second, b) { "measure=mix,warps=2,mix=" #name, "issue_mix_" #name },
					  ISSUE_MIXES(POINT) };
static const struct verified_points verified = { points, sizeof points / sizeof points[0] };
static const struct verified_device verified_device = { .work = 0.0625 };

/* As in the models, each warp begins a cycle after the previous one, and all take this long. */
#define CYCLES 6144u

/* ---- tests ------------------------------------------------------------------------------------------------------- */

/* An even number of BREV steps leaves every word unchanged, so only the machine code shows that they are there. */
OPEN_TEST(a_trip_less_is_caught)
{
	for (size_t i = 0; i < verified.count; i++)
		if (strcmp(points[i].kernel, "issue_mix_brev") != 0)
			expect_caught_by(i, with_a_trip_less, "ends with");
}

/* The chains must keep changing. Starts and summands are between 1 and 2. The factors of banks() are near -2 and 1 in
 * turn, so their sum is slightly above -1. */
OPEN_TEST(operands_by_hand)
{
	replace_kernel(points[0].kernel, look);
	at(points[0].point);
	assert_ok(bench->launch(&run), error);
	for (size_t lane = 0; lane < ISSUE_WARP; lane++)
		for (uint32_t k = 0; k < 8; k++) {
			const uint32_t *word = operands + lane * ISSUE_WORDS;
			const double x = (double)bits_float(word[ISSUE_X + k]), of_factor = k % 2 == 0 ? -2 : 1;
			const double y = (double)bits_float(word[ISSUE_Y + k]);
			const double single = (double)bits_float(word[ISSUE_START + k]);
			const double twice = bits_double((uint64_t)word[ISSUE_DOUBLE_START + 2 * k + 1] << 32 |
							 word[ISSUE_DOUBLE_START + 2 * k]);
			assert_true(x >= of_factor && x <= of_factor + 0x1p-11);
			assert_true(y >= 1 && y < 2 && single >= 1 && single < 2 && twice >= 1 && twice < 2);
		}
}

/* The time from the first start, 1000, to the last end, divided by the steps of a scheduler's warps. */
OPEN_TEST(cycles_are_those_of_a_scheduler)
{
	assert_same(observed("measure=banks,operands=same,warps=4"), CYCLES / (32 * 128 * 4.0));
	assert_same(metric("one_bank_reads"), 1);
	assert_same(metric("instructions_per_clock"), 3);
	assert_same(bench->cost(&run).ops, (4 + 32) * 128 * 3 * 4 * 4 * 32);
	EXPECT_AT("measure=banks,operands=apart,warps=1", { "one_bank_reads", 0 });
	at("measure=banks,operands=reuse,warps=1");
	assert_true(metric("one_bank_reads") < 0);
	assert_same(observed("measure=mix,mix=ffma4_lds,warps=2"), CYCLES / (32 * 128 * 2.0));
	assert_same(metric("instructions_per_clock"), 5);
}

/* The first of 4 warps has completed everything when it finishes, and the others nothing. */
OPEN_TEST(shares_show_who_goes_first)
{
	at("measure=turns,contenders=4");
	assert_true(metric("share_1") < 0);
	assert_same(observed("measure=turns,contenders=4"), CYCLES / (64 * 128 * 4.0));
	assert_same(metric("share_1"), 1);
	assert_same(metric("share_4"), 0);
	assert_true(metric("share_5") < 0);
	assert_same(metric("share_most"), 1);
	assert_same(metric("share_least"), 0);
	assert_same(bench->cost(&run).ops, (4 + 64) * 128 * 4 * 32);
}

OPEN_TEST(limits_are_slots_and_pipes)
{
	struct gb_device device = card.device;

	device.rates.fp32 = 256;
	device.rates.fp64 = 128;
	device.rates.int32 = 128;
	device.rates.shared_bytes = 128;
	at("measure=mix,mix=ffma2_shift,warps=4");
	assert_same(bench->limit(&run, &device, 1e9), 3);
	at("measure=mix,mix=ffma_dfma,warps=4");
	assert_same(bench->limit(&run, &device, 1e9), 2);
	at("measure=mix,mix=ffma4_lds,warps=4");
	assert_same(bench->limit(&run, &device, 1e9), 5);
	at("measure=mix,mix=lds,warps=4");
	assert_same(bench->limit(&run, &device, 1e9), 4);
	at("measure=mix,mix=imad,warps=4");
	assert_same(bench->limit(&run, &device, 1e9), 2);
	device.rates.int32 = NAN;
	assert_same(bench->limit(&run, &device, 1e9), 1);
	device.rates.fp32 = 128; /* two clocks per warp, as on Volta */
	at("measure=banks,operands=same,warps=4");
	assert_same(bench->limit(&run, &device, 1e9), 6);
}

OPEN_TEST(conflicts_and_overlap_are_concluded)
{
	MAKE_ROWS({ "default", "measure=banks,operands=two,warps=4", "cycles", 1.0 },
		  { "default", "measure=banks,operands=three,warps=4", "cycles", 2.0 },
		  { "default", "measure=banks,operands=apart,warps=4", "cycles", 3.0 },
		  { "default", "measure=banks,operands=same,warps=4", "cycles", 4.0 },
		  { "default", "measure=banks,operands=reuse,warps=4", "cycles", 3.5 },
		  { "default", "measure=banks,operands=same,warps=1", "cycles", 4.0 }, /* without its counterpart */
		  { "default", "measure=mix,mix=ffma,warps=4", "cycles", 1.0 },
		  { "default", "measure=mix,mix=lds,warps=4", "cycles", 4.0 },
		  { "default", "measure=mix,mix=ffma4_lds,warps=4", "cycles", 5.0 },
		  { "default", "measure=mix,mix=ffma_lds,warps=4", "cycles", 4.0 },
		  { "default", "measure=mix,mix=ffma_lds,warps=1", "cycles", 9.0 });
	assert_int_equal(conclude(bench, NULL), 5);
	assert_ptr_equal(expect_finding("operands=same,warps=4", "conflict_cycles", 1.0)->from, &made[3]);
	expect_finding("operands=three,warps=4", "conflict_cycles", 1.0);
	expect_finding("operands=reuse,warps=4", "conflict_cycles", 0.5);
	expect_finding("mix=ffma4_lds,warps=4", "overlap", 0.75); /* 4 and 4 cycles in 5 */
	expect_finding("mix=ffma_lds,warps=4", "overlap", 1.0);
}

OPEN_TEST(volta_has_no_banks)
{
	card.device.cc_major = 7;
	card.device.cc_minor = 0;
	skipped("measure=banks,operands=same,warps=4", "audited only from compute capability 7.5 on");
}

VERIFIED_TESTS;
TESTS_OF("issue")
