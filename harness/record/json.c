#include "record/json.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"

/* JSON has no NaN: null. */
static json_t *make_number(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

static json_t *make_raw(const struct gb_measurement *measurement)
{
	json_t *seconds = json_array(), *value = json_array(), *sm_hz = json_array(), *slowest_hz = json_array(),
	       *batches_of = json_array();

	for (size_t i = 0; i < measurement->value.count; i++) {
		json_array_append_new(seconds, make_number(measurement->batches[i].seconds));
		json_array_append_new(value, make_number(measurement->batches[i].value));
		json_array_append_new(sm_hz, make_number(measurement->batches[i].sm_hz));
		json_array_append_new(slowest_hz, make_number(measurement->batches[i].slowest_hz));
	}
	for (size_t v = 0; v < measurement->visits; v++)
		json_array_append_new(batches_of, json_integer((json_int_t)measurement->batches_of[v]));
	return json_pack("{s:I, s:i, s:o, s:o, s:o, s:o, s:o}", "launches_per_batch", (json_int_t)measurement->launches,
			 "outliers", (int)measurement->value.outliers, "batch_seconds", seconds, "value", value,
			 "sm_clock_hz", sm_hz, "sm_clock_slowest_hz", slowest_hz, "batches_of_visits", batches_of);
}

static json_t *make_text(const char *field)
{
	char *data = gb_escape_data(field); /* as in the CSV */
	json_t *text = json_string(data);

	free(data);
	return text;
}

static json_t *make_row(const struct gb_record *record, const struct gb_measurement *measurement)
{
	char text[GB_FIELD_TEXT];
	json_t *row = json_object();

	for (const struct gb_column *c = gb_columns; c->name != NULL; c++) {
		const char *field = gb_record_field(record, c, text);
		const void *at = (const char *)record + c->offset;
		if (field[0] != '\0')
			json_object_set_new(row, c->name,
					    c->type == GB_NUMBER ? json_real(*(const double *)at) : make_text(field));
	}
	if (measurement != NULL && measurement->batches != NULL)
		json_object_set_new(row, "raw", make_raw(measurement));
	return row;
}

int gb_json_row(FILE *out, const struct gb_record *record, const struct gb_measurement *measurement,
		struct gb_error *error)
{
	json_t *row = make_row(record, measurement);

	errno = 0;
	const bool failed = json_dumpf(row, out, JSON_COMPACT | JSON_REAL_PRECISION(9)) != 0 ||
			    fputc('\n', out) == EOF || fflush(out) != 0 || ferror(out);
	json_decref(row);
	return failed ? gb_error_set(error, "cannot write: %s", strerror(errno ? errno : EIO)) : GB_OK;
}
