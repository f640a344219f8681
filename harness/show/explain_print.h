/* explain_print.h: prints what limits each kernel, in sentences. */
#ifndef GB_EXPLAIN_PRINT_H
#define GB_EXPLAIN_PRINT_H

#include "show/profile_print.h"

/* The first reason of each kernel that has one, one line each. */
void gb_explain_print_first(const struct gb_profile *profile, FILE *out);
/* For each kernel all reasons, what was counted, the measured rows on which they rest, and the model's time. */
void gb_explain_print(const struct gb_profile *profile, FILE *out);

#endif
