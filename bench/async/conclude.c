/* Conclusions from the rows of `async`: the gain of multicast, and the fewest bytes in flight that suffice to read from
 * memory. */
#include "../common/findings.h"
#include "state.h"

/* Share of the best rate from memory that counts as enough. */
static const double ENOUGH = 0.98;

static bool is_of(const struct gb_row *row, int64_t path, int64_t level)
{
	return strcmp(row->metric, "bandwidth") == 0 && gb_row_value(row, path) == path &&
	       (gb_row_has(row, level) ? gb_row_value(row, level) : DRAM) == level;
}

static const struct gb_row *find_clustered(const struct gb_row *rows, size_t count, int64_t path, int64_t level,
					   int64_t size)
{
	for (size_t i = 0; i < count; i++)
		if (is_of(&rows[i], path, level) && gb_row_value(&rows[i], size) == size)
			return &rows[i];
	return NULL;
}

/* The gain over blocks that each request the data by themselves. */
static size_t multicast_gain(const struct gb_row *rows, size_t count, const struct gb_row *row, struct gb_finding *out)
{
	const int64_t level = gb_row_value(row, level), size = gb_row_value(row, size);
	const struct gb_row *alone = find_clustered(rows, count, UNICAST, level, size);

	if (alone == NULL)
		return 0;
	*out = ratio_of("multicast_gain", row, alone);
	snprintf(out->remark, sizeof out->remark,
		 "bytes that arrive at the blocks of a cluster, relative to a copy by each block");
	snprintf(out->point, sizeof out->point, "path=multicast,level=%s,size=%d", async_levels[level], (int)size);
	return 1;
}

static double best_of_memory(const struct gb_row *rows, size_t count)
{
	double best = 0;

	for (size_t i = 0; i < count; i++)
		for (int64_t path = LD; path <= PREFETCH; path++)
			if (is_of(&rows[i], path, DRAM) && rows[i].value > best)
				best = rows[i].value;
	return best;
}

static size_t least_in_flight(const struct gb_row *rows, size_t count, int64_t path, struct gb_finding *out)
{
	const double enough = ENOUGH * best_of_memory(rows, count);
	const struct gb_row *least = NULL;

	for (size_t i = 0; i < count; i++)
		if (is_of(&rows[i], path, DRAM) && rows[i].value >= enough &&
		    (least == NULL || gb_row_value(&rows[i], in_flight) < gb_row_value(least, in_flight)))
			least = &rows[i];
	if (least == NULL)
		return 0;
	*out = (struct gb_finding){
		.metric = "enough_in_flight",
		.unit = "B",
		.value = 1024.0 * (double)gb_row_value(least, in_flight),
		.from = least,
		.remark = "fewest bytes in flight to an SM that reach 98 % of the best rate from memory",
	};
	out->lo = out->hi = out->value;
	snprintf(out->point, sizeof out->point, "path=%s,level=dram", async_paths[path]);
	return 1;
}

size_t async_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		      struct gb_finding out[GB_FINDINGS_MAX])
{
	size_t found = 0;

	for (size_t i = 0; i < count && found < GB_FINDINGS_MAX - 3; i++)
		if (strcmp(rows[i].metric, "bandwidth") == 0 && gb_row_value(&rows[i], path) == MULTICAST)
			found += multicast_gain(rows, count, &rows[i], &out[found]);
	for (int64_t path = BULK; path <= PREFETCH; path++)
		found += least_in_flight(rows, count, path, &out[found]);
	return found;
}
