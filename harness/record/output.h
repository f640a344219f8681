/* output.h: the files that a run writes: CSV to standard output or -o, JSON lines to --json. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/host.h"
#include "record/measurement.h"
#include "record/record.h"

struct gb_output_file; /* one CSV or JSON file */

struct gb_output {
	struct gb_output_file *file;
	size_t count;
	const char *csv_pattern, *json_pattern;
	const struct gb_host *host;
	size_t rows;  /* rows delivered to every file to which they belong */
	size_t again; /* files that were removed during the run, and written again */
	bool append;
	bool lost; /* a file was opened but could not be written */
};

/* A pattern that means no file; compared by address. */
extern const char gb_output_none[];

/* Prepare the output. With %u in a pattern (gb_pattern_fill()), each GPU has its own file. "-" means standard output,
 * and so does NULL for the CSV; NULL for the JSON means none. `append`: rows are appended to a CSV that has a
 * header. */
void gb_output_init(struct gb_output *output, const char *csv_pattern, const char *json_pattern,
		    const struct gb_host *host, bool append);
/* Open the files of one GPU before anything is measured, so that a path that cannot be written is reported at once. */
int gb_output_open(struct gb_output *output, const char *uuid, struct gb_error *error);
/* Write the records of a task to the files of their GPU in one piece; `measurement` (or NULL) belongs to the first
 * record. A removed file is written again with all its rows. It is an error if that fails, or if others truncated,
 * wrote or replaced the file. After the first error the file is not changed any more. */
int gb_output_rows(struct gb_output *output, const struct gb_record *records, size_t count,
		   const struct gb_measurement *measurement, struct gb_error *error);
int gb_output_close(struct gb_output *output, struct gb_error *error);

/* ---- the name of a result file, with placeholders that a run fills in -------------------------------------------- */

enum { GB_PATH_TEXT = 4096 }; /* the maximum length of a path */

/* The letters after a %, for help and messages. */
#define GB_PATTERN_LETTERS "%h is the host, %u the GPU's UUID, %j the batch job, %t the task's rank in it"

/* Fill in a pattern. Values come from the environment or the driver and must never lead to another folder: each slash,
 * control character and leading dot becomes '_'. An unknown letter is an error, and so is a letter without a value,
 * such as %j outside a job, because files of two runs would have the same name. */
int gb_pattern_fill(const char *pattern, const struct gb_host *host, const char *uuid, char path[GB_PATH_TEXT],
		    struct gb_error *error);
