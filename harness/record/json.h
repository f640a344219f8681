/* json.h: writes records as JSON lines: each row is an object on a line of its own, raw samples included, so that what
 * a killed run leaves is read as far as it goes:
 *
 * {"schema":"gpubench-1",...,"benchmark":"dram",...,"raw":{...}}
 *
 * A row has the CSV's columns by name; what is not known is left out. "raw" has the batches in the order taken. */
#ifndef GB_JSON_H
#define GB_JSON_H

#include <stdio.h>

#include "measure/measure.h"
#include "record/record.h"

/* `measurement` may be NULL. */
int gb_json_row(FILE *out, const struct gb_record *record, const struct gb_measurement *measurement,
		struct gb_error *error);

#endif
