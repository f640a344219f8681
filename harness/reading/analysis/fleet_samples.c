/* fleet_samples.c: the groups of a model, and each GPU's sample in each group (fleet.h). */
#include "analysis/fleet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"

struct gb_sample gb_sample_pool(const double *value, const double *lo, const double *hi, size_t count, double *scratch)
{
	struct gb_sample pooled = { .value = value[0], .lo = lo[0], .hi = hi[0], .runs = count };

	if (count == 1)
		return pooled;
	const size_t rank = gb_stats_interval_rank(count);
	pooled.value = gb_stats_median(value, count, scratch); /* also sorts the values into `scratch` */
	if (rank > 0) {
		pooled.lo = scratch[rank - 1];
		pooled.hi = scratch[count - rank];
		return pooled;
	}
	for (size_t i = 1; i < count; i++) { /* the interval is unknown if that of any value is */
		pooled.lo = lo[i] < pooled.lo || isnan(lo[i]) ? lo[i] : pooled.lo;
		pooled.hi = hi[i] > pooled.hi || isnan(hi[i]) ? hi[i] : pooled.hi;
	}
	return pooled;
}

/* ---- one GPU ----------------------------------------------------------------------------------------------------- */

static bool is_roof_named(const struct gb_roof *roof, const char *name, const char *unit)
{
	return roof->row->name == name && roof->row->unit == unit; /* texts of one collection */
}

/* Returns the number of entries from `at` on that belong to the same roof. Entries of a roof are adjacent. */
static size_t run_length(const struct gb_gpu_roofs *gpu, size_t at)
{
	const struct gb_roof_row *first = gpu->roof[at].row;
	size_t count = 1;

	while (at + count < gpu->roofs && is_roof_named(&gpu->roof[at + count], first->name, first->unit))
		count++;
	return count;
}

/* Combines all runs: the value, or the work per clock of the slowest SM. `numbers` has room for 5 x `runs`. */
static struct gb_sample make_sample(const struct gb_roof *roof, size_t runs, bool per_clock, double *numbers)
{
	double *value = numbers, *lo = value + runs, *hi = lo + runs, *clock = hi + runs, *scratch = clock + runs;
	size_t clocks = 0;
	const char *reason = "";
	bool ok = true, by_clock = true;

	for (size_t i = 0; i < runs; i++) {
		const double by = per_clock ? roof[i].sm_clock_slowest_hz : 1;
		if (!isfinite(by))
			return (struct gb_sample){ .runs = 0 };
		value[i] = roof[i].value / by;
		lo[i] = roof[i].lo / by;
		hi[i] = roof[i].hi / by;
		if (isfinite(roof[i].sm_clock_hz))
			clock[clocks++] = roof[i].sm_clock_hz;
		reason = ok ? roof[i].row->reason : reason;
		ok &= roof[i].row->status == GB_ROW_OK;
		by_clock &= roof[i].by_clock;
	}
	struct gb_sample sample = gb_sample_pool(value, lo, hi, runs, scratch);
	sample.sm_clock_hz = clocks > 0 ? gb_stats_middle(clock, clocks) : NAN;
	sample.ok = ok;
	sample.by_clock = by_clock;
	sample.reason = reason;
	sample.throttle = roof[0].row->throttle;
	sample.older = roof[0].older;
	return sample;
}

/* ---- groups ------------------------------------------------------------------------------------------------------ */

static void add_group(struct gb_fleet_model *model, const char *roof, const char *unit, bool derived)
{
	model->group = gb_heap_resize(model->group, model->groups + 1, sizeof *model->group);
	model->group[model->groups++] = (struct gb_group){
		.roof = roof,
		.unit = unit,
		.lower = gb_lower_is_better(unit),
		.derived = derived,
		.joint = gb_joint_named(roof),
		.joined = gb_joint_of(roof),
		.sm_clock_hz = NAN,
	};
}

static bool have_clocks(const struct gb_roof *roof, size_t runs)
{
	for (size_t i = 0; i < runs; i++)
		if (!isfinite(roof[i].sm_clock_slowest_hz))
			return false;
	return true;
}

/* True if a GPU has the clocks of all its runs of this roof. */
static bool has_clocks(const struct gb_fleet_model *model, const struct gb_group *of)
{
	for (size_t g = 0; g < model->peers; g++) {
		const struct gb_gpu_roofs *gpu = &model->gpu[g];
		for (size_t at = 0, runs; at < gpu->roofs; at += runs) {
			runs = run_length(gpu, at);
			if (is_roof_named(&gpu->roof[at], of->roof, of->unit) && have_clocks(&gpu->roof[at], runs))
				return true;
		}
	}
	return false;
}

/* True if a GPU has enough roofs of a joint group. */
static bool can_join(const struct gb_fleet_model *model, enum gb_joint joint)
{
	for (size_t g = 0; g < model->peers; g++) {
		const struct gb_gpu_roofs *gpu = &model->gpu[g];
		size_t joined = 0;
		for (size_t at = 0; at < gpu->roofs; at += run_length(gpu, at))
			joined += gb_joint_of(gpu->roof[at].row->name) == joint;
		if (joined >= GB_JOINED_LEAST)
			return true;
	}
	return false;
}

/* True for rates of arithmetic, and of memory inside an SM. */
static bool has_cycles(const char *unit)
{
	return gb_roof_is_compute(unit) || strcmp(unit, "B/s") == 0;
}

/* Returns the unit of the work per clock. */
static const char *clock_unit(const char *unit)
{
	return strcmp(unit, "B/s") == 0 ? "B/clk" : strcmp(unit, "OP/s") == 0 ? "OP/clk" : "FLOP/clk";
}

/* Adds the work per clock of roofs for which it is known to be steadier, and the joint groups. */
static void add_derived(struct gb_fleet_model *model)
{
	const size_t roofs = model->groups;

	for (size_t i = 0; i < roofs; i++) {
		const char *per_clock = gb_scatter_per_clock(model->gpu->name, model->group[i].roof),
			   *unit = model->group[i].unit;
		if (has_cycles(unit) && per_clock != NULL && has_clocks(model, &model->group[i]))
			add_group(model, per_clock, clock_unit(unit), true);
	}
	if (can_join(model, GB_MATRIX_UNITS))
		add_group(model, GB_MATRIX_UNITS_NAME, "", true);
	if (can_join(model, GB_PLAIN_UNITS))
		add_group(model, GB_PLAIN_UNITS_NAME, "", true);
}

static int compare_groups(const void *left, const void *right)
{
	const struct gb_group *a = left, *b = right;

	const int order = gb_roof_order(a->roof, b->roof);

	return order != 0 ? order : strcmp(a->unit, b->unit);
}

/* Returns the group of a roof, which usually follows that of the GPU's previous roof; model->groups: there is none. */
static size_t group_of(const struct gb_fleet_model *model, const struct gb_roof *roof, size_t expected)
{
	for (size_t i = 0; i < model->groups; i++) {
		const size_t at = (expected + i) % model->groups;
		if (is_roof_named(roof, model->group[at].roof, model->group[at].unit))
			return at;
	}
	return model->groups;
}

/* Numbers the measured groups and links the others to their roofs. The order of the groups must be final. */
static void link_groups(struct gb_fleet_model *model)
{
	for (size_t i = 0; i < model->groups; i++) {
		struct gb_group *group = &model->group[i];
		const char *unit = group->unit, *per_clock = NULL;
		if (!group->derived) {
			group->number = model->measured++;
			per_clock = has_cycles(unit) ? gb_scatter_per_clock(model->gpu->name, group->roof) : NULL;
		}
		for (size_t k = 0; per_clock != NULL && k < model->groups; k++)
			if (strcmp(model->group[k].roof, per_clock) == 0 &&
			    strcmp(model->group[k].unit, clock_unit(unit)) == 0)
				model->group[k].made_of = i + 1;
	}
}

static void find_groups(struct gb_fleet_model *model)
{
	for (size_t g = 0, place = 0; g < model->peers; g++)
		for (size_t at = 0; at < model->gpu[g].roofs; at += run_length(&model->gpu[g], at)) {
			const struct gb_roof *roof = &model->gpu[g].roof[at];
			place = group_of(model, roof, place + 1);
			if (place == model->groups)
				add_group(model, roof->row->name, roof->row->unit, false);
		}
	add_derived(model);
	if (model->groups > 0)
		qsort(model->group, model->groups, sizeof *model->group, compare_groups);
	link_groups(model);
}

/* ---- samples ----------------------------------------------------------------------------------------------------- */

/* Returns the index of a roof's first entry among those of a GPU, or gpu->roofs if there is none. Most GPUs have all
 * roofs, and the same number of runs of each, so the search begins there. */
static size_t find_roof(const struct gb_fleet_model *model, const struct gb_gpu_roofs *gpu,
			const struct gb_group *group)
{
	size_t at = gpu->roofs == model->measured ? group->number : group->number * gpu->roofs / model->measured;

	if (at < gpu->roofs && is_roof_named(&gpu->roof[at], group->roof, group->unit)) {
		while (at > 0 && is_roof_named(&gpu->roof[at - 1], group->roof, group->unit))
			at--;
		return at;
	}
	for (at = 0; at < gpu->roofs && !is_roof_named(&gpu->roof[at], group->roof, group->unit); at++)
		;
	return at;
}

size_t gb_fleet_work_of(const struct gb_fleet_model *model, size_t group)
{
	size_t at = 0;

	while (at < model->groups && model->group[at].made_of != group + 1)
		at++;
	return at;
}

struct gb_sample gb_fleet_sample(const struct gb_fleet_model *model, size_t gpu, size_t group)
{
	const struct gb_group *of = &model->group[group];
	const struct gb_gpu_roofs *card = &model->gpu[gpu];
	const bool per_clock = of->made_of > 0;

	if (of->joint != GB_NOT_JOINT)
		return model->joint[of->joint * model->peers + gpu];
	const size_t at = find_roof(model, card, per_clock ? &model->group[of->made_of - 1] : of);
	if (at == card->roofs)
		return (struct gb_sample){ .runs = 0 };
	return make_sample(&card->roof[at], run_length(card, at), per_clock, model->numbers);
}

static size_t most_runs(const struct gb_fleet_model *model)
{
	size_t most = 1;

	for (size_t g = 0; g < model->peers; g++) {
		const struct gb_gpu_roofs *gpu = &model->gpu[g];
		if (gpu->roofs <= most) /* they may be in any order */
			continue;
		for (size_t at = 0; at < gpu->roofs;) {
			const size_t runs = run_length(gpu, at);
			most = runs > most ? runs : most;
			at += runs;
		}
	}
	return most;
}

void gb_fleet_find_groups(struct gb_fleet_model *model)
{
	find_groups(model);
	model->numbers = gb_heap_array(most_runs(model), 5 * sizeof *model->numbers);
	model->joint = gb_heap_array(GB_JOINTS * model->peers, sizeof *model->joint);
}

double gb_fleet_join(double *part, size_t count)
{
	const size_t aside = count / 4;
	double sum = 0;

	gb_stats_sort(part, count);
	for (size_t i = aside; i < count - aside; i++)
		sum += part[i];
	return sum / (double)(count - 2 * aside);
}

void gb_fleet_join_samples(struct gb_fleet_model *model, enum gb_joint of_joint, double *numbers)
{
	for (size_t g = 0; g < model->peers; g++) {
		struct gb_sample joint = { .lo = NAN, .hi = NAN, .sm_clock_hz = NAN, .ok = true, .reason = "" };
		size_t count = 0;
		for (size_t i = 0; i < model->groups; i++) {
			if (model->group[i].joined != of_joint)
				continue;
			const struct gb_sample of = gb_fleet_sample(model, g, i);
			if (of.runs == 0)
				continue;
			joint.runs = joint.runs > of.runs ? joint.runs : of.runs;
			joint.throttle = count == 0 ? of.throttle : joint.throttle;
			numbers[count++] = 1 + gb_group_off(&model->group[i], of.value);
		}
		if (count < GB_JOINED_LEAST)
			joint.runs = 0;
		else
			joint.value = gb_fleet_join(numbers, count);
		model->joint[of_joint * model->peers + g] = joint;
	}
}
