/* profile_total.c: prints what limits all kernels together, and their possible gain. */
#include "tables/tables.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/quantity.h"
#include "base/text.h"
#include "base/wrap.h"

enum { LIMITS_MOST = 16, LIMITS_SHOWN = 4 };

struct limited {
	const char *roof;
	double seconds;
};

static int compare_limited(const void *left, const void *right)
{
	const struct limited *a = left, *b = right;

	return (a->seconds < b->seconds) - (a->seconds > b->seconds);
}

/* Leaves out kernels whose roof is unknown. Returns the number of roofs. */
static size_t sum_limited(const struct gb_profile *profile, struct limited of[LIMITS_MOST])
{
	size_t count = 0;

	for (size_t i = 0; i < profile->kernels->count; i++) {
		const struct gb_binding *p = &profile->binding[i];
		const char *const roof = p->part >= GB_BINDING_NEAR ? p->roof : "far from every roof";
		size_t at = 0;
		if (p->perhaps != NULL || p->roof == NULL || p->by_pipe)
			continue;
		while (at < count && strcmp(of[at].roof, roof) != 0)
			at++;
		if (at == LIMITS_MOST)
			continue;
		if (at == count)
			of[count++] = (struct limited){ roof, 0 };
		of[at].seconds += profile->kernels->kernel[i].seconds;
	}
	qsort(of, count, sizeof *of, compare_limited);
	return count;
}

/* Prints "Time by limit: tensor.tf32 34.6 %, dram.triad 12.1 %, far from every roof 6.1 %". */
static void print_limits(const struct gb_profile *profile, FILE *out)
{
	struct limited of[LIMITS_MOST] = { { .roof = NULL } };
	const size_t count = sum_limited(profile, of);
	char text[256] = "Time by limit:", part[32];

	if (count == 0)
		return;
	for (size_t i = 0; i < count && i < LIMITS_SHOWN; i++) {
		gb_text_percent(part, sizeof part, of[i].seconds / profile->kernels->seconds, 1);
		gb_text_add(text, sizeof text, "%s %s %s", i > 0 ? "," : "", of[i].roof, part);
	}
	gb_wrap_line(out, text);
}

void gb_profile_print_total(const struct gb_profile *profile, enum gb_table_style style, FILE *out)
{
	const struct gb_kernels *kernels = profile->kernels;
	char time[32], gain[32], part[32];
	double seconds = 0;
	size_t placed = 0, reasons = 0;

	for (size_t i = 0; i < kernels->count && profile->explained != NULL && !profile->explain; i++)
		reasons += profile->explained[i].reasons;
	for (size_t i = 0; i < kernels->count; i++)
		if (isfinite(profile->binding[i].gain)) {
			seconds += profile->binding[i].gain;
			placed++;
		}
	if (style == GB_TABLE_TEXT && gb_wrap_rows(out, 0) != SIZE_MAX)
		print_limits(profile, out);
	gb_quantity_write(time, sizeof time, kernels->seconds, "s");
	gb_quantity_write(gain, sizeof gain, seconds, "s");
	gb_text_percent(part, sizeof part, seconds / kernels->seconds, 1);
	char text[256] = "";
	gb_text_add(text, sizeof text, "%zu kernel%s, %zu launch%s, %s", kernels->count, kernels->count == 1 ? "" : "s",
		    kernels->launches, kernels->launches == 1 ? "" : "es", time);
	if (placed > 0)
		gb_text_add(text, sizeof text, "; running at %s would save %s (%s)",
			    placed == 1 ? "its roof" : "their roofs", gain, part);
	if (reasons > 0)
		gb_text_add(text, sizeof text, "; --explain says what would help");
	gb_wrap_line(out, text);
}
