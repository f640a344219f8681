/* gpu_cuda_devices.c: the devices that CUDA finds, their properties, and operations between two devices. */
#include <math.h>
#include <stdlib.h>

#include "base/text.h"
#include "device/devices.h"
#include "device/gpu_cuda.h"
#include "device/nvml.h"
#include "device/rates.h"

static void version_text(int version, char *text, size_t size)
{
	gb_text_write(text, size, "%d.%d", version / 1000, version % 1000 / 10);
}

/* The reason why there is no device, in words that users know. */
static int explain_no_device(cudaError_t code, struct gb_error *error)
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
			"the NVIDIA driver is too old: it supports CUDA %s, but this program was built with CUDA %s; "
			"update the driver or build with a toolkit of CUDA %s",
			has, wants, has);
	if (visible != NULL && (code == cudaErrorNoDevice || code == cudaSuccess))
		return gb_error_set(error, "no CUDA device: CUDA_VISIBLE_DEVICES='%s' hides every GPU", visible);
	if (code == cudaErrorNoDevice || code == cudaSuccess)
		return gb_error_set(error, "no CUDA device: the driver (CUDA %s) finds no GPU", has);
	return cuda_check(code, "cudaGetDeviceCount", error);
}

/* ---- devices ---------------------------------------------------------------------------------------------------- */

int cuda_count(int *count, struct gb_error *error)
{
	int found = 0;
	cudaError_t code = cudaGetDeviceCount(&found);

	if (code != cudaSuccess || found == 0)
		return explain_no_device(code, error);
	*count = found;
	return GB_OK;
}

int cuda_attribute_of(int index, enum cudaDeviceAttr which)
{
	int value = 0;

	if (cudaDeviceGetAttribute(&value, which, index) != cudaSuccess)
		cudaGetLastError();
	return value;
}

static double rated_clock(int index, enum cudaDeviceAttr which)
{
	const int khz = cuda_attribute_of(index, which);

	return khz > 0 ? 1e3 * khz : (double)NAN;
}

/* An integrated GPU may have no PCI address. */
static void read_pci_address(int index, char text[GB_DEVICE_PCI])
{
	char told[GB_DEVICE_PCI] = "";

	if (cudaDeviceGetPCIBusId(told, sizeof told, index) != cudaSuccess)
		cudaGetLastError();
	gb_device_pci(told, text);
}

static void describe_sizes(int index, struct gb_device *d)
{
	d->warp_size = cuda_attribute_of(index, cudaDevAttrWarpSize);
	d->threads_per_sm = cuda_attribute_of(index, cudaDevAttrMaxThreadsPerMultiProcessor);
	d->threads_per_block = cuda_attribute_of(index, cudaDevAttrMaxThreadsPerBlock);
	d->blocks_per_sm = cuda_attribute_of(index, cudaDevAttrMaxBlocksPerMultiprocessor);
	d->registers_per_sm = (uint64_t)cuda_attribute_of(index, cudaDevAttrMaxRegistersPerMultiprocessor);
	d->shared_per_sm = (uint64_t)cuda_attribute_of(index, cudaDevAttrMaxSharedMemoryPerMultiprocessor);
	d->shared_per_block = (uint64_t)cuda_attribute_of(index, cudaDevAttrMaxSharedMemoryPerBlockOptin);
	d->l2_bytes = (uint64_t)cuda_attribute_of(index, cudaDevAttrL2CacheSize);
	d->mem_bus_bits = (uint32_t)cuda_attribute_of(index, cudaDevAttrGlobalMemoryBusWidth);
	d->sm_clock_max_hz = rated_clock(index, cudaDevAttrClockRate);
	d->mem_clock_hz = rated_clock(index, cudaDevAttrMemoryClockRate);
	d->is_integrated = cuda_attribute_of(index, cudaDevAttrIntegrated) != 0;
}

static void describe_identity(int index, struct gb_device *device, struct gpu_identity *identity)
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
#endif
	gb_nvml_identity(gb_nvml_find(device->uuid, device->pci_bus_id), device, identity);
}

int cuda_describe(int index, struct gb_device *device, struct gpu_identity *identity, struct gb_error *error)
{
	struct gb_device d = { .index = index };
	struct cudaDeviceProp prop;

	if (cuda_check(cudaGetDeviceProperties(&prop, index), "cudaGetDeviceProperties", error) != GB_OK)
		return gb_error_prefix(error, "device %d", index);
	gb_text_copy(d.name, sizeof d.name, prop.name);
	gb_device_uuid(prop.uuid.bytes, d.uuid);
	read_pci_address(index, d.pci_bus_id);
	d.cc_major = prop.major;
	d.cc_minor = prop.minor;
	d.sm_count = prop.multiProcessorCount;
	d.memory_bytes = prop.totalGlobalMem;
	describe_sizes(index, &d);
	d.rates = gb_rates_of_board(d.name, d.cc_major, d.cc_minor);
	d.l2 = gb_rates_l2(d.name);
	d.matrix_clock_max_hz = gb_rates_matrix_clock(d.name);
	d.l1_bytes = gb_rates_l1_bytes(d.cc_major, d.cc_minor);
	describe_identity(index, &d, identity);
	*device = d;
	return GB_OK;
}

/* The NVML handle of a device. It is needed around every point; the last one is kept, because cudaGetDeviceProperties
 * is slow. */
static struct gb_nvml nvml_handle(int index)
{
	static struct gb_nvml card;
	static int known = -1;
	char pci[GB_DEVICE_PCI], uuid[GB_DEVICE_UUID];
	struct cudaDeviceProp prop;

	if (index == known)
		return card;
	if (cudaGetDeviceProperties(&prop, index) != cudaSuccess)
		return (struct gb_nvml){ 0 };
	gb_device_uuid(prop.uuid.bytes, uuid);
	read_pci_address(index, pci);
	card = gb_nvml_find(uuid, pci);
	known = index;
	return card;
}

void cuda_links(int index, struct gb_links *out)
{
	gb_nvml_links(nvml_handle(index), out);
	if (cuda_attribute_of(index, cudaDevAttrIntegrated) != 0)
		gb_links_forget_pcie(out);
}

void cuda_health(int index, struct gpu_health *out)
{
	gb_nvml_health(nvml_handle(index), out);
}

int cuda_processes(int index)
{
	return gb_nvml_processes(nvml_handle(index));
}

int cuda_busy(int index)
{
	return gb_nvml_busy(nvml_handle(index));
}

int cuda_working(int index, double seconds)
{
	return gb_nvml_working(nvml_handle(index), seconds, GPU_BUSY_PERCENT);
}

/* The runtime has no name for this since 13.0, but drivers still answer. */
enum { ATTR_COOPERATIVE_MULTI_DEVICE_LAUNCH = 96 };

static const struct {
	enum cudaDeviceAttr which;
	const char *label, *unit;
	double scale;
} attributes[] = {
	{ cudaDevAttrWarpSize, "warp size", "threads", 1 },
	{ cudaDevAttrMaxThreadsPerBlock, "threads per block, most", "threads", 1 },
	{ cudaDevAttrMaxThreadsPerMultiProcessor, "threads per SM, most", "threads", 1 },
	{ cudaDevAttrMaxBlocksPerMultiprocessor, "blocks per SM, most", "", 1 },
	{ cudaDevAttrMaxBlockDimX, "block, x", "threads", 1 },
	{ cudaDevAttrMaxBlockDimY, "block, y", "threads", 1 },
	{ cudaDevAttrMaxBlockDimZ, "block, z", "threads", 1 },
	{ cudaDevAttrMaxGridDimX, "grid, x", "blocks", 1 },
	{ cudaDevAttrMaxGridDimY, "grid, y", "blocks", 1 },
	{ cudaDevAttrMaxGridDimZ, "grid, z", "blocks", 1 },
	{ cudaDevAttrMaxRegistersPerBlock, "registers per block", "", 1 },
	{ cudaDevAttrMaxRegistersPerMultiprocessor, "registers per SM", "", 1 },
	{ cudaDevAttrMaxSharedMemoryPerBlock, "shared memory per block", "B", 1 },
	{ cudaDevAttrMaxSharedMemoryPerBlockOptin, "shared memory per block, opt-in", "B", 1 },
	{ cudaDevAttrMaxSharedMemoryPerMultiprocessor, "shared memory per SM", "B", 1 },
	{ cudaDevAttrReservedSharedMemoryPerBlock, "shared memory reserved per block", "B", 1 },
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
	{ cudaDevAttrGpuOverlap, "copies while kernels run", "bool", 1 },
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
	{ (enum cudaDeviceAttr)ATTR_COOPERATIVE_MULTI_DEVICE_LAUNCH, "cooperative launch over devices", "bool", 1 },
	{ cudaDevAttrIsMultiGpuBoard, "on a board of several GPUs", "bool", 1 },
	{ cudaDevAttrSingleToDoublePrecisionPerfRatio, "FP32 : FP64 rate", "", 1 },
	{ cudaDevAttrComputeMode, "compute mode", "mode", 1 },
	{ cudaDevAttrPciDomainId, "PCI domain", "", 1 },
	{ cudaDevAttrPciBusId, "PCI bus", "", 1 },
	{ cudaDevAttrPciDeviceId, "PCI device", "", 1 },
};

int cuda_attribute(int index, int i, struct gpu_attribute *out, struct gb_error *error)
{
	int value;

	if ((size_t)i >= sizeof attributes / sizeof attributes[0])
		return GB_END;
	*out = (struct gpu_attribute){ attributes[i].label, attributes[i].unit, NAN };
	cudaError_t code = cudaDeviceGetAttribute(&value, attributes[i].which, index);
	if (code == cudaSuccess)
		out->value = attributes[i].scale * value;
	else if (code != cudaErrorInvalidValue && code != cudaErrorNotSupported)
		return cuda_check(code, "cudaDeviceGetAttribute", error);
	return GB_OK;
}

/* ---- peers ------------------------------------------------------------------------------------------------------- */

int cuda_peer_can(int index, int peer, bool *access, bool *atomics, struct gb_error *error)
{
	int can = 0, native = 0;

	GB_TRY(cuda_check(cudaDeviceCanAccessPeer(&can, index, peer), "cudaDeviceCanAccessPeer", error));
	if (cudaDeviceGetP2PAttribute(&native, cudaDevP2PAttrNativeAtomicSupported, index, peer) != cudaSuccess)
		cudaGetLastError();
	*access = can != 0;
	*atomics = native != 0;
	return GB_OK;
}

int cuda_peer_access(struct gpu *gpu, struct gpu *peer, bool on, struct gb_error *error)
{
	cuda_use(gpu);
	const cudaError_t code =
		on ? cudaDeviceEnablePeerAccess(peer->index, 0) : cudaDeviceDisablePeerAccess(peer->index);

	/* Peer access is already in the requested state. */
	if (code == (on ? cudaErrorPeerAccessAlreadyEnabled : cudaErrorPeerAccessNotEnabled)) {
		cudaGetLastError();
		return GB_OK;
	}
	int status = cuda_check(code, on ? "cudaDeviceEnablePeerAccess" : "cudaDeviceDisablePeerAccess", error);
	if (code == cudaErrorPeerAccessUnsupported || code == cudaErrorTooManyPeers) {
		cudaGetLastError();
		return GB_SKIPPED;
	}
	return status;
}

int cuda_peer_copy(struct gpu *on, uint32_t stream, gb_ptr to, const struct gpu *to_gpu, gb_ptr from,
		   const struct gpu *from_gpu, uint64_t bytes, struct gb_error *error)
{
	void *handle;

	GB_TRY(cuda_stream(on, stream, &handle, error));
	return cuda_check(
		cudaMemcpyPeerAsync(gb_address(to), to_gpu->index, gb_address(from), from_gpu->index, bytes, handle),
		"cudaMemcpyPeerAsync", error);
}

int cuda_peer_wait(struct gpu *gpu, struct gpu *other, struct gb_error *error)
{
	cuda_use(other);
	int status = cuda_check(cudaEventRecord(other->passed, other->stream), "cudaEventRecord", error);

	cuda_use(gpu);
	return status == GB_OK
		       ? cuda_check(cudaStreamWaitEvent(gpu->stream, other->passed, 0), "cudaStreamWaitEvent", error)
		       : status;
}
