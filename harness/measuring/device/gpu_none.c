/* gpu_none.c: the backend of a program built without a CUDA Toolkit. It has no devices, and its message says why. */
#include <dlfcn.h>

#include "base/host.h"
#include "device/gpu.h"

static int no_count(int *count, struct gb_error *error)
{
	void *driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);

	if (driver == NULL)
		return gb_error_set(error, "no CUDA device: the NVIDIA driver (libcuda.so.1) was not found on this "
					   "machine, and " GB_NO_KERNELS);
	dlclose(driver);
	return gb_error_set(
		error, "no CUDA device can be used: the NVIDIA driver (libcuda.so.1) is there, but " GB_NO_KERNELS);
}

static const struct gpu_ops none = { .name = "none", .count = no_count };

const struct gpu_ops *const gpu_backend = &none;
