/* Conclusions from the rows of `latency`: the levels of the ladder, their capacity, and the steps of the address
 * translation. */
#include <stdlib.h>

#include "../common/findings.h"
#include "../common/plateau.h"
#include "state.h"

/* Translation costs no more while the latencies stay within this factor. */
#define STEP 0.02
/* The reach of the nearer translations ends where a load takes this much longer than with FAIR_PAGES pages. Each page
 * has one line, so these are enough for a fair sample of the slices. */
#define FIRST_STEP 0.01
#define FAIR_PAGES 64
/* A plateau that extends beyond this many times the L2 belongs to DRAM, wherever it begins: sets slightly larger than
 * L2 may be part of it. */
#define BEYOND 1.1

/* ---- rows -------------------------------------------------------------------------------------------------------- */

/* The points that have a value of `axis`, which exists for only one kind of memory. */
static void collect(const struct gb_row *rows, size_t count, uint32_t axis, struct ladder *ladder)
{
	size_t kept = 0;

	ladder->count = 0;
	for (size_t i = 0; i < count; i++) {
		struct rung *rung =
			gb_row_has_at(&rows[i], axis) ? rung_of(ladder, (double)gb_row_value_at(&rows[i], axis)) : NULL;
		if (rung != NULL && strcmp(rows[i].metric, "cycles") == 0) {
			rung->row = &rows[i];
			rung->cycles = rows[i].value;
		} else if (rung != NULL && strcmp(rows[i].metric, "latency") == 0) {
			rung->latency = &rows[i];
		}
	}
	for (size_t i = 0; i < ladder->count; i++)
		if (ladder->rung[i].row != NULL)
			ladder->rung[kept++] = ladder->rung[i];
	ladder->count = kept;
	qsort(ladder->rung, ladder->count, sizeof ladder->rung[0], by_size);
}

/* ---- levels ------------------------------------------------------------------------------------------------------ */

static struct gb_finding *tell_value(struct findings *f, const char *point, const char *metric, const char *unit,
				     const struct gb_row *row, const char *roof, const char *remark)
{
	struct gb_finding *finding = findings_add(f, metric, unit, row->value, row, "%s", point);

	finding->lo = row->lo;
	finding->hi = row->hi;
	finding->roof = roof;
	snprintf(finding->remark, sizeof finding->remark, "%s", remark);
	return finding;
}

/* A level and, if it is not obvious, the common property of its sets. */
static const struct level {
	const char *name, *roof, *seconds_roof, *remark;
} levels[] = {
	{ "l1", "l1.latency", NULL, "" },
	{ "l2", "l2.latency", NULL, "; lines of both halves; the near half keeps copies of far lines" },
	{ "l2_mixed", NULL, NULL,
	  "; a mixture: near lines come from DRAM and far lines from the far half of L2; memory=halves reports each" },
	{ "dram", NULL, "dram.latency", "; lines of both halves, the mean of near and far" },
	{ .name = NULL },
};

static const struct level *level_named(const char *name)
{
	const struct level *level = levels;

	while (level->name != NULL && strcmp(level->name, name) != 0)
		level++;
	return level;
}

/* Caches run at or near the SM clock, so their latency is constant in cycles. The latency of DRAM is constant in
 * seconds. */
static void tell_level(struct findings *f, const struct ladder *ladder, const struct plateau *p,
		       const struct level *level)
{
	const struct rung *middle = &ladder->rung[p->middle];
	struct gb_finding *told;
	char point[64], remark[256];

	snprintf(point, sizeof point, "level=%s", level->name);
	snprintf(remark, sizeof remark, "the median of a plateau of %zu sizes from %.0f to %.0f bytes%s",
		 p->last - p->first + 1, ladder->rung[p->first].x, ladder->rung[p->last].x, level->remark);
	told = tell_value(f, point, "cycles", "cycles", middle->row, level->roof, remark);
	plateau_interval(ladder, p, false, &told->lo, &told->hi);
	if (middle->latency == NULL)
		return;
	told = tell_value(f, point, "latency", "s", middle->latency, level->seconds_roof, remark);
	plateau_interval(ladder, p, true, &told->lo, &told->hi);
}

/* A level holds at least the last set that runs at the speed of its plateau, and less than the next set. */
static void tell_capacity(struct findings *f, const struct ladder *ladder, const struct plateau *p, const char *level)
{
	const size_t last = level_ends(ladder, p);
	const struct rung *held = &ladder->rung[last], *next = held + 1;
	struct gb_finding capacity = { .metric = "capacity", .unit = "B", .from = held->row };

	if (last + 1 == ladder->count)
		return;
	snprintf(capacity.point, sizeof capacity.point, "level=%s", level);
	snprintf(capacity.remark, sizeof capacity.remark,
		 "by latency: %.1f cycles with the largest set that fits, %.1f with the next", held->cycles,
		 next->cycles);
	f->count += bracket_tell(&capacity, "capacity_below", held->x, next->x, &f->out[f->count]);
}

static void conclude_levels(struct findings *f, const struct gb_device *device, const struct ladder *ladder)
{
	static const char *const between[] = { "l2", "l2_mixed" };
	struct plateau plateau[LEVELS_MAX];
	const size_t count = find_plateaus(ladder, plateau);
	size_t l2 = 0;

	for (size_t i = 0; i < count; i++) {
		const double begins = ladder->rung[plateau[i].first].x, ends = ladder->rung[plateau[i].last].x;
		const char *level = NULL;
		if (i == 0 && begins < (double)device->l1_bytes)
			level = "l1";
		else if (ends > BEYOND * (double)device->l2_bytes)
			level = i + 1 == count ? "dram" : NULL;
		else if (l2 < sizeof between / sizeof between[0])
			level = between[l2++];
		if (level == NULL)
			continue;
		tell_level(f, ladder, &plateau[i], level_named(level));
		if (strcmp(level, "dram") != 0)
			tell_capacity(f, ladder, &plateau[i], level);
	}
}

/* ---- translation ------------------------------------------------------------------------------------------------- */

/* The memory that translations reach: at least to this rung, and less than to the next. */
static void tell_reach(struct findings *f, const struct ladder *ladder, size_t last, const char *point)
{
	const struct rung *in = &ladder->rung[last], *beyond = in + 1;
	struct gb_finding reach = { .metric = "reach", .unit = "B", .from = in->row };

	snprintf(reach.point, sizeof reach.point, "%s", point);
	snprintf(reach.remark, sizeof reach.remark, "%.1f cycles with %.0f pages, %.1f with %.0f", in->cycles, in->x,
		 beyond->cycles, beyond->x);
	f->count +=
		bracket_tell(&reach, "reach_below", in->x * (double)PAGE, beyond->x * (double)PAGE, &f->out[f->count]);
}

/* The end of the longest flat run. */
static void conclude_step(struct findings *f, const struct ladder *ladder, const char *point)
{
	size_t last = 0, best = 0;

	for (size_t first = 0; first < ladder->count; first++) {
		const size_t end = flat_until(ladder, first, STEP);
		if (end - first + 1 > best) {
			best = end - first + 1;
			last = end;
		}
	}
	if (best >= PLATEAU_POINTS && last + 1 < ladder->count)
		tell_reach(f, ladder, last, point);
}

/* A smaller step before that of conclude_step(), or the same if there is no other. */
static void conclude_first_step(struct findings *f, const struct ladder *ladder, const char *point)
{
	size_t first = 0, last;

	while (first < ladder->count && ladder->rung[first].x < FAIR_PAGES)
		first++;
	for (last = first; last + 1 < ladder->count; last++)
		if (ladder->rung[last + 1].cycles > (1 + FIRST_STEP) * ladder->rung[first].cycles)
			break;
	if (last + 1 < ladder->count)
		tell_reach(f, ladder, last, point);
}

/* ---- halves ------------------------------------------------------------------------------------------------------ */

/* The mean, least and greatest value over the SMs, for one metric of the points of `memory=halves` with such lines. */
struct of_sms {
	double mean, half, least, most;
	size_t count;
	const struct gb_row *from;
};

static struct of_sms of_sms(const struct gb_row *rows, size_t count, enum lines lines, const char *metric)
{
	struct of_sms s = { .least = (double)INFINITY };
	double sum = 0, squares = 0;

	for (size_t i = 0; i < count; i++) {
		if (!gb_row_has(&rows[i], lines) || gb_row_value(&rows[i], lines) != (int64_t)lines ||
		    strcmp(rows[i].metric, metric) != 0)
			continue;
		sum += rows[i].value;
		squares += (rows[i].hi - rows[i].lo) * (rows[i].hi - rows[i].lo) / 4;
		s.least = fmin(s.least, rows[i].value);
		s.most = fmax(s.most, rows[i].value);
		s.from = &rows[i];
		s.count++;
	}
	s.mean = s.count > 0 ? sum / (double)s.count : (double)NAN;
	s.half = s.count > 0 ? sqrt(squares) / (double)s.count : (double)NAN;
	return s;
}

/* The interval is that of the SMs' mean; separate rows show how SMs differ. */
static void tell_of_sms(struct findings *f, const struct gb_row *rows, size_t count, enum lines lines,
			const char *metric, const char *unit, const char *roof)
{
	static const char *const points[] = { [L2_NEAR] = "lines=l2_near",
					      [L2_FAR] = "lines=l2_far",
					      [DRAM_NEAR] = "lines=dram_near",
					      [DRAM_FAR] = "lines=dram_far" };
	const struct of_sms s = of_sms(rows, count, lines, metric);
	struct gb_finding *told;

	if (s.count == 0)
		return;
	told = findings_add(f, metric, unit, s.mean, s.from, "%s", points[lines]);
	told->lo = s.mean - s.half;
	told->hi = s.mean + s.half;
	told->roof = roof;
	snprintf(told->remark, sizeof told->remark, "the mean of %zu SMs in both halves", s.count);
	if (strcmp(unit, "cycles") != 0)
		return;
	const double ends[2] = { s.least, s.most };
	for (int most = 0; most < 2; most++) {
		told = findings_add(f, most ? "cycles_most" : "cycles_least", unit, ends[most], s.from, "%s",
				    points[lines]);
		snprintf(told->remark, sizeof told->remark, "of single SMs");
	}
}

static void conclude_halves(struct findings *f, const struct gb_row *rows, size_t count)
{
	static const char *const cycles[] = {
		[L2_NEAR] = "l2.latency_near", [L2_FAR] = "l2.latency_far", [DRAM_NEAR] = NULL, [DRAM_FAR] = NULL
	};
	static const char *const seconds[] = {
		[L2_NEAR] = NULL, [L2_FAR] = NULL, [DRAM_NEAR] = "dram.latency_near", [DRAM_FAR] = "dram.latency_far"
	};

	for (enum lines lines = L2_NEAR; lines <= DRAM_FAR; lines++) {
		tell_of_sms(f, rows, count, lines, "cycles", "cycles", cycles[lines]);
		tell_of_sms(f, rows, count, lines, "latency", "s", seconds[lines]);
	}
}

/* ---- all findings ------------------------------------------------------------------------------------------------ */

/* Shared memory has one latency, measured by a chain of addresses. */
static void conclude_shared(struct findings *f, const struct gb_row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (gb_row_has(&rows[i], chain) && gb_row_value(&rows[i], chain) == 0 &&
		    strcmp(rows[i].metric, "cycles") == 0)
			tell_value(f, "level=shared", "cycles", "cycles", &rows[i], "shared.latency",
				   "a chain of addresses");
}

size_t latency_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
			struct gb_finding out[GB_FINDINGS_MAX])
{
	struct findings f = { out, 0 };
	struct ladder ladder;

	conclude_shared(&f, rows, count);
	collect(rows, count, GB_AT(set), &ladder);
	conclude_levels(&f, device, &ladder);
	conclude_halves(&f, rows, count);
	collect(rows, count, GB_AT(l1_pages), &ladder);
	conclude_step(&f, &ladder, "translation=l1_hits");
	collect(rows, count, GB_AT(l2_pages), &ladder);
	conclude_first_step(&f, &ladder, "translation=l2_hits_first");
	conclude_step(&f, &ladder, "translation=l2_hits");
	return f.count;
}
