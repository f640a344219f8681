/* The points of `eviction` and `set`, which use the sets of L2 that search.c finds. */
#include "../common/median.h"
#include "state.h"

enum { POOL = 2 }; /* bytes of the pool, as a multiple of L2 */
/* If fewer tests agree, a set does not evict its target reliably, or is not minimal. */
#define SHARE_LEAST 0.9

/* ---- points ------------------------------------------------------------------------------------------------------ */

/* The number of lines in the pool. Their bits must fit into the shared memory of a block, next to the kernel's own
 * data. */
static uint32_t choose_pool(const struct gb_run *run)
{
	const struct gb_device *device = gb_device(run);
	const uint64_t most[] = { POOL * device->l2_bytes / LINES_LINE, state_of(run)->data_bytes / LINES_LINE,
				  8 * (device->shared_per_block - state_of(run)->sets.search.shared_bytes) };
	uint64_t pool = most[0];

	for (size_t i = 1; i < sizeof most / sizeof most[0]; i++)
		pool = most[i] < pool ? most[i] : pool;
	return pool < 32 ? 32 : (uint32_t)pool / 32 * 32;
}

int lines_setup_sets(struct gb_run *run)
{
	struct sets *sets = &state_of(run)->sets;

	GB_TRY(gb_find_kernel(run, "lines_search", &sets->search));
	GB_TRY(gb_find_kernel(run, "lines_evict", &sets->evict));
	GB_TRY(gb_find_kernel(run, "lines_rounds", &sets->walk));
	sets->pool = choose_pool(run);
	sets->sm = 0;
	sets->least = sets->most = (double)NAN;
	GB_TRY(gb_alloc(run, sets->pool / 8, &sets->bits));
	GB_TRY(gb_alloc(run, sizeof(struct lines_evict_found), &sets->found));
	GB_TRY(gb_alloc(run, sizeof(struct lines_rounds_found), &sets->rounds));
	GB_TRY(gb_alloc(run, sizeof(struct lines_list), &sets->list));
	GB_TRY(gb_alloc(run, sizeof(uint32_t), &sets->taken));
	return gb_fill(run, sets->taken, 0, sizeof(uint32_t));
}

int lines_prepare_eviction(struct gb_run *run)
{
	const uint32_t target = gb_value(run, target);

	GB_TRY(lines_find_set(run, target, 0));
	return lines_send_set(run, target, &state_of(run)->sets.evict_args);
}

/* Sends the lines of each target's set: the target, and the lines of one search or of both. */
int lines_prepare_set(struct gb_run *run)
{
	struct sets *sets = &state_of(run)->sets;
	const uint32_t count = gb_value(run, lines);
	struct lines_list list = { .line = { { 0 } } };

	sets->rounds_args = (struct lines_rounds_args){
		.at = gb_address(state_of(run)->data),
		.list = gb_address(sets->list),
		.count = count,
		.found = gb_address(sets->rounds),
	};
	for (uint32_t set = 0; set < LINES_SETS; set++) {
		const struct congruent *c = &sets->target[set];
		uint32_t have = 0;
		for (uint32_t search = 0; search < SEARCHES && have < count; search++) {
			GB_TRY(lines_find_set(run, set, search));
			if (search == 0)
				list.line[set][have++] = c->line;
			for (uint32_t i = 0; i < c->found[search] && have < count; i++)
				list.line[set][have++] = c->lines[search][i];
		}
		if (have < count)
			return gb_skip(run, "%u lines of a set of L2 were found, not %u", have, count);
		list.cut[set] = c->cut;
	}
	return gb_copy_in(run, sets->list, &list, sizeof list);
}

int lines_launch_eviction(struct gb_run *run)
{
	return lines_launch_tests(run, &state_of(run)->sets.evict, &state_of(run)->sets.evict_args);
}

int lines_launch_set(struct gb_run *run)
{
	struct state *s = gb_state(run);

	s->sets.rounds_args.alone = lines_next_ticket(s);
	return gb_launch(run, &s->sets.walk, lines_one_block(run, 32, 0), &s->sets.rounds_args);
}

/* Times a load of the target after its set was read: the median, since a refresh delays one DRAM load in ten. */
int lines_observe_eviction(struct gb_run *run, double *value)
{
	struct lines_evict_found found;

	GB_TRY(gb_copy_out(run, &found, state_of(run)->sets.found, sizeof found));
	*value = cycles_median(found.cycles, LINES_TESTS);
	return GB_OK;
}

int lines_observe_set(struct gb_run *run, double *value)
{
	struct state *s = gb_state(run);
	const double loads = LINES_ROUNDS / 2.0 * s->sets.rounds_args.count;
	struct lines_rounds_found found;
	double hits = 0;

	GB_TRY(gb_copy_out(run, &found, s->sets.rounds, sizeof found));
	s->sets.least = (double)INFINITY;
	s->sets.most = 0;
	for (uint32_t set = 0; set < LINES_SETS; set++) {
		s->sets.least = fmin(s->sets.least, found.hits[set] / loads);
		s->sets.most = fmax(s->sets.most, found.hits[set] / loads);
		hits += found.hits[set];
	}
	s->hits[0] = hits / (LINES_SETS * loads);
	*value = (double)found.cycles / (LINES_SETS * loads);
	return GB_OK;
}

/* ---- checks ------------------------------------------------------------------------------------------------------ */

/* Checks the words that a launch read, and that it ran on the SM of the search. */
static int check_launch(struct gb_run *run, gb_ptr found, uint64_t bytes, struct gb_report **report, uint64_t words,
			uint32_t *sm)
{
	struct state *s = gb_state(run);

	GB_TRY(gb_fill_output(run, found, 0xff, bytes));
	GB_TRY(gb_report_clear(run, s->report));
	*report = gb_address(s->report);
	const int status = lines_launch(run);
	*report = NULL;
	GB_TRY(status);
	GB_TRY(gb_report_judge(run, s->report, words, "words"));
	GB_TRY(gb_copy_out(run, sm, found, sizeof *sm)); /* `sm` is the first member of both structs */
	if (*sm != s->sets.sm)
		return gb_fail(run, "the launch ran on SM %u, not on SM %u", *sm, s->sets.sm);
	return GB_OK;
}

int lines_verify_eviction(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct congruent *c = &s->sets.target[gb_value(run, target)];
	struct lines_evict_found found;
	uint32_t sm;

	GB_TRY(check_launch(run, s->sets.found, sizeof found, &s->sets.evict_args.report, LINES_TESTS, &sm));
	GB_TRY(gb_copy_out(run, &found, s->sets.found, sizeof found));
	if (found.tests != LINES_TESTS)
		return gb_fail(run, "%u tests ran instead of %u", found.tests, LINES_TESTS);
	const double evicted = (double)lines_count_misses(&found, 0, c->cut) / LINES_TESTS;
	if (evicted < SHARE_LEAST || c->evicted < SHARE_LEAST || c->spared < SHARE_LEAST)
		gb_suspect(run,
			   "%u lines evict the target in %.0f %% of all tests, and all but one spare it in %.0f %%",
			   c->found[0], 100 * fmin(evicted, c->evicted), 100 * c->spared);
	return GB_OK;
}

int lines_verify_set(struct gb_run *run)
{
	struct state *s = gb_state(run);
	struct lines_rounds_found found;
	const uint32_t count = s->sets.rounds_args.count, loads = LINES_ROUNDS / 2 * count;
	uint32_t sm;

	GB_TRY(check_launch(run, s->sets.rounds, sizeof found, &s->sets.rounds_args.report,
			    (uint64_t)LINES_SETS * LINES_ROUNDS * count, &sm));
	GB_TRY(gb_copy_out(run, &found, s->sets.rounds, sizeof found));
	for (uint32_t set = 0; set < LINES_SETS; set++)
		if (found.hits[set] > loads)
			return gb_fail(run, "set %u has %u hits of %u loads", set, found.hits[set], loads);
	return GB_OK;
}
