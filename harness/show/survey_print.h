/* survey_print.h: prints where a program spends its time, for people and for programs. */
#ifndef GB_SURVEY_PRINT_H
#define GB_SURVEY_PRINT_H

#include <stdio.h>

#include "profile/survey_roofs.h"
#include "show/table.h"

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

#endif
