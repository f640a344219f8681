/* print.h: prints the results of analysis, for people and for programs: NAME_print.c and NAME_data.c. */
#ifndef GB_PRINT_H
#define GB_PRINT_H

#include <stdio.h>

#include "ab/runs.h"
#include "analysis/compare.h"
#include "analysis/fleet.h"
#include "analysis/roofs.h"
#include "explain/why.h"
#include "past/history.h"
#include "profile/binding.h"
#include "profile/roofs.h"
#include "show/table.h"

/* The table of one run, while it is measured. It omits what does not fit into this many columns; 0: everything fits. */
void gb_roofs_print(const struct gb_roofs *roofs, size_t columns, FILE *out);

/* After gb_roofs_sort(): the roofs of each GPU, and the ridge points of each roof of arithmetic with each of memory. */
void gb_roofs_print_all(const struct gb_roofs *roofs, enum gb_table_style style, FILE *out);

/* The same as CSV, one row per roof or ridge point (`kind`), or as one JSON document. */
int gb_roofs_write_csv(const struct gb_roofs *roofs, FILE *out, struct gb_error *error);
int gb_roofs_write_json(const struct gb_roofs *roofs, FILE *out, struct gb_error *error);

/* ---- compare ----------------------------------------------------------------------------------------------------- */

int gb_compare_print(const struct gb_comparison *comparison, enum gb_table_style style, FILE *out,
		     struct gb_error *error);
/* The roofs of a model compared with another's, the most different first: ratios of medians, and of the known
 * limits. */
int gb_compare_print_ratios(const struct gb_model *base, const struct gb_model *model, enum gb_table_style style,
			    FILE *out, struct gb_error *error);
/* A row for each roof of each GPU. */
int gb_compare_write_csv(const struct gb_comparison *comparison, FILE *out, struct gb_error *error);
int gb_compare_write_json(const struct gb_comparison *comparison, FILE *out, struct gb_error *error);

/* ---- history ----------------------------------------------------------------------------------------------------- */

/* A line for each find on many GPUs, one for each step and drift of a single GPU, and with `all` one for each series
 * without any; then what was examined. */
void gb_history_print(const struct gb_history *history, bool all, enum gb_table_style style, FILE *out);
/* A row for each point of each series. */
int gb_history_write_csv(const struct gb_history *history, FILE *out, struct gb_error *error);
/* An object with `finds`, and `series` with their steps and drifts. */
int gb_history_write_json(const struct gb_history *history, FILE *out, struct gb_error *error);

/* ---- profile ----------------------------------------------------------------------------------------------------- */

struct gb_profile {
	const struct gb_kernels *kernels;
	const struct gb_binding *binding;     /* one for each kernel, in their order */
	const char *roofs;                    /* origin of the roofs, in words; "": there are none */
	const struct gb_survey_view *survey;  /* NULL: there was none */
	const struct gb_explained *explained; /* one for each kernel; NULL: not requested */
	bool explain;                         /* everything known about it, not only the first reason */
};

/* The distance of each kernel from the roof that binds it and the possible gain; then the reasons. */
void gb_profile_print(const struct gb_profile *profile, enum gb_table_style style, FILE *out);
/* A row for each kernel. */
int gb_profile_write_csv(const struct gb_profile *profile, FILE *out, struct gb_error *error);
int gb_profile_write_json(const struct gb_profile *profile, FILE *out, struct gb_error *error);

/* The columns of the CSV and their meaning, terminated by an empty entry: for docs/roofline.md. */
struct gb_profile_column {
	const char *name, *help;
};
extern const struct gb_profile_column gb_profile_columns[];

/* ---- survey ------------------------------------------------------------------------------------------------------ */

struct gb_survey_view {
	const struct gb_survey *survey;
	const struct gb_survey_roofs *roofs;
};

void gb_survey_print(const struct gb_survey_view *view, enum gb_table_style style, FILE *out);
/* A row for each kernel in a shape, for copies and fills between two kinds of memory, and for each GPU. */
int gb_survey_write_csv(const struct gb_survey_view *view, FILE *out, struct gb_error *error);
int gb_survey_write_json(const struct gb_survey_view *view, FILE *out, struct gb_error *error);
/* The same as a member of another document; NULL: out of memory. */
struct json_t *gb_survey_object(const struct gb_survey_view *view);

/* ncu's "(256, 1, 1)" as "256", "(32, 8, 1)" as "32x8". */
void gb_survey_shape(const char *shape, char *text, size_t size);

/* The columns of the CSV and their meaning, terminated by an empty entry. */
struct gb_survey_column {
	const char *name, *help;
};
extern const struct gb_survey_column gb_survey_columns[];

/* ---- explain ----------------------------------------------------------------------------------------------------- */

/* The first reason of each kernel that has one, one line each. */
void gb_explain_print_first(const struct gb_profile *profile, FILE *out);
/* For each kernel all reasons, what was counted, the measured rows on which they rest, and the model's time. */
void gb_explain_print(const struct gb_profile *profile, FILE *out);

/* ---- ab ---------------------------------------------------------------------------------------------------------- */

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

/* ---- runs that differ -------------------------------------------------------------------------------------------- */

/* Write to `text` a line on how the runs differ: versions, modes and, with `plans`, the number of planned points. "":
 * they do not. `earlier` may be NULL. */
void gb_mixture(const struct gb_runs *runs, const struct gb_runs *earlier, bool plans, char *text, size_t size);

/* The same for GPUs of unknown board, if others have a known one. */
void gb_mixture_boards(const struct gb_fleet *fleet, const struct gb_fleet *earlier, char *text, size_t size);

#endif
