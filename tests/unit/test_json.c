#include "record/json.h"

#include <jansson.h>

#include "support.h"

static struct gb_batch batches[] = { { 1e-3, 100, 1.5e9, 1.4e9, NAN }, { 2e-3, 50, NAN, NAN, NAN } };
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

/* Each line of a file must be an object with only the allowed members. */
enum { LINES_MAX = 4 };

static size_t load(FILE *file, json_t *row[LINES_MAX])
{
	json_error_t why;
	char *text = contents(file), *rest = text, *line;
	size_t count = 0;

	assert_true(text[0] == '\0' || text[strlen(text) - 1] == '\n');
	while ((line = strsep(&rest, "\n")) != NULL && line[0] != '\0') {
		assert_true(count < LINES_MAX);
		row[count] = json_loads(line, JSON_REJECT_DUPLICATES, &why);
		if (row[count++] == NULL)
			fail_msg("%s: %s", why.text, line);
	}
	free(text);
	fclose(file);
	return count;
}

TEST(rows_are_lines_and_hold_the_raw_samples)
{
	const struct gb_record record = some_record();
	FILE *file = tmpfile();
	json_t *rows[LINES_MAX] = { NULL }, *row;

	assert_ok(gb_json_row(file, &record, &measurement, &error), error);
	assert_ok(gb_json_row(file, &record, NULL, &error), error);
	assert_int_equal(load(file, rows), 2);
	row = rows[0];
	assert_string_equal(json_string_value(json_object_get(row, "schema")), "gpubench-1");
	assert_string_equal(json_string_value(json_object_get(row, "point")), record.point);
	assert_same(json_real_value(json_object_get(row, "value")), 75.5);
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
	assert_null(json_object_get(rows[1], "raw"));
	json_decref(rows[0]);
	json_decref(rows[1]);
}

/* With arguments, it checks files written by gpubench, for tests/cli: each line must be an object. */
static int check_file(const char *path)
{
	json_error_t why;
	FILE *file = fopen(path, "r");
	FREED_BY(free_text) char *line = NULL;
	size_t room = 0, rows = 0;
	bool good = file != NULL;

	while (good && getline(&line, &room, file) > 0) {
		json_t *row = json_loads(line, JSON_REJECT_DUPLICATES, &why);
		rows++;
		good = json_is_object(row) && strchr(line, '\n') != NULL;
		json_decref(row);
	}
	if (!good)
		fprintf(stderr, "%s:%zu: no object on a line\n", path, rows);
	else
		printf("%zu rows\n", rows);
	if (file != NULL)
		fclose(file);
	return !good;
}

int main(int argc, char **argv)
{
	if (argc > 1)
		return check_file(argv[1]);
	return run_all_tests();
}
