/* breaks.h: changes in what a benchmark measures. A value from before such a change cannot be compared with one from
 * after it, although both belong to a roof of the same name. */
#pragma once

#include <stdbool.h>

#include "record/record.h"

struct gb_break {
	const char *roofs;          /* as in the judge's set (judge_set.h) */
	const char *gpu;            /* only models whose name begins with this; "": all */
	const char *release, *time; /* VERSION and time of the commit with the change */
	const char *commit, *what;
};
/* Terminated by an entry without roofs. */
extern const struct gb_break gb_breaks[];

/* Returns the change of the row's roof that came after the row: the row was measured before the commit or by an earlier
 * release, or has neither time nor version. NULL: none. */
const struct gb_break *gb_breaks_find(const struct gb_record *record);
