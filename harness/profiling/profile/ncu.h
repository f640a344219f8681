/* ncu.h: runs Nsight Compute and reads its output. */
#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

#include "base/error.h"
#include "profile/counters.h"
#include "base/child.h"

struct gb_ncu_job {
	const char *ncu, *log;                     /* the program; the file for its output */
	const char *const *program;                /* with its arguments, terminated by NULL; NULL: print a report */
	const char *report;                        /* of ncu -o; NULL: run the program */
	const char *kernel, *skip, *count, *cache; /* in the notation of ncu; NULL: not given */
	const char *nvtx;                          /* likewise; only launches within matching ranges */
	bool started;                              /* only between cudaProfilerStart() and cudaProfilerStop() */
	bool of_shapes; /* `kernel` matches mangled names; `skip` and `count` apply to each shape (launches.h) */
	gb_child_stop_fn *stop;
};

/* Finds ncu: `wanted`, else in the PATH, else where its packages install it (sudo and batch jobs have another PATH). */
int gb_ncu_find(char path[PATH_MAX], const char *wanted, struct gb_error *error);

/* Returns the metrics of counters.h that this ncu knows for the GPUs here, separated by commas; the caller frees them.
 * On failure, `error` has the message of ncu. */
int gb_ncu_metrics(char **metrics, const char *ncu, gb_child_stop_fn *stop, struct gb_error *error);

/* Runs ncu. `*status`: its exit status, or 128 plus the signal that ended it. GB_INTERRUPTED: the user stopped it. */
int gb_ncu_run(const struct gb_ncu_job *job, const char *metrics, int *status, struct gb_error *error);

/* True if the driver's `parameters` allow only administrators to read counters, and this user is not one. False if the
 * file does not say. */
#define GB_NCU_PARAMETERS "/proc/driver/nvidia/params"
bool gb_ncu_is_for_others(const char *parameters, uid_t user);

/* True if execvp() would find a program of this name. */
bool gb_ncu_can_run(const char *program);

/* ---- reading ----------------------------------------------------------------------------------------------------- */

/* Reads the output of `ncu --csv`. The raw page has a header, a line of units and a line for each launch; the details
 * page has a line for each metric of a launch. The text output has the same metrics in tables. Lines of ncu and of the
 * program surround all of these. Memory does not grow with the number of launches.
 *
 * ncu prints numbers in its user's locale. A first pass finds a notation in which every number of the file is complete;
 * C's notation is preferred. If none fits, but a number fits another notation, the file is refused, because any number
 * could be misread. Any other malformed number costs only its line. */

/* One launch of a kernel. The texts are valid until the function returns. */
struct gb_ncu_launch {
	const char *kernel, *block, *grid; /* the shape as ncu prints it: "(256, 1, 1)" */
	const char *device;                /* number in the process; "": not known */
	const char *gpu, *capability;      /* model of the GPU; "": not known */
	double value[GB_COUNTERS];         /* NAN: not counted */
};

/* A result other than GB_OK ends the reading. */
typedef int gb_ncu_launch_fn(void *context, const struct gb_ncu_launch *launch, struct gb_error *error);

struct gb_ncu_said {
	char error[GB_ERROR_TEXT]; /* the first "==ERROR==" that is not one of those below; "": none */
	char wrong[GB_ERROR_TEXT]; /* the first line of data that could not be read; "": none */
	size_t wrongs;             /* number of such lines, which are skipped */
	int application;           /* exit status of the program if ncu calls it an error */
	bool no_permission;        /* this user may not read counters */
	bool no_kernels;
	bool is_nvprof; /* this is nvprof's output */
	bool has_header;
};

/* Reads the file, which is open under the name `path`. GB_FAILED: not such a CSV, or `take` failed. */
int gb_ncu_csv_read(FILE *file, const char *path, gb_ncu_launch_fn *take, void *context, struct gb_ncu_said *said,
		    struct gb_error *error);
