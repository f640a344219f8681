/* stencil.h: definitions shared by the host code and the kernels of `stencil`. */
#pragma once

#ifndef __CUDACC__
#include <math.h>
#endif

#include "../common/input.h"
#include "gpubench_report.h"

/* Neighbours on each side that a point needs for 8th order in space. */
#define STENCIL_RADIUS 4
/* A block processes one tile in all planes, with two rows per thread. */
#define STENCIL_X     64
#define STENCIL_Y     16
#define STENCIL_ROWS  2
#define STENCIL_BLOCK (STENCIL_X * STENCIL_Y / STENCIL_ROWS)
/* Points before and after each row, which hold the halo; with them tiles are aligned to 128 bytes. */
#define STENCIL_MARGIN 32

enum stencil_array { STENCIL_NOW, STENCIL_PAST, STENCIL_SPEED };

/* The initial value of point i of an array: mixed bits in [1, 2), for the speed in [1/16, 1/8). */
BENCH_BOTH float stencil_value(enum stencil_array array, unsigned long long i)
{
	const uint32_t x = (uint32_t)i ^ (uint32_t)(i >> 32) * 0x9e3779b9u ^ (uint32_t)array * 0x51ed270bu;
	const float mixed = 1.0f + (float)(input_mix(x) >> 9) * (1.0f / 8388608.0f);

	return array == STENCIL_SPEED ? mixed * (1.0f / 16) : mixed;
}

/* A time step of a point from its present and past values and the sums of its six neighbours at each distance. The
 * operations and their order are the same in all callers. */
BENCH_BOTH float stencil_step(float now, float past, float speed, const float sum[STENCIL_RADIUS])
{
	float laplacian = -8.541666667f * now; /* 3 x -205/72 */

	laplacian = fmaf(1.6f, sum[0], laplacian);
	laplacian = fmaf(-0.2f, sum[1], laplacian);
	laplacian = fmaf(0.025396825f, sum[2], laplacian);
	laplacian = fmaf(-0.001785714f, sum[3], laplacian);
	return fmaf(speed, laplacian, fmaf(2.0f, now, -past));
}

/* The sum of the six neighbours at one distance along z, y and x. */
BENCH_BOTH float stencil_sum(float z0, float z1, float y0, float y1, float x0, float x1)
{
	return ((z0 + z1) + (y0 + y1)) + (x0 + x1);
}

/* The grid has x * y * z points. Rows have `pitch` points, with STENCIL_MARGIN before and after; planes have
 * STENCIL_RADIUS more rows, and the grid more planes, on both sides. Point 0 0 0 of the grid is at `first`. */
struct stencil_grid {
	uint32_t x, y, z;
	uint32_t pitch;
	unsigned long long plane;
	unsigned long long first;
};

struct stencil_args {
	struct stencil_grid grid;
	const float *now, *speed;
	float *past; /* replaced by the next time step */
};

struct stencil_fill_args {
	float *at;
	unsigned long long points;
	int array; /* enum stencil_array */
};

struct stencil_check_args {
	struct stencil_args of;
	struct gb_report *report; /* errors in points of the grid, by their index in the array */
};
