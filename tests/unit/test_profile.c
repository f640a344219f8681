/* The output of Nsight Compute, parsed and added up by kernel and shape. */
#include "profile/kernel_names.h"
#include "profile/kernel_sums.h"
#include "profile/ncu.h"
#include "profile/matching_roofs.h"

#include <sys/stat.h>

#include "support.h"

#define HEAD                                                              \
	"\"ID\",\"Kernel Name\",\"Block Size\",\"Grid Size\",\"Device\"," \
	"\"CC\",\"device__attribute_display_name\","
#define UNITS "\"\",\"\",\"\",\"\",\"\",\"\",\"\","
#define SHAPE "\"(128, 1, 1)\",\"(10, 1, 1)\",\"0\",\"9.0\",\"Fake GPU\","

struct read {
	struct gb_kernels kernels;
	struct gb_ncu_said said;
	struct gb_error error;
	int status;
};

static int on_launch(void *context, const struct gb_ncu_launch *launch, struct gb_error *why)
{
	gb_kernels_add(context, launch);
	return GB_OK;
}

static struct read read_text(const char *text)
{
	struct read r = { .status = GB_FAILED };
	FILE *file = fmemopen((void *)(uintptr_t)text, strlen(text), "r");

	assert_non_null(file);
	r.status = gb_ncu_csv_read(file, "made.csv", on_launch, &r.kernels, &r.said, &r.error);
	gb_kernels_sort(&r.kernels);
	fclose(file);
	return r;
}

static void forget(struct read *r)
{
	gb_kernels_free(&r->kernels);
}

/* By default, ncu scales units, and it may group digits; a name may have commas and quotes. */
TEST(units_and_numbers)
{
	struct read r = read_text(
		"==PROF== Connected\r\n" HEAD "\"gpu__time_duration.sum\",\"dram__bytes_read.sum\","
		"\"dram__bytes_write.sum\"\r\n\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"usecond\",\"Mbyte\",\"byte\"\r\n"
		"\"0\",\"k<1, \"\"a\"\">(int)\"," SHAPE "\"1,500.5\",\"2.25\",\"n/a\"\r\n");

	assert_ok(r.status, r.error);
	assert_int_equal(r.kernels.count, 1);
	assert_string_equal(r.kernels.kernel[0].name, "k<1, \"a\">(int)");
	assert_same(r.kernels.kernel[0].value[GB_COUNTED_SECONDS], 1500.5e-6);
	assert_same(r.kernels.kernel[0].value[GB_DRAM_READ], 2.25e6);
	assert_unknown(r.kernels.kernel[0].value[GB_DRAM_WRITE]);
	forget(&r);
}

/* A mean is weighted by time: (1 µs x 50 % + 3 µs x 90 %) / 4 µs = 80 %. Another shape is another kernel. A counter
 * that one launch lacks is unknown for all. */
TEST(launches_are_added)
{
	struct read r = read_text(
		HEAD "\"gpu__time_duration.sum\",\"sm__inst_issued.avg.pct_of_peak_sustained_active\","
		     "\"dram__bytes_read.sum\"\n"
		     "\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"ns\",\"%\",\"byte\"\n"
		     "\"0\",\"a\"," SHAPE "\"1000\",\"50\",\"7\"\n"
		     "\"1\",\"a\"," SHAPE "\"3000\",\"90\",\"\"\n"
		     "\"2\",\"a\",\"(64, 1, 1)\",\"(10, 1, 1)\",\"0\",\"9.0\",\"Fake GPU\",\"9000\",\"10\",\"5\"\n");

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

/* The first of several names counts; names of one rank are added: 3 packed adds are 6. */
TEST(names_of_one_counter)
{
	struct read r = read_text(
		HEAD
		"\"gpu__time_duration.sum\",\"l1tex__lsu_writeback_active.sum\","
		"\"l1tex__lsu_writeback_active_mem_lg.sum\",\"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum\","
		"\"smsp__sass_thread_inst_executed_op_fadd2_pred_on.sum\","
		"\"l1tex__m_xbar2l1tex_read_sectors.sum\"\n" UNITS "\"ns\",\"\",\"\",\"inst\",\"inst\",\"sector\"\n"
		"\"0\",\"a\"," SHAPE "\"1000\",\"100\",\"10\",\"4\",\"3\",\"5\"\n");

	assert_ok(r.status, r.error);
	assert_same(r.kernels.kernel[0].value[GB_L1_READ], 10 * 128);
	assert_same(r.kernels.kernel[0].value[GB_FP32_ADD], 4 + 2 * 3);
	assert_same(r.kernels.kernel[0].value[GB_PORT_READ], 5 * 32);
	forget(&r);
}

/* Every counter has a preferred name, and no name occurs twice. */
/* Each has a name in ncu, except for those that only instructions provide. */
TEST(table_of_names)
{
	for (size_t c = 0; c < GB_COUNTERS; c++) {
		const bool is_read = c == GB_DRAM_BOTH || (c >= GB_BUSY_FIRST && c < GB_LIMIT_FIRST);
		bool first = c >= GB_DRAM_READ_LEAST && c <= GB_MATRIX_UNREAD;
		for (size_t i = 0; i < gb_ncu_metric_count; i++)
			first |= gb_ncu_metric_table[i].counter == c &&
				 gb_ncu_metric_table[i].rank == (is_read ? GB_RANK_READ : 0);
		assert_true(first);
	}
	for (size_t i = 0; i < gb_ncu_metric_count; i++)
		assert_int_equal(gb_metric_find(gb_ncu_metric_table[i].name), i);
}

TEST(torn_lines)
{
	struct read r = read_text(HEAD "\"gpu__time_duration.sum\"\n" UNITS "\"ns\"\n"
				       "\"0\",\"a\"," SHAPE "\"1000\"\n"
				       "\"1\",\"a\"," SHAPE "\"0\"\n"
				       "\"2\",\"a\"," SHAPE "\"1\",\"2\"\n"
				       "\"3\",\"a\",\"(128, 1");

	assert_ok(r.status, r.error);
	assert_int_equal(r.kernels.launches, 1);
	assert_int_equal(r.said.wrongs, 3);
	assert_string_equal(r.said.wrong, "made.csv: line 4: a launch without its time (gpu__time_duration.sum)");
	forget(&r);
}

TEST(long_lines)
{
	const size_t size = 3 << 20;
	FREED_BY(free_text) char *text = malloc(size + 256);

	assert_non_null(text);
	int at = snprintf(text, 256, HEAD "\"gpu__time_duration.sum\"\n\"0\",\"");
	memset(text + at, 'x', size);
	snprintf(text + at + size, 256, "%s", "\"," SHAPE "\"1000\"\n");
	struct read r = read_text(text);
	assert_ok(r.status, r.error);
	assert_int_equal(r.kernels.count, 0);
	assert_says(r.said.wrong, "line 2: is longer than any line of Nsight Compute");
	forget(&r);
}

static void expect_error(const char *text, const char *wrong)
{
	struct read r = read_text(text);

	assert_int_equal(r.status, GB_FAILED);
	assert_says(r.error.text, wrong);
	forget(&r);
}

TEST(files_of_another_kind)
{
	expect_error("\"ID\",\"x\"\n", "line 1: found no column 'Kernel Name'");
	expect_error("\"ID\",\"Kernel Name\",\"Metric Name\"\n",
		     "found a column 'Metric Name', and none 'Metric Value'");
	expect_error("\"ID\";\"Kernel Name\"\n", "found fields with ';' between them, expected commas");
	expect_error(HEAD "\"gpu__time_duration.sum\"\n" UNITS "\"tick\"\n",
		     "line 2: 'gpu__time_duration.sum': found the unit 'tick', expected ns, us, ms or s");
	expect_error(HEAD "\"gpu__time_duration.sum\"\n\"0\",\"a\"," SHAPE "\"1000\"\n",
		     "line 2: a launch before the line of units");
	expect_error(HEAD "\"dram__bytes_read.sum\"\n", "lacks gpu__time_duration.sum");
	struct read r = read_text("1,2\n\"0\",\"a\"\n");
	assert_ok(r.status, r.error);
	assert_false(r.said.has_header);
	forget(&r);
}

/* Names in a table of this width must be the expected ones, and all different. */
static void expect_names(size_t most, size_t count, const char *const *full, const char *const *expected)
{
	FREED_BY(gb_kernel_names_free) struct gb_kernel_names names;

	gb_kernel_names_make(&names, full, count, most);
	for (size_t i = 0; i < count; i++) {
		const char *text = gb_kernel_names_get(&names, i, "");
		assert_true(strlen(text) <= most);
		if (expected != NULL)
			assert_string_equal(text, expected[i]);
		for (size_t n = 0; n < i; n++)
			assert_int_equal(strcmp(text, gb_kernel_names_get(&names, n, "")) == 0,
					 strcmp(full[i], full[n]) == 0);
	}
}

static void expect_name(const char *name, const char *expected)
{
	expect_names(24, 1, &name, &expected);
}

TEST(short_names)
{
	expect_name("saxpy", "saxpy");
	expect_name("void saxpy<float, 4>(int, T1 *)", "saxpy<float, 4>");
	expect_name("void (anonymous namespace)::f<(bool)1>(int)", "f<1>");
	expect_name("void f<(bool)1>(void (*)(int))", "f<(bool)1>");
	expect_name("void at::native::gelu_kernel<(int)4, at::Half>(int)", "gelu_kernel<4, Half>");
	expect_name("a_name_that_is_longer_than_there_is_room", "a_name_that_is_lon..room");
	expect_name("", "");
}

/* Kernels of PyTorch and cuBLAS: the common part of a function's names is left out. */
TEST(names_that_differ)
{
#define APPLY   "void at::native::(anonymous namespace)::multi_tensor_apply_kernel<at::native::(anonymous namespace)::"
#define SCALAR  "TensorListMetadata<1>, at::native::BinaryOpScalarFunctor<float, 1, 1, 0>, "
#define ELEMENT "void at::native::vectorized_elementwise_kernel<4, at::native::"
#define ARRAY   ", std::array<char*, 2ul> >(int, T2, T3)"
#define GEMM    "sm90_xmma_gemm_f32f32_tf32f32_f32_nn_n_tilesize"
	static const char *const full[] = {
		APPLY SCALAR "std::plus<float>, float>(T1)",
		APPLY SCALAR "std::multiplies<float>, float>(T1)",
		APPLY
		"FusedOptimizerTensorListMetadata<4>, at::native::FusedAdamMathFunctor<float, 4, 1, 0>, float>(T1)",
		ELEMENT "FillFunctor<float>" ARRAY,
		ELEMENT "FillFunctor<c10::Half>" ARRAY,
		ELEMENT "CUDAFunctor_add<float>" ARRAY,
		GEMM "128x128x32_warpgroupsize1x1x1_execute_segment_k_off_kernel__5x_cublas",
		GEMM "128x256x32_warpgroupsize2x1x1_execute_segment_k_off_kernel__5x_cublas",
		"chains",
		"chains",
	};
	static const char *const shown[] = {
		"multi_tensor_apply_kernel..plus..",
		"multi_tensor_apply_kernel..multiplies..",
		"multi_tensor_apply_kernel<FusedOptim..nctor..4..",
		"vectorized_elementwise_kernel..FillF..or<float..",
		"vectorized_elementwise_kernel..Half..",
		"vectorized_elementwise_kernel..CUDAFunctor_add..",
		"sm90_xmma_gemm_f32f32_..tilesize128x..ize1x1x1..",
		"sm90_xmma_gemm_f32f32_..tilesize128x..ize2x1x1..",
		"chains",
		"chains",
	};
	enum { COUNT = sizeof full / sizeof full[0] };

	for (size_t most = 16; most < 300; most++)
		expect_names(most, COUNT, full, NULL);
	expect_names(48, COUNT, full, shown);
}

TEST(names_without_room)
{
	char text[40][64];
	const char *full[40];

	for (size_t i = 0; i < 40; i++) {
		snprintf(text[i], sizeof text[i], "the_same_beginning_%zu_and_the_same_end_of_all", 10 + i);
		full[i] = text[i];
	}
	expect_names(16, 40, full, NULL);
}

/* Results in a folder and its subfolders, by name; other files are skipped. */
TEST(folders_of_results)
{
	char folder[] = "/tmp/results-XXXXXX", path[64];
	static const char *const names[] = { "b.csv", "a/c.csv", "a/d.db", "a/e.txt", ".hidden.csv" };
	struct gb_results results = { .count = 0 };

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
	assert_fails(gb_results_add(&results, folder, &error), "cannot be read: No such file");
}

/* With these driver parameters. */
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

TEST(rights)
{
	assert_true(is_for_others("ResmanDebugLevel: 4294967295\nRmProfilingAdminOnly: 1\n", 1000));
	assert_false(is_for_others("RmProfilingAdminOnly: 1\n", 0));
	assert_false(is_for_others("RmProfilingAdminOnly: 0\n", 1000));
	assert_false(is_for_others("RmLogonRC: 1\n", 1000));
	assert_false(gb_ncu_is_for_others("/nowhere/params", 1000));
}
