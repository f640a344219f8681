/* wgmma_chains.h: chains of Hopper's warpgroup instructions, each of 64 rows by n columns. Part of mma.cu. */
#pragma once

#include "../common/swizzled.h"
#include "../common/warpgroup.h"

/* The operands of a warpgroup: for each of the four steps of a row, the registers of A or its address in shared memory;
 * the address of B. */
template <class F> struct group_operands {
	uint32_t registers[MMA_ROW_BYTES / MMA_STEP_BYTES][4];
	unsigned long long a, b;
	uint32_t sum[F::sums];
};

template <class F, bool A_in_registers> static __device__ void issue(group_operands<F> &g, int step, int keep)
{
	/* Descriptors hold addresses in units of 16 bytes. */
	const uint32_t at = step * MMA_STEP_BYTES / 16;

	if (A_in_registers)
		F::issue(g.sum, g.registers[step], g.b + at, keep, 0);
	else
		F::issue(g.sum, g.a + at, g.b + at, keep, 0);
}

/* A trip has BODY instructions. All of them (WAITED) or only the last one are committed. The next trip is issued before
 * they have ended, unless WAITED is set. */
template <class F, bool A_in_registers, int BODY, bool WAITED>
static __device__ void multiply(group_operands<F> &g, uint32_t trips, uint32_t one)
{
	enum { steps = MMA_ROW_BYTES / MMA_STEP_BYTES };

	trips = hidden(trips);
#pragma unroll 1
	for (uint32_t trip = 0; trip < trips; trip += one) {
		asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
		for (int i = 0; i < BODY; i++) {
			issue<F, A_in_registers>(g, i % steps, i > 0 || trip % MMA_SPAN != 0);
			if (WAITED) {
				asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
				asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
			}
		}
		if (!WAITED) {
			asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
			asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");
		}
	}
	if (!WAITED)
		asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
}

/* Cycles of complete bodies minus cycles of half bodies. */
template <class F, bool A_in_registers, int BODY, bool WAITED>
static __device__ long long clocked(group_operands<F> &g, uint32_t trips, uint32_t half_trips, uint32_t one)
{
	const long long start = (long long)clock_now();
	multiply<F, A_in_registers, BODY, WAITED>(g, trips, one);
	const long long middle = (long long)clock_now();
	multiply<F, A_in_registers, BODY / 2, WAITED>(g, half_trips, one);
	return (middle - start) - ((long long)clock_now() - middle);
}

template <class F, int N, bool A_in_registers> static __device__ void chains(const struct mma_args &args)
{
	enum { rows = MMA_GROUP_ROWS, words = MMA_ROW_BYTES / 4, of_eight = F::sums * 8 / N };
	extern __shared__ __align__(1024) uint4 shared[];
	uint4 *const tile_b = shared, *const tile_a = shared + N * MMA_ROW_BYTES / 16;
	const uint32_t group = threadIdx.x / 128, groups = blockDim.x / 128, warp = threadIdx.x / 32 % 4;
	group_operands<F> g = {};
	long long waited = 0, cycles = 0;

	copy_tile(tile_b, args.b, N, MMA_ROW_BYTES);
	copy_tile(tile_a, args.a, groups * rows, MMA_ROW_BYTES);
#pragma unroll
	for (int s = 0; s < MMA_ROW_BYTES / MMA_STEP_BYTES; s++)
		load<uint32_t, 4, 16>(
			g.registers[s],
			(const uint32_t *)args.a + (group * rows + warp * 16) * words + s * MMA_STEP_BYTES / 4, words);
	asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
	__syncthreads();
	g.a = tile_at(tile_a + group * rows * MMA_ROW_BYTES / 16);
	g.b = tile_at(tile_b);
#pragma unroll 1
	for (int pass = 0; pass < MMA_PASSES; pass++) {
		waited = clocked<F, A_in_registers, MMA_BODY_WAITED, true>(g, args.waited_trips, args.waited_trips,
									   args.one);
		cycles = clocked<F, A_in_registers, MMA_BODY_GROUP(N), false>(g, args.trips, args.half_trips, args.one);
	}
	if (blockIdx.x == 0 && threadIdx.x == 0) {
		args.cycles[0] = (unsigned long long)cycles;
		args.cycles[1] = (unsigned long long)waited;
	}
	if (!args.record)
		return;
	uint32_t *out = (uint32_t *)args.out +
			((unsigned long long)(blockIdx.x * groups + group) * rows + warp * 16) * N / (1 + F::pair);
#pragma unroll
	for (int j = 0; j < N / 8; j++)
		store<uint32_t, of_eight, F::pair>(out + j * 8 / (1 + F::pair), N, g.sum + j * of_eight);
}

/* Registers for as many warpgroups as fit: with the most sums three, or two if A is in registers as well. */
#define KERNEL(NAME, N, FROM, IN_REGISTERS)                                                                   \
	extern "C" __global__ void __launch_bounds__(N < 192        ? 512                                     \
						     : IN_REGISTERS ? 256                                     \
								    : 384,                                    \
						     1) mma_##FROM##_##NAME##_##N(const struct mma_args args) \
	{                                                                                                     \
		chains<NAME##_##N, N, IN_REGISTERS>(args);                                                    \
	}
#define COLUMNS(NAME, N, D, PAIR, K, TYPES, SS, RS)                                    \
	WGMMA(NAME##_##N, D, PAIR, "sync.aligned.m64n" #N "k" K "." TYPES, "", SS, RS) \
	KERNEL(NAME, N, ss, false)                                                     \
	KERNEL(NAME, N, rs, true)
#define WIDE(NAME, K, TYPES, SS, RS)                \
	COLUMNS(NAME, 8, 4, 0, K, TYPES, SS, RS)    \
	COLUMNS(NAME, 16, 8, 0, K, TYPES, SS, RS)   \
	COLUMNS(NAME, 32, 16, 0, K, TYPES, SS, RS)  \
	COLUMNS(NAME, 64, 32, 0, K, TYPES, SS, RS)  \
	COLUMNS(NAME, 96, 48, 0, K, TYPES, SS, RS)  \
	COLUMNS(NAME, 128, 64, 0, K, TYPES, SS, RS) \
	COLUMNS(NAME, 192, 96, 0, K, TYPES, SS, RS) \
	COLUMNS(NAME, 256, 128, 0, K, TYPES, SS, RS)
/* Two sums per register. */
#define NARROW(NAME, K, TYPES, SS, RS)              \
	COLUMNS(NAME, 8, 2, 1, K, TYPES, SS, RS)    \
	COLUMNS(NAME, 16, 4, 1, K, TYPES, SS, RS)   \
	COLUMNS(NAME, 32, 8, 1, K, TYPES, SS, RS)   \
	COLUMNS(NAME, 64, 16, 1, K, TYPES, SS, RS)  \
	COLUMNS(NAME, 96, 24, 1, K, TYPES, SS, RS)  \
	COLUMNS(NAME, 128, 32, 1, K, TYPES, SS, RS) \
	COLUMNS(NAME, 192, 48, 1, K, TYPES, SS, RS) \
	COLUMNS(NAME, 256, 64, 1, K, TYPES, SS, RS)

WIDE(fp16_fp32, "16", "f32.f16.f16", ", 1, 1, 0, 0", ", 1, 1, 0")
NARROW(fp16_fp16, "16", "f16.f16.f16", ", 1, 1, 0, 0", ", 1, 1, 0")
WIDE(bf16_fp32, "16", "f32.bf16.bf16", ", 1, 1, 0, 0", ", 1, 1, 0")
WIDE(tf32_fp32, "8", "f32.tf32.tf32", ", 1, 1", ", 1, 1")
WIDE(e4m3_fp32, "32", "f32.e4m3.e4m3", ", 1, 1", ", 1, 1")
WIDE(int8_int32, "32", "s32.s8.s8", "", "")
