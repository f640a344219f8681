/* state.h: definitions shared by the files of `overlap`. */
#pragma once

#include "../common/kernel.h"
#include "overlap.h"

/* A word is read and written. */
#define BYTES_OF_WORD 8.0

enum kernel { ALL_SHORT, ALL_LONG, MATH_SHORT, MATH_LONG, MEMORY, LOAD, STORE, KERNELS };

struct point {
	enum overlap_build build;
	uint32_t fmas, warps;
};

struct state {
	uint64_t bytes; /* bytes of the input, and of the output */
	gb_ptr in, out, report;
	struct gb_kernel fill, check, kernels[KERNELS];
	enum kernel kernel;
	struct gb_shape shape;
	uint32_t resident; /* blocks per SM */
	struct overlap_args args;
};

int overlap_has_math(const struct gb_run *run);
/* Words that the complete kernel reads, processes and writes per launch. */
uint64_t overlap_words(const struct gb_run *run);
int overlap_launch(struct gb_run *run);

int overlap_verify(struct gb_run *run);
size_t overlap_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
			struct gb_finding out[GB_FINDINGS_MAX]);
