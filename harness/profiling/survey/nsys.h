/* nsys.h: reads what Nsight Systems printed or exported of a program into a survey: where the time went. A format is
 * recognised by its contents; docs/profile.md has the columns of each version. */
#ifndef GB_NSYS_H
#define GB_NSYS_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "survey/survey.h"

/* Its reports, in messages. */
#define GB_NSYS_REPORTS "cuda_gpu_kern_sum, cuda_gpu_kern_gb_sum or cuda_gpu_trace"

/* The name of a copy in which the other GPU is not known. */
#define GB_NSYS_PEER "another GPU"

/* True if a file, which is left at its beginning, has a table of `nsys stats`. */
bool gb_nsys_is_csv(FILE *file);
/* Add its table of kernels or events; a file of other reports is refused, and so is one with a line that cannot be
 * read: without it the shares would be wrong. */
int gb_nsys_read_csv(struct gb_survey *survey, FILE *file, const char *path, struct gb_error *error);
/* Add the events of what `nsys export --type sqlite` wrote. */
int gb_nsys_read_database(struct gb_survey *survey, const char *path, struct gb_error *error);

/* Once all is read: sums, and GB_FAILED if there is nothing. */
int gb_nsys_end(struct gb_survey *survey, const char *path, struct gb_error *error);

/* Control characters must not reach a terminal. */
void gb_nsys_clean(char *text);
/* "Device Static" as "device static", which is how a survey names memories; "": unknown. NULL: out of memory. */
const char *gb_nsys_memory(struct gb_survey *survey, const char *label);

#endif
