#include "options/help.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/wrap.h"

/* Columns of names, their help, their values, and the help for values. */
enum { NAMES_AT = 2, HELP_AT = 28, VALUES_AT = 30, VALUES_HELP_AT = 46 };

static struct gb_wrap begin_page(FILE *out)
{
	return (struct gb_wrap){ .out = out, .columns = (size_t)gb_wrap_columns(out) };
}

/* Prints paragraphs as wide as in a wide window. */
static void put_text(FILE *out, const char *text)
{
	struct gb_wrap page = begin_page(out);

	if (page.columns == 0) {
		fputs(text, out);
		return;
	}
	while (*text != '\0') {
		const size_t length = strcspn(text, "\n");
		gb_wrap_part(&page, text, length);
		gb_wrap_words(&page, " ");
		text += length + (text[length] == '\n');
	}
	gb_wrap_end(&page);
}

static void print_name(void *out, const char *name, const char *help)
{
	gb_wrap_pair(out, NAMES_AT, name, HELP_AT, help);
}

/* Prints a value, indented further than an option. */
static void print_value(void *out, const char *name, const char *help)
{
	gb_wrap_pair(out, VALUES_AT, name, VALUES_HELP_AT, help);
}

/* Takes ownership of both texts. */
static void print_pair(FILE *out, char *name, size_t text_at, char *text)
{
	gb_wrap_pair(out, NAMES_AT, name, text_at, text);
	free(name);
	free(text);
}

static char *name_option(const struct gb_option *option)
{
	char letter[5] = "    ";
	const char *argument = option->argument != NULL ? option->argument : "";

	if (option->letter != 0)
		snprintf(letter, sizeof letter, "-%c, ", option->letter);
	return gb_text_format("%s--%s%s%s", letter, option->name, argument[0] != '[' ? " " : "", argument);
}

static void print_option(const struct gb_option *option, const struct gb_plugins *plugins, FILE *out)
{
	print_pair(out, name_option(option), HELP_AT, gb_option_help_text(option));
	if (option->names != NULL)
		option->names(plugins, print_value, out);
}

/* Prints two columns. The help of the first command lists the other commands among its options. */
static void print_examples(const struct gb_command *command, const struct gb_command *const *commands, FILE *out)
{
	size_t width = 33;

	/* A window has room for both columns; a longer command line has a line of its own. */
	for (const struct gb_example *e = command->example; e->line != NULL && gb_wrap_columns(out) == 0; e++)
		width = strlen(e->line) > width ? strlen(e->line) : width;
	fputc('\n', out);
	for (const struct gb_example *e = command->example; e->line != NULL; e++)
		gb_wrap_pair(out, NAMES_AT, e->line, NAMES_AT + width + 2, e->help);
	for (const struct gb_command *const *c = commands; command == commands[0] && *c != NULL; c++) {
		if ((*c)->summary == NULL)
			continue;
		print_pair(out, gb_text_format("gpubench %s %s", (*c)->word, (*c)->operands), NAMES_AT + width + 2,
			   gb_text_format("%s", (*c)->summary));
	}
}

/* "Exit status: 0 success; 1 usage; 2 ...". */
static void print_exits(const struct gb_command *command, FILE *out)
{
	struct gb_wrap page = begin_page(out);
	char number[16];

	page.indent = GB_WRAP_INDENT;
	fputc('\n', out);
	gb_wrap_words(&page, "Exit status: 0 success; 1 usage");
	for (const struct gb_exit_help *e = command->exit; e->help != NULL; e++) {
		snprintf(number, sizeof number, "; %d ", e->status);
		gb_wrap_words(&page, number);
		gb_wrap_words(&page, e->help);
	}
	gb_wrap_words(&page, ".");
	gb_wrap_end(&page);
}

/* Prints the frequently used options under `heading`, or the others under the headings of the table. */
static void print_options(const struct gb_command *command, bool often, const char *heading,
			  const struct gb_plugins *plugins, FILE *out)
{
	for (const struct gb_option *o = command->option; !gb_option_is_end(o); o++) {
		if (o->name == NULL && !often)
			heading = o->help;
		if (o->name == NULL || o->often != often)
			continue;
		if (heading != NULL)
			fprintf(out, "\n%s:\n", heading);
		heading = NULL;
		print_option(o, plugins, out);
	}
}

void gb_help_print(const struct gb_command *command, const struct gb_command *const *commands,
		   const struct gb_plugins *plugins, FILE *out)
{
	put_text(out, command->intro);
	if (command->names != NULL)
		command->names(plugins, print_name, out);
	print_examples(command, commands, out);
	print_options(command, true, "Used most", plugins, out);
	print_options(command, false, NULL, plugins, out);
	print_exits(command, out);
	if (command->outro != NULL)
		put_text(out, command->outro);
}

/* ---- -h ---------------------------------------------------------------------------------------------------------- */

/* "Commands: info, show, ..., each with its own -h". */
static void print_commands(const struct gb_command *const *commands, FILE *out)
{
	struct gb_wrap page = begin_page(out);

	page.indent = GB_WRAP_INDENT;
	gb_wrap_words(&page, "Commands: ");
	for (const struct gb_command *const *c = commands; *c != NULL; c++)
		if ((*c)->summary != NULL) {
			gb_wrap_words(&page, (*c)->word);
			gb_wrap_words(&page, c[1] != NULL ? ", " : "; gpubench COMMAND -h explains one");
		}
	gb_wrap_end(&page);
}

/* Prints the frequently used options, each explained up to the first semicolon; returns their number. */
static size_t print_often(const struct gb_command *command, FILE *out)
{
	size_t count = 0;

	for (const struct gb_option *o = command->option; !gb_option_is_end(o); o++)
		if (o->name != NULL && o->often) {
			print_pair(out, name_option(o), HELP_AT,
				   gb_text_format("%.*s", (int)strcspn(o->help, ";"), o->help));
			count++;
		}
	return count;
}

static void print_names(const struct gb_command *command, FILE *out)
{
	struct gb_wrap page = begin_page(out);

	page.indent = GB_WRAP_INDENT;
	gb_wrap_words(&page, "Options:");
	for (const struct gb_option *o = command->option; !gb_option_is_end(o); o++) {
		if (o->name == NULL)
			continue;
		char *const name = gb_text_format(" --%s", o->name);
		gb_wrap_words(&page, name != NULL ? name : "");
		free(name);
	}
	gb_wrap_end(&page);
}

void gb_help_print_brief(const struct gb_command *command, const struct gb_command *const *commands, FILE *out)
{
	enum { EXAMPLES = 3 };
	const bool is_first = command == commands[0];

	put_text(out, command->intro);
	fputc('\n', out);
	for (const struct gb_example *e = command->example; e->line != NULL && e < command->example + EXAMPLES; e++)
		gb_wrap_pair(out, NAMES_AT, e->line, HELP_AT, e->help);
	fputc('\n', out);
	if (print_often(command, out) == 0)
		print_names(command, out);
	if (is_first)
		print_commands(commands, out);
	gb_wrap_format(out, "gpubench %s%s--help explains all options", is_first ? "" : command->word,
		       is_first ? "" : " ");
}
