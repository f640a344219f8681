/* transfer.h: definitions shared by the host code and the kernels of `transfer`. */
#pragma once

#include "../common/input.h"
#include "gpubench_report.h"

/* Processes `words` words in grid order. */
struct transfer_args {
	uint32_t *at;
	unsigned long long words;
	uint32_t *sum; /* sum of the words read, if `record` is set */
	uint32_t record;
};

/* Many small pieces, one per block. */
struct transfer_pieces_args {
	uint32_t *to;
	const uint32_t *from;
	unsigned long long pitch, words; /* words from one piece to the next, and of a piece */
};

/* Compares each byte with the words of the input, or with the marks that kernels write. */
struct transfer_check_args {
	const uint32_t *at;
	unsigned long long bytes;
	uint32_t marks;
	struct gb_report *report;
};
