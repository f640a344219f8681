/* sets_model.h: a model of half an L2, with sets that a hash chooses, and of the kernels that search for these sets. */
#pragma once

#include "gpubench_model.h"
#include "lines.h"

/* Cycles of a hit and of a load that evicts. A miss takes less than twice as long, as does a hit in the other half. */
enum { SETS_MODEL = 512, WAYS_MODEL_MOST = 16, HIT_MODEL = 260, MISS_MODEL = 430, ONLY_SM_MODEL = 7 };
enum { LINES_MODEL_MOST = 8192 }; /* per set */

/* Lines are replaced in the order of last use, or at random. */
static struct {
	uint32_t ways; /* 0: lines are never evicted */
	bool random;
	uint32_t first_sm; /* lowest number of an SM */
	const unsigned char *line[SETS_MODEL][WAYS_MODEL_MOST];
	uint32_t used[SETS_MODEL][WAYS_MODEL_MOST], now;
} l2_model = { .ways = WAYS_MODEL_MOST };

static inline uint32_t l2_way_model(uint32_t set)
{
	uint32_t oldest = 0;

	if (l2_model.random && l2_model.line[set][l2_model.ways - 1] != NULL)
		return input_mix(l2_model.now) % l2_model.ways;
	for (uint32_t way = 1; way < l2_model.ways; way++)
		if (l2_model.used[set][way] < l2_model.used[set][oldest])
			oldest = way;
	return oldest;
}

static inline uint32_t l2_set_model(uint32_t line)
{
	return input_mix(line) % SETS_MODEL;
}

static inline uint32_t l2_load_model(const unsigned char *at, uint32_t line)
{
	const unsigned char *address = at + (size_t)line * LINES_LINE;
	const uint32_t set = l2_set_model(line);
	uint32_t way = 0;

	if (l2_model.ways == 0)
		return HIT_MODEL;
	while (way < l2_model.ways && l2_model.line[set][way] != address)
		way++;
	const bool hit = way < l2_model.ways;
	l2_model.now++;
	way = hit ? way : l2_way_model(set);
	l2_model.line[set][way] = address;
	l2_model.used[set][way] = l2_model.now;
	return hit ? HIT_MODEL : MISS_MODEL;
}

/* LINES_ANY_SM: no block works. */
static inline uint32_t lines_sm_model(struct lines_alone alone, struct gb_shape shape)
{
	if (alone.sm == LINES_ANY_SM)
		return ONLY_SM_MODEL;
	if (alone.sm < l2_model.first_sm || (shape.grid == 1 && alone.sm != ONLY_SM_MODEL) ||
	    *alone.taken == alone.ticket)
		return LINES_ANY_SM;
	*alone.taken = alone.ticket;
	gb_model_unchecked(alone.taken, sizeof *alone.taken);
	return alone.sm;
}

static inline void lines_word_model(struct gb_report *report, const unsigned char *at, uint32_t offset)
{
	uint32_t word[2];

	if (report == NULL)
		return;
	memcpy(word, at + offset, sizeof word);
	if (word[0] != input_bits(offset / 4) || word[1] != input_bits(offset / 4 + 1))
		gb_model_wrong(report, offset / 4);
	gb_model_compared(report, 1);
}

/* Collects the lines to read that share the target's set; other lines do not affect it. */
static inline uint32_t lines_choose_model(const struct lines_evict_args *args, uint32_t line[LINES_MODEL_MOST])
{
	const uint32_t set = l2_set_model(args->target);
	uint32_t count = 0;

	for (uint32_t w = 0; w < args->words; w++)
		for (uint32_t left = args->bits[w] != 0 ? lines_kept(args->bits[w], w, args->from, args->to) : 0;
		     left != 0 && count < LINES_MODEL_MOST; left &= left - 1) {
			line[count] = 32 * w + (uint32_t)__builtin_ctz(left);
			count += l2_set_model(line[count]) == set;
		}
	return count;
}

static inline void lines_evict_model(struct gb_shape shape, const void *of)
{
	const struct lines_evict_args *args = of;
	const uint32_t sm = lines_sm_model(args->alone, shape);
	uint32_t line[LINES_MODEL_MOST], test = 0, cycles = ~0u;

	if (sm == LINES_ANY_SM)
		return;
	const uint32_t count = lines_choose_model(args, line);
	for (; test < args->tests && cycles >= args->cut; test++) {
		l2_load_model(args->at, args->target);
		for (uint32_t i = 0; i < args->passes * count; i++)
			l2_load_model(args->at, line[i % count]);
		cycles = l2_load_model(args->at, args->target);
		args->found->cycles[test] = cycles;
		lines_word_model(args->report, args->at, args->target * LINES_LINE);
	}
	gb_model_unchecked(args->found->cycles, sizeof args->found->cycles);
	args->found->sm = sm;
	args->found->tests = test;
}

static inline void lines_rounds_model(struct gb_shape shape, const void *of)
{
	const struct lines_rounds_args *args = of;
	struct lines_rounds_found found = { .sm = lines_sm_model(args->alone, shape) };

	if (found.sm == LINES_ANY_SM)
		return;
	for (uint32_t set = 0; set < LINES_SETS; set++)
		for (uint32_t i = 0; i < LINES_ROUNDS * args->count; i++) {
			const uint32_t line = args->list->line[set][i % args->count];
			const uint32_t cycles = l2_load_model(args->at, line);
			const bool counts = i >= LINES_ROUNDS / 2 * args->count;
			lines_word_model(args->report, args->at, line * LINES_LINE);
			found.cycles += counts ? cycles : 0;
			found.hits[set] += counts && cycles < args->list->cut[set];
		}
	*args->found = found;
	gb_model_unchecked(args->found->hits + LINES_SETS,
			   sizeof found - offsetof(struct lines_rounds_found, hits) - sizeof found.hits);
}
