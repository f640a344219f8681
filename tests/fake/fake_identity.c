/* fake_identity.c: the fake device identified by NVML, as gpu_cuda_devices.c does for a real one. */
#include <math.h>
#include <stddef.h>

#include "base/text.h"
#include "device/devices.h"
#include "device/nvml.h"
#include "fake_identity.h"
#include "gpu_fake.h"

struct fake_identity fake_identity;

/* The identity as CUDA alone reports it. */
static void forget(struct gb_device *device, struct gpu_identity *identity)
{
	static const char no_bytes[16];
	struct gpu_identity known = { .power_limit_w = NAN, .numa_node = -1 };

	gb_text_copy(known.cuda, sizeof known.cuda, identity->cuda);
	*identity = known;
	if (fake_identity.no_uuid)
		gb_device_uuid(no_bytes, device->uuid);
	if (!fake_identity.integrated)
		return;
	gb_device_pci("0000:00:00.0", device->pci_bus_id);
	device->mem_clock_hz = NAN;
	device->mem_bus_bits = 0;
	device->is_integrated = 1;
}

static int describe(int index, struct gb_device *device, struct gpu_identity *identity, struct gb_error *error)
{
	GB_TRY(fake_ops.describe(index, device, identity, error));
	forget(device, identity);
	gb_nvml_identity(gb_nvml_find(device->uuid, device->pci_bus_id), device, identity);
	return GB_OK;
}

/* Found by the device's name before NVML was queried. */
static struct gb_nvml card_of(int index)
{
	struct gpu_identity identity;
	struct gb_device device;
	struct gb_error ignored = { "" };

	if (fake_ops.describe(index, &device, &identity, &ignored) != GB_OK)
		return (struct gb_nvml){ .handle = NULL };
	forget(&device, &identity);
	return gb_nvml_find(device.uuid, device.pci_bus_id);
}

static void links(int index, struct gb_links *out)
{
	gb_nvml_links(card_of(index), out);
	if (fake_identity.integrated)
		gb_links_forget_pcie(out);
}

static int processes(int index)
{
	return gb_nvml_processes(card_of(index));
}

static int busy(int index)
{
	return gb_nvml_busy(card_of(index));
}

static int working(int index, double seconds)
{
	return gb_nvml_working(card_of(index), seconds, GPU_BUSY_PERCENT);
}

static void state(struct gpu *gpu, struct gpu_state *out)
{
	gb_nvml_state(card_of(fake_index(gpu)), out);
}

static double power(struct gpu *gpu, double since, double until)
{
	return gb_nvml_power(card_of(fake_index(gpu)), since, until);
}

static double energy(struct gpu *gpu)
{
	return gb_nvml_energy(card_of(fake_index(gpu)));
}

static void health(int index, struct gpu_health *out)
{
	gb_nvml_health(card_of(index), out);
}

void fake_identity_fill(struct gpu_ops *ops)
{
	*ops = fake_ops;
	if (!fake_identity.asked)
		return;
	ops->describe = describe;
	ops->links = links;
	ops->processes = processes;
	ops->busy = busy;
	ops->working = working;
	ops->state = state;
	ops->power = power;
	ops->energy = energy;
	ops->health = health;
}
