/* warm_up.h: how many launches make a batch, and the load before sampling: until times are steady and a clock that is
 * held down has settled. */
#ifndef GB_WARM_UP_H
#define GB_WARM_UP_H

#include "measure/measure.h"

/* Set `launches`, `steady` and `held` of `out`. Launches are counted, unless an earlier visit did; if a clock that
 * rises during the warm-up shortens the batches, they are counted and warmed up again. */
int gb_warm_up(gb_batch_fn *batch, void *context, const struct gb_measure_options *options, struct gb_measurement *out,
	       struct gb_error *error);

#endif
