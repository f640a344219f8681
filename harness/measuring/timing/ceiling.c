#include "timing/ceiling.h"

#include <math.h>

#include "timing/measure.h"

/* An idle card may have lowered its clock, which rises within a few milliseconds of work. */
#define LOOK_SECONDS 0.005
#define RISES_BY     1.002
enum { LOOKS_MIN = 2, LOOKS_MAX = 40 };

int gb_ceiling_clock(struct gb_timer *timer, double *hz, struct gb_error *error)
{
	double best = NAN;

	for (int i = 0; i < LOOKS_MAX; i++) {
		struct gb_timed timed;
		int status = gb_timer_begin(timer, error);
		if (status == GB_OK)
			status = gb_timer_hold(timer, LOOK_SECONDS, error);
		if (status == GB_OK)
			status = gb_timer_end(timer, &timed, error);
		if (status != GB_OK)
			return status;
		const bool rose = timed.sm_hz > RISES_BY * best;
		best = fmax(best, timed.sm_hz);
		if (i + 1 >= LOOKS_MIN && !rose)
			break;
	}
	*hz = best;
	return GB_OK;
}

/* An H100 takes 0.1 to 0.3 s to settle its clock; an H200 takes no time. */
#define MATRIX_SECONDS 0.05
enum { MATRIX_LOOKS = 7, MATRIX_THREADS = 256 };

static double median_of_spans(const struct gb_stamp *span)
{
	double hz[GB_MATRIX_SMS], scratch[GB_MATRIX_SMS];

	for (size_t i = 0; i < GB_MATRIX_SMS; i++) {
		if (span[i].nanoseconds == 0)
			return NAN;
		hz[i] = 1e9 * (double)span[i].cycles / (double)span[i].nanoseconds;
	}
	return gb_stats_median(hz, GB_MATRIX_SMS, scratch);
}

int gb_ceiling_matrix(struct gb_timer *timer, const volatile int *interrupted, double *hz, struct gb_error *error)
{
	const struct gb_shape shape = { .grid = GB_MATRIX_SMS, .block = MATRIX_THREADS };
	struct gb_stamp span[GB_MATRIX_SMS] = { 0 };
	struct gb_matrix_args args;
	struct gb_kernel kernel;
	int status = GB_OK;

	*hz = NAN;
	if (timer->ops->clock != NULL)
		return GB_OK;
	args = (struct gb_matrix_args){ gb_address(timer->stamps), (unsigned long long)(1e9 * MATRIX_SECONDS), 0 };
	status = timer->ops->kernel(timer->gpu, timer->module, "gb_matrix", &kernel, error);
	for (int i = 0; i < MATRIX_LOOKS && status == GB_OK && !gb_measure_stopped(interrupted); i++)
		status = timer->ops->launch(timer->gpu, &kernel, shape, &args, error);
	if (status == GB_OK)
		status = timer->ops->sync(timer->gpu, error);
	if (status == GB_OK)
		status = timer->ops->copy_out(timer->gpu, span, timer->stamps, sizeof span, error);
	if (status == GB_OK)
		*hz = median_of_spans(span);
	return status;
}

void gb_ceiling_widen(double value, double sm_hz, double *lo, double *hi)
{
	gb_stats_widen(value, GB_CLOCK_STEP_HZ / 2 / sm_hz, lo, hi);
}
