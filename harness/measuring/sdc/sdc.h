/* sdc.h: a watch for silent data corruption: repeats verified launches of a few points on one card, and reports wrong
 * results, memory errors (ECC) and Xid events. It measures nothing. */
#pragma once

#include "engine/sweep.h"

/* The metrics of a watch, each with a row for every unit. Errors are passes with a wrong result. The counters of the
 * card (gpu_counter_text) follow; counters that the driver does not report have no row. */
enum gb_sdc_metric {
	GB_SDC_ERRORS,
	GB_SDC_WRONG,
	GB_SDC_PASSES,
	GB_SDC_WORDS,
	GB_SDC_SECONDS,
	GB_SDC_DEVICE,
	GB_SDC_COUNTERS,
	GB_SDC_METRIC_COUNT = GB_SDC_COUNTERS + GPU_COUNTERS
};
const char *gb_sdc_metric_name(size_t metric);

/* Called in a worker before it has threads: block the signals that end a run, for which the watch polls instead. Ctrl-C
 * reaches the worker twice, and its rows come last. */
void gb_sdc_hold_signals(void);

/* Like gb_sweep_tasks(), with options->sdc_seconds: visit all tasks in turn for this long, each at least once, and then
 * deliver their rows: GB_ROW_FAILED if anything was found. After an interruption, deliver the rows of the tasks visited
 * so far. */
int gb_sdc_watch(struct gb_sweep *sweep, const struct gb_tasks *tasks, const size_t *order, size_t count,
		 struct gb_error *error);
