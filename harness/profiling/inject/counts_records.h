/* counts_records.h: writes a kernel's counts as lines of the trace. counts.c lists the fields. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "inject/cupti.h"

enum { GB_COUNTS_METRICS = 7, GB_COUNTS_NAME = 8192 };

struct gb_counted_where {
	uint64_t id[GB_COUNTS_METRICS];
	int device, capability;
};

struct gb_counted_kernel {
	struct cupti_launch launch;
	uint64_t number;           /* of the launch in its process */
	char name[GB_COUNTS_NAME]; /* mangled */
};

/* Sorts the records. */
void gb_counts_tell(const struct gb_counted_where *where, const struct gb_counted_kernel *kernel,
		    struct cupti_sass_record *record, size_t count, size_t values);
