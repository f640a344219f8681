/* gpu_cuda.c: the CUDA backend. Only its files, gpu_cuda*.c, include CUDA headers.
 *
 * The runtime (linked statically) manages devices, memory, streams and events. Machine code is loaded and launched
 * through the driver's entry points, which the runtime provides. This works with CUDA 11.8 and later, whose runtime
 * does not yet have library calls of its own, and needs no libcuda at link time. */
#include "device/gpu_cuda.h"
#include "device/nvml.h"

#include <stdlib.h>

#include "base/heap.h"
#include "device/current.h"

/* ---- errors ----------------------------------------------------------------------------------------------------- */

/* Lack of memory is not a failure: work that needs it cannot be done here. */
int cuda_check(cudaError_t code, const char *call, struct gb_error *error)
{
	if (code == cudaSuccess)
		return GB_OK;
	gb_error_write(error, "%s: %s (%s)", call, cudaGetErrorName(code), cudaGetErrorString(code));
	return code == cudaErrorMemoryAllocation ? GB_SKIPPED : GB_FAILED;
}

/* ---- several devices -------------------------------------------------------------------------------------------- */

static struct gb_current current;

/* A library that enqueues work may leave another device current. With several devices, this selects the device again,
 * which costs a few nanoseconds if it is already current. */
void cuda_use(const struct gpu *gpu)
{
	if (current.several)
		cudaSetDevice(gpu->index);
}

/* ---- open and close --------------------------------------------------------------------------------------------- */

static int start_context(int index, struct gb_error *error)
{
	if (cuda_attribute_of(index, cudaDevAttrComputeMode) == cudaComputeModeProhibited)
		return gb_error_set(error,
				    "the device is in prohibited compute mode: an administrator has closed it to "
				    "compute (nvidia-smi -q -d COMPUTE shows the mode)");
	gb_current_touch(&current, index);
	cudaError_t code = cudaSetDevice(index);
	if (code == cudaSuccess)
		code = cudaFree(NULL); /* toolkits before 12 create the context only here */
	if (code == cudaErrorDevicesUnavailable || code == cudaErrorDeviceAlreadyInUse)
		return gb_error_set(error, "the device is in exclusive compute mode and another process holds it (%s)",
				    cudaGetErrorName(code));
	int status = cuda_check(code, "cudaSetDevice", error);
	if (status == GB_SKIPPED)
		gb_error_prefix(error, "the device has no memory for a context");
	return status;
}

static void cuda_close(struct gpu *gpu)
{
	cuda_use(gpu);
	if (gpu->passed != NULL)
		cudaEventDestroy(gpu->passed);
	if (gpu->waking != NULL)
		cudaEventDestroy(gpu->waking);
	cuda_close_streams(gpu);
	for (int i = 0; i < 2; i++)
		if (gpu->mark[i] != NULL)
			cudaEventDestroy(gpu->mark[i]);
	if (gpu->stream != NULL)
		cudaStreamDestroy(gpu->stream);
	cudaDeviceReset();
	free(gpu);
}

static int cuda_open(int index, struct gpu **out, struct gb_error *error)
{
	struct gb_device device;
	struct gpu_identity identity;

	int status = start_context(index, error);
	if (status == GB_OK)
		status = cuda_find_entries(error);
	if (status == GB_OK)
		status = cuda_describe(index, &device, &identity, error);
	if (status != GB_OK)
		return status;
	struct gpu *gpu = gb_heap_array(1, sizeof *gpu);
	gpu->index = index;
	gpu->card = gb_nvml_find(device.uuid, device.pci_bus_id);
	status = cuda_check(cudaStreamCreateWithFlags(&gpu->stream, cudaStreamNonBlocking), "cudaStreamCreate", error);
	for (int i = 0; i < 2 && status == GB_OK; i++)
		status = cuda_check(cudaEventCreate(&gpu->mark[i]), "cudaEventCreate", error);
	if (status == GB_OK)
		status = cuda_check(cudaEventCreateWithFlags(&gpu->passed, cudaEventDisableTiming), "cudaEventCreate",
				    error);
	if (status == GB_OK)
		*out = gpu;
	else
		cuda_close(gpu);
	return status;
}

/* ---- memory ----------------------------------------------------------------------------------------------------- */

static int cuda_memory_free(struct gpu *gpu, uint64_t *bytes, struct gb_error *error)
{
	size_t available, total;

	cuda_use(gpu);
	GB_TRY(cuda_check(cudaMemGetInfo(&available, &total), "cudaMemGetInfo", error));
	*bytes = available;
	return GB_OK;
}

static int cuda_alloc(struct gpu *gpu, uint64_t bytes, gb_ptr *out, struct gb_error *error)
{
	size_t available = 0, total;
	void *at = NULL;

	cuda_use(gpu);
	int status = cuda_check(cudaMalloc(&at, bytes), "cudaMalloc", error);
	if (status == GB_OK)
		*out = (gb_ptr)(uintptr_t)at;
	else if (cudaMemGetInfo(&available, &total) == cudaSuccess)
		gb_error_prefix(error, "%llu bytes of device memory, of which %llu are free", (unsigned long long)bytes,
				(unsigned long long)available);
	else
		gb_error_prefix(error, "%llu bytes of device memory", (unsigned long long)bytes);
	return status;
}

static void cuda_release(struct gpu *gpu, gb_ptr at)
{
	cuda_use(gpu);
	cudaFree(gb_address(at));
}

static int cuda_sync(struct gpu *gpu, struct gb_error *error)
{
	cuda_use(gpu);
	return cuda_check(cudaStreamSynchronize(gpu->stream), "cudaStreamSynchronize", error);
}

static int cuda_fill(struct gpu *gpu, gb_ptr at, int byte, uint64_t bytes, struct gb_error *error)
{
	cuda_use(gpu);
	return cuda_check(cudaMemsetAsync(gb_address(at), byte, bytes, gpu->stream), "cudaMemsetAsync", error);
}

static int enqueue_copy(struct gpu *gpu, void *to, const void *from, uint64_t bytes, enum cudaMemcpyKind kind,
			struct gb_error *error)
{
	cuda_use(gpu);
	return cuda_check(cudaMemcpyAsync(to, from, bytes, kind, gpu->stream), "cudaMemcpyAsync", error);
}

static int cuda_copy_in(struct gpu *gpu, gb_ptr to, const void *from, uint64_t bytes, struct gb_error *error)
{
	int status = enqueue_copy(gpu, gb_address(to), from, bytes, cudaMemcpyHostToDevice, error);

	return status == GB_OK ? cuda_sync(gpu, error) : status;
}

static int cuda_copy_out(struct gpu *gpu, void *to, gb_ptr from, uint64_t bytes, struct gb_error *error)
{
	int status = enqueue_copy(gpu, to, gb_address(from), bytes, cudaMemcpyDeviceToHost, error);

	return status == GB_OK ? cuda_sync(gpu, error) : status;
}

static int cuda_copy_on(struct gpu *gpu, gb_ptr to, gb_ptr from, uint64_t bytes, struct gb_error *error)
{
	return enqueue_copy(gpu, gb_address(to), gb_address(from), bytes, cudaMemcpyDeviceToDevice, error);
}

/* ---- time and state --------------------------------------------------------------------------------------------- */

static int cuda_mark(struct gpu *gpu, int which, struct gb_error *error)
{
	cuda_use(gpu);
	return cuda_check(cudaEventRecord(gpu->mark[which], gpu->stream), "cudaEventRecord", error);
}

static int cuda_elapsed(struct gpu *gpu, double *seconds, struct gb_error *error)
{
	float milliseconds;

	GB_TRY(cuda_check(cudaEventElapsedTime(&milliseconds, gpu->mark[0], gpu->mark[1]), "cudaEventElapsedTime",
			  error));
	*seconds = 1e-3 * (double)milliseconds;
	return GB_OK;
}

static void cuda_state(struct gpu *gpu, struct gpu_state *out)
{
	gb_nvml_state(gpu->card, out);
}

static double cuda_power(struct gpu *gpu, double since, double until)
{
	return gb_nvml_power(gpu->card, since, until);
}

static double cuda_energy(struct gpu *gpu)
{
	return gb_nvml_energy(gpu->card);
}

static const struct gpu_ops cuda = {
	.name = "cuda",
	.count = cuda_count,
	.describe = cuda_describe,
	.attribute = cuda_attribute,
	.links = cuda_links,
	.health = cuda_health,
	.processes = cuda_processes,
	.busy = cuda_busy,
	.working = cuda_working,
	.open = cuda_open,
	.close = cuda_close,
	.memory_free = cuda_memory_free,
	.alloc = cuda_alloc,
	.release = cuda_release,
	.fill = cuda_fill,
	.copy_in = cuda_copy_in,
	.copy_out = cuda_copy_out,
	.load = cuda_load,
	.unload = cuda_unload,
	.kernel = cuda_kernel,
	.code = cuda_code,
	.occupancy = cuda_occupancy,
	.clusters = cuda_clusters,
	.tensor_map = cuda_tensor_map,
	.carveout = cuda_carveout,
	.persist = cuda_persist,
	.texture_open = cuda_texture_open,
	.texture_close = cuda_texture_close,
	.stream = cuda_stream,
	.close_streams = cuda_close_streams,
	.fork = cuda_fork,
	.join = cuda_join,
	.peer_can = cuda_peer_can,
	.peer_access = cuda_peer_access,
	.peer_copy = cuda_peer_copy,
	.peer_wait = cuda_peer_wait,
	.launch = cuda_launch,
	.copy_on = cuda_copy_on,
	.mark = cuda_mark,
	.sync = cuda_sync,
	.elapsed = cuda_elapsed,
	.state = cuda_state,
	.power = cuda_power,
	.energy = cuda_energy,
	.async = &cuda_async,
};

const struct gpu_ops *const gpu_backend = &cuda;
