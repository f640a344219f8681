/* conclude.c: the latency of each level, its capacity, and the cost of small pages and of another node's memory. */
#include <stdlib.h>

#include "../common/findings.h"
#include "state.h"

/* A plateau has at least this many consecutive sizes, whose latencies differ by at most PLATEAU_DEPTH. Sizes lie closer
 * together where levels end, so unlike in common/ladder.h the plateau is the one with the largest ratio of its ends,
 * not the one with most sizes. Its median row is reported. */
enum { PLATEAU_POINTS = 3, RUNGS_MAX = 256 };
#define PLATEAU_DEPTH 0.1
/* The latencies have left a plateau if they are this far above its median. */
#define KNEE_HEIGHT 0.25
/* An access within an L3 takes at most this part of the memory latency. If there are several L3s, a core has one of
 * them. */
#define CACHED_PART 0.5
/* Sets of more than BEYOND_CACHES times all caches lie in memory. So do sets larger than BEYOND_ANY, because a core
 * cannot use all caches. */
#define BEYOND_CACHES 2
#define BEYOND_ANY    (192.0 * 1048576)

struct rung {
	double set;
	const struct gb_row *latency, *cycles; /* cycles may be NULL: not known */
};

struct ladder {
	struct rung rung[RUNGS_MAX];
	size_t count;
};

struct plateau {
	size_t first, last, middle; /* middle: the rung with the median */
	double median;
};

static int by_set(const void *a, const void *b)
{
	const double x = ((const struct rung *)a)->set, y = ((const struct rung *)b)->set;

	return (x > y) - (x < y);
}

/* The index of the rung with this set, or the number of rungs if there is none. */
static size_t find_rung(const struct ladder *ladder, double set)
{
	size_t i = 0;

	while (i < ladder->count && ladder->rung[i].set != set)
		i++;
	return i;
}

static const struct rung *rung_with(const struct ladder *ladder, double set)
{
	const size_t i = find_rung(ladder, set);

	return i < ladder->count ? &ladder->rung[i] : NULL;
}

/* The rung with this set, added if necessary. NULL: there is no room. */
static struct rung *make_rung(struct ladder *ladder, double set)
{
	const size_t i = find_rung(ladder, set);

	if (i == RUNGS_MAX)
		return NULL;
	if (i == ladder->count)
		ladder->rung[ladder->count++] = (struct rung){ set, NULL, NULL };
	return &ladder->rung[i];
}

/* The sets of one kind of memory and pages, by size. */
static void collect_ladder(const struct gb_row *rows, size_t count, int64_t memory, int64_t pages, struct ladder *out)
{
	out->count = 0;
	for (size_t i = 0; i < count; i++) {
		const bool seconds = strcmp(rows[i].metric, "latency") == 0;
		if ((!seconds && strcmp(rows[i].metric, "latency_cycles") != 0) ||
		    gb_row_value(&rows[i], memory) != memory || gb_row_value(&rows[i], pages) != pages)
			continue;
		struct rung *rung = make_rung(out, (double)(memory == OWN ? gb_row_value(&rows[i], set)
									  : gb_row_value(&rows[i], remote_set)));
		if (rung != NULL)
			*(seconds ? &rung->latency : &rung->cycles) = &rows[i];
	}
	size_t kept = 0;
	for (size_t i = 0; i < out->count; i++)
		if (out->rung[i].latency != NULL)
			out->rung[kept++] = out->rung[i];
	out->count = kept;
	qsort(out->rung, out->count, sizeof out->rung[0], by_set);
}

static double latency_at(const struct ladder *ladder, size_t i)
{
	return ladder->rung[i].latency->value;
}

/* The rung with the median of a run, the lower one of two. */
static size_t middle_of(const struct ladder *ladder, size_t first, size_t last)
{
	for (size_t i = first; i <= last; i++) {
		size_t below = 0, same = 0;
		for (size_t k = first; k <= last; k++) {
			below += latency_at(ladder, k) < latency_at(ladder, i);
			same += latency_at(ladder, k) == latency_at(ladder, i);
		}
		const size_t place = (last - first) / 2;
		if (below <= place && place < below + same)
			return i;
	}
	return first;
}

/* The flat run of rungs with the largest ratio of its ends, among those from `from` up to `to`. */
static bool widest(const struct ladder *ladder, size_t from, size_t to, struct plateau *out)
{
	double best = 0;

	*out = (struct plateau){ 0 };
	for (size_t first = from; first < to; first++) {
		double least = latency_at(ladder, first), most = least;
		size_t last = first;
		while (last + 1 < to) {
			least = fmin(least, latency_at(ladder, last + 1));
			most = fmax(most, latency_at(ladder, last + 1));
			if (most > (1 + PLATEAU_DEPTH) * least)
				break;
			last++;
		}
		const double width = ladder->rung[last].set / ladder->rung[first].set;
		if (last - first + 1 < PLATEAU_POINTS || width <= best)
			continue;
		best = width;
		*out = (struct plateau){ .first = first, .last = last, .middle = middle_of(ladder, first, last) };
		out->median = latency_at(ladder, out->middle);
	}
	return best > 0;
}

/* A level: sets larger than `least` and up to `most`, at most as slow as `slowest`. */
struct level {
	const char *name;
	double least, most, slowest;
	double reported; /* metric of its size; 0: it is not determined */
};

static bool find_plateau(const struct ladder *ladder, const struct level *level, struct plateau *out)
{
	size_t from = 0, to;

	while (from < ladder->count && ladder->rung[from].set <= level->least)
		from++;
	for (to = from; to < ladder->count && ladder->rung[to].set <= level->most; to++)
		if (latency_at(ladder, to) > level->slowest)
			break;
	if (widest(ladder, from, to, out))
		return true;
	if (level->most < (double)INFINITY || from == ladder->count)
		return false;
	/* Memory has no upper end, so without a plateau the largest set is used. */
	out->first = out->last = out->middle = ladder->count - 1;
	out->median = latency_at(ladder, out->middle);
	return true;
}

static void conclude_plateau(struct findings *f, const struct ladder *ladder, const struct plateau *p,
			     const char *point)
{
	const struct rung *middle = &ladder->rung[p->middle];
	const struct gb_row *const rows[] = { middle->latency, middle->cycles };

	for (size_t i = 0; i < 2 && rows[i] != NULL; i++) {
		struct gb_finding *finding =
			findings_add(f, rows[i]->metric, i == 0 ? "s" : "cycles", rows[i]->value, rows[i], "%s", point);
		finding->lo = rows[i]->lo;
		finding->hi = rows[i]->hi;
		if (p->first == p->last)
			snprintf(finding->remark, sizeof finding->remark,
				 "the largest set, %.0f bytes: there is no plateau", middle->set);
		else
			snprintf(finding->remark, sizeof finding->remark,
				 "the median of a plateau of %zu sizes from %.0f to %.0f bytes", p->last - p->first + 1,
				 ladder->rung[p->first].set, ladder->rung[p->last].set);
	}
}

/* A level holds at least the last set that runs at the speed of its plateau, and less than the next set. */
static void conclude_capacity(struct findings *f, const struct ladder *ladder, const struct plateau *p,
			      const char *point, double reported)
{
	size_t last = p->last;

	while (last + 1 < ladder->count && latency_at(ladder, last + 1) <= (1 + KNEE_HEIGHT) * p->median)
		last++;
	if (last + 1 == ladder->count)
		return;
	struct gb_finding capacity = { .metric = "capacity", .unit = "B", .from = ladder->rung[last].latency };
	snprintf(capacity.point, sizeof capacity.point, "%s", point);
	snprintf(capacity.remark, sizeof capacity.remark,
		 "%.4g s with the largest set that fits, %.4g s with the next; reported: %.0f bytes",
		 latency_at(ladder, last), latency_at(ladder, last + 1), reported);
	f->count += bracket_tell(&capacity, "capacity_below", ladder->rung[last].set, ladder->rung[last + 1].set,
				 &f->out[f->count]);
}

static void conclude_ratio(struct findings *f, const char *metric, const char *point, const struct gb_row *slow,
			   const struct gb_row *fast, double set)
{
	struct gb_finding *finding = &f->out[f->count++];

	*finding = ratio_of(metric, slow, fast);
	snprintf(finding->point, sizeof finding->point, "%s", point);
	snprintf(finding->remark, sizeof finding->remark, "%.4g s and %.4g s with %.0f bytes", slow->value, fast->value,
		 set);
}

/* The levels of one ladder. `small` has the same sets in small pages, or is NULL. */
static void conclude_levels(struct findings *f, const struct gb_device *device, const struct ladder *ladder,
			    int64_t pages, const struct ladder *small)
{
	const double l1 = (double)device->l1_bytes, l3 = (double)device->l3_bytes;
	const double l2 = (double)device->l2_bytes / fmax(device->sm_count, 1);
	const double beyond = fmin(BEYOND_CACHES * fmax(l3, (double)device->l2_bytes), BEYOND_ANY);
	struct level levels[] = {
		{ "memory", beyond, (double)INFINITY, (double)INFINITY, 0 },
		{ "l1", 0, l1, (double)INFINITY, l1 },
		{ "l2", l1, l2, (double)INFINITY, l2 },
		{ "l3", l2, l3, (double)INFINITY, l3 },
	};
	struct plateau p;
	char point[96];

	for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++) {
		if (!find_plateau(ladder, &levels[i], &p))
			continue;
		if (i == 0)
			levels[3].slowest = CACHED_PART * p.median;
		snprintf(point, sizeof point, "level=%s,pages=%s", levels[i].name, host_latency_page_kinds[pages]);
		conclude_plateau(f, ladder, &p, point);
		if (levels[i].reported > 0)
			conclude_capacity(f, ladder, &p, point, levels[i].reported);
		const struct rung *middle = &ladder->rung[p.middle];
		const struct rung *other = small != NULL ? rung_with(small, middle->set) : NULL;
		snprintf(point, sizeof point, "level=%s", levels[i].name);
		if (other != NULL)
			conclude_ratio(f, "small_page_slowdown", point, other->latency, middle->latency, middle->set);
	}
}

/* The slowdown at the largest set measured in both the core's own memory and the next node's. */
static void conclude_remote(struct findings *f, const struct ladder *own, const struct ladder *next, int64_t pages)
{
	char point[96];

	snprintf(point, sizeof point, "memory=next,pages=%s", host_latency_page_kinds[pages]);
	for (size_t i = next->count; i-- > 0;) {
		const struct rung *near = rung_with(own, next->rung[i].set);
		if (near == NULL)
			continue;
		conclude_ratio(f, "remote_slowdown", point, next->rung[i].latency, near->latency, near->set);
		return;
	}
}

size_t host_latency_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
			     struct gb_finding out[GB_FINDINGS_MAX])
{
	struct findings f = { out, 0 };
	struct ladder ladder[2], next;

	collect_ladder(rows, count, OWN, SMALL, &ladder[SMALL]);
	collect_ladder(rows, count, OWN, HUGE_ONES, &ladder[HUGE_ONES]);
	conclude_levels(&f, device, &ladder[HUGE_ONES], HUGE_ONES, &ladder[SMALL]);
	conclude_levels(&f, device, &ladder[SMALL], SMALL, NULL);
	for (int64_t pages = SMALL; pages <= HUGE_ONES; pages++) {
		collect_ladder(rows, count, NEXT, pages, &next);
		conclude_remote(&f, &ladder[pages], &next, pages);
	}
	return f.count;
}
