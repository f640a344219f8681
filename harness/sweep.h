/* sweep.h: one benchmark on one card, from its plan to its records. */
#ifndef GB_SWEEP_H
#define GB_SWEEP_H

#include "plan.h"
#include "record.h"
#include "run.h"

struct gb_sweep_options {
	enum gb_effort effort;
	const struct gb_choice *choices; /* -a */
	size_t choice_count;
	struct gb_measure_options measure;
	double judge_seconds; /* a batch of the search lasts at least this */
	double watch_seconds; /* how long the card is watched under each point's load */
	size_t search_most;   /* points a search may judge */
	size_t finalists;     /* best points of a search that meet in a heat, up to GB_SEARCH_KEEP */
};

/* Where records go. A status other than GB_OK ends the sweep. `measurement` is NULL when nothing was measured. */
typedef int gb_emit_fn(void *context, const struct gb_record *record, const struct gb_measurement *measurement,
		       struct gb_error *error);
/* Told before each row: what is measured next. */
typedef void gb_progress_fn(void *context, const struct gb_bench *bench, const char *point);

struct gb_sweep {
	struct gb_card *card;
	const struct gb_sweep_options *options;
	struct gb_record base; /* the columns of the run and the device */
	gb_emit_fn *emit;
	gb_progress_fn *progress;
	void *context;
	size_t failed, rows; /* counted */
};

/* Measure every point of every variant. A point that fails is a row that says so, and the next goes on. Returns GB_FAILED
 * only when a record could not be delivered, and GB_SKIPPED when it was interrupted; records delivered are whole. */
int gb_sweep_bench(struct gb_sweep *sweep, const struct gb_bench *bench, struct gb_error *error);

/* Fill the value columns from a measurement, the limit and what was seen of the card, and decide the outcome. Pure. */
void gb_sweep_judge(struct gb_record *record, enum gb_quantity quantity, const struct gb_measurement *measurement,
		    double limit, bool slowdown, char reason[GB_RECORD_REASON]);

#endif
