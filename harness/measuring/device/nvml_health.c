/* nvml_health.c: counters of errors, and an event set of NVML in which the driver queues Xid events. */
#include "device/nvml.h"

#include <math.h>

/* The part of NVML's binary interface that is used here (NVIDIA Management Library API reference). */
typedef void *nvml_device;
typedef void *nvml_events;

enum { NVML_ECC_CORRECTED = 0, NVML_ECC_UNCORRECTED = 1, NVML_ECC_SINCE_LOAD = 0 };
enum { NVML_NVLINK_REPLAYS = 0, NVML_NVLINK_RECOVERIES = 1 };
#define NVML_EVENT_XID 0x8ull

struct nvml_event {
	nvml_device device;
	unsigned long long type, data; /* data: the number of the Xid */
	unsigned int gpu_instance, compute_instance;
};

static struct {
	int (*ecc_errors)(nvml_device, int, int, unsigned long long *);
	int (*rows)(nvml_device, unsigned int *, unsigned int *, unsigned int *, unsigned int *);
	int (*pcie_replays)(nvml_device, unsigned int *);
	int (*nvlink_errors)(nvml_device, unsigned int, int, unsigned long long *);
	int (*create)(nvml_events *);
	int (*add)(nvml_device, unsigned long long, nvml_events);
	int (*wait)(nvml_events, struct nvml_event *, unsigned int);
} nvml;

const struct gb_nvml_call gb_nvml_health_calls[] = {
	{ "nvmlDeviceGetTotalEccErrors", &nvml.ecc_errors },
	{ "nvmlDeviceGetRemappedRows", &nvml.rows },
	{ "nvmlDeviceGetPcieReplayCounter", &nvml.pcie_replays },
	{ "nvmlDeviceGetNvLinkErrorCounter", &nvml.nvlink_errors },
	{ "nvmlEventSetCreate", &nvml.create },
	{ "nvmlDeviceRegisterEvents", &nvml.add },
	{ "nvmlEventSetWait_v2", &nvml.wait },
	{ NULL, NULL },
};

const struct gpu_counter_text gpu_counter_text[GPU_COUNTERS] = {
	[GPU_ECC_CORRECTED] = { "sdc_ecc_corrected", "corrected ECC errors", "the driver was loaded", false },
	[GPU_ECC_UNCORRECTED] = { "sdc_ecc_uncorrected", "uncorrected ECC errors", "the driver was loaded", true },
	[GPU_ROWS_REMAPPED] = { "sdc_rows_remapped", "rows of memory replaced", "the card was made", false },
	[GPU_REMAPS_PENDING] = { "sdc_remaps_pending", "row replacements pending", "the last reset", false },
	[GPU_REMAPS_FAILED] = { "sdc_remaps_failed", "row replacements failed", "the card was made", true },
	[GPU_PCIE_REPLAYS] = { "sdc_pcie_replays", "PCIe packets sent again", "the last reset", false },
	[GPU_NVLINK_REPLAYS] = { "sdc_nvlink_replays", "NVLink packets sent again", "the last reset", false },
	[GPU_XIDS] = { "sdc_xids", "Xid events", NULL, true },
};

static double read_ecc_errors(nvml_device card, int type)
{
	unsigned long long count;

	return nvml.ecc_errors != NULL && nvml.ecc_errors(card, type, NVML_ECC_SINCE_LOAD, &count) == 0 ? (double)count
													: (double)NAN;
}

double gb_nvml_ecc_errors(struct gb_nvml card)
{
	return read_ecc_errors(card.handle, NVML_ECC_CORRECTED) + read_ecc_errors(card.handle, NVML_ECC_UNCORRECTED);
}

/* For pending and failed remappings, NVML reports only whether there are any, as 0 or 1. */
static void count_remapped_rows(nvml_device card, double count[GPU_COUNTERS])
{
	unsigned int corrected, uncorrected, pending, failed;

	if (nvml.rows == NULL || nvml.rows(card, &corrected, &uncorrected, &pending, &failed) != 0)
		return;
	count[GPU_ROWS_REMAPPED] = (double)corrected + uncorrected;
	count[GPU_REMAPS_PENDING] = pending;
	count[GPU_REMAPS_FAILED] = failed;
}

static double read_pcie_replays(nvml_device card)
{
	unsigned int count;

	return nvml.pcie_replays != NULL && nvml.pcie_replays(card, &count) == 0 ? count : (double)NAN;
}

/* The sum over all links that answer: packets sent again, and link recoveries by retraining. */
static double sum_nvlink_replays(nvml_device card)
{
	unsigned long long count;
	double sum = NAN;

	for (unsigned int link = 0; link < GB_NVLINKS_MAX && nvml.nvlink_errors != NULL; link++)
		for (int counter = NVML_NVLINK_REPLAYS; counter <= NVML_NVLINK_RECOVERIES; counter++)
			if (nvml.nvlink_errors(card, link, counter, &count) == 0)
				sum = (isnan(sum) ? 0 : sum) + (double)count;
	return sum;
}

/* The Xid events that are queued for a card. The event set exists until the process ends. */
static void count_xids(nvml_device card, struct gpu_health *out)
{
	static nvml_events set;
	static nvml_device asked;
	static double xids, last = NAN;
	struct nvml_event event;

	if (nvml.create == NULL || nvml.add == NULL || nvml.wait == NULL)
		return;
	if (asked == NULL) {
		asked = card;
		if (nvml.create(&set) != 0 || nvml.add(card, NVML_EVENT_XID, set) != 0)
			set = NULL;
	}
	if (set == NULL || asked != card)
		return;
	while (nvml.wait(set, &event, 0) == 0)
		if (event.type == NVML_EVENT_XID) {
			xids++;
			last = (double)event.data;
		}
	out->count[GPU_XIDS] = xids;
	out->last_xid = last;
}

void gb_nvml_health(struct gb_nvml card, struct gpu_health *out)
{

	for (int i = 0; i < GPU_COUNTERS; i++)
		out->count[i] = NAN;
	out->last_xid = NAN;
	if (card.handle == NULL)
		return;
	out->count[GPU_ECC_CORRECTED] = read_ecc_errors(card.handle, NVML_ECC_CORRECTED);
	out->count[GPU_ECC_UNCORRECTED] = read_ecc_errors(card.handle, NVML_ECC_UNCORRECTED);
	count_remapped_rows(card.handle, out->count);
	out->count[GPU_PCIE_REPLAYS] = read_pcie_replays(card.handle);
	out->count[GPU_NVLINK_REPLAYS] = sum_nvlink_replays(card.handle);
	count_xids(card.handle, out);
}
