/* Which rows become points of which line, and the lines' data for scripts. */
#include "plot/curve.h"

#include "plot_made.h"
#include "roofs_made.h"

static struct gb_plot_kinds kinds;

static const struct gb_plot_kind *drawn(const char *name)
{
	const struct gb_plot_kind *kind = gb_plot_kinds_find(&kinds, name);

	assert_non_null(kind);
	return kind;
}

static int load_kinds(void)
{
	gb_plot_kinds_load(&kinds, next_to_program("../../plugins"));
	return GB_OK;
}

static int free_kinds(void)
{
	forget_plot();
	gb_plot_kinds_free(&kinds);
	return 0;
}

static void row_of_pair(struct gb_curve *curve, const char *uuid, const char *peer, const char *benchmark,
			const char *point, const char *metric, double value)
{
	struct gb_record record = made(uuid, NULL, "B/s", value);

	record.peer_uuid = peer;
	record.benchmark = benchmark;
	record.point = point;
	record.metric = metric;
	record.limit = NAN;
	record.time_utc = "2026-11-24T02:02:44.104Z";
	gb_curve_add(curve, &record);
}

static void row(struct gb_curve *curve, const char *uuid, const char *benchmark, const char *point, const char *metric,
		double value)
{
	row_of_pair(curve, uuid, "", benchmark, point, metric, value);
}

static void expect(struct gb_curve *curve, size_t lines, const char *expected)
{
	struct gb_plot plot = begin_plot();

	assert_int_equal(gb_curve_write(curve, &plot), lines);
	end_plot(&plot);
	assert_string_equal(made_plot.data, expected);
	gb_curve_free(curve);
}

TEST(lines_of_a_benchmark)
{
	struct gb_curve curve = { .kind = drawn("offset") };

	row(&curve, "GPU-1", "offset", "op=copy,offset=1,bytes=16", "bandwidth", 300);
	row(&curve, "GPU-1", "offset", "op=copy,offset=0,bytes=16", "bandwidth", 400);
	row(&curve, "GPU-1", "offset", "op=copy,offset=0,bytes=16", "sectors_per_request", 16);
	row(&curve, "GPU-1", "offset", "op=sum,offset=0,bytes=16", "bandwidth", 1);
	row(&curve, "GPU-1", "offset", "op=copy,offset=0,bytes=4,form=naive", "bandwidth", 2);
	row(&curve, "GPU-1", "offset", "op=copy,offset=0,bytes=4,form=wide", "bandwidth", 200);
	row(&curve, "GPU-1", "stride", "op=copy,offset=0,bytes=4", "bandwidth", 3);
	row(&curve, "GPU-1", "offset", "op=copy,offset=2", "bandwidth", 4); /* which line? */
	expect(&curve, 4,
	       "# copy: 4 B, GPU 1\n0 200 198 202 NaN\n\n\n"
	       "# copy: 16 B, GPU 1\n0 400 396 404 NaN\n1 300 297 303 NaN\n\n\n"
	       "# copy_naive: 4 B, GPU 1\n0 2 1.98 2.02 NaN\n\n\n"
	       "# sum: 16 B, GPU 1\n0 1 0.99 1.01 NaN\n");
	expect_setting("copy_lines = 2; copy_first = 0; array copy_name[2];");
	expect_setting("copy_name[2] = \"16 B\"; copy_series[2] = 2; copy_gpu[2] = 1;");
	expect_setting("copy_naive_lines = 1; copy_naive_first = 2;");
	expect_setting("sum_lines = 1; sum_first = 3;");
	expect_setting("sum_naive_lines = 0; sum_naive_first = 4; array sum_naive_name[1];");
	expect_setting("lines = 4;");
	expect_setting("copy_x = \"offset\"; copy_x_unit = \"\"; copy_y = \"bandwidth\"; copy_y_unit = \"B/s\";");
	expect_setting("panels = \"copy copy_naive sum\";");
	expect_setting("gpus = 1;");
	expect_setting(
		"gpu_name[1] = \"Fake GPU\"; finding[1] = \"\"; title = \"Fake GPU, 2026-11-24, SM clock 1.50 GHz\";");
}

/* x is a metric of the same point, before or after. */
TEST(a_metric_as_x)
{
	struct gb_curve curve = { .kind = drawn("cache") };

	row(&curve, "GPU-1", "cache", "walk=l1,set=1024", "bandwidth", 100);
	row(&curve, "GPU-1", "cache", "walk=l1,set=1024", "working_set", 4096);
	row(&curve, "GPU-1", "cache", "walk=l1,set=512", "working_set", 2048);
	row(&curve, "GPU-1", "cache", "walk=l1,set=512", "bandwidth", 200);
	row(&curve, "GPU-1", "cache", "walk=l1,set=256", "bandwidth", 300);  /* nobody knows over what */
	row(&curve, "GPU-1", "cache", "walk=l20,set=256", "bandwidth", 300); /* begins like a requested one */
	expect(&curve, 1, "# read: l1, GPU 1\n2048 200 198 202 NaN\n4096 100 99 101 NaN\n");
}

TEST(several_gpus_and_runs)
{
	struct gb_curve curve = { .kind = drawn("offset") };

	row(&curve, "GPU-12345678-9", "offset", "op=copy,offset=0,bytes=8", "bandwidth", 100);
	row(&curve, "GPU-abcdefgh-i", "offset", "op=copy,offset=0,bytes=16", "bandwidth", 200);
	row(&curve, "GPU-abcdefgh-i", "offset", "op=copy,offset=0,bytes=8", "bandwidth", 250);
	row(&curve, "GPU-12345678-9", "offset", "op=copy,offset=0,bytes=8", "bandwidth", 300); /* a later run */
	expect(&curve, 3,
	       "# copy: 8 B, GPU 1\n0 300 297 303 NaN\n\n\n"
	       "# copy: 8 B, GPU 2\n0 250 247.5 252.5 NaN\n\n\n"
	       "# copy: 16 B, GPU 2\n0 200 198 202 NaN\n");
	expect_setting("copy_series[1] = 1; copy_gpu[1] = 1;");
	expect_setting("copy_series[2] = 1; copy_gpu[2] = 2;");
	expect_setting("copy_series[3] = 2; copy_gpu[3] = 2;");
	expect_setting("gpu_name[2] = \"Fake GPU, GPU-abcdefgh\"; finding[2] = \"\"; title = \"\";");
	assert_false(curve.more);
}

/* Each GPU has its own sentence; offset.plot has one about copies of 4 bytes. */
TEST(what_is_found_of_each_gpu)
{
	static const char *const uuid[] = { "GPU-1", "GPU-2" };
	struct gb_curve curve = { .kind = drawn("offset") };

	for (size_t i = 0; i < 2; i++) {
		row(&curve, uuid[i], "offset", "op=copy,offset=0,bytes=4,form=wide", "bandwidth", 100);
		row(&curve, uuid[i], "offset", "op=copy,offset=1,bytes=4,form=wide", "bandwidth", i == 0 ? 50 : 75);
		row(&curve, uuid[i], "offset", "op=copy,offset=0,bytes=4,form=naive", "bandwidth", 20);
	}
	struct gb_plot plot = begin_plot();
	gb_curve_write(&curve, &plot);
	end_plot(&plot);
	gb_curve_free(&curve);
	expect_setting("finding[1] = \"Misaligned by one element, 4 B copies reach 50 % of the aligned rate; "
		       "with one element per thread 20 %\";");
	expect_setting("finding[2] = \"Misaligned by one element, 4 B copies reach 75 % of");
}

/* Six GPUs have room: those of one direction of three pairs. */
TEST(pairs_in_one_direction)
{
	static const char *const pair[][2] = { { "GPU-1", "GPU-2" }, { "GPU-2", "GPU-1" }, { "GPU-1", "GPU-3" },
					       { "GPU-4", "GPU-3" }, { "GPU-3", "GPU-4" }, { "GPU-5", "GPU-4" } };
	struct gb_curve curve = { .kind = drawn("offset") };

	for (size_t i = 0; i < 6; i++)
		row_of_pair(&curve, pair[i][0], pair[i][1], "offset", "op=sum,offset=0,bytes=8", "bandwidth",
			    (double)(100 * i + 100));
	expect(&curve, 2, "# sum: 8 B, GPU 1\n0 100 99 101 NaN\n\n\n# sum: 8 B, GPU 2\n0 400 396 404 NaN\n");
}

TEST(more_gpus_than_there_is_room_for)
{
	FREED_BY(gb_curve_free) struct gb_curve curve = { .kind = drawn("offset") };
	char uuid[] = "GPU-0";

	for (int i = 0; i < GB_CURVE_GPUS; i++, uuid[4]++)
		row(&curve, uuid, "offset", "op=sum,offset=0,bytes=8", "bandwidth", 1);
	assert_false(curve.more);
	row(&curve, uuid, "offset", "op=sum,offset=0,bytes=8", "bandwidth", 1);
	assert_true(curve.more);
	struct gb_plot plot = begin_plot();
	assert_int_equal(gb_curve_write(&curve, &plot), GB_CURVE_GPUS);
	end_plot(&plot);
}

TEST(the_end_of_a_name)
{
	struct gb_curve curve = { .kind = drawn("spill") };
	struct gb_record record = made("GPU-1", NULL, "1", 2.5);

	record.benchmark = "spill";
	record.metric = "slowdown";
	record.point = "build=r64-ca,array=registers,resident=equal,l1=small";
	record.axis = "local_bytes";
	record.x = 56;
	record.limit = record.lo = record.hi = NAN;
	gb_curve_add(&curve, &record);
	expect(&curve, 1, "# equal: small, ca, GPU 1\n56 2.5 NaN NaN NaN\n");
}

/* Words are numbered in order of appearance in each panel; an axis after > may be missing; the variant is an axis. */
TEST(words_as_x)
{
	struct gb_curve curve = { .kind = drawn("tensor") };

	row(&curve, "GPU-1", "tensor", "type=tf32,data=normal,sparsity=dense", "ops_per_clock", 1);
	row(&curve, "GPU-1", "tensor", "type=fp16,acc=fp32,data=normal,sparsity=dense", "ops_per_clock", 2);
	row(&curve, "GPU-1", "tensor", "type=fp16,acc=fp32,data=normal,sparsity=sparse", "ops_per_clock", 4);
	row(&curve, "GPU-1", "tensor", "type=fp16,acc=fp32,data=zeros,sparsity=dense", "ops_per_clock", 9);
	row(&curve, "GPU-1", "tensor", "type=tf32,data=normal,sparsity=dense,form=rs", "ops_per_clock", 3);
	expect(&curve, 2,
	       "# dense: default, GPU 1\n1 3 2.97 3.03 NaN \"tf32\"\n2 2 1.98 2.02 NaN \"fp16>fp32\"\n\n\n"
	       "# sparse: default, GPU 1\n1 4 3.96 4.04 NaN \"fp16>fp32\"\n");
	expect_setting(
		"dense_words = 2; array dense_word[2]; dense_word[1] = \"tf32\"; dense_word[2] = \"fp16>fp32\";");
	expect_setting("sparse_words = 1; array sparse_word[1]; sparse_word[1] = \"fp16>fp32\";");
}

/* A text must not end its column or line, nor begin an escape or a format. */
TEST(texts_are_data)
{
	struct gb_plot plot = begin_plot();

	gb_plot_set_text(&plot, "title", "a \"b\" `date` \\ $x\n%d\x1b\xff\xc3\xa9\xef\xbf\xbf]]>.");
	gb_plot_set_tick(&plot, "word[1]", "100 %");
	end_plot(&plot);
	assert_string_equal(made_plot.settings, "title = texts[1]; word[1] = texts[2]; ");
	assert_string_equal(made_plot.texts, "\"a 'b' `date` ' $x %d ?\xc3\xa9??.\"\n\"100 %%\"\n");
}

int main(void)
{
	return run_all_tests_within(load_kinds, free_kinds);
}
