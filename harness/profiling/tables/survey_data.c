/* survey_data.c: writes a program's use of time as CSV and JSON. */
#include <math.h>

#include "show/data.h"
#include "tables/tables.h"

const struct gb_column_help gb_survey_columns[] = {
	{ "what", "kernel, copy, fill or gpu" },
	{ "kernel", "name with all parameters" },
	{ "grid", "grid, as ncu prints it" },
	{ "block", "threads per block" },
	{ "device", "number of the GPU in the program" },
	{ "gpu", "its model" },
	{ "gpu_uuid", "its UUID" },
	{ "from", "the memory that a copy reads" },
	{ "to", "the memory that a copy writes" },
	{ "count", "launches, copies or fills" },
	{ "seconds", "total time; for a GPU, the time in which it was busy" },
	{ "share", "share of the total kernel time" },
	{ "shortest", "seconds of one launch" },
	{ "longest", "likewise" },
	{ "bytes", "bytes that copies and fills moved" },
	{ "roof", "roof of the link or memory that the copies use" },
	{ "fraction", "part of that roof" },
	{ "span", "seconds from the first event of a GPU to its last" },
	{ "short_gaps", "gaps in which it was idle, shorter than launch.round_trip" },
	{ "short_gap_seconds", "total of these gaps" },
	{ "long_gaps", "the others" },
	{ "long_gap_seconds", "likewise" },
	{ "launch_bound_phases", "phases in which a GPU waits for launches" },
	{ "launch_bound_launches", "in these" },
	{ "launch_bound_seconds", "of these" },
	{ NULL, NULL },
};

static json_t *begin_row(const struct gb_survey *s, const char *what, uint32_t gpu)
{
	json_t *object = json_object();

	gb_data_text(object, "what", what);
	gb_data_text(object, "device", s->gpu[gpu].device);
	gb_data_text(object, "gpu", s->gpu[gpu].name);
	gb_data_text(object, "gpu_uuid", s->gpu[gpu].uuid);
	return object;
}

static void put_count(json_t *object, const char *name, size_t count)
{
	json_object_set_new(object, name, json_integer((json_int_t)count));
}

static json_t *kernel_row(const struct gb_survey *s, const struct gb_survey_kernel *k)
{
	json_t *object = begin_row(s, "kernel", k->gpu);

	gb_data_text(object, "kernel", k->name);
	gb_data_text(object, "grid", k->grid);
	gb_data_text(object, "block", k->block);
	put_count(object, "count", k->launches);
	gb_data_number(object, "seconds", k->seconds);
	gb_data_number(object, "share", k->seconds / s->seconds);
	gb_data_number(object, "shortest", k->least);
	gb_data_number(object, "longest", k->most);
	return object;
}

static json_t *copy_row(const struct gb_survey_view *view, const struct gb_survey_copy *c)
{
	json_t *object = begin_row(view->survey, c->from[0] == '\0' ? "fill" : "copy", c->gpu);
	double work;
	const struct gb_peak *roof = gb_survey_roof_of(view->roofs, c, &work);

	gb_data_text(object, "from", c->from);
	gb_data_text(object, "to", c->to);
	put_count(object, "count", c->count);
	gb_data_number(object, "seconds", c->seconds);
	gb_data_number(object, "bytes", c->bytes);
	gb_data_text(object, "roof", roof != NULL ? roof->name : NULL);
	gb_data_number(object, "fraction", roof != NULL ? work / c->seconds / roof->value : NAN);
	return object;
}

static json_t *gpu_row(const struct gb_survey_view *view, uint32_t gpu)
{
	const struct gb_survey_gpu *g = &view->survey->gpu[gpu];
	const double launch = gb_survey_launch_seconds(view->roofs, gpu);
	json_t *object = begin_row(view->survey, "gpu", gpu);
	struct gb_survey_gaps below, above;
	struct gb_survey_phases phases;

	put_count(object, "count", g->launches);
	gb_data_number(object, "seconds", g->busy);
	gb_data_number(object, "span", g->span);
	if (view->survey->is_sum)
		return object;
	gb_survey_gaps(view->survey, gpu, launch, &below, &above);
	gb_survey_launch_bound(view->survey, gpu, launch, &phases);
	if (!isnan(launch)) {
		put_count(object, "short_gaps", below.count);
		gb_data_number(object, "short_gap_seconds", below.seconds);
		put_count(object, "launch_bound_phases", phases.count);
		put_count(object, "launch_bound_launches", phases.launches);
		gb_data_number(object, "launch_bound_seconds", phases.seconds);
	}
	put_count(object, "long_gaps", above.count);
	gb_data_number(object, "long_gap_seconds", above.seconds);
	return object;
}

static json_t *survey_rows(const struct gb_survey_view *view)
{
	const struct gb_survey *s = view->survey;
	json_t *rows = json_array();

	for (size_t i = 0; i < s->kernels; i++)
		json_array_append_new(rows, kernel_row(s, &s->kernel[i]));
	for (size_t i = 0; i < s->copies; i++)
		json_array_append_new(rows, copy_row(view, &s->copy[i]));
	for (uint32_t i = 0; i < s->gpus; i++)
		json_array_append_new(rows, gpu_row(view, i));
	return rows;
}

int gb_survey_write_csv(const struct gb_survey_view *view, FILE *out, struct gb_error *error)
{
	return gb_columns_write(gb_survey_columns, survey_rows(view), out, error);
}

json_t *gb_survey_object(const struct gb_survey_view *view)
{
	const struct gb_survey *s = view->survey;
	json_t *object = json_object();

	put_count(object, "processes", s->processes);
	put_count(object, "launches", s->launches);
	gb_data_number(object, "kernel_seconds", s->seconds);
	gb_data_number(object, "lost_events", (double)s->lost);
	json_object_set_new(object, "rows", survey_rows(view));
	return object;
}

int gb_survey_write_json(const struct gb_survey_view *view, FILE *out, struct gb_error *error)
{
	return gb_data_document(out, gb_survey_object(view), error);
}
