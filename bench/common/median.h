/* median.h: the median of the SMs' counts. */
#pragma once

#include <stdlib.h>

#include "gpubench.h"

static inline int cycles_ascending(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* Sorts the counts. */
static inline double cycles_median(uint32_t *x, uint32_t count)
{
	qsort(x, count, sizeof *x, cycles_ascending);
	const uint32_t low = x[(count - 1) / 2], high = x[count / 2];
	return 0.5 * ((double)low + high);
}

static inline int long_cycles_ascending(const void *a, const void *b)
{
	const unsigned long long x = *(const unsigned long long *)a, y = *(const unsigned long long *)b;

	return (x > y) - (x < y);
}

static inline double long_cycles_median(unsigned long long *x, uint32_t count)
{
	qsort(x, count, sizeof *x, long_cycles_ascending);
	const unsigned long long low = x[(count - 1) / 2], high = x[count / 2];
	return 0.5 * ((double)low + (double)high);
}

static inline int values_ascending(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static inline double values_median(double *x, uint32_t count)
{
	qsort(x, count, sizeof *x, values_ascending);
	return 0.5 * (x[(count - 1) / 2] + x[count / 2]);
}

/* The median of `count` numbers in device memory. */
static inline int cycles_read_median(struct gb_run *run, gb_ptr from, uint32_t count, double *median)
{
	uint32_t *cycles = gb_fetch(run, from, count * sizeof *cycles);

	if (cycles == NULL)
		return GB_FAILED;
	*median = cycles_median(cycles, count);
	return GB_OK;
}
