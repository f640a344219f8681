/* sequential.h: whether B is worse than A by more than a tolerance, asked again after every block of runs.
 *
 * A block is two pairs of runs, in the order A B B A or B A A B, which a fair coin chooses for each block. Its
 * difference is the mean of both pairs' log(cost of B / cost of A): what drifts steadily within a block cancels.
 * The coin gives the remaining noise either sign with equal probability, whatever its distribution and history. So
 * whoever bets on the sign of (difference - tolerance) wins nothing in the long run where B is worse by the
 * tolerance or less: a bet of the part l of the stake multiplies it by 1 + l u, and u, between -1 and 1, is below
 * 0 in the mean. The chance that the stake ever reaches 1 / error is at most `error` (Ville's inequality), so one
 * may look after every block and stop. The stake is the mean of those of many l.
 *
 * u is (difference - tolerance) / scale, cut at -1 and 1, so that no outlier decides; the scale is that of the
 * blocks before. */
#ifndef GB_SEQUENTIAL_H
#define GB_SEQUENTIAL_H

#include <stddef.h>

#include "base/error.h"

enum gb_sequential_is { GB_SEQUENTIAL_OPEN, GB_SEQUENTIAL_WORSE, GB_SEQUENTIAL_NOT_WORSE };

struct gb_sequential {
	double tolerance, error; /* a log ratio of costs; the chance of each wrong end */
	double *block;           /* differences, in order */
	double *scale;           /* what each was divided by; 0: its sign alone counts */
	double *scratch;
	size_t count, room;
};

/* Begin; to be freed. `most` blocks at most. */
int gb_sequential_begin(struct gb_sequential *s, double tolerance, double error, size_t most, struct gb_error *give);
void gb_sequential_free(struct gb_sequential *s);

/* The next block, of which there are not too many: what is known with it. */
enum gb_sequential_is gb_sequential_add(struct gb_sequential *s, double difference);

/* The median of the differences, and the ends of the interval that holds the true one with a chance of 1 - 2 error,
 * however often it is looked at; an end that is not known yet is infinite. */
struct gb_sequential_effect {
	double median, lo, hi;
};
struct gb_sequential_effect gb_sequential_effect(const struct gb_sequential *s);

/* The minimum number of blocks, without noise. */
size_t gb_sequential_least(double error);

#endif
