/* Kernels of `interfere`. Each keeps one unit of its SMs busy: as a victim for a set time, or as an aggressor until the
 * victim has ended. */
#include "../common/now.h"
#include "interfere.h"

typedef uint32_t u32;
typedef unsigned long long u64;

/* ---- a turn of each unit ----------------------------------------------------------------------------------------- */

static __device__ u32 sum_of(uint4 v)
{
	return v.x + v.y + v.z + v.w;
}

struct issue {
	__device__ issue(const struct interfere_args &) {}
	__device__ u32 turn(const struct interfere_args &a)
	{
		float x[INTERFERE_CHAINS];
		u32 thread = threadIdx.x, sum = 0;

		asm volatile("" : "+r"(thread)); /* otherwise turns are equal, and the compiler may compute only one */
#pragma unroll
		for (u32 c = 0; c < INTERFERE_CHAINS; c++)
			x[c] = (float)(thread * INTERFERE_CHAINS + c);
#pragma unroll 8
		for (u32 i = 0; i < INTERFERE_ADDS / 2; i++) {
#pragma unroll
			for (u32 k = 0; k < 2 * INTERFERE_CHAINS; k++)
				x[k % INTERFERE_CHAINS] = a.add[k / INTERFERE_CHAINS] - x[k % INTERFERE_CHAINS];
		}
#pragma unroll
		for (u32 c = 0; c < INTERFERE_CHAINS; c++)
			sum += (u32)x[c];
		return sum;
	}
};

struct shared {
	u32 at;
	__device__ shared(const struct interfere_args &)
	{
		extern __shared__ uint4 array[];

		for (u32 i = threadIdx.x; i < INTERFERE_SHARED_WORDS; i += INTERFERE_BLOCK)
			((u32 *)array)[i] = input_mark(i);
		__syncthreads();
		at = (u32)__cvta_generic_to_shared(array + threadIdx.x);
	}
	__device__ u32 turn(const struct interfere_args &)
	{
		u32 sum = 0;

#pragma unroll 8
		for (u32 i = 0; i < INTERFERE_SHARED_LOADS; i++) {
			uint4 v;
			asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
				     : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
				     : "r"(at + i % 2 * INTERFERE_BLOCK * 16));
			sum += sum_of(v);
		}
		return sum;
	}
};

/* Reads L2, device memory or, over the link, the host's memory, depending on where the data are. */
struct read {
	u32 part, step;
	__device__ read(const struct interfere_args &a)
	    : part((blockIdx.x * INTERFERE_BLOCK + threadIdx.x) / 32 % a.parts),
	      step(gridDim.x * INTERFERE_BLOCK / 32 % a.parts)
	{
	}
	__device__ u32 turn(const struct interfere_args &a)
	{
		const u32 *from = a.in + (u64)part * (INTERFERE_PART / 4) + threadIdx.x % 32 * 4;
		uint4 v[INTERFERE_LOADS];
		u32 sum = 0;

#pragma unroll
		for (u32 i = 0; i < INTERFERE_LOADS; i++)
			asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
				     : "=r"(v[i].x), "=r"(v[i].y), "=r"(v[i].z), "=r"(v[i].w)
				     : "l"(from + i * 128)
				     : "memory");
#pragma unroll
		for (u32 i = 0; i < INTERFERE_LOADS; i++)
			sum += sum_of(v[i]);
		part += step;
		part -= part >= a.parts ? a.parts : 0;
		return sum;
	}
};

struct idle {
	__device__ idle(const struct interfere_args &) {}
	__device__ u32 turn(const struct interfere_args &)
	{
		__nanosleep(1000);
		return 1;
	}
};

/* ---- victims and aggressors -------------------------------------------------------------------------------------- */

static __device__ void wait_for_aggressor(const struct interfere_args &a)
{
	const u64 from = clock_now();

	while ((int)(load_now(&a.gate->begun) - a.begun) < 0 && clock_now() - from < INTERFERE_PATIENCE * a.cycles) {
	}
	const u64 begun = clock_now();
	while (clock_now() - begun < a.settle) {
	}
}

/* An aggressor's block reports its start after its first turn. */
template <class unit> static __device__ void work(const struct interfere_args &a)
{
	struct interfere_warp *own = a.warp + (blockIdx.x * INTERFERE_BLOCK + threadIdx.x) / 32;
	const bool is_victim = a.ended == 0;
	unit u(a);
	u32 turns = 0, sum = 0;
	bool more;

	if (is_victim)
		wait_for_aggressor(a);
	const u64 begin = time_now(), from = clock_now(), most = is_victim ? a.cycles : INTERFERE_PATIENCE * a.cycles;
	do {
		const u32 ended = is_victim ? a.ended - 1 : load_now(&a.gate->ended);
		sum += u.turn(a);
		if (!is_victim && turns == 0 && threadIdx.x == 0)
			atomicAdd(&a.gate->begun, 1u);
		turns++;
		more = clock_now() - from < most && (int)(ended - a.ended) < 0;
	} while (__any_sync(~0u, more));
	own->sum[threadIdx.x % 32] = sum;
	if (threadIdx.x % 32 != 0)
		return;
	own->begin = begin;
	own->end = time_now();
	own->turns = turns;
	own->sm = this_sm();
	if (is_victim)
		atomicAdd(&a.gate->ended, 1u);
}

#define KERNEL(unit)                                                                                                  \
	extern "C" __global__ void __launch_bounds__(INTERFERE_BLOCK, 1) interfere_##unit(struct interfere_args args) \
	{                                                                                                             \
		work<unit>(args);                                                                                     \
	}

KERNEL(issue)
KERNEL(shared)
KERNEL(read)
KERNEL(idle)

extern "C" __global__ void interfere_fill(struct input_fill_args a)
{
	input_fill<input_mark>(a);
}
