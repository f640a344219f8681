/* gpu_cuda_kernels.c: loads and launches machine code through the driver, and sets a part of L2 aside. */
#include <stdbool.h>
#include <stdlib.h>

#include "base/heap.h"
#include "device/gpu_cuda.h"

static struct {
	CUresult(CUDAAPI *load)(CUmodule *, const void *);
	CUresult(CUDAAPI *unload)(CUmodule);
	CUresult(CUDAAPI *function)(CUfunction *, CUmodule, const char *);
	CUresult(CUDAAPI *attribute)(int *, CUfunction_attribute, CUfunction);
	CUresult(CUDAAPI *set_attribute)(CUfunction, CUfunction_attribute, int);
	CUresult(CUDAAPI *occupancy)(int *, CUfunction, int, size_t);
	CUresult(CUDAAPI *launch)(CUfunction, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int,
				  unsigned int, unsigned int, CUstream, void **, void **);
	CUresult(CUDAAPI *error_name)(CUresult, const char **);
	CUresult(CUDAAPI *error_string)(CUresult, const char **);
} driver;

int cuda_check_driver(CUresult code, const char *call, struct gb_error *error)
{
	const char *name = NULL, *text = NULL;

	if (code == CUDA_SUCCESS)
		return GB_OK;
	driver.error_name(code, &name);
	driver.error_string(code, &text);
	gb_error_write(error, "%s: %s (%s)", call, name ? name : "unknown error", text ? text : "no description");
	return code == CUDA_ERROR_OUT_OF_MEMORY ? GB_SKIPPED : GB_FAILED;
}

int cuda_entry(const char *name, int cuda, void **slot, struct gb_error *error)
{
	cudaError_t code;
	bool found = true;

#if CUDART_VERSION >= 12000
	enum cudaDriverEntryPointQueryResult result = cudaDriverEntryPointSymbolNotFound;
#if CUDART_VERSION >= 12050
	code = cudaGetDriverEntryPointByVersion(name, slot, (unsigned int)cuda, cudaEnableDefault, &result);
#else
	code = cudaGetDriverEntryPoint(name, slot, cudaEnableDefault, &result);
#endif
	found = result == cudaDriverEntryPointSuccess;
#else
	code = cudaGetDriverEntryPoint(name, slot, cudaEnableDefault);
#endif
	if (code == cudaSuccess && found && *slot != NULL)
		return GB_OK;
	return gb_error_set(error, "the NVIDIA driver has no %s: %s", name, cudaGetErrorString(code));
}

int cuda_find_entries(struct gb_error *error)
{
	const struct {
		const char *name;
		int cuda;
		void *slot;
	} entries[] = {
		{ "cuModuleLoadData", 2000, &driver.load },
		{ "cuModuleUnload", 2000, &driver.unload },
		{ "cuModuleGetFunction", 2000, &driver.function },
		{ "cuFuncGetAttribute", 2020, &driver.attribute },
		{ "cuFuncSetAttribute", 9000, &driver.set_attribute },
		{ "cuOccupancyMaxActiveBlocksPerMultiprocessor", 6050, &driver.occupancy },
		{ "cuLaunchKernel", 4000, &driver.launch },
		{ "cuGetErrorName", 6000, &driver.error_name },
		{ "cuGetErrorString", 6000, &driver.error_string },
	};

	for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++)
		GB_TRY(cuda_entry(entries[i].name, entries[i].cuda, (void **)entries[i].slot, error));
	return GB_OK;
}

/* ---- kernels ---------------------------------------------------------------------------------------------------- */

int cuda_load(struct gpu *gpu, const struct gb_variant *variant, struct gpu_module **out, struct gb_error *error)
{
	const int major = cuda_attribute_of(gpu->index, cudaDevAttrComputeCapabilityMajor);
	const int minor = cuda_attribute_of(gpu->index, cudaDevAttrComputeCapabilityMinor);
	CUmodule handle;

	cuda_use(gpu);
	*out = NULL;
	if (variant->image == variant->image_end) /* a plug-in without .cu, or built without a toolkit */
		return GB_OK;
	CUresult code = driver.load(&handle, variant->image);
	if (code == CUDA_ERROR_NO_BINARY_FOR_GPU)
		return gb_error_set(error,
				    "no machine code for compute capability %d.%d in variant %s, which has %s; "
				    "build with make ARCHS=\"%d%d\"",
				    major, minor, variant->name, variant->archs, major, minor);
	GB_TRY(cuda_check_driver(code, "cuModuleLoadData", error));
	*out = gb_heap_array(1, sizeof **out);
	**out = (struct gpu_module){ handle, 0 };
	return GB_OK;
}

void cuda_unload(struct gpu *gpu, struct gpu_module *module)
{
	cuda_use(gpu);
	driver.unload(module->handle);
	free(module);
}

static int read_attribute(CUfunction function, CUfunction_attribute which, uint32_t *out, struct gb_error *error)
{
	int value = 0;
	int status = cuda_check_driver(driver.attribute(&value, which, function), "cuFuncGetAttribute", error);

	*out = (uint32_t)value;
	return status;
}

/* True if the module records that its toolkit could not compile all kernels (gpubench.mk). */
static bool is_incomplete(const struct gpu_module *module)
{
	CUfunction function;

	return driver.function(&function, module->handle, "gb_incomplete") == CUDA_SUCCESS;
}

int cuda_kernel(struct gpu *gpu, struct gpu_module *module, const char *name, struct gb_kernel *out,
		struct gb_error *error)
{
	CUfunction function;
	struct gb_kernel k;
	uint32_t arch = 0;

	cuda_use(gpu);
	if (module == NULL)
		return gb_error_set(
			error,
			"kernel %s: the plug-in was built without kernels: it has no .cu, or there was no CUDA Toolkit",
			name);
	CUresult code = driver.function(&function, module->handle, name);
	if (code == CUDA_ERROR_NOT_FOUND && is_incomplete(module))
		return gb_error_skip(error,
				     "kernel %s needs a newer CUDA Toolkit than the %d.%d that this was built with",
				     name, CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10);
	/* With lazy loading, the driver loads the kernel only now. */
	int status = cuda_check_driver(code, "cuModuleGetFunction", error);
	if (status == GB_OK)
		status = read_attribute(function, CU_FUNC_ATTRIBUTE_NUM_REGS, &k.registers, error);
	if (status == GB_OK)
		status = read_attribute(function, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, &k.local_bytes, error);
	if (status == GB_OK)
		status = read_attribute(function, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, &k.shared_bytes, error);
	if (status == GB_OK)
		status = read_attribute(function, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, &k.threads_max, error);
	if (status == GB_OK)
		status = read_attribute(function, CU_FUNC_ATTRIBUTE_BINARY_VERSION, &arch, error);
	if (status != GB_OK) {
		gb_error_prefix(error, "kernel %s", name);
		return status;
	}
	k.handle = function;
	*out = k;
	module->code = (int)arch;
	return GB_OK;
}

int cuda_code(const struct gpu_module *module)
{
	return module->code;
}

/* A kernel with more shared memory, static and dynamic, must opt in. */
enum { SHARED_WITHOUT_OPT_IN = 48 * 1024 };

int cuda_allow_shared(const struct gb_kernel *kernel, uint32_t bytes, struct gb_error *error)
{
	if (bytes + kernel->shared_bytes <= SHARED_WITHOUT_OPT_IN)
		return GB_OK;
	CUresult code =
		driver.set_attribute(kernel->handle, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, (int)bytes);
	int status = cuda_check_driver(code, "cuFuncSetAttribute", error);
	if (code != CUDA_ERROR_INVALID_VALUE)
		return status;
	gb_error_prefix(error, "this device does not have %u bytes of shared memory for a block of this kernel", bytes);
	return GB_SKIPPED;
}

int cuda_occupancy(struct gpu *gpu, const struct gb_kernel *kernel, uint32_t block, uint32_t shared_bytes,
		   uint32_t *blocks, struct gb_error *error)
{
	int found = 0;

	cuda_use(gpu);
	int status = cuda_allow_shared(kernel, shared_bytes, error);
	if (status == GB_OK)
		status = cuda_check_driver(driver.occupancy(&found, kernel->handle, (int)block, shared_bytes),
					   "cuOccupancyMaxActiveBlocksPerMultiprocessor", error);
	if (status == GB_OK)
		*blocks = (uint32_t)found;
	return status;
}

int cuda_carveout(struct gpu *gpu, const struct gb_kernel *kernel, int percent, struct gb_error *error)
{
	cuda_use(gpu);
	return cuda_check_driver(
		driver.set_attribute(kernel->handle, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, percent),
		"cuFuncSetAttribute", error);
}

int cuda_launch_on(struct gpu *gpu, cudaStream_t stream, const struct gb_kernel *kernel, struct gb_shape shape,
		   const void *args, struct gb_error *error)
{
	/* The driver copies the arguments before it returns and does not write to them. */
	void *parameters[] = { (void *)(uintptr_t)args };

	cuda_use(gpu);
	GB_TRY(cuda_allow_shared(kernel, shape.shared_bytes, error));
	if (shape.cluster > 0 || shape.cooperative || shape.early)
		return cuda_launch_together(gpu, stream, kernel, shape, parameters, error);
	/* The driver allocates local memory for all threads here. */
	return cuda_check_driver(driver.launch(kernel->handle, shape.grid, 1, 1, shape.block, 1, 1, shape.shared_bytes,
					       stream, parameters, NULL),
				 "cuLaunchKernel", error);
}

int cuda_launch(struct gpu *gpu, const struct gb_kernel *kernel, struct gb_shape shape, const void *args,
		struct gb_error *error)
{
	return cuda_launch_on(gpu, gpu->stream, kernel, shape, args, error);
}

/* ---- lines that stay in L2 --------------------------------------------------------------------------------------- */

/* The window applies to all kernels launched later on the timed stream. */
static int set_window(struct gpu *gpu, gb_ptr at, uint64_t bytes, uint64_t kept, struct gb_error *error)
{
	union cudaStreamAttrValue value = { 0 };

	value.accessPolicyWindow.base_ptr = gb_address(at);
	value.accessPolicyWindow.num_bytes = bytes;
	/* Without this ratio, lines of a window that is larger than the part set aside would evict each other. With it,
	 * the hardware lets only some of them persist. */
	value.accessPolicyWindow.hitRatio = kept < bytes ? (float)((double)kept / (double)bytes) : 1;
	value.accessPolicyWindow.hitProp = bytes > 0 ? cudaAccessPropertyPersisting : cudaAccessPropertyNormal;
	value.accessPolicyWindow.missProp = bytes > 0 ? cudaAccessPropertyStreaming : cudaAccessPropertyNormal;
	return cuda_check(cudaStreamSetAttribute(gpu->stream, cudaStreamAttributeAccessPolicyWindow, &value),
			  "cudaStreamSetAttribute", error);
}

/* MIG instances do not support this limit. */
static int set_l2_aside(size_t bytes, struct gb_error *error)
{
	const cudaError_t code = cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, bytes);
	const int status = cuda_check(code, "cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize)", error);

	return code == cudaErrorUnsupportedLimit ? GB_SKIPPED : status;
}

static int read_l2_aside(size_t *bytes, struct gb_error *error)
{
	return cuda_check(cudaDeviceGetLimit(bytes, cudaLimitPersistingL2CacheSize),
			  "cudaDeviceGetLimit(cudaLimitPersistingL2CacheSize)", error);
}

/* A failed call must not keep the others from being undone. */
static int end_persistence(struct gpu *gpu, struct gb_error *error)
{
	int status = GB_OK;

	if (gpu->sets_aside) {
		const int window = set_window(gpu, 0, 0, 0, error);
		status = set_l2_aside(gpu->aside_at_first, error);
		status = window != GB_OK ? window : status;
	}
	gpu->sets_aside = false;
	const int reset = cuda_check(cudaCtxResetPersistingL2Cache(), "cudaCtxResetPersistingL2Cache", error);
	return status != GB_OK ? status : reset;
}

static int begin_persistence(struct gpu *gpu, gb_ptr at, uint64_t bytes, uint64_t most, uint64_t *kept,
			     struct gb_error *error)
{
	size_t aside = 0;
	int status = gpu->sets_aside ? GB_OK : read_l2_aside(&gpu->aside_at_first, error);

	if (status == GB_OK) {
		gpu->sets_aside = true;
		status = set_l2_aside(bytes < most ? bytes : most, error);
	}
	if (status == GB_OK)
		status = read_l2_aside(&aside, error);
	if (status == GB_OK && aside == 0)
		return gb_error_skip(error, "no part of L2 is set aside, although %llu bytes could be",
				     (unsigned long long)most);
	if (status == GB_OK)
		status = set_window(gpu, at, bytes, aside, error);
	if (status == GB_OK)
		*kept = aside;
	return status;
}

int cuda_persist(struct gpu *gpu, gb_ptr at, uint64_t bytes, uint64_t *kept, struct gb_error *error)
{
	const int most = cuda_attribute_of(gpu->index, cudaDevAttrMaxPersistingL2CacheSize);
	const int widest = cuda_attribute_of(gpu->index, cudaDevAttrMaxAccessPolicyWindowSize);

	cuda_use(gpu);
	if (bytes == 0) {
		*kept = 0;
		return most > 0 ? end_persistence(gpu, error) : GB_OK;
	}
	if (most <= 0 || widest <= 0)
		return gb_error_skip(error, "this device cannot set a part of L2 aside");
	if (bytes > (uint64_t)widest)
		return gb_error_skip(error, "a window of %llu bytes; L2 has windows of up to %d",
				     (unsigned long long)bytes, widest);
	return begin_persistence(gpu, at, bytes, (uint64_t)most, kept, error);
}
