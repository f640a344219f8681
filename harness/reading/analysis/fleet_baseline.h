/* fleet_baseline.h: compares results with an earlier result, the baseline. */
#pragma once

#include "analysis/fleet.h"

/* Smaller changes are ignored: runs of one card differ by up to a third of this fraction. */
#define GB_MARGIN 0.01

/* A value has changed if its whole interval is beyond the margin, and is unchanged if the interval is within it. */
enum gb_changed { GB_NO_BASELINE, GB_CHANGED, GB_UNCHANGED, GB_UNDECIDED };
const char *gb_changed_word(enum gb_changed changed);

struct gb_change {
	enum gb_changed changed;
	/* part: the change as a fraction of `before`, above 0 if better; NAN: unknown */
	double before, part, lo, hi;
	bool same_gpu; /* compared with the same GPU instead of its peers */
};

struct gb_change gb_change_between(const char *unit, const struct gb_sample *before, const struct gb_sample *now,
				   double margin);

/* `roofs` must outlive the baseline. */
struct gb_baseline {
	const struct gb_roofs *roofs;
	struct gb_fleet fleet;
	struct gb_sample **pooled; /* [model][group]: over all peers */
};

void gb_baseline_of(struct gb_baseline *baseline, const struct gb_roofs *roofs);
void gb_baseline_free(struct gb_baseline *baseline);

/* Returns the peers in the baseline for GPUs of a model and board: GPUs of the same board, else those of unknown board,
 * else all GPUs of the model. NULL: none. */
const struct gb_fleet_model *gb_baseline_model(const struct gb_baseline *baseline, const char *name, const char *board);

/* Returns the change of a GPU's roof against the same GPU of the baseline, or otherwise the median of its peers
 * there. */
struct gb_change gb_change_of(const struct gb_baseline *baseline, const struct gb_gpu_roofs *gpu, const char *roof,
			      const char *unit, const struct gb_sample *now, double margin);

/* Writes the basis of a GPU's baseline: "4 GPUs; spread 0.02 to 1.3 %". "": there is no baseline for the GPU. */
void gb_baseline_describe(const struct gb_baseline *baseline, const struct gb_gpu_roofs *gpu, char *text, size_t size);

/* A fleet, and other results with which its GPUs are compared. */
struct gb_comparison {
	struct gb_fleet fleet;
	const struct gb_baseline *baseline; /* NULL: none */
	const char *baseline_name;
	const struct gb_roofs *roofs;      /* of the fleet */
	const struct gb_fleet_model *base; /* the base model in this fleet */
	const char *chosen;                /* --gpu: only these GPUs are shown; NULL: all */
	double margin;
	const char *const *node; /* names of the nodes that should have reported */
	size_t nodes;
};
