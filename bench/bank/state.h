/* state.h: the host state of a run of `bank`, and the functions that its files share. */
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
/* Elements per block in `cycles`, in `sum` and, at most, in `words`. */
#define CYCLES_BYTES (UINT64_C(2) * sizeof(unsigned int))
#define SUM_BYTES    (UINT64_C(4) * THREADS)
#define WORDS_BYTES  (UINT64_C(16) * BANK_LANES * 2 * BANK_UNROLL)

/* The expected final shared memory of an SM, and the expected results of its threads. */
struct expected {
	unsigned int memory[BANK_BYTES / 4];
	unsigned int loaded[BANK_LANES]; /* sum of a thread, per lane */
	unsigned int returned;           /* sum over all atomics */
};

struct state {
	gb_ptr cycles, sum, words;
	unsigned int blocks;
	double latency;          /* cycles in the last timed launches; 0: none yet */
	struct gb_kernel kernel; /* offsets of the current point */
	struct bank_args args;
	struct expected expected;
};

/* ---- pattern.c --------------------------------------------------------------------------------------------------- */

/* The parameter of the point's pattern, such as a stride or a degree; 0 where there is no such axis. */
unsigned int bank_number(const struct gb_run *run);
/* The index of the word of this size that a lane accesses, counted from the first one. */
unsigned int bank_word(int64_t pattern, unsigned int number, unsigned int bytes, unsigned int lane);

/* ---- point.c ----------------------------------------------------------------------------------------------------- */

unsigned int bank_word_bytes(const struct gb_run *run);
/* 4-byte words that an access covers. */
unsigned int bank_width(const struct gb_run *run);
enum bank_access bank_access_of(const struct gb_run *run);
/* Passes of a request, by the bank model. */
unsigned int bank_point_passes(const struct gb_run *run);
/* Requests of all warps of an SM in the trips of a round. */
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
