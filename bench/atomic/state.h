/* state.h: the host state of a run of `atomic`, and the functions that its files share. */
#pragma once

#include "../common/kernel.h"
#include "atomic_model.h"
#include "gpubench.h"

enum measure { THROUGHPUT, LATENCY, SHARED };
#define SCOPE(name) SCOPE_##name,
enum scope { ATOMIC_SCOPES(SCOPE) };
#undef SCOPE
enum pattern { PATTERN_ONE, PATTERN_LINE, PATTERN_ADJACENT, PATTERN_SECTORS, PATTERN_LINES, PATTERN_RANDOM };

struct point {
	enum measure measure;
	int op, chain, in_shared, scope;
	uint32_t lines, degree, block;
	enum pattern pattern;
};

enum { THREADS = ATOMIC_WARPS * ATOMIC_LANES, CHAIN_BYTES = ATOMIC_LINES * ATOMIC_APART };

struct state {
	gb_ptr at, result, cycles, end, words;
	uint64_t bytes;
	uint32_t sms;
	struct gb_kernel kernel; /* of the current point */
	struct gb_shape shape;
	struct atomic_args args;
	struct atomic_chain_args chain;
	struct atomic_shared_args shared;
};

static inline enum measure measure_of(const struct gb_run *run)
{
	return gb_value(run, measure);
}

static inline uint64_t threads_of(const struct gb_run *run)
{
	return (uint64_t)state_of(run)->shape.grid * state_of(run)->shape.block;
}

int atomic_launch(struct gb_run *run);
int atomic_verify(struct gb_run *run);
