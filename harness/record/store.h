/* store.h: stores rows of many runs in one SQLite file, for a fleet over years (docs/store.md describes its tables).
 *
 * A result file is added completely or not at all, even with other writers, and even if a writer is killed. A stored
 * row (identity.h) is not added twice; if its values differ, that is reported and the file is not added. SQLite's locks
 * do not work on network file systems, so a store there is refused. A database whose tables are not exactly those of
 * this version is refused too. */
#pragma once

#include "record/csv.h"

struct gb_store; /* an open store */

/* Open a store; with `write`, create it if it does not exist. */
int gb_store_open(struct gb_store **out, const char *path, bool write, struct gb_error *error);
void gb_store_close(struct gb_store *store);

/* Add all rows of a CSV ("-": standard input), read as by gb_csv_read_lenient(); `*rows`: the number of new ones. The
 * file is read to its end and checked before the store is locked, so that an endless input does not block others.
 * `tell` receives faults of the file, `note` doubts, such as a run with a future date. */
int gb_store_add(struct gb_store *store, const char *file, gb_csv_tell_fn *tell, gb_csv_tell_fn *note, void *context,
		 size_t *rows, struct gb_error *error);

/* Create `path`, which must not exist, from the store `from` of an older version, which stays unchanged; `*rows`: the
 * number of its rows. */
int gb_store_upgrade(const char *from, const char *path, gb_csv_tell_fn *note, void *context, size_t *rows,
		     struct gb_error *error);

/* Which rows to read: all; those that set a roof; or, for each GPU, all rows of its newest run, whatever their status,
 * and of the run that the newest one completed. The newest run is the one that began last. If its start is impossible,
 * the time when it was stored counts. */
enum gb_store_rows { GB_STORE_ALL, GB_STORE_ROOFS, GB_STORE_NEWEST };
/* Pass rows to `row`: all rows in the order of storing, otherwise GPU by GPU in the order of time. `gpu` is a prefix of
 * a UUID or a host; NULL: all. `line` counts the rows. Any result but GB_OK ends the reading. `tell` (NULL: none)
 * receives doubts about the newest runs. */
int gb_store_read(struct gb_store *store, enum gb_store_rows which, const char *gpu, gb_csv_record_fn *row,
		  gb_csv_tell_fn *tell, void *context, struct gb_error *error);

/* Pass the rows of any file to `row`: the requested rows of a store, or all rows of a CSV as gb_csv_read_lenient()
 * does. */
int gb_store_scan(const char *path, enum gb_store_rows which, gb_csv_record_fn *row, gb_csv_tell_fn *tell,
		  void *context, struct gb_error *error);

/* The same, limited to the parts of a store needed for one GPU, which is named by the user's text `gpu` (NULL: all).
 * Rows of other GPUs may be passed too. */
int gb_store_scan_gpu(const char *path, enum gb_store_rows which, const char *gpu, gb_csv_record_fn *row,
		      gb_csv_tell_fn *tell, void *context, struct gb_error *error);

/* The rows of a store that set a roof, for the GPUs of part `part` out of `parts`: each of several reader threads takes
 * one part. All rows of a GPU are in one part, in the order in which they were measured and stored. */
int gb_store_scan_part(const char *path, size_t part, size_t parts, gb_csv_record_fn *row, gb_csv_tell_fn *tell,
		       void *context, struct gb_error *error);

/* True if the first bytes of a file are those of an SQLite database. */
bool gb_store_is(const char *path);
