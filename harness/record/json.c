#include "record/json.h"

#include <errno.h>
#include <jansson.h>
#include <string.h>

static int flush(FILE *out, struct gb_error *error)
{
	if (fflush(out) != 0 || ferror(out))
		return gb_error_set(error, "cannot write: %s", strerror(errno ? errno : EIO));
	return GB_OK;
}

int gb_json_begin(FILE *out, struct gb_error *error)
{
	errno = 0;
	fputs("{\"schema\": \"" GB_SCHEMA "\", \"rows\": [\n", out);
	return flush(out, error);
}

int gb_json_end(FILE *out, struct gb_error *error)
{
	errno = 0;
	fputs("\n]}\n", out);
	return flush(out, error);
}

/* A number, or null where it is not known: JSON has no NaN. */
static json_t *number(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

static json_t *raw(const struct gb_measurement *measurement)
{
	json_t *seconds = json_array(), *value = json_array(), *sm_hz = json_array(), *slowest_hz = json_array();

	for (size_t i = 0; i < measurement->value.count; i++) {
		json_array_append_new(seconds, number(measurement->batches[i].seconds));
		json_array_append_new(value, number(measurement->batches[i].value));
		json_array_append_new(sm_hz, number(measurement->batches[i].sm_hz));
		json_array_append_new(slowest_hz, number(measurement->batches[i].slowest_hz));
	}
	return json_pack("{s:I, s:i, s:o, s:o, s:o, s:o}", "launches_per_batch", (json_int_t)measurement->launches,
			 "outliers", (int)measurement->value.outliers, "batch_seconds", seconds, "value", value,
			 "sm_clock_hz", sm_hz, "sm_clock_slowest_hz", slowest_hz);
}

int gb_json_row(FILE *out, int first, const struct gb_record *record, const struct gb_measurement *measurement,
		struct gb_error *error)
{
	char text[GB_FIELD_TEXT];
	json_t *row = json_object();

	for (const struct gb_column *c = gb_columns; c->name != NULL; c++) {
		const char *field = gb_record_field(record, c, text);
		if (field[0] == '\0')
			continue;
		const void *at = (const char *)record + c->offset;
		/* Names of hosts and cards come from outside; what is not UTF-8 is left out rather than invalid. */
		json_object_set_new(row, c->name,
				    c->type == GB_NUMBER ? json_real(*(const double *)at) : json_string(field));
	}
	if (measurement != NULL && measurement->batches != NULL)
		json_object_set_new(row, "raw", raw(measurement));

	errno = 0;
	if (!first)
		fputs(",\n", out);
	int failed = json_dumpf(row, out, JSON_COMPACT | JSON_REAL_PRECISION(9));
	json_decref(row);
	if (failed)
		return gb_error_set(error, "cannot write: %s", strerror(errno ? errno : EIO));
	return flush(out, error);
}
