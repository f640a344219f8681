/* tables.h: prints the results of profile and ab as tables and sentences (NAME_print.c), and as CSV and JSON
 * (NAME_data.c; those of ab are in ab_print.c). */
#pragma once

#include <stdio.h>

#include "ab/pairs.h"
#include "explain/why.h"
#include "profile/binding.h"
#include "profile/kernel_names.h"
#include "profile/matching_roofs.h"
#include "show/table.h"

struct json_t; /* jansson.h */

/* A column of a CSV and its meaning, for the pages in docs/. Tables end with an empty entry. */
struct gb_column_help {
	const char *name, *help;
};
extern const struct gb_column_help gb_profile_columns[], gb_survey_columns[], gb_ab_columns[];

/* Writes rows, which are objects with these members, and frees them. */
int gb_columns_write(const struct gb_column_help *columns, struct json_t *rows, FILE *out, struct gb_error *error);

/* ---- profile ----------------------------------------------------------------------------------------------------- */

struct gb_profile {
	const struct gb_kernels *kernels;
	const struct gb_binding *binding;     /* one per kernel, in the same order */
	const char *roofs;                    /* the origin of the roofs in words; "": there are no roofs */
	const struct gb_survey_view *survey;  /* NULL: there was no survey */
	const struct gb_explained *explained; /* one per kernel; NULL: not requested */
	bool explain;                         /* with all known details, not only the first reason */
};

/* Prints each kernel's distance from the roof that limits it, and the possible gain; then the reasons. */
void gb_profile_print(const struct gb_profile *profile, enum gb_table_style style, FILE *out);
int gb_profile_write_csv(const struct gb_profile *profile, FILE *out, struct gb_error *error);
int gb_profile_write_json(const struct gb_profile *profile, FILE *out, struct gb_error *error);

/* ---- survey ------------------------------------------------------------------------------------------------------ */

struct gb_survey_view {
	const struct gb_survey *survey;
	const struct gb_survey_roofs *roofs;
};

/* On a terminal, tables show the kernels that take this fraction of the time. */
#define GB_SHOWN_SHARE 0.9

/* `brief`: without the kernels of each GPU, which another table shows. */
void gb_survey_print(const struct gb_survey_view *view, bool brief, enum gb_table_style style, FILE *out);
/* Writes a row for each kernel and shape, for copies and fills between two kinds of memory, and for each GPU. */
int gb_survey_write_csv(const struct gb_survey_view *view, FILE *out, struct gb_error *error);
int gb_survey_write_json(const struct gb_survey_view *view, FILE *out, struct gb_error *error);
/* Returns the same JSON, which the caller inserts into another document; NULL: out of memory. */
struct json_t *gb_survey_object(const struct gb_survey_view *view);

/* When all cells are set: shortens the kernels' full names in the second column so that the table fits the window. */
void gb_table_name_kernels(struct gb_table *table, FILE *out);

/* The names of kernels in at most `most` bytes. Call gb_kernel_names_free() afterwards. */
void gb_name_bindings(struct gb_kernel_names *names, const struct gb_binding *binding, size_t count, size_t most);

/* Writes ncu's "(256, 1, 1)" as "256", and "(32, 8, 1)" as "32x8". */
void gb_survey_shape(const char *shape, char *text, size_t size);

/* ---- explain ----------------------------------------------------------------------------------------------------- */

/* Prints, for each kernel, all reasons, the counts, and the measured rows that support them. */
void gb_explain_print(const struct gb_profile *profile, FILE *out);

/* Prints the last lines of a profile; on a screen, these include the roofs that limit it. */
void gb_profile_print_total(const struct gb_profile *profile, enum gb_table_style style, FILE *out);

/* ---- ab ---------------------------------------------------------------------------------------------------------- */

struct gb_ab_view {
	const struct gb_ab_runs *runs;
	const char *measured, *unit; /* the measured quantity */
	/* of the random order; NULL: no command was run, and the next is NULL too */
	const char *seed;
	const char *const *command[GB_AB_SIDES]; /* terminated by NULL */
};

/* Prints the values, and a sentence with the answer. */
void gb_ab_print(const struct gb_ab_view *view, enum gb_table_style style, FILE *out);
int gb_ab_write_csv(const struct gb_ab_view *view, FILE *out, struct gb_error *error);
int gb_ab_write_json(const struct gb_ab_view *view, FILE *out, struct gb_error *error);
