/* test_runs.h: points of `tensor` on the fake device. */
#pragma once

#include <math.h>

#include "tensor.h"
#include "verified.h"

static bool is_open;

/* Opens a GPU of this compute capability and a point on it. Returns the status of prepare(). */
static inline int start(int cc, const char *variant, const char *text)
{
	const struct gb_point point = real_point(bench, text);

	reset_device();
	fake.cc = cc;
	fake.sms = 2;
	assert_ok(gb_device_open(&card, &fake_ops, 0, &error), error);
	int status = gb_run_open(&run, &card, bench, variant_of(variant), &error);
	is_open = status == GB_OK;
	if (is_open)
		status = gb_run_point(&run, &point);
	return status;
}

static inline void stop(void)
{
	if (is_open)
		gb_run_close(&run);
	gb_device_close(&card);
}

static inline void expect(int cc, const char *variant, const char *point, double pass_ops, double limit,
			  const char *roof)
{
	assert_ok(start(cc, variant, point), error);
	const double passes = bench->cost(&run).ops / pass_ops;
	if (passes != round(passes) || fmod(passes, TENSOR_SPAN) != 0.5 * TENSOR_SPAN)
		fail_msg("%s: %.17g passes", point, passes);
	assert_same(bench->limit(&run, gb_device(&run), 1e9), limit);
	const char *sets = bench->roof(&run);
	if ((roof == NULL) != (sets == NULL) || (roof != NULL && strcmp(roof, sets) != 0))
		fail_msg("%s sets the roof %s", point, sets != NULL ? sets : "none");
	stop();
}

static inline void expect_skip(int cc, const char *variant, const char *point, const char *reason)
{
	if (start(cc, variant, point) != GB_SKIPPED)
		fail_msg("%s on %d is not skipped", point, cc);
	assert_says(error.text, reason);
	stop();
}
