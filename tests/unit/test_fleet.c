/* Statistics over GPUs, against figures computed by hand. */
#include "analysis/fleet.h"

#include "judge/judge_outliers.h"
#include "judge/judge.h"
#include "roofs_kept.h"

static const double five[] = { 100, 101, 99, 102, 80 };

/* Five GPUs in one roof: median 100; distances 0, 1, 1, 2, 20, so a MAD of 1. */
static void make_five(const char *roof, const char *unit)
{
	char uuid[16];

	for (int i = 0; i < 5; i++) {
		snprintf(uuid, sizeof uuid, "GPU-%d", i);
		add(&roofs, made(uuid, roof, unit, five[i]));
	}
	gb_roofs_sort(&roofs);
}

static struct gb_fleet fleet_of(void)
{
	struct gb_fleet fleet;

	gb_fleet_of(&fleet, &roofs);
	gb_outliers_judge(&fleet, NULL, NULL, 0.025);
	return fleet;
}

ROOFS_TEST(median_and_mad)
{
	make_five("fp32", "FLOP/s");
	FREED_BY(gb_fleet_free) struct gb_fleet fleet = fleet_of();
	assert_int_equal(fleet.models, 1);
	const struct gb_group *group = gb_fleet_group(&fleet.model[0], "fp32");
	assert_int_equal(group->gpus, 5);
	assert_same(group->median, 100);
	assert_same(group->mad, 1);
	assert_same(group->worst, -0.20);
	assert_same(group->best, 0.02);
	assert_same(gb_group_z(group, 80), -20 / 1.4826);
	assert_same(gb_group_z(group, 102), 2 / 1.4826);
	assert_int_equal(group->slow, 1);
	assert_int_equal(group->fast, 0);
}

/* The longest time is the worst: 100 / 102 - 1 and 100 / 80 - 1. */
ROOFS_TEST(lower_is_better)
{
	make_five("dram.latency", "s");
	FREED_BY(gb_fleet_free) struct gb_fleet fleet = fleet_of();
	const struct gb_group *group = gb_fleet_group(&fleet.model[0], "dram.latency");
	assert_same(group->worst, 100.0 / 102 - 1);
	assert_same(group->best, 0.25);
	assert_same(gb_group_z(group, 80), 20 / 1.4826);
	assert_int_equal(group->slow, 0);
	assert_int_equal(group->fast, 1);
}

/* Seven GPUs: the others of the last lie 0.5, 0.5, 1.5, 2.5, 2.5, 3.5 from their median, 100.5. The nearer of
 * its two middle values is the reference. One of seven may be called slow by chance. */
ROOFS_TEST(the_floor_is_of_the_other_cards)
{
	static const double value[] = { 98, 99, 100, 101, 103, 104, 90 };
	static const char *const only[] = { "some.roof" }; /* a roof whose scatter between cards is unknown */
	const struct gb_judge_set asked = { .only = only, .onlys = 1 };
	const double sd = 1.4826 * 2 / 100;
	char uuid[16];

	for (int i = 0; i < 7; i++) {
		snprintf(uuid, sizeof uuid, "GPU-%d", i);
		add(&roofs, made(uuid, "some.roof", "FLOP/s", value[i]));
	}
	gb_roofs_sort(&roofs);
	FREED_BY(gb_fleet_free) struct gb_fleet fleet = fleet_of();
	FREED_BY(gb_judge_free) struct gb_judge judge; /* freed before the fleet */
	gb_judge_of(&judge, &fleet, NULL, &asked, 0);
	const struct gb_ruling ruling = gb_judge_rule(&judge, &fleet.model[0], 6, 0);
	assert_same(ruling.reference, 100);
	assert_int_equal(ruling.cards, 6);
	assert_near(ruling.floor, gb_student(5, 0.4 * 0.01 / 7) * sd * sqrt(1 + 1.0 / 6), 1e-9);
}

/* Two kinds of one model that differ by 2 %, as H200s do: only a GPU that is 5 % below the rest is an outlier. */
ROOFS_TEST(kinds_of_one_model)
{
	struct gb_outlier *list;
	size_t count;
	char uuid[16];

	for (int i = 0; i < 40; i++) {
		snprintf(uuid, sizeof uuid, "GPU-%02d", i);
		const double kind = i % 3 == 0 ? 0.962 : 0.982, noise = 1 + 0.0005 * ((i * 7) % 11 - 5);
		add(&roofs, made(uuid, "dram.read", "B/s", 4.814e12 * kind * noise * (i == 17 ? 0.95 : 1)));
	}
	gb_roofs_sort(&roofs);
	FREED_BY(gb_fleet_free) struct gb_fleet fleet = fleet_of();
	list = gb_outliers_find(&fleet, &count);
	assert_int_equal(count, 1);
	assert_string_equal(list[0].model->gpu[list[0].gpu].key, "GPU-17");
	assert_int_equal(list[0].standing, GB_SLOW);
	free(list);
}

/* Two boards of one model that differ by 2 % in reads, with 500 GPUs each, one of which is 3 % slow in reads only. */
static void add_two_boards(const char *first, const char *second)
{
	char uuid[16], host[16];

	for (int i = 0; i < 1000; i++) {
		snprintf(uuid, sizeof uuid, "GPU-%04d", i);
		snprintf(host, sizeof host, "node%04d", i);
		const double kind = i % 2 == 0 ? 0.9827 : 0.9628, noise = 1 + 0.0001 * ((i * 7) % 11 - 5);
		struct gb_record read = made(uuid, "dram.read", "B/s", 4.814e12 * kind * noise * (i == 500 ? 0.97 : 1));
		struct gb_record copy = made(uuid, "dram.copy", "B/s", 4.3e12 * noise);
		read.host = copy.host = host;
		read.board = copy.board = i % 2 == 0 ? first : second;
		read.lo = 0.9999 * read.value;
		read.hi = 1.0001 * read.value;
		add(&roofs, read);
		add(&roofs, copy);
	}
	gb_roofs_sort(&roofs);
}

ROOFS_TEST(peers_are_of_one_board)
{
	FREED_BY(gb_fleet_free) struct gb_fleet fleet;
	char title[GB_FLEET_TITLE];
	size_t count;

	add_two_boards("692-2G520-0282-000", "692-2G520-0282-001");
	gb_fleet_of(&fleet, &roofs);
	gb_outliers_judge(&fleet, NULL, NULL, 0);
	assert_int_equal(fleet.models, 2);
	assert_int_equal(fleet.model[0].gpus, 500);
	assert_string_equal(gb_fleet_title(&fleet.model[1], title), "Fake GPU, board 692-2G520-0282-001");
	struct gb_outlier *list = gb_outliers_find(&fleet, &count);
	assert_int_equal(count, 1);
	assert_string_equal(list[0].model->gpu[list[0].gpu].key, "GPU-0500");
	assert_true(list[0].off < -0.029 && list[0].off > -0.031);
	assert_string_equal(list[0].model->group[list[0].group].roof, "dram.read");
	free(list);
}

ROOFS_TEST(boards_that_are_not_told_are_one_group)
{
	FREED_BY(gb_fleet_free) struct gb_fleet fleet;
	size_t count;

	add_two_boards("", "");
	gb_fleet_of(&fleet, &roofs);
	gb_outliers_judge(&fleet, NULL, NULL, 0);
	assert_int_equal(fleet.models, 1);
	assert_int_equal(fleet.model[0].peers, 1000);
	assert_null(gb_outliers_find(&fleet, &count));
	assert_int_equal(count, 0);
}

/* GPUs that do not report a board are compared with all others, but are nobody's peers: five of 100, five of 90, and
 * one of 95 without a board. */
ROOFS_TEST(a_board_that_is_not_told_has_all_peers)
{
	char uuid[16], title[GB_FLEET_TITLE];

	for (int i = 0; i < 11; i++) {
		snprintf(uuid, sizeof uuid, "GPU-%02d", i);
		struct gb_record record = made(uuid, "fp32", "FLOP/s", i == 0 ? 95 : i % 2 == 0 ? 100 : 90);
		record.board = i == 0 ? "" : i % 2 == 0 ? "A" : "B";
		add(&roofs, record);
	}
	gb_roofs_sort(&roofs);
	FREED_BY(gb_fleet_free) struct gb_fleet fleet = fleet_of();
	assert_int_equal(fleet.models, 3);
	assert_string_equal(gb_fleet_title(&fleet.model[0], title), "Fake GPU, board unknown");
	assert_int_equal(fleet.model[0].gpus, 1);
	assert_int_equal(fleet.model[0].peers, 11);
	assert_same(fleet.model[0].group[0].median, 95);
	assert_int_equal(fleet.model[1].peers, 5);
	assert_same(fleet.model[1].group[0].median, 100);
	assert_same(fleet.model[2].group[0].median, 90);
}

ROOFS_TEST(a_later_file_tells_the_board)
{
	struct gb_record record = made("GPU-1", "fp32", "FLOP/s", 100);

	add(&roofs, record);
	record.board = "A";
	record.run_id = "run2";
	add(&roofs, record);
	assert_int_equal(roofs.count, 1);
	assert_string_equal(roofs.gpu[0].board, "A");
}

/* Five standard deviations of runs, at least 0.6 %; unknown ones stay unchanged. */
ROOFS_TEST(each_roof_has_its_threshold)
{
	assert_same(gb_scatter_min_off("NVIDIA H200", "dram.read"), 0.006);
	assert_true(gb_scatter_min_off("NVIDIA H200", "gemm.bf16") > 0.05);
	assert_same(gb_scatter_min_off("NVIDIA H200", "fp64.burst"), gb_scatter_min_off("NVIDIA H200", "fp64"));
	assert_true(gb_scatter_min_off("NVIDIA H200", "tensor.bf16.zeros") >
		    gb_scatter_min_off("NVIDIA H200", "tensor.bf16"));
	/* An H100 changes its clock, and so may an unmeasured model. Scatter that was not measured on a model is
	 * taken from others. */
	assert_true(gb_scatter_min_off("NVIDIA H100 80GB HBM3", "fp32") > 0.015);
	assert_same(gb_scatter_min_off("Model A", "fp32"), gb_scatter_min_off("NVIDIA H100 80GB HBM3", "fp32"));
	assert_same(gb_scatter_min_off("NVIDIA H200 (made up)", "fp32"), gb_scatter_min_off("NVIDIA H200", "fp32"));
	assert_non_null(gb_scatter_of("NVIDIA H100 80GB HBM3", "dram.read"));
	assert_same(gb_scatter_min_off("NVIDIA H200", "somebody.elses"), 0.025);
}

/* Runs of one GPU: the median of 1, 2 and 9 is 2, with an interval that contains all of their intervals. */
ROOFS_TEST(runs_of_one_gpu)
{
	static const double values[] = { 9, 1, 2 };

	for (int i = 0; i < 3; i++) {
		struct gb_record record = made("GPU-1", "fp32", "FLOP/s", values[i]);
		char run[8];
		snprintf(run, sizeof run, "run%d", i);
		record.run_id = run;
		record.status = i == 1 ? GB_ROW_SUSPECT : GB_ROW_OK;
		record.sm_clock_hz = (i + 1) * 1e9;
		add(&roofs, record);
	}
	gb_roofs_sort(&roofs);
	FREED_BY(gb_fleet_free) struct gb_fleet fleet = fleet_of();
	const struct gb_sample sample = gb_fleet_sample(&fleet.model[0], 0, 0);
	assert_int_equal(sample.runs, 3);
	assert_same(sample.value, 2);
	assert_same(sample.lo, 0.99);
	assert_same(sample.hi, 9.09);
	assert_same(sample.sm_clock_hz, 2e9);
	assert_false(sample.ok);
}

/* The median of eight values has a 95 % interval from the smallest to the largest, of nine from the second on. */
ROOFS_TEST(pooled)
{
	const double value[] = { 5, 3, 8, 1, 9, 2, 7, 6, 4 }, one[] = { 1, 1, 1, 1, 1, 1, 1, 1, 1 };
	double lo[2] = { 4, NAN }, scratch[9];

	struct gb_sample of_nine = gb_sample_pool(value, one, one, 9, scratch);
	assert_same(of_nine.value, 5);
	assert_same(of_nine.lo, 2);
	assert_same(of_nine.hi, 8);
	assert_int_equal(of_nine.runs, 9);
	struct gb_sample of_two = gb_sample_pool(value, lo, value, 2, scratch);
	assert_same(of_two.value, 4);
	assert_unknown(of_two.lo); /* one of these has none */
	assert_same(of_two.hi, 5);
}

ROOFS_TEST(what_is_missing)
{
	make_five("fp32", "FLOP/s");
	for (int i = 0; i < 5; i++) {
		char uuid[16];
		snprintf(uuid, sizeof uuid, "GPU-%d", i);
		if (i != 2)
			add(&roofs, made(uuid, "dram.read", "B/s", 1));
		if (i < 2)
			add(&roofs, made(uuid, "fp64", "FLOP/s", 1));
	}
	gb_roofs_sort(&roofs);
	FREED_BY(gb_fleet_free) struct gb_fleet fleet = fleet_of();
	const struct gb_fleet_model *model = &fleet.model[0];
	assert_string_equal(model->group[0].roof, "dram.read");
	assert_string_equal(model->group[1].roof, "fp64");
	assert_true(gb_outliers_lacks(model, 2, 0));
	assert_false(gb_outliers_lacks(model, 1, 0));
	assert_false(gb_outliers_lacks(model, 4, 1)); /* like most of its peers */
}
