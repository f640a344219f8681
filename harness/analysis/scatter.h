/* scatter.h: how much healthy cards of one board differ in a roof, and beyond which deviation a card is an outlier. */
#ifndef GB_SCATTER_H
#define GB_SCATTER_H

#include <stdbool.h>

/* The deviation beyond which a GPU is an outlier, as a fraction: this many standard deviations between runs of healthy
 * cards, but never less than the minimum. The last entry is the minimum for a roof that is not in the table, and for
 * GPUs of unknown board. */
#define GB_MIN_OFF_SD      5.5
#define GB_MIN_OFF_LEAST   0.006
#define GB_MIN_OFF_JOINT   0.01 /* for all power-bound roofs combined: a median over different roofs has long tails */
#define GB_MIN_OFF_MODES   0.01 /* between a full run and a quick one of a GPU: they choose other launch shapes */
#define GB_MIN_OFF_UNKNOWN 0.025

/* The name of all power-bound roofs combined, see samples.h. */
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

#endif
