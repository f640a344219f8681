#include "base/suggest.h"

#include <stdint.h>
#include <string.h>

#include "base/text.h"

/* Longer words get no suggestion. */
enum { LETTERS_MAX = 48 };

static size_t lesser_size(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* The Damerau-Levenshtein distance without overlapping transpositions ("optimal string alignment"), row by row: at[i %
 * 3][j] is the number of edits from the first i letters of `a` to the first j of `b`. */
static size_t edits_between(const char *a, size_t a_letters, const char *b, size_t b_letters)
{
	size_t at[3][LETTERS_MAX + 1];

	for (size_t i = 0; i <= a_letters; i++) {
		size_t *row = at[i % 3];
		const size_t *above = at[(i + 2) % 3], *second_above = at[(i + 1) % 3];
		row[0] = i;
		for (size_t j = 1; j <= b_letters; j++) {
			if (i == 0) {
				row[j] = j;
				continue;
			}
			row[j] = lesser_size(lesser_size(above[j], row[j - 1]) + 1,
					     above[j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				row[j] = lesser_size(row[j], second_above[j - 2] + 1);
		}
	}
	return at[a_letters % 3][b_letters];
}

struct gb_suggestion gb_suggest_for(const char *word)
{
	return (struct gb_suggestion){ word, NULL, SIZE_MAX };
}

void gb_suggest_offer(struct gb_suggestion *suggestion, const char *name)
{
	const size_t typed = strlen(suggestion->word), letters = strlen(name);

	if (typed > LETTERS_MAX || letters > LETTERS_MAX)
		return;
	const size_t edits = edits_between(suggestion->word, typed, name, letters);
	if (3 * edits > letters || edits >= suggestion->edits)
		return;
	suggestion->name = name;
	suggestion->edits = edits;
}

void gb_suggest_say(const struct gb_suggestion *suggestion, char *text, size_t size)
{
	if (suggestion->name != NULL)
		gb_text_add(text, size, "; did you mean '%s'?", suggestion->name);
}
