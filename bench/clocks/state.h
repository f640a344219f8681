/* state.h: the host state of a run of `clocks`, and the functions that its files share. */
#ifndef CLOCKS_STATE_H
#define CLOCKS_STATE_H

#include "../common/matrix_units.h"
#include "clocks.h"

/* Values of the axis `load`. */
enum load { LOAD_FFMA, LOAD_FP64, LOAD_FP16, LOAD_BF16, LOAD_TF32, LOAD_INT8 };
extern const char *const clocks_loads[];

/* The largest number of SMs. */
enum { CLOCKS_SMS = 256 };

/* Operands of a block, with elements of at least one byte. */
enum { OPERANDS = CLOCKS_A_BYTES + CLOCKS_B_BYTES };

/* The points that set a roof. */
enum { ROOF_SMS = 4, DUTY_ALL = 100 };

struct state {
	gb_ptr a, b, out, spans;
	float normal[OPERANDS];                              /* source of the numbers of all formats */
	unsigned char host[CLOCKS_A_BYTES + CLOCKS_B_BYTES]; /* A, then B, as they are on the device */
	struct gb_kernel kernel;                             /* of the current point */
	struct gb_shape shape;
	struct clocks_args args;
	double slowest; /* clocks of the SMs that worked in the last observed launch, Hz */
};

/* point.c */
enum load clocks_load(const struct gb_run *run);
bool clocks_is_low_matrix(enum load load); /* a low-precision matrix instruction */
enum format clocks_format(enum load load); /* bytes of its operands */
const char *clocks_roof(const struct gb_run *run);
int clocks_prepare(struct gb_run *run);
int clocks_launch(struct gb_run *run);
int clocks_read_spans(struct gb_run *run, struct clocks_span spans[CLOCKS_SMS]);
int clocks_observe(struct gb_run *run, double *value);
size_t clocks_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX]);

/* verify.c */
int clocks_verify(struct gb_run *run);

/* conclude.c */
size_t clocks_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX]);

#endif
