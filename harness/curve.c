#include "curve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

enum { NAME = 128, POINT = 320 };

static const struct gb_curve_kind kinds[] = {
	{ "offset", "offset", "bandwidth", "offset", "op=copy,form=wide", { "bytes" } },
	{ "stride", "stride", "bandwidth", "stride", "op=copy,form=wide", { "bytes" } },
	{ "bank", "bank", "cycles", "degree", "pattern=degree,word=4", { "op" } },
	{ "spill", "spill", "slowdown", "local_bytes", "array=registers,resident=equal", { "l1", "build-" } },
	{ "cache", "cache", "bandwidth", "working_set", "", { "walk" } },
	{ "l1", "l1", "bandwidth", "set", "pattern=reuse,carveout=0", { "variant" } },
	{ "occupancy", "occupancy", "bandwidth", "warps", "op=read,by=shared", { "ilp" } },
	{ .name = NULL },
};

struct gb_curve_point {
	size_t gpu, order; /* order: as it came */
	char series[NAME], point[POINT];
	double x, y, lo, hi, limit;
};

const struct gb_curve_kind *gb_curve_kind_find(const char *name)
{
	for (const struct gb_curve_kind *kind = kinds; kind->name != NULL; kind++)
		if (strcmp(kind->name, name) == 0)
			return kind;
	return NULL;
}

/* The value of an axis in "axis=value,axis=value"; NULL: it is not there. `*length` is that of the value. */
static const char *word_of(const char *point, const char *axis, size_t axis_length, size_t *length)
{
	for (const char *at = point; at != NULL && *at != '\0';) {
		*length = strcspn(at, ",");
		if (*length > axis_length && strncmp(at, axis, axis_length) == 0 && at[axis_length] == '=') {
			*length -= axis_length + 1;
			return at + axis_length + 1;
		}
		at += *length;
		at += *at == ',';
	}
	return NULL;
}

/* Whether each axis of `words` has that value in the point, or is not there. */
static bool fits(const char *point, const char *words)
{
	for (const char *at = words; *at != '\0';) {
		const size_t length = strcspn(at, ","), name = strcspn(at, "=");
		size_t have;
		const char *value = word_of(point, at, name, &have);
		if (value != NULL && (have != length - name - 1 || strncmp(value, at + name + 1, have) != 0))
			return false;
		at += length;
		at += *at == ',';
	}
	return true;
}

/* "bytes=4, ca"; false: the point lacks one of them. */
static bool name_series(const struct gb_curve_kind *kind, const struct gb_record *record, char *text, size_t size)
{
	text[0] = '\0';
	for (size_t i = 0; i < GB_CURVE_SERIES && kind->series[i] != NULL; i++) {
		const char *axis = kind->series[i];
		size_t name = strlen(axis), length;
		const bool tail = axis[name - 1] == '-';
		if (text[0] != '\0')
			gb_text_add(text, size, ", ");
		if (strcmp(axis, "variant") == 0) {
			gb_text_add(text, size, "%s", record->variant);
			continue;
		}
		const char *value = word_of(record->point, axis, name - tail, &length);
		if (value == NULL)
			return false;
		if (tail)
			for (const char *end = value + length;
			     value < end && memchr(value, '-', (size_t)(end - value)) != NULL;) {
				value = (const char *)memchr(value, '-', (size_t)(end - value)) + 1;
				length = (size_t)(end - value);
			}
		gb_text_add(text, size, tail ? "%.*s%.*s" : "%.*s %.*s", tail ? 0 : (int)name, axis, (int)length,
			    value);
	}
	return true;
}

static size_t find_gpu(struct gb_curve *curve, const char *key)
{
	size_t i = 0;

	while (i < curve->gpus && strcmp(curve->gpu[i], key) != 0)
		i++;
	if (i < curve->gpus)
		return i;
	if (curve->gpus == sizeof curve->gpu / sizeof curve->gpu[0])
		return curve->gpus - 1;
	curve->gpu[curve->gpus] = strdup(key);
	return curve->gpu[curve->gpus] != NULL ? curve->gpus++ : 0;
}

/* The point of this row: metrics of one point follow each other. */
static struct gb_curve_point *find_point(struct gb_curve *curve, size_t gpu, const char *series, const char *point)
{
	if (curve->count > 0) {
		struct gb_curve_point *last = &curve->point[curve->count - 1];
		if (last->gpu == gpu && strcmp(last->series, series) == 0 && strcmp(last->point, point) == 0)
			return last;
	}
	if (curve->count == curve->room) {
		const size_t room = curve->room ? 2 * curve->room : 256;
		struct gb_curve_point *grown = realloc(curve->point, room * sizeof *grown);
		if (grown == NULL)
			return NULL;
		curve->point = grown;
		curve->room = room;
	}
	struct gb_curve_point *p = &curve->point[curve->count];
	*p = (struct gb_curve_point){
		.gpu = gpu, .order = curve->count++, .x = NAN, .y = NAN, .lo = NAN, .hi = NAN, .limit = NAN
	};
	gb_text_copy(p->series, sizeof p->series, series);
	gb_text_copy(p->point, sizeof p->point, point);
	return p;
}

static double x_of(const struct gb_curve_kind *kind, const struct gb_record *record)
{
	size_t length;
	const char *value = word_of(record->point, kind->x, strlen(kind->x), &length);

	if (record->axis != NULL && strcmp(record->axis, kind->x) == 0)
		return record->x;
	return value != NULL && strchr("0123456789", value[0]) != NULL ? strtod(value, NULL) : NAN;
}

int gb_curve_add(struct gb_curve *curve, const struct gb_record *record, struct gb_error *error)
{
	const struct gb_curve_kind *kind = curve->kind;
	char series[NAME];

	if (record->metric == NULL || record->point == NULL || strcmp(record->benchmark, kind->benchmark) != 0 ||
	    !isfinite(record->value))
		return GB_OK;
	const bool is_y = strcmp(record->metric, kind->metric) == 0, is_x = strcmp(record->metric, kind->x) == 0;
	if ((!is_x && !is_y) || !fits(record->point, kind->with) || !name_series(kind, record, series, sizeof series))
		return GB_OK;
	gb_text_copy(curve->model, sizeof curve->model, record->gpu_name);
	struct gb_curve_point *p = find_point(curve, find_gpu(curve, record->gpu_uuid), series, record->point);
	if (p == NULL)
		return gb_error_set(error, "out of memory");
	if (is_x)
		p->x = record->value;
	if (!is_y)
		return GB_OK;
	if (isnan(p->x))
		p->x = x_of(kind, record);
	p->y = record->value;
	p->lo = record->lo;
	p->hi = record->hi;
	p->limit = record->limit;
	return GB_OK;
}

/* Numbers in names by their value: "bytes 16" behind "bytes 4". */
static int compare_points(const void *left, const void *right)
{
	const struct gb_curve_point *a = left, *b = right;
	int order = a->gpu < b->gpu ? -1 : a->gpu > b->gpu;

	if (order == 0)
		order = strverscmp(a->series, b->series);
	if (order == 0)
		order = (a->x > b->x) - (a->x < b->x);
	return order != 0 ? order : a->order < b->order ? -1 : 1;
}

static bool same_line(const struct gb_curve_point *a, const struct gb_curve_point *b)
{
	return a->gpu == b->gpu && strcmp(a->series, b->series) == 0;
}

static void put_number(FILE *data, double value)
{
	if (isfinite(value))
		fprintf(data, " %.9g", value);
	else
		fputs(" NaN", data);
}

size_t gb_curve_write(struct gb_curve *curve, FILE *data)
{
	const struct gb_curve_point *line = NULL;
	size_t lines = 0;

	if (curve->count > 0)
		qsort(curve->point, curve->count, sizeof *curve->point, compare_points);
	for (size_t i = 0; i < curve->count; i++) {
		const struct gb_curve_point *p = &curve->point[i];
		const bool again = i + 1 < curve->count && same_line(p, p + 1) && p->x == p[1].x;
		if (again || !isfinite(p->x) || !isfinite(p->y))
			continue;
		if (line == NULL || !same_line(line, p)) {
			fprintf(data, "%s\"%s%s%.12s\"\n", lines ? "\n\n" : "", p->series, curve->gpus > 1 ? ", " : "",
				curve->gpus > 1 ? curve->gpu[p->gpu] : "");
			lines++;
		}
		line = p;
		fprintf(data, "%.9g", p->x);
		put_number(data, p->y);
		put_number(data, p->lo);
		put_number(data, p->hi);
		put_number(data, p->limit);
		fputc('\n', data);
	}
	return lines;
}

void gb_curve_free(struct gb_curve *curve)
{
	for (size_t i = 0; i < curve->gpus; i++)
		free(curve->gpu[i]);
	free(curve->point);
	*curve = (struct gb_curve){ 0 };
}
