/* verified.h: a benchmark's verify() over its models, none at all, and models that make mistakes. The test defines
 * `verified`. */
#ifndef VERIFIED_H
#define VERIFIED_H

#include "opened.h"

/* A point, and the kernel that it launches. */
struct verified {
	const char *point, *kernel;
};

static const struct verified_points {
	const struct verified *point;
	size_t count;
} verified;

/* What else the set-ups make, where the test defines it: kernels that the benchmark launches besides those of its
 * points. */
static const struct verified_device {
	const struct verified_helper {
		const char *kernel;
		fake_kernel_fn *function;
	} * helper;
	size_t helpers;
	uint64_t l2_bytes, free_bytes; /* 0: as the fake device has it */
	double work;                   /* the part of a launch's usual work at verified points; 0: all */
	/* Calls not_checked() for what the kernel of a point has just written; NULL: all is checked. */
	void (*unchecked)(const char *kernel, struct gb_shape shape, const void *args);
} verified_device;

/* What the kernels do wrong; 0: nothing, as a set-up makes it. Each test numbers its faults from 1. */
static int fault;

static struct {
	const char *begin, *end;
} unchecked[8];
static size_t unchecked_count;

/* For kernels in C: nobody can know what they write there, such as cycles. */
static inline void not_checked(const void *at, size_t bytes)
{
	const char *begin = at;

	if (at == NULL) /* a kernel without it */
		return;
	for (size_t i = 0; i < unchecked_count; i++)
		if (unchecked[i].begin == begin && unchecked[i].end == begin + bytes)
			return;
	assert_true(unchecked_count < sizeof unchecked / sizeof unchecked[0]);
	unchecked[unchecked_count].begin = begin;
	unchecked[unchecked_count++].end = begin + bytes;
}

static inline bool is_checked(const void *at, size_t bytes)
{
	const char *begin = at;

	for (size_t i = 0; i < unchecked_count; i++)
		if (begin >= unchecked[i].begin && begin + bytes <= unchecked[i].end)
			return false;
	return true;
}

static inline void make_verified_device(void)
{
	reset_device();
	fault = 0;
	unchecked_count = 0;
	if (verified_device.l2_bytes > 0)
		fake.l2_bytes = verified_device.l2_bytes;
	if (verified_device.free_bytes > 0)
		fake.free_bytes = verified_device.free_bytes;
	for (size_t i = 0; i < verified_device.helpers; i++)
		fake_kernel(verified_device.helper[i].kernel, verified_device.helper[i].function);
}

/* Two set-ups: the benchmark is open, and the kernels of all points are models, or do nothing. */
static inline int open_with_kernels(void **state)
{
	(void)state;
	make_verified_device();
	return open_bench();
}

static inline int open_without_kernels(void **state)
{
	(void)state;
	make_verified_device();
	for (size_t i = 0; i < verified.count; i++)
		fake_kernel(verified.point[i].kernel, real_idle);
	return open_bench();
}

#define OPEN(name) cmocka_unit_test_setup_teardown(name, open_with_kernels, close_run)
#define IDLE(name) cmocka_unit_test_setup_teardown(name, open_without_kernels, close_run)

/* Kernels in C repeat on one processor what thousands of threads do at once: as few repetitions show as much. */
static inline void at_with_less_work(const char *point)
{
	const double usual = card.work;

	if (verified_device.work > 0)
		card.work = verified_device.work;
	at(point);
	card.work = usual;
}

static inline int verify_point(size_t i)
{
	at_with_less_work(verified.point[i].point);
	return gb_run_verify(&run);
}

/* A kernel that leaves something of one allocation as it was, all of it, or the first or last word that it would have
 * changed, or that writes one of these words wrong. */
enum mistake { ALL_KEPT, FIRST_KEPT, LAST_KEPT, FIRST_TURNED, MIDDLE_TURNED, LAST_TURNED, MISTAKES };
static const char *const mistakes[MISTAKES] = {
	[ALL_KEPT] = "nothing",
	[FIRST_KEPT] = "all but the first word",
	[LAST_KEPT] = "all but the last word",
	[FIRST_TURNED] = "a wrong first word",
	[MIDDLE_TURNED] = "a wrong word in the middle",
	[LAST_TURNED] = "a wrong last word",
};
/* Words of an allocation, from the first up to the one after the last; none: first == end. */
struct words {
	size_t first, end;
};

static struct {
	const struct verified *right;
	struct words changes[FAKE_SLOTS]; /* what the right one does */
	size_t slot;
	enum mistake mistake;
	size_t word;  /* turned_word_kernel() */
	bool matters; /* what it left as it was, or wrote wrong, is checked */
} lazy;

static inline void right_kernel(struct gb_shape shape, const void *args)
{
	real_model(lazy.right->kernel, shape, args);
	if (verified_device.unchecked != NULL)
		verified_device.unchecked(lazy.right->kernel, shape, args);
}

static inline struct words words_that_differ(const uint32_t *before, const uint32_t *now, size_t count)
{
	struct words w = { 0, count };

	if (memcmp(before, now, count * sizeof *now) == 0)
		return (struct words){ 0, 0 };
	while (before[w.first] == now[w.first])
		w.first++;
	while (before[w.end - 1] == now[w.end - 1])
		w.end--;
	return w;
}

static inline void note_changes(size_t slot, const uint32_t *before)
{
	uint64_t bytes;
	const uint32_t *now = fake_allocation(slot, &bytes);
	struct words *all = &lazy.changes[slot];
	const struct words w = words_that_differ(before, now, (size_t)bytes / sizeof *now);

	if (w.first == w.end)
		return;
	all->first = all->end == 0 || w.first < all->first ? w.first : all->first;
	all->end = w.end > all->end ? w.end : all->end;
}

static inline double observed_kernel(struct gb_shape shape, const void *args)
{
	static uint32_t *before[FAKE_SLOTS];
	uint64_t bytes;

	for (size_t i = 0; i < FAKE_SLOTS; i++) {
		const void *at = fake_allocation(i, &bytes);
		before[i] = at != NULL ? malloc(bytes) : NULL;
		if (before[i] != NULL)
			memcpy(before[i], at, bytes);
	}
	right_kernel(shape, args);
	for (size_t i = 0; i < FAKE_SLOTS; i++) {
		if (before[i] != NULL)
			note_changes(i, before[i]);
		free(before[i]);
	}
	return 0;
}

/* The words of all that differ where the mistake is made. */
static inline struct words words_mistaken(const uint32_t *before, const uint32_t *now, struct words all)
{
	size_t middle = (all.first + all.end) / 2;

	if (all.first == all.end || lazy.mistake == ALL_KEPT)
		return all;
	while (before[middle] == now[middle])
		middle++;
	const bool is_first = lazy.mistake == FIRST_KEPT || lazy.mistake == FIRST_TURNED;
	const size_t word = is_first ? all.first : lazy.mistake == MIDDLE_TURNED ? middle : all.end - 1;
	return (struct words){ word, word + 1 };
}

static inline double mistaken_kernel(struct gb_shape shape, const void *args)
{
	uint64_t bytes;
	uint32_t *at = fake_allocation(lazy.slot, &bytes), *before = malloc(bytes);

	assert_non_null(before);
	memcpy(before, at, bytes);
	right_kernel(shape, args);
	const struct words w = words_mistaken(before, at, words_that_differ(before, at, (size_t)bytes / sizeof *at));
	for (size_t i = w.first; i < w.end; i++)
		at[i] = lazy.mistake <= LAST_KEPT ? before[i] : ~at[i];
	lazy.matters |= w.end > w.first && is_checked(at + w.first, (w.end - w.first) * sizeof *at);
	free(before);
	return 0;
}

/* The right one, but for one word. */
static inline double turned_word_kernel(struct gb_shape shape, const void *args)
{
	uint64_t bytes;
	uint32_t *at = fake_allocation(lazy.slot, &bytes);

	right_kernel(shape, args);
	at[lazy.word] = ~at[lazy.word];
	return 0;
}

static inline int verify_by(const struct verified *one, fake_kernel_fn *kernel)
{
	fake_kernel(one->kernel, kernel);
	at_with_less_work(one->point);
	return gb_run_verify(&run);
}

static inline void observe_right_kernel(const struct verified *one)
{
	lazy.right = one;
	unchecked_count = 0; /* of another point it may be checked */
	memset(lazy.changes, 0, sizeof lazy.changes);
	if (verify_by(one, observed_kernel) != GB_OK)
		fail_msg("%s: %s", one->point, error.text);
}

/* What the kernel wrote on fresh memory it must write again on what an earlier launch left, where anybody looks at
 * it. */
static inline void expect_written_again(const struct verified *one, size_t slot, struct words fresh, struct words again)
{
	const size_t word[] = { fresh.first, fresh.end - 1 };
	uint64_t bytes;

	for (size_t i = 0; i < 2 && fresh.end > fresh.first; i++) {
		const uint32_t *at = fake_allocation(slot, &bytes);
		if ((again.first <= word[i] && word[i] < again.end) || at == NULL || word[i] >= bytes / sizeof *at ||
		    !is_checked(at + word[i], sizeof *at))
			continue;
		lazy.slot = slot;
		lazy.word = word[i];
		if (verify_by(one, turned_word_kernel) != GB_OK)
			fail_msg("%s: word %zu of allocation %zu passes by what an earlier launch left", one->point,
				 word[i], slot);
	}
}

static inline void turn_words(const struct words *of)
{
	uint64_t bytes;

	for (size_t slot = 0; slot < FAKE_SLOTS; slot++) {
		uint32_t *at = fake_allocation(slot, &bytes);
		for (size_t i = of[slot].first; at != NULL && i < of[slot].end && i < bytes / sizeof *at; i++)
			at[i] = ~at[i];
	}
}

/* Which slots a timed launch writes to. */
static inline void observe_timed_launch(const struct verified *one, bool writes[FAKE_SLOTS])
{
	memset(lazy.changes, 0, sizeof lazy.changes);
	fake_kernel(one->kernel, observed_kernel);
	assert_ok(gb_run_launch(&run), error);
	for (size_t slot = 0; slot < FAKE_SLOTS; slot++)
		writes[slot] = lazy.changes[slot].end > 0;
}

/* After a verification a timed launch writes no more than before: what is recorded for the check costs time. Words that
 * a verification alone has written are turned first, so that one is seen that writes the same again. */
static inline void timed_launches_record_nothing(const struct verified *one)
{
	struct words words[FAKE_SLOTS];
	bool after[FAKE_SLOTS], before[FAKE_SLOTS];

	memcpy(words, lazy.changes, sizeof words);
	observe_timed_launch(one, after);
	for (size_t slot = 0; slot < FAKE_SLOTS; slot++)
		words[slot].end = after[slot] ? words[slot].first : words[slot].end;
	turn_words(words);
	observe_timed_launch(one, after);
	at_with_less_work(one->point);
	turn_words(words);
	observe_timed_launch(one, before);
	for (size_t slot = 0; slot < FAKE_SLOTS; slot++)
		if (after[slot] && !before[slot])
			fail_msg("%s: after a verification a timed launch writes to allocation %zu, too", one->point,
				 slot);
}

/* What an earlier launch left does not pass for the work of a kernel that does nothing, or less than all. */
static inline void stale_output_is_caught(const struct verified *one)
{
	struct words fresh[FAKE_SLOTS], again[FAKE_SLOTS];

	memcpy(fresh, lazy.changes, sizeof fresh);
	if (verify_by(one, real_idle) != GB_FAILED)
		fail_msg("%s passes by what an earlier launch left", one->point);
	observe_right_kernel(one);
	memcpy(again, lazy.changes, sizeof again);
	timed_launches_record_nothing(one);
	for (lazy.slot = 0; lazy.slot < FAKE_SLOTS; lazy.slot++)
		for (lazy.mistake = 0; lazy.mistake < MISTAKES && again[lazy.slot].end > 0; lazy.mistake++) {
			lazy.matters = false;
			if (verify_by(one, mistaken_kernel) == GB_OK && lazy.matters)
				fail_msg("%s passes with %s written to allocation %zu", one->point,
					 mistakes[lazy.mistake], lazy.slot);
		}
	for (size_t slot = 0; slot < FAKE_SLOTS; slot++)
		expect_written_again(one, slot, fresh[slot], again[slot]);
}

static inline bool is_first_of_its_kernel(size_t i)
{
	size_t first = 0;

	while (strcmp(verified.point[first].kernel, verified.point[i].kernel) != 0)
		first++;
	return first == i;
}

static inline void right_kernels_pass(void **state)
{
	(void)state;
	for (size_t i = 0; i < verified.count; i++) {
		if (!is_first_of_its_kernel(i)) {
			if (verify_point(i) != GB_OK)
				fail_msg("%s: %s", verified.point[i].point, error.text);
			continue;
		}
		observe_right_kernel(&verified.point[i]);
		stale_output_is_caught(&verified.point[i]);
		fake_kernel(verified.point[i].kernel, NULL); /* other points may launch it, too */
	}
}

/* Where the set-up made them do nothing. */
static inline void kernels_that_do_not_run_are_caught(void **state)
{
	(void)state;
	for (size_t i = 0; i < verified.count; i++) {
		at_with_less_work(verified.point[i].point);
		if (gb_run_verify(&run) != GB_FAILED)
			fail_msg("%s passes", verified.point[i].point);
	}
}

/* The fault is found out at point `i`, in these words. */
static inline void expect_caught(size_t i, const char *words)
{
	if (verify_point(i) != GB_FAILED)
		fail_msg("%s passes in spite of fault %d", verified.point[i].point, fault);
	assert_says(error.text, words);
}

/* A kernel that a test replaces by a function, which may run the model with other arguments. */
static const char *replaced;

static inline void replace_kernel(const char *kernel, fake_kernel_fn *function)
{
	replaced = kernel;
	fake_kernel(kernel, function);
}

static inline void replaced_model(struct gb_shape shape, const void *args)
{
	real_model(replaced, shape, args);
}

/* A function instead of the kernel of point `i` is found out, in these words. */
static inline void expect_caught_by(size_t i, fake_kernel_fn *function, const char *words)
{
	replace_kernel(verified.point[i].kernel, function);
	expect_caught(i, words);
	fake_kernel(verified.point[i].kernel, NULL);
}

/* verify() says so in these words if a word that the kernel of point `i` writes is wrong. */
static inline void expect_wrong_word_says(size_t i, const char *words)
{
	bool is_said = false;

	observe_right_kernel(&verified.point[i]);
	lazy.mistake = LAST_TURNED;
	for (lazy.slot = 0; lazy.slot < FAKE_SLOTS; lazy.slot++)
		is_said |= lazy.changes[lazy.slot].end > 0 &&
			   verify_by(&verified.point[i], mistaken_kernel) == GB_FAILED &&
			   strstr(error.text, words) != NULL;
	fake_kernel(verified.point[i].kernel, NULL);
	if (!is_said)
		fail_msg("%s: no wrong word gives '%s' but '%s'", verified.point[i].point, words, error.text);
}

#endif
