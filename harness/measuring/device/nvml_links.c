/* nvml_links.c: the PCIe link and NVLinks of a card, from NVML. */
#include "device/nvml.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

/* The part of NVML's binary interface that is used here (NVIDIA Management Library API reference). */
typedef void *nvml_device;

enum { NVML_FIELD_NVLINK_SPEED = 164, NVML_REMOTE_GPU = 0, NVML_REMOTE_SWITCH = 2 };

struct nvml_pci {
	char old_address[16];
	unsigned int domain, bus, device, id, subsystem;
	char address[32];
};

static struct {
	int (*pcie_generation)(nvml_device, unsigned int *);
	int (*pcie_generation_max)(nvml_device, unsigned int *);
	int (*pcie_width)(nvml_device, unsigned int *);
	int (*pcie_width_max)(nvml_device, unsigned int *);
	int (*state)(nvml_device, unsigned int, int *);
	int (*version)(nvml_device, unsigned int, unsigned int *);
	int (*remote_type)(nvml_device, unsigned int, int *);
	int (*remote_pci)(nvml_device, unsigned int, struct nvml_pci *);
} nvml;

const struct gb_nvml_call gb_nvml_links_calls[] = {
	{ "nvmlDeviceGetCurrPcieLinkGeneration", &nvml.pcie_generation },
	{ "nvmlDeviceGetMaxPcieLinkGeneration", &nvml.pcie_generation_max },
	{ "nvmlDeviceGetCurrPcieLinkWidth", &nvml.pcie_width },
	{ "nvmlDeviceGetMaxPcieLinkWidth", &nvml.pcie_width_max },
	{ "nvmlDeviceGetNvLinkState", &nvml.state },
	{ "nvmlDeviceGetNvLinkVersion", &nvml.version },
	{ "nvmlDeviceGetNvLinkRemoteDeviceType", &nvml.remote_type },
	{ "nvmlDeviceGetNvLinkRemotePciInfo_v2", &nvml.remote_pci },
	{ NULL, NULL },
};

static int read_number(int (*call)(nvml_device, unsigned int *), nvml_device device)
{
	unsigned int value;

	return call != NULL && call(device, &value) == 0 ? (int)value : 0;
}

static void read_end(nvml_device device, unsigned int link, struct gb_nvlink *out)
{
	struct nvml_pci pci = { .domain = 0 };
	int type = -1;

	if (nvml.remote_type != NULL && nvml.remote_type(device, link, &type) == 0)
		out->to = type == NVML_REMOTE_GPU      ? GB_NVLINK_TO_GPU
			  : type == NVML_REMOTE_SWITCH ? GB_NVLINK_TO_SWITCH
						       : GB_NVLINK_TO_UNKNOWN;
	/* In CUDA's form, with a four-digit domain. All ones: a switch that a virtual machine does not show. */
	if (nvml.remote_pci != NULL && nvml.remote_pci(device, link, &pci) == 0 && pci.bus <= 0xff)
		gb_text_add(out->remote, sizeof out->remote, "%04x:%02x:%02x.0", pci.domain & 0xffff, pci.bus,
			    pci.device & 0xff);
}

/* NVML numbers the versions 1.0, 2.0, 2.2, 3.0, 3.1, 4.0, 5.0 and 6.0 from 1 to 8. */
static int read_version(nvml_device device, unsigned int link)
{
	static const int versions[] = { 0, 10, 20, 22, 30, 31, 40, 50, 60 };
	unsigned int number;

	if (nvml.version == NULL || nvml.version(device, link, &number) != 0)
		return 0;
	return number < sizeof versions / sizeof versions[0] ? versions[number] : 0;
}

void gb_nvml_links(struct gb_nvml card, struct gb_links *out)
{
	int up;

	*out = (struct gb_links){ 0 };
	if (card.handle == NULL)
		return;
	out->pcie_generation = read_number(nvml.pcie_generation, card.handle);
	out->pcie_generation_max = read_number(nvml.pcie_generation_max, card.handle);
	out->pcie_width = read_number(nvml.pcie_width, card.handle);
	out->pcie_width_max = read_number(nvml.pcie_width_max, card.handle);
	/* A missing link returns an error, and ends the list. */
	for (unsigned int i = 0; i < GB_NVLINKS_MAX && nvml.state != NULL; i++) {
		if (nvml.state(card.handle, i, &up) != 0)
			return;
		struct gb_nvlink *link = &out->nvlink[out->nvlinks++];
		link->up = up != 0;
		link->bytes = link->up ? gb_links_nvlink_bytes(1e6 * gb_nvml_field(card, NVML_FIELD_NVLINK_SPEED, i))
				       : (double)NAN;
		if (link->up)
			read_end(card.handle, i, link);
		if (link->up && out->nvlink_version == 0)
			out->nvlink_version = read_version(card.handle, i);
	}
}
