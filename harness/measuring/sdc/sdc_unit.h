/* sdc_unit.h: a unit of a watch, its passes so far, and its rows. For sdc*.c. */
#pragma once

#include "base/clock.h"
#include "sdc/sdc.h"
#include "sdc/sdc_note.h"

struct gb_sdc_unit {
	const struct gb_task *task;
	size_t number; /* the task's */
	struct gb_point point;
	bool has_shape; /* its searched axes have values */
	int status;     /* if not GB_OK, the unit cannot be run any more, for the reason in `why` */
	struct gb_error why;
	bool is_written; /* its rows were delivered */
	struct gb_sdc_kept kept;
	bool kept_is_wrong; /* the first pass was wrong, so the kept results are wrong */
	bool cannot_repeat; /* repeating was tried without success */
	uint64_t passes, right, words, wrong_passes, wrong_words;
	uint64_t judged; /* results that kernels compare in a full pass */
	double seconds, waited;
	struct gpu_health events;  /* during its visits */
	char first[GB_ERROR_TEXT]; /* the first wrong result; "": none */
	bool is_located;           /* `first` names the word */
};

/* Find the first launch shape that this device accepts, and make it the run's point. */
int gb_sdc_shape(struct gb_sdc_unit *unit, struct gb_run *run);

enum gb_sdc_way {
	GB_SDC_VERIFY, /* verify() checks the results */
	GB_SDC_RECORD, /* the same, and the work is recorded; if recording fails, the pass does not count */
	GB_SDC_REPEAT  /* repeat the recorded work, and compare its results with those that verify() accepted */
};
/* Make one pass. Wrong results are counted in the unit and set `*wrong`. GB_FAILED: a call failed, and the device may
 * have lost its context. */
int gb_sdc_pass(struct gb_sdc_unit *unit, struct gb_run *run, struct gb_sdc_note *note, enum gb_sdc_way way,
		bool *wrong, struct gb_error *error);

/* Add the events on the card between two readings. */
void gb_sdc_add_events(struct gpu_health *sum, const struct gpu_health *before, const struct gpu_health *now);
/* True if the card has reported uncorrected errors. */
bool gb_sdc_has_events(const struct gpu_health *events);

/* The unit's records; `reason` has room for their text. Returns their number. */
size_t gb_sdc_records(const struct gb_sdc_unit *unit, const struct gb_sweep *sweep, const char *time,
		      struct gb_record records[GB_SDC_METRIC_COUNT], char point[GB_POINT_TEXT],
		      char reason[GB_RECORD_REASON]);
