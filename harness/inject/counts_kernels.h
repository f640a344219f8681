/* counts_kernels.h: the kernels that a process has launched since CUPTI was told to count (counts.c). */
#ifndef GB_COUNTS_KERNELS_H
#define GB_COUNTS_KERNELS_H

#include "inject/counts_records.h"

/* The most launches of the wanted kernel that are counted together, and the most kernels. */
enum { GB_COUNTS_TOGETHER = 2, GB_COUNTS_KERNELS = 512 };

struct gb_counted_kernels {
	struct gb_counted_kernel kernel[GB_COUNTS_KERNELS]; /* the first is the one that is wanted */
	size_t count;
};

/* Note a launch, number `number` of the process. CUPTI decides if it patches only the first kernel or all of them. */
void gb_counted_note(struct gb_counted_kernels *kernels, const struct cupti_launch *launch, const char *name,
		     uint64_t number);
/* The kernel that is wanted is launched again: in another shape, or often enough before. */
bool gb_counted_is_enough(const struct gb_counted_kernels *kernels, const struct cupti_launch *launch,
			  const char *name);
void gb_counted_forget(struct gb_counted_kernels *kernels);

#endif
