/* What the rows of `latency` say together: the levels of the ladder, what they hold, and the steps of the
 * translation. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common/plateau.h"
#include "state.h"

/* Translation costs no more as long as loads stay as near as this to each other. */
#define STEP 0.02
/* A plateau that lasts beyond so many times the L2 is DRAM's, wherever it begins: sets a little larger than L2 may
 * belong to it. */
#define BEYOND 1.1

struct findings {
	struct gb_finding *out;
	size_t count;
};

/* ---- rows ---------------------------------------------------------------------------------------------------------- */

/* The points that have a value of `axis`, which exists in one kind of memory alone. */
static void collect(const struct gb_row *rows, size_t count, const char *axis, struct ladder *ladder)
{
	size_t kept = 0;

	ladder->count = 0;
	for (size_t i = 0; i < count; i++) {
		struct rung *rung =
			gb_row_has(&rows[i], axis) ? rung_of(ladder, (double)gb_row_value(&rows[i], axis)) : NULL;
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

/* ---- levels -------------------------------------------------------------------------------------------------------- */

static struct gb_finding *add(struct findings *f, const char *point, const char *metric, const char *unit,
			      const struct gb_row *from)
{
	struct gb_finding *finding = &f->out[f->count++];

	*finding = (struct gb_finding){ .metric = metric, .unit = unit, .from = from };
	snprintf(finding->point, sizeof finding->point, "%s", point);
	return finding;
}

static void tell_value(struct findings *f, const char *point, const char *metric, const char *unit,
		       const struct gb_row *row, const char *roof, const char *remark)
{
	struct gb_finding *finding = add(f, point, metric, unit, row);

	finding->value = row->value;
	finding->lo = row->lo;
	finding->hi = row->hi;
	finding->roof = roof;
	snprintf(finding->remark, sizeof finding->remark, "%s", remark);
}

/* Caches run at the SMs' clock, or near it, and their latency is one in cycles; that of DRAM is one in seconds. */
static void tell_level(struct findings *f, const struct ladder *ladder, const struct plateau *p, const char *level)
{
	static const struct {
		const char *level, *roof;
	} roofs[] = { { "l1", "l1.latency" }, { "l2", "l2.latency" }, { "l2_far", "l2_far.latency" } };
	const struct rung *middle = &ladder->rung[p->middle];
	const bool dram = strcmp(level, "dram") == 0;
	const char *roof = NULL;
	char point[64], remark[128];

	for (size_t i = 0; i < sizeof roofs / sizeof roofs[0]; i++)
		roof = strcmp(level, roofs[i].level) == 0 ? roofs[i].roof : roof;
	snprintf(point, sizeof point, "level=%s", level);
	snprintf(remark, sizeof remark, "the median of a plateau of %zu sizes from %.0f to %.0f bytes",
		 p->last - p->first + 1, ladder->rung[p->first].x, ladder->rung[p->last].x);
	tell_value(f, point, "cycles", "cycles", middle->row, roof, remark);
	if (middle->latency != NULL)
		tell_value(f, point, "latency", "s", middle->latency, dram ? "dram.latency" : NULL, remark);
}

/* What a level holds: at least the last set that was as fast as its plateau, and less than the next one. */
static void tell_capacity(struct findings *f, const struct ladder *ladder, const struct plateau *p, const char *level)
{
	const size_t last = level_ends(ladder, p);
	char point[64];

	if (last + 1 == ladder->count)
		return;
	snprintf(point, sizeof point, "level=%s", level);
	struct gb_finding *finding = add(f, point, "capacity", "B", ladder->rung[last].row);
	finding->lo = ladder->rung[last].x;
	finding->hi = ladder->rung[last + 1].x;
	finding->value = (finding->lo + finding->hi) / 2;
	snprintf(finding->remark, sizeof finding->remark,
		 "the knee: %.1f cycles with the smaller size, %.1f with the larger", ladder->rung[last].cycles,
		 ladder->rung[last + 1].cycles);
}

static void conclude_levels(struct findings *f, const struct gb_device *device, const struct ladder *ladder)
{
	static const char *const between[] = { "l2", "l2_far", "l2_third" };
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
		tell_level(f, ladder, &plateau[i], level);
		if (strcmp(level, "dram") != 0)
			tell_capacity(f, ladder, &plateau[i], level);
	}
}

/* ---- translation --------------------------------------------------------------------------------------------------- */

/* How much memory translations reach before a load takes longer: up to the end of the longest run that is flat. */
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
	if (best < PLATEAU_POINTS || last + 1 == ladder->count)
		return;
	const struct rung *in = &ladder->rung[last], *beyond = in + 1;
	struct gb_finding *finding = add(f, point, "reach", "B", in->row);
	finding->lo = in->x * (double)PAGE;
	finding->hi = beyond->x * (double)PAGE;
	finding->value = (finding->lo + finding->hi) / 2;
	snprintf(finding->remark, sizeof finding->remark, "%.1f cycles with %.0f pages, %.1f with %.0f", in->cycles,
		 in->x, beyond->cycles, beyond->x);
}

/* ---- all ----------------------------------------------------------------------------------------------------------- */

/* Shared memory has one latency: that of a chain of addresses. */
static void conclude_shared(struct findings *f, const struct gb_row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (gb_row_has(&rows[i], "chain") && gb_row_value(&rows[i], "chain") == 0 &&
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
	collect(rows, count, "set", &ladder);
	conclude_levels(&f, device, &ladder);
	collect(rows, count, "l1_pages", &ladder);
	conclude_step(&f, &ladder, "translation=l1_hits");
	collect(rows, count, "l2_pages", &ladder);
	conclude_step(&f, &ladder, "translation=l2_hits");
	return f.count;
}
