/* select.h: the benchmarks that -b and --all select. */
#ifndef GB_SELECT_H
#define GB_SELECT_H

#include "plan/loader.h"

enum { GB_ANY_TARGET = -1 };

/* Mark in `out`, GB_PLUGINS_MAX of them, the plug-ins of a target (enum gb_target or GB_ANY_TARGET) whose whole name
 * one of the regular expressions matches: `-b dram` does not mean dram_latency. `wanted` NULL: all. The error names
 * those there are. */
int gb_select(const struct gb_plugins *plugins, int target, const char *const *wanted, size_t count, bool *out,
	      struct gb_error *error);

/* Report that there is no such benchmark, with the one probably meant, and with all of them if they are few.
 * GB_FAILED. */
int gb_select_unknown(const struct gb_plugins *plugins, int target, const char *wanted, struct gb_error *error);

#endif
