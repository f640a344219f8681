/* json.h: writes records as JSON lines. Each row is an object on a line of its own, with the raw samples, so that the
 * output of a killed run remains readable:
 *
 * {"schema":"gpubench-1",...,"benchmark":"dram",...,"raw":{...}}
 *
 * A row has the CSV's columns by name, without unknown values. "raw" has the batches in the order in which they were
 * timed. */
#pragma once

#include <stdio.h>

#include "record/measurement.h"
#include "record/record.h"

/* `measurement` may be NULL. */
int gb_json_row(FILE *out, const struct gb_record *record, const struct gb_measurement *measurement,
		struct gb_error *error);
