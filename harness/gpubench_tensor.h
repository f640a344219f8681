/* gpubench_tensor.h: a tensor map shared by host and kernels; see gb_tensor_map() in gpubench.h.
 *
 * The headers that a plug-in's two halves share include it by this name; gpubench.h includes it too. */
#ifndef GPUBENCH_TENSOR_H
#define GPUBENCH_TENSOR_H

/* The bits that the hardware reads: CUtensorMap. Put it into the struct that a kernel takes, and declare that parameter
 * `__grid_constant__`; the kernel passes its address to cp.async.bulk.tensor. */
struct __attribute__((aligned(64))) gb_tensor_map {
	unsigned long long bits[16];
};

#endif
