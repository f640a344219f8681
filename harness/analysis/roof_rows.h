/* roof_rows.h: what the row of a roof says besides its numbers. The GPUs of a fleet mostly say the same: it is kept
 * once for all that do, and of 80 000 GPUs with 35 roofs each a roof takes half the memory. For roofs.h. */
#ifndef GB_ROOF_ROWS_H
#define GB_ROOF_ROWS_H

#include "base/strings.h"
#include "record/record.h"

/* Texts are never NULL; of one collection equal texts are equal pointers. */
struct gb_roof_row {
	const char *name, *unit, *benchmark, *variant, *point, *throttle, *reason;
	enum gb_row_status status; /* ok or suspect */
	int place;                 /* in tables: gb_roof_place() */
	double mem_clock_hz;       /* in whole MHz, so few differ; NAN: not known */
};

struct gb_roof_rows {
	void *tree; /* of all that are kept */
};

/* The one that says what this record does, which may be `guess` (NULL: nothing is guessed). NULL: out of memory. */
const struct gb_roof_row *gb_roof_rows_keep(struct gb_roof_rows *rows, struct gb_strings *strings,
					    const struct gb_record *record, const struct gb_roof_row *guess);
void gb_roof_rows_free(struct gb_roof_rows *rows);

#endif
