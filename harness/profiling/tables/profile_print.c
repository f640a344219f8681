/* profile_print.c: prints kernels under their roofs as text. */
#include "tables/tables.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/escape.h"
#include "base/quantity.h"
#include "base/text.h"
#include "base/wrap.h"
#include "profile/launches.h"

/* LINES_...: the lines after the table of kernels: those about kernels, their explanations, and those of the total. */
enum { SHAPE_TEXT = 64, MISSING_MOST = 3, LINES_OF_KERNELS = 4, LINES_EXPLAINED = 10, LINES_OF_TOTAL = 5 };
enum { NAME_MOST = 40 };

/* Kernels are numbered, because two kernels with the same name may have different shapes. */
static void add_kernel(struct gb_table *table, const struct gb_profile *profile, size_t i)
{
	const struct gb_profiled *k = &profile->kernels->kernel[i];
	char grid[SHAPE_TEXT], block[SHAPE_TEXT];

	gb_survey_shape(k->grid, grid, sizeof grid);
	gb_survey_shape(k->block, block, sizeof block);
	gb_table_add(table, "%zu", i + 1);
	gb_table_add(table, "%s", k->name);
	gb_table_add(table, "%s%s%s", grid, grid[0] != '\0' ? " x " : "-", block);
}

static bool has_devices(const struct gb_kernels *kernels)
{
	for (size_t i = 1; i < kernels->count; i++)
		if (kernels->kernel[i].device != kernels->kernel[0].device)
			return true;
	return false;
}

/* Writes "98.4 %", or "91.0 to 93.5 %" for a roof whose work was not counted. */
static void add_part(struct gb_table *table, const struct gb_binding *p)
{
	char least[32] = "", most[32] = "";

	if (!isfinite(p->part_most)) {
		gb_table_add_percent(table, 1, p->part);
		return;
	}
	gb_text_add(least, sizeof least, "%.1f", 100 * p->part);
	gb_text_percent(most, sizeof most, p->part_most, 1);
	gb_table_add(table, "%s to %s", least, most);
}

/* A terminal shows the kernels that take most of the time; other outputs have all kernels. */
static size_t rows_to_show(const struct gb_kernels *kernels, FILE *out)
{
	double seconds = 0;
	size_t rows = 0;

	if (gb_wrap_rows(out, 0) == SIZE_MAX)
		return kernels->count;
	while (rows < kernels->count && seconds < GB_SHOWN_SHARE * kernels->seconds)
		seconds += kernels->kernel[rows++].seconds;
	if (rows < kernels->count)
		gb_wrap_leave_out(kernels->count - rows);
	return rows;
}

/* True if a line names roofs whose work was not counted. */
static bool has_unknown(const struct gb_profile *profile)
{
	for (size_t i = 0; i < profile->kernels->count; i++)
		if (profile->binding[i].perhaps != NULL)
			return true;
	return false;
}

static void print_where(const struct gb_profile *profile, enum gb_table_style style, FILE *out)
{
	static const char *const headings[] = { ">#",         "kernel",         ">grid x block", ">launches",
						">time",      ">share",         "limited by",    ">roof",
						">% of roof", ">possible gain", "verdict" };
	static const char *const lesser[] = { "launches", "counted", "grid x block",  "roof",
					      "time",     "GPU",     "possible gain", NULL };
	const bool devices = has_devices(profile->kernels);
	const size_t rows = rows_to_show(profile->kernels, out);
	struct gb_table table = { .lesser = lesser, .others = LINES_OF_TOTAL };

	if (profile->explain)
		table.others += LINES_EXPLAINED;
	else if (profile->kernels->surveyed || has_unknown(profile))
		table.others += LINES_OF_KERNELS;

	for (size_t i = 0; i < sizeof headings / sizeof headings[0]; i++)
		gb_table_column(&table, headings[i]);
	if (profile->kernels->surveyed)
		gb_table_column(&table, ">counted");
	if (devices)
		gb_table_column(&table, ">GPU");
	for (size_t i = 0; i < rows; i++) {
		const struct gb_profiled *k = &profile->kernels->kernel[i];
		const struct gb_binding *p = &profile->binding[i];
		add_kernel(&table, profile, i);
		gb_table_add(&table, "%zu", k->launched);
		gb_table_add_si(&table, k->seconds, "s");
		gb_table_add_percent(&table, 1, k->seconds / profile->kernels->seconds);
		gb_table_add(&table, "%s%s%s",
			     p->roof != NULL      ? p->roof
			     : p->perhaps == NULL ? gb_binding_pipe(p)
						  : "",
			     p->roof != NULL && p->perhaps != NULL ? " or " : "", p->perhaps != NULL ? p->perhaps : "");
		gb_table_add_si(&table, p->roof_value, p->unit != NULL ? p->unit : "");
		add_part(&table, p);
		gb_table_add_si(&table, p->gain, "s");
		gb_table_add(&table, "%s", gb_binding_word(p));
		if (profile->kernels->surveyed)
			gb_table_add(&table, "%zu", gb_profiled_counted(k));
		if (devices)
			gb_table_add(&table, "%s", k->device);
	}
	gb_table_name_kernels(&table, out);
	gb_table_print(&table, style, out);
	gb_table_free(&table);
}

static void add_number(struct gb_table *table, double value)
{
	if (isfinite(value))
		gb_table_add(table, "%.3g", value);
	else
		gb_table_add(table, "-");
}

/* Writes the FLOP per byte of DRAM; a range if the bytes are known only within bounds. */
static void add_dram_intensity(struct gb_table *table, const struct gb_binding *p)
{
	const double low = p->flop / p->dram_most, high = p->flop / p->dram_least;

	if (isfinite(p->intensity[GB_LEVEL_DRAM]) || !isfinite(low))
		add_number(table, p->intensity[GB_LEVEL_DRAM]);
	else if (isfinite(high))
		gb_table_add(table, "%.3g to %.3g", low, high);
	else
		gb_table_add(table, "over %.3g", low);
}

/* Writes "alu 93 %". */
static void add_word(struct gb_table *table, const char *word, double part)
{
	char text[32] = "";

	if (word == NULL || !isfinite(part)) {
		gb_table_add(table, "-");
		return;
	}
	gb_text_percent(text, sizeof text, part, 0);
	gb_table_add(table, "%s %s", word, text);
}

/* False if there are only times and bytes, as in a CSV made for another purpose. */
static bool says_why(const struct gb_profile *profile)
{
	for (size_t i = 0; i < profile->kernels->count; i++) {
		const struct gb_binding *p = &profile->binding[i];
		if (isfinite(p->flop) || isfinite(p->load_sectors) || isfinite(p->issue_part) || p->pipe != NULL ||
		    p->stall != NULL || isfinite(p->local_bytes))
			return true;
	}
	return false;
}

static void print_why(const struct gb_profile *profile, enum gb_table_style style, FILE *out)
{
	static const char *const headings[] = { ">#",           ">FLOP/B DRAM",  ">L2",          ">L1",
						">shared",      ">sectors/load", ">store",       ">conflicts",
						">spilled",     ">warps",        ">issue slots", "next roof",
						"busiest pipe", "waits for" };
	static const char *const lesser[] = { "warps",     "store",   "shared", "issue slots", "L1",
					      "conflicts", "spilled", "L2",     NULL };
	struct gb_table table = { .lesser = lesser };

	for (size_t i = 0; i < sizeof headings / sizeof headings[0]; i++)
		gb_table_column(&table, headings[i]);
	for (size_t i = 0; i < profile->kernels->count; i++) {
		const struct gb_binding *p = &profile->binding[i];
		gb_table_add(&table, "%zu", i + 1);
		add_dram_intensity(&table, p);
		for (int level = GB_LEVEL_DRAM + 1; level < GB_LEVELS; level++)
			add_number(&table, p->intensity[level]);
		add_number(&table, p->load_sectors);
		add_number(&table, p->store_sectors);
		gb_table_add_percent(&table, 0, p->conflicts);
		gb_table_add_si(&table, p->local_bytes, "B");
		gb_table_add_percent(&table, 0, p->warps_part);
		gb_table_add_percent(&table, 0, p->issue_part);
		add_word(&table, p->next, p->next_part);
		add_word(&table, p->pipe, p->pipe_part);
		add_word(&table, p->stall, p->stall_part);
	}
	gb_table_print(&table, style, out);
	gb_table_free(&table);
}

/* Adds a text to a list of distinct texts, of which the first MISSING_MOST are shown. */
static void add_distinct(char *list, size_t size, size_t *count, const char *separator, const char *text)
{
	const char *at = strstr(list, text);
	const size_t length = strlen(text);

	if (at != NULL && (at[length] == '\0' || at[length] == ','))
		return;
	if (*count < MISSING_MOST)
		gb_text_add(list, size, "%s%s", *count > 0 ? separator : "", text);
	++*count;
}

/* Reports uncounted work. Files of other programs lack it, and so do GPUs whose ncu lacks the metric. */
static void print_uncounted(const struct gb_profile *profile, FILE *out)
{
	char roofs[256] = "", metrics[512] = "";
	size_t unknown = 0, roofs_count = 0, metrics_count = 0;

	for (size_t i = 0; i < profile->kernels->count; i++) {
		const struct gb_binding *p = &profile->binding[i];
		if (p->missing == NULL)
			continue;
		unknown++;
		add_distinct(roofs, sizeof roofs, &roofs_count, ", ", p->perhaps);
		add_distinct(metrics, sizeof metrics, &metrics_count, ",", p->missing);
	}
	if (unknown == 0)
		return;
	gb_wrap_line(out, "");
	gb_wrap_format(
		out,
		"The roof of %zu kernel%s is not known, because work that may be the limit was not counted: %s%s. "
		"Count it with gpubench profile -- PROGRAM, or add to ncu: --metrics %s",
		unknown, unknown == 1 ? "" : "s", roofs, roofs_count > MISSING_MOST ? " and more" : "", metrics);
}

/* Reports kernels whose bytes are known only within bounds, because there were no counters. */
static void print_bounded(const struct gb_profile *profile, FILE *out)
{
	size_t bounded = 0;

	for (size_t i = 0; i < profile->kernels->count; i++)
		bounded += profile->binding[i].perhaps != NULL && profile->binding[i].missing == NULL;
	if (bounded == 0)
		return;
	gb_wrap_line(out, "");
	gb_wrap_format(out,
		       "Which roof limits is unknown for %zu kernel%s: only counters say how many bytes come from L2 "
		       "and DRAM. The second roof does if the caches hold none of them.",
		       bounded, bounded == 1 ? "" : "s");
}

/* The reason why a kernel has no place under the roofs; NO_PLACES: it has one. */
enum no_place { COLLECTIVE, UNCOUNTED, TENSOR_MAP, NO_PLACES };

static enum no_place find_no_place(const struct gb_profile *profile, size_t i)
{
	const struct gb_profiled *k = &profile->kernels->kernel[i];

	if (gb_profiled_counted(k) == 0)
		return has_devices(profile->kernels) && gb_rounds_is_collective(k->mangled) ? COLLECTIVE : UNCOUNTED;
	return profile->binding[i].perhaps != NULL &&
			       (isinf(k->value[GB_DRAM_READ_MOST]) || isinf(k->value[GB_DRAM_WRITE_MOST]))
		       ? TENSOR_MAP
		       : NO_PLACES;
}

/* The kernels without a place for the same reason. */
struct not_placed {
	const char *first; /* the name of the kernel with the most time */
	size_t count;
	double seconds;
};

static void print_not_placed(const struct not_placed *n, double part, const char *reason, FILE *out)
{
	struct gb_kernel_names names;
	char share[32], more[32] = "";

	gb_kernel_names_make(&names, &n->first, 1, NAME_MOST);
	gb_text_percent(share, sizeof share, part, 1);
	if (n->count > 1)
		gb_text_add(more, sizeof more, " and %zu more", n->count - 1);
	gb_wrap_format(out, "not placed, %s: %s%s: %s", share, gb_kernel_names_get(&names, 0, n->first), more, reason);
	gb_kernel_names_free(&names);
}

/* Prints the fraction of the time that counted launches represent, and why the rest has no place. */
static void print_placed(const struct gb_profile *profile, FILE *out)
{
	const struct gb_kernels *kernels = profile->kernels;
	struct not_placed not_placed[NO_PLACES] = { { .count = 0 } };
	double placed = 0, scaled = 0;
	char placed_text[32], scaled_text[32];

	for (size_t i = 0; i < kernels->count; i++) {
		const struct gb_profiled *k = &kernels->kernel[i];
		const enum no_place reason = find_no_place(profile, i);
		if (reason == NO_PLACES) {
			placed += k->seconds;
			scaled += k->launched > k->launches || k->elsewhere ? k->seconds : 0;
			continue;
		}
		struct not_placed *n = &not_placed[reason];
		n->first = n->count++ > 0 ? n->first : k->name;
		n->seconds += k->seconds;
	}
	const char *const reasons[NO_PLACES] = {
		[COLLECTIVE] = "waits for other GPUs, so it cannot be counted by itself",
		[UNCOUNTED] = placed >= GB_ROUNDS_SHARE * kernels->seconds ? "the other kernels take 95 % of the time"
									   : "beyond the budget",
		[TENSOR_MAP] = "tensor maps do not say how many bytes they copy",
	};
	for (int i = 0; i < NO_PLACES; i++)
		if (not_placed[i].count > 0)
			print_not_placed(&not_placed[i], not_placed[i].seconds / kernels->seconds, reasons[i], out);
	gb_text_percent(placed_text, sizeof placed_text, placed / kernels->seconds, 1);
	gb_text_percent(scaled_text, sizeof scaled_text, scaled / kernels->seconds, 1);
	gb_wrap_format(out,
		       "%s of the time is placed; %s of it by extrapolation from the launches that were "
		       "counted. Times are those of the program without a profiler.",
		       placed_text, scaled_text);
}

/* Prints details of the kernels below their table. A screen has room for some of them only. */
static void print_details(const struct gb_profile *profile, enum gb_table_style style, FILE *out)
{
	const bool is_screen = style == GB_TABLE_TEXT && gb_wrap_rows(out, 0) != SIZE_MAX;

	if (is_screen)
		gb_wrap_limit(LINES_OF_TOTAL);
	if (profile->explain && says_why(profile) && is_screen) {
		gb_wrap_leave_out(profile->kernels->count);
	} else if (profile->explain && says_why(profile)) {
		fputc('\n', out);
		print_why(profile, style, out);
	}
	print_uncounted(profile, out);
	print_bounded(profile, out);
	if (profile->explained != NULL && profile->explain)
		gb_explain_print(profile, out);
	if (profile->kernels->surveyed) {
		gb_wrap_line(out, "");
		print_placed(profile, out);
	}
	gb_wrap_end_limit();
	if (!profile->kernels->surveyed)
		gb_wrap_line(out, "");
}

void gb_profile_print(const struct gb_profile *profile, enum gb_table_style style, FILE *out)
{
	if (profile->roofs[0] != '\0') {
		if (style == GB_TABLE_TEXT)
			gb_wrap_format(out, "Roofs: %s", profile->roofs);
		else {
			fputs("Roofs: ", out);
			gb_escape_put(out, gb_table_escape(style), profile->roofs);
			fputc('\n', out);
		}
		gb_wrap_line(out, "");
	}
	if (profile->survey != NULL) {
		gb_survey_print(profile->survey, gb_wrap_rows(out, 0) != SIZE_MAX, style, out);
		gb_wrap_line(out, "");
		gb_table_title(style, "Kernels under their roofs", out);
		gb_wrap_line(out, "");
	}
	print_where(profile, style, out);
	print_details(profile, style, out);
	gb_profile_print_total(profile, style, out);
}
