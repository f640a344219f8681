/* store.h: rows of many runs in one SQLite file, for a fleet over years. A table `row` has the columns of columns.h by their names.
 *
 * A file of results goes in as a whole or not at all, whoever else writes at the same time and whatever kills a writer. A row that
 * is there already (the same GPU, run, benchmark, variant, point, metric and roof) is not taken twice. SQLite's locks do not hold
 * on network file systems: a store on one is refused. */
#ifndef GB_STORE_H
#define GB_STORE_H

#include "record/reader.h"

struct gb_store; /* an open store */

/* Open a store, with `write` make it if it is not there. */
int gb_store_open(struct gb_store **out, const char *path, bool write, struct gb_error *error);
void gb_store_close(struct gb_store *store);

/* Take all rows of a CSV ("-": standard input), as gb_reader_scan() reads it; `*rows`: how many were new. */
int gb_store_add(struct gb_store *store, const char *file, gb_reader_tell_fn *tell, void *context, size_t *rows,
		 struct gb_error *error);

/* Which rows are asked for: all, those that set a roof, those of the newest run of each GPU that do. */
enum gb_store_rows { GB_STORE_ALL, GB_STORE_ROOFS, GB_STORE_NEWEST };
/* Give them to `row`, GPU by GPU and, but for newest runs, in the order of time; `gpu` is the beginning of a UUID or a host, NULL: all. `line` counts
 * the rows. What is not GB_OK ends it. */
int gb_store_read(struct gb_store *store, enum gb_store_rows which, const char *gpu, gb_reader_fn *row, void *context,
		  struct gb_error *error);

/* Give the rows of a file to `row`, whatever it is: of a store those asked for, of a CSV all, as gb_reader_scan() does. */
int gb_store_scan(const char *path, enum gb_store_rows which, gb_reader_fn *row, gb_reader_tell_fn *tell, void *context,
		  struct gb_error *error);

/* The same, and of a store no more than is needed of one GPU: `gpu` is what a user calls it by (NULL: all). Rows of other GPUs may
 * come too. */
int gb_store_scan_gpu(const char *path, enum gb_store_rows which, const char *gpu, gb_reader_fn *row,
		      gb_reader_tell_fn *tell, void *context, struct gb_error *error);

/* Whether a file is an SQLite database, by its first bytes. */
bool gb_store_is(const char *path);

#endif
