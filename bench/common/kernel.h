/* kernel.h: kernels by the template of their names, the blocks that they run in, and launches that are not timed. It
 * also includes the C headers that the host code of any benchmark needs. */
#pragma once

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "gpubench.h"

/* The benchmark's own data of a run. */
struct state;
static inline struct state *state_of(const struct gb_run *run)
{
	return (struct state *)gb_state(run);
}

/* The kernel of this name, which is formatted as by printf(). */
GB_PRINTF(3, 4)
static inline int kernel_find(struct gb_run *run, struct gb_kernel *out, const char *format, ...)
{
	char name[GB_NAME_MAX];
	va_list args;

	va_start(args, format);
	vsnprintf(name, sizeof name, format, args);
	va_end(args);
	return gb_find_kernel(run, name, out);
}

/* Skips the point if a block of this many threads cannot run the kernel. */
static inline int kernel_takes(struct gb_run *run, const struct gb_kernel *kernel, uint32_t block)
{
	if (block > kernel->threads_max)
		return gb_skip(run, "a block of %u threads needs more registers than an SM has", block);
	return GB_OK;
}

/* A wave: the blocks of this many threads that all SMs together hold at once. */
static inline int kernel_wave(struct gb_run *run, const struct gb_kernel *kernel, uint32_t block, uint32_t *blocks)
{
	GB_TRY(kernel_takes(run, kernel, block));
	GB_TRY(gb_occupancy(run, kernel, block, 0, blocks));
	*blocks *= (uint32_t)gb_device(run)->sm_count;
	return GB_OK;
}

/* Defines the hook for a state that has one kernel, its shape and its arguments. */
#define LAUNCH_KERNEL(function, state)                                 \
	function(struct gb_run *run)                                   \
	{                                                              \
		const struct state *s = gb_state(run);                 \
                                                                       \
		return gb_launch(run, &s->kernel, s->shape, &s->args); \
	}

/* Makes one launch that differs from the timed ones, for example by keeping the record that verifies it. `record` is
 * the kernel's argument that says what is kept, and `what` its value in this launch. */
static inline int launch_recorded(struct gb_run *run, int launch(struct gb_run *), uint32_t *record, uint32_t what)
{
	const uint32_t timed = *record;

	*record = what;
	const int status = launch(run);
	*record = timed;
	return status;
}
