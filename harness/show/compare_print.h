/* compare_print.h: prints the results of compare, for people and for programs. */
#ifndef GB_COMPARE_PRINT_H
#define GB_COMPARE_PRINT_H

#include <stdio.h>

#include "analysis/compare.h"
#include "show/table.h"

int gb_compare_print(const struct gb_comparison *comparison, enum gb_table_style style, FILE *out,
		     struct gb_error *error);
/* The roofs of a model compared with another's, the most different first: ratios of medians, and of the known
 * limits. */
int gb_compare_print_ratios(const struct gb_model *base, const struct gb_model *model, enum gb_table_style style,
			    FILE *out, struct gb_error *error);
/* A row for each roof of each GPU. */
int gb_compare_write_csv(const struct gb_comparison *comparison, FILE *out, struct gb_error *error);
int gb_compare_write_json(const struct gb_comparison *comparison, FILE *out, struct gb_error *error);

#endif
