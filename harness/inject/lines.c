#include "inject/lines.h"

#include <string.h>

#include "inject/trace.h"

void gb_lines_word(struct gb_lines *l, const char *word)
{
	const size_t length = strlen(word);

	memcpy(l->text + l->used, word, length);
	l->used += length;
}

void gb_lines_text(struct gb_lines *l, const char *text)
{
	l->text[l->used++] = '\t';
	gb_lines_word(l, text);
}

void gb_lines_number(struct gb_lines *l, uint64_t number)
{
	char digits[20];
	size_t at = sizeof digits;

	do {
		digits[--at] = (char)('0' + number % 10);
		number /= 10;
	} while (number > 0);
	l->text[l->used++] = '\t';
	memcpy(l->text + l->used, digits + at, sizeof digits - at);
	l->used += sizeof digits - at;
}

void gb_lines_end(struct gb_lines *l)
{
	l->text[l->used++] = '\n';
	if (l->used > GB_LINES - GB_LINES_RECORD)
		gb_lines_hand_over(l);
}

void gb_lines_hand_over(struct gb_lines *l)
{
	gb_trace_block(l->text, l->used);
	l->used = 0;
}
