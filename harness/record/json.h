/* json.h: writes records as JSON lines: each row is an object on its own line, including raw samples, so that the
 * output of a killed run remains readable:
 *
 * {"schema":"gpubench-1",...,"benchmark":"dram",...,"raw":{...}}
 *
 * A row has the CSV's columns by name; unknown values are omitted. "raw" has the batches in the order in which they
 * were taken. */
#pragma once

#include <stdio.h>

#include "record/measurement.h"
#include "record/record.h"

/* `measurement` may be NULL. */
int gb_json_row(FILE *out, const struct gb_record *record, const struct gb_measurement *measurement,
		struct gb_error *error);
