/* scatter.h: how far healthy cards of one board differ in a roof, and from where on a card is off. */
#ifndef GB_SCATTER_H
#define GB_SCATTER_H

#include <stdbool.h>

/* How far a roof must be off before its GPU is an outlier, as a part: so many standard deviations of what runs of
 * healthy cards differ by, and never less than the least. The last entry is the minimum for a roof that is not in
 * the table, and for GPUs of unknown board. */
#define GB_MIN_OFF_SD      5.5
#define GB_MIN_OFF_LEAST   0.006
#define GB_MIN_OFF_JOINT   0.01 /* the same of all power-bound roofs together: a median of unlike ones has long tails */
#define GB_MIN_OFF_UNKNOWN 0.025

/* The name of all power-bound roofs together, see samples.h. */
#define GB_SCATTER_JOINT "matrix units"

/* `gpu` is the model's name. Unknown scatter of a model is that of the model with the most scatter in the roof. */

/* For a roof by its name; "tensor.bf16.burst" is held to what is known of "tensor.bf16". */
double gb_scatter_min_off(const char *gpu, const char *roof);
/* The name of what a roof does in a cycle; NULL: it is not known to be steadier than the roof. */
const char *gb_scatter_per_clock(const char *gpu, const char *roof);
/* True if it is one of those that scatter at the power cap. */
bool gb_scatter_is_joined(const char *roof);

/* Measured scatter, closed by an entry without name: roofs, then "ROOF/clock" and the joint one. */
struct gb_scatter {
	const char *roof;
	double runs; /* standard deviation of runs of one card, as a part of their median: the largest of the cards that were asked */
	double cards;   /* of cards of one board, */
	unsigned count; /* of so many; 0: it is not known */
};
/* For each model, closed by an entry without name. */
struct gb_scatter_model {
	const char *gpu;
	const struct gb_scatter *roofs;
};
extern const struct gb_scatter_model gb_scatter_models[];
/* That of this very roof; NULL: there is none. */
const struct gb_scatter *gb_scatter_of(const char *gpu, const char *roof);

#endif
