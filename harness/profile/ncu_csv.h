/* ncu_csv.h: reads what `ncu --csv --page raw` prints: a header, a line of units, a line for each launch, and around
 * them what ncu says. One line at a time: memory does not grow with the launches. */
#ifndef GB_NCU_CSV_H
#define GB_NCU_CSV_H

#include <stdio.h>

#include "base/error.h"
#include "profile/counters.h"

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
