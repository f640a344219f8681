/* Kernels of `atomic`: one operation at addresses in one word, in one line, or far apart. */
#include "../common/now.h"
#include "../common/toolkit.h"
#include "atomic.h"

#if __CUDA_ARCH__ >= 900 && TOOLKIT >= 1201
#define VECTORS
#elif __CUDA_ARCH__ >= 900
TOOLKIT_TOO_OLD
#endif

/* ---- global memory -------------------------------------------------------------------------------------------------
 *
 * Each operation in each scope. step() is one of the operations in flight. Results are summed. */

#define OPERATION(name, scope, type, letter, text)                                                        \
	struct name##_##scope {                                                                           \
		type one;                                                                                 \
		__device__ name##_##scope(const atomic_args &a, uint32_t thread)                          \
		    : one((type)atomic_addend(thread, a.places, a.every))                                 \
		{                                                                                         \
		}                                                                                         \
		__device__ uint32_t step(unsigned char *at)                                               \
		{                                                                                         \
			asm volatile(text : : "l"(__cvta_generic_to_global(at)), letter(one) : "memory"); \
			return 0;                                                                         \
		}                                                                                         \
	};

#define OPERATIONS(scope)                                                                                              \
	OPERATION(add, scope, uint32_t, "r", "red.relaxed." #scope ".global.add.u32 [%0], %1;")                        \
	OPERATION(add_u64, scope, unsigned long long, "l", "red.relaxed." #scope ".global.add.u64 [%0], %1;")          \
	OPERATION(add_f32, scope, float, "f", "red.relaxed." #scope ".global.add.f32 [%0], %1;")                       \
	OPERATION(add_f64, scope, double, "d", "red.relaxed." #scope ".global.add.f64 [%0], %1;")                      \
	struct add_f16x2_##scope {                                                                                     \
		uint32_t one;                                                                                          \
		__device__ add_f16x2_##scope(const atomic_args &a, uint32_t thread)                                    \
		    : one(atomic_addend(thread, a.places, a.every) * 0x3c003c00u)                                      \
		{                                                                                                      \
		}                                                                                                      \
		__device__ uint32_t step(unsigned char *at)                                                            \
		{                                                                                                      \
			asm volatile("red.relaxed." #scope ".global.add.noftz.f16x2 [%0], %1;"                         \
				     :                                                                                 \
				     : "l"(__cvta_generic_to_global(at)), "r"(one)                                     \
				     : "memory");                                                                      \
			return 0;                                                                                      \
		}                                                                                                      \
	};                                                                                                             \
	struct fetch_add_##scope {                                                                                     \
		uint32_t one;                                                                                          \
		__device__ fetch_add_##scope(const atomic_args &a, uint32_t thread)                                    \
		    : one(atomic_addend(thread, a.places, a.every))                                                    \
		{                                                                                                      \
		}                                                                                                      \
		__device__ uint32_t step(unsigned char *at)                                                            \
		{                                                                                                      \
			uint32_t old;                                                                                  \
			asm volatile("atom.relaxed." #scope ".global.add.u32 %0, [%1], %2;"                            \
				     : "=r"(old)                                                                       \
				     : "l"(__cvta_generic_to_global(at)), "r"(one)                                     \
				     : "memory");                                                                      \
			return old;                                                                                    \
		}                                                                                                      \
	};                                                                                                             \
	struct min_##scope {                                                                                           \
		uint32_t value;                                                                                        \
		__device__ min_##scope(const atomic_args &, uint32_t thread) : value(atomic_value(thread, 0)) {}       \
		__device__ uint32_t step(unsigned char *at)                                                            \
		{                                                                                                      \
			asm volatile("red.relaxed." #scope ".global.min.u32 [%0], %1;"                                 \
				     :                                                                                 \
				     : "l"(__cvta_generic_to_global(at)), "r"(value--)                                 \
				     : "memory");                                                                      \
			return 0;                                                                                      \
		}                                                                                                      \
	};                                                                                                             \
	struct exch_##scope {                                                                                          \
		uint32_t value;                                                                                        \
		__device__ exch_##scope(const atomic_args &, uint32_t thread) : value(atomic_value(thread, 0)) {}      \
		__device__ uint32_t step(unsigned char *at)                                                            \
		{                                                                                                      \
			uint32_t old;                                                                                  \
			asm volatile("atom.relaxed." #scope ".global.exch.b32 %0, [%1], %2;"                           \
				     : "=r"(old)                                                                       \
				     : "l"(__cvta_generic_to_global(at)), "r"(value--)                                 \
				     : "memory");                                                                      \
			return old;                                                                                    \
		}                                                                                                      \
	};                                                                                                             \
	/* A plain compare-and-swap loop: each attempt expects the value that the previous one found. step() returns 1
	 * if it succeeds. */ \
	struct cas_##scope {                                                                                           \
		uint32_t seen;                                                                                         \
		__device__ cas_##scope(const atomic_args &, uint32_t) : seen(0) {}                                     \
		__device__ uint32_t step(unsigned char *at)                                                            \
		{                                                                                                      \
			uint32_t old;                                                                                  \
			asm volatile("atom.relaxed." #scope ".global.cas.b32 %0, [%1], %2, %3;"                        \
				     : "=r"(old)                                                                       \
				     : "l"(__cvta_generic_to_global(at)), "r"(seen), "r"(seen + 1)                     \
				     : "memory");                                                                      \
			const uint32_t won = old == seen;                                                              \
			seen = old + won;                                                                              \
			return won;                                                                                    \
		}                                                                                                      \
	};

#define VECTOR_OPERATIONS(scope)                                                                            \
	OPERATION(add_v2f32, scope, float, "f", "red.relaxed." #scope ".global.add.v2.f32 [%0], {%1, %1};") \
	OPERATION(add_v4f32, scope, float, "f", "red.relaxed." #scope ".global.add.v4.f32 [%0], {%1, %1, %1, %1};")

template <class op> static __device__ void atomics(const atomic_args &args)
{
	const uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
	uint32_t sum = 0;
	op what(args, thread);

	if (args.random) {
		uint32_t x = atomic_random_start(thread);
#pragma unroll 1
		for (uint32_t trip = 0; trip < args.trips; trip++) {
#pragma unroll
			for (int u = 0; u < ATOMIC_UNROLL; u++) {
				x = atomic_random_next(x);
				const uint32_t place = atomic_random_place(x, args.places);
				sum += what.step(args.at + (size_t)place * args.stride);
			}
		}
	} else {
		unsigned char *const first = args.at + (size_t)atomic_place(thread, args.places) * args.stride;
		const uint32_t set = args.places * args.stride;
#pragma unroll 1
		for (uint32_t trip = 0; trip < args.trips; trip++) {
			unsigned char *const at = first + (size_t)(trip & (args.sets - 1)) * set;
#pragma unroll
			for (int u = 0; u < ATOMIC_UNROLL; u++)
				sum += what.step(at);
		}
	}
	if (args.record || sum == args.never)
		args.result[thread] = sum;
}

#define KERNEL(name, scope)                                                                                    \
	extern "C" __global__ void __launch_bounds__(1024, 1) atomic_##name##_##scope(struct atomic_args args) \
	{                                                                                                      \
		atomics<name##_##scope>(args);                                                                 \
	}

/* ---- dependent operations -------------------------------------------------------------------------------------------
 *
 * One thread: each operation takes the result of the previous one. */

#define CHAIN(name, scope, text)                                                                                    \
	extern "C" __global__ void atomic_chain_##name##_##scope(atomic_chain_args args)                            \
	{                                                                                                           \
		/* The operand depends on the thread; otherwise the compiler combines the warp's operands first. */ \
		unsigned long long at[ATOMIC_LINES];                                                                \
		_Pragma("unroll") for (int u = 0; u < ATOMIC_LINES; u++) at[u] =                                    \
			__cvta_generic_to_global(args.at + u * args.apart + 4 * threadIdx.x);                       \
		uint32_t x = 1, before = 0;                                                                         \
		long long start = 0, end = 0;                                                                       \
		_Pragma("unroll 1") for (uint32_t trip = 0; trip < args.trips; trip++)                              \
		{                                                                                                   \
			/* The first trip loads the lines and the code into caches. */                              \
			if (trip == 1)                                                                              \
				start = clock_now();                                                                \
			_Pragma("unroll") for (int u = 0; u < ATOMIC_LINES; u++)                                    \
			{                                                                                           \
				before = x;                                                                         \
				asm volatile(text : "=r"(x) : "l"(at[u]), "r"(before) : "memory");                  \
			}                                                                                           \
		}                                                                                                   \
		args.end[0] = x;                                                                                    \
		args.end[1] = before;                                                                               \
		end = clock_now();                                                                                  \
		*args.cycles = (unsigned long long)(end - start);                                                   \
	}
#define CHAINS(scope)                                                                \
	CHAIN(add, scope, "atom.relaxed." #scope ".global.add.u32 %0, [%1], %2;")    \
	CHAIN(exch, scope, "atom.relaxed." #scope ".global.exch.b32 %0, [%1], %2;")  \
	CHAIN(cas, scope, "atom.relaxed." #scope ".global.cas.b32 %0, [%1], %2, 7;") \
	CHAIN(min, scope, "atom.relaxed." #scope ".global.min.u32 %0, [%1], %2;")

#define SCALAR_KERNELS(scope)    \
	KERNEL(add, scope)       \
	KERNEL(fetch_add, scope) \
	KERNEL(min, scope)       \
	KERNEL(exch, scope)      \
	KERNEL(cas, scope)       \
	KERNEL(add_u64, scope)   \
	KERNEL(add_f32, scope)   \
	KERNEL(add_f64, scope)   \
	KERNEL(add_f16x2, scope)

OPERATIONS(gpu)
OPERATIONS(cta)
OPERATIONS(sys)
SCALAR_KERNELS(gpu)
SCALAR_KERNELS(cta)
SCALAR_KERNELS(sys)
CHAINS(gpu)
CHAINS(cta)
CHAINS(sys)
#if __CUDA_ARCH__ >= 900
OPERATIONS(cluster)
SCALAR_KERNELS(cluster)
CHAINS(cluster)
#endif
#ifdef VECTORS
#define VECTOR_KERNELS(scope)    \
	VECTOR_OPERATIONS(scope) \
	KERNEL(add_v2f32, scope) \
	KERNEL(add_v4f32, scope)
VECTOR_KERNELS(gpu)
VECTOR_KERNELS(cta)
VECTOR_KERNELS(sys)
VECTOR_KERNELS(cluster)
#endif

/* ---- shared memory ----------------------------------------------------------------------------------------------- */

namespace in_shared
{
struct add {
	static const uint32_t before = 0u;
	uint32_t one;
	__device__ add(const atomic_shared_args &a, uint32_t) : one(a.one) {}
	__device__ uint32_t step(uint32_t at)
	{
		asm volatile("red.shared.add.u32 [%0], %1;" : : "r"(at), "r"(one) : "memory");
		return 0;
	}
};
struct fetch_add {
	static const uint32_t before = 0u;
	uint32_t one;
	__device__ fetch_add(const atomic_shared_args &a, uint32_t) : one(a.one) {}
	__device__ uint32_t step(uint32_t at)
	{
		uint32_t old;
		asm volatile("atom.shared.add.u32 %0, [%1], %2;" : "=r"(old) : "r"(at), "r"(one) : "memory");
		return old;
	}
};
/* An addition of the constant 1 compiles to an instruction that counts lanes. */
struct inc {
	static const uint32_t before = 0u;
	__device__ inc(const atomic_shared_args &, uint32_t) {}
	__device__ uint32_t step(uint32_t at)
	{
		asm volatile("red.shared.add.u32 [%0], 1;" : : "r"(at) : "memory");
		return 0;
	}
};
struct min {
	static const uint32_t before = ~0u;
	uint32_t value;
	__device__ min(const atomic_shared_args &, uint32_t thread) : value(atomic_value(thread, 0)) {}
	__device__ uint32_t step(uint32_t at)
	{
		asm volatile("red.shared.min.u32 [%0], %1;" : : "r"(at), "r"(value--) : "memory");
		return 0;
	}
};
struct exch {
	static const uint32_t before = 0u;
	uint32_t value;
	__device__ exch(const atomic_shared_args &, uint32_t thread) : value(atomic_value(thread, 0)) {}
	__device__ uint32_t step(uint32_t at)
	{
		uint32_t old;
		asm volatile("atom.shared.exch.b32 %0, [%1], %2;" : "=r"(old) : "r"(at), "r"(value--) : "memory");
		return old;
	}
};
struct cas {
	static const uint32_t before = 0u;
	uint32_t seen;
	__device__ cas(const atomic_shared_args &, uint32_t) : seen(0) {}
	__device__ uint32_t step(uint32_t at)
	{
		uint32_t old;
		asm volatile("atom.shared.cas.b32 %0, [%1], %2, %3;"
			     : "=r"(old)
			     : "r"(at), "r"(seen), "r"(seen + 1)
			     : "memory");
		const uint32_t won = old == seen;
		seen = old + won;
		return won;
	}
};
/* The hardware has no such instruction: the compiler emits a loop of loads and compare-and-swap. */
struct add_f32 {
	static const uint32_t before = 0u;
	float one;
	__device__ add_f32(const atomic_shared_args &a, uint32_t) : one((float)a.one) {}
	__device__ uint32_t step(uint32_t at)
	{
		asm volatile("red.shared.add.f32 [%0], %1;" : : "r"(at), "f"(one) : "memory");
		return 0;
	}
};
} // namespace in_shared

template <class op> static __device__ void shared_atomics(const atomic_shared_args &args)
{
	__shared__ uint32_t memory[ATOMIC_WARPS * ATOMIC_LANES];
	const uint32_t thread = threadIdx.x, lane = thread % ATOMIC_LANES, warp = thread / ATOMIC_LANES;
	const uint32_t at = (uint32_t)__cvta_generic_to_shared(memory + warp * ATOMIC_LANES + lane / args.degree);
	uint32_t sum = 0, cycles = 0;

	/* The first round, of a few trips, loads the code into the instruction caches. */
#pragma unroll 1
	for (uint32_t round = 0; round < 2; round++) {
		const uint32_t trips = round ? args.trips : args.warm_trips;
		long long start, end;
		op what(args, thread);

		__syncthreads();
		memory[thread] = op::before;
		sum = 0;
		__syncthreads();
		start = clock_now();
#pragma unroll 1
		for (uint32_t trip = 0; trip < trips; trip++) {
#pragma unroll
			for (int u = 0; u < ATOMIC_UNROLL; u++)
				sum += what.step(at);
		}
		/* This load returns after all earlier operations. */
		uint32_t last;
		asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(last) : "r"(at) : "memory");
		__syncthreads_or(sum + last == args.never);
		end = clock_now();
		cycles = (uint32_t)(end - start);
	}
	if (thread == 0)
		args.cycles[blockIdx.x] = cycles;
	if (args.record) {
		args.result[blockIdx.x * blockDim.x + thread] = sum;
		args.words[blockIdx.x * blockDim.x + thread] = memory[thread];
	}
}

#define SHARED_KERNEL(name)                                                                                        \
	extern "C" __global__ void __launch_bounds__(1024, 1) atomic_shared_##name(struct atomic_shared_args args) \
	{                                                                                                          \
		shared_atomics<in_shared::name>(args);                                                             \
	}
ATOMIC_SHARED(SHARED_KERNEL)
