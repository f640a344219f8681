/* Kernels of `launch`: they do nothing, or record whether or when they ran. */
#include "launch.h"

extern "C" __global__ void launch_args_8(struct launch_args args)
{
	if (args.count != nullptr && threadIdx.x == 0)
		atomicAdd(args.count, 1u);
}

/* The last argument word is 1: the count increases only if all arguments arrive. */
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

/* The next kernel may start while this one runs; this kernel waits until the previous one has ended. */
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

#if __CUDA_ARCH__ >= 1000
#include "../common/cluster.h"

/* Requests a block that has not started. The answer, 16 bytes, arrives at the barrier. */
static __device__ void ask(uint32_t answer, uint32_t barrier)
{
	asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
	barrier_expect(barrier, 16);
	asm volatile("clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [%0], [%1];"
		     :
		     : "r"(answer), "r"(barrier)
		     : "memory");
}

/* True if the answer names a block: `*block` is its number, and it will not start. */
static __device__ bool is_given(uint32_t answer, uint32_t *block)
{
	uint32_t given, x;

	asm volatile("{\n\t.reg .b128 handle;\n\t.reg .pred p;\n\t"
		     "ld.shared.b128 handle, [%2];\n\t"
		     "clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 p, handle;\n\t"
		     "selp.u32 %0, 1, 0, p;\n\tmov.u32 %1, 0;\n\t"
		     "@p clusterlaunchcontrol.query_cancel.get_first_ctaid::x.b32.b128 %1, handle;\n\t}"
		     : "=r"(given), "=r"(x)
		     : "r"(answer)
		     : "memory");
	*block = x;
	return given != 0;
}

/* Running blocks take over blocks that have not started, one after another. Each requests the next block before it
 * works on the current one. */
extern "C" __global__ void launch_cancel(struct launch_args args)
{
	__shared__ __align__(16) uint4 answer;
	__shared__ __align__(8) unsigned long long barrier;
	const uint32_t at = own_address(&answer), done = own_address(&barrier);
	uint32_t block = blockIdx.x, phase = 0;
	bool more;

	if (threadIdx.x == 0)
		barrier_init(done, 1);
	do {
		__syncthreads();
		if (threadIdx.x == 0) {
			ask(at, done);
			if (args.count != nullptr)
				atomicAdd(args.count, launch_weight(block));
		}
		barrier_wait(done, phase);
		more = is_given(at, &block);
		phase ^= 1;
	} while (more);
}

#endif
