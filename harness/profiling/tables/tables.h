/* tables.h: the results of profile and ab, as tables and sentences for people (NAME_print.c), and as CSV and JSON for
 * programs (NAME_data.c; those of ab are in ab_print.c). */
#pragma once

#include <stdio.h>

#include "ab/pairs.h"
#include "explain/why.h"
#include "profile/binding.h"
#include "profile/kernel_names.h"
#include "profile/matching_roofs.h"
#include "show/table.h"

struct json_t; /* jansson.h */

/* A column of a CSV and its meaning, for the pages of docs/. Tables end with an empty entry. */
struct gb_column_help {
	const char *name, *help;
};
extern const struct gb_column_help gb_profile_columns[], gb_survey_columns[], gb_ab_columns[];

/* Write rows, which are objects with these members, and free them. */
int gb_columns_write(const struct gb_column_help *columns, struct json_t *rows, FILE *out, struct gb_error *error);

/* ---- profile ----------------------------------------------------------------------------------------------------- */

struct gb_profile {
	const struct gb_kernels *kernels;
	const struct gb_binding *binding;     /* one for each kernel, in their order */
	const char *roofs;                    /* origin of the roofs in words; "": there are none */
	const struct gb_survey_view *survey;  /* NULL: there was none */
	const struct gb_explained *explained; /* one for each kernel; NULL: not requested */
	bool explain;                         /* all known details, not only the first reason */
};

/* Each kernel's distance from the roof that limits it, and the possible gain; then the reasons. */
void gb_profile_print(const struct gb_profile *profile, enum gb_table_style style, FILE *out);
/* A row for each kernel. */
int gb_profile_write_csv(const struct gb_profile *profile, FILE *out, struct gb_error *error);
int gb_profile_write_json(const struct gb_profile *profile, FILE *out, struct gb_error *error);

/* ---- survey ------------------------------------------------------------------------------------------------------ */

struct gb_survey_view {
	const struct gb_survey *survey;
	const struct gb_survey_roofs *roofs;
};

/* On a terminal, tables have the kernels that make up this fraction of the time. */
#define GB_SHOWN_SHARE 0.9

/* `brief`: without the kernels of each GPU, which are in another table. */
void gb_survey_print(const struct gb_survey_view *view, bool brief, enum gb_table_style style, FILE *out);
/* A row for each kernel in a shape, for copies and fills between two kinds of memory, and for each GPU. */
int gb_survey_write_csv(const struct gb_survey_view *view, FILE *out, struct gb_error *error);
int gb_survey_write_json(const struct gb_survey_view *view, FILE *out, struct gb_error *error);
/* The same as a member of another document; NULL: out of memory. */
struct json_t *gb_survey_object(const struct gb_survey_view *view);

/* Shorten the full names of kernels in the second column to what fits into the window, after all cells are set. */
void gb_table_name_kernels(struct gb_table *table, FILE *out);

/* The names of kernels in at most `most` bytes; gb_kernel_names_free(). */
void gb_name_bindings(struct gb_kernel_names *names, const struct gb_binding *binding, size_t count, size_t most);

/* ncu's "(256, 1, 1)" as "256", "(32, 8, 1)" as "32x8". */
void gb_survey_shape(const char *shape, char *text, size_t size);

/* ---- explain ----------------------------------------------------------------------------------------------------- */

/* For each kernel, all reasons, the counts, and the measured rows that support them. */
void gb_explain_print(const struct gb_profile *profile, FILE *out);

/* The last lines of a profile; on a screen with the roofs that limit it. */
void gb_profile_print_total(const struct gb_profile *profile, enum gb_table_style style, FILE *out);

/* ---- ab ---------------------------------------------------------------------------------------------------------- */

struct gb_ab_view {
	const struct gb_ab_runs *runs;
	const char *measured, *unit; /* the measured quantity */
	/* seed of the random order; NULL: no command was run, and the next is NULL too */
	const char *seed;
	const char *const *command[GB_AB_SIDES]; /* terminated by NULL */
};

/* The values, and a sentence with the answer. */
void gb_ab_print(const struct gb_ab_view *view, enum gb_table_style style, FILE *out);
/* One row. */
int gb_ab_write_csv(const struct gb_ab_view *view, FILE *out, struct gb_error *error);
int gb_ab_write_json(const struct gb_ab_view *view, FILE *out, struct gb_error *error);
