/* manual.c: gpubench(1), and a page for each command. The prose and order of gpubench(1) come from manual.txt; the
 * texts of options, examples and exit statuses come from the commands. */
#include "options/manual.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/host.h"
#include "base/text.h"

/* WIDTH: of a line of the source, before escaping. BLOCK_MAX: bytes of a block in it. */
enum { WIDTH = 60, BLOCK_MAX = 4096 };

/* The page: blocks separated by empty lines. "# TITLE" is a heading, "{name}" a generated part in `parts`, and "= TERM"
 * precedes its description; everything else is a paragraph. */
extern const char gb_file_manual_txt[];

struct page {
	const struct gb_command *const *commands;
	const struct gb_plugins *plugins;
	FILE *out;
};

/* ---- troff ------------------------------------------------------------------------------------------------------- */

/* ASCII characters that troff would interpret or replace by typographic characters. */
static const char *troff_escape(char c)
{
	switch (c) {
	case '\\':
		return "\\e";
	case '-':
		return "\\-";
	case '\'':
		return "\\(aq";
	case '"':
		return "\\(dq";
	case '^':
		return "\\(ha";
	case '~':
		return "\\(ti";
	default:
		return NULL;
	}
}

void gb_manual_text(const char *text, FILE *out)
{
	bool bold = false;
	size_t column = 0;

	for (; *text != '\0'; text++) {
		/* Where troff may fill lines, the source has short ones. */
		if (*text == '\n' || (*text == ' ' && column + 1 + strcspn(text + 1, " \n") > WIDTH)) {
			fputc('\n', out);
			column = 0;
			continue;
		}
		if (column == 0 && *text == '.')
			fputs("\\&", out);
		column++;
		if (*text == '`') {
			bold = !bold;
			fputs(bold ? "\\fB" : "\\fR", out);
		} else if (troff_escape(*text) != NULL)
			fputs(troff_escape(*text), out);
		else
			fputc(*text, out);
	}
}

static void print_heading(const char *macro, const char *text, FILE *out)
{
	fprintf(out, ".%s \"", macro);
	gb_manual_text(text, out);
	fputs("\"\n", out);
}

/* Prints a paragraph. Texts of the tables may end with a new line. */
static void print_paragraph(const char *text, FILE *out)
{
	gb_manual_text(text, out);
	if (text[strlen(text) - 1] != '\n')
		fputc('\n', out);
}

/* "term" in bold, then its description, indented. */
static void print_item(const char *term, const char *text, FILE *out)
{
	fputs(".TP\n\\fB", out);
	gb_manual_text(term, out);
	fputs("\\fR\n", out);
	print_paragraph(text, out);
}

/* ---- generated parts --------------------------------------------------------------------------------------------- */

static void print_line(const struct gb_command *command, bool is_run, FILE *out)
{
	fprintf(out, is_run ? "\\fBgpubench\\fR [\\fB%s\\fR] " : "\\fBgpubench %s\\fR ", command->word);
	fputs("[\\fIOPTION\\fR]...", out);
	if (command->operands != NULL && command->operands[0] != '\0') {
		fputc(' ', out);
		gb_manual_text(command->operands, out);
	}
	fputc('\n', out);
}

static void print_synopsis(const struct page *page)
{
	for (const struct gb_command *const *c = page->commands; *c != NULL; c++) {
		fputs(c == page->commands ? "" : ".br\n", page->out);
		print_line(*c, c == page->commands, page->out);
	}
}

static void print_commands(const struct page *page)
{
	for (const struct gb_command *const *c = page->commands + 1; *c != NULL; c++)
		print_item((*c)->word, (*c)->summary, page->out);
}

static void print_name(void *out, const char *name, const char *help)
{
	print_item(name, help, out);
}

static void print_option(const struct gb_option *o, const struct gb_plugins *plugins, FILE *out)
{
	char *text = gb_option_help_text(o);

	fputs(".TP\n", out);
	if (o->letter != 0)
		fprintf(out, "\\fB\\-%c\\fR, ", o->letter);
	fputs("\\fB\\-\\-", out);
	gb_manual_text(o->name, out);
	fputs("\\fR", out);
	if (o->argument != NULL) {
		fprintf(out, "%s\\fI", o->argument[0] != '[' ? " " : "");
		gb_manual_text(o->argument, out);
		fputs("\\fR", out);
	}
	fputc('\n', out);
	print_paragraph(text, out);
	free(text);
	if (o->names != NULL) {
		fputs(".RS\n", out);
		o->names(plugins, print_name, out);
		fputs(".RE\n", out);
	}
}

static void print_options(const struct gb_command *command, const struct gb_plugins *plugins, FILE *out)
{
	for (const struct gb_option *o = command->option; !gb_option_is_end(o); o++) {
		if (o->name == NULL)
			print_heading("SS", o->help, out);
		else
			print_option(o, plugins, out);
	}
}

static void print_run_options(const struct page *page)
{
	print_options(page->commands[0], page->plugins, page->out);
}

static void print_benchmarks(const struct page *page)
{
	for (size_t i = 0; i < page->plugins->count; i++) {
		const struct gb_bench *bench = page->plugins->plugin[i].bench;
		char *summary = gb_escape_copy(GB_ESCAPE_LINE, bench->summary); /* a plug-in's text must not become
		                                                                 * markup */
		print_item(bench->name, summary, page->out);
		free(summary);
		if (bench->target == GB_HOST)
			fputs("(with \\fB\\-\\-device host\\fR)\n", page->out);
	}
}

static void print_examples(const struct gb_example *example, FILE *out)
{
	for (; example->line != NULL; example++)
		print_item(example->line, example->help, out);
}

static void print_run_examples(const struct page *page)
{
	print_examples(page->commands[0]->example, page->out);
}

static void print_exits(const struct gb_command *command, FILE *out)
{
	print_item("0", "success", out);
	print_item("1", "usage: the command line is wrong, or what it names does not exist", out);
	for (const struct gb_exit_help *e = command->exit; e->help != NULL; e++) {
		fprintf(out, ".TP\n\\fB%d\\fR\n", e->status);
		print_paragraph(e->help, out);
	}
}

static void print_run_exits(const struct page *page)
{
	print_exits(page->commands[0], page->out);
}

/* ---- the page ---------------------------------------------------------------------------------------------------- */

static const struct {
	const char *name;
	void (*print)(const struct page *page);
} parts[] = {
	{ "{synopsis}", print_synopsis },
	{ "{other commands}", print_commands },
	{ "{options of a run}", print_run_options },
	{ "{benchmarks}", print_benchmarks },
	{ "{examples of a run}", print_run_examples },
	{ "{exit statuses of a run}", print_run_exits },
};

static bool print_part(const struct page *page, const char *block)
{
	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
		if (strcmp(parts[i].name, block) == 0) {
			parts[i].print(page);
			return true;
		}
	return false;
}

/* `first`: nothing follows the heading yet. */
static void print_block(const struct page *page, char *block, bool first)
{
	char *const line_end = strchr(block, '\n');

	if (strncmp(block, "# ", 2) == 0) {
		print_heading("SH", block + 2, page->out);
	} else if (strncmp(block, "= ", 2) == 0 && line_end != NULL) {
		*line_end = '\0';
		print_item(block + 2, line_end + 1, page->out);
	} else if (!print_part(page, block)) {
		if (!first)
			fputs(".PP\n", page->out);
		print_paragraph(block, page->out);
	}
}

/* Joins the lines of a paragraph, which are wrapped again. The first line of an item is its term. */
static void join_lines(char *block)
{
	char *at = block[0] == '=' ? strchr(block, '\n') : block;

	for (at = at != NULL ? at + (*at == '\n') : block + strlen(block); *at != '\0'; at++)
		if (*at == '\n')
			*at = ' ';
}

/* Left-aligned and not hyphenated, because the text contains names, with one space between sentences. */
static void begin_manual(const char *title, FILE *out)
{
	fprintf(out,
		".\\\" Written by gpubench \\-\\-man.\n.TH %s 1 \"\" \"gpubench %s\" \"User Commands\"\n.nh\n.ad l\n"
		".ss 12 0\n",
		title, gb_version);
}

void gb_manual_print(const struct gb_command *const *commands, const struct gb_plugins *plugins, FILE *out)
{
	const struct page page = { commands, plugins, out };
	bool first = false;

	begin_manual("GPUBENCH", out);
	for (const char *at = gb_file_manual_txt, *end; *at != '\0'; at = end + strspn(end, "\n")) {
		char block[BLOCK_MAX] = "";
		end = strstr(at, "\n\n");
		if (end == NULL)
			end = at + strlen(at) - 1;
		gb_text_add(block, sizeof block, "%.*s", (int)(end - at), at);
		join_lines(block);
		print_block(&page, block, first);
		first = block[0] == '#';
	}
}

void gb_manual_print_command(const struct gb_command *command, const struct gb_plugins *plugins, FILE *out)
{
	char title[32] = "GPUBENCH-";

	for (size_t i = 0, at = strlen(title); command->word[i] != '\0' && at + 1 < sizeof title; i++, at++)
		title[at] = (char)toupper((unsigned char)command->word[i]);
	begin_manual(title, out);
	fprintf(out, ".SH \"NAME\"\ngpubench\\-%s \\- ", command->word);
	print_paragraph(command->summary, out);
	print_heading("SH", "SYNOPSIS", out);
	print_line(command, false, out);
	print_heading("SH", "DESCRIPTION", out);
	print_paragraph(command->intro, out);
	if (command->names != NULL)
		command->names(plugins, print_name, out);
	if (command->outro != NULL) {
		fputs(".PP\n", out);
		print_paragraph(command->outro, out);
	}
	print_heading("SH", "OPTIONS", out);
	print_options(command, plugins, out);
	print_heading("SH", "EXAMPLES", out);
	print_examples(command->example, out);
	print_heading("SH", "EXIT STATUS", out);
	print_exits(command, out);
	print_heading("SH", "SEE ALSO", out);
	fputs("\\fBgpubench\\fR(1)\n", out);
}
