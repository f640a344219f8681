/* slow_floor.h: how far below other cards, or below its earlier value, a GPU must lie to be called slow. judge.h
 * describes the rule. */
#ifndef GB_SLOW_FLOOR_H
#define GB_SLOW_FLOOR_H

#include "analysis/fleet.h"
#include "analysis/scatter.h"
#include "base/stats.h"

/* If the standard deviation between cards is no larger than this, one reference card stands for the others. */
#define GB_FLOOR_STEADY 0.0025
/* At least this many cards show the scatter of a roof, and this many references show the range of unsteady cards. */
enum { GB_FLOOR_CARDS_MIN = 5, GB_FLOOR_REFERENCES_MIN = 3 };
/* Degrees of freedom of the scatter between runs: the largest of several cards with up to ten runs. */
enum { GB_FLOOR_RUNS_FREEDOM = 9 };

/* The reference for a value. */
struct gb_held_to {
	const struct gb_scatter *known; /* the scatter of the roof; NULL: not known */
	double value;
	double sd; /* from the cards in the files; 0: too few cards */
	size_t cards;
	bool same_gpu, boards_mixed, joint; /* joint: a median over different roofs, which has long tails */
	bool modes_differ;                  /* one value is from a full run of this GPU, the other from a quick one */
};

/* The floors of one comparison of many GPUs. */
struct gb_floors {
	double max_drop; /* 0: by the scatter */
	double chance;   /* for one roof of one GPU */
	double quantile[GB_STUDENT_MAX + 2];
};

/* The known scatter of a roof; NULL: not known. The table describes GPUs, and a processor's roofs have the
 * same names. */
const struct gb_scatter *gb_floor_scatter(const struct gb_gpu *gpu, const char *roof);

/* The floor as a fraction of the reference; 0: not known. A floor given by the user refers to slow cards, not to
 * differences between healthy ones. */
double gb_floor_of(struct gb_floors *floors, const struct gb_held_to *to);

/* True if the cards in the files show the range of the others. The known scatter of unsteady cards applies to cards of
 * one board. */
bool gb_floor_has_enough(const struct gb_held_to *to);

/* The size of a change that exceeds chance: `sd` is the scatter, estimated with `freedom` degrees of freedom. */
double gb_floor_of_changes(double sd, size_t freedom, double chance);
/* The median of normal values scatters more than their mean, by this factor. */
#define GB_FLOOR_SD_OF_MEDIAN 1.2533

#endif
