/* state.h: the host state of a run of `atomic`, and the functions that its files share. */
#ifndef ATOMIC_STATE_H
#define ATOMIC_STATE_H

#include <stdbool.h>

#include "atomic.h"
#include "gpubench.h"

/* The axes `measure`, `op`, `chain`, `in_shared`, `pattern` and `scope`. */
enum measure { THROUGHPUT, LATENCY, SHARED };
#define OP(name, bytes) OP_##name,
enum op { ATOMIC_OPS(OP) };
#undef OP
#define CHAIN(name) CHAIN_##name,
enum chain { ATOMIC_CHAINS(CHAIN) };
#undef CHAIN
#define SHARED_OP(name) SHARED_##name,
enum in_shared { ATOMIC_SHARED(SHARED_OP) };
#undef SHARED_OP
#define SCOPE(name) SCOPE_##name,
enum scope { ATOMIC_SCOPES(SCOPE) };
#undef SCOPE
enum pattern { PATTERN_ONE, PATTERN_LINE, PATTERN_ADJACENT, PATTERN_SECTORS, PATTERN_LINES, PATTERN_RANDOM };
extern const char *const atomic_ops[], *const atomic_chains[], *const atomic_in_shared[],
								       *const atomic_scopes[], *const atomic_patterns[];

enum { LINE = 128, SECTOR = 32, THREADS = ATOMIC_WARPS * ATOMIC_LANES };
enum { RANDOM_BYTES = 4 << 20, CHAIN_BYTES = ATOMIC_LINES * ATOMIC_APART };

struct state {
	gb_ptr at, result, cycles, end, words;
	uint64_t bytes;   /* at `at` */
	uint64_t threads; /* capacity of `result` */
	unsigned int sms;
	struct gb_kernel kernel; /* of the current point, with its shape */
	struct gb_shape shape;
	struct atomic_args args;
	struct atomic_chain_args chain;
	struct atomic_shared_args shared;
};

/* ---- point.c ----------------------------------------------------------------------------------------------------- */

static inline enum measure atomic_measure(const struct gb_run *run)
{
	return (enum measure)gb_value(run, "measure");
}
/* Operand size of this operation in bytes, and how many numbers one operation adds to. */
unsigned int atomic_bytes(int64_t op);
unsigned int atomic_elements(int64_t op);

struct gb_cost atomic_cost(const struct gb_run *run);
double atomic_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz);
enum gb_quantity atomic_measures(const struct gb_run *run);
size_t atomic_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX]);
const char *atomic_remark(const struct gb_run *run);

/* ---- launch.c, verify.c, conclude.c ------------------------------------------------------------------------------ */

int atomic_prepare(struct gb_run *run);
int atomic_restore(struct gb_run *run);
int atomic_launch(struct gb_run *run);
int atomic_observe(struct gb_run *run, double *value);
int atomic_verify(struct gb_run *run);
size_t atomic_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX]);

#endif
