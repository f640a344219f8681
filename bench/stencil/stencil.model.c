/* Models of the kernels of `stencil`. */
#include "../common/bits.h"
#include "gpubench_model.h"
#include "stencil.h"

static uint32_t rows_of(const struct stencil_grid *grid)
{
	return grid->y * grid->z;
}

static unsigned long long place(const struct stencil_grid *grid, uint32_t row)
{
	return grid->first + (unsigned long long)(row % grid->y) * grid->pitch +
	       (unsigned long long)(row / grid->y) * grid->plane;
}

/* The time step of a point, with all its neighbours from memory. */
static float step_of(const struct stencil_args *args, unsigned long long at)
{
	const long long plane = (long long)args->grid.plane, pitch = args->grid.pitch;
	const float *now = &args->now[at];
	float sum[STENCIL_RADIUS];

	for (int r = 1; r <= STENCIL_RADIUS; r++)
		sum[r - 1] =
			stencil_sum(now[-r * plane], now[r * plane], now[-r * pitch], now[r * pitch], now[-r], now[r]);
	return stencil_step(*now, args->past[at], args->speed[at], sum);
}

static void step(const struct stencil_args *args, uint32_t block)
{
	const uint32_t tiles = args->grid.x / STENCIL_X, y = block / tiles * STENCIL_Y;

	for (uint32_t z = 0; z < args->grid.z; z++)
		for (uint32_t row = y; row < y + STENCIL_Y; row++) {
			const unsigned long long from = place(&args->grid, z * args->grid.y + row) +
							(unsigned long long)(block % tiles) * STENCIL_X;
			for (unsigned long long at = from; at < from + STENCIL_X; at++)
				args->past[at] = step_of(args, at);
		}
}

static void wave(struct gb_shape shape, const void *args)
{
	for (uint32_t block = 0; block < shape.grid; block++)
		step(args, block);
}

/* ---- not timed --------------------------------------------------------------------------------------------------- */

/* All builds fill their arrays with the same values, so the arrays are kept. */
static void fill(struct gb_shape shape, const void *of)
{
	static struct stencil_fill_args kept[STENCIL_SPEED + 1];
	const struct stencil_fill_args *args = of;
	struct stencil_fill_args *same = &kept[args->array];

	if (same->points != args->points) {
		free(same->at);
		*same = (struct stencil_fill_args){ malloc(args->points * sizeof(float)), args->points, args->array };
		for (unsigned long long i = 0; same->at != NULL && i < args->points; i++)
			same->at[i] = stencil_value((enum stencil_array)args->array, i);
	}
	if (same->at != NULL)
		memcpy(args->at, same->at, args->points * sizeof(float));
}

/* The wave field after one time step, computed once for all builds; NULL: out of memory. */
static const float *future_of(const struct stencil_args *args)
{
	static struct stencil_grid grid;
	static float *future;
	const unsigned long long points = args->grid.plane * (args->grid.z + 2 * STENCIL_RADIUS);

	if (future != NULL && memcmp(&grid, &args->grid, sizeof grid) == 0)
		return future;
	free(future);
	future = malloc(points * sizeof *future);
	if (future == NULL)
		return NULL;
	grid = args->grid;
	fill((struct gb_shape){ 0 }, &(struct stencil_fill_args){ future, points, STENCIL_PAST });
	wave((struct gb_shape){ .grid = grid.x / STENCIL_X * (grid.y / STENCIL_Y) },
	     &(struct stencil_args){ grid, args->now, args->speed, future });
	return future;
}

static void check(struct gb_shape shape, const void *of)
{
	const struct stencil_check_args *args = of;
	const struct stencil_grid *grid = &args->of.grid;
	const float *future = future_of(&args->of);

	for (uint32_t row = 0; row < rows_of(grid) && future != NULL; row++) {
		for (unsigned long long at = place(grid, row), x = 0; x < grid->x; x++, at++)
			if (bits_of_float(args->of.past[at]) != bits_of_float(future[at]))
				gb_model_wrong(args->report, at);
		gb_model_compared(args->report, grid->x);
	}
}

GB_MODELS_OF(stencil, { "stencil_wave", wave }, { "stencil_fill", fill }, { "stencil_check", check });
