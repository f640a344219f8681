/* command_list.c: --list and --describe, printed from the descriptors. */
#include <stdio.h>
#include <string.h>

#include "base/host.h"
#include "base/wrap.h"
#include "cli/commands.h"
#include "engine/run.h"
#include "timing/timer.h"
#include "plan/axis.h"
#include "plan/select.h"
#include "show/points.h"
#include "show/table.h"

enum { COLUMNS = 100 };

static const char *target_word(const struct gb_bench *bench)
{
	return bench->target == GB_HOST ? "host" : "GPU";
}

/* The headings: one for each subject, the host's, and the rest. */
enum { OF_HOST = GB_SUBJECT_LINKS + 1, GROUPS };
static const char *const headings[] = {
	[GB_SUBJECT_MEMORY] = "memory",     [GB_SUBJECT_ON_CHIP] = "on chip", [GB_SUBJECT_ARITHMETIC] = "arithmetic",
	[GB_SUBJECT_LAUNCHES] = "launches", [GB_SUBJECT_LINKS] = "links",     [OF_HOST] = "host",
	[GB_SUBJECT_OTHER] = "other"
};

/* A plug-in may be built for a later program with more subjects. */
static unsigned int bench_group(const struct gb_bench *bench)
{
	const unsigned int subject = (unsigned int)bench->subject;

	return bench->target == GB_HOST ? OF_HOST : subject < OF_HOST ? subject : GB_SUBJECT_OTHER;
}

static struct gb_wrap begin_line(size_t indent)
{
	return (struct gb_wrap){ .out = stdout, .columns = (size_t)gb_wrap_columns(stdout), .indent = indent };
}

static void put_words(struct gb_wrap *w, const char *before, const char *text, const char *after)
{
	gb_wrap_words(w, before);
	gb_wrap_words(w, text);
	gb_wrap_words(w, after);
}

static void add_group(struct gb_table *table, const struct gb_plugins *plugins, unsigned int group)
{
	bool begun = false;

	for (size_t i = 0; i < plugins->count; i++) {
		const struct gb_bench *bench = plugins->plugin[i].bench;
		if (bench_group(bench) != group)
			continue;
		if (!begun) {
			gb_table_add(table, "%s", "");
			gb_table_add(table, "%s", "");
			gb_table_add(table, "%s", headings[group]);
			gb_table_add(table, "%s", "");
		}
		begun = true;
		gb_table_add(table, "  %s", bench->name);
		gb_table_add(table, "%s", bench->summary);
	}
}

/* Prints only the names, with one paragraph for each group. */
static void list_names(const struct gb_plugins *plugins)
{
	enum { NAMES_AT = 14 };

	for (unsigned int group = 1; group <= GROUPS; group++) {
		struct gb_wrap w = begin_line(NAMES_AT);
		for (size_t i = 0; i < plugins->count; i++) {
			const struct gb_bench *bench = plugins->plugin[i].bench;
			if (bench_group(bench) != group % GROUPS)
				continue;
			gb_wrap_to(&w, 2);
			gb_wrap_words(&w, w.at == 0 ? headings[group % GROUPS] : "");
			gb_wrap_to(&w, NAMES_AT);
			put_words(&w, "", bench->name, " ");
		}
		if (w.at > 0)
			gb_wrap_end(&w);
	}
	gb_wrap_format(stdout, "%zu benchmarks; --describe NAME explains one, --rows what each measures",
		       plugins->count);
}

/* For people: one line for each benchmark, whatever the width of the window. Benchmarks without a group come last. */
static void list_in_groups(const struct gb_plugins *plugins)
{
	struct gb_table table = { 0 };

	gb_table_columns(&table, "benchmark|measures");
	for (unsigned int group = 1; group <= GROUPS; group++)
		add_group(&table, plugins, group % GROUPS);
	gb_table_print(&table, GB_TABLE_TEXT, stdout);
	gb_table_free(&table);
}

/* For scripts: one line for each benchmark, by name. */
static void list_by_name(const struct gb_plugins *plugins)
{
	for (size_t i = 0; i < plugins->count; i++) {
		const struct gb_bench *bench = plugins->plugin[i].bench;
		gb_wrap_format(stdout, "%-16s %-5s %s", bench->name, target_word(bench), bench->summary);
	}
}

int gb_list_benchmarks(const struct gb_plugins *plugins)
{
	if (plugins->count == 0)
		return gb_complain(GB_EXIT_FAILED, GB_NO_PLUGINS);
	/* Each group also takes a heading and a blank line. */
	if (plugins->count + 2 * (size_t)GROUPS > gb_wrap_rows(stdout, 0))
		list_names(plugins);
	else if (gb_wrap_columns(stdout) > 0)
		list_in_groups(plugins);
	else
		list_by_name(plugins);
	/* The message goes to standard error, because scripts read the list. */
	return gb_timer_archs()[0] ? GB_EXIT_OK : gb_complain(GB_EXIT_OK, GB_NO_KERNELS);
}

static void print_wrapped(const char *text, size_t length, size_t indent)
{
	struct gb_wrap w = begin_line(indent);

	w.columns = w.columns == 0 || w.columns > COLUMNS ? COLUMNS : w.columns;
	gb_wrap_to(&w, indent);
	gb_wrap_part(&w, text, length);
	gb_wrap_end(&w);
}

/* Prints several paragraphs, each of which ends with a new line. */
static void print_paragraphs(const char *text, size_t indent)
{
	for (bool more = true; more;) {
		const size_t length = strcspn(text, "\n");

		print_wrapped(text, length, indent);
		more = text[length] != '\0';
		text += length + more;
	}
}

static void print_set(const struct gb_axis *axis, const char *label,
		      int (*set)(const struct gb_axis *, struct gb_values *, struct gb_error *))
{
	struct gb_wrap w = begin_line(17);
	struct gb_error ignored = { "" }; /* the loader has already parsed every list */
	struct gb_values values;
	char text[GB_NAME_MAX];

	if (set(axis, &values, &ignored) != GB_OK)
		return;
	gb_wrap_to(&w, 8);
	gb_wrap_words(&w, label);
	gb_wrap_to(&w, 16);
	for (size_t i = 0; i < values.count; i++) {
		if (i == 12 && values.count > 16) {
			gb_value_text(axis, values.value[values.count - 1], text, sizeof text);
			put_words(&w, " ... ", text, " ");
			snprintf(text, sizeof text, "(%zu values)", values.count);
			gb_wrap_words(&w, text);
			break;
		}
		gb_value_text(axis, values.value[i], text, sizeof text);
		put_words(&w, " ", text, "");
	}
	gb_wrap_end(&w);
	gb_values_free(&values);
}

static void print_axis(const struct gb_axis *axis)
{
	struct gb_wrap w = begin_line(8);

	gb_wrap_to(&w, 4);
	put_words(&w, axis->name, " (", axis->kind == GB_REPORTED ? "every value is a row" : "searched for the best");
	if (axis->unit != NULL)
		put_words(&w, ", ", axis->unit, "");
	if (axis->when != NULL)
		put_words(&w, "; where ", axis->when, "");
	gb_wrap_words(&w, ")");
	gb_wrap_end(&w);
	print_wrapped(axis->help, strlen(axis->help), 8);
	print_set(axis, "quick", gb_values_quick);
	print_set(axis, "default", gb_values_full);
	print_set(axis, "every", gb_values_all);
}

/* A list that is too long for a narrow window gets spaces after its commas, so that it can be broken there. */
static void put_points(struct gb_wrap *wrap, const char *points)
{
	enum { NARROW = 44 };
	const bool is_long = points != NULL && strlen(points) > NARROW;

	while (is_long && *points != '\0') {
		const size_t length = strcspn(points, ",") + 1;
		gb_wrap_part(wrap, points, length);
		gb_wrap_words(wrap, " ");
		points += strnlen(points, length);
	}
	if (!is_long)
		gb_wrap_words(wrap, points);
}

static void print_variant(const struct gb_bench *bench, const struct gb_variant *v)
{
	struct gb_wrap w = begin_line(13);

	gb_wrap_to(&w, 4);
	put_words(&w, "variant  ", v->name, "");
	if (bench->target != GB_HOST) {
		put_words(&w, ": nvcc ", v->flags[0] ? v->flags : "(no further flags)", "");
		put_words(&w, " [", v->archs[0] ? v->archs : "no machine code", v->points != NULL ? "], of " : "]");
		put_points(&w, v->points);
	}
	gb_wrap_end(&w);
}

static void print_points(const char *begin, const char *points)
{
	struct gb_wrap w = begin_line(13);

	if (points == NULL)
		return;
	gb_wrap_to(&w, 4);
	put_words(&w, begin, points, "");
	gb_wrap_end(&w);
}

static void print_summary(const struct gb_bench *bench)
{
	struct gb_wrap w = begin_line(4);

	put_words(&w, bench->name, " (", target_word(bench));
	put_words(&w, "): ", bench->summary, "");
	gb_wrap_end(&w);
}

int gb_describe(const struct gb_plugins *plugins, const char *name)
{
	const struct gb_bench *bench = gb_plugins_find(plugins, name);
	struct gb_error error = { "" };

	if (bench == NULL) {
		gb_select_unknown(plugins, GB_ANY_TARGET, name, &error);
		return gb_complain(GB_EXIT_USAGE, error.text);
	}
	gb_wrap_limit(0);
	print_summary(bench);
	gb_wrap_line(stdout, "");
	if (bench->method != NULL) {
		print_paragraphs(bench->method, 4);
		gb_wrap_line(stdout, "");
	}
	gb_wrap_format(stdout, "    metric   %s, %s%s", gb_quantity_metric(bench->quantity),
		       gb_quantity_unit(bench->quantity),
		       gb_quantity_lower_is_better(bench->quantity) ? ", lower is better" : "");
	if (bench->require.cc_min)
		gb_wrap_format(stdout, "    needs    compute capability %d.%d", bench->require.cc_min / 10,
			       bench->require.cc_min % 10);
	if (bench->require.memory_bytes)
		gb_wrap_format(stdout, "    needs    %.0f MB of free device memory",
			       1e-6 * (double)bench->require.memory_bytes);
	for (const struct gb_variant *v = bench->variants; v->name != NULL; v++)
		print_variant(bench, v);
	print_points("deep     measured by --all only with --deep: ", bench->deep);
	print_points("watch    points of --sdc: ", bench->sdc);
	gb_wrap_line(stdout, "");
	gb_wrap_line(stdout, "Axes");
	for (const struct gb_axis *axis = bench->axes; axis->name != NULL; axis++)
		print_axis(axis);
	return GB_EXIT_OK;
}

/* ---- tables of points -------------------------------------------------------------------------------------------- */

static bool is_searched(const void *context, const char *axis)
{
	const struct gb_bench *bench = context;
	const int found = gb_axes_find(bench->axes, axis, strlen(axis));

	return found >= 0 && bench->axes[found].kind != GB_REPORTED;
}

struct gb_points_about gb_about(const char *name, const struct gb_bench *bench)
{
	if (bench == NULL)
		return (struct gb_points_about){ .name = name };
	return (struct gb_points_about){
		.name = name,
		.summary = bench->summary,
		.method = bench->method,
		.is_searched = is_searched,
		.context = bench,
	};
}
