#include "analysis/fleet_ratios.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/heap.h"
#include "base/text.h"
#include "record/store.h"

bool gb_ridge_is_compute(const struct gb_roof *roof)
{
	return gb_roof_is_compute(roof->row->unit) && !gb_roof_is_burst(roof->row->name);
}

bool gb_ridge_is_memory(const struct gb_roof *roof)
{
	return gb_roof_is_memory(roof->row->unit) && !gb_roof_is_burst(roof->row->name);
}

struct gb_ridge gb_ridge_of(const struct gb_roof *compute, const struct gb_roof *memory)
{
	const struct gb_roof_kind *kind = gb_roof_kind(compute->row->name);
	struct gb_ridge ridge = {
		.value = compute->value / memory->value,
		.lo = compute->lo / memory->hi,
		.hi = compute->hi / memory->lo,
		.instructions_per_byte = NAN,
	};

	if (kind != NULL && kind->ops_per_instruction > 0)
		ridge.instructions_per_byte = ridge.value / kind->ops_per_instruction;
	return ridge;
}

/* Returns the median limit of the model's GPUs. `number` has room for one value per GPU. */
static double limit_of(const struct gb_fleet_model *model, const struct gb_group *group, double *number)
{
	size_t count = 0;

	for (size_t i = 0; i < model->gpus; i++) {
		const struct gb_roof *roof = gb_gpu_roof(&model->gpu[i], group->roof);
		if (roof != NULL && isfinite(roof->limit))
			number[count++] = roof->limit;
	}
	return count > 0 ? gb_stats_middle(number, count) : NAN;
}

/* Returns a ratio above 1 if the value is better. */
static double times_better(const struct gb_group *group, double value, double reference)
{
	return 1 + gb_off(group->unit, value, reference);
}

static struct gb_ratio ratio_of(const struct gb_fleet_model *base, const struct gb_fleet_model *model,
				const struct gb_group *group, const struct gb_group *other, double *number)
{
	struct gb_ratio ratio = {
		.base = group,
		.other = other,
		.times = times_better(group, other->median, group->median),
		.limit = { limit_of(base, group, number), limit_of(model, other, number) },
	};

	ratio.limit_times = times_better(group, ratio.limit[1], ratio.limit[0]);
	return ratio;
}

static int by_times(const void *left, const void *right)
{
	const struct gb_ratio *a = left, *b = right;

	if (a->times != b->times)
		return (a->times < b->times) - (a->times > b->times);
	return (a->base > b->base) - (a->base < b->base);
}

void gb_ratios_of(const struct gb_fleet_model *base, const struct gb_fleet_model *model, struct gb_ratio **out,
		  size_t *count)
{
	const size_t gpus = base->gpus > model->gpus ? base->gpus : model->gpus;
	struct gb_ratio *ratio = gb_heap_array(base->groups + 1, sizeof *ratio);
	double *number = gb_heap_array(gpus + 1, sizeof *number);
	size_t found = 0;

	for (size_t i = 0; i < base->groups; i++) {
		const struct gb_group *group = &base->group[i];
		const struct gb_group *other = gb_fleet_group_in(model, group->roof, group->unit);
		/* Derived values serve only to compare a GPU with its peers. */
		if (other != NULL && !group->derived)
			ratio[found++] = ratio_of(base, model, group, other, number);
	}
	free(number);
	qsort(ratio, found, sizeof *ratio, by_times);
	*out = ratio;
	*count = found;
}

/* The GPU of a file's first row. */
struct whose {
	char name[GB_FLEET_TITLE], board[GB_FLEET_TITLE];
};

static int take_first(void *context, const struct gb_record *record, size_t line, struct gb_error *error)
{
	struct whose *whose = context;

	gb_text_copy(whose->name, sizeof whose->name, record->gpu_name);
	gb_text_copy(whose->board, sizeof whose->board, record->board);
	return GB_END;
}

/* Problems were reported when the file was first read. */
static void ignore_problem(void *context, const char *text)
{
}

/* Returns the model of a file; "": the file has no rows, or is a pipe, which can be read only once. */
static struct whose whose_is(const char *file)
{
	struct whose whose = { "", "" };
	struct gb_error ignored = { "" };
	struct stat st;

	if (file != NULL && stat(file, &st) == 0 && S_ISREG(st.st_mode))
		gb_store_scan(file, GB_STORE_NEWEST, take_first, ignore_problem, &whose, &ignored);
	return whose;
}

static const struct gb_fleet_model *model_of(const struct gb_fleet *fleet, const struct whose *whose)
{
	for (size_t m = 0; m < fleet->models && whose->name[0] != '\0'; m++)
		if (strcmp(fleet->model[m].name, whose->name) == 0 && strcmp(fleet->model[m].board, whose->board) == 0)
			return &fleet->model[m];
	return NULL;
}

/* Finds a model by a part of its name or board. */
static const struct gb_fleet_model *model_named(const struct gb_fleet *fleet, const char *text)
{
	for (size_t m = 0; m < fleet->models; m++)
		if (strstr(fleet->model[m].name, text) != NULL || strstr(fleet->model[m].board, text) != NULL)
			return &fleet->model[m];
	return NULL;
}

static int no_base(const struct gb_fleet *fleet, const char *wanted, struct gb_error *error)
{
	char name[GB_FLEET_TITLE], there[512] = "";

	for (size_t m = 0; m < fleet->models; m++)
		gb_text_add(there, sizeof there, "%s%s", m > 0 ? "; " : "", gb_fleet_title(&fleet->model[m], name));
	return gb_error_set(error, "--relative-to '%s' is neither a file nor a model here; there is %s", wanted, there);
}

/* If there is a file with this name, the word means the file. */
int gb_ratios_base(const struct gb_fleet *fleet, const char *wanted, const char *first,
		   const struct gb_fleet_model **base, struct gb_error *error)
{
	struct whose whose = { "", "" };

	if (wanted != NULL || fleet->models > 1)
		whose = whose_is(wanted != NULL ? wanted : first);
	*base = model_of(fleet, &whose);
	if (*base == NULL && wanted == NULL)
		*base = gb_fleet_largest(fleet);
	else if (*base == NULL && whose.name[0] != '\0')
		return gb_error_set(error, "--relative-to %s: its %s is in none of these files", wanted, whose.name);
	else if (*base == NULL)
		*base = model_named(fleet, wanted);
	return *base != NULL || wanted == NULL ? GB_OK : no_base(fleet, wanted, error);
}
