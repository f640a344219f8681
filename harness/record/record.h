/* record.h: one observation, and the columns it is written in.
 *
 * The table of columns is the CSV schema: writers, readers and docs/csv-schema.md follow it. A number that is not
 * known is NAN and a text that is not known is "" or NULL; both are written as an empty field, never as 0. */
#ifndef GB_RECORD_H
#define GB_RECORD_H

#include <math.h>
#include <stddef.h>

#include "base/error.h"
#include "gpubench.h"

#define GB_SCHEMA "gpubench-1"

enum { GB_RECORD_REASON = GB_ERROR_TEXT };

struct gb_record {
	/* run */
	const char *schema, *version, *run_id, *time_utc, *host, *job_id, *rank;
	/* device */
	const char *device, *gpu_name, *gpu_uuid, *pci_bus_id, *compute_capability, *driver, *cuda, *vbios, *ecc, *mig;
	double power_limit_w, numa_node;
	/* what */
	const char *benchmark, *variant, *point, *axis;
	double x;
	const char *roof;
	/* value */
	const char *metric, *unit;
	double value, lo, hi, min, max, samples, spread;
	const char *stop;
	/* limit */
	double limit, fraction;
	/* state */
	double sm_clock_hz, mem_clock_hz, power_w, temperature_c, energy_j;
	const char *throttle;
	/* outcome */
	const char *status, *reason;
	/* device, added later */
	double sm_clock_rated_hz, memory_bytes;
	double sm_clock_slowest_hz;
};

enum gb_column_type { GB_TEXT, GB_NUMBER };

struct gb_column {
	const char *name;
	enum gb_column_type type;
	size_t offset;    /* in struct gb_record */
	const char *help; /* one line, for the schema page */
};

/* In the order of the file, closed by an entry without name. */
extern const struct gb_column gb_columns[];

/* A record in which nothing is known but the schema. */
struct gb_record gb_record_empty(void);

/* The field of a record as text: "" where it is not known. Numbers have nine significant digits and a '.'. */
enum { GB_FIELD_TEXT = 32 };
const char *gb_record_field(const struct gb_record *record, const struct gb_column *column, char number[GB_FIELD_TEXT]);

#endif
