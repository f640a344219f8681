/* stats.h: order statistics of samples. No distribution is assumed and no sample is thrown away. */
#ifndef GB_STATS_H
#define GB_STATS_H

#include <stddef.h>

/* The standard deviation of normal values, in their MAD (the median of the distances from the median). */
#define GB_SD_OF_MAD 1.4826

struct gb_summary {
	size_t count;
	double median, min, max;
	double lo, hi;   /* 95 % interval of the median; NAN below 6 samples, where none exists */
	double spread;   /* (quartile 3 - quartile 1) / median */
	size_t outliers; /* beyond 1.5 interquartile ranges of the quartiles; kept in all of the above */
};

/* Summarise `count` >= 1 samples, in any order. `scratch` holds `count` doubles and is left sorted. */
void gb_stats_summary(const double *samples, size_t count, double *scratch, struct gb_summary *out);

/* Median alone, likewise. */
double gb_stats_median(const double *samples, size_t count, double *scratch);

/* The same without scratch and in a time that grows with `count` alone; the samples are left in another order. */
double gb_stats_middle(double *samples, size_t count);

/* In ascending order, in place. */
void gb_stats_sort(double *samples, size_t count);
/* In sorted samples: the first that is not below `value`, or the last sample; and the median of all but the one at
 * `without`, where there are two or more. */
size_t gb_stats_place(const double *sorted, size_t count, double value);
double gb_stats_middle_without(const double *sorted, size_t count, size_t without);

/* The rank r (from 1) such that the r-th smallest and the r-th largest of `count` samples enclose the median with a
 * probability of 95 % or more, the largest such r; 0 when there is none (count < 6). From the binomial
 * distribution: each sample lies below the median with probability one half. */
size_t gb_stats_interval_rank(size_t count);

/* Half the width of the 95 % interval of the mean of `count` independent values, by Student's t with count - 1
 * degrees of freedom; NAN of fewer than two. Few values say little about the distance of others: for three it is
 * 2.5 times their standard deviation. */
double gb_stats_half_interval(const double *value, size_t count);

/* The same where others like it show the scatter, too: their `variance` counts as much as `freedom` degrees of freedom
 * of its own (Smyth, "Linear models and empirical Bayes methods", 2004: the moderated t). */
double gb_stats_half_moderated(const double *value, size_t count, double variance, size_t freedom);

/* The variance of `count` >= 1 values around their mean; NAN of one. */
double gb_stats_variance(const double *value, size_t count);

/* Half the width of the 95 % interval relative to the median; INFINITY when there is no interval. */
double gb_stats_noise(const struct gb_summary *summary);

#endif
