/* Conclusions from the rows of `l1`: the capacity of L1, and the gain of caching in it. */
#include "../common/findings.h"
#include "../common/ladder.h"
#include "state.h"

static bool is_value(const struct gb_row *row, const char *variant)
{
	return strcmp(row->metric, "bandwidth") == 0 && strcmp(row->variant, variant) == 0;
}

static bool same_point(const struct gb_row *a, const struct gb_row *b)
{
	const struct gb_axis *axes = a->bench->axes;

	for (size_t i = 0; axes[i].name != NULL; i++)
		if (a->has[i] != b->has[i] || (a->has[i] && a->value_of[i] != b->value_of[i]))
			return false;
	return true;
}

static const struct gb_row *twin(const struct gb_row *rows, size_t count, const struct gb_row *row, const char *variant)
{
	for (size_t i = 0; i < count; i++)
		if (is_value(&rows[i], variant) && same_point(&rows[i], row))
			return &rows[i];
	return NULL;
}

/* The working sets with this carve-out, up to where the rate falls. The threshold is that of `cache`, whose
 * `full_rate_set` is the same number. */
static struct pattern_knee knee_of(const struct gb_row *rows, size_t count, int64_t carveout)
{
	struct pattern_knee knee = { NULL, NULL, 0 };

	for (size_t i = 0; i < count; i++)
		if (is_value(&rows[i], "dlcm-ca") && gb_row_value(&rows[i], pattern) == PATTERN_REUSE &&
		    gb_row_value(&rows[i], carveout) == carveout)
			pattern_follow(&knee, &rows[i], 1 - KNEE_DEPTH);
	return knee;
}

static size_t find_full_rate(const struct gb_row *rows, size_t count, int64_t carveout, struct gb_finding *out)
{
	const struct pattern_knee knee = knee_of(rows, count, carveout);

	if (knee.inside == NULL || knee.outside == NULL)
		return 0;
	struct gb_finding set = {
		.metric = "full_rate_set",
		.unit = "B",
		.from = knee.inside,
		.remark = "the largest working set within 3 % of the best rate; with the next one the rate is lower",
	};
	snprintf(set.point, sizeof set.point, "pattern=reuse,carveout=%lld", (long long)carveout);
	return bracket_tell(&set, "full_rate_below", (double)gb_row_value(knee.inside, set),
			    (double)gb_row_value(knee.outside, set), out);
}

static void name_point(const struct gb_row *row, struct gb_finding *finding)
{
	const int64_t pattern = gb_row_value(row, pattern);
	const char *along = pattern == PATTERN_REUSE ? "set" : l1_patterns[pattern];
	const uint64_t x = pattern == PATTERN_REUSE    ? gb_row_value(row, set)
			   : pattern == PATTERN_OFFSET ? gb_row_value(row, offset)
						       : gb_row_value(row, stride);
	size_t length = (size_t)snprintf(finding->point, sizeof finding->point, "pattern=%s,%s=%llu",
					 l1_patterns[pattern], along, (unsigned long long)x);

	finding->axis = along;
	finding->x = (double)x;
	if (pattern == PATTERN_REUSE)
		snprintf(finding->point + length, sizeof finding->point - length, ",carveout=%lld",
			 (long long)gb_row_value(row, carveout));
	else
		snprintf(finding->point + length, sizeof finding->point - length, ",level=%s%s%s",
			 l1_levels[gb_row_value(row, level)], gb_row_has(row, form) ? ",form=" : "",
			 gb_row_has(row, form) ? pattern_forms[gb_row_value(row, form)] : "");
}

/* A point with loads cached in L1, relative to the same point with loads that bypass it. */
static size_t compare_variants(const struct gb_row *rows, size_t count, const struct gb_row *row,
			       struct gb_finding *out)
{
	const struct gb_row *past = is_value(row, "dlcm-ca") ? twin(rows, count, row, "dlcm-cg") : NULL;

	if (past == NULL || !(past->value > 0))
		return 0;
	*out = pattern_ratio("ca_over_cg", row->value / past->value, row);
	name_point(row, out);
	if (gb_row_value(row, pattern) == PATTERN_REUSE && row->value > past->value)
		snprintf(out->remark, sizeof out->remark,
			 "L1 served at least %.3f of the bytes, if L2 delivered no more than to loads that bypass L1",
			 1 - past->value / row->value);
	return 1;
}

size_t l1_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		   struct gb_finding out[GB_FINDINGS_MAX])
{
	size_t found = 0;

	for (int64_t carveout = 0; carveout <= 100; carveout += 25)
		found += find_full_rate(rows, count, carveout, &out[found]);
	for (size_t i = 0; i < count && found < GB_FINDINGS_MAX; i++)
		found += compare_variants(rows, count, &rows[i], &out[found]);
	return found;
}
