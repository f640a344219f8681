/* sequential.h: tests whether B is worse than A by more than a tolerance, again after every block of runs.
 *
 * A block is two pairs of runs, in the order A B B A or B A A B, which a fair coin chooses for each block. Its
 * difference is the mean of log(cost of B / cost of A) over both pairs, so a steady drift within a block cancels. The
 * coin gives the remaining noise either sign with equal probability, whatever its distribution and history. If B is
 * worse by the tolerance or less, betting on the sign of (difference - tolerance) therefore wins nothing in the long
 * run. A bet of a fraction l of the stake multiplies the stake by 1 + l u, where u lies between -1 and 1 and has a mean
 * below 0. The probability that the stake ever reaches 1 / error is at most `error` (Ville's inequality), so the test
 * may stop after any block. The stake is the mean of the stakes for many values of l.
 *
 * u is (difference - tolerance) / scale, clipped to [-1, 1] so that no outlier decides. The scale comes from the
 * earlier blocks. */
#pragma once

#include <stddef.h>

#include "base/error.h"

enum gb_sequential_is { GB_SEQUENTIAL_OPEN, GB_SEQUENTIAL_WORSE, GB_SEQUENTIAL_NOT_WORSE };

struct gb_sequential {
	double tolerance, error; /* tolerance: a log ratio of costs; error: probability of each wrong answer */
	double *block;           /* the differences, in order */
	double *scale;           /* the divisor of each difference; 0: only the sign counts */
	double *scratch;
	size_t count, room;
};

/* Begins a test of up to `most` blocks. Call gb_sequential_free() afterwards. */
void gb_sequential_begin(struct gb_sequential *s, double tolerance, double error, size_t most);
void gb_sequential_free(struct gb_sequential *s);

/* Adds the next block. Returns the decision so far. */
enum gb_sequential_is gb_sequential_add(struct gb_sequential *s, double difference);

/* The median of the differences, and an interval that contains the true one with probability 1 - 2 error, however often
 * the interval is inspected. An unknown end is infinite. */
struct gb_sequential_effect {
	double median, lo, hi;
};
struct gb_sequential_effect gb_sequential_effect(const struct gb_sequential *s);

/* The minimum number of blocks for a decision if there is no noise. */
size_t gb_sequential_least(double error);
