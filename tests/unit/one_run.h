/* one_run.h: the benchmark of bench.h, which tests change, in a run on a card of its own. */
#pragma once

#include "bench.h"

static struct gb_open_device card;
static struct gb_run run;
static struct gb_bench bench;

static inline int open_card(void)
{
	fake_reset();
	bench = bench_good();
	return gb_device_open(&card, &fake_ops, 0, &error);
}

static inline int open_run(void)
{
	return gb_run_open(&run, &card, &bench, &bench_variants[0], &error);
}

static inline void open_run_at(const struct gb_point *point)
{
	assert_ok(open_run(), error);
	assert_ok(gb_run_point(&run, point), error);
}

static inline int close_card(void)
{
	if (run.state != NULL)
		gb_run_close(&run);
	gb_device_close(&card);
	return fake_reset() ? 0 : -1; /* something was left over */
}

#define RUN_TEST(name) TEST_WITH(name, open_card, close_card)
