/* profile_print.h: prints the kernels of a program under measured roofs, for people and for programs. */
#ifndef GB_PROFILE_PRINT_H
#define GB_PROFILE_PRINT_H

#include <stdio.h>

#include "explain/why.h"
#include "profile/binding.h"
#include "show/survey_print.h"
#include "show/table.h"

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

#endif
