/* state.h: the host state of a run of `divergence`, and the functions that its files share. */
#ifndef DIVERGENCE_STATE_H
#define DIVERGENCE_STATE_H

#include <stdbool.h>

#include "divergence.h"
#include "gpubench.h"

/* The axes with named values. */
enum { KIND_EQUAL, KIND_UNEQUAL, KIND_LOOP, KIND_SHORT };
enum { BY_LANE, BY_WARP };
enum { FORM_IF, FORM_PREDICATED };
enum { TAKEN_NONE, TAKEN_HALF, TAKEN_ALL };
extern const char *const divergence_kinds[], *const divergence_forms[];

enum { THREADS = DIVERGENCE_WARPS * DIVERGENCE_LANES };
/* Parts of an SM, each with its own scheduler, and the warps of a block on each. */
enum { PARTS = 4, WARPS_A_PART = DIVERGENCE_WARPS / PARTS };

/* Results after a number of steps on a path: threads and points share many of them. */
struct known {
	unsigned int path, steps;
	float result;
};

struct state {
	gb_ptr cycles, out;
	unsigned int blocks;
	struct known known[DIVERGENCE_PATHS][DIVERGENCE_SEEDS];
	struct gb_kernel kernel; /* of the current point */
	struct divergence_args args;
};

/* ---- point.c ----------------------------------------------------------------------------------------------------- */

bool divergence_is_short(const struct gb_run *run);
bool divergence_is_loop(const struct gb_run *run);
bool divergence_is_by_warp(const struct gb_run *run);
/* The length of path `p`, or the trips of lane `p`, in units. */
unsigned int divergence_length_of(const struct gb_run *run, unsigned int p);
/* Units of length that a warp executes in all: its paths one after the other; for a loop, the longest. */
unsigned int divergence_units(const struct gb_run *run);
/* The unit of the value, per warp: FMAs that a lane needs, or short branches. */
double divergence_needed(const struct gb_run *run);
/* FMAs of each of a lane's two chains in both rounds, for a lane on path `path`, or for lane `path` of the loop. */
unsigned int divergence_steps(const struct gb_run *run, unsigned int lane, unsigned int path);

struct gb_cost divergence_cost(const struct gb_run *run);
double divergence_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz);
const char *divergence_remark(const struct gb_run *run);
size_t divergence_metrics(const struct gb_run *run, const struct gb_result *result,
			  struct gb_metric out[GB_METRICS_MAX]);

/* ---- launch.c, verify.c, conclude.c ------------------------------------------------------------------------------ */

int divergence_prepare(struct gb_run *run);
int divergence_launch(struct gb_run *run);
int divergence_observe(struct gb_run *run, double *value);
int divergence_verify(struct gb_run *run);
size_t divergence_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
			   struct gb_finding out[GB_FINDINGS_MAX]);

#endif
