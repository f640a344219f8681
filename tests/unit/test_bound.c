/* The shortest time of a kernel: the time of each kind of work alone. */
#include "explain_made.h"

static struct gb_bound bound_of(void)
{
	struct gb_load load;

	assert_true(gb_load_of(&load, &k, &gpu.peaks));
	return gb_bound_of(&gpu.measured, &load);
}

/* A block of one warp starts in a nanosecond, one of 32 warps in two. */
static void add_starts_of_blocks(void)
{
	curve("launch", "op=blocks,threads=32", "op_rate", 1e9);
	curve("launch", "op=blocks,threads=1024", "op_rate", 0.5e9);
}

/* The start of other blocks hides the work of a block. */
KERNEL_TEST(start_of_blocks)
{
	add_starts_of_blocks();
	k.value[GB_DRAM_READ] = 0.1e12;
	k.grid = "(1000, 1000, 100)";
	assert_near(bound_of().total, 0.1 + 2e-6, 1e-9);
	k.grid = "(1000, 1000, 500)";
	assert_near(bound_of().starting, 0.5, 1e-9);
	assert_near(bound_of().total, 0.5 + 2e-6, 1e-9);
	/* 17 warps, the last of which is not full: slightly above the middle between 1 and 32. */
	k.block = "(26, 20, 1)";
	assert_near(bound_of().starting, 0.5 * (1 + 16.0 / 31), 1e-9);
	static const char *const odd[] = {
		"unknown", "", "(", "(5", "(5,", "(5, 5, ", "(inf, 1, 1)", "(-5, 1, 1)", NULL
	};
	for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
		k.grid = odd[i];
		assert_near(bound_of().starting, 0, 1e-9);
	}
}

/* Without measured start rates, blocks cost nothing. */
KERNEL_TEST(start_that_was_not_measured)
{
	k.value[GB_DRAM_READ] = 0.1e12;
	k.grid = "(1000, 1000, 500)";
	assert_near(bound_of().total, 0.1 + 2e-6, 1e-9);
}

/* The unit or level of memory that takes longest counts: DRAM half a second, FMAs 0.375 s at the kernel's 1 GHz (a
 * quarter of a second at the 1.5 GHz of their roof), special functions less or more than these. If a fifth of the SMs
 * idle, arithmetic takes longer. */
KERNEL_TEST(longest_work)
{
	struct gb_load load;

	k.value[GB_DRAM_READ] = 0.5e12;
	k.value[GB_L2_READ] = 0.4e12;
	k.value[GB_FP32_FMA] = 0.25e12;
	k.value[GB_PIPE_XU] = 0.2;
	k.value[GB_WARPS] = 0.25;
	struct gb_bound b = bound_of();
	assert_near(b.dram, 0.5, 1e-9);
	assert_near(b.memory, 0.5, 1e-9);
	assert_near(b.arithmetic, 1.5 * 0.25, 1e-9);
	assert_near(b.total, 0.5 + 2e-6, 1e-9);
	k.value[GB_PIPE_XU] = 0.6;
	k.value[GB_L2_READ] = 0.55e12;
	b = bound_of();
	assert_near(b.memory, 0.55, 1e-9);
	assert_near(b.total, 0.6 + 2e-6, 1e-9);
	k.value[GB_ACTIVE_CYCLES] = 0.8e9;
	k.value[GB_FP32_FMA] = 0.6e12;
	assert_near(bound_of().arithmetic, 1.5 * 0.6 / 0.8, 1e-9);
	k.value[GB_DRAM_READ] = k.value[GB_L2_READ] = k.value[GB_FP32_FMA] = 1;
	k.value[GB_PIPE_XU] = 0;
	assert_near(bound_of().total, 2e-6, 1e-3);
	k.value[GB_DRAM_READ] = k.value[GB_L2_READ] = k.value[GB_FP32_FMA] = 0;
	assert_false(gb_load_of(&load, &k, &gpu.peaks));
}

KERNEL_TEST(no_curves)
{
	gpu.measured.rows = NULL;
	k.value[GB_DRAM_READ] = 0.5e12;
	k.value[GB_WARPS] = 0.25;
	assert_near(bound_of().total, 0.5, 1e-9);
}

/* The roof was measured at 1.5 GHz. At the kernel's 1 GHz its operations take 0.75 s, but the unit was busy
 * for 0.8 s. */
KERNEL_TEST(slow_matrix_instructions)
{
	gb_peaks_free(&gpu.peaks);
	add(&gpu.roofs, made("GPU-1", "tensor.fp16", "FLOP/s", 1e12));
	gb_roofs_sort(&gpu.roofs);
	assert_ok(gb_peaks_of(&gpu.peaks, &gpu.roofs, &error), error);
	k.value[GB_TENSOR_FP16] = 0.5e12;
	assert_near(bound_of().arithmetic, 0.75, 1e-9);
	k.value[GB_PIPE_TENSOR] = 0.8;
	assert_near(bound_of().arithmetic, 0.8, 1e-9);
}
