/* options.h: the command line. */
#ifndef GB_OPTIONS_H
#define GB_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "plan/plan.h"

struct gb_syntax;

enum gb_command {
	GB_RUN,
	GB_INFO,
	GB_ROOFS,
	GB_COMPARE,
	GB_PLOT,
	GB_REPORT,
	GB_LIST,
	GB_LIST_DEVICES,
	GB_DESCRIBE,
	GB_VERSION_OF,
	GB_MANUAL,
	GB_COMPLETE,
	GB_HELP
};

/* How analysis shows what it found. */
enum gb_format { GB_FORMAT_TABLE, GB_FORMAT_CSV, GB_FORMAT_JSON, GB_FORMAT_MARKDOWN };

enum { GB_REPEATS_MAX = 64 }; /* of -a and --plugin */

struct gb_options {
	enum gb_command command;
	bool all, strict, concurrent;
	bool shuffle;
	const char *seed;       /* of the shuffle; NULL: the run's id */
	const char *benchmarks; /* -b: an extended regular expression for whole names */
	const char *describe, *devices, *csv, *json, *resume, *points;
	enum gb_effort effort;
	struct gb_choice choice[GB_REPEATS_MAX];
	size_t choices;
	const char *plugin[GB_REPEATS_MAX];
	size_t plugins;
	/* 0: not given */
	double max_noise, min_time, timeout, deadline, wait_idle, patience, sustained, launches;
	size_t min_samples;
	double max_memory; /* bytes */
	double work;       /* part of the usual */

	/* Analysis: roofs, compare. Of --complete: the words. */
	const char *const *file;
	size_t files;
	enum gb_format format;
	const char *output; /* NULL: standard output */
	const char *gpu;    /* only these; NULL: all */
	const char *export_to, *baseline, *rules;
	const char *plot, *kernels, *data, *script;
	double max_drop, margin, min_off, min_z; /* parts; 0: not given */

	const struct gb_syntax *syntax; /* whose help is asked for */
};

/* Read the command line. The error is one line and says what was expected. */
int gb_options_read(struct gb_options *options, int argc, char **argv, struct gb_error *error);

/* What --help prints; made from the table the options are read with. `syntax` is that of the options read; NULL: of a run. */
void gb_options_help(const struct gb_syntax *syntax, FILE *out);

#endif
