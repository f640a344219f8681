#include "options/options.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/folders.h"
#include "base/heap.h"
#include "base/suggest.h"
#include "base/text.h"

/* Added to the index of a long option in its table, to distinguish it from a letter. */
enum { OPTIONS_MAX = 64, LONG_FORM = 1024 };

char *gb_option_help_text(const struct gb_option *option)
{
	char usual[256];

	if (option->usual == NULL)
		return gb_text_format("%s", option->help);
	option->usual(usual, sizeof usual);
	return gb_text_format("%s (%s)", option->help, usual);
}

bool gb_option_is_end(const struct gb_option *option)
{
	return option->name == NULL && option->help == NULL;
}

const struct gb_command *gb_command_find(const struct gb_command *const *commands, const char *word)
{
	for (; *commands != NULL; commands++)
		if (strcmp((*commands)->word, word) == 0)
			return *commands;
	return NULL;
}

int gb_line_no_command(const struct gb_command *const *commands, const char *word, struct gb_error *error)
{
	struct gb_suggestion meant = gb_suggest_for(word);
	char others[GB_ERROR_TEXT] = "";

	if (gb_command_find(commands, word) != NULL)
		return gb_error_set(error, "'%s' is not a command here: put it first", word);
	gb_suggest_offer(&meant, commands[0]->word);
	for (size_t i = 1; commands[i] != NULL; i++) {
		gb_suggest_offer(&meant, commands[i]->word);
		gb_text_add(others, sizeof others, "%s %s", commands[i + 1] != NULL ? "," : " and", commands[i]->word);
	}
	if (meant.name != NULL)
		return gb_error_set(error, "'%s' is not a command; did you mean '%s'? See gpubench --help", word,
				    meant.name);
	return gb_error_set(error, "'%s' is not a command; there are %s (the default)%s", word, commands[0]->word,
			    others);
}

/* ---- options ----------------------------------------------------------------------------------------------------- */

/* Converts the table to the form of getopt_long. A leading ':' distinguishes a missing argument from an unknown option,
 * and '+' ends the options at the first operand. */
static void make_getopt(const struct gb_command *command, struct option longs[OPTIONS_MAX + 1],
			char shorts[3 * OPTIONS_MAX + 3])
{
	size_t l = 0, s = 0;

	if (command->program)
		shorts[s++] = '+';
	shorts[s++] = ':';
	for (const struct gb_option *o = command->option; !gb_option_is_end(o) && l < OPTIONS_MAX; o++) {
		if (o->name == NULL)
			continue;
		const int has = o->argument == NULL     ? no_argument
				: o->argument[0] == '[' ? optional_argument
							: required_argument;
		longs[l++] = (struct option){ o->name, has, NULL, (int)(o - command->option) + LONG_FORM };
		if (o->letter == 0)
			continue;
		shorts[s++] = o->letter;
		if (o->argument != NULL)
			shorts[s++] = ':';
	}
	longs[l] = (struct option){ 0 };
	shorts[s] = '\0';
}

static const struct gb_option *find_option(const struct gb_command *command, int code)
{
	const struct gb_option *option = command->option;

	if (code >= LONG_FORM)
		return &option[code - LONG_FORM];
	while (option->name == NULL || option->letter != code)
		option++;
	return option;
}

/* Returns the option that the word, up to a '=', probably meant; NULL: none is similar. */
static const char *option_meant(const struct gb_command *command, const char *word)
{
	char name[64] = "";

	if (strncmp(word, "--", 2) != 0)
		return NULL;
	gb_text_add(name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
	struct gb_suggestion meant = gb_suggest_for(name);
	for (const struct gb_option *o = command->option; !gb_option_is_end(o); o++)
		if (o->name != NULL)
			gb_suggest_offer(&meant, o->name);
	return meant.name;
}

/* If a short option is unknown, only its letter is known: it may be in the middle of a word. */
static int refuse_option(const struct gb_command *command, bool is_first, int code, const char *word,
			 struct gb_error *error)
{
	const char letter[] = { '-', (char)optopt, '\0' };
	const bool is_letter = optopt != 0 && optopt < 256; /* letters may be negative */
	const char *name = is_letter ? letter : word, *of = is_first ? "" : command->word, *space = is_first ? "" : " ";

	if (code == ':')
		return gb_error_set(error, "'%s' lacks its value; see gpubench %s%s--help", name, of, space);
	const char *meant = option_meant(command, name);
	if (meant != NULL)
		return gb_error_set(error, "'%s' is not an option; did you mean '--%s'? See gpubench %s%s--help", name,
				    meant, of, space);
	return gb_error_set(error, "'%s' is not an option; see gpubench %s%s--help", name, of, space);
}

static void *option_field(const struct gb_line *line, const struct gb_option *option)
{
	return (char *)line->options + option->at;
}

static int read_options(struct gb_line *line, bool is_first, int argc, char **argv, struct gb_error *error)
{
	struct option longs[OPTIONS_MAX + 1];
	char shorts[3 * OPTIONS_MAX + 3];
	int code, status = GB_OK;

	make_getopt(line->command, longs, shorts);
	optind = 0; /* tests parse more than one command line */
	while (status == GB_OK && (code = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
		if (code == ':' || code == '?')
			return refuse_option(line->command, is_first, code, argv[optind - 1], error);
		const struct gb_option *option = find_option(line->command, code);
		line->brief |= option->read == gb_option_help && code < LONG_FORM;
		line->help |= option->read == gb_option_help;
		status = option->read(option, option_field(line, option), optarg, error);
	}
	return status;
}

/* ---- operands and files ------------------------------------------------------------------------------------------ */

static bool is_dash(const char *path)
{
	return strcmp(path, "-") == 0;
}

/* Returns the file that an option names; NULL: none, or not a file. */
static const char *option_file(const struct gb_line *line, const struct gb_option *option)
{
	return option->file != GB_FILE_NONE ? *(const char **)option_field(line, option) : NULL;
}

static const struct gb_option *list_option(const struct gb_command *command)
{
	for (const struct gb_option *o = command->option; !gb_option_is_end(o); o++)
		if (o->file == GB_FILE_LIST)
			return o;
	return NULL;
}

/* Returns the list of operands that an option names; NULL: none. */
static const char *list_file(const struct gb_line *line)
{
	const struct gb_option *option = list_option(line->command);

	return option != NULL ? option_file(line, option) : NULL;
}

static int take_operands(struct gb_line *line, int count, char **word, struct gb_error *error)
{
	if (line->command->names != NULL && count > 0) {
		line->kind = *word++;
		count--;
	}
	line->operand = (const char *const *)word;
	line->operands = (size_t)count;
	const bool lists = line->command->names != NULL && line->kind == NULL;
	const char *fileless = line->command->fileless;
	const bool takes_none = line->kind != NULL && fileless != NULL && strcmp(line->kind, fileless) == 0;
	if (takes_none && count > 0)
		return gb_error_set(error, "'%s': %s takes no file", word[0], fileless);
	if (line->command->files && count == 0 && !takes_none && !line->help && !lists && list_file(line) == NULL)
		return gb_error_set(error,
				    "no file: name result files, or - for standard input; see gpubench %s --help",
				    line->command->word);
	return GB_OK;
}

static int expand_operands(struct gb_line *line, struct gb_error *error)
{
	const char *list = list_file(line);
	int status = GB_OK;

	line->inputs.only_csv = line->command->only_csv;
	if (list_option(line->command) == NULL)
		return GB_OK;
	if (list != NULL && line->operands < line->command->before_files)
		return gb_error_set(error, "'%s' lists only the files to read; expected gpubench %s %s", list,
				    line->command->word, line->command->operands);
	for (size_t i = 0; i < line->operands && status == GB_OK; i++) {
		if (list != NULL && is_dash(list) && is_dash(line->operand[i]))
			return gb_error_set(error, "standard input is a list of files or a file, not both");
		if (i < line->command->before_files)
			gb_inputs_keep(&line->inputs, line->operand[i]);
		else
			status = gb_inputs_add(&line->inputs, line->operand[i], error);
	}
	if (status == GB_OK && list != NULL)
		status = gb_inputs_add_list(&line->inputs, list, error);
	line->operand = (const char *const *)line->inputs.file;
	line->operands = line->inputs.count;
	return status;
}

static bool is_same_file(const char *path, const char *other)
{
	struct stat one, two;

	return strcmp(path, other) == 0 || (stat(path, &one) == 0 && S_ISREG(one.st_mode) && stat(other, &two) == 0 &&
					    gb_folders_is_same(&one, &two));
}

static int check_written(const struct gb_line *line, const char *written, struct gb_error *error)
{
	bool is_read = false;

	for (const struct gb_option *o = line->command->option; !gb_option_is_end(o); o++)
		is_read |= (o->file == GB_FILE_READ || o->file == GB_FILE_LIST) && option_file(line, o) != NULL &&
			   is_same_file(option_file(line, o), written);
	for (size_t i = 0; i < line->operands && (line->command->files || line->inputs.count > 0); i++)
		is_read |= is_same_file(line->operand[i], written);
	return is_read ? gb_error_set(error, "'%s' is an input and would be overwritten", written) : GB_OK;
}

static int check_two(const struct gb_option *one, const char *path, const struct gb_option *two, const char *other,
		     struct gb_error *error)
{
	char name[2][32];
	const struct gb_option *const option[] = { one, two };

	if (!is_same_file(path, other))
		return GB_OK;
	for (int i = 0; i < 2; i++)
		if (option[i]->letter != 0)
			snprintf(name[i], sizeof name[i], "-%c", option[i]->letter);
		else
			snprintf(name[i], sizeof name[i], "--%s", option[i]->name);
	if (is_dash(path))
		return gb_error_set(error, "%s and %s would both go to standard output: name a file for one", name[0],
				    name[1]);
	return gb_error_set(error, "%s and %s name the same file: '%s'", name[0], name[1], path);
}

/* Returns the file to which an option writes; NULL: none. */
static const char *written_by(const struct gb_line *line, const struct gb_option *option)
{
	const char *path = option_file(line, option);

	if (option->file == GB_FILE_READ || option->file == GB_FILE_LIST)
		return NULL;
	return path == NULL && option->file == GB_FILE_RESULT ? "-" : path;
}

static int check_files(const struct gb_line *line, struct gb_error *error)
{
	int status = GB_OK;

	for (const struct gb_option *o = line->command->option; !gb_option_is_end(o) && status == GB_OK; o++) {
		const char *path = written_by(line, o);
		if (path == NULL)
			continue;
		if (!is_dash(path))
			status = check_written(line, path, error);
		for (const struct gb_option *p = line->command->option; p != o && status == GB_OK; p++)
			if (written_by(line, p) != NULL)
				status = check_two(p, written_by(line, p), o, path, error);
	}
	return status;
}

/* ---- the whole line ---------------------------------------------------------------------------------------------- */

static void make_options(struct gb_line *line)
{
	line->options = gb_heap_array(1, line->command->options_size + 1);
	if (line->command->defaults != NULL)
		memcpy(line->options, line->command->defaults, line->command->options_size);
}

static int read_line(struct gb_line *line, bool is_first, int argc, char **argv, struct gb_error *error)
{
	make_options(line);
	GB_TRY(read_options(line, is_first, argc, argv, error));
	GB_TRY(take_operands(line, argc - optind, argv + optind, error));
	if (line->help)
		return GB_OK;
	GB_TRY(expand_operands(line, error));
	GB_TRY(check_files(line, error));
	return line->command->check != NULL ? line->command->check(line, error) : GB_OK;
}

int gb_line_read(struct gb_line *line, const struct gb_command *const *commands, int argc, char **argv,
		 struct gb_error *error)
{
	const bool has_word = argc > 1 && argv[1][0] != '-' && argv[1][0] != '\0';

	*line = (struct gb_line){ .command = has_word ? gb_command_find(commands, argv[1]) : commands[0],
				  .words = argv };
	if (line->command == NULL)
		return gb_line_no_command(commands, argv[1], error);
	if (read_line(line, line->command == commands[0], argc - has_word, argv + has_word, error) == GB_OK)
		return GB_OK;
	gb_line_free(line);
	return GB_FAILED;
}

void gb_line_free(struct gb_line *line)
{
	gb_inputs_free(&line->inputs);
	free(line->options);
	*line = (struct gb_line){ 0 };
}
