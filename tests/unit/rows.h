/* rows.h: the rows delivered by a sweep or a supervisor, kept for checks. */
#pragma once

#include "timing/measure.h"
#include "plan/axis.h"
#include "record/record.h"
#include "support.h"

enum { ROWS_MAX = 64 };

static struct row {
	struct gb_record record;
	char device[16], status[16], point[GB_POINT_TEXT], reason[GB_RECORD_REASON];
	bool raw; /* true if its samples came with it */
} rows[ROWS_MAX];
static size_t row_count;

static inline void rows_keep(const struct gb_record *record, const struct gb_measurement *m)
{
	assert_true(row_count < ROWS_MAX);
	struct row *row = &rows[row_count++];

	row->record = *record;
	snprintf(row->device, sizeof row->device, "%s", record->device);
	snprintf(row->status, sizeof row->status, "%s", gb_row_status_word(record->status));
	snprintf(row->point, sizeof row->point, "%s", record->point);
	snprintf(row->reason, sizeof row->reason, "%s", record->reason);
	row->raw = m != NULL && m->batches != NULL && m->value.count == (size_t)record->samples;
	/* Every row has either a value and its samples, or a reason and neither. */
	const bool measured = strcmp(row->status, "ok") == 0 || strcmp(row->status, "suspect") == 0;
	assert_int_equal(row->raw, measured);
	assert_int_equal(isfinite(record->value), measured);
	assert_true(strcmp(row->status, "ok") == 0 || row->reason[0] != '\0');
}

/* Hooks of a sweep whose tasks are measured once each, in order. */
static inline int rows_begin(void *context, size_t task)
{
	return GB_OK;
}

static inline int rows_emit(void *context, size_t task, const struct gb_record *record, size_t count,
			    const struct gb_measurement *m, struct gb_error *why)
{
	assert_int_equal(task, row_count);
	rows_keep(record, m);
	return GB_OK;
}

/* Row `i` on one line, as "1 task=3,block=32 failed". */
static inline const char *rows_line(size_t i)
{
	static char line[2 * GB_POINT_TEXT];

	snprintf(line, sizeof line, "%s %s %s", rows[i].device, rows[i].point, rows[i].status);
	return line;
}
