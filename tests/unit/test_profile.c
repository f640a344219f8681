/* What Nsight Compute prints: read, and added up by kernel and shape. */
#include "profile/kernels.h"
#include "profile/ncu.h"
#include "profile/roofs.h"

#include <sys/stat.h>
#include <unistd.h>

#include "support.h"

#define HEAD                                                              \
	"\"ID\",\"Kernel Name\",\"Block Size\",\"Grid Size\",\"Device\"," \
	"\"CC\",\"device__attribute_display_name\","
#define SHAPE "\"(128, 1, 1)\",\"(10, 1, 1)\",\"0\",\"9.0\",\"Fake GPU\","

struct read {
	struct gb_kernels kernels;
	struct gb_ncu_said said;
	struct gb_error error;
	int status;
};

static int take(void *context, const struct gb_ncu_launch *launch, struct gb_error *error)
{
	return gb_kernels_add(context, launch, error);
}

static struct read read_text(const char *text)
{
	struct read r = { .status = GB_FAILED };
	FILE *file = fmemopen((void *)(uintptr_t)text, strlen(text), "r");

	assert_non_null(file);
	r.status = gb_ncu_csv_read(file, "made.csv", take, &r.kernels, &r.said, &r.error);
	gb_kernels_sort(&r.kernels);
	fclose(file);
	return r;
}

static void forget(struct read *r)
{
	gb_kernels_free(&r->kernels);
}

/* The file has four launches of each of three kernels; of overlap_memory 505504 + 505696 + 507232 + 505376 ns. */
static void a_real_one(void **state)
{
	FILE *file = fopen(next_to_program("../../../tests/data/ncu/overlap-h200.csv"), "r");
	struct gb_kernels kernels = { .count = 0 };
	struct gb_ncu_said said;
	struct gb_error error = { "" };

	(void)state;
	if (file == NULL)
		skip();
	assert_ok(gb_ncu_csv_read(file, "x", take, &kernels, &said, &error), error);
	fclose(file);
	gb_kernels_sort(&kernels);
	assert_int_equal(kernels.count, 3);
	assert_int_equal(kernels.launches, 12);
	assert_int_equal(said.wrongs, 0);
	for (size_t i = 0; i < 3; i++) {
		const struct gb_profiled *k = &kernels.kernel[i];
		assert_int_equal(k->launches, 4);
		assert_string_equal(k->gpu, "NVIDIA H200");
		/* 2^30 bytes each way, as the benchmark says; what the counters saw is within 0.2 % of that. */
		assert_near(k->value[GB_DRAM_READ], 4 * 1073741824.0, 0.002);
		assert_near(k->value[GB_DRAM_WRITE], 4 * 1073741824.0, 0.002);
		assert_unknown(k->value[GB_FP32_FMA]);
		if (strcmp(k->name, "overlap_memory") == 0)
			assert_same(k->value[GB_COUNTED_SECONDS], 2023808e-9);
	}
	gb_kernels_free(&kernels);
}

/* ncu scales units unless told not to, and may group digits; a name may have commas and quotes. */
static void units_and_numbers(void **state)
{
	struct read r = read_text(
		"==PROF== Connected\r\n" HEAD "\"gpu__time_duration.sum\",\"dram__bytes_read.sum\","
		"\"dram__bytes_write.sum\"\r\n\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"usecond\",\"Mbyte\",\"byte\"\r\n"
		"\"0\",\"k<1, \"\"a\"\">(int)\"," SHAPE "\"1,500.5\",\"2.25\",\"n/a\"\r\n");

	(void)state;
	assert_ok(r.status, r.error);
	assert_int_equal(r.kernels.count, 1);
	assert_string_equal(r.kernels.kernel[0].name, "k<1, \"a\">(int)");
	assert_same(r.kernels.kernel[0].value[GB_COUNTED_SECONDS], 1500.5e-6);
	assert_same(r.kernels.kernel[0].value[GB_DRAM_READ], 2.25e6);
	assert_unknown(r.kernels.kernel[0].value[GB_DRAM_WRITE]);
	forget(&r);
}

/* A mean is weighed with the time: (1 us x 50 % + 3 us x 90 %) / 4 us = 80 %. Another shape is another kernel. A
 * counter that one launch lacks is not known of all. */
static void launches_are_added(void **state)
{
	struct read r = read_text(
		HEAD "\"gpu__time_duration.sum\",\"sm__inst_issued.avg.pct_of_peak_sustained_active\","
		     "\"dram__bytes_read.sum\"\n"
		     "\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"ns\",\"%\",\"byte\"\n"
		     "\"0\",\"a\"," SHAPE "\"1000\",\"50\",\"7\"\n"
		     "\"1\",\"a\"," SHAPE "\"3000\",\"90\",\"\"\n"
		     "\"2\",\"a\",\"(64, 1, 1)\",\"(10, 1, 1)\",\"0\",\"9.0\",\"Fake GPU\",\"9000\",\"10\",\"5\"\n");

	(void)state;
	assert_ok(r.status, r.error);
	assert_int_equal(r.kernels.count, 2);
	assert_same(r.kernels.seconds, 13e-6);
	assert_string_equal(r.kernels.kernel[0].block, "(64, 1, 1)"); /* the longest first */
	const struct gb_profiled *k = &r.kernels.kernel[1];
	assert_int_equal(k->launches, 2);
	assert_same(k->value[GB_COUNTED_SECONDS], 4e-6);
	assert_same(k->value[GB_ISSUE], 0.8);
	assert_unknown(k->value[GB_DRAM_READ]);
	forget(&r);
}

/* Of names for one thing the first counts; those of one rank are added: 3 packed adds are 6. */
static void names_of_one_counter(void **state)
{
	struct read r = read_text(
		HEAD
		"\"gpu__time_duration.sum\",\"l1tex__lsu_writeback_active.sum\","
		"\"l1tex__lsu_writeback_active_mem_lg.sum\",\"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum\","
		"\"smsp__sass_thread_inst_executed_op_fadd2_pred_on.sum\",\"l1tex__m_xbar2l1tex_read_sectors.sum\"\n"
		"\"0\",\"a\"," SHAPE "\"1000\",\"100\",\"10\",\"4\",\"3\",\"5\"\n");

	(void)state;
	assert_ok(r.status, r.error);
	assert_same(r.kernels.kernel[0].value[GB_L1_READ], 10 * 128);
	assert_same(r.kernels.kernel[0].value[GB_FP32_ADD], 4 + 2 * 3);
	assert_same(r.kernels.kernel[0].value[GB_PORT_READ], 5 * 32);
	forget(&r);
}

/* Every counter has a name that is taken first, and no name stands twice. */
/* Each has a name in ncu, but for those that instructions alone say. */
static void table_of_names(void **state)
{
	(void)state;
	for (size_t c = 0; c < GB_COUNTERS; c++) {
		bool first = c >= GB_DRAM_READ_LEAST && c <= GB_MATRIX_UNREAD;
		for (size_t i = 0; i < gb_ncu_metric_count; i++)
			first |= gb_ncu_metric_table[i].counter == c && gb_ncu_metric_table[i].rank == 0;
		assert_true(first);
	}
	for (size_t i = 0; i < gb_ncu_metric_count; i++)
		assert_int_equal(gb_metric_find(gb_ncu_metric_table[i].name), i);
}

/* What cannot be read is left out, and the first is told. */
static void torn_lines(void **state)
{
	struct read r = read_text(HEAD "\"gpu__time_duration.sum\"\n"
				       "\"0\",\"a\"," SHAPE "\"1000\"\n"
				       "\"1\",\"a\"," SHAPE "\"0\"\n"
				       "\"2\",\"a\"," SHAPE "\"1\",\"2\"\n"
				       "\"3\",\"a\",\"(128, 1");

	(void)state;
	assert_ok(r.status, r.error);
	assert_int_equal(r.kernels.launches, 1);
	assert_int_equal(r.said.wrongs, 3);
	assert_string_equal(r.said.wrong, "made.csv: line 3: a launch without its time");
	forget(&r);
}

static void long_lines(void **state)
{
	const size_t size = 3 << 20;
	char *text = malloc(size + 256);

	(void)state;
	assert_non_null(text);
	int at = snprintf(text, 256, HEAD "\"gpu__time_duration.sum\"\n\"0\",\"");
	memset(text + at, 'x', size);
	snprintf(text + at + size, 256, "%s", "\"," SHAPE "\"1000\"\n");
	struct read r = read_text(text);
	assert_ok(r.status, r.error);
	assert_int_equal(r.kernels.count, 0);
	assert_says(r.said.wrong, "line 2: is longer than any line of Nsight Compute");
	forget(&r);
	free(text);
}

static void expect_error(const char *text, const char *error)
{
	struct read r = read_text(text);

	assert_int_equal(r.status, GB_FAILED);
	assert_says(r.error.text, error);
	forget(&r);
}

static void files_of_another_kind(void **state)
{
	(void)state;
	expect_error("\"ID\",\"Kernel Name\",\"Block Size\",\"Grid Size\",\"Metric Name\",\"Metric "
		     "Unit\",\"Metric Value\"\n",
		     "print it with ncu --csv --page raw");
	expect_error("\"ID\",\"x\"\n", "found no columns 'Kernel Name'");
	expect_error(HEAD "\"dram__bytes_read.sum\"\n", "lacks gpu__time_duration.sum");
	struct read r = read_text("1,2\n\"0\",\"a\"\n");
	assert_ok(r.status, r.error);
	assert_false(r.said.has_header);
	forget(&r);
}

static void what_ncu_says(void **state)
{
	struct read r = read_text(
		"==ERROR== ERR_NVGPUCTRPERM - The user does not have permission\n"
		"==ERROR== The application returned an error code (3).\n==WARNING== No kernels were profiled.\n");

	(void)state;
	assert_true(r.said.no_permission);
	assert_true(r.said.no_kernels);
	assert_int_equal(r.said.application, 3);
	assert_says(r.said.error, "ERR_NVGPUCTRPERM");
	forget(&r);
}

static void expect_name(const char *name, const char *expected)
{
	char text[24];

	gb_profiled_short_name(name, text, sizeof text);
	assert_string_equal(text, expected);
}

static void short_names(void **state)
{
	(void)state;
	expect_name("saxpy", "saxpy");
	expect_name("void saxpy<float, 4>(int, T1 *)", "saxpy<float, 4>");
	expect_name("void (anonymous namespace)::f<(bool)1>(int)", "(anonymous namespace...");
	expect_name("void f<(bool)1>(void (*)(int))", "f<(bool)1>");
	expect_name("a_name_that_is_longer_than_there_is_room", "a_name_that_is_longe...");
	expect_name("", "");
}

/* Results in a folder and the folders in it, by name; other files are passed over. */
static void folders_of_results(void **state)
{
	char folder[] = "/tmp/results-XXXXXX", path[64];
	static const char *const names[] = { "b.csv", "a/c.csv", "a/d.db", "a/e.txt", ".hidden.csv" };
	struct gb_results results = { .count = 0 };
	struct gb_error error = { "" };

	(void)state;
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/a", folder);
	assert_int_equal(mkdir(path, 0700), 0);
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		snprintf(path, sizeof path, "%s/%s", folder, names[i]);
		FILE *file = fopen(path, "w");
		assert_non_null(file);
		fclose(file);
	}
	assert_ok(gb_results_add(&results, folder, &error), error);
	assert_int_equal(results.count, 3);
	assert_says(results.file[0], "/a/c.csv");
	assert_says(results.file[2], "/b.csv");
	gb_results_free(&results);
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		snprintf(path, sizeof path, "%s/%s", folder, names[i]);
		unlink(path);
	}
	snprintf(path, sizeof path, "%s/a", folder);
	rmdir(path);
	rmdir(folder);
	assert_int_equal(gb_results_add(&results, folder, &error), GB_FAILED);
	assert_says(error.text, "cannot be read: No such file");
}

/* What the driver says of itself. */
static bool is_for_others(const char *parameters, uid_t user)
{
	char path[] = "/tmp/gpubench-test-XXXXXX";
	const int fd = mkstemp(path);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, parameters, strlen(parameters)), strlen(parameters));
	close(fd);
	const bool is = gb_ncu_is_for_others(path, user);
	unlink(path);
	return is;
}

static void rights(void **state)
{
	(void)state;
	assert_true(is_for_others("ResmanDebugLevel: 4294967295\nRmProfilingAdminOnly: 1\n", 1000));
	assert_false(is_for_others("RmProfilingAdminOnly: 1\n", 0));
	assert_false(is_for_others("RmProfilingAdminOnly: 0\n", 1000));
	assert_false(is_for_others("RmLogonRC: 1\n", 1000));
	assert_false(gb_ncu_is_for_others("/nowhere/params", 1000));
}

int main(void)
{
	RUN(T(a_real_one), T(units_and_numbers), T(launches_are_added), T(names_of_one_counter), T(table_of_names),
	    T(torn_lines), T(long_lines), T(files_of_another_kind), T(what_ncu_says), T(short_names),
	    T(folders_of_results), T(rights));
}
