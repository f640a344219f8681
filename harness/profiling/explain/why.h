/* why.h: the faults of a kernel, the evidence for each, and the kernel's time without the fault.
 *
 * A rule changes the kernel's load as the remedy would. The bounds of both loads (bound.h) show the possible gain. The
 * part of the measured time above the bound either shrinks with the bound or stays; these two cases are the ends of an
 * interval, and their geometric mean is the estimate. For spills, the ends are what the counters leave open
 * (load.h). */
#pragma once

#include "explain/bound.h"
#include "profile/binding.h"

enum gb_fault {
	GB_FAULT_COALESCING, /* lanes of a warp use only a small part of the sectors that they request */
	GB_FAULT_CONFLICTS,  /* lanes access the same bank of shared memory */
	GB_FAULT_SPILLS,     /* registers are spilled to local memory */
	GB_FAULT_WARPS,      /* too few warps to hide the latency of memory */
	GB_FAULT_IDLE_SMS,   /* too few blocks, or the last blocks run alone */
	GB_FAULT_BARRIERS,   /* warps wait for each other */
	GB_FAULT_LATENCY,    /* no unit is busy, but warps wait */
	GB_FAULT_REUSE,      /* operands come through L1 or shared memory too often */
	GB_FAULT_BLOCKS,     /* starting blocks takes longer than their work */
	GB_FAULT_LAUNCHES,   /* launches take longer than the kernels */
	GB_FAULTS
};

enum { GB_WHY_MOST = 3, GB_WHY_ROWS = 2 };

/* Seconds are those of all launches, from the survey if there was one. */
struct gb_reason {
	enum gb_fault fault;
	double before;             /* the kernel's time; for GB_FAULT_LAUNCHES, from the first launch to the last */
	double after, least, most; /* the estimate and its interval */
	double evidence[2];        /* the meaning depends on the fault: gb_reason_say() */
	const char *word;          /* the resource that limits the warps, or the stall reason; NULL: unknown */
	const struct gb_curve_row *row[GB_WHY_ROWS]; /* measured rows that support the estimate; NULL: none */
};

double gb_reason_gain(const struct gb_reason *reason);
/* Finds at most GB_WHY_MOST reasons, the greatest gain first. Gains below a twentieth do not count. Returns the
 * number. */
size_t gb_why_find(struct gb_reason reason[GB_WHY_MOST], const struct gb_binding *binding, const struct gb_load *load,
		   const struct gb_measured *gpu);

/* Returns the resource that most limits the resident blocks of an SM, in words; NULL: not counted. */
const char *gb_limiter_of(const struct gb_profiled *kernel);

/* The word for a fault in files, and texts for the fault, its remedy and the basis of the estimate. */
struct gb_fault_text {
	const char *word, *wrong, *helps, *counted, *measured;
};
extern const struct gb_fault_text gb_fault_text[];
/* Writes one or two sentences about the fault and its remedy. */
void gb_reason_say(const struct gb_reason *reason, char *text, size_t size);
void gb_reason_evidence(const struct gb_reason *reason, char *text, size_t size);

/* ---- all kernels of a program ------------------------------------------------------------------------------------ */

struct gb_explained {
	struct gb_reason reason[GB_WHY_MOST];
	size_t reasons;
	bool counted;        /* false: too little was counted to look for reasons */
	const char *limiter; /* of resident blocks; NULL: not counted */
};

/* Returns one for each kernel, in the order of `bindings`; the caller frees them. `curves` must outlive them. */
struct gb_explained *gb_explaining_make(const struct gb_bindings *bindings, size_t kernels,
					const struct gb_curves *curves);

/* for rules*.c and why.c: the input of rules, and functions that set the times of a reason */

struct gb_asking {
	const struct gb_binding *binding;
	const struct gb_profiled *kernel;
	const struct gb_load *load;
	const struct gb_measured *gpu;
	double longer; /* times of all launches divided by those of the counted launches */
};

/* False: the kernel does not have this fault. */
typedef bool gb_rule_fn(const struct gb_asking *a, struct gb_reason *reason);

/* rules_accesses.c */
gb_rule_fn gb_rule_coalescing, gb_rule_conflicts, gb_rule_spills, gb_rule_reuse;

/* Sets the interval's ends, and their geometric mean as the estimate. */
void gb_rule_set_times(struct gb_reason *r, double before, double least, double most);
/* The bound falls from `before` to `after`. The time above it shrinks in proportion, or stays. */
void gb_rule_estimate(const struct gb_asking *a, struct gb_reason *r, double before, double after);
/* Does the same for a changed load. */
void gb_rule_estimate_load(const struct gb_asking *a, struct gb_reason *r, const struct gb_load *changed);
/* Returns the row whose `metric` is nearest to a value by ratio; `shown` is the row's value there. */
const struct gb_curve_row *gb_rule_nearest(const struct gb_curve_set *rows, const char *benchmark, const char *metric,
					   const char *axes, double value, const char *shown);
