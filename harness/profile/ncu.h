/* ncu.h: runs Nsight Compute, and reads what it prints. */
#ifndef GB_NCU_H
#define GB_NCU_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

#include "base/error.h"
#include "profile/counters.h"
#include "programs/child.h"

struct gb_ncu_job {
	const char *ncu, *log;                     /* the program, and the file that it prints into */
	const char *const *program;                /* with its arguments, closed by NULL; NULL: print a report */
	const char *report;                        /* of ncu -o; NULL: run the program */
	const char *kernel, *skip, *count, *cache; /* as ncu has them; NULL: not given */
	const char *nvtx;                          /* only within ranges that match, likewise */
	bool started;                              /* only what the program starts the profiler for */
	bool of_shapes; /* `kernel` is of mangled names, and `skip` and `count` of each shape: launches.h */
	gb_child_stop_fn *stop;
};

/* Where ncu is: `wanted`, else on the PATH, else where its packages put it: sudo and batch jobs often have another
 * PATH. */
int gb_ncu_find(char path[PATH_MAX], const char *wanted, struct gb_error *error);

/* The metrics of counters.h that this ncu knows of the GPUs here, with commas between them; the caller frees it. What
 * ncu says in place of them is the error. */
int gb_ncu_metrics(char **metrics, const char *ncu, gb_child_stop_fn *stop, struct gb_error *error);

/* Run it. `*status`: its exit status, or 128 and the signal that ended it. GB_INTERRUPTED: the user wanted an end, and
 * it has ended. */
int gb_ncu_run(const struct gb_ncu_job *job, const char *metrics, int *status, struct gb_error *error);

/* True if the driver lets administrators alone read counters, as `parameters` of it say, and this user is none. False
 * where nothing is said. */
#define GB_NCU_PARAMETERS "/proc/driver/nvidia/params"
bool gb_ncu_is_for_others(const char *parameters, uid_t user);

/* True if execvp() would find a program of this name. */
bool gb_ncu_can_run(const char *program);

/* ---- reading ----------------------------------------------------------------------------------------------------- */

/* Reads what `ncu --csv --page raw` prints: a header, a line of units, a line for each launch, and around them what
 * ncu says. One line at a time: memory does not grow with the launches. */

/* One launch of a kernel; texts live until the function returns. */
struct gb_ncu_launch {
	const char *kernel, *block, *grid; /* the shape as ncu prints it: "(256, 1, 1)" */
	const char *device;                /* its number in the process; "": not told */
	const char *gpu, *capability;      /* its model; "": not told */
	double value[GB_COUNTERS];         /* NAN: not counted */
};

/* Any result but GB_OK ends the reading. */
typedef int gb_ncu_launch_fn(void *context, const struct gb_ncu_launch *launch, struct gb_error *error);

/* Further output of ncu. */
struct gb_ncu_said {
	char error[GB_ERROR_TEXT]; /* the first "==ERROR==" that is not one of those below; "": none */
	char wrong[GB_ERROR_TEXT]; /* the first line of data that cannot be read; "": none */
	size_t wrongs;             /* such lines: they are left out */
	int application;           /* the status that the program ended with, where ncu calls it an error */
	bool no_permission;        /* this user may not read counters */
	bool no_kernels;
	bool has_header;
};

/* Read the open file, which `path` names. GB_FAILED: it is no such CSV, or `take` failed. */
int gb_ncu_csv_read(FILE *file, const char *path, gb_ncu_launch_fn *take, void *context, struct gb_ncu_said *said,
		    struct gb_error *error);

#endif
