/* verified.h: a benchmark's verify() with its models, without any, and with models that make mistakes. The test
 * defines `verified`. */
#pragma once

#include "dry/notice.h"
#include "opened.h"

/* A point, and the kernel that it launches. */
struct verified {
	const char *point, *kernel;
};

static const struct verified_points {
	const struct verified *point;
	size_t count;
} verified;

/* Defines `verified` and its `points`: VERIFIED_POINTS({ "op=read", "my_read" }, { "op=copy", "my_copy" }); */
#define VERIFIED_POINTS(...)                                     \
	static const struct verified points[] = { __VA_ARGS__ }; \
	static const struct verified_points verified = { points, sizeof points / sizeof points[0] }

/* Additional set-up, if the test defines it: kernels that the benchmark launches besides those of its points. */
static const struct verified_device {
	const struct verified_helper {
		const char *kernel;
		fake_kernel_fn *function;
	} * helper;
	size_t helpers;
	uint64_t l2_bytes, free_bytes; /* 0: the fake device's default */
	double work;                   /* fraction of a launch's usual work at verified points; 0: all */
} verified_device;

/* The mistake of the kernels; 0: none, as after a set-up. Each test numbers its faults from 1. */
static int fault;

static inline void make_verified_device(void)
{
	reset_device();
	fault = 0;
	if (verified_device.l2_bytes > 0)
		fake.l2_bytes = verified_device.l2_bytes;
	if (verified_device.free_bytes > 0)
		fake.free_bytes = verified_device.free_bytes;
	for (size_t i = 0; i < verified_device.helpers; i++)
		fake_kernel(verified_device.helper[i].kernel, verified_device.helper[i].function);
}

/* Two set-ups: the benchmark is open, and the kernels of all points are models, or do nothing. */
static inline int open_with_kernels(void)
{
	make_verified_device();
	return open_bench();
}

static inline int open_without_kernels(void)
{
	make_verified_device();
	for (size_t i = 0; i < verified.count; i++)
		fake_kernel(verified.point[i].kernel, real_idle);
	return open_bench();
}

#define OPEN_TEST(name) TEST_WITH(name, open_with_kernels, close_run)
#define VERIFIED_TESTS                                             \
	TEST_OF(right_kernels_pass, open_with_kernels, close_run); \
	TEST_OF(kernels_that_do_not_run_are_caught, open_without_kernels, close_run)

/* Kernels in C repeat on one processor the work of thousands of threads, so few repetitions are enough. */
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

static inline int verify_by(const struct verified *one, fake_kernel_fn *kernel)
{
	fake_kernel(one->kernel, kernel);
	at_with_less_work(one->point);
	return gb_run_verify(&run);
}

/* The model is its kernel, unless fake_mistakes.h changes it. */
static inline void prepare_point(const struct verified *one)
{
	fake_be_right();
	fake_kernel(one->kernel, NULL);
	at_with_less_work(one->point);
}

static inline void observe_right_kernel(const struct verified *one)
{
	prepare_point(one);
	fake_observe_one(one->kernel);
	if (gb_run_verify(&run) != GB_OK)
		fail_msg("%s: %s", one->point, error.text);
}

static inline int prepare_again(void *point)
{
	prepare_point(point);
	return GB_OK;
}

static inline void on_unnoticed(void *point, const char *text)
{
	fail_msg("%s: %s", ((const struct verified *)point)->point, text);
}

/* The output of an earlier launch must not pass for the work of a kernel that does nothing, or only a part. */
static inline void stale_output_is_caught(const struct verified *one)
{
	struct verified point = *one;
	struct fake_words fresh[FAKE_SLOTS];
	struct gb_notice notice = { .run = &run,
				    .kernel = one->kernel,
				    .fresh = fresh,
				    .context = &point,
				    .prepare = prepare_again,
				    .fault = on_unnoticed };

	memcpy(fresh, fake_changes(0), sizeof fresh);
	if (gb_notice(&notice) != GB_OK)
		fail_msg("%s: %s", one->point, error.text);
}

static inline bool is_first_of_its_kernel(size_t i)
{
	size_t first = 0;

	while (strcmp(verified.point[first].kernel, verified.point[i].kernel) != 0)
		first++;
	return first == i;
}

static inline void right_kernels_pass(void)
{
	for (size_t i = 0; i < verified.count; i++) {
		if (!is_first_of_its_kernel(i)) {
			if (verify_point(i) != GB_OK)
				fail_msg("%s: %s", verified.point[i].point, error.text);
			continue;
		}
		observe_right_kernel(&verified.point[i]);
		stale_output_is_caught(&verified.point[i]);
		fake_be_right();
	}
}

/* After a set-up in which the kernels do nothing. */
static inline void kernels_that_do_not_run_are_caught(void)
{
	for (size_t i = 0; i < verified.count; i++) {
		at_with_less_work(verified.point[i].point);
		if (gb_run_verify(&run) != GB_FAILED)
			fail_msg("%s passes", verified.point[i].point);
	}
}

/* The fault must be found at point `i`, with this message. */
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

/* Defines the model of a kernel whose arguments have one less in this member, such as a trip. */
#define ONE_LESS(name, args_type, member)                           \
	static double name(struct gb_shape shape, const void *args) \
	{                                                           \
		args_type less = *(const args_type *)args;          \
                                                                    \
		less.member--;                                      \
		replaced_model(shape, &less);                       \
		return 0;                                           \
	}

/* A function that replaces a point's kernel must be found, with this message. */
static inline void expect_caught_at(const char *point, const char *kernel, fake_kernel_fn *function, const char *words)
{
	replace_kernel(kernel, function);
	at_with_less_work(point);
	if (gb_run_verify(&run) != GB_FAILED)
		fail_msg("%s passes in spite of fault %d", point, fault);
	assert_says(error.text, words);
	fake_kernel(kernel, NULL);
}

static inline void expect_caught_by(size_t i, fake_kernel_fn *function, const char *words)
{
	expect_caught_at(verified.point[i].point, verified.point[i].kernel, function, words);
}

/* verify() must report this message if a word that the kernel writes at this point is wrong. */
static inline void expect_wrong_word_at(const char *point, const char *kernel, const char *words)
{
	const struct verified one = { point, kernel };
	struct fake_words changes[FAKE_SLOTS];
	bool is_said = false;

	observe_right_kernel(&one);
	memcpy(changes, fake_changes(0), sizeof changes);
	for (size_t slot = 0; slot < FAKE_SLOTS; slot++) {
		if (changes[slot].end == 0)
			continue;
		prepare_point(&one);
		fake_mistake(kernel, slot, changes[slot], FAKE_LAST_TURNED);
		is_said |= gb_run_verify(&run) == GB_FAILED && strstr(error.text, words) != NULL;
	}
	fake_be_right();
	if (!is_said)
		fail_msg("%s: no wrong word gives '%s' but '%s'", point, words, error.text);
}

static inline void expect_wrong_word_says(size_t i, const char *words)
{
	expect_wrong_word_at(verified.point[i].point, verified.point[i].kernel, words);
}
