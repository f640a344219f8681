/* suggest.h: finds the known name that an unknown word probably meant. */
#pragma once

#include <stddef.h>

struct gb_suggestion {
	const char *word, *name; /* NULL: no name is near */
	size_t edits;            /* letters inserted, deleted, replaced or transposed */
};

struct gb_suggestion gb_suggest_for(const char *word);

/* Offer a name. The nearest name is kept, or the first of several equally near. A name is near if at most a third of
 * its letters differ. */
void gb_suggest_offer(struct gb_suggestion *suggestion, const char *name);

/* Append "; did you mean 'dram'?", or nothing if no name is near. */
void gb_suggest_say(const struct gb_suggestion *suggestion, char *text, size_t size);
