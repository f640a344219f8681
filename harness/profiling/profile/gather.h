/* gather.h: reads the kernels of a program run by ncu, of a report of ncu, or of a CSV printed earlier. The output of
 * ncu goes to a temporary file that exists until gb_gathering_free(). */
#pragma once

#include <stdint.h>
#include <stdio.h>

#include "base/folders.h"
#include "profile/kernel_sums.h"
#include "profile/ncu.h"

struct gb_gather_wish {
	const char *const *program;              /* with its arguments, terminated by NULL; NULL: print `report` */
	const char *report;                      /* of ncu -o */
	const char *ncu, *kernel, *cache, *nvtx; /* NULL: not given */
	bool started;                            /* only between cudaProfilerStart() and cudaProfilerStop() */
	uint64_t skip, count;                    /* 0: not given */
	bool of_shapes;                          /* `kernel` matches mangled names, and `count` applies to each shape */
	gb_child_stop_fn *stop;
};

struct gb_gathering {
	struct gb_kernels kernels; /* sorted at the end, longest total time first */
	struct gb_ncu_said said;
	char *metrics;          /* metrics that this ncu knows; NULL: not queried yet */
	int ended;              /* exit status of ncu */
	bool interrupted, late; /* stopped by the user; stopped because a round exceeded the budget */
	struct gb_scratch_folder scratch;
	char log[PATH_MAX + 16]; /* "": not created */
};

/* True if the file's name is that of a report. Any other file is a CSV. */
bool gb_gather_is_report(const char *path);
/* Runs ncu. GB_OK without a log: the user interrupted it early. */
int gb_gather_measure(struct gb_gathering *gathering, const struct gb_gather_wish *wish, struct gb_error *error);
bool gb_gather_has_log(const struct gb_gathering *gathering);
/* Append the output of ncu to `out`. */
int gb_gather_copy_log(const struct gb_gathering *gathering, FILE *out, struct gb_error *error);
/* Reads a CSV, open under the name `path` and readable twice. Several files may be read before gb_kernels_sort(). */
int gb_gather_read(struct gb_gathering *gathering, FILE *file, const char *path, struct gb_error *error);
int gb_gather_read_log(struct gb_gathering *gathering, struct gb_error *error);
void gb_gathering_free(struct gb_gathering *gathering);
