/* Kernels of `interfere`: each keeps one unit of its SMs busy, as a victim for a set time, or as an aggressor until the
 * victim has ended. */
#include "../common/now.h"
#include "interfere.h"

typedef uint32_t u32;
typedef unsigned long long u64;

/* ---- a turn of each unit ----------------------------------------------------------------------------------------- */

struct issue {
	float add[2];
	__device__ issue(const struct interfere_args &a) : add{ a.add[0], a.add[1] } {}
	__device__ u32 turn()
	{
		float x[INTERFERE_CHAINS];
		u32 thread = threadIdx.x, sum = 0;

		asm volatile("" : "+r"(thread)); /* else turns are equal, and the compiler may compute one */
#pragma unroll
		for (u32 c = 0; c < INTERFERE_CHAINS; c++)
			x[c] = interfere_start(thread, c);
#pragma unroll 8
		for (u32 i = 0; i < INTERFERE_ADDS / 2; i++) {
#pragma unroll
			for (u32 k = 0; k < 2 * INTERFERE_CHAINS; k++)
				x[k % INTERFERE_CHAINS] = add[k / INTERFERE_CHAINS] - x[k % INTERFERE_CHAINS];
		}
#pragma unroll
		for (u32 c = 0; c < INTERFERE_CHAINS; c++)
			sum += (u32)x[c];
		return sum;
	}
};

static __device__ u32 sum_of(uint4 v)
{
	return v.x + v.y + v.z + v.w;
}

struct shared {
	u32 at;
	__device__ shared(const struct interfere_args &)
	{
		extern __shared__ uint4 array[];

		for (u32 i = threadIdx.x; i < INTERFERE_SHARED_WORDS; i += blockDim.x)
			((u32 *)array)[i] = input_bits(i);
		__syncthreads();
		at = (u32)__cvta_generic_to_shared(array + threadIdx.x);
	}
	__device__ u32 turn()
	{
		u32 sum = 0;

#pragma unroll 8
		for (u32 i = 0; i < INTERFERE_SHARED_LOADS; i++) {
			uint4 v;
			asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
				     : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
				     : "r"(at + i * INTERFERE_BLOCK * 16 % (INTERFERE_SHARED_WORDS * 4)));
			sum += sum_of(v);
		}
		return sum;
	}
};

#if __CUDA_ARCH__ >= 800
struct matrix {
	u32 ones;
	__device__ matrix(const struct interfere_args &a) : ones(a.ones) {}
	__device__ u32 turn()
	{
		float d[INTERFERE_TILES][4] = {};
		u32 sum = 0;

#pragma unroll 4
		for (u32 i = 0; i < INTERFERE_PRODUCTS; i++) {
#pragma unroll
			for (u32 t = 0; t < INTERFERE_TILES; t++)
				asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, "
					     "{%4, %4, %4, %4}, {%4, %4}, {%0, %1, %2, %3};"
					     : "+f"(d[t][0]), "+f"(d[t][1]), "+f"(d[t][2]), "+f"(d[t][3])
					     : "r"(ones));
		}
#pragma unroll
		for (u32 i = 0; i < 4 * INTERFERE_TILES; i++)
			sum += (u32)d[i / 4][i % 4];
		return sum;
	}
};
#endif

/* L2, device memory or, over the link, the host's memory, by the place of the data. */
struct read {
	const u32 *in;
	u32 part, parts, step;
	__device__ read(const struct interfere_args &a) : in(a.in), parts(a.parts)
	{
		part = (blockIdx.x * blockDim.x + threadIdx.x) / 32 % parts;
		step = gridDim.x * blockDim.x / 32 % parts;
	}
	__device__ u32 turn()
	{
		const u32 *from = in + (u64)part * (INTERFERE_PART / 4) + threadIdx.x % 32 * 4;
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
		part -= part >= parts ? parts : 0;
		return sum;
	}
};

struct idle {
	__device__ idle(const struct interfere_args &) {}
	__device__ u32 turn()
	{
#if __CUDA_ARCH__ >= 700
		__nanosleep(1000);
#endif
		return 1;
	}
};

/* ---- victims and aggressors -------------------------------------------------------------------------------------- */

/* True once a count of the gate, which wraps around, has reached this number. */
static __device__ bool reached(const u32 *count, u32 number)
{
	return (int)(load_now(count) - number) >= 0;
}

static __device__ void wait_for_aggressor(const struct interfere_args &a)
{
	const u64 from = clock_now();

	while (!reached(&a.gate->begun, a.begun) && clock_now() - from < a.most) {
	}
	const u64 begun = clock_now();
	while (clock_now() - begun < a.settle) {
	}
}

/* An aggressor says that a block has begun after its first turn. A victim says that a warp has ended, when all of the
 * warp has. */
template <class unit> static __device__ void work(const struct interfere_args &a)
{
	const u32 thread = blockIdx.x * blockDim.x + threadIdx.x;
	struct interfere_warp own = {};
	unit u(a);
	u32 sum = 0;
	bool more;

	if (a.ended == 0)
		wait_for_aggressor(a);
	own.begin = time_now();
	const u64 from = clock_now(), most = a.ended == 0 ? a.cycles : a.most;
	do {
		const u32 ended = a.ended != 0 ? load_now(&a.gate->ended) : 0;
		sum += u.turn();
		if (a.ended != 0 && own.turns == 0 && threadIdx.x == 0)
			atomicAdd(&a.gate->begun, 1u);
		own.turns++;
		more = clock_now() - from < most && (a.ended == 0 || (int)(ended - a.ended) < 0);
	} while (__any_sync(~0u, more));
	own.end = time_now();
	own.sm = this_sm();
	a.sum[thread] = sum;
	if (threadIdx.x % 32 == 0) {
		a.warp[thread / 32] = own;
		if (a.ended == 0)
			atomicAdd(&a.gate->ended, 1u);
	}
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
#if __CUDA_ARCH__ >= 800
KERNEL(matrix)
#endif

/* ---- the input and its check ------------------------------------------------------------------------------------- */

extern "C" __global__ void interfere_fill(struct input_fill_args a)
{
	input_fill<input_bits>(a);
}

/* Recomputes what each thread has summed up in its turns. */
extern "C" __global__ void interfere_check(struct interfere_check_args a)
{
	const u32 lane = threadIdx.x % 32;

	for (u32 w = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32; w < a.warps;
	     w += gridDim.x * (blockDim.x / 32)) {
		const u32 turns = a.warp[w].turns, thread = 32 * w + lane;
		u32 sum = 0;
		if (interfere_reads(a.unit))
			for (u32 t = 0; t < turns; t++)
				sum += interfere_sum_of_part(a.first + (w + (u64)t * a.warps) % a.parts, lane);
		else
			sum = turns * interfere_sum_of_turn(a.unit, thread);
		if (sum != a.sum[thread])
			gb_report_wrong(a.report, thread);
		gb_report_compared(a.report, 1);
	}
}
