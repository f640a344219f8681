/* roof_rows.h: the texts of rows that set roofs. Most GPUs of a fleet have the same texts, so each combination is
 * stored once: for 80 000 GPUs with 35 roofs each, this halves the memory of a roof. */
#pragma once

#include "base/heap.h"
#include "record/record.h"

/* Texts are never NULL. Equal texts of one collection are equal pointers. */
struct gb_roof_row {
	const char *name, *unit, *benchmark, *variant, *point, *throttle, *reason;
	enum gb_row_status status; /* ok or suspect */
	int place;                 /* gb_roof_place(): its place in tables */
	double mem_clock_hz;       /* in whole MHz, so that there are few different values; NAN: unknown */
};

struct gb_roof_rows {
	void *tree; /* of all stored rows */
};

/* Returns the stored row that matches this record. It may be `guess`; NULL: no guess. */
const struct gb_roof_row *gb_roof_rows_keep(struct gb_roof_rows *rows, struct gb_strings *strings,
					    const struct gb_record *record, const struct gb_roof_row *guess);
void gb_roof_rows_free(struct gb_roof_rows *rows);
