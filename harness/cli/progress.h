/* progress.h: shows where a run is: one line on a terminal, never wider than it; nothing on anything else. */
#ifndef GB_PROGRESS_H
#define GB_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

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

#endif
