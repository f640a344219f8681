/* counts_records.h: writes the counts of a kernel as lines of the trace (counts.c lists their fields). */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "inject/cupti.h"

enum { GB_COUNTS_METRICS = 7, GB_COUNTS_NAME = 8192 };

/* The identifiers of the metrics, and the GPU. */
struct gb_counted_where {
	uint64_t id[GB_COUNTS_METRICS];
	int device, capability;
};

struct gb_counted_kernel {
	struct cupti_launch launch;
	uint64_t number;           /* number of the launch in the process */
	char name[GB_COUNTS_NAME]; /* mangled */
};

/* Sorts the records. */
void gb_counts_tell(const struct gb_counted_where *where, const struct gb_counted_kernel *kernel,
		    struct cupti_sass_record *record, size_t count, size_t values);
