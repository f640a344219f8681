/* pool.h: finds changes on many GPUs at once, even if no single one shows them.
 *
 * The GPUs of a model and board are pooled, with values relative to each GPU's own median, so that GPUs may differ.
 * GPUs whose driver, VBIOS, gpubench or power limit changed are aligned at that run, whenever it was. Then all GPUs,
 * and those that share a host, a prefix of their hosts' names, a driver or a VBIOS, are aligned by date, and the daily
 * means are searched like the values of a GPU (trend.h). Half of the GPUs must have changed by more than the judge's
 * floor (judge.h), computed both from the scatter of their changes and from their common scatter between runs. A find
 * is removed before the search continues. */
#ifndef GB_POOL_H
#define GB_POOL_H

#include "analysis/traits.h"
#include "past/history.h"
#include "past/trend.h"

/* One change of one roof, or of several roofs at the same time and with the same cause. */
struct gb_history_find {
	bool is_drift;
	const char *name, *board, *roof, *unit; /* the roof that changed most */
	size_t roofs;
	const char *what,
		/* "with driver", "590"; for hosts, the first `length` characters. NULL: only the model in common */
		*value;
	size_t length;
	double first,
		last; /* seconds since 1970 when it began on the first and on the last GPU; for a drift, its ends */
	double part, a_year; /* medians; above 0: better. `a_year`: for a drift */
	size_t moved, of;    /* GPUs that changed by more than half of this, out of those with runs on both sides */
};

/* For a settled history: its finds, ordered by the number of GPUs. */
int gb_history_pool(struct gb_history *history, struct gb_error *error);
/* Merge simultaneous changes with the same reason and direction into one find. (pool_judge.c) */
void gb_history_join_finds(struct gb_history *history);

/* "30 of 30 GPUs of NVIDIA H200 with driver 580 -> 590: dram.read -1.0 % from 2026-01-31 on, and 3 roofs more". */
void gb_history_tell_find(const struct gb_history_find *find, char *text, size_t size);

/* ---- for pool*.c: one roof of the GPUs of one model and board ---------------------------------------------------- */

#define GB_DAY_SECONDS 86400.0

/* A GPU's values of the roof relative to their median, above it if better, and the runs on both sides of a change. */
struct gb_pool_member {
	const struct gb_history_series *series;
	double *off;
	const struct gb_history_visit **visit;
	size_t count;
	size_t from, at, upto, to; /* before: from..at, after: upto..to */
	double before, change;     /* median before, and the difference after; NAN: too few runs */
};

struct gb_pool {
	struct gb_history *history;
	struct gb_pool_member *member;
	size_t members;
	size_t *in, ins; /* the members under consideration */
	double chance;   /* probability of a find in one search over healthy GPUs */
	double runs;     /* scatter between runs of one card; 0: unknown */
	double *work;    /* for twice as many numbers as members or runs of one member */
};

/* A change among the members `in`: which of them changed, by how much, and their number. */
struct gb_pool_verdict {
	double part, first, last;
	size_t moved, of;
};
bool gb_pool_judge(struct gb_pool *pool, struct gb_pool_verdict *verdict);
bool gb_pool_has_moved(const struct gb_pool_member *member, double part);

/* Traits that GPUs may share. GB_OF_CHANGE is not a trait, but stands for each GPU's own changes. */
enum { GB_OF_HOST, GB_OF_DRIVER, GB_OF_VBIOS, GB_OF_HOSTS, GB_OF_CHANGE, GB_POOL_PROPERTIES };

/* A pool being searched, with the daily means of the members under consideration. */
struct gb_pool_search {
	struct gb_pool pool;
	struct gb_traits traits; /* of members */
	double first_day, *sum, *seconds, *mean;
	size_t *gpus, days;
	struct gb_trend trend;
};

/* Add changes of each GPU, and then changes by date, to the history's finds. (pool_search.c) */
int gb_pool_search_events(struct gb_pool_search *search, struct gb_error *error);
int gb_pool_search_dates(struct gb_pool_search *search, struct gb_error *error);

#endif
