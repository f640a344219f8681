/* kernel_labels.c: places the names of kernels on a roofline so that they touch neither each other nor lines. */
#include "plot/roofline.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* In points, as in roofline.gp: a decade on both axes, a letter's width and height, a point's radius, and the gap. */
static const double decade = 125, letter = 7.4, height = 13, radius = 6, gap = 3;
/* The intensity of a ridge is printed to the right of it and below. */
static const double ridge_width = 42, ridge_height = 17;

/* The right margin of the picture, for labels of roofs and, where no roof ends, of kernels. */
static const double margin = 250;

/* An area of the picture, in points: its centre and half its sides. */
struct box {
	double x, y, wide, high;
};

static double points_of(double value)
{
	return decade * log10(value);
}

static bool boxes_touch(const struct box *a, const struct box *b)
{
	return fabs(a->x - b->x) < a->wide + b->wide && fabs(a->y - b->y) < a->high + b->high;
}

static struct box box_of_point(const struct gb_kernel_point *k, double size)
{
	return (struct box){ points_of(k->intensity), points_of(k->performance), radius * size, radius * size };
}

static struct box box_of_name(const struct gb_kernel_label *label, const char *name)
{
	const double wide = letter * (double)strlen(name) / 2;

	return (struct box){ points_of(label->x) + label->side * wide, points_of(label->y), wide, height / 2 };
}

static bool on_line(const struct box *box, const struct gb_roofline *p, const struct gb_roofline_line *line)
{
	const double at = points_of(line->value);

	if (line->class == GB_SLOPE) {
		const double end = points_of(gb_roofline_highest(p, false, line->model, false) / line->value);
		return box->x - box->wide < end && fabs(box->y - box->x - at) < box->wide + box->high;
	}
	const double begin = points_of(line->value / gb_roofline_highest(p, true, line->model, false));
	return box->x + box->wide > begin && fabs(box->y - at) < box->high;
}

/* Only ridges of the slowest memory have a text. */
static bool on_ridge(const struct box *box, const struct gb_roofline *p, const struct gb_roofline_line *line)
{
	double slowest = INFINITY;

	for (size_t i = 0; i < p->count; i++)
		if (p->line[i].class == GB_SLOPE && p->line[i].model == line->model)
			slowest = fmin(slowest, p->line[i].value);
	if (line->class == GB_SLOPE || !isfinite(slowest))
		return false;
	const struct box text = { points_of(line->value / slowest) + ridge_width / 2,
				  points_of(line->value) - ridge_height / 2, ridge_width / 2, ridge_height / 2 };
	return boxes_touch(box, &text);
}

static double cost_of(const struct box *box, size_t kernel, const struct gb_kernel_label *label,
		      const struct gb_kernel_points *kernels, const struct gb_roofline *p)
{
	const double beyond = box->x + box->wide - points_of(p->xmax), before = points_of(p->xmin) - box->x + box->wide;
	double cost = before > 0 || beyond > margin ? 50 : beyond > 0 ? 5 : 0;

	for (size_t i = 0; i < kernels->count; i++) {
		const struct box point = box_of_point(&kernels->point[i], label[i].size),
				 name = box_of_name(&label[i], kernels->point[i].name);
		cost += i != kernel && boxes_touch(box, &point) ? 100 : 0;
		cost += i < kernel && boxes_touch(box, &name) ? 100 : 0;
	}
	for (size_t i = 0; i < p->count; i++)
		cost += (on_ridge(box, p, &p->line[i]) ? 30 : 0) + (on_line(box, p, &p->line[i]) ? 10 : 0);
	return cost;
}

/* Chooses the first side with the lowest cost: right, left, above, below, then the corners. */
static void place_label(struct gb_kernel_label *label, size_t kernel, const struct gb_kernel_points *kernels,
			const struct gb_roofline *p)
{
	static const struct {
		int x, y;
	} sides[] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 }, { 1, -1 }, { -1, 1 }, { 1, 1 }, { -1, -1 } };
	const struct gb_kernel_point *k = &kernels->point[kernel];
	const struct box point = box_of_point(k, label[kernel].size);
	double least = INFINITY;

	for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++) {
		struct box box = { 0, 0, letter * (double)strlen(k->name) / 2, height / 2 };
		box.x = point.x + sides[i].x * (point.wide + gap + box.wide);
		box.y = point.y + sides[i].y * (point.high + gap + box.high);
		const double cost = cost_of(&box, kernel, label, kernels, p);
		if (cost < least) {
			least = cost;
			label[kernel].side = sides[i].x;
			label[kernel].x = pow(10, (box.x - sides[i].x * box.wide) / decade);
			label[kernel].y = pow(10, box.y / decade);
		}
	}
}

void gb_kernel_labels_place(struct gb_kernel_label *label, const struct gb_kernel_points *kernels,
			    const struct gb_roofline *p)
{
	for (size_t i = 0; i < kernels->count; i++)
		place_label(label, i, kernels, p);
}
