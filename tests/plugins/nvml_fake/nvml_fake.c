/* nvml_fake: no plug-in but a small libnvidia-ml.so.1 for test_nvml: one card with known answers. A program that finds it
 * among its plug-ins refuses it. It lacks nvmlDeviceGetMigMode, as an old library does. */
#include <string.h>

#define API __attribute__((visibility("default")))

typedef void *device;

static int card;

API int nvmlInit_v2(void);
API int nvmlDeviceGetHandleByUUID(const char *uuid, device *out);
API int nvmlDeviceGetHandleByPciBusId_v2(const char *pci, device *out);
API int nvmlSystemGetDriverVersion(char *text, unsigned int size);
API int nvmlDeviceGetVbiosVersion(device d, char *text, unsigned int size);
API int nvmlDeviceGetEccMode(device d, int *now, int *pending);
API int nvmlDeviceGetEnforcedPowerLimit(device d, unsigned int *milliwatts);
API int nvmlDeviceGetClockInfo(device d, int which, unsigned int *mhz);
API int nvmlDeviceGetPowerUsage(device d, unsigned int *milliwatts);
API int nvmlDeviceGetTotalEnergyConsumption(device d, unsigned long long *millijoules);
API int nvmlDeviceGetTemperature(device d, int which, unsigned int *celsius);
API int nvmlDeviceGetCurrentClocksThrottleReasons(device d, unsigned long long *bits);

enum { NOT_FOUND = 6, NOT_SUPPORTED = 3 };

int nvmlInit_v2(void)
{
	return 0;
}

/* Known by its UUID; a MIG slice of it is not, and goes by the address. */
int nvmlDeviceGetHandleByUUID(const char *uuid, device *out)
{
	if (strcmp(uuid, "GPU-known") != 0)
		return NOT_FOUND;
	*out = &card;
	return 0;
}

int nvmlDeviceGetHandleByPciBusId_v2(const char *pci, device *out)
{
	if (strcmp(pci, "0000:18:00.0") != 0)
		return NOT_FOUND;
	*out = &card;
	return 0;
}

int nvmlSystemGetDriverVersion(char *text, unsigned int size)
{
	strncpy(text, "580.00", size);
	return 0;
}

/* Refused, with something left in the buffer. */
int nvmlDeviceGetVbiosVersion(device d, char *text, unsigned int size)
{
	(void)d;
	strncpy(text, "rubbish", size);
	return NOT_SUPPORTED;
}

int nvmlDeviceGetEccMode(device d, int *now, int *pending)
{
	(void)d;
	*now = 1;
	*pending = 0;
	return 0;
}

int nvmlDeviceGetEnforcedPowerLimit(device d, unsigned int *milliwatts)
{
	(void)d;
	*milliwatts = 700000;
	return 0;
}

int nvmlDeviceGetClockInfo(device d, int which, unsigned int *mhz)
{
	(void)d;
	*mhz = which == 1 ? 1980 : 3201;
	return which == 1 || which == 2 ? 0 : NOT_SUPPORTED;
}

int nvmlDeviceGetPowerUsage(device d, unsigned int *milliwatts)
{
	(void)d;
	*milliwatts = 512500;
	return 0;
}

int nvmlDeviceGetTotalEnergyConsumption(device d, unsigned long long *millijoules)
{
	(void)d;
	*millijoules = 123456789012ull;
	return 0;
}

int nvmlDeviceGetTemperature(device d, int which, unsigned int *celsius)
{
	(void)d;
	*celsius = 61;
	return which == 0 ? 0 : NOT_SUPPORTED;
}

int nvmlDeviceGetCurrentClocksThrottleReasons(device d, unsigned long long *bits)
{
	(void)d;
	*bits = 0x4 | 0x40;
	return 0;
}
