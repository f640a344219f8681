/* wgmma_kernels.h: products by Hopper's warpgroup instructions. Part of tensor.cu. */
#pragma once

#include "../common/warpgroup.h"

/* A pass takes four steps of 32 bytes of A. A step of a sparse A takes 64 bytes of B, and four steps take two tiles of
 * B. */
template <class F, bool A_in_registers> static __device__ void products(const struct tensor_args &args)
{
	enum { steps = TENSOR_GROUP_DEPTH / 32, rows = TENSOR_WGMMA_ROWS, cols = TENSOR_GROUP_COLS };
	extern __shared__ __align__(1024) uint4 shared[];
	uint4 *const tile_b = shared, *const tile_a = shared + (1 + F::sparse) * cols * 8;
	const uint32_t group = threadIdx.x / 128, groups = blockDim.x / 128, warp = threadIdx.x / 32 % 4;
	uint32_t registers[steps][4], sum[F::sums];

	copy_tile(tile_b, args.b, cols, TENSOR_B_BYTES);
	if (F::sparse)
		copy_tile(tile_b + cols * 8, (const char *)args.b + 128, cols, TENSOR_B_BYTES);
	copy_tile(tile_a, args.a, groups * rows, TENSOR_A_BYTES);
#pragma unroll
	for (int s = 0; s < steps; s++)
		load<uint32_t, 4, 16>(registers[s],
				      (const uint32_t *)args.a + (group * rows + warp * 16) * A_WORDS + s * 8, A_WORDS);
#pragma unroll
	for (int i = 0; i < F::sums; i++)
		sum[i] = 0;
	asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
	__syncthreads();
	const unsigned long long a = tile_at(tile_a + group * rows * 8), b = tile_at(tile_b);
#pragma unroll 1
	for (uint32_t pass = 0; pass < args.passes; pass++) {
		asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
		for (int s = 0; s < steps; s++) {
			const unsigned long long b_step = F::sparse ? s / 2 * (cols * 8) + s % 2 * 4 : s * 2;
			const int keep = s > 0 || !starts_anew(pass);
			if (A_in_registers)
				F::issue(sum, registers[s], b + b_step, keep, args.meta);
			else
				F::issue(sum, a + s * 2, b + b_step, keep, args.meta);
		}
		asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
		asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");
	}
	asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
	if (!args.record)
		return;
	uint32_t *out = (uint32_t *)args.out +
			((unsigned long long)(blockIdx.x * groups + group) * rows + warp * 16) * cols / (1 + F::pair);
#pragma unroll
	for (int j = 0; j < cols / 8; j++)
		store<uint32_t, F::sums / 32, F::pair>(out + j * 8 / (1 + F::pair), cols, sum + j * (F::sums / 32));
}

#define KERNEL(NAME, F, FROM, IN_REGISTERS)                                       \
	extern "C" __global__ void __launch_bounds__(IN_REGISTERS ? 256 : 384, 1) \
		tensor_wgmma_##NAME##_##FROM(const struct tensor_args args)       \
	{                                                                         \
		products<F, IN_REGISTERS>(args);                                  \
	}
#define FORMAT(NAME, D, DENSE_K, SPARSE_K, TYPES, SS, RS)                                                           \
	WGMMA(NAME##_dense, D, (D) == 64, "sync.aligned.m64n256k" DENSE_K "." TYPES, "", SS, RS)                    \
	WGMMA(NAME##_sparse, D, (D) == 64, "sp.sync.aligned.m64n256k" SPARSE_K "." TYPES, META_##D ", 0, ", SS, RS) \
	KERNEL(NAME##_dense, NAME##_dense, ss, false)                                                               \
	KERNEL(NAME##_dense, NAME##_dense, rs, true)                                                                \
	KERNEL(NAME##_sparse, NAME##_sparse, ss, false)                                                             \
	KERNEL(NAME##_sparse, NAME##_sparse, rs, true)

FORMAT(fp16_fp32, 128, "16", "32", "f32.f16.f16", ", 1, 1, 0, 0", ", 1, 1, 0")
FORMAT(fp16_fp16, 64, "16", "32", "f16.f16.f16", ", 1, 1, 0, 0", ", 1, 1, 0")
FORMAT(bf16_fp32, 128, "16", "32", "f32.bf16.bf16", ", 1, 1, 0, 0", ", 1, 1, 0")
FORMAT(tf32_fp32, 128, "8", "16", "f32.tf32.tf32", ", 1, 1", ", 1, 1")
FORMAT(e4m3_fp32, 128, "32", "64", "f32.e4m3.e4m3", ", 1, 1", ", 1, 1")
FORMAT(e4m3_fp16, 64, "32", "64", "f16.e4m3.e4m3", ", 1, 1", ", 1, 1")
FORMAT(e5m2_fp32, 128, "32", "64", "f32.e5m2.e5m2", ", 1, 1", ", 1, 1")
FORMAT(e5m2_fp16, 64, "32", "64", "f16.e5m2.e5m2", ", 1, 1", ", 1, 1")
FORMAT(int8_int32, 128, "32", "64", "s32.s8.s8", "", "")
