/* tma_copies.h: kernels of `tma` that copy for one block. For Hopper and later; part of tma.cu.
 * One warp works. Its first thread issues a copy, waits until the copy is complete, and issues the next one. */
#pragma once

#include <stdint.h>

/* For architectures 12.x ptxas turns a copy to a cluster into a call. */
#if __CUDA_ARCH__ >= 1200
#define HERE "shared::cta"
#else
#define HERE "shared::cluster"
#endif

/* The times that one thread measures. */
struct stopwatch {
	unsigned long long sum, all, least;

	__device__ stopwatch() : sum(0), all(0), least(~0ull) {}
	__device__ void add(unsigned long long until_here, unsigned long long until_all)
	{
		sum += until_here;
		all += until_all;
		least = min(least, until_here);
	}
	__device__ void leave(const tma_args &args) const
	{
		args.cycles[0] = sum;
		args.cycles[1] = all;
		args.cycles[2] = least;
	}
};

static __device__ void barrier_poll(uint32_t barrier, uint32_t parity)
{
	uint32_t done;

	do
		asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared::cta.b64 p, [%1], %2;"
			     "  selp.u32 %0, 1, 0, p; }"
			     : "=r"(done)
			     : "r"(barrier), "r"(parity)
			     : "memory");
	while (!done);
}

static __device__ void wait_for(const tma_args &args, uint32_t barrier, uint32_t parity)
{
	if (args.polled)
		barrier_poll(barrier, parity);
	else
		barrier_wait(barrier, parity);
}

enum form { BULK, TENSOR, GATHER, IM2COL };

/* Returns 0, which the compiler cannot know: an instruction that uses it waits until all of the value is computed.
 * Before the clock is read, such an instruction takes the operands, so that none of them is computed while the clock
 * runs. */
template <class type> static __device__ uint32_t zero_of(const tma_args &args, const type &value)
{
	static_assert(sizeof value % 4 == 0, "words");
	const uint32_t *const words = (const uint32_t *)&value;
	uint32_t any = 0;

#pragma unroll
	for (uint32_t i = 0; i < sizeof value / 4; i++)
		any |= words[i];
	return any & args.zero;
}

/* ---- to shared memory -------------------------------------------------------------------------------------------- */

/* The operands that identify the data of a copy instruction. */
template <enum form form> struct target;

template <> struct target<BULK> {
	unsigned long long place, address;

	static __device__ target make(const tma_args &args, unsigned long long turn)
	{
		const unsigned long long place = tma_place(&args, turn);

		return { place, __cvta_generic_to_global(args.at + place) };
	}
	__device__ void copy(const tma_args &args, uint32_t to, uint32_t barrier) const
	{
		asm volatile("cp.async.bulk." HERE ".global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
			     :
			     : "r"(to), "l"(address), "r"(args.bytes), "r"(barrier)
			     : "memory");
	}
	__device__ uint32_t word(const tma_args &args, uint32_t i) const
	{
		return input_bits((args.before + place) / 4 + i);
	}
};

template <> struct target<TENSOR> {
	uint32_t row;

	static __device__ target make(const tma_args &args, unsigned long long turn)
	{
		return { (uint32_t)(tma_place(&args, turn) / args.width) };
	}
	__device__ void copy(const tma_args &args, uint32_t to, uint32_t barrier) const
	{
		asm volatile("cp.async.bulk.tensor.2d." HERE ".global.mbarrier::complete_tx::bytes [%0], "
			     "[%1, {%2, %3}], [%4];"
			     :
			     : "r"(to), "l"(&args.map), "r"(0), "r"(row), "r"(barrier)
			     : "memory");
	}
	__device__ uint32_t word(const tma_args &args, uint32_t i) const
	{
		return input_bits((args.before + (unsigned long long)row * args.width) / 4 + i);
	}
};

#if __CUDA_ARCH__ >= 1000
template <> struct target<GATHER> {
	uint32_t row;

	static __device__ target make(const tma_args &args, unsigned long long turn)
	{
		return { (uint32_t)(tma_place(&args, turn) / args.width) };
	}
	__device__ void copy(const tma_args &args, uint32_t to, uint32_t barrier) const
	{
		asm volatile("cp.async.bulk.tensor.2d." HERE ".global.tile::gather4.mbarrier::complete_tx::bytes [%0], "
			     "[%1, {%2, %3, %4, %5, %6}], [%7];"
			     :
			     : "r"(to), "l"(&args.map), "r"(0), "r"(row + tma_row(0)), "r"(row + tma_row(1)),
			       "r"(row + tma_row(2)), "r"(row + tma_row(3)), "r"(barrier)
			     : "memory");
	}
	__device__ uint32_t word(const tma_args &args, uint32_t i) const
	{
		return input_bits((args.before + (unsigned long long)row * args.width) / 4 +
				  tma_gathered(i, args.width));
	}
};
#endif

template <> struct target<IM2COL> {
	tma_column column;
	im2col_copy at;

	static __device__ target make(const tma_args &args, unsigned long long turn)
	{
		const tma_column column = tma_column_of(&args, turn);

		return { column, im2col_at(&args.images, column.position, column.tap, column.channel) };
	}
	__device__ void copy(const tma_args &args, uint32_t to, uint32_t barrier) const
	{
		asm volatile("cp.async.bulk.tensor.4d." HERE ".global.im2col.mbarrier::complete_tx::bytes [%0], "
			     "[%1, {%2, %3, %4, %5}], [%6], {%7, %8};"
			     :
			     : "r"(to), "l"(&args.map), "r"(at.channel), "r"(at.across), "r"(at.down), "r"(at.image),
			       "r"(barrier), "h"((unsigned short)at.tap_across), "h"((unsigned short)at.tap_down)
			     : "memory");
	}
	__device__ uint32_t word(const tma_args &args, uint32_t i) const { return tma_column_word(&args, column, i); }
};

/* Compares the words in shared memory, from byte `at` on, with those that the copy should bring. Runs in a warp. */
template <enum form form>
static __device__ void look(const tma_args &args, const target<form> &from, uint32_t at, uint32_t lane)
{
	const volatile uint32_t *const words = (const volatile uint32_t *)(memory + at);
	unsigned long long looked = 0;

	for (uint32_t i = lane; i < args.bytes / 4; i += 32, looked++)
		if (words[i] != from.word(args, i))
			gb_report_wrong(args.report, i);
	gb_report_compared(args.report, looked);
}

template <enum form form, bool record>
static __device__ void single(const tma_args &args, unsigned long long turn, uint32_t barrier)
{
	const uint32_t to = keep_address(own_address(memory));
	stopwatch watch;

#pragma unroll 1
	for (uint32_t i = 0; i < args.copies; i++) {
		const target<form> from = target<form>::make(args, turn + i);
		if (threadIdx.x == 0) {
			barrier_expect(barrier, args.bytes + zero_of(args, from));
			const unsigned long long start = clock_now();
			from.copy(args, to, barrier);
			wait_for(args, barrier, i & 1);
			const unsigned long long taken = clock_now() - start;
			watch.add(taken, taken);
		}
		if (record) {
			__syncwarp();
			barrier_wait(barrier, i & 1);
			look(args, from, 0, threadIdx.x);
			__syncwarp();
		}
	}
	if (threadIdx.x == 0)
		watch.leave(args);
}

/* Keeps two groups of `group` copies in flight. When all copies of a group have arrived, the next group replaces it: a
 * wait for each single copy would take longer than most copies. The time runs from the arrival of the second group to
 * that of the last one. */
template <enum form form, bool record>
static __device__ void several(const tma_args &args, const target<form> *of, uint32_t barriers)
{
	const uint32_t to = keep_address(own_address(memory)), groups = TMA_COPIES / args.group;
	unsigned long long start = 0;

#pragma unroll 1
	for (uint32_t g = 0; g < groups + 2; g++) {
		const uint32_t barrier = barriers + g % 2 * 8, first = g % 2 * args.group;
		if (g >= 2)
			wait_for(args, barrier, (g / 2 - 1) & 1);
		if (g == 3)
			start = clock_now();
		for (uint32_t i = 0; record && g >= 2 && i < args.group; i++)
			look(args, of[(g - 2) * args.group + i], (first + i) * args.bytes, threadIdx.x);
		if (record)
			__syncwarp();
		if (g < groups && threadIdx.x == 0) {
			barrier_expect(barrier, args.group * args.bytes);
#pragma unroll 1
			for (uint32_t i = 0; i < args.group; i++)
				of[g * args.group + i].copy(args, to + (first + i) * args.bytes, barrier);
		}
	}
	if (threadIdx.x == 0)
		args.cycles[3] = clock_now() - start;
}

template <enum form form, bool record> static __device__ void load(const tma_args &args)
{
	__shared__ __align__(8) unsigned long long full[3];
	__shared__ target<form> of[TMA_COPIES];
	const uint32_t barrier = keep_address(own_address(full));
	const unsigned long long turn = *args.turn;

	for (uint32_t i = threadIdx.x; i < TMA_COPIES; i += 32)
		of[i] = target<form>::make(args, turn + args.copies + i);
	if (threadIdx.x == 0) {
		for (uint32_t i = 0; i < 3; i++)
			barrier_init(barrier + 8 * i, 1);
		barrier_init_fence();
	}
	__syncwarp();
	if (!record && threadIdx.x != 0)
		return;
	single<form, record>(args, turn, barrier);
	several<form, record>(args, of, barrier + 8);
	if (threadIdx.x == 0)
		*args.turn = turn + args.copies + TMA_COPIES;
}

template <enum form form> static __device__ void load_or_look(const tma_args &args)
{
	if (args.record)
		load<form, true>(args);
	else
		load<form, false>(args);
}
extern "C" __global__ void __launch_bounds__(32, 1) tma_bulk(const __grid_constant__ struct tma_args args)
{
	load_or_look<BULK>(args);
}
extern "C" __global__ void __launch_bounds__(32, 1) tma_tensor(const __grid_constant__ struct tma_args args)
{
	load_or_look<TENSOR>(args);
}
extern "C" __global__ void __launch_bounds__(32, 1) tma_im2col(const __grid_constant__ struct tma_args args)
{
	load_or_look<IM2COL>(args);
}
#if __CUDA_ARCH__ >= 1000
extern "C" __global__ void __launch_bounds__(32, 1) tma_gather(const __grid_constant__ struct tma_args args)
{
	load_or_look<GATHER>(args);
}
#endif

/* ---- to global memory -------------------------------------------------------------------------------------------- */

#define BACK(name, instruction)                                                             \
	struct name {                                                                       \
		unsigned long long address;                                                 \
		static __device__ name make(const tma_args &args, unsigned long long place) \
		{                                                                           \
			return { __cvta_generic_to_global(args.at + place) };               \
		}                                                                           \
		__device__ void copy(const tma_args &args, uint32_t from) const             \
		{                                                                           \
			asm volatile(instruction " [%0], [%1], %2;"                         \
				     :                                                      \
				     : "l"(address), "r"(from), "r"(args.bytes)             \
				     : "memory");                                           \
		}                                                                           \
	};
#define REDUCE "cp.reduce.async.bulk.global.shared::cta.bulk_group"
BACK(store, "cp.async.bulk.global.shared::cta.bulk_group")
BACK(add_u32, REDUCE ".add.u32")
BACK(add_f32, REDUCE ".add.f32")
BACK(max_u32, REDUCE ".max.u32")
BACK(xor_b32, REDUCE ".xor.b32")

#if __CUDA_ARCH__ >= 1000 && __CUDA_ARCH__ < 1200
struct scatter {
	uint32_t row;

	static __device__ scatter make(const tma_args &args, unsigned long long place)
	{
		return { (uint32_t)(place / args.width) };
	}
	__device__ void copy(const tma_args &args, uint32_t from) const
	{
		asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group "
			     "[%0, {%1, %2, %3, %4, %5}], [%6];"
			     :
			     : "l"(&args.map), "r"(0), "r"(row + tma_row(0)), "r"(row + tma_row(1)),
			       "r"(row + tma_row(2)), "r"(row + tma_row(3)), "r"(from)
			     : "memory");
	}
};
#endif

/* Loads the last word. The store waits for the load. */
static __device__ void read_back(const unsigned char *at, uint32_t seen)
{
	uint32_t word;

	asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(word) : "l"(__cvta_generic_to_global(at)) : "memory");
	asm volatile("st.volatile.shared.u32 [%0], %1;" : : "r"(seen), "r"(word) : "memory");
}

/* Waits until the engine releases the thread, and then until a load of the written data returns. */
template <class way, uint32_t reduction> static __device__ void back(const tma_args &args)
{
	__shared__ uint32_t word;
	const uint32_t from = keep_address(own_address(memory)), seen = keep_address(own_address(&word));
	const unsigned long long turn = *args.turn;
	stopwatch watch;

	for (uint32_t i = threadIdx.x; i < args.bytes / 4; i += blockDim.x)
		((uint32_t *)memory)[i] = tma_word(reduction, i);
	asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
	__syncthreads();
	if (threadIdx.x != 0)
		return;
#pragma unroll 1
	for (uint32_t i = 0; i < args.copies; i++) {
		const unsigned long long place = tma_place(&args, turn + i);
		const way to = way::make(args, place);
		asm volatile("st.volatile.shared.u32 [%0], %1;" : : "r"(seen), "r"(zero_of(args, to)) : "memory");
		const unsigned long long start = clock_now();
		to.copy(args, from);
		asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" : : : "memory");
		const unsigned long long taken = clock_now() - start;
		read_back(args.at + place + args.bytes - 4, seen);
		watch.add(taken, clock_now() - start);
	}
	watch.leave(args);
	*args.turn = turn + args.copies;
}

extern "C" __global__ void __launch_bounds__(128, 1) tma_store(const __grid_constant__ struct tma_args args)
{
	back<store, TMA_STORED>(args);
}
#if __CUDA_ARCH__ >= 1000 && __CUDA_ARCH__ < 1200
extern "C" __global__ void __launch_bounds__(128, 1) tma_scatter(const __grid_constant__ struct tma_args args)
{
	back<scatter, TMA_STORED>(args);
}
#endif
#define REDUCTION(name)                                                                                               \
	extern "C" __global__ void __launch_bounds__(128, 1) tma_##name(const __grid_constant__ struct tma_args args) \
	{                                                                                                             \
		back<name, TMA_##name>(args);                                                                         \
	}
TMA_REDUCTIONS(REDUCTION)
