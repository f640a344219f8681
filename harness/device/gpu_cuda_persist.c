#include "device/gpu_cuda.h"

/* The window of the timed stream. All kernels that are launched on it later have it. */
static int set_window(struct gpu *gpu, gb_ptr at, uint64_t bytes, uint64_t kept, struct gb_error *error)
{
	union cudaStreamAttrValue value = { 0 };

	value.accessPolicyWindow.base_ptr = gb_address(at);
	value.accessPolicyWindow.num_bytes = bytes;
	/* Of a larger window only a part persists, which the hardware chooses, so that its lines do not evict each
	 * other. */
	value.accessPolicyWindow.hitRatio = kept < bytes ? (float)((double)kept / (double)bytes) : 1;
	value.accessPolicyWindow.hitProp = bytes > 0 ? cudaAccessPropertyPersisting : cudaAccessPropertyNormal;
	value.accessPolicyWindow.missProp = bytes > 0 ? cudaAccessPropertyStreaming : cudaAccessPropertyNormal;
	return cuda_check(cudaStreamSetAttribute(gpu->stream, cudaStreamAttributeAccessPolicyWindow, &value),
			  "cudaStreamSetAttribute", error);
}

/* A part of a GPU (MIG) has no such limit. */
static int set_aside(size_t bytes, struct gb_error *error)
{
	const cudaError_t code = cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, bytes);
	const int status = cuda_check(code, "cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize)", error);

	return code == cudaErrorUnsupportedLimit ? GB_SKIPPED : status;
}

static int get_aside(size_t *bytes, struct gb_error *error)
{
	return cuda_check(cudaDeviceGetLimit(bytes, cudaLimitPersistingL2CacheSize),
			  "cudaDeviceGetLimit(cudaLimitPersistingL2CacheSize)", error);
}

/* Everything that can be undone is, even if a call fails. */
static int end(struct gpu *gpu, struct gb_error *error)
{
	int status = GB_OK;

	if (gpu->sets_aside) {
		const int window = set_window(gpu, 0, 0, 0, error);
		status = set_aside(gpu->aside_at_first, error);
		status = window != GB_OK ? window : status;
	}
	gpu->sets_aside = false;
	const int reset = cuda_check(cudaCtxResetPersistingL2Cache(), "cudaCtxResetPersistingL2Cache", error);
	return status != GB_OK ? status : reset;
}

static int begin(struct gpu *gpu, gb_ptr at, uint64_t bytes, uint64_t most, uint64_t *kept, struct gb_error *error)
{
	size_t aside = 0;
	int status = gpu->sets_aside ? GB_OK : get_aside(&gpu->aside_at_first, error);

	if (status == GB_OK) {
		gpu->sets_aside = true;
		status = set_aside(bytes < most ? bytes : most, error);
	}
	if (status == GB_OK)
		status = get_aside(&aside, error);
	if (status == GB_OK && aside == 0) {
		gb_error_write(error, "no part of L2 is set aside, although %llu bytes could be",
			       (unsigned long long)most);
		return GB_SKIPPED;
	}
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
		return most > 0 ? end(gpu, error) : GB_OK;
	}
	if (most <= 0 || widest <= 0) {
		gb_error_write(error, "this device sets no part of L2 aside");
		return GB_SKIPPED;
	}
	if (bytes > (uint64_t)widest) {
		gb_error_write(error, "a window of %llu bytes; L2 has windows of up to %d", (unsigned long long)bytes,
			       widest);
		return GB_SKIPPED;
	}
	return begin(gpu, at, bytes, (uint64_t)most, kept, error);
}
