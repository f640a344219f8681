/* Kernels of `stencil`: a time step of the 3D wave equation, 8th order in space, after P. Micikevicius (3D Finite
 * Difference Computation on GPUs using CUDA, 2009). A block moves along z with the points before and after its plane in
 * registers, and the plane itself in shared memory. Each thread has two rows, and so twice nine of these registers.
 * Many registers and many threads together make such a kernel spill. */
#include "stencil.h"

enum { DEPTH = 2 * STENCIL_RADIUS + 1, THREAD_ROWS = STENCIL_Y / STENCIL_ROWS };

typedef float tile_row[STENCIL_X + 2 * STENCIL_RADIUS];

/* Loads the tile of a plane, with its halo along x and y. */
static __device__ void load_tile(tile_row *tile, const float *plane, uint32_t pitch, uint32_t x, uint32_t y,
				 const float *middle)
{
#pragma unroll
	for (int row = 0; row < STENCIL_ROWS; row++) {
		const int at = y + row * THREAD_ROWS;
		tile[at + STENCIL_RADIUS][x + STENCIL_RADIUS] = middle[row];
		if (x < STENCIL_RADIUS) {
			tile[at + STENCIL_RADIUS][x] = plane[(long long)row * THREAD_ROWS * pitch - STENCIL_RADIUS];
			tile[at + STENCIL_RADIUS][x + STENCIL_X + STENCIL_RADIUS] =
				plane[(long long)row * THREAD_ROWS * pitch + STENCIL_X];
		}
	}
	if (y < STENCIL_RADIUS) {
		tile[y][x + STENCIL_RADIUS] = plane[-(long long)STENCIL_RADIUS * pitch];
		tile[y + STENCIL_Y + STENCIL_RADIUS][x + STENCIL_RADIUS] = plane[(long long)STENCIL_Y * pitch];
	}
}

static __device__ float next_step(const tile_row *tile, uint32_t x, uint32_t y, const float *depth, float past,
				  float speed)
{
	float sum[STENCIL_RADIUS];

#pragma unroll
	for (int r = 1; r <= STENCIL_RADIUS; r++)
		sum[r - 1] = stencil_sum(depth[STENCIL_RADIUS - r], depth[STENCIL_RADIUS + r],
					 tile[y + STENCIL_RADIUS - r][x + STENCIL_RADIUS],
					 tile[y + STENCIL_RADIUS + r][x + STENCIL_RADIUS],
					 tile[y + STENCIL_RADIUS][x + STENCIL_RADIUS - r],
					 tile[y + STENCIL_RADIUS][x + STENCIL_RADIUS + r]);
	return stencil_step(depth[STENCIL_RADIUS], past, speed, sum);
}

extern "C" __global__ void stencil_wave(const struct stencil_args args)
{
	__shared__ tile_row tile[STENCIL_Y + 2 * STENCIL_RADIUS];
	const uint32_t x = threadIdx.x % STENCIL_X, y = threadIdx.x / STENCIL_X;
	const uint32_t tiles = args.grid.x / STENCIL_X, pitch = args.grid.pitch;
	const unsigned long long plane = args.grid.plane;
	unsigned long long at = args.grid.first + blockIdx.x % tiles * STENCIL_X + x +
				(unsigned long long)(blockIdx.x / tiles * STENCIL_Y + y) * pitch;
	float depth[STENCIL_ROWS][DEPTH];

#pragma unroll
	for (int row = 0; row < STENCIL_ROWS; row++)
#pragma unroll
		for (int z = 1; z < DEPTH; z++)
			depth[row][z] =
				args.now[at + row * THREAD_ROWS * pitch + (z - 1) * plane - STENCIL_RADIUS * plane];
#pragma unroll 1
	for (uint32_t z = 0; z < args.grid.z; z++, at += plane) {
		float middle[STENCIL_ROWS];
#pragma unroll
		for (int row = 0; row < STENCIL_ROWS; row++) {
#pragma unroll
			for (int i = 0; i < DEPTH - 1; i++)
				depth[row][i] = depth[row][i + 1];
			depth[row][DEPTH - 1] = args.now[at + row * THREAD_ROWS * pitch + STENCIL_RADIUS * plane];
			middle[row] = depth[row][STENCIL_RADIUS];
		}
		__syncthreads();
		load_tile(tile, args.now + at, pitch, x, y, middle);
		__syncthreads();
#pragma unroll
		for (int row = 0; row < STENCIL_ROWS; row++) {
			const unsigned long long to = at + row * THREAD_ROWS * pitch;
			args.past[to] =
				next_step(tile, x, y + row * THREAD_ROWS, depth[row], args.past[to], args.speed[to]);
		}
	}
}

/* ---- not timed --------------------------------------------------------------------------------------------------- */

extern "C" __global__ void stencil_fill(const struct stencil_fill_args args)
{
	const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;

	for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < args.points;
	     i += step)
		args.at[i] = stencil_value((enum stencil_array)args.array, i);
}

/* Computes a point with all its neighbours from memory, and its past from the initial contents. */
static __device__ float expected(const struct stencil_args &args, unsigned long long at)
{
	const long long plane = args.grid.plane, pitch = args.grid.pitch;
	const float *now = args.now + at;
	float sum[STENCIL_RADIUS];

	for (int r = 1; r <= STENCIL_RADIUS; r++)
		sum[r - 1] =
			stencil_sum(now[-r * plane], now[r * plane], now[-r * pitch], now[r * pitch], now[-r], now[r]);
	return stencil_step(now[0], stencil_value(STENCIL_PAST, at), args.speed[at], sum);
}

extern "C" __global__ void stencil_check(const struct stencil_check_args args)
{
	const struct stencil_grid &grid = args.of.grid;
	const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;
	const unsigned long long points = (unsigned long long)grid.x * grid.y * grid.z;
	unsigned long long compared = 0;

	for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < points;
	     i += step, compared++) {
		const unsigned long long at =
			grid.first + i % grid.x + i / grid.x % grid.y * grid.pitch + i / grid.x / grid.y * grid.plane;
		if (__float_as_uint(args.of.past[at]) != __float_as_uint(expected(args.of, at)))
			gb_report_wrong(args.report, at);
	}
	gb_report_compared(args.report, compared);
}
