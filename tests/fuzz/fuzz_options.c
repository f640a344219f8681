/* fuzz_options: gb_line_read() on any command line, one word per line ('~' in it stands for a new line). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "cli/command_run_options.h"
#include "cli/commands.h"
#include "perform/perform.h"

enum { WORDS = 160 };

/* `text` must be the end of one of the words: an option cannot have any other value. */
static void check_text(const char *text, int argc, char *const *argv)
{
	bool found = text == NULL;

	for (int i = 1; i < argc && !found; i++)
		found = text >= argv[i] && text <= argv[i] + strlen(argv[i]);
	fuzz_require(found, "'%s' was not given", text);
}

/* A file must be one of the words, or in a folder that is one. Text from a list is in no word. */
static void check_file(const char *file, int argc, char *const *argv)
{
	bool found = false;

	for (int i = 1; i < argc && !found; i++) {
		const size_t length = strlen(argv[i]);
		const bool begins = length > 0 && strncmp(file, argv[i], length) == 0;
		const bool is_in = begins && (file[length] == '/' || argv[i][length - 1] == '/');
		found = strcmp(file, argv[i]) == 0 || is_in || strncmp(argv[i], "--f", 3) == 0;
	}
	fuzz_require(found, "'%s' is no file that was given", file);
}

/* Each option has a possible value, wherever its command stores it. */
static void check_option(const struct gb_line *line, const struct gb_option *o, int argc, char *const *argv)
{
	const void *at = (const char *)line->options + o->at;
	const char *const text = o->read == gb_option_text ? *(const char *const *)at : NULL;

	if (text != NULL && strcmp(text, "all") != 0)
		check_text(text, argc, argv);
	if (o->read == gb_option_texts) {
		const struct gb_texts *texts = at;
		fuzz_require(texts->count <= GB_REPEATS_MAX, "%zu of --%s", texts->count, o->name);
		for (size_t i = 0; i < texts->count; i++)
			check_text(texts->text[i], argc, argv);
	}
	if (o->read == gb_option_number || o->read == gb_option_part) {
		const double number = *(const double *)at;
		fuzz_require(number >= 0 && (isfinite(number) || strcmp(o->name, "deadline") == 0), "--%s %g", o->name,
			     number);
		fuzz_require(o->read != gb_option_part || number <= 1, "--%s %g is no part", o->name, number);
	}
	if (o->read == gb_option_positive || o->read == gb_option_bytes) {
		const uint64_t number = *(const uint64_t *)at;
		fuzz_require(number <= (uint64_t)o->value, "--%s %llu", o->name, (unsigned long long)number);
	}
}

static void check_run(const struct gb_run_options *o, int argc, char *const *argv)
{
	const bool measures = o->action == GB_ACTION_MEASURE;

	fuzz_require(o->action <= GB_ACTION_COMPLETE, "action %d", (int)o->action);
	fuzz_require(!measures || o->all == (o->benchmarks.count == 0), "what is run is not clear");
	fuzz_require(o->action != GB_ACTION_DESCRIBE || o->described != NULL, "nothing to describe");
	check_text(o->described, argc, argv);
	check_text(o->seed, argc, argv);
	fuzz_require(!measures || o->resume == NULL || (o->csv == NULL && o->json == NULL),
		     "resumed and written elsewhere");
}

static void check(const struct gb_line *line, int argc, char *const *argv)
{
	const struct gb_command *command = line->command;

	for (const struct gb_option *o = command->option; !gb_option_is_end(o); o++)
		if (o->name != NULL)
			check_option(line, o, argc, argv);
	check_text(line->kind, argc, argv);
	for (size_t i = 0; i < line->operands; i++)
		check_file(line->operand[i], argc, argv);
	/* `plot` alone lists the pictures that can be drawn. */
	const bool lists = command->names != NULL && line->kind == NULL;
	fuzz_require(line->help || !command->files || lists || line->operands > 0, "no files");
	fuzz_require(!lists || line->operands == 0, "files and nothing to plot");
	if (command == &gb_command_run && !line->help)
		check_run(line->options, argc, argv);
}

/* An error text has '?' for characters that do not belong on a line. */
static bool same(char typed, char told)
{
	return told == typed || (told == '?' && ((unsigned char)typed < ' ' || typed == 0x7f));
}

static bool typed(const char *word, const char *told, size_t length)
{
	size_t i = 0;

	while (i < length && word[i] != '\0' && same(word[i], told[i]))
		i++;
	if (i == length)
		return true;
	/* A letter in the middle of a word. */
	for (i = 1; word[0] == '-' && word[1] != '-' && length == 2 && word[i] != '\0'; i++)
		if (same(word[i], told[1]))
			return true;
	return false;
}

/* "'WORD' is not an option": WORD is what was typed. */
static void check_refusal(const char *text, int argc, char *const *argv)
{
	static const char says[] = "' is not an option; ";
	const char *end = NULL;
	bool found = false;

	/* The last occurrence, including the words that follow, because typed text may contain the same words. */
	for (const char *at = strstr(text, says); at != NULL; at = strstr(at + 1, says)) {
		const char *then = at + sizeof says - 1;
		if (strncmp(then, "see gpubench ", 13) == 0 || strncmp(then, "did you mean '--", 16) == 0)
			end = at;
	}
	if (text[0] != '\'' || end == NULL)
		return;
	for (int i = 1; i < argc && !found; i++)
		found = typed(argv[i], text + 1, (size_t)(end - text - 1));
	fuzz_require(found, "not typed: %s", text);
}

/* The program that performs a command also checks the command line. */
static const struct gb_command *const *commands_of(int argc, char *const *words)
{
	const bool profiler = argc > 1 && gb_command_find(gb_profiler_commands(), words[1]) != NULL;

	return profiler ? gb_profiler_commands() : gb_commands;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	char program[] = "gpubench", *words[WORDS + 2] = { program };
	struct gb_line line;
	struct gb_error error = { "" };
	int argc = 1;
	char *text = fuzz_text(bytes, size), *rest = text;

	while (rest != NULL && argc <= WORDS) {
		/* Each word has its own memory, so that reading beyond its end is detected. */
		const char *word = fuzz_next(&rest, '\n');
		words[argc++] = fuzz_text((const uint8_t *)word, strlen(word));
	}
	words[argc] = NULL;
	if (gb_line_read(&line, commands_of(argc, words), argc, words, &error) == GB_OK) {
		check(&line, argc, words);
		gb_line_free(&line);
	} else {
		check_refusal(error.text, argc, words);
		fuzz_one_line(&error);
	}
	for (int i = 1; i < argc; i++)
		free(words[i]);
	free(text);
	return 0;
}
