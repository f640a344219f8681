/* fleet.h: compares GPUs with their peers, which are the GPUs of the same model and board (its part number): boards of
 * one model have different memory, and H200s of two boards differ by 2 % in reads. A GPU of unknown board is compared
 * with all GPUs of its model.
 *
 * Each roof of each model has a median and a MAD (the median of the distances from it) over its GPUs. The deviation of
 * a GPU is how much better or worse its value is than the median, as a fraction; z is the deviation in robust standard
 * deviations (GB_SD_OF_MAD). The judge decides which GPUs are outliers (judge_outliers.h). */
#pragma once

#include "analysis/roofs.h"
#include "analysis/scatter.h"
#include "base/stats.h"

enum { GB_PEERS_MIN = 3 }; /* with two, it is unknown which one deviates */

/* One roof of one GPU over all of its runs: the median of their values, and an interval around it. */
struct gb_sample {
	double value, lo, hi, sm_clock_hz;
	size_t runs;
	bool ok; /* the row of every run is ok */
	/* the work per cycle is known for every run: the interval includes the effect of the clock */
	bool by_clock;
	const char *reason;           /* reason of the first run that is not ok */
	const struct gb_break *older; /* see struct gb_roof */
	const char *throttle;
};

/* One roof of one model, in one unit. */
struct gb_group {
	const char *roof, *unit;
	bool lower;           /* lower is better */
	bool derived;         /* computed from roofs, see fleet.h: cannot be measured again by itself */
	enum gb_joint joined; /* part of this joint group */
	enum gb_joint joint;  /* this joint group */
	size_t number;        /* index among those that are not derived */
	size_t made_of;       /* for work per cycle: the group of the roof, from 1; else 0 */
	size_t gpus;          /* number of peers that have it */
	double median, mad, sm_clock_hz;
	double worst, best;   /* deviations */
	size_t slow, fast;    /* outliers, after gb_outliers_judge() */
	const char *throttle; /* most frequent throttle reasons */
};

/* The GPUs of one model and board. For GPUs with an unknown board, the peers are all GPUs of the model, stored after
 * the first `gpus`. Otherwise the GPUs are each other's peers. */
struct gb_fleet_model {
	const char *name, *board;       /* "": not known */
	const struct gb_gpu_roofs *gpu; /* the first GPU */
	size_t gpus, hosts, peers;
	struct gb_group *group;
	size_t groups, measured; /* `measured`: number of groups that are not derived */
	struct gb_sample *joint; /* mean deviations of all peers in each joint group, see fleet.h */
	double *numbers;         /* scratch memory for gb_fleet_sample() */
	/* For each group of each GPU, after gb_outliers_judge(): the standing, and the deviation that decided. */
	unsigned char *standing;
	float *part;
	/* The most frequent values. */
	const char *driver, *vbios, *ecc, *mig;
	double power_limit_w;
};

/* GPUs that deviate together (judge_outliers.h). */
enum { GB_COHORT_TEXT = 96 };
struct gb_cohort {
	const struct gb_fleet_model *model;
	const char *what; /* "on hosts"; NULL: all GPUs of the model, against `value`: "the baseline" */
	char value[GB_COHORT_TEXT];
	size_t gpus, of; /* GPUs in it, and all that were compared; against others: those */
	size_t group;    /* the roof in which it is surest */
	/* Number of roofs in which it is sure, of those in which it was tried. 0: no difference is; then `group` is the
	 * roof in which one may be the largest. */
	size_t roofs, tried;
	bool is_prefix; /* `value` is the beginning of their hosts' names */
	/* How much better they are in that roof, the interval of that, the same in standard errors, and the probability
	 * that healthy GPUs show as much in any group and roof. */
	double part, lo, hi, t, chance, reach; /* reach: the farther end of the interval */
	bool *has;                             /* of the model's GPUs */
	float *shift;                          /* by roof, as `part`; 0: not known */
};

struct gb_fleet {
	struct gb_fleet_model *model;
	size_t models;
	struct gb_cohort *cohort; /* after gb_cohorts_find(), the surest first (judge_outliers.h) */
	size_t cohorts, alike;    /* alike: more of them, which do not differ from the baseline */
	double floor;             /* with which outliers were found; 0: the scatter of each roof */
};

/* Call after gb_roofs_sort(); `roofs` must outlive the fleet. */
void gb_fleet_of(struct gb_fleet *fleet, const struct gb_roofs *roofs);
/* For each model whose boards are all known, add one without GPUs of its own, whose peers are all GPUs of the model.
 * GPUs with an unknown board in other files are compared with that model. */
void gb_fleet_pool_boards(struct gb_fleet *fleet, const struct gb_roofs *roofs);
void gb_fleet_free(struct gb_fleet *fleet);
void gb_cohort_free(struct gb_cohort *cohort);

/* The model of a GPU; NULL: the GPU is not in this fleet. */
const struct gb_fleet_model *gb_fleet_find_model(const struct gb_fleet *fleet, const struct gb_gpu_roofs *gpu);
/* The model with the most GPUs, or with the most pairs if there is none of GPUs; the first if there are several. */
const struct gb_fleet_model *gb_fleet_largest(const struct gb_fleet *fleet);

/* "NVIDIA H200, board 692-2G520-0282-000". */
enum { GB_FLEET_TITLE = 256 };
const char *gb_fleet_title(const struct gb_fleet_model *model, char text[GB_FLEET_TITLE]);

const struct gb_group *gb_fleet_group(const struct gb_fleet_model *model, const char *roof); /* NULL: not measured */
/* `unit` NULL: in any. */
const struct gb_group *gb_fleet_group_in(const struct gb_fleet_model *model, const char *roof, const char *unit);
/* The group of a roof's work per cycle; model->groups: it has none. */
size_t gb_fleet_work_of(const struct gb_fleet_model *model, size_t group);
/* Computed on request, because a large fleet has millions of samples. 0 runs: not measured. */
struct gb_sample gb_fleet_sample(const struct gb_fleet_model *model, size_t gpu, size_t group);

/* The deviation of a value from a reference, as a fraction; above 0 if it is better. */
double gb_off(const char *unit, double value, double reference);
/* "better: " or "worse: " before the figures of such a change, if less is better: a latency that falls by 5 % has
 * +5 %. "" for a rate. */
const char *gb_off_note(const char *unit, double part);
/* The deviation for a roof whose better direction is known. */
double gb_group_off_from(const struct gb_group *group, double value, double reference);
/* The deviation of a value from its peers, and the same in robust standard deviations (NAN if peers do not differ). */
double gb_group_off(const struct gb_group *group, double value);
double gb_group_sd(const struct gb_group *group); /* robust: computed from the MAD */
double gb_group_z(const struct gb_group *group, double value);

/* Combine values of one quantity, each with its interval: the median, with its 95 % interval for six values or more,
 * otherwise with the interval that contains all of them. `scratch` holds `count` numbers. */
struct gb_sample gb_sample_pool(const double *value, const double *lo, const double *hi, size_t count, double *scratch);

/* ---- samples ----------------------------------------------------------------------------------------------------- */

/* The samples of each GPU of a model for each roof, and for two quantities that are steadier than a roof:
 *
 * "ROOF/clock" is the work of a roof per cycle of the slowest SM. At the power cap the clock differs from run to run,
 * and so does the value, but not the work per cycle. "matrix units" is the mean deviation of the GPU over the middle
 * half of its roofs of matrix units, as a factor: a single run of one roof may have a low clock, but not all of them.
 * "plain units" is the same for the other roofs that follow the clock of the SMs. */

/* Find the groups of a model, in the order of tables, and what gb_fleet_sample() needs. */
void gb_fleet_find_groups(struct gb_fleet_model *model);

/* Make the samples of a joint group, after those of the others; `numbers` has room for all groups. */
void gb_fleet_join_samples(struct gb_fleet_model *model, enum gb_joint joint, double *numbers);

/* The deviation of a joint group: the mean of the middle half of its roofs' deviations, which are sorted here. */
double gb_fleet_join(double *part, size_t count);
enum { GB_JOINED_LEAST = 3 }; /* minimum number of roofs */
