/* test_kernels.h: kernels of `latency` in C that its tests share: they link a set into one cycle and check it. */
#ifndef LATENCY_TEST_KERNELS_H
#define LATENCY_TEST_KERNELS_H

#include "latency.h"
#include "verified.h"

enum {
	A_HOP = 1,
	A_LINK,
	A_SHORT_CYCLE,
	FAULTS = A_SHORT_CYCLE, /* that every point can have */
	A_SECOND_CYCLE = 100,   /* the last eighth of all lines */
	NO_CYCLES               /* are reported */
};

static struct latency_line *line_of(const struct latency_set *set, unsigned int line)
{
	return (struct latency_line *)(void *)(set->at + latency_offset_of(set, line));
}

static struct latency_set linked; /* by the last launch */

static double link_lines(struct gb_shape shape, const void *args)
{
	const struct latency_set_args *a = args;

	linked = a->set;
	const unsigned int n = a->set.lines, used = fault == A_SHORT_CYCLE && n > 3 ? n - 2 : n;

	(void)shape;
	for (unsigned int i = 0; i < n; i++) {
		struct latency_line *line = line_of(&a->set, cycle_line_at(i, n));
		line->next = (uintptr_t)line_of(&a->set, cycle_line_at((i + 1) % used, n));
		line->mark = 0;
	}
	if (fault == A_LINK)
		line_of(&a->set, n - 1)->next += 8;
	if (fault == A_SECOND_CYCLE) {
		const unsigned int second = n - n / 8;
		line_of(&a->set, cycle_line_at(second - 1, n))->next = (uintptr_t)line_of(&a->set, cycle_line_at(0, n));
		line_of(&a->set, cycle_line_at(n - 1, n))->next = (uintptr_t)line_of(&a->set, cycle_line_at(second, n));
	}
	return 1e-5;
}

static double mark(struct gb_shape shape, const void *args)
{
	const struct latency_set_args *a = args;

	assert_true(shape.grid * shape.block >= a->walkers);
	for (unsigned int i = 0; i < a->walkers; i++)
		line_of(&a->set, (unsigned int)((unsigned long long)i * a->set.lines / a->walkers))->mark = i + 1;
	return 1e-5;
}

static struct latency_walk walk_from(const struct latency_set_args *a, unsigned int walker)
{
	const struct latency_line *line =
		line_of(&a->set, (unsigned int)((unsigned long long)walker * a->set.lines / a->walkers));
	struct latency_walk walk = { 0, 0, 1 };

	while (walk.steps++ < a->set.lines) {
		const unsigned long long offset = line->next - (uintptr_t)a->set.at;
		const unsigned int number = latency_line_at(&a->set, offset);
		if (number >= a->set.lines || latency_offset_of(&a->set, number) != offset)
			return walk;
		line = (const struct latency_line *)(uintptr_t)line->next;
		if (line->mark != 0) {
			walk.next = (unsigned int)line->mark - 1;
			walk.astray = 0;
			return walk;
		}
	}
	return walk;
}

static double walk_lines(struct gb_shape shape, const void *args)
{
	const struct latency_set_args *a = args;

	(void)shape;
	for (unsigned int i = 0; i < a->walkers; i++)
		a->walk[i] = walk_from(a, i);
	return 1e-5;
}

#endif
