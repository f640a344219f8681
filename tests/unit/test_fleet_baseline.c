/* Changes from a baseline, compared with hand-calculated intervals; also ridge points and peaks. */
#include "analysis/fleet_baseline.h"

#include "analysis/peaks.h"
#include "analysis/fleet_ratios.h"
#include "roofs_kept.h"

static struct gb_sample sample(double lo, double value, double hi)
{
	return (struct gb_sample){ .value = value, .lo = lo, .hi = hi, .runs = 1 };
}

static void expect(const char *unit, struct gb_sample before, struct gb_sample now, enum gb_changed changed, double lo,
		   double part, double hi)
{
	const struct gb_change change = gb_change_between(unit, &before, &now, 0.01);

	assert_int_equal(change.changed, changed);
	assert_near(change.part, part, 1e-9);
	assert_near(change.lo, lo, 1e-9);
	assert_near(change.hi, hi, 1e-9);
}

ROOFS_TEST(intervals)
{
	/* 97/101 - 1 ... 99/99 - 1: possibly nothing, possibly 4 %. */
	expect("B/s", sample(99, 100, 101), sample(97, 98, 99), GB_UNDECIDED, 97.0 / 101 - 1, -0.02, 0);
	expect("B/s", sample(99.9, 100, 100.1), sample(97, 98, 98.5), GB_CHANGED, 97 / 100.1 - 1, -0.02,
	       98.5 / 99.9 - 1);
	expect("B/s", sample(99.9, 100, 100.1), sample(102, 103, 104), GB_CHANGED, 102 / 100.1 - 1, 0.03,
	       104 / 99.9 - 1);
	/* Certainly different, but by less than the margin. */
	expect("B/s", sample(99.99, 100, 100.01), sample(99.49, 99.5, 99.51), GB_UNCHANGED, 99.49 / 100.01 - 1, -0.005,
	       99.51 / 99.99 - 1);
	/* A time that grew from 100 to 110 is worse by 1 - 100/110. */
	expect("s", sample(99, 100, 101), sample(109, 110, 111), GB_CHANGED, 99.0 / 111 - 1, 100.0 / 110 - 1,
	       101.0 / 109 - 1);
}

ROOFS_TEST(without_an_interval_nothing_is_decided)
{
	const struct gb_sample before = sample(99, 100, 101), now = sample(NAN, 50, NAN);
	const struct gb_change change = gb_change_between("B/s", &before, &now, 0.01);

	assert_int_equal(change.changed, GB_UNDECIDED);
	assert_same(change.part, -0.5);
	assert_unknown(change.lo);
}

ROOFS_TEST(the_same_gpu_or_else_its_model)
{
	FREED_BY(gb_baseline_free) struct gb_baseline baseline;
	struct gb_record other = made("GPU-8", "fp32", "FLOP/s", 70);

	add(&earlier, made("GPU-1", "fp32", "FLOP/s", 90));
	add(&earlier, made("GPU-2", "fp32", "FLOP/s", 100));
	add(&earlier, made("GPU-3", "fp32", "FLOP/s", 110));
	gb_roofs_sort(&earlier);
	other.gpu_name = "Another GPU";
	add(&roofs, other);
	add(&roofs, made("GPU-1", "fp32", "FLOP/s", 45));
	add(&roofs, made("GPU-9", "fp32", "FLOP/s", 50));
	add(&roofs, made("GPU-9", "fp64", "FLOP/s", 50));
	gb_roofs_sort(&roofs);
	gb_baseline_of(&baseline, &earlier);

	const struct gb_sample of_1 = sample(44, 45, 46), of_9 = sample(49, 50, 51);
	struct gb_change change =
		gb_change_of(&baseline, gb_roofs_find(&roofs, "GPU-1"), "fp32", "FLOP/s", &of_1, 0.01);
	assert_true(change.same_gpu);
	assert_same(change.before, 90);
	assert_same(change.part, -0.5);
	change = gb_change_of(&baseline, gb_roofs_find(&roofs, "GPU-9"), "fp32", "FLOP/s", &of_9, 0.01);
	assert_false(change.same_gpu);
	assert_same(change.before, 100);
	assert_same(change.part, -0.5);
	assert_same(change.lo, 49 / 111.1 - 1); /* between all of 89.1 ... 111.1 */
	assert_int_equal(gb_change_of(&baseline, gb_roofs_find(&roofs, "GPU-9"), "fp64", "FLOP/s", &of_9, 0.01).changed,
			 GB_NO_BASELINE);
	assert_int_equal(gb_change_of(&baseline, gb_roofs_find(&roofs, "GPU-8"), "fp32", "FLOP/s", &of_9, 0.01).changed,
			 GB_NO_BASELINE);
}

/* The source documents' own card: 665 G instructions per second over 177 GB/s are 3.76 per byte. */
ROOFS_TEST(ridge_points)
{
	struct gb_roof_row fp32 = { .name = "fp32", .unit = "FLOP/s" };
	const struct gb_roof_row dram = { .name = "dram.read", .unit = "B/s" };
	const struct gb_roof compute = { .row = &fp32, .value = 2 * 665e9, .lo = 1300e9, .hi = 1400e9 };
	const struct gb_roof memory = { .row = &dram, .value = 177e9, .lo = 170e9, .hi = 180e9 };
	struct gb_ridge ridge = gb_ridge_of(&compute, &memory);

	assert_near(ridge.instructions_per_byte, 3.76, 0.001);
	assert_same(ridge.value, 1330.0 / 177);
	assert_same(ridge.lo, 1300.0 / 180);
	assert_same(ridge.hi, 1400.0 / 170);
	fp32.name = "tensor.fp16";
	assert_unknown(gb_ridge_of(&compute, &memory).instructions_per_byte);
	fp32.name = "of tomorrow";
	assert_unknown(gb_ridge_of(&compute, &memory).instructions_per_byte);
}

ROOFS_TEST(peaks_of_a_model)
{
	struct gb_record other = made("GPU-3", "fp32", "FLOP/s", 120);
	FREED_BY(gb_peaks_free) struct gb_peaks peaks;
	char title[128];

	other.host = "node2";
	other.driver = "580";
	add(&roofs, made("GPU-1", "fp32", "FLOP/s", 100));
	add(&roofs, made("GPU-2", "fp32", "FLOP/s", 90));
	add(&roofs, made("GPU-2", "dram.read", "B/s", 7));
	add(&roofs, other);
	gb_roofs_sort(&roofs);
	assert_ok(gb_peaks_of(&peaks, &roofs, &error), error);
	assert_int_equal(peaks.gpus, 3);
	assert_int_equal(peaks.per_host, 2);
	assert_int_equal(peaks.count, 2);
	assert_string_equal(peaks.peak[0].name, "dram.read");
	assert_same(gb_peaks_find(&peaks, "fp32")->value, 100);
	assert_same(gb_peaks_find(&peaks, "fp32")->limit, 200);
	assert_same(gb_peaks_find(&peaks, "dram.read")->value, 7);
	assert_null(gb_peaks_find(&peaks, "fp64"));
	gb_peaks_title(&peaks, title, sizeof title);
	assert_string_equal(title, "Fake GPU, median of 3 GPUs");
}

ROOFS_TEST(what_has_no_peaks)
{
	struct gb_record other = made("GPU-3", "fp32", "FLOP/s", 120);
	struct gb_peaks peaks;

	add(&roofs, made("GPU-1", "", "FLOP/s", 100));
	gb_roofs_sort(&roofs);
	assert_fails(gb_peaks_of(&peaks, &roofs, &error), "no roof was measured");
	other.gpu_name = "Another GPU";
	add(&roofs, other);
	gb_roofs_sort(&roofs);
	assert_fails(gb_peaks_of(&peaks, &roofs, &error),
		     "'Another GPU' and 'Fake GPU' are different models; choose one with --gpu");
}

/* Boards of one model have different memory. A card without a known board matches any. */
ROOFS_TEST(peaks_of_boards)
{
	struct gb_record record = made("GPU-1", "fp32", "FLOP/s", 100);
	FREED_BY(gb_peaks_free) struct gb_peaks peaks;
	char title[128];

	add(&roofs, record);
	record.gpu_uuid = "GPU-2";
	record.board = "000";
	add(&roofs, record);
	gb_roofs_sort(&roofs);
	assert_ok(gb_peaks_of(&peaks, &roofs, &error), error);
	gb_peaks_title(&peaks, title, sizeof title);
	assert_string_equal(title, "Fake GPU, board 000, median of 2 GPUs");
	gb_peaks_free(&peaks);
	record.gpu_uuid = "GPU-3";
	record.board = "001";
	add(&roofs, record);
	gb_roofs_sort(&roofs);
	assert_fails(gb_peaks_of(&peaks, &roofs, &error),
		     "'000' and '001' are different boards of Fake GPU; choose one with --gpu");
	assert_ok(gb_roofs_select(&roofs, "001", &error), error);
	assert_ok(gb_peaks_of(&peaks, &roofs, &error), error);
	assert_int_equal(peaks.gpus, 1);
}

static double before_of(const struct gb_baseline *baseline, const char *uuid, const char *board)
{
	const struct gb_gpu_roofs gpu = { .key = uuid, .name = "Fake GPU", .board = board };
	const struct gb_sample now = sample(49, 50, 51);

	return gb_change_of(baseline, &gpu, "fp32", "FLOP/s", &now, 0.01).before;
}

ROOFS_TEST(a_board_is_compared_with_its_own)
{
	FREED_BY(gb_baseline_free) struct gb_baseline baseline;
	struct gb_record record;

	for (int i = 0; i < 3; i++) {
		static const char *const uuids[] = { "GPU-1", "GPU-2", "GPU-3" };
		record = made(uuids[i], "fp32", "FLOP/s", i == 0 ? 90 : 100);
		record.board = i == 0 ? "A" : "B";
		add(&earlier, record);
	}
	gb_roofs_sort(&earlier);
	gb_baseline_of(&baseline, &earlier);
	assert_same(before_of(&baseline, "GPU-9", "A"), 90);
	assert_same(before_of(&baseline, "GPU-9", "B"), 100);
	assert_same(before_of(&baseline, "GPU-9", ""), 100);  /* of all three */
	assert_same(before_of(&baseline, "GPU-9", "C"), 100); /* of all three, too */
	assert_same(before_of(&baseline, "GPU-1", ""), 90);   /* the same GPU, whatever it reports */
	gb_baseline_free(&baseline);
	/* A card whose board the baseline lacks is compared with all. */
	add(&earlier, made("GPU-4", "fp32", "FLOP/s", 80));
	gb_roofs_sort(&earlier);
	gb_baseline_of(&baseline, &earlier);
	assert_same(before_of(&baseline, "GPU-9", "A"), 90);
	assert_same(before_of(&baseline, "GPU-9", "C"), 95);
}
