/* conclude.c: the bandwidth and capacity of each cache level, from the ladders of all sizes. */
#include "../common/ladder.h"
#include "state.h"

static void collect_ladder(const struct gb_device *device, const struct gb_row *rows, size_t count, enum walk walk,
			   struct ladder *out)
{
	const double sets = walk == WALK_ALONE ? 1 : device->sm_count;

	*out = (struct ladder){ .count = 0 };
	for (size_t i = 0; i < count && out->count < LADDER_MAX; i++) {
		const double x = (double)gb_row_value(&rows[i], set);
		if (strcmp(rows[i].metric, "bandwidth") == 0 && gb_row_value(&rows[i], walk) == (int64_t)walk)
			out->rung[out->count++] = (struct rung){ x, x * sets, rows[i].value, &rows[i] };
	}
	sort_ladder(out);
}

/* A level: the sizes among which its plateau is searched, in bytes of all sets together, and the sizes that certainly
 * belong to it. */
struct level {
	const char *name, *roof;
	double least, most, surely_least, surely_most;
	double reported; /* metric of its size; 0: the end of the full rate is not determined */
	bool each;       /* every core has its own cache */
};

/* Reports the best of the sizes that certainly belong to a level without a plateau. */
static void conclude_slope(struct findings *f, const char *walk, const struct level *level, const struct ladder *ladder)
{
	size_t from, to, best, worst;

	between(ladder, level->surely_least, level->surely_most, &from, &to);
	if (from == to)
		return;
	best = worst = from;
	for (size_t i = from; i < to; i++) {
		best = ladder->rung[i].value > ladder->rung[best].value ? i : best;
		worst = ladder->rung[i].value < ladder->rung[worst].value ? i : worst;
	}
	const struct plateau p = { best, best, ladder->rung[best].value };
	const size_t before = f->count;
	tell_plateau(f, walk, level->name, ladder, &p, level->roof);
	if (f->count > before)
		snprintf(f->out[before].remark, sizeof f->out[before].remark,
			 "no plateau: the best of %zu sizes, %.0f bytes in all; the worst is %.4g B/s with %.0f. "
			 "Other work, or other guests of the same machine, may share this cache",
			 to - from, ladder->rung[best].total, ladder->rung[worst].value, ladder->rung[worst].total);
}

static void conclude_level(struct findings *f, const char *walk, const struct level *level, const struct ladder *ladder)
{
	struct plateau p;
	size_t from, to;

	between(ladder, level->least, level->most, &from, &to);
	if (!longest(ladder, from, to, &p)) {
		conclude_slope(f, walk, level, ladder);
		return;
	}
	tell_plateau(f, walk, level->name, ladder, &p, level->roof);
	tell_faster(f, ladder, from, to);
	if (level->reported > 0)
		tell_full_rate(f, walk, level->name, ladder, &p, level->each, level->reported);
}

/* Each L2 belongs to one core, or is reported as if it did. Nothing remains in a level at the
 * end of a round if the set is larger than twice the level. */
static void conclude_walk(struct findings *f, const struct gb_device *device, const struct gb_row *rows, size_t count,
			  enum walk walk)
{
	const bool roofs = walk == WALK_READ;
	const double sets = walk == WALK_ALONE ? 1 : device->sm_count;
	const double l1 = (double)device->l1_bytes, l2 = (double)device->l2_bytes / device->sm_count;
	const double l1_all = l1 * sets, l2_all = l2 * sets, l3 = (double)device->l3_bytes;
	const struct level levels[] = {
		{ "l1", roofs ? "l1.read" : NULL, 0, SIZE_SLACK * l1_all, 0, l1_all, l1, true },
		{ "l2", roofs ? "l2.read" : NULL, SIZE_SLACK * l1_all, SIZE_SLACK * l2_all, 2 * l1_all, l2_all, l2,
		  true },
		{ "l3", roofs ? "l3.read" : NULL, SIZE_SLACK * l2_all, SIZE_SLACK * l3, 2 * l2_all, l3 / 2, l3, false },
		{ "dram", NULL, 2 * (l2_all + l3), (double)INFINITY, 0, 0, 0, false },
	};
	struct ladder ladder;

	collect_ladder(device, rows, count, walk, &ladder);
	for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++)
		conclude_level(f, host_cache_walks[walk], &levels[i], &ladder);
}

size_t host_cache_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
			   struct gb_finding out[GB_FINDINGS_MAX])
{
	struct findings f = { out, 0 };

	for (enum walk walk = WALK_READ; walk <= WALK_WRITE; walk++)
		conclude_walk(&f, device, rows, count, walk);
	return f.count;
}
