/* values.h: the values of an axis, and their syntax: "1,2,4", "0:32", "0:128:16", "32:1024:pow2", "4:65536:pow4", or
 * names. Plug-ins and the command line use the same. */
#pragma once

#include <stdbool.h>

#include "base/error.h"
#include "gpubench.h"

enum { GB_VALUES_MAX = 4096 }; /* values of one axis */

struct gb_values {
	size_t count;
	int64_t *value;
};

/* Parse `list` for `axis`; the error says what was found and what was expected. */
int gb_values_parse(const struct gb_axis *axis, const char *list, struct gb_values *out, struct gb_error *error);
/* The whole domain, the values of a default run, and those of --quick. Missing lists are replaced as gpubench.h
 * says. */
int gb_values_all(const struct gb_axis *axis, struct gb_values *out, struct gb_error *error);
int gb_values_full(const struct gb_axis *axis, struct gb_values *out, struct gb_error *error);
int gb_values_quick(const struct gb_axis *axis, struct gb_values *out, struct gb_error *error);
bool gb_values_have(const struct gb_values *values, int64_t value);
/* True if one word of a list, a name or a range, contains the value. No list is built, because a point could be lost
 * unnoticed if memory ran out. */
bool gb_values_word_has(const struct gb_axis *axis, const char *word, size_t length, int64_t value);
void gb_values_free(struct gb_values *values);
