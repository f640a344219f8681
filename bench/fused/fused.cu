/* Kernels of `fused`: the matrix unit next to another pipe in one block of one SM, and setmaxnreg. */
#include "../common/cluster.h"
#include "../common/fragments.h"
#include "../common/now.h"
#include "../common/swizzled.h"
#include "../common/warpgroup.h"
#include "fused.h"

#ifdef __CUDA_ARCH_FEAT_SM90_ALL
#if HOPPER

extern __shared__ __align__(1024) uint4 shared[];

WGMMA(product, 128, false, "sync.aligned.m64n256k16.f32.bf16.bf16", "", ", 1, 1, 0, 0", ", 1, 1, 0")

/* ---- the other pipe ---------------------------------------------------------------------------------------------- */

/* In each chain, an operation takes the result of the previous one. */
template <int pipe> struct chains {
	float x[FUSED_CHAINS], sum[FUSED_CHAINS], most[FUSED_CHAINS], minus_one, one, two;

	__device__ chains(const fused_args &args) : minus_one(args.minus_one), one(args.one), two(args.two) {}
	__device__ void begin()
	{
#pragma unroll
		for (int k = 0; k < FUSED_CHAINS; k++) {
			x[k] = __uint_as_float(fused_start(pipe, threadIdx.x, k));
			most[k] = sum[k] = 0;
		}
	}
	/* A subtraction follows each exponential, which is added to the row's sum. softmax also finds the row's maximum
	 * and converts each pair. The pair, read as a float, is the odd chain's x; if that is 0, the pair is
	 * subnormal. */
	__device__ __forceinline__ void raise(int k)
	{
		asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+f"(x[k]));
		x[k] = fmaf(x[k], minus_one, two);
		if (pipe == FUSED_SOFTMAX)
			most[k] = fmaxf(most[k], x[k]);
		if (pipe == FUSED_SOFTMAX && k % 2 == 1)
			asm volatile("{ .reg .b32 pair; cvt.rn.bf16x2.f32 pair, %1, %2; add.rn.ftz.f32 %0, %0, pair; }"
				     : "+f"(sum[k])
				     : "f"(x[k]), "f"(x[k - 1]));
		else
			sum[k] += x[k];
	}
	__device__ __forceinline__ void step(int k, bool is_second)
	{
		if (pipe == FUSED_EX2 || pipe == FUSED_SOFTMAX)
			raise(k);
		else if (pipe == FUSED_BF16) /* the lower half, -1, rounds the upper one up in the next conversion */
			asm volatile("{ .reg .b32 pair; cvt.rn.bf16x2.f32 pair, %0, %1; mov.b32 %0, pair; }"
				     : "+f"(x[k])
				     : "f"(minus_one));
		else if (pipe == FUSED_FFMA)
			x[k] = fmaf(x[k], one, two);
		else if (is_second) /* four floats become bytes */
			asm volatile("{ .reg .b16 low, high; cvt.rn.satfinite.e4m3x2.f32 low, %0, %1;"
				     " cvt.rn.satfinite.e4m3x2.f32 high, %1, %0; mov.b32 %0, {low, high}; }"
				     : "+f"(x[k])
				     : "f"(x[k ^ 1]));
	}
	__device__ __forceinline__ void work(const fused_args &, uint32_t bodies)
	{
#pragma unroll 1
		for (uint32_t body = 0; body < bodies; body++)
#pragma unroll
			for (int i = 0; i < FUSED_BODY; i++)
				step(i % FUSED_CHAINS, i / FUSED_CHAINS % 2 == 1);
	}
	__device__ void finish()
	{
	}
	__device__ void leave(const fused_args &args) const
	{
		uint32_t end = 0;
#pragma unroll
		for (int k = 0; k < FUSED_CHAINS; k++)
			end = input_mix(end ^ __float_as_uint(x[k]) ^ __float_as_uint(most[k]) ^
					__float_as_uint(sum[k]));
		args.ends[threadIdx.x] = end;
	}
};

/* One thread copies pieces into a ring and reuses each place as soon as its piece has arrived. */
struct copy {
	uint32_t ring, full, pieces;

	__device__ copy(const fused_args &)
	    : ring(own_address(shared) + FUSED_BYTES), full(ring + FUSED_RING * FUSED_PIECE), pieces(0)
	{
		if (threadIdx.x == FUSED_MATRIX)
			for (uint32_t i = 0; i < FUSED_RING; i++)
				barrier_init(full + 8 * i, 1);
		barrier_init_fence();
	}
	__device__ void begin() {}
	__device__ void wait(uint32_t i) const { barrier_wait(full + 8 * (i % FUSED_RING), i / FUSED_RING % 2); }
	__device__ void work(const fused_args &args, uint32_t count)
	{
		if (threadIdx.x == FUSED_MATRIX)
			for (const uint32_t until = pieces + count; pieces < until; pieces++) {
				const uint32_t at = pieces % FUSED_RING;
				if (pieces >= FUSED_RING)
					wait(pieces - FUSED_RING);
				barrier_expect(full + 8 * at, FUSED_PIECE);
				asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], "
					     "[%1], %2, [%3];"
					     :
					     : "r"(ring + at * FUSED_PIECE),
					       "l"(args.source + pieces % FUSED_SOURCE * (FUSED_PIECE / 4)),
					       "r"(FUSED_PIECE), "r"(full + 8 * at)
					     : "memory");
			}
		__syncwarp();
	}
	__device__ void finish()
	{
		if (threadIdx.x == FUSED_MATRIX)
			for (uint32_t i = pieces < FUSED_RING ? 0 : pieces - FUSED_RING; i < pieces; i++)
				wait(i);
		__syncwarp();
	}
	__device__ void leave(const fused_args &args) const
	{
		for (uint32_t i = threadIdx.x - FUSED_MATRIX; i < FUSED_RING * FUSED_PIECE / 16; i += FUSED_GROUP)
			((uint4 *)args.copied)[i] = shared[FUSED_BYTES / 16 + i];
	}
};

/* ---- both pipes -------------------------------------------------------------------------------------------------- */

struct matrix {
	uint32_t sum[product::sums];
	unsigned long long a, b;
	uint32_t barrier, meetings;
};

/* Called at the end of a phase and of each trip, whose last products may still be running. No warpgroup is then more
 * than a trip ahead. */
static __device__ __forceinline__ void meet(matrix &m)
{
	__syncwarp();
	if (threadIdx.x % 32 == 0)
		barrier_arrive_there(m.barrier);
	barrier_wait(m.barrier, m.meetings++ % 2);
}

/* The work of a phase. `same`: the warpgroups that multiply also do the other work. */
template <bool same, class other>
static __device__ __forceinline__ void work(const fused_args &args, matrix &m, other &o, uint32_t phase, uint32_t trips)
{
	const bool is_other = !same && threadIdx.x >= FUSED_MATRIX;
	const uint32_t bodies = phase == FUSED_MATRIX_ALONE ? 0 : args.bodies;

	if (phase == FUSED_OTHER_ALONE) {
		if (same || is_other)
			o.work(args, bodies * trips);
	} else if (is_other) {
#pragma unroll 1
		for (uint32_t trip = 0; trip < trips; trip++) {
			o.work(args, bodies);
			meet(m);
		}
	} else {
#pragma unroll 1
		for (uint32_t trip = 0; trip < trips; trip++) {
			asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
			for (int s = 0; s < FUSED_STEPS; s++)
				product::issue(m.sum, m.a + s % 4 * 2, m.b + s % 4 * 2, s || trip % FUSED_SPAN, 0);
			asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
			if (same)
				o.work(args, bodies);
			asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");
			if (!same)
				meet(m);
		}
		asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
	}
	if (is_other)
		o.finish();
}

template <bool same, class other> static __device__ void fused(const fused_args &args)
{
	__shared__ __align__(8) unsigned long long barrier;
	matrix m = {};
	other o(args);

	m.barrier = own_address(&barrier);
	if (threadIdx.x == 0)
		barrier_init(m.barrier, blockDim.x / 32);
	copy_tile(shared, args.matrices, FUSED_ROWS + FUSED_COLS, FUSED_DEPTH * 2);
	asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
	m.a = tile_at(shared + threadIdx.x / FUSED_GROUP % 2 * 64 * 8);
	m.b = tile_at(shared + FUSED_ROWS * 8);
#pragma unroll 1
	for (uint32_t round = 0; round < 2 * FUSED_PHASES; round++) {
		const uint32_t phase = round % FUSED_PHASES;
		o.begin();
		__syncthreads();
		const unsigned long long start = clock_now();
		work<same>(args, m, o, phase, round < FUSED_PHASES ? FUSED_WARM_TRIPS : args.trips);
		meet(m); /* __syncthreads() would let a warp read the clock before all have arrived */
		if (threadIdx.x == 0)
			args.cycles[phase] = clock_now() - start;
	}
	if (same || threadIdx.x >= FUSED_MATRIX)
		o.leave(args);
	if (threadIdx.x >= FUSED_MATRIX)
		return;
	uint32_t *const out = args.sums + threadIdx.x / 32 * 16 * FUSED_COLS;
#pragma unroll
	for (int j = 0; j < FUSED_COLS / 8; j++)
		store<uint32_t, 4, false>(out + j * 8, FUSED_COLS, m.sum + j * 4);
}

#define KERNEL(name, groups, same, ...)                                      \
	extern "C" __global__ void __launch_bounds__(groups *FUSED_GROUP, 1) \
		fused_##name(const struct fused_args args)                   \
	{                                                                    \
		fused<same, __VA_ARGS__>(args);                              \
	}
#define PIPE(name, PIPE)                                     \
	KERNEL(name##_apart, 3, false, chains<FUSED_##PIPE>) \
	KERNEL(name##_same, 2, true, chains<FUSED_##PIPE>)
PIPE(ex2, EX2)
PIPE(softmax, SOFTMAX)
PIPE(bf16, BF16)
PIPE(e4m3, E4M3)
PIPE(ffma, FFMA)
KERNEL(copy_apart, 3, false, copy)

/* ---- setmaxnreg -------------------------------------------------------------------------------------------------- */

#define TAKE(count) asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" : : "n"(count) : "memory")
#define GIVE(count) asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" : : "n"(count) : "memory")

static __device__ unsigned long long clock_later()
{
	for (const unsigned long long start = clock_now(); clock_now() - start < 2000;)
		;
	return clock_now();
}

/* The first warpgroup gives most of its registers to the second, which already waits for them, and gets them back. */
extern "C" __global__ void __launch_bounds__(2 * FUSED_GROUP, 2) fused_setmaxnreg_apart(const struct fused_args args)
{
	__shared__ unsigned long long given;
	unsigned long long cycles[FUSED_HANDOVER + 1] = {};
	uint32_t trip;

#pragma unroll 1
	for (trip = 0; trip < args.trips; trip++) {
		__syncthreads();
		if (threadIdx.x < FUSED_GROUP) {
			const unsigned long long before = clock_later();
			GIVE(24);
			cycles[FUSED_RELEASE] += clock_now() - before;
			if (threadIdx.x == 0)
				given = before;
		} else {
			TAKE(232);
			cycles[FUSED_HANDOVER] += clock_now();
		}
		__syncthreads();
		if (threadIdx.x >= FUSED_GROUP) {
			cycles[FUSED_HANDOVER] -= given;
			GIVE(128);
		}
		__syncthreads();
		if (threadIdx.x < FUSED_GROUP) {
			const unsigned long long before = clock_later();
			TAKE(128);
			cycles[FUSED_CLAIM] += clock_now() - before;
		}
	}
	for (int i = 0; i <= FUSED_HANDOVER; i++)
		if (threadIdx.x == (i == FUSED_HANDOVER ? FUSED_GROUP : 0))
			args.cycles[i] = cycles[i];
	args.ends[threadIdx.x] = threadIdx.x + trip;
}

#elif HOPPER_MISSING
TOOLKIT_TOO_OLD
#endif
#endif
