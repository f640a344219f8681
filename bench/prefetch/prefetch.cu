/* Kernels of `prefetch`: blocks compute with tiles from L2 or DRAM, whose loads are issued some tiles earlier.
 * Consecutive tiles of a block are a grid size apart. Loads bypass L1 (.cg), as cp.async does. */
#include "prefetch.h"

typedef uint32_t u32;

static __device__ float4 load(const float4 *at)
{
	float4 v;

	asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
		     : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
		     : "l"(__cvta_generic_to_global(at))
		     : "memory");
	return v;
}

/* Where a thread loads its part of the next tile; counted in parts. */
struct place {
	const float4 *from;
	u32 at, step, set;

	__device__ place(const prefetch_args &args)
	    : from((const float4 *)args.at), at((args.first + blockIdx.x) % args.tiles * PREFETCH_BLOCK + threadIdx.x),
	      step(gridDim.x * PREFETCH_BLOCK), set(args.tiles * PREFETCH_BLOCK)
	{
	}
	__device__ const float4 *next()
	{
		const float4 *here = from + at;

		at += step;
		at -= at >= set ? set : 0;
		return here;
	}
};

/* Runs four chains of multiply-adds for as many rounds as the host requests. */
static __device__ void compute(float4 &x, float4 v, const prefetch_args &args)
{
	u32 rounds = args.rounds;

	/* A `for` loop could be skipped, so the compiler would wait for the load in flight before it. */
#pragma unroll 1
	do {
		asm volatile("" : "+r"(rounds));
#pragma unroll
		for (int i = 0; i < PREFETCH_BODY / 4; i++) {
			x.x = fmaf(x.x, args.factor, v.x);
			x.y = fmaf(x.y, args.factor, v.y);
			x.z = fmaf(x.z, args.factor, v.z);
			x.w = fmaf(x.w, args.factor, v.w);
		}
	} while (--rounds > 0);
}

static __device__ float sum_of(float4 x)
{
	return x.x + x.y + (x.z + x.w);
}

static __device__ void finish(float4 x, const prefetch_args &args)
{
	const float end = sum_of(x);

	if (args.record || end == args.never)
		args.out[blockIdx.x * PREFETCH_BLOCK + threadIdx.x] = end;
}

/* Two slots for a distance of 0: with a single slot the compiler unrolls the arithmetic loop. */
#define SLOTS(distance) ((distance) > 0 ? (distance) + 1u : 2u)

/* The tile in use and the tiles in flight, each in its own registers, so that no moves are needed. */
template <int DISTANCE> struct ring {
	float4 slot[SLOTS(DISTANCE)];

	__device__ void begin(place &from)
	{
#pragma unroll
		for (int i = 0; i < DISTANCE; i++)
			slot[i] = load(from.next());
	}
};

/* Each thread computes with the data that it loaded. */
template <int DISTANCE> static __device__ void by_register(const prefetch_args &args)
{
	place from(args);
	float4 x = make_float4(0, 0, 0, 0);
	ring<DISTANCE> tiles;

	tiles.begin(from);
#pragma unroll 1
	for (u32 step = 0; step < args.steps; step += SLOTS(DISTANCE)) {
#pragma unroll
		for (u32 s = 0; s < SLOTS(DISTANCE); s++) {
			if (DISTANCE == 0 || step + s + DISTANCE < args.steps)
				tiles.slot[(s + DISTANCE) % SLOTS(DISTANCE)] = load(from.next());
			compute(x, tiles.slot[s], args);
		}
	}
	finish(x, args);
}

/* Data pass from registers to shared memory, where another thread reads them. Two tiles there need only one barrier per
 * step. */
template <int DISTANCE> static __device__ void by_shared(const prefetch_args &args)
{
	__shared__ float4 tile[2][PREFETCH_BLOCK];
	const u32 other = (threadIdx.x + PREFETCH_SHIFT) % PREFETCH_BLOCK;
	place from(args);
	float4 x = make_float4(0, 0, 0, 0);
	ring<DISTANCE> tiles;
	u32 half = 0;

	tiles.begin(from);
#pragma unroll 1
	for (u32 step = 0; step < args.steps; step += SLOTS(DISTANCE)) {
#pragma unroll
		for (u32 s = 0; s < SLOTS(DISTANCE); s++) {
			if (DISTANCE == 0 || step + s + DISTANCE < args.steps)
				tiles.slot[(s + DISTANCE) % SLOTS(DISTANCE)] = load(from.next());
			tile[half][threadIdx.x] = tiles.slot[s];
			__syncthreads();
			compute(x, tile[half][other], args);
			half ^= 1;
		}
	}
	finish(x, args);
}

#if __CUDA_ARCH__ >= 800
static __device__ void copy(u32 to, const float4 *from)
{
	asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
		     :
		     : "r"(to), "l"(__cvta_generic_to_global(from))
		     : "memory");
}

/* Data go directly to shared memory. It holds the tiles in flight, the tile in use, and one that some threads may still
 * be reading, so that one barrier per step suffices. */
template <int DISTANCE> static __device__ void by_cp_async(const prefetch_args &args)
{
	const u32 TILES = DISTANCE + 2;
	__shared__ float4 tile[TILES][PREFETCH_BLOCK];
	const u32 other = (threadIdx.x + PREFETCH_SHIFT) % PREFETCH_BLOCK;
	const u32 own = (u32)__cvta_generic_to_shared(&tile[0][threadIdx.x]);
	place from(args);
	float4 x = make_float4(0, 0, 0, 0);
	u32 to = DISTANCE, slot = 0;

#pragma unroll
	for (int i = 0; i < DISTANCE; i++) {
		copy(own + i * PREFETCH_TILE, from.next());
		asm volatile("cp.async.commit_group;" : : : "memory");
	}
#pragma unroll 1
	for (u32 step = 0; step < args.steps; step++) {
		if (DISTANCE == 0 || step + DISTANCE < args.steps)
			copy(own + to * PREFETCH_TILE, from.next());
		asm volatile("cp.async.commit_group;" : : : "memory");
		to = to + 1 == TILES ? 0 : to + 1;
		asm volatile("cp.async.wait_group %0;" : : "n"(DISTANCE) : "memory");
		__syncthreads();
		compute(x, tile[slot][other], args);
		slot = slot + 1 == TILES ? 0 : slot + 1;
	}
	finish(x, args);
}
#else
template <int DISTANCE> static __device__ void by_cp_async(const prefetch_args &)
{
}
#endif

#define KERNEL(way, distance)                                          \
	extern "C" __global__ void __launch_bounds__(PREFETCH_BLOCK)   \
		prefetch_##way##_##distance(struct prefetch_args args) \
	{                                                              \
		by_##way<distance>(args);                              \
	}
#define REGISTER(distance) KERNEL(register, distance)
#define SHARED(distance)   KERNEL(shared, distance)
#define CP_ASYNC(distance) KERNEL(cp_async, distance)
PREFETCH_DISTANCES(REGISTER)
PREFETCH_DISTANCES(SHARED)
PREFETCH_DISTANCES(CP_ASYNC)

/* ---- not timed --------------------------------------------------------------------------------------------------- */

extern "C" __global__ void prefetch_fill(struct input_fill_args args)
{
	input_fill<input_float>(args);
}

extern "C" __global__ void prefetch_check(struct prefetch_check_args args)
{
	const u32 block = blockIdx.x, thread = (threadIdx.x + args.shift) % PREFETCH_BLOCK;
	u32 tile = (args.run.first + block) % args.run.tiles;
	float4 x = make_float4(0, 0, 0, 0);

#pragma unroll 1
	for (u32 step = 0; step < args.run.steps; step++) {
		const unsigned long long word = (tile * (unsigned long long)PREFETCH_BLOCK + thread) * 4;
		const float4 v =
			make_float4(__uint_as_float(input_float(word)), __uint_as_float(input_float(word + 1)),
				    __uint_as_float(input_float(word + 2)), __uint_as_float(input_float(word + 3)));
		compute(x, v, args.run);
		tile += args.grid;
		tile -= tile >= args.run.tiles ? args.run.tiles : 0;
	}
	const u32 at = block * PREFETCH_BLOCK + threadIdx.x;
	if (args.run.out[at] != sum_of(x))
		gb_report_wrong(args.report, at);
	gb_report_compared(args.report, 1);
}
