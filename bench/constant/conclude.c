/* Conclusions from the rows of `constant`: cycles per pass, the levels of both cache hierarchies, and the cost of
 * loading an operand. */
#include "../common/findings.h"
#include "../common/plateau.h"
#include "state.h"

/* Collects the cycles of the points with a value of `axis`, by size. Unless `other` is `axis`, its value must be
 * `value`. */
static void collect(const struct gb_row *rows, size_t count, uint32_t axis, uint32_t other, int64_t value,
		    struct ladder *ladder)
{
	ladder->count = 0;
	for (size_t i = 0; i < count; i++) {
		if (!gb_row_has_at(&rows[i], axis) || strcmp(rows[i].metric, "cycles") != 0 ||
		    (other != axis && gb_row_value_at(&rows[i], other) != value))
			continue;
		struct rung *rung = rung_of(ladder, (double)gb_row_value_at(&rows[i], axis));
		if (rung != NULL) {
			rung->row = &rows[i];
			rung->cycles = rows[i].value;
		}
	}
	qsort(ladder->rung, ladder->count, sizeof ladder->rung[0], by_size);
}

/* ---- passes ------------------------------------------------------------------------------------------------------ */

/* A request to n words takes n passes. The cycles per pass are the median over all n, and the deviation is the largest
 * one. */
static void conclude_passes(struct findings *f, struct ladder *ladder, const char *point)
{
	size_t farthest = 0;
	double most = 0;

	if (ladder->count < PLATEAU_POINTS)
		return;
	for (size_t i = 0; i < ladder->count; i++)
		ladder->rung[i].cycles /= ladder->rung[i].x;
	const struct rung *middle = &ladder->rung[middle_of(ladder, 0, ladder->count - 1)];
	for (size_t i = 0; i < ladder->count; i++) {
		const double apart = fabs(ladder->rung[i].cycles / middle->cycles - 1);
		if (apart > most) {
			most = apart;
			farthest = i;
		}
	}
	struct gb_finding *finding =
		findings_add(f, "cycles_per_pass", "cycles", middle->cycles, middle->row, "%s", point);
	finding->lo = middle->row->lo / middle->x;
	finding->hi = middle->row->hi / middle->x;
	snprintf(finding->remark, sizeof finding->remark, "the median of %zu numbers of distinct words", ladder->count);
	finding = findings_add(f, "passes_deviation", "1", most, ladder->rung[farthest].row, "%s", point);
	finding->lo = finding->hi = most;
	snprintf(finding->remark, sizeof finding->remark,
		 "the largest deviation from n passes: %.0f distinct words, %.3f cycles each", ladder->rung[farthest].x,
		 ladder->rung[farthest].cycles);
}

/* ---- levels ------------------------------------------------------------------------------------------------------ */

/* A level holds at least the last set that runs at the speed of the plateau, and less than the next set. */
static void tell_capacity(struct findings *f, const struct ladder *ladder, size_t last, const char *point)
{
	const struct rung *held = &ladder->rung[last], *next = held + 1;
	struct gb_finding capacity = { .metric = "capacity", .unit = "B", .from = held->row };

	snprintf(capacity.point, sizeof capacity.point, "%s", point);
	snprintf(capacity.remark, sizeof capacity.remark,
		 "%.3f cycles with the largest size that fits, %.3f with the next", held->cycles, next->cycles);
	f->count += bracket_tell(&capacity, "capacity_below", held->x, next->x, &f->out[f->count]);
}

/* Levels are numbered from the nearest one. `what` in their names is "constant" or "code". */
static void conclude_levels(struct findings *f, const struct ladder *ladder, const char *what, const char *more)
{
	struct plateau plateau[LEVELS_MAX];
	const size_t count = find_plateaus(ladder, plateau);
	char point[96];

	for (size_t i = 0; i < count; i++) {
		const struct rung *middle = &ladder->rung[plateau[i].middle];
		const size_t last = level_ends(ladder, &plateau[i]);
		snprintf(point, sizeof point, "level=%s_%zu%s", what, i + 1, more);
		struct gb_finding *finding =
			findings_add(f, "cycles", "cycles", middle->row->value, middle->row, "%s", point);
		plateau_interval(ladder, &plateau[i], false, &finding->lo, &finding->hi);
		snprintf(finding->remark, sizeof finding->remark,
			 "the median of a plateau of %zu sizes from %.0f to %.0f bytes",
			 plateau[i].last - plateau[i].first + 1, ladder->rung[plateau[i].first].x,
			 ladder->rung[plateau[i].last].x);
		if (last + 1 == ladder->count)
			continue;
		tell_capacity(f, ladder, last, point);
	}
}

/* ---- operands ---------------------------------------------------------------------------------------------------- */

static void conclude_operands(struct findings *f, const struct ladder *ladder)
{
	if (ladder->count == 0 || ladder->rung[0].x > SOURCE_register)
		return;
	const struct gb_row *base = ladder->rung[0].row;
	for (size_t i = 1; i < ladder->count; i++) {
		const struct gb_row *row = ladder->rung[i].row;
		struct gb_finding *finding = findings_add(f, "slowdown", "1", row->value / base->value, row,
							  "operand=%s", constant_sources[(int)ladder->rung[i].x]);
		finding->lo = row->lo / base->hi;
		finding->hi = row->hi / base->lo;
		snprintf(finding->remark, sizeof finding->remark,
			 "cycles per multiply-add, relative to operands in registers");
	}
}

size_t constant_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
			 struct gb_finding out[GB_FINDINGS_MAX])
{
	static const int64_t apart[] = { 4, 64 }, warps[] = { 4, 8, 16, 32 };
	struct findings f = { out, 0 };
	struct ladder ladder;
	char words[64];

	for (size_t i = 0; i < sizeof apart / sizeof apart[0]; i++) {
		collect(rows, count, GB_AT(distinct), GB_AT(apart), apart[i], &ladder);
		snprintf(words, sizeof words, "measure=divided,apart=%d", (int)apart[i]);
		conclude_passes(&f, &ladder, words);
	}
	collect(rows, count, GB_AT(set), GB_AT(set), 0, &ladder);
	conclude_levels(&f, &ladder, "constant", "");
	collect(rows, count, GB_AT(operand), GB_AT(operand), 0, &ladder);
	conclude_operands(&f, &ladder);
	for (size_t i = 0; i < sizeof warps / sizeof warps[0]; i++) {
		collect(rows, count, GB_AT(body), GB_AT(warps), warps[i], &ladder);
		snprintf(words, sizeof words, ",warps=%d", (int)warps[i]);
		conclude_levels(&f, &ladder, "code", words);
	}
	return f.count;
}
