/* Changes on many GPUs at once: planted ones that no single GPU shows, and fleets in which nothing changed. */
#include "past/finds.h"

#include "normal.h"
#include "base/text.h"
#include "roofs_made.h"

/* Runs of a GPU scatter by 0.65 % in this roof: a step of 1 % is within the range of a single GPU. */
#define ROOF  "tensor.fp16"
#define NOISE 0.0065

/* A fleet with one run per day. The first of every `each` GPUs (0: none) gets another driver on `day`, or up to
 * `rollout` days later, and with it changes by `part`. Hosts of rack r1 change by `rack` on `day`, and all GPUs by
 * `drift` from the first day to the last. */
struct plan {
	int gpus, days, each, rollout, day;
	double part, rack, drift, common;
	uint64_t seed;
};

static double level_of(const struct plan *plan, int gpu, int day, bool *is_new)
{
	const int begins = plan->day + (plan->rollout > 0 ? gpu % plan->rollout : 0);
	const bool in_rack = gpu % 4 == 1;
	double level = 1 + plan->drift * day / plan->days;

	*is_new = plan->each > 0 && gpu % plan->each == 0 && day >= begins;
	level += *is_new ? plan->part : 0;
	return level + (in_rack && day >= plan->day ? plan->rack : 0);
}

static void make(struct gb_history *h, const struct plan *plan)
{
	uint64_t seed = plan->seed;
	double own[200];

	for (int gpu = 0; gpu < plan->gpus; gpu++)
		own[gpu] = 1 + 0.01 * normal(&seed);
	for (int day = 0; day < plan->days; day++) {
		const double together = plan->common * normal(&seed);
		for (int gpu = 0; gpu < plan->gpus; gpu++) {
			char uuid[16], run[24], host[16], time[40];
			bool is_new;
			snprintf(uuid, sizeof uuid, "GPU-%03d", gpu);
			snprintf(run, sizeof run, "%d-%d", gpu, day);
			snprintf(host, sizeof host, "r%dn%02d", gpu % 4, gpu / 4);
			snprintf(time, sizeof time, "2026-%02d-%02dT06:00:00.000Z", 1 + day / 28, 1 + day % 28);
			const double level = level_of(plan, gpu, day, &is_new);
			struct gb_record r = made(uuid, ROOF, "FLOP/s",
						  8e14 * own[gpu] * (level + together + NOISE * normal(&seed)));
			r.run_id = run;
			r.host = host;
			r.board = "board-1";
			r.time_utc = time;
			r.driver = is_new ? "590" : "580";
			assert_ok(gb_history_add(h, &r, &error), error);
		}
	}
	gb_history_settle(h);
}

static size_t count_changed(const struct gb_history *h)
{
	size_t changed = 0;

	for (size_t i = 0; i < h->count; i++)
		changed += h->series[i].steps + h->series[i].drifts > 0;
	return changed;
}

static void assert_finds(const struct gb_history *h, const char *wanted)
{
	char all[2048] = "", text[512];

	for (size_t i = 0; i < h->finds; i++) {
		gb_history_tell_find(&h->find[i], text, sizeof text);
		gb_text_add(all, sizeof all, "%s\n", text);
	}
	assert_string_equal(all, wanted);
}

/* ---- planted ----------------------------------------------------------------------------------------------------- */

TEST(driver_is_named)
{
	FREED_BY(gb_history_free) struct gb_history h = { 0 };

	make(&h, &(struct plan){ .gpus = 30, .days = 40, .each = 1, .day = 20, .part = -0.012, .seed = 1 });
	assert_in_range(count_changed(&h), 20, 30);
	assert_int_equal(h.finds, 1);
	assert_string_equal(h.find[0].value, "driver 580 -> 590");
	assert_true(fabs(h.find[0].part + 0.012) < 0.002);
	assert_true(h.find[0].moved > 25 && h.find[0].of == 30);
}

/* A rollout over one week to a fourth of the fleet; the rest stays unchanged. */
TEST(rollout_is_found)
{
	FREED_BY(gb_history_free) struct gb_history h = { 0 };

	make(&h,
	     &(struct plan){ .gpus = 120, .days = 50, .each = 4, .rollout = 7, .day = 20, .part = -0.012, .seed = 2 });
	assert_int_equal(h.finds, 1);
	assert_string_equal(h.find[0].value, "driver 580 -> 590");
	assert_int_equal(h.find[0].of, 30);
	assert_true(h.find[0].last > h.find[0].first);
}

TEST(rack_is_named)
{
	FREED_BY(gb_history_free) struct gb_history h = { 0 };

	make(&h, &(struct plan){ .gpus = 120, .days = 40, .day = 15, .rack = -0.015, .seed = 3 });
	assert_int_equal(h.finds, 1);
	assert_false(h.find[0].is_drift);
	assert_string_equal(h.find[0].what, "on hosts");
	assert_true(h.find[0].length == 2 && strncmp(h.find[0].value, "r1", 2) == 0);
	assert_int_equal(h.find[0].of, 30);
}

TEST(drift_is_no_step)
{
	FREED_BY(gb_history_free) struct gb_history h = { 0 };

	make(&h, &(struct plan){ .gpus = 30, .days = 80, .drift = -0.02, .seed = 4 });
	assert_int_equal(h.finds, 1);
	assert_true(h.find[0].is_drift);
	assert_null(h.find[0].what);
	assert_true(fabs(h.find[0].part + 0.02) < 0.003);
}

TEST(a_line_says_it)
{
	struct gb_history_find find = { .name = "NVIDIA H200",
					.board = "b",
					.roof = "dram.read",
					.unit = "B/s",
					.roofs = 3,
					.what = "with",
					.value = "driver 580 -> 590",
					.length = 17,
					.first = 1769839200,
					.last = 1769839200,
					.part = -0.01,
					.lo = -0.012,
					.hi = -0.008,
					.moved = 29,
					.of = 30 };
	struct gb_history h = { .find = &find, .finds = 1 };

	assert_finds(&h,
		     "29 of 30 GPUs of NVIDIA H200, board b with driver 580 -> 590: dram.read -1.0 % (-1.2 ... -0.8 %) "
		     "from 2026-01-31 on, and 2 roofs more\n");
}

/* ---- healthy ----------------------------------------------------------------------------------------------------- */

TEST(healthy_fleets_are_quiet)
{
	for (uint64_t seed = 1; seed <= 200; seed++) {
		struct gb_history h = { 0 };
		make(&h, &(struct plan){ .gpus = 30, .days = 30, .each = seed % 2 ? 2 : 0, .day = 15, .seed = seed });
		assert_finds(&h, "");
		gb_history_free(&h);
	}
}

TEST(what_all_share_by_day_is_no_step)
{
	size_t finds = 0;

	for (uint64_t seed = 1; seed <= 200; seed++) {
		struct gb_history h = { 0 };
		make(&h, &(struct plan){ .gpus = 30, .days = 30, .each = 1, .day = 15, .common = 0.01, .seed = seed });
		finds += h.finds;
		gb_history_free(&h);
	}
	assert_int_equal(finds, 0);
}

TEST(four_gpus_are_no_pool)
{
	FREED_BY(gb_history_free) struct gb_history h = { 0 };

	make(&h, &(struct plan){ .gpus = 4, .days = 40, .each = 1, .day = 20, .part = -0.01, .seed = 1 });
	assert_int_equal(h.finds, 0);
}
