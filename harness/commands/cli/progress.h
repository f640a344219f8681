/* progress.h: the progress of a run on a terminal: a line with the current point, and a line for each finished
 * benchmark on each device. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "device/devices.h"
#include "engine/tasks.h"
#include "record/record.h"

struct gb_progress {
	FILE *out;
	bool shown;   /* out is a terminal */
	double start; /* host time */
	size_t rows;  /* in all */
};

void gb_progress_start(struct gb_progress *progress, FILE *out, size_t rows);
/* A row begins on a device ("GPU 0"); `done` rows of the run are finished. */
void gb_progress_begin(struct gb_progress *progress, size_t done, const char *device, const char *bench,
		       const char *point);
/* Any other text, truncated to fit. */
void gb_progress_say(struct gb_progress *progress, const char *text);
/* Clear the line, so that something else can be printed. */
void gb_progress_clear(struct gb_progress *progress);

/* ---- the line of a benchmark ------------------------------------------------------------------------------------- */

/* A run prints one line for each benchmark on each device when it is done: points, seconds, the best value, doubts. */

struct gb_tally_of; /* one benchmark on one device */
struct gb_tally_now;

struct gb_tally {
	FILE *out;
	size_t columns; /* no line is longer, unless a single word is */
	bool terse;     /* only benchmarks with doubts */
	bool timed;     /* rows arrive as they are measured, and have their time */
	struct gb_tally_of *of;
	size_t count;
	struct gb_tally_of *conclusions; /* sums over all of them */
	struct gb_tally_now *now;        /* of each device */
};

/* `done[d * tasks + t]`: measured in an earlier run; NULL: none was. The caller sets the other fields before. */
void gb_tally_start(struct gb_tally *tally, const struct gb_tasks *tasks, const struct gb_devices *devices,
		    const bool *done);
/* A point begins. */
void gb_tally_begin(struct gb_tally *tally, const struct gb_found_device *on, const struct gb_bench *bench);
/* True if this is the last point of its benchmark, after which the line is printed. */
bool gb_tally_ends(const struct gb_tally *tally, const struct gb_record *records);
/* The records of a point, or conclusions. If it is the last point of its benchmark, the line is printed. */
void gb_tally_take(struct gb_tally *tally, const struct gb_record *records, size_t number);
/* Prints the lines of benchmarks that were cut short and of conclusions, and a remark if the host was noisy. */
void gb_tally_end(struct gb_tally *tally);
void gb_tally_free(struct gb_tally *tally);
