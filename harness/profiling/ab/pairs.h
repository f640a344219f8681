/* pairs.h: the runs of A and B in order, and the result of a sequential test on them. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "ab/sequential.h"

enum { GB_AB_A, GB_AB_B, GB_AB_SIDES };
extern const char *const gb_ab_names[GB_AB_SIDES]; /* "A", "B" */

/* Pair 0 is a warm-up that does not count. Two pairs form a block. */
struct gb_ab_run {
	size_t pair;
	int side;
	double value, seconds, processor_seconds; /* the last two: NAN if unknown */
};

struct gb_ab_question {
	double tolerance; /* B may be worse by this fraction of A's value */
	double error;     /* the probability of each wrong answer */
	size_t pairs;     /* maximum, an even number */
	bool higher;      /* higher values are better */
};

struct gb_ab_runs {
	const struct gb_ab_question *question;
	struct gb_ab_run *run;
	size_t count, room;
	double (*value)[GB_AB_SIDES]; /* per pair; NAN: missing */
	struct gb_sequential test;
	enum gb_sequential_is is;
};

/* Call gb_ab_runs_free() afterwards. */
void gb_ab_runs_begin(struct gb_ab_runs *runs, const struct gb_ab_question *question);
void gb_ab_runs_free(struct gb_ab_runs *runs);

/* Add a run; its pair must not yet have a run of that side. */
void gb_ab_runs_add(struct gb_ab_runs *runs, const struct gb_ab_run *run);

/* Judge the next block if both its pairs are complete. Returns whether it was judged. */
bool gb_ab_runs_judge(struct gb_ab_runs *runs);

/* The answer from the pairs judged so far. Changes are B / A - 1 of the values; NAN: an unknown end of the interval. */
struct gb_ab_answer {
	enum gb_sequential_is is;
	size_t pairs;
	double median[GB_AB_SIDES], change, lo, hi;
};
struct gb_ab_answer gb_ab_runs_answer(const struct gb_ab_runs *runs);

/* Write CSV that gb_ab_runs_read() can read; `measured` names the quantity. */
void gb_ab_runs_write(const struct gb_ab_runs *runs, const char *measured, FILE *out);
/* Read such a file; only the columns pair, command and value are required. The better direction must match the
 * question. Blocks are judged until there is an answer. "-" is standard input. */
int gb_ab_runs_read(struct gb_ab_runs *runs, const char *path, struct gb_error *error);
