/* Kernels of `energy`: one instruction in a loop, on data that the host chooses, with one block per SM. */
#include "../common/chain_steps.h"
#include "../common/fragments.h"
#include "../common/toolkit.h"
#include "energy.h"
#ifdef ENERGY_WGMMA
#include "../common/swizzled.h"
#include "../common/warpgroup.h"
#endif

/* Architecture 90a needs CUDA 12.0, and mma.sync with FP8 needs 12.4. */
#if (__CUDA_ARCH__ >= 900 && TOOLKIT < 1200) || (__CUDA_ARCH__ >= 890 && TOOLKIT < 1204)
TOOLKIT_TOO_OLD
#endif

[[maybe_unused]] static __device__ uint32_t fold(uint32_t sum, uint32_t end)
{
	return sum * ENERGY_SHARE + end;
}

[[maybe_unused]] static __device__ uint32_t thread_number()
{
	return blockIdx.x * blockDim.x + threadIdx.x;
}

extern "C" __global__ void energy_fill(struct energy_fill_args args)
{
	const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;

	for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < args.words;
	     i += step)
		args.at[i] = energy_word(args.data, i);
}

#ifdef ENERGY_WGMMA
#ifdef __CUDA_ARCH_FEAT_SM90_ALL

/* ---- matrix instructions of a warpgroup: 64 rows by 256 columns, all operands in shared memory ------------------- */

template <class F> static __device__ void groups(const struct energy_args &args)
{
	enum { steps = ENERGY_ROW_BYTES / ENERGY_STEP_BYTES, cols = ENERGY_GROUP_COLS };
	extern __shared__ __align__(1024) uint4 shared[];
	uint4 *const tile_b = shared, *const tile_a = shared + cols * ENERGY_ROW_BYTES / 16;
	const uint32_t group = threadIdx.x / 128, warp = threadIdx.x / 32 % 4;
	uint32_t sum[F::sums] = {}, folded = 0;

	copy_tile(tile_b, args.b, cols, ENERGY_ROW_BYTES);
	copy_tile(tile_a, args.a, ENERGY_A_ROWS, ENERGY_ROW_BYTES);
	asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
	__syncthreads();
	const unsigned long long a = tile_at(tile_a + group * ENERGY_GROUP_ROWS * ENERGY_ROW_BYTES / 16),
				 b = tile_at(tile_b);
#pragma unroll 1
	for (uint32_t trip = 0; trip < args.trips; trip++) {
		asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
		for (int i = 0; i < ENERGY_GROUP_LAPS * steps; i++)
			F::issue(sum, a + i % steps * (ENERGY_STEP_BYTES / 16),
				 b + i % steps * (ENERGY_STEP_BYTES / 16), i > 0, 0);
		asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
		asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
		folded = fold(folded, sum[0]);
	}
	args.folds[thread_number()] = folded;
	if (!args.record)
		return;
	uint32_t *out =
		(uint32_t *)args.ends + ((blockIdx.x * 2 + group) * ENERGY_GROUP_ROWS + warp * 16) * ENERGY_GROUP_COLS;
#pragma unroll
	for (int j = 0; j < cols / 8; j++)
		store<uint32_t, 4, false>(out + j * 8, cols, sum + j * 4);
}

#define GROUP(NAME, K, TYPES, SIGNS)                                               \
	WGMMA(NAME, 128, 0, "sync.aligned.m64n256k" K "." TYPES, "", SIGNS, SIGNS) \
	extern "C" __global__ void __launch_bounds__(ENERGY_MATRIX_BLOCK, 1)       \
		energy_##NAME(const struct energy_args args)                       \
	{                                                                          \
		groups<NAME>(args);                                                \
	}
GROUP(wgmma_fp16, "16", "f32.f16.f16", ", 1, 1, 0, 0")
GROUP(wgmma_bf16, "16", "f32.bf16.bf16", ", 1, 1, 0, 0")
GROUP(wgmma_tf32, "8", "f32.tf32.tf32", ", 1, 1")
GROUP(wgmma_fp8, "32", "f32.e4m3.e4m3", ", 1, 1")
GROUP(wgmma_int8, "32", "s32.s8.s8", "")

#endif
#else

/* ---- chains ------------------------------------------------------------------------------------------------------ */

template <class op> static __device__ void chain(const struct energy_args &args)
{
	typedef typename op::value value;
	const chain_word start = ((const chain_word *)args.a)[threadIdx.x];
	const value a = value_of<value>(((const chain_word *)args.b)[threadIdx.x]);
	uint32_t folded = 0;
	value x = value_of<value>(start);

#pragma unroll 1
	for (uint32_t trip = 0; trip < args.trips; trip++) {
		x = value_of<value>(start ^ (trip & args.zero));
#pragma unroll
		for (int step = 0; step < ENERGY_STEPS; step++)
			x = op::step(x, a);
		folded = fold(folded, end_of(x));
	}
	args.folds[thread_number()] = folded;
	if (args.record)
		((chain_word *)args.ends)[thread_number()] = word_of(x);
}

#define CHAIN(name)                                                                                          \
	extern "C" __global__ void __launch_bounds__(ENERGY_BLOCK, 1) energy_##name(struct energy_args args) \
	{                                                                                                    \
		chain<operation::name>(args);                                                                \
	}
ENERGY_CHAINS(CHAIN)

/* ---- matrix instructions of a warp ------------------------------------------------------------------------------- */

template <class F> static __device__ void multiply(const struct energy_args &args)
{
	typedef typename F::word word;
	enum { words = ENERGY_ROW_BYTES / sizeof(word), cols = ENERGY_WARP_COLS };
	const uint32_t warp = threadIdx.x / 32;
	word a[F::as], b[ENERGY_SUMS][F::bs], sum[ENERGY_SUMS][F::sums];
	uint32_t folded = 0;

	load<word, F::as, F::rows>(a, (const word *)args.a + warp * 16 * words, words);
#pragma unroll
	for (int s = 0; s < ENERGY_SUMS; s++)
		load<word, F::bs, 8>(b[s], (const word *)args.b + (warp * cols + s * 8) * words, words);
#pragma unroll 1
	for (uint32_t trip = 0; trip < args.trips; trip++) {
#pragma unroll
		for (int i = 0; i < ENERGY_SUMS * F::sums; i++)
			sum[i / F::sums][i % F::sums] = value_of<word>(trip & args.zero);
#pragma unroll 1
		for (int round = 0; round < ENERGY_ROUNDS; round++)
#pragma unroll
			for (int s = 0; s < ENERGY_SUMS; s++)
				F::mma(sum[s], a, b[s], 0);
		folded = fold(folded, end_of(sum[0][0]));
	}
	args.folds[thread_number()] = folded;
	if (!args.record)
		return;
	word *out = (word *)args.ends + (blockIdx.x * ENERGY_MATRIX_WARPS + warp) * F::rows * cols;
#pragma unroll
	for (int s = 0; s < ENERGY_SUMS; s++)
		store<word, F::sums, false>(out + s * 8, cols, sum[s]);
}

#define WARP(NAME)                                                                                                  \
	extern "C" __global__ void __launch_bounds__(ENERGY_MATRIX_BLOCK, 1) energy_##NAME(struct energy_args args) \
	{                                                                                                           \
		multiply<NAME>(args);                                                                               \
	}
#define SIXTEEN_ROWS(NAME, OP)                                                     \
	MMA(NAME, 16, uint32_t, "r", 4, 2, 4, 0,                                   \
	    "mma.sync.aligned." OP " " D4 ", {%4, %5, %6, %7}, {%8, %9}, " D4 ";") \
	WARP(NAME)
#if __CUDA_ARCH__ >= 800
SIXTEEN_ROWS(mma_fp16, "m16n8k16.row.col.f32.f16.f16.f32")
SIXTEEN_ROWS(mma_bf16, "m16n8k16.row.col.f32.bf16.bf16.f32")
SIXTEEN_ROWS(mma_tf32, "m16n8k8.row.col.f32.tf32.tf32.f32")
SIXTEEN_ROWS(mma_int8, "m16n8k32.row.col.s32.s8.s8.s32")
/* From Hopper on, only sixteen rows use the units fully. */
#if __CUDA_ARCH__ >= 900
MMA(mma_fp64, 16, double, "d", 2, 1, 4, 0,
    "mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 " D4 ", {%4, %5}, {%6}, " D4 ";")
#else
MMA(mma_fp64, 8, double, "d", 1, 1, 2, 0, "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 " D2 ", {%2}, {%3}, " D2 ";")
#endif
WARP(mma_fp64)
#endif
/* Other architectures implement FP8 with FP16 or have better instructions. */
#if (__CUDA_ARCH__ == 890 || __CUDA_ARCH__ >= 1200) && TOOLKIT >= 1204
SIXTEEN_ROWS(mma_fp8, "m16n8k32.row.col.f32.e4m3.e4m3.f32")
#endif

/* ---- memory ------------------------------------------------------------------------------------------------------ */

/* Advances by a step, and returns to the start of the set after its end. Before the end, `place - set` wraps to a large
 * number. */
static __device__ uint32_t next(uint32_t place, const struct energy_args &args)
{
	const uint32_t on = place + args.step;

	return min(on, on - args.set);
}

static __device__ uint32_t first_place(const struct energy_args &args)
{
	return (blockIdx.x * args.start + threadIdx.x / 32 * ENERGY_WARP_BYTES) % args.set + threadIdx.x % 32 * 16;
}

struct ca {
	static __device__ uint4 load(const uint4 *at) { return __ldca(at); }
};
struct cg {
	static __device__ uint4 load(const uint4 *at) { return __ldcg(at); }
};
/* Inline assembly, so that no load is merged or moved out of the loop. */
struct in_shared {
	static __device__ uint4 load(const uint4 *at)
	{
		uint4 v;
		asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
			     : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
			     : "r"((uint32_t)__cvta_generic_to_shared(at))
			     : "memory");
		return v;
	}
};

template <class from> static __device__ void read(const struct energy_args &args, const char *set)
{
	uint32_t at = first_place(args), total = 0;

#pragma unroll 1
	for (uint32_t trip = 0; trip < args.trips; trip++, at = next(at, args)) {
		uint4 v[ENERGY_ACCESSES];
#pragma unroll
		for (int i = 0; i < ENERGY_ACCESSES; i++)
			v[i] = from::load((const uint4 *)(set + at + i * 512));
#pragma unroll
		for (int i = 0; i < ENERGY_ACCESSES; i++)
			total += v[i].x + v[i].y + v[i].z + v[i].w;
	}
	args.folds[thread_number()] = total;
}

extern "C" __global__ void __launch_bounds__(ENERGY_BLOCK, 1) energy_l1_read(struct energy_args args)
{
	read<ca>(args, (const char *)args.a);
}
extern "C" __global__ void __launch_bounds__(ENERGY_BLOCK, 1) energy_l2_read(struct energy_args args)
{
	read<cg>(args, (const char *)args.a);
}
extern "C" __global__ void __launch_bounds__(ENERGY_BLOCK, 1) energy_dram_read(struct energy_args args)
{
	read<cg>(args, (const char *)args.a);
}

extern "C" __global__ void __launch_bounds__(ENERGY_BLOCK, 1) energy_shared_read(struct energy_args args)
{
	extern __shared__ uint4 memory[];

#pragma unroll 1
	for (uint32_t i = threadIdx.x; i < args.set / 16; i += blockDim.x)
		memory[i] = ((const uint4 *)args.a)[i];
	__syncthreads();
	read<in_shared>(args, (const char *)memory);
}

extern "C" __global__ void __launch_bounds__(ENERGY_BLOCK, 1) energy_dram_write(struct energy_args args)
{
	const uint4 v = ((const uint4 *)args.b)[threadIdx.x];
	uint32_t at = first_place(args);

#pragma unroll 1
	for (uint32_t trip = 0; trip < args.trips; trip++, at = next(at, args))
#pragma unroll
		for (int i = 0; i < ENERGY_ACCESSES; i++)
			__stcg((uint4 *)((char *)args.a + at + i * 512), v);
}

/* ---- not timed --------------------------------------------------------------------------------------------------- */

/* Checks the sum of the thread with the same number. The words are recomputed, not read. */
extern "C" __global__ void energy_check_read(struct energy_check_args args)
{
	uint32_t at = first_place(args.of), total = 0;

#pragma unroll 1
	for (uint32_t trip = 0; trip < args.of.trips; trip++, at = next(at, args.of))
#pragma unroll 1
		for (uint32_t i = 0; i < 4 * ENERGY_ACCESSES; i++)
			total += energy_word(args.data, (at + i / 4 * 512) / 4 + i % 4);
	if (args.of.folds[thread_number()] != total)
		gb_report_wrong(args.report, thread_number());
	gb_report_compared(args.report, 1);
}

/* Checks every word that the thread with the same number must have written. */
extern "C" __global__ void energy_check_written(struct energy_check_args args)
{
	unsigned long long compared = 0;
	uint32_t at = first_place(args.of);

#pragma unroll 1
	for (uint32_t trip = 0; trip < args.of.trips; trip++, at = next(at, args.of))
#pragma unroll 1
		for (uint32_t i = 0; i < 4 * ENERGY_ACCESSES; i++, compared++) {
			const unsigned long long word = (at + i / 4 * 512) / 4 + i % 4;
			if (((const uint32_t *)args.of.a)[word] != energy_written(args.data, threadIdx.x, i % 4))
				gb_report_wrong(args.report, word);
		}
	gb_report_compared(args.report, compared);
}

#endif
