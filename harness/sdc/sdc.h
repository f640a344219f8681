/* sdc.h: a watch for silent data corruption: loops over verified launches of a few points on one card, and reports
 * wrong results, memory errors (ECC) and Xid events. It measures nothing. */
#ifndef GB_SDC_H
#define GB_SDC_H

#include "engine/sweep.h"

/* The metrics of its rows, one row each for every unit. Errors are passes with a wrong result. What the driver does
 * not report has no row. */
#define GB_SDC_METRICS(X)                          \
	X(ERRORS, "sdc_errors", "1")               \
	X(WRONG, "sdc_wrong_words", "1")           \
	X(PASSES, "sdc_passes", "1")               \
	X(WORDS, "sdc_words", "1")                 \
	X(SECONDS, "sdc_time", "s")                \
	X(DEVICE, "sdc_device_time", "s")          \
	X(CORRECTED, "sdc_ecc_corrected", "1")     \
	X(UNCORRECTED, "sdc_ecc_uncorrected", "1") \
	X(REMAPPED, "sdc_rows_remapped", "1")      \
	X(XIDS, "sdc_xids", "1")

#define GB_SDC_METRIC_ENUM(id, name, unit) GB_SDC_##id,
enum gb_sdc_metric { GB_SDC_METRICS(GB_SDC_METRIC_ENUM) GB_SDC_METRIC_COUNT };
#define GB_SDC_METRIC_NAME(id, name, unit) name,
#define GB_SDC_METRIC_UNIT(id, name, unit) unit,

/* Called in a worker before it has threads: the signals by which a user ends a run wait, and a watch looks for them
 * itself. Ctrl-C reaches the worker twice, and its rows come last. */
void gb_sdc_hold_signals(void);

/* As gb_sweep_tasks(), with options->sdc_seconds: visits all tasks in turn for this long, each at least once, and then
 * delivers their rows: GB_ROW_FAILED if anything was found. After an interruption, the rows of the tasks visited so
 * far. */
int gb_sdc_watch(struct gb_sweep *sweep, const struct gb_tasks *tasks, const size_t *order, size_t count,
		 struct gb_error *error);

#endif
