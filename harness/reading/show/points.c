/* points.c: collecting rows. */
#include "show/points.h"

#include <stdlib.h>
#include <string.h>

#include "base/collections.h"
#include "base/quantity.h"
#include "base/text.h"
#include "record/identity.h"

/* Size of a point's text: longer texts from a file are compared by the part that fits. */
enum { POINT_WORDS = 1024 };

/* ---- adding ------------------------------------------------------------------------------------------------------ */

static bool is_gpu(const struct gb_point_gpu *gpu, const char *key, const char *peer)
{
	return gpu->key == key && gpu->peer == peer;
}

/* The number of a GPU, which is usually that of the last one. */
static int find_gpu(struct gb_points *points, const struct gb_record *record, size_t *out)
{
	char made[GB_GPU_KEY];
	const char *key = gb_strings_keep(&points->strings, gb_gpu_key(record, made));
	const char *peer = gb_strings_keep(&points->strings, record->peer_uuid);
	const size_t last = points->rows > 0 ? points->row[points->rows - 1].gpu : 0;

	if (key == NULL || peer == NULL)
		return GB_FAILED;
	*out = last < points->gpus && is_gpu(&points->gpu[last], key, peer) ? last : 0;
	while (*out < points->gpus && !is_gpu(&points->gpu[*out], key, peer))
		++*out;
	if (*out < points->gpus)
		return GB_OK;
	struct gb_point_gpu *grown = gb_array_grow(points->gpu, points->gpus, &points->gpu_room, sizeof *grown);
	if (grown == NULL)
		return GB_FAILED;
	points->gpu = grown;
	grown[points->gpus] = (struct gb_point_gpu){
		.key = key,
		.peer = peer,
		.name = gb_strings_keep(&points->strings, record->gpu_name),
		.host = gb_strings_keep(&points->strings, record->host),
		.device = gb_strings_keep(&points->strings, record->device),
	};
	const struct gb_point_gpu *made_of = &grown[points->gpus++];
	return made_of->name != NULL && made_of->host != NULL && made_of->device != NULL ? GB_OK : GB_FAILED;
}

/* The metrics of one point are adjacent; a conclusion stands alone. */
static bool goes_on(const struct gb_points *points, const struct gb_record *record, size_t gpu)
{
	const struct gb_point_row *last = points->rows > 0 ? &points->row[points->rows - 1] : NULL;

	if (last == NULL || last->gpu != gpu || record->variant[0] == '\0' ||
	    strcmp(last->variant, record->variant) != 0 || strcmp(last->point, record->point) != 0)
		return false;
	for (size_t i = 0; i < last->metrics; i++)
		if (strcmp(points->metric[last->metric + i].name, record->metric) == 0)
			return false;
	return true;
}

static int add_row(struct gb_points *points, const struct gb_record *record, size_t gpu)
{
	struct gb_point_row *grown = gb_array_grow(points->row, points->rows, &points->row_room, sizeof *grown);

	if (grown == NULL)
		return GB_FAILED;
	points->row = grown;
	grown[points->rows] = (struct gb_point_row){
		.gpu = gpu,
		.order = points->rows,
		.variant = gb_strings_keep(&points->strings, record->variant),
		.point = gb_strings_keep(&points->strings, record->point),
		.axis = gb_strings_keep(&points->strings, record->axis),
		.reason = gb_strings_keep(&points->strings, record->reason),
		.status = record->status,
		.number = record->point_number,
		.lo = record->lo,
		.hi = record->hi,
		.fraction = record->fraction,
		.sets_roof = record->roof[0] != '\0',
		.metric = points->metrics,
	};
	const struct gb_point_row *row = &grown[points->rows];
	if (row->variant == NULL || row->point == NULL || row->axis == NULL || row->reason == NULL)
		return GB_FAILED;
	points->rows++;
	return GB_OK;
}

static int add_metric(struct gb_points *points, const struct gb_record *record)
{
	struct gb_point_row *row = &points->row[points->rows - 1];
	struct gb_point_metric *grown =
		gb_array_grow(points->metric, points->metrics, &points->metric_room, sizeof *grown);
	const char *name = gb_strings_keep(&points->strings, record->metric);
	const char *unit = gb_strings_keep(&points->strings, record->unit);

	if (grown == NULL || name == NULL || unit == NULL)
		return GB_FAILED;
	points->metric = grown;
	grown[points->metrics++] = (struct gb_point_metric){ name, unit, record->value };
	row->metrics++;
	/* A remark on one metric applies to the point. */
	if (row->reason[0] == '\0' && record->reason[0] != '\0') {
		const char *reason = gb_strings_keep(&points->strings, record->reason);
		row->reason = reason != NULL ? reason : row->reason;
	}
	if (record->status > row->status)
		row->status = record->status;
	return GB_OK;
}

int gb_points_add(struct gb_points *points, const struct gb_record *record, struct gb_error *error)
{
	size_t gpu;
	int status = find_gpu(points, record, &gpu);

	if (status == GB_OK && !goes_on(points, record, gpu))
		status = add_row(points, record, gpu);
	if (status == GB_OK)
		status = add_metric(points, record);
	return status == GB_OK ? GB_OK : gb_error_set(error, "out of memory");
}

/* ---- order ------------------------------------------------------------------------------------------------------- */

static int compare_sizes(size_t a, size_t b)
{
	return (a > b) - (a < b);
}

/* Puts rows of one point next to each other, the last one first. Conclusions of the same metric count as one. */
static int compare_identity(const struct gb_point_row *a, const struct gb_point_row *b)
{
	int order = compare_sizes(a->gpu, b->gpu);

	if (order == 0)
		order = strcmp(a->variant, b->variant);
	return order != 0 ? order : strcmp(a->same, b->same);
}

static int by_identity(const void *left, const void *right)
{
	const struct gb_point_row *a = left, *b = right;
	const int order = compare_identity(a, b);

	return order != 0 ? order : compare_sizes(b->order, a->order);
}

/* By place in the plan if the rows have one, otherwise in order of appearance. */
static int by_place(const void *left, const void *right)
{
	const struct gb_point_row *a = left, *b = right;
	const bool known = isfinite(a->number) && isfinite(b->number);
	int order = compare_sizes(a->gpu, b->gpu);

	if (order == 0 && known)
		order = (a->number > b->number) - (a->number < b->number);
	else if (order == 0)
		order = isfinite(b->number) - isfinite(a->number);
	return order != 0 ? order : compare_sizes(a->order, b->order);
}

static bool is_same_conclusion(const struct gb_points *points, const struct gb_point_row *a,
			       const struct gb_point_row *b)
{
	return a->variant[0] != '\0' || points->metric[a->metric].name == points->metric[b->metric].name;
}

/* True if a kept row has the same content as `row`; among equal identities, the last row comes first. */
static bool is_known(const struct gb_points *points, size_t kept, const struct gb_point_row *row)
{
	for (size_t i = kept; i-- > 0 && compare_identity(&points->row[i], row) == 0;)
		if (is_same_conclusion(points, &points->row[i], row))
			return true;
	return false;
}

/* A point without the words of searched axes. */
static const char *without_found(struct gb_points *points, const struct gb_points_about *about, const char *point)
{
	char left[POINT_WORDS] = "", axis[GB_NAME_MAX];

	if (about->is_searched == NULL)
		return point;
	for (const char *at = point; *at != '\0';) {
		const size_t word = strcspn(at, ",");
		axis[0] = '\0';
		gb_text_add(axis, sizeof axis, "%.*s", (int)strcspn(at, "=,"), at);
		if (!about->is_searched(about->context, axis))
			gb_text_add(left, sizeof left, "%.*s,", (int)word, at);
		at += word + (at[word] == ',');
	}
	return gb_strings_keep(&points->strings, left);
}

/* If the metric is the time of a launch, the value that the plug-in derives from it. */
static size_t figure_of(const struct gb_points *points, const struct gb_point_row *row)
{
	const struct gb_point_metric *metric = &points->metric[row->metric];
	const bool time = !row->sets_roof && strcmp(metric[0].unit, gb_quantity_unit(GB_SECONDS)) == 0;

	return row->metric + (time && row->metrics > 1 && gb_unit_is_of_a_quantity(metric[1].unit));
}

int gb_points_settle(struct gb_points *points, const struct gb_points_about *about, struct gb_error *error)
{
	size_t kept = 0;

	for (size_t i = 0; i < points->rows; i++) {
		points->row[i].same = without_found(points, about, points->row[i].point);
		points->row[i].figure = figure_of(points, &points->row[i]);
		if (points->row[i].same == NULL)
			return gb_error_set(error, "out of memory");
	}
	if (points->rows == 0)
		return GB_OK;
	qsort(points->row, points->rows, sizeof *points->row, by_identity);
	for (size_t i = 0; i < points->rows; i++)
		if (!is_known(points, kept, &points->row[i]))
			points->row[kept++] = points->row[i];
	points->replaced += points->rows - kept;
	points->rows = kept;
	qsort(points->row, points->rows, sizeof *points->row, by_place);
	return GB_OK;
}

void gb_points_free(struct gb_points *points)
{
	free(points->row);
	free(points->metric);
	free(points->gpu);
	gb_strings_free(&points->strings);
	*points = (struct gb_points){ 0 };
}
