/* command_list.c: --list and --describe, printed from the descriptors. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/version.h"
#include "plan/axis.h"
#include "plan/select.h"
#include "cli/commands.h"
#include "run/run.h"

enum { COLUMNS = 100 };

/* What it measures. */
static const char *target_of(const struct gb_bench *bench)
{
	return bench->target == GB_HOST ? "host" : "GPU";
}

/* A text of a plug-in: data, which may hold what a terminal obeys. */
static void put(const char *text)
{
	gb_escape_put(stdout, GB_ESCAPE_LINE, text);
}

int gb_list_benchmarks(const struct gb_plugins *plugins)
{
	for (size_t i = 0; i < plugins->count; i++) {
		const struct gb_bench *bench = plugins->plugin[i].bench;
		printf("%-16s %-5s ", bench->name, target_of(bench));
		put(bench->summary);
		putchar('\n');
	}
	/* Apart from the list, which scripts read. */
	return gb_build_archs()[0] ? GB_EXIT_OK : gb_complain(GB_EXIT_OK, GB_NO_KERNELS);
}

/* Text broken between words, each line after `indent` blanks. */
static void print_wrapped(const char *any, size_t indent)
{
	char *whole = gb_escape_copy(GB_ESCAPE_LINE, any);
	const char *text = whole != NULL ? whole : "out of memory";
	size_t column = 0;

	while (*text != '\0') {
		size_t word = strcspn(text, " ");
		if (column == 0 || column + 1 + word > COLUMNS) {
			printf("%s%*s", column ? "\n" : "", (int)indent, "");
			column = indent;
		} else {
			putchar(' ');
			column++;
		}
		printf("%.*s", (int)word, text);
		column += word;
		text += word + (text[word] == ' ');
	}
	putchar('\n');
	free(whole);
}

static void print_set(const struct gb_axis *axis, const char *label,
		      int (*set)(const struct gb_axis *, struct gb_values *, struct gb_error *))
{
	struct gb_error ignored = { "" }; /* the loader has parsed every list */
	struct gb_values values;
	char text[GB_NAME_MAX];

	if (set(axis, &values, &ignored) != GB_OK)
		return;
	printf("        %-8s", label);
	for (size_t i = 0; i < values.count; i++) {
		if (i == 12 && values.count > 16) {
			gb_value_text(axis, values.value[values.count - 1], text, sizeof text);
			printf(" ... %s (%zu values)", text, values.count);
			break;
		}
		gb_value_text(axis, values.value[i], text, sizeof text);
		printf(" %s", text);
	}
	putchar('\n');
	gb_values_free(&values);
}

static void print_axis(const struct gb_axis *axis)
{
	printf("    %s (%s%s", axis->name, axis->kind == GB_REPORTED ? "every value is a row" : "searched for the best",
	       axis->unit ? ", " : "");
	put(axis->unit);
	fputs(axis->when ? "; where " : "", stdout);
	put(axis->when);
	puts(")");
	print_wrapped(axis->help, 8);
	print_set(axis, "quick", gb_values_quick);
	print_set(axis, "default", gb_values_full);
	print_set(axis, "every", gb_values_all);
}

static void print_variant(const struct gb_bench *bench, const struct gb_variant *v)
{
	fputs("    variant  ", stdout);
	put(v->name);
	if (bench->target != GB_HOST) {
		fputs(": nvcc ", stdout);
		put(v->flags[0] ? v->flags : "(no further flags)");
		fputs(" [", stdout);
		put(v->archs[0] ? v->archs : "no machine code");
		fputs(v->points != NULL ? "], of " : "]", stdout);
		put(v->points);
	}
	putchar('\n');
}

int gb_describe(const struct gb_plugins *plugins, const char *name)
{
	const struct gb_bench *bench = gb_plugins_find(plugins, name);
	struct gb_error error = { "" };

	if (bench == NULL) {
		gb_select_unknown(plugins, GB_ANY_TARGET, name, &error);
		return gb_complain(GB_EXIT_USAGE, error.text);
	}
	printf("%s (%s): ", bench->name, target_of(bench));
	put(bench->summary);
	fputs("\n\n", stdout);
	print_wrapped(bench->method, 4);
	printf("\n    metric   %s, %s%s\n", gb_quantity_metric(bench->quantity), gb_quantity_unit(bench->quantity),
	       gb_quantity_lower_is_better(bench->quantity) ? ", lower is better" : "");
	if (bench->require.cc_min)
		printf("    needs    compute capability %d.%d\n", bench->require.cc_min / 10,
		       bench->require.cc_min % 10);
	if (bench->require.memory_bytes)
		printf("    needs    %.0f MB of free device memory\n", 1e-6 * (double)bench->require.memory_bytes);
	for (const struct gb_variant *v = bench->variants; v->name != NULL; v++)
		print_variant(bench, v);
	printf("\nAxes\n");
	for (const struct gb_axis *axis = bench->axes; axis->name != NULL; axis++)
		print_axis(axis);
	return GB_EXIT_OK;
}
