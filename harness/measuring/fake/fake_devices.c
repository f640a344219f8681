/* fake_devices.c: the cards of the fake device, their properties and links, and their open devices. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/heap.h"
#include "base/text.h"
#include "device/current.h"
#include "device/rates.h"
#include "fake/fake_parts.h"

/* The cards of a node that a batch system assigned: as many as the list names. */
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

/* The last digits of UUIDs: the same on every host, or different on each (FNV-1a of its name). */
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

int fake_count(int *count, struct gb_error *error)
{
	GB_TRY(fake_enter(FAKE_COUNT, error));
	if (fake.no_driver)
		return gb_error_set(error,
				    "no CUDA device: the NVIDIA driver (libcuda.so.1) was not found on this machine");
	if (visible_devices() == 0)
		return gb_error_set(error, "no CUDA device: the driver (CUDA 12.8) finds no GPU");
	*count = visible_devices();
	return GB_OK;
}

int fake_describe(int index, struct gb_device *device, struct gpu_identity *identity, struct gb_error *error)
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
		.blocks_per_sm = FAKE_BLOCKS_PER_SM,
		.registers_per_sm = FAKE_REGISTERS_PER_SM,
		.shared_per_sm = fake.shared_per_sm,
		.shared_per_block = fake_shared_per_block(),
		.l1_bytes = gb_rates_l1_bytes(fake.cc / 10, fake.cc % 10),
		.l2_bytes = fake.l2_bytes,
		.numa_nodes = 1,
		.memory_bytes = fake.free_bytes,
		.mem_bus_bits = 4096,
		.sm_clock_max_hz = fake.sm_hz,
		.matrix_clock_max_hz = fake.matrix_max_hz > 0 ? fake.matrix_max_hz : (double)NAN,
		.mem_clock_hz = 1e9,
		.rates = gb_rates_of(fake.cc / 10, fake.cc % 10),
	};
	if (fake.board[0] != '\0') {
		gb_text_copy(device->name, sizeof device->name, fake.board);
		device->rates = gb_rates_of_board(fake.board, device->cc_major, device->cc_minor);
	}
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

int fake_attribute(int index, int i, struct gpu_attribute *out, struct gb_error *error)
{
	static const struct gpu_attribute attributes[] = {
		{ "warp size", "threads", 32 },     { "ECC", "bool", 1 },
		{ "SM clock, rated", "Hz", 1.5e9 }, { "compute mode", "mode", GPU_MODE_DEFAULT },
		{ "something not known", "", NAN },
	};

	GB_TRY(fake_enter(FAKE_ATTRIBUTE, error));
	if ((size_t)i >= sizeof attributes / sizeof attributes[0])
		return GB_END;
	*out = attributes[i];
	return GB_OK;
}

/* ---- which card is current --------------------------------------------------------------------------------------- */

static struct gb_current told;
static int current;

static void make_current(int index)
{
	gb_current_touch(&told, index);
	current = index;
}

void fake_use(const struct gpu *gpu)
{
	if (told.several)
		current = gpu->index;
}

int fake_current(void)
{
	return current;
}

void fake_forget_current(void)
{
	told = (struct gb_current){ 0 };
	current = 0;
}

/* ---- open and close ---------------------------------------------------------------------------------------------- */

int fake_open(int index, struct gpu **out, struct gb_error *error)
{
	/* As with cudaSetDevice(), a card whose context cannot be created becomes current anyway. */
	make_current(index);
	GB_TRY(fake_enter(FAKE_OPEN, error));
	if (index == fake.prohibited)
		return gb_error_set(
			error, "the device is in prohibited compute mode: an administrator has closed it to compute "
			       "(nvidia-smi -q -d COMPUTE shows the mode)");
	if (fake.free_bytes < fake.context_bytes)
		return gb_error_skip(error, "the device has no memory for a context: cudaSetDevice: "
					    "cudaErrorMemoryAllocation (out of memory)");
	struct gpu *gpu = gb_heap_array(1, sizeof *gpu);
	gpu->index = index;
	gpu->now = 1;
	gpu->is_peer = fake.opened > 0;
	fake.opened++;
	fake.opened_on[index % FAKE_DEVICES_MAX]++;
	*out = gpu;
	return GB_OK;
}

void fake_close(struct gpu *gpu)
{
	fake_use(gpu);
	fake.opened--;
	fake.opened_on[gpu->index % FAKE_DEVICES_MAX]--;
	free(gpu);
}

int fake_index(const struct gpu *gpu)
{
	return gpu->index;
}

/* ---- peers ------------------------------------------------------------------------------------------------------- */

/* Eighteen NVLinks of version 4 to a switch, as on an H200. Links that are down come first. */
void fake_links(int index, struct gb_links *out)
{
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

int fake_peer_can(int index, int peer, bool *access, bool *atomics, struct gb_error *error)
{
	GB_TRY(fake_enter(FAKE_PEER_CAN, error));
	*access = *atomics = !fake.no_peers;
	return GB_OK;
}

int fake_peer_access(struct gpu *gpu, struct gpu *peer, bool on, struct gb_error *error)
{
	const unsigned int bit = 1U << peer->index;

	GB_TRY(fake_enter(FAKE_PEER_ACCESS, error));
	if (fake.no_peers && on)
		return gb_error_skip(error,
				     "cudaDeviceEnablePeerAccess: cudaErrorPeerAccessUnsupported (peer access is not "
				     "supported between these two devices)");
	gpu->reaches = on ? gpu->reaches | bit : gpu->reaches & ~bit;
	return GB_OK;
}

/* A copy runs at 400 GB/s with access, at 40 GB/s without, and takes at least 2 µs. */
static double seconds_of_copy(const struct gpu *to, const struct gpu *from, uint64_t bytes)
{
	const bool reached = (from->reaches >> to->index & 1U) != 0 || (to->reaches >> from->index & 1U) != 0;
	const double slow = from->index == fake.slow_from && to->index == fake.slow_to ? 2 : 1;

	return 2e-6 + slow * (double)bytes / (reached ? 400e9 : 40e9);
}

int fake_peer_copy(struct gpu *on, uint32_t stream, gb_ptr at, const struct gpu *to_gpu, gb_ptr from_at,
		   const struct gpu *from_gpu, uint64_t bytes, struct gb_error *error)
{
	char *to = fake_range(at, bytes);
	const char *from = fake_range(from_at, bytes);

	GB_TRY(fake_enter(FAKE_PEER_COPY, error));
	if (to == NULL || from == NULL)
		return fake_refuse_argument("cudaMemcpyPeerAsync", error);
	if (fake.computes && !fake_same_copy(at, from_at, bytes))
		memmove(to, from, bytes);
	fake_advance(on, seconds_of_copy(to_gpu, from_gpu, bytes) * fake.slow * fake_factor(&fake.times, on->turn));
	return GB_OK;
}

int fake_peer_wait(struct gpu *gpu, struct gpu *other, struct gb_error *error)
{
	GB_TRY(fake_enter(FAKE_PEER_WAIT, error));
	if (other->now > gpu->now)
		fake_advance(gpu, other->now - gpu->now);
	return GB_OK;
}
