/* samples.h: what each GPU of a model has of each roof, and of two things that are more steady than a roof:
 *
 * "ROOF/clock" is what a roof does in a cycle of the slowest SM. At the power cap the clock is another one in each run,
 * and the value with it; the work of a cycle is not. "matrix units" is the median of how far the GPU is off in its
 * power-bound roofs, as a factor: one run of one roof may meet a low clock, not all of them. */
#ifndef GB_SAMPLES_H
#define GB_SAMPLES_H

#include "analysis/fleet.h"

/* Find the groups of a model, in the order of tables, and what gb_model_sample() needs; false: out of memory. */
bool gb_samples_find(struct gb_model *model);

/* Make the samples of the joint group, when the others have been measured; `numbers` has room for twice the groups. */
void gb_samples_join(struct gb_model *model, double *numbers);

#endif
