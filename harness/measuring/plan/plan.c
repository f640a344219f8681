#include "plan/plan.h"

#include <inttypes.h>
#include <string.h>

#include "base/text.h"

/* ---- choices ---------------------------------------------------------------------------------------------------- */

int gb_choices_check(const struct gb_choice *choices, size_t count, const struct gb_bench *const *benches,
		     size_t bench_count, struct gb_error *error)
{
	for (size_t c = 0; c < count; c++) {
		const size_t name = strcspn(choices[c].text, "=");
		bool known = false;
		char there[384] = "";

		if (choices[c].text[name] != '=')
			return gb_error_set(
				error, "-a '%s': expected AXIS=VALUES, such as op=read,write or block=64:1024:pow2",
				choices[c].text);
		for (size_t b = 0; b < bench_count; b++) {
			known |= gb_axes_find(benches[b]->axes, choices[c].text, name) >= 0;
			gb_text_add(there, sizeof there, "%s%s has", b ? "; " : "", benches[b]->name);
			for (size_t i = 0; benches[b]->axes[i].name != NULL; i++)
				gb_text_add(there, sizeof there, "%s %s", i ? "," : "", benches[b]->axes[i].name);
		}
		if (!known)
			return gb_error_set(error, "no axis '%.*s': %s", (int)name, choices[c].text, there);
	}
	return GB_OK;
}

/* The last choice for an axis wins, as with any repeated option. */
static const char *find_choice(const struct gb_axis *axis, const struct gb_choice *choices, size_t count)
{
	const char *list = NULL;
	const size_t length = strlen(axis->name);

	for (size_t c = 0; c < count; c++)
		if (strncmp(choices[c].text, axis->name, length) == 0 && choices[c].text[length] == '=')
			list = choices[c].text + length + 1;
	return list;
}

static int check_domain(const struct gb_bench *bench, const struct gb_axis *axis, const struct gb_values *chosen,
			struct gb_error *error)
{
	struct gb_values all;
	int64_t missing = 0;
	bool found = true;

	GB_TRY(gb_values_all(axis, &all, error));
	for (size_t i = 0; i < chosen->count && found; i++) {
		found = gb_values_have(&all, chosen->value[i]);
		missing = chosen->value[i];
	}
	gb_values_free(&all);
	if (found)
		return GB_OK;
	return gb_error_set(error, "%s: axis '%s' has no value %" PRId64 "; it has %s", bench->name, axis->name,
			    missing, axis->values);
}

/* ---- plan ------------------------------------------------------------------------------------------------------- */

static int use_choice(struct gb_plan *plan, size_t i, const char *list, struct gb_error *error)
{
	const struct gb_axis *axis = &plan->bench->axes[i];

	if (gb_values_parse(axis, list, &plan->fine[i], error) != GB_OK ||
	    gb_values_parse(axis, list, &plan->coarse[i], error) != GB_OK)
		return gb_error_prefix(error, "%s", plan->bench->name);
	return check_domain(plan->bench, axis, &plan->fine[i], error);
}

/* A quick run refines with the same values, because the number of points limits the time of a search. */
static int read_fine_values(const struct gb_axis *axis, enum gb_effort_level effort, struct gb_values *out,
			    struct gb_error *error)
{
	if (effort == GB_EVERY)
		return gb_values_all(axis, out, error);
	if ((effort == GB_QUICK || effort == GB_SDC) && axis->kind == GB_REPORTED)
		return gb_values_quick(axis, out, error);
	return gb_values_full(axis, out, error);
}

/* The list of an axis in the benchmark's selection for a watch, up to the next space; NULL: none. */
static const char *find_watch_list(const struct gb_bench *bench, const struct gb_axis *axis, char list[GB_ERROR_TEXT])
{
	const size_t length = strlen(axis->name);

	for (const char *at = bench->sdc != NULL ? bench->sdc : ""; *at != '\0';
	     at += strcspn(at, " "), at += strspn(at, " "))
		if (strncmp(at, axis->name, length) == 0 && at[length] == '=') {
			gb_text_write(list, GB_ERROR_TEXT, "%.*s", (int)strcspn(at + length + 1, " "), at + length + 1);
			return list;
		}
	return NULL;
}

static int read_declared_values(struct gb_plan *plan, size_t i, struct gb_error *error)
{
	const struct gb_axis *axis = &plan->bench->axes[i];

	GB_TRY(read_fine_values(axis, plan->effort, &plan->fine[i], error));
	return gb_values_quick(axis, &plan->coarse[i], error);
}

int gb_plan_make(const struct gb_bench *bench, enum gb_effort_level effort, const struct gb_choice *choices,
		 size_t count, struct gb_plan *out, struct gb_error *error)
{
	struct gb_plan plan = { .bench = bench, .effort = effort, .axes = gb_axes_count(bench->axes) };
	int status = GB_OK;

	for (size_t i = 0; i < plan.axes && status == GB_OK; i++) {
		char declared[GB_ERROR_TEXT];
		const char *list = find_choice(&bench->axes[i], choices, count);
		if (list == NULL && effort == GB_SDC)
			list = find_watch_list(bench, &bench->axes[i], declared);
		status = list != NULL ? use_choice(&plan, i, list, error) : read_declared_values(&plan, i, error);
	}
	if (status == GB_OK)
		*out = plan;
	else
		gb_plan_free(&plan);
	return status;
}

int gb_plan_reduce(struct gb_plan *plan, struct gb_error *error)
{
	for (size_t i = 0; i < plan->axes; i++) {
		const struct gb_axis *axis = &plan->bench->axes[i];
		struct gb_values all = { 0 };
		if (axis->names != NULL || !gb_plan_reports(plan, i))
			continue;
		GB_TRY(gb_values_all(axis, &all, error));
		for (size_t k = 1; k < all.count; k++)
			all.value[0] = all.value[k] < all.value[0] ? all.value[k] : all.value[0];
		all.count = 1;
		gb_values_free(&plan->fine[i]);
		plan->fine[i] = all;
	}
	return GB_OK;
}

void gb_plan_free(struct gb_plan *plan)
{
	for (size_t i = 0; i < plan->axes; i++) {
		gb_values_free(&plan->fine[i]);
		gb_values_free(&plan->coarse[i]);
	}
}

bool gb_plan_reports(const struct gb_plan *plan, size_t i)
{
	return plan->effort == GB_EVERY || plan->bench->axes[i].kind == GB_REPORTED;
}

bool gb_plan_searches(const struct gb_plan *plan, const struct gb_point *point)
{
	size_t i = 0;

	while (i < plan->axes && (gb_plan_reports(plan, i) || !point->has[i]))
		i++;
	return i < plan->axes;
}

static void reset_axes(const struct gb_plan *plan, struct gb_point *point, size_t from)
{
	for (size_t i = from; i < plan->axes; i++) {
		point->has[i] = gb_plan_reports(plan, i) && gb_axis_exists(plan->bench->axes, i, point);
		point->value[i] = point->has[i] ? plan->fine[i].value[0] : 0;
	}
}

bool gb_plan_first(const struct gb_plan *plan, struct gb_point *point)
{
	*point = (struct gb_point){ 0 };
	reset_axes(plan, point, 0);
	return true;
}

bool gb_plan_next(const struct gb_plan *plan, struct gb_point *point)
{
	for (size_t i = plan->axes; i-- > 0;) {
		if (!point->has[i])
			continue;
		const struct gb_values *values = &plan->fine[i];
		for (size_t v = 0; v + 1 < values->count; v++) {
			if (values->value[v] != point->value[i])
				continue;
			point->value[i] = values->value[v + 1];
			reset_axes(plan, point, i + 1);
			return true;
		}
	}
	return false;
}

size_t gb_plan_rows(const struct gb_plan *plan)
{
	struct gb_point point;
	size_t rows = 0;

	for (bool more = gb_plan_first(plan, &point); more; more = gb_plan_next(plan, &point))
		rows++;
	return rows;
}

bool gb_plan_has(const struct gb_plan *plan, const struct gb_variant *variant, const struct gb_point *point)
{
	return variant->points == NULL || gb_point_is(plan->bench->axes, variant->points, point);
}
