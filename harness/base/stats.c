#include "base/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int compare_doubles(const void *left, const void *right)
{
	const double a = *(const double *)left, b = *(const double *)right;

	return (a > b) - (a < b);
}

static void sort_by_insertion(double *samples, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		const double sample = samples[i];
		size_t at = i;
		for (; at > 0 && samples[at - 1] > sample; at--)
			samples[at] = samples[at - 1];
		samples[at] = sample;
	}
}

/* For so few samples, such as the batches of a visit, qsort() would take several times as long. */
enum { SORT_FEW = 128 };

void gb_stats_sort(double *samples, size_t count)
{
	if (count <= SORT_FEW)
		sort_by_insertion(samples, count);
	else
		qsort(samples, count, sizeof *samples, compare_doubles);
}

static void sort_copy(double *scratch, const double *samples, size_t count)
{
	memcpy(scratch, samples, count * sizeof *scratch);
	gb_stats_sort(scratch, count);
}

/* Linear interpolation at the fraction `part` (0 to 1) of the sorted samples. */
static double interpolate_quantile(const double *sorted, size_t count, double part)
{
	double place = part * (double)(count - 1);
	size_t below = (size_t)place;
	size_t above = below + 1 < count ? below + 1 : below;

	return sorted[below] + (place - (double)below) * (sorted[above] - sorted[below]);
}

size_t gb_stats_interval_rank(size_t count)
{
	/* P(Binomial(count, 1/2) < r), summed until it exceeds 2.5 %. Terms are computed as logarithms, because
	 * 2^-count underflows. */
	double tail = 0;
	size_t rank = 0;

	while (rank < count / 2) {
		double term = lgamma((double)count + 1) - lgamma((double)rank + 1) - lgamma((double)(count - rank) + 1);
		tail += exp(term - (double)count * log(2));
		if (tail > 0.025)
			break;
		rank++;
	}
	return rank;
}

void gb_stats_summary(const double *samples, size_t count, double *scratch, struct gb_summary *out)
{
	sort_copy(scratch, samples, count);

	const double q1 = interpolate_quantile(scratch, count, 0.25), q3 = interpolate_quantile(scratch, count, 0.75);
	const size_t rank = gb_stats_interval_rank(count);

	*out = (struct gb_summary){
		.count = count,
		.median = interpolate_quantile(scratch, count, 0.5),
		.min = scratch[0],
		.max = scratch[count - 1],
		.lo = rank ? scratch[rank - 1] : NAN,
		.hi = rank ? scratch[count - rank] : NAN,
	};
	out->spread = out->median != 0 ? (q3 - q1) / fabs(out->median) : NAN;
	for (size_t i = 0; i < count; i++)
		out->outliers += scratch[i] < q1 - 1.5 * (q3 - q1) || scratch[i] > q3 + 1.5 * (q3 - q1);
}

double gb_stats_median(const double *samples, size_t count, double *scratch)
{
	sort_copy(scratch, samples, count);
	return interpolate_quantile(scratch, count, 0.5);
}

static void swap_samples(double *a, double *b)
{
	const double kept = *a;

	*a = *b;
	*b = kept;
}

/* Hoare's algorithm: afterwards no sample before `rank` (from 0) is greater than the one at `rank`, and none after it
 * is less. */
static void select_rank(double *sample, size_t count, size_t rank)
{
	size_t first = 0, last = count - 1;

	while (first < last) {
		const double pivot = sample[first + (last - first) / 2];
		size_t up = first, down = last;
		for (;;) {
			while (sample[up] < pivot)
				up++;
			while (sample[down] > pivot)
				down--;
			if (up >= down)
				break;
			swap_samples(&sample[up++], &sample[down--]);
		}
		/* No sample up to `down` is greater than those after it. */
		if (rank <= down)
			last = down;
		else
			first = down + 1;
	}
}

double gb_stats_middle(double *samples, size_t count)
{
	const size_t rank = (count - 1) / 2;
	double above = INFINITY;

	select_rank(samples, count, rank);
	if (count % 2 == 1)
		return samples[rank];
	for (size_t i = rank + 1; i < count; i++)
		above = samples[i] < above ? samples[i] : above;
	return samples[rank] + 0.5 * (above - samples[rank]); /* as interpolate_quantile() */
}

size_t gb_stats_place(const double *sorted, size_t count, double value)
{
	size_t from = 0, to = count - 1;

	while (from < to) {
		const size_t middle = (from + to) / 2;
		if (sorted[middle] < value)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

double gb_stats_middle_without(const double *sorted, size_t count, size_t without)
{
	const size_t others = count - 1, half = others / 2;
	const double upper = sorted[half >= without ? half + 1 : half];

	if (others % 2 == 1)
		return upper;
	const double lower = sorted[half - 1 >= without ? half : half - 1];
	return fmin(upper, fmax(lower, sorted[without]));
}

/* The 97.5 % quantile of Student's t. The last entry also serves more degrees of freedom, for which it is slightly too
 * large. */
static double t_quantile(size_t freedom)
{
	static const double t[] = { 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262 };
	const size_t last = sizeof t / sizeof t[0];

	return t[(freedom < last ? freedom : last) - 1];
}

double gb_stats_variance(const double *value, size_t count)
{
	const double n = (double)count;
	double mean = 0, squares = 0;

	if (count < 2)
		return NAN;
	for (size_t i = 0; i < count; i++)
		mean += value[i] / n;
	for (size_t i = 0; i < count; i++)
		squares += (value[i] - mean) * (value[i] - mean);
	return squares / (n - 1);
}

double gb_stats_half_moderated(const double *value, size_t count, double variance, size_t freedom)
{
	const size_t own = count - 1, all = own + freedom;

	if (count < 2)
		return NAN;
	const double sum =
		(double)own * gb_stats_variance(value, count) + (freedom > 0 ? (double)freedom * variance : 0);
	return t_quantile(all) * sqrt(sum / (double)all / (double)count);
}

double gb_stats_half_interval(const double *value, size_t count)
{
	return gb_stats_half_moderated(value, count, 0, 0);
}

void gb_stats_widen(double value, double fraction, double *lo, double *hi)
{
	const double half = fabs(value) * fraction;

	if (isnan(*lo) || isnan(half))
		return;
	*lo = fmin(*lo, value - half);
	*hi = fmax(*hi, value + half);
}

double gb_stats_noise(const struct gb_summary *summary)
{
	if (isnan(summary->lo) || summary->median == 0)
		return INFINITY;
	return (summary->hi - summary->lo) / 2 / fabs(summary->median);
}

/* ---- Student's t ------------------------------------------------------------------------------------------------- */

#define PI 3.14159265358979323846

/* The probability of a value beyond t: the finite series of Abramowitz and Stegun, Handbook of Mathematical Functions,
 * 26.7.3 and 26.7.4. */
static double sum_tail_series(double t, size_t freedom)
{
	const double angle = atan(t / sqrt((double)freedom)), sine = sin(angle), cosine = cos(angle);
	const size_t odd = freedom % 2;
	double term = odd ? cosine : 1, sum = freedom == 1 ? 0 : term;

	for (size_t k = odd + 2; k < freedom; k += 2) {
		term *= cosine * cosine * (double)(k - 1) / (double)k;
		sum += term;
	}
	const double within = odd ? 2 / PI * (angle + sine * sum) : sine * sum;
	return (1 - within) / 2;
}

double gb_student_tail(double t, size_t freedom)
{
	return freedom > GB_STUDENT_MAX ? erfc(t / sqrt(2)) / 2 : sum_tail_series(t, freedom);
}

double gb_student(size_t freedom, double chance)
{
	double below = 0, above = 1;

	while (gb_student_tail(above, freedom) > chance && above < 1e13)
		above *= 2;
	for (int i = 0; i < 60; i++) {
		const double middle = (below + above) / 2;
		if (gb_student_tail(middle, freedom) > chance)
			below = middle;
		else
			above = middle;
	}
	return above;
}
