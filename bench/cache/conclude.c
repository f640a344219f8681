/* Conclusions from the ladders of all walks: the bandwidth and the capacity of each level. */
#include "state.h"
#include "../common/ladder.h"
#include "../common/limits.h"

static struct rung rung_of(const struct gb_device *device, const struct gb_row *row)
{
	const uint32_t axis = gb_row_has(row, set)     ? GB_AT(set)
			      : gb_row_has(row, share) ? GB_AT(share)
			      : gb_row_has(row, bytes) ? GB_AT(bytes)
						       : GB_AT(total);
	const double x = (double)gb_row_value_at(row, axis);
	const bool each = axis == GB_AT(set) || axis == GB_AT(share);

	return (struct rung){ x, each ? x * device->sm_count : x, row->value, row };
}

/* The best row of a walk for each size, sorted by size. */
static void collect_ladder(const struct gb_device *device, const struct gb_row *rows, size_t count,
			   enum cache_walk walk, struct ladder *out)
{
	*out = (struct ladder){ .count = 0 };
	for (size_t i = 0; i < count && out->count < LADDER_MAX; i++)
		if (strcmp(rows[i].metric, "bandwidth") == 0 && gb_row_value(&rows[i], walk) == (int64_t)walk)
			out->rung[out->count++] = rung_of(device, &rows[i]);
	sort_ladder(out);
}

/* Reads have two access patterns. If the share is a multiple of what a block reads at a time, each warp returns to the
 * same lines in every round, as in the point of the roof; otherwise it reads other lines. */
static bool repeats_lines(const struct rung *rung)
{
	const uint64_t at_a_time =
		(uint64_t)gb_row_value(rung->row, block) / 32 * CACHE_ACCESS * gb_row_value(rung->row, unroll);

	return at_a_time > 0 && (uint64_t)gb_row_value(rung->row, share) % at_a_time == 0;
}

/* Keeps the rungs of one pattern, because neither a plateau nor the end of the full rate may depend on where the
 * patterns alternate. */
static void keep_returning(struct ladder *ladder, size_t from, size_t to)
{
	size_t returning = 0, kept = 0;

	for (size_t i = from; i < to; i++)
		returning += repeats_lines(&ladder->rung[i]);
	for (size_t i = 0; i < ladder->count && returning >= PLATEAU_POINTS; i++)
		if (repeats_lines(&ladder->rung[i]))
			ladder->rung[kept++] = ladder->rung[i];
	ladder->count = kept > 0 ? kept : ladder->count;
}

/* A level of a ladder: its plateau among sets of these sizes, and the knee after it. */
struct level {
	const char *name;
	double least, most; /* bytes of the sets of all SMs together */
	double reported;    /* metric of its size; 0: the end of the full rate is not determined */
	enum cache_walk walk;
	bool memory; /* the level is device memory; ignore sets of which L2 could hold a large part */
	bool each;   /* every SM has its own cache */
};

/* Leaves out sets of which L2 may keep a part between rounds: bytes found or overwritten there never reach memory but
 * would count as its traffic. */
static size_t past_l2(const struct gb_device *device, const struct ladder *ladder, size_t from, size_t to)
{
	while (from < to && !limit_is_of_memory(device, ladder->rung[from].total))
		from++;
	return from;
}

static void conclude_level(struct findings *f, const struct gb_device *device, const struct gb_row *rows, size_t count,
			   const struct level *level)
{
	struct ladder ladder;
	struct plateau p;
	size_t from, to;

	collect_ladder(device, rows, count, level->walk, &ladder);
	between(&ladder, level->least, level->most, &from, &to);
	if (level->walk == WALK_L2 && !level->memory) {
		keep_returning(&ladder, from, to);
		between(&ladder, level->least, level->most, &from, &to);
	}
	if (level->memory)
		from = past_l2(device, &ladder, from, to);
	if (!longest(&ladder, from, to, &p))
		return;
	tell_plateau(f, cache_walks[level->walk], level->name, &ladder, &p, NULL);
	if (!level->memory)
		tell_faster(f, &ladder, from, to);
	if (level->reported > 0)
		tell_full_rate(f, cache_walks[level->walk], level->name, &ladder, &p, level->each, level->reported);
}

/* A small common set has no plateau. Its best rate is reported, with the size up to which it holds. */
static void conclude_common(struct findings *f, const struct gb_device *device, const struct gb_row *rows, size_t count)
{
	struct ladder ladder;
	size_t from, to, best;

	collect_ladder(device, rows, count, WALK_COMMON, &ladder);
	between(&ladder, 0, (double)device->l2_bytes, &from, &to);
	if (from == to)
		return;
	best = from;
	for (size_t i = from; i < to; i++)
		best = ladder.rung[i].value > ladder.rung[best].value ? i : best;
	const struct plateau p = { best, best, ladder.rung[best].value };
	tell_plateau(f, cache_walks[WALK_COMMON], "l2", &ladder, &p, NULL);
	if (f->count > 0)
		snprintf(f->out[f->count - 1].remark, sizeof f->out[0].remark,
			 "with %.0f bytes; the rate falls to %.4g B/s with %.0f. L2 reads a line once for all SMs "
			 "that request it at the same time, which they do less often in a larger set",
			 ladder.rung[best].total, ladder.rung[to - 1].value, ladder.rung[to - 1].total);
}

size_t cache_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		      struct gb_finding out[GB_FINDINGS_MAX])
{
	const double l1 = (double)device->l1_bytes * device->sm_count, l2 = (double)device->l2_bytes;
	const double reach = SIZE_SLACK * l2;
	const struct level levels[] = {
		{ "l1", 0, SIZE_SLACK * l1, (double)device->l1_bytes, WALK_L1, false, true },
		{ "l2", 0, reach, l2, WALK_L2, false, false },
		{ "dram", 0, (double)INFINITY, 0, WALK_L2, true, false },
		{ "l2", l2 / 8, reach, 0, WALK_WRITE, false, false },
		{ "dram", 0, (double)INFINITY, 0, WALK_WRITE, true, false },
		{ "l2", 0, reach, l2, WALK_NEAR, false, false },
		{ "l2", 0, reach, l2, WALK_FAR, false, false },
		{ "l2", 0, reach, 0, WALK_NEAR_WRITE, false, false },
		{ "l2", 0, reach, 0, WALK_FAR_WRITE, false, false },
	};
	struct findings f = { out, 0 };

	for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++)
		conclude_level(&f, device, rows, count, &levels[i]);
	conclude_common(&f, device, rows, count);
	return f.count;
}
