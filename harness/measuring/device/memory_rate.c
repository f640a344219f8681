/* memory_rate.c: the peak rate of a GPU's memory, from its bus, or from the module if the GPU shares the host's memory
 * (rates.h, gpubench.h). */
#include <math.h>
#include <string.h>

#include "device/rates.h"

/* Modules whose GPU shares the memory of its host. CUDA does not report their bus: it has 612 MHz x 256 bit for 204.8
 * GB/s on an AGX Orin (github.com/OE4T/meta-tegra, pull 2088), and 8533 MHz x 256 bit for 273 on GB10. Modules with the
 * same chip differ in memory, whose size identifies them. Those with 8 GB are missing: they have 68 or 102 GB/s,
 * depending on the mode.
 *   Xavier: 2133 MHz x 256 bit, AGX; Orin: 3200 MHz x 256 bit, AGX (github.com/intel/llvm, pull 8418, 2023). Orin NX,
 *   16 GB: 102.4 GB/s (techpowerup.com, c4086). Thor T5000: 4266 MHz x 256 bit, 273 GB/s (developer.ridgerun.com, "SoM
 *   Overview to NVIDIA Jetson AGX Thor", 2025). GB10: 273 GB/s (huggingface.co/blog/exolabs, "The DGX Spark Handbook",
 *   2025). */
static const struct {
	int cc;
	double least_bytes, most_bytes; /* as CUDA reports it */
	double rate;
} modules[] = {
	{ 72, 24e9, INFINITY, 136.5e9 }, /* AGX Xavier of 32 and 64 GB; an AGX of 16 GB has the size of an NX */
	{ 87, 24e9, INFINITY, 204.8e9 }, /* AGX Orin */
	{ 87, 12e9, 24e9, 102.4e9 },     /* Orin NX of 16 GB */
	{ 101, 100e9, INFINITY, 273e9 }, /* Thor T5000 */
	{ 110, 100e9, INFINITY, 273e9 }, { 121, 0, INFINITY, 273e9 }, /* GB10 */
};

/* An older driver reports 8192 bits for a B200 (github.com/pytorch/ao, pull 4002, 2026). NVIDIA's datasheet has 7.7
 * TB/s (github.com/ai-dynamo/aiconfigurator, pull 1246). */
enum { B200_BITS = 7680 };

static double bus_bits(const struct gb_device *device)
{
	return strcmp(device->name, "NVIDIA B200") == 0 ? B200_BITS : (double)device->mem_bus_bits;
}

bool gb_memory_is_shared(const struct gb_device *device)
{
	const int cc = 10 * device->cc_major + device->cc_minor;

	return device->is_integrated != 0 || cc == 72 || cc == 87 || cc == 101 || cc == 110 || cc == 121;
}

double gb_memory_rate(const struct gb_device *device)
{
	const double bytes = (double)device->memory_bytes;

	if (gb_memory_is_shared(device)) {
		for (size_t i = 0; i < sizeof modules / sizeof modules[0]; i++)
			if (modules[i].cc == 10 * device->cc_major + device->cc_minor &&
			    bytes >= modules[i].least_bytes && bytes < modules[i].most_bytes)
				return modules[i].rate;
		return NAN;
	}
	const bool known = device->mem_clock_hz > 0 && device->mem_bus_bits > 0;
	return known ? 2 * device->mem_clock_hz * bus_bits(device) / 8 : (double)NAN;
}
