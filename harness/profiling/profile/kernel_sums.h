/* kernel_sums.h: sums over the launches of one kernel in one shape on one GPU. */
#pragma once

#include <math.h>

#include "base/heap.h"
#include "profile/ncu.h"

struct gb_profiled {
	const char *name, *block, *grid, *device, *gpu, *capability;
	const char *mangled; /* its original name */
	size_t launches;     /* that were counted */
	size_t launched;     /* all launches that the counted ones represent (binding.h) */
	double seconds;      /* of all launches */
	bool elsewhere;      /* counted on another GPU of the model */
	bool is_bounded;     /* only the least DRAM bytes of one launch are known (counted.h) */
	bool uneven;         /* the times of launches differ so much that their work must differ */
	/* Sums, or means over time; NAN: not counted in every launch. GB_COUNTED_SECONDS is a sum. */
	double value[GB_COUNTERS];
};

/* Returns a count, or 0 if there is none. */
static inline double gb_or_zero(double count)
{
	return isnan(count) ? 0 : count;
}

struct gb_kernels {
	struct gb_profiled *kernel;
	size_t count, room, launches;
	size_t *slot, slots; /* a hash table of indices + 1; 0: free */
	double seconds;      /* of all kernels */
	bool surveyed;       /* gb_profiled.launched and .seconds come from a survey */
	struct gb_strings strings;
};

void gb_kernels_add(struct gb_kernels *kernels, const struct gb_ncu_launch *launch);
/* Call this when all kernels are added: sorts them, longest total time first, and demangles their names. */
void gb_kernels_sort(struct gb_kernels *kernels);
/* Returns the kernel with this original name and shape on this device; NULL: there is none. */
struct gb_profiled *gb_kernels_find(const struct gb_kernels *kernels, const char *name, const char *grid,
				    const char *block, const char *device);
/* Returns a kernel with counted launches on any GPU of this model. */
const struct gb_profiled *gb_kernels_like(const struct gb_kernels *kernels, const char *name, const char *grid,
					  const char *block, const char *gpu);
/* Returns the work of all launches divided by that of the counted launches. */
double gb_profiled_scale(const struct gb_profiled *kernel);
size_t gb_profiled_counted(const struct gb_profiled *kernel);
void gb_kernels_free(struct gb_kernels *kernels);
