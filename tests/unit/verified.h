/* verified.h: a benchmark's verify() over kernels in C: right ones, none at all, and ones with faults. The test defines
 * `verified`. */
#ifndef VERIFIED_H
#define VERIFIED_H

#include "base/hash.h"
#include "opened.h"

static const struct verified_points {
	const struct verified *point;
	size_t count;
} verified;

/* What else the set-ups make, where the test defines it: kernels that the benchmark launches besides those of its points. */
static const struct verified_device {
	const struct verified_helper {
		const char *kernel;
		fake_kernel_fn *function;
	} * helper;
	size_t helpers;
	uint64_t l2_bytes; /* 0: as the fake device has it */
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
	for (size_t i = 0; i < verified_device.helpers; i++)
		fake_kernel(verified_device.helper[i].kernel, verified_device.helper[i].function);
}

/* Two set-ups: the benchmark is open, and the kernels of all points are right, or do nothing. */
static inline int open_with_kernels(void **state)
{
	(void)state;
	make_verified_device();
	for (size_t i = 0; i < verified.count; i++)
		fake_kernel(verified.point[i].kernel, verified.point[i].function);
	return open_bench();
}

static inline int open_without_kernels(void **state)
{
	(void)state;
	make_verified_device();
	return open_bench();
}

#define OPEN(name) cmocka_unit_test_setup_teardown(name, open_with_kernels, close_run)
#define IDLE(name) cmocka_unit_test_setup_teardown(name, open_without_kernels, close_run)

/* verify() of point `i` with its own function for the kernel: another point may have another for the same. */
static inline int verify_with_kernel(size_t i)
{
	const struct verified *one = &verified.point[i];

	if (fake_find_kernel(one->kernel) != one->function)
		fake_kernel(one->kernel, one->function);
	at(one->point);
	return gb_run_verify(&run);
}

static inline double idle_kernel(struct gb_shape shape, const void *args)
{
	(void)shape;
	(void)args;
	return 0;
}

/* A kernel that leaves something of one allocation as it was: all of it, or the first or last word that it would have changed. */
enum { ALL_KEPT, FIRST_KEPT, LAST_KEPT, WAYS_TO_KEEP };
static const char *const kept_words[WAYS_TO_KEEP] = { "nothing", "all but the first word", "all but the last word" };
static struct {
	fake_kernel_fn *right;
	bool changes[FAKE_SLOTS]; /* what the right one does */
	size_t slot;
	int how;
	bool matters; /* what it left as it was is checked */
} lazy;

static inline uint64_t hash_of_slot(size_t slot)
{
	struct gb_hash_blocks hash = GB_HASH_BLOCKS_BEGIN;
	uint64_t bytes;
	const void *at = fake_allocation(slot, &bytes);

	if (at != NULL)
		gb_hash_add_blocks(&hash, at, bytes);
	return gb_hash_of_blocks(&hash);
}

static inline double observed_kernel(struct gb_shape shape, const void *args)
{
	uint64_t before[FAKE_SLOTS];

	for (size_t i = 0; i < FAKE_SLOTS; i++)
		before[i] = hash_of_slot(i);
	const double seconds = lazy.right(shape, args);
	for (size_t i = 0; i < FAKE_SLOTS; i++)
		lazy.changes[i] |= hash_of_slot(i) != before[i];
	return seconds;
}

static inline double lazy_kernel(struct gb_shape shape, const void *args)
{
	uint64_t bytes;
	uint32_t *at = fake_allocation(lazy.slot, &bytes), *before = malloc(bytes);
	size_t first = 0, end = (size_t)bytes / sizeof *at;

	assert_non_null(before);
	memcpy(before, at, bytes);
	const double seconds = lazy.right(shape, args);
	while (first < end && before[first] == at[first])
		first++;
	while (end > first && before[end - 1] == at[end - 1])
		end--;
	if (lazy.how == FIRST_KEPT && end > first)
		end = first + 1;
	if (lazy.how == LAST_KEPT && end > first)
		first = end - 1;
	memcpy(at + first, before + first, (end - first) * sizeof *at);
	lazy.matters |= end > first && is_checked(at + first, (end - first) * sizeof *at);
	free(before);
	return seconds;
}

static inline int verify_by(const struct verified *one, fake_kernel_fn *kernel)
{
	fake_kernel(one->kernel, kernel);
	at(one->point);
	return gb_run_verify(&run);
}

/* What an earlier launch left does not pass for the work of a kernel that does nothing, or less than all. */
static inline void stale_output_is_caught(const struct verified *one)
{
	if (verify_by(one, idle_kernel) != GB_FAILED)
		fail_msg("%s passes by what an earlier launch left", one->point);
	lazy.right = one->function;
	memset(lazy.changes, 0, sizeof lazy.changes);
	assert_ok(verify_by(one, observed_kernel), error);
	for (lazy.slot = 0; lazy.slot < FAKE_SLOTS; lazy.slot++)
		for (lazy.how = 0; lazy.how < WAYS_TO_KEEP && lazy.changes[lazy.slot]; lazy.how++) {
			lazy.matters = false;
			if (verify_by(one, lazy_kernel) == GB_OK && lazy.matters)
				fail_msg("%s passes with %s written to allocation %zu", one->point,
					 kept_words[lazy.how], lazy.slot);
		}
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
		if (verify_with_kernel(i) != GB_OK)
			fail_msg("%s: %s", verified.point[i].point, error.text);
		if (is_first_of_its_kernel(i))
			stale_output_is_caught(&verified.point[i]);
	}
}

/* Where the set-up registered none of them. */
static inline void kernels_that_do_not_run_are_caught(void **state)
{
	(void)state;
	for (size_t i = 0; i < verified.count; i++) {
		at(verified.point[i].point);
		if (gb_run_verify(&run) != GB_FAILED)
			fail_msg("%s passes", verified.point[i].point);
	}
}

/* The fault is found out at point `i`, in these words. */
static inline void expect_caught(size_t i, const char *words)
{
	if (verify_with_kernel(i) != GB_FAILED)
		fail_msg("%s passes in spite of fault %d", verified.point[i].point, fault);
	assert_says(error.text, words);
}

/* So is every fault up to the last, at every point. */
static inline void expect_all_caught(int last, const char *words)
{
	for (size_t i = 0; i < verified.count; i++)
		for (fault = 1; fault <= last; fault++)
			expect_caught(i, words);
}

#endif
