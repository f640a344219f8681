/* nsys.h: reads output or exports of Nsight Systems into a survey of the time that a program spends. Formats are
 * recognised by their contents; docs/profile.md lists the columns of each version. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "survey/survey.h"

/* The supported reports, for messages. */
#define GB_NSYS_REPORTS "cuda_gpu_kern_sum, cuda_gpu_kern_gb_sum or cuda_gpu_trace"

/* Stands for the unknown other GPU of a copy. */
#define GB_NSYS_PEER "another GPU"

/* True if a file contains a table of `nsys stats`. The file is rewound. */
bool gb_nsys_is_csv(FILE *file);
/* Adds the file's table of kernels or events. A file with other reports is refused. So is a file with an unreadable
 * line, because all shares would be wrong without this line. */
int gb_nsys_read_csv(struct gb_survey *survey, FILE *file, const char *path, struct gb_error *error);
/* Adds the events in the output of `nsys export --type sqlite`. */
int gb_nsys_read_database(struct gb_survey *survey, const char *path, struct gb_error *error);

/* Call this after all files: computes sums. GB_FAILED: there are no events. */
int gb_nsys_end(struct gb_survey *survey, const char *path, struct gb_error *error);

/* Replaces control characters, which must not reach a terminal. */
void gb_nsys_clean(char *text);
/* Converts "Device Static" to "device static", the notation of memories in a survey; "": unknown. */
const char *gb_nsys_memory(struct gb_survey *survey, const char *label);
