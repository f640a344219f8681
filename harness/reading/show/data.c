#include "show/data.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "record/csv.h"

json_t *gb_data_string(const char *text)
{
	char *data = gb_escape_data(text);
	json_t *string = json_string(data);

	free(data);
	return string;
}

void gb_data_text(json_t *object, const char *name, const char *text)
{
	if (text != NULL && text[0] != '\0')
		json_object_set_new(object, name, gb_data_string(text));
}

void gb_data_number(json_t *object, const char *name, double value)
{
	if (isfinite(value))
		json_object_set_new(object, name, json_real(value));
}

void gb_data_header(FILE *out, const char *const *columns)
{
	for (size_t i = 0; columns[i] != NULL; i++)
		fprintf(out, "%s%s", i ? "," : "", columns[i]);
	fputs("\r\n", out);
}

static void put_value(FILE *out, const json_t *value)
{
	if (json_is_string(value))
		gb_csv_write_field(out, json_string_value(value));
	else if (json_is_integer(value))
		fprintf(out, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
	else if (json_is_number(value))
		fprintf(out, "%.9g", json_number_value(value));
	else if (json_is_boolean(value))
		fputs(json_is_true(value) ? "yes" : "no", out);
}

void gb_data_rows(FILE *out, const char *const *columns, const json_t *shared, const json_t *rows)
{
	for (size_t row = 0; row < json_array_size(rows); row++) {
		const json_t *object = json_array_get(rows, row);
		for (size_t i = 0; columns[i] != NULL; i++) {
			const json_t *value = json_object_get(object, columns[i]);
			if (i > 0)
				fputc(',', out);
			put_value(out, value != NULL ? value : json_object_get(shared, columns[i]));
		}
		fputs("\r\n", out);
	}
}

int gb_data_end(FILE *out, struct gb_error *error)
{
	errno = 0;
	if (fflush(out) != 0 || ferror(out))
		return gb_error_set(error, "cannot write: %s", strerror(errno ? errno : EIO));
	return GB_OK;
}

int gb_data_document(FILE *out, json_t *document, struct gb_error *error)
{
	errno = 0;
	const int failed = document == NULL || json_dumpf(document, out, GB_DATA_JSON | JSON_INDENT(2));

	json_decref(document);
	fputc('\n', out);
	if (failed)
		return gb_error_set(error, "cannot write: %s", strerror(errno ? errno : ENOMEM));
	return gb_data_end(out, error);
}
