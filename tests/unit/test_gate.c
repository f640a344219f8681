/* What a gate says of made results, and of the runs they come from. */
#include "analysis/gate.h"

#include "roofs_made.h"

static char told[16][256];
static size_t misses, notes;

static void tell(void *context, enum gb_gate_line kind, const char *text)
{
	(void)context;
	assert_true(misses + notes < 16);
	snprintf(told[misses + notes], sizeof told[0], "%s", text);
	misses += kind == GB_GATE_MISS;
	notes += kind == GB_GATE_NOTE;
}

/* Judge by 5 %; `earlier` NULL: against peers alone. */
static struct gb_gate judge(struct gb_roofs *now, struct gb_roofs *earlier)
{
	struct gb_comparison comparison = { .roofs = now, .margin = 0.01 };
	struct gb_baseline baseline;
	struct gb_error error = { "" };

	misses = notes = 0;
	memset(told, 0, sizeof told);
	gb_roofs_sort(now);
	assert_ok(gb_fleet_of(&comparison.fleet, now, 0.025, 3.5, &error), error);
	if (earlier != NULL) {
		gb_roofs_sort(earlier);
		assert_ok(gb_baseline_of(&baseline, earlier, &error), error);
		comparison.baseline = &baseline;
	}
	const struct gb_gate gate = gb_gate_check(&comparison, 0.05, tell, NULL);
	assert_int_equal(gate.misses, misses);
	assert_int_equal(gate.notes, notes);
	if (earlier != NULL)
		gb_baseline_free(&baseline);
	gb_fleet_free(&comparison.fleet);
	return gate;
}

static struct gb_record between(const char *uuid, double lo, double value, double hi)
{
	struct gb_record record = made(uuid, "fp32", "FLOP/s", value);

	record.lo = lo;
	record.hi = hi;
	return record;
}

/* A value 70 % below that may be 282 % above is no drop of 70 %, and no pass either. */
static void a_drop_is_decided_by_the_interval(void **state)
{
	static const struct {
		double lo, value, hi;
		const char *told; /* NULL: it passes */
	} cases[] = {
		{ 99, 100, 101, NULL },
		{ 93, 94, 94.9, "GPU-1 on node1: fp32 is 6.0 % below the baseline" },
		{ 94, 94.9, 95.1,
		  "GPU-1 on node1: fp32 cannot be judged: its interval is -6.0 % ... -4.9 % from the baseline" },
		{ 94, 96, 97, NULL },
		{ 10, 30, 382,
		  "GPU-1 on node1: fp32 cannot be judged: its interval is -90.0 % ... +282 % from the baseline" },
		{ 50, 100, 150,
		  "GPU-1 on node1: fp32 cannot be judged: its interval is -50.0 % ... +50.0 % from the baseline" },
		{ NAN, 94, NAN, "GPU-1 on node1: fp32 is 6.0 % below the baseline" },
		{ NAN, 96, NAN, NULL },
		{ 120, 130, 140, NULL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct gb_roofs now = { 0 }, earlier = { 0 };
		add(&now, between("GPU-1", cases[i].lo, cases[i].value, cases[i].hi));
		add(&earlier, between("GPU-1", 100, 100, 100));
		assert_int_equal(judge(&now, &earlier).judged, 1);
		assert_int_equal(misses, cases[i].told != NULL);
		assert_string_equal(told[0], cases[i].told != NULL ? cases[i].told : "");
		gb_roofs_free(&now);
		gb_roofs_free(&earlier);
	}
}

/* A wide interval is no outlier either. */
static void an_outlier_is_decided_too(void **state)
{
	const struct gb_group group = { .unit = "B/s", .gpus = 9, .median = 100, .mad = 1 };
	const struct gb_fleet fleet = { .min_off = 0.025, .min_z = 3.5 };
	struct gb_sample sample = { .value = 30, .lo = 10, .hi = 382, .runs = 1 };

	(void)state;
	assert_int_equal(gb_fleet_judge(&fleet, &group, &sample), GB_UNSURE);
	sample.hi = 99;
	assert_int_equal(gb_fleet_judge(&fleet, &group, &sample), GB_SLOW);
}

static void what_cannot_be_compared(void **state)
{
	struct gb_roofs now = { 0 }, earlier = { 0 };
	struct gb_record other = made("GPU-9", "fp32", "FLOP/s", 100), gone = made("GPU-2", "fp32", "FLOP/s", 100);

	(void)state;
	add(&now, made("GPU-1", "fp32", "FLOP/s", 100));
	judge(&now, NULL);
	assert_int_equal(misses, 1);
	assert_string_equal(told[0], "GPU-1 on node1: nothing to compare it with: no peer, and no --baseline");

	other.gpu_name = "Another GPU";
	add(&earlier, other);
	judge(&now, &earlier);
	assert_int_equal(misses, 2);
	assert_string_equal(told[0], "the baseline has no 'Fake GPU', of which 1 is here; it has 'Another GPU'");
	assert_string_equal(told[1], "GPU-9 on node1: is in the baseline and not in these files");
	gb_roofs_free(&earlier);

	add(&earlier, made("GPU-1", "fp32", "OP/s", 100));
	add(&earlier, made("GPU-1", "dram.copy", "B/s", 100));
	gone.host = "node2";
	add(&earlier, gone);
	judge(&now, &earlier);
	assert_int_equal(misses, 2);
	assert_string_equal(told[0], "GPU-1 on node1: dram.copy is not measured, but the baseline has it");
	assert_string_equal(told[1], "GPU-1 on node1: fp32 is in FLOP/s, and in OP/s the baseline has it");
	gb_roofs_free(&earlier);
	gb_roofs_free(&now);
}

/* A card that no load holds down, or a quick run, has none; a slow one counts all the same. */
static void a_burst_may_be_absent(void **state)
{
	struct gb_roofs now = { 0 }, earlier = { 0 };

	(void)state;
	add(&now, made("GPU-1", "fp32", "FLOP/s", 100));
	add(&earlier, made("GPU-1", "fp32", "FLOP/s", 100));
	add(&earlier, made("GPU-1", "fp32.burst", "FLOP/s", 110));
	judge(&now, &earlier);
	assert_int_equal(misses, 0);
	add(&now, made("GPU-1", "fp32.burst", "FLOP/s", 50));
	judge(&now, &earlier);
	assert_int_equal(misses, 1);
	assert_says(told[0], "fp32.burst");
	gb_roofs_free(&earlier);
	gb_roofs_free(&now);
}

static void what_one_of_two_lacks(void **state)
{
	struct gb_roofs now = { 0 };
	struct gb_record suspect = made("GPU-2", "fp32", "FLOP/s", 100);

	(void)state;
	suspect.status = GB_ROW_SUSPECT;
	suspect.reason = "it was warm";
	add(&now, made("GPU-1", "fp32", "FLOP/s", 100));
	add(&now, suspect);
	add(&now, made("GPU-1", "fp64", "FLOP/s", 50));
	judge(&now, NULL);
	assert_int_equal(misses, 1);
	assert_int_equal(notes, 2);
	assert_string_equal(told[0], "GPU-1 on node1: compared with nothing: fp64");
	assert_string_equal(told[1], "GPU-2 on node1: fp64 is not measured, but peers have it");
	assert_string_equal(told[2], "GPU-2 on node1: fp32 is suspect: it was warm");
	gb_roofs_free(&now);
}

/* ---- runs ---------------------------------------------------------------------------------------------------------- */

/* Points from `first` to `last` of a plan of ten. */
static void add_run(struct gb_runs *runs, const char *gpu, const char *run, int first, int last)
{
	struct gb_record record = made(gpu, "fp32", "FLOP/s", 1);
	struct gb_error error = { "" };

	record.run_id = run;
	record.points = 10;
	for (int i = first; i <= last; i++) {
		record.point_number = i;
		assert_ok(gb_runs_add(runs, gpu, &record, &error), error);
		assert_ok(gb_runs_add(runs, gpu, &record, &error), error); /* a metric of the point */
	}
}

static void a_resumed_run_is_whole(void **state)
{
	struct gb_runs runs = { 0 };

	(void)state;
	add_run(&runs, "GPU-1", "a", 1, 4); /* killed */
	add_run(&runs, "GPU-2", "a", 1, 7); /* not resumed */
	add_run(&runs, "GPU-1", "b", 5, 10);
	add_run(&runs, "GPU-1", "c", 1, 10);
	add_run(&runs, "GPU-1", "d", 3, 5); /* killed, and what it has others have too */
	gb_runs_settle(&runs);
	assert_int_equal(runs.count, 4);
	assert_int_equal(runs.run[0].seen, 10);
	assert_int_equal(runs.run[1].seen, 10);
	assert_string_equal(runs.run[2].run, "d");
	assert_int_equal(runs.run[2].seen, 3);
	assert_string_equal(runs.run[3].gpu, "GPU-2");
	assert_int_equal(runs.run[3].seen, 7);
	assert_string_equal(gb_runs_whole(&runs, "GPU-1", "b"), "a");
	assert_string_equal(gb_runs_whole(&runs, "GPU-1", "c"), "c");
	assert_string_equal(gb_runs_whole(&runs, "GPU-2", "b"), "b"); /* of another GPU */
	gb_runs_free(&runs);
}

/* Two points set one roof: the slower was measured before the run was killed. */
static void a_roof_of_a_resumed_run_is_its_best(void **state)
{
	static const char *const names[] = { "killed", "resumed" };
	struct gb_roofs roofs = { 0 };
	struct gb_error error = { "" };
	size_t at = 0;

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct gb_record record = made("GPU-1", "fp32", "FLOP/s", 1 + i);
		record.run_id = names[i];
		record.point_number = 1 + i;
		record.points = 2;
		assert_ok(gb_runs_add(&roofs.runs, "GPU-1", &record, &error), error);
		add(&roofs, record);
	}
	gb_roofs_sort(&roofs);
	assert_int_equal(roofs.gpu[0].roofs, 1);
	assert_true(gb_gpu_next(&roofs.gpu[0], &at)->value == 2);
	gb_roofs_free(&roofs);
}

/* The rows of older versions have no such columns; a number beyond its plan, or a plan beyond reason, says nothing. */
static void rows_that_do_not_say(void **state)
{
	struct gb_record record = made("GPU-1", "fp32", "FLOP/s", 1);
	struct gb_runs runs = { 0 };
	struct gb_error error = { "" };
	static const double says[][2] = { { NAN, NAN }, { 0, 3 }, { 4, 3 }, { 1, 1e300 }, { -1, 3 }, { 1, 0 } };

	(void)state;
	for (size_t i = 0; i < sizeof says / sizeof says[0]; i++) {
		record.point_number = says[i][0];
		record.points = says[i][1];
		assert_ok(gb_runs_add(&runs, "GPU-1", &record, &error), error);
	}
	assert_int_equal(runs.count, 1);
	assert_int_equal(runs.run[0].points, 0);
	gb_runs_free(&runs);
}

static void a_run_that_was_cut_short(void **state)
{
	struct gb_roofs now = { 0 }, earlier = { 0 };
	struct gb_error error = { "" };

	(void)state;
	add(&now, made("GPU-1", "fp32", "FLOP/s", 100));
	add(&earlier, made("GPU-1", "fp32", "FLOP/s", 100));
	add_run(&now.runs, "GPU-1", "run1", 1, 9);
	add_run(&earlier.runs, "GPU-1", "run0", 2, 10);
	assert_ok(gb_roofs_add_file(&now, "node7.csv", 0, &error), error);
	judge(&now, &earlier);
	assert_int_equal(misses, 2);
	assert_int_equal(notes, 1);
	assert_string_equal(told[0], "node7.csv: no row could be read: its node is not judged");
	assert_string_equal(told[1], "GPU-1 on node1: the run was cut short: rows of 9 of 10 points (run run1)");
	assert_string_equal(told[2],
			    "GPU-1 on node1: the run of the baseline was cut short: rows of 9 of 10 points (run run0)");
	gb_roofs_free(&now);
	gb_roofs_free(&earlier);
}

static void mixtures(void **state)
{
	static const struct {
		const char *version, *mode;
		double points;
		const char *told;
	} cases[] = {
		{ "1", "full", 10, "" },
		{ "2", "full", 10, "the runs differ in version (1, 2)" },
		{ "1", "quick", 10, "the runs differ in mode (full, quick)" },
		{ "1", "full", 11, "the runs differ in points of their plans (10, 11)" },
		{ "2", "quick", 11, "the runs differ in version (1, 2); in mode (full, quick)" },
		{ "", "", 10, "" }, /* who does not say is not held against anyone */
	};
	char text[256];

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct gb_record first = made("GPU-1", "fp32", "FLOP/s", 1), second = first;
		struct gb_runs runs = { 0 }, earlier = { 0 };
		struct gb_error error = { "" };
		first.version = "1";
		first.mode = "full";
		first.point_number = second.point_number = 1;
		first.points = 10;
		second.version = cases[i].version;
		second.mode = cases[i].mode;
		second.points = cases[i].points;
		assert_ok(gb_runs_add(&runs, "GPU-1", &first, &error), error);
		assert_ok(gb_runs_add(&earlier, "GPU-2", &second, &error), error);
		gb_gate_mixture(&runs, &earlier, text, sizeof text);
		assert_string_equal(text, cases[i].told);
		gb_runs_free(&runs);
		gb_runs_free(&earlier);
	}
}

int main(void)
{
	RUN(T(a_drop_is_decided_by_the_interval), T(an_outlier_is_decided_too), T(what_cannot_be_compared),
	    T(a_burst_may_be_absent), T(what_one_of_two_lacks), T(a_resumed_run_is_whole),
	    T(a_roof_of_a_resumed_run_is_its_best), T(rows_that_do_not_say), T(a_run_that_was_cut_short), T(mixtures));
}
