/* ncu_run.h: runs Nsight Compute. Programs and arguments go to execvp() as they are: no shell sees them.
 *
 * What ncu prints goes to a file of its own (--log-file), so standard output and error stay the program's. One call
 * measures and prints: -o and --import would take a second one, a report of all launches in memory, and a report's
 * format is that of one version. --log-file, --csv and --page raw have been there since the first ncu. */
#ifndef GB_NCU_RUN_H
#define GB_NCU_RUN_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/error.h"
#include "programs/child.h"

struct gb_ncu_job {
	const char *ncu, *log;                     /* the program, and the file that it prints into */
	const char *const *program;                /* with its arguments, closed by NULL; NULL: print a report */
	const char *report;                        /* of ncu -o; NULL: run the program */
	const char *kernel, *skip, *count, *cache; /* as ncu has them; NULL: not given */
	const char *nvtx;                          /* only within ranges that match, likewise */
	bool started;                              /* only what the program starts the profiler for */
	bool of_shapes; /* `kernel` is of mangled names, and `skip` and `count` of each shape: rounds.h */
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

#endif
