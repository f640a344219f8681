/* toolkit.h: the CUDA Toolkit that compiles the kernels, and the features that older ones lack. Device code only. */
#pragma once

#define TOOLKIT (100 * __CUDACC_VER_MAJOR__ + __CUDACC_VER_MINOR__)

/* A stand-in for kernels that were omitted for this reason; harness/gpubench.mk explains why. */
#define TOOLKIT_TOO_OLD                            \
	extern "C" __global__ void gb_incomplete() \
	{                                          \
	}

/* Bulk copies, fence.proxy.async and the memory orders of a cluster's barrier need Hopper and CUDA 12.0 (PTX 8.0). */
#define HOPPER         (__CUDA_ARCH__ >= 900 && TOOLKIT >= 1200)
#define HOPPER_MISSING (__CUDA_ARCH__ >= 900 && TOOLKIT < 1200)
