/* binding.h: which measured roof binds a kernel, and how far the kernel is from it.
 *
 * On each roof the kernel's counted work would take at least work / roof. The roof on which it would take longest is
 * the one that binds it; how much of its time that is says how far it is from it. */
#ifndef GB_BINDING_H
#define GB_BINDING_H

#include "analysis/peaks.h"
#include "profile/kernels.h"
#include "profile/roofs.h"
#include "survey/survey.h"

enum gb_level { GB_LEVEL_DRAM, GB_LEVEL_L2, GB_LEVEL_L1, GB_LEVEL_SHARED, GB_LEVELS };

/* From which part of its roof on a kernel is called at it, and near it. */
#define GB_BINDING_AT   0.9
#define GB_BINDING_NEAR 0.6
/* No kernel gets here: its data came from nearer than the roof's, or it is another GPU's roof. */
#define GB_BINDING_ABOVE 1.03

/* Numbers are NAN, texts NULL where not known. */
struct gb_binding {
	const struct gb_profiled *kernel;
	const char *roof;            /* that binds it, by its name in files; NULL: no roof for what was counted */
	const char *unit;            /* of the roof */
	double roof_value, achieved; /* of DRAM the value for the kernel's mix of reads and writes */
	double part, least, gain;    /* of the roof; the seconds that it takes at the roof, and that it takes more */
	double part_most;    /* of a roof of which the work is known from below and above: `part` is the least */
	const char *next;    /* the roof on which it takes longest but for that one */
	double next_part;    /* of its time that it would take there */
	const char *perhaps; /* a roof that may bind it instead: of its work only a bound is known */
	double perhaps_part; /* of that one at most; the gain is not known then */
	double flop, bytes[GB_LEVELS]; /* of all launches */
	double intensity[GB_LEVELS];   /* FLOP / B */
	double arrived;                /* bytes at the SMs over the crossbar */
	double dram_least, dram_most;  /* bytes, where bytes[GB_LEVEL_DRAM] were not counted: they lie between these */
	enum gb_level nearest;         /* the memory that binds it most among memories; GB_LEVELS: none does */
	double load_sectors, store_sectors; /* of a request, of global memory */
	double conflicts;                   /* the part of the wavefronts of shared memory that bank conflicts add */
	double local_bytes;
	const char *pipe, *stall; /* the busiest, and the state most warps wait in */
	double pipe_part, stall_part, issue_part, warps_part;
};

/* A roof of memory, and what of a kernel is held against it: the same quantity that its benchmark accounts for. */
struct gb_binding_memory {
	enum gb_level level;
	enum gb_counter counter;
	const char *roof, *accounted; /* by the benchmark, in words */
};
extern const struct gb_binding_memory gb_binding_memory[];
extern const size_t gb_binding_memories;

/* A unit of arithmetic: `counter` is the first of its adds, multiplies and FMAs, each an instruction for `each`
 * numbers; of matrix units, where `each` is 0, the one that counts operations. */
struct gb_binding_unit {
	const char *roof;
	enum gb_counter counter;
	int each;
};
extern const struct gb_binding_unit gb_binding_unit[];
extern const size_t gb_binding_units;
/* Operations; NAN: not counted. */
double gb_binding_unit_work(const struct gb_binding_unit *unit, const struct gb_profiled *kernel);
/* Operations a second at its roof, at the kernel's clock where the roof follows it; NAN without a roof, then `*peak` is
 * NULL. */
double gb_binding_unit_rate(const struct gb_binding_unit *unit, const struct gb_profiled *kernel,
			    const struct gb_peaks *peaks, const struct gb_peak **peak);

/* `peaks` NULL: no roofs are known; what was counted is there all the same. */
void gb_binding_find(struct gb_binding *binding, const struct gb_profiled *kernel, const struct gb_peaks *peaks);

/* The roof of DRAM for a mix with this part of writes, between those that were measured, and the name of the nearest.
 * NAN: none. */
double gb_binding_dram(const struct gb_peaks *peaks, double writes, const char **name);

/* "above its roof", "at its roof", "near its roof", "far from every roof", "no roof"; "at its pipe" where a pipe is as
 * busy as kernels at a roof are, and no roof is; "unknown" where another roof may bind it. */
const char *gb_binding_word(const struct gb_binding *binding);

/* ---- all kernels of a program ------------------------------------------------------------------------------------ */

/* All kernels of a program under the roofs of the GPUs that they ran on. */

enum { GB_BINDINGS_GPUS = 16 };

/* Fill what is known of the GPU that a kernel ran on. */
typedef void gb_bindings_wish_fn(const void *context, const struct gb_profiled *kernel, struct gb_match_wish *wish);

/* A GPU of the program. */
struct gb_bindings_gpu {
	const char *device, *gpu; /* as the kernels have them */
	struct gb_match match;
	bool found;
	char text[GB_ERROR_TEXT]; /* whose roofs they are, or why there are none */
};

struct gb_bindings {
	struct gb_binding *binding; /* one for each kernel, in their order */
	struct gb_bindings_gpu gpu[GB_BINDINGS_GPUS];
	size_t gpus;
};

int gb_bindings_make(struct gb_bindings *bindings, const struct gb_kernels *kernels, const struct gb_roofs *roofs,
		     gb_bindings_wish_fn *wish, const void *context, struct gb_error *error);
void gb_bindings_free(struct gb_bindings *bindings);

/* ---- extrapolate.c: from launches that were counted to all that the survey saw ----------------------------------- */

/* Launches of one name and shape whose times scatter by more than this part of their mean do not do the same: a loop
 * over a grid of fixed size may have any length. Work is scaled by time then, else by the number of launches. */
#define GB_EXTRAPOLATE_EVEN 0.25

/* Give each kernel the launches and seconds that the survey saw of it, and add those of which none was counted: what
 * they did is not known. Before gb_kernels_sort(). */
int gb_extrapolate(struct gb_kernels *all, const struct gb_survey *survey, struct gb_error *error);

/* Where a kernel lies does not change: its work becomes that of all launches, its gain that of all seconds. */
void gb_extrapolate_binding(struct gb_binding *binding);

#endif
