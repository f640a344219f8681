/* template_points.c: the points that a template requests, and their values from rows (template.h). */
#include "export/template.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/stats.h"
#include "base/text.h"
#include "record/identity.h"
#include "record/record.h"
#include "record/times.h"

static const char least_word[] = "least";

/* ---- requested points -------------------------------------------------------------------------------------------- */

static struct gb_template_point *find_point(const struct gb_template_points *points, const char *text)
{
	for (size_t i = 0; i < points->points; i++)
		if (strcmp(points->point[i].text, text) == 0)
			return &points->point[i];
	return NULL;
}

/* Returns the axis in "n=least"; NULL for anything else. */
static const char *least_of(struct gb_template_points *points, const char *word, size_t length)
{
	char axis[GB_NAME_MAX] = "";
	const size_t name = strcspn(word, "=");

	if (name >= length || length - name - 1 != strlen(least_word) ||
	    strncmp(word + name + 1, least_word, strlen(least_word)) != 0)
		return NULL;
	gb_text_add(axis, sizeof axis, "%.*s", (int)name, word);
	return gb_strings_keep(&points->strings, axis);
}

/* Each word is AXIS=VALUE. At most one may request the least value. */
static int read_axes(struct gb_template_points *points, struct gb_template_point *point)
{
	for (const char *word = point->axes; *word != '\0';) {
		const size_t length = strcspn(word, ","), name = strcspn(word, "=");
		if (name == 0 || name + 1 >= length)
			return GB_FAILED;
		const char *least = least_of(points, word, length);
		if (least != NULL && point->least != NULL)
			return GB_FAILED;
		point->least = least != NULL ? least : point->least;
		word += length + (word[length] == ',');
	}
	return GB_OK;
}

static int read_point(struct gb_template_points *points, struct gb_template_point *point)
{
	const size_t head = strcspn(point->text, ","), name = strcspn(point->text, ".");
	char benchmark[GB_NAME_MAX] = "", metric[GB_NAME_MAX] = "";

	if (name == 0 || name + 1 >= head || point->text[head] == '\0' || point->text[head + 1] == '\0')
		return GB_FAILED;
	gb_text_add(benchmark, sizeof benchmark, "%.*s", (int)name, point->text);
	gb_text_add(metric, sizeof metric, "%.*s", (int)(head - name - 1), point->text + name + 1);
	point->benchmark = gb_strings_keep(&points->strings, benchmark);
	point->metric = gb_strings_keep(&points->strings, metric);
	point->axes = point->text + head + 1;
	return read_axes(points, point);
}

int gb_template_points_want(struct gb_template_points *points, const char *text, struct gb_error *error)
{
	if (find_point(points, text) != NULL)
		return GB_OK;
	points->point = gb_array_grow(points->point, points->points, &points->room, sizeof *points->point);
	struct gb_template_point *point = &points->point[points->points];
	*point = (struct gb_template_point){ .text = gb_strings_keep(&points->strings, text) };
	if (read_point(points, point) != GB_OK)
		return gb_error_set(
			error, "expected point:BENCHMARK.METRIC,AXIS=VALUE,... with 'least' for one value at most");
	points->points++;
	return GB_OK;
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

/* True if a row's point has all given values. `*place`: its position on the axis whose least value is requested. */
static bool is_row_of_point(const struct gb_template_point *point, const char *row, double *place)
{
	size_t found;

	*place = point->least != NULL ? gb_point_number(row, point->least) : 0;
	for (const char *word = point->axes; *word != '\0';) {
		const size_t length = strcspn(word, ","), name = strcspn(word, "=");
		const char *value = gb_point_word(row, word, name, &found);
		const bool any =
			point->least != NULL && strlen(point->least) == name && strncmp(point->least, word, name) == 0;
		if (value == NULL)
			return false;
		if (!any && (found != length - name - 1 || strncmp(value, word + name + 1, found) != 0))
			return false;
		word += length + (word[length] == ',');
	}
	return !isnan(*place);
}

/* True if two points of one run match a text that must select one. */
static bool are_several(const struct gb_template_row *a, const struct gb_template_row *b)
{
	return a->run == b->run && a->place == b->place && a->point != b->point;
}

/* The smaller position counts; if they are equal, the later time. */
static bool is_row_before(const struct gb_template_row *row, const struct gb_template_row *old)
{
	return row->place != old->place ? row->place < old->place : row->time >= old->time;
}

static void keep_row(struct gb_template_point *point, const struct gb_template_row *row)
{
	size_t i = 0;

	while (i < point->rows && point->row[i].gpu != row->gpu)
		i++;
	if (i < point->rows) {
		const bool several = are_several(row, &point->row[i]);
		if (is_row_before(row, &point->row[i]))
			point->row[i] = *row;
		point->row[i].several |= several;
		return;
	}
	point->row = gb_array_grow(point->row, point->rows, &point->room, sizeof *point->row);
	point->row[point->rows++] = *row;
}

/* Runs and points are texts of one collection, so their addresses distinguish them. */
static void take_for(struct gb_template_points *points, struct gb_template_point *point, const struct gb_record *record,
		     double place)
{
	char key[GB_GPU_KEY];
	const struct gb_template_row row = {
		.gpu = gb_strings_keep(&points->strings, gb_gpu_key(record, key)),
		.run = gb_strings_keep(&points->strings, record->run_id),
		.point = gb_strings_keep(&points->strings, record->point),
		.time = gb_time_read(gb_record_text(record->time_utc)),
		.value = record->value,
		.place = place,
		.suspect = record->status == GB_ROW_SUSPECT,
	};

	keep_row(point, &row);
}

void gb_template_points_take(struct gb_template_points *points, const struct gb_record *record)
{
	double place;

	if (!gb_record_is_measured(record) || !isfinite(record->value) || gb_record_text(record->peer_uuid)[0] != '\0')
		return;
	for (size_t i = 0; i < points->points; i++) {
		struct gb_template_point *point = &points->point[i];
		if (strcmp(point->benchmark, record->benchmark) == 0 && strcmp(point->metric, record->metric) == 0 &&
		    is_row_of_point(point, record->point, &place))
			take_for(points, point, record, place);
	}
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

int gb_template_points_value(const struct gb_template_points *points, const char *text, const struct gb_roofs *roofs,
			     double *value, struct gb_error *error)
{
	const struct gb_template_point *point = find_point(points, text);
	double least = INFINITY;
	size_t count = 0;

	*value = NAN;
	if (point == NULL || point->rows == 0)
		return GB_OK;
	double *numbers = gb_heap_array(point->rows, sizeof *numbers);
	for (size_t i = 0; i < point->rows; i++) {
		const struct gb_template_row *row = &point->row[i];
		if (gb_roofs_find(roofs, row->gpu) == NULL || row->place > least)
			continue;
		if (row->several) {
			free(numbers);
			return gb_error_set(error, "fits several points of one run, such as %.200s: name more axes",
					    row->point);
		}
		count = row->place < least ? 0 : count;
		least = row->place;
		numbers[count++] = row->value;
	}
	if (count > 0)
		*value = gb_stats_middle(numbers, count);
	free(numbers);
	return GB_OK;
}

size_t gb_template_points_suspect(const struct gb_template_points *points)
{
	size_t suspect = 0;

	for (size_t i = 0; i < points->points; i++)
		for (size_t j = 0; j < points->point[i].rows; j++)
			if (points->point[i].row[j].suspect) {
				suspect++;
				break;
			}
	return suspect;
}

void gb_template_points_free(struct gb_template_points *points)
{
	for (size_t i = 0; i < points->points; i++)
		free(points->point[i].row);
	free(points->point);
	gb_strings_free(&points->strings);
	*points = (struct gb_template_points){ 0 };
}
