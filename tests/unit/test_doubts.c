/* Doubts about a measurement, its limit and the state of the card, by hand. */
#include "support.h"
#include "engine/doubts_remarks.h"
#include "engine/row.h"
#include "engine/task_row.h"

static const struct gb_measurement measured = {
	.launches = 10,
	.value = { .count = 20, .median = 90, .min = 80, .max = 99, .lo = 88, .hi = 92, .spread = 0.02 },
	.sm_hz = 1.5e9,
	.sm_hz_spread = 0.001,
	.sm_hz_drift = 0.001,
	.steady = true,
	.stop = GB_STOP_CONVERGED,
};

static const struct gb_conditions unknown = {
	.power_w = NAN, .power_limit_w = NAN, .others = -1, .temperature_rise = NAN, .ecc_errors = NAN, .doubt = ""
};

static void judge(struct gb_record *record, enum gb_quantity quantity, const struct gb_measurement *m, double limit,
		  const struct gb_conditions *conditions, char text[GB_RECORD_REASON])
{
	gb_row_measurement(record, record->roof, quantity, m, text);
	gb_doubts_measurement(record, m, limit, conditions, text);
}

static struct gb_record judged(enum gb_quantity quantity, struct gb_measurement m, double limit, bool slowdown)
{
	static char reason[GB_RECORD_REASON];
	struct gb_record record = gb_record_empty();
	struct gb_conditions conditions = unknown;

	conditions.slowdown = slowdown;
	judge(&record, quantity, &m, limit, &conditions, reason);
	return record;
}

TEST(a_good_row)
{
	const struct gb_record r = judged(GB_BANDWIDTH, measured, 100, false);

	assert_int_equal(r.status, GB_ROW_OK);
	assert_string_equal(r.reason, "");
	assert_string_equal(r.metric, "bandwidth");
	assert_string_equal(r.unit, "B/s");
	assert_string_equal(r.origin, "measured");
	assert_string_equal(r.stop, "converged");
	assert_same(r.value, 90);
	assert_same(r.lo, 88);
	assert_same(r.hi, 92);
	assert_same(r.min, 80);
	assert_same(r.max, 99);
	assert_same(r.samples, 20);
	assert_same(r.spread, 0.02);
	assert_same(r.limit, 100);
	assert_same(r.fraction, 0.9);
	assert_same(r.sm_clock_hz, 1.5e9);
}

static struct gb_record metric_of(const struct gb_metric *metric, const char *status)
{
	static char reason[GB_RECORD_REASON];
	struct gb_record r = judged(GB_BANDWIDTH, measured, 100, false);

	r.roof = "some";
	r.status = gb_row_status_read(status);
	snprintf(reason, sizeof reason, "%s", strcmp(status, "ok") == 0 ? "" : "so it is");
	gb_row_metric(&r, metric, reason);
	gb_doubts_limit(&r, metric->limit, reason);
	return r;
}

TEST(metrics_by_hand)
{
	struct gb_record r = metric_of(&(struct gb_metric){ "sectors", "1", GB_EXACT, 4, 0 }, "ok");
	assert_string_equal(r.metric, "sectors");
	assert_string_equal(r.origin, "modelled");
	assert_string_equal(r.unit, "1");
	assert_same(r.value, 4);
	assert_unknown(r.lo);
	assert_unknown(r.max);
	assert_unknown(r.samples);
	assert_unknown(r.limit); /* not the main row's */
	assert_unknown(r.fraction);
	assert_string_equal(r.roof, "");
	r = metric_of(&(struct gb_metric){ "moved", "B/s", GB_TIMES, 2, 200 }, "ok");
	assert_string_equal(r.origin, "derived");
	assert_same(r.value, 180);
	assert_same(r.lo, 176);
	assert_same(r.hi, 184);
	assert_same(r.min, 160);
	assert_same(r.max, 198);
	assert_same(r.samples, 20);
	assert_same(r.fraction, 0.9);
	assert_same(r.sm_clock_hz, 1.5e9);
	r = metric_of(&(struct gb_metric){ "each", "cycles", GB_OVER, 90, 0.5 }, "ok");
	assert_same(r.value, 1);
	assert_same(r.lo, 90.0 / 92);
	assert_same(r.hi, 90.0 / 88);
	assert_same(r.min, 90.0 / 99);
	assert_same(r.max, 90.0 / 80);
	assert_same(r.fraction, 0.5); /* less is better */
	assert_int_equal(r.status, GB_ROW_OK);
}

/* A card held to three quarters of its clock reaches its full limit at that clock, and three quarters of the rated
 * limit. */
TEST(the_rated_limit_shows_a_clock_held_back)
{
	struct gb_record r = judged(GB_BANDWIDTH, measured, 90, false);

	assert_unknown(r.fraction_rated);
	r.fraction_rated = gb_record_fraction(&r, 120);
	assert_same(r.fraction, 1);
	assert_same(r.fraction_rated, 0.75);
	r.fraction_rated = gb_record_fraction(&r, NAN);
	assert_unknown(r.fraction_rated);
	r = judged(GB_SECONDS, measured, 45, false);
	r.fraction_rated = gb_record_fraction(&r, 30);
	assert_same(r.fraction_rated, 30.0 / 90);
	r = judged(GB_BANDWIDTH, measured, NAN, false);
	r.fraction_rated = gb_record_fraction(&r, 120);
	assert_unknown(r.fraction_rated);
}

TEST(metrics_share_the_doubts_of_their_row)
{
	struct gb_record r = metric_of(&(struct gb_metric){ "moved", "B/s", GB_TIMES, 2, 170 }, "suspect");
	assert_int_equal(r.status, GB_ROW_SUSPECT);
	assert_string_equal(r.reason, "so it is; 5.88 % better than the physical limit");
	r = metric_of(&(struct gb_metric){ "moved", "B/s", GB_TIMES, 2, 170 }, "ok");
	assert_int_equal(r.status, GB_ROW_SUSPECT);
}

static void expect_clock(const struct gb_measurement *m, const struct gb_conditions *conditions, const char *roof,
			 enum gb_row_status status, const char *says)
{
	static char reason[GB_RECORD_REASON];
	struct gb_record r = gb_record_empty();

	r.roof = roof;
	judge(&r, GB_BANDWIDTH, m, 100, conditions, reason);
	assert_int_equal(r.status, status);
	assert_int_equal(r.doubts, status == GB_ROW_OK ? 0 : GB_DOUBT_BIT(GB_DOUBT_CLOCK));
	assert_string_equal(r.reason, says);
}

TEST(a_clock_that_moves)
{
	struct gb_measurement m = measured;
	struct gb_conditions c = unknown;

	m.sm_hz_spread = 0.026;
	expect_clock(&m, &c, "", GB_ROW_SUSPECT, "the SM clock moved by 2.6 % between samples");
	c.power_cap = true;
	expect_clock(&m, &c, "", GB_ROW_OK,
		     "the SM clock moved by 2.6 % between samples while the driver reported a power cap");
	c.power_w = 650;
	c.power_limit_w = 700;
	expect_clock(&m, &c, "", GB_ROW_OK, "the SM clock moved by 2.6 % between samples at the power cap");
	c.power_cap = false; /* the driver reported it only at another moment */
	expect_clock(&m, &c, "", GB_ROW_OK, "the SM clock moved by 2.6 % between samples at the power cap");
	/* The clock of a link does not follow. */
	c.over_a_link = true;
	c.power_w = NAN;
	expect_clock(&m, &c, "", GB_ROW_OK, "the SM clock moved by 2.6 % between samples");
}

/* The clock of a roof may move between steps, but must have settled; a point of a curve has no time for that. */
TEST(a_clock_at_the_power_cap)
{
	struct gb_measurement m = measured;
	struct gb_conditions c = unknown;

	c.power_cap = true;
	c.power_w = 650;
	c.power_limit_w = 700;
	m.sm_hz_spread = 0.213;
	expect_clock(&m, &c, "gemm.int8", GB_ROW_OK, "the SM clock moved by 21.3 % between samples at the power cap");
	m.sm_hz_drift = -0.034;
	expect_clock(&m, &c, "gemm.int8", GB_ROW_SUSPECT,
		     "the SM clock fell by 3.4 % during a visit at the power cap: it had not settled");
	m.sm_hz_drift = 0.034;
	expect_clock(&m, &c, "gemm.int8", GB_ROW_SUSPECT,
		     "the SM clock rose by 3.4 % during a visit at the power cap: it had not settled");
	expect_clock(&m, &c, "", GB_ROW_OK, "the SM clock moved by 21.3 % between samples at the power cap");
}

/* A roof whose samples do not follow the clock, or whose work per clock does not, stays valid. */
TEST(a_roof_that_is_known_whatever_the_clock_did)
{
	static const struct {
		double half, per_clock_half, range;
		enum gb_row_status status;
		const char *reason;
	} cases[] = {
		{ 0.8, NAN, 3.6, GB_ROW_OK, "the SM clock moved by 4.0 % between samples" },
		{ 1.1, NAN, 3.6, GB_ROW_SUSPECT, "the SM clock moved by 4.0 % between samples" },
		{ 1.1, NAN, 1.9, GB_ROW_SUSPECT, "the SM clock moved by 4.0 % between samples" },
		{ 1.1, NAN, 1.7, GB_ROW_OK, "the SM clock moved by 4.0 % between samples" },
		{ 1.1, 0.01, 3.6, GB_ROW_OK, "the SM clock moved by 4.0 % between samples" },
		{ 4.5, 0.01, 3.6, GB_ROW_OK,
		  "the SM clock moved by 4.0 % between samples; its interval is +-5.0 %: the clock differed, the work "
		  "per clock did not" },
		{ 4.5, 0.03, 3.6, GB_ROW_SUSPECT,
		  "the SM clock moved by 4.0 % between samples; its interval is +-5.0 %: its samples "
		  "or visits differ" },
	};
	static char reason[GB_RECORD_REASON];

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct gb_measurement m = measured;
		struct gb_record r = gb_record_empty();

		m.sm_hz_spread = 0.04;
		m.value.lo = 90 - cases[i].half;
		m.value.hi = 90 + cases[i].half;
		m.value.min = 90 - cases[i].range / 2;
		m.value.max = 90 + cases[i].range / 2;
		m.per_clock = (struct gb_summary){ .median = 2,
						   .lo = 2 - cases[i].per_clock_half,
						   .hi = 2 + cases[i].per_clock_half };
		r.roof = "fp32";
		judge(&r, GB_BANDWIDTH, &m, 100, &unknown, reason);
		gb_doubts_interval(&r, reason);
		assert_int_equal(r.status, cases[i].status);
		assert_string_equal(r.reason, cases[i].reason);
	}
}

TEST(fractions_of_what_should_be_low)
{
	assert_same(judged(GB_SECONDS, measured, 45, false).fraction, 0.5);
	assert_int_equal(judged(GB_CYCLES, measured, 45, false).status, GB_ROW_OK);
	assert_int_equal(judged(GB_CYCLES, measured, 95, false).status, GB_ROW_SUSPECT);
	assert_int_equal(judged(GB_BANDWIDTH, measured, 45, false).status, GB_ROW_SUSPECT);
}

TEST(a_limit_that_is_none_is_unknown)
{
	static const double limits[] = { 0, INFINITY };

	for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
		const struct gb_record r = judged(GB_BANDWIDTH, measured, limits[i], false);

		assert_unknown(r.limit);
		assert_unknown(r.fraction);
		assert_int_equal(r.status, GB_ROW_OK);
	}
}

TEST(the_limit_has_a_tolerance)
{
	assert_int_equal(judged(GB_BANDWIDTH, measured, 90 / 1.0029, false).status, GB_ROW_OK);
	assert_int_equal(judged(GB_BANDWIDTH, measured, 90 / 1.0031, false).status, GB_ROW_SUSPECT);
	assert_string_equal(judged(GB_BANDWIDTH, measured, 80, false).reason, "12.50 % better than the physical limit");
	/* The limit is doubted before the value, which is suspect nevertheless. */
	assert_string_equal(judged(GB_BANDWIDTH, measured, 90 / 1.19, false).reason,
			    "19.00 % better than the physical limit");
	assert_string_equal(judged(GB_BANDWIDTH, measured, 45, false).reason,
			    "100.00 % better than the physical limit, so the limit itself is doubtful");
	assert_int_equal(judged(GB_BANDWIDTH, measured, 45, false).status, GB_ROW_SUSPECT);
}

TEST(every_doubt_is_told)
{
	struct gb_measurement m = measured;

	m.sm_hz_spread = 0.05;
	m.steady = false;
	m.stop = GB_STOP_BUDGET;
	const struct gb_record r = judged(GB_BANDWIDTH, m, 80, true);
	assert_int_equal(r.status, GB_ROW_SUSPECT);
	assert_string_equal(r.stop, "budget");
	assert_says(r.reason, "12.50 % better than the physical limit; the SM clock moved by 5.0 % between samples; ");
	assert_says(r.reason, "slowdown");
	assert_says(r.reason, "never steady");
	assert_same(r.value, 90); /* the number still stands */
}

/* Transfers in both directions are noisy all the time. */
TEST(a_roof_that_is_never_steady_but_known)
{
	static char reason[GB_RECORD_REASON];
	struct gb_measurement m = measured;
	struct gb_record r = gb_record_empty();

	m.steady = false;
	judge(&r, GB_BANDWIDTH, &m, 100, &unknown, reason);
	assert_int_equal(r.status, GB_ROW_SUSPECT);
	r.roof = "transfer.both";
	m.value.lo = 89.2;
	m.value.hi = 90.8;
	judge(&r, GB_BANDWIDTH, &m, 100, &unknown, reason);
	assert_int_equal(r.status, GB_ROW_OK);
	assert_string_equal(r.reason, "times were never steady in the warm-up");
	m.value.hi = 94;
	judge(&r, GB_BANDWIDTH, &m, 100, &unknown, reason);
	assert_int_equal(r.status, GB_ROW_SUSPECT);
	assert_int_equal(r.doubts, GB_DOUBT_BIT(GB_DOUBT_UNSTEADY));
}

TEST(an_unknown_clock_is_no_doubt)
{
	struct gb_measurement m = measured;

	m.sm_hz = m.sm_hz_spread = m.sm_hz_drift = NAN;
	assert_int_equal(judged(GB_BANDWIDTH, m, 100, false).status, GB_ROW_OK);
	assert_unknown(judged(GB_BANDWIDTH, m, 100, false).sm_clock_hz);
}

/* events around the measurement */

static char reason[GB_RECORD_REASON];

static struct gb_record judged_under(struct gb_conditions conditions)
{
	struct gb_record record = gb_record_empty();

	judge(&record, GB_BANDWIDTH, &measured, 100, &conditions, reason);
	assert_same(record.value, 90); /* whatever it was */
	return record;
}

#define NO_TEXT(...)                     \
	{                                \
		.doubt = "", __VA_ARGS__ \
	}

/* Each one alone; an empty reason means no doubt. */
TEST(what_goes_on_around_a_point_is_suspect)
{
	static const struct {
		struct gb_conditions conditions;
		const char *why;
	} cases[] = {
		{ NO_TEXT(.mem_clock_hz = NAN), "" },
		{ NO_TEXT(.others = 1), "1 other compute process on the GPU" },
		{ NO_TEXT(.others = 3), "3 other compute processes on the GPU" },
		{ NO_TEXT(.others = -1), "" }, /* unknown is not a doubt */
		{ NO_TEXT(.workers = 1), "1 other process worked on the GPU during the point" },
		{ NO_TEXT(.workers = 1, .others = 1), "1 other compute process on the GPU" }, /* it is still there */
		{ NO_TEXT(.workers = -1, .others = -1), "" },
		{ NO_TEXT(.busy = 5), "" },
		{ NO_TEXT(.busy = 6), "the GPU was busy with other work (6 %) before the first launch" },
		{ NO_TEXT(.busy = -1), "" },
		{ NO_TEXT(.mem_clock_hz = 3.201e9), "" }, /* nothing to compare with */
		{ NO_TEXT(.mem_clock_hz = 3.201e9, .mem_clock_rated_hz = 3.201e9), "" },
		{ NO_TEXT(.mem_clock_hz = 3.1e9, .mem_clock_rated_hz = 3.201e9), "" }, /* as a GeForce does */
		{ NO_TEXT(.mem_clock_hz = 3e9, .mem_clock_rated_hz = 3.201e9),
		  "memory clock 3000 MHz below rated 3201 MHz" },
		{ NO_TEXT(.mem_clock_hz = 4e9, .mem_clock_rated_hz = 3.201e9), "" },
		{ NO_TEXT(.mem_clock_hz = NAN, .mem_clock_rated_hz = 3.201e9), "" },
		{ NO_TEXT(.temperature_rise = 25), "" },
		{ NO_TEXT(.temperature_rise = 26), "the GPU warmed by 26 degrees during the point" },
		{ NO_TEXT(.temperature_rise = -30), "" },
		{ NO_TEXT(.temperature_rise = NAN), "" },
		{ NO_TEXT(.ecc_errors = 1), "1 memory errors (ECC) during the point" },
		{ NO_TEXT(.ecc_errors = -4), "" }, /* the driver was reloaded, so nothing is known */
		{ NO_TEXT(.ecc_errors = NAN), "" },
		{ NO_TEXT(.lost = 0.019), "" },
		{ NO_TEXT(.lost = 0.07), "other work on this host took 7 % of the cores' time" },
		{ NO_TEXT(.slowdown = true), "hardware or thermal slowdown" },
		{ { .slowdown = true, .doubt = "half of the memory" },
		  "hardware or thermal slowdown; half of the memory" },
		{ { .doubt = "half of the memory" }, "half of the memory" },
	};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		const bool is_good = cases[i].why[0] == '\0';
		assert_int_equal(judged_under(cases[i].conditions).status, is_good ? GB_ROW_OK : GB_ROW_SUSPECT);
		assert_string_equal(reason, cases[i].why);
	}
}

TEST(all_doubts_at_once)
{
	char doubt[GB_ERROR_TEXT];
	const struct gb_conditions c = {
		.slowdown = true,
		.others = 2,
		.workers = 3,
		.busy = 90,
		.mem_clock_hz = 1e9,
		.mem_clock_rated_hz = 2e9,
		.temperature_rise = 30,
		.ecc_errors = 5,
		.lost = 0.5,
		.doubt = doubt,
	};

	memset(doubt, 'x', sizeof doubt - 1);
	doubt[sizeof doubt - 1] = '\0';
	assert_int_equal(judged_under(c).status, GB_ROW_SUSPECT);
	assert_says(reason,
		    "slowdown; 2 other compute processes on the GPU; 3 other processes worked on the GPU during "
		    "the point; the GPU was busy with other work (90 %) before the first launch; memory clock "
		    "1000 MHz below rated 2000 MHz; the GPU warmed by 30 degrees during the point; 5 memory "
		    "errors (ECC) during the point; other work on this host took 50 % of the cores' time; xxx");
	assert_true(strlen(reason) < sizeof reason); /* the last reason is cut, and nothing is overrun */
}

/* The plug-in's text about a point far below its limit is the reason of such rows, and of no others. */
TEST(a_value_far_below_its_limit_is_explained)
{
	static struct gb_task_row row;
	static struct gb_records made;
	const struct gb_record *records = made.record;

	row.record = judged(GB_BANDWIDTH, measured, 200, false);
	row.remark = "one element a thread";
	row.metric[0] = (struct gb_metric){ "sectors", "1", GB_EXACT, 4, 0 };
	row.metric[1] = (struct gb_metric){ "moved", "B/s", GB_TIMES, 2, 200 };
	row.metrics = 2;
	assert_int_equal(gb_task_row_records(&row, &made), 3);
	assert_string_equal(records[0].reason, "one element a thread");
	assert_int_equal(records[0].status, GB_ROW_OK);
	assert_string_equal(records[1].reason, "");
	assert_string_equal(records[2].reason, "");
	row.remark = NULL;
	gb_task_row_records(&row, &made);
	assert_string_equal(records[0].reason, "");
}

/* A short load may exceed what the card keeps for a long one. */
TEST(power_and_clock_above_their_limits_are_named)
{
	struct gb_record r = gb_record_empty();
	struct gb_clocks clocks = {
		.limit_rated = NAN, .limit_matrix = NAN, .matrix_hz = NAN, .power_w = 760, .power_limit_w = 700
	};

	reason[0] = '\0';
	r.sm_clock_hz = 1.995e9;
	r.sm_clock_rated_hz = 1.98e9;
	gb_remarks_clocks(&r, &clocks, reason);
	assert_string_equal(reason, "");
	r.sm_clock_hz = 2.067e9;
	clocks.power_w = 823;
	gb_remarks_clocks(&r, &clocks, reason);
	assert_string_equal(reason, "drew 823 W, above the power limit of 700 W; "
				    "most SMs ran at 2.067 GHz, above the rated 1.980 GHz");
}
