/* profiler.h: the commands profile and ab, shared by gpubench and gpubench-profile. gpubench reads the command line and
 * has the help, completion and manual; gpubench-profile performs the command. */
#pragma once

#include "cli/analysis_options.h"

struct gb_profiling_options {
	struct gb_texts roofs;
	const char *gpu;  /* selects the GPU whose roofs are used; NULL: the GPU of the kernels */
	const char *from; /* a file or, if a program is run, the second at which profiling begins; NULL: neither */
	const char *ncu, *kernel, *nvtx, *cache, *keep;
	bool started, survey, no_survey, no_counters, explain;
	double to;            /* if `from` is a second, the program's second at which profiling ends; NAN: not given */
	double budget, total; /* NAN: not given */
	uint64_t skip, count; /* 0: not given */
	enum gb_format format;
	const char *output, *plot;
};

struct gb_ab_options {
	double tolerance, error;
	uint64_t pairs;
	const char *seed; /* NULL: a different one each time */
	bool processor;
	const char *match, *column, *better;
	struct gb_texts where;
	const char *from, *keep, *log;
	enum gb_format format;
	const char *output;
};

/* Replace this program by gpubench-profile, which is in the same folder. Returns the exit status only on failure. */
int gb_start_profiler(const struct gb_line *line);
