/* gpu_cuda_partition.c: streams whose kernels run on reserved SMs, through green contexts. CUDA 12.4 and 12.5
 * introduced the calls. If the driver lacks them or the toolkit lacks their types, points that need them are
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

/* Divide all SMs, once, into the smallest groups that can be reserved and a group of the remaining SMs. A partition is
 * made of some groups, because the results of a split can be combined, but not split again. */
static int divide_into_groups(struct gpu *gpu, struct gb_error *error)
{
	CUdevResource all, rest;
	unsigned int groups = GROUPS_MAX - 1;

	if (gpu->groups > 0)
		return GB_OK;
	memset(&rest, 0, sizeof rest);
	CUresult code = driver.resource(gpu->index, &all, CU_DEV_RESOURCE_TYPE_SM);
	if (code == CUDA_ERROR_NOT_SUPPORTED || code == CUDA_ERROR_INVALID_RESOURCE_TYPE) {
		cuda_check_driver(code, "cuDeviceGetDevResource", error);
		gb_error_prefix(error, "SMs cannot be reserved");
		return GB_SKIPPED;
	}
	int status = cuda_check_driver(code, "cuDeviceGetDevResource", error);
	if (status == GB_OK)
		status = cuda_check_driver(driver.split(gpu->group, &groups, &all, &rest, 0, 1),
					   "cuDevSmResourceSplitByCount", error);
	if (status != GB_OK)
		return status;
	gpu->groups = groups;
	if (rest.sm.smCount > 0)
		gpu->group[gpu->groups++] = rest;
	return GB_OK;
}

/* Describe enough groups that belong to no partition, and record them in `*out`. */
static int choose_groups(struct gpu *gpu, uint32_t sms, struct cuda_partition *out, CUdevResourceDesc *description,
			 struct gb_error *error)
{
	CUdevResource chosen[GROUPS_MAX];
	unsigned int count = 0;

	for (uint32_t i = 0; i < gpu->groups && out->sms < sms; i++)
		if (!gpu->is_reserved[i]) {
			chosen[count++] = gpu->group[i];
			out->has[i] = true;
			out->sms += gpu->group[i].sm.smCount;
		}
	if (out->sms < sms)
		return gb_error_skip(error, "%u SMs cannot be reserved: %u can", sms, out->sms);
	return cuda_check_driver(driver.describe(description, chosen, count), "cuDevResourceGenerateDesc", error);
}

static void mark_groups(struct gpu *gpu, const struct cuda_partition *partition, bool reserved)
{
	for (uint32_t i = 0; i < gpu->groups; i++)
		if (partition->has[i])
			gpu->is_reserved[i] = reserved;
}

int cuda_partition_open(struct gpu *gpu, uint32_t sms, int priority, struct cuda_partition *out, cudaStream_t *stream,
			struct gb_error *error)
{
	struct cuda_partition made = { .context = NULL };
	CUdevResourceDesc description;
	CUgreenCtx context = NULL;

	int status = find_calls(error);
	if (status == GB_OK)
		status = divide_into_groups(gpu, error);
	if (status == GB_OK)
		status = choose_groups(gpu, sms, &made, &description, error);
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
	made.context = context;
	mark_groups(gpu, &made, true);
	*out = made;
	return GB_OK;
}

void cuda_partition_close(struct gpu *gpu, struct cuda_partition *partition)
{
	if (partition->context == NULL)
		return;
	driver.destroy(partition->context);
	mark_groups(gpu, partition, false);
	partition->context = NULL;
}
#else
int cuda_partition_open(struct gpu *gpu, uint32_t sms, int priority, struct cuda_partition *out, cudaStream_t *stream,
			struct gb_error *error)
{
	return gb_error_skip(error, "reserving SMs needs a CUDA Toolkit of 12.5 or later; this was built with %d.%d",
			     CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10);
}

void cuda_partition_close(struct gpu *gpu, struct cuda_partition *partition)
{
}
#endif
