#include "record/csv.h"

#include <csv.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Names of hosts and jobs, and what a plug-in says, come from outside, and a text may be cut in mid-character: one byte that is
 * not UTF-8, and no reader takes the file. NULL without memory. */
static char *with_marks(const char *text)
{
	char *copy = strdup(text), *at = copy;

	if (copy == NULL)
		return NULL;
	while (*(at += gb_text_utf8_bytes(at)) != '\0')
		*at = '?';
	return copy;
}

/* libcsv's writer quotes whatever it is given: right for text that needs it, noise for the rest. Its reader drops blanks
 * at the ends of what is not quoted. */
static void put_field(FILE *out, const char *text)
{
	if (strpbrk(text, ",\"\r\n") != NULL || is_blank(text[0]) ||
	    (text[0] != '\0' && is_blank(text[strlen(text) - 1])))
		csv_fwrite(out, text, strlen(text));
	else
		fputs(text, out);
}

void gb_csv_field(FILE *out, const char *text)
{
	char *marked = text[gb_text_utf8_bytes(text)] != '\0' ? with_marks(text) : NULL;

	put_field(out, marked != NULL ? marked : text);
	free(marked);
}

static int flush(FILE *out, struct gb_error *error)
{
	if (fflush(out) != 0 || ferror(out))
		return gb_error_set(error, "cannot write: %s", strerror(errno ? errno : EIO));
	return GB_OK;
}

int gb_csv_header(FILE *out, struct gb_error *error)
{
	errno = 0;
	for (const struct gb_column *c = gb_columns; c->name != NULL; c++) {
		if (c != gb_columns)
			fputc(',', out);
		gb_csv_field(out, c->name);
	}
	fputs("\r\n", out);
	return flush(out, error);
}

static void put_row(FILE *out, const struct gb_record *record)
{
	char number[GB_FIELD_TEXT];

	for (const struct gb_column *c = gb_columns; c->name != NULL; c++) {
		if (c != gb_columns)
			fputc(',', out);
		gb_csv_field(out, gb_record_field(record, c, number));
	}
	fputs("\r\n", out);
}

int gb_csv_rows(FILE *out, const struct gb_record *records, size_t count, struct gb_error *error)
{
	errno = 0;
	for (size_t i = 0; i < count; i++)
		put_row(out, &records[i]);
	return flush(out, error);
}

int gb_csv_row(FILE *out, const struct gb_record *record, struct gb_error *error)
{
	return gb_csv_rows(out, record, 1, error);
}
