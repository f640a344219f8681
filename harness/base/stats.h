/* stats.h: order statistics of samples. They assume no distribution and discard no sample. Student's t serves values
 * whose scatter is estimated from few samples. */
#pragma once

#include <stddef.h>

/* The standard deviation of a normal distribution divided by its MAD (the median distance from the median). */
#define GB_SD_OF_MAD 1.4826

struct gb_summary {
	size_t count;
	double median, min, max;
	double lo, hi;   /* 95 % interval of the median; NAN below 6 samples, where none exists */
	double spread;   /* (quartile 3 - quartile 1) / median */
	size_t outliers; /* beyond 1.5 interquartile ranges from the quartiles; included in all of the above */
};

/* Summarise `count` >= 1 samples, in any order. `scratch` holds `count` doubles and is left sorted. */
void gb_stats_summary(const double *samples, size_t count, double *scratch, struct gb_summary *out);

double gb_stats_median(const double *samples, size_t count, double *scratch);

/* The median without scratch memory, in time linear in `count`; the samples are reordered. */
double gb_stats_middle(double *samples, size_t count);

/* Ascending, in place. */
void gb_stats_sort(double *samples, size_t count);
/* In sorted samples, the index of the first that is not below `value`, or of the last. */
size_t gb_stats_place(const double *sorted, size_t count, double value);
/* The median of two or more sorted samples without the one at index `without`. If the others have two middle values,
 * the nearer one to that sample counts. */
double gb_stats_middle_without(const double *sorted, size_t count, size_t without);

/* The largest rank r (from 1) such that the r-th smallest and the r-th largest of `count` samples enclose the median
 * with a probability of at least 95 %; 0: none (count < 6). It follows from the binomial distribution: each sample lies
 * below the median with a probability of one half. */
size_t gb_stats_interval_rank(size_t count);

/* Half the width of the 95 % interval of the mean of `count` independent values, by Student's t with count - 1 degrees
 * of freedom; NAN for fewer than two. Few values say little about the scatter: for three it is 2.5 times their standard
 * deviation. */
double gb_stats_half_interval(const double *value, size_t count);

/* The same if similar quantities have the same scatter: their `variance` counts as `freedom` additional degrees of
 * freedom (Smyth, "Linear models and empirical Bayes methods", 2004: the moderated t). */
double gb_stats_half_moderated(const double *value, size_t count, double variance, size_t freedom);

/* The variance of `count` >= 1 values around their mean; NAN for a single value. */
double gb_stats_variance(const double *value, size_t count);

/* Widen an interval to at least this fraction of the value on each side. If the interval or the fraction is NAN,
 * nothing changes. */
void gb_stats_widen(double value, double fraction, double *lo, double *hi);

/* Half the width of the 95 % interval, relative to the median; INFINITY if there is no interval. */
double gb_stats_noise(const struct gb_summary *summary);

/* ---- Student's t ------------------------------------------------------------------------------------------------- */

/* Above this, Student's t is taken as normal. */
enum { GB_STUDENT_MAX = 200 };

/* The probability of a value beyond t >= 0. */
double gb_student_tail(double t, size_t freedom);
/* The value that Student's t with `freedom` (at least 1) degrees of freedom exceeds with this probability, which lies
 * between 1e-12 and 0.5. */
double gb_student(size_t freedom, double chance);
