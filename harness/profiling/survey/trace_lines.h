/* trace_lines.h: reads the lines of a trace that libgpubench_inject.so has written (inject/trace.h), and splits them
 * into fields. Kernel names are arbitrary text, so a line may contain anything. Malformed lines are counted and
 * skipped. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

/* A template's name may have thousands of letters. */
enum { GB_TRACE_LINE_MAX = 1 << 16, GB_TRACE_FIELDS_MAX = 24, GB_TRACE_SHAPE = 48 };

struct gb_trace_wrong {
	char first[GB_ERROR_TEXT]; /* "": none */
	size_t count;
};

struct gb_trace_lines {
	FILE *file;
	const char *path;
	struct gb_trace_wrong *wrong;
	size_t number;
	char *field[GB_TRACE_FIELDS_MAX]; /* of the current line; [0] is the word */
	size_t fields;
	bool torn; /* the current line is incomplete or too long, and has no fields */
	char line[GB_TRACE_LINE_MAX];
};

/* Reads the head of an open file. NULL: not a trace, or another version. The caller frees the result. */
struct gb_trace_lines *gb_trace_lines_open(FILE *file, const char *path, struct gb_trace_wrong *wrong,
					   struct gb_error *error);
bool gb_trace_lines_next(struct gb_trace_lines *lines);
void gb_trace_lines_refuse(struct gb_trace_lines *lines, const char *what);
/* Call this at the end. GB_FAILED: the file could not be read completely. */
int gb_trace_lines_end(const struct gb_trace_lines *lines, struct gb_error *error);

bool gb_trace_lines_is(const struct gb_trace_lines *lines, const char *word);
/* Read a field as an unsigned number in base 10 or 16, or `count` decimal fields from `first` on. */
bool gb_trace_number(const char *text, int base, uint64_t *number);
bool gb_trace_numbers(const struct gb_trace_lines *lines, size_t first, size_t count, uint64_t *numbers);
/* Writes "(256, 1, 1)", as ncu prints a grid or a block. */
void gb_trace_shape(char text[GB_TRACE_SHAPE], uint64_t x, uint64_t y, uint64_t z);

struct gb_trace_kernel {
	char name[GB_TRACE_LINE_MAX];                     /* mangled */
	char grid[GB_TRACE_SHAPE], block[GB_TRACE_SHAPE]; /* as ncu prints them */
	char device[24];                                  /* number in the process */
	uint64_t launch;                                  /* number of the launch in its process, from 0 */
};

/* `shape`: the grid, then the block. */
void gb_trace_kernel(struct gb_trace_kernel *kernel, const char *name, uint64_t device, const uint64_t shape[6],
		     uint64_t launch);

/* ---- the traces of a program ------------------------------------------------------------------------------------- */

/* Called for each trace, which is open under the name `path`. A result other than GB_OK ends the reading. */
typedef int gb_trace_fn(void *context, FILE *file, const char *path, struct gb_error *error);

/* Traces are read in the order of their names, so that results are reproducible. */
int gb_traces_each(const char *folder, gb_trace_fn *each, void *context, struct gb_error *error);
