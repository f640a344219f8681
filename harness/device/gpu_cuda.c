/* gpu_cuda.c: the CUDA backend, and the one file that includes CUDA headers.
 *
 * The runtime (linked statically) manages devices, memory, streams and events. Machine code is loaded and launched
 * through the driver's entry points, which the runtime hands out: that works from CUDA 11.8 on, where the runtime's own
 * library calls do not exist yet, and leaves no link-time need for libcuda. */
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/gpu.h"
#include "device/nvml.h"
#include "device/rates.h"
#include "base/text.h"

/* Streams beside the timed one, each with an event that others wait for. */
enum { STREAMS_MAX = 64 };

struct gpu {
	int index;
	cudaStream_t stream;
	cudaStream_t beside[STREAMS_MAX]; /* number n at n - 1 */
	cudaEvent_t reached[STREAMS_MAX];
	uint32_t streams;
	cudaEvent_t mark[2];
	struct gb_nvml card;
};

struct gpu_module {
	CUmodule handle;
};

struct gpu_texture {
	cudaTextureObject_t object;
	cudaArray_t array; /* NULL: none */
};

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

/* ---- errors ----------------------------------------------------------------------------------------------------- */

/* Memory that is not there is no fault: what needs it cannot be done here. */
static int check(cudaError_t code, const char *call, struct gb_error *error)
{
	if (code == cudaSuccess)
		return GB_OK;
	gb_error_write(error, "%s: %s (%s)", call, cudaGetErrorName(code), cudaGetErrorString(code));
	return code == cudaErrorMemoryAllocation ? GB_SKIPPED : GB_FAILED;
}

static int check_driver(CUresult code, const char *call, struct gb_error *error)
{
	const char *name = NULL, *text = NULL;

	if (code == CUDA_SUCCESS)
		return GB_OK;
	driver.error_name(code, &name);
	driver.error_string(code, &text);
	gb_error_write(error, "%s: %s (%s)", call, name ? name : "unknown error", text ? text : "no description");
	return code == CUDA_ERROR_OUT_OF_MEMORY ? GB_SKIPPED : GB_FAILED;
}

static void version_text(int version, char *text, size_t size)
{
	text[0] = '\0';
	gb_text_add(text, size, "%d.%d", version / 1000, version % 1000 / 10);
}

/* Why there is no device, in the user's terms. */
static int explain_none(cudaError_t code, struct gb_error *error)
{
	const char *visible = getenv("CUDA_VISIBLE_DEVICES");
	char has[16], wants[16];
	int version = 0;

	cudaDriverGetVersion(&version);
	version_text(version, has, sizeof has);
	version_text(CUDART_VERSION, wants, sizeof wants);
	if (version == 0)
		return gb_error_set(error,
				    "no CUDA device: the NVIDIA driver (libcuda.so.1) was not found on this machine");
	if (code == cudaErrorInsufficientDriver)
		return gb_error_set(
			error,
			"the NVIDIA driver is too old: it serves CUDA %s and this program was built with CUDA %s; "
			"update the driver or build with a toolkit of CUDA %s",
			has, wants, has);
	if (visible != NULL && (code == cudaErrorNoDevice || code == cudaSuccess))
		return gb_error_set(error, "no CUDA device: CUDA_VISIBLE_DEVICES='%s' hides every GPU", visible);
	if (code == cudaErrorNoDevice || code == cudaSuccess)
		return gb_error_set(error, "no CUDA device: the driver (CUDA %s) is there but finds no GPU", has);
	return check(code, "cudaGetDeviceCount", error);
}

/* ---- devices ---------------------------------------------------------------------------------------------------- */

static int cuda_count(int *count, struct gb_error *error)
{
	int found = 0;
	cudaError_t code = cudaGetDeviceCount(&found);

	if (code != cudaSuccess || found == 0)
		return explain_none(code, error);
	*count = found;
	return GB_OK;
}

/* An attribute of a device, 0 where this driver does not know it. */
static int attribute_of(int index, enum cudaDeviceAttr which)
{
	int value = 0;

	if (cudaDeviceGetAttribute(&value, which, index) != cudaSuccess)
		cudaGetLastError();
	return value;
}

static double clock_of(int index, enum cudaDeviceAttr which)
{
	const int khz = attribute_of(index, which);

	return khz > 0 ? 1e3 * khz : (double)NAN;
}

static void format_uuid(const cudaUUID_t *uuid, char *text, size_t size)
{
	gb_text_copy(text, size, "GPU-");
	for (size_t i = 0; i < sizeof uuid->bytes; i++)
		gb_text_add(text, size, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "",
			    (unsigned char)uuid->bytes[i]);
}

static void describe_sizes(int index, struct gb_device *d)
{
	d->warp_size = attribute_of(index, cudaDevAttrWarpSize);
	d->threads_per_sm = attribute_of(index, cudaDevAttrMaxThreadsPerMultiProcessor);
	d->threads_per_block = attribute_of(index, cudaDevAttrMaxThreadsPerBlock);
	d->blocks_per_sm = attribute_of(index, cudaDevAttrMaxBlocksPerMultiprocessor);
	d->registers_per_sm = (uint64_t)attribute_of(index, cudaDevAttrMaxRegistersPerMultiprocessor);
	d->shared_per_sm = (uint64_t)attribute_of(index, cudaDevAttrMaxSharedMemoryPerMultiprocessor);
	d->shared_per_block = (uint64_t)attribute_of(index, cudaDevAttrMaxSharedMemoryPerBlockOptin);
	d->l2_bytes = (uint64_t)attribute_of(index, cudaDevAttrL2CacheSize);
	d->mem_bus_bits = (uint32_t)attribute_of(index, cudaDevAttrGlobalMemoryBusWidth);
	d->sm_clock_max_hz = clock_of(index, cudaDevAttrClockRate);
	d->mem_clock_hz = clock_of(index, cudaDevAttrMemoryClockRate);
}

static void identify(int index, const struct gb_device *device, struct gpu_identity *identity)
{
	char serves[8] = "", built[8] = "";
	int version = 0;

	*identity = (struct gpu_identity){ .power_limit_w = NAN, .numa_node = -1 };
	cudaDriverGetVersion(&version);
	version_text(version, serves, sizeof serves);
	version_text(CUDART_VERSION, built, sizeof built);
	gb_text_add(identity->cuda, sizeof identity->cuda, "%s/%s", serves, built);
#if CUDART_VERSION >= 12020
	if (cudaDeviceGetAttribute(&identity->numa_node, cudaDevAttrHostNumaId, index) != cudaSuccess)
		cudaGetLastError();
#else
	(void)index;
#endif
	gb_nvml_identity(gb_nvml_find(device->uuid, device->pci_bus_id), identity);
}

static int cuda_describe(int index, struct gb_device *device, struct gpu_identity *identity, struct gb_error *error)
{
	struct gb_device d = { .index = index };
	struct cudaDeviceProp prop;

	if (check(cudaGetDeviceProperties(&prop, index), "cudaGetDeviceProperties", error) != GB_OK)
		return gb_error_prefix(error, "device %d", index);
	gb_text_copy(d.name, sizeof d.name, prop.name);
	format_uuid(&prop.uuid, d.uuid, sizeof d.uuid);
	if (check(cudaDeviceGetPCIBusId(d.pci_bus_id, sizeof d.pci_bus_id, index), "cudaDeviceGetPCIBusId", error) !=
	    GB_OK)
		return gb_error_prefix(error, "device %d", index);
	d.cc_major = prop.major;
	d.cc_minor = prop.minor;
	d.sm_count = prop.multiProcessorCount;
	d.memory_bytes = prop.totalGlobalMem;
	describe_sizes(index, &d);
	d.rates = gb_rates_of(d.cc_major, d.cc_minor);
	d.l1_bytes = gb_rates_l1_bytes(d.cc_major, d.cc_minor);
	identify(index, &d, identity);
	*device = d;
	return GB_OK;
}

/* A device in NVML's eyes. It is asked for around every point, and cudaGetDeviceProperties takes long: the last one is
 * kept. */
static struct gb_nvml nvml_of(int index)
{
	static struct gb_nvml card;
	static int known = -1;
	char pci[16], uuid[48];
	struct cudaDeviceProp prop;

	if (index == known)
		return card;
	if (cudaGetDeviceProperties(&prop, index) != cudaSuccess ||
	    cudaDeviceGetPCIBusId(pci, sizeof pci, index) != cudaSuccess)
		return (struct gb_nvml){ NULL };
	format_uuid(&prop.uuid, uuid, sizeof uuid);
	card = gb_nvml_find(uuid, pci);
	known = index;
	return card;
}

static int cuda_processes(int index)
{
	return gb_nvml_processes(nvml_of(index));
}

static int cuda_busy(int index)
{
	return gb_nvml_busy(nvml_of(index));
}

static int cuda_working(int index, double seconds)
{
	return gb_nvml_working(nvml_of(index), seconds, GPU_BUSY_PERCENT);
}

static const struct {
	enum cudaDeviceAttr which;
	const char *label, *unit;
	double scale;
} attributes[] = {
	{ cudaDevAttrWarpSize, "warp size", "threads", 1 },
	{ cudaDevAttrMaxThreadsPerBlock, "threads a block, most", "threads", 1 },
	{ cudaDevAttrMaxThreadsPerMultiProcessor, "threads an SM, most", "threads", 1 },
	{ cudaDevAttrMaxBlocksPerMultiprocessor, "blocks an SM, most", "", 1 },
	{ cudaDevAttrMaxBlockDimX, "block, x", "threads", 1 },
	{ cudaDevAttrMaxBlockDimY, "block, y", "threads", 1 },
	{ cudaDevAttrMaxBlockDimZ, "block, z", "threads", 1 },
	{ cudaDevAttrMaxGridDimX, "grid, x", "blocks", 1 },
	{ cudaDevAttrMaxGridDimY, "grid, y", "blocks", 1 },
	{ cudaDevAttrMaxGridDimZ, "grid, z", "blocks", 1 },
	{ cudaDevAttrMaxRegistersPerBlock, "registers a block", "", 1 },
	{ cudaDevAttrMaxRegistersPerMultiprocessor, "registers an SM", "", 1 },
	{ cudaDevAttrMaxSharedMemoryPerBlock, "shared memory a block", "B", 1 },
	{ cudaDevAttrMaxSharedMemoryPerBlockOptin, "shared memory a block, opt-in", "B", 1 },
	{ cudaDevAttrMaxSharedMemoryPerMultiprocessor, "shared memory an SM", "B", 1 },
	{ cudaDevAttrReservedSharedMemoryPerBlock, "shared memory reserved a block", "B", 1 },
	{ cudaDevAttrTotalConstantMemory, "constant memory", "B", 1 },
	{ cudaDevAttrL2CacheSize, "L2 cache", "B", 1 },
	{ cudaDevAttrMaxPersistingL2CacheSize, "L2 cache that can be set aside", "B", 1 },
	{ cudaDevAttrGlobalL1CacheSupported, "L1 caches global memory", "bool", 1 },
	{ cudaDevAttrLocalL1CacheSupported, "L1 caches local memory", "bool", 1 },
	{ cudaDevAttrClockRate, "SM clock, rated", "Hz", 1e3 },
	{ cudaDevAttrMemoryClockRate, "memory clock, rated", "Hz", 1e3 },
	{ cudaDevAttrGlobalMemoryBusWidth, "memory bus", "bit", 1 },
	{ cudaDevAttrMaxPitch, "pitch of a copy, most", "B", 1 },
	{ cudaDevAttrTextureAlignment, "texture alignment", "B", 1 },
	{ cudaDevAttrTexturePitchAlignment, "texture pitch alignment", "B", 1 },
	{ cudaDevAttrSurfaceAlignment, "surface alignment", "B", 1 },
	{ cudaDevAttrMaxTexture1DWidth, "texture 1D", "", 1 },
	{ cudaDevAttrMaxTexture2DWidth, "texture 2D, width", "", 1 },
	{ cudaDevAttrMaxTexture2DHeight, "texture 2D, height", "", 1 },
	{ cudaDevAttrMaxTexture3DWidth, "texture 3D, width", "", 1 },
	{ cudaDevAttrMaxTexture3DHeight, "texture 3D, height", "", 1 },
	{ cudaDevAttrMaxTexture3DDepth, "texture 3D, depth", "", 1 },
	{ cudaDevAttrMaxTexture1DLayeredWidth, "texture 1D layered, width", "", 1 },
	{ cudaDevAttrMaxTexture1DLayeredLayers, "texture 1D layered, layers", "", 1 },
	{ cudaDevAttrMaxTexture2DLayeredWidth, "texture 2D layered, width", "", 1 },
	{ cudaDevAttrMaxTexture2DLayeredHeight, "texture 2D layered, height", "", 1 },
	{ cudaDevAttrMaxTexture2DLayeredLayers, "texture 2D layered, layers", "", 1 },
	{ cudaDevAttrAsyncEngineCount, "copy engines", "", 1 },
	{ cudaDevAttrConcurrentKernels, "concurrent kernels", "bool", 1 },
	{ cudaDevAttrStreamPrioritiesSupported, "stream priorities", "bool", 1 },
	{ cudaDevAttrComputePreemptionSupported, "compute preemption", "bool", 1 },
	{ cudaDevAttrKernelExecTimeout, "run time limit on kernels", "bool", 1 },
	{ cudaDevAttrIntegrated, "shares memory with the host", "bool", 1 },
	{ cudaDevAttrCanMapHostMemory, "maps host memory", "bool", 1 },
	{ cudaDevAttrEccEnabled, "ECC", "bool", 1 },
	{ cudaDevAttrTccDriver, "TCC driver", "bool", 1 },
	{ cudaDevAttrUnifiedAddressing, "unified addressing", "bool", 1 },
	{ cudaDevAttrManagedMemory, "managed memory", "bool", 1 },
	{ cudaDevAttrConcurrentManagedAccess, "concurrent managed access", "bool", 1 },
	{ cudaDevAttrPageableMemoryAccess, "pageable memory access", "bool", 1 },
	{ cudaDevAttrHostNativeAtomicSupported, "native atomics to the host", "bool", 1 },
	{ cudaDevAttrGPUDirectRDMASupported, "GPUDirect RDMA", "bool", 1 },
	{ cudaDevAttrMemoryPoolsSupported, "memory pools", "bool", 1 },
	{ cudaDevAttrCooperativeLaunch, "cooperative launch", "bool", 1 },
	{ cudaDevAttrIsMultiGpuBoard, "on a board of several GPUs", "bool", 1 },
	{ cudaDevAttrSingleToDoublePrecisionPerfRatio, "FP32 : FP64 rate", "", 1 },
	{ cudaDevAttrComputeMode, "compute mode (0 default, 2 prohibited, 3 exclusive)", "", 1 },
	{ cudaDevAttrPciDomainId, "PCI domain", "", 1 },
	{ cudaDevAttrPciBusId, "PCI bus", "", 1 },
	{ cudaDevAttrPciDeviceId, "PCI device", "", 1 },
};

static int cuda_attribute(int index, int i, struct gpu_attribute *out, struct gb_error *error)
{
	int value;

	if ((size_t)i >= sizeof attributes / sizeof attributes[0])
		return GB_END;
	*out = (struct gpu_attribute){ attributes[i].label, attributes[i].unit, NAN };
	cudaError_t code = cudaDeviceGetAttribute(&value, attributes[i].which, index);
	if (code == cudaSuccess)
		out->value = attributes[i].scale * value;
	else if (code != cudaErrorInvalidValue && code != cudaErrorNotSupported)
		return check(code, "cudaDeviceGetAttribute", error);
	return GB_OK;
}

/* ---- open and close --------------------------------------------------------------------------------------------- */

/* `cuda` is the release that brought this form of the call. */
static int entry(const char *name, int cuda, void **slot, struct gb_error *error)
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
	(void)cuda;
	if (code == cudaSuccess && found && *slot != NULL)
		return GB_OK;
	return gb_error_set(error, "the NVIDIA driver has no %s: %s", name, cudaGetErrorString(code));
}

static int find_entries(struct gb_error *error)
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
		if (entry(entries[i].name, entries[i].cuda, (void **)entries[i].slot, error) != GB_OK)
			return GB_FAILED;
	return GB_OK;
}

static int start_context(int index, struct gb_error *error)
{
	if (attribute_of(index, cudaDevAttrComputeMode) == cudaComputeModeProhibited)
		return gb_error_set(error,
				    "the device is in prohibited compute mode: an administrator has closed it to "
				    "compute (nvidia-smi -q -d COMPUTE shows the mode)");
	cudaError_t code = cudaSetDevice(index);
	if (code == cudaSuccess)
		code = cudaFree(NULL); /* toolkits before 12 make the context here */
	if (code == cudaErrorDevicesUnavailable || code == cudaErrorDeviceAlreadyInUse)
		return gb_error_set(error, "the device is in exclusive compute mode and another process holds it (%s)",
				    cudaGetErrorName(code));
	int status = check(code, "cudaSetDevice", error);
	if (status == GB_SKIPPED)
		gb_error_prefix(error, "the device has no memory for a context");
	return status;
}

static void cuda_close(struct gpu *gpu)
{
	for (uint32_t i = 0; i < gpu->streams; i++) {
		cudaEventDestroy(gpu->reached[i]);
		cudaStreamDestroy(gpu->beside[i]);
	}
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
		status = find_entries(error);
	if (status == GB_OK)
		status = cuda_describe(index, &device, &identity, error);
	if (status != GB_OK)
		return status;
	struct gpu *gpu = calloc(1, sizeof *gpu);
	if (gpu == NULL)
		return gb_error_set(error, "out of memory");
	gpu->index = index;
	gpu->card = gb_nvml_find(device.uuid, device.pci_bus_id);
	status = check(cudaStreamCreateWithFlags(&gpu->stream, cudaStreamNonBlocking), "cudaStreamCreate", error);
	for (int i = 0; i < 2 && status == GB_OK; i++)
		status = check(cudaEventCreate(&gpu->mark[i]), "cudaEventCreate", error);
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

	(void)gpu;
	if (check(cudaMemGetInfo(&available, &total), "cudaMemGetInfo", error) != GB_OK)
		return GB_FAILED;
	*bytes = available;
	return GB_OK;
}

static int cuda_alloc(struct gpu *gpu, uint64_t bytes, gb_ptr *out, struct gb_error *error)
{
	size_t available = 0, total;
	void *at = NULL;

	(void)gpu;
	int status = check(cudaMalloc(&at, bytes), "cudaMalloc", error);
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
	(void)gpu;
	cudaFree(gb_address(at));
}

static int cuda_sync(struct gpu *gpu, struct gb_error *error)
{
	return check(cudaStreamSynchronize(gpu->stream), "cudaStreamSynchronize", error);
}

static int cuda_fill(struct gpu *gpu, gb_ptr at, int byte, uint64_t bytes, struct gb_error *error)
{
	return check(cudaMemsetAsync(gb_address(at), byte, bytes, gpu->stream), "cudaMemsetAsync", error);
}

static int copy(struct gpu *gpu, void *to, const void *from, uint64_t bytes, enum cudaMemcpyKind kind,
		struct gb_error *error)
{
	return check(cudaMemcpyAsync(to, from, bytes, kind, gpu->stream), "cudaMemcpyAsync", error);
}

static int cuda_copy_in(struct gpu *gpu, gb_ptr to, const void *from, uint64_t bytes, struct gb_error *error)
{
	int status = copy(gpu, gb_address(to), from, bytes, cudaMemcpyHostToDevice, error);

	return status == GB_OK ? cuda_sync(gpu, error) : status;
}

static int cuda_copy_out(struct gpu *gpu, void *to, gb_ptr from, uint64_t bytes, struct gb_error *error)
{
	int status = copy(gpu, to, gb_address(from), bytes, cudaMemcpyDeviceToHost, error);

	return status == GB_OK ? cuda_sync(gpu, error) : status;
}

static int cuda_copy_on(struct gpu *gpu, gb_ptr to, gb_ptr from, uint64_t bytes, struct gb_error *error)
{
	return copy(gpu, gb_address(to), gb_address(from), bytes, cudaMemcpyDeviceToDevice, error);
}

/* ---- kernels ---------------------------------------------------------------------------------------------------- */

static int cuda_load(struct gpu *gpu, const struct gb_variant *variant, struct gpu_module **out, struct gb_error *error)
{
	const int major = attribute_of(gpu->index, cudaDevAttrComputeCapabilityMajor);
	const int minor = attribute_of(gpu->index, cudaDevAttrComputeCapabilityMinor);
	CUmodule handle;

	*out = NULL;
	if (variant->image == variant->image_end) /* a plug-in without a .cu, or built without a toolkit */
		return GB_OK;
	CUresult code = driver.load(&handle, variant->image);
	if (code == CUDA_ERROR_NO_BINARY_FOR_GPU)
		return gb_error_set(error,
				    "no machine code for compute capability %d.%d in variant %s, which has %s; "
				    "build with make ARCHS=\"%d%d\"",
				    major, minor, variant->name, variant->archs, major, minor);
	int status = check_driver(code, "cuModuleLoadData", error);
	if (status != GB_OK)
		return status;
	*out = malloc(sizeof **out);
	if (*out == NULL) {
		driver.unload(handle);
		return gb_error_set(error, "out of memory");
	}
	(*out)->handle = handle;
	return GB_OK;
}

static void cuda_unload(struct gpu *gpu, struct gpu_module *module)
{
	(void)gpu;
	driver.unload(module->handle);
	free(module);
}

static int function_attribute(CUfunction function, CUfunction_attribute which, uint32_t *out, struct gb_error *error)
{
	int value = 0;
	int status = check_driver(driver.attribute(&value, which, function), "cuFuncGetAttribute", error);

	*out = (uint32_t)value;
	return status;
}

/* Whether the module says that its toolkit could not compile all kernels: gpubench.mk tells how. */
static bool is_incomplete(const struct gpu_module *module)
{
	CUfunction function;

	return driver.function(&function, module->handle, "gb_incomplete") == CUDA_SUCCESS;
}

static int cuda_kernel(struct gpu *gpu, struct gpu_module *module, const char *name, struct gb_kernel *out,
		       struct gb_error *error)
{
	CUfunction function;
	struct gb_kernel k;

	(void)gpu;
	if (module == NULL)
		return gb_error_set(
			error,
			"kernel %s: the plug-in was built without kernels: it has no .cu, or there was no CUDA Toolkit",
			name);
	CUresult code = driver.function(&function, module->handle, name);
	if (code == CUDA_ERROR_NOT_FOUND && is_incomplete(module)) {
		gb_error_write(
			error,
			"kernel %s needs a newer CUDA Toolkit than the one of CUDA %d.%d, which this was built with",
			name, CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10);
		return GB_SKIPPED;
	}
	/* The driver may load it only now. */
	int status = check_driver(code, "cuModuleGetFunction", error);
	if (status == GB_OK)
		status = function_attribute(function, CU_FUNC_ATTRIBUTE_NUM_REGS, &k.registers, error);
	if (status == GB_OK)
		status = function_attribute(function, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, &k.local_bytes, error);
	if (status == GB_OK)
		status = function_attribute(function, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, &k.shared_bytes, error);
	if (status == GB_OK)
		status = function_attribute(function, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, &k.threads_max, error);
	k.handle = function;
	if (status == GB_OK)
		*out = k;
	else
		gb_error_prefix(error, "kernel %s", name);
	return status;
}

/* Above this much dynamic shared memory a kernel has to be told so first. */
enum { SHARED_WITHOUT_OPT_IN = 48 * 1024 };

static int allow_shared(const struct gb_kernel *kernel, uint32_t bytes, struct gb_error *error)
{
	if (bytes <= SHARED_WITHOUT_OPT_IN)
		return GB_OK;
	return check_driver(
		driver.set_attribute(kernel->handle, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, (int)bytes),
		"cuFuncSetAttribute", error);
}

static int cuda_occupancy(struct gpu *gpu, const struct gb_kernel *kernel, uint32_t block, uint32_t shared_bytes,
			  uint32_t *blocks, struct gb_error *error)
{
	int found = 0;

	(void)gpu;
	int status = allow_shared(kernel, shared_bytes, error);
	if (status == GB_OK)
		status = check_driver(driver.occupancy(&found, kernel->handle, (int)block, shared_bytes),
				      "cuOccupancyMaxActiveBlocksPerMultiprocessor", error);
	if (status == GB_OK)
		*blocks = (uint32_t)found;
	return status;
}

static int cuda_carveout(struct gpu *gpu, const struct gb_kernel *kernel, int percent, struct gb_error *error)
{
	(void)gpu;
	return check_driver(
		driver.set_attribute(kernel->handle, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, percent),
		"cuFuncSetAttribute", error);
}

static int cuda_launch(struct gpu *gpu, const struct gb_kernel *kernel, struct gb_shape shape, const void *args,
		       struct gb_error *error)
{
	/* The driver copies the arguments before it returns and does not write to them. */
	void *parameters[] = { (void *)(uintptr_t)args };

	int status = allow_shared(kernel, shape.shared_bytes, error);
	if (status != GB_OK)
		return status;
	/* Local memory for all threads is found now. */
	return check_driver(driver.launch(kernel->handle, shape.grid, 1, 1, shape.block, 1, 1, shape.shared_bytes,
					  gpu->stream, parameters, NULL),
			    "cuLaunchKernel", error);
}

/* ---- textures --------------------------------------------------------------------------------------------------- */

static void cuda_texture_close(struct gpu *gpu, struct gpu_texture *texture)
{
	(void)gpu;
	if (texture->object != 0)
		cudaDestroyTextureObject(texture->object);
	if (texture->array != NULL)
		cudaFreeArray(texture->array);
	free(texture);
}

/* The memory as an array in the hardware's own order. */
static int copy_to_array(struct gpu *gpu, const struct gb_texture *t, const struct cudaChannelFormatDesc *format,
			 cudaArray_t *array, struct gb_error *error)
{
	int status = check(cudaMallocArray(array, format, t->width, t->height, 0), "cudaMallocArray", error);
	if (status != GB_OK)
		return status;
	return check(cudaMemcpy2DToArrayAsync(*array, 0, 0, gb_address(t->at), t->pitch,
					      t->width * t->floats * sizeof(float), t->height, cudaMemcpyDeviceToDevice,
					      gpu->stream),
		     "cudaMemcpy2DToArrayAsync", error);
}

static int texture_resource(struct gpu *gpu, const struct gb_texture *t, struct gpu_texture *out,
			    struct cudaResourceDesc *resource, struct gb_error *error)
{
	const int bits[] = { 32, t->floats >= 2 ? 32 : 0, t->floats >= 4 ? 32 : 0, t->floats >= 4 ? 32 : 0 };
	const struct cudaChannelFormatDesc format =
		cudaCreateChannelDesc(bits[0], bits[1], bits[2], bits[3], cudaChannelFormatKindFloat);

	switch (t->layout) {
	case GB_TEXTURE_LINEAR:
		resource->resType = cudaResourceTypeLinear;
		resource->res.linear.devPtr = gb_address(t->at);
		resource->res.linear.desc = format;
		resource->res.linear.sizeInBytes = t->width * t->floats * sizeof(float);
		return GB_OK;
	case GB_TEXTURE_PITCH:
		resource->resType = cudaResourceTypePitch2D;
		resource->res.pitch2D.devPtr = gb_address(t->at);
		resource->res.pitch2D.desc = format;
		resource->res.pitch2D.width = t->width;
		resource->res.pitch2D.height = t->height;
		resource->res.pitch2D.pitchInBytes = t->pitch;
		return GB_OK;
	case GB_TEXTURE_ARRAY:
		break;
	}
	int status = copy_to_array(gpu, t, &format, &out->array, error);
	resource->resType = cudaResourceTypeArray;
	resource->res.array.array = out->array;
	return status;
}

static int cuda_texture_open(struct gpu *gpu, const struct gb_texture *t, struct gpu_texture **out, uint64_t *object,
			     struct gb_error *error)
{
	const struct cudaTextureDesc sampling = {
		.addressMode = { cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp },
		.filterMode = t->linear_filter ? cudaFilterModeLinear : cudaFilterModePoint,
		.readMode = cudaReadModeElementType,
	};
	struct cudaResourceDesc resource;
	struct gpu_texture *texture = calloc(1, sizeof *texture);

	if (texture == NULL)
		return gb_error_set(error, "out of memory");
	memset(&resource, 0, sizeof resource);
	int status = texture_resource(gpu, t, texture, &resource, error);
	if (status == GB_OK)
		status = check(cudaCreateTextureObject(&texture->object, &resource, &sampling, NULL),
			       "cudaCreateTextureObject", error);
	if (status != GB_OK) {
		cuda_texture_close(gpu, texture);
		return status;
	}
	*object = texture->object;
	*out = texture;
	return GB_OK;
}

/* ---- streams ---------------------------------------------------------------------------------------------------- */

/* Make streams up to `count`. */
static int need_streams(struct gpu *gpu, uint32_t count, struct gb_error *error)
{
	if (count > STREAMS_MAX)
		return gb_error_set(error, "%u streams are more than %d", count, STREAMS_MAX);
	for (; gpu->streams < count; gpu->streams++) {
		cudaEvent_t *reached = &gpu->reached[gpu->streams];
		cudaStream_t *stream = &gpu->beside[gpu->streams];
		int status = check(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking), "cudaStreamCreate", error);
		if (status != GB_OK)
			return status;
		status = check(cudaEventCreateWithFlags(reached, cudaEventDisableTiming), "cudaEventCreate", error);
		if (status != GB_OK) {
			cudaStreamDestroy(*stream);
			return status;
		}
	}
	return GB_OK;
}

static int cuda_stream(struct gpu *gpu, uint32_t number, void **handle, struct gb_error *error)
{
	int status = need_streams(gpu, number, error);

	if (status == GB_OK)
		*handle = number == 0 ? gpu->stream : gpu->beside[number - 1];
	return status;
}

/* `to` waits for what is enqueued on `from` now. */
static int wait_for(cudaStream_t to, cudaStream_t from, cudaEvent_t event, struct gb_error *error)
{
	int status = check(cudaEventRecord(event, from), "cudaEventRecord", error);

	return status == GB_OK ? check(cudaStreamWaitEvent(to, event, 0), "cudaStreamWaitEvent", error) : status;
}

static int cuda_fork(struct gpu *gpu, uint32_t count, struct gb_error *error)
{
	int status = need_streams(gpu, count, error);

	for (uint32_t i = 0; i < count && status == GB_OK; i++)
		status = wait_for(gpu->beside[i], gpu->stream, gpu->reached[i], error);
	return status;
}

static int cuda_join(struct gpu *gpu, uint32_t count, struct gb_error *error)
{
	int status = need_streams(gpu, count, error);

	for (uint32_t i = 0; i < count && status == GB_OK; i++)
		status = wait_for(gpu->stream, gpu->beside[i], gpu->reached[i], error);
	return status;
}

/* ---- time and state --------------------------------------------------------------------------------------------- */

static int cuda_mark(struct gpu *gpu, int which, struct gb_error *error)
{
	return check(cudaEventRecord(gpu->mark[which], gpu->stream), "cudaEventRecord", error);
}

static int cuda_elapsed(struct gpu *gpu, double *seconds, struct gb_error *error)
{
	float milliseconds;

	if (check(cudaEventElapsedTime(&milliseconds, gpu->mark[0], gpu->mark[1]), "cudaEventElapsedTime", error) !=
	    GB_OK)
		return GB_FAILED;
	*seconds = 1e-3 * (double)milliseconds;
	return GB_OK;
}

static void cuda_state(struct gpu *gpu, struct gpu_state *out)
{
	gb_nvml_state(gpu->card, out);
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
	.occupancy = cuda_occupancy,
	.carveout = cuda_carveout,
	.texture_open = cuda_texture_open,
	.texture_close = cuda_texture_close,
	.stream = cuda_stream,
	.fork = cuda_fork,
	.join = cuda_join,
	.launch = cuda_launch,
	.copy_on = cuda_copy_on,
	.mark = cuda_mark,
	.sync = cuda_sync,
	.elapsed = cuda_elapsed,
	.state = cuda_state,
	.energy = cuda_energy,
};

const struct gpu_ops *const gpu_backend = &cuda;
