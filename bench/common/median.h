/* median.h: of what every SM counted, the median; `divergence` takes it too. */
#ifndef BANK_MEDIAN_H
#define BANK_MEDIAN_H

#include <stdlib.h>

static inline int bank_ascending(const void *a, const void *b)
{
	const unsigned int x = *(const unsigned int *)a, y = *(const unsigned int *)b;

	return (x > y) - (x < y);
}

/* Sorts them. */
static inline double bank_median(unsigned int *x, unsigned int count)
{
	qsort(x, count, sizeof *x, bank_ascending);
	const unsigned int low = x[(count - 1) / 2], high = x[count / 2];
	return 0.5 * ((double)low + high);
}

#endif
