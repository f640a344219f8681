/* fatbin.h: lists the kernels in a variant's machine code and the resources that they need, without a driver. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct gb_entry {
	const char *name;     /* a string in the image */
	uint32_t registers;   /* per thread */
	uint32_t local_bytes; /* per thread */
	uint32_t shared_bytes;
	uint32_t threads_max; /* per block, as limited by __launch_bounds__ and registers */
	uint32_t args_bytes;
};

struct gb_code {
	char arch[12]; /* "sm_90a" */
	int cc;        /* 90 */
	bool packed;   /* compressed: its kernels are unknown */
	struct gb_entry *entry;
	size_t entries;
};

struct gb_fatbin {
	struct gb_code *code; /* in the order of the file */
	size_t count;
};

/* Read the fatbin from `image` to `end`; an empty one has no code. Names stay in the image. Whatever the image
 * contains, nothing past `end` is read. */
int gb_fatbin_read(const unsigned char *image, const unsigned char *end, struct gb_fatbin *out, struct gb_error *error);
void gb_fatbin_free(struct gb_fatbin *fatbin);

/* NULL: no kernel has this name. */
const struct gb_entry *gb_code_find(const struct gb_code *code, const char *name);
