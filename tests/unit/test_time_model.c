/* The model of a kernel's time: what each kind of work takes alone, and which of them hide behind others. */
#include <string.h>

#include "explain_made.h"

static struct gb_time_terms time_of(const struct gpu *gpu, const struct gb_profiled *k)
{
	struct gb_load load;

	assert_true(gb_load_of(&load, k, &gpu->peaks));
	return gb_time_model_time(&gpu->model, &load);
}

/* Blocks of one warp start in a nanosecond, those of 32 in two. */
static void begin_with_blocks(struct gpu *gpu)
{
	begin(gpu);
	curve(gpu, "launch", "op=blocks,threads=32", "op_rate", 1e9);
	curve(gpu, "launch", "op=blocks,threads=1024", "op_rate", 0.5e9);
	gb_time_model_make(&gpu->model, &gpu->peaks, gb_curves_find(&gpu->curves, "GPU-1", "Fake GPU"));
}

/* What blocks do hides behind the start of others. */
static void start_of_blocks(void **state)
{
	struct gpu gpu;
	struct gb_profiled k = idle();

	(void)state;
	begin_with_blocks(&gpu);
	k.value[GB_DRAM_READ] = 0.1e12;
	k.grid = "(1000, 1000, 100)";
	assert_near(time_of(&gpu, &k).total, 0.1 + 2e-6, 1e-9);
	k.grid = "(1000, 1000, 500)";
	assert_near(time_of(&gpu, &k).starting, 0.5, 1e-9);
	assert_near(time_of(&gpu, &k).total, 0.5 + 2e-6, 1e-9);
	/* 17 warps, the last of which is not full: in the middle between 1 and 32, a bit above. */
	k.block = "(26, 20, 1)";
	assert_near(time_of(&gpu, &k).starting, 0.5 * (1 + 16.0 / 31), 1e-9);
	static const char *const odd[] = {
		"unknown", "", "(", "(5", "(5,", "(5, 5, ", "(inf, 1, 1)", "(-5, 1, 1)", NULL
	};
	for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
		k.grid = odd[i];
		assert_near(time_of(&gpu, &k).starting, 0, 1e-9);
	}
	end(&gpu);
}

/* Without the measured rates of starting, blocks cost nothing. */
static void start_that_was_not_measured(void **state)
{
	struct gpu gpu;
	struct gb_profiled k = idle();

	(void)state;
	begin(&gpu);
	k.value[GB_DRAM_READ] = 0.1e12;
	k.grid = "(1000, 1000, 500)";
	assert_near(time_of(&gpu, &k).total, 0.1 + 2e-6, 1e-9);
	end(&gpu);
}

/* 64 warps reach all of DRAM's rate with two loads of 512 bytes each, and 16 warps half of it. A warp that loads 256
 * bytes in all counts as a quarter. */
static void short_warps(void **state)
{
	struct gpu gpu;
	struct gb_profiled k = idle();

	(void)state;
	begin(&gpu);
	k.value[GB_DRAM_READ] = 0.1e12;
	k.value[GB_LOAD_SECTORS] = 0.1e12 / 32;
	k.grid = "(50000000, 1, 1)";
	assert_near(time_of(&gpu, &k).memory, 0.1, 1e-9); /* a block is a warp: 2000 bytes */
	k.grid = "(390625000, 1, 1)";
	assert_near(time_of(&gpu, &k).memory, 0.2, 1e-9);
	/* Bytes that no load requests, such as instructions, wait for none. */
	k.value[GB_LOAD_SECTORS] = 0.05e12 / 32;
	k.grid = "(195312500, 1, 1)";
	assert_near(time_of(&gpu, &k).memory, 0.1, 1e-9);
	end(&gpu);
}

/* FP32 takes 0.4 s and special functions 0.3 s. All warps hide the shorter but for exp(-2), a quarter of them but for
 * exp(-1/2). */
static void two_units(void **state)
{
	struct gpu gpu;
	struct gb_profiled k = idle();

	(void)state;
	begin(&gpu);
	k.value[GB_FP32_FMA] = 0.4e12;
	k.value[GB_PIPE_XU] = 0.3;
	assert_near(time_of(&gpu, &k).arithmetic, 0.4 + 0.3 * exp(-2), 1e-9);
	k.value[GB_WARPS] = 0.25;
	assert_near(time_of(&gpu, &k).arithmetic, 0.4 + 0.3 * exp(-0.5), 1e-9);
	/* The other is the longer one. */
	k.value[GB_PIPE_XU] = 0.6;
	assert_near(time_of(&gpu, &k).arithmetic, 0.6 + 0.4 * exp(-0.5), 1e-9);
	end(&gpu);
}

/* Memory takes 0.4 s, FP32 0.2 s. If warps of a block wait at barriers, the two overlap for different blocks only. A
 * block of 32 warps on each SM overlaps with none; of two, one finds memory busy: (1 - r^3) / (1 - r^2), r = 1/2. */
static void phases(void **state)
{
	struct gpu gpu;
	struct gb_profiled k = idle();

	(void)state;
	begin(&gpu);
	k.block = "(1024, 1, 1)";
	k.value[GB_DRAM_READ] = 0.4e12;
	k.value[GB_FP32_FMA] = 0.2e12;
	assert_near(time_of(&gpu, &k).total, 0.4 + 0.2 * exp(-2) + 2e-6, 1e-9);
	for (int c = GB_STALL_FIRST; c < GB_STALL_END; c++)
		if (strcmp(gb_counter_word((enum gb_counter)c), "barrier") == 0)
			k.value[c] = 1;
	assert_near(time_of(&gpu, &k).total, 0.4 * (1 - 0.125) / (1 - 0.25) + 2e-6, 1e-9);
	/* Alone, and as long: nothing overlaps. 32 warps also reach less of DRAM's rate. */
	k.value[GB_WARPS] = 0.5;
	k.value[GB_FP32_FMA] = 0.4e12;
	k.value[GB_DRAM_READ] = 0.4e12 * gb_time_model_loads(&gpu.model, 0.5);
	assert_near(time_of(&gpu, &k).total, 0.8 + 2e-6, 1e-9);
	/* Small blocks are as good as warps. */
	k.block = "(32, 1, 1)";
	assert_near(time_of(&gpu, &k).total, 0.4 + 0.4 * exp(-1) + 2e-6, 1e-9);
	end(&gpu);
}

/* The roof was measured at 1.5 GHz. At the kernel's 1 GHz its operations take 0.75 s, but the unit was busy
 * for 0.8 s. */
static void slow_matrix_instructions(void **state)
{
	struct gpu gpu;
	struct gb_profiled k = idle();
	struct gb_error error = { "" };

	(void)state;
	begin(&gpu);
	gb_peaks_free(&gpu.peaks);
	add(&gpu.roofs, made("GPU-1", "tensor.fp16", "FLOP/s", 1e12));
	gb_roofs_sort(&gpu.roofs);
	assert_ok(gb_peaks_of(&gpu.peaks, &gpu.roofs, &error), error);
	k.value[GB_TENSOR_FP16] = 0.5e12;
	assert_near(time_of(&gpu, &k).arithmetic, 0.75, 1e-9);
	k.value[GB_PIPE_TENSOR] = 0.8;
	assert_near(time_of(&gpu, &k).arithmetic, 0.8, 1e-9);
	end(&gpu);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(start_of_blocks), cmocka_unit_test(start_that_was_not_measured),
		cmocka_unit_test(short_warps),     cmocka_unit_test(two_units),
		cmocka_unit_test(phases),          cmocka_unit_test(slow_matrix_instructions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
