/* judge.h: the verdict of one roof of one GPU. Every command that judges prints what is decided here.
 *
 * A value is held to two things: to an earlier result or a reference where there is one, and to the GPU's peers
 * without itself. It is slow where it lies further below one of them than healthy cards do. That distance, the
 * floor, is the scatter of runs of one card, and against other cards also that of cards (scatter.h, or the cards
 * in the files if they scatter more), times a quantile of Student's t: few cards widen it. The quantile is such
 * that of a hundred healthy fleets of this size one is called slow in any roof, where values are normal.
 * --max-drop sets another floor. */
#ifndef GB_JUDGE_H
#define GB_JUDGE_H

#include "analysis/change.h"
#include "analysis/gate_set.h"
#include "base/student.h"

/* The chance that a healthy fleet is called slow. */
#define GB_JUDGE_CHANCE 0.01
/* Cards differ in a roof by no more than this (a standard deviation): one reference card stands for others. */
#define GB_JUDGE_STEADY 0.0025
/* By the scatter an interval of this width, which reaches below the floor, leaves a value without a verdict. */
#define GB_JUDGE_WIDE 0.15
/* This many cards show how a roof scatters; this many references show where unsteady cards lie. */
enum { GB_JUDGE_CARDS_MIN = 5, GB_JUDGE_REFERENCES_MIN = 3 };
/* The basis of the scatter of runs: the largest of several cards with up to ten. */
enum { GB_JUDGE_RUNS_FREEDOM = 9 };

/* GB_UNASKED: not part of the set, so it decides nothing. */
enum gb_ruled { GB_RULED_FINE, GB_RULED_SLOW, GB_RULED_FASTER, GB_RULED_OPEN, GB_RULED_UNASKED };

enum gb_ruled_why {
	GB_WHY_NONE,
	GB_WHY_NOT_MEASURED,
	GB_WHY_OTHER_UNIT,
	GB_WHY_UNCERTAIN,    /* its interval is too wide */
	GB_WHY_ALONE,        /* nothing to compare it with */
	GB_WHY_TWO_DIFFER,   /* it and its only peer */
	GB_WHY_PEERS_DIFFER, /* by as much as it is below them */
	GB_WHY_INFORMATIVE,  /* not in the set */
	GB_WHY_FEW_CARDS,    /* cards differ in it, and the reference has too few */
	GB_WHY_NO_SCATTER,   /* nobody knows how cards differ in it */
};

/* `part`, `lo`, `hi` as in change.h; of a roof that is not slow they are against what it was judged by. */
struct gb_ruling {
	enum gb_ruled is;
	enum gb_ruled_why why;
	double part, lo, hi, floor, reference;
	size_t cards;            /* that it was held to */
	bool same_gpu, by_peers; /* held to what this very GPU gave; to its peers */
};

/* For one roof of a model: the values of all peers that have it, sorted. */
struct gb_peers {
	double *value;
	size_t count;
};

struct gb_judge {
	const struct gb_fleet *fleet;
	const struct gb_baseline *baseline; /* NULL: peers alone */
	const struct gb_gate_set *set;
	double max_drop; /* 0: by the scatter */
	double chance;   /* of one roof of one GPU */
	double quantile[GB_STUDENT_MAX + 2];
	struct gb_peers **peers; /* [model][group] */
	double *scratch;
};

/* All that is named must outlive it. */
int gb_judge_of(struct gb_judge *judge, const struct gb_fleet *fleet, const struct gb_baseline *baseline,
		const struct gb_gate_set *set, double max_drop, struct gb_error *error);
void gb_judge_free(struct gb_judge *judge);

/* The size from which a change of a value is not a chance: `sd` is its scatter, and `freedom` the degrees of
 * freedom behind it. */
double gb_judge_floor_of_changes(double sd, size_t freedom, double chance);
/* The median of normal values scatters by more than their mean. */
#define GB_JUDGE_SD_OF_MEDIAN 1.2533

/* For a roof of the model: against its peers alone, and whether the set has it or not. */
struct gb_ruling gb_judge_rule_by_peers(struct gb_judge *judge, const struct gb_model *model, size_t gpu, size_t group);

/* For a roof of the model. */
struct gb_ruling gb_judge_rule(struct gb_judge *judge, const struct gb_model *model, size_t gpu, size_t group);

/* For a roof that the baseline has and this model does not: whether the GPU should have it, and that it lacks it. */
struct gb_ruling gb_judge_rule_lost(struct gb_judge *judge, const struct gb_gpu *gpu, const struct gb_group *then);

#endif
