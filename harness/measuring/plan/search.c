#include "plan/search.h"

#include <stdlib.h>
#include <string.h>

#include "base/heap.h"

struct tried {
	struct gb_point *point;
	double *score;
	size_t count;
};

struct search {
	const struct gb_plan *plan;
	gb_score_fn *score_point;
	void *context;
	size_t most;
	struct tried seen;    /* every point tried; skipped ones have the score -1 */
	struct gb_error skip; /* why the first skipped point was skipped */
	struct gb_error *error;
};

static bool is_searched(const struct gb_plan *plan, size_t i)
{
	return !gb_plan_reports(plan, i);
}

static bool is_same_point(const struct gb_plan *plan, const struct gb_point *a, const struct gb_point *b)
{
	for (size_t i = 0; i < plan->axes; i++)
		if (a->has[i] != b->has[i] || (a->has[i] && a->value[i] != b->value[i]))
			return false;
	return true;
}

/* The score of a point, computed now unless it is known. -1: no tries are left, or the point cannot be run. */
static int score_once(struct search *s, const struct gb_point *point, double *score)
{
	struct gb_error why = { "" };

	for (size_t i = 0; i < s->seen.count; i++)
		if (is_same_point(s->plan, point, &s->seen.point[i])) {
			*score = s->seen.score[i];
			return GB_OK;
		}
	*score = -1;
	if (s->seen.count >= s->most)
		return GB_OK;
	int status = s->score_point(s->context, point, score, &why);
	if (status != GB_OK && status != GB_SKIPPED) {
		gb_error_write(s->error, "%s", why.text);
		return status;
	}
	if (status == GB_SKIPPED) {
		*score = -1;
		gb_error_write(&s->skip, "%s", why.text);
	}
	s->seen.point[s->seen.count] = *point;
	s->seen.score[s->seen.count++] = *score;
	return GB_OK;
}

/* The k-th combination of the coarse lists; false: there are no more. Axes that the point does not have are ignored. */
static bool coarse_point(const struct gb_plan *plan, const struct gb_point *row, size_t k, struct gb_point *point)
{
	*point = *row;
	for (size_t i = 0; i < plan->axes; i++) {
		if (!is_searched(plan, i))
			continue;
		point->has[i] = gb_axis_exists(plan->bench->axes, i, point);
		if (!point->has[i])
			continue;
		point->value[i] = plan->coarse[i].value[k % plan->coarse[i].count];
		k /= plan->coarse[i].count;
	}
	return k == 0;
}

static size_t coarse_count(const struct gb_plan *plan, const struct gb_point *row)
{
	struct gb_point point;
	size_t count = 1;

	coarse_point(plan, row, 0, &point);
	for (size_t i = 0; i < plan->axes; i++)
		if (is_searched(plan, i) && point.has[i])
			count *= plan->coarse[i].count;
	return count;
}

static size_t common_divisor(size_t a, size_t b)
{
	while (b != 0) {
		const size_t rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

/* A quarter of the points is reserved for the walks. */
static size_t coarse_share(size_t most)
{
	return most - most / 4;
}

/* Score all of the coarse grid, or as much as fits, evenly spread: steps coprime to the grid's size reach every value
 * of every axis. */
static int scan_coarse(struct search *s, const struct gb_point *row)
{
	const size_t count = coarse_count(s->plan, row);
	const size_t share = coarse_share(s->most);
	size_t step = (count + share - 1) / share;
	struct gb_point point;
	double score;

	while (step > 1 && common_divisor(step, count) > 1)
		step++;
	int status = GB_OK;
	for (size_t i = 0; i < count && i < share && status == GB_OK; i++)
		if (coarse_point(s->plan, row, i * step % count, &point))
			status = score_once(s, &point, &score);
	return status;
}

static size_t find_best(const struct tried *seen)
{
	size_t best = 0;

	for (size_t i = 1; i < seen->count; i++)
		if (seen->score[i] > seen->score[best])
			best = i;
	return best;
}

static size_t find_nearest(const struct gb_values *values, int64_t value)
{
	size_t place = 0;

	for (size_t v = 1; v < values->count; v++)
		if (llabs(values->value[v] - value) < llabs(values->value[place] - value))
			place = v;
	return place;
}

/* A walk continues past a step that is worse by less than this fraction: after values that are equal within the noise
 * of a batch, a better one may follow. */
#define PLATEAU 0.01

/* Walk from `point` along axis `i` in one direction until the score drops. Names have no order, so all are tried. */
static int walk_axis(struct search *s, size_t i, int way, struct gb_point *point, double *score)
{
	const struct gb_values *fine = &s->plan->fine[i];
	const bool named = s->plan->bench->axes[i].names != NULL;
	const size_t start = find_nearest(fine, point->value[i]);

	/* If a coarse value is not among the fine values, its neighbour is tried first. */
	const size_t first = fine->value[start] != point->value[i] ? 0 : 1;

	for (size_t step = first; step < fine->count; step++) {
		size_t at = way > 0 ? start + step : start - step;
		struct gb_point there = *point;
		double found;

		if (at >= fine->count) /* an unsigned start - step below 0 is large */
			break;
		there.value[i] = fine->value[at];
		GB_TRY(score_once(s, &there, &found));
		if (found > *score) {
			*score = found;
			*point = there;
		} else if (!named && found < (1 - PLATEAU) * *score) {
			break;
		}
	}
	return GB_OK;
}

static int refine_best(struct search *s)
{
	const size_t from = find_best(&s->seen);
	struct gb_point point = s->seen.point[from];
	double score = s->seen.score[from], before;
	int status = GB_OK;

	do {
		before = score;
		for (size_t i = 0; i < s->plan->axes && status == GB_OK; i++) {
			if (!is_searched(s->plan, i) || !point.has[i])
				continue;
			status = walk_axis(s, i, 1, &point, &score);
			if (status == GB_OK)
				status = walk_axis(s, i, -1, &point, &score);
		}
	} while (status == GB_OK && score > before);
	return status;
}

/* Best first, without points that could not be run. */
static size_t keep_best(struct tried *seen, struct gb_search_result best[GB_SEARCH_KEEP])
{
	size_t found = 0;

	while (found < GB_SEARCH_KEEP && seen->count > 0) {
		size_t at = find_best(seen);
		if (seen->score[at] < 0)
			break;
		best[found++] = (struct gb_search_result){ seen->point[at], seen->score[at] };
		seen->point[at] = seen->point[--seen->count];
		seen->score[at] = seen->score[seen->count];
	}
	return found;
}

int gb_search(const struct gb_plan *plan, const struct gb_point *row, size_t most, gb_score_fn *score_point,
	      void *context, struct gb_search_result best[GB_SEARCH_KEEP], size_t *found, struct gb_error *error)
{
	struct search s = {
		.plan = plan, .score_point = score_point, .context = context, .most = most, .error = error
	};

	s.seen.point = gb_heap_array(most, sizeof *s.seen.point);
	s.seen.score = gb_heap_array(most, sizeof *s.seen.score);
	int status = scan_coarse(&s, row);
	if (status == GB_OK && s.seen.count > 0)
		status = refine_best(&s);
	if (status == GB_OK) {
		*found = keep_best(&s.seen, best);
		if (*found == 0) {
			gb_error_write(error, "%s", s.skip.text);
			status = GB_SKIPPED;
		}
	}
	free(s.seen.point);
	free(s.seen.score);
	return status;
}

bool gb_search_is_needless(const struct gb_plan *plan, struct gb_point *point)
{
	struct gb_point only;

	if (gb_search_points(plan, point, SIZE_MAX) > 1)
		return false;
	coarse_point(plan, point, 0, &only);
	*point = only;
	return true;
}

size_t gb_search_points(const struct gb_plan *plan, const struct gb_point *row, size_t most)
{
	const size_t coarse = coarse_count(plan, row), share = coarse_share(most);
	struct gb_point point;
	size_t walk = 0;

	coarse_point(plan, row, 0, &point);
	for (size_t i = 0; i < plan->axes; i++)
		walk += is_searched(plan, i) && point.has[i] && plan->fine[i].count > plan->coarse[i].count ? 2 : 0;
	return (coarse < share ? coarse : share) + walk;
}
