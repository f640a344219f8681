/* judge.h: the ruling on one roof of one GPU. Every command that judges prints these rulings.
 *
 * A value is compared with an earlier result or a reference, if there is one, and with the GPU's peers without the GPU
 * itself. It is slow if it is further below either of them than healthy cards are. This distance, the floor, is the
 * scatter between runs of one card times a quantile of Student's t, which is larger for few cards. For comparisons with
 * other cards, the scatter between cards is added (scatter.h, or the cards in the files if they scatter more). The
 * quantile is such that, for normally distributed values, one of a hundred healthy fleets of this size has a false
 * ruling in any roof. --max-drop sets another floor. */
#pragma once

#include "analysis/fleet_baseline.h"
#include "judge/judge_set.h"
#include "analysis/scatter.h"

/* The probability that a healthy fleet has a slow value. */
#define GB_JUDGE_CHANCE 0.01
/* If the floor comes from the scatter, a value has no ruling if its interval is this wide and extends below the
 * floor. */
#define GB_JUDGE_WIDE 0.15

/* GB_RULED_UNASKED: not part of the set, so no status depends on it. */
enum gb_ruled { GB_RULED_FINE, GB_RULED_SLOW, GB_RULED_FASTER, GB_RULED_OPEN, GB_RULED_UNASKED };

enum gb_ruled_why {
	GB_WHY_NONE,
	GB_WHY_NOT_MEASURED,
	GB_WHY_OTHER_UNIT,
	GB_WHY_UNCERTAIN,    /* the interval is too wide */
	GB_WHY_ALONE,        /* there is nothing to compare it with */
	GB_WHY_TWO_DIFFER,   /* the only peer differs */
	GB_WHY_PEERS_DIFFER, /* the peers differ by as much as the value is below them */
	GB_WHY_INFORMATIVE,  /* not in the set */
	GB_WHY_FEW_CARDS,    /* cards differ in this roof, and the reference has too few of them */
	GB_WHY_NO_SCATTER,   /* the scatter between cards is unknown */
	GB_WHY_CUT_SHORT,    /* would be slow, but the best point may be missing */
	GB_WHY_SHARED,       /* would be slow, but other processes used the GPU */
};

/* `part`, `lo`, `hi` as in fleet_baseline.h. Unless the roof is slow, they are those of the comparison that decided. */
struct gb_ruling {
	enum gb_ruled is;
	enum gb_ruled_why why;
	double part, lo, hi, floor, reference;
	size_t cards;            /* number of cards in the comparison */
	bool same_gpu, by_peers; /* compared with the GPU's own earlier value, or with its peers */
};

/* One roof of a model: the sorted values of all peers that have it. */
struct gb_peer_values {
	double *value;
	size_t count;
};

struct gb_judge {
	const struct gb_fleet *fleet;
	const struct gb_baseline *baseline; /* NULL: only peers */
	const struct gb_judge_set *set;
	struct gb_scatter_floors floors;
	struct gb_peer_values **peers; /* [model][group] */
	double *scratch;
};

/* All arguments must outlive the judge. */
void gb_judge_of(struct gb_judge *judge, const struct gb_fleet *fleet, const struct gb_baseline *baseline,
		 const struct gb_judge_set *set, double max_drop);
void gb_judge_free(struct gb_judge *judge);

struct gb_ruling gb_judge_rule(struct gb_judge *judge, const struct gb_fleet_model *model, size_t gpu, size_t group);

/* For a roof that the baseline has and this model lacks: rules that it is missing if the GPU should have it. */
struct gb_ruling gb_judge_rule_lost(struct gb_judge *judge, const struct gb_gpu_roofs *gpu,
				    const struct gb_group *then);
