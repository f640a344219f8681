#include "analysis/fleet_ratios.h"
#include "analysis/roof_kinds.h"
#include "show/print.h"

#include "roofs_kept.h"

ROOFS_TEST(the_better_of_two_stays)
{
	add(&roofs, made("GPU-1", "dram.read", "B/s", 2e12));
	add(&roofs, made("GPU-1", "dram.read", "B/s", 3e12));
	add(&roofs, made("GPU-1", "dram.read", "B/s", 1e12));
	add(&roofs, made("GPU-2", "dram.read", "B/s", 1e12));
	add(&roofs, made("GPU-2", "launch.gap", "s", 2e-6));
	add(&roofs, made("GPU-2", "launch.gap", "s", 1e-6));
	add(&roofs, made("GPU-2", "launch.gap", "s", 3e-6));
	assert_int_equal(roofs.count, 2);
	assert_int_equal(roofs.gpu[0].roofs, 1);
	assert_same(gb_gpu_roof(&roofs.gpu[0], "dram.read")->value, 3e12);
	assert_same(gb_gpu_roof(&roofs.gpu[1], "dram.read")->value, 1e12);
	assert_same(gb_gpu_roof(&roofs.gpu[1], "launch.gap")->value, 1e-6);
	assert_null(gb_gpu_roof(&roofs.gpu[0], "launch.gap"));
}

static const struct gb_roof *roof_of_rows(const struct gb_record *row, size_t rows)
{
	for (size_t i = 0; i < rows; i++)
		add(&roofs, row[i]);
	gb_roofs_sort(&roofs);
	return gb_gpu_roof(&roofs.gpu[0], row[0].roof);
}

/* For every order of three rows, the same one is the roof: the one with the greatest (for times, least) value in
 * `row`, unless `wanted` names another. */
static void expect_roof(const struct gb_record row[3], int wanted)
{
	static const int order[6][3] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 }, { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 } };

	for (int i = 0; i < 6; i++) {
		const struct gb_record in[3] = { row[order[i][0]], row[order[i][1]], row[order[i][2]] };
		const struct gb_roof *roof = roof_of_rows(in, 3);
		size_t at = 0;
		assert_same(roof->value, row[wanted].value);
		assert_int_equal(roof->row->status, row[wanted].status);
		assert_int_equal(roofs.gpu[0].roofs, 1); /* there is one for each run */
		assert_same(gb_gpu_next(&roofs.gpu[0], &at)->value, row[wanted].value);
		gb_roofs_free(&roofs);
	}
}

/* A suspect row above all ok rows makes the roof suspect; a roof with half of its value must not win instead. */
ROOFS_TEST(surely_better_though_suspect)
{
	struct gb_record row[3] = { made("GPU-1", "fp32", "FLOP/s", 9e13), made("GPU-1", "fp32", "FLOP/s", 6e13),
				    made("GPU-1", "fp32", "FLOP/s", 5e13) };

	row[0].status = GB_ROW_SUSPECT;
	expect_roof(row, 0);
	row[0].lo = 6.05e13; /* 6e13 may be 6.06e13 */
	expect_roof(row, 1);
	row[0].lo = NAN; /* it counts as it is */
	expect_roof(row, 0);
	row[1].hi = 8e13; /* the best ok row is still below, ... */
	expect_roof(row, 0);
	row[1].value = 5.5e13;
	row[1].hi = 9.1e13; /* ... and may be above */
	expect_roof(row, 1);
	row[0].roof = row[1].roof = row[2].roof = "launch.gap";
	row[0].unit = row[1].unit = row[2].unit = "s";
	expect_roof(row, 2);
	row[0].value = 4e13;
	row[0].hi = 4.9e13;
	expect_roof(row, 0);
}

/* If several rows are suspect, the one that is certainly the best counts, not one that may be. */
ROOFS_TEST(of_suspect_rows_the_sure_one)
{
	struct gb_record row[3] = { made("GPU-1", "fp32", "FLOP/s", 9e13), made("GPU-1", "fp32", "FLOP/s", 8e13),
				    made("GPU-1", "fp32", "FLOP/s", 5e13) };

	row[0].status = row[1].status = GB_ROW_SUSPECT;
	row[0].lo = 1e13;
	expect_roof(row, 1);
}

ROOFS_TEST(units_are_apart)
{
	size_t at = 0;

	add(&roofs, made("GPU-1", "own.roof", "B/s", 3e12));
	add(&roofs, made("GPU-1", "own.roof", "OP/s", 4e12));
	gb_roofs_sort(&roofs);
	assert_int_equal(roofs.gpu[0].roofs, 2);
	assert_string_equal(gb_gpu_next(&roofs.gpu[0], &at)->row->unit, "B/s");
	assert_string_equal(gb_gpu_next(&roofs.gpu[0], &at)->row->unit, "OP/s");
	assert_null(gb_gpu_next(&roofs.gpu[0], &at));
}

ROOFS_TEST(rows_that_set_no_roof_only_tell_of_the_gpu)
{
	struct gb_record without = made("GPU-1", NULL, "B/s", 1e12), empty = made("GPU-1", "", "B/s", 1e12),
			 skipped = made("GPU-1", "dram.read", "B/s", NAN), failed = skipped,
			 modelled = made("GPU-1", "dram.read", "B/s", 9e12);

	modelled.origin = "modelled";
	add(&roofs, modelled);
	skipped.status = GB_ROW_SKIPPED;
	failed.status = GB_ROW_FAILED;
	failed.reason = "verify: wrong";
	add(&roofs, without);
	add(&roofs, empty);
	add(&roofs, skipped);
	assert_int_equal(roofs.gpu[0].failed, 0);
	add(&roofs, failed);
	failed.reason = "another";
	add(&roofs, failed);
	assert_int_equal(roofs.count, 1);
	assert_int_equal(roofs.gpu[0].roofs, 0);
	assert_int_equal(roofs.gpu[0].failed, 2);
	assert_string_equal(roofs.gpu[0].failure, "bench op=read: verify: wrong");
}

/* Each run keeps its own row; together, the best one counts. */
ROOFS_TEST(runs)
{
	struct gb_record again = made("GPU-1", "dram.read", "B/s", 3e12);
	size_t at = 0;

	again.run_id = "run2";
	add(&roofs, made("GPU-1", "dram.read", "B/s", 2e12));
	add(&roofs, made("GPU-1", "fp32", "FLOP/s", 1e12));
	add(&roofs, again);
	gb_roofs_sort(&roofs);
	assert_int_equal(roofs.gpu[0].roofs, 3);
	assert_same(gb_gpu_next(&roofs.gpu[0], &at)->value, 3e12);
	assert_string_equal(gb_gpu_next(&roofs.gpu[0], &at)->row->name, "fp32");
	assert_null(gb_gpu_next(&roofs.gpu[0], &at));
}

ROOFS_TEST(no_uuid)
{
	struct gb_record other = made(NULL, "dram.read", "B/s", 1e12);

	add(&roofs, made("", "dram.read", "B/s", 1e12));
	add(&roofs, made(NULL, "fp32", "FLOP/s", 1e12));
	other.host = "node2";
	add(&roofs, other);
	assert_int_equal(roofs.count, 2);
	assert_string_equal(roofs.gpu[1].key, "node2//0");
}

ROOFS_TEST(order)
{
	struct gb_record second = made("GPU-b", "fp32", "FLOP/s", 1), tenth = made("GPU-a", "fp32", "FLOP/s", 1),
			 another = made("GPU-c", "fp32", "FLOP/s", 1);

	second.device = "2";
	tenth.device = "10";
	another.gpu_name = "Another GPU";
	add(&roofs, tenth);
	add(&roofs, second);
	add(&roofs, another);
	add(&roofs, made("GPU-b", "unheard.of", "B/s", 1));
	add(&roofs, made("GPU-b", "tensor.fp8", "FLOP/s", 1));
	add(&roofs, made("GPU-b", "dram.copy", "B/s", 1));
	gb_roofs_sort(&roofs);
	assert_string_equal(roofs.gpu[0].key, "GPU-c");
	assert_string_equal(roofs.gpu[1].key, "GPU-b");
	assert_string_equal(roofs.gpu[2].key, "GPU-a");
	assert_string_equal(roofs.gpu[1].roof[0].row->name, "dram.copy");
	assert_string_equal(roofs.gpu[1].roof[1].row->name, "fp32");
	assert_string_equal(roofs.gpu[1].roof[2].row->name, "tensor.fp8");
	assert_string_equal(roofs.gpu[1].roof[3].row->name, "unheard.of");
	assert_ptr_equal(gb_roofs_find(&roofs, "GPU-a"), &roofs.gpu[2]);
	assert_null(gb_roofs_find(&roofs, "GPU-d"));
}

/* Each roof is known once, in the order of tables. */
ROOFS_TEST(kinds)
{
	for (const struct gb_roof_kind *kind = gb_roof_kinds; kind->name != NULL; kind++) {
		assert_ptr_equal(gb_roof_kind(kind->name), kind);
		assert_non_null(kind->label);
		if (kind > gb_roof_kinds)
			assert_true(gb_roof_order(kind[-1].name, kind->name) < 0);
	}
	assert_true(gb_roof_is_aside("gemm.fp32"));
	assert_true(gb_roof_is_aside("tensor.bf16.zeros") && gb_roof_is_aside("tensor.bf16.zeros.burst"));
	assert_true(gb_roof_order("tensor.int8", "tensor.bf16.zeros") < 0);
	assert_false(gb_roof_is_aside("fp32"));
	assert_false(gb_roof_is_aside("of.tomorrow"));
	assert_true(gb_roof_order("fp32", "of.tomorrow") < 0);
}

/* A burst comes after its roof in tables, and is never drawn. */
ROOFS_TEST(a_burst_is_no_roof_of_a_roofline)
{
	const struct gb_roof_row row[] = { { .name = "tensor.bf16", .unit = "FLOP/s" },
					   { .name = "tensor.bf16.burst", .unit = "FLOP/s" },
					   { .name = "dram.read", .unit = "B/s" },
					   { .name = "dram.read.burst", .unit = "B/s" } };
	const struct gb_roof settled = { .row = &row[0] }, burst = { .row = &row[1] }, read = { .row = &row[2] },
			     read_burst = { .row = &row[3] };

	assert_ptr_equal(gb_roof_kind("tensor.bf16.burst"), gb_roof_kind("tensor.bf16"));
	assert_true(gb_roof_order("tensor.bf16", "tensor.bf16.burst") < 0);
	assert_true(gb_roof_order("tensor.bf16.burst", "tensor.fp8") < 0);
	assert_true(gb_roof_is_aside("tensor.bf16.burst") && !gb_roof_is_aside("tensor.bf16"));
	assert_null(gb_roof_kind(".burst"));
	assert_null(gb_roof_kind("tensor.bf"));
	assert_true(gb_ridge_is_compute(&settled) && !gb_ridge_is_compute(&burst));
	assert_true(gb_ridge_is_memory(&read) && !gb_ridge_is_memory(&read_burst));
}

ROOFS_TEST(thousands_of_gpus)
{
	enum { MANY = 5000 };
	char uuid[32];

	for (int pass = 0; pass < 2; pass++)
		for (int i = 0; i < MANY; i++) {
			snprintf(uuid, sizeof uuid, "GPU-%04d", i);
			add(&roofs, made(uuid, pass ? "fp32" : "dram.read", pass ? "FLOP/s" : "B/s", i + 1));
		}
	assert_int_equal(roofs.count, MANY);
	gb_roofs_sort(&roofs);
	for (int i = 0; i < MANY; i++) {
		snprintf(uuid, sizeof uuid, "GPU-%04d", i);
		assert_string_equal(roofs.gpu[i].key, uuid);
		assert_int_equal(roofs.gpu[i].roofs, 2);
		assert_ptr_equal(gb_roofs_find(&roofs, uuid), &roofs.gpu[i]);
	}
}

/* 64 T at 1.6 GHz are 80 T at 2 GHz; memory has a clock of its own. */
ROOFS_TEST(the_limit_at_the_rated_clock)
{
	struct gb_record compute = made("GPU-1", "fp32", "FLOP/s", 60e12),
			 memory = made("GPU-1", "dram.read", "B/s", 4e12),
			 other = made("GPU-1", "pcie.read", "B/s", 5e10), told = made("GPU-3", "l2.read", "B/s", 8e12);

	compute.limit = 64e12;
	compute.sm_clock_hz = memory.sm_clock_hz = other.sm_clock_hz = 1.6e9;
	compute.sm_clock_rated_hz = memory.sm_clock_rated_hz = other.sm_clock_rated_hz = 2e9;
	memory.limit = 5e12;
	add(&roofs, compute);
	add(&roofs, memory);
	add(&roofs, other);
	add(&roofs, made("GPU-2", "fp32", "FLOP/s", 60e12)); /* whose rated clock is not known */
	told.limit = 9e12;
	told.fraction_rated = 0.8; /* the slices of L2 have their own clock */
	add(&roofs, told);
	assert_same(gb_gpu_roof(&roofs.gpu[2], "l2.read")->limit_rated, 10e12);
	assert_same(gb_gpu_roof(&roofs.gpu[0], "fp32")->limit_rated, 80e12);
	assert_same(gb_gpu_roof(&roofs.gpu[0], "dram.read")->limit_rated, 5e12);
	assert_unknown(gb_gpu_roof(&roofs.gpu[0], "pcie.read")->limit_rated);
	assert_unknown(gb_gpu_roof(&roofs.gpu[1], "fp32")->limit_rated);
}

ROOFS_TEST(rows_that_say_the_same)
{
	struct gb_record slow = made("GPU-3", "fp32", "FLOP/s", 50), unknown = made("GPU-4", "fp32", "FLOP/s", 100);

	slow.throttle = "sw_thermal";
	unknown.mem_clock_hz = 2e9;
	add(&roofs, made("GPU-0", "fp64", "FLOP/s", 100));
	add(&roofs, made("GPU-1", "fp32", "FLOP/s", 100)); /* not where another GPU had it */
	add(&roofs, made("GPU-2", "fp32", "FLOP/s", 90));
	add(&roofs, slow);
	add(&roofs, unknown);
	assert_ptr_equal(roofs.gpu[1].roof->row, roofs.gpu[2].roof->row);
	assert_string_equal(roofs.gpu[3].roof->row->throttle, "sw_thermal");
	assert_string_equal(roofs.gpu[2].roof->row->throttle, "");
	assert_same(roofs.gpu[4].roof->row->mem_clock_hz, 2e9);
	assert_unknown(roofs.gpu[1].roof->row->mem_clock_hz);
}

ROOFS_TEST(near_its_limit)
{
	const struct gb_roof_row rate = { .unit = "B/s" }, time = { .unit = "s" };
	const struct gb_roof fast = { .row = &rate, .value = 8, .limit = 10 },
			     late = { .row = &time, .value = 10, .limit = 8 },
			     unknown = { .row = &rate, .value = 8, .limit = NAN };

	assert_same(gb_roof_fraction(&fast), 0.8);
	assert_same(gb_roof_fraction(&late), 0.8);
	assert_unknown(gb_roof_fraction(&unknown));
}

ROOFS_TEST(when_it_was_measured)
{
	struct gb_record first = made("GPU-1", "fp32", "FLOP/s", 1), second = made("GPU-1", "fp64", "FLOP/s", 1),
			 third = made("GPU-1", "fp16", "FLOP/s", 1);

	first.time_utc = "2001-09-09T01:46:40.000Z";
	second.time_utc = "2001-09-09T01:46:39.999Z";
	third.time_utc = "some day";
	add(&roofs, third);
	assert_unknown(roofs.gpu[0].newest);
	add(&roofs, first);
	add(&roofs, second);
	assert_same(roofs.gpu[0].newest, 1e9);
}
