/* nvml_health.c: counters of errors, and an event set of NVML in which the driver queues Xid events. */
#include "device/nvml.h"

#include <math.h>
#include <pthread.h>

/* The part of NVML's binary interface that is used here (NVIDIA Management Library API reference). */
typedef void *nvml_device;
typedef void *nvml_events;

enum { NVML_ECC_CORRECTED = 0, NVML_ECC_UNCORRECTED = 1, NVML_ECC_SINCE_LOAD = 0 };
#define NVML_EVENT_XID 0x8ull

struct nvml_event {
	nvml_device device;
	unsigned long long type, data; /* data: the number of the Xid */
	unsigned int gpu_instance, compute_instance;
};

static struct {
	int (*ecc_errors)(nvml_device, int, int, unsigned long long *);
	int (*rows)(nvml_device, unsigned int *, unsigned int *, unsigned int *, unsigned int *);
	int (*create)(nvml_events *);
	int (*add)(nvml_device, unsigned long long, nvml_events);
	int (*wait)(nvml_events, struct nvml_event *, unsigned int);
} nvml;

static const struct gb_nvml_call calls[] = {
	{ "nvmlDeviceGetTotalEccErrors", &nvml.ecc_errors },
	{ "nvmlDeviceGetRemappedRows", &nvml.rows },
	{ "nvmlEventSetCreate", &nvml.create },
	{ "nvmlDeviceRegisterEvents", &nvml.add },
	{ "nvmlEventSetWait_v2", &nvml.wait },
};

static void find_calls(void)
{
	gb_nvml_find_calls(calls, sizeof calls / sizeof calls[0]);
}

static double ecc_errors(nvml_device card, int type)
{
	unsigned long long count;

	return nvml.ecc_errors != NULL && nvml.ecc_errors(card, type, NVML_ECC_SINCE_LOAD, &count) == 0 ? (double)count
													: (double)NAN;
}

static void read_rows(nvml_device card, struct gpu_health *out)
{
	unsigned int corrected, uncorrected, pending, failed;

	if (nvml.rows == NULL || nvml.rows(card, &corrected, &uncorrected, &pending, &failed) != 0)
		return;
	out->remapped = (double)corrected + uncorrected;
}

/* The events that are queued for a card. The set exists until the process ends. */
static void take_xids(nvml_device card, struct gpu_health *out)
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
	out->xids = xids;
	out->last_xid = last;
}

void gb_nvml_health(struct gb_nvml card, struct gpu_health *out)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	*out = (struct gpu_health){ NAN, NAN, NAN, NAN, NAN };
	if (card.handle == NULL)
		return;
	pthread_once(&once, find_calls);
	out->corrected = ecc_errors(card.handle, NVML_ECC_CORRECTED);
	out->uncorrected = ecc_errors(card.handle, NVML_ECC_UNCORRECTED);
	read_rows(card.handle, out);
	take_xids(card.handle, out);
}
