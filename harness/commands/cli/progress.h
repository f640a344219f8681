/* progress.h: the progress of a run on a terminal: one line for the current point and each finished benchmark. */
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
	size_t rows;
};

void gb_progress_start(struct gb_progress *progress, FILE *out, size_t rows);
/* A row begins on a device ("GPU 0") after `done` rows. */
void gb_progress_begin(struct gb_progress *progress, size_t done, const char *device, const char *bench,
		       const char *point);
void gb_progress_say(struct gb_progress *progress, const char *text);
/* Clear the line before something else is printed. */
void gb_progress_clear(struct gb_progress *progress);

/* ---- the line of a benchmark ------------------------------------------------------------------------------------- */

/* A run prints one line for each finished benchmark on each device: points, seconds, the best value, doubts. */

struct gb_tally_of; /* one benchmark on one device */
struct gb_tally_now;

struct gb_tally {
	FILE *out;
	size_t columns; /* maximum width, which only a single word may exceed */
	bool terse;     /* prints only benchmarks with doubts */
	bool timed;     /* rows arrive when they are measured, so times are known */
	struct gb_tally_of *of;
	size_t count;
	struct gb_tally_of *conclusions; /* sums over all conclusions */
	struct gb_tally_now *now;        /* of each device */
};

/* `done[d * tasks + t]`: measured in an earlier run; NULL: none was. The caller sets the fields above first. */
void gb_tally_start(struct gb_tally *tally, const struct gb_tasks *tasks, const struct gb_devices *devices,
		    const bool *done);
void gb_tally_begin(struct gb_tally *tally, const struct gb_found_device *on, const struct gb_bench *bench);
/* True if this is the last point of its benchmark, after which the line is printed. */
bool gb_tally_ends(const struct gb_tally *tally, const struct gb_record *records);
/* Takes the records of a point, or conclusions. After the last point of a benchmark, its line is printed. */
void gb_tally_take(struct gb_tally *tally, const struct gb_record *records, size_t number);
/* Prints the lines of unfinished benchmarks and of conclusions, and a remark if the host was noisy. */
void gb_tally_end(struct gb_tally *tally);
void gb_tally_free(struct gb_tally *tally);
