#include "fake/gpu_fake.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "device/rates.h"
#include "measure/stamp.h"
#include "base/text.h"

enum { LIVE_MAX = 256, KERNELS_MAX = 512 };

struct kernel {
	char name[GB_NAME_MAX];
	fake_kernel_fn *function;
	const struct gb_host_kernel *host; /* NULL: a GPU's */
	struct fake_known known;
};

struct gpu_module {
	struct kernel *kernel[KERNELS_MAX]; /* freed with the module: a launch after that is a use after free */
	size_t kernels;
	const struct gb_variant *variant;
};

struct gpu {
	int index;
	double now, cycles; /* virtual seconds, and clocks of every SM */
	double mark[2];
	bool marked[2], synced; /* synced: since the last mark */
	size_t turn;            /* of the series: start marks so far */
	bool is_peer;           /* another was open before it */
	unsigned int reaches;   /* cards whose memory it has access to, bits by index */
};

static struct {
	char *at;
	uint64_t bytes;
	int index; /* of the card */
	bool host; /* memory of the host: takes none of the device's */
} live[LIVE_MAX];

/* ---- devices ------------------------------------------------------------------------------------------------------ */

/* Cards of a node that a batch system has given us: as many as the list names. */
static int visible_devices(void)
{
	const char *list = fake.of_node ? getenv("CUDA_VISIBLE_DEVICES") : NULL;
	int named = 1;

	if (list == NULL)
		return fake.devices;
	for (const char *at = list; *at != '\0'; at++)
		named += *at == ',';
	return *list == '\0' ? 0 : named < fake.devices ? named : fake.devices;
}

/* The last digits of UUIDs: the same on every host, or this host's own (FNV-1a of its name). */
static uint64_t uuid_tail(void)
{
	uint64_t tail = UINT64_C(0xcbf29ce484222325);
	char name[64] = "";

	if (!fake.of_node)
		return UINT64_C(0x444444444444);
	gethostname(name, sizeof name - 1);
	for (const char *at = name; *at != '\0'; at++)
		tail = (tail ^ (unsigned char)*at) * UINT64_C(0x100000001b3);
	return tail & UINT64_C(0xffffffffffff);
}

static int fake_count(int *count, struct gb_error *error)
{
	if (fake_enter(FAKE_COUNT, error) != GB_OK)
		return GB_FAILED;
	if (fake.no_driver)
		return gb_error_set(error,
				    "no CUDA device: the NVIDIA driver (libcuda.so.1) was not found on this machine");
	if (visible_devices() == 0)
		return gb_error_set(error, "no CUDA device: the driver (CUDA 12.8) is there but finds no GPU");
	*count = visible_devices();
	return GB_OK;
}

/* An SM; of its shared memory the system takes some of every block's. */
enum { BLOCKS_PER_SM = 32, REGISTERS_PER_SM = 65536 };

static uint64_t shared_reserved(void)
{
	return fake.cc >= 80 ? 1 << 10 : 0;
}

static uint64_t shared_per_block(void)
{
	return fake.shared_per_sm - shared_reserved();
}

static int fake_describe(int index, struct gb_device *device, struct gpu_identity *identity, struct gb_error *error)
{
	if (fake_enter(FAKE_DESCRIBE, error) != GB_OK)
		return gb_error_prefix(error, "device %d", index);
	*device = (struct gb_device){
		.index = index,
		.name = "Fake GPU",
		.cc_major = fake.cc / 10,
		.cc_minor = fake.cc % 10,
		.sm_count = fake.sms,
		.warp_size = 32,
		.threads_per_sm = fake.threads_per_sm,
		.threads_per_block = 1024,
		.blocks_per_sm = BLOCKS_PER_SM,
		.registers_per_sm = REGISTERS_PER_SM,
		.shared_per_sm = fake.shared_per_sm,
		.shared_per_block = shared_per_block(),
		.l1_bytes = gb_rates_l1_bytes(fake.cc / 10, fake.cc % 10),
		.l2_bytes = fake.l2_bytes,
		.numa_nodes = 1,
		.memory_bytes = fake.free_bytes,
		.mem_bus_bits = 4096,
		.sm_clock_max_hz = fake.sm_hz,
		.mem_clock_hz = 1e9,
		.rates = gb_rates_of(fake.cc / 10, fake.cc % 10),
	};
	gb_text_add(device->uuid, sizeof device->uuid, "GPU-%c%x000000-1111-2222-3333-%012" PRIx64, 'a' + index % 6,
		    (unsigned)index / 6, uuid_tail());
	gb_text_add(device->pci_bus_id, sizeof device->pci_bus_id, "%04x:%x8:00.0", index / 8, index % 8 + 1);
	*identity = (struct gpu_identity){ .driver = "580.00",
					   .cuda = "13.0/13.0",
					   .vbios = "99.00.00.00.01",
					   .board = "900-FAKE0-0000-000",
					   .ecc = "on",
					   .mig = "off",
					   .power_limit_w = 700,
					   .numa_node = -1 };
	return GB_OK;
}

static int fake_attribute(int index, int i, struct gpu_attribute *out, struct gb_error *error)
{
	static const struct gpu_attribute attributes[] = {
		{ "warp size", "threads", 32 },
		{ "ECC", "bool", 1 },
		{ "SM clock, rated", "Hz", 1.5e9 },
		{ "something not told", "", NAN },
	};

	(void)index;
	if (fake_enter(FAKE_ATTRIBUTE, error) != GB_OK)
		return GB_FAILED;
	if ((size_t)i >= sizeof attributes / sizeof attributes[0])
		return GB_END;
	*out = attributes[i];
	return GB_OK;
}

static int fake_open(int index, struct gpu **out, struct gb_error *error)
{
	if (fake_enter(FAKE_OPEN, error) != GB_OK)
		return GB_FAILED;
	if (index == fake.prohibited)
		return gb_error_set(
			error, "the device is in prohibited compute mode: an administrator has closed it to compute "
			       "(nvidia-smi -q -d COMPUTE shows the mode)");
	if (fake.free_bytes < fake.context_bytes) {
		gb_error_write(error, "the device has no memory for a context: cudaSetDevice: "
				      "cudaErrorMemoryAllocation (out of memory)");
		return GB_SKIPPED;
	}
	struct gpu *gpu = calloc(1, sizeof *gpu);
	if (gpu == NULL)
		return gb_error_set(error, "out of memory");
	gpu->index = index;
	gpu->now = 1;
	gpu->is_peer = fake.opened > 0;
	fake.opened++;
	fake.opened_on[index % FAKE_DEVICES_MAX]++;
	*out = gpu;
	return GB_OK;
}

static void fake_close(struct gpu *gpu)
{
	fake.opened--;
	fake.opened_on[gpu->index % FAKE_DEVICES_MAX]--;
	free(gpu);
}

/* ---- memory ------------------------------------------------------------------------------------------------------- */

static uint64_t bytes_live(const struct gpu *gpu)
{
	uint64_t bytes = fake.context_bytes + fake.array_bytes;

	for (size_t i = 0; i < LIVE_MAX; i++)
		bytes += live[i].at != NULL && !live[i].host && live[i].index == gpu->index ? live[i].bytes : 0;
	return bytes;
}

/* A range of device memory as the host sees it; NULL when it is not part of one live allocation. */
static char *range(gb_ptr at, uint64_t bytes)
{
	char *start = gb_address(at);

	for (size_t i = 0; i < LIVE_MAX; i++)
		if (live[i].at != NULL && start >= live[i].at && bytes <= live[i].bytes &&
		    (uint64_t)(start - live[i].at) <= live[i].bytes - bytes)
			return start;
	return NULL;
}

static int fake_memory_free(struct gpu *gpu, uint64_t *bytes, struct gb_error *error)
{
	(void)gpu;
	if (fake_enter(FAKE_MEMORY_FREE, error) != GB_OK)
		return GB_FAILED;
	*bytes = fake.free_bytes - bytes_live(gpu);
	return GB_OK;
}

static int fake_alloc(struct gpu *gpu, uint64_t bytes, gb_ptr *out, struct gb_error *error)
{
	size_t slot = 0;

	(void)gpu;
	if (fake_enter(FAKE_ALLOC, error) != GB_OK)
		return gb_error_prefix(error, "%llu bytes of device memory", (unsigned long long)bytes);
	while (slot < LIVE_MAX && live[slot].at != NULL)
		slot++;
	void *at = NULL;
	if (slot == LIVE_MAX)
		return gb_error_set(error, "gpu_fake: more than %d allocations", LIVE_MAX);
	if (bytes > fake.free_bytes - bytes_live(gpu) || posix_memalign(&at, 4096, bytes) != 0) {
		gb_error_write(error,
			       "%llu bytes of device memory, of which %llu are free: cudaMalloc: "
			       "cudaErrorMemoryAllocation (out of memory)",
			       (unsigned long long)bytes, (unsigned long long)(fake.free_bytes - bytes_live(gpu)));
		return GB_SKIPPED;
	}
	memset(at, 0xa5, bytes);
	live[slot].at = at;
	live[slot].bytes = bytes;
	live[slot].index = gpu->index;
	live[slot].host = false;
	fake.allocations++;
	*out = (gb_ptr)(uintptr_t)at;
	return GB_OK;
}

static void fake_release(struct gpu *gpu, gb_ptr at)
{
	(void)gpu;
	for (size_t i = 0; i < LIVE_MAX; i++)
		if (live[i].at == gb_address(at) && at != 0) {
			free(live[i].at);
			live[i].at = NULL;
			fake.allocations--;
			return;
		}
	fprintf(stderr, "gpu_fake: released an address that is no allocation\n");
	abort();
}

char *fake_range(gb_ptr at, uint64_t bytes)
{
	return range(at, bytes);
}

void *fake_host_memory(uint64_t bytes)
{
	size_t slot = 0;
	void *at = NULL;

	while (slot < LIVE_MAX && live[slot].at != NULL)
		slot++;
	if (slot == LIVE_MAX || posix_memalign(&at, 4096, bytes) != 0)
		return NULL;
	memset(at, 0xa5, bytes < 4096 ? bytes : 4096);
	live[slot].at = at;
	live[slot].bytes = bytes;
	live[slot].host = true;
	return at;
}

void fake_host_memory_free(void *at)
{
	for (size_t i = 0; i < LIVE_MAX; i++)
		if (live[i].at == at && at != NULL) {
			free(at);
			live[i].at = NULL;
			return;
		}
	fprintf(stderr, "gpu_fake: released an address that is no memory of the host\n");
	abort();
}

void fake_forget_memory(void)
{
	for (size_t i = 0; i < LIVE_MAX; i++) {
		free(live[i].at);
		live[i].at = NULL;
	}
}

static int out_of_range(const char *call, struct gb_error *error)
{
	return gb_error_set(error, "%s: cudaErrorInvalidValue (invalid argument)", call);
}

static int fake_fill(struct gpu *gpu, gb_ptr at, int byte, uint64_t bytes, struct gb_error *error)
{
	char *to = range(at, bytes);

	(void)gpu;
	if (fake_enter(FAKE_FILL, error) != GB_OK)
		return GB_FAILED;
	if (to == NULL)
		return out_of_range("cudaMemsetAsync", error);
	memset(to, byte, bytes);
	return GB_OK;
}

static int fake_copy_in(struct gpu *gpu, gb_ptr at, const void *from, uint64_t bytes, struct gb_error *error)
{
	char *to = range(at, bytes);

	if (fake_enter(FAKE_COPY_IN, error) != GB_OK)
		return GB_FAILED;
	if (to == NULL)
		return out_of_range("cudaMemcpyAsync", error);
	memcpy(to, from, bytes);
	gpu->synced = true;
	return GB_OK;
}

static int fake_copy_out(struct gpu *gpu, void *to, gb_ptr at, uint64_t bytes, struct gb_error *error)
{
	const char *from = range(at, bytes);

	if (fake_enter(FAKE_COPY_OUT, error) != GB_OK)
		return GB_FAILED;
	if (from == NULL)
		return out_of_range("cudaMemcpyAsync", error);
	memcpy(to, from, bytes);
	gpu->synced = true;
	return GB_OK;
}

/* ---- time --------------------------------------------------------------------------------------------------------- */

static double factor(const struct fake_series *series, size_t turn)
{
	return series->count > 0 ? series->factor[turn % series->count] : 1;
}

static void pass(struct gpu *gpu, double seconds)
{
	gpu->now += seconds;
	gpu->cycles += seconds * fake.sm_hz * factor(&fake.clocks, gpu->turn);
}

static int fake_mark(struct gpu *gpu, int which, struct gb_error *error)
{
	if (fake_enter(FAKE_MARK, error) != GB_OK)
		return GB_FAILED;
	gpu->mark[which] = gpu->now;
	gpu->marked[which] = true;
	gpu->synced = false;
	return GB_OK;
}

static int fake_sync(struct gpu *gpu, struct gb_error *error)
{
	const double sleep = fake.sync_sleep_seconds;
	const struct timespec pause = { (time_t)sleep, (long)(1e9 * (sleep - floor(sleep))) };

	if (fake_enter(FAKE_SYNC, error) != GB_OK)
		return GB_FAILED;
	if (gpu->is_peer && gpu->index == fake.lost_peer)
		return gb_error_set(error,
				    "cudaStreamSynchronize: cudaErrorDeviceUninitialized (invalid device context)");
	if (sleep > 0)
		nanosleep(&pause, NULL);
	gpu->synced = true;
	return GB_OK;
}

static int fake_elapsed(struct gpu *gpu, double *seconds, struct gb_error *error)
{
	if (fake_enter(FAKE_ELAPSED, error) != GB_OK)
		return GB_FAILED;
	if (!gpu->marked[0] || !gpu->marked[1] || !gpu->synced)
		return gb_error_set(error, "cudaEventElapsedTime: cudaErrorNotReady (device not ready)");
	*seconds = gpu->mark[1] - gpu->mark[0];
	return GB_OK;
}

/* ---- kernels ------------------------------------------------------------------------------------------------------ */

static int fake_load(struct gpu *gpu, const struct gb_variant *variant, struct gpu_module **out, struct gb_error *error)
{
	(void)gpu;
	if (fake_enter(FAKE_LOAD, error) != GB_OK)
		return GB_FAILED;
	if (fake.no_code)
		return gb_error_set(error,
				    "no machine code for compute capability %d.%d in variant %s, which has %s; "
				    "build with make ARCHS=\"%d\"",
				    fake.cc / 10, fake.cc % 10, variant->name, variant->archs, fake.cc);
	*out = calloc(1, sizeof **out);
	if (*out == NULL)
		return gb_error_set(error, "out of memory");
	(*out)->variant = variant;
	fake.modules++;
	return GB_OK;
}

static void fake_unload(struct gpu *gpu, struct gpu_module *module)
{
	(void)gpu;
	for (size_t i = 0; i < module->kernels; i++)
		free(module->kernel[i]);
	free(module);
	fake.modules--;
}

static const struct gb_host_kernel *host_kernel(const struct gpu_module *module, const char *name)
{
	for (const struct gb_host_kernel *k = module->variant->kernels; k != NULL && k->name != NULL; k++)
		if (strcmp(k->name, name) == 0)
			return k;
	return NULL;
}

static int fake_kernel_of(struct gpu *gpu, struct gpu_module *module, const char *name, struct gb_kernel *out,
			  struct gb_error *error)
{
	struct fake_known known = { .kernel = { .registers = 32, .threads_max = 1024 } };
	size_t i = 0;

	(void)gpu;
	if (fake_enter(FAKE_KERNEL, error) != GB_OK)
		return gb_error_prefix(error, "kernel %s", name);
	if (module->variant->kernels != NULL && host_kernel(module, name) == NULL)
		return gb_error_set(error, "the plug-in has no kernel '%s' for the host", name);
	int status = module->variant->kernels == NULL && fake.known != NULL
			     ? fake.known(module->variant, name, &known, error)
			     : GB_OK;
	if (status != GB_OK)
		return status;
	while (i < module->kernels && strcmp(module->kernel[i]->name, name) != 0)
		i++;
	if (i == KERNELS_MAX ||
	    (i == module->kernels && (module->kernel[i] = calloc(1, sizeof(struct kernel))) == NULL))
		return gb_error_set(error, "out of memory");
	module->kernels += i == module->kernels;
	gb_text_copy(module->kernel[i]->name, GB_NAME_MAX, name);
	module->kernel[i]->function = fake_find_kernel(name);
	module->kernel[i]->host = host_kernel(module, name);
	module->kernel[i]->known = known;
	*out = known.kernel;
	out->handle = module->kernel[i];
	return GB_OK;
}

uint32_t fake_args_size(const struct gb_kernel *kernel)
{
	return ((const struct kernel *)kernel->handle)->known.args_size;
}

/* Registers are had by warps, in steps of 256. */
static int warps_by_registers(uint32_t registers)
{
	const uint32_t of_warp = (32 * (registers > 0 ? registers : 1) + 255) / 256 * 256;

	return (int)(REGISTERS_PER_SM / of_warp);
}

static int occupancy_of(const struct gb_kernel *kernel, struct gb_shape shape)
{
	const uint64_t shared = (uint64_t)shape.shared_bytes + kernel->shared_bytes + shared_reserved();
	/* Before 8.0 a block without shared memory takes none. */
	const int by_shared = shared > 0 ? (int)(fake.shared_per_sm / shared) : BLOCKS_PER_SM;
	const int by_threads = fake.threads_per_sm / (int)shape.block,
		  by_registers = warps_by_registers(kernel->registers) / (int)((shape.block + 31) / 32);
	int most = by_threads < BLOCKS_PER_SM ? by_threads : BLOCKS_PER_SM;

	most = by_registers < most ? by_registers : most;
	return by_shared < most && !fake.shared_is_free ? by_shared : most;
}

static int fake_occupancy(struct gpu *gpu, const struct gb_kernel *kernel, uint32_t block, uint32_t shared_bytes,
			  uint32_t *blocks, struct gb_error *error)
{
	const struct gb_shape shape = { .block = block, .shared_bytes = shared_bytes };

	(void)gpu;
	if (fake_enter(FAKE_OCCUPANCY, error) != GB_OK)
		return GB_FAILED;
	*blocks = (uint32_t)occupancy_of(kernel, shape);
	return GB_OK;
}

/* Clusters as compute capability 9.0 has them; at most 16 blocks. */
enum { CLUSTER_MOST = 16 };

static int need_clusters(const char *what, struct gb_error *error)
{
	if (fake.cc >= 90)
		return GB_OK;
	gb_error_write(error, "this device has no %s: they came with compute capability 9.0", what);
	return GB_SKIPPED;
}

static int fake_clusters(struct gpu *gpu, const struct gb_kernel *kernel, struct gb_shape shape, uint32_t *clusters,
			 struct gb_error *error)
{
	(void)gpu;
	if (fake_enter(FAKE_CLUSTERS, error) != GB_OK)
		return GB_FAILED;
	int status = need_clusters("clusters of blocks", error);
	if (status != GB_OK)
		return status;
	const uint32_t blocks = (uint32_t)(fake.sms * occupancy_of(kernel, shape));
	if (shape.cluster == 0 || shape.cluster > CLUSTER_MOST || blocks < shape.cluster) {
		gb_error_write(error,
			       "this device runs no cluster of %u blocks of %u threads with %u bytes of shared memory",
			       shape.cluster, shape.block, shape.shared_bytes);
		return GB_SKIPPED;
	}
	*clusters = blocks / shape.cluster;
	return GB_OK;
}

/* What the driver refuses, as far as plug-ins may get it wrong. */
static bool is_tensor(const struct gb_tensor *t)
{
	bool right = t->rank >= 1 && t->rank <= GB_TENSOR_RANK_MAX && t->at % 16 == 0 && t->size[0] > 0;

	for (uint32_t i = 0; right && i < t->rank; i++)
		right = t->box[i] >= 1 && t->box[i] <= 256 && (i == 0 || (t->stride[i] % 16 == 0 && t->size[i] > 0));
	return right && range(t->at, t->rank > 1 ? t->stride[t->rank - 1] * t->size[t->rank - 1] : t->size[0]) != NULL;
}

/* For kernels in C the map begins with the tensor's address. */
static int fake_tensor_map(struct gpu *gpu, const struct gb_tensor *tensor, struct gb_tensor_map *out,
			   struct gb_error *error)
{
	(void)gpu;
	if (fake_enter(FAKE_TENSOR_MAP, error) != GB_OK)
		return GB_FAILED;
	int status = need_clusters("tensor copies", error);
	if (status != GB_OK)
		return status;
	if (!is_tensor(tensor))
		return gb_error_set(error, "cuTensorMapEncodeTiled: CUDA_ERROR_INVALID_VALUE (invalid argument)");
	*out = (struct gb_tensor_map){ { tensor->at } };
	return GB_OK;
}

static int fake_carveout(struct gpu *gpu, const struct gb_kernel *kernel, int percent, struct gb_error *error)
{
	(void)gpu;
	(void)kernel;
	if (fake_enter(FAKE_CARVEOUT, error) != GB_OK)
		return GB_FAILED;
	if (percent < -1 || percent > 100)
		return gb_error_set(error, "cuFuncSetAttribute: CUDA_ERROR_INVALID_VALUE (invalid argument)");
	return GB_OK;
}

/* ---- textures and streams ----------------------------------------------------------------------------------------- */

struct gpu_texture {
	struct gb_texture of;
	uint64_t array_bytes; /* its own copy; 0: it has none */
};

/* The object is the address of the description, for kernels in C. */
static int fake_texture_open(struct gpu *gpu, const struct gb_texture *texture, struct gpu_texture **out,
			     uint64_t *object, struct gb_error *error)
{
	const uint64_t row = texture->width * texture->floats * sizeof(float);

	(void)gpu;
	if (fake_enter(FAKE_TEXTURE, error) != GB_OK)
		return GB_FAILED;
	if (range(texture->at, texture->layout == GB_TEXTURE_LINEAR ? row : texture->pitch * texture->height) == NULL ||
	    (texture->layout != GB_TEXTURE_LINEAR && texture->pitch < row))
		return gb_error_set(error, "cudaCreateTextureObject: cudaErrorInvalidValue (invalid argument)");
	const uint64_t bytes = texture->layout == GB_TEXTURE_ARRAY ? row * texture->height : 0;
	if (bytes > fake.free_bytes - bytes_live(gpu)) {
		gb_error_write(error, "cudaMallocArray: cudaErrorMemoryAllocation (out of memory)");
		return GB_SKIPPED;
	}
	*out = malloc(sizeof **out);
	if (*out == NULL)
		return gb_error_set(error, "out of memory");
	(*out)->of = *texture;
	(*out)->array_bytes = bytes;
	fake.array_bytes += bytes;
	*object = (uint64_t)(uintptr_t)*out;
	fake.textures++;
	return GB_OK;
}

static void fake_texture_close(struct gpu *gpu, struct gpu_texture *texture)
{
	(void)gpu;
	fake.array_bytes -= texture->array_bytes;
	free(texture);
	fake.textures--;
}

/* There is one stream: whatever is enqueued is done at once. */
static int fake_stream(struct gpu *gpu, uint32_t number, void **handle, struct gb_error *error)
{
	(void)number;
	if (fake_enter(FAKE_STREAM, error) != GB_OK)
		return GB_FAILED;
	if (fake.no_libraries) {
		gb_error_write(error, "a device in memory has no streams for libraries");
		return GB_SKIPPED;
	}
	*handle = gpu;
	return GB_OK;
}

static int fake_fork(struct gpu *gpu, uint32_t count, struct gb_error *error)
{
	(void)gpu;
	(void)count;
	return fake_enter(FAKE_FORK, error);
}

static int fake_join(struct gpu *gpu, uint32_t count, struct gb_error *error)
{
	(void)gpu;
	(void)count;
	return fake_enter(FAKE_JOIN, error);
}

/* ---- several cards ------------------------------------------------------------------------------------------------ */

/* Eighteen NVLinks of version 4 to a switch, as of an H200; those that are down come first. */
static void fake_links(int index, struct gb_links *out)
{
	(void)index;
	*out = (struct gb_links){ .pcie_generation = 5,
				  .pcie_generation_max = 5,
				  .pcie_width = fake.lanes,
				  .pcie_width_max = 16,
				  .nvlink_version = 40,
				  .nvlinks = 18 };
	for (int i = 0; i < 18; i++)
		out->nvlink[i] =
			(struct gb_nvlink){ .up = i >= fake.links_down,
					    .bytes = i >= fake.links_down ? 25e9 : (double)NAN,
					    .to = i >= fake.links_down ? GB_NVLINK_TO_SWITCH : GB_NVLINK_TO_UNKNOWN };
}

static int fake_peer_can(struct gpu *gpu, struct gpu *peer, bool *access, bool *atomics, struct gb_error *error)
{
	(void)gpu;
	(void)peer;
	if (fake_enter(FAKE_PEER_CAN, error) != GB_OK)
		return GB_FAILED;
	*access = *atomics = !fake.no_peers;
	return GB_OK;
}

static int fake_peer_access(struct gpu *gpu, struct gpu *peer, bool on, struct gb_error *error)
{
	const unsigned int bit = 1U << peer->index;

	if (fake_enter(FAKE_PEER_ACCESS, error) != GB_OK)
		return GB_FAILED;
	if (fake.no_peers && on) {
		gb_error_write(error, "cudaDeviceEnablePeerAccess: cudaErrorPeerAccessUnsupported (peer access is not "
				      "supported between these two devices)");
		return GB_SKIPPED;
	}
	gpu->reaches = on ? gpu->reaches | bit : gpu->reaches & ~bit;
	return GB_OK;
}

/* What a copy moves: 400 GB/s with access, 40 without, and no copy ends before 2 us are over. */
static double seconds_of_copy(const struct gpu *to, const struct gpu *from, uint64_t bytes)
{
	const bool reached = (from->reaches >> to->index & 1U) != 0 || (to->reaches >> from->index & 1U) != 0;
	const double slow = from->index == fake.slow_from && to->index == fake.slow_to ? 2 : 1;

	return 2e-6 + slow * (double)bytes / (reached ? 400e9 : 40e9);
}

static int fake_peer_copy(struct gpu *on, uint32_t stream, gb_ptr at, const struct gpu *to_gpu, gb_ptr from_at,
			  const struct gpu *from_gpu, uint64_t bytes, struct gb_error *error)
{
	char *to = range(at, bytes);
	const char *from = range(from_at, bytes);

	(void)stream;
	if (fake_enter(FAKE_PEER_COPY, error) != GB_OK)
		return GB_FAILED;
	if (to == NULL || from == NULL)
		return out_of_range("cudaMemcpyPeerAsync", error);
	if (fake.computes && !fake_same_copy(at, from_at, bytes))
		memmove(to, from, bytes);
	pass(on, seconds_of_copy(to_gpu, from_gpu, bytes) * fake.slow * factor(&fake.times, on->turn));
	return GB_OK;
}

static int fake_peer_wait(struct gpu *gpu, struct gpu *other, struct gb_error *error)
{
	if (fake_enter(FAKE_PEER_WAIT, error) != GB_OK)
		return GB_FAILED;
	if (other->now > gpu->now)
		pass(gpu, other->now - gpu->now);
	return GB_OK;
}

/* ---- of the host -------------------------------------------------------------------------------------------------- */

/* One node, with as many cores as the card has SMs. */
static int fake_team(struct gpu *gpu, int node, uint32_t *cores, struct gb_error *error)
{
	(void)gpu;
	if (fake_enter(FAKE_TEAM, error) != GB_OK)
		return GB_FAILED;
	if (node > 0) {
		gb_error_write(error, "this host has 1 NUMA node with cores");
		return GB_SKIPPED;
	}
	*cores = (uint32_t)fake.sms;
	return GB_OK;
}

static int fake_place(struct gpu *gpu, gb_ptr at, uint64_t bytes, int node, enum gb_pages pages, struct gb_error *error)
{
	(void)gpu;
	(void)pages;
	if (fake_enter(FAKE_PLACE, error) != GB_OK)
		return GB_FAILED;
	if (range(at, bytes) == NULL)
		return out_of_range("cuPlace", error);
	if (node > 0) {
		gb_error_write(error, "this host has 1 NUMA node with cores");
		return GB_SKIPPED;
	}
	return GB_OK;
}

/* ---- launches ----------------------------------------------------------------------------------------------------- */

static void stamp(struct gpu *gpu, const struct gb_stamp_args *args)
{
	const int reached = fake.stamped_sms >= 0 ? fake.stamped_sms : fake.sms;

	pass(gpu, 1e-9 * (double)args->delay);
	for (int sm = 0; sm < reached; sm++) {
		const double cycles = gpu->cycles * (sm == fake.sms - 1 ? fake.slowest : 1);
		args->stamps[sm] =
			(struct gb_stamp){ (unsigned long long)cycles, (unsigned long long)(1e9 * gpu->now) };
	}
}

/* A shape with clusters, or of blocks that run all at once. */
static int check_together(const struct gb_kernel *kernel, struct gb_shape shape, struct gb_error *error)
{
	const uint32_t at_once = (uint32_t)(fake.sms * occupancy_of(kernel, shape));
	int status = shape.cluster > 0 ? need_clusters("clusters of blocks", error) : GB_OK;

	if (status == GB_OK && shape.early)
		status = need_clusters("programmatic dependent launch", error);

	if (shape.shared_bytes + kernel->shared_bytes > shared_per_block()) {
		gb_error_write(error,
			       "this device has not %u bytes of shared memory for a block of this kernel: "
			       "cuFuncSetAttribute: CUDA_ERROR_INVALID_VALUE (invalid argument)",
			       shape.shared_bytes);
		return GB_SKIPPED;
	}
	if (status == GB_OK && shape.cluster > 0 && (shape.cluster > CLUSTER_MOST || shape.grid % shape.cluster != 0))
		return gb_error_set(error, "cuLaunchKernelEx: CUDA_ERROR_INVALID_CLUSTER_SIZE (invalid cluster size)");
	if (status == GB_OK && shape.cooperative && shape.grid > at_once)
		return gb_error_set(error, "cuLaunchKernelEx: CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE (too many blocks "
					   "in cooperative launch)");
	return status;
}

/* Of the device that is slow, or of all where none is named. */
static double slowness(const struct gpu *gpu)
{
	return fake.slow_device < 0 || gpu->index == fake.slow_device ? fake.slow : 1;
}

static bool computes(const struct kernel *k)
{
	return k->host != NULL || k->function != NULL || k->known.model != NULL;
}

int fake_run_kernel(struct gpu *gpu, const struct gb_kernel *kernel, struct gb_shape shape, const void *args,
		    struct gb_error *error)
{
	const struct kernel *k = kernel->handle;
	double seconds = 0;

	while (gpu->is_peer && gpu->index == fake.hung_peer && strcmp(k->name, "gb_stamp") != 0)
		pause();
	if (shape.grid == 0 || shape.block == 0 || shape.block > 1024)
		return gb_error_set(error, "cuLaunchKernel: CUDA_ERROR_INVALID_VALUE (invalid argument)");
	/* Too many threads for the registers of a thread, or for its __launch_bounds__. */
	if (fake.known != NULL && k->host == NULL && shape.block > k->known.kernel.threads_max)
		return gb_error_set(error,
				    "kernel %s: a block of %u threads: cuLaunchKernel: "
				    "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES (%u is the most, with %u registers a thread)",
				    k->name, shape.block, k->known.kernel.threads_max, k->known.kernel.registers);
	int status = check_together(kernel, shape, error);
	if (status != GB_OK)
		return status;
	if (strcmp(k->name, "gb_stamp") == 0) {
		stamp(gpu, args);
		return GB_OK;
	}
	if (fake.launched != NULL)
		fake.launched(k->name, shape, args != NULL && computes(k));
	if (k->known.model != NULL && fake.computes && args != NULL)
		k->known.model(shape, args);
	for (uint32_t thread = 0; k->host != NULL && fake.computes && args != NULL && thread < shape.grid; thread++)
		k->host->function(thread, shape.grid, args);
	if (k->function != NULL && args != NULL)
		seconds = k->function(shape, args);
	pass(gpu, (seconds > 0 ? seconds : fake.launch_seconds) * slowness(gpu) * factor(&fake.times, gpu->turn));
	return GB_OK;
}

static int fake_launch(struct gpu *gpu, const struct gb_kernel *kernel, struct gb_shape shape, const void *args,
		       struct gb_error *error)
{
	return fake_enter(FAKE_LAUNCH, error) == GB_OK ? fake_run_kernel(gpu, kernel, shape, args, error) : GB_FAILED;
}

void fake_pass(struct gpu *gpu, double seconds)
{
	pass(gpu, (seconds > 0 ? seconds : fake.launch_seconds) * slowness(gpu) * factor(&fake.times, gpu->turn));
}

static int fake_copy_on(struct gpu *gpu, gb_ptr at, gb_ptr from_at, uint64_t bytes, struct gb_error *error)
{
	char *to = range(at, bytes);
	const char *from = range(from_at, bytes);

	if (fake_enter(FAKE_COPY_ON, error) != GB_OK)
		return GB_FAILED;
	if (to == NULL || from == NULL)
		return out_of_range("cudaMemcpyAsync", error);
	if (fake.computes)
		memmove(to, from, bytes);
	pass(gpu, fake.launch_seconds);
	return GB_OK;
}

/* The series move on with a start mark, which comes after the first stamp: what is timed has one clock. */
static int fake_mark_start(struct gpu *gpu, int which, struct gb_error *error)
{
	if (which == 0)
		gpu->turn++;
	return fake_mark(gpu, which, error);
}

static void fake_state(struct gpu *gpu, struct gpu_state *out)
{
	(void)gpu;
	*out = fake.state;
	if (fake_calls("launch") < fake.asleep)
		out->mem_clock_hz /= 4;
}

/* There is a sample at every multiple of power_step. */
static double fake_power(struct gpu *gpu, double since, double until)
{
	(void)gpu;
	return fake.power_w > 0 && fake.power_step * floor(until / fake.power_step) >= since ? fake.power_w
											     : (double)NAN;
}

static double fake_energy(struct gpu *gpu)
{
	(void)gpu;
	return fake.power_w > 0 ? fake.power_w * fake.energy_step * floor(gb_clock_now() / fake.energy_step)
				: (double)NAN;
}

static bool others_left(void)
{
	return fake.leave_at > 0 && gb_clock_now() >= fake.leave_at;
}

static int fake_processes(int index)
{
	return fake.processes < 0 ? -1
				  : fake.opened_on[index % FAKE_DEVICES_MAX] + (others_left() ? 0 : fake.processes);
}

static int fake_busy(int index)
{
	(void)index;
	return others_left() && fake.busy > 0 ? 0 : fake.busy;
}

static int fake_working(int index, double seconds)
{
	(void)seconds;
	return fake.workers < 0 ? -1 : fake.opened_on[index % FAKE_DEVICES_MAX] + fake.workers;
}

const struct gpu_ops fake_ops = {
	.name = "fake",
	.count = fake_count,
	.describe = fake_describe,
	.attribute = fake_attribute,
	.links = fake_links,
	.processes = fake_processes,
	.busy = fake_busy,
	.working = fake_working,
	.open = fake_open,
	.close = fake_close,
	.memory_free = fake_memory_free,
	.alloc = fake_alloc,
	.release = fake_release,
	.fill = fake_fill,
	.copy_in = fake_copy_in,
	.copy_out = fake_copy_out,
	.load = fake_load,
	.unload = fake_unload,
	.kernel = fake_kernel_of,
	.occupancy = fake_occupancy,
	.clusters = fake_clusters,
	.tensor_map = fake_tensor_map,
	.carveout = fake_carveout,
	.texture_open = fake_texture_open,
	.texture_close = fake_texture_close,
	.stream = fake_stream,
	.fork = fake_fork,
	.join = fake_join,
	.peer_can = fake_peer_can,
	.peer_access = fake_peer_access,
	.peer_copy = fake_peer_copy,
	.peer_wait = fake_peer_wait,
	.team = fake_team,
	.place = fake_place,
	.launch = fake_launch,
	.copy_on = fake_copy_on,
	.mark = fake_mark_start,
	.sync = fake_sync,
	.elapsed = fake_elapsed,
	.state = fake_state,
	.power = fake_power,
	.energy = fake_energy,
	.async = &fake_async,
};
