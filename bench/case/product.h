/* product.h: a matrix product step by step. Part of case.cu. */
#pragma once

#include <stdint.h>

/* The textbook version: one element per thread. Neighbouring threads are in neighbouring rows, so a warp covers 32 rows
 * of A. */
extern "C" __global__ void __launch_bounds__(CASE_TILE *CASE_TILE) case_plain(struct case_product_args args)
{
	const int n = args.n, blocks = n / (int)CASE_TILE;
	const int row = blockIdx.x % blocks * CASE_TILE + threadIdx.x % CASE_TILE;
	const int column = blockIdx.x / blocks * CASE_TILE + threadIdx.x / CASE_TILE;
	float sum = 0;

	for (int k = 0; k < n; k++)
		sum += args.a[row * n + k] * args.b[k * n + column];
	args.c[row * n + column] = sum;
}

/* The textbook version with neighbouring threads in neighbouring columns. */
extern "C" __global__ void __launch_bounds__(CASE_TILE *CASE_TILE) case_along_rows(struct case_product_args args)
{
	const int n = args.n, blocks = n / (int)CASE_TILE;
	const int row = blockIdx.x / blocks * CASE_TILE + threadIdx.x / CASE_TILE;
	const int column = blockIdx.x % blocks * CASE_TILE + threadIdx.x % CASE_TILE;
	float sum = 0;

	for (int k = 0; k < n; k++)
		sum += args.a[row * n + k] * args.b[k * n + column];
	args.c[row * n + column] = sum;
}

/* One element per thread, with tiles in shared memory. */
extern "C" __global__ void __launch_bounds__(CASE_TILE *CASE_TILE) case_tiled(struct case_product_args args)
{
	__shared__ float a[CASE_TILE][CASE_TILE], b[CASE_TILE][CASE_TILE];
	const uint32_t n = args.n, blocks = n / CASE_TILE, x = threadIdx.x % CASE_TILE, y = threadIdx.x / CASE_TILE;
	const uint32_t row = blockIdx.x / blocks * CASE_TILE + y, column = blockIdx.x % blocks * CASE_TILE + x;
	float sum = 0;

	for (uint32_t k = 0; k < n; k += CASE_TILE) {
		a[y][x] = args.a[row * n + k + x];
		b[y][x] = args.b[(k + y) * n + column];
		__syncthreads();
#pragma unroll
		for (uint32_t i = 0; i < CASE_TILE; i++)
			sum += a[y][i] * b[i][x];
		__syncthreads();
	}
	args.c[row * n + column] = sum;
}

/* The other kernels compute 128 x 128 elements per block and 8 x 8 per thread, so 16 numbers from shared memory serve
 * 64 multiply-adds. */

enum { SIDE = CASE_BIG_TILE, THREADS = CASE_BIG_BLOCK };

template <int D> struct slices {
	float a[D][SIDE + 4]; /* a tile of A, transposed: D columns; the padding keeps neighbours' stores apart */
	float b[D][SIDE];     /* D rows of B */
};

/* A thread's part of the next slices of A and B: groups of four neighbours of a row. */
template <int D> struct fetched {
	float4 a[D / 8], b[D / 8];
};

/* Row and first column of a thread's part `p` in a slice of A or B. */
template <int D> static __device__ uint2 place_in_a(int p)
{
	const uint32_t i = threadIdx.x + p * THREADS;
	return make_uint2(i / (D / 4), i % (D / 4) * 4);
}
static __device__ uint2 place_in_b(int p)
{
	const uint32_t i = threadIdx.x + p * THREADS;
	return make_uint2(i / (SIDE / 4), i % (SIDE / 4) * 4);
}

template <int D>
static __device__ void fetch(struct fetched<D> &f, const float *a, const float *b, uint32_t n, uint32_t k)
{
#pragma unroll
	for (int p = 0; p < D / 8; p++) {
		const uint2 in_a = place_in_a<D>(p), in_b = place_in_b(p);
		f.a[p] = *(const float4 *)(a + in_a.x * n + k + in_a.y);
		f.b[p] = *(const float4 *)(b + (k + in_b.x) * n + in_b.y);
	}
}

template <int D> static __device__ void deposit(struct slices<D> &s, const struct fetched<D> &f)
{
#pragma unroll
	for (int p = 0; p < D / 8; p++) {
		const uint2 in_a = place_in_a<D>(p), in_b = place_in_b(p);
		s.a[in_a.y][in_a.x] = f.a[p].x;
		s.a[in_a.y + 1][in_a.x] = f.a[p].y;
		s.a[in_a.y + 2][in_a.x] = f.a[p].z;
		s.a[in_a.y + 3][in_a.x] = f.a[p].w;
		*(float4 *)&s.b[in_b.x][in_b.y] = f.b[p];
	}
}

/* First row of the thread's elements. In rows and columns, a thread has four neighbours and another four 64 further
 * on. */
static __device__ uint32_t own_row(void)
{
	return threadIdx.x / 16 * 4;
}
static __device__ uint32_t own_column(void)
{
	return threadIdx.x % 16 * 4;
}

template <int D> static __device__ void accumulate(float (&sum)[8][8], const struct slices<D> &s)
{
#pragma unroll
	for (int k = 0; k < D; k++) {
		const float4 a[2] = { *(const float4 *)&s.a[k][own_row()],
				      *(const float4 *)&s.a[k][own_row() + SIDE / 2] };
		const float4 b[2] = { *(const float4 *)&s.b[k][own_column()],
				      *(const float4 *)&s.b[k][own_column() + SIDE / 2] };
		const float x[8] = { a[0].x, a[0].y, a[0].z, a[0].w, a[1].x, a[1].y, a[1].z, a[1].w };
		const float y[8] = { b[0].x, b[0].y, b[0].z, b[0].w, b[1].x, b[1].y, b[1].z, b[1].w };
#pragma unroll
		for (int i = 0; i < 8; i++)
#pragma unroll
			for (int j = 0; j < 8; j++)
				sum[i][j] += x[i] * y[j];
	}
}

static __device__ void store(const float (&sum)[8][8], float *c, uint32_t n)
{
#pragma unroll
	for (int i = 0; i < 8; i++)
#pragma unroll
		for (int j = 0; j < 8; j += 4) {
			const uint32_t row = own_row() + i % 4 + i / 4 * (SIDE / 2);
			const uint32_t column = own_column() + j / 4 * (SIDE / 2);
			*(float4 *)(c + row * n + column) =
				make_float4(sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]);
		}
}

struct part {
	const float *a, *b;
	float *c;
};
static __device__ struct part own_part(const struct case_product_args &args)
{
	const uint32_t blocks = args.n / SIDE, row = blockIdx.x / blocks * SIDE, column = blockIdx.x % blocks * SIDE;
	const struct part part = { args.a + row * args.n, args.b + column, args.c + row * args.n + column };
	return part;
}

template <int D> static __device__ void blocked(const struct case_product_args &args)
{
	__shared__ __align__(16) struct slices<D> s;
	const struct part part = own_part(args);
	struct fetched<D> f;
	float sum[8][8] = {};

	for (uint32_t k = 0; k < args.n; k += D) {
		fetch<D>(f, part.a, part.b, args.n, k);
		deposit<D>(s, f);
		__syncthreads();
		accumulate<D>(sum, s);
		__syncthreads();
	}
	store(sum, part.c, args.n);
}

/* The next slices are loaded into registers while these are processed. */
template <int D> static __device__ void registers(const struct case_product_args &args)
{
	__shared__ __align__(16) struct slices<D> s;
	const struct part part = own_part(args);
	struct fetched<D> f;
	float sum[8][8] = {};

	fetch<D>(f, part.a, part.b, args.n, 0);
	for (uint32_t k = D;; k += D) {
		deposit<D>(s, f);
		__syncthreads();
		if (k < args.n)
			fetch<D>(f, part.a, part.b, args.n, k);
		accumulate<D>(sum, s);
		if (k >= args.n)
			break;
		__syncthreads();
	}
	store(sum, part.c, args.n);
}

/* Two blocks per SM, on architectures for which ptxas can limit the registers accordingly. */
#if __CUDA_ARCH__ >= 1000
#define BLOCKS 1
#else
#define BLOCKS 2
#endif
#define BIG(name, D)                                                  \
	extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) \
		case_##name##_d##D(struct case_product_args args)     \
	{                                                             \
		name<D>(args);                                        \
	}
BIG(blocked, 8)
BIG(blocked, 16)
BIG(registers, 8)

#if __CUDA_ARCH__ >= 800
/* Copies of 16 bytes cannot transpose A. */
template <int D> struct stage {
	float a[SIDE][D]; /* D columns of A */
	float b[D][SIDE]; /* D rows of B */
};

static __device__ void copy_async(float *to, const float *from)
{
	const uint32_t at = (uint32_t)__cvta_generic_to_shared(to);

	asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at), "l"(from) : "memory");
}

template <int D>
static __device__ void fetch_async(struct stage<D> &s, const float *a, const float *b, uint32_t n, uint32_t k)
{
#pragma unroll
	for (int p = 0; p < D / 8; p++) {
		const uint2 in_a = place_in_a<D>(p), in_b = place_in_b(p);
		copy_async(&s.a[in_a.x][in_a.y], a + in_a.x * n + k + in_a.y);
		copy_async(&s.b[in_b.x][in_b.y], b + (k + in_b.x) * n + in_b.y);
	}
	asm volatile("cp.async.commit_group;" ::: "memory");
}

/* Two columns of A at a time: two neighbours of each of the thread's rows. */
template <int D> static __device__ void accumulate_rows(float (&sum)[8][8], const struct stage<D> &s)
{
#pragma unroll 2 /* unrolled fully, it would take more registers than two blocks have */
	for (int k = 0; k < D; k += 2) {
		float2 x[8];
#pragma unroll
		for (int i = 0; i < 8; i++)
			x[i] = *(const float2 *)&s.a[own_row() + i % 4 + i / 4 * (SIDE / 2)][k];
#pragma unroll
		for (int l = 0; l < 2; l++) {
			const float4 b[2] = { *(const float4 *)&s.b[k + l][own_column()],
					      *(const float4 *)&s.b[k + l][own_column() + SIDE / 2] };
			const float y[8] = { b[0].x, b[0].y, b[0].z, b[0].w, b[1].x, b[1].y, b[1].z, b[1].w };
#pragma unroll
			for (int i = 0; i < 8; i++)
#pragma unroll
				for (int j = 0; j < 8; j++)
					sum[i][j] += (l == 0 ? x[i].x : x[i].y) * y[j];
		}
	}
}

/* The next slices are copied to shared memory without passing through registers. */
template <int D> static __device__ void cp_async(const struct case_product_args &args)
{
	__shared__ __align__(16) struct stage<D> s[2];
	const struct part part = own_part(args);
	float sum[8][8] = {};

	fetch_async<D>(s[0], part.a, part.b, args.n, 0);
	for (uint32_t k = 0, now = 0; k < args.n; k += D, now ^= 1) {
		asm volatile("cp.async.wait_group 0;" ::: "memory");
		__syncthreads();
		if (k + D < args.n)
			fetch_async<D>(s[now ^ 1], part.a, part.b, args.n, k + D);
		accumulate_rows<D>(sum, s[now]);
	}
	store(sum, part.c, args.n);
}
BIG(cp_async, 8)
BIG(cp_async, 16)
#endif
