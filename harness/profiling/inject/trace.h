/* trace.h: the text trace that libgpubench_inject.so writes for a process.
 *
 * A process writes <GPUBENCH_TRACE>/<pid>.<n>.trace. A record is a line: a word, then fields, each after a tab. Times
 * are CUPTI's nanoseconds, which all processes of a host share. The first line names the format and its version; the
 * last line is `end` if the process ended by itself. Readers skip unknown words, and fields may be added at the end of
 * a record without a new version.
 *
 *     gpubench-trace  VERSION  PID  PARENT  START  MICROSECONDS from the start of the program to START
 *     command         the words of the command line, separated by blanks
 *     cupti           VERSION  FILE
 *     module          NAME  of a module that has begun
 *     refused         NAME  WHY: a module that could not begin
 *     end             TIME */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gpubench.h"

#define GB_TRACE_MAGIC  "gpubench-trace"
#define GB_TRACE_SUFFIX ".trace"
enum { GB_TRACE_VERSION = 1 };

/* The clock of GB_TRACE_BEGAN_VARIABLE, because CUPTI's clock cannot be read before CUPTI is opened. */
#define GB_TRACE_CLOCK CLOCK_MONOTONIC

/* Environment variables of the library. */
#define GB_TRACE_FOLDER_VARIABLE    "GPUBENCH_TRACE"     /* folder for traces */
#define GB_TRACE_CUPTI_VARIABLE     "GPUBENCH_CUPTI"     /* libraries to try, separated by ':' */
#define GB_TRACE_SANITIZER_VARIABLE "GPUBENCH_SANITIZER" /* likewise */
#define GB_TRACE_MODULES_VARIABLE   "GPUBENCH_MODULES"   /* modules to begin, separated by ',' */
#define GB_TRACE_BEGAN_VARIABLE     "GPUBENCH_BEGAN"     /* start time of the program in microseconds */
#define GB_TRACE_COUNTS_VARIABLE    "GPUBENCH_COUNTS"    /* launches that `counts` and `footprint` examine */

/* Creates the file of this process; false: impossible. */
bool gb_trace_open(const char *folder);

/* Append a complete record, from any thread; `format` contains the tabs, but no newline. A child of fork() writes
 * nothing. Pass foreign texts through gb_trace_text() first. */
void gb_trace_add(const char *format, ...) GB_PRINTF(1, 2);

/* Append complete records. */
void gb_trace_block(const char *text, size_t size);

/* Copies a text into a field: control characters become `?`, and the text is truncated to fit. Returns `to`. */
const char *gb_trace_text(char *to, size_t size, const char *text);

/* Write the appended records to the file, so that a process that is killed loses only later records. */
void gb_trace_flush(void);

void gb_trace_close(void);

/* ---- many records at once ---------------------------------------------------------------------------------------- */

/* Numbers are formatted by hand and written in blocks, which is far faster than gb_trace_add(). Not thread-safe. */
enum { GB_LINES = 1 << 16, GB_LINES_RECORD = 1 << 9 };

/* Between records, there is room for at least GB_LINES_RECORD bytes. */
struct gb_lines {
	size_t used;
	char text[GB_LINES];
};

/* A record is a word, then fields, then its end. */
void gb_lines_word(struct gb_lines *lines, const char *word);
void gb_lines_number(struct gb_lines *lines, uint64_t number);
void gb_lines_text(struct gb_lines *lines, const char *text);
void gb_lines_end(struct gb_lines *lines);

void gb_lines_hand_over(struct gb_lines *lines);

/* ---- flushing ---------------------------------------------------------------------------------------------------- */

/* A thread regularly requests CUPTI's records, so that the trace of a killed program is nearly complete. CUPTI itself
 * hands over only full buffers, and a short program fills none. */

typedef void gb_flusher_fn(void);

/* Call `flush` at this interval until gb_flusher_stop(). If no thread can be created, `flush` is never called. */
void gb_flusher_start(unsigned milliseconds, gb_flusher_fn *flush);
/* When this returns, no call is in progress. */
void gb_flusher_stop(void);
