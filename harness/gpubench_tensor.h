/* gpubench_tensor.h: a tensor map shared by host and kernels; see gb_tensor_map() in gpubench.h.
 *
 * Headers that both halves of a plug-in share include it by this name; gpubench.h includes it too. */
#ifndef GPUBENCH_TENSOR_H
#define GPUBENCH_TENSOR_H

/* CUtensorMap, the bits that the hardware reads. Make it a member of the kernel's argument struct, and declare the
 * kernel's parameter `__grid_constant__`; the kernel passes the address of the map to cp.async.bulk.tensor. */
struct __attribute__((aligned(64))) gb_tensor_map {
	unsigned long long bits[16];
};

#endif
