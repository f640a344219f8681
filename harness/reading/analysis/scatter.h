/* scatter.h: how much healthy cards of one board differ in a roof, and beyond which deviation a card is an outlier. */
#pragma once

#include <stdbool.h>

#include "base/stats.h"

struct gb_gpu_roofs;

/* A GPU is an outlier if its deviation exceeds this number of standard deviations between runs of healthy cards and the
 * minimum, which is a fraction. The last entry is the minimum for roofs that are not in the table, and for GPUs of
 * unknown board. */
#define GB_MIN_OFF_SD      5.5
#define GB_MIN_OFF_LEAST   0.006
#define GB_MIN_OFF_JOINT   0.01 /* for all power-bound roofs combined: their median has long tails */
#define GB_MIN_OFF_MODES   0.01 /* between a full and a quick run of a GPU, which choose different launch shapes */
#define GB_MIN_OFF_UNKNOWN 0.025
#define GB_MIN_OFF_HOST    0.2  /* for launches, and for copies between host and GPU, among the GPUs of one host */
#define GB_MIN_OFF_PAIR    0.03 /* for pairs of GPUs and complete nodes: one of 18 NVLinks is 5.6 % */

/* Roofs that follow the card's clock are also judged together (fleet.h). A roof belongs to at most one of these
 * groups. */
enum gb_joint { GB_NOT_JOINT, GB_PLAIN_UNITS, GB_MATRIX_UNITS, GB_JOINTS };
#define GB_MATRIX_UNITS_NAME "matrix units" /* limited by the power cap */
#define GB_PLAIN_UNITS_NAME  "plain units"
enum gb_joint gb_joint_of(const char *roof);
enum gb_joint gb_joint_named(const char *name);

/* `gpu` is the name of a model. If its scatter is unknown, the model with the most scatter in the roof is used. */

/* "tensor.bf16.burst" uses the scatter of "tensor.bf16". */
double gb_scatter_min_off(const char *gpu, const char *roof);
/* Returns the name of a roof's work per clock; NULL: it is not known to be steadier than the roof. */
const char *gb_scatter_per_clock(const char *gpu, const char *roof);
/* Measured scatter: of roofs, then of "ROOF/clock" and the joint group. The last entry has no name. */
struct gb_scatter {
	const char *roof;
	/* standard deviation between runs of one card, relative to their median; the maximum of the measured cards */
	double runs;
	double cards;   /* standard deviation between cards of one board, */
	unsigned count; /* of this number of cards; 0: unknown */
	double boards;  /* between boards of one model */
};
/* The last entry has no name. */
struct gb_scatter_model {
	const char *gpu;
	const struct gb_scatter *roofs;
};
extern const struct gb_scatter_model gb_scatter_models[];
/* Returns the entry for exactly this roof; NULL: there is none. */
const struct gb_scatter *gb_scatter_of(const char *gpu, const char *roof);

/* the deviation beyond which a GPU is slow */

/* A GPU is slow if it is at least this far below other cards, or below an earlier value (judge.h). */

/* If the standard deviation between cards does not exceed this, one reference card represents all others. */
#define GB_SCATTER_STEADY 0.0025
/* This many cards show the scatter of a roof, and this many references show the range of unsteady cards. */
enum { GB_SCATTER_CARDS_MIN = 5, GB_SCATTER_REFERENCES_MIN = 3 };
/* Degrees of freedom of the scatter between runs, which is the maximum of several cards with up to ten runs each. */
enum { GB_SCATTER_RUNS_FREEDOM = 9 };

struct gb_yardstick {
	const struct gb_scatter *known; /* the scatter of the roof; NULL: not known */
	double value;
	double sd; /* from the cards in the files; 0: too few cards */
	size_t cards;
	enum gb_joint joint; /* the value is for several roofs and has long tails */
	bool same_gpu, boards_mixed;
	bool modes_differ; /* this GPU has one value from a full run and the other from a quick one */
	bool other_model;  /* the scatter is that of another model */
	double of_host;    /* above 0: the minimum floor, because the others are on the same host */
};

struct gb_scatter_floors {
	double max_drop;          /* 0: use the scatter */
	double chance[GB_JOINTS]; /* of a false ruling, for one roof of one GPU, and for its joint groups */
	double quantile[GB_JOINTS][GB_STUDENT_MAX + 2];
};

/* Returns the known scatter of a roof; NULL: unknown. The table is for GPUs only, although a processor's roofs have the
 * same names. */
const struct gb_scatter *gb_scatter_of_gpu(const struct gb_gpu_roofs *gpu, const char *roof);

/* True if this is the scatter of the GPU's own model. */
bool gb_scatter_is_own(const struct gb_gpu_roofs *gpu, const struct gb_scatter *known);

/* Returns the floor as a fraction of the reference; 0: unknown. A floor from the user is a limit for slow cards, not
 * for differences between healthy ones. */
double gb_scatter_floor(struct gb_scatter_floors *floors, const struct gb_yardstick *to);

/* True if the cards in the files show the range of all cards. Known scatter of unsteady cards is that of one board. */
bool gb_scatter_has_enough(const struct gb_yardstick *to);

/* The minimum change that is not due to chance; `sd` is the scatter, estimated with `freedom` degrees of freedom. */
double gb_scatter_floor_of_changes(double sd, size_t freedom, double chance);
/* The median of normally distributed values scatters more than their mean, by this factor. */
#define GB_SCATTER_SD_OF_MEDIAN 1.2533
