/* analyse.h: conclusions from the latencies of all SMs to all lines: groups of similar SMs, the side of each SM, and
 * the number of slices. */
#pragma once

#include <math.h>
#include <stdlib.h>

#include "state.h"

static inline double cycles_at(const unsigned short *found, uint32_t sm, uint32_t line)
{
	return found[(size_t)sm * MAP_LINES + line] / (double)MAP_LOADS;
}

static inline double mean_of(const unsigned short *found, uint32_t sm)
{
	double sum = 0;

	for (uint32_t i = 0; i < MAP_LINES; i++)
		sum += cycles_at(found, sm, i);
	return sum / MAP_LINES;
}

/* Correlates the latencies of two SMs over the lines. */
static inline double likeness(const unsigned short *found, uint32_t a, uint32_t b)
{
	const double mean_a = mean_of(found, a), mean_b = mean_of(found, b);
	double ab = 0, aa = 0, bb = 0;

	for (uint32_t i = 0; i < MAP_LINES; i++) {
		const double x = cycles_at(found, a, i) - mean_a, y = cycles_at(found, b, i) - mean_b;
		ab += x * y;
		aa += x * x;
		bb += y * y;
	}
	return aa > 0 && bb > 0 ? ab / sqrt(aa * bb) : 1;
}

/* The GPU has two sides if SMs are near to different lines. */
static inline void map_find_halves(const unsigned short *found, struct survey *s)
{
	uint32_t other = 0;

	for (uint32_t sm = 0; sm < s->sms; sm++) {
		s->half[sm] = likeness(found, 0, sm) < 0;
		other += s->half[sm];
	}
	/* A few SMs that differ from the first are noise. */
	s->halves = 10 * other >= s->sms ? 2 : 1;
	for (uint32_t sm = 0; sm < s->sms && s->halves == 1; sm++)
		s->half[sm] = 0;
}

static inline uint32_t first_of(const struct survey *s, uint32_t group)
{
	uint32_t sm = 0;

	while (s->group[sm] != group)
		sm++;
	return sm;
}

/* Numbers the groups from 0: first those of the first half, then those of the second, ordered by their first SM. */
static inline void map_number_groups(struct survey *s)
{
	uint32_t number[MAP_SMS] = { 0 }, count = 0;

	for (uint32_t half = 0; half < 2; half++)
		for (uint32_t sm = 0; sm < s->sms; sm++) {
			const uint32_t first = first_of(s, s->group[sm]);
			if (s->half[first] == half)
				number[sm] = first == sm ? count++ : number[first];
		}
	for (uint32_t sm = 0; sm < s->sms; sm++)
		s->group[sm] = number[sm];
	s->groups = count;
}

/* A smaller group is a pair of SMs that fit into no larger cluster. */
enum { GROUP_LEAST = 4 };

static inline uint32_t members(const struct survey *s, uint32_t group)
{
	uint32_t count = 0;

	for (uint32_t sm = 0; sm < s->sms; sm++)
		count += s->group[sm] == group;
	return count;
}

/* The least distance between an SM of one group and an SM of the other. A GPC has three kinds of SMs, by their position
 * in it. SMs of one kind match best, while the averages of two neighbouring GPCs may be similar. */
static inline double groups_apart(const unsigned short *found, const struct survey *s, uint32_t a, uint32_t b)
{
	double least = (double)INFINITY;

	for (uint32_t y = 0; y < s->sms; y++) {
		double sum = 0;
		for (uint32_t x = 0; x < s->sms && s->group[y] == b; x++)
			sum += s->group[x] == a ? 1 - likeness(found, x, y) : 0;
		if (s->group[y] == b && sum < least)
			least = sum;
	}
	return least;
}

/* The large group most similar to a small one. `*margin` is the distance of the second best group divided by that of
 * the best one. */
static inline uint32_t most_alike(const unsigned short *found, const struct survey *s, uint32_t group, double *margin)
{
	double least = (double)INFINITY, next = (double)INFINITY;
	uint32_t which = group;

	for (uint32_t first = 0; first < s->sms; first++) {
		const uint32_t other = s->group[first];
		if (first_of(s, other) != first || members(s, other) < GROUP_LEAST)
			continue;
		const double apart = groups_apart(found, s, group, other);
		if (apart < least) {
			next = least;
			least = apart;
			which = other;
		} else if (apart < next) {
			next = apart;
		}
	}
	*margin = least > 0 ? next / least : (double)INFINITY;
	return which;
}

static inline void map_join_alike(const unsigned short *found, struct survey *s)
{
	const struct survey before = *s;

	s->margin = (double)INFINITY;
	for (uint32_t sm = 0; sm < s->sms; sm++) {
		double margin;
		if (before.group[sm] != s->group[sm] || members(&before, before.group[sm]) >= GROUP_LEAST)
			continue;
		const uint32_t to = most_alike(found, &before, before.group[sm], &margin);
		for (uint32_t other = 0; other < s->sms; other++)
			if (before.group[other] == before.group[sm])
				s->group[other] = to;
		if (to != before.group[sm] && margin < s->margin)
			s->margin = margin;
	}
	map_number_groups(s);
}

/* The latencies of SMs of one group correlate at least this much. */
#define ALIKE 0.97

static inline void map_find_groups(const unsigned short *found, struct survey *s)
{
	for (uint32_t sm = 0; sm < s->sms; sm++) {
		double best = ALIKE;
		s->group[sm] = sm;
		for (uint32_t first = 0; first < sm; first++) {
			const double alike = s->group[first] == first ? likeness(found, first, sm) : 0;
			if (alike > best) {
				best = alike;
				s->group[sm] = first;
			}
		}
	}
	map_number_groups(s);
}

/* ---- lines ------------------------------------------------------------------------------------------------------- */

/* The mean latency of the SMs of a group to a line, relative to the group's mean over all lines. */
static inline double from_group(const unsigned short *found, const struct survey *s, const double *mean, uint32_t group,
				uint32_t line)
{
	double sum = 0;
	uint32_t count = 0;

	for (uint32_t sm = 0; sm < s->sms; sm++)
		if (s->group[sm] == group) {
			sum += cycles_at(found, sm, line) - mean[sm];
			count++;
		}
	return count > 0 ? sum / count : 0;
}

/* A line is on the side of the SMs that are nearer to it. */
static inline void find_line_halves(const unsigned short *found, struct survey *s, const double *mean)
{
	for (uint32_t i = 0; i < MAP_LINES; i++) {
		double sum[2] = { 0, 0 };
		uint32_t count[2] = { 0, 0 };
		for (uint32_t sm = 0; sm < s->sms; sm++) {
			sum[s->half[sm]] += cycles_at(found, sm, i) - mean[sm];
			count[s->half[sm]]++;
		}
		s->line_half[i] = s->halves == 2 && sum[1] / count[1] < sum[0] / count[0];
	}
}

struct ranked {
	uint32_t line;
	double cycles;
};

static inline int by_cycles(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	if (x->cycles < y->cycles || x->cycles > y->cycles)
		return x->cycles < y->cycles ? -1 : 1;
	/* Equal latencies are ordered without a pattern, so that each column contains some of the lines that a point
	 * times. */
	const uint32_t mixed_x = x->line * INPUT_GOLDEN, mixed_y = y->line * INPUT_GOLDEN;
	return (mixed_x > mixed_y) - (mixed_x < mixed_y);
}

/* Divides the lines of a half evenly into columns by their latency from the first group. */
static inline void rank_half(struct survey *s, const double *first, uint32_t half)
{
	static const uint32_t columns[] = { COLUMNS, COLUMNS, COLUMNS / 2 };
	static struct ranked ranked[MAP_LINES]; /* 64 KiB, too much for a small stack */
	const uint32_t own = columns[s->halves];
	uint32_t count = 0;

	for (uint32_t i = 0; i < MAP_LINES; i++)
		if (s->line_half[i] == half)
			ranked[count++] = (struct ranked){ i, first[i] };
	qsort(ranked, count, sizeof ranked[0], by_cycles);
	for (uint32_t k = 0; k < count; k++)
		s->line_column[ranked[k].line] = (unsigned char)(half * own + k * own / count);
}

/* Latencies from all groups to lines of one slice agree within this root mean square, in cycles. */
#define SLICE_WITHIN 1.5
enum { SLICES_MOST = 256, SLICE_LINES = MAP_LINES / 512 };

/* Counts slices with at least this many lines; smaller ones come from faulty measurements. */
static inline uint32_t count_slices(const struct survey *s, double (*seen)[MAP_SMS])
{
	static double centre[SLICES_MOST][MAP_SMS];
	uint32_t lines[SLICES_MOST] = { 0 }, count = 0, whole = 0;

	for (uint32_t i = 0; i < MAP_LINES; i++) {
		uint32_t best = count;
		double nearest = SLICE_WITHIN * SLICE_WITHIN;
		for (uint32_t k = 0; k < count; k++) {
			double apart = 0;
			for (uint32_t g = 0; g < s->groups; g++)
				apart += pow(seen[i][g] - centre[k][g], 2) / s->groups;
			if (apart < nearest) {
				nearest = apart;
				best = k;
			}
		}
		if (best == SLICES_MOST)
			continue;
		count += best == count;
		lines[best]++;
		for (uint32_t g = 0; g < s->groups; g++)
			centre[best][g] += (seen[i][g] - centre[best][g]) / lines[best];
	}
	for (uint32_t k = 0; k < count; k++)
		whole += lines[k] >= SLICE_LINES;
	return whole;
}

static inline void map_find_columns(const unsigned short *found, struct survey *s)
{
	static double seen[MAP_LINES][MAP_SMS];
	static double first[MAP_LINES];
	double mean[MAP_SMS];

	for (uint32_t sm = 0; sm < s->sms; sm++)
		mean[sm] = mean_of(found, sm);
	find_line_halves(found, s, mean);
	for (uint32_t i = 0; i < MAP_LINES; i++) {
		for (uint32_t g = 0; g < s->groups; g++)
			seen[i][g] = from_group(found, s, mean, g, i);
		first[i] = seen[i][0];
	}
	for (uint32_t half = 0; half < s->halves; half++)
		rank_half(s, first, half);
	s->slices = count_slices(s, seen);
}
