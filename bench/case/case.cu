/* Kernels of `case`. average.h and product.h have the timed kernels: row means times a matrix in five versions, and a
 * matrix product step by step. */
#include "case.h"
#include "average.h"
#include "product.h"

extern "C" __global__ void case_fill(struct input_fill_args args)
{
	input_fill<case_word>(args);
}

extern "C" __global__ void case_fill_matrix(struct input_fill_args args)
{
	input_fill<case_matrix_word>(args);
}

extern "C" __global__ void case_sum(struct case_sum_args args)
{
	const uint32_t warps = gridDim.x * blockDim.x / WARP, lane = threadIdx.x % WARP;

	for (unsigned long long row = (blockIdx.x * blockDim.x + threadIdx.x) / WARP; row < args.rows; row += warps) {
		int sum = 0;
		for (uint32_t i = lane; i < L; i += WARP)
			sum += case_number(row * L + i);
#pragma unroll
		for (int distance = WARP / 2; distance > 0; distance /= 2)
			sum += __shfl_down_sync(0xffffffffu, sum, distance);
		if (lane == 0)
			args.sums[row] = sum;
	}
}

/* Each element is a multiple of 1/1024. */
extern "C" __global__ void case_check_average(struct case_check_average_args args)
{
	const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;
	unsigned long long compared = 0;

	for (unsigned long long e = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
	     e < (unsigned long long)L * args.sets; e += step, compared++) {
		const unsigned long long i = e % L, k = e / L;
		long long sum = 0;
		for (uint32_t j = 0; j < L; j++)
			sum += (long long)case_matrix_number(i * L + j) * args.sums[k * L + j];
		if ((double)args.out[i * args.sets + k] * L != (double)sum)
			gb_report_wrong(args.report, i * args.sets + k);
	}
	gb_report_compared(args.report, compared);
}

extern "C" __global__ void case_check_product(struct case_check_product_args args)
{
	const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x, n = args.n;
	unsigned long long compared = 0;

	for (unsigned long long e = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; e < n * n;
	     e += step, compared++) {
		const unsigned long long row = e / n, column = e % n;
		int sum = 0;
		for (unsigned long long k = 0; k < n; k++)
			sum += case_number(row * n + k) * case_number(n * n + k * n + column);
		if ((double)args.c[e] != sum)
			gb_report_wrong(args.report, e);
	}
	gb_report_compared(args.report, compared);
}
