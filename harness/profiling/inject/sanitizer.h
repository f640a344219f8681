/* sanitizer.h: the part of Compute Sanitizer's binary interface that is used here. Like CUPTI (cupti.h), the library is
 * opened at run time. Structs name only the fields that have the same place in every version from CUDA 11.8 to 13.5;
 * tests/cli/cupti.sh compares them with the headers if they are installed. Names and numbers: Sanitizer API
 * reference. */
#pragma once

#include <stdint.h>

enum { SANITIZER_OK = 0 };

enum { SANITIZER_OF_LAUNCHES = 5, SANITIZER_LAUNCH_BEGINS = 1, SANITIZER_LAUNCH_ENDS = 3 };

/* Instructions that can be patched. */
enum {
	SANITIZER_GLOBAL_ACCESS = 3,
	SANITIZER_ASYNC_COPY = 14,
	SANITIZER_BULK_LOAD = 30,
	SANITIZER_BULK_STORE = 35,
	SANITIZER_BULK_REDUCTION = 37,
};

struct sanitizer_launch {
	void *context, *stream, *stream_handle, *module, *function;
	const char *name; /* mangled */
	uint32_t grid[3], block[3], cluster[3];
	uint64_t id;
	void *launch; /* valid from one callback to the other */
	int device;
};

typedef void sanitizer_callback_fn(void *user, int domain, uint32_t id, const void *data);
