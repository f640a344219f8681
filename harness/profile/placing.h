/* placing.h: all kernels of a program under the roofs of the GPUs that they ran on. */
#ifndef GB_PLACING_H
#define GB_PLACING_H

#include "profile/match.h"
#include "profile/place.h"

enum { GB_PLACING_GPUS = 16 };

/* Fill what is known of the GPU that a kernel ran on. */
typedef void gb_placing_wish_fn(const void *context, const struct gb_profiled *kernel, struct gb_match_wish *wish);

/* A GPU of the program. */
struct gb_placing_gpu {
	const char *device, *gpu; /* as the kernels have them */
	struct gb_match match;
	bool found;
	char text[GB_ERROR_TEXT]; /* whose roofs they are, or why there are none */
};

struct gb_placing {
	struct gb_place *place; /* one for each kernel, in their order */
	struct gb_placing_gpu gpu[GB_PLACING_GPUS];
	size_t gpus;
};

int gb_placing_make(struct gb_placing *placing, const struct gb_kernels *kernels, const struct gb_roofs *roofs,
		    gb_placing_wish_fn *wish, const void *context, struct gb_error *error);
void gb_placing_free(struct gb_placing *placing);

#endif
