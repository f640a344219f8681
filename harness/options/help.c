#include "options/help.h"

#include <string.h>

#include "base/wrap.h"

/* The columns of names, of their help, and of the help for their values. */
enum { NAMES_AT = 2, HELP_AT = 28, VALUES_AT = 30, VALUES_HELP_AT = 46 };

static struct gb_wrap page_of(FILE *out)
{
	return (struct gb_wrap){ .out = out, .columns = (size_t)gb_wrap_columns(out) };
}

/* Paragraphs, wrapped as in a wide window. */
static void put_text(FILE *out, const char *text)
{
	struct gb_wrap page = page_of(out);
	char line[256];

	if (page.columns == 0) {
		fputs(text, out);
		return;
	}
	while (*text != '\0') {
		const size_t length = strcspn(text, "\n");
		snprintf(line, sizeof line, "%.*s ", (int)length, text);
		gb_wrap_words(&page, line);
		text += length + (text[length] == '\n');
	}
	gb_wrap_end(&page);
}

static void print_name(void *out, const char *name, const char *help)
{
	gb_wrap_pair(out, NAMES_AT, name, HELP_AT, help);
}

/* Further in. */
static void print_value(void *out, const char *name, const char *help)
{
	gb_wrap_pair(out, VALUES_AT, name, VALUES_HELP_AT, help);
}

static void print_option(const struct gb_option *option, const struct gb_plugins *plugins, FILE *out)
{
	char left[40], letter[5] = "    ", text[GB_OPTION_TEXT];
	const char *argument = option->argument != NULL ? option->argument : "";

	if (option->letter != 0)
		snprintf(letter, sizeof letter, "-%c, ", option->letter);
	snprintf(left, sizeof left, "%s--%s%s%s", letter, option->name, argument[0] != '[' ? " " : "", argument);
	gb_wrap_pair(out, NAMES_AT, left, HELP_AT, gb_option_help_text(option, text));
	if (option->names != NULL)
		option->names(plugins, print_value, out);
}

/* Two columns; the help of the first command lists the other commands among its options. */
static void print_examples(const struct gb_command *command, const struct gb_command *const *commands, FILE *out)
{
	char line[80];
	size_t width = 33;

	for (const struct gb_example *e = command->example; e->line != NULL; e++)
		width = strlen(e->line) > width ? strlen(e->line) : width;
	fputc('\n', out);
	for (const struct gb_example *e = command->example; e->line != NULL; e++)
		gb_wrap_pair(out, NAMES_AT, e->line, NAMES_AT + width + 2, e->help);
	for (const struct gb_command *const *c = commands; command == commands[0] && *c != NULL; c++) {
		if ((*c)->summary == NULL)
			continue;
		snprintf(line, sizeof line, "gpubench %s %s", (*c)->word, (*c)->operands);
		gb_wrap_pair(out, NAMES_AT, line, NAMES_AT + width + 2, (*c)->summary);
	}
}

/* "Exit status: 0 fine; 1 usage; 2 ...". */
static void print_exits(const struct gb_command *command, FILE *out)
{
	struct gb_wrap page = page_of(out);
	char text[GB_OPTION_TEXT];

	page.indent = GB_WRAP_INDENT;
	fputc('\n', out);
	gb_wrap_words(&page, "Exit status: 0 fine; 1 usage");
	for (const struct gb_exit_help *e = command->exit; e->help != NULL; e++) {
		snprintf(text, sizeof text, "; %d %s", e->status, e->help);
		gb_wrap_words(&page, text);
	}
	gb_wrap_words(&page, ".");
	gb_wrap_end(&page);
}

void gb_help_print(const struct gb_command *command, const struct gb_command *const *commands,
		   const struct gb_plugins *plugins, FILE *out)
{
	put_text(out, command->intro);
	if (command->names != NULL)
		command->names(plugins, print_name, out);
	print_examples(command, commands, out);
	for (const struct gb_option *option = command->option; !gb_option_is_end(option); option++) {
		if (option->name == NULL)
			fprintf(out, "\n%s:\n", option->help);
		else
			print_option(option, plugins, out);
	}
	print_exits(command, out);
	if (command->outro != NULL)
		put_text(out, command->outro);
}
