/* history.h: the roofs of the same GPUs over time: the values of each run, and the changes of each GPU (trend.h).
 *
 * A year of a fleet has a hundred million points. Only the value of a point is stored, and everything that the points
 * of a run have in common is stored once: 16 bytes per point, or 32 with intervals. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/roofs.h"
#include "base/heap.h"
#include "record/csv.h"

/* A run on a GPU. Equal texts are equal pointers. */
struct gb_history_visit {
	double seconds; /* when its first roof was measured, since 1970 */
	const char *gpu, *run, *driver, *version, *vbios, *ecc;
	double power_limit_w;
};

/* The state of the device during a point; 0: unknown. */
struct gb_history_state {
	uint16_t clock_mhz;
	uint8_t celsius, throttle; /* throttle: one bit for each of some reasons */
};

/* The best value of a run, computed on request. Without a stored interval, `lo` and `hi` are NAN. */
struct gb_history_point {
	double seconds, value, lo, hi;
	bool ok;
	struct gb_history_state state;
	const struct gb_history_visit *visit;
};

/* A change. Step: the values from point `at` on differ from those before it. Drift: the values change steadily from
 * point `at` to point `to`. */
struct gb_history_step {
	size_t at, to;
	double before, after; /* medians of both sides, up to the next change; for a drift, the ends of its line */
	double part;          /* change as a fraction of the value before, above 0 if better */
	double a_year;        /* of a drift, per year */
	double confidence;    /* probability of a change, 1 - p (see gb_history_settle()) */
};

struct gb_history_interval {
	double lo, hi;
};

/* One roof of one GPU, with its points in the order of time. */
struct gb_history_series {
	const char *gpu, *name, *board, *host, *roof, *unit; /* gpu: its key; host: of the first point read */
	double *value;
	uint32_t *visit; /* of each value: twice the index of its visit, plus 1 if the point is ok */
	struct gb_history_state *state;
	struct gb_history_interval *interval; /* NULL: not stored */
	size_t points, room, ok;
	struct gb_history_step *step, *drift; /* `drift` follows the steps in the same memory */
	size_t steps, drifts;
	/* drift per year since the last step, as a fraction of the median (Theil-Sen); NAN: too few points, not
	 * requested */
	double a_year;
};

struct gb_history_find;

struct gb_history {
	bool with_intervals;              /* set this before the first row is added */
	bool with_slopes;                 /* set this if the drift of unchanged series is requested, too */
	double since;                     /* set this to leave out earlier runs; 0: none */
	struct gb_history_series *series; /* sorted by GPU and roof */
	size_t count, room;
	size_t last; /* the series of the last row; the next row usually belongs to the one after it */
	struct gb_history_visit *visit;
	size_t visits, visit_room;
	size_t *slot, slots;          /* a hash table of series: index + 1; 0: free */
	struct gb_history_find *find; /* changes of many GPUs at once (finds.h) */
	size_t finds, find_room;
	struct gb_strings strings;
};

/* Adds a row of a roof. If a run has several, the best one counts. */
int gb_history_add(struct gb_history *history, const struct gb_record *record, struct gb_error *error);

/* Adds the rows of a file, CSV or store, that set a roof: those of GPUs that match the user's text, and of this roof
 * (NULL: all). Several threads read a store. `tell` is called with the problems of the file, one line at a time. */
int gb_history_read(struct gb_history *history, const char *file, const char *gpu, const char *roof,
		    gb_csv_tell_fn *tell, void *context, struct gb_error *error);
/* Moves everything from a history of other GPUs, which is empty afterwards. */
int gb_history_join(struct gb_history *into, struct gb_history *from, struct gb_error *error);

/* Sorts, and finds the steps and drifts of each GPU, and of many GPUs at once (finds.h). Only points that are ok count.
 *
 * A step is where the means of both sides differ most (trend.h); both sides are then searched in the same way. A step
 * counts if fewer than GB_TREND_P of random orders of the same values give as large a difference, and if the medians
 * differ by more than healthy cards do between runs (gb_scatter_min_off()). If both a step and a line are found, the
 * one that fits the values better is reported. */
void gb_history_settle(struct gb_history *history);

struct gb_history_point gb_history_point(const struct gb_history *history, const struct gb_history_series *series,
					 size_t at);

/* Writes other changes at a step: settings and versions that changed between the two runs, and clock, temperature and
 * throttle reasons on both sides. "": none are known. */
void gb_history_explain(const struct gb_history *history, const struct gb_history_series *series,
			const struct gb_history_step *step, char *text, size_t size);
void gb_history_tell_changed(const struct gb_history_visit *before, const struct gb_history_visit *after, char *text,
			     size_t size);

void gb_history_free(struct gb_history *history);
