/* pool_parts.h: one roof of the GPUs of one model and board; only for the files of pools. */
#ifndef GB_POOL_PARTS_H
#define GB_POOL_PARTS_H

#include "analysis/traits.h"
#include "past/pool.h"
#include "past/trend.h"

#define GB_DAY_SECONDS 86400.0

/* A GPU's values of the roof, relative to their median and above it if better, and the runs on both sides of a
 * change. */
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
	double chance;   /* of a find in one search over healthy GPUs */
	double runs;     /* scatter between runs of one card; 0: not known */
	double *work;    /* for twice as many numbers as members or runs of one member */
};

/* A change among the members `in`: which changed, by how much, and how many. */
struct gb_pool_verdict {
	double part, first, last;
	size_t moved, of;
};
bool gb_pool_judge(struct gb_pool *pool, struct gb_pool_verdict *verdict);
bool gb_pool_has_moved(const struct gb_pool_member *member, double part);

/* Traits that GPUs may share. GB_OF_CHANGE is not a trait: it stands for each GPU's own changes. */
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
