/* fuzz_options: gb_options_read() over any command line, one word a line ('~' in it: a new line). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "cli/options.h"

enum { WORDS = 160 };

/* `text` is the end of one of the words: nothing else can be what an option was given. */
static void check_text(const char *text, int argc, char *const *argv)
{
	bool found = text == NULL;

	for (int i = 1; i < argc && !found; i++)
		found = text >= argv[i] && text <= argv[i] + strlen(argv[i]);
	fuzz_require(found, "'%s' was not given", text);
}

static void check_number(double number)
{
	fuzz_require(number == 0 || (isfinite(number) && number > 0), "the number %g", number);
}

static void check(const struct gb_options *o, int argc, char *const *argv)
{
	fuzz_require(o->command >= GB_RUN && o->command <= GB_HELP, "command %d", (int)o->command);
	fuzz_require(o->choices <= GB_REPEATS_MAX && o->plugins <= GB_REPEATS_MAX, "%zu choices, %zu plug-ins",
		     o->choices, o->plugins);
	for (size_t i = 0; i < o->choices; i++)
		check_text(o->choice[i].text, argc, argv);
	for (size_t i = 0; i < o->plugins; i++)
		check_text(o->plugin[i], argc, argv);
	const char *const texts[] = { o->benchmarks, o->describe, o->csv,       o->json,     o->resume,
				      o->output,     o->gpu,      o->export_to, o->baseline, o->rules };
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
		check_text(texts[i], argc, argv);
	if (strcmp(o->devices, "all") != 0)
		check_text(o->devices, argc, argv);
	const double numbers[] = { o->max_noise, o->min_time, o->timeout, o->deadline, o->wait_idle,
				   o->patience,  o->max_drop, o->margin,  o->min_off,  o->min_z };
	for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
		check_number(numbers[i]);
	const bool files =
		o->command == GB_ROOFS || o->command == GB_COMPARE || o->command == GB_PLOT || o->command == GB_REPORT;
	fuzz_require(o->command != GB_PLOT || o->plot != NULL, "nothing to plot");
	fuzz_require(!files || (o->files > 0 && o->files < (size_t)argc), "%zu files", o->files);
	for (size_t i = 0; files && i < o->files; i++)
		check_text(o->file[i], argc, argv);
	fuzz_require(o->min_samples <= 10000, "%zu samples", o->min_samples);
	fuzz_require(o->command != GB_RUN || o->all != (o->benchmarks != NULL), "what is run is not clear");
	fuzz_require(o->command != GB_DESCRIBE || o->describe != NULL, "nothing to describe");
	fuzz_require(o->resume == NULL || (o->csv == NULL && o->json == NULL), "resumed and written elsewhere");
}

/* An error's text has '?' for what is no part of a line. */
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
	static const char says[] = "' is not an option; see gpubench --help";
	const char *end = text + strlen(text) - (sizeof says - 1);
	bool found = false;

	if (text[0] != '\'' || end <= text || strcmp(end, says) != 0)
		return;
	for (int i = 1; i < argc && !found; i++)
		found = typed(argv[i], text + 1, (size_t)(end - text - 1));
	fuzz_require(found, "not typed: %s", text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	char program[] = "gpubench", *words[WORDS + 2] = { program };
	struct gb_options options;
	struct gb_error error = { "" };
	int argc = 1;
	char *text = fuzz_text(bytes, size), *rest = text;

	while (rest != NULL && argc <= WORDS) {
		/* Each in memory of its own: a read beyond its end is found. */
		const char *word = fuzz_next(&rest, '\n');
		words[argc++] = fuzz_text((const uint8_t *)word, strlen(word));
	}
	words[argc] = NULL;
	if (gb_options_read(&options, argc, words, &error) == GB_OK)
		check(&options, argc, words);
	else {
		check_refusal(error.text, argc, words);
		fuzz_one_line(&error);
	}
	for (int i = 1; i < argc; i++)
		free(words[i]);
	free(text);
	return 0;
}
