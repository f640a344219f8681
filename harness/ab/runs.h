/* runs.h: the runs of A and of B, in the order they were made, and what a sequential test says of them. */
#ifndef GB_AB_RUNS_H
#define GB_AB_RUNS_H

#include <stdbool.h>
#include <stdio.h>

#include "ab/sequential.h"

enum { GB_AB_A, GB_AB_B, GB_AB_SIDES };
extern const char *const gb_ab_names[GB_AB_SIDES]; /* "A", "B" */

/* The pair 0 only warms up; pairs from 1 on count. Two pairs are a block. */
struct gb_ab_run {
	size_t pair;
	int side;
	double value, seconds, processor_seconds; /* the last two: NAN where they are not known */
};

/* The question. */
struct gb_ab_question {
	double tolerance; /* B may be worse by this part of the value of A */
	double error;     /* the chance of each wrong answer */
	size_t pairs;     /* at most; an even number */
	bool higher;      /* values are better */
};

struct gb_ab_runs {
	const struct gb_ab_question *question;
	struct gb_ab_run *run;
	size_t count, room;
	double (*value)[GB_AB_SIDES]; /* of each pair; NAN: not there */
	struct gb_sequential test;
	enum gb_sequential_is is;
};

/* Begin; to be freed. */
int gb_ab_runs_begin(struct gb_ab_runs *runs, const struct gb_ab_question *question, struct gb_error *error);
void gb_ab_runs_free(struct gb_ab_runs *runs);

/* Add a run, of a pair and a side that has none yet. */
int gb_ab_runs_add(struct gb_ab_runs *runs, const struct gb_ab_run *run, struct gb_error *error);

/* Judge the next block, if both its pairs are there: whether it was. */
bool gb_ab_runs_judge(struct gb_ab_runs *runs);

/* For the pairs that were judged. Changes are B / A - 1 of the values; an end that is not known is NAN. */
struct gb_ab_answer {
	enum gb_sequential_is is;
	size_t pairs;
	double median[GB_AB_SIDES], change, lo, hi;
};
struct gb_ab_answer gb_ab_runs_answer(const struct gb_ab_runs *runs);

/* As CSV, to be read again: `measured` is what the values are. */
void gb_ab_runs_write(const struct gb_ab_runs *runs, const char *measured, FILE *out);
/* The contents of the file; only the columns pair, command and value are needed. The better direction must match
 * the question. All that is there is judged, up to an answer. "-" is standard input. */
int gb_ab_runs_read(struct gb_ab_runs *runs, const char *path, struct gb_error *error);

#endif
