/* input_host.h: how host halves choose the size of their input, have it filled in and check it. */
#ifndef INPUT_HOST_H
#define INPUT_HOST_H

#include "gpubench.h"
#include "input.h"

/* Words at the start, middle and end of the input that the host checks by itself: it has as many at least. */
enum { INPUT_WINDOW = 4096 };

/* So many bytes, or fewer where this share of the available memory is less: in whole steps. */
static inline uint64_t input_fit(uint64_t wanted, double share, uint64_t available, uint64_t step)
{
	const double most = share * (double)available;

	return ((double)wanted > most ? (uint64_t)most : wanted) / step * step;
}

/* What fitted into the memory that is available must be so many times L2, so that what it keeps from launch to launch does
 * not show. */
static inline int input_check_size(struct gb_run *run, uint64_t bytes, int times, uint64_t available)
{
	const uint64_t least = (uint64_t)times * gb_device(run)->l2_bytes;

	if (bytes < least || bytes == 0)
		return gb_skip(run, "%.0f MB of device memory are free; %d times L2 (%.0f MB) are needed",
			       1e-6 * (double)available, times, 1e-6 * (double)least);
	return GB_OK;
}

/* As many blocks as keep the device busy with a loop over all words: of kernels that fill and that check. */
static inline struct gb_shape input_shape(const struct gb_run *run)
{
	return (struct gb_shape){ .grid = 8 * (uint32_t)gb_device(run)->sm_count, .block = 256 };
}

static inline int input_fill(struct gb_run *run, const struct gb_kernel *kernel, gb_ptr at, uint64_t bytes)
{
	const struct input_fill_args args = { gb_address(at), bytes / sizeof(uint32_t) };

	return gb_launch(run, kernel, input_shape(run), &args);
}

/* A checking kernel works the input out anew with the function that the filling kernel used: compare the input with the
 * host's own result, so that one mistake in both would show. */
static inline int input_check(struct gb_run *run, gb_ptr at, uint64_t bytes, unsigned int word(unsigned long long))
{
	const uint64_t words = bytes / sizeof(uint32_t), starts[] = { 0, words / 2, words - INPUT_WINDOW };
	unsigned int window[INPUT_WINDOW];

	for (size_t w = 0; w < sizeof starts / sizeof starts[0]; w++) {
		int status = gb_copy_out(run, window, at + sizeof(uint32_t) * starts[w], sizeof window);
		if (status != GB_OK)
			return status;
		for (uint64_t i = starts[w]; i < starts[w] + INPUT_WINDOW; i++)
			if (window[i - starts[w]] != word(i))
				return gb_fail(run, "input word %llu is %#x, not %#x", (unsigned long long)i,
					       window[i - starts[w]], word(i));
	}
	return GB_OK;
}

#endif
