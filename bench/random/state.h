/* state.h: the host state of a run of `random`, and the functions that its files share. */
#ifndef RANDOM_STATE_H
#define RANDOM_STATE_H

#include <stdbool.h>

#include "gpubench.h"
#include "random.h"

extern const char *const random_ops[];

/* The axis `sweep`. */
enum sweep { OF_SET, OF_BYTES, OF_WINDOW };

/* The set and width of the roofs: a word of a hash table, in a set that no cache holds and whose translations are
 * not all cached. */
#define ROOF_SET   (INT64_C(8) << 30)
#define ROOF_BYTES 8

#define PAGE (UINT64_C(2) << 20) /* as the driver maps device memory */
/* In larger sets an H200 waits for page tables; see random_remark(). */
#define REACH (UINT64_C(64) << 30)

struct state {
	gb_ptr at, sum, check, report;
	uint64_t bytes;   /* at `at` */
	uint64_t written; /* bytes with non-trivial content */
	uint64_t filled;  /* ... and with the input itself; 0: unknown */
	struct gb_kernel kernel, fill, replay, scan;
	struct gb_shape shape;
	struct random_args args;
};

/* ---- point.c ----------------------------------------------------------------------------------------------------- */

uint64_t random_set_bytes(const struct gb_run *run);
unsigned int random_bytes(const struct gb_run *run);
/* The part of the set that a block uses: all of it, or a window. */
uint64_t random_window_bytes(const struct gb_run *run);
/* Bytes of an access, per thread. */
unsigned int random_lane_bytes(const struct gb_run *run);
/* Walkers of a launch, and accesses of each. */
unsigned int random_walkers(const struct state *s);
unsigned int random_accesses(const struct gb_run *run);

struct gb_cost random_cost(const struct gb_run *run);
double random_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz);
const char *random_roof(const struct gb_run *run);
size_t random_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX]);
const char *random_remark(const struct gb_run *run);

/* ---- launch.c, verify.c, conclude.c ------------------------------------------------------------------------------ */

int random_prepare(struct gb_run *run);
int random_launch(struct gb_run *run);
/* Fill the point's set with the input. */
int random_fill(struct gb_run *run);
int random_verify(struct gb_run *run);
size_t random_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX]);

#endif
