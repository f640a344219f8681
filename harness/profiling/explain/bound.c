#include "explain/bound.h"

#include <math.h>

#include "record/record.h"

enum { WARP = 32 };

static double seconds_on_roof(const struct gb_measured *gpu, const char *name, double work)
{
	const struct gb_peak *peak = gb_peaks_find(gpu->peaks, name);

	return peak != NULL && work > 0 ? work / peak->value : 0;
}

static double dram_seconds(const struct gb_measured *gpu, const struct gb_load *l)
{
	const double bytes = l->dram_read + l->dram_write;
	const char *name = NULL;
	const double value = bytes > 0 ? gb_binding_dram(gpu->peaks, l->dram_write / bytes, &name) : 0;

	return name != NULL ? bytes / value : 0;
}

/* Seconds at the levels above DRAM. Idle SMs do not use their L1 and their port. */
static double cache_seconds(const struct gb_measured *gpu, const struct gb_load *l, double active)
{
	const double shared =
		fmax(seconds_on_roof(gpu, "l2.read", l->l2_read), seconds_on_roof(gpu, "l2.write", l->l2_write));

	return fmax(shared,
		    fmax(seconds_on_roof(gpu, "l2.read_common", l->arrived), seconds_on_roof(gpu, "l1.read", l->path)) /
			    active);
}

/* Seconds until the last block has started. Blocks start one after another, and blocks of more warps take longer: a
 * straight line through two points. 0: not measured. */
static double starting_seconds(const struct gb_measured *gpu, const struct gb_load *l)
{
	const struct gb_curve_row *row, *one = NULL, *other = NULL;
	size_t at = 0;

	while ((row = gb_curve_next(gpu->rows, "launch", "op_rate", "op=blocks", &at)) != NULL) {
		other = one;
		one = row;
	}
	if (other == NULL)
		return 0;
	const double warps = gb_point_number(one->point, "threads") / WARP,
		     fewer = gb_point_number(other->point, "threads") / WARP;
	const double each = (1 / one->value - 1 / other->value) / (warps - fewer);
	return l->blocks * (1 / one->value + (l->block_warps - warps) * each);
}

struct gb_bound gb_bound_of(const struct gb_measured *gpu, const struct gb_load *l)
{
	const struct gb_curve_row *period = gb_curve_first(gpu->rows, "launch", "time", "op=period");
	const double active = l->active > 0 ? l->active : 1;
	struct gb_bound b = { .dram = dram_seconds(gpu, l),
			      .arithmetic = fmax(l->arithmetic, l->issue) / active,
			      .starting = starting_seconds(gpu, l) };

	b.memory = fmax(b.dram, cache_seconds(gpu, l, active));
	b.total = fmax(fmax(b.memory, b.arithmetic), b.starting) + (period != NULL ? l->launches * period->value : 0);
	return b;
}
