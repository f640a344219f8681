/* conclude.h: keeps rows until all are complete, and draws conclusions from them. */
#pragma once

#include "plan/axis.h"
#include "record/record.h"

struct gb_kept; /* a row, without the columns that conclusions do not use */

struct gb_rows {
	struct gb_kept *kept;
	size_t count, room;
};

/* Keep a row of `bench` if the benchmark has conclude() and the row has a value; ignore others. */
int gb_rows_keep(struct gb_rows *rows, const struct gb_bench *bench, const struct gb_record *record,
		 struct gb_error *error);
/* Keep only the first `count` rows. */
void gb_rows_cut(struct gb_rows *rows, size_t count);
void gb_rows_free(struct gb_rows *rows);

/* Findings and the records made from them, whose texts point into this struct and into the rows. */
struct gb_conclusions {
	size_t count;
	struct gb_finding finding[GB_FINDINGS_MAX];
	struct gb_record record[GB_FINDINGS_MAX];
	char reason[GB_FINDINGS_MAX][GB_RECORD_REASON];
};

/* GB_FAILED: the finding has no name, rests on none of `rows`, or has a value that is not finite and no remark that
 * says why. */
int gb_conclude_check(const struct gb_finding *finding, const struct gb_row *rows, size_t count,
		      struct gb_error *error);

/* Draw the conclusions of `bench` from its rows for one device. `base` has the columns of the run and the device. */
int gb_conclude(const struct gb_rows *rows, const struct gb_bench *bench, const struct gb_device *device,
		const struct gb_record *base, struct gb_conclusions *out, struct gb_error *error);
