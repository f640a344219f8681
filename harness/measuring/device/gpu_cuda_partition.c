/* gpu_cuda_partition.c: streams whose kernels run on reserved SMs, through green contexts. The calls were introduced
 * with CUDA 12.4 and 12.5; if the driver lacks them or the toolkit lacks their types, points that need them are
 * skipped. */
#include <string.h>

#include "device/gpu_cuda.h"

#if CUDART_VERSION >= 12050
static struct {
	CUresult(CUDAAPI *resource)(CUdevice, CUdevResource *, CUdevResourceType);
	CUresult(CUDAAPI *split)(CUdevResource *, unsigned int *, const CUdevResource *, CUdevResource *, unsigned int,
				 unsigned int);
	CUresult(CUDAAPI *describe)(CUdevResourceDesc *, CUdevResource *, unsigned int);
	CUresult(CUDAAPI *create)(CUgreenCtx *, CUdevResourceDesc, CUdevice, unsigned int);
	CUresult(CUDAAPI *destroy)(CUgreenCtx);
	CUresult(CUDAAPI *stream)(CUstream *, CUgreenCtx, unsigned int, int);
} driver;

static int find_calls(struct gb_error *error)
{
	const struct {
		const char *name;
		int cuda;
		void *slot;
	} entries[] = {
		{ "cuDeviceGetDevResource", 12040, &driver.resource },
		{ "cuDevSmResourceSplitByCount", 12040, &driver.split },
		{ "cuDevResourceGenerateDesc", 12040, &driver.describe },
		{ "cuGreenCtxCreate", 12040, &driver.create },
		{ "cuGreenCtxDestroy", 12040, &driver.destroy },
		{ "cuGreenCtxStreamCreate", 12050, &driver.stream },
	};

	for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++)
		if (cuda_entry(entries[i].name, entries[i].cuda, (void **)entries[i].slot, error) != GB_OK) {
			gb_error_prefix(error, "SMs cannot be reserved");
			return GB_SKIPPED;
		}
	return GB_OK;
}

/* The SMs outside all partitions: those of the device, or the rest left by the previous partition. */
static int find_free_sms(struct gpu *gpu, CUdevResource *left, struct gb_error *error)
{
	if (gpu->partitions > 0) {
		*left = gpu->left;
		return GB_OK;
	}
	CUresult code = driver.resource(gpu->index, left, CU_DEV_RESOURCE_TYPE_SM);
	if (code == CUDA_ERROR_NOT_SUPPORTED || code == CUDA_ERROR_INVALID_RESOURCE_TYPE) {
		cuda_check_driver(code, "cuDeviceGetDevResource", error);
		gb_error_prefix(error, "SMs cannot be reserved");
		return GB_SKIPPED;
	}
	return cuda_check_driver(code, "cuDeviceGetDevResource", error);
}

static int reserve_sms(struct gpu *gpu, uint32_t sms, CUdevResource *part, struct gb_error *error)
{
	CUdevResource left, rest;
	unsigned int groups = 1;

	memset(&rest, 0, sizeof rest);
	int status = find_free_sms(gpu, &left, error);
	if (status != GB_OK)
		return status;
	CUresult code = sms <= left.sm.smCount ? driver.split(part, &groups, &left, &rest, 0, sms)
					       : CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
	if (code == CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION || code == CUDA_ERROR_INVALID_VALUE || groups != 1) {
		gb_error_write(error, "%u of %u SMs cannot be reserved", sms, left.sm.smCount);
		return GB_SKIPPED;
	}
	status = cuda_check_driver(code, "cuDevSmResourceSplitByCount", error);
	if (status == GB_OK)
		gpu->left = rest;
	return status;
}

int cuda_partition_open(struct gpu *gpu, uint32_t sms, int priority, struct cuda_partition *out, cudaStream_t *stream,
			struct gb_error *error)
{
	CUdevResource part;
	CUdevResourceDesc description;
	CUgreenCtx context = NULL;

	int status = find_calls(error);
	if (status == GB_OK)
		status = reserve_sms(gpu, sms, &part, error);
	if (status == GB_OK)
		status = cuda_check_driver(driver.describe(&description, &part, 1), "cuDevResourceGenerateDesc", error);
	if (status == GB_OK)
		status =
			cuda_check_driver(driver.create(&context, description, gpu->index, CU_GREEN_CTX_DEFAULT_STREAM),
					  "cuGreenCtxCreate", error);
	if (status != GB_OK)
		return status;
	status = cuda_check_driver(driver.stream(stream, context, CU_STREAM_NON_BLOCKING, priority),
				   "cuGreenCtxStreamCreate", error);
	if (status != GB_OK) {
		driver.destroy(context);
		return status;
	}
	*out = (struct cuda_partition){ .context = context, .sms = part.sm.smCount };
	gpu->partitions++;
	return GB_OK;
}

void cuda_partition_close(struct gpu *gpu, struct cuda_partition *partition)
{
	if (partition->context == NULL)
		return;
	driver.destroy(partition->context);
	gpu->partitions--;
	partition->context = NULL;
}
#else
int cuda_partition_open(struct gpu *gpu, uint32_t sms, int priority, struct cuda_partition *out, cudaStream_t *stream,
			struct gb_error *error)
{
	gb_error_write(error, "reserving SMs needs a CUDA Toolkit of 12.5 or later; this was built with %d.%d",
		       CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10);
	return GB_SKIPPED;
}

void cuda_partition_close(struct gpu *gpu, struct cuda_partition *partition)
{
}
#endif
