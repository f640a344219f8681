/* state.h: the host state of a run of `issue`, and the functions that its files share. */
#pragma once

#include "../common/kernel.h"
#include "issue.h"

/* The axes `measure`, `operands` and `mix`, and the operations of a mix. */
enum measure { BANKS, MIX, TURNS };
#define ENUM_OPERANDS(name) OPERANDS_##name,
enum operands { ISSUE_OPERANDS(ENUM_OPERANDS) };
#undef ENUM_OPERANDS
#define ENUM_OP(name) OP_##name,
enum op { OP_none, ISSUE_OPS(ENUM_OP) OPS };
#undef ENUM_OP

struct mix {
	enum op op[2];
	uint32_t count[2]; /* per step */
};

extern const char *const issue_measures[], *const issue_operands[], *const issue_mixes[];
extern const struct mix issue_mix_of[];

struct point {
	enum measure measure;
	int operands, mix;
	uint32_t warps, contenders;
};

struct state {
	gb_ptr words, end, span, stamps;
	struct gb_kernel kernel;
	struct gb_shape shape;
	struct issue_args args;
	double share[ISSUE_WARPS]; /* of `turns`: each warp's share until the first finishes; 0: not measured yet */
};

#define ISSUE_THREADS (ISSUE_WARP * ISSUE_SCHEDULERS * ISSUE_WARPS)
#define WORDS_BYTES   ((uint64_t)ISSUE_WARP * ISSUE_WORDS * sizeof(uint32_t))
#define END_BYTES     ((uint64_t)(ISSUE_THREADS) * sizeof(uint32_t))
#define SPAN_BYTES    (UINT64_C(2) * ISSUE_SCHEDULERS * ISSUE_WARPS * sizeof(unsigned long long))
#define STAMPS_BYTES  ((uint64_t)ISSUE_WARPS * ISSUE_TURNS * sizeof(uint32_t))

/* ---- cost_and_limit.c -------------------------------------------------------------------------------------------- */

static inline enum measure issue_measure(const struct gb_run *run)
{
	return gb_value(run, measure);
}
uint32_t issue_warps(const struct gb_run *run);
/* Instructions per step, and steps per warp and launch. */
uint32_t issue_instructions(const struct gb_run *run);
uint32_t issue_steps(const struct gb_run *run, uint32_t trips);

struct gb_cost issue_cost(const struct gb_run *run);
double issue_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz);
const char *issue_remark(const struct gb_run *run);
size_t issue_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX]);

/* ---- launch.c, verify.c, conclude.c ------------------------------------------------------------------------------ */

int issue_prepare(struct gb_run *run);
int issue_launch(struct gb_run *run);
int issue_observe(struct gb_run *run, double *value);
void issue_fill_words(uint32_t lane, uint32_t word[ISSUE_WORDS]);
int issue_verify(struct gb_run *run);
size_t issue_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		      struct gb_finding out[GB_FINDINGS_MAX]);
