/* kernels.h: a file of kernels that are placed on a roofline: name,flop,byte,seconds. */
#ifndef GB_KERNELS_H
#define GB_KERNELS_H

#include "base/error.h"

typedef void gb_kernel_fn(void *context, const char *name, double intensity, double performance);

/* Give `take` each kernel of a file. */
int gb_kernels_each(const char *path, gb_kernel_fn *take, void *context, struct gb_error *error);

#endif
