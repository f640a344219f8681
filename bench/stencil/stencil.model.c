/* Models of the kernels of `stencil`. */
#include "../common/bits.h"
#include "gpubench_model.h"
#include "stencil.h"

static unsigned int rows_of(const struct stencil_grid *grid)
{
	return grid->y * grid->z;
}

/* The first point of a row. */
static unsigned long long place(const struct stencil_grid *grid, unsigned int row)
{
	return grid->first + row % grid->y * grid->pitch + row / grid->y * grid->plane;
}

/* A point's step, every neighbour from memory. */
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

static void wave(struct gb_shape shape, const void *of)
{
	const struct stencil_args *args = of;

	(void)shape;
	for (unsigned int row = 0; row < rows_of(&args->grid); row++)
		for (unsigned long long at = place(&args->grid, row), x = 0; x < args->grid.x; x++, at++)
			args->past[at] = step_of(args, at);
}

/* ---- not timed --------------------------------------------------------------------------------------------------- */

static void fill(struct gb_shape shape, const void *of)
{
	const struct stencil_fill_args *args = of;

	(void)shape;
	for (unsigned long long i = 0; i < args->points; i++)
		args->at[i] = stencil_value((enum stencil_array)args->array, i);
}

/* What a step makes of the initial past. It is the same for all builds, and kept; NULL: no memory. */
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
	wave((struct gb_shape){ 0 }, &(struct stencil_args){ grid, args->now, args->speed, future });
	return future;
}

static void check(struct gb_shape shape, const void *of)
{
	const struct stencil_check_args *args = of;
	const struct stencil_grid *grid = &args->of.grid;
	const float *future = future_of(&args->of);

	(void)shape;
	for (unsigned int row = 0; row < rows_of(grid) && future != NULL; row++) {
		for (unsigned long long at = place(grid, row), x = 0; x < grid->x; x++, at++)
			if (bits_of_float(args->of.past[at]) != bits_of_float(future[at]))
				gb_model_wrong(args->report, at);
		gb_model_compared(args->report, grid->x);
	}
}

static const struct gb_model models[] = {
	{ "stencil_wave", wave },
	{ "stencil_fill", fill },
	{ "stencil_check", check },
	{ .kernel = NULL },
};

GB_MODELS(stencil) = { GB_ABI, models };
