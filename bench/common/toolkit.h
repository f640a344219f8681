/* toolkit.h: which CUDA Toolkit compiles kernels, and what older ones lack. For the device alone. */
#ifndef BENCH_TOOLKIT_H
#define BENCH_TOOLKIT_H

#define TOOLKIT (100 * __CUDACC_VER_MAJOR__ + __CUDACC_VER_MINOR__)

/* In the place of kernels that were left out because of it; harness/gpubench.mk says why. */
#define TOOLKIT_TOO_OLD                            \
	extern "C" __global__ void gb_incomplete() \
	{                                          \
	}

/* Bulk copies, fence.proxy.async and the orders of a cluster's barrier: from Hopper and CUDA 12.0 on (PTX 8.0). */
#define HOPPER         (__CUDA_ARCH__ >= 900 && TOOLKIT >= 1200)
#define HOPPER_MISSING (__CUDA_ARCH__ >= 900 && TOOLKIT < 1200)

#endif
