#include "cli/options.h"

#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "export/export.h"
#include "cli/options_table.h"
#include "plot/plot.h"

/* LONG_FORM is added to the code of a long option: where getopt refuses one, that tells it from a letter. */
enum { OPTIONS_MAX = 64, LONG_FORM = 1024 };

static void print_option(const struct gb_option *option, FILE *out)
{
	char left[40], letter[5] = "    ";
	const char *argument = option->argument != NULL ? option->argument : "";

	if (option->code < 256)
		snprintf(letter, sizeof letter, "-%c, ", option->code);
	snprintf(left, sizeof left, "%s--%s%s%s", letter, option->name, argument[0] != '[' ? " " : "", argument);
	fprintf(out, "  %-25s %s\n", left, option->help);
	if (strcmp(option->name, "export") == 0)
		for (const struct gb_export *e = gb_exports; e->name != NULL; e++)
			fprintf(out, "  %-25s   %-15s %s\n", "", e->name, e->help);
}

/* Two columns; of a run the other commands are among them. */
static void print_examples(const struct gb_syntax *syntax, FILE *out)
{
	char line[80];
	size_t width = 33;

	for (const struct gb_example *e = syntax->example; e->line != NULL; e++)
		width = strlen(e->line) > width ? strlen(e->line) : width;
	fputc('\n', out);
	for (const struct gb_example *e = syntax->example; e->line != NULL; e++)
		fprintf(out, "  %-*s  %s\n", (int)width, e->line, e->help);
	for (const struct gb_syntax *s = gb_syntaxes; syntax == gb_syntaxes && s->word != NULL; s++) {
		if (s->summary == NULL)
			continue;
		snprintf(line, sizeof line, "gpubench %s %s", s->word, s->operands);
		fprintf(out, "  %-*s  %s\n", (int)width, line, s->summary);
	}
}

/* "Exit status: 0 fine; 1 usage; 2 ...". */
static void print_exits(const struct gb_syntax *syntax, FILE *out)
{
	fputs("\nExit status: 0 fine; 1 usage", out);
	for (const struct gb_exit_help *e = syntax->exit; e->help != NULL; e++)
		fprintf(out, "; %d %s", e->status, e->help);
	fputs(".\n", out);
}

void gb_options_help(const struct gb_syntax *syntax, FILE *out)
{
	if (syntax == NULL)
		syntax = gb_syntaxes;
	fputs(syntax->intro, out);
	for (const struct gb_plot_kind *k = gb_plot_kinds; syntax->command == GB_PLOT && k->name != NULL; k++)
		fprintf(out, "  %-25s %s\n", k->name, k->help);
	print_examples(syntax, out);
	for (const struct gb_option *option = syntax->option; !gb_option_is_end(option); option++) {
		if (option->name == NULL)
			fprintf(out, "\n%s:\n", option->help);
		else
			print_option(option, out);
	}
	print_exits(syntax, out);
	if (syntax->outro != NULL)
		fputs(syntax->outro, out);
}

/* "5%" or "0.05": above 0, below 1. */
static int take_part(const char *option, const char *text, double *out, struct gb_error *error)
{
	char *end;
	double value = strtod(text, &end);

	if (end != text && *end == '%') {
		value /= 100;
		end++;
	}
	if (end == text || *end != '\0' || !isfinite(value) || value <= 0 || value >= 1)
		return gb_error_set(error, "--%s '%s': expected a part such as 5%% or 0.05", option, text);
	*out = value;
	return GB_OK;
}

static int take(struct gb_options *options, const struct gb_syntax *syntax, int code, const char *argument,
		struct gb_error *error)
{
	const struct gb_option *option = syntax->option;

	while (option->code != code)
		option++;
	void *at = (char *)options + option->at;
	switch (option->kind) {
	case GB_OPTION_FLAG:
		*(bool *)at = true;
		return GB_OK;
	case GB_OPTION_TEXT:
		*(const char **)at = argument;
		return GB_OK;
	case GB_OPTION_NUMBER:
		return gb_option_positive(option->name, argument, at, error);
	case GB_OPTION_PART:
		return take_part(option->name, argument, at, error);
	case GB_OPTION_SPECIAL:
		break;
	}
	return gb_option_special(options, code, argument, error);
}

/* The table in getopt_long's form. The leading ':' tells a missing argument from an unknown option. */
static void make_getopt(const struct gb_syntax *syntax, struct option longs[OPTIONS_MAX + 1],
			char shorts[3 * OPTIONS_MAX + 2])
{
	size_t l = 0, s = 0;

	shorts[s++] = ':';
	for (const struct gb_option *option = syntax->option; !gb_option_is_end(option) && l < OPTIONS_MAX; option++) {
		if (option->name == NULL)
			continue;
		const int has = option->argument == NULL     ? no_argument
				: option->argument[0] == '[' ? optional_argument
							     : required_argument;
		longs[l++] = (struct option){ option->name, has, NULL, option->code + LONG_FORM };
		if (option->code >= 256)
			continue;
		shorts[s++] = (char)option->code;
		if (option->argument != NULL)
			shorts[s++] = ':';
	}
	longs[l] = (struct option){ 0 };
	shorts[s] = '\0';
}

/* A short option is only known by its letter: it may stand in the middle of a word. */
static int refuse(const struct gb_syntax *syntax, int code, const char *word, struct gb_error *error)
{
	const char letter[] = { '-', (char)optopt, '\0' };
	const char *name = optopt != 0 && optopt < 256 ? letter : word; /* a letter may be below 0 */
	const bool own = syntax != gb_syntaxes;

	return gb_error_set(error,
			    code == ':' ? "'%s' lacks its value; see gpubench %s%s--help"
					: "'%s' is not an option; see gpubench %s%s--help",
			    name, own ? syntax->word : "", own ? " " : "");
}

static int no_command(const char *word, struct gb_error *error)
{
	return gb_error_set(
		error,
		gb_syntax_find(word) != NULL
			? "'%s' is not a command here: put it first"
			: "'%s' is not a command; there are run (the default), info, roofs, compare, plot and report",
		word);
}

/* What is left when the options are taken. */
static int words(struct gb_options *options, const struct gb_syntax *syntax, int count, char **word,
		 struct gb_error *error)
{
	if (options->command == GB_COMPLETE) {
		options->file = (const char *const *)word;
		options->files = (size_t)count;
		return count > 0 ? GB_OK : gb_error_set(error, "no words: gpubench --complete -- WORD...");
	}
	if (syntax->command == GB_PLOT && count > 0) {
		options->plot = *word++;
		count--;
	}
	if (syntax->files) {
		options->file = (const char *const *)word;
		options->files = (size_t)count;
		if (count == 0 && options->command == syntax->command)
			return gb_error_set(
				error, "no file: name result files, or - for standard input; see gpubench %s --help",
				syntax->word);
		return GB_OK;
	}
	/* Both may come behind the options. */
	if (syntax == gb_syntaxes && count == 1 && strcmp(word[0], "info") == 0)
		options->command = GB_INFO;
	else if (!(syntax == gb_syntaxes && count == 1 && strcmp(word[0], "run") == 0) && count > 0)
		return no_command(word[count - 1], error);
	return GB_OK;
}

/* What is read must not be written over. */
static int check_input(const char *input, const char *output, struct gb_error *error)
{
	if (input == NULL || output == NULL || strcmp(input, "-") == 0 || strcmp(input, output) != 0)
		return GB_OK;
	return gb_error_set(error, "'%s' is read here, and would be written over", input);
}

static int check_inputs(const struct gb_options *o, struct gb_error *error)
{
	const bool makes_baseline = o->command == GB_ROOFS;
	const char *const outputs[] = { o->csv,  o->json,  o->output,
					o->data, o->rules, makes_baseline ? o->baseline : NULL };
	int status = GB_OK;

	for (size_t i = 0; i < sizeof outputs / sizeof outputs[0] && status == GB_OK; i++) {
		status = check_input(o->points, outputs[i], error);
		if (status == GB_OK && !makes_baseline)
			status = check_input(o->baseline, outputs[i], error);
		for (size_t f = 0; f < o->files && status == GB_OK; f++)
			status = check_input(o->file[f], outputs[i], error);
	}
	return status;
}

static int check_run(const struct gb_options *options, struct gb_error *error)
{
	if (options->command == GB_RUN && !options->all && options->benchmarks == NULL)
		return gb_error_set(error,
				    "nothing to run: name benchmarks with -b, or use --all; see gpubench --help");
	if (options->csv != NULL && options->json != NULL && strcmp(options->csv, options->json) == 0)
		return gb_error_set(error, "-o and --json name the same file: '%s'", options->csv);
	if (options->resume != NULL && (options->csv != NULL || options->json != NULL))
		return gb_error_set(error, "--resume appends to its own file: -o and --json do not go with it");
	if (options->all && options->benchmarks != NULL)
		return gb_error_set(error, "--all and -b exclude each other");
	if (options->points != NULL && (options->choices > 0 || options->effort == GB_EVERY))
		return gb_error_set(error, "--points says which points: -a and --every-point do not go with it");
	return GB_OK;
}

static int check_roofs(const struct gb_options *options, struct gb_error *error)
{
	const bool superbench = options->export_to != NULL && strcmp(options->export_to, "superbench") == 0;

	if (options->export_to != NULL && options->format != GB_FORMAT_TABLE)
		return gb_error_set(error, "--export does not go with --csv, --json or --markdown");
	if (options->export_to != NULL && gb_export_find(options->export_to) == NULL)
		return gb_export_unknown(options->export_to, error);
	if (!superbench && (options->baseline != NULL || options->rules != NULL))
		return gb_error_set(error, "--baseline and --rules go with --export superbench");
	return GB_OK;
}

static int check_plot(const struct gb_options *options, struct gb_error *error)
{
	if (gb_plot_kind_find(options->plot) == NULL)
		return gb_plot_kind_unknown(options->plot, error);
	if (options->output == NULL && options->data == NULL)
		return gb_error_set(error, "no picture: name it with -o FILE.svg, .png or .pdf");
	if (options->kernels != NULL && strcmp(options->plot, "roofline") != 0)
		return gb_error_set(error, "--kernels go with the plot roofline");
	return GB_OK;
}

static int check(const struct gb_options *options, struct gb_error *error)
{
	if (check_inputs(options, error) != GB_OK)
		return GB_FAILED;
	switch (options->command) {
	case GB_PLOT:
		return check_plot(options, error);
	case GB_ROOFS:
		return check_roofs(options, error);
	case GB_COMPARE:
		return GB_OK;
	default:
		return check_run(options, error);
	}
}

int gb_options_read(struct gb_options *options, int argc, char **argv, struct gb_error *error)
{
	const bool has_word = argc > 1 && argv[1][0] != '-' && argv[1][0] != '\0';
	const struct gb_syntax *syntax = has_word ? gb_syntax_find(argv[1]) : gb_syntaxes;
	struct option longs[OPTIONS_MAX + 1];
	char shorts[3 * OPTIONS_MAX + 2];
	int code, status = GB_OK;

	*options = (struct gb_options){ .effort = GB_FULL, .devices = "all", .syntax = syntax };
	if (syntax == NULL)
		return no_command(argv[1], error);
	options->command = syntax->command;
	argc -= has_word;
	argv += has_word;
	make_getopt(syntax, longs, shorts);
	optind = 0; /* start anew: tests read more than one command line */
	while (status == GB_OK && (code = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
		if (code == ':' || code == '?')
			status = refuse(syntax, code, argv[optind - 1], error);
		else
			status = take(options, syntax, code % LONG_FORM, optarg, error);
	}
	if (status == GB_OK)
		status = words(options, syntax, argc - optind, argv + optind, error);
	return status == GB_OK ? check(options, error) : status;
}
