/* Kernels of `persist`: a hot set is read repeatedly while a stream from memory passes through L2. Hints select the
 * lines that L2 evicts first or last. */
#include "../common/cluster.h"
#include "../common/now.h"
#include "persist.h"

typedef uint32_t u32;
typedef unsigned long long u64;

/* Loads bypass L1. Hints need compute capability 8.0. */
struct plain {
	static __device__ u64 policy() { return 0; }
	static __device__ uint4 load(const unsigned char *at, u64)
	{
		uint4 v;
		asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
			     : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
			     : "l"(__cvta_generic_to_global(at))
			     : "memory");
		return v;
	}
};

#if __CUDA_ARCH__ >= 800
static __device__ uint4 load_hinted(const unsigned char *at, u64 policy)
{
	uint4 v;
	asm volatile("ld.global.cg.L2::cache_hint.v4.u32 {%0, %1, %2, %3}, [%4], %5;"
		     : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
		     : "l"(__cvta_generic_to_global(at)), "l"(policy)
		     : "memory");
	return v;
}
struct last {
	static __device__ u64 policy()
	{
		u64 policy;
		asm volatile("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(policy));
		return policy;
	}
	static __device__ uint4 load(const unsigned char *at, u64 policy) { return load_hinted(at, policy); }
};
struct first {
	static __device__ u64 policy()
	{
		u64 policy;
		asm volatile("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
		return policy;
	}
	static __device__ uint4 load(const unsigned char *at, u64 policy) { return load_hinted(at, policy); }
};
#else
typedef plain last, first;
#endif

static __device__ u32 sum_of(uint4 v)
{
	return v.x + v.y + v.z + v.w;
}

/* Each block processes several units at a time, so that enough loads are in flight. */
template <class hot, class stream, u32 RATIO> static __device__ void read(const persist_args &a)
{
	constexpr u32 UNITS = PERSIST_FLIGHT / (1 + RATIO) > 0 ? PERSIST_FLIGHT / (1 + RATIO) : 1;
	const unsigned char *at = a.at + threadIdx.x * PERSIST_VECTOR;
	const u64 keep = hot::policy(), pass = stream::policy();
	u32 sum = 0;

#pragma unroll 1
	for (u32 unit = blockIdx.x; unit < a.units; unit += gridDim.x * UNITS) {
		uint4 v[UNITS][1 + RATIO];
#pragma unroll
		for (u32 i = 0; i < UNITS; i++) {
			/* The number of units is a multiple of those in a round, so u is always valid. */
			const u32 u = unit + i * gridDim.x;
			v[i][0] = hot::load(at + (u64)(u % a.hot) * PERSIST_TILE, keep);
#pragma unroll
			for (u32 r = 0; r < RATIO; r++)
				v[i][1 + r] = stream::load(
					at + (u64)persist_streamed(a.hot, u, RATIO, r) * PERSIST_TILE, pass);
		}
#pragma unroll
		for (u32 i = 0; i < UNITS; i++)
#pragma unroll
			for (u32 r = 0; r <= RATIO; r++)
				sum += sum_of(v[i][r]);
	}
	if (a.record || sum == 0x9e3779b1u)
		a.sums[blockIdx.x * PERSIST_BLOCK + threadIdx.x] = sum;
}

#define READ(name, hot, stream, ratio)                                              \
	extern "C" __global__ void __launch_bounds__(PERSIST_BLOCK, PERSIST_BLOCKS) \
		persist_##name##_r##ratio(struct persist_args a)                    \
	{                                                                           \
		read<hot, stream, ratio>(a);                                        \
	}
#define BOTH_RATIOS(name, hot, stream) READ(name, hot, stream, 1) READ(name, hot, stream, 3)
BOTH_RATIOS(none, plain, plain)
BOTH_RATIOS(last, last, plain)
BOTH_RATIOS(first, plain, first)
BOTH_RATIOS(both, last, first)

extern "C" __global__ void __launch_bounds__(PERSIST_BLOCK, PERSIST_BLOCKS) persist_check(struct persist_check_args a)
{
	u32 sum = 0;

	for (u32 unit = blockIdx.x; unit < a.args.units; unit += gridDim.x)
		for (u32 r = 0; r <= a.ratio; r++) {
			const u32 tile =
				r == 0 ? unit % a.args.hot : persist_streamed(a.args.hot, unit, a.ratio, r - 1);
			const u64 word = ((u64)tile * PERSIST_BLOCK + threadIdx.x) * (PERSIST_VECTOR / 4);
			for (u32 w = 0; w < PERSIST_VECTOR / 4; w++)
				sum += input_bits(word + w);
		}
	const u32 thread = blockIdx.x * PERSIST_BLOCK + threadIdx.x;
	if (a.args.sums[thread] != sum)
		gb_report_wrong(a.report, thread);
	gb_report_compared(a.report, 1);
}

extern "C" __global__ void persist_fill(struct input_fill_args args)
{
	input_fill<input_bits>(args);
}

/* ---- lines that L2 keeps ----------------------------------------------------------------------------------------- */

static __device__ u32 clock_low()
{
	u32 now;

	asm volatile("mov.u32 %0, %%clock;" : "=r"(now) : : "memory");
	return now;
}

extern "C" __global__ void persist_probe(struct persist_probe_args a)
{
	__shared__ u32 store;
	const u32 arrived = keep_address(own_address(&store));
	const u64 at = (u64)__cvta_generic_to_global(a.at);
	u32 hits = 0;
	u64 cycles = 0;

#pragma unroll 1
	for (u32 i = 0; i < a.tried; i++) {
		const u64 from = at + (u64)persist_probed(i, a.first, a.span, a.lines) * PERSIST_LINE;
		const u32 begin = clock_low();
		u32 word;
		asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(word) : "l"(from) : "memory");
		/* The store waits for the loaded value; nobody reads what it writes. */
		asm volatile("st.volatile.shared.u32 [%0], %1;" : : "r"(arrived), "r"(word) : "memory");
		const u32 took = clock_low() - begin;
		hits += took < a.cut;
		cycles += took;
	}
	*a.found = { a.tried, hits, cycles };
}
