/* lines.h: records of a trace by the thousand: numbers written by hand and handed over in blocks, which takes a
 * fraction of what gb_trace_add() does. For one thread at a time. */
#ifndef GB_INJECT_LINES_H
#define GB_INJECT_LINES_H

#include <stddef.h>
#include <stdint.h>

enum { GB_LINES = 1 << 16, GB_LINES_RECORD = 1 << 9 };

/* Between records there is always room for one of GB_LINES_RECORD bytes. */
struct gb_lines {
	size_t used;
	char text[GB_LINES];
};

/* A record is a word, then fields, then an end. */
void gb_lines_word(struct gb_lines *lines, const char *word);
void gb_lines_number(struct gb_lines *lines, uint64_t number);
void gb_lines_text(struct gb_lines *lines, const char *text);
void gb_lines_end(struct gb_lines *lines);

/* Append to the trace what there is. */
void gb_lines_hand_over(struct gb_lines *lines);

#endif
