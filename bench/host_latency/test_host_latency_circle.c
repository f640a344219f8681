/* Tests of the circles of `host_latency`, and of its checks against faulty sets and chases. */
#include "state.h"

#include "opened.h"

static const struct gb_host_kernel *kernel_of(const char *name)
{
	const struct gb_host_kernel *k = bench->variants[0].kernels;

	while (k->name != NULL && strcmp(k->name, name) != 0)
		k++;
	assert_non_null(k->name);
	return k;
}

static void link_up(struct host_latency_line *line, uint64_t from, uint64_t to)
{
	const struct host_latency_link_args args = { line, from, to };

	kernel_of("link_lines")->function(0, 1, &args);
	kernel_of("link_lines")->function(1, 2, &args); /* the other threads do nothing */
}

/* For any number of lines, added at once or one by one, the circle is the same and includes every line once. */
TEST(every_circle_is_whole)
{
	enum { MOST = 300 };
	static struct host_latency_line line[MOST], grown[MOST];

	for (uint64_t lines = 1; lines <= MOST; lines++) {
		bool seen[MOST] = { false };
		uint64_t at = 0;
		link_up(line, 0, lines);
		link_up(grown, lines - 1, lines);
		for (uint64_t i = 0; i < lines; i++) {
			assert_false(seen[at]);
			seen[at] = true;
			assert_int_equal(line[at].next - line, grown[at].next - grown);
			at = (uint64_t)(line[at].next - line);
			assert_true(at < lines);
		}
		assert_int_equal(at, 0);
	}
}

/* No step is more likely than another: for 16 lines and many positions in the hash, each distance is about equally
 * frequent. */
TEST(steps_look_random)
{
	enum { LINES = 4096 };
	static struct host_latency_line line[LINES];
	uint32_t to[16] = { 0 }, ascending = 0;

	link_up(line, 0, LINES);
	for (size_t i = 0; i < LINES; i++) {
		const size_t next = (size_t)(line[i].next - line);
		to[(next + LINES - i) % LINES * 16 / LINES]++;
		ascending += next == i + 1;
	}
	for (size_t i = 0; i < 16; i++) /* 256 +- 5 standard deviations */
		assert_in_range(to[i], 256 - 80, 256 + 80);
	assert_true(ascending < 10);
}

TEST_WITH(sets_come_in_any_order, open_default, close_run)
{
	static const char *const sets[] = { "4096", "40960", "8192", "6144", "1048576", "4096" };
	char point[64];

	for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
		snprintf(point, sizeof point, "memory=own,pages=small,set=%s", sets[i]);
		at(point);
		assert_ok(bench->launch(&run), error);
		assert_ok(bench->launch(&run), error);
		if (gb_run_verify(&run) != GB_OK)
			fail_msg("%s: %s", point, error.text);
	}
}

/* ---- faults ------------------------------------------------------------------------------------------------------ */

static enum spoil { RIGHT, A_LOAD_LESS, STAYS, SHORT_CUT, TWO_CIRCLES, TWO_WALKED, ASTRAY, UNALIGNED, NO_CHECK } spoil;
static uint64_t lines;

/* Makes two circles that both include starting lines of the check's walkers. One circle has the lines up to `last`. */
static void part_walkers(struct host_latency_line *line)
{
	const uint64_t apart = lines / HOST_LATENCY_WALKERS;
	struct host_latency_line *last = line, *end;

	while ((uint64_t)(last->next - line) % apart != 0)
		last = last->next;
	struct host_latency_line *const second = last->next;
	for (end = second; end->next != line;)
		end = end->next;
	last->next = line;
	end->next = second;
}

static void spoilt_link(uint32_t thread, uint32_t threads, const void *args)
{
	const struct host_latency_link_args *a = args;
	struct host_latency_line *line = a->line, *first;

	kernel_of("link_lines")->function(thread, threads, args);
	first = line[0].next;
	lines = a->to;
	if (spoil == SHORT_CUT)
		line[0].next = first->next;
	if (spoil == TWO_CIRCLES) { /* circles of one line, and of all others */
		line[0].next = first->next;
		first->next = first;
	}
	if (spoil == TWO_WALKED)
		part_walkers(line);
	if (spoil == ASTRAY)
		first->next = line + lines;
	if (spoil == UNALIGNED)
		first->next = (struct host_latency_line *)(void *)((char *)line + 8);
}

/* Faulty sets must not be followed: only the verdict of the check matters. */
static void spoilt_chase(uint32_t thread, uint32_t threads, const void *args)
{
	const struct host_latency_chase_args *a = args;
	struct host_latency_chase_args less = *a;

	if (spoil == STAYS)
		return;
	if (spoil == ASTRAY || spoil == UNALIGNED) {
		*a->end = *a->begin;
		return;
	}
	less.trips -= spoil == A_LOAD_LESS;
	kernel_of("chase")->function(thread, threads, &less);
	for (int i = 1; i < HOST_LATENCY_UNROLL && spoil == A_LOAD_LESS; i++)
		*less.end = (*less.end)->next;
}

static void spoilt_check(uint32_t thread, uint32_t threads, const void *args)
{
	if (spoil != NO_CHECK)
		kernel_of("check")->function(thread, threads, args);
}

static int verify(enum spoil how, const char *set)
{
	static const struct gb_host_kernel kernels[] = {
		{ "link_lines", spoilt_link, sizeof(struct host_latency_link_args) },
		{ "chase", spoilt_chase, sizeof(struct host_latency_chase_args) },
		{ "check", spoilt_check, sizeof(struct host_latency_check_args) },
		{ NULL, NULL, 0 },
	};
	static const struct gb_variant variants[] = {
		{ .name = "spoilt", .flags = "", .archs = "", .kernels = kernels }, { .name = NULL }
	};
	struct gb_bench copy = *bench;
	char point[64];

	copy.variants = variants;
	spoil = how;
	reset_device();
	assert_ok(gb_device_open(&card, &fake_ops, 0, &error), error);
	assert_ok(gb_run_open(&run, &card, &copy, &variants[0], &error), error);
	snprintf(point, sizeof point, "memory=own,pages=small,set=%s", set);
	at(point);
	const int status = gb_run_verify(&run);
	close_point();
	return status;
}

TEST(what_is_spoilt_is_found)
{
	static const struct {
		enum spoil spoil;
		const char *says;
	} spoils[] = {
		{ A_LOAD_LESS, " loads ended " },
		{ STAYS, "the chase did not report where it ended" },
		{ SHORT_CUT, "the circle has " },
		{ TWO_CIRCLES, "the circle has " },
		{ TWO_WALKED, "the lines of the set are not one circle" },
		{ ASTRAY, "a line points outside of the set" },
		{ UNALIGNED, "a line points outside of the set" },
		{ NO_CHECK, "the check did not run" },
	};
	static const char *const sets[] = { "4096", "65536", "1048576" };

	for (size_t set = 0; set < sizeof sets / sizeof sets[0]; set++) {
		assert_ok(verify(RIGHT, sets[set]), error);
		for (size_t i = 0; i < sizeof spoils / sizeof spoils[0]; i++) {
			if (verify(spoils[i].spoil, sets[set]) != GB_FAILED)
				fail_msg("spoil %d of %s bytes passes", (int)spoils[i].spoil, sets[set]);
			assert_says(error.text, spoils[i].says);
		}
	}
}

/* Exchanging any two lines in the links that lead to them makes two circles, which the check must find. */
TEST(any_two_circles_are_found)
{
	enum { LINES = HOST_LATENCY_LINES_MIN };
	static struct host_latency_line line[LINES];

	link_up(line, 0, LINES);
	for (size_t a = 0; a < LINES; a++)
		for (size_t b = 0; b <= a; b++) {
			uint64_t report[HOST_LATENCY_REPORT];
			const struct host_latency_check_args args = { line, LINES, 5, report };
			struct host_latency_line *kept = line[a].next;
			line[a].next = line[b].next;
			line[b].next = kept;
			kernel_of("check")->function(0, 1, &args);
			const bool whole = report[HOST_LATENCY_CLOSED] == HOST_LATENCY_WALKERS &&
					   report[HOST_LATENCY_VISITED] == LINES && report[HOST_LATENCY_ASTRAY] == 0;
			assert_true(whole == (a == b));
			line[b].next = line[a].next;
			line[a].next = kept;
		}
}

/* ---- the pages of a set ------------------------------------------------------------------------------------------ */

/* The remark on a point if this part of its memory lies in huge pages. */
static const char *doubt_at(const char *point, double huge)
{
	const struct gb_point p = real_point(bench, point);
	struct state *s = gb_state(&run);
	struct place *place = &s->place[OWN][strstr(point, "huge") != NULL ? HUGE_ONES : SMALL];

	point_of(point); /* its memory is placed, and its pages are looked up */
	place->huge = huge;
	gb_error_clear(&error);
	run.doubt[0] = '\0';
	assert_ok(gb_run_point(&run, &p), error);
	return run.doubt;
}

/* A row is suspect if its memory is not in the pages that the point names, or if the system does not report them. */
TEST_WITH(other_pages_are_a_doubt, open_default, close_run)
{
	assert_string_equal(doubt_at("memory=own,pages=small,set=4096", 0), "");
	assert_string_equal(doubt_at("memory=own,pages=huge,set=4096", 1), "");
	assert_says(doubt_at("memory=own,pages=small,set=4096", 0.25), "25.0 % of the memory is in huge pages");
	assert_says(doubt_at("memory=own,pages=huge,set=4096", 0.5), "50.0 % of the memory is in huge pages");
	assert_says(doubt_at("memory=own,pages=small,set=4096", NAN), "does not show which pages the memory has");
	assert_says(doubt_at("memory=own,pages=huge,set=4096", NAN), "does not show which pages the memory has");
}

TESTS_OF("host_latency")
