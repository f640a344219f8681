/* ranges.c: what the program says is worth profiling: launches between cudaProfilerStart() and cudaProfilerStop().
 *
 *     range_begin  CORRELATION of the call: what has a higher one belongs to it
 *     range_end    CORRELATION: what has a lower one belongs to it */
#include "inject/cupti.h"
#include "inject/inject.h"
#include "inject/trace.h"

/* The runtime's functions call the driver's. Launches of other threads come before the one call and after the other. */
static void hear(uint32_t domain, uint32_t id, const void *data)
{
	const struct cupti_call *c = data;

	(void)domain;
	if (c->site == 0)
		gb_trace_add("range_%s\t%u", id == CUPTI_PROFILER_START ? "begin" : "end", (unsigned)c->correlation);
}

static bool begin(char *why, size_t size)
{
	return gb_inject_listen(CUPTI_OF_DRIVER, CUPTI_PROFILER_START, hear, why, size) &&
	       gb_inject_listen(CUPTI_OF_DRIVER, CUPTI_PROFILER_STOP, hear, why, size);
}

const struct gb_inject_module gb_inject_ranges = { .name = "ranges", .begin = begin };
