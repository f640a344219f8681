/* Conclusions from the rows of `sampling`: filters compared with the nearest texel, reads outside the image with reads
 * inside, guards with none, and textures with plain loads. */
#include <string.h>

#include "../common/findings.h"
#include "state.h"

struct all {
	const struct gb_row *row;
	size_t count;
	struct gb_finding *out;
	size_t found;
};

static bool is_value(const struct gb_row *row)
{
	return strcmp(row->metric, "access_rate") == 0;
}

static bool is(const struct gb_row *row, uint32_t axis, int64_t value)
{
	return gb_row_has_at(row, axis) && gb_row_value_at(row, axis) == value;
}

/* True if both rows describe the same point, except for this axis. */
static bool same_point(const struct gb_row *a, const struct gb_row *b, uint32_t but)
{
	const struct gb_axis *axes = a->bench->axes;

	for (size_t i = 0; axes[i].name != NULL; i++)
		if (axes[i].at != but && (a->has[i] != b->has[i] || (a->has[i] && a->value_of[i] != b->value_of[i])))
			return false;
	return true;
}

/* The row of the same point with another value on this axis. */
static const struct gb_row *otherwise(const struct all *all, const struct gb_row *row, uint32_t axis, int64_t value)
{
	for (size_t i = 0; i < all->count; i++) {
		const struct gb_row *other = &all->row[i];
		if (is_value(other) && is(other, axis, value) && same_point(other, row, axis))
			return other;
	}
	return NULL;
}

/* The row of the plain loads that read the same texels as the texture. */
static const struct gb_row *by_hand(const struct all *all, const struct gb_row *row)
{
	if (is(row, GB_AT(path), PATH_TEXTURE))
		return otherwise(all, row, GB_AT(path), PATH_PLAIN);
	for (size_t i = 0; i < all->count && is(row, GB_AT(shape), SHAPE_PLANE); i++) {
		const struct gb_row *other = &all->row[i];
		if (is_value(other) && is(other, GB_AT(guard), gb_row_value(row, mode) + GUARD_CLAMP) &&
		    is(other, GB_AT(filter), gb_row_value(row, filter)))
			return other;
	}
	return NULL;
}

static void name_point(const struct gb_row *row, const char *without, struct gb_finding *finding)
{
	const struct gb_axis *axes = row->bench->axes;
	size_t at = 0;

	for (size_t i = 0; axes[i].name != NULL; i++) {
		if (!row->has[i] || strcmp(axes[i].name, without) == 0)
			continue;
		const long long value = (long long)row->value_of[i];
		char number[24];
		snprintf(number, sizeof number, "%lld", value);
		at += (size_t)snprintf(finding->point + at, sizeof finding->point - at, "%s%s=%s", at > 0 ? "," : "",
				       axes[i].name, axes[i].names != NULL ? axes[i].names[value] : number);
	}
}

/* Adds the ratio of two rows. The name of its point leaves out the axis `without`. */
static void add(struct all *all, const char *metric, const struct gb_row *row, const struct gb_row *base,
		const char *without)
{
	if (base == NULL || all->found == GB_FINDINGS_MAX)
		return;
	struct gb_finding *f = &all->out[all->found++];
	*f = ratio_of(metric, row, base);
	name_point(row, without, f);
}

size_t sampling_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
			 struct gb_finding out[GB_FINDINGS_MAX])
{
	struct all all = { rows, count, out, 0 };

	for (size_t i = 0; i < count; i++) {
		const struct gb_row *row = &rows[i];
		if (!is_value(row))
			continue;
		if (is(row, GB_AT(filter), FILTER_LINEAR))
			add(&all, "of_point", row, otherwise(&all, row, GB_AT(filter), FILTER_POINT), "filter");
		if (gb_row_has(row, outside) && !is(row, GB_AT(outside), OUTSIDE_NONE))
			add(&all, "of_inside", row, otherwise(&all, row, GB_AT(outside), OUTSIDE_NONE), "");
		if (gb_row_has(row, guard) && !is(row, GB_AT(guard), GUARD_NONE))
			add(&all, "of_unguarded", row, otherwise(&all, row, GB_AT(guard), GUARD_NONE), "");
		if (is(row, GB_AT(path), PATH_TEXTURE) || is(row, GB_AT(subject), SUBJECT_SHAPE))
			add(&all, "of_plain", row, by_hand(&all, row), "path");
	}
	return all.found;
}
