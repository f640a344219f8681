/* Models of the kernels of `lines`. */
#include "../common/chain_model.h"
#include "../common/input_model.h"
#include "sets_model.h"

/* ---- chases ------------------------------------------------------------------------------------------------------ */

static uint32_t words_of(const struct lines_set *set)
{
	return set->groups * (set->apart ? 2 : 1);
}

static void link_words(struct gb_shape shape, const void *of)
{
	const struct lines_args *args = of;
	const uint32_t words = words_of(&args->set);
	unsigned char *word = args->set.at + lines_offset(&args->set, 0);

	chain_linked_model(args->set.at, args->set.groups * args->set.stride + args->set.apart);
	for (uint32_t i = 1; i <= words; i++) {
		unsigned char *next = args->set.at + lines_offset(&args->set, i % words);
		memcpy(word, &next, sizeof next);
		word = next;
	}
}

static void touch(struct gb_shape shape, const void *of)
{
}

/* The cycles depend on the size of the set: small, about a megabyte, or larger. In pairs, three of four second words
 * hit. */
static uint32_t cycles_of_hop(const struct lines_set *set, uint32_t hop)
{
	const unsigned long long bytes = set->groups * set->stride;

	if (set->apart && hop % 2 && hop % 8 != 1)
		return 50;
	return bytes <= 4096 ? 40 : bytes <= 1 << 20 ? 260 : 700;
}

static void walk(struct gb_shape shape, const void *of)
{
	const struct lines_args *args = of;
	struct lines_place place = { .at = chain_follow_model(args->place->at, args->warm) };

	for (uint32_t hop = 0; hop < args->hops; hop++) {
		const uint32_t cycles = cycles_of_hop(&args->set, hop);
		place.at = chain_follow_model(place.at, 1);
		place.cycles[hop % 2] += cycles;
		place.hits[hop % 2] += cycles < args->cut;
		if (args->trace != NULL)
			args->trace[hop] = (uint32_t)(place.at - (uintptr_t)args->set.at);
	}
	*args->place = place;
	gb_model_unchecked(args->place, sizeof place); /* the trace checks each hop */
}

/* ---- lines that differ in one bit, and lines at a stride --------------------------------------------------------- */

/* In every other pair the lines are in different slices, which adds 10 cycles. */
static void hash(struct gb_shape shape, const void *of)
{
	const struct lines_hash_args *args = of;

	gb_model_unchecked(args->cycles, (size_t)2 * LINES_BASES * sizeof *args->cycles);
	for (uint32_t i = 0; i < 2 * LINES_BASES; i++) {
		args->cycles[i] = i % 4 == 3 ? 270 : 260;
		lines_word_model(args->report, args->at, lines_base(i / 2) ^ (i % 2 ? args->flip : 0));
	}
}

/* A warp loads four lines at once: each line is read by eight lanes of 16 bytes. */
static uint32_t sum_of(const struct lines_camp_args *args, struct gb_shape shape, uint32_t thread,
		       const uint32_t *words)
{
	uint32_t sum = 0;

	for (uint32_t load = 0; load < args->trips * LINES_UNROLL; load++) {
		const uint32_t line = lines_camped(thread / 32, shape.grid * shape.block / 32, load, thread % 32);
		const unsigned long long first = line * args->stride / 4 + thread % 8 * 4ull;
		for (unsigned long long i = first; i < first + 4; i++)
			sum += words != NULL ? words[i] : input_bits(i);
	}
	return sum;
}

static void camp(struct gb_shape shape, const void *of)
{
	const struct lines_camp_args *args = of;

	for (uint32_t t = 0; t < shape.grid * shape.block && args->record; t++)
		args->sums[t] = sum_of(args, shape, t, (const void *)args->at);
}

static void check(struct gb_shape shape, const void *of)
{
	const struct lines_camp_args *args = of;

	for (uint32_t t = 0; t < shape.grid * shape.block; t++)
		if (args->sums[t] != sum_of(args, shape, t, NULL))
			gb_model_wrong(args->report, t);
	gb_model_compared(args->report, (unsigned long long)shape.grid * shape.block);
}

GB_MODELS_OF(lines, { "lines_walk_*", walk }, { "lines_link", link_words }, { "lines_touch", touch },
	     { "lines_hash", hash }, { "lines_camp", camp }, { "lines_check", check },
	     { "lines_search", lines_evict_model }, { "lines_evict", lines_evict_model },
	     { "lines_rounds", lines_rounds_model }, { "lines_fill", input_fill_bits_model });
