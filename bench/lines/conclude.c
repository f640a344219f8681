/* Conclusions from the rows of `lines`: the size of a fetch and of a line, the number of lines without a conflict, the
 * bits of the hash, the ways of L2. */
#include "../common/findings.h"
#include "../common/median.h"
#include "state.h"

/* Shares of hits: below HALF accesses count as misses; from ALL on, all of them count as hits; FALL is the drop between
 * two strides that counts. */
#define HALF 0.5
#define ALL  0.98
#define FALL 0.1

static bool is_of(const struct gb_row *row, enum measure measure, const char *metric)
{
	return gb_row_value(row, measure) == measure && strcmp(row->metric, metric) == 0;
}

/* The row with the next greater value along an axis, with the same level and spacing; NULL: none. */
static const struct gb_row *next_row(const struct gb_row *rows, size_t count, enum measure measure, const char *metric,
				     uint32_t axis, int64_t after, int64_t level, int64_t spacing)
{
	const struct gb_row *best = NULL;

	for (size_t i = 0; i < count; i++) {
		const struct gb_row *row = &rows[i];
		if (!is_of(row, measure, metric) || gb_row_value_at(row, axis) <= after ||
		    (level >= 0 && gb_row_value(row, level) != level) ||
		    (spacing >= 0 && gb_row_value(row, spacing) != spacing))
			continue;
		if (best == NULL || gb_row_value_at(row, axis) < gb_row_value_at(best, axis))
			best = row;
	}
	return best;
}

/* The first distance at which the second word misses. */
static void tell_fetch(struct findings *f, const struct gb_row *rows, size_t count, int64_t level)
{
	const struct gb_row *row = next_row(rows, count, FETCH, "hits", GB_AT(distance), -1, level, -1);

	while (row != NULL && row->value >= HALF)
		row = next_row(rows, count, FETCH, "hits", GB_AT(distance), gb_row_value(row, distance), level, -1);
	if (row == NULL)
		return;
	struct gb_finding *finding = findings_add(f, "fetch_bytes", "B", (double)gb_row_value(row, distance), row,
						  "measure=fetch,level=%s", lines_levels[level]);
	snprintf(finding->remark, sizeof finding->remark, "the smallest measured distance that a miss does not fetch");
}

/* The last stride at which fewer words stay in the cache than at the previous stride. */
static void tell_line(struct findings *f, const struct gb_row *rows, size_t count, int64_t level)
{
	const struct gb_row *before = next_row(rows, count, TAGS, "hits", GB_AT(stride), -1, level, -1), *row,
			    *fall = NULL;

	for (; before != NULL; before = row) {
		row = next_row(rows, count, TAGS, "hits", GB_AT(stride), gb_row_value(before, stride), level, -1);
		if (row != NULL && row->value < before->value - FALL)
			fall = row;
	}
	if (fall == NULL)
		return;
	struct gb_finding *finding = findings_add(f, "line_bytes", "B", (double)gb_row_value(fall, stride), fall,
						  "measure=tags,level=%s", lines_levels[level]);
	snprintf(finding->remark, sizeof finding->remark,
		 "up to this stride fewer and fewer words stay in the cache; beyond it their number is constant");
}

/* The largest number of lines at a spacing that stay in the cache, and the smallest number that do not. */
static void tell_ways(struct findings *f, const struct gb_row *rows, size_t count, int64_t level, int64_t spacing)
{
	const struct gb_row *row = next_row(rows, count, WAYS, "hits", GB_AT(count), -1, level, spacing), *held = NULL;

	while (row != NULL && row->value >= ALL) {
		held = row;
		row = next_row(rows, count, WAYS, "hits", GB_AT(count), gb_row_value(row, count), level, spacing);
	}
	if (held == NULL)
		return;
	struct gb_finding as = {
		.metric = "conflict_free", .unit = "1", .lo = (double)NAN, .hi = (double)NAN, .from = held
	};
	snprintf(as.point, sizeof as.point, "measure=ways,level=%s,spacing=%lld", lines_levels[level],
		 (long long)spacing);
	if (row != NULL) {
		f->count += bracket_tell(&as, "conflict_free_below", (double)gb_row_value(held, count),
					 (double)gb_row_value(row, count), &f->out[f->count]);
		return;
	}
	as.value = gb_row_value(held, count);
	snprintf(as.remark, sizeof as.remark, "all lines that were tried stay in the cache");
	f->out[f->count++] = as;
}

/* The share of hits for the smallest set that does not fit. */
static void tell_replacement(struct findings *f, const struct gb_row *rows, size_t count)
{
	const struct gb_row *row = next_row(rows, count, REPLACEMENT, "hits", GB_AT(overload), -1, -1, -1);

	while (row != NULL && row->value >= ALL)
		row = next_row(rows, count, REPLACEMENT, "hits", GB_AT(overload), gb_row_value(row, overload), -1, -1);
	if (row == NULL)
		return;
	struct gb_finding *finding = findings_add(f, "kept", "1", row->value, row, "measure=replacement,overload=%lld",
						  (long long)gb_row_value(row, overload));
	snprintf(finding->remark, sizeof finding->remark,
		 "share of hits in the smallest set that does not fit; a cache that evicts the least recently used "
		 "line has no hits");
}

static void tell_hash(struct findings *f, const struct gb_row *rows, size_t count)
{
	const struct gb_row *row = next_row(rows, count, HASH, "moved", GB_AT(bit), -1, -1, -1), *last = NULL;
	char bits[128] = "";
	uint32_t found = 0;

	for (; row != NULL; row = next_row(rows, count, HASH, "moved", GB_AT(bit), gb_row_value(row, bit), -1, -1)) {
		last = row;
		if (row->value < HALF)
			continue;
		found++;
		snprintf(bits + strlen(bits), sizeof bits - strlen(bits), " %lld", (long long)gb_row_value(row, bit));
	}
	if (last == NULL)
		return;
	struct gb_finding *finding = findings_add(f, "hash_bits", "1", found, last, "measure=hash");
	snprintf(finding->remark, sizeof finding->remark, "bits that move more than half of all lines:%s", bits);
}

/* The ways of L2: the number of lines of one set that stay. Also the share of hits with one line more. */
static void tell_set(struct findings *f, const struct gb_row *rows, size_t count)
{
	const struct gb_row *row = next_row(rows, count, SET, "hits", GB_AT(lines), -1, -1, -1), *held = NULL;

	while (row != NULL && row->value >= ALL) {
		held = row;
		row = next_row(rows, count, SET, "hits", GB_AT(lines), gb_row_value(row, lines), -1, -1);
	}
	if (held == NULL || row == NULL)
		return;
	const struct gb_finding as = { .point = "measure=set",
				       .metric = "ways",
				       .unit = "1",
				       .from = held,
				       .remark = "lines of one set of L2 that all stay when they are read in turn" };
	f->count += bracket_tell(&as, "ways_below", (double)gb_row_value(held, lines), (double)gb_row_value(row, lines),
				 &f->out[f->count]);
	struct gb_finding *finding = findings_add(f, "set_kept", "1", row->value, row, "measure=set,lines=%lld",
						  (long long)gb_row_value(row, lines));
	snprintf(finding->remark, sizeof finding->remark,
		 "share of hits with the smallest number of lines that do not all stay; a cache that evicts the least "
		 "recently used line, or the oldest one, has no hits");
}

/* The median size of the minimal sets that evict a line, and the range of sizes. */
static void tell_eviction(struct findings *f, const struct gb_row *rows, size_t count)
{
	double sizes[TARGETS];
	const struct gb_row *from = NULL;
	uint32_t found = 0;

	for (size_t i = 0; i < count; i++) {
		if (!is_of(&rows[i], EVICTION, "set_lines") || found == TARGETS)
			continue;
		from = &rows[i];
		sizes[found++] = from->value;
	}
	if (found == 0)
		return;
	double least = sizes[0], most = sizes[0];
	for (uint32_t i = 0; i < found; i++) {
		least = fmin(least, sizes[i]);
		most = fmax(most, sizes[i]);
	}
	struct gb_finding *finding =
		findings_add(f, "set_lines", "1", values_median(sizes, found), from, "measure=eviction");
	snprintf(finding->remark, sizeof finding->remark,
		 "size of a minimal set of lines that evicts a line of L2: the median of %u targets, from %.0f to %.0f",
		 found, least, most);
}

/* Like tell_fetch(), for loads with a prefetch size. */
static void tell_promotion(struct findings *f, const struct gb_row *rows, size_t count, int64_t bytes)
{
	const struct gb_row *nearest = NULL;

	for (size_t i = 0; i < count; i++) {
		if (!is_of(&rows[i], PROMOTION, "hits") || gb_row_value(&rows[i], promotion) != bytes ||
		    rows[i].value >= HALF)
			continue;
		if (nearest == NULL || gb_row_value(&rows[i], distance) < gb_row_value(nearest, distance))
			nearest = &rows[i];
	}
	if (nearest == NULL)
		return;
	struct gb_finding *finding = findings_add(f, "fetch_bytes", "B", (double)gb_row_value(nearest, distance),
						  nearest, "measure=promotion,promotion=%d", (int)bytes);
	snprintf(finding->remark, sizeof finding->remark,
		 "the smallest measured distance that a miss does not fetch, with loads that ask for %d bytes",
		 (int)bytes);
}

static void tell_camping(struct findings *f, const struct gb_row *rows, size_t count)
{
	const struct gb_row *least = NULL, *most = NULL;

	for (size_t i = 0; i < count; i++) {
		if (!is_of(&rows[i], CAMPING, "bandwidth"))
			continue;
		least = least == NULL || rows[i].value < least->value ? &rows[i] : least;
		most = most == NULL || rows[i].value > most->value ? &rows[i] : most;
	}
	if (least == most)
		return;
	struct gb_finding *finding =
		findings_add(f, "camping", "1", least->value / most->value, least, "measure=camping");
	snprintf(finding->remark, sizeof finding->remark, "the slowest stride, %lld B, against the fastest, %lld B",
		 (long long)gb_row_value(least, apart), (long long)gb_row_value(most, apart));
}

size_t lines_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		      struct gb_finding out[GB_FINDINGS_MAX])
{
	struct findings f = { out, 0 };

	for (int64_t level = L1; level <= L2; level++) {
		tell_fetch(&f, rows, count, level);
		tell_line(&f, rows, count, level);
		for (int64_t spacing = 1024; spacing <= 2097152; spacing *= 2)
			tell_ways(&f, rows, count, level, spacing);
	}
	tell_replacement(&f, rows, count);
	tell_hash(&f, rows, count);
	tell_camping(&f, rows, count);
	tell_eviction(&f, rows, count);
	tell_set(&f, rows, count);
	for (int64_t bytes = 64; bytes <= 256; bytes *= 2)
		tell_promotion(&f, rows, count, bytes);
	return f.count;
}
