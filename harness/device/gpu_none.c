/* gpu_none.c: the backend of a program built without a CUDA Toolkit. It has no devices and says so. */
#include "device/gpu.h"

static int no_count(int *count, struct gb_error *error)
{
	(void)count;
	return gb_error_set(error, "no CUDA device: this program was built without a CUDA Toolkit; "
				   "`make deps && make` brings one and builds the kernels");
}

static const struct gpu_ops none = { .name = "none", .count = no_count };

const struct gpu_ops *const gpu_backend = &none;
