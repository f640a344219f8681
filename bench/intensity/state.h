/* state.h: the host state of a run of `intensity`, and the functions that its files share. */
#pragma once

#include "../common/kernel.h"
#include "intensity.h"

extern const char *const intensity_types[], *const intensity_traffics[], *const intensity_forms[];

struct point {
	int type;
	enum intensity_traffic traffic;
	uint32_t flops;
	enum intensity_form form;
};

struct state {
	uint64_t bytes; /* bytes of the input, and of the output */
	int filled;     /* type of its data; -1: none so far */
	gb_ptr in, out, report;
	struct gb_kernel fill;
	/* The current point: */
	struct gb_kernel kernel, check;
	struct gb_shape shape;
	uint32_t resident;    /* blocks per SM */
	uint32_t tile;        /* words of a thread in a tile */
	uint32_t steps;       /* FMAs on each word; 0: fewer than one */
	uint64_t part, parts; /* input bytes of a launch; number of such parts in the input */
	uint64_t turn;        /* index of the part */
	struct intensity_args args;
};

/* ---- cost_and_limit.c -------------------------------------------------------------------------------------------- */

struct word {
	uint32_t bytes;
	double flops;   /* FLOP per thread of an FMA instruction */
	uint64_t start; /* a word of 0.25 */
};
const struct word *intensity_word(const struct gb_run *run);

/* Vectors per thread, block size, and FMAs on each word per trip of the loop: the first of these that divides them. No
 * vectors: there is no such form. */
struct plan {
	uint32_t vectors, block, bodies[5];
};
const struct plan *intensity_plan(const struct gb_run *run);

bool intensity_copies(const struct gb_run *run);
uint32_t intensity_ways(const struct gb_run *run); /* bytes moved per byte read */
uint32_t intensity_fmas(const struct gb_run *run); /* FMAs of a thread on its part of a tile; 0: not an integer */
uint64_t intensity_threads(const struct state *s);

/* FLOP per byte moved, for a value of the axis `flops`; FLOP/s of the lanes. */
double intensity_of(int64_t flops);
double intensity_peak(int type, const struct gb_device *device, double sm_hz);

struct gb_cost intensity_cost(const struct gb_run *run);
double intensity_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz);
size_t intensity_metrics(const struct gb_run *run, const struct gb_result *result,
			 struct gb_metric out[GB_METRICS_MAX]);

/* ---- launch.c ---------------------------------------------------------------------------------------------------- */

int intensity_prepare(struct gb_run *run);
int intensity_launch(struct gb_run *run);

/* ---- verify.c, conclude.c ---------------------------------------------------------------------------------------- */

int intensity_verify(struct gb_run *run);
size_t intensity_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
			  struct gb_finding out[GB_FINDINGS_MAX]);
