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

#include "past/history.h"

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
	size_t moved, of;    /* GPUs that changed by more than half of it, out of those measured before and after */
};

/* For a settled history: its finds, those on the most GPUs first. */
int gb_history_pool(struct gb_history *history, struct gb_error *error);
/* Merge changes at one time, for one reason and in one direction into one find. (pool_text.c) */
void gb_history_join_finds(struct gb_history *history);

/* "30 of 30 GPUs of NVIDIA H200 with driver 580 -> 590: dram.read -1.0 % from 2026-01-31 on, and 3 roofs more". */
void gb_history_tell_find(const struct gb_history_find *find, char *text, size_t size);

#endif
