/* samples.h: the samples of each GPU of a model for each roof, and for two quantities that are steadier than a roof:
 *
 * "ROOF/clock" is the work of a roof per cycle of the slowest SM. At the power cap the clock differs from run to run,
 * and so does the value, but not the work per cycle. "matrix units" is the median deviation of the GPU over its
 * power-bound roofs, as a factor: a single run of one roof may have a low clock, but not all of them. */
#ifndef GB_SAMPLES_H
#define GB_SAMPLES_H

#include "analysis/fleet.h"

/* Find the groups of a model, in the order of tables, and what gb_model_sample() needs; false: out of memory. */
bool gb_samples_find(struct gb_model *model);

/* Make the samples of the joint group, after those of the others; `numbers` has room for twice the groups. */
void gb_samples_join(struct gb_model *model, double *numbers);

#endif
