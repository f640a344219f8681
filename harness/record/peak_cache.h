/* peak_cache.h: stores the measured peaks of cards, for programs that read them instead of measuring.
 *
 * There is one file per card and state, UUID_BOARD_DRIVER_LIMIT.csv (the power limit in whole watts); another driver,
 * board or power limit makes another file. It is an ordinary result file with one row per roof. The folder is
 * $XDG_CACHE_HOME/gpubench/peaks, or ~/.cache/gpubench/peaks; only the user can access the folder and its files.
 * docs/python.md describes them for their readers, the Python package (python/gpubench) and gpubench_peaks.h. */
#pragma once

#include "base/heap.h"
#include "record/record.h"

/* Rows that set a roof of a GPU; {0} is empty. */
struct gb_peak_cache {
	struct gb_strings strings;
	struct gb_record *row;
	size_t count, room;
	size_t nameless; /* rows that were skipped, because they do not identify the state of their card */
};

/* Keep a copy of a measured row that sets a roof of a whole GPU. Other rows are ignored. */
void gb_peak_cache_add(struct gb_peak_cache *cache, const struct gb_record *record);

/* Merge the rows into the files of their cards. A row replaces one of the same roof, except that a quick run never
 * replaces a full one, nor an earlier row a later one. Each file is replaced as a whole; if two processes write the
 * same file, the later version stays. `*files`: the number of files written. */
int gb_peak_cache_write(struct gb_peak_cache *cache, size_t *files, struct gb_error *error);

/* The folder, which need not exist. GB_FAILED: neither XDG_CACHE_HOME nor HOME is set. */
enum { GB_PEAK_CACHE_PATH = 4096 };
int gb_peak_cache_folder(char folder[GB_PEAK_CACHE_PATH], struct gb_error *error);

void gb_peak_cache_free(struct gb_peak_cache *cache);
