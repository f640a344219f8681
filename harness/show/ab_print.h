/* ab_print.h: prints the result of an A/B test, for people and for programs. */
#ifndef GB_AB_PRINT_H
#define GB_AB_PRINT_H

#include <stdio.h>

#include "ab/runs.h"
#include "show/table.h"

struct gb_ab_view {
	const struct gb_ab_runs *runs;
	const char *measured, *unit; /* the measured quantity */
	/* of the random order; NULL: no command was run, and the next is NULL too */
	const char *seed;
	const char *const *command[GB_AB_SIDES]; /* terminated by NULL */
};

/* The values, and a sentence with the answer. */
void gb_ab_print(const struct gb_ab_view *view, enum gb_table_style style, FILE *out);
/* One row. */
int gb_ab_write_csv(const struct gb_ab_view *view, FILE *out, struct gb_error *error);
int gb_ab_write_json(const struct gb_ab_view *view, FILE *out, struct gb_error *error);

/* Its columns and their meaning, terminated by an empty entry: for docs/ab.md. */
struct gb_ab_column {
	const char *name, *help;
};
extern const struct gb_ab_column gb_ab_columns[];

#endif
