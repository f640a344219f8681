/* constants.h: the constants of the model (model.h). `tools/pages/predictions.py --fit` fits them on our own benchmarks
 * overlap, intensity, occupancy and prefetch of an H200 alone, and writes them here. */
#ifndef GB_CONSTANTS_H
#define GB_CONSTANTS_H

/* loads per warp in flight, which select the curve of `occupancy`, for kernels whose loads are not known */
#define GB_MODEL_LOADS 2
/* FMAs per warp in flight, likewise */
#define GB_MODEL_CHAINS 2
/* exponent with which the times of memory levels add up: 1 for one after another, infinity for all at once */
#define GB_MODEL_LEVELS 8
/* resident warps at which 1 / e of the shorter of memory and arithmetic is not hidden */
#define GB_MODEL_WARPS 32
/* lower end of the interval, as a multiple of the prediction: a tenth of the fitted kernels took less */
#define GB_MODEL_LEAST 0.897
/* upper end, likewise: a tenth took more */
#define GB_MODEL_MOST 1.543

#endif
