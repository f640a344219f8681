/* host_latency: how long one load takes that waits for the one before, by the size of the set that the loads go through. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpubench.h"
#include "host_latency.h"
#include "host_latency_kernels.h"
#include "host_latency_pages.h"

/* Of the free memory, the most that one set takes: there may be four, of small and huge pages on two nodes. */
#define MEMORY_SHARE 0.2
/* Loads of a launch: some tenths of a millisecond out of the first levels, a millisecond out of memory. */
#define LOADS_SMALL UINT64_C(65536)
#define LOADS_LARGE UINT64_C(8192)
#define SMALL_SET   (UINT64_C(256) << 10)
/* Before a set is timed it is gone through, or so much of it that it has pushed all else out of the caches. */
#define WARM_LOADS  (UINT64_C(1) << 19)
#define WARM_CACHES 1.5 /* times the L3 */
/* Memory asked for in huge pages of which less than this came so. */
#define HUGE_ENOUGH 0.99

enum { SMALL, HUGE_ONES };
static const char *const page_kinds[] = { [SMALL] = "small", [HUGE_ONES] = "huge", NULL };

enum { OWN, NEXT };
static const char *const memories[] = { [OWN] = "own", [NEXT] = "next", NULL };

/* Bytes; two an octave, four where first and second levels end, one in memory. */
#define SETS                                                                                               \
	"4096,6144,8192,12288,16384,20480,24576,28672,32768,40960,49152,57344,65536,98304,131072,196608,"  \
	"262144,327680,393216,458752,524288,655360,786432,917504,1048576,1310720,1572864,1835008,2097152," \
	"2621440,3145728,3670016,4194304,6291456,8388608,12582912,16777216,25165824,33554432,50331648,"    \
	"67108864,134217728,268435456,536870912"
#define LARGER_SETS ",1073741824,2147483648,4294967296"

static const struct gb_axis axes[] = {
	{ .name = "memory",
	  .help = "of the core's own NUMA node, or of the next one",
	  .kind = GB_REPORTED,
	  .names = memories },
	{ .name = "pages",
	  .help = "small (of the processor's smallest size) or huge (transparent, of 2 MiB on most)",
	  .kind = GB_REPORTED,
	  .names = page_kinds },
	{ .name = "set",
	  .unit = "B",
	  .help = "that the loads go through in random order, a cache line each",
	  .kind = GB_REPORTED,
	  .values = SETS LARGER_SETS,
	  .full = SETS,
	  .quick = "16384,262144,8388608,134217728",
	  .when = "memory=own" },
	{ .name = "remote_set",
	  .unit = "B",
	  .help = "the same, of the next node",
	  .kind = GB_REPORTED,
	  .values = SETS LARGER_SETS,
	  .full = "268435456",
	  .when = "memory=next" },
	{ .name = NULL },
};

static const struct gb_variant variants[] = {
	{ .name = "default", .flags = "", .archs = "", .kernels = host_latency_kernels },
	{ .name = NULL },
};

/* Memory of one kind of pages on one node. */
struct place {
	gb_ptr at; /* 0: not asked for yet */
	bool placed;
	uint64_t linked; /* lines in the circle now */
	uint64_t most;   /* that were ever: their pages are there */
	double huge;     /* the part in huge pages; NAN: not known */
};

enum { SLOT_AT, SLOT_BEGIN, SLOT_END, SLOTS };

/* The plug-in's own data. Slots hold addresses of lines: where the timed chase is, and those of the check. */
struct state {
	uint64_t room; /* bytes of each place */
	struct place place[2][2];
	gb_ptr slots, report;
	struct gb_kernel link, chase, check;
	struct place *now; /* of the current point */
	uint64_t lines, trips;
	struct place *warm; /* what was gone through last, and its lines */
	uint64_t warm_lines;
};

static gb_ptr slot(const struct state *s, unsigned int i)
{
	return s->slots + i * sizeof(uint64_t);
}

static const struct gb_shape one_core = { 1, 1, 0 };

/* ---- setup ------------------------------------------------------------------------------------------------------- */

static int choose_room(struct gb_run *run, uint64_t *room)
{
	uint64_t available;
	int status = gb_memory_free(run, &available);

	if (status != GB_OK)
		return status;
	*room = UINT64_C(4) << 30;
	while ((double)*room > MEMORY_SHARE * (double)available)
		*room /= 2;
	if (*room < (uint64_t)HOST_LATENCY_LINES_MIN * HOST_LATENCY_LINE)
		return gb_skip(run, "%.0f bytes of memory are free; some thousands are needed", (double)available);
	return GB_OK;
}

static int setup(struct gb_run *run)
{
	struct state *s = calloc(1, sizeof *s);
	uint32_t cores;

	if (s == NULL)
		return gb_fail(run, "out of memory");
	gb_set_state(run, s);
	/* The first core of the first node is the one that works. */
	int status = gb_team(run, 0, &cores);
	if (status == GB_OK)
		status = choose_room(run, &s->room);
	if (status == GB_OK)
		status = gb_alloc(run, SLOTS * sizeof(uint64_t), &s->slots);
	if (status == GB_OK)
		status = gb_alloc(run, HOST_LATENCY_REPORT * sizeof(uint64_t), &s->report);
	if (status == GB_OK)
		status = gb_find_kernel(run, "link_lines", &s->link);
	if (status == GB_OK)
		status = gb_find_kernel(run, "chase", &s->chase);
	return status == GB_OK ? gb_find_kernel(run, "check", &s->check) : status;
}

static void teardown(struct gb_run *run)
{
	free(gb_state(run));
}

/* ---- the set ----------------------------------------------------------------------------------------------------- */

static uint64_t set_bytes(const struct gb_run *run)
{
	return (uint64_t)gb_value(run, gb_value(run, "memory") == OWN ? "set" : "remote_set");
}

static int place_memory(struct gb_run *run, struct place *p)
{
	const struct state *s = gb_state(run);
	const enum gb_pages pages = gb_value(run, "pages") == HUGE_ONES ? GB_PAGES_HUGE : GB_PAGES_SMALL;
	int status = GB_OK;

	if (p->placed)
		return GB_OK;
	if (p->at == 0)
		status = gb_alloc(run, s->room, &p->at);
	if (status == GB_OK)
		status = gb_place(run, p->at, s->room, gb_value(run, "memory") == OWN ? 0 : 1, pages);
	p->placed = status == GB_OK;
	p->huge = (double)NAN;
	return status;
}

/* Make the circle one of so many lines: larger by those that it lacks, or anew. */
static int link_circle(struct gb_run *run, struct place *p, uint64_t lines)
{
	const struct state *s = gb_state(run);
	const struct host_latency_link_args args = {
		.line = gb_address(p->at),
		.from = p->linked <= lines ? p->linked : 0,
		.to = lines,
	};

	if (p->linked == lines)
		return GB_OK;
	p->linked = 0; /* should the launch fail */
	int status = gb_launch(run, &s->link, one_core, &args);
	if (status == GB_OK)
		status = gb_sync(run);
	if (status == GB_OK)
		p->linked = lines;
	if (status == GB_OK && p->most < lines) {
		p->most = lines;
		p->huge = host_latency_huge_share("/proc/self/smaps", (uintptr_t)gb_address(p->at));
	}
	return status;
}

/* What was asked for need not be what the system gave. */
static int check_pages(struct gb_run *run, const struct place *p)
{
	const bool huge = gb_value(run, "pages") == HUGE_ONES;

	if (isnan(p->huge))
		gb_suspect(run, "/proc/self/smaps does not tell which pages the memory has");
	else if (huge && p->huge == 0)
		return gb_skip(run, "the system gave no huge pages");
	else if (huge ? p->huge < HUGE_ENOUGH : p->huge > 0)
		gb_suspect(run, "%.1f %% of the memory is in huge pages", 100 * p->huge);
	return GB_OK;
}

static int follow(struct gb_run *run, uint64_t trips, unsigned int begin, unsigned int end)
{
	const struct state *s = gb_state(run);
	const struct host_latency_chase_args args = {
		.begin = gb_address(slot(s, begin)),
		.end = gb_address(slot(s, end)),
		.trips = trips,
	};

	return gb_launch(run, &s->chase, one_core, &args);
}

/* Have a slot hold the address of line 0. */
static int set_slot(struct gb_run *run, unsigned int i)
{
	const struct state *s = gb_state(run);
	const void *line = gb_address(s->now->at);

	return gb_copy_in(run, slot(s, i), &line, sizeof line);
}

static int warm(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t caches = (uint64_t)(WARM_CACHES * (double)gb_device(run)->l3_bytes) / HOST_LATENCY_LINE;
	const uint64_t most = caches > WARM_LOADS ? caches : WARM_LOADS;
	const uint64_t loads = s->lines < most ? s->lines : most;

	if (s->warm == s->now && s->warm_lines == s->lines)
		return GB_OK;
	int status = set_slot(run, SLOT_AT);
	if (status == GB_OK)
		status = follow(run, loads / HOST_LATENCY_UNROLL, SLOT_AT, SLOT_AT);
	s->warm = s->now;
	s->warm_lines = status == GB_OK ? s->lines : 0;
	return status;
}

/* ---- one point ----------------------------------------------------------------------------------------------------- */

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t bytes = set_bytes(run);

	if (bytes > s->room)
		return gb_skip(run, "a set of %llu bytes is more than the free memory allows, %llu bytes",
			       (unsigned long long)bytes, (unsigned long long)s->room);
	s->now = &s->place[gb_value(run, "memory")][gb_value(run, "pages")];
	s->lines = bytes / HOST_LATENCY_LINE;
	s->trips = (bytes <= SMALL_SET ? LOADS_SMALL : LOADS_LARGE) / HOST_LATENCY_UNROLL;
	int status = place_memory(run, s->now);
	if (status == GB_OK)
		status = link_circle(run, s->now, s->lines);
	if (status == GB_OK)
		status = check_pages(run, s->now);
	return status == GB_OK ? warm(run) : status;
}

/* Each goes on where the one before has stopped: a set is gone through, however large, and not its beginning again. */
static int launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return follow(run, s->trips, SLOT_AT, SLOT_AT);
}

static uint64_t loads(const struct state *s)
{
	return HOST_LATENCY_UNROLL * s->trips;
}

static struct gb_cost cost(const struct gb_run *run)
{
	return (struct gb_cost){ .ops = (double)loads(gb_state(run)) };
}

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	(void)run;
	(void)device;
	(void)sm_hz;
	return 0;
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);
	const double each = 1 / (double)loads(s);
	size_t count = 0;

	out[count++] = (struct gb_metric){ "latency", "s", GB_TIMES, each, 0 };
	if (result->sm_hz > 0)
		out[count++] = (struct gb_metric){ "latency_cycles", "cycles", GB_TIMES, each * result->sm_hz, 0 };
	if (!isnan(s->now->huge))
		out[count++] = (struct gb_metric){ "huge_page_share", "1", GB_EXACT, s->now->huge, 0 };
	return count;
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static int check_circle(struct gb_run *run, const uint64_t report[HOST_LATENCY_REPORT])
{
	const struct state *s = gb_state(run);

	if (report[HOST_LATENCY_CLOSED] == UINT64_MAX)
		return gb_fail(run, "the check did not run");
	if (report[HOST_LATENCY_ASTRAY] != 0)
		return gb_fail(run, "a line of the set leads out of it");
	if (report[HOST_LATENCY_CLOSED] != HOST_LATENCY_WALKERS)
		return gb_fail(run, "the lines of the set are not one circle");
	if (report[HOST_LATENCY_VISITED] != s->lines)
		return gb_fail(run, "the circle has %llu lines, not %llu",
			       (unsigned long long)report[HOST_LATENCY_VISITED], (unsigned long long)s->lines);
	return GB_OK;
}

static int check_end(struct gb_run *run, uint64_t found, uint64_t line)
{
	const struct state *s = gb_state(run);
	const uint64_t expected = s->now->at + line * HOST_LATENCY_LINE;

	if (found == UINT64_MAX)
		return gb_fail(run, "the chase did not say where it ended");
	if (found != expected)
		return gb_fail(run, "%llu loads ended %lld bytes from line %llu, where they lead",
			       (unsigned long long)loads(s), (long long)(found - expected), (unsigned long long)line);
	return GB_OK;
}

static int verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct host_latency_check_args args = {
		.line = gb_address(s->now->at),
		.lines = s->lines,
		.loads = loads(s),
		.report = gb_address(s->report),
	};
	uint64_t report[HOST_LATENCY_REPORT], end = 0;

	int status = set_slot(run, SLOT_BEGIN);
	if (status == GB_OK)
		status = gb_fill(run, slot(s, SLOT_END), 0xff, sizeof end);
	if (status == GB_OK)
		status = gb_fill(run, s->report, 0xff, sizeof report);
	if (status == GB_OK)
		status = follow(run, s->trips, SLOT_BEGIN, SLOT_END);
	if (status == GB_OK)
		status = gb_launch(run, &s->check, one_core, &args);
	if (status == GB_OK)
		status = gb_copy_out(run, &end, slot(s, SLOT_END), sizeof end);
	if (status == GB_OK)
		status = gb_copy_out(run, report, s->report, sizeof report);
	if (status == GB_OK)
		status = check_circle(run, report);
	return status == GB_OK ? check_end(run, end, report[HOST_LATENCY_EXPECTED]) : status;
}

/* ---- conclusions --------------------------------------------------------------------------------------------------- */

/* A plateau: at least so many sizes in a row, with latencies no further apart than this. */
enum { PLATEAU_POINTS = 3, RUNGS_MAX = 256 };
#define PLATEAU_DEPTH 0.1
/* Behind a plateau the latencies have left it when they are this far above its median. */
#define KNEE_HEIGHT 0.25
/* What is within an L3 takes at most this part of the time from memory; where there are several, a core has one of them. */
#define CACHED_PART 0.5
/* Larger sets than so many times all caches lie in memory; larger than this they do anyhow, as a core has not all of them. */
#define BEYOND_CACHES 2
#define BEYOND_ANY    (192.0 * 1048576)

struct rung {
	double set;
	const struct gb_row *latency, *cycles; /* cycles NULL: not known */
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

static struct rung *rung_of(struct ladder *ladder, double set)
{
	for (size_t i = 0; i < ladder->count; i++)
		if (ladder->rung[i].set == set)
			return &ladder->rung[i];
	if (ladder->count == RUNGS_MAX)
		return NULL;
	ladder->rung[ladder->count] = (struct rung){ set, NULL, NULL };
	return &ladder->rung[ladder->count++];
}

/* The sets of a kind of memory and pages, by size. */
static void collect(const struct gb_row *rows, size_t count, int64_t memory, int64_t pages, struct ladder *out)
{
	out->count = 0;
	for (size_t i = 0; i < count; i++) {
		const bool seconds = strcmp(rows[i].metric, "latency") == 0;
		if ((!seconds && strcmp(rows[i].metric, "latency_cycles") != 0) ||
		    gb_row_value(&rows[i], "memory") != memory || gb_row_value(&rows[i], "pages") != pages)
			continue;
		struct rung *rung = rung_of(out, (double)gb_row_value(&rows[i], memory == OWN ? "set" : "remote_set"));
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

/* The widest run of flat rungs, by the ratio of its ends, among those `from` up to before `to`. */
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

/* A level: sets larger than `least` and up to `most`, and no slower than `slowest`. */
struct level {
	const char *name;
	double least, most, slowest;
	double reported; /* its size; 0: none is looked for */
};

static bool find(const struct ladder *ladder, const struct level *level, struct plateau *out)
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
	/* Memory has no end at which it would have to be level before: the largest set. */
	out->first = out->last = out->middle = ladder->count - 1;
	out->median = latency_at(ladder, out->middle);
	return true;
}

struct findings {
	struct gb_finding *out;
	size_t count;
};

/* There are never more than some thirty. */
static struct gb_finding *add(struct findings *f, const char *metric, const char *unit, const struct gb_row *from)
{
	struct gb_finding *finding = &f->out[f->count++];
	*finding = (struct gb_finding){ .metric = metric, .unit = unit, .from = from };
	return finding;
}

static void tell_plateau(struct findings *f, const struct ladder *ladder, const struct plateau *p, const char *point)
{
	const struct rung *middle = &ladder->rung[p->middle];
	const struct gb_row *const rows[] = { middle->latency, middle->cycles };

	for (size_t i = 0; i < 2 && rows[i] != NULL; i++) {
		struct gb_finding *finding = add(f, rows[i]->metric, i == 0 ? "s" : "cycles", rows[i]);
		snprintf(finding->point, sizeof finding->point, "%s", point);
		finding->value = rows[i]->value;
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

/* What a level holds: at least the last set that was as fast as its plateau, and less than the next one. */
static void tell_capacity(struct findings *f, const struct ladder *ladder, const struct plateau *p, const char *point,
			  double reported)
{
	size_t last = p->last;

	while (last + 1 < ladder->count && latency_at(ladder, last + 1) <= (1 + KNEE_HEIGHT) * p->median)
		last++;
	if (last + 1 == ladder->count)
		return;
	struct gb_finding *finding = add(f, "capacity", "B", ladder->rung[last].latency);
	snprintf(finding->point, sizeof finding->point, "%s", point);
	finding->lo = ladder->rung[last].set;
	finding->hi = ladder->rung[last + 1].set;
	finding->value = (finding->lo + finding->hi) / 2;
	snprintf(finding->remark, sizeof finding->remark,
		 "the knee: %.4g s with the smaller size, %.4g s with the larger; reported: %.0f bytes",
		 latency_at(ladder, last), latency_at(ladder, last + 1), reported);
}

/* How many times longer a load takes in one row than in another. */
static void tell_ratio(struct findings *f, const char *metric, const char *point, const struct gb_row *slow,
		       const struct gb_row *fast, double set)
{
	struct gb_finding *finding = add(f, metric, "1", slow);

	snprintf(finding->point, sizeof finding->point, "%s", point);
	finding->value = slow->value / fast->value;
	finding->lo = slow->lo / fast->hi;
	finding->hi = slow->hi / fast->lo;
	snprintf(finding->remark, sizeof finding->remark, "%.4g s and %.4g s with %.0f bytes", slow->value, fast->value,
		 set);
}

static const struct rung *rung_with(const struct ladder *ladder, double set)
{
	for (size_t i = 0; i < ladder->count; i++)
		if (ladder->rung[i].set == set)
			return &ladder->rung[i];
	return NULL;
}

/* The levels of one ladder; `small`: the same sets in small pages, or NULL. */
static void tell_levels(struct findings *f, const struct gb_device *device, const struct ladder *ladder, int64_t pages,
			const struct ladder *small)
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
		if (!find(ladder, &levels[i], &p))
			continue;
		if (i == 0)
			levels[3].slowest = CACHED_PART * p.median;
		snprintf(point, sizeof point, "level=%s,pages=%s", levels[i].name, page_kinds[pages]);
		tell_plateau(f, ladder, &p, point);
		if (levels[i].reported > 0)
			tell_capacity(f, ladder, &p, point, levels[i].reported);
		const struct rung *middle = &ladder->rung[p.middle];
		const struct rung *other = small != NULL ? rung_with(small, middle->set) : NULL;
		snprintf(point, sizeof point, "level=%s", levels[i].name);
		if (other != NULL)
			tell_ratio(f, "small_page_slowdown", point, other->latency, middle->latency, middle->set);
	}
}

static size_t conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX])
{
	struct findings f = { out, 0 };
	struct ladder ladder[2], next;
	char point[96];

	collect(rows, count, OWN, SMALL, &ladder[SMALL]);
	collect(rows, count, OWN, HUGE_ONES, &ladder[HUGE_ONES]);
	tell_levels(&f, device, &ladder[HUGE_ONES], HUGE_ONES, &ladder[SMALL]);
	tell_levels(&f, device, &ladder[SMALL], SMALL, NULL);
	for (int64_t pages = SMALL; pages <= HUGE_ONES; pages++) {
		collect(rows, count, NEXT, pages, &next);
		/* The largest set that both have. */
		for (size_t i = next.count; i-- > 0;) {
			const struct rung *own = rung_with(&ladder[pages], next.rung[i].set);
			if (own == NULL)
				continue;
			snprintf(point, sizeof point, "memory=next,pages=%s", page_kinds[pages]);
			tell_ratio(&f, "remote_slowdown", point, next.rung[i].latency, own->latency, own->set);
			break;
		}
	}
	return f.count;
}

GB_BENCH(host_latency) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "host_latency",
	.summary = "latency of a load on the host, by working set: L1, L2, L3, memory, own and remote; page sizes",
	.method =
		"One thread on the first core follows a circle of addresses: each load waits for the one before, which "
		"gives its address. The circle goes once through every cache line of the set in random order (Sattolo's "
		"algorithm), so that no prefetcher can run ahead. `time` is that of a launch of 8192 loads, or 65536 of sets "
		"up to 256 KiB; `latency` is a load's share. Each launch goes on where the one before has stopped, and "
		"before timing the set is gone through once (of sets that no cache holds, a part that fills all caches). "
		"Small pages cost time to translate addresses; huge ones show the memory itself: that they were given is "
		"read in /proc/self/smaps. Verified: sixteen walkers through the same memory prove that the lines are one "
		"circle with every line of the set once, and the chase must end at the line where they say that its number "
		"of loads leads. Plateaus are runs of at least 3 sizes within 10 %, within the sizes that the system reports "
		"of the caches; a capacity lies between the last size within 25 % of a plateau and the next. After lmbench's "
		"lat_mem_rd (McVoy and Staelin, 1996).",
	.target = GB_HOST,
	.quantity = GB_SECONDS,
	.axes = axes,
	.variants = variants,
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.teardown = teardown,
	.cost = cost,
	.limit = limit,
	.metrics = metrics,
	.conclude = conclude,
};
