/* pool.h: what changed on many GPUs at once, even where no single one shows it.
 *
 * The GPUs of a model and board are pooled, each as a part of its own median, so that they may differ. Those whose
 * driver, VBIOS, gpubench or power limit changed are laid over each other at that run, whenever it was; then all of
 * them, and those that share a host, the beginning of their hosts' names, a driver or a VBIOS, are laid over each other
 * by date, and the days' means searched as those of a GPU are (trend.h). Half of the GPUs must have changed, by more
 * than the judge's floor (judge.h): that of what their changes scatter by, and that of what all of them scatter by from
 * run to run. A find is taken out before the search continues. */
#ifndef GB_POOL_H
#define GB_POOL_H

#include "past/history.h"

/* One change of one roof, or of several at the same time and with the same cause. */
struct gb_history_find {
	bool is_drift;
	const char *name, *board, *roof, *unit; /* the roof that changed most */
	size_t roofs;
	const char *what,
		*value; /* "with driver", "590"; of hosts `length` characters. NULL: nothing in common but the model */
	size_t length;
	double first,
		last; /* seconds since 1970: when it began on the first and on the last GPU; of a drift its ends */
	double part, a_year; /* medians; above 0: better. `a_year`: of a drift */
	size_t moved,
		of; /* GPUs that changed so by more than half of it, of those that were measured before and after */
};

/* For a settled history: its finds, most GPUs first. */
int gb_history_pool(struct gb_history *history, struct gb_error *error);
/* Have what changed at one time, for one reason and in one direction be one find. (pool_text.c) */
void gb_history_join_finds(struct gb_history *history);

/* "30 of 30 GPUs of NVIDIA H200 with driver 580 -> 590: dram.read -1.0 % from 2026-01-31 on, and 3 roofs more". */
void gb_history_tell_find(const struct gb_history_find *find, char *text, size_t size);

#endif
