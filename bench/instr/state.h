/* state.h: the host state of a run of `instr`, and the functions that its files share. */
#pragma once

#include "../common/kernel.h"
#include "instr_steps.h"

extern const char *const instr_ops[], *const instr_measured[];
enum { THROUGHPUT, LATENCY };

#define FAST_MATH    "fast-math"
#define FTZ          "ftz"
#define NO_PREC_DIV  "no-prec-div"
#define NO_PREC_SQRT "no-prec-sqrt"

enum { WARP = 32 };
/* Warps do not advance evenly. At the end of a launch the last ones would run alone and wait for latencies. With many
 * waves of short blocks, new blocks replace those that end. */
enum { WAVES = 4, WAVE_TRIPS = 32 };

#define WORDS_BYTES    (INSTR_SEEDS * (uint64_t)sizeof(instr_word))
#define EXPECTED_BYTES (INSTR_SEEDS * (uint64_t)sizeof(uint32_t))
#define STEPS_BYTES    (INSTR_SEEDS * (uint64_t)INSTR_RECORDED * sizeof(struct instr_step))

struct point {
	enum instr_op op;
	int measure;
	uint32_t block;
};

struct state {
	gb_ptr start, operand, out, cycles, expected, steps, report;
	struct gb_kernel check, compare, kernel;
	struct gb_shape shape;
	struct instr_args args;
	double ulps_off; /* largest error of the last verified steps; NAN: nothing verified, or exact */
};

/* ---- cost_and_limit.c -------------------------------------------------------------------------------------------- */

const struct operation *instr_operation(const struct gb_run *run);
bool instr_is_fast_math(const struct gb_run *run);
bool instr_is_latency(const struct gb_run *run);
/* True if the variant's flags allow this operation to be less exact: the table's bound `fast` applies. */
bool instr_is_approximate(const struct gb_run *run);
uint32_t instr_body(const struct gb_run *run);
uint64_t instr_threads(const struct state *s);

struct gb_cost instr_cost(const struct gb_run *run);
double instr_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz);
enum gb_quantity instr_measures(const struct gb_run *run);
size_t instr_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX]);

/* ---- launch.c, verify.c, conclude.c ------------------------------------------------------------------------------ */

const char *instr_remark(const struct gb_run *run);
int instr_prepare(struct gb_run *run);
int instr_launch(struct gb_run *run);
int instr_observe(struct gb_run *run, double *value);
int instr_verify(struct gb_run *run);
size_t instr_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		      struct gb_finding out[GB_FINDINGS_MAX]);
