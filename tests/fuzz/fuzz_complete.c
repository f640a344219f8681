/* fuzz_complete: gb_complete() on any unfinished command line, one word per line ('~' in it stands for a new line),
 * with one plug-in. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "options/complete.h"
#include "fuzz.h"

enum { WORDS = 64, LONG = 900, GPUS = 3 };

extern const struct gb_bench gb_bench_dram;

/* The offered words, for the caller to free. */
static char *offered(const struct gb_unfinished *line)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	fuzz_require(out != NULL, "out of memory");
	gb_complete(line, out);
	fclose(out);
	return text;
}

static bool has_line(const char *text, const char *line)
{
	const size_t length = strlen(line);

	for (const char *at = strstr(text, line); at != NULL; at = strstr(at + 1, line))
		if ((at == text || at[-1] == '\n') && at[length] == '\n')
			return true;
	return false;
}

/* A candidate begins like the word and is offered once; it is offered again when it is on the line. */
static void check_candidate(const struct gb_unfinished *line, const char *candidate, const char *others)
{
	const char *last = line->word[line->words - 1];
	const char *word[WORDS + 1];
	struct gb_unfinished whole = *line;

	fuzz_require(strncmp(candidate, last, strlen(last)) == 0, "'%s' became '%s'", last, candidate);
	fuzz_require(!has_line(others, candidate), "'%s' twice", candidate);
	memcpy(word, line->word, line->words * sizeof *word);
	word[line->words - 1] = candidate;
	whole.word = word;
	char *again = offered(&whole);
	/* "op=" is followed by values; a complete command or option may be a candidate. */
	fuzz_require(candidate[strlen(candidate) - 1] == '=' || has_line(again, candidate), "'%s' offers '%s'",
		     candidate, again);
	free(again);
}

static void check(const struct gb_unfinished *line)
{
	const char *last = line->word[line->words - 1];
	char *text = offered(line);
	/* A word with quotes, or one that is too long, differs from the typed word. */
	const bool plain = strpbrk(last, "'\"\\") == NULL && strlen(last) < LONG;

	for (char *at = text, *end; *at != '\0' && plain; at = end + 1) {
		end = strchr(at, '\n');
		fuzz_require(end != NULL, "half a line: %s", at);
		*end = '\0';
		if (strcmp(at, GB_COMPLETE_FILES) != 0)
			check_candidate(line, at, end + 1);
	}
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	char *text = fuzz_text(bytes, size), *rest = text;
	const char *word[WORDS + 1];
	char *copy[WORDS];
	static struct gb_plugins plugins = { .plugin[0].bench = &gb_bench_dram, .count = 1 };
	struct gb_unfinished line = { .commands = gb_commands, .word = word, .gpus = GPUS, .plugins = &plugins };

	do {
		/* Each word has its own memory, so that reading beyond its end is detected. */
		const char *next = fuzz_next(&rest, '\n');
		copy[line.words] = fuzz_text((const uint8_t *)next, strlen(next));
		word[line.words] = copy[line.words];
		line.words++;
	} while (rest != NULL && line.words < WORDS);
	check(&line);
	for (size_t i = 0, n = line.words; i < n; i++) {
		const char *file = gb_complete_plugin(&line, i);
		for (size_t w = 0; w < n && file != NULL; w++)
			if (file >= word[w] && file <= word[w] + strlen(word[w]))
				file = NULL;
		fuzz_require(file == NULL, "the plug-in '%s' was not given", file);
	}
	for (size_t i = 0; i < line.words; i++)
		free(copy[i]);
	free(text);
	return 0;
}
