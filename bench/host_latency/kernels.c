/* kernels.c: the kernels of `host_latency`. */
#include "../common/input.h"
#include "../common/number_formats.h"
#include "state.h"

/* A pseudorandom number below `most`, which is at most 2^32, determined by i: splitmix64's output function. */
static uint64_t host_latency_random(uint64_t i, uint64_t most)
{
	return (format_mix((i + 1) * INPUT_GOLDEN_64) >> 32) * most >> 32;
}

/* Sattolo's algorithm from the inside out: each line is inserted after a random earlier one. Every circle through the
 * lines is then equally likely, and a smaller set's circle can be extended. */
static void link_lines(uint32_t thread, uint32_t threads, const void *args)
{
	const struct host_latency_link_args *a = args;
	struct host_latency_line *line = a->line;

	if (thread != 0)
		return;
	for (uint64_t i = a->from; i < a->to; i++) {
		struct host_latency_line *before = &line[i > 0 ? host_latency_random(i, i) : 0];
		line[i].next = i > 0 ? before->next : before;
		before->next = &line[i];
	}
}

#define LOAD   at = at->next;
#define LOAD_4 LOAD LOAD LOAD LOAD

/* The timed kernel: each load waits for the previous one, which returns its address. */
static void chase(uint32_t thread, uint32_t threads, const void *args)
{
	const struct host_latency_chase_args *a = args;
	struct host_latency_line *at = *a->begin;

	if (thread != 0)
		return;
	for (uint64_t trip = a->trips; trip > 0; trip--) {
		LOAD_4 LOAD_4 LOAD_4 LOAD_4
	}
	*a->end = at;
}

/* The number of a line by its address; `lines` if it is not in the set. */
static uint64_t number_of(const struct host_latency_check_args *a, const struct host_latency_line *at)
{
	const uint64_t offset = (uint64_t)((uintptr_t)at - (uintptr_t)a->line);

	return offset % sizeof *at == 0 && offset / sizeof *at < a->lines ? offset / sizeof *at : a->lines;
}

/* Walkers start at evenly spaced lines and advance in turn, so that their loads overlap. Each stops at the start of a
 * walker. If the starts follow one another in a single circle, the paths between them form that circle, and no line
 * lies on two paths. The total length of the paths is then the number of lines in the circle. */
static void walk_all(const struct host_latency_check_args *a)
{
	const uint64_t apart = a->lines / HOST_LATENCY_WALKERS;
	uint64_t at[HOST_LATENCY_WALKERS], met[HOST_LATENCY_WALKERS], *report = a->report;
	uint32_t walking = HOST_LATENCY_WALKERS, w;

	for (w = 0; w < HOST_LATENCY_WALKERS; w++) {
		at[w] = w * apart;
		met[w] = HOST_LATENCY_WALKERS; /* none yet */
	}
	while (walking > 0 && report[HOST_LATENCY_VISITED] <= a->lines && report[HOST_LATENCY_ASTRAY] == 0)
		for (w = 0; w < HOST_LATENCY_WALKERS; w++) {
			if (met[w] < HOST_LATENCY_WALKERS)
				continue;
			at[w] = number_of(a, a->line[at[w]].next);
			if (at[w] == a->lines) {
				report[HOST_LATENCY_ASTRAY]++;
				break;
			}
			report[HOST_LATENCY_VISITED]++;
			if (at[w] % apart == 0 && at[w] / apart < HOST_LATENCY_WALKERS) {
				met[w] = at[w] / apart;
				walking--;
			}
		}
	if (walking > 0)
		return;
	uint64_t start = 0;
	do {
		start = met[start];
		report[HOST_LATENCY_CLOSED]++;
	} while (start != 0 && report[HOST_LATENCY_CLOSED] < HOST_LATENCY_WALKERS);
	if (start != 0)
		report[HOST_LATENCY_CLOSED] = 0;
}

static void check(uint32_t thread, uint32_t threads, const void *args)
{
	const struct host_latency_check_args *a = args;
	uint64_t number = 0;

	if (thread != 0)
		return;
	for (uint32_t i = 0; i < HOST_LATENCY_REPORT; i++)
		a->report[i] = 0;
	walk_all(a);
	if (a->report[HOST_LATENCY_CLOSED] != HOST_LATENCY_WALKERS || a->report[HOST_LATENCY_VISITED] != a->lines)
		return;
	for (uint64_t left = a->loads % a->lines; left > 0; left--)
		number = number_of(a, a->line[number].next);
	a->report[HOST_LATENCY_EXPECTED] = number;
}

const struct gb_host_kernel host_latency_kernels[] = {
	{ "link_lines", link_lines, sizeof(struct host_latency_link_args) },
	{ "chase", chase, sizeof(struct host_latency_chase_args) },
	{ "check", check, sizeof(struct host_latency_check_args) },
	{ NULL, NULL, 0 },
};
