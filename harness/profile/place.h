/* place.h: where a kernel lies under measured roofs.
 *
 * On each roof the kernel's counted work would take at least work / roof. The roof on which it would take longest is
 * the one that binds it; how much of its time that is says how far it is from it. */
#ifndef GB_PLACE_H
#define GB_PLACE_H

#include "analysis/peaks.h"
#include "profile/kernels.h"

enum gb_level { GB_LEVEL_DRAM, GB_LEVEL_L2, GB_LEVEL_L1, GB_LEVEL_SHARED, GB_LEVELS };

/* From which part of its roof on a kernel is called at it, and near it. */
#define GB_PLACE_AT   0.9
#define GB_PLACE_NEAR 0.6
/* No kernel gets here: its data came from nearer than the roof's, or it is another GPU's roof. */
#define GB_PLACE_ABOVE 1.03

/* Numbers are NAN, texts NULL where not known. */
struct gb_place {
	const struct gb_profiled *kernel;
	const char *roof;              /* that binds it, by its name in files; NULL: no roof for what was counted */
	const char *unit;              /* of the roof */
	double roof_value, achieved;   /* of DRAM the value for the kernel's mix of reads and writes */
	double part, least, gain;      /* of the roof; the seconds that it takes at the roof, and that it takes more */
	double flop, bytes[GB_LEVELS]; /* of all launches */
	double intensity[GB_LEVELS];   /* FLOP / B */
	enum gb_level nearest;         /* the memory that binds it most among memories; GB_LEVELS: none does */
	double load_sectors, store_sectors; /* of a request, of global memory */
	double conflicts;                   /* the part of the wavefronts of shared memory that bank conflicts add */
	double local_bytes;
	const char *pipe, *stall; /* the busiest, and the state most warps wait in */
	double pipe_part, stall_part, issue_part, warps_part;
};

/* `peaks` NULL: no roofs are known; what was counted is there all the same. */
void gb_place_kernel(struct gb_place *place, const struct gb_profiled *kernel, const struct gb_peaks *peaks);

/* The roof of DRAM for a mix with this part of writes, between those that were measured, and the name of the nearest.
 * NAN: none. */
double gb_place_dram(const struct gb_peaks *peaks, double writes, const char **name);

/* "above its roof", "at its roof", "near its roof", "far from every roof", or "no roof". */
const char *gb_place_word(const struct gb_place *place);

#endif
