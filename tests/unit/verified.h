/* verified.h: a benchmark's verify() over kernels in C: right ones, none at all, and ones with faults. The test defines
 * `verified`. */
#ifndef VERIFIED_H
#define VERIFIED_H

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

static inline void make_verified_device(void)
{
	reset_device();
	fault = 0;
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

/* Nor does what they left pass for the work of a kernel that then does nothing. */
static inline void right_kernels_pass(void **state)
{
	(void)state;
	for (size_t i = 0; i < verified.count; i++) {
		if (verify_with_kernel(i) != GB_OK)
			fail_msg("%s: %s", verified.point[i].point, error.text);
		fake_kernel(verified.point[i].kernel, idle_kernel);
		at(verified.point[i].point);
		if (gb_run_verify(&run) != GB_FAILED)
			fail_msg("%s passes by what an earlier launch left", verified.point[i].point);
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
