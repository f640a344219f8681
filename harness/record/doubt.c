#include "record/doubt.h"

#define WORDS(name, words) [GB_DOUBT_##name] = (words),

const char *gb_doubt_words(enum gb_doubt kind)
{
	static const char *const all[GB_DOUBT_COUNT] = { GB_DOUBTS(WORDS) };

	return all[kind];
}
