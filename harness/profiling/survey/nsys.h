/* nsys.h: reads output or exports of Nsight Systems into a survey: where a program's time went. Formats are
 * recognised by their contents; docs/profile.md lists the columns of each version. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "survey/survey.h"

/* Its reports, in messages. */
#define GB_NSYS_REPORTS "cuda_gpu_kern_sum, cuda_gpu_kern_gb_sum or cuda_gpu_trace"

/* The name of a copy whose other GPU is unknown. */
#define GB_NSYS_PEER "another GPU"

/* True if a file, which is rewound, has a table of `nsys stats`. */
bool gb_nsys_is_csv(FILE *file);
/* Add the file's table of kernels or events. A file of other reports is refused, and so is a file with an unreadable
 * line, because without that line the shares would be wrong. */
int gb_nsys_read_csv(struct gb_survey *survey, FILE *file, const char *path, struct gb_error *error);
/* Add the events in the output of `nsys export --type sqlite`. */
int gb_nsys_read_database(struct gb_survey *survey, const char *path, struct gb_error *error);

/* Call when all files have been read: computes sums; GB_FAILED if there is nothing. */
int gb_nsys_end(struct gb_survey *survey, const char *path, struct gb_error *error);

/* Control characters must not reach a terminal. */
void gb_nsys_clean(char *text);
/* "Device Static" as "device static", the notation of a survey for memories; "": unknown. */
const char *gb_nsys_memory(struct gb_survey *survey, const char *label);
