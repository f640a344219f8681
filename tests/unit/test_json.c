#include "record/json.h"

#include <jansson.h>

#include "support.h"

static struct gb_batch batches[] = { { 1e-3, 100, 1.5e9, 1.4e9 }, { 2e-3, 50, NAN, NAN } };
static const struct gb_measurement measurement = {
	.launches = 64,
	.value = { .count = 2, .outliers = 1 },
	.batches = batches,
};

static struct gb_record some_record(void)
{
	struct gb_record record = gb_record_empty();

	record.benchmark = "dram";
	record.point = "op=read,\"x\"\n";
	record.value = 75.5;
	record.limit = INFINITY;
	return record;
}

static json_t *load(FILE *file)
{
	json_error_t why;
	char *text = contents(file);
	json_t *document = json_loads(text, JSON_REJECT_DUPLICATES, &why);

	if (document == NULL)
		fail_msg("line %d: %s: %s", why.line, why.text, text);
	free(text);
	fclose(file);
	return document;
}

static void rows_are_valid_and_hold_the_raw_samples(void **state)
{
	const struct gb_record record = some_record();
	struct gb_error error = { "" };
	FILE *file = tmpfile();

	(void)state;
	assert_ok(gb_json_begin(file, &error), error);
	assert_ok(gb_json_row(file, 1, &record, &measurement, &error), error);
	assert_ok(gb_json_row(file, 0, &record, NULL, &error), error);
	assert_ok(gb_json_end(file, &error), error);
	json_t *document = load(file), *rows = json_object_get(document, "rows"), *row = json_array_get(rows, 0);
	assert_string_equal(json_string_value(json_object_get(document, "schema")), "gpubench-1");
	assert_int_equal(json_array_size(rows), 2);
	assert_string_equal(json_string_value(json_object_get(row, "point")), record.point);
	assert_same(json_real_value(json_object_get(row, "value")), 75.5);
	/* What is not known is left out. */
	assert_null(json_object_get(row, "lo"));
	assert_null(json_object_get(row, "limit"));
	assert_null(json_object_get(row, "host"));
	const json_t *raw = json_object_get(row, "raw");
	assert_int_equal(json_integer_value(json_object_get(raw, "launches_per_batch")), 64);
	assert_int_equal(json_integer_value(json_object_get(raw, "outliers")), 1);
	assert_int_equal(json_array_size(json_object_get(raw, "value")), 2);
	assert_same(json_real_value(json_array_get(json_object_get(raw, "batch_seconds"), 1)), 2e-3);
	assert_true(json_is_null(json_array_get(json_object_get(raw, "sm_clock_hz"), 1)));
	assert_same(json_real_value(json_array_get(json_object_get(raw, "sm_clock_slowest_hz"), 0)), 1.4e9);
	assert_null(json_object_get(json_array_get(rows, 1), "raw"));
	json_decref(document);
}

static void an_empty_run_is_a_document_too(void **state)
{
	struct gb_error error = { "" };
	FILE *file = tmpfile();

	(void)state;
	assert_ok(gb_json_begin(file, &error), error);
	assert_ok(gb_json_end(file, &error), error);
	json_t *document = load(file);
	assert_int_equal(json_array_size(json_object_get(document, "rows")), 0);
	json_decref(document);
}

static void text_that_is_not_utf8_does_not_spoil_it(void **state)
{
	struct gb_record record = some_record();
	struct gb_error error = { "" };
	FILE *file = tmpfile();

	(void)state;
	record.host = "n\xf6\xff";
	assert_ok(gb_json_begin(file, &error), error);
	assert_ok(gb_json_row(file, 1, &record, NULL, &error), error);
	assert_ok(gb_json_end(file, &error), error);
	json_decref(load(file));
}

static void a_full_disk_is_told(void **state)
{
	const struct gb_record record = some_record();
	struct gb_error error = { "" };
	FILE *full = fopen("/dev/full", "w");

	(void)state;
	if (full == NULL)
		skip();
	assert_int_equal(gb_json_row(full, 1, &record, &measurement, &error), GB_FAILED);
	assert_says(error.text, "No space left on device");
	fclose(full);
}

/* With arguments it checks documents that gpubench has written, for tests/cli. */
static int check_files(int count, char **file)
{
	json_error_t why;

	for (int i = 0; i < count; i++) {
		json_t *document = json_load_file(file[i], JSON_REJECT_DUPLICATES, &why);
		if (document == NULL) {
			fprintf(stderr, "%s:%d: %s\n", file[i], why.line, why.text);
			return 1;
		}
		printf("%zu rows\n", json_array_size(json_object_get(document, "rows")));
		json_decref(document);
	}
	return 0;
}

int main(int argc, char **argv)
{
	if (argc > 1)
		return check_files(argc - 1, argv + 1);
	RUN(T(rows_are_valid_and_hold_the_raw_samples), T(an_empty_run_is_a_document_too),
	    T(text_that_is_not_utf8_does_not_spoil_it), T(a_full_disk_is_told));
}
