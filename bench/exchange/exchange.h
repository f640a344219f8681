/* exchange.h: what both halves of `exchange` share. */
#ifndef EXCHANGE_H
#define EXCHANGE_H

#include "../common/input.h"
#include "gpubench_report.h"

/* Word i of what a GPU sends. */
BENCH_BOTH unsigned int exchange_word(unsigned int from, unsigned long long i)
{
	return input_bits(i + 0x9e3779b97f4a7c15ull * from);
}

struct exchange_fill_args {
	unsigned int *at;
	unsigned long long words;
	unsigned int from;
};

struct exchange_check_args {
	const unsigned int *at;
	unsigned long long words;
	unsigned int from; /* the GPU that must have sent it */
	struct gb_report *report;
};

#endif
