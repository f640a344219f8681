/* store.h: rows of many runs in one SQLite file, for a fleet over years (docs/store.md has its tables).
 *
 * A file of results goes in as a whole or not at all, whoever else writes at the same time and whatever kills a
 * writer. A row that is there already (identity.h) is not taken twice; one that is stored with other values is
 * reported, and its file is not taken. SQLite's locks do not hold on network file systems: a store on one is
 * refused. So is a database whose tables are not exactly those that this version makes. */
#ifndef GB_STORE_H
#define GB_STORE_H

#include "record/reader.h"

struct gb_store; /* an open store */

/* Open a store, with `write` make it if it is not there. */
int gb_store_open(struct gb_store **out, const char *path, bool write, struct gb_error *error);
void gb_store_close(struct gb_store *store);

/* Take all rows of a CSV ("-": standard input), as gb_reader_scan() reads it; `*rows`: how many were new. The file
 * is read to its end and checked before the store is locked: one that never ends keeps nobody waiting. `tell` gets
 * faults of the file, `note` doubts, such as a run of tomorrow. */
int gb_store_add(struct gb_store *store, const char *file, gb_reader_tell_fn *tell, gb_reader_tell_fn *note,
		 void *context, size_t *rows, struct gb_error *error);

/* Make `path`, which is not there yet, of `from`, a store of an older version, which stays as it is; `*rows`: how many
 * it has. */
int gb_store_upgrade(const char *from, const char *path, gb_reader_tell_fn *note, void *context, size_t *rows,
		     struct gb_error *error);

/* Which rows are asked for: all, those that set a roof, all of the newest run of each GPU, whatever became of it, and
 * of the run that it completed. Newest is what was begun last; a run that was begun when it cannot have been counts as
 * begun when it was stored. */
enum gb_store_rows { GB_STORE_ALL, GB_STORE_ROOFS, GB_STORE_NEWEST };
/* Give them to `row`: all as they were stored, others GPU by GPU in the order of time. `gpu` is the beginning of a
 * UUID or a host, NULL: all. `line` counts the rows. Anything but GB_OK ends it. `tell` (NULL: nobody) gets doubts
 * about the newest runs. */
int gb_store_read(struct gb_store *store, enum gb_store_rows which, const char *gpu, gb_reader_fn *row,
		  gb_reader_tell_fn *tell, void *context, struct gb_error *error);

/* Give the rows of a file to `row`, whatever it is: of a store those asked for, of a CSV all, as gb_reader_scan()
 * does. */
int gb_store_scan(const char *path, enum gb_store_rows which, gb_reader_fn *row, gb_reader_tell_fn *tell, void *context,
		  struct gb_error *error);

/* The same, and of a store no more than is needed of one GPU: `gpu` is what a user calls it by (NULL: all). Rows of
 * other GPUs may come too. */
int gb_store_scan_gpu(const char *path, enum gb_store_rows which, const char *gpu, gb_reader_fn *row,
		      gb_reader_tell_fn *tell, void *context, struct gb_error *error);

/* The rows of a store that set a roof, of the GPUs that are the part with this number of so many parts: readers in
 * threads of their own take one each. All rows of a GPU are in one part, in the order of time in which they were
 * stored. */
int gb_store_scan_part(const char *path, size_t part, size_t parts, gb_reader_fn *row, gb_reader_tell_fn *tell,
		       void *context, struct gb_error *error);

/* True if a file is an SQLite database, by its first bytes. */
bool gb_store_is(const char *path);

#endif
