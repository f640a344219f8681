/* planted.cu: kernels with one planted fault each, and the same kernels without it, for tests/gpu/planted.py: the
 * estimate of `gpubench profile` for the first must match the time of the second. */
#include <cstdio>

enum {
	COUNT = 1 << 25,
	FIELDS = 8,
	SIDE = 8192,
	TILE = 32,
	VALUES = 48,
	ROUNDS = 64,
	PATCH = 8,
	DEPTH = 128,
	WORDS = 16,
	PASSES = 4,
	SLICE = 16,
	WIDTH = 128
};

/* stride: one field of 32-byte structures, or of a separate array */

extern "C" __global__ void stride_fault(const float *x, float *y)
{
	const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;

	y[i] = 2 * x[FIELDS * i];
}

extern "C" __global__ void stride_mended(const float *x, float *y)
{
	const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;

	y[i] = 2 * x[i];
}

/* ---- conflict: a transpose through shared memory, whose tile has rows of 32 or of 33 numbers --------------------- */

template <int width> static __device__ void transpose(const float *x, float *y)
{
	__shared__ float tile[TILE][width];
	const int column = blockIdx.x * TILE + threadIdx.x, row = blockIdx.y * TILE + threadIdx.y;

	for (int k = 0; k < TILE; k += 8)
		tile[threadIdx.y + k][threadIdx.x] = x[(size_t)(row + k) * SIDE + column];
	__syncthreads();
	for (int k = 0; k < TILE; k += 8)
		y[(size_t)(blockIdx.x * TILE + threadIdx.y + k) * SIDE + blockIdx.y * TILE + threadIdx.x] =
			tile[threadIdx.x][threadIdx.y + k];
}

extern "C" __global__ void conflict_fault(const float *x, float *y)
{
	transpose<TILE>(x, y);
}

extern "C" __global__ void conflict_mended(const float *x, float *y)
{
	transpose<TILE + 1>(x, y);
}

/* spill: 48 values per thread, with 32 registers or as many as needed */

static __device__ void mix(const float *x, float *y)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v[VALUES], sum = 0;

#pragma unroll
	for (int k = 0; k < VALUES; k++)
		v[k] = x[i + k];
#pragma unroll 1
	for (int round = 0; round < ROUNDS; round++)
#pragma unroll
		for (int k = 0; k < VALUES; k++)
			v[k] = v[k] * v[(k + 7) % VALUES] + 0.25f;
#pragma unroll
	for (int k = 0; k < VALUES; k++)
		sum += v[k];
	y[i] = sum;
}

extern "C" __global__ void __launch_bounds__(256, 8) spill_fault(const float *x, float *y)
{
	mix(x, y);
}

extern "C" __global__ void __launch_bounds__(256, 2) spill_mended(const float *x, float *y)
{
	mix(x, y);
}

/* ---- spilled tile: a matrix product with 8 x 8 sums per thread, with 42 registers or with enough ----- */

static __device__ void product(const float *x, float *y)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum[PATCH][PATCH] = { { 0 } };

#pragma unroll 1
	for (int k = 0; k < DEPTH; k++) {
		float left[PATCH], right[PATCH];
#pragma unroll
		for (int n = 0; n < PATCH; n++) {
			left[n] = x[(k * PATCH + n) * 32 + threadIdx.x % 32];
			right[n] = x[(k * PATCH + n) * 32 + threadIdx.x / 32];
		}
#pragma unroll
		for (int m = 0; m < PATCH; m++)
#pragma unroll
			for (int n = 0; n < PATCH; n++)
				sum[m][n] += left[m] * right[n];
	}
	float all = 0;
#pragma unroll
	for (int m = 0; m < PATCH; m++)
#pragma unroll
		for (int n = 0; n < PATCH; n++)
			all += sum[m][n] * (m + 2 * n);
	y[i] = all;
}

extern "C" __global__ void __launch_bounds__(256, 6) tile_fault(const float *x, float *y)
{
	product(x, y);
}

extern "C" __global__ void __launch_bounds__(256, 2) tile_mended(const float *x, float *y)
{
	product(x, y);
}

/* ---- array: a stream through an array of a thread, which lies in local memory if an index is unknown to
 * the compiler */

static __device__ void stream(const float *x, float *y, int step)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
	float v[WORDS], sum = 0;

#pragma unroll
	for (int k = 0; k < WORDS; k++)
		v[k] = x[(size_t)k * threads + i];
#pragma unroll
	for (int pass = 0; pass < PASSES; pass++)
#pragma unroll
		for (int k = 0; k < WORDS; k++)
			v[(k * step + pass) % WORDS] += 2 * v[(k * step) % WORDS]; /* every word counts */
#pragma unroll
	for (int k = 0; k < WORDS; k++)
		sum += v[k];
	y[i] = sum;
}

extern "C" __global__ void array_fault(const float *x, float *y, int step)
{
	stream(x, y, step);
}

extern "C" __global__ void array_mended(const float *x, float *y, int step)
{
	stream(x, y, 3);
}

/* ---- staged: a product of matrices through shared memory, with 42 registers for 8 x 8 sums in each thread
 * or enough */

static __device__ void staged(const float *x, float *y)
{
	__shared__ float left[SLICE][WIDTH], right[SLICE][WIDTH];
	const int i = blockIdx.x * blockDim.x + threadIdx.x, row = threadIdx.x / 16, column = threadIdx.x % 16;
	float sum[PATCH][PATCH] = { { 0 } };

#pragma unroll 1
	for (int at = 0; at < DEPTH; at += SLICE) {
		for (int n = threadIdx.x; n < SLICE * WIDTH; n += blockDim.x) {
			left[n / WIDTH][n % WIDTH] = x[at * WIDTH + n];
			right[n / WIDTH][n % WIDTH] = x[(DEPTH + at) * WIDTH + n];
		}
		__syncthreads();
#pragma unroll 1
		for (int k = 0; k < SLICE; k++)
#pragma unroll
			for (int m = 0; m < PATCH; m++)
#pragma unroll
				for (int n = 0; n < PATCH; n++)
					sum[m][n] += left[k][16 * m + row] * right[k][16 * n + column];
		__syncthreads();
	}
	float all = 0;
#pragma unroll
	for (int m = 0; m < PATCH; m++)
#pragma unroll
		for (int n = 0; n < PATCH; n++)
			all += sum[m][n] * (m + 2 * n);
	y[i] = all;
}

extern "C" __global__ void __launch_bounds__(256, 6) staged_fault(const float *x, float *y)
{
	staged(x, y);
}

extern "C" __global__ void __launch_bounds__(256, 2) staged_mended(const float *x, float *y)
{
	staged(x, y);
}

static void run(const float *x, float *y)
{
	const dim3 tiles(SIDE / TILE, SIDE / TILE), tile(TILE, 8);

	stride_fault<<<COUNT / 256, 256>>>(x, y);
	stride_mended<<<COUNT / 256, 256>>>(x, y);
	conflict_fault<<<tiles, tile>>>(x, y);
	conflict_mended<<<tiles, tile>>>(x, y);
	spill_fault<<<COUNT / 8 / 256, 256>>>(x, y);
	spill_mended<<<COUNT / 8 / 256, 256>>>(x, y);
	tile_fault<<<COUNT / 16 / 256, 256>>>(x, y);
	tile_mended<<<COUNT / 16 / 256, 256>>>(x, y);
	array_fault<<<COUNT / 4 / 256, 256>>>(x, y, 3);
	array_mended<<<COUNT / 4 / 256, 256>>>(x, y, 3);
	staged_fault<<<COUNT / 16 / 256, 256>>>(x, y);
	staged_mended<<<COUNT / 16 / 256, 256>>>(x, y);
}

int main()
{
	float *x, *y;

	if (cudaMalloc(&x, sizeof(float) * FIELDS * COUNT) != cudaSuccess ||
	    cudaMalloc(&y, sizeof(float) * SIDE * SIDE) != cudaSuccess) {
		fprintf(stderr, "faults: %s\n", cudaGetErrorString(cudaGetLastError()));
		return 1;
	}
	cudaMemset(x, 1, sizeof(float) * FIELDS * COUNT);
	cudaMemset(y, 1, sizeof(float) * SIDE * SIDE);
	run(x, y);
	const cudaError_t error = cudaDeviceSynchronize();
	if (error != cudaSuccess)
		fprintf(stderr, "faults: %s\n", cudaGetErrorString(error));
	return error != cudaSuccess;
}
