/* tally.h: what a run says of each benchmark on each device when it is done: points, seconds, the best figure,
 * doubts. */
#ifndef GB_TALLY_H
#define GB_TALLY_H

#include <stdio.h>

#include "device/devices.h"
#include "record/record.h"
#include "run/tasks.h"

struct gb_tally_of; /* one benchmark on one device */

struct gb_tally {
	FILE *out;
	size_t columns; /* no line is longer, but for a word that is */
	bool terse;     /* only what there are doubts of */
	bool timed;     /* rows come as they are measured, and have the time */
	struct gb_tally_of *of;
	size_t count;
	struct gb_tally_of *conclusions; /* all of them together */
};

/* `done[d * tasks + t]`: it was measured in an earlier run; NULL: none was. The other fields are the caller's to set
 * before. */
int gb_tally_start(struct gb_tally *tally, const struct gb_tasks *tasks, const struct gb_devices *devices,
		   const bool *done, struct gb_error *error);
/* A point begins. */
void gb_tally_begin(struct gb_tally *tally, const struct gb_found *on, const struct gb_bench *bench);
/* True if this is the last point of its benchmark: with it the line is printed. */
bool gb_tally_ends(const struct gb_tally *tally, const struct gb_record *records);
/* The records of a point, or conclusions. A benchmark whose last point it is gets its line. */
void gb_tally_take(struct gb_tally *tally, const struct gb_record *records, size_t number);
/* The lines of what was cut short and of conclusions, and a word about the host if it was noisy. */
void gb_tally_end(struct gb_tally *tally);
void gb_tally_free(struct gb_tally *tally);

#endif
