/* finds.h: finds changes on many GPUs at once, even if no single GPU shows them.
 *
 * The values of each GPU are divided by their own median, so that GPUs may differ. The daily means of all GPUs of a
 * model and board, and of those with the same host, prefix of host names, driver or VBIOS, are searched like the values
 * of a GPU (trend.h). GPUs whose driver, VBIOS, gpubench or power limit changed also form a group: their days count
 * from the run with the change, whenever it was. A change must exceed the scatter between days and that between GPUs,
 * with the probability of a false find divided by the number of groups, roofs and days, and half of the GPUs must have
 * changed. A find is removed before the search continues. */
#pragma once

#include "analysis/traits.h"
#include "past/history.h"
#include "past/trend.h"

/* A change of one roof, or of several roofs at the same time and with the same cause. */
struct gb_history_find {
	bool is_drift;
	const char *name, *board, *roof, *unit; /* roof: the one that changed most */
	size_t roofs;
	const char *what, *value; /* "with", "driver 580 -> 590"; NULL: only the model is common */
	size_t length;            /* of `value` */
	double first,
		last; /* when it began on the first and on the last GPU, in seconds since 1970; for a drift, its ends */
	double part, lo, hi; /* the change, above 0 if better, and its 95 % interval over the GPUs */
	double a_year;       /* of a drift */
	size_t moved, of;    /* GPUs that changed by more than half of `part`; GPUs measured before and after */
};

/* Finds the changes of a settled history. Those on the most GPUs come first. */
void gb_history_find_changes(struct gb_history *history);

/* Writes "30 of 30 GPUs of NVIDIA H200 with driver 580 -> 590: dram.read -1.0 % (-1.1 ... -0.9 %) from 2026-01-31
 * on". */
void gb_history_tell_find(const struct gb_history_find *find, char *text, size_t size);

/* ---- for finds*.c: one roof of the GPUs of one model and board --------------------------------------------------- */

#define GB_DAY_SECONDS 86400.0

/* A GPU's values of one roof, relative to their median; above it if better. */
struct gb_find_member {
	const struct gb_history_series *series;
	double *off;
	const struct gb_history_visit **visit;
	size_t count;
	size_t from, upto; /* first runs before and after a change */
	double change;     /* between the medians before and after the change; NAN: too few runs */
};

/* A member, and the time from which its days count. */
struct gb_find_item {
	size_t member;
	double zero;
};

/* The GPUs of a model and board in one roof. `ins` items are under consideration, with their daily means. */
struct gb_find_search {
	struct gb_history *history;
	double first_day, chance, runs; /* chance: of a false find; runs: scatter between runs of one GPU, 0 if
	                                 * unknown */
	size_t days, pools;
	struct gb_find_member *member;
	struct gb_find_item *item;
	size_t members, items, *in, ins, *gpus;
	struct gb_traits traits; /* of the items */
	bool is_of_change;       /* days count from a change of each GPU, which is on day `days` */
	double *seconds, *mean, *work;
	struct gb_trend trend;
};

/* Traits that GPUs may have in common. GB_OF_CHANGE: the same change. */
enum { GB_OF_CHANGE, GB_OF_HOST, GB_OF_DRIVER, GB_OF_VBIOS, GB_OF_HOSTS, GB_FIND_TRAITS };

/* Adds the changes of the loaded members to the history's finds (finds_search.c). */
void gb_find_search(struct gb_find_search *search);
