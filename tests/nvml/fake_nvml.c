/* fake_nvml: a small libnvidia-ml.so.1 for tests, with one card whose answers are known. GPUBENCH_FAKE_NVML selects
 * what it stands for:
 *
 *     card         knows the first card of gpubench-fake, and everything of it
 *     unsupported  knows that card too, but answers no question about it (Thor, GB10)
 *     nothing      answers nothing but that it is there
 *     noinit       the driver is not loaded
 *     mig          that card is divided into slices; gpubench-fake's is one of them
 *     vgpu         it is a virtual one
 *
 * A refused query leaves a value in its destination, which must not be used. Without the setting, one card is known by
 * the UUID GPU-known and by its address, and test_nvml sets its answers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define API __attribute__((visibility("default")))
/* The functions are found by name; no header has them. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

typedef void *device;

static int card, slice;

struct event {
	device card;
	unsigned long long type, data;
	unsigned int gpu_instance, compute_instance;
};

struct utilization {
	unsigned int gpu, memory;
};

struct sample {
	unsigned int pid;
	unsigned long long time;
	unsigned int sm, memory, encoder, decoder;
};

struct reading {
	unsigned long long time;
	unsigned long long value;
};

struct field {
	unsigned int id, scope;
	long long timestamp, latency;
	int type, status;
	union {
		unsigned int ui;
		unsigned long long ull;
	} value;
};

enum { INVALID_ARGUMENT = 2, NOT_SUPPORTED = 3, NOT_FOUND = 6, INSUFFICIENT_SIZE = 7, DRIVER_NOT_LOADED = 9 };
enum { CORRECTED = 0, UNCORRECTED = 1, SINCE_LOAD = 0, NVLINK_SPEED = 164, MEMORY_TEMPERATURE = 82 };

static int is_like(const char *mode)
{
	const char *set = getenv("GPUBENCH_FAKE_NVML");

	return set != NULL && strcmp(set, mode) == 0;
}

/* A card that always draws DRAWN_W. */
enum { DRAWN_W = 100 };
static int is_drawing(void)
{
	return is_like("card") || is_like("mig");
}

/* The return code of most queries: for a card, what it refuses; for a slice, that of the card. */
static int answer(device d)
{
	if (d == &slice)
		return INVALID_ARGUMENT;
	return is_like("unsupported") || is_like("nothing") || is_like("vgpu") ? NOT_SUPPORTED : 0;
}

/* Settings of test_nvml: the number of processes and the return code; the return code of the ECC counters. */
static int processes, processes_code, ecc_code;

API void fake_nvml_set(int count, int code, int code_of_ecc)
{
	processes = count;
	processes_code = code;
	ecc_code = code_of_ecc;
}

/* Utilisation, and its return code. */
static unsigned int busy;
static int busy_code;

API void fake_nvml_busy(unsigned int percent, int code)
{
	busy = percent;
	busy_code = code;
}

/* Samples of processes, with the time since they ended. Number 0 forgets all samples. */
static struct sample samples[16];
static unsigned int sample_count;

static unsigned long long microseconds(void)
{
	struct timespec now;

	timespec_get(&now, TIME_UTC);
	return 1000000ull * (unsigned long long)now.tv_sec + (unsigned long long)now.tv_nsec / 1000;
}

API void fake_nvml_sample(unsigned int pid, double seconds_ago, unsigned int percent)
{
	const long long ago = (long long)(1e6 * seconds_ago);

	if (pid == 0)
		sample_count = 0;
	else if (sample_count < sizeof samples / sizeof samples[0])
		samples[sample_count++] =
			(struct sample){ pid, (unsigned long long)((long long)microseconds() - ago), percent, 0, 0, 0 };
}

/* The power sensor's value at this time in the past. 0 W: forget all values; 1 W: the card has no such sensor. */
static struct reading readings[16];
static unsigned int reading_count;
static int readings_code;

API void fake_nvml_power(double seconds_ago, unsigned int milliwatts)
{
	const long long ago = (long long)(1e6 * seconds_ago);

	readings_code = milliwatts == 1 ? NOT_SUPPORTED : 0;
	if (milliwatts <= 1)
		reading_count = 0;
	else if (reading_count < sizeof readings / sizeof readings[0])
		readings[reading_count++] =
			(struct reading){ (unsigned long long)((long long)microseconds() - ago), milliwatts };
}

/* All younger samples; a refused query leaves a value in the count. */
API int nvmlDeviceGetSamples(device d, int what, unsigned long long since, int *type, unsigned int *count,
			     struct reading *list)
{
	const unsigned int room = *count;

	*type = 1; /* unsigned int */
	if (is_drawing()) {
		*count = 0;
		for (unsigned long long at = since + 1; at <= microseconds() && *count < room; at += 20000)
			list[(*count)++] = (struct reading){ at, 1000ULL * DRAWN_W };
		return answer(d);
	}
	*count = 0;
	for (unsigned int i = 0; i < reading_count && what == 0; i++)
		if (readings[i].time > since && *count < room)
			list[(*count)++] = readings[i];
	*count = readings_code != 0 ? 7 : *count;
	return readings_code != 0 ? readings_code : answer(d);
}

API int nvmlInit_v2(void)
{
	return is_like("noinit") ? DRIVER_NOT_LOADED : 0;
}

static const char first[] = "a0000000-1111-2222-3333-444444444444";

API int nvmlDeviceGetCount_v2(unsigned int *count)
{
	*count = 1;
	return is_like("nothing") ? NOT_SUPPORTED : 0;
}

API int nvmlDeviceGetHandleByIndex_v2(unsigned int index, device *out)
{
	*out = &card;
	return index == 0 ? 0 : INVALID_ARGUMENT;
}

API int nvmlDeviceGetUUID(device d, char *text, unsigned int size)
{
	snprintf(text, size, "GPU-%s", first);
	return answer(d);
}

API int nvmlDeviceGetName(device d, char *text, unsigned int size)
{
	snprintf(text, size, "Fake GPU");
	return answer(d);
}

/* Found by its UUID. A slice has another one, under a prefix that CUDA does not report, or is unknown and found by
 * its address. */
API int nvmlDeviceGetHandleByUUID(const char *uuid, device *out)
{
	const int is_first = strlen(uuid) > 4 && strcmp(uuid + 4, first) == 0;
	const int is_slice = is_like("mig") && is_first && strncmp(uuid, "MIG-", 4) == 0;
	const int is_card = !is_like("mig") && getenv("GPUBENCH_FAKE_NVML") != NULL && is_first;

	if (is_like("nothing"))
		return NOT_SUPPORTED;
	if (strcmp(uuid, "GPU-known") != 0 && !is_slice && !(is_card && strncmp(uuid, "GPU-", 4) == 0))
		return NOT_FOUND;
	*out = is_slice ? &slice : &card;
	return 0;
}

API int nvmlDeviceGetHandleByPciBusId_v2(const char *pci, device *out)
{
	if (is_like("nothing") || strcmp(pci, "0000:18:00.0") != 0)
		return is_like("nothing") ? NOT_SUPPORTED : NOT_FOUND;
	*out = &card;
	return 0;
}

API int nvmlDeviceGetDeviceHandleFromMigDeviceHandle(device part, device *out)
{
	*out = &card;
	return part == &slice ? 0 : INVALID_ARGUMENT;
}

API int nvmlDeviceGetMigMode(device d, unsigned int *now, unsigned int *pending)
{
	*now = *pending = is_like("mig") ? 1 : 0;
	return is_drawing() ? answer(d) : NOT_SUPPORTED;
}

API int nvmlSystemGetDriverVersion(char *text, unsigned int size)
{
	strncpy(text, "580.00", size);
	return is_like("nothing") ? NOT_SUPPORTED : 0;
}

/* A virtual card's text is zeros; the plain card refuses, and leaves a value in the buffer. */
API int nvmlDeviceGetVbiosVersion(device d, char *text, unsigned int size)
{
	if (is_like("vgpu")) {
		strncpy(text, "00.00.00.00.00", size);
		return 0;
	}
	strncpy(text, is_drawing() ? "96.00.61.00.01" : "rubbish", size);
	return is_drawing() ? answer(d) : NOT_SUPPORTED;
}

/* A card that does not report also leaves a value in the buffer. */
static int board_code;

API void fake_nvml_board(int code)
{
	board_code = code;
}

API int nvmlDeviceGetBoardPartNumber(device d, char *text, unsigned int size)
{
	strncpy(text, "692-2G520-0282-001", size);
	return board_code != 0 ? board_code : answer(d);
}

API int nvmlDeviceGetEccMode(device d, int *now, int *pending)
{
	*now = 1;
	*pending = 0;
	return answer(d);
}

API int nvmlDeviceGetEnforcedPowerLimit(device d, unsigned int *milliwatts)
{
	*milliwatts = 700000;
	return answer(d);
}

API int nvmlDeviceGetClockInfo(device d, int which, unsigned int *mhz)
{
	*mhz = which == 1 ? 1980 : 3201;
	return which == 1 || which == 2 ? answer(d) : NOT_SUPPORTED;
}

API int nvmlDeviceGetTotalEnergyConsumption(device d, unsigned long long *millijoules)
{
	*millijoules = is_drawing() ? DRAWN_W * (microseconds() / 1000) : 123456789012ull;
	return answer(d);
}

API int nvmlDeviceGetTemperature(device d, int which, unsigned int *celsius)
{
	*celsius = 61;
	return which == 0 ? answer(d) : NOT_SUPPORTED;
}

API int nvmlDeviceGetCurrentClocksThrottleReasons(device d, unsigned long long *bits)
{
	*bits = is_drawing() ? 0x4 : 0x4 | 0x40;
	return answer(d);
}

/* Corrected and uncorrected errors since the driver was loaded: lifetime counts must not be requested. */
API int nvmlDeviceGetTotalEccErrors(device d, int type, int counter, unsigned long long *count)
{
	if (counter != SINCE_LOAD)
		return NOT_SUPPORTED;
	*count = type == CORRECTED ? 40 : 2;
	return type == UNCORRECTED && ecc_code != 0 ? ecc_code : answer(d);
}

/* The list has no room: the real library then returns an error and the count, or success if there are none. */
API int nvmlDeviceGetComputeRunningProcesses_v3(device d, unsigned int *count, void *list)
{
	if (*count != 0 || list != 0 || (d == &card && answer(d) != 0))
		return NOT_SUPPORTED;
	*count = (unsigned int)processes;
	return processes_code != 0 ? processes_code : processes > 0 ? INSUFFICIENT_SIZE : 0;
}

API int nvmlDeviceGetUtilizationRates(device d, struct utilization *out)
{
	*out = (struct utilization){ busy, 77 };
	return busy_code != 0 ? busy_code : is_like("mig") ? NOT_SUPPORTED : answer(d);
}

/* The real library requires room for all samples and fills in the younger ones; without any, it returns "not found". */
API int nvmlDeviceGetProcessUtilization(device d, struct sample *list, unsigned int *count, unsigned long long since)
{
	const unsigned int room = *count;

	if (answer(d) != 0 || is_like("mig"))
		return NOT_SUPPORTED;
	*count = 16;
	if (list == 0 || room < 16)
		return INSUFFICIENT_SIZE;
	*count = 0;
	for (unsigned int i = 0; i < sample_count; i++)
		if (samples[i].time > since)
			list[(*count)++] = samples[i];
	return *count > 0 ? 0 : NOT_FOUND;
}

/* NVLinks, the last of which is down. */
static struct {
	unsigned int count, version, mbytes;
} links;

API void fake_nvml_links(unsigned int count, unsigned int version, unsigned int mbytes)
{
	links.count = count;
	links.version = version;
	links.mbytes = mbytes;
}

API int nvmlDeviceGetNvLinkState(device d, unsigned int link, int *up)
{
	*up = link + 1 < links.count;
	return link < links.count ? answer(d) : INVALID_ARGUMENT;
}

API int nvmlDeviceGetNvLinkVersion(device d, unsigned int link, unsigned int *version)
{
	*version = links.version;
	return link < links.count ? answer(d) : INVALID_ARGUMENT;
}

static unsigned int mem_celsius = 72;

API void fake_nvml_memory(unsigned int celsius)
{
	mem_celsius = celsius;
}

API int nvmlDeviceGetFieldValues(device d, int count, struct field *list)
{
	for (int i = 0; i < count; i++) {
		const int is_speed = list[i].id == NVLINK_SPEED && list[i].scope < links.count;
		const int is_temperature = list[i].id == MEMORY_TEMPERATURE;
		list[i].status = is_speed || is_temperature ? 0 : NOT_SUPPORTED;
		list[i].value.ui = is_temperature ? mem_celsius : links.mbytes;
	}
	return answer(d);
}

/* ---- errors ------------------------------------------------------------------------------------------------------ */

API int nvmlDeviceGetRemappedRows(device d, unsigned int *corrected, unsigned int *uncorrected, unsigned int *pending,
				  unsigned int *failed)
{
	*corrected = 2;
	*uncorrected = 1;
	*pending = 1;
	*failed = 0;
	return answer(d);
}

API int nvmlDeviceGetPcieReplayCounter(device d, unsigned int *count)
{
	*count = 700;
	return answer(d);
}

/* The number of the link for each active link, and one recovery; a refused query leaves a value. */
API int nvmlDeviceGetNvLinkErrorCounter(device d, unsigned int link, int counter, unsigned long long *count)
{
	*count = link + 1 < links.count ? (counter == 0 ? link : counter == 1) : 700;
	return link + 1 < links.count ? answer(d) : INVALID_ARGUMENT;
}

enum { TIMEOUT = 10, XID = 8, CLOCK_CHANGE = 16 };

/* True if Xid events were requested and some are waiting. */
static int listens;
static unsigned int queue[16], queued;

API int nvmlEventSetCreate(void **set)
{
	*set = &listens;
	return 0;
}

API int nvmlDeviceRegisterEvents(device d, unsigned long long types, void *set)
{
	if (set == &listens && types == XID && answer(d) == 0)
		listens = 1;
	return answer(d);
}

/* 0: an event of another kind. */
API void fake_nvml_xid(unsigned int number)
{
	if (listens && queued < sizeof queue / sizeof queue[0])
		queue[queued++] = number;
}

API int nvmlEventSetWait_v2(void *set, struct event *out, unsigned int milliseconds)
{
	if (set != &listens || queued == 0 || milliseconds != 0)
		return TIMEOUT;
	*out = (struct event){ &card, queue[0] > 0 ? XID : CLOCK_CHANGE, queue[0], 0, 0 };
	memmove(queue, queue + 1, --queued * sizeof queue[0]);
	return 0;
}
