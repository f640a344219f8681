/* wgmma_kernels.h: products by Hopper's warpgroup instructions. Part of tensor.cu. */
#ifndef TENSOR_WGMMA_KERNELS_H
#define TENSOR_WGMMA_KERNELS_H

#define LIST_64                                                                            \
	"{"                                                                                \
	"%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "           \
	"%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, " \
	"%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, " \
	"%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"   \
	"}"
#define LIST_128                                                                                         \
	"{"                                                                                              \
	"%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "                         \
	"%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "               \
	"%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "               \
	"%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, "               \
	"%64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, "               \
	"%80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, "               \
	"%96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, "   \
	"%112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127" \
	"}"

#define OUT_16(d, i)                                                                                            \
	"+r"((d)[i]), "+r"((d)[i + 1]), "+r"((d)[i + 2]), "+r"((d)[i + 3]), "+r"((d)[i + 4]), "+r"((d)[i + 5]), \
		"+r"((d)[i + 6]), "+r"((d)[i + 7]), "+r"((d)[i + 8]), "+r"((d)[i + 9]), "+r"((d)[i + 10]),      \
		"+r"((d)[i + 11]), "+r"((d)[i + 12]), "+r"((d)[i + 13]), "+r"((d)[i + 14]), "+r"((d)[i + 15])
#define OUT_64(d)  OUT_16(d, 0), OUT_16(d, 16), OUT_16(d, 32), OUT_16(d, 48)
#define OUT_128(d) OUT_64(d), OUT_16(d, 64), OUT_16(d, 80), OUT_16(d, 96), OUT_16(d, 112)

/* The operands after 64 or 128 sums: whether to add to the sums, the metadata of a sparse A, B, then A. */
#define KEEP_64  "%64"
#define META_64  "%65"
#define B_64     "%66"
#define A_64     "%67"
#define AS_64    "{%67, %68, %69, %70}"
#define KEEP_128 "%128"
#define META_128 "%129"
#define B_128    "%130"
#define A_128    "%131"
#define AS_128   "{%131, %132, %133, %134}"

#define ISSUE(D, HEAD, A, TAIL, ...)                                                                   \
	asm volatile("{\n\t.reg .pred keep;\n\tsetp.ne.b32 keep, " KEEP_##D                            \
		     ", 0;\n\twgmma.mma_async." HEAD " " LIST_##D ", " A ", " B_##D ", " TAIL ";\n\t}" \
		     : OUT_##D(d)                                                                      \
		     : "r"(keep), "r"(meta), "l"(b), __VA_ARGS__)

/* An instruction with D sums a thread; SS and RS are what follows the predicate where A is in shared memory or in registers:
 * signs, and in the 16-bit formats which operands are transposed. */
#define WGMMA(NAME, D, HEAD, META, SS, RS)                                                                           \
	struct NAME {                                                                                                \
		enum { sums = D, pair = D == 64, sparse = sizeof META > 1 };                                         \
		static __device__ void issue(unsigned int *d, unsigned long long a, unsigned long long b, int keep,  \
					     unsigned int meta)                                                      \
		{                                                                                                    \
			ISSUE(D, HEAD, A_##D, META "keep" SS, "l"(a));                                               \
		}                                                                                                    \
		static __device__ void issue(unsigned int *d, const unsigned int *a, unsigned long long b, int keep, \
					     unsigned int meta)                                                      \
		{                                                                                                    \
			ISSUE(D, HEAD, AS_##D, META "keep" RS, "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]));          \
		}                                                                                                    \
	};

/* Start of a tile of rows of 128 bytes, swizzled by 128 bytes: groups of eight rows are 1024 bytes. */
static __device__ unsigned long long tile_at(const void *shared)
{
	const unsigned int at = (unsigned int)__cvta_generic_to_shared(shared);

	return (1ull << 62) | (64ull << 32) | (1ull << 16) | (at >> 4);
}

/* Four steps of 32 bytes of A; a sparse A's step goes with 64 bytes of B, and four with two tiles of B. */
template <class F, bool A_in_registers> static __device__ void products(const struct tensor_args &args)
{
	enum { steps = TENSOR_GROUP_DEPTH / 32, rows = TENSOR_WGMMA_ROWS, cols = TENSOR_GROUP_COLS };
	extern __shared__ __align__(1024) uint4 shared[];
	uint4 *const tile_b = shared, *const tile_a = shared + (1 + F::sparse) * cols * 8;
	const unsigned int group = threadIdx.x / 128, groups = blockDim.x / 128, warp = threadIdx.x / 32 % 4;
	unsigned int registers[steps][4], sum[F::sums];

	copy_tile(tile_b, args.b, cols, TENSOR_B_BYTES);
	if (F::sparse)
		copy_tile(tile_b + cols * 8, (const char *)args.b + 128, cols, TENSOR_B_BYTES);
	copy_tile(tile_a, args.a, groups * rows, TENSOR_A_BYTES);
#pragma unroll
	for (int s = 0; s < steps; s++)
		load<unsigned int, 4, 16>(registers[s],
					  (const unsigned int *)args.a + (group * rows + warp * 16) * A_WORDS + s * 8,
					  A_WORDS);
#pragma unroll
	for (int i = 0; i < F::sums; i++)
		sum[i] = 0;
	asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
	__syncthreads();
	const unsigned long long a = tile_at(tile_a + group * rows * 8), b = tile_at(tile_b);
#pragma unroll 1
	for (unsigned int pass = 0; pass < args.passes; pass++) {
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
	unsigned int *out =
		(unsigned int *)args.out +
		((unsigned long long)(blockIdx.x * groups + group) * rows + warp * 16) * cols / (1 + F::pair);
#pragma unroll
	for (int j = 0; j < cols / 8; j++)
		store<unsigned int, F::sums / 32, F::pair>(out + j * 8 / (1 + F::pair), cols, sum + j * (F::sums / 32));
}

#define KERNEL(NAME, F, FROM, IN_REGISTERS)                                       \
	extern "C" __global__ void __launch_bounds__(IN_REGISTERS ? 256 : 384, 1) \
		tensor_wgmma_##NAME##_##FROM(const struct tensor_args args)       \
	{                                                                         \
		products<F, IN_REGISTERS>(args);                                  \
	}
#define FORMAT(NAME, D, DENSE_K, SPARSE_K, TYPES, SS, RS)                                                \
	WGMMA(NAME##_dense, D, "sync.aligned.m64n256k" DENSE_K "." TYPES, "", SS, RS)                    \
	WGMMA(NAME##_sparse, D, "sp.sync.aligned.m64n256k" SPARSE_K "." TYPES, META_##D ", 0, ", SS, RS) \
	KERNEL(NAME##_dense, NAME##_dense, ss, false)                                                    \
	KERNEL(NAME##_dense, NAME##_dense, rs, true)                                                     \
	KERNEL(NAME##_sparse, NAME##_sparse, ss, false)                                                  \
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

#endif
