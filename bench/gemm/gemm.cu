/* Kernels of `gemm`: they fill matrices and check a product. The library computes the products.
 *
 * The check multiplies both sides by a vector of signs s (Freivalds, 1977): D s must be alpha A (B s) + beta (C s). It
 * reads every element of all three matrices, computes in double precision, and costs as much as reading them. */
#include "gemm.h"

extern "C" __global__ void gemm_fill(const struct gemm_fill_args args)
{
	const unsigned long long step = gridDim.x * blockDim.x;

	for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < args.elements; i += step) {
		const uint32_t from = gemm_place(args.first + i);
		if (args.bytes == 1)
			((unsigned char *)args.to)[i] = ((const unsigned char *)args.table)[from];
		else if (args.bytes == 2)
			((unsigned short *)args.to)[i] = ((const unsigned short *)args.table)[from];
		else if (args.bytes == 4)
			((uint32_t *)args.to)[i] = ((const uint32_t *)args.table)[from];
		else
			((unsigned long long *)args.to)[i] = ((const unsigned long long *)args.table)[from];
	}
}

/* A sign, four bits of exponent (bias 7), three bits of mantissa. */
static __device__ double of_e4m3(uint32_t bits)
{
	const int exponent = bits >> 3 & 15, mantissa = bits & 7;
	const double size = exponent == 0 ? mantissa : (8 + mantissa) * (double)(1 << (exponent - 1));

	return (bits & 127) == 127 ? __longlong_as_double(-1) : (bits & 128 ? -1 : 1) * size / 512;
}

static __device__ double element(const void *m, uint32_t format, unsigned long long i)
{
	float single;

	switch (format) {
	case GEMM_FP16:
		asm("cvt.f32.f16 %0, %1;" : "=f"(single) : "h"(((const unsigned short *)m)[i]));
		return single;
	case GEMM_BF16:
		return __uint_as_float((uint32_t)((const unsigned short *)m)[i] << 16);
	case GEMM_E4M3:
		return of_e4m3(((const unsigned char *)m)[i]);
	case GEMM_INT8:
		return ((const signed char *)m)[i];
	case GEMM_INT32:
		return ((const int *)m)[i];
	case GEMM_FP64:
		return ((const double *)m)[i];
	default:
		return ((const float *)m)[i];
	}
}

/* A block takes blockDim.x rows and GEMM_FOLD_COLUMNS columns. */
extern "C" __global__ void gemm_fold(const struct gemm_fold_args args)
{
	const uint32_t across = (args.n + blockDim.x - 1) / blockDim.x;
	const uint32_t i = blockIdx.x % across * blockDim.x + threadIdx.x;
	const uint32_t first = blockIdx.x / across * GEMM_FOLD_COLUMNS;
	double sum = 0, squares = 0;

	if (i >= args.n)
		return;
#pragma unroll 4
	for (uint32_t j = first; j < min(first + GEMM_FOLD_COLUMNS, args.n); j++) {
		const double value = element(args.m, args.element, i + (unsigned long long)j * args.n);
		sum += gemm_sign(j) * value;
		squares += value * value;
	}
	atomicAdd(args.out + i, sum);
	if (args.squares)
		atomicAdd(args.squares + i, squares);
}

extern "C" __global__ void gemm_compare(const struct gemm_compare_args args)
{
	const uint32_t i = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	double sum = 0;

	if (i >= args.n)
		return;
	for (uint32_t k = threadIdx.x % 32; k < args.n; k += 32)
		sum += element(args.a, args.element, k + (unsigned long long)i * args.n) * args.b[k];
	for (int offset = 16; offset > 0; offset /= 2)
		sum += __shfl_xor_sync(~0u, sum, offset);
	if (threadIdx.x % 32 > 0)
		return;
	sum *= args.alpha;
	if (args.before)
		sum += args.beta * args.before[i];
	gb_report_compared(args.report, 1);
	if (!(fabs(sum - args.d[i]) <= args.part * sqrt(args.squares[i])))
		gb_report_wrong(args.report, i);
}
