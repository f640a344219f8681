#include "device/nvml.h"

#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/heap.h"
#include "base/text.h"
#include "device/throttle.h"
#include "record/record.h"

/* The part of NVML's binary interface that is used here, because few toolkits include nvml.h. Every call returns 0 on
 * success. Names and numbers: NVIDIA Management Library API reference. */
typedef void *nvml_device;

enum { NVML_CLOCK_SM = 1, NVML_CLOCK_MEM = 2, NVML_TEMPERATURE_GPU = 0, NVML_TOTAL_POWER_SAMPLES = 0 };
enum { NVML_FIELD_MEMORY_TEMPERATURE = 82 };
enum { NVML_VALUE_UNSIGNED_INT = 1, NVML_ERROR_INSUFFICIENT_SIZE = 7 };

union nvml_value {
	unsigned int ui;
	unsigned long long ull;
	double d;
};

struct nvml_reading {
	unsigned long long microseconds; /* since 1970 */
	union nvml_value value;
};

struct nvml_field {
	unsigned int id, scope;
	long long timestamp, latency;
	int type, status;
	union nvml_value value;
};

struct nvml_utilization {
	unsigned int gpu, memory; /* percent of the period */
};

struct nvml_sample {
	unsigned int pid;
	unsigned long long microseconds;           /* end of the period, since 1970 */
	unsigned int sm, memory, encoder, decoder; /* percent of the period */
};

static struct {
	int (*init)(void);
	int (*by_uuid)(const char *, nvml_device *);
	int (*by_pci)(const char *, nvml_device *);
	int (*card_of)(nvml_device, nvml_device *); /* the card of a MIG instance */
	int (*driver)(char *, unsigned int);
	int (*vbios)(nvml_device, char *, unsigned int);
	int (*board)(nvml_device, char *, unsigned int);
	int (*ecc)(nvml_device, int *, int *);
	int (*mig)(nvml_device, unsigned int *, unsigned int *);
	int (*power_limit)(nvml_device, unsigned int *);
	int (*clock)(nvml_device, int, unsigned int *);
	int (*readings)(nvml_device, int, unsigned long long, int *, unsigned int *, struct nvml_reading *);
	int (*energy)(nvml_device, unsigned long long *);
	int (*temperature)(nvml_device, int, unsigned int *);
	int (*reasons)(nvml_device, unsigned long long *);
	/* The processes are only counted, so the layout of the array, which differs between versions, does not
	 * matter. */
	int (*processes)(nvml_device, unsigned int *, void *);
	int (*utilization)(nvml_device, struct nvml_utilization *);
	int (*fields)(nvml_device, int, struct nvml_field *);
	int (*samples)(nvml_device, struct nvml_sample *, unsigned int *, unsigned long long);
	bool ready;
} nvml;

static const struct gb_nvml_call calls[] = {
	{ "nvmlInit_v2", &nvml.init },
	{ "nvmlDeviceGetHandleByUUID", &nvml.by_uuid },
	{ "nvmlDeviceGetHandleByPciBusId_v2", &nvml.by_pci },
	{ "nvmlDeviceGetDeviceHandleFromMigDeviceHandle", &nvml.card_of },
	{ "nvmlSystemGetDriverVersion", &nvml.driver },
	{ "nvmlDeviceGetVbiosVersion", &nvml.vbios },
	{ "nvmlDeviceGetBoardPartNumber", &nvml.board },
	{ "nvmlDeviceGetEccMode", &nvml.ecc },
	{ "nvmlDeviceGetMigMode", &nvml.mig },
	{ "nvmlDeviceGetEnforcedPowerLimit", &nvml.power_limit },
	{ "nvmlDeviceGetClockInfo", &nvml.clock },
	{ "nvmlDeviceGetSamples", &nvml.readings },
	{ "nvmlDeviceGetTotalEnergyConsumption", &nvml.energy },
	{ "nvmlDeviceGetTemperature", &nvml.temperature },
	{ "nvmlDeviceGetCurrentClocksThrottleReasons", &nvml.reasons },
	{ "nvmlDeviceGetComputeRunningProcesses_v3", &nvml.processes },
	{ "nvmlDeviceGetUtilizationRates", &nvml.utilization },
	{ "nvmlDeviceGetFieldValues", &nvml.fields },
	{ "nvmlDeviceGetProcessUtilization", &nvml.samples },
	{ NULL, NULL },
};

/* The library stays open until the program ends. */
static void open_library(void)
{
	static const struct gb_nvml_call *const all[] = { calls, gb_nvml_health_calls, gb_nvml_links_calls };
	void *library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);

	for (size_t i = 0; library != NULL && i < sizeof all / sizeof all[0]; i++)
		for (const struct gb_nvml_call *call = all[i]; call->name != NULL; call++)
			*(void **)call->slot = dlsym(library, call->name);
	nvml.ready = library != NULL && nvml.init != NULL && nvml.init() == 0;
}

static nvml_device find_handle(int (*find)(const char *, nvml_device *), const char *name)
{
	nvml_device found = NULL;

	return find != NULL && name[0] != '\0' && find(name, &found) == 0 ? found : NULL;
}

static bool begins_with(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

/* CUDA's UUID of a MIG instance does not identify its card. NVML knows the instance by another prefix. */
static nvml_device find_slice(const char *uuid)
{
	char name[48] = GB_UUID_OF_SLICE;

	if (!begins_with(uuid, GB_UUID_OF_GPU) && !begins_with(uuid, GB_UUID_OF_SLICE))
		return NULL;
	gb_text_add(name, sizeof name, "%s", uuid + strlen(GB_UUID_OF_GPU));
	return find_handle(nvml.by_uuid, name);
}

static enum gb_nvml_mig read_mig(nvml_device card)
{
	unsigned int now, pending;

	if (nvml.mig == NULL || nvml.mig(card, &now, &pending) != 0)
		return GB_NVML_MIG_UNKNOWN;
	return now ? GB_NVML_MIG_ON : GB_NVML_MIG_OFF;
}

struct gb_nvml gb_nvml_find(const char *uuid, const char *pci_bus_id)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	struct gb_nvml card = { .handle = NULL };

	pthread_once(&once, open_library);
	if (!nvml.ready)
		return card;
	card.handle = begins_with(uuid, GB_UUID_OF_SLICE) ? NULL : find_handle(nvml.by_uuid, uuid);
	const bool is_card = card.handle != NULL;
	nvml_device slice = is_card ? NULL : find_slice(uuid);
	if (slice != NULL && (nvml.card_of == NULL || nvml.card_of(slice, &card.handle) != 0))
		card.handle = NULL;
	if (card.handle == NULL)
		card.handle = find_handle(nvml.by_pci, pci_bus_id);
	if (card.handle == NULL)
		return (struct gb_nvml){ .handle = NULL };
	card.part = slice != NULL ? slice : card.handle;
	card.mig = slice != NULL ? GB_NVML_MIG_ON : read_mig(card.handle);
	card.has_own_uuid = !is_card && card.mig == GB_NVML_MIG_ON;
	return card;
}

/* All zeros mean that the board has no such firmware. */
static void clear_invalid_text(char *text, int code)
{
	if (code != 0 || text[strspn(text, "0.")] == '\0')
		text[0] = '\0';
}

void gb_nvml_identity(struct gb_nvml card, struct gb_device *device, struct gpu_identity *out)
{
	unsigned int limit_mw;
	int ecc, ecc_pending;

	if (card.has_own_uuid && begins_with(device->uuid, GB_UUID_OF_GPU))
		memcpy(device->uuid, GB_UUID_OF_SLICE, strlen(GB_UUID_OF_SLICE));
	if (nvml.ready && nvml.driver != NULL)
		clear_invalid_text(out->driver, nvml.driver(out->driver, sizeof out->driver));
	if (card.handle == NULL)
		return;
	if (nvml.vbios != NULL)
		clear_invalid_text(out->vbios, nvml.vbios(card.handle, out->vbios, sizeof out->vbios));
	if (nvml.board != NULL)
		clear_invalid_text(out->board, nvml.board(card.handle, out->board, sizeof out->board));
	if (nvml.ecc != NULL && nvml.ecc(card.handle, &ecc, &ecc_pending) == 0)
		gb_text_copy(out->ecc, sizeof out->ecc, ecc ? "on" : "off");
	if (card.mig != GB_NVML_MIG_UNKNOWN)
		gb_text_copy(out->mig, sizeof out->mig, card.mig == GB_NVML_MIG_ON ? "on" : "off");
	/* Some drivers report a missing limit or clock as 0. */
	if (nvml.power_limit != NULL && nvml.power_limit(card.handle, &limit_mw) == 0 && limit_mw > 0)
		out->power_limit_w = 1e-3 * limit_mw;
}

double gb_nvml_field(struct gb_nvml card, unsigned int id, unsigned int scope)
{
	struct nvml_field field = { .id = id, .scope = scope };

	if (card.handle == NULL || nvml.fields == NULL || nvml.fields(card.handle, 1, &field) != 0 || field.status != 0)
		return NAN;
	return field.value.ui;
}

static double read_clock_hz(struct gb_nvml card, int which)
{
	unsigned int mhz;

	return nvml.clock != NULL && nvml.clock(card.handle, which, &mhz) == 0 && mhz > 0 ? 1e6 * mhz : NAN;
}

static unsigned long long microseconds_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return 1000000ull * (unsigned long long)now.tv_sec + (unsigned long long)now.tv_nsec / 1000;
}

/* More than a driver keeps: up to 120 were observed. */
enum { READINGS_MAX = 1024 };

double gb_nvml_power(struct gb_nvml card, double since, double until)
{
	struct nvml_reading reading[READINGS_MAX];
	unsigned int count = READINGS_MAX, inside = 0;
	double sum = 0;
	int type = -1;

	/* NVML stamps current values and fields with the time of the query, however old they are. Only the time stamps
	 * of samples come from the sensor. */
	const double ahead = 1e-6 * (double)microseconds_now() - gb_clock_now();
	const unsigned long long from = (unsigned long long)(1e6 * (since + ahead));
	if (card.handle == NULL || card.mig == GB_NVML_MIG_ON || nvml.readings == NULL ||
	    nvml.readings(card.handle, NVML_TOTAL_POWER_SAMPLES, from, &type, &count, reading) != 0 ||
	    type != NVML_VALUE_UNSIGNED_INT)
		return NAN;
	for (unsigned int i = 0; i < count && i < READINGS_MAX; i++) {
		const double at = 1e-6 * (double)reading[i].microseconds - ahead;
		if (at >= since && at <= until) {
			sum += 1e-3 * reading[i].value.ui;
			inside++;
		}
	}
	return inside > 0 ? sum / inside : (double)NAN;
}

double gb_nvml_energy(struct gb_nvml card)
{
	unsigned long long millijoules;

	if (card.handle == NULL || card.mig == GB_NVML_MIG_ON || nvml.energy == NULL ||
	    nvml.energy(card.handle, &millijoules) != 0)
		return NAN;
	return 1e-3 * (double)millijoules;
}

int gb_nvml_processes(struct gb_nvml card)
{
	unsigned int count = 0;

	if (card.part == NULL || nvml.processes == NULL)
		return -1;
	/* Without room for the list, the call returns an error and the count. */
	int code = nvml.processes(card.part, &count, NULL);
	return code == 0 || code == NVML_ERROR_INSUFFICIENT_SIZE ? (int)count : -1;
}

int gb_nvml_busy(struct gb_nvml card)
{
	struct nvml_utilization now;

	if (card.handle == NULL || nvml.utilization == NULL || nvml.utilization(card.handle, &now) != 0)
		return -1;
	return now.gpu <= 100 ? (int)now.gpu : -1;
}

/* Count the processes in the samples, each once. Some drivers leave garbage there, so impossible processes are
 * ignored. */
static int count_working(const struct nvml_sample *sample, unsigned int count, unsigned long long since,
			 unsigned long long now, unsigned int percent)
{
	int working = 0;

	for (unsigned int i = 0; i < count; i++) {
		bool counts = sample[i].sm > percent && sample[i].sm <= 100 && sample[i].microseconds > since &&
			      sample[i].microseconds <= now;
		for (unsigned int j = 0; j < i && counts; j++)
			counts = sample[j].pid != sample[i].pid;
		working += counts;
	}
	return working;
}

int gb_nvml_working(struct gb_nvml card, double seconds, unsigned int percent)
{
	const unsigned long long end = microseconds_now();
	unsigned int room = 0;

	const unsigned long long since = end - (unsigned long long)(1e6 * seconds);
	if (card.handle == NULL || nvml.samples == NULL)
		return -1;
	/* Without room, the call returns the required size. */
	if (nvml.samples(card.handle, NULL, &room, since) != NVML_ERROR_INSUFFICIENT_SIZE || room == 0)
		return -1;
	struct nvml_sample *sample = gb_heap_array(room, sizeof *sample);
	unsigned int count = room;
	int working = -1;
	if (nvml.samples(card.handle, sample, &count, since) == 0)
		working = count_working(sample, count < room ? count : room, since, end, percent);
	free(sample);
	return working > 0 ? working : -1;
}

void gb_nvml_state(struct gb_nvml card, struct gpu_state *out)
{
	unsigned long long reasons;
	unsigned int celsius;

	*out = GPU_STATE_UNKNOWN;
	if (card.handle == NULL)
		return;
	out->sm_clock_hz = read_clock_hz(card, NVML_CLOCK_SM);
	out->mem_clock_hz = read_clock_hz(card, NVML_CLOCK_MEM);
	out->ecc_errors = gb_nvml_ecc_errors(card);
	if (nvml.temperature != NULL && nvml.temperature(card.handle, NVML_TEMPERATURE_GPU, &celsius) == 0)
		out->temperature_c = celsius;
	const double memory = gb_nvml_field(card, NVML_FIELD_MEMORY_TEMPERATURE, 0);
	if (memory > 0) /* 0: no sensor */
		out->mem_temperature_c = memory;
	if (nvml.reasons != NULL && nvml.reasons(card.handle, &reasons) == 0) {
		gb_throttle_write(reasons, out->throttle, sizeof out->throttle);
		out->slowdown = gb_record_is_slowdown(out->throttle);
	}
}
