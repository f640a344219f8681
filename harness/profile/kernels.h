/* kernels.h: launches of one kernel in one shape on one GPU, added up. */
#ifndef GB_PROFILE_KERNELS_H
#define GB_PROFILE_KERNELS_H

#include "base/collections.h"
#include "profile/ncu.h"

struct gb_profiled {
	const char *name, *block, *grid, *device, *gpu, *capability;
	const char *mangled; /* the name as it was given */
	size_t launches;     /* that were counted */
	size_t launched;     /* in all: more than that where some stand for the others (binding.h) */
	double seconds;      /* of all of these */
	bool elsewhere;      /* what was counted is from another GPU of the model */
	bool is_bounded;     /* of the one launch, only the least bytes of DRAM are known (counted.h) */
	bool uneven;         /* launches differ in time by so much that they differ in work */
	/* Sums, or means over time; NAN: not counted in every launch. GB_COUNTED_SECONDS: a sum. */
	double value[GB_COUNTERS];
};

struct gb_kernels {
	struct gb_profiled *kernel;
	size_t count, room, launches;
	size_t *slot, slots; /* a hash table: number + 1, 0: free */
	double seconds;      /* of all of them */
	bool surveyed;       /* gb_profiled.launched and .seconds are of a survey */
	struct gb_strings strings;
};

int gb_kernels_add(struct gb_kernels *kernels, const struct gb_ncu_launch *launch, struct gb_error *error);
/* When all are there: the longest first, under the names that their authors gave them. */
void gb_kernels_sort(struct gb_kernels *kernels);
/* A kernel on this device, by its name as it was given; NULL: there is none. */
struct gb_profiled *gb_kernels_find(const struct gb_kernels *kernels, const char *name, const char *grid,
				    const char *block, const char *device);
/* A kernel of which launches were counted on any GPU of this model, likewise. */
const struct gb_profiled *gb_kernels_like(const struct gb_kernels *kernels, const char *name, const char *grid,
					  const char *block, const char *gpu);
/* The work of all launches relative to that of the counted ones. */
double gb_profiled_scale(const struct gb_profiled *kernel);
/* Launches whose work was counted. */
size_t gb_profiled_counted(const struct gb_profiled *kernel);
void gb_kernels_free(struct gb_kernels *kernels);

/* A kernel's name without its parameters and the type it returns, in at most `size` bytes. */
void gb_profiled_short_name(const char *name, char *text, size_t size);

#endif
