/* peak_cache.h: stores the measured peaks of cards, for programs that read them instead of measuring.
 *
 * There is one file per card and state, UUID_BOARD_DRIVER_LIMIT.csv (the limit in whole watts): another driver, board
 * or power limit is another file. It is an ordinary result file with one row for each roof. The folder is
 * $XDG_CACHE_HOME/gpubench/peaks, or ~/.cache/gpubench/peaks; it and its files belong to the user only. docs/python.md
 * describes it for its readers, the Python package (python/gpubench) and gpubench_peaks.h. */
#pragma once

#include "base/heap.h"
#include "record/record.h"

/* Rows that set a roof of a GPU; {0} is empty. */
struct gb_peak_cache {
	struct gb_strings strings;
	struct gb_record *row;
	size_t count, room;
	size_t nameless; /* rows that were skipped: facts that identify the state of their card are missing */
};

/* Keep a copy of a row that sets a roof of a whole GPU by measurement. Other rows are ignored. */
void gb_peak_cache_add(struct gb_peak_cache *cache, const struct gb_record *record);

/* Merge the rows into the files of their cards: a roof in a file is replaced, but never one of a full run by one of
 * a quick run, nor a later one by an earlier one. Each file is replaced as a whole; if two processes write the same
 * file, the later version stays. `*files` is the number of files written. */
int gb_peak_cache_write(struct gb_peak_cache *cache, size_t *files, struct gb_error *error);

/* The folder; it need not exist. GB_FAILED: neither XDG_CACHE_HOME nor HOME is set. */
enum { GB_PEAK_CACHE_PATH = 4096 };
int gb_peak_cache_folder(char folder[GB_PEAK_CACHE_PATH], struct gb_error *error);

void gb_peak_cache_free(struct gb_peak_cache *cache);
