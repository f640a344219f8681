/* csv_write.c: writes rows as CSV, with quotes only where a text would otherwise be misread. */
#include "record/csv.h"

#include <csv.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/text.h"

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* libcsv's writer quotes every field, which is noise for most. Its reader drops spaces at the ends of unquoted
 * fields. */
static void put_field(FILE *out, const char *text)
{
	if (strpbrk(text, ",\"\r\n") != NULL || is_blank(text[0]) ||
	    (text[0] != '\0' && is_blank(text[strlen(text) - 1])))
		csv_fwrite(out, text, strlen(text));
	else
		fputs(text, out);
}

static bool is_printable_ascii(const char *text)
{
	while (*text >= ' ' && *text < 0x7f)
		text++;
	return *text == '\0';
}

/* Names of hosts and jobs, and texts of plug-ins, come from outside. Some readers reject a file with a single byte that
 * is not UTF-8, a control character would reach the terminal, and a spreadsheet evaluates a text that looks like a
 * formula. */
static void put_text(FILE *out, const char *text)
{
	char *formula = gb_escape_is_formula(text) ? gb_text_format("'%s", text) : NULL;

	put_field(out, formula != NULL ? formula : text);
	free(formula);
}

void gb_csv_write_field(FILE *out, const char *text)
{
	char *data = is_printable_ascii(text) ? NULL : gb_escape_data(text);

	put_text(out, data != NULL ? data : text);
	free(data);
}

static int flush_rows(FILE *out, struct gb_error *error)
{
	if (fflush(out) != 0 || ferror(out))
		return gb_error_set(error, "cannot write: %s", strerror(errno ? errno : EIO));
	return GB_OK;
}

int gb_csv_write_header(FILE *out, struct gb_error *error)
{
	errno = 0;
	for (const struct gb_column *c = gb_columns; c->name != NULL; c++) {
		if (c != gb_columns)
			fputc(',', out);
		gb_csv_write_field(out, c->name);
	}
	fputs("\r\n", out);
	return flush_rows(out, error);
}

static void put_row(FILE *out, const struct gb_record *record)
{
	char number[GB_FIELD_TEXT];

	for (const struct gb_column *c = gb_columns; c->name != NULL; c++) {
		if (c != gb_columns)
			fputc(',', out);
		gb_csv_write_field(out, gb_record_field(record, c, number));
	}
	fputs("\r\n", out);
}

int gb_csv_write_rows(FILE *out, const struct gb_record *records, size_t count, struct gb_error *error)
{
	errno = 0;
	for (size_t i = 0; i < count; i++)
		put_row(out, &records[i]);
	return flush_rows(out, error);
}

int gb_csv_write_row(FILE *out, const struct gb_record *record, struct gb_error *error)
{
	return gb_csv_write_rows(out, record, 1, error);
}
