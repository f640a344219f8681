/* history.h: the roofs of the same GPUs over time: steps and drift. */
#ifndef GB_HISTORY_H
#define GB_HISTORY_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/roofs.h"
#include "base/strings.h"

/* The best value of one run. */
struct gb_history_point {
	double seconds; /* since 1970 */
	double value, lo, hi;
	bool ok;
	const char *run, *driver, *version, *vbios;
	double power_limit_w;
};

/* A step: from point `at` on values differ from those before it. */
struct gb_history_step {
	size_t at;
	double before, after; /* medians on both sides, up to the next step */
	double part;          /* by how much better (above 0) or worse, as a part of the value before */
	double confidence;    /* that there is a step at all: 1 - p, see gb_history_settle() */
};

enum { GB_HISTORY_STEPS_MAX = 8 };

/* One roof of one GPU; points in the order of time. */
struct gb_history_series {
	const char *gpu, *name, *host, *roof, *unit; /* gpu: its key; host: of the newest point */
	struct gb_history_point *point;
	size_t points, room, ok;
	struct gb_history_step step[GB_HISTORY_STEPS_MAX];
	size_t steps;
	double a_year; /* drift since the last step as a part of the median, a year: Theil-Sen; NAN: too few points */
};

struct gb_history {
	struct gb_history_series *series; /* by GPU and roof */
	size_t count, room;
	size_t *slot, slots; /* a hash table; number + 1, 0: free */
	struct gb_strings strings;
};

/* Keep what a row says of a roof; of several rows of a run the best counts. */
int gb_history_add(struct gb_history *history, const struct gb_record *record, struct gb_error *error);

/* Sort, and find steps and drift. Only points that are ok count.
 *
 * A step is where Pettitt's rank statistic (Applied Statistics 28, 1979) is largest; both sides are then searched in the same way.
 * It counts if fewer than GB_HISTORY_P of random orders of the same values give as large a statistic, and if the medians differ by
 * more than healthy cards do from run to run (gb_scatter_min_off()). */
#define GB_HISTORY_P 0.01
int gb_history_settle(struct gb_history *history, struct gb_error *error);

/* What else changed with a step: driver, version, VBIOS, power limit. "": nothing that is known. */
void gb_history_explain(const struct gb_history_series *series, const struct gb_history_step *step, char *text,
			size_t size);

void gb_history_free(struct gb_history *history);

#endif
