/* select.h: the benchmarks that -b and --all select. */
#pragma once

#include "plan/loader.h"

enum { GB_ANY_TARGET = -1 };

/* Mark in `out`, of GB_PLUGINS_MAX entries, the plug-ins of a target (enum gb_target or GB_ANY_TARGET) whose whole name
 * matches one of the regular expressions: `-b dram` does not select dram_latency. `wanted` NULL: all. The error lists
 * the existing names. */
int gb_select(const struct gb_plugins *plugins, int target, const char *const *wanted, size_t count, bool *out,
	      struct gb_error *error);

/* Report that there is no such benchmark, with the name that was probably meant, and with all names if they are few.
 * GB_FAILED. */
int gb_select_unknown(const struct gb_plugins *plugins, int target, const char *wanted, struct gb_error *error);
