#include "timing/measure.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "base/heap.h"

bool gb_measure_stopped(const volatile int *interrupted)
{
	return interrupted != NULL && *interrupted != 0;
}

/* The interval at which a resting host looks for an interruption. */
#define REST_LOOK_SECONDS 0.01

void gb_measure_rest(double seconds, const volatile int *interrupted)
{
	const double end = gb_clock_now() + seconds;
	double left = seconds;

	while (left > 0 && !gb_measure_stopped(interrupted)) {
		const struct timespec pause = { 0, (long)(1e9 * fmin(left, REST_LOOK_SECONDS)) };
		nanosleep(&pause, NULL);
		left = end - gb_clock_now();
	}
}

struct samples {
	struct gb_batch *batch;
	double *value, *scratch;
	size_t count;
};

static void free_samples(struct samples *s)
{
	free(s->batch);
	free(s->value);
	free(s->scratch);
	*s = (struct samples){ 0 };
}

static void make_samples(struct samples *s, size_t room)
{
	*s = (struct samples){ .batch = gb_heap_array(room, sizeof *s->batch),
			       .value = gb_heap_array(room, sizeof *s->value),
			       .scratch = gb_heap_array(room, sizeof *s->scratch) };
}

/* Few samples have no interval. Half their range then shows whether they agree. */
static double noise_so_far(const struct gb_summary *summary)
{
	if (!isnan(summary->lo) || summary->median == 0)
		return gb_stats_noise(summary);
	return (summary->max - summary->min) / 2 / fabs(summary->median);
}

static int sample_batches(gb_batch_fn *batch, void *context, const struct gb_measure_options *options,
			  struct samples *s, struct gb_measurement *out, struct gb_error *error)
{
	const bool held = out->held && options->held_budget_seconds > 0;
	const double end = gb_clock_now() + (held ? options->held_budget_seconds : options->budget_seconds);
	double seconds = 0;

	out->stop = GB_STOP_BUDGET;
	while (s->count < options->max_samples) {
		GB_TRY(batch(context, out->launches, &s->batch[s->count], error));
		s->value[s->count] = s->batch[s->count].value;
		seconds += s->batch[s->count].seconds;
		s->count++;
		gb_stats_summary(s->value, s->count, s->scratch, &out->value);
		if (gb_measure_stopped(options->interrupted)) {
			out->stop = GB_STOP_INTERRUPTED;
			break;
		}
		if (s->count < options->min_samples || seconds < options->min_seconds)
			continue;
		if (noise_so_far(&out->value) <= options->max_noise) {
			out->stop = GB_STOP_CONVERGED;
			break;
		}
		if (gb_clock_now() >= end)
			break;
	}
	return GB_OK;
}

/* Copy a field of all batches, by its offset, into the values. Returns whether all batches have it. */
static bool take_field(struct samples *s, size_t field)
{
	bool known = true;

	for (size_t i = 0; i < s->count; i++) {
		s->value[i] = *(const double *)(const void *)((const char *)&s->batch[i] + field);
		known &= !isnan(s->value[i]);
	}
	return known;
}

/* The change from the median of the first half of the values to that of the second; 0 for a single value. */
static double median_rise(struct samples *s)
{
	const size_t half = s->count / 2;

	if (half == 0)
		return 0;
	return gb_stats_median(s->value + s->count - half, half, s->scratch) -
	       gb_stats_median(s->value, half, s->scratch);
}

static void summarise_batches(struct samples *s, struct gb_measurement *out)
{
	struct gb_summary summary;
	bool known;

	for (size_t i = 0; i < s->count; i++)
		s->value[i] = s->batch[i].seconds / (double)out->launches;
	out->seconds = gb_stats_median(s->value, s->count, s->scratch);

	known = take_field(s, offsetof(struct gb_batch, slowest_hz));
	out->slowest_hz = known ? gb_stats_median(s->value, s->count, s->scratch) : NAN;

	out->per_clock = (struct gb_summary){ .median = NAN, .lo = NAN, .hi = NAN };
	if (take_field(s, offsetof(struct gb_batch, per_clock)))
		gb_stats_summary(s->value, s->count, s->scratch, &out->per_clock);

	out->sm_hz = out->sm_hz_spread = out->sm_hz_drift = NAN;
	if (!take_field(s, offsetof(struct gb_batch, sm_hz)))
		return;
	gb_stats_summary(s->value, s->count, s->scratch, &summary);
	out->sm_hz = summary.median;
	out->sm_hz_spread = (summary.max - summary.min) / summary.median;
	out->sm_hz_drift = median_rise(s) / summary.median;
}

int gb_measure(gb_batch_fn *batch, void *context, const struct gb_measure_options *options, struct gb_measurement *out,
	       struct gb_error *error)
{
	struct samples s;

	*out = (struct gb_measurement){ 0 };
	int status = gb_warm_up(batch, context, options, out, error);
	if (status == GB_OK)
		make_samples(&s, options->max_samples);
	if (status != GB_OK)
		return status;
	status = sample_batches(batch, context, options, &s, out, error);
	if (status == GB_OK) {
		summarise_batches(&s, out);
		out->visits = 1;
		out->batches_of[0] = s.count;
		/* Visits are kept for long, so unused room is freed. */
		out->batches = gb_heap_resize(s.batch, s.count, sizeof *s.batch);
		s.batch = NULL;
	}
	free_samples(&s);
	return status;
}

/* ---- visits ------------------------------------------------------------------------------------------------------ */

/* Gather the batches of all visits. A flag holds if it holds for each visit. */
static void gather_batches(const struct gb_measurement *visit, size_t count, struct samples *s,
			   struct gb_measurement *out)
{
	*out = (struct gb_measurement){ .launches = visit[0].launches, .steady = true, .visits = count };
	for (size_t v = 0; v < count; v++) {
		out->held |= visit[v].held;
		out->steady &= visit[v].steady;
		out->batches_of[v] = visit[v].value.count;
		for (size_t i = 0; i < visit[v].value.count; i++, s->count++) {
			s->batch[s->count] = visit[v].batches[i];
			s->value[s->count] = visit[v].batches[i].value;
		}
	}
}

void gb_measure_widen(const double *of_visit, size_t count, double half, double value, double batch_seconds, double *lo,
		      double *hi)
{
	double mean = 0;

	if (isnan(*lo) && isnan(half))
		return;
	for (size_t v = 0; v < count; v++)
		mean += of_visit[v] / (double)count;
	*lo = fmin(*lo, mean - half);
	*hi = fmax(*hi, mean + half);
	gb_stats_widen(value, GB_MEASURE_TICK / batch_seconds, lo, hi);
	*lo = fmax(*lo, 0);
}

/* Widen the summary of visits with these medians; `variance` is relative to the value. */
static void widen_summary(struct gb_summary *summary, const double *of_visit, size_t count, double variance,
			  size_t freedom, double batch_seconds)
{
	const double square = summary->median * summary->median;
	const double half = gb_stats_half_moderated(of_visit, count, variance * square, freedom);

	gb_measure_widen(of_visit, count, half, summary->median, batch_seconds, &summary->lo, &summary->hi);
}

void gb_measure_between(const struct gb_measurement *visit, size_t count, const struct gb_prior *scatter,
			double max_noise, struct gb_measurement *out)
{
	const double batch_seconds = out->seconds * (double)out->launches;
	double value[GB_VISITS_MAX], per_clock[GB_VISITS_MAX];

	for (size_t v = 0; v < count; v++) {
		value[v] = visit[v].value.median;
		per_clock[v] = visit[v].per_clock.median;
	}
	widen_summary(&out->value, value, count, scatter->variance, scatter->freedom, batch_seconds);
	widen_summary(&out->per_clock, per_clock, count, scatter->per_clock, scatter->freedom, batch_seconds);
	if (out->stop != GB_STOP_INTERRUPTED)
		out->stop = gb_stats_noise(&out->value) <= max_noise ? GB_STOP_CONVERGED : GB_STOP_BUDGET;
}

static double mean_drift(const struct gb_measurement *visit, size_t count)
{
	double sum = 0;

	for (size_t v = 0; v < count; v++)
		sum += visit[v].sm_hz_drift;
	return sum / (double)count;
}

void gb_measure_join(const struct gb_measurement *visit, size_t count, struct gb_measurement *out)
{
	struct samples s;
	size_t batches = 0;
	bool interrupted = false;

	for (size_t v = 0; v < count; v++) {
		batches += visit[v].value.count;
		interrupted |= visit[v].stop == GB_STOP_INTERRUPTED;
	}
	make_samples(&s, batches + 1);
	gather_batches(visit, count, &s, out);
	gb_stats_summary(s.value, s.count, s.scratch, &out->value);
	summarise_batches(&s, out);
	out->sm_hz_drift = mean_drift(visit, count);
	out->stop = interrupted ? GB_STOP_INTERRUPTED : GB_STOP_BUDGET;
	out->batches = s.batch;
	s.batch = NULL;
	free_samples(&s);
}

void gb_measurement_free(struct gb_measurement *measurement)
{
	free(measurement->batches);
	measurement->batches = NULL;
}

/* ---- the load before sampling ------------------------------------------------------------------------------------ */

/* A launch that takes no measurable time would be repeated forever. */
#define LAUNCHES_MAX (UINT64_C(1) << 24)

/* Find the number of launches in a batch of at least `batch_seconds`. Batches that are too short are discarded. */
static int calibrate_batch(gb_batch_fn *batch, void *context, double batch_seconds, uint64_t *launches,
			   struct gb_batch *last, struct gb_error *error)
{
	uint64_t count = 1;

	/* The first launch loads code, so its time is not that of a launch. */
	int status = batch(context, count, last, error);
	for (;;) {
		if (status == GB_OK)
			status = batch(context, count, last, error);
		if (status != GB_OK)
			return status;
		if (!(last->seconds >= 0))
			return gb_error_set(error, "the device reported an impossible time: %g s", last->seconds);
		if (last->seconds >= batch_seconds || count >= LAUNCHES_MAX)
			break;
		/* Aim a tenth too high, so that the next try is the last. Limit the step, because the clock may still
		 * be rising. */
		double grow = last->seconds > 0 ? 1.1 * batch_seconds / last->seconds : 16;
		uint64_t next = (uint64_t)ceil((double)count * fmin(grow, 16));
		count = next > count ? next : count + 1;
	}
	*launches = count;
	if (last->seconds >= batch_seconds)
		return GB_OK;
	return gb_error_set(error, "%llu launches took %g s: too short to be timed", (unsigned long long)count,
			    last->seconds);
}

/* A clock that has risen above the threshold again is not held down. False if the clock is unknown. */
static bool is_held(const struct gb_measure_options *options, const struct gb_batch *last)
{
	return last->sm_hz < options->held_below_hz;
}

static bool is_settled(const struct gb_measure_options *options, const struct gb_batch *last, double seconds)
{
	return seconds >= (is_held(options, last) ? options->settle_seconds : options->look_seconds);
}

/* True if times are steady, or as steady as they become. */
static bool is_steady(const struct gb_measure_options *options, const struct gb_batch *last, int agreed)
{
	return agreed >= GB_STEADY_BATCHES || (is_held(options, last) && options->settle_seconds > 0);
}

/* Run at most until host time `end`, unless the clock has yet to settle. `last`: the last batch of the calibration,
 * then of the warm-up. */
static int warm_up(gb_batch_fn *batch, void *context, const struct gb_measure_options *options, uint64_t launches,
		   double end, struct gb_batch *last, bool *steady, struct gb_error *error)
{
	struct gb_batch before = *last, now;
	double seconds = 0;
	int agreed = 1;

	for (int i = 0; !gb_measure_stopped(options->interrupted); i++) {
		const bool settled = is_settled(options, &before, seconds);
		if (settled &&
		    (is_steady(options, &before, agreed) || (i >= GB_WARMUP_BATCHES && gb_clock_now() >= end)))
			break;
		GB_TRY(batch(context, launches, &now, error));
		bool same_time = fabs(now.seconds - before.seconds) <= options->steady_within * before.seconds;
		bool same_clock = isnan(now.sm_hz) || isnan(before.sm_hz) ||
				  fabs(now.sm_hz - before.sm_hz) <= options->steady_within * before.sm_hz;
		agreed = same_time && same_clock ? agreed + 1 : 1;
		seconds += now.seconds;
		before = now;
	}
	*steady = is_steady(options, &before, agreed);
	*last = before;
	return GB_OK;
}

/* As many launches as in an earlier visit. The first batch also loads code; with one launch, a single batch is
 * enough. */
static int repeat_batch(gb_batch_fn *batch, void *context, uint64_t launches, struct gb_batch *last,
			struct gb_error *error)
{
	int status = batch(context, 1, last, error);

	return status == GB_OK && launches > 1 ? batch(context, launches, last, error) : status;
}

int gb_warm_up(gb_batch_fn *batch, void *context, const struct gb_measure_options *options, struct gb_measurement *out,
	       struct gb_error *error)
{
	const double end = gb_clock_now() + options->warmup_seconds;
	const bool known = options->launches > 0;
	struct gb_batch last;
	int status;

	out->launches = options->launches;
	do {
		status = known ? repeat_batch(batch, context, out->launches, &last, error)
			       : calibrate_batch(batch, context, options->batch_seconds, &out->launches, &last, error);
		if (status == GB_OK)
			status = warm_up(batch, context, options, out->launches, end, &last, &out->steady, error);
	} while (status == GB_OK && !known && last.seconds < 0.9 * options->batch_seconds &&
		 out->launches < LAUNCHES_MAX && !gb_measure_stopped(options->interrupted));
	out->held = is_held(options, &last);
	return status;
}
