/* The verdict on constructed results. */
#include "judge/judge_outliers.h"
#include "judge/judge_verdict.h"
#include "base/text.h"

#include "roofs_kept.h"

static struct gb_verdict verdict;
static char told[16][256], causes[4][256], first_line[512];

/* `before` NULL: compared only with peers; `max_drop` 0: by the scatter. Returns the exit status. */
static int judge_by(struct gb_roofs *current, struct gb_roofs *before, double max_drop, const struct gb_judge_set *set)
{
	const struct gb_verdict_options options = { .set = set, .max_drop = max_drop, .against = "baseline" };
	struct gb_comparison comparison = { .roofs = current, .margin = 0.01 };
	struct gb_baseline baseline;

	memset(told, 0, sizeof told);
	gb_roofs_sort(current);
	gb_fleet_of(&comparison.fleet, current);
	if (before != NULL) {
		gb_roofs_sort(before);
		gb_baseline_of(&baseline, before);
		comparison.baseline = &baseline;
	}
	gb_cohorts_find(&comparison.fleet, comparison.baseline, set);
	gb_verdict_of(&verdict, &comparison, &options);
	for (size_t i = 0; i < verdict.findings && i < 16; i++)
		gb_verdict_tell_finding(&verdict.finding[i], before != NULL ? "baseline" : NULL, told[i],
					sizeof told[i]);
	memset(causes, 0, sizeof causes);
	for (size_t i = 0; i < comparison.fleet.cohorts && i < 4; i++)
		gb_cohort_tell(&comparison.fleet.cohort[i], causes[i], sizeof causes[i]);
	gb_verdict_line(&verdict, before != NULL ? "baseline" : NULL, first_line, sizeof first_line);
	const int status = gb_verdict_status(&verdict);
	gb_verdict_free(&verdict);
	if (before != NULL)
		gb_baseline_free(&baseline);
	gb_fleet_free(&comparison.fleet);
	return status;
}

static int judge_fleet(struct gb_roofs *current, struct gb_roofs *before)
{
	return judge_by(current, before, 0.05, NULL);
}

static struct gb_record between(const char *uuid, double lo, double value, double hi)
{
	struct gb_record record = made(uuid, "fp32", "FLOP/s", value);

	record.lo = lo;
	record.hi = hi;
	return record;
}

/* A value between 70 % below and 282 % above is not a drop of 70 %, and not a pass, either. */
ROOFS_TEST(a_drop_is_decided_by_the_interval)
{
	static const struct {
		double lo, value, hi;
		int status;
		const char *told;
	} cases[] = {
		{ 99, 100, 101, 0, "" },
		{ 93, 94, 94.9, 3, "node1: GPU 0 (GPU-1) fp32 6.0 % below its own value in the baseline" },
		{ 94, 94.9, 95.1, 2,
		  "node1: GPU 0 (GPU-1) fp32 cannot be judged: its interval is -6.0 % ... -4.9 % from its own value "
		  "in the baseline" },
		{ 94, 96, 97, 0, "" },
		{ 10, 30, 382, 2,
		  "node1: GPU 0 (GPU-1) fp32 cannot be judged: its interval is -90.0 % ... +282 % from its own value "
		  "in the baseline" },
		{ 50, 100, 150, 2,
		  "node1: GPU 0 (GPU-1) fp32 cannot be judged: its interval is -50.0 % ... +50.0 % from its own value "
		  "in the baseline" },
		{ NAN, 94, NAN, 3, "node1: GPU 0 (GPU-1) fp32 6.0 % below its own value in the baseline" },
		{ NAN, 96, NAN, 0, "" },
		{ 120, 130, 140, 0, "" },
	};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		add(&roofs, between("GPU-1", cases[i].lo, cases[i].value, cases[i].hi));
		add(&earlier, between("GPU-1", 100, 100, 100));
		assert_int_equal(judge_fleet(&roofs, &earlier), cases[i].status);
		assert_string_equal(told[0], cases[i].told);
		gb_roofs_free(&roofs);
		gb_roofs_free(&earlier);
	}
}

/* A co-tenant causes a doubt, not a slow card. */
ROOFS_TEST(another_process_used_the_gpu)
{
	struct gb_record record = between("GPU-1", 89, 90, 91);

	record.status = GB_ROW_SUSPECT;
	record.reason = "1 other compute process on the GPU";
	add(&roofs, record);
	add(&earlier, between("GPU-1", 100, 100, 100));
	assert_int_equal(judge_fleet(&roofs, &earlier), 2);
	assert_string_equal(told[0], "node1: GPU 0 (GPU-1) fp32 -10.0 % from its own value in the baseline, but other "
				     "processes used the GPU (suspect: 1 other compute process on the GPU)");
}

/* A link narrower than possible ends with 3, unless the baseline has the same. */
ROOFS_TEST(a_narrow_link)
{
	struct gb_record record = made("GPU-1", "transfer.h2d", "B/s", 27e9);

	record.status = GB_ROW_SUSPECT;
	record.reason = "the PCIe link is one of generation 5 x 8 while copying; card and slot can do 5 x 16; more";
	add(&roofs, record);
	add(&roofs, between("GPU-1", 100, 100, 100));
	add(&earlier, between("GPU-1", 100, 100, 100));
	assert_int_equal(judge_fleet(&roofs, &earlier), 3);
	assert_string_equal(told[0],
			    "node1: GPU 0 (GPU-1) the PCIe link is one of generation 5 x 8 while copying; card "
			    "and slot can do 5 x 16");
	add(&earlier, record);
	assert_int_equal(judge_fleet(&roofs, &earlier), 0);
}

ROOFS_TEST(each_other_setting_is_said_once)
{
	static const double watts[] = { 700, 700, 700, 700, 630, 650, 630, 650 };
	char uuid[16], text[512] = "";

	for (int i = 0; i < 8; i++) {
		snprintf(uuid, sizeof uuid, "GPU-%d", i + 1);
		struct gb_record record = between(uuid, 100, 100, 100);
		record.power_limit_w = watts[i];
		add(&roofs, record);
	}
	judge_by(&roofs, NULL, 0, NULL);
	for (size_t i = 0; i < 16; i++)
		if (strstr(told[i], "power limit") != NULL)
			gb_text_add(text, sizeof text, "%s\n", strstr(told[i], "(GPU-"));
	assert_string_equal(text, "(GPU-5) power limit 630 W, as of 1 more, 4 peers 700 W\n"
				  "(GPU-6) power limit 650 W, as of 1 more, 4 peers 700 W\n");
}

static enum gb_standing next_to_peers(double value, double lo, double hi)
{
	FREED_BY(gb_fleet_free) struct gb_fleet fleet;
	char uuid[16];

	forget_roofs();
	for (int i = 0; i < 9; i++) {
		snprintf(uuid, sizeof uuid, "GPU-%d", i);
		struct gb_record record = made(uuid, "dram.read", "B/s", i == 0 ? value : 100 + 0.01 * i);
		record.lo = i == 0 ? lo : 0.999 * record.value;
		record.hi = i == 0 ? hi : 1.001 * record.value;
		add(&roofs, record);
	}
	gb_roofs_sort(&roofs);
	gb_fleet_of(&fleet, &roofs);
	gb_outliers_judge(&fleet, NULL, NULL, 0);
	const enum gb_standing standing = gb_outliers_standing(&fleet.model[0], 0, 0);
	assert_int_equal(fleet.model[0].group[0].slow, standing == GB_SLOW);
	return standing;
}

ROOFS_TEST(an_outlier_is_decided_too)
{
	assert_int_equal(next_to_peers(100, 99.9, 100.1), GB_NORMAL);
	assert_int_equal(next_to_peers(30, 10, 382), GB_UNSURE);
	assert_int_equal(next_to_peers(30, 10, 40), GB_SLOW);
	assert_int_equal(next_to_peers(130, 129, 131), GB_FAST);
}

ROOFS_TEST(what_cannot_be_compared)
{
	struct gb_record other = made("GPU-9", "fp32", "FLOP/s", 100), gone = made("GPU-2", "fp32", "FLOP/s", 100);

	add(&roofs, made("GPU-1", "fp32", "FLOP/s", 100));
	assert_int_equal(judge_fleet(&roofs, NULL), 2);
	assert_string_equal(told[0], "node1: GPU 0 (GPU-1) nothing to compare it with: no peer, and no --baseline");

	other.gpu_name = "Another GPU";
	add(&earlier, other);
	assert_int_equal(judge_fleet(&roofs, &earlier), 2);
	assert_says(told[0], "GPU-1) cannot be judged: there is no baseline for Fake GPU");
	assert_string_equal(told[1], "node1: GPU 0 (GPU-9) is in the baseline but not in these files");
	gb_roofs_free(&earlier);

	add(&earlier, made("GPU-1", "fp32", "OP/s", 100));
	add(&earlier, made("GPU-1", "dram.copy", "B/s", 100));
	gone.host = "node2";
	add(&earlier, gone);
	assert_int_equal(judge_fleet(&roofs, &earlier), 2);
	assert_string_equal(told[0], "node1: GPU 0 (GPU-1) dram.copy is not measured");
	assert_string_equal(told[1], "node1: GPU 0 (GPU-1) fp32 is not in OP/s, unlike that of others");
}

/* A card whose clock no load lowers has no such roof, and neither has a quick run; a slow card is found
 * nevertheless. */
ROOFS_TEST(a_burst_may_be_absent)
{
	add(&roofs, made("GPU-1", "fp32", "FLOP/s", 100));
	add(&earlier, made("GPU-1", "fp32", "FLOP/s", 100));
	add(&earlier, made("GPU-1", "fp32.burst", "FLOP/s", 110));
	assert_int_equal(judge_fleet(&roofs, &earlier), 0);
	add(&roofs, made("GPU-1", "fp32.burst", "FLOP/s", 50));
	assert_int_equal(judge_fleet(&roofs, &earlier), 3);
	assert_says(told[0], "fp32.burst");
}

ROOFS_TEST(what_one_of_two_lacks)
{
	struct gb_record suspect = made("GPU-2", "fp32", "FLOP/s", 100);

	suspect.status = GB_ROW_SUSPECT;
	suspect.reason = "it was warm";
	suspect.device = "1";
	add(&roofs, made("GPU-1", "fp32", "FLOP/s", 100));
	add(&roofs, suspect);
	add(&roofs, made("GPU-1", "fp64", "FLOP/s", 50));
	assert_int_equal(judge_fleet(&roofs, NULL), 2);
	assert_string_equal(told[0], "node1: GPU 1 (GPU-2) fp64 is not measured");
	assert_string_equal(told[1], "node1: GPU 1 (GPU-2) fp32 (suspect: it was warm)");
}

/* ---- peers ------------------------------------------------------------------------------------------------------- */

static int judge_fp32(const double *value, double max_drop)
{
	static const char *const names[] = { "GPU-1", "GPU-2", "GPU-3", "GPU-4", "GPU-5" };

	forget_roofs();
	for (size_t i = 0; value[i] > 0; i++) {
		struct gb_record record = between(names[i], 0.999 * value[i], value[i], 1.001 * value[i]);
		record.board = "A";
		add(&roofs, record);
	}
	return judge_by(&roofs, NULL, max_drop, NULL);
}

ROOFS_TEST(peers_are_the_others)
{
	assert_int_equal(judge_fp32((double[]){ 100, 100.1, 0 }, 0), 0);
	assert_int_equal(judge_fp32((double[]){ 100, 91, 0 }, 0), 2);
	assert_says(told[0], "they differ; which one is slow is unknown");
	assert_int_equal(judge_fp32((double[]){ 100, 91, 0 }, 0.05), 2);
	assert_int_equal(judge_fp32((double[]){ 100, 91, 100.1, 0 }, 0), 3);
	assert_string_equal(told[0], "node1: GPU 0 (GPU-2) fp32 9.0 % below its peers");
	assert_string_equal(told[1], ""); /* one slow peer out of two does not make others slow */
	assert_int_equal(judge_fp32((double[]){ 100, 91, 100.1, 91.1, 100, 0 }, 0), 3);
	assert_says(told[1], "GPU-4) fp32");
	assert_int_equal(judge_fp32((double[]){ 100, 91, 84, 0 }, 0), 2); /* all differ */
	assert_int_equal(judge_fp32((double[]){ 100, 99.9, 100.1, 0 }, 0), 0);
}

/* ---- the set ----------------------------------------------------------------------------------------------------- */

ROOFS_TEST(what_the_set_holds)
{
	static const char *const launch[] = { "launch" }, *const read[] = { "dram.read" };
	const struct gb_judge_set only = { .only = launch, .onlys = 1 }, without = { .without = read, .withouts = 1 };
	static const char *const names[] = { "dram.read", "launch.gap", "toy.add", "dram.copy", NULL };

	for (size_t i = 0; names[i] != NULL; i++) {
		add(&roofs, made("GPU-1", names[i], "B/s", i == 0 || i == 3 ? 100 : 50));
		add(&earlier, made("GPU-2", names[i], "B/s", 100));
		earlier.gpu[0].host = "site";
	}
	for (size_t i = 0; i < 2; i++)
		(i == 0 ? roofs : earlier).gpu[0].board = "A";
	/* The scatter of a plug-in's roof is unknown; launches depend on the host. */
	assert_int_equal(judge_by(&roofs, &earlier, 0, NULL), 0);
	assert_int_equal(judge_by(&roofs, &earlier, 0.05, NULL), 3);
	assert_says(told[0], "toy.add 50.0 %");
	assert_string_equal(told[1], "");
	assert_int_equal(judge_by(&roofs, &earlier, 0.05, &only), 3);
	assert_says(told[0], "launch.gap 50.0 %");
	roofs.gpu[0].roofs = 1; /* dram.read */
	assert_int_equal(judge_by(&roofs, &earlier, 0, &without), 2);
	assert_says(told[0], "dram.copy is not measured");
	assert_string_equal(told[1], "");
}

/* Cards of one board differ by 2 % in bursts: one reference gives no verdict, except on the work per cycle. */
ROOFS_TEST(one_card_is_a_reference_of_what_is_steady)
{
	struct gb_record slow = made("GPU-1", "tensor.fp16", "FLOP/s", 96),
			 before = made("GPU-2", "tensor.fp16", "FLOP/s", 100);

	slow.board = before.board = "A";
	before.host = "site";
	slow.sm_clock_slowest_hz = 0.96e9;
	before.sm_clock_slowest_hz = 1e9;
	add(&roofs, slow);
	add(&earlier, before);
	assert_int_equal(judge_by(&roofs, &earlier, 0, NULL), 0);
	gb_roofs_free(&roofs);
	slow.sm_clock_slowest_hz = 1e9; /* the clock is known, the work is not */
	add(&roofs, slow);
	assert_int_equal(judge_by(&roofs, &earlier, 0, NULL), 3);
	assert_says(told[0], "tensor.fp16, work per clock, 4.0 % below its baseline");
}

/* The verdict on a memory roof of a GPU whose own value was 100 GB/s in a quick run. */
static int after_a_quick_run(double value, const char *mode)
{
	struct gb_record record = made("GPU-1", "dram.write", "B/s", value * 1e9),
			 before = made("GPU-1", "dram.write", "B/s", 100e9);

	forget_roofs();
	record.lo = (value - 0.01) * 1e9;
	record.hi = (value + 0.01) * 1e9;
	record.mode = mode;
	before.mode = "quick";
	add(&roofs, record);
	add(&earlier, before);
	return judge_by(&roofs, &earlier, 0, NULL);
}

ROOFS_TEST(a_full_run_and_a_quick_one_may_differ_by_more)
{
	assert_int_equal(after_a_quick_run(99.5, "quick"), 0);
	assert_int_equal(after_a_quick_run(99.2, "quick"), 3);
	assert_int_equal(after_a_quick_run(99.2, "full"), 0);
	assert_int_equal(after_a_quick_run(99.2, NULL), 3); /* from an older version: unknown */
	assert_int_equal(after_a_quick_run(98.8, "full"), 3);
}

/* The verdict on a card at this clock, in GHz, whose earlier value was 100 TFLOP/s at 2.01 GHz; the rated clock is
 * 1.98. */
static int after_a_clock_above_the_rated(double ghz, double tflops, double max_drop)
{
	struct gb_record record = made("GPU-1", "tensor.fp64", "FLOP/s", tflops * 1e12),
			 before = made("GPU-1", "tensor.fp64", "FLOP/s", 100e12);

	forget_roofs();
	record.sm_clock_rated_hz = before.sm_clock_rated_hz = 1.98e9;
	record.sm_clock_hz = record.sm_clock_slowest_hz = 1e9 * ghz;
	before.sm_clock_hz = before.sm_clock_slowest_hz = 2.01e9;
	record.lo = (tflops - 0.01) * 1e12;
	record.hi = (tflops + 0.01) * 1e12;
	add(&roofs, record);
	add(&earlier, before);
	return judge_by(&roofs, &earlier, max_drop, NULL);
}

ROOFS_TEST(a_card_at_its_rated_clock_is_not_slow)
{
	assert_int_equal(after_a_clock_above_the_rated(1.98, 98.5, 0), 0);
	assert_int_equal(after_a_clock_above_the_rated(1.966, 97.8, 0), 0);
	assert_int_equal(after_a_clock_above_the_rated(1.95, 97, 0), 3);      /* two steps below */
	assert_int_equal(after_a_clock_above_the_rated(1.98, 97, 0), 3);      /* less work per clock */
	assert_int_equal(after_a_clock_above_the_rated(1.98, 98.5, 0.01), 3); /* the user decides */
}

ROOFS_TEST(two_cards_under_one_uuid)
{
	struct gb_record other = made("GPU-1", "fp32", "FLOP/s", 80);

	add(&earlier, made("GPU-1", "fp32", "FLOP/s", 100));
	add(&roofs, made("GPU-1", "fp32", "FLOP/s", 100));
	other.device = "1";
	add(&roofs, other);
	assert_int_equal(judge_fleet(&roofs, &earlier), 2);
	assert_says(told[0], "two cards have one UUID");
}

ROOFS_TEST(quantiles_of_few)
{
	assert_true(fabs(gb_student(1, 0.025) - 12.706) < 1e-3); /* as in the tables of textbooks */
	assert_true(fabs(gb_student(2, 0.025) - 4.303) < 1e-3);
	assert_true(fabs(gb_student(9, 0.025) - 2.262) < 1e-3);
	assert_true(fabs(gb_student(30, 0.0005) - 3.646) < 1e-3);
	assert_true(fabs(gb_student(GB_STUDENT_MAX + 1, 0.025) - 1.960) < 1e-3);
}

ROOFS_TEST(a_run_that_was_cut_short)
{
	add(&roofs, made("GPU-1", "fp32", "FLOP/s", 100));
	add(&earlier, made("GPU-1", "fp32", "FLOP/s", 100));
	add_points(&roofs.runs, "GPU-1", "run1", 1, 9);
	add_points(&earlier.runs, "GPU-1", "run0", 2, 10);
	gb_roofs_add_file(&roofs, "node7.csv", 0);
	assert_int_equal(judge_fleet(&roofs, &earlier), 2);
	assert_string_equal(told[0], "node7.csv: no row could be read: its node is not judged");
	/* The baseline would reveal the roofs that the run lacks. */
	assert_string_equal(
		told[1],
		"node1: GPU 0 (GPU-1) the run of the baseline was cut short: rows of 9 of 10 points (run run0)");
	assert_string_equal(told[2], "node1: GPU 0 (GPU-1) the run was cut short: rows of 9 of 10 points (run run1)");
	add(&earlier, made("GPU-1", "fp64", "FLOP/s", 50));
	add(&earlier, made("GPU-1", "int32", "OP/s", 50));
	judge_fleet(&roofs, &earlier);
	assert_string_equal(told[1], "node1: GPU 0 (GPU-1) 2 roofs are not measured: the run was cut short");
	judge_fleet(&roofs, NULL);
	assert_string_equal(told[1], "node1: GPU 0 (GPU-1) nothing to compare it with: no peer, and no --baseline");
}

/* common traits of slow GPUs */

/* Four racks of eight hosts with two GPUs each: those selected by `is_slow` are 10 % below, in two roofs. */
static void add_racks(bool is_slow(int rack, int host, int gpu), bool is_new(int rack, int host, int gpu))
{
	char name[32], uuid[32], device[8];

	for (int rack = 0; rack < 4; rack++)
		for (int host = 0; host < 8; host++)
			for (int gpu = 0; gpu < 2; gpu++) {
				const double part = is_slow(rack, host, gpu) ? 0.9 : 1;
				snprintf(name, sizeof name, "r%02dn%d", rack, host);
				snprintf(uuid, sizeof uuid, "GPU-%d%d%d", rack, host, gpu);
				snprintf(device, sizeof device, "%d", gpu);
				struct gb_record row = made(uuid, "fp32", "FLOP/s", 100 * part);
				row.host = name;
				row.device = device;
				row.driver = is_new(rack, host, gpu) ? "590.1" : "580.1";
				row.pci_bus_id = gpu == 0 ? "0000:18:00.0" : "0000:3b:00.0";
				add(&roofs, row);
				row.roof = "dram.read";
				row.unit = "B/s";
				row.value = 50 * part;
				row.lo = row.hi = NAN;
				row.point = "op=read,block=64";
				add(&roofs, row);
			}
}

static bool nowhere(int rack, int host, int gpu)
{
	return false;
}

static bool in_hot_rack(int rack, int host, int gpu)
{
	return rack == 2 && (host < 7 || gpu == 0);
}

static bool in_rack_and_at_random(int rack, int host, int gpu)
{
	return in_hot_rack(rack, host, gpu) || (rack == 0 && host == 3 && gpu == 1);
}

static bool with_odd_host(int rack, int host, int gpu)
{
	return (rack + host) % 3 == 0 && host % 2 == 0;
}

static bool at_random(int rack, int host, int gpu)
{
	return (rack == 0 && host == 3 && gpu == 1) || (rack == 1 && host == 6 && gpu == 0) ||
	       (rack == 3 && host == 1 && gpu == 1) || (rack == 2 && host == 2 && gpu == 0);
}

static bool both_of_a_host(int rack, int host, int gpu)
{
	return rack == 1 && host == 4;
}

static void judge_racks(bool is_slow(int, int, int), bool is_new(int, int, int))
{
	forget_roofs();
	add_racks(is_slow, is_new);
	assert_int_equal(judge_fleet(&roofs, NULL), 3);
}

ROOFS_TEST(a_hot_rack_is_one_cause)
{
	judge_racks(in_hot_rack, nowhere);
	assert_non_null(strstr(causes[0], "16 of 64 GPUs on hosts r02*: dram.read -10.00 % (-10.01 ... -9.99 %), 1 "
					  "more roof; by chance less than 1 in "));
	assert_string_equal(causes[1], "");
	assert_non_null(strstr(first_line, "2 of 2 roofs judged; slow: 16 of 64 GPUs on hosts r02*: dram.read -10"));
	judge_racks(in_rack_and_at_random, nowhere);
	assert_string_equal(causes[1], "");
	assert_non_null(strstr(first_line, "; 2 drops elsewhere"));
}

ROOFS_TEST(so_is_a_driver)
{
	judge_racks(with_odd_host, with_odd_host);
	assert_non_null(strstr(causes[0], "GPUs with driver 590.1: dram.read -10.00 % ("));
	assert_string_equal(causes[1], "");
}

/* One GPU in sixteen, each in a different rack: nothing suggests a common cause, not even the common model. */
ROOFS_TEST(what_has_no_cause)
{
	judge_racks(at_random, nowhere);
	assert_string_equal(causes[0], "");
	assert_non_null(strstr(first_line, "and 7 more of 4 GPUs"));
}

ROOFS_TEST(two_gpus_are_too_few_for_a_cause)
{
	judge_racks(both_of_a_host, nowhere);
	assert_string_equal(causes[0], "");
}

/* Each new GPU alone is within the scatter of the old ones. */
ROOFS_TEST(a_delivery_is_compared_with_the_last)
{
	char uuid[32];

	for (int i = 0; i < 32; i++) {
		snprintf(uuid, sizeof uuid, "GPU-old-%02d", i);
		struct gb_record old = made(uuid, "dram.read", "B/s", 1000 + i % 8);
		old.host = "node0";
		add(&earlier, old);
		snprintf(uuid, sizeof uuid, "GPU-new-%02d", i);
		add(&roofs, made(uuid, "dram.read", "B/s", 996 + i % 8));
	}
	assert_int_equal(judge_fleet(&roofs, &earlier), 0);
	assert_non_null(strstr(first_line, "no GPU is slow by itself; differs: 32 GPUs of "));
	assert_non_null(strstr(first_line, " against 32 of the baseline: dram.read -0.40 % ("));
}

/* The work per clock of a hot card equals that of others. */
ROOFS_TEST(a_card_that_throttles_does_not_pass)
{
	static const char *const other[] = { "dram" };
	const struct gb_judge_set set = { .only = other, .onlys = 1 };
	struct gb_record record = between("GPU-1", 99, 100, 101);

	add(&earlier, between("GPU-1", 99, 100, 101));
	record.status = GB_ROW_SUSPECT;
	record.throttle = "sw_power_cap|hw_thermal_slowdown";
	add(&roofs, record);
	assert_int_equal(judge_fleet(&roofs, &earlier), 3);
	assert_string_equal(first_line,
			    "1 of 1 roof judged; throttled: node1: GPU 0 (GPU-1) hardware or thermal slowdown "
			    "in 1 roof, first fp32");
	assert_int_equal(judge_by(&roofs, &earlier, 0.05, &set), 2); /* nothing is asked for */
}

/* The words of a reason are not a verdict. */
ROOFS_TEST(words_about_a_slowdown_are_no_verdict)
{
	struct gb_record record = between("GPU-1", 99, 100, 101);

	add(&earlier, between("GPU-1", 99, 100, 101));
	record.throttle = "sw_power_cap";
	record.reason = "no hardware or thermal slowdown";
	add(&roofs, record);
	assert_int_equal(judge_fleet(&roofs, &earlier), 0);
}
