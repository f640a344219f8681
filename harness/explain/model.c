#include "explain/model.h"

#include <math.h>
#include <stdio.h>

#include "explain/constants.h"
#include "record/record.h"

enum { WARP = 32 };

#define LOAD_BYTES 512.0 /* of a load of a warp in `occupancy` */

/* ---- what was measured ------------------------------------------------------------------------------------------- */

static void insert(struct gb_time_curve *c, double warps, double value)
{
	size_t at = c->points;

	if (c->points == GB_MODEL_POINTS)
		return;
	for (; at > 0 && c->warps[at - 1] > warps; at--) {
		c->warps[at] = c->warps[at - 1];
		c->part[at] = c->part[at - 1];
	}
	c->warps[at] = warps;
	c->part[at] = value;
	c->points++;
}

static void read_curve(struct gb_time_curve *c, const struct gb_curve_set *rows, const char *metric, const char *op,
		       int ilp)
{
	const struct gb_curve_row *row;
	char axes[64];
	double most = 0;
	size_t at = 0;

	snprintf(axes, sizeof axes, "op=%s,by=shared,ilp=%d", op, ilp);
	*c = (struct gb_time_curve){ .points = 0 };
	while ((row = gb_curve_next(rows, "occupancy", metric, axes, &at)) != NULL) {
		const double warps = gb_point_number(row->point, "warps");
		if (!(warps > 0) || !(row->value > 0))
			continue;
		insert(c, warps, row->value);
		most = fmax(most, row->value);
	}
	for (size_t i = 0; i < c->points; i++)
		c->part[i] /= most;
}

/* Between two points linearly, from none with no warp on. 1: nothing was measured. */
static double part_of(const struct gb_time_curve *c, double warps)
{
	double below = 0, below_part = 0;

	if (c->points == 0 || !isfinite(warps))
		return 1;
	for (size_t i = 0; i < c->points; i++) {
		if (warps <= c->warps[i])
			return below_part + (c->part[i] - below_part) * (warps - below) / (c->warps[i] - below);
		below = c->warps[i];
		below_part = c->part[i];
	}
	return below_part;
}

/* Blocks start one after another: one of more warps takes longer, by a straight line through two points. */
static void read_blocks(struct gb_time_model *model)
{
	const struct gb_curve_row *row, *one = NULL, *other = NULL;
	size_t at = 0;

	while ((row = gb_curve_next(model->rows, "launch", "op_rate", "op=blocks", &at)) != NULL) {
		other = one;
		one = row;
	}
	if (other == NULL)
		return;
	const double warps = gb_point_number(one->point, "threads") / WARP,
		     fewer = gb_point_number(other->point, "threads") / WARP;
	model->warp = (1 / one->value - 1 / other->value) / (warps - fewer);
	model->block = 1 / one->value - warps * model->warp;
}

void gb_time_model_make(struct gb_time_model *model, const struct gb_peaks *peaks, const struct gb_curve_set *rows)
{
	const struct gb_curve_row *row, *period = gb_curve_first(rows, "launch", "time", "op=period");
	size_t at = 0;

	*model = (struct gb_time_model){ .peaks = peaks, .rows = rows, .warps_most = NAN };
	read_curve(&model->loads, rows, "bandwidth", "read", GB_MODEL_LOADS);
	read_curve(&model->chains, rows, "flop_rate", "fma", GB_MODEL_CHAINS);
	while ((row = gb_curve_next(rows, "occupancy", "bandwidth", "op=read,by=shared", &at)) != NULL)
		model->warps_most = fmax(model->warps_most, gb_point_number(row->point, "warps"));
	model->launch = period != NULL ? period->value : 0;
	read_blocks(model);
}

/* ---- the time ---------------------------------------------------------------------------------------------------- */

double gb_time_model_loads(const struct gb_time_model *model, double warps)
{
	return part_of(&model->loads, warps * model->warps_most);
}

static double on_roof(const struct gb_time_model *model, const char *name, double work)
{
	const struct gb_peak *peak = gb_peaks_find(model->peaks, name);

	return peak != NULL && work > 0 ? work / peak->value : 0;
}

/* The part of DRAM's rate that reads reach. The curve is that of GB_MODEL_LOADS loads in flight in each warp. A warp
 * that loads fewer bytes than these in all its life counts for less. */
static double reads_part(const struct gb_time_model *model, const struct gb_load *l, double warps)
{
	const double each = l->fetched / (l->blocks * l->block_warps) / (GB_MODEL_LOADS * LOAD_BYTES);

	return part_of(&model->loads, !l->by_matrix && each > 0 && isfinite(each) ? warps * fmin(1, each) : warps);
}

static double dram_of(const struct gb_time_model *model, const struct gb_load *l, double warps)
{
	const double bytes = l->dram_read + l->dram_write;
	const char *name;

	if (!(bytes > 0))
		return 0;
	const double value = gb_binding_dram(model->peaks, l->dram_write / bytes, &name);
	if (name == NULL)
		return 0;
	return fmax(bytes / value / part_of(&model->loads, warps),
		    on_roof(model, "dram.read", fmin(l->dram_read, l->fetched)) / reads_part(model, l, warps));
}

static double memory_of(const struct gb_time_model *model, const struct gb_load *l, double warps, double active)
{
	/* SMs that idle have no loads in flight either. */
	const double time[] = { dram_of(model, l, warps * active), on_roof(model, "l2.read", l->l2_read),
				on_roof(model, "l2.read_common", l->arrived) / active,
				on_roof(model, "l2.write", l->l2_write), on_roof(model, "l1.read", l->path) / active };
	double most = 0, sum = 0;

	for (size_t i = 0; i < sizeof time / sizeof time[0]; i++)
		most = fmax(most, time[i]);
	for (size_t i = 0; most > 0 && i < sizeof time / sizeof time[0]; i++)
		sum += pow(time[i] / most, GB_MODEL_LEVELS);
	return most * pow(sum, 1.0 / GB_MODEL_LEVELS);
}

/* The part of a shorter time that so many warps do not hide behind a longer one. */
static double apart_of(double warps)
{
	return isfinite(warps) ? exp(-warps / GB_MODEL_WARPS) : 0;
}

/* Blocks whose warps wait at barriers read, then compute, then write. Memory and arithmetic work at the same time for
 * different blocks only: the one that takes longer idles while all resident blocks are at the other. That is a closed
 * network of two queues, in which so many customers take turns. */
static double idle_in_phases(double shorter, double longer, double blocks)
{
	const double ratio = shorter / longer;

	if (!(longer > 0) || !isfinite(blocks))
		return 0;
	return ratio < 1 ? longer * pow(ratio, blocks) * (1 - ratio) / (1 - pow(ratio, blocks)) : longer / blocks;
}

struct gb_time_terms gb_time_model_time(const struct gb_time_model *model, const struct gb_load *l)
{
	const double active = l->active > 0 ? l->active : 1;
	const double resident = isfinite(l->warps) ? l->warps * model->warps_most : model->warps_most;
	const double warps = l->by_matrix ? model->warps_most : resident;
	struct gb_time_terms t = { .memory = memory_of(model, l, warps, active) };

	/* Operands are loaded ahead, but a unit waits for what another computes. */
	const double units = l->arithmetic / part_of(&model->chains, warps) + l->others * apart_of(resident);
	t.arithmetic = fmax(units, l->issue) / active;
	const double shorter = fmin(t.memory, t.arithmetic), longer = fmax(t.memory, t.arithmetic);
	const double blocks = l->in_phases && l->block_warps > 0 ? fmax(1, resident / l->block_warps) : NAN;
	const double apart = fmax(shorter * apart_of(warps), idle_in_phases(shorter, longer, blocks));
	t.hidden = shorter - apart;
	t.starting = l->blocks * (model->block + l->block_warps * model->warp);
	t.launch = l->launches * model->launch;
	t.total = fmax(longer + apart, t.starting) + t.launch;
	return t;
}
