/* Kernels that do nothing, or only record that or when they ran. */
#include "launch.h"

extern "C" __global__ void launch_args_8(struct launch_args args)
{
	if (args.count != nullptr && threadIdx.x == 0)
		atomicAdd(args.count, 1u);
}

/* The last word is 1, which shows that all arguments arrived. */
#define WITH_ARGS(bytes)                                                                            \
	extern "C" __global__ void launch_args_##bytes(struct launch_args_##bytes args)             \
	{                                                                                           \
		if (args.count != nullptr && threadIdx.x == 0)                                      \
			atomicAdd(args.count, args.rest[sizeof args.rest / sizeof *args.rest - 1]); \
	}
WITH_ARGS(256)
WITH_ARGS(1024)
WITH_ARGS(4000)

static __device__ unsigned long long nanoseconds()
{
	unsigned long long now;
	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now)::"memory");
	return now;
}

extern "C" __global__ void launch_mark(struct launch_mark_args args)
{
	const unsigned long long begin = nanoseconds();

	args.stamp->begin = begin;
	args.stamp->end = nanoseconds();
}

/* The next one may start while this one runs, and waits for its end by itself. */
extern "C" __global__ void launch_mark_early(struct launch_mark_args args)
{
#if __CUDA_ARCH__ >= 900
	asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
	asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
	const unsigned long long begin = nanoseconds();

	args.stamp->begin = begin;
	args.stamp->end = nanoseconds();
}

extern "C" __global__ void launch_early(struct launch_args args)
{
#if __CUDA_ARCH__ >= 900
	asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
	asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
	if (args.count != nullptr && threadIdx.x == 0)
		atomicAdd(args.count, 1u);
}
