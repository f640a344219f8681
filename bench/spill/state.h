/* state.h: the host state of a run of `spill`, and the functions that its files share. */
#pragma once

#include "../common/kernel.h"
#include "spill.h"

enum { ARRAY_REGISTERS, ARRAY_INDEXED };
enum { RESIDENT_EQUAL, RESIDENT_FULL };
enum { L1_LARGE, L1_SMALL };
extern const char *const spill_arrays[], *const spill_residents[], *const spill_l1s[];

enum { WARP = 32 };
/* Vectors that the threads load: 16 MiB, more than any L1 and less than the L2 of a large GPU. */
enum { VECTORS = 1 << 20 };
enum { TRIP_FMAS = SPILL_VALUES * SPILL_STEPS };
/* FMAs per SM to which `time` refers: 0.3 ms at 128 per clock and 2 GHz. */
#define FMAS_PER_SM UINT64_C(76800000)

struct point {
	int array, resident, l1;
};

struct state {
	gb_ptr words, start, out, report;
	struct gb_kernel fill, check;
	struct gb_kernel kernel;
	struct gb_shape shape;
	struct spill_args args;
};

/* ---- cost_and_limit.c -------------------------------------------------------------------------------------------- */

/* The register limit in the variant's name: 32 for "r32-ca" and "bounds32-ca"; 0 for "none-ca", which has none. */
uint32_t spill_register_limit(const char *variant);
/* Returns "ca" or "cg". */
const char *spill_load_caching(const char *variant);

/* The initial value of number `value` in every thread. */
float spill_start_of(uint32_t value);
uint32_t spill_warps_per_sm(const struct gb_run *run);
uint32_t spill_threads(const struct state *s);

struct gb_cost spill_cost(const struct gb_run *run);
double spill_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz);
const char *spill_remark(const struct gb_run *run);
size_t spill_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX]);

/* ---- launch.c, verify.c, conclude.c ------------------------------------------------------------------------------ */

int spill_prepare(struct gb_run *run);
int spill_launch(struct gb_run *run);
int spill_verify(struct gb_run *run);
size_t spill_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		      struct gb_finding out[GB_FINDINGS_MAX]);
