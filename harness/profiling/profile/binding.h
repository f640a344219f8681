/* binding.h: the measured roof that limits a kernel, and the distance of the kernel from it. On each roof, the kernel's
 * counted work takes at least work / roof seconds. The roof with the longest time limits the kernel; the distance is
 * this time divided by the kernel's time. */
#pragma once

#include "analysis/peaks.h"
#include "profile/kernel_sums.h"
#include "profile/matching_roofs.h"
#include "survey/survey.h"

enum gb_level { GB_LEVEL_DRAM, GB_LEVEL_L2, GB_LEVEL_L1, GB_LEVEL_SHARED, GB_LEVELS };

/* Above these fractions of its roof, a kernel counts as at the roof or near it. */
#define GB_BINDING_AT   0.9
#define GB_BINDING_NEAR 0.6
/* No kernel can exceed this: its data came from a nearer memory, or the roof belongs to another GPU. */
#define GB_BINDING_ABOVE 1.03

/* Unknown numbers are NAN, unknown texts NULL. */
struct gb_binding {
	const struct gb_profiled *kernel;
	const char *roof;              /* the limiting roof, by its name in files; NULL: none for the counted work */
	const char *unit;              /* of the roof */
	double roof_value, achieved;   /* for DRAM: at the kernel's mix of reads and writes */
	double part, least, gain;      /* fraction of the roof; seconds at the roof; seconds above that */
	double part_most;              /* upper bound if the work is known only within bounds; `part` is then the lower
	                              * bound */
	const char *next;              /* the roof with the second-longest time */
	double next_part;              /* the fraction of the kernel's time that the work takes on this roof */
	const char *perhaps;           /* a roof that may limit the kernel instead, because its work is not exactly
	                              * known */
	double perhaps_part;           /* upper bound of this fraction; the gain is then unknown */
	const char *missing;           /* the metric that would decide; NULL: there is none, only a bound */
	double flop, bytes[GB_LEVELS]; /* of all launches */
	double intensity[GB_LEVELS];   /* FLOP / B */
	double arrived;                /* bytes that the SMs received through the crossbar */
	double dram_least, dram_most;  /* bounds of bytes[GB_LEVEL_DRAM] if it was not counted */
	enum gb_level nearest;         /* the memory whose roof limits the kernel most; GB_LEVELS: none */
	double load_sectors, store_sectors; /* sectors per request to global memory */
	double conflicts;                   /* the fraction of shared-memory wavefronts that bank conflicts add */
	double local_bytes;
	const char *pipe, *stall; /* the busiest pipe, and the most frequent stall reason */
	double pipe_part, stall_part, issue_part, warps_part;
	bool by_pipe; /* the pipe limits the kernel, but its work was not counted */
};

/* A roof of memory, and the counter of the quantity that its benchmark measures. */
struct gb_binding_memory {
	enum gb_level level;
	enum gb_counter counter;
	const char *roof, *accounted; /* accounted: this quantity in words */
};
extern const struct gb_binding_memory gb_binding_memory[];
extern const size_t gb_binding_memories;

/* An arithmetic unit: the counters of its adds, multiplies and FMAs, each of which computes `each` numbers per
 * instruction. For matrix units, `each` is 0 and `counter` counts operations. */
struct gb_binding_unit {
	const char *roof;
	enum gb_counter counter, mul, fma;
	int each;
};
extern const struct gb_binding_unit gb_binding_unit[];
extern const size_t gb_binding_units;
/* The number of operations; NAN: not counted. */
double gb_binding_unit_work(const struct gb_binding_unit *unit, const struct gb_profiled *kernel);
/* Operations per second at the roof; at the kernel's clock if it depends on the clock. NAN, and `*peak` NULL: no
 * roof. */
double gb_binding_unit_rate(const struct gb_binding_unit *unit, const struct gb_profiled *kernel,
			    const struct gb_peaks *peaks, const struct gb_peak **peak);

/* binding_counts.c: sets the work, the causes, and everything else that needs no roof. */
void gb_binding_count(struct gb_binding *binding);

/* `peaks` NULL: no roofs are known, and only the counted work is set. */
void gb_binding_find(struct gb_binding *binding, const struct gb_profiled *kernel, const struct gb_peaks *peaks);

/* The roof of DRAM for this fraction of writes, interpolated, and the name of the nearest measured roof. NAN: none. */
double gb_binding_dram(const struct gb_peaks *peaks, double writes, const char **name);

/* "above its roof", "at its roof", "near its roof", "far from every roof", "no roof"; "at its pipe" or "near its pipe"
 * if a pipe or unit is busy to that extent; "unknown" if another roof may limit the kernel. */
const char *gb_binding_word(const struct gb_binding *binding);

/* The pipe that limits a kernel without a known roof; "-": none. */
const char *gb_binding_pipe(const struct gb_binding *binding);

/* ---- bindings.c: all kernels of a program ------------------------------------------------------------------------ */

enum { GB_BINDINGS_GPUS = 16 };

/* Sets what is known about the GPU of a kernel. */
typedef void gb_bindings_wish_fn(const void *context, const struct gb_profiled *kernel, struct gb_match_wish *wish);

struct gb_bindings_gpu {
	const char *device, *gpu; /* as the kernels name it */
	struct gb_match match;
	bool found;
	char text[GB_ERROR_TEXT]; /* the origin of the roofs, or the reason why there are none */
};

struct gb_bindings {
	struct gb_binding *binding; /* one per kernel, in the same order */
	struct gb_bindings_gpu gpu[GB_BINDINGS_GPUS];
	size_t gpus;
};

void gb_bindings_make(struct gb_bindings *bindings, const struct gb_kernels *kernels, const struct gb_roofs *roofs,
		      gb_bindings_wish_fn *wish, const void *context);
void gb_bindings_free(struct gb_bindings *bindings);

/* ---- extrapolate.c: from counted launches to all launches -------------------------------------------------------- */

/* If the times of launches with one name and shape scatter by more than this fraction of their mean, their work
 * differs: a loop over a grid of fixed size may have any length. Work is then scaled by time instead of by the number
 * of launches. */
#define GB_EXTRAPOLATE_EVEN 0.25

/* Sets the launches and seconds of each kernel to those of the survey, and adds the kernels that were not counted,
 * whose work is unknown. Call this before gb_kernels_sort(). */
void gb_extrapolate(struct gb_kernels *all, const struct gb_survey *survey);

/* Scales the kernel's work to all launches, and its gain to all seconds. Its place under the roofs does not change. */
void gb_extrapolate_binding(struct gb_binding *binding);
