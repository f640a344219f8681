#include "fuzz.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plan/plan.h"
#include "record/record.h"

/* Number of points of one plan to check: all points of a large domain would take minutes. */
enum { POINTS = 64 };

void fuzz_fail(const char *format, ...)
{
	va_list args;

	fputs("property: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	abort();
}

void fuzz_one_line(const struct gb_error *error)
{
	fuzz_require(error->text[0] != '\0', "refused without a reason");
	fuzz_require(memchr(error->text, '\0', sizeof error->text) != NULL, "a reason without end");
	fuzz_require(strpbrk(error->text, "\r\n") == NULL, "more than one line: %s", error->text);
}

char *fuzz_text(const uint8_t *bytes, size_t size)
{
	char *text = malloc(size + 1);

	fuzz_require(text != NULL, "out of memory");
	if (size > 0)
		memcpy(text, bytes, size);
	text[size] = '\0';
	return text;
}

char *fuzz_next(char **at, char end)
{
	const char ends[] = { end, '\0' };
	char *text = strsep(at, ends);

	for (char *c = text; c != NULL && *c != '\0'; c++)
		if (*c == '~')
			*c = '\n';
	return text;
}

static void check_sets(const struct gb_plan *plan, size_t i)
{
	const struct gb_axis *axis = &plan->bench->axes[i];
	const struct gb_values *sets[] = { &plan->fine[i], &plan->coarse[i] };
	struct gb_error error = { "" };
	struct gb_values all;

	fuzz_require(gb_values_all(axis, &all, &error) == GB_OK, "no domain: %s", error.text);
	for (size_t s = 0; s < 2; s++) {
		fuzz_require(sets[s]->count >= 1 && sets[s]->count <= GB_VALUES_MAX, "axis %s: %zu values", axis->name,
			     sets[s]->count);
		for (size_t v = 0; v < sets[s]->count && v < POINTS; v++)
			fuzz_require(gb_values_have(&all, sets[s]->value[v]), "axis %s: %lld is not of its domain",
				     axis->name, (long long)sets[s]->value[v]);
	}
	gb_values_free(&all);
}

static void check_point(const struct gb_plan *plan, const struct gb_point *point)
{
	/* The names and the values of all axes fit. */
	char whole[2 * GB_AXES_MAX * (GB_NAME_MAX + 1)];

	for (size_t i = 0; i < plan->axes; i++) {
		const bool exists = gb_plan_reports(plan, i) && gb_axis_exists(plan->bench->axes, i, point);
		fuzz_require(point->has[i] == exists, "axis %s is %sthere", plan->bench->axes[i].name,
			     exists ? "not " : "");
		fuzz_require(!exists || gb_values_have(&plan->fine[i], point->value[i]), "axis %s: %lld is not planned",
			     plan->bench->axes[i].name, (long long)point->value[i]);
	}
	gb_point_text(plan->bench->axes, point, -1, whole, sizeof whole);
	fuzz_require(strlen(whole) < GB_POINT_TEXT, "a point of %zu characters: %s", strlen(whole), whole);
}

void fuzz_check_plan(const struct gb_plan *plan)
{
	struct gb_point point, last;
	int points = 0;

	fuzz_require(plan->axes >= 1 && plan->axes <= GB_AXES_MAX, "%zu axes", plan->axes);
	for (size_t i = 0; i < plan->axes; i++)
		check_sets(plan, i);
	for (bool more = gb_plan_first(plan, &point); more && points < POINTS; points++) {
		check_point(plan, &point);
		last = point;
		more = gb_plan_next(plan, &point);
		fuzz_require(!more || memcmp(&last, &point, sizeof point) != 0, "the same point twice");
	}
}
