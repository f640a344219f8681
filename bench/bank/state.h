/* state.h: what a run of `bank` keeps on the host, and what its files call of each other. */
#ifndef BANK_STATE_H
#define BANK_STATE_H

#include "bank_model.h"
#include "gpubench.h"

/* The axes `op` and `pattern`. */
enum op { OP_LOAD, OP_STORE, OP_ADD, OP_EXCHANGE, OP_LOAD_HALF };
extern const char *const bank_ops[];
enum pattern {
	PATTERN_STRIDE,
	PATTERN_DEGREE,
	PATTERN_BROADCAST,
	PATTERN_MULTICAST,
	PATTERN_PERMUTATION,
	PATTERN_RANDOM,
	PATTERN_COLUMN,
	PATTERN_PADDED,
	PATTERN_SWIZZLED
};

enum { THREADS = BANK_WARPS * BANK_LANES };
/* A block's in `cycles`, in `sum` and, at most, in `words`. */
#define CYCLES_BYTES (UINT64_C(2) * sizeof(unsigned int))
#define SUM_BYTES    (UINT64_C(4) * THREADS)
#define WORDS_BYTES  (UINT64_C(16) * BANK_LANES * 2 * BANK_UNROLL)

/* What a launch must leave in the shared memory of an SM, and what its threads must get. */
struct expected {
	unsigned int memory[BANK_BYTES / 4];
	unsigned int loaded[BANK_LANES]; /* by a thread of each lane */
	unsigned int returned;           /* by all atomics together */
};

struct state {
	gb_ptr cycles, sum, words;
	unsigned int blocks;
	double latency;          /* of the launches last timed, in cycles; 0: none yet */
	struct gb_kernel kernel; /* of the current point */
	struct bank_args args;
	struct expected expected;
};

/* ---- pattern.c --------------------------------------------------------------------------------------------------- */

/* What the point says of its pattern apart from the name: a stride, a degree, ...; 0 where there is no such axis. */
unsigned int bank_number(const struct gb_run *run);
/* Which word of so many bytes a lane accesses, from the first one on. */
unsigned int bank_word(int64_t pattern, unsigned int number, unsigned int bytes, unsigned int lane);

/* ---- point.c ----------------------------------------------------------------------------------------------------- */

unsigned int bank_word_bytes(const struct gb_run *run);
/* 4-byte words that an access is in. */
unsigned int bank_width(const struct gb_run *run);
enum bank_access bank_access_of(const struct gb_run *run);
/* Passes of a request, by the bank model. */
unsigned int bank_point_passes(const struct gb_run *run);
/* Requests of all warps of an SM in a round's trips. */
double bank_requests(const struct state *s, int round);

struct gb_cost bank_cost(const struct gb_run *run);
double bank_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz);
size_t bank_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX]);

/* ---- launch.c, verify.c ------------------------------------------------------------------------------------------ */

int bank_prepare(struct gb_run *run);
int bank_launch(struct gb_run *run);
int bank_observe(struct gb_run *run, double *value);
int bank_verify(struct gb_run *run);

#endif
