#include "fake/fake_mistakes.h"

#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/text.h"

const char *const fake_mistake_text[FAKE_MISTAKES] = {
	[FAKE_ALL_KEPT] = "nothing",
	[FAKE_FIRST_KEPT] = "all but the first word",
	[FAKE_LAST_KEPT] = "all but the last word",
	[FAKE_FIRST_TURNED] = "a wrong first word",
	[FAKE_MIDDLE_TURNED] = "a wrong word in the middle",
	[FAKE_LAST_TURNED] = "a wrong last word",
};

/* A kernel's first launches show what it does. */
enum { LAUNCHES_OBSERVED = 16, UNCHECKED_MAX = 4096, BLOCK_WORDS = 1024 };

/* For callbacks, which have no context. */
static struct {
	char kernel[FAKE_OBSERVED_MAX][GB_NAME_MAX];
	size_t kernels, running; /* `running`: the number of the kernel that computes; `kernels`: none of them */
	void (*spoil)(size_t slot, const uint32_t *before, uint32_t *now, size_t words); /* NULL: the kernel is idle */
	size_t slot;                                                                     /* FAKE_SLOTS: all */
	struct fake_words words;                                                         /* of the slot */
	enum fake_mistake mistake;
	bool was_mistaken;
	uint32_t launches[FAKE_OBSERVED_MAX]; /* observed launches */
	struct fake_words changes[FAKE_OBSERVED_MAX][FAKE_SLOTS];
	uint32_t *before[FAKE_SLOTS];
	struct {
		const char *begin, *end;
	} unchecked[UNCHECKED_MAX];
	size_t unchecked_count;
} set;

/* ---- what is checked --------------------------------------------------------------------------------------------- */

static void note_unchecked(const void *at, size_t bytes)
{
	const char *begin = at;

	for (size_t i = 0; i < set.unchecked_count; i++)
		if (set.unchecked[i].begin == begin && set.unchecked[i].end == begin + bytes)
			return;
	if (set.unchecked_count == UNCHECKED_MAX)
		return;
	set.unchecked[set.unchecked_count].begin = begin;
	set.unchecked[set.unchecked_count++].end = begin + bytes;
}

bool fake_is_checked(const uint32_t *word)
{
	const char *begin = (const char *)word;

	for (size_t i = 0; i < set.unchecked_count; i++)
		if (begin >= set.unchecked[i].begin && begin + sizeof *word <= set.unchecked[i].end)
			return false;
	return true;
}

/* The first checked word that differs; `count`: none. Most words are equal. */
static size_t find_difference(const uint32_t *before, const uint32_t *now, size_t at, size_t count)
{
	while (at < count) {
		const size_t block = count - at < BLOCK_WORDS ? count - at : BLOCK_WORDS;
		if (memcmp(before + at, now + at, block * sizeof *now) != 0)
			for (size_t i = at; i < at + block; i++)
				if (before[i] != now[i] && fake_is_checked(now + i))
					return i;
		at += block;
	}
	return count;
}

static struct fake_words find_changes(const uint32_t *before, const uint32_t *now, size_t count)
{
	struct fake_words w = { find_difference(before, now, 0, count), count };

	while (w.end > w.first && (before[w.end - 1] == now[w.end - 1] || !fake_is_checked(now + w.end - 1)))
		w.end--;
	return w.first < w.end ? w : (struct fake_words){ 0, 0 };
}

/* ---- what a launch changed --------------------------------------------------------------------------------------- */

static void note_changes(size_t slot, const uint32_t *before, uint32_t *now, size_t words)
{
	struct fake_words *all = &set.changes[set.running][slot];
	const struct fake_words w = find_changes(before, now, words);

	if (w.first == w.end)
		return;
	all->first = all->end == 0 || w.first < all->first ? w.first : all->first;
	all->end = w.end > all->end ? w.end : all->end;
}

static struct fake_words choose_words(const uint32_t *before, const uint32_t *now, struct fake_words all)
{
	size_t word = set.mistake == FAKE_LAST_KEPT || set.mistake == FAKE_LAST_TURNED ? all.end - 1 : all.first;

	if (all.first == all.end || set.mistake == FAKE_ALL_KEPT)
		return all;
	if (set.mistake == FAKE_MIDDLE_TURNED)
		word = find_difference(before, now, all.first + (all.end - all.first) / 2, all.end);
	return (struct fake_words){ word, word + 1 };
}

static void make_mistake(size_t slot, const uint32_t *before, uint32_t *now, size_t words)
{
	const struct fake_words w = choose_words(before, now, find_changes(before, now, words));

	for (size_t i = w.first; i < w.end; i++)
		now[i] = set.mistake <= FAKE_LAST_KEPT ? before[i] : ~now[i];
	set.was_mistaken |= w.end > w.first;
}

/* The word was inverted before the launch and gets its old value back, as if the kernel had not written it. */
static void turn_word(size_t slot, const uint32_t *before, uint32_t *now, size_t words)
{
	set.was_mistaken |= *now != *before;
	*now = ~*before;
}

/* ---- around a launch --------------------------------------------------------------------------------------------- */

static bool is_spoilt(size_t slot)
{
	return set.spoil != NULL && (set.slot == FAKE_SLOTS || set.slot == slot);
}

static size_t spoilt_words(size_t slot, uint32_t **at)
{
	uint64_t bytes;
	uint32_t *start = fake_allocation(slot, &bytes);
	const struct fake_words all = { 0, start != NULL ? (size_t)bytes / sizeof *start : 0 };
	const struct fake_words w = set.slot == FAKE_SLOTS ? all : set.words;

	*at = start != NULL ? start + w.first : NULL;
	return w.first < w.end && w.end <= all.end && is_spoilt(slot) ? w.end - w.first : 0;
}

static void begin_kernel(const char *kernel)
{
	set.running = 0;
	while (set.running < set.kernels && strcmp(set.kernel[set.running], kernel) != 0)
		set.running++;
	if (set.spoil == note_changes && set.running < set.kernels && set.launches[set.running]++ >= LAUNCHES_OBSERVED)
		set.running = set.kernels;
	for (size_t slot = 0; slot < FAKE_SLOTS && set.running < set.kernels; slot++) {
		uint32_t *at;
		const size_t words = spoilt_words(slot, &at);
		set.before[slot] = words > 0 ? gb_heap_array(words, sizeof *at) : NULL;
		if (set.before[slot] == NULL)
			continue;
		if (set.spoil == turn_word)
			*at = ~*at;
		memcpy(set.before[slot], at, words * sizeof *at);
	}
	const bool is_idle = set.running < set.kernels && set.spoil == NULL;
	set.was_mistaken |= is_idle;
	fake.computes &= !is_idle;
}

static void end_kernel(const char *kernel)
{
	for (size_t slot = 0; slot < FAKE_SLOTS && set.running < set.kernels; slot++) {
		uint32_t *at;
		const size_t words = spoilt_words(slot, &at);
		if (set.before[slot] != NULL && words > 0)
			set.spoil(slot, set.before[slot], at, words);
		free(set.before[slot]);
	}
	fake.computes |= set.running < set.kernels && set.spoil == NULL;
}

static void set_launches(char (*kernel)[GB_NAME_MAX], size_t kernels, size_t slot,
			 void (*spoil)(size_t slot, const uint32_t *before, uint32_t *now, size_t words))
{
	set.kernels = kernels < FAKE_OBSERVED_MAX ? kernels : FAKE_OBSERVED_MAX;
	for (size_t i = 0; i < set.kernels; i++)
		gb_text_copy(set.kernel[i], GB_NAME_MAX, kernel[i]);
	set.slot = slot;
	set.spoil = spoil;
	set.was_mistaken = false;
	fake.begins = kernels > 0 ? begin_kernel : NULL;
	fake.ends = kernels > 0 ? end_kernel : NULL;
	fake.unchecked = kernels > 0 ? note_unchecked : NULL;
}

static void set_one(const char *kernel, size_t slot,
		    void (*spoil)(size_t slot, const uint32_t *before, uint32_t *now, size_t words))
{
	char name[1][GB_NAME_MAX];

	gb_text_copy(name[0], sizeof name[0], kernel);
	set_launches(name, 1, slot, spoil);
}

void fake_observe(char (*kernel)[GB_NAME_MAX], size_t kernels)
{
	memset(set.changes, 0, sizeof set.changes);
	memset(set.launches, 0, sizeof set.launches);
	set.unchecked_count = 0; /* it may be checked at another point */
	set_launches(kernel, kernels, FAKE_SLOTS, note_changes);
}

void fake_observe_one(const char *kernel)
{
	char name[1][GB_NAME_MAX];

	gb_text_copy(name[0], sizeof name[0], kernel);
	fake_observe(name, 1);
}

void fake_idle(const char *kernel)
{
	set_one(kernel, FAKE_SLOTS, NULL);
}

void fake_mistake(const char *kernel, size_t slot, struct fake_words words, enum fake_mistake mistake)
{
	set.words = words;
	set.mistake = mistake;
	set_one(kernel, slot, make_mistake);
}

void fake_turn_word(const char *kernel, size_t slot, size_t word)
{
	set.words = (struct fake_words){ word, word + 1 };
	set_one(kernel, slot, turn_word);
}

void fake_be_right(void)
{
	set_launches(NULL, 0, FAKE_SLOTS, NULL);
}

const struct fake_words *fake_changes(size_t kernel)
{
	return set.changes[kernel];
}

bool fake_was_mistaken(void)
{
	return set.was_mistaken;
}
