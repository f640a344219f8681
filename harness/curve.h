/* curve.h: the rows of one benchmark as curves to draw: which value over which, and which points belong to one line. */
#ifndef GB_CURVE_H
#define GB_CURVE_H

#include <stdio.h>

#include "reader.h"

enum { GB_CURVE_SERIES = 4 };

struct gb_curve_kind {
	const char *name; /* of the plot */
	const char *benchmark, *metric;
	const char *x;    /* an axis, or a metric of the same point */
	const char *with; /* points that have these words, "op=copy,form=wide"; a point without such an axis is in */
	/* What tells lines apart: axes of the point, "variant", or "build-": what follows the last '-' in that axis. */
	const char *series[GB_CURVE_SERIES];
};

struct gb_curve_point;

struct gb_curve {
	const struct gb_curve_kind *kind;
	struct gb_curve_point *point;
	size_t count, room;
	char *gpu[64]; /* keys of the GPUs seen; more share the last */
	size_t gpus;
	char model[96]; /* of the last GPU */
};

const struct gb_curve_kind *gb_curve_kind_find(const char *name);

/* Take a row; its texts are copied. Another row of the same line and x replaces the first. */
int gb_curve_add(struct gb_curve *curve, const struct gb_record *record, struct gb_error *error);

/* Write the lines as gnuplot's data blocks: a quoted name, then rows of x, y, lo, hi, limit. Returns how many. */
size_t gb_curve_write(struct gb_curve *curve, FILE *data);
void gb_curve_free(struct gb_curve *curve);

#endif
