#include "survey/nsys_lines.h"

#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/text.h"
#include "survey/nsys.h"

static void take_field(void *field, size_t length, void *context)
{
	struct gb_nsys_lines *l = context;

	if (l->fields < GB_NSYS_FIELDS) {
		char *copy = l->field[l->fields] = l->copy + l->used;
		memcpy(copy, field != NULL ? field : "", length);
		copy[length] = '\0';
		gb_nsys_clean(copy);
		l->used += length + 1;
	}
	l->fields++;
}

/* Numbers have commas between thousands. Names, which may also contain commas, are in the last column. */
static void take_cell(struct gb_nsys_lines *l, size_t column, size_t length)
{
	const bool is_last = column + 1 == l->ruled;
	size_t at = l->begin[column], end = is_last ? length : l->begin[column + 1], kept = 0;

	while (at < end && l->text[at] == ' ')
		at++;
	while (end > at && l->text[end - 1] == ' ')
		end--;
	char *cell = l->text + at;
	for (; at < end; at++)
		if (is_last || l->text[at] != ',')
			cell[kept++] = l->text[at];
	take_field(cell, kept, l);
}

static bool split_columns(struct gb_nsys_lines *l, size_t length)
{
	if (length <= l->begin[l->ruled - 1])
		return false;
	for (size_t column = 0; column < l->ruled; column++)
		take_cell(l, column, length);
	return true;
}

bool gb_nsys_lines_split(struct gb_nsys_lines *l)
{
	const size_t length = strlen(l->text);

	l->fields = l->used = 0;
	if (l->ruled > 0)
		return split_columns(l, length);
	const bool is = csv_parse(&l->parser, l->text, length, take_field, NULL, l) == length;
	csv_fini(&l->parser, take_field, NULL, l);
	return is && l->fields > 0 && l->fields <= GB_NSYS_FIELDS;
}

static void swap_lines(struct gb_nsys_lines *l)
{
	char *text = l->text;
	const size_t room = l->room;

	l->text = l->before;
	l->room = l->room_before;
	l->before = text;
	l->room_before = room;
}

bool gb_nsys_lines_rule(struct gb_nsys_lines *l)
{
	const char *text = l->text;

	l->ruled = 0;
	if (l->before == NULL || strstr(text, "-- ") == NULL || text[strspn(text, "- ")] != '\0')
		return false;
	for (size_t i = 0; text[i] != '\0' && l->ruled < GB_NSYS_FIELDS; i++)
		if (text[i] == '-' && (i == 0 || text[i - 1] == ' '))
			l->begin[l->ruled++] = i;
	swap_lines(l);
	return true;
}

int gb_nsys_lines_read(struct gb_nsys_lines *l, FILE *file)
{
	swap_lines(l);
	if (getline(&l->text, &l->room, file) < 0)
		return GB_END;
	if (l->room > l->room_copy) {
		l->copy = gb_heap_resize(l->copy, l->room + 2, 1);
		l->room_copy = l->room;
	}
	l->text[strcspn(l->text, "\r\n")] = '\0';
	const size_t size = strlen(l->text), mark = l->number++ == 0 ? gb_text_mark(l->text, size) : 0;
	memmove(l->text, l->text + mark, size + 1 - mark);
	return GB_OK;
}

void gb_nsys_lines_open(struct gb_nsys_lines *l)
{
	*l = (struct gb_nsys_lines){ .number = 0 };
	csv_init(&l->parser, CSV_APPEND_NULL);
}

void gb_nsys_lines_close(struct gb_nsys_lines *l)
{
	csv_free(&l->parser);
	free(l->text);
	free(l->before);
	free(l->copy);
}
