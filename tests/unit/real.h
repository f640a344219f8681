/* real.h: the project's plug-ins on the fake device. */
#pragma once

#include "base/hash.h"
#include "dry/models.h"
#include "gpu_fake.h"
#include "plan/loader.h"
#include "plan/plan.h"
#include "engine/run.h"
#include "support.h"

/* The models of the benchmark, as a dry run finds them (opened.h); they run if a test registers no other function. */
static struct gb_dry_models real_models;

/* After a benchmark in one file, which the test includes for its structs. Its hooks are those of the plug-in. */
#define BENCH_ONE_FILE(id) const struct gb_variant gb_variants_##id[] = { { .name = NULL } }

static inline void real_reset(void)
{
	fake_reset();
	fake.models = real_models.count > 0 ? real_models.file : NULL;
}

/* Runs the model of a kernel. For a kernel function of a test that does more than the model. */
static inline void real_model(const char *kernel, struct gb_shape shape, const void *args)
{
	fake_run_model(real_models.file, kernel, shape, args);
}

/* The plug-ins of the build's folder `plugins`. */
static inline struct gb_plugins real_plugins(void)
{
	struct gb_plugins plugins = { 0 };

	gb_plugins_load(&plugins, next_to_program("../../plugins"));
	return plugins;
}

/* "op=read,vec=4" as a point. */
static inline struct gb_point real_point(const struct gb_bench *bench, const char *text)
{
	struct gb_point point;

	assert_ok(gb_point_read(bench->axes, text, &point, &error), error);
	return point;
}

/* Add the first coarse value of every searched axis that exists. */
static inline void real_shape(const struct gb_plan *plan, struct gb_point *point)
{
	for (size_t i = 0; i < plan->axes; i++) {
		if (gb_plan_reports(plan, i) || !gb_axis_exists(plan->bench->axes, i, point))
			continue;
		point->has[i] = true;
		point->value[i] = plan->coarse[i].value[0];
	}
}

static inline double real_idle(struct gb_shape shape, const void *args)
{
	return 0;
}

/* The point was verified with correct copies and fills. Ones that miss a byte must not pass because of earlier
 * contents. */
static inline void real_stale_move_is_caught(struct gb_run *of, const char *point)
{
	fake.copy_misses = 1;
	if (gb_run_verify(of) != GB_FAILED)
		fail_msg("%s passes by what an earlier launch left", point);
	fake.copy_misses = 0;
}

/* The point was verified with correct kernels. One that does nothing must not pass because of earlier contents. */
static inline void real_stale_is_caught(struct gb_run *of, const char *kernel)
{
	fake_kernel_fn *right = fake_find_kernel(kernel);

	fake_kernel(kernel, real_idle);
	if (gb_run_verify(of) != GB_FAILED)
		fail_msg("%s passes by what an earlier launch left", kernel);
	fake_kernel(kernel, right);
}

struct real_stale {
	const char *point, *kernel; /* no kernel: copies and fills lack their last byte */
};

/* The same at each of these points; `at` makes one of them current. */
static inline void real_stale_are_caught(struct gb_run *of, void at(const char *), const struct real_stale *cases,
					 size_t count)
{
	for (size_t i = 0; i < count; i++) {
		at(cases[i].point);
		assert_ok(gb_run_verify(of), *of->error);
		if (cases[i].kernel != NULL)
			real_stale_is_caught(of, cases[i].kernel);
		else
			real_stale_move_is_caught(of, cases[i].point);
		gb_error_clear(of->error);
	}
}

static inline void real_hash_slots(uint64_t hash[FAKE_SLOTS])
{
	for (size_t slot = 0; slot < FAKE_SLOTS; slot++) {
		struct gb_hash_blocks all = GB_HASH_BLOCKS_BEGIN;
		uint64_t bytes;
		const void *at = fake_allocation(slot, &bytes);
		if (at != NULL)
			gb_hash_add_blocks(&all, at, bytes);
		hash[slot] = gb_hash_of_blocks(&all);
	}
}

/* The allocations that a timed launch of the current point changes. */
static inline void real_launch_changes(struct gb_run *of, bool changes[FAKE_SLOTS])
{
	uint64_t before[FAKE_SLOTS], after[FAKE_SLOTS];

	real_hash_slots(before);
	assert_int_equal(gb_run_launch(of), GB_OK);
	real_hash_slots(after);
	for (size_t slot = 0; slot < FAKE_SLOTS; slot++)
		changes[slot] = before[slot] != after[slot];
}

/* After a verification of the current point, a timed launch changes no more than before: sums are only for the
 * check. */
static inline void real_timed_sums_up_nothing(struct gb_run *of)
{
	bool before[FAKE_SLOTS], after[FAKE_SLOTS];

	real_launch_changes(of, before);
	assert_int_equal(gb_run_verify(of), GB_OK);
	real_launch_changes(of, after);
	for (size_t slot = 0; slot < FAKE_SLOTS; slot++)
		if (after[slot] && !before[slot])
			fail_msg("after a verification a timed launch writes to allocation %zu, too", slot);
}

/* gb_report_wrong() of kernels in C. */
static inline void real_wrong(struct gb_report *report, unsigned long long at)
{
	report->wrong++;
	report->first = at < report->first ? at : report->first;
}
