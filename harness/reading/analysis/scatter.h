/* scatter.h: how much healthy cards of one board differ in a roof, and the deviation beyond which a card is an
 * outlier. */
#pragma once

#include <stdbool.h>

#include "base/stats.h"

struct gb_gpu_roofs;

/* The deviation beyond which a GPU is an outlier, as a fraction: this many standard deviations between runs of healthy
 * cards, but never less than the minimum. The last entry is the minimum for a roof that is not in the table, and for
 * GPUs of unknown board. */
#define GB_MIN_OFF_SD      5.5
#define GB_MIN_OFF_LEAST   0.006
#define GB_MIN_OFF_JOINT   0.01 /* for all power-bound roofs combined: a median over different roofs has long tails */
#define GB_MIN_OFF_MODES   0.01 /* between a full and a quick run of a GPU, which choose different launch shapes */
#define GB_MIN_OFF_UNKNOWN 0.025
#define GB_MIN_OFF_HOST    0.2  /* for launches and for copies between host and GPU, among GPUs of one host */
#define GB_MIN_OFF_PAIR    0.03 /* for pairs of GPUs and all GPUs of a node: one of 18 NVLinks is 5.6 % */

/* Roofs that move together, because the card's clock does, are also judged together (fleet.h). A roof belongs to one
 * of these groups or to none. */
enum gb_joint { GB_NOT_JOINT, GB_PLAIN_UNITS, GB_MATRIX_UNITS, GB_JOINTS };
#define GB_MATRIX_UNITS_NAME "matrix units" /* settled at the power cap */
#define GB_PLAIN_UNITS_NAME  "plain units"
/* The joint group of a roof. */
enum gb_joint gb_joint_of(const char *roof);
/* The joint group with this name. */
enum gb_joint gb_joint_named(const char *name);

/* `gpu` is the model's name. For a model of unknown scatter, the model with the most scatter in the roof is used. */

/* For a roof by its name; "tensor.bf16.burst" uses the scatter of "tensor.bf16". */
double gb_scatter_min_off(const char *gpu, const char *roof);
/* The name of a roof's work per cycle; NULL: it is not known to be steadier than the roof. */
const char *gb_scatter_per_clock(const char *gpu, const char *roof);
/* Measured scatter, terminated by an entry without a name: roofs, then "ROOF/clock" and the joint group. */
struct gb_scatter {
	const char *roof;
	/* standard deviation between runs of one card, relative to their median: the largest of the measured cards */
	double runs;
	double cards;   /* between cards of one board, */
	unsigned count; /* this many; 0: not known */
	double boards;  /* between boards of one model */
};
/* For each model, terminated by an entry without a name. */
struct gb_scatter_model {
	const char *gpu;
	const struct gb_scatter *roofs;
};
extern const struct gb_scatter_model gb_scatter_models[];
/* The entry for exactly this roof; NULL: there is none. */
const struct gb_scatter *gb_scatter_of(const char *gpu, const char *roof);

/* the deviation beyond which a GPU is slow */

/* The distance below other cards, or below an earlier value, at which a GPU is slow (judge.h). */

/* If the standard deviation between cards is no larger than this, one reference card stands for the others. */
#define GB_SCATTER_STEADY 0.0025
/* This many cards are enough to show the scatter of a roof, and this many references the range of unsteady cards. */
enum { GB_SCATTER_CARDS_MIN = 5, GB_SCATTER_REFERENCES_MIN = 3 };
/* Degrees of freedom of the scatter between runs: the largest among several cards with up to ten runs. */
enum { GB_SCATTER_RUNS_FREEDOM = 9 };

/* The reference for a value. */
struct gb_yardstick {
	const struct gb_scatter *known; /* the scatter of the roof; NULL: not known */
	double value;
	double sd; /* scatter from the cards in the files; 0: too few cards */
	size_t cards;
	enum gb_joint joint; /* over different roofs, which have long tails */
	bool same_gpu, boards_mixed;
	bool modes_differ; /* one value is from a full run of this GPU, the other from a quick one */
	bool other_model;  /* the scatter of another model */
	double of_host;    /* above 0: the others are on the same host, and this is the minimum floor */
};

/* The floors for one comparison of many GPUs. */
struct gb_scatter_floors {
	double max_drop;          /* 0: by the scatter */
	double chance[GB_JOINTS]; /* for one roof of one GPU, and for its joint groups */
	double quantile[GB_JOINTS][GB_STUDENT_MAX + 2];
};

/* The known scatter of a roof; NULL: unknown. The table describes GPUs, and a processor's roofs have the same names. */
const struct gb_scatter *gb_scatter_of_gpu(const struct gb_gpu_roofs *gpu, const char *roof);

/* True if this is the scatter of the GPU's own model. */
bool gb_scatter_is_own(const struct gb_gpu_roofs *gpu, const struct gb_scatter *known);

/* The floor as a fraction of the reference; 0: unknown. A floor given by the user refers to slow cards, not to
 * differences between healthy ones. */
double gb_scatter_floor(struct gb_scatter_floors *floors, const struct gb_yardstick *to);

/* True if the cards in the files show the range of the others. The known scatter of unsteady cards applies to cards
 * of one board. */
bool gb_scatter_has_enough(const struct gb_yardstick *to);

/* The size of a change that exceeds chance: `sd` is the scatter, estimated with `freedom` degrees of freedom. */
double gb_scatter_floor_of_changes(double sd, size_t freedom, double chance);
/* The median of normal values scatters more than their mean, by this factor. */
#define GB_SCATTER_SD_OF_MEDIAN 1.2533
