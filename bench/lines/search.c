/* search.c: finds lines that share a set of L2. A hash spreads lines over slices and sets, so no fixed distance leads
 * from one line of a set to the next. Evictions reveal the set: a target line is read, then a pool of other lines, then
 * the target again. If the last read misses, some lines of the pool share its set. Groups of lines are then left out of
 * the pool as long as the target is still evicted, until no line can be spared. If the cache evicts the least recently
 * used line, such a minimal set has as many lines as the cache has ways. */
#include <stdlib.h>

#include "../common/input.h"
#include "state.h"

enum {
	SURE = 3,          /* tests in a row that must evict the target before lines are left out */
	SURER = 4,         /* multiplies the rounds of all later tests if one round does not evict the target */
	QUIET_TESTS = 8,   /* tests with the target alone, whose minimum is the latency of a hit */
	SETTLE_TESTS = 16, /* the first tests without a line do not count, since it may still be in L2 */
	GROUPS_FIRST = 64, /* the pool is divided into this many groups before more rounds are read */
	PASSES_MOST = 64,  /* rounds through the lines of a test, at most */
	HIT_MARGIN = 4     /* a miss takes 1 / HIT_MARGIN longer than a hit, as does a hit in the other half of L2 */
};
/* Loads and tests of a search, at most: a few tenths of a second. */
#define READS_MOST 4e8
#define TESTS_MOST 10000

/* ---- tests ------------------------------------------------------------------------------------------------------- */

/* Several blocks per SM, so that the chosen SM gets at least one. */
struct gb_shape lines_one_block(const struct gb_run *run, uint32_t block, uint32_t shared)
{
	const uint32_t blocks = state_of(run)->sets.sm == LINES_ANY_SM ? 1 : 8 * (uint32_t)gb_device(run)->sm_count;

	return (struct gb_shape){ .grid = blocks, .block = block, .shared_bytes = shared };
}

struct lines_alone lines_next_ticket(struct state *s)
{
	return (struct lines_alone){ .sm = s->sets.sm, .ticket = ++s->sets.ticket, .taken = gb_address(s->sets.taken) };
}

int lines_launch_tests(struct gb_run *run, const struct gb_kernel *kernel, struct lines_evict_args *args)
{
	struct state *s = gb_state(run);

	args->alone = lines_next_ticket(s);
	return gb_launch(run, kernel, lines_one_block(run, LINES_BLOCK, args->words * 4), args);
}

/* Runs tests and reads their results; there are none if no block ran on the chosen SM. */
static int try_tests(struct gb_run *run, struct lines_evict_args *args, struct lines_evict_found *found)
{
	const struct state *s = gb_state(run);
	const struct lines_evict_found none = { .sm = LINES_ANY_SM };

	GB_TRY(gb_copy_in(run, s->sets.found, &none, offsetof(struct lines_evict_found, cycles)));
	GB_TRY(lines_launch_tests(run, &s->sets.search, args));
	return gb_copy_out(run, found, s->sets.found, sizeof *found);
}

static int run_tests(struct gb_run *run, struct lines_evict_args *args, struct lines_evict_found *found)
{
	GB_TRY(try_tests(run, args, found));
	if (found->tests == 0 || found->tests > args->tests)
		return gb_skip(run, "no block ran on the chosen SM");
	return GB_OK;
}

uint32_t lines_count_misses(const struct lines_evict_found *found, uint32_t first, uint32_t cut)
{
	uint32_t misses = 0;

	for (uint32_t i = first; i < found->tests; i++)
		misses += found->cycles[i] >= cut;
	return misses;
}

static struct lines_evict_args tests_of(const struct gb_run *run, uint32_t target)
{
	const struct state *s = gb_state(run);

	return (struct lines_evict_args){
		.at = gb_address(s->data),
		.bits = gb_address(s->sets.bits),
		.target = s->sets.target[target].line,
		.passes = 1,
		.found = gb_address(s->sets.found),
	};
}

/* Measures the latency of the target while nothing evicts it, and chooses the SM of all further launches. */
static int find_cut(struct gb_run *run, uint32_t target)
{
	struct state *s = gb_state(run);
	struct congruent *c = &s->sets.target[target];
	struct lines_evict_args args = tests_of(run, target);
	struct lines_evict_found found;
	uint32_t least = UINT32_MAX;

	if (c->cut != 0)
		return GB_OK;
	args.passes = 0;
	args.tests = QUIET_TESTS;
	GB_TRY(try_tests(run, &args, &found));
	if (found.tests == 0) { /* no SM has the number that is tried first */
		s->sets.sm = LINES_ANY_SM;
		GB_TRY(run_tests(run, &args, &found));
	}
	for (uint32_t i = 0; i < found.tests; i++)
		least = found.cycles[i] < least ? found.cycles[i] : least;
	c->cut = least + least / HIT_MARGIN;
	s->sets.sm = found.sm;
	return GB_OK;
}

/* ---- a search ---------------------------------------------------------------------------------------------------- */

/* A search. `list` holds the remaining lines of the pool in ascending order, followed by the lines left out, the last
 * ones first. */
struct search {
	struct lines_evict_args args;
	uint32_t cut, count, *list, *bits;
	uint32_t *left_out, steps; /* per step, the lines that it left out */
	uint32_t *aside;           /* buffer for the lines of a step */
	double reads;
	uint32_t tests;
};

static int send_bits(struct gb_run *run, struct search *of)
{
	memset(of->bits, 0, of->args.words * sizeof *of->bits);
	for (uint32_t i = 0; i < of->count; i++)
		of->bits[of->list[i] / 32] |= 1u << of->list[i] % 32;
	return gb_copy_in(run, state_of(run)->sets.bits, of->bits, of->args.words * sizeof *of->bits);
}

/* `*evicted`: whether the list without its lines `from` to `to` - 1 evicts the target in each of several tests. */
static int evicts(struct gb_run *run, struct search *of, uint32_t from, uint32_t to, bool *evicted)
{
	struct lines_evict_found found;

	of->args.from = from < to ? of->list[from] : 0;
	of->args.to = from < to ? of->list[to - 1] + 1 : 0;
	of->args.tests = SURE;
	of->args.cut = of->cut;
	const int status = run_tests(run, &of->args, &found);
	if (status != GB_OK)
		return status;
	of->reads += (double)found.tests * of->args.passes * (of->count - (to - from));
	of->tests++;
	*evicted = lines_count_misses(&found, 0, of->cut) == SURE;
	return GB_OK;
}

static int leave_out(struct gb_run *run, struct search *of, uint32_t from, uint32_t to)
{
	const uint32_t lines = to - from;

	memcpy(of->aside, of->list + from, lines * sizeof *of->list);
	memmove(of->list + from, of->list + to, (of->count - to) * sizeof *of->list);
	of->count -= lines;
	memcpy(of->list + of->count, of->aside, lines * sizeof *of->list);
	of->left_out[of->steps++] = lines;
	return send_bits(run, of);
}

static int ascending(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* A step may have left out too many lines, because lines of earlier tests that were still in the set evicted the
 * target. Steps are undone until the lines evict the target again. */
static int go_back(struct gb_run *run, struct search *of, bool *went)
{
	bool evicted;

	*went = false;
	GB_TRY(evicts(run, of, 0, 0, &evicted));
	while (!evicted && of->steps > 0 && of->tests < TESTS_MOST) {
		of->count += of->left_out[--of->steps];
		qsort(of->list, of->count, sizeof *of->list, ascending);
		GB_TRY(send_bits(run, of));
		GB_TRY(evicts(run, of, 0, 0, &evicted));
		*went = true;
	}
	return GB_OK;
}

/* No group can be left out: try smaller groups or more rounds. Returns false if both are exhausted, so the set is
 * minimal. */
static bool try_harder(struct search *of, uint32_t *groups)
{
	const bool can_split = *groups < of->count, can_repeat = of->args.passes < PASSES_MOST;

	if (can_split && (*groups < GROUPS_FIRST || !can_repeat))
		*groups *= 2;
	else if (can_repeat)
		of->args.passes *= 2;
	return can_split || can_repeat;
}

static int no_group_is_left(struct gb_run *run, struct search *of, uint32_t *groups, bool *minimal)
{
	bool went;

	GB_TRY(go_back(run, of, &went));
	if (!went)
		*minimal = !try_harder(of, groups);
	else if (of->args.passes < PASSES_MOST)
		of->args.passes *= 2;
	return GB_OK;
}

/* Leaves out one group after another. `*minimal` is set when no further line can be left out. */
static int reduce(struct gb_run *run, struct search *of, bool *minimal)
{
	uint32_t groups = 2, group = 0, needed = 0;
	bool evicted;

	while (!*minimal && of->count > 1 && of->reads < READS_MOST && of->tests < TESTS_MOST) {
		const uint32_t from = (uint32_t)((uint64_t)of->count * group / groups);
		const uint32_t to = (uint32_t)((uint64_t)of->count * (group + 1) / groups);
		GB_TRY(evicts(run, of, from, to, &evicted));
		if (evicted) {
			GB_TRY(leave_out(run, of, from, to));
			groups = groups > 2 ? groups - 1 : 2;
		}
		group += !evicted;
		needed = evicted ? 0 : needed + 1;
		if (needed == groups) {
			needed = 0;
			GB_TRY(no_group_is_left(run, of, &groups, minimal));
		}
		groups = groups < of->count ? groups : of->count;
		group = group < groups ? group : 0;
	}
	return GB_OK;
}

/* Lists all lines of the pool except the target and the lines of the first search. */
static void list_pool(const struct sets *sets, const struct congruent *c, struct search *of)
{
	for (uint32_t line = 0; line < sets->pool; line++) {
		bool used = line == c->line;
		for (uint32_t i = 0; i < c->found[0] && !used; i++)
			used = c->lines[0][i] == line;
		if (!used)
			of->list[of->count++] = line;
	}
}

/* Runs a search. A failure applies only to this target. */
static int search(struct gb_run *run, struct congruent *c, uint32_t number, struct search *of)
{
	bool evicted, minimal = false;
	char *why_not = c->why_not[number];

	GB_TRY(send_bits(run, of));
	GB_TRY(evicts(run, of, 0, 0, &evicted));
	if (evicted)
		GB_TRY(reduce(run, of, &minimal));
	if (!evicted)
		snprintf(why_not, sizeof c->why_not[0], "%u lines do not evict it", of->count);
	else if (!minimal || of->count > LINES_OF_SET)
		snprintf(why_not, sizeof c->why_not[0], "%u tests left %u lines", of->tests, of->count);
	if (why_not[0] != '\0')
		return GB_OK;
	c->found[number] = of->count;
	memcpy(c->lines[number], of->list, of->count * sizeof *of->list);
	return GB_OK;
}

/* Finds how many rounds evict the target reliably: one, or a margin over those that the tests needed. */
static int find_passes(struct gb_run *run, struct congruent *c, struct search *of)
{
	bool evicted = false;

	of->args.passes = 1;
	GB_TRY(evicts(run, of, 0, 0, &evicted));
	while (!evicted && of->args.passes < PASSES_MOST) {
		of->args.passes *= 2;
		GB_TRY(evicts(run, of, 0, 0, &evicted));
	}
	/* If one round is not enough, evictions are random and the tests above succeeded by chance. */
	c->passes = of->args.passes > 1 ? SURER * of->args.passes : 1;
	return GB_OK;
}

/* Measures how often the lines evict the target, and how often all but one of them do not. */
static int confirm(struct gb_run *run, struct congruent *c, struct search *of)
{
	struct lines_evict_found found;
	uint32_t hits = 0;

	GB_TRY(find_passes(run, c, of));
	of->args.from = of->args.to = of->args.cut = 0;
	of->args.passes = c->passes;
	of->args.tests = LINES_TESTS;
	GB_TRY(run_tests(run, &of->args, &found));
	c->evicted = (double)lines_count_misses(&found, 0, c->cut) / LINES_TESTS;
	of->args.passes = PASSES_MOST;
	for (uint32_t i = 0; i < of->count; i++) {
		of->args.from = of->list[i];
		of->args.to = of->list[i] + 1;
		GB_TRY(run_tests(run, &of->args, &found));
		hits += LINES_TESTS - SETTLE_TESTS - lines_count_misses(&found, SETTLE_TESTS, c->cut);
	}
	c->spared = hits / ((double)(LINES_TESTS - SETTLE_TESTS) * of->count);
	return GB_OK;
}

static int find(struct gb_run *run, uint32_t target, uint32_t number)
{
	struct state *s = gb_state(run);
	struct congruent *c = &s->sets.target[target];
	const uint32_t words = s->sets.pool / 32;
	struct search of = { .args = tests_of(run, target), .cut = c->cut };

	of.args.words = words;
	uint32_t **const room[] = { &of.list, &of.aside, &of.bits, &of.left_out };
	const uint32_t sizes[] = { s->sets.pool, s->sets.pool, words, TESTS_MOST + 1 };
	for (size_t i = 0; i < sizeof room / sizeof room[0]; i++) {
		*room[i] = gb_scratch(run, sizes[i] * sizeof **room[i]);
		if (*room[i] == NULL)
			return GB_FAILED;
	}
	list_pool(&s->sets, c, &of);
	GB_TRY(search(run, c, number, &of));
	return number == 0 && c->found[0] > 0 ? confirm(run, c, &of) : GB_OK;
}

int lines_find_set(struct gb_run *run, uint32_t target, uint32_t number)
{
	struct congruent *c = &state_of(run)->sets.target[target];

	c->line = input_mix(target + 1) % state_of(run)->sets.pool;
	GB_TRY(find_cut(run, target));
	if (c->found[number] == 0 && c->why_not[number][0] == '\0')
		GB_TRY(find(run, target, number));
	if (c->found[number] == 0)
		return gb_skip(run, "no set of L2 was found for line %u: %s", c->line, c->why_not[number]);
	return GB_OK;
}

int lines_send_set(struct gb_run *run, uint32_t target, struct lines_evict_args *args)
{
	struct congruent *c = &state_of(run)->sets.target[target];
	struct search of = { .args = tests_of(run, target), .list = c->lines[0], .count = c->found[0] };

	of.args.words = state_of(run)->sets.pool / 32;
	of.args.passes = c->passes;
	of.args.tests = LINES_TESTS;
	of.bits = gb_scratch(run, of.args.words * sizeof *of.bits);
	if (of.bits == NULL)
		return GB_FAILED;
	*args = of.args;
	return send_bits(run, &of);
}
