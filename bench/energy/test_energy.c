/* Tests of `energy`: its checks of its models, the work of a launch, the metrics that follow from an energy, and its
 * conclusions. */
#include "energy.h"

#include "made.h"
#include "verified.h"

/* Memory for a DRAM set of four times L2, and little more. */
static const struct verified_device verified_device = { .l2_bytes = UINT64_C(1) << 20,
							.free_bytes = UINT64_C(34) << 20,
							.work = 0.015625 };

/* ---- verification ------------------------------------------------------------------------------------------------ */

ONE_LESS(with_a_trip_less, struct energy_args, trips)

OPEN_TEST(a_trip_less_is_caught)
{
	static const struct verified points[] = { { "op=ffma,data=random,load=50", "energy_ffma" },
						  { "op=mask,data=random", "energy_mask" },
						  { "op=mma_int8,data=random", "energy_mma_int8" },
						  { "op=wgmma_bf16,data=random", "energy_wgmma_bf16" },
						  { "op=shared_read,data=random", "energy_shared_read" },
						  { "op=dram_read,data=random", "energy_dram_read" } };

	for (size_t i = 0; i < sizeof points / sizeof points[0]; i++)
		expect_caught_at(points[i].point, points[i].kernel, with_a_trip_less,
				 strstr(points[i].kernel, "_read") != NULL ? "wrong" : "not all ");
}

OPEN_TEST(a_wrong_end_is_named)
{
	expect_wrong_word_at("op=ffma,data=random,load=50", "energy_ffma", "verify: thread 2047 ended with");
}

/* Before Hopper, an FP64 instruction has eight rows. */
OPEN_TEST(fewer_rows_of_fp64_are_checked)
{
	card.device.cc_major = 8;
	card.device.cc_minor = 0;
	fake.cc = 80;
	expect_right("op=mma_fp64,data=random");
	expect_wrong_word_at("op=mma_fp64,data=random", "energy_mma_fp64", "ended with");
}

/* Fills a set with wrong words. The host must notice, because a reading kernel could make the same mistake. */
static double fill_otherwise(struct gb_shape shape, const void *args)
{
	const struct energy_fill_args *a = args;

	for (uint64_t i = 0; i < a->words; i++)
		a->at[i] = 7;
	return 0;
}

static double fill_all_but_one(struct gb_shape shape, const void *args)
{
	real_model("energy_fill", shape, args);
	((const struct energy_fill_args *)args)->at[4095] = 7;
	return 0;
}

OPEN_TEST(a_set_of_other_numbers_is_caught)
{
	fake_kernel("energy_fill", fill_otherwise);
	at("op=l2_read,data=random");
	expect_check_says("word 0 of the set: got 0x7, expected ");
	fake_kernel("energy_fill", fill_all_but_one);
	at("op=l2_read,data=random");
	expect_check_says("word 4095 of the set: got 0x7, expected ");
}

/* ---- operands ---------------------------------------------------------------------------------------------------- */

static struct energy_args last;
static struct gb_shape last_shape;

static double look(struct gb_shape shape, const void *args)
{
	last = *(const struct energy_args *)args;
	last_shape = shape;
	return 0;
}

static const uint32_t *words_at(const char *point, const char *kernel)
{
	fake_kernel(kernel, look);
	at(point);
	assert_ok(bench->launch(&run), error);
	return last.a;
}

OPEN_TEST(data_are_what_they_are_called)
{
	const uint32_t *w = words_at("op=imad,data=zeros", "energy_imad");
	assert_int_equal(w[0] | w[2] | w[2046], 0);
	w = words_at("op=imad,data=constant", "energy_imad");
	assert_int_not_equal(w[0], 0);
	assert_int_equal(w[0], w[2]);
	assert_int_equal(w[0], w[2046]);
	w = words_at("op=imad,data=random", "energy_imad");
	assert_int_not_equal(w[0], w[2]);
	assert_int_not_equal(w[2], w[2046]);
	w = words_at("op=mma_fp16,data=constant", "energy_mma_fp16");
	assert_int_equal(w[0], 0x3d803d80);
	assert_int_equal(w[1000], 0x3d803d80);
	w = words_at("op=dram_read,data=constant", "energy_dram_read");
	assert_int_equal(w[0], w[12345]);
	assert_int_not_equal(w[0], 0);
}

/* ---- points ------------------------------------------------------------------------------------------------------ */

OPEN_TEST(a_block_runs_on_each_working_sm)
{
	words_at("op=ffma,data=zeros,load=50", "energy_ffma");
	assert_int_equal(last_shape.grid, 2);
	assert_int_equal(last_shape.block, 1024);
	assert_true(2 * (uint64_t)last_shape.shared_bytes > gb_device(&run)->shared_per_sm);
	words_at("op=ffma,data=zeros,load=10", "energy_ffma");
	assert_int_equal(last_shape.grid, 1);
	words_at("op=l1_read,data=zeros", "energy_l1_read");
	assert_int_equal(last_shape.grid, 4);
	assert_int_equal(last_shape.shared_bytes, 0);
}

/* A trip has 256 steps of 32 warps, 8 sums and 32 rounds of 8 warps, 16 instructions of 2 warpgroups, or 8 accesses of
 * 32 warps. */
OPEN_TEST(the_work_of_a_launch_by_hand)
{
	words_at("op=ffma,data=zeros,load=100", "energy_ffma");
	assert_near(bench->cost(&run).ops, 4.0 * last.trips * 256 * 32, 1e-12);
	assert_same(bench->cost(&run).bytes, 0);
	words_at("op=mma_int8,data=zeros", "energy_mma_int8");
	assert_near(bench->cost(&run).ops, 4.0 * last.trips * 8 * 8 * 32, 1e-12);
	words_at("op=wgmma_fp8,data=zeros", "energy_wgmma_fp8");
	assert_near(bench->cost(&run).ops, 4.0 * last.trips * 2 * 16, 1e-12);
	words_at("op=dram_write,data=zeros", "energy_dram_write");
	assert_near(bench->cost(&run).ops, 4.0 * last.trips * 32 * 8, 1e-12);
	assert_near(bench->cost(&run).bytes, 4.0 * last.trips * 131072, 1e-12);
}

static double metric_of(const char *name, double energy_j)
{
	const struct gb_result result = { 1e-9, 1e-3, 1.25e9, gb_device(&run), energy_j };
	const struct gb_metric *found = metric_with(&result, name);

	return found != NULL ? found->number : -1;
}

OPEN_TEST(metrics_by_hand)
{
	at("op=ffma,data=random,load=100");
	assert_near(metric_of("energy_per_thread", 2), 1.0 / 32, 1e-12);
	assert_near(metric_of("energy_per_flop", 2), 1.0 / 64, 1e-12);
	assert_near(metric_of("flop_per_joule", 2), bench->cost(&run).ops * 64 / 2, 1e-12);
	assert_near(metric_of("instructions_per_clock_sm", 2), bench->cost(&run).ops / (1e-3 * 1.25e9 * 4), 1e-12);
	assert_same(metric_of("flop_per_joule", NAN), -1);
	assert_same(metric_of("energy_per_byte", 2), -1);
	at("op=ffma,data=random,load=25");
	assert_near(metric_of("instructions_per_clock_sm", 2), bench->cost(&run).ops / (1e-3 * 1.25e9), 1e-12);
	at("op=hfma2,data=random");
	assert_near(metric_of("energy_per_flop", 2), 1.0 / 128, 1e-12);
	at("op=imad,data=random");
	assert_near(metric_of("energy_per_op", 2), 1.0 / 64, 1e-12);
	assert_near(metric_of("ops_per_joule", 4), bench->cost(&run).ops * 64 / 4, 1e-12);
	at("op=mma_fp16,data=random");
	assert_near(metric_of("energy_per_flop", 2), 1.0 / (2 * 16 * 8 * 16), 1e-12);
	assert_same(metric_of("energy_per_thread", 2), -1);
	at("op=mma_fp64,data=random");
	assert_near(metric_of("energy_per_flop", 2), 1.0 / (2 * 16 * 8 * 4), 1e-12);
	card.device.cc_major = 8;
	assert_near(metric_of("energy_per_flop", 2), 1.0 / (2 * 8 * 8 * 4), 1e-12);
	card.device.cc_major = 9;
	at("op=wgmma_int8,data=random");
	assert_near(metric_of("energy_per_op", 2), 1.0 / (2.0 * 64 * 256 * 32), 1e-12);
	at("op=l2_read,data=random");
	assert_near(metric_of("energy_per_byte", 2), 1.0 / 512, 1e-12);
	assert_near(metric_of("energy_per_bit", 2), 1.0 / 4096, 1e-12);
	assert_near(metric_of("bytes_per_joule", 2), bench->cost(&run).bytes / 2, 1e-12);
}

/* Only these run at the clock of matrix instructions. */
OPEN_TEST(low_precision_matrices_are_matrix_loads)
{
	at("op=mma_fp16,data=zeros");
	assert_true(bench->matrix(&run));
	at("op=mma_fp64,data=zeros");
	assert_false(bench->matrix(&run));
	at("op=hfma2,data=zeros");
	assert_false(bench->matrix(&run));
}

OPEN_TEST(what_a_device_lacks_is_skipped)
{
	skipped("op=mma_fp8,data=zeros", "no native FP8");
	card.device.shared_per_block = 99 << 10;
	skipped("op=shared_read,data=zeros", "a block needs 131 kB of shared memory");
	card.device.l1_bytes = 128 << 10;
	skipped("op=l1_read,data=zeros", "L1 is too small");
	card.device.l2_bytes = UINT64_C(16) << 20;
	skipped("op=dram_read,data=zeros", "4 times L2");
	card.device.cc_major = 8;
	card.device.cc_minor = 0;
	skipped("op=wgmma_fp16,data=zeros,load=100", "only compute capability 9.0");
	card.device.cc_major = 7;
	card.device.cc_minor = 5;
	skipped("op=mma_fp16,data=zeros", "8.0");
	at("op=ffma,data=zeros,load=100");
}

OPEN_TEST(nothing_sets_a_roof)
{
	assert_null(bench->roof);
	assert_string_equal(bench->deep, "data=zeros,constant,random");
	assert_unknown(bench->limit(&run, gb_device(&run), 1e9));
}

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

TEST(random_data_are_compared_with_zeros)
{
	const struct gb_device device = { .name = "a card" };

	MAKE_ROWS({ "default", "op=ffma,data=zeros,load=25", "energy", 9e-9 },
		  { "default", "op=ffma,data=random,load=100", "load_power", 300 },
		  { "default", "op=ffma,data=zeros,load=100", "energy", 1e-9 },
		  { "default", "op=ffma,data=random,load=100", "energy", 1.5e-9 },
		  { "default", "op=mask,data=random", "energy", 1e-9 },
		  { "default", "op=shift,data=zeros", "energy", -1e-12 },
		  { "default", "op=shift,data=random", "energy", 1e-9 },
		  { "wgmma", "op=wgmma_fp8,data=zeros", "energy", 2e-6 },
		  { "wgmma", "op=wgmma_fp8,data=random", "energy", 5e-6 });
	assert_int_equal(conclude(bench, &device), 2);
	expect_finding("op=ffma", "random_over_zeros", 1.5);
	assert_string_equal(finding[0].remark, "1.5 nJ on random data, 1 nJ on zeros");
	assert_string_equal(finding[1].point, "op=wgmma_fp8");
	assert_same(finding[1].value, 2.5);
}

TESTS_OF("energy")
