/* store_newest.h: the newest run of each GPU, packed in a table of its own, since whole fleets are asked for it. For store.c.
 *
 * The table `newest` has an entry for every GPU that has a roof. Triggers mark the entry of a GPU as out of date with the first
 * row of its that comes, changes or goes, whoever does that: an older version of the program, too. Whoever adds a file packs the
 * entries that are out of date in the same transaction. What is out of date, or packed by another version, is read from the
 * rows, so that both always say the same. */
#ifndef GB_STORE_NEWEST_H
#define GB_STORE_NEWEST_H

#include "record/store.h"

/* In a transaction: make the table if the store is of an older version, with all entries out of date. */
int gb_newest_make(struct gb_store *store, struct gb_error *error);
/* In a transaction: pack all entries that are out of date. */
int gb_newest_pack(struct gb_store *store, struct gb_error *error);

/* Whether the store has the table. */
bool gb_newest_is_there(struct gb_store *store);
/* Give the rows of all newest runs to `row`, as gb_store_read(). */
int gb_newest_read(struct gb_store *store, gb_reader_fn *row, void *context, struct gb_error *error);

#endif
