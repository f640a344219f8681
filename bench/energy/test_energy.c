/* Tests of `energy`: its checks against its models, the work of a launch, what follows from an energy, and its
 * conclusions, by hand. */
#include "energy.h"

#include "made.h"
#include "support.h"
#include "verified.h"

BENCH_MODELS(energy);

/* A set in DRAM of four times L2, and not much more. */
static const struct verified_device verified_device = { .l2_bytes = UINT64_C(1) << 20,
							.free_bytes = UINT64_C(34) << 20,
							.work = 0.015625 };

#define POINT(name, data)                                  \
	{                                                  \
		"op=" #name ",data=" data, "energy_" #name \
	}
#define PART(name, data, load)                                           \
	{                                                                \
		"op=" #name ",data=" data ",load=" load, "energy_" #name \
	}
static const struct verified points[] = {
	PART(ffma, "random", "50"),
	POINT(fadd, "random"),
	POINT(fmul, "random"),
	POINT(hfma2, "random"),
	POINT(dfma, "random"),
	POINT(imad, "random"),
	POINT(iadd3, "constant"),
	POINT(mask, "random"),
	POINT(shift, "random"),
	POINT(mufu_rcp, "random"),
	POINT(mma_fp16, "random"),
	POINT(mma_tf32, "constant"),
	POINT(mma_int8, "random"),
	POINT(mma_fp64, "random"),
	POINT(wgmma_bf16, "random"),
	POINT(wgmma_fp8, "random"),
	POINT(wgmma_int8, "constant"),
	{ "op=shared_read,data=random", "energy_shared_read" },
	{ "op=l1_read,data=constant", "energy_l1_read" },
	{ "op=l2_read,data=random", "energy_l2_read" },
	{ "op=dram_read,data=random", "energy_dram_read" },
	{ "op=dram_write,data=random", "energy_dram_write" },
};
static const struct verified_points verified = { points, sizeof points / sizeof points[0] };

/* ---- verification ------------------------------------------------------------------------------------------------ */

enum { A_TRIP = 1, A_FOLD, AN_EARLY_END, AN_END }; /* a trip too few; wrong in the last thread, in the first */

static bool is_of_memory(const char *kernel)
{
	return strstr(kernel, "_read") != NULL || strstr(kernel, "_write") != NULL;
}

static double faulty(struct gb_shape shape, const void *args)
{
	struct energy_args a = *(const struct energy_args *)args;

	a.trips -= fault == A_TRIP;
	replaced_model(shape, &a);
	if (strstr(replaced, "_write") != NULL)
		((char *)(uintptr_t)a.a)[fault == AN_EARLY_END ? 0 : a.set - 4] ^= 1;
	else if (fault == AN_END && a.ends != NULL && !is_of_memory(replaced))
		((unsigned char *)a.ends)[2] ^= 0x10;
	else
		a.folds[fault == AN_EARLY_END ? 0 : shape.grid * shape.block - 1] += fault != A_TRIP;
	return 0;
}

static void make_faulty(const char *kernel, int with)
{
	fault = with;
	replace_kernel(kernel, faulty);
}

OPEN_TEST(faults_are_caught_at_every_operation)
{
	static const char *const words[] = {
		[A_TRIP] = "not all ", [A_FOLD] = "not all ", [AN_EARLY_END] = "of thread 0 ended with"
	};

	for (size_t i = 0; i < verified.count; i++)
		for (fault = A_TRIP; fault <= AN_EARLY_END; fault++)
			expect_caught_by(i, faulty, is_of_memory(points[i].kernel) ? "wrong" : words[fault]);
}

/* On zeros, all operations return zero, so the test can only show that all work was done. */
OPEN_TEST(zeros_are_checked_as_well)
{
	char point[GB_POINT_TEXT];

	for (size_t i = 0; i < verified.count; i++) {
		const char *data = strstr(verified.point[i].point, "data="), *rest = strchr(data, ',');
		snprintf(point, sizeof point, "%.*sdata=zeros%s", (int)(data - verified.point[i].point),
			 verified.point[i].point, rest != NULL ? rest : "");
		fake_kernel(verified.point[i].kernel, NULL);
		at_with_less_work(point);
		if (gb_run_verify(&run) != GB_OK)
			fail_msg("%s: %s", point, error.text);
		make_faulty(verified.point[i].kernel, AN_END);
		if (gb_run_verify(&run) != GB_FAILED)
			fail_msg("%s passes with a wrong end", point);
		fake_kernel(verified.point[i].kernel, real_idle);
		gb_error_clear(&error);
		if (gb_run_verify(&run) != GB_FAILED)
			fail_msg("%s passes without its kernel", point);
	}
}

/* Before Hopper an instruction of FP64 has eight rows. */
OPEN_TEST(fewer_rows_of_fp64_are_checked)
{
	card.device.cc_major = 8;
	card.device.cc_minor = 0;
	fake.cc = 80;
	expect_right("op=mma_fp64,data=random");
	make_faulty("energy_mma_fp64", AN_END);
	assert_int_equal(gb_run_verify(&run), GB_FAILED);
}

/* Fills a set with wrong words. The host must notice, since a reading kernel could make the same mistake. */
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
	assert_int_equal(w[0], 0x3d803d80); /* 1.375 twice */
	assert_int_equal(w[1000], 0x3d803d80);
	w = words_at("op=dram_read,data=constant", "energy_dram_read");
	assert_int_equal(w[0], w[12345]);
	assert_int_not_equal(w[0], 0);
}

/* ---- points ------------------------------------------------------------------------------------------------------ */

/* The fake device has four SMs; each block requests more than half of an SM's shared memory. */
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

/* Per trip 256 steps of 32 warps; 8 warps with 8 sums and 32 rounds; 2 warpgroups with 16 instructions; 8 accesses of
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
	card.device.cc_major = 8; /* eight rows */
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
	skipped("op=mma_fp8,data=zeros", "no FP8 of its own");
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
	static const struct given given[] = {
		{ "default", "op=ffma,data=zeros,load=25", "energy", 9e-9 },
		{ "default", "op=ffma,data=random,load=100", "load_power", 300 },
		{ "default", "op=ffma,data=zeros,load=100", "energy", 1e-9 },
		{ "default", "op=ffma,data=random,load=100", "energy", 1.5e-9 },
		{ "default", "op=mask,data=random", "energy", 1e-9 },
		{ "default", "op=shift,data=zeros", "energy", -1e-12 },
		{ "default", "op=shift,data=random", "energy", 1e-9 },
		{ "wgmma", "op=wgmma_fp8,data=zeros", "energy", 2e-6 },
		{ "wgmma", "op=wgmma_fp8,data=random", "energy", 5e-6 },
	};
	const struct gb_device device = { .name = "a card" };

	make_rows(bench, given, sizeof given / sizeof given[0]);
	assert_int_equal(conclude(bench, &device), 2);
	assert_string_equal(finding[0].point, "op=ffma");
	assert_string_equal(finding[0].metric, "random_over_zeros");
	assert_same(finding[0].value, 1.5);
	assert_string_equal(finding[0].remark, "1.5 nJ on random data, 1 nJ on zeros");
	assert_string_equal(finding[1].point, "op=wgmma_fp8");
	assert_same(finding[1].value, 2.5);
}

VERIFIED_TESTS;
TESTS_OF("energy")
