/* points.c: collects rows as points. */
#include "show/points.h"

#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/quantity.h"
#include "base/text.h"
#include "record/identity.h"

/* Bytes of a point's text. Longer texts from a file are compared by their first bytes. */
enum { POINT_WORDS = 1024 };

/* ---- adding ------------------------------------------------------------------------------------------------------ */

static bool is_gpu(const struct gb_point_gpu *gpu, const char *key, const char *peer)
{
	return gpu->key == key && gpu->peer == peer;
}

/* Returns the index of a GPU, which is usually that of the last row. */
static size_t find_gpu(struct gb_points *points, const struct gb_record *record)
{
	char made[GB_GPU_KEY];
	const char *key = gb_strings_keep(&points->strings, gb_gpu_key(record, made));
	const char *peer = gb_strings_keep(&points->strings, record->peer_uuid);
	const size_t last = points->rows > 0 ? points->row[points->rows - 1].gpu : 0;
	size_t at = last < points->gpus && is_gpu(&points->gpu[last], key, peer) ? last : 0;

	while (at < points->gpus && !is_gpu(&points->gpu[at], key, peer))
		at++;
	if (at < points->gpus)
		return at;
	points->gpu = gb_array_grow(points->gpu, points->gpus, &points->gpu_room, sizeof *points->gpu);
	points->gpu[points->gpus++] = (struct gb_point_gpu){
		.key = key,
		.peer = peer,
		.name = gb_strings_keep(&points->strings, record->gpu_name),
		.host = gb_strings_keep(&points->strings, record->host),
		.device = gb_strings_keep(&points->strings, record->device),
	};
	return at;
}

/* The metrics of a point are adjacent; a conclusion stands alone. */
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

static void add_row(struct gb_points *points, const struct gb_record *record, size_t gpu)
{
	points->row = gb_array_grow(points->row, points->rows, &points->row_room, sizeof *points->row);
	points->row[points->rows] = (struct gb_point_row){
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
	points->rows++;
}

static void add_metric(struct gb_points *points, const struct gb_record *record)
{
	struct gb_point_row *row = &points->row[points->rows - 1];

	points->metric = gb_array_grow(points->metric, points->metrics, &points->metric_room, sizeof *points->metric);
	points->metric[points->metrics++] = (struct gb_point_metric){
		gb_strings_keep(&points->strings, record->metric),
		gb_strings_keep(&points->strings, record->unit),
		record->value,
	};
	row->metrics++;
	/* A remark on one metric applies to the point. */
	if (row->reason[0] == '\0')
		row->reason = gb_strings_keep(&points->strings, record->reason);
	if (record->status > row->status)
		row->status = record->status;
}

void gb_points_add(struct gb_points *points, const struct gb_record *record)
{
	const size_t gpu = find_gpu(points, record);

	if (!goes_on(points, record, gpu))
		add_row(points, record, gpu);
	add_metric(points, record);
}

/* ---- order ------------------------------------------------------------------------------------------------------- */

static int compare_sizes(size_t a, size_t b)
{
	return (a > b) - (a < b);
}

/* Puts rows of one point next to each other, the last one first. Conclusions about the same metric count as one. */
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

/* By position in the plan if rows have one, otherwise in order of appearance. */
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

/* True if a kept row and `row` belong to the same point. The last one of several rows for a point comes first. */
static bool is_known(const struct gb_points *points, size_t kept, const struct gb_point_row *row)
{
	for (size_t i = kept; i-- > 0 && compare_identity(&points->row[i], row) == 0;)
		if (is_same_conclusion(points, &points->row[i], row))
			return true;
	return false;
}

/* Returns a point without the words of searched axes. */
static const char *without_found(struct gb_points *points, const struct gb_points_about *about, const char *point)
{
	char left[POINT_WORDS] = "", axis[GB_NAME_MAX];

	if (about->is_searched == NULL)
		return point;
	for (const char *at = point; *at != '\0';) {
		const size_t word = strcspn(at, ",");
		gb_text_write(axis, sizeof axis, "%.*s", (int)strcspn(at, "=,"), at);
		if (!about->is_searched(about->context, axis))
			gb_text_add(left, sizeof left, "%.*s,", (int)word, at);
		at += word + (at[word] == ',');
	}
	return gb_strings_keep(&points->strings, left);
}

/* If the metric is the time of a launch, returns the value that the plug-in derives from it. */
static size_t figure_of(const struct gb_points *points, const struct gb_point_row *row)
{
	const struct gb_point_metric *metric = &points->metric[row->metric];
	const bool time = !row->sets_roof && strcmp(metric[0].unit, gb_quantity_unit(GB_SECONDS)) == 0;

	return row->metric + (time && row->metrics > 1 && gb_unit_is_of_a_quantity(metric[1].unit));
}

void gb_points_settle(struct gb_points *points, const struct gb_points_about *about)
{
	size_t kept = 0;

	for (size_t i = 0; i < points->rows; i++) {
		points->row[i].same = without_found(points, about, points->row[i].point);
		points->row[i].figure = figure_of(points, &points->row[i]);
	}
	if (points->rows == 0)
		return;
	qsort(points->row, points->rows, sizeof *points->row, by_identity);
	for (size_t i = 0; i < points->rows; i++)
		if (!is_known(points, kept, &points->row[i]))
			points->row[kept++] = points->row[i];
	points->replaced += points->rows - kept;
	points->rows = kept;
	qsort(points->row, points->rows, sizeof *points->row, by_place);
}

void gb_points_free(struct gb_points *points)
{
	free(points->row);
	free(points->metric);
	free(points->gpu);
	gb_strings_free(&points->strings);
	*points = (struct gb_points){ 0 };
}
