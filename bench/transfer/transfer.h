/* transfer.h: definitions shared by the host code and the kernels of `transfer`. */
#pragma once

#include "../common/input.h"
#include "gpubench_report.h"

/* Processes `words` words in the order of the grid. */
struct transfer_args {
	uint32_t *at;
	unsigned long long words;
	uint32_t *sum; /* sum of the words read, where `record` is set */
	uint32_t record;
};

/* Many small pieces, one block each. */
struct transfer_pieces_args {
	uint32_t *to;
	const uint32_t *from;
	unsigned long long pitch, words; /* distance between pieces, and size of a piece; words */
};

/* The expected byte i of a result: that of the input's words, or of the marks that kernels write. */
struct transfer_check_args {
	const uint32_t *at;
	unsigned long long bytes;
	uint32_t marks;
	struct gb_report *report;
};
