#include "analysis/samples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { JOINED_LEAST = 3 }; /* roofs, for a median to leave one out */

struct gb_sample gb_pool(const double *value, const double *lo, const double *hi, size_t count, double *scratch)
{
	struct gb_sample pooled = { .value = value[0], .lo = lo[0], .hi = hi[0], .runs = count };

	if (count == 1)
		return pooled;
	const size_t rank = gb_stats_interval_rank(count);
	pooled.value = gb_stats_median(value, count, scratch); /* leaves them sorted */
	if (rank > 0) {
		pooled.lo = scratch[rank - 1];
		pooled.hi = scratch[count - rank];
		return pooled;
	}
	for (size_t i = 1; i < count; i++) { /* one without an interval leaves none */
		pooled.lo = lo[i] < pooled.lo || isnan(lo[i]) ? lo[i] : pooled.lo;
		pooled.hi = hi[i] > pooled.hi || isnan(hi[i]) ? hi[i] : pooled.hi;
	}
	return pooled;
}

/* ---- of one GPU ----------------------------------------------------------------------------------------------------- */

/* Entries of one roof follow each other; `count` of them from `roof` on. */
static size_t run_length(const struct gb_gpu *gpu, size_t at)
{
	size_t count = 1;

	while (at + count < gpu->roofs && strcmp(gpu->roof[at + count].name, gpu->roof[at].name) == 0 &&
	       strcmp(gpu->roof[at + count].unit, gpu->roof[at].unit) == 0)
		count++;
	return count;
}

/* Of the value, or of what is done in a cycle of the slowest SM. `numbers` holds 5 x `runs`. */
static struct gb_sample make_sample(const struct gb_roof *roof, size_t runs, bool per_clock, double *numbers)
{
	double *value = numbers, *lo = value + runs, *hi = lo + runs, *clock = hi + runs, *scratch = clock + runs;
	size_t clocks = 0;
	const char *reason = "";
	bool ok = true;

	for (size_t i = 0; i < runs; i++) {
		const double by = per_clock ? roof[i].sm_clock_slowest_hz : 1;
		if (!isfinite(by))
			return (struct gb_sample){ .runs = 0 };
		value[i] = roof[i].value / by;
		lo[i] = roof[i].lo / by;
		hi[i] = roof[i].hi / by;
		if (isfinite(roof[i].sm_clock_hz))
			clock[clocks++] = roof[i].sm_clock_hz;
		reason = ok ? roof[i].reason : reason;
		ok &= roof[i].status == GB_ROW_OK;
	}
	struct gb_sample sample = gb_pool(value, lo, hi, runs, scratch);
	sample.sm_clock_hz = clocks > 0 ? gb_stats_median(clock, clocks, scratch) : NAN;
	sample.ok = ok;
	sample.reason = reason;
	sample.throttle = roof[0].throttle;
	return sample;
}

/* ---- groups -------------------------------------------------------------------------------------------------------- */

bool gb_group_is_joint(const struct gb_group *group)
{
	return strcmp(group->roof, GB_SCATTER_JOINT) == 0;
}

/* What is known of the scatter is that of one board. */
static double min_off_of(const struct gb_model *model, const char *roof)
{
	const double alike = gb_scatter_min_off(roof);

	return model->board[0] != '\0' ? alike : fmax(alike, GB_MIN_OFF_UNKNOWN);
}

static bool add_group(struct gb_model *model, const char *roof, const char *unit, bool derived)
{
	struct gb_group *grown = realloc(model->group, (model->groups + 1) * sizeof *grown);

	if (grown == NULL)
		return false;
	model->group = grown;
	model->group[model->groups++] = (struct gb_group){
		.roof = roof,
		.unit = unit,
		.derived = derived,
		.joined = gb_scatter_is_joined(roof),
		.sm_clock_hz = NAN,
		.min_off = min_off_of(model, roof),
	};
	return true;
}

static bool has_clocks(const struct gb_model *model, const char *roof)
{
	for (size_t g = 0; g < model->peers; g++) {
		const struct gb_roof *best = gb_gpu_roof(&model->gpu[g], roof);
		if (best != NULL && isfinite(best->sm_clock_slowest_hz))
			return true;
	}
	return false;
}

/* The work of a cycle where it is known to be steadier, and all power-bound roofs together. */
static bool add_derived(struct gb_model *model)
{
	const size_t roofs = model->groups;
	size_t joined = 0;
	bool added = true;

	for (size_t i = 0; i < roofs && added; i++) {
		const char *per_clock = gb_scatter_per_clock(model->group[i].roof), *unit = model->group[i].unit;
		if (gb_roof_is_compute(unit) && per_clock != NULL && has_clocks(model, model->group[i].roof))
			added = add_group(model, per_clock, strcmp(unit, "OP/s") == 0 ? "OP/clk" : "FLOP/clk", true);
		joined += model->group[i].joined;
	}
	return added && (joined < JOINED_LEAST || add_group(model, GB_SCATTER_JOINT, "", true));
}

static int compare_groups(const void *left, const void *right)
{
	const struct gb_group *a = left, *b = right;

	const int order = gb_roof_order(a->roof, b->roof);

	return order != 0 ? order : strcmp(a->unit, b->unit);
}

/* The group of a roof, which mostly comes after that of the GPU's roof before it. GPUs are of one collection, where equal
 * texts are equal pointers. The number of groups: there is none. */
static size_t group_of(const struct gb_model *model, const struct gb_roof *roof, size_t expected)
{
	for (size_t i = 0; i < model->groups; i++) {
		const size_t at = (expected + i) % model->groups;
		if (model->group[at].roof == roof->name && model->group[at].unit == roof->unit)
			return at;
	}
	return model->groups;
}

static void link_derived(struct gb_model *model)
{
	for (size_t i = 0; i < model->groups; i++) {
		struct gb_group *group = &model->group[i];
		const char *per_clock =
			!group->derived && gb_roof_is_compute(group->unit) ? gb_scatter_per_clock(group->roof) : NULL;
		const struct gb_group *of = per_clock != NULL ? gb_model_group(model, per_clock) : NULL;
		group->per_clock = of != NULL ? (size_t)(of - model->group) + 1 : 0;
	}
}

/* Every roof that any of the GPUs has. */
static bool find_groups(struct gb_model *model)
{
	for (size_t g = 0, place = 0; g < model->peers; g++)
		for (size_t at = 0; at < model->gpu[g].roofs; at += run_length(&model->gpu[g], at)) {
			const struct gb_roof *roof = &model->gpu[g].roof[at];
			place = group_of(model, roof, place + 1);
			if (place == model->groups && !add_group(model, roof->name, roof->unit, false))
				return false;
		}
	if (!add_derived(model))
		return false;
	if (model->groups > 0)
		qsort(model->group, model->groups, sizeof *model->group, compare_groups);
	link_derived(model);
	return true;
}

/* ---- samples ------------------------------------------------------------------------------------------------------- */

static void put_sample(struct gb_model *model, size_t gpu, size_t place, struct gb_sample sample)
{
	model->sample[gpu * model->groups + place] = sample;
}

/* The runs of one roof of a GPU; `numbers` holds 5 x `runs`. */
static void add_samples(struct gb_model *model, size_t gpu, size_t place, const struct gb_roof *roof, size_t runs,
			double *numbers)
{
	const size_t per_clock = model->group[place].per_clock;

	put_sample(model, gpu, place, make_sample(roof, runs, false, numbers));
	if (per_clock > 0)
		put_sample(model, gpu, per_clock - 1, make_sample(roof, runs, true, numbers));
}

static bool find_samples(struct gb_model *model)
{
	double *numbers = NULL;
	size_t room = 0, place = 0;

	model->sample = calloc(model->peers * model->groups + 1, sizeof *model->sample);
	for (size_t g = 0; g < model->peers && model->sample != NULL; g++) {
		const struct gb_gpu *gpu = &model->gpu[g];
		for (size_t at = 0; at < gpu->roofs;) {
			const size_t runs = run_length(gpu, at);
			if (numbers == NULL || 5 * runs > room) {
				double *grown = realloc(numbers, 5 * runs * sizeof *grown);
				if (grown == NULL) {
					free(numbers);
					return false;
				}
				numbers = grown;
				room = 5 * runs;
			}
			place = group_of(model, &gpu->roof[at], place + 1);
			add_samples(model, g, place, &gpu->roof[at], runs, numbers);
			at += runs;
		}
	}
	free(numbers);
	return model->sample != NULL;
}

bool gb_samples_find(struct gb_model *model)
{
	return find_groups(model) && find_samples(model);
}

void gb_samples_join(struct gb_model *model, size_t place, double *numbers)
{
	for (size_t g = 0; g < model->peers; g++) {
		struct gb_sample *joint = &model->sample[g * model->groups + place];
		size_t count = 0;
		*joint = (struct gb_sample){ .lo = NAN, .hi = NAN, .sm_clock_hz = NAN, .ok = true, .reason = "" };
		for (size_t i = 0; i < model->groups; i++) {
			const struct gb_sample *of = gb_model_sample(model, g, i);
			if (of->runs == 0 || !model->group[i].joined)
				continue;
			joint->runs = joint->runs > of->runs ? joint->runs : of->runs;
			joint->throttle = count == 0 ? of->throttle : joint->throttle;
			numbers[count++] = 1 + gb_group_off(&model->group[i], of->value);
		}
		if (count < JOINED_LEAST)
			joint->runs = 0;
		else
			joint->value = gb_stats_median(numbers, count, numbers + count);
	}
}
