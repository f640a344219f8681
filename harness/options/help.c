#include "options/help.h"

#include <string.h>

static void print_name(void *out, const char *name, const char *help)
{
	fprintf(out, "  %-25s %s\n", name, help);
}

/* Further in. */
static void print_value(void *out, const char *name, const char *help)
{
	fprintf(out, "  %-25s   %-15s %s\n", "", name, help);
}

static void print_option(const struct gb_option *option, const struct gb_plugins *plugins, FILE *out)
{
	char left[40], letter[5] = "    ", text[GB_OPTION_TEXT];
	const char *argument = option->argument != NULL ? option->argument : "";

	if (option->letter != 0)
		snprintf(letter, sizeof letter, "-%c, ", option->letter);
	snprintf(left, sizeof left, "%s--%s%s%s", letter, option->name, argument[0] != '[' ? " " : "", argument);
	fprintf(out, "  %-25s %s\n", left, gb_option_help_text(option, text));
	if (option->names != NULL)
		option->names(plugins, print_value, out);
}

/* Two columns; in the help of the first command the others are among them. */
static void print_examples(const struct gb_command *command, const struct gb_command *const *commands, FILE *out)
{
	char line[80];
	size_t width = 33;

	for (const struct gb_example *e = command->example; e->line != NULL; e++)
		width = strlen(e->line) > width ? strlen(e->line) : width;
	fputc('\n', out);
	for (const struct gb_example *e = command->example; e->line != NULL; e++)
		fprintf(out, "  %-*s  %s\n", (int)width, e->line, e->help);
	for (const struct gb_command *const *c = commands; command == commands[0] && *c != NULL; c++) {
		if ((*c)->summary == NULL)
			continue;
		snprintf(line, sizeof line, "gpubench %s %s", (*c)->word, (*c)->operands);
		fprintf(out, "  %-*s  %s\n", (int)width, line, (*c)->summary);
	}
}

/* "Exit status: 0 fine; 1 usage; 2 ...". */
static void print_exits(const struct gb_command *command, FILE *out)
{
	fputs("\nExit status: 0 fine; 1 usage", out);
	for (const struct gb_exit_help *e = command->exit; e->help != NULL; e++)
		fprintf(out, "; %d %s", e->status, e->help);
	fputs(".\n", out);
}

void gb_help_print(const struct gb_command *command, const struct gb_command *const *commands,
		   const struct gb_plugins *plugins, FILE *out)
{
	fputs(command->intro, out);
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
		fputs(command->outro, out);
}
