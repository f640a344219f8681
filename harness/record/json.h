/* json.h: writes records as one JSON document, raw samples included, whole even when a run is interrupted:
 *
 *     {"schema": "gpubench-1", "rows": [ {"benchmark": "dram", ..., "raw": {...}}, ... ]}
 *
 * A row has the CSV's columns by name; what is not known is left out. "raw" has the batches in the order taken. */
#ifndef GB_JSON_H
#define GB_JSON_H

#include <stdio.h>

#include "measure/measure.h"
#include "record/record.h"

int gb_json_begin(FILE *out, struct gb_error *error);
/* `measurement` may be NULL. `first` says that no row was written before. */
int gb_json_row(FILE *out, int first, const struct gb_record *record, const struct gb_measurement *measurement,
		struct gb_error *error);
int gb_json_end(FILE *out, struct gb_error *error);

#endif
