/* state.h: the host state of a run of `energy`, and the functions that its files share. */
#pragma once

#include "../common/kernel.h"
#include "../common/chain_results.h"
#include "../common/matrix_units.h"
#include "energy.h"

enum { WARP = 32, SCHEDULERS = 4 };

enum kind { CHAIN, MMA, WGMMA, SHARED, L1, L2, DRAM };

/* The bits of `base`, with mixed bits where `mixed` has ones. */
struct pattern {
	chain_word base, mixed;
};

struct operation {
	/* FLOP or OP per instruction of a thread (chains), warp (mma.sync, 16 rows) or warpgroup (wgmma). */
	double amount;
	/* Chains: */
	chain_word (*exact)(chain_word x, chain_word a); /* NULL: approximate, see verify.c */
	struct pattern start, operand;
	enum kind kind;
	enum format format; /* matrices */
	bool is_integer;
	bool writes; /* memory */
};

#define A_BYTES ((uint64_t)ENERGY_A_ROWS * ENERGY_ROW_BYTES)
#define B_BYTES ((uint64_t)ENERGY_B_ROWS * ENERGY_ROW_BYTES)

struct point {
	enum energy_op op;
	enum energy_data data;
	uint32_t load;
};

struct state {
	gb_ptr set, b, folds, ends, report;
	uint64_t set_bytes;
	unsigned char host[A_BYTES + B_BYTES]; /* the point's operands as on the device: A, then B */
	float normal[A_BYTES + B_BYTES];       /* random numbers, converted to each format */
	struct gb_kernel kernel, fill, check_read, check_written;
	struct gb_shape shape;
	struct energy_args args;
};

/* ---- cost_and_limit.c -------------------------------------------------------------------------------------------- */

extern const char *const energy_ops[], *const energy_datas[];

const struct operation *energy_operation(const struct gb_run *run);
enum energy_data energy_data(const struct gb_run *run);
bool energy_is_memory(const struct operation *op);
bool energy_is_matrix(const struct operation *op);
/* Rows of an mma.sync instruction; FLOP or OP per instruction. */
uint32_t energy_rows(const struct operation *op, const struct gb_device *device);
double energy_amount(const struct operation *op, const struct gb_device *device);
uint32_t energy_sms(const struct gb_run *run);
/* Instructions of a block per trip, by warps; for wgmma by warpgroups. */
double energy_trip_instructions(const struct operation *op);
/* Cycles that the units of an SM need for a trip. NAN: not known. */
double energy_trip_cycles(const struct operation *op, const struct gb_device *device);

struct gb_cost energy_cost(const struct gb_run *run);
double energy_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz);
int energy_matrix(const struct gb_run *run);
size_t energy_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX]);
size_t energy_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX]);

/* ---- launch.c, verify.c ------------------------------------------------------------------------------------------ */

int energy_prepare(struct gb_run *run);
int energy_launch(struct gb_run *run);
/* Word `thread` of a chain's starts, and of its operands, in `host`. */
chain_word energy_start(const struct state *s, uint32_t thread);
chain_word energy_operand(const struct state *s, uint32_t thread);
int energy_verify(struct gb_run *run);
