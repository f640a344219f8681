/* command_run_options.h: the command line of a run. */
#pragma once

#include "engine/effort.h"
#include "engine/sweep.h"
#include "options/options.h"
#include "workers/supervisor.h"

/* The last option that selects an action counts. */
enum gb_run_action {
	GB_ACTION_MEASURE,
	GB_ACTION_PLAN,
	GB_ACTION_INFO,
	GB_ACTION_LIST,
	GB_ACTION_LIST_DEVICES,
	GB_ACTION_DESCRIBE,
	GB_ACTION_DRY_RUN,
	GB_ACTION_VERSION,
	GB_ACTION_MANUAL,
	GB_ACTION_COMPLETE
};

/* Settings of lower layers are stored directly in their structs. NULL, 0 or false: not given. */
struct gb_run_options {
	enum gb_run_action action;
	const char *described; /* for GB_ACTION_DESCRIBE and GB_ACTION_MANUAL, a benchmark or a command; NULL: all */
	bool all, deep, strict, shuffle, verbose, remember, allow_unverified;
	/* For commands that also measure: no line per benchmark, no table; rows are appended to a CSV with a header. */
	bool quiet, append;
	struct gb_texts benchmarks; /* extended regular expressions that match complete names */
	struct gb_texts axes, plugins, models;
	int cc; /* for GB_ACTION_DRY_RUN and GB_ACTION_PLAN: the compute capability, major * 10 + minor; 0: not given */
	const char *seed;    /* of the shuffle; NULL: the run's id */
	const char *devices; /* "all" by default */
	const char *points, *csv, *json, *resume;
	bool csv_shown, no_file; /* csv_shown: CSV on a terminal instead of tables and a file */
	struct gb_wishes wishes;
	double patience_seconds;
	struct gb_sweep_options sweep; /* its owner is not checked */
	struct gb_supervisor_options supervisor;
};

extern const struct gb_option gb_run_option_table[];
extern const struct gb_run_options gb_run_defaults;
/* Checks which options are mutually exclusive, and interprets the operands. */
int gb_run_options_check(const struct gb_line *line, struct gb_error *error);

/* Selects devices; shared with info. */
#define GB_OPTION_DEVICES(type, field)                                                                  \
	{                                                                                               \
		"device", "LIST",                                                                       \
			"indices, UUID prefixes or PCI ids of GPUs, or all; all is the default; host: " \
			"its processors",                                                               \
			GB_OPTION_TO(type, field, gb_option_text), .letter = 'd', .often = true         \
	}
