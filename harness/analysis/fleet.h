/* fleet.h: GPUs against their peers, which are the GPUs of the same model on the same board (its part number):
 * boards of one model carry other memory, and H200s of two boards differ by 2 % in reads. A GPU of unknown board
 * is compared with all GPUs of its model.
 *
 * Each roof of each model has a median and a MAD (the median of the distances from it) over its GPUs. A GPU is off
 * by what its value is better or worse than the median, as a part of it; z is that distance in robust standard
 * deviations (GB_SD_OF_MAD). Who is an outlier is for the judge to say (compare.h). */
#ifndef GB_FLEET_H
#define GB_FLEET_H

#include "analysis/roofs.h"
#include "analysis/scatter.h"
#include "base/stats.h"

enum { GB_PEERS_MIN = 3 }; /* of two nobody knows which is the odd one */

/* One roof of one GPU, its runs together: the median of their values, and an interval around it. */
struct gb_sample {
	double value, lo, hi, sm_clock_hz;
	size_t runs;
	bool ok;            /* every run's row */
	bool by_clock;      /* what it does in a cycle is known of every run: its interval has what the clock did */
	const char *reason; /* of the first that is not */
	const char *throttle;
};

/* One roof of one model, in one unit. */
struct gb_group {
	const char *roof, *unit;
	bool lower;     /* is better */
	bool derived;   /* made of roofs, see samples.h: nobody can measure it again by itself */
	bool joined;    /* part of the joint group */
	bool joint;     /* the joint group */
	size_t number;  /* of those that are not derived, in turn */
	size_t made_of; /* what is done in a cycle: the group of the roof, from 1; else 0 */
	size_t gpus;    /* of the peers, that have it */
	double median, mad, sm_clock_hz;
	double worst, best;   /* off */
	size_t slow, fast;    /* outliers, after gb_compare_judge() */
	const char *throttle; /* what most of them have */
};

/* The GPUs of one model and board. The peers of GPUs of unknown board are all GPUs of the model: they follow the
 * first `gpus`. Else the peers are the GPUs. */
struct gb_model {
	const char *name, *board; /* "": not known */
	const struct gb_gpu *gpu; /* the first of them */
	size_t gpus, hosts, peers;
	struct gb_group *group;
	size_t groups, measured; /* so many of them are not derived */
	struct gb_sample *joint; /* of all peers in the joint group: see samples.h */
	double *numbers;         /* for gb_model_sample() to work with */
	unsigned char *verdict;  /* of each group of each of its GPUs, after gb_compare_judge() */
	/* The value that most of them have. */
	const char *driver, *vbios, *ecc, *mig;
	double power_limit_w;
};

struct gb_fleet {
	struct gb_model *model;
	size_t models;
	double floor; /* that the outliers were found by; 0: by the scatter of each roof */
};

/* After gb_roofs_sort(); `roofs` must outlive the fleet. */
int gb_fleet_of(struct gb_fleet *fleet, const struct gb_roofs *roofs, struct gb_error *error);
/* Add to each model in which every board is known one without GPUs of its own, of which all its GPUs are the
 * peers: for GPUs of other files whose board is unknown. */
int gb_fleet_pool_boards(struct gb_fleet *fleet, const struct gb_roofs *roofs, struct gb_error *error);
void gb_fleet_free(struct gb_fleet *fleet);

/* The model of one of its GPUs; NULL: the GPU is not of this fleet. */
const struct gb_model *gb_fleet_model(const struct gb_fleet *fleet, const struct gb_gpu *gpu);
/* The model of most GPUs, the first of several. */
const struct gb_model *gb_fleet_largest(const struct gb_fleet *fleet);

/* "NVIDIA H200, board 692-2G520-0282-000". */
enum { GB_MODEL_TITLE = 256 };
const char *gb_model_title(const struct gb_model *model, char text[GB_MODEL_TITLE]);

const struct gb_group *gb_model_group(const struct gb_model *model, const char *roof); /* NULL: not measured */
const struct gb_group *gb_model_group_in(const struct gb_model *model, const char *roof, const char *unit);
/* Made when it is asked for: a large fleet has millions. 0 runs: not measured. */
struct gb_sample gb_model_sample(const struct gb_model *model, size_t gpu, size_t group);

/* By how much a value is better (above 0) or worse than a reference, as a part of it. */
double gb_off(const char *unit, double value, double reference);
/* The same in a roof of which it is known which way is better. */
double gb_group_off_from(const struct gb_group *group, double value, double reference);
/* The same of one value among its peers, and in robust standard deviations (NAN where peers do not differ). */
double gb_group_off(const struct gb_group *group, double value);
double gb_group_sd(const struct gb_group *group); /* robust: from the MAD */
double gb_group_z(const struct gb_group *group, double value);

/* Values of one thing, each with its interval, as one: the median, and from six on the 95 % interval of it, below that
 * the interval that holds them all. `scratch` holds `count` numbers. */
struct gb_sample gb_pool(const double *value, const double *lo, const double *hi, size_t count, double *scratch);

#endif
