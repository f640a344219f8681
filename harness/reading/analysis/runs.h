/* runs.h: the runs that rows come from, and the points of their plans that were measured. */
#pragma once

#include "base/heap.h"
#include "record/record.h"
#include "record/times.h"

/* The maximum number of points in a plan. The plan of a row with a higher number is ignored. */
#define GB_RUN_POINTS_MAX 1e7

/* The measurements of one run on one GPU. */
struct gb_run_rows {
	const char *gpu, *host, *pci, *run, *version, *mode; /* from one collection, so that equal texts are equal
	                                                      * pointers */
	int64_t begun, ended;                                /* as in times.h; GB_NO_TIME: not in its rows */
	int64_t written;                                     /* when the file was written */
	int64_t ordered;                                     /* after gb_runs_settle(): see gb_time_of_run() */
	size_t file, place;     /* file and index of its first row, which distinguish runs with the same time, as in
	                         * a store */
	size_t points;          /* planned points; 0: not in its rows */
	size_t seen;            /* points with rows, except those that a deadline left unmeasured */
	unsigned char *is_seen; /* one bit per point */
	bool has_others;        /* some rows have no roof, so the file is not a selection of roofs */
};

/* A run that completed another run: both count as one, under the name of the completed run. */
struct gb_run_of {
	const char *gpu, *run, *of;
};

struct gb_runs {
	struct gb_run_rows *run;
	size_t count, room;
	size_t *slot, slots;          /* a hash table by GPU, name and points: index + 1; 0: free */
	struct gb_run_of *completing; /* after gb_runs_settle(), sorted by GPU and name */
	size_t completings;
	bool settled;
	char text[GB_TIME_TEXT]; /* the last time parsed, */
	int64_t time;            /* and its value */
	int64_t written;         /* for the current file: when it was written, */
	size_t file;             /* and its number */
	struct gb_strings strings;
};

/* Adds the run of a row; `gpu` is the key of its GPU. */
void gb_runs_add(struct gb_runs *runs, const char *gpu, const struct gb_record *record);

/* Moves everything from another collection, which is empty afterwards. */
void gb_runs_merge(struct gb_runs *into, struct gb_runs *from);

/* Joins runs of a GPU that measured different points of one plan: one was cut short, and --resume completed it. */
void gb_runs_settle(struct gb_runs *runs);
/* After gb_runs_settle(): returns the joined run that contains this run of a GPU, or the run itself. */
const char *gb_runs_whole(const struct gb_runs *runs, const char *gpu, const char *run);

/* After gb_runs_settle(): returns the end of a GPU's runs, which are adjacent. */
size_t gb_runs_end_of_gpu(const struct gb_runs *runs, size_t first);

/* Receives one line. */
typedef void gb_runs_tell_fn(const char *text);

/* After gb_runs_settle(): keeps only the newest run of each GPU. Runs of one file with an unknown start are kept
 * together, because it is unknown which is newer. So are a run and another one that measured part of it again right
 * afterwards; the first of them counts as the newest. `odd` (NULL: none) receives a few lines at most with doubts about
 * the times of GPUs with several runs. */
void gb_runs_keep_newest(struct gb_runs *runs, gb_runs_tell_fn *odd);
/* After gb_runs_keep_newest(): whether the GPU has a run with this name, and whether this run is the newest. */
enum gb_run_is { GB_RUN_OLDER, GB_RUN_WITH_NEWEST, GB_RUN_NEWEST };
enum gb_run_is gb_runs_is(const struct gb_runs *runs, const char *gpu, const char *run);

/* After gb_runs_settle(): true if a run of the GPU was cut short. Runs with nothing but rows of roofs do not count. */
bool gb_runs_have_cut(const struct gb_runs *runs, const char *gpu);

void gb_runs_free(struct gb_runs *runs);
