/* transfer.h: what host and kernels of `transfer` share. */
#ifndef TRANSFER_H
#define TRANSFER_H

#include "../common/input.h"
#include "gpubench_report.h"

/* Goes through `words` words in the order of the grid. */
struct transfer_args {
	unsigned int *at;
	unsigned long long words;
	unsigned int *sum; /* of what is read, where `record` is set */
	unsigned int record;
};

/* Many small pieces, a block each. */
struct transfer_pieces_args {
	unsigned int *to;
	const unsigned int *from;
	unsigned long long pitch, words; /* from one piece to the next, and of a piece; words */
};

/* What byte i of a result must be: that of the input's words, or of the marks that kernels write. */
struct transfer_check_args {
	const unsigned int *at;
	unsigned long long bytes;
	unsigned int marks;
	struct gb_report *report;
};

#endif
