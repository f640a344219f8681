/* constants.h: the constants of the model (model.h). `ci/predictions.py --fit` fits them on our own benchmarks overlap, intensity,
 * occupancy and prefetch of an H200 alone, and writes them here. */
#ifndef GB_CONSTANTS_H
#define GB_CONSTANTS_H

/* loads of a warp in flight: the curve of `occupancy` that stands for kernels whose loads are not known */
#define GB_MODEL_LOADS 2
/* FMAs that a warp has in flight, likewise */
#define GB_MODEL_CHAINS 2
/* exponent by which times of levels of memory add up: 1 is one after another, infinity at once */
#define GB_MODEL_LEVELS 8
/* resident warps with which 1 / e of the shorter of memory and arithmetic is not hidden */
#define GB_MODEL_WARPS 32
/* of a prediction: a tenth of the fitted kernels took less */
#define GB_MODEL_LEAST 0.897
/* and a tenth more */
#define GB_MODEL_MOST 1.543

#endif
