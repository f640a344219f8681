/* scatter.h: how much healthy cards of one board differ in a roof, and beyond which deviation a card is an outlier. */
#ifndef GB_SCATTER_H
#define GB_SCATTER_H

#include <stdbool.h>

#include "base/stats.h"

struct gb_gpu_roofs;

/* The deviation beyond which a GPU is an outlier, as a fraction: this many standard deviations between runs of healthy
 * cards, but never less than the minimum. The last entry is the minimum for a roof that is not in the table, and for
 * GPUs of unknown board. */
#define GB_MIN_OFF_SD      5.5
#define GB_MIN_OFF_LEAST   0.006
#define GB_MIN_OFF_JOINT   0.01 /* for all power-bound roofs combined: a median over different roofs has long tails */
#define GB_MIN_OFF_MODES   0.01 /* between a full run and a quick one of a GPU: they choose other launch shapes */
#define GB_MIN_OFF_UNKNOWN 0.025

/* The name of all power-bound roofs combined, see fleet.h. */
#define GB_SCATTER_JOINT "matrix units"

/* `gpu` is the model's name. For a model of unknown scatter, the model with the most scatter in the roof is used. */

/* For a roof by its name; "tensor.bf16.burst" uses the scatter of "tensor.bf16". */
double gb_scatter_min_off(const char *gpu, const char *roof);
/* The name of a roof's work per cycle; NULL: it is not known to be steadier than the roof. */
const char *gb_scatter_per_clock(const char *gpu, const char *roof);
/* True if it is one of those that scatter at the power cap. */
bool gb_scatter_is_joined(const char *roof);

/* Measured scatter, terminated by an entry without a name: roofs, then "ROOF/clock" and the joint one. */
struct gb_scatter {
	const char *roof;
	/* standard deviation between runs of one card, relative to their median: the largest of the measured cards */
	double runs;
	double cards;   /* between cards of one board, */
	unsigned count; /* this many; 0: not known */
};
/* For each model, terminated by an entry without a name. */
struct gb_scatter_model {
	const char *gpu;
	const struct gb_scatter *roofs;
};
extern const struct gb_scatter_model gb_scatter_models[];
/* The entry of exactly this roof; NULL: there is none. */
const struct gb_scatter *gb_scatter_of(const char *gpu, const char *roof);

/* ---- from where on a GPU is slow --------------------------------------------------------------------------------- */

/* How far below other cards, or below its earlier value, a GPU must lie to be called slow. judge.h describes the
 * rule. */

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
const struct gb_scatter *gb_floor_scatter(const struct gb_gpu_roofs *gpu, const char *roof);

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
