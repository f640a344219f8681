/* ranges.c: marks the launches between cudaProfilerStart() and cudaProfilerStop(), which a program calls to be profiled
 * there.
 *
 *     range_begin  CORRELATION of the call: higher ones belong to the range
 *     range_end    CORRELATION: lower ones belong to the range */
#include "inject/cupti.h"
#include "inject/inject.h"
#include "inject/trace.h"

/* The runtime's functions call the driver's, so listening to the driver is enough. */
static void on_profiler_call(uint32_t domain, uint32_t id, const void *data)
{
	const struct cupti_call *c = data;

	if (c->site == 0)
		gb_trace_add("range_%s\t%u", id == CUPTI_PROFILER_START ? "begin" : "end", (unsigned)c->correlation);
}

static bool begin_ranges(char *why, size_t size)
{
	return gb_inject_listen(CUPTI_OF_DRIVER, CUPTI_PROFILER_START, on_profiler_call, why, size) &&
	       gb_inject_listen(CUPTI_OF_DRIVER, CUPTI_PROFILER_STOP, on_profiler_call, why, size);
}

const struct gb_inject_module gb_inject_ranges = { .name = "ranges", .begin = begin_ranges };
