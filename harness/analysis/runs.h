/* runs.h: which runs the rows come from, and which points of their plans they have. */
#ifndef GB_RUNS_H
#define GB_RUNS_H

#include "base/strings.h"
#include "record/record.h"
#include "record/times.h"

/* Most points that a plan may have here; a row that names more names none. */
#define GB_RUN_POINTS_MAX 1e7

/* The measurements of one run on one GPU. */
struct gb_run_rows {
	const char *gpu, *host, *pci, *run, *version, *mode; /* of one collection: equal texts are equal pointers */
	int64_t begun, ended;                                /* as in times.h; GB_NO_TIME: its rows do not say */
	int64_t written;                                     /* the file */
	int64_t ordered;                                     /* after gb_runs_settle(): see gb_time_of_run() */
	size_t file, place;     /* place of its first row, to separate runs of one moment as a store does */
	size_t points;          /* planned; 0: the rows do not say */
	size_t seen;            /* of them */
	unsigned char *is_seen; /* a bit a point */
};

/* A run that completed another: both are one, by the other's name. */
struct gb_run_of {
	const char *gpu, *run, *of;
};

struct gb_runs {
	struct gb_run_rows *run;
	size_t count, room;
	size_t *slot, slots;          /* a hash table of them by GPU, name and points; number + 1, 0: free */
	struct gb_run_of *completing; /* after gb_runs_settle(), by GPU and name */
	size_t completings;
	bool settled;
	char text[GB_TIME_TEXT]; /* the last time that was read, */
	int64_t time;            /* and what it is */
	int64_t written;         /* of the file that rows come from: when it was written, */
	size_t file;             /* and its number */
	struct gb_strings strings;
};

/* The statement of a row; `gpu` is the key of its GPU. */
int gb_runs_add(struct gb_runs *runs, const char *gpu, const struct gb_record *record, struct gb_error *error);

/* All of another collection, which may be empty then. */
int gb_runs_merge(struct gb_runs *into, struct gb_runs *from, struct gb_error *error);

/* Make one of the runs of a GPU that measured different points of one plan: one was cut short, and --resume completed
 * it. */
void gb_runs_settle(struct gb_runs *runs);
/* After gb_runs_settle(): the run that this one of a GPU is a part of; itself if none. */
const char *gb_runs_whole(const struct gb_runs *runs, const char *gpu, const char *run);

/* After gb_runs_settle(): name each UUID that was measured in two places at once, and so is that of two cards. Returns
 * how many there are. */
typedef void gb_runs_tell_fn(const char *text);
size_t gb_runs_twins(const struct gb_runs *runs, gb_runs_tell_fn *tell);

/* After gb_runs_settle(): keep of each GPU the newest run alone. Runs of one file that do not say when they began are
 * kept together, as nobody knows which is newer, and so are a run and that which measured a part of it again at once;
 * the newest is the first of them. `odd` (NULL: nobody) gets what is doubtful of the times of GPUs with several runs, a
 * line each, and no more than a few. */
void gb_runs_keep_newest(struct gb_runs *runs, gb_runs_tell_fn *odd);
/* After that: whether the GPU has a run of this name, and whether it is the newest. */
enum gb_run_is { GB_RUN_OLDER, GB_RUN_WITH_NEWEST, GB_RUN_NEWEST };
enum gb_run_is gb_runs_is(const struct gb_runs *runs, const char *gpu, const char *run);

void gb_runs_free(struct gb_runs *runs);

#endif
