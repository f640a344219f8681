/* fuzz_exports: every export and every table of any result file is read by a strict reader of its format. */
#include <csv.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "export/export.h"
#include "made.h"
#include "show/print.h"

/* ---- readers ----------------------------------------------------------------------------------------------------- */

static void check_json(const char *what, const char *text)
{
	json_error_t error;
	json_t *document = json_loads(text, JSON_REJECT_DUPLICATES, &error);

	fuzz_require(document != NULL, "%s: %s: %s", what, error.text, text);
	json_decref(document);
	for (const char *c = text; *c != '\0'; c++)
		fuzz_require((*c >= ' ' && *c < 0x7f) || *c == '\n', "%s: byte %02x", what, (unsigned char)*c);
}

static void check_json_lines(const char *what, const char *text)
{
	char *copy = strdup(text), *rest = copy;

	for (char *line; (line = strsep(&rest, "\n")) != NULL;)
		if (line[0] != '\0')
			check_json(what, line);
	free(copy);
}

/* Protobuf's text format: "name: value", "name { ... }", strings in quotes. */
static const char *check_string(const char *at)
{
	for (at++; *at != '"'; at += *at == '\\' ? 2 : 1)
		fuzz_require(*at != '\0' && *at != '\n' && (*at != '\\' || at[1] == '"' || at[1] == '\\'),
			     "a string: %s", at);
	return at + 1;
}

static void check_section(const char *what, const char *text)
{
	int depth = 0;
	const char *at = text;

	for (at += strspn(at, " \n"); *at != '\0'; at += strspn(at, " \n")) {
		if (*at == '}') {
			at++;
			fuzz_require(--depth >= 0, "%s: a brace too many", what);
			continue;
		}
		const size_t name = strspn(at, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
		fuzz_require(name > 0, "%s: no field: %.80s", what, at);
		at += name;
		if (*at == ':') {
			at += 1 + strspn(at + 1, " ");
			at = *at == '"' ? check_string(at) : at + strcspn(at, " \n}");
		} else {
			at += strspn(at, " ");
			fuzz_require(*at++ == '{', "%s: no value: %.80s", what, at);
			depth++;
		}
	}
	fuzz_require(depth == 0, "%s: a brace is open", what);
	check_visible(what, text);
}

static void check_prometheus(const char *what, const char *text)
{
	check_visible(what, text);
	check_lines(what, text,
		    "^(# (HELP|TYPE) gpubench_[a-z_]+ .*|gpubench_[a-z_]+\\{[a-z]+=\"([^\"\\]|\\\\[\\\"])*\"(,[a-z]+=\""
		    "([^\"\\]|\\\\[\\\"])*\")* *\\} [-+0-9.e]+)$");
}

/* The subset of YAML that these two files use: comment lines, lines with key and number, and lines of metrics. */
static void check_yaml(const char *what, const char *text)
{
	check_visible(what, text);
	check_lines(
		what, text,
		"^(# .*|  # [a-z0-9_, ]+: .*|(gpu|node|superbench):| +[a-z0-9_]+: [0-9.]+|version: v0.11|  rules:|"
		"    gpubench_[a-z]+:|      (function|categories): [A-Za-z]+|      criteria: '[^']*'|      metrics:|"
		"        - gpubench/[A-Za-z0-9_]+(:\\\\d\\+)?)$");
}

static void check_nersc(const char *what, const char *text)
{
	check_visible(what, text);
	check_lines(what, text, "^((mem|comp)roofs( [-+0-9.e]+)*|(mem|comp)_roof_names( '[^']*')*)$");
}

static const struct reader {
	const char *name;
	void (*check)(const char *what, const char *text);
} readers[] = {
	{ "ncu", check_section },         { "ert", check_json },
	{ "nersc", check_nersc },         { "superbench", check_json_lines },
	{ "aiconfigurator", check_yaml }, { "prometheus", check_prometheus },
};

/* Counts the unescaped '|' of a row, which separate its cells. */
static size_t bars(const char *line, size_t length)
{
	size_t count = 0;

	for (size_t i = 0; i < length; i += line[i] == '\\' ? 2 : 1)
		count += line[i] == '|';
	return count;
}

static void check_markdown(const char *what, const char *text)
{
	const char *line = text, *end;
	size_t columns = 0;

	check_visible(what, text);
	for (; *line != '\0'; line = end + 1) {
		end = line + strcspn(line, "\n");
		fuzz_require(*end == '\n', "%s: a line without end", what);
		const size_t count = bars(line, (size_t)(end - line));
		fuzz_require(line[0] != '|' || columns == 0 || count == columns, "%s: %zu bars, not %zu: %.*s", what,
			     count, columns, (int)(end - line), line);
		columns = line[0] == '|' ? count : 0;
		for (const char *c = line; c < end; c++) {
			fuzz_require(strchr("<>`*[]", *c) == NULL, "%s: %.20s", what, c);
			c += *c == '\\';
		}
	}
}

struct table {
	const char *what;
	size_t fields, columns;
};

static void on_field(void *bytes, size_t size, void *context)
{
	struct table *table = context;
	char *text = fuzz_text(bytes, size);

	table->fields++;
	fuzz_require(!gb_escape_is_formula(text), "%s: a formula: %s", table->what, text);
	free(text);
}

static void on_row(int end, void *context)
{
	struct table *table = context;

	table->columns = table->columns == 0 ? table->fields : table->columns;
	fuzz_require(table->fields == table->columns, "%s: %zu fields of %zu", table->what, table->fields,
		     table->columns);
	table->fields = 0;
}

static void check_csv(const char *what, const char *text)
{
	struct csv_parser parser;
	struct table table = { .what = what };

	csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI);
	const size_t size = strlen(text);
	fuzz_require(csv_parse(&parser, text, size, on_field, on_row, &table) == size, "%s: %s", what,
		     csv_strerror(csv_error(&parser)));
	fuzz_require(csv_fini(&parser, on_field, on_row, &table) == 0, "%s: %s", what,
		     csv_strerror(csv_error(&parser)));
	csv_free(&parser);
	for (const unsigned char *c = (const unsigned char *)text; *c != '\0'; c++)
		fuzz_require(*c >= ' ' || strchr("\t\r\n", *c) != NULL, "%s: byte %02x", what, *c);
}

/* ---- outputs ----------------------------------------------------------------------------------------------------- */

typedef int export_fn(const struct gb_roofs *roofs, FILE *out, struct gb_error *error);

/* A refused export has a reason on one line. */
static void check_roofs(export_fn *write, const struct made *made, const char *what,
			void (*check)(const char *what, const char *text))
{
	struct gb_error error = { "" };
	struct written w;

	written_open(&w);
	const int status = write(&made->roofs, w.file, &error);
	written_close(&w);
	if (status == GB_OK)
		check(what, w.text);
	else
		fuzz_one_line(&error);
	written_free(&w);
}

static void check_exports(const struct made *made)
{
	for (const struct gb_export *e = gb_exports; e->name != NULL; e++) {
		const struct reader *reader = readers;
		while (reader < readers + sizeof readers / sizeof readers[0] && strcmp(reader->name, e->name) != 0)
			reader++;
		fuzz_require(reader < readers + sizeof readers / sizeof readers[0], "no reader of %s", e->name);
		check_roofs(e->write, made, e->name, reader->check);
	}
	check_roofs(gb_export_superbench_baseline, made, "baseline", check_json);
	check_roofs(gb_export_superbench_rules, made, "rules", check_yaml);
	check_roofs(gb_roofs_write_csv, made, "roofs --csv", check_csv);
	check_roofs(gb_roofs_write_json, made, "roofs --json", check_json);
}

static void check_tables(const struct made *made, enum gb_table_style style, void (*check)(const char *, const char *))
{
	struct written w;

	written_open(&w);
	gb_roofs_print_all(&made->roofs, style, w.file);
	check("roofs", written_close(&w));
	written_free(&w);
	written_open(&w);
	gb_compare_print(&made->comparison, style, w.file);
	check("compare", written_close(&w));
	written_free(&w);
}

static void check_comparison(const struct made *made)
{
	struct gb_error error = { "" };
	struct written w;

	written_open(&w);
	fuzz_require(gb_compare_write_csv(&made->comparison, w.file, &error) == GB_OK, "%s", error.text);
	check_csv("compare --csv", written_close(&w));
	written_free(&w);
	written_open(&w);
	fuzz_require(gb_compare_write_json(&made->comparison, w.file, &error) == GB_OK, "%s", error.text);
	check_json("compare --json", written_close(&w));
	written_free(&w);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct made made;

	if (!made_read(&made, bytes, size))
		return 0;
	check_exports(&made);
	check_tables(&made, GB_TABLE_TEXT, check_visible);
	check_tables(&made, GB_TABLE_MARKDOWN, check_markdown);
	check_comparison(&made);
	made_free(&made);
	return 0;
}
