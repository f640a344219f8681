/* input_host.h: how host code chooses the size of the input, fills it and checks it. */
#pragma once

#include "gpubench.h"
#include "input.h"

/* Words at the start, middle and end of the input that the host itself checks. The input has at least this many. */
enum { INPUT_WINDOW = 4096 };

/* `wanted` bytes, or this share of the available memory if it is less, in whole steps. */
static inline uint64_t input_fit(uint64_t wanted, double share, uint64_t available, uint64_t step)
{
	const double most = share * (double)available;

	return ((double)wanted > most ? (uint64_t)most : wanted) / step * step;
}

/* The least size, doubled as often as a quarter of the free memory allows, to at most 4 GiB. */
static inline int input_double(struct gb_run *run, uint64_t least, uint64_t *bytes)
{
	const uint64_t most = UINT64_C(4) << 30;
	uint64_t available;

	GB_TRY(gb_memory_free(run, &available));
	*bytes = least;
	while (2 * *bytes <= available / 4 && *bytes < most)
		*bytes *= 2;
	return GB_OK;
}

/* Skips the point if the size that fits into the available memory is less than this many times L2: data kept in L2
 * between launches would then matter. */
static inline int input_check_size(struct gb_run *run, uint64_t bytes, int times, uint64_t available)
{
	const uint64_t least = (uint64_t)times * gb_device(run)->l2_bytes;

	if (bytes < least || bytes == 0)
		return gb_skip(run, "%.0f MB of device memory are free; %d times L2 (%.0f MB) are needed",
			       1e-6 * (double)available, times, 1e-6 * (double)least);
	return GB_OK;
}

/* The size of data that L2 must not hold. */
struct input_size {
	uint32_t arrays;     /* of the same size */
	uint64_t most, step; /* most bytes of an array, which is a multiple of `step` */
	double share;        /* largest share of the free memory for all arrays */
	int l2s;             /* all arrays together are at least this many times as large as L2 */
	/* The name of the data for suspect rows, if other programs leave too little memory for them. NULL: no row is
	 * suspect. */
	const char *what;
};

/* The bytes of each array in this much memory. */
static inline uint64_t input_array_fit(const struct input_size *size, uint64_t available)
{
	return input_fit(size->arrays * size->most, size->share, available, size->arrays * size->step) / size->arrays;
}

/* The bytes of each array in the free memory. */
static inline int input_array_choose(struct gb_run *run, const struct input_size *size, uint64_t *bytes)
{
	const uint64_t empty = input_array_fit(size, gb_device(run)->memory_bytes);
	uint64_t available;

	GB_TRY(gb_memory_free(run, &available));
	*bytes = input_array_fit(size, available);
	GB_TRY(input_check_size(run, size->arrays * *bytes, size->l2s, available));
	/* An empty card would allow more. Contexts and the driver may hold a tenth. */
	if (size->what != NULL && (double)*bytes < 0.9 * (double)empty)
		gb_suspect(run, "%s of %.0f MB instead of %.0f MB: %.0f MB of device memory are free", size->what,
			   1e-6 * (double)*bytes, 1e-6 * (double)empty, 1e-6 * (double)available);
	return GB_OK;
}

/* The part of the free memory that a set may take. The driver needs the rest. */
#define INPUT_SHARE 0.98

/* At least this many bytes at `*at`, which has `*have`. A larger set replaces the previous one. */
static inline int input_grow(struct gb_run *run, uint64_t bytes, gb_ptr *at, uint64_t *have)
{
	uint64_t available;

	if (bytes <= *have)
		return GB_OK;
	GB_TRY(gb_memory_free(run, &available));
	if ((double)bytes > INPUT_SHARE * ((double)available + (double)*have))
		return gb_skip(run, "a set of %.4g bytes exceeds the free memory, %.4g bytes", (double)bytes,
			       (double)available + (double)*have);
	if (*have > 0)
		gb_release(run, *at);
	*have = 0;
	GB_TRY(gb_alloc(run, bytes, at));
	*have = bytes;
	return GB_OK;
}

/* Enough blocks to keep the device busy in kernels that loop over all words to fill or check them. */
static inline struct gb_shape input_shape(const struct gb_run *run)
{
	return (struct gb_shape){ .grid = 8 * (uint32_t)gb_device(run)->sm_count, .block = 256 };
}

static inline int input_fill(struct gb_run *run, const struct gb_kernel *kernel, gb_ptr at, uint64_t bytes)
{
	const struct input_fill_args args = { gb_address(at), bytes / sizeof(uint32_t) };

	return gb_launch(run, kernel, input_shape(run), &args);
}

/* A checking kernel recomputes the input with the same function that filled it. The host compares the input with its
 * own result, which reveals a mistake in both kernels. */
static inline int input_check(struct gb_run *run, gb_ptr at, uint64_t bytes, uint32_t word(unsigned long long))
{
	const uint64_t words = bytes / sizeof(uint32_t), starts[] = { 0, words / 2, words - INPUT_WINDOW };
	uint32_t window[INPUT_WINDOW];

	for (size_t w = 0; w < sizeof starts / sizeof starts[0]; w++) {
		GB_TRY(gb_copy_out(run, window, at + sizeof(uint32_t) * starts[w], sizeof window));
		for (uint64_t i = starts[w]; i < starts[w] + INPUT_WINDOW; i++)
			if (window[i - starts[w]] != word(i))
				return gb_fail(run, "input word %llu: got %#x, expected %#x", (unsigned long long)i,
					       window[i - starts[w]], word(i));
	}
	return GB_OK;
}

/* The sum of the words that a kernel has read, modulo 2^32. The threads' sums may be added in any order. */
static inline int input_check_sum(struct gb_run *run, uint32_t found, uint32_t expected)
{
	if (found != expected)
		return gb_fail(run, "the sum of the words read: got %#x, expected %#x", found, expected);
	return GB_OK;
}
