/* exchange.h: definitions shared by the host code and the kernels of `exchange`. */
#pragma once

#include "../common/input.h"
#include "gpubench_report.h"

BENCH_BOTH uint32_t exchange_word(uint32_t from, unsigned long long i)
{
	return input_bits(i + INPUT_GOLDEN_64 * from);
}

struct exchange_fill_args {
	uint32_t *at;
	unsigned long long words;
	uint32_t from;
};

enum { EXCHANGE_BLOCK = 256, EXCHANGE_UNROLL = 8, EXCHANGE_TILE = EXCHANGE_BLOCK * EXCHANGE_UNROLL * 16 };

/* Copies `tiles` tiles of EXCHANGE_TILE bytes to each target, this many times. A block has one target. */
struct exchange_send_args {
	const char *from;
	char *const *to; /* one per target */
	unsigned long long tiles;
	uint32_t targets, passes;
};

struct exchange_check_args {
	const uint32_t *at;
	unsigned long long words;
	uint32_t from; /* the GPU that must have sent the data */
	struct gb_report *report;
};
