#include "explain/curves.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "record/record.h"

static const struct {
	const char *benchmark, *axes, *metric;
} used[] = {
	{ "occupancy", "op=read,by=shared", "bandwidth" },
	{ "occupancy", "op=grid", "tail" },
	{ "stride", "op=copy,bytes=4", "bandwidth" },
	{ "stride", "op=copy,bytes=4", "sectors_per_request" },
	{ "bank", "pattern=degree,op=load", "cycles" },
	{ "bank", "pattern=degree,op=load", "passes" },
	{ "spill", "array=registers", "cost_of_local_byte" },
	{ "launch", "op=period", "time" },
	{ "launch", "op=blocks", "op_rate" },
	{ "launch", "op=graph,nodes=chain", "time" },
};

static bool is_used_row(const struct gb_record *r)
{
	for (size_t i = 0; i < sizeof used / sizeof used[0]; i++)
		if (strcmp(gb_record_text(r->benchmark), used[i].benchmark) == 0 &&
		    strcmp(gb_record_text(r->metric), used[i].metric) == 0 &&
		    gb_point_has_words(gb_record_text(r->point), used[i].axes))
			return true;
	return false;
}

static bool is_set_of_row(const struct gb_curve_set *set, const struct gb_record *r)
{
	return strcmp(set->uuid, gb_record_text(r->gpu_uuid)) == 0 &&
	       strcmp(set->run, gb_record_text(r->run_id)) == 0 && strcmp(set->model, gb_record_text(r->gpu_name)) == 0;
}

static struct gb_curve_set *find_or_add_set(struct gb_curves *curves, const struct gb_record *r)
{
	if (curves->count > 0 && is_set_of_row(&curves->set[curves->last], r))
		return &curves->set[curves->last];
	for (size_t i = 0; i < curves->count; i++)
		if (is_set_of_row(&curves->set[i], r)) {
			curves->last = i;
			return &curves->set[i];
		}
	curves->set = gb_array_grow(curves->set, curves->count, &curves->room, sizeof *curves->set);
	curves->last = curves->count;
	curves->set[curves->count] = (struct gb_curve_set){
		.uuid = gb_strings_keep(&curves->strings, r->gpu_uuid),
		.model = gb_strings_keep(&curves->strings, r->gpu_name),
		.run = gb_strings_keep(&curves->strings, r->run_id),
		.time = gb_strings_keep(&curves->strings, r->time_utc),
	};
	return &curves->set[curves->count++];
}

void gb_curves_add(struct gb_curves *curves, const struct gb_record *record)
{
	if (!isfinite(record->value) || !is_used_row(record))
		return;
	struct gb_curve_set *set = find_or_add_set(curves, record);
	set->row = gb_array_grow(set->row, set->count, &set->room, sizeof *set->row);
	set->row[set->count++] = (struct gb_curve_row){
		.benchmark = gb_strings_keep(&curves->strings, record->benchmark),
		.variant = gb_strings_keep(&curves->strings, record->variant),
		.point = gb_strings_keep(&curves->strings, record->point),
		.metric = gb_strings_keep(&curves->strings, record->metric),
		.unit = gb_strings_keep(&curves->strings, record->unit),
		.value = record->value,
	};
}

void gb_curves_free(struct gb_curves *curves)
{
	for (size_t i = 0; i < curves->count; i++)
		free(curves->set[i].row);
	free(curves->set);
	gb_strings_free(&curves->strings);
	*curves = (struct gb_curves){ .count = 0 };
}

/* Files are read in any order: of two runs with the same time, the name decides. */
static bool is_newer_set(const struct gb_curve_set *a, const struct gb_curve_set *b)
{
	const int order = strcmp(a->time, b->time);

	return order != 0 ? order > 0 : strcmp(a->run, b->run) > 0;
}

const struct gb_curve_set *gb_curves_find(const struct gb_curves *curves, const char *uuid, const char *model)
{
	const struct gb_curve_set *own = NULL, *like = NULL;

	for (size_t i = 0; i < curves->count; i++) {
		const struct gb_curve_set *set = &curves->set[i];
		if (uuid[0] != '\0' && strcmp(set->uuid, uuid) == 0 && (own == NULL || is_newer_set(set, own)))
			own = set;
		if (strcmp(set->model, model) == 0 && (like == NULL || is_newer_set(set, like)))
			like = set;
	}
	return own != NULL ? own : like;
}

const struct gb_curve_row *gb_curve_next(const struct gb_curve_set *set, const char *benchmark, const char *metric,
					 const char *axes, size_t *at)
{
	while (set != NULL && *at < set->count) {
		const struct gb_curve_row *row = &set->row[(*at)++];
		if (strcmp(row->benchmark, benchmark) == 0 && strcmp(row->metric, metric) == 0 &&
		    gb_point_has_words(row->point, axes))
			return row;
	}
	return NULL;
}

const struct gb_curve_row *gb_curve_first(const struct gb_curve_set *set, const char *benchmark, const char *metric,
					  const char *axes)
{
	size_t at = 0;

	return gb_curve_next(set, benchmark, metric, axes, &at);
}

const struct gb_curve_row *gb_curve_other(const struct gb_curve_set *set, const struct gb_curve_row *row,
					  const char *metric)
{
	for (size_t i = 0; row != NULL && i < set->count; i++) {
		const struct gb_curve_row *other = &set->row[i];
		if (other->benchmark == row->benchmark && other->variant == row->variant &&
		    other->point == row->point && strcmp(other->metric, metric) == 0)
			return other;
	}
	return NULL;
}
