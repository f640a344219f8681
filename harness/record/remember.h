/* remember.h: the peaks that cards have shown, kept for programs that ask for them and measure nothing themselves.
 *
 * A file a card and state, UUID_BOARD_DRIVER_LIMIT.csv (the limit in whole watts): another driver, board or power limit
 * is another file. It is a result file like any other, with one row for each roof. The folder is
 * $XDG_CACHE_HOME/gpubench/peaks, or ~/.cache/gpubench/peaks; it and its files are the user's alone. docs/python.md
 * describes it to readers, which are the Python package (python/gpubench) and gpubench_peaks.h. */
#ifndef GB_REMEMBER_H
#define GB_REMEMBER_H

#include "base/strings.h"
#include "record/record.h"

/* Rows that set a roof of a GPU; {0} is none. */
struct gb_remember {
	struct gb_strings strings;
	struct gb_record *row;
	size_t count, room;
	size_t nameless; /* that were skipped: the facts that identify the state of their card are missing */
};

/* Keep a copy of a row that sets a roof of a whole GPU by measurement. Other rows are passed over. */
int gb_remember_add(struct gb_remember *remember, const struct gb_record *record, struct gb_error *error);

/* Write the rows into the files of their cards, which are read first: a roof there is replaced, but never one of a full
 * run by one of a quick run, nor a later one by an earlier one. Each file is replaced as a whole; of two that are
 * written at once the later one stays. `*files` is how many were written. */
int gb_remember_write(struct gb_remember *remember, size_t *files, struct gb_error *error);

/* The folder; it need not exist. GB_FAILED: neither XDG_CACHE_HOME nor HOME says where it is. */
enum { GB_REMEMBER_PATH = 4096 };
int gb_remember_folder(char folder[GB_REMEMBER_PATH], struct gb_error *error);

void gb_remember_free(struct gb_remember *remember);

#endif
