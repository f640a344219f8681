/* fleet.h: compares GPUs with their peers, which are the GPUs of the same model and board (part number): boards of one
 * model have different memory, and H200s of two boards differ by 2 % in reads. A GPU of unknown board is compared with
 * all GPUs of its model.
 *
 * Each roof of each model has a median over its GPUs, and a MAD (the median distance from this median). The deviation
 * of a GPU is how much better or worse its value is than the median, as a fraction; z is the deviation in robust
 * standard deviations (GB_SD_OF_MAD). The judge decides which GPUs are outliers (judge_outliers.h). */
#pragma once

#include "analysis/roofs.h"
#include "analysis/scatter.h"
#include "base/stats.h"

enum { GB_PEERS_MIN = 3 }; /* of two GPUs, neither is known to deviate */

/* One roof of one GPU over all its runs: the median of the values, and an interval around it. */
struct gb_sample {
	double value, lo, hi, sm_clock_hz;
	size_t runs;
	bool ok; /* the row of every run is ok */
	/* the work per clock is known for every run, so the interval includes the effect of the clock */
	bool by_clock;
	const char *reason;           /* reason of the first run that is not ok */
	const struct gb_break *older; /* see struct gb_roof */
	const char *throttle;
};

/* One roof of one model, in one unit. */
struct gb_group {
	const char *roof, *unit;
	bool lower;           /* lower values are better */
	bool derived;         /* computed from roofs (see below), so it cannot be measured again by itself */
	enum gb_joint joined; /* it is part of this joint group */
	enum gb_joint joint;  /* it is this joint group */
	size_t number;        /* index among the groups that are not derived */
	size_t made_of;       /* for work per clock: index + 1 of the roof's group; otherwise 0 */
	size_t gpus;          /* number of peers with this roof */
	double median, mad, sm_clock_hz;
	double worst, best;   /* deviations */
	size_t slow, fast;    /* outliers, after gb_outliers_judge() */
	const char *throttle; /* most frequent throttle reasons */
};

/* The GPUs of one model and board. For GPUs of unknown board, the peers are all GPUs of the model, which follow the
 * first `gpus`. Otherwise the GPUs are each other's peers. */
struct gb_fleet_model {
	const char *name, *board;       /* "": unknown */
	const struct gb_gpu_roofs *gpu; /* the first GPU */
	size_t gpus, hosts, peers;
	struct gb_group *group;
	size_t groups, measured; /* measured: groups that are not derived */
	struct gb_sample *joint; /* mean deviations of all peers in each joint group (see below) */
	double *numbers;         /* scratch memory for gb_fleet_sample() */
	/* For each group of each GPU, after gb_outliers_judge(): the standing, and the deviation that determined it. */
	unsigned char *standing;
	float *part;
	/* The most frequent values among the GPUs. */
	const char *driver, *vbios, *ecc, *mig;
	double power_limit_w;
};

/* GPUs that deviate together (judge_outliers.h). */
enum { GB_COHORT_TEXT = 96 };
struct gb_cohort {
	const struct gb_fleet_model *model;
	const char *what; /* "on hosts"; NULL: all GPUs of the model against `value`, "the baseline" */
	char value[GB_COHORT_TEXT];
	size_t gpus, of; /* of: all GPUs of the model, or those of the baseline */
	size_t group;    /* the roof with the most certain difference */
	/* Roofs with a certain difference, and all roofs that were compared. roofs 0: there is none, and `group` is the
	 * roof that may have the largest difference. */
	size_t roofs, tried;
	bool is_prefix; /* `value` is the beginning of the host names */
	/* How much better the GPUs are in this roof, the interval, the same in standard errors, and the probability
	 * that healthy GPUs differ as much in any group and roof. */
	double part, lo, hi, t, chance, reach; /* reach: the farther end of the interval */
	bool *has;                             /* of each GPU of the model */
	float *shift;                          /* of each roof, as `part`; 0: unknown */
};

struct gb_fleet {
	struct gb_fleet_model *model;
	size_t models;
	struct gb_cohort *cohort; /* after gb_cohorts_find(), the most certain first (judge_outliers.h) */
	size_t cohorts, alike;    /* alike: number of further cohorts, which do not differ from the baseline */
	double floor;             /* least deviation of outliers; 0: from the scatter of each roof */
};

/* Call this after gb_roofs_sort(). `roofs` must outlive the fleet. */
void gb_fleet_of(struct gb_fleet *fleet, const struct gb_roofs *roofs);
/* For each model whose boards are all known, adds a model without GPUs of its own, whose peers are all GPUs of the
 * model. GPUs of unknown board in other files are compared with it. */
void gb_fleet_pool_boards(struct gb_fleet *fleet, const struct gb_roofs *roofs);
void gb_fleet_free(struct gb_fleet *fleet);
void gb_cohort_free(struct gb_cohort *cohort);

/* Returns the model of a GPU; NULL: the GPU is not in this fleet. */
const struct gb_fleet_model *gb_fleet_find_model(const struct gb_fleet *fleet, const struct gb_gpu_roofs *gpu);
/* Returns the model with the most GPUs; if there are only pairs, that with the most pairs. If several have the same
 * number, the first counts. */
const struct gb_fleet_model *gb_fleet_largest(const struct gb_fleet *fleet);

/* "NVIDIA H200, board 692-2G520-0282-000". */
enum { GB_FLEET_TITLE = 256 };
const char *gb_fleet_title(const struct gb_fleet_model *model, char text[GB_FLEET_TITLE]);

const struct gb_group *gb_fleet_group(const struct gb_fleet_model *model, const char *roof); /* NULL: not measured */
/* `unit` NULL: any unit. */
const struct gb_group *gb_fleet_group_in(const struct gb_fleet_model *model, const char *roof, const char *unit);
/* Returns the group of a roof's work per clock; model->groups: there is none. */
size_t gb_fleet_work_of(const struct gb_fleet_model *model, size_t group);
/* Samples are computed on request, because a large fleet has millions of them. 0 runs: not measured. */
struct gb_sample gb_fleet_sample(const struct gb_fleet_model *model, size_t gpu, size_t group);

/* Returns the deviation of a value from a reference as a fraction, above 0 if the value is better. */
double gb_off(const char *unit, double value, double reference);
/* Returns "better: " or "worse: " if less is better: a latency that falls by 5 % has +5 %. "" for a rate. */
const char *gb_off_note(const char *unit, double part);
/* Returns the deviation for a roof whose better direction is known. */
double gb_group_off_from(const struct gb_group *group, double value, double reference);
/* Return the deviation of a value from its peers, and the same in robust standard deviations (NAN: peers are equal). */
double gb_group_off(const struct gb_group *group, double value);
double gb_group_sd(const struct gb_group *group); /* robust: from the MAD */
double gb_group_z(const struct gb_group *group, double value);

/* Combines values of one quantity, each with its interval. The result is the median, with its 95 % interval if there
 * are at least six values, otherwise with the interval that contains all of them. `scratch` has room for `count`
 * numbers. */
struct gb_sample gb_sample_pool(const double *value, const double *lo, const double *hi, size_t count, double *scratch);

/* ---- samples ----------------------------------------------------------------------------------------------------- */

/* Each GPU of a model has a sample for each roof, and for two quantities that are steadier than a roof:
 *
 * "ROOF/clock" is the work of a roof per cycle of the slowest SM. At the power cap the clock differs from run to run,
 * and with it the value, but not the work per clock. "matrix units" is the mean deviation of the GPU over the middle
 * half of its matrix-unit roofs, as a factor: in one run, the clock may be low for one roof, but not for all of them.
 * "plain units" is the same for the other roofs that depend on the SM clock. */

/* Finds the groups of a model in the order of tables, and what gb_fleet_sample() needs. */
void gb_fleet_find_groups(struct gb_fleet_model *model);

/* Computes the samples of a joint group. Those of the other groups must exist; `numbers` has room for all groups. */
void gb_fleet_join_samples(struct gb_fleet_model *model, enum gb_joint joint, double *numbers);

/* Returns the deviation of a joint group: the mean of the middle half of its roofs' deviations. Sorts `part`. */
double gb_fleet_join(double *part, size_t count);
enum { GB_JOINED_LEAST = 3 }; /* minimum number of roofs */
