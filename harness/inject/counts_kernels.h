/* counts_kernels.h: the kernels that a process has launched since CUPTI was told to count (counts.c). */
#ifndef GB_COUNTS_KERNELS_H
#define GB_COUNTS_KERNELS_H

#include "inject/counts_records.h"

/* So many launches of the kernel that is wanted are counted together at most, and so many kernels. */
enum { GB_COUNTS_TOGETHER = 2, GB_COUNTS_KERNELS = 512 };

struct gb_counted_kernels {
	struct gb_counted_kernel kernel[GB_COUNTS_KERNELS]; /* the first is the one that is wanted */
	size_t count;
};

/* A launch, which is number `number` of the process. Whether CUPTI patches the first kernel alone or all of them, is
 * for it to say. */
void gb_counted_note(struct gb_counted_kernels *kernels, const struct cupti_launch *launch, const char *name,
		     uint64_t number);
/* The kernel that is wanted is launched again: in another shape, or often enough before. */
bool gb_counted_is_enough(const struct gb_counted_kernels *kernels, const struct cupti_launch *launch,
			  const char *name);
void gb_counted_forget(struct gb_counted_kernels *kernels);

#endif
