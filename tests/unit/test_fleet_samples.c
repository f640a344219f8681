/* Samples combined from several roofs of a GPU: the work per cycle, and the power-bound roofs together. */
#include "analysis/fleet.h"

#include "judge/judge_outliers.h"
#include "roofs_kept.h"

enum { GPUS = 9 };

/* A power-bound roof, exact to 0.01 %: the work per cycle, and the clock of the run. */
static void add_run(int gpu, const char *roof, double work, double clock)
{
	char uuid[16];

	snprintf(uuid, sizeof uuid, "GPU-%d", gpu);
	struct gb_record r = made(uuid, roof, "FLOP/s", work * clock);
	r.lo = 0.9999 * r.value;
	r.hi = 1.0001 * r.value;
	r.board = "A";
	r.sm_clock_hz = r.sm_clock_slowest_hz = clock;
	add(&roofs, r);
}

static struct gb_fleet fleet_of(void)
{
	struct gb_fleet fleet;

	gb_roofs_sort(&roofs);
	gb_fleet_of(&fleet, &roofs);
	gb_outliers_judge(&fleet, NULL, NULL, 0);
	assert_int_equal(fleet.models, 1);
	return fleet;
}

static enum gb_standing judge(const struct gb_fleet *fleet, size_t gpu, const char *roof)
{
	const struct gb_group *group = gb_fleet_group(fleet->model, roof);

	assert_non_null(group);
	return gb_outliers_standing(fleet->model, gpu, (size_t)(group - fleet->model->group));
}

/* The clock of each run differs by up to 2 % in either direction, which hides that the units of GPU 3 do 1 % less
 * per cycle. */
ROOFS_TEST(work_of_a_cycle)
{
	for (int i = 0; i < GPUS; i++)
		add_run(i, "tensor.fp16", (i == 3 ? 0.99 : 1 + 1e-4 * (i % 3 - 1)) * 1000,
			1.5e9 * (1 + 0.005 * (i - 4)));
	FREED_BY(gb_fleet_free) struct gb_fleet fleet = fleet_of();
	const struct gb_group *group = gb_fleet_group(fleet.model, "tensor.fp16/clock");
	assert_non_null(group);
	assert_true(group->derived);
	assert_string_equal(group->unit, "FLOP/clk");
	assert_same(group->median, 1000);
	for (size_t g = 0; g < GPUS; g++) {
		assert_int_equal(judge(&fleet, g, "tensor.fp16"), GB_NORMAL);
		assert_int_equal(judge(&fleet, g, "tensor.fp16/clock"), g == 3 ? GB_SLOW : GB_NORMAL);
	}
}

/* A file from before the column has no such value: the GPU is neither an outlier nor lacks a roof. */
ROOFS_TEST(files_without_the_clock)
{
	for (int i = 0; i < GPUS; i++)
		add_run(i, "tensor.fp16", 1000, 1.5e9);
	add_run(GPUS, "tensor.bf16", 1000, 1.5e9);
	struct gb_record r = made("GPU-x", "tensor.fp16", "FLOP/s", 1.5e12);
	r.board = "A";
	add(&roofs, r);
	FREED_BY(gb_fleet_free) struct gb_fleet fleet = fleet_of();
	const size_t place = (size_t)(gb_fleet_group(fleet.model, "tensor.fp16/clock") - fleet.model->group);
	for (size_t g = GPUS; g < GPUS + 2; g++) {
		assert_int_equal(judge(&fleet, g, "tensor.fp16/clock"), GB_NOT_MEASURED);
		assert_false(gb_outliers_lacks(fleet.model, g, place));
	}
}

/* GPU 5 is off by 4 % in three roofs: no single roof exceeds its threshold, but their mean does. */
ROOFS_TEST(power_bound_roofs_together)
{
	static const char *const names[] = { "tensor.fp16", "tensor.bf16", "tensor.fp8" };

	for (int i = 0; i < GPUS; i++)
		for (int k = 0; k < 3; k++)
			add_run(i, names[k], 1000, 1.5e9 * (i == 5 ? 0.96 : 1 + 1e-4 * ((i + k) % 3 - 1)));
	FREED_BY(gb_fleet_free) struct gb_fleet fleet = fleet_of();
	const struct gb_group *group = gb_fleet_group(fleet.model, "matrix units");
	assert_non_null(group);
	const struct gb_sample slow = gb_fleet_sample(fleet.model, 5, (size_t)(group - fleet.model->group));
	assert_true(fabs(slow.value - 0.96) < 2e-4);
	assert_int_equal(slow.runs, 1);
	for (size_t g = 0; g < GPUS; g++) {
		assert_int_equal(judge(&fleet, g, "matrix units"), g == 5 ? GB_SLOW : GB_NORMAL);
		for (int k = 0; k < 3; k++)
			assert_int_equal(judge(&fleet, g, names[k]), GB_NORMAL);
	}
}

/* One GPU has all roofs, one lacks the first, and one has three runs of the second: each sample comes from its own
 * rows. */
ROOFS_TEST(gpus_with_other_rows)
{
	static const char *const names[] = { "dram.read", "fp32", "tensor.fp16" };

	for (int i = 0; i < 3; i++)
		for (int k = i == 1; k < 3; k++)
			add_run(i, names[k], 100 * (i + 1) + k, 1e9);
	for (int run = 2; run <= 3; run++) {
		struct gb_record r = made("GPU-2", "fp32", "FLOP/s", 301e9 + 1e9 * run);
		r.board = "A";
		r.run_id = run == 2 ? "run2" : "run3";
		add(&roofs, r);
	}
	FREED_BY(gb_fleet_free) struct gb_fleet fleet = fleet_of();
	for (size_t g = 0; g < 3; g++)
		for (size_t k = 0; k < 3; k++) {
			const struct gb_group *group = gb_fleet_group(fleet.model, names[k]);
			const struct gb_sample sample =
				gb_fleet_sample(fleet.model, g, (size_t)(group - fleet.model->group));
			const bool lacks = g == 1 && k == 0, thrice = g == 2 && k == 1;
			assert_int_equal(sample.runs, lacks ? 0 : thrice ? 3 : 1);
			if (!lacks)
				assert_same(sample.value, 1e9 * (100 * (double)(g + 1) + (double)k + 2 * thrice));
		}
}

/* The median of two roofs omits neither. */
ROOFS_TEST(too_few_to_join)
{
	for (int i = 0; i < GPUS; i++) {
		add_run(i, "tensor.fp16", 1000, 1.5e9);
		add_run(i, "tensor.bf16", 1000, 1.5e9);
		add_run(i, "own.fp16", 1000, 1.5e9);
	}
	FREED_BY(gb_fleet_free) struct gb_fleet fleet = fleet_of();
	assert_null(gb_fleet_group(fleet.model, "matrix units"));
	assert_null(gb_fleet_group(fleet.model, "own.fp16/clock"));
}

/* Three power-bound roofs, but no GPU has all three: there is no joint sample. The same happens if runs were cut
 * short. */
ROOFS_TEST(none_has_enough_to_join)
{
	static const char *const names[] = { "tensor.fp16", "tensor.bf16", "tensor.fp8" };

	for (int i = 0; i < 3; i++)
		add_run(i, names[i], 1000, 1.5e9);
	FREED_BY(gb_fleet_free) struct gb_fleet fleet = fleet_of();
	assert_null(gb_fleet_group(fleet.model, "matrix units"));
}

/* One of two runs has no clock: the GPU has no work per clock, and neither has any other GPU. */
ROOFS_TEST(none_has_the_clock_of_all_runs)
{
	add_run(0, "tensor.fp16", 1000, 1.5e9);
	struct gb_record r = made("GPU-0", "tensor.fp16", "FLOP/s", 1.4e12);
	r.board = "A";
	r.run_id = "run2";
	add(&roofs, r);
	r = made("GPU-1", "tensor.fp16", "OP/s", 1.5e12); /* the same name for something else */
	r.board = "A";
	r.sm_clock_hz = r.sm_clock_slowest_hz = 1.5e9;
	add(&roofs, r);
	FREED_BY(gb_fleet_free) struct gb_fleet fleet = fleet_of();
	assert_null(gb_fleet_group_in(fleet.model, "tensor.fp16/clock", "FLOP/clk"));
	assert_same(gb_fleet_group_in(fleet.model, "tensor.fp16/clock", "OP/clk")->median, 1000);
}
