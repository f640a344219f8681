/* row.h: writes the columns of a row. In this wing, only row.c does: it receives measurements, doubts, limits, the
 * state of the card and conclusions through the functions below. doubts_remarks.h judges the columns. All functions are
 * pure. */
#pragma once

#include "base/host.h"
#include "device/devices.h"
#include "engine/burst_sustain.h"
#include "engine/tasks.h"
#include "engine/watch.h"
#include "record/record.h"

/* ---- which row --------------------------------------------------------------------------------------------------- */

/* The columns of the run and the device. The record points into `text` and the other arguments. */
struct gb_device_text {
	char index[GB_DEVICE_LABEL], capability[16];
};
struct gb_record gb_row_begin(const struct gb_host *host, const char *mode, const struct gb_found_device *on,
			      struct gb_device_text *text);

/* Set the row's place in the plan of the run's first GPU (`first`) or of another GPU. */
void gb_row_number(struct gb_record *record, const struct gb_task *task, bool first);
/* Set this and the columns that identify the row, with the text of the point in `text`. Searched axes appear once they
 * are set. `peer`: gb_peers_name(). */
void gb_row_identify(struct gb_record *record, const struct gb_task *task, bool first, const struct gb_point *point,
		     const char *peer, char text[GB_POINT_TEXT]);
void gb_row_time(struct gb_record *record, const char *time);

/* ---- what was measured ------------------------------------------------------------------------------------------- */

/* Set the value columns of a measurement, without doubts. `roof`: the roof that it sets, or "". */
void gb_row_measurement(struct gb_record *record, const char *roof, enum gb_quantity quantity,
			const struct gb_measurement *measurement, char reason[GB_RECORD_REASON]);
/* Set only the interval, after a change of the measurement. */
void gb_row_interval(struct gb_record *record, const struct gb_measurement *measurement);

/* The following functions turn a copy of the main row, with its doubts, into the row of another value. */
void gb_row_metric(struct gb_record *record, const struct gb_metric *metric, char reason[GB_RECORD_REASON]);
void gb_row_idle(struct gb_record *record, double idle_w, char reason[GB_RECORD_REASON]);
/* The rate of the load on a rested card, from `count` bursts: a roof of its own. The power of the card at that time is
 * not known. */
void gb_row_burst(struct gb_record *record, const char *metric, const char *roof, const struct gb_burst *burst,
		  size_t count, char reason[GB_RECORD_REASON]);
void gb_row_sustained(struct gb_record *record, const char *metric, const struct gb_sustained *part,
		      char reason[GB_RECORD_REASON]);
/* The count of a watch for silent data corruption. */
void gb_row_count(struct gb_record *record, const char *metric, const char *unit, double value);

/* Set the limit; NAN, or 0 for a metric: not known. */
void gb_row_limit(struct gb_record *record, double limit);
/* Set the value as fractions of the limits at the rated clock and at the matrix clock. */
void gb_row_rated(struct gb_record *record, double limit);
void gb_row_matrix(struct gb_record *record, double matrix_hz, double limit);

/* Set the state of the card under the load, and the energy of a launch. */
void gb_row_state(struct gb_record *record, const struct gb_watch *watch, double energy_j);

/* ---- the outcome
 * -------------------------------------------------------------------------------------------------- */

/* Set the outcome, without a doubt. */
void gb_row_outcome(struct gb_record *record, enum gb_row_status status, const char *reason);
/* Add to the reason. A doubt also makes the row suspect. */
void gb_row_remark(struct gb_record *record, char reason[GB_RECORD_REASON], const char *format, ...) GB_PRINTF(3, 4);
void gb_row_doubt(struct gb_record *record, char reason[GB_RECORD_REASON], enum gb_doubt kind, const char *format, ...)
	GB_PRINTF(4, 5);

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

/* The value of the column `origin` in conclusions. */
#define GB_ORIGIN_CONCLUDED "concluded"

/* Set the identifying columns of a row that belongs to no single point. */
void gb_row_benchmark(struct gb_record *record, const struct gb_bench *bench);
/* The row of a finding; `base` has the columns of the run and the device. */
struct gb_record gb_row_finding(const struct gb_record *base, const struct gb_bench *bench,
				const struct gb_finding *finding, char reason[GB_RECORD_REASON]);
/* Set the state of the card when the row on which a finding rests was measured. */
void gb_row_state_of(struct gb_record *record, const struct gb_record *from, const char *throttle);
