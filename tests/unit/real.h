/* real.h: the project's own plug-ins, on the fake device. */
#ifndef REAL_H
#define REAL_H

#include "gpu_fake.h"
#include "loader.h"
#include "plan.h"
#include "run.h"
#include "support.h"

/* The plug-ins of the build's folder `plugins`. */
static inline struct gb_plugins real_plugins(void)
{
	struct gb_plugins plugins = { 0 };

	gb_plugins_load(&plugins, beside_program("../../plugins"));
	return plugins;
}

/* "op=read,vec=4" as a point. */
static inline struct gb_point real_point(const struct gb_bench *bench, const char *text)
{
	struct gb_point point = { .has = { false } };
	struct gb_error error = { "" };

	for (const char *at = text; *at != '\0'; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ',')) {
		const size_t name = strcspn(at, "=");
		const int axis = gb_axes_find(bench->axes, at, name);
		struct gb_values value;
		char word[GB_NAME_MAX] = "";
		if (axis < 0)
			fail_msg("%s has no axis for '%s'", bench->name, at);
		snprintf(word, sizeof word, "%.*s", (int)strcspn(at + name + 1, ","), at + name + 1);
		assert_ok(gb_values_parse(&bench->axes[axis], word, &value, &error), error);
		point.has[axis] = true;
		point.value[axis] = value.value[0];
		gb_values_free(&value);
	}
	return point;
}

/* Add the first coarse value of every searched axis that exists. */
static inline void real_shape(const struct gb_plan *plan, struct gb_point *point)
{
	for (size_t i = 0; i < plan->axes; i++) {
		if (gb_plan_reports(plan, i) || !gb_axis_exists(plan->bench->axes, i, point))
			continue;
		point->has[i] = true;
		point->value[i] = plan->coarse[i].value[0];
	}
}

#endif
