#include "inject/counts_kernels.h"

#include <stdlib.h>
#include <string.h>

static bool has_shape(const struct gb_counted_kernel *k, const struct cupti_launch *launch)
{
	return memcmp(launch->grid, k->launch.grid, sizeof launch->grid) == 0 &&
	       memcmp(launch->block, k->launch.block, sizeof launch->block) == 0;
}

void gb_counted_note(struct gb_counted_kernels *kernels, const struct cupti_launch *launch, const char *name,
		     uint64_t number)
{
	struct gb_counted_kernel *k = kernels->kernel;

	while (k < kernels->kernel + kernels->count && strcmp(k->name, name) != 0)
		k++;
	if (k < kernels->kernel + kernels->count) {
		k->launches++;
		k->is_mixed |= !has_shape(k, launch);
	} else if (kernels->count < GB_COUNTS_KERNELS) {
		*k = (struct gb_counted_kernel){
			.launch = *launch, .name = strdup(name), .number = number, .launches = 1
		};
		kernels->count += k->name != NULL;
	}
}

bool gb_counted_is_enough(const struct gb_counted_kernels *kernels, const struct cupti_launch *launch, const char *name)
{
	const struct gb_counted_kernel *k = kernels->kernel;

	return kernels->count > 0 && strcmp(name, k->name) == 0 &&
	       (k->launches == GB_COUNTS_TOGETHER || !has_shape(k, launch));
}

void gb_counted_forget(struct gb_counted_kernels *kernels)
{
	while (kernels->count > 0)
		free(kernels->kernel[--kernels->count].name);
}
