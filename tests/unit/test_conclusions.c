/* The conclusions of the project's benchmarks from the rows of a real card: each must be found by its key. Also
 * tests the columns that a conclusion copies from its row. */
#include "bench.h"
#include "device/rates.h"
#include "real.h"
#include "record/csv.h"
#include "engine/conclude.h"

static struct gb_plugins plugins;
static struct gb_rows rows;
static char uuid[48];

/* Rows of benchmarks or points that were renamed since are skipped. */
static int keep_row(void *context, const struct gb_record *record, size_t line, struct gb_error *why)
{
	const struct gb_bench *bench = gb_plugins_find(&plugins, record->benchmark);
	struct gb_error unknown = { "" };

	snprintf(uuid, sizeof uuid, "%s", record->gpu_uuid);
	if (bench != NULL)
		gb_rows_keep(&rows, bench, record, &unknown);
	return GB_OK;
}

static void tell_wrong(void *context, const char *text)
{
	fail_msg("%s", text);
}

static int load(void)
{
	plugins = real_plugins();
	return gb_csv_read_lenient("results/h200-sxm/all.csv", keep_row, tell_wrong, NULL, &error);
}

static int unload(void)
{
	gb_rows_free(&rows);
	gb_plugins_free(&plugins);
	return 0;
}

static struct gb_device h200(void)
{
	struct gb_device device = {
		.name = "NVIDIA H200",
		.cc_major = 9,
		.sm_count = 132,
		.warp_size = 32,
		.l1_bytes = gb_rates_l1_bytes(9, 0),
		.l2_bytes = UINT64_C(60) << 20,
		.rates = gb_rates_of(9, 0),
	};

	memcpy(device.uuid, uuid, sizeof uuid);
	return device;
}

static size_t expect_keys(const struct gb_bench *bench)
{
	static struct gb_conclusions found;
	static struct gb_finding nothing[GB_FINDINGS_MAX];
	const struct gb_record base = gb_record_empty();
	const struct gb_device device = h200();

	assert_int_equal(bench->conclude(&device, &(const struct gb_row){ .bench = bench }, 0, nothing), 0);
	assert_ok(gb_conclude(&rows, bench, &device, &base, &found, &error), error);
	for (size_t i = 0; i < found.count; i++) {
		assert_string_equal(found.record[i].origin, "concluded");
		for (size_t j = 0; j < i; j++)
			if (strcmp(found.record[i].point, found.record[j].point) == 0 &&
			    strcmp(found.record[i].metric, found.record[j].metric) == 0)
				fail_msg("%s concludes %s at '%s' twice", bench->name, found.record[i].metric,
					 found.record[i].point);
	}
	return found.count;
}

TEST(no_key_is_there_twice)
{
	size_t conclusions = 0;

	for (size_t i = 0; i < plugins.count; i++)
		if (plugins.plugin[i].bench->conclude != NULL)
			conclusions += expect_keys(plugins.plugin[i].bench);
	assert_true(conclusions > 500);
}

static size_t conclude_of_the_first(const struct gb_device *device, const struct gb_row *row, size_t count,
				    struct gb_finding out[GB_FINDINGS_MAX])
{
	assert_int_equal(count, 1);
	out[0] = (struct gb_finding){ .metric = "bandwidth",
				      .unit = "B/s",
				      .value = row[0].value,
				      .lo = row[0].lo,
				      .hi = row[0].hi,
				      .limit = NAN,
				      .from = &row[0] };
	return 1;
}

static void conclude_from(enum gb_row_status status, struct gb_conclusions *found)
{
	const struct gb_record base = gb_record_empty();
	const struct gb_device device = { .uuid = "GPU-1" };
	struct gb_bench one = bench_good();
	struct gb_record record = gb_record_empty();
	FREED_BY(gb_rows_free) struct gb_rows own = { 0 };

	one.conclude = conclude_of_the_first;
	record.gpu_uuid = "GPU-1";
	record.variant = "default";
	record.point = "op=copy,size=2,block=64";
	record.value = 100;
	record.throttle = "sw_power_cap";
	record.status = status;
	assert_ok(gb_rows_keep(&own, &one, &record, &error), error);
	assert_ok(gb_conclude(&own, &one, &device, &base, found, &error), error);
	assert_int_equal(found->count, 1);
	assert_string_equal(found->record[0].throttle, "sw_power_cap");
}

TEST(what_rests_on_a_suspect_row_is_suspect)
{
	static struct gb_conclusions found;

	conclude_from(GB_ROW_OK, &found);
	assert_int_equal(found.record[0].status, GB_ROW_OK);
	assert_int_equal(found.record[0].doubts, 0);
	assert_string_equal(found.reason[0], "");
	conclude_from(GB_ROW_SUSPECT, &found);
	assert_int_equal(found.record[0].status, GB_ROW_SUSPECT);
	assert_int_equal(found.record[0].doubts, GB_DOUBT_BIT(GB_DOUBT_SOURCE));
	assert_string_equal(found.reason[0], "the row it was found in is suspect");
}

/* The ratio of the first two rows, and the least of all. */
static size_t conclude_of_several(const struct gb_device *device, const struct gb_row *row, size_t count,
				  struct gb_finding out[GB_FINDINGS_MAX])
{
	double least = INFINITY;

	for (size_t i = 0; i < count; i++)
		least = fmin(least, row[i].value);
	out[0] = (struct gb_finding){ .metric = "least", .unit = "1", .value = least, .lo = NAN, .hi = NAN };
	out[1] = (struct gb_finding){ .metric = "gain",
				      .unit = "1",
				      .value = count > 1 ? row[1].value / row[0].value : NAN,
				      .lo = NAN,
				      .hi = NAN,
				      .remark = "of the first two",
				      .from = &row[0] };
	return 2;
}

TEST(a_conclusion_that_would_differ_without_suspect_rows_is_suspect)
{
	static struct gb_conclusions found;
	const struct gb_record base = gb_record_empty();
	const struct gb_device device = { .uuid = "GPU-1" };
	struct gb_bench one = bench_good();
	struct gb_record record = gb_record_empty();
	FREED_BY(gb_rows_free) struct gb_rows own = { 0 };

	one.conclude = conclude_of_several;
	record.gpu_uuid = "GPU-1";
	record.variant = "default";
	record.point = "op=copy,size=2,block=64";
	for (int i = 0; i < 3; i++) {
		record.value = 10 * (i + 1);
		record.status = i == 1 ? GB_ROW_SUSPECT : GB_ROW_OK;
		assert_ok(gb_rows_keep(&own, &one, &record, &error), error);
	}
	assert_ok(gb_conclude(&own, &one, &device, &base, &found, &error), error);
	assert_int_equal(found.record[0].status, GB_ROW_OK);
	assert_int_equal(found.record[1].status, GB_ROW_SUSPECT);
	assert_int_equal(found.record[1].doubts, GB_DOUBT_BIT(GB_DOUBT_SOURCE));
	assert_says(found.reason[1], "it rests on suspect rows");
}

int main(void)
{
	return run_all_tests_within(load, unload);
}
