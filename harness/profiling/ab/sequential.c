#include "ab/sequential.h"

#include <math.h>
#include <stdlib.h>

#include "base/heap.h"
#include "base/stats.h"

/* BETS: fractions of the stake that are bet, evenly spaced between 0 and 1. SCALE_LEAST: blocks that a scale needs. */
enum { BETS = 64, SCALE_LEAST = 3 };
static const double full_at = 1.5; /* the multiple of the scale from which a difference counts fully */

void gb_sequential_begin(struct gb_sequential *s, double tolerance, double error, size_t most)
{
	*s = (struct gb_sequential){ .tolerance = tolerance, .error = error, .room = most };
	s->block = gb_heap_array(most + 1, sizeof *s->block);
	s->scale = gb_heap_array(most + 1, sizeof *s->scale);
	s->scratch = gb_heap_array(2 * (most + 1), sizeof *s->scratch);
}

void gb_sequential_free(struct gb_sequential *s)
{
	free(s->block);
	free(s->scale);
	free(s->scratch);
	*s = (struct gb_sequential){ .count = 0 };
}

/* The MAD of the blocks before the next one; 0: too few blocks, or all equal. */
static double block_scale(const struct gb_sequential *s)
{
	double *const away = s->scratch + s->room + 1;

	if (s->count < SCALE_LEAST)
		return 0;
	const double median = gb_stats_median(s->block, s->count, s->scratch);
	for (size_t i = 0; i < s->count; i++)
		away[i] = fabs(s->block[i] - median);
	return full_at * GB_SD_OF_MAD * gb_stats_middle(away, s->count);
}

/* The result of a bet that the difference is above `than`, for one block, from -1 to 1. */
static double bet_gain(const struct gb_sequential *s, size_t block, double than)
{
	const double above = s->block[block] - than;

	if (above == 0)
		return 0;
	if (s->scale[block] <= fabs(above))
		return above > 0 ? 1 : -1;
	return above / s->scale[block];
}

/* The final value of a stake of 1 that was bet on the true difference being above `than` (`side` 1) or below it
 * (-1). */
static double final_stake(const struct gb_sequential *s, double than, double side)
{
	double stake[BETS], all = 0;

	for (int bet = 0; bet < BETS; bet++)
		stake[bet] = 1;
	for (size_t i = 0; i < s->count; i++) {
		const double gain = side * bet_gain(s, i, than);
		for (int bet = 0; bet < BETS; bet++)
			stake[bet] *= 1 + (bet + 0.5) / BETS * gain;
	}
	for (int bet = 0; bet < BETS; bet++)
		all += stake[bet] / BETS;
	return all;
}

static enum gb_sequential_is find_answer(const struct gb_sequential *s)
{
	if (final_stake(s, s->tolerance, 1) >= 1 / s->error)
		return GB_SEQUENTIAL_WORSE;
	if (final_stake(s, s->tolerance, -1) >= 1 / s->error)
		return GB_SEQUENTIAL_NOT_WORSE;
	return GB_SEQUENTIAL_OPEN;
}

enum gb_sequential_is gb_sequential_add(struct gb_sequential *s, double difference)
{
	s->scale[s->count] = block_scale(s);
	s->block[s->count] = difference;
	s->count++;
	return find_answer(s);
}

/* One end of the interval: the point nearest the median at which a bet that the true difference lies on the median's
 * side of it has won. Winnings grow with the distance from the median, so bisection finds this point. */
static double interval_end(const struct gb_sequential *s, double side, double median, double span)
{
	double in = median, out = median - side * span;

	if (final_stake(s, out, side) < 1 / s->error)
		return -side * INFINITY;
	if (final_stake(s, in, side) >= 1 / s->error)
		return in;
	for (int i = 0; i < 40; i++) {
		const double middle = (in + out) / 2;
		if (final_stake(s, middle, side) >= 1 / s->error)
			out = middle;
		else
			in = middle;
	}
	return out;
}

struct gb_sequential_effect gb_sequential_effect(const struct gb_sequential *s)
{
	double span = 0;

	if (s->count == 0)
		return (struct gb_sequential_effect){ NAN, -INFINITY, INFINITY };
	const double median = gb_stats_median(s->block, s->count, s->scratch);
	/* Farther out than every block by more than every scale: a bet there wins or loses everything. */
	for (size_t i = 0; i < s->count; i++)
		span = fmax(span, fabs(s->block[i] - median) + s->scale[i]);
	span = 2 * span + 1e-12;
	return (struct gb_sequential_effect){ median, interval_end(s, 1, median, span),
					      interval_end(s, -1, median, span) };
}

size_t gb_sequential_least(double error)
{
	double all = 1;
	size_t blocks = 0;

	while (all < 1 / error) {
		blocks++;
		all = 0;
		for (int bet = 0; bet < BETS; bet++)
			all += pow(1 + (bet + 0.5) / BETS, (double)blocks) / BETS;
	}
	return blocks;
}
