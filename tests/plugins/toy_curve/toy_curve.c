/* toy_curve: a plug-in for tests whose points have several metrics, and which draws conclusions from its rows. With
 * `end` it fails to do so in every possible way. */
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include "../toy/toy.h"
#include "../../../bench/common/limits.h"
#include "gpubench.h"

enum toy_end { WELL, CRASH, EMPTY, ENDLESS, BEYOND, UNCOUNTED, TWINS, UNFOUND, UNFOUNDED, WILD };
static const char *const ends[] = { [WELL] = "well",
				    [CRASH] = "crash",
				    [EMPTY] = "empty",
				    [ENDLESS] = "endless",
				    [BEYOND] = "beyond",
				    [UNCOUNTED] = "uncounted",
				    [TWINS] = "twins",
				    [UNFOUND] = "unfound",
				    [UNFOUNDED] = "unfounded",
				    [WILD] = "wild",
				    NULL };
enum { READ_TIME, RATE };
static const char *const whats[] = { [READ_TIME] = "time", [RATE] = "rate", NULL };

struct point {
	uint32_t size;
	int what;
	enum toy_end end;
};

static const struct gb_axis axes[] = {
	{ GB_AXIS(size), .unit = "words", .help = "words that are worked on", .values = "64,128,256" },
	{ GB_AXIS(what), .help = "what is measured", .names = whats, .full = "rate" },
	{ GB_AXIS(end), .help = "how the conclusions end", .names = ends, .full = "well" },
	{ .name = NULL },
};

struct state {
	gb_ptr in, out;
	struct gb_kernel kernel;
};

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(gb_alloc(run, TOY_WORDS * sizeof(int), &s->in));
	GB_TRY(gb_alloc(run, TOY_WORDS * sizeof(int), &s->out));
	GB_TRY(gb_fill(run, s->in, 1, TOY_WORDS * sizeof(int)));
	return gb_find_kernel(run, "toy_add", &s->kernel);
}

static int launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct toy_args args = { gb_address(s->in), gb_address(s->out), (unsigned int)gb_value(run, size) };

	return gb_launch(run, &s->kernel, (struct gb_shape){ .grid = 1, .block = 256 }, &args);
}

static int verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	unsigned int out[TOY_WORDS];

	GB_TRY(gb_fill_output(run, s->out, 0xff, sizeof out));
	GB_TRY(launch(run));
	GB_TRY(gb_copy_out(run, out, s->out, sizeof out));
	for (int64_t i = 0; i < gb_value(run, size); i++)
		if (out[i] != 0x01010101u + TOY_ADD)
			return gb_fail(run, "word %lld is %u", (long long)i, out[i]);
	return GB_OK;
}

static enum gb_quantity measures(const struct gb_run *run)
{
	return gb_value(run, what) == READ_TIME ? GB_SECONDS : GB_BANDWIDTH;
}

static struct gb_cost cost(const struct gb_run *run)
{
	return (struct gb_cost){ .bytes = 8.0 * (double)gb_value(run, size) };
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	if (gb_value(run, what) == READ_TIME)
		return 0;
	const int64_t end = gb_value(run, end);
	out[0] = (struct gb_metric){ "words", "1", GB_EXACT, end == UNCOUNTED ? NAN : (double)gb_value(run, size), 0 };
	out[1] = (struct gb_metric){ "moved", "B/s", GB_TIMES, 2, end == BEYOND };
	out[2] = (struct gb_metric){ end == TWINS ? "moved" : "cost", "s", GB_OVER, 8, 0 };
	return 3;
}

static bool is_concluded(int64_t end)
{
	return end == WELL || end == UNFOUND || end == UNFOUNDED || end == WILD;
}

/* Sets a missing value, a row that was not given, or a name at an invalid address. */
static void spoil_finding(struct gb_finding *finding, int64_t end, const struct gb_row *beyond)
{
	static volatile uintptr_t nowhere = 16; /* a compiler that knew the address would warn */

	if (end == UNFOUND) {
		finding->value = NAN;
		finding->remark[0] = '\0';
	}
	if (end == UNFOUNDED)
		finding->from = beyond;
	if (end == WILD)
		finding->unit = (const char *)nowhere;
}

static size_t conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX])
{
	const struct gb_row *best = NULL;

	for (size_t i = 0; i < count; i++) {
		if (gb_row_value(&rows[i], end) == CRASH)
			raise(SIGSEGV);
		while (gb_row_value(&rows[i], end) == ENDLESS)
			pause();
		if (is_concluded(gb_row_value(&rows[i], end)) && rows[i].metric[0] == 'b' &&
		    (best == NULL || rows[i].value > best->value))
			best = &rows[i];
	}
	if (best == NULL)
		return 0;
	out[0] = (struct gb_finding){ .metric = "bandwidth",
				      .unit = "B/s",
				      .value = best->value,
				      .lo = best->lo,
				      .hi = best->hi,
				      .roof = "toy.best",
				      .from = best,
				      .limit = 1e9 };
	snprintf(out[0].point, sizeof out[0].point, "size=%lld", (long long)gb_row_value(best, size));
	snprintf(out[0].remark, sizeof out[0].remark, "the best of %zu rows on %d SMs", count, device->sm_count);
	spoil_finding(&out[0], gb_row_value(best, end), rows + count);
	return 1;
}

GB_BENCH(toy_curve) = {
	GB_IDENTITY(toy_curve),
	.summary = "a plug-in for the tests with metrics and conclusions",
	.method = "Adds to the words of a small array.",
	.quantity = GB_BANDWIDTH,
	.axes = axes,
	.variants = gb_variants_toy_curve,
	.state_size = sizeof(struct state),
	.setup = setup,
	.launch = launch,
	.verify = verify,
	.cost = cost,
	.limit = limit_unknown,
	.measures = measures,
	.metrics = metrics,
	.conclude = conclude,
};
