/* history.h: the roofs of the same GPUs over time: what each run gave, and what changed (trend.h), GPU by GPU.
 *
 * A year of a fleet has a hundred million points. Only the value of a point is kept, and facts shared by all
 * points of a run are kept once: 12 bytes a point, 28 with the intervals. */
#ifndef GB_HISTORY_H
#define GB_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/roofs.h"
#include "base/strings.h"
#include "record/reader.h"

/* A run on a GPU. Equal texts are equal pointers. */
struct gb_history_visit {
	double seconds; /* since 1970: when its first roof was measured */
	const char *gpu, *run, *driver, *version, *vbios;
	double power_limit_w;
};

/* The best value of one run, made when it is asked for. The interval is NAN where it is not kept. */
struct gb_history_point {
	double seconds, value, lo, hi;
	bool ok;
	const struct gb_history_visit *visit;
};

/* A change. A step: from point `at` on values differ from those before it. A drift: they do more and more, from point
 * `at` to `to`. */
struct gb_history_step {
	size_t at, to;
	double before, after; /* medians on both sides, up to the next change; of a drift its line's ends */
	double part;          /* by how much better (above 0) or worse, as a part of the value before */
	double a_year;        /* of a drift: the same in a year */
	double confidence;    /* that there is a change at all: 1 - p, see gb_history_settle() */
};

struct gb_history_interval {
	double lo, hi;
};

/* One roof of one GPU; points in the order of time. */
struct gb_history_series {
	const char *gpu, *name, *board, *host, *roof, *unit; /* gpu: its key; host: of the first point that was read */
	double *value;
	uint32_t *visit;                      /* of each value: its number, doubled, and 1 if the point is ok */
	struct gb_history_interval *interval; /* NULL: they are not kept */
	size_t points, room, ok;
	struct gb_history_step *step, *drift; /* `drift` lies behind the steps in the same memory */
	size_t steps, drifts;
	double a_year; /* drift since the last step as a part of the median, a year: Theil-Sen; NAN: too few points, or not asked for */
};

struct gb_history_find;

struct gb_history {
	bool with_intervals;              /* to be set before the first row is added */
	bool with_slopes;                 /* the drift of series that did not change is asked for too */
	struct gb_history_series *series; /* by GPU and roof */
	size_t count, room;
	size_t last; /* the series of the last row: the next row is mostly of the next one */
	struct gb_history_visit *visit;
	size_t visits, visit_room;
	size_t *slot, slots;          /* a hash table; number + 1, 0: free */
	struct gb_history_find *find; /* of many GPUs at once, see pool.h */
	size_t finds, find_room;
	struct gb_strings strings;
};

/* Keep what a row says of a roof; of several rows of a run the best counts. */
int gb_history_add(struct gb_history *history, const struct gb_record *record, struct gb_error *error);

/* Keep what the rows of a file that set a roof say, of a CSV or a store; those of the GPU that a user calls so,
 * and of this roof (NULL: all). A store is read in threads. `tell` gets the faults of the file, never two lines at
 * a time. */
int gb_history_read(struct gb_history *history, const char *file, const char *gpu, const char *roof,
		    gb_reader_tell_fn *tell, void *context, struct gb_error *error);
/* All of another one that has other GPUs, and is empty then. */
int gb_history_join(struct gb_history *into, struct gb_history *from, struct gb_error *error);

/* Sort, and find steps and drifts, of each GPU and of many at once (pool.h). Only points that are ok count.
 *
 * A step is where Pettitt's rank statistic (Applied Statistics 28, 1979) is largest; both sides are then searched in
 * the same way. It counts if fewer than GB_TREND_P of random orders of the same values give as large a statistic, and
 * if the medians differ by more than healthy cards do from run to run (gb_scatter_min_off()). Where a line fits the
 * same values better than steps do, it is a drift. */
int gb_history_settle(struct gb_history *history, struct gb_error *error);

struct gb_history_point gb_history_point(const struct gb_history *history, const struct gb_history_series *series,
					 size_t at);

/* Other changes at a step: driver, version, VBIOS, power limit. "": nothing that is known. */
void gb_history_explain(const struct gb_history *history, const struct gb_history_series *series,
			const struct gb_history_step *step, char *text, size_t size);
/* The same of two runs. */
void gb_history_tell_changed(const struct gb_history_visit *before, const struct gb_history_visit *after, char *text,
			     size_t size);

void gb_history_series_free(struct gb_history_series *series);
void gb_history_free(struct gb_history *history);

#endif
