/* gpu_host_devices.c: properties of the host's processors and memory. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/host.h"
#include "base/host_memory.h"
#include "base/text.h"
#include "host/dmi.h"
#include "host/gpu_host.h"

const struct gb_processor *host_processors(struct gb_error *error)
{
	static struct gb_processor read;

	return read.topology != NULL || gb_processor_read(&read, error) == GB_OK ? &read : NULL;
}

int host_count(int *count, struct gb_error *error)
{
	*count = 1;
	return GB_OK;
}

static void read_line(const char *path, char *text, size_t size)
{
	FILE *file = fopen(path, "r");

	text[0] = '\0';
	if (file == NULL)
		return;
	if (fgets(text, (int)size, file) != NULL)
		text[strcspn(text, "\n")] = '\0';
	fclose(file);
}

/* The same for all runs on this machine, and different on any other. It is computed from the machine's id, which should
 * not be published, and the host's name, because containers may share the id. */
static void make_uuid(char *text, size_t size)
{
	struct gb_host host;
	char machine[64];
	uint64_t hash[2] = { UINT64_C(0xcbf29ce484222325), UINT64_C(0x84222325cbf29ce4) };

	gb_host_describe(&host);
	read_line("/etc/machine-id", machine, sizeof machine);
	const char *const parts[] = { "gpubench", machine, host.name };
	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
		for (const char *at = parts[i]; *at != '\0'; at++)
			for (int half = 0; half < 2; half++)
				hash[half] =
					(hash[half] ^ (unsigned char)*at) * UINT64_C(0x100000001b3) + (uint64_t)half;
	gb_text_add(text, size, "CPU-%08x-%04x-%04x-%04x-%012llx", (unsigned int)(hash[0] >> 32),
		    (unsigned int)(hash[0] >> 16) & 0xffff, (unsigned int)hash[0] & 0xffff,
		    (unsigned int)(hash[1] >> 48), (unsigned long long)hash[1] & 0xffffffffffffULL);
}

static double read_max_clock(void)
{
	char text[32];

	read_line("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", text, sizeof text);
	const double khz = gb_text_number(text);
	return khz > 0 ? 1e3 * khz : (double)NAN;
}

static void describe_processors(const struct gb_processor *p, struct gb_device *device, struct gpu_identity *identity)
{
	struct utsname system;
	struct gb_error unknown = { "" };
	struct gb_dmi_memory memory;
	const bool known = gb_dmi_read(&memory, &unknown) == GB_OK;

	*device = (struct gb_device){
		.target = GB_HOST,
		.sm_count = (int)p->cores,
		.warp_size = 1,
		.threads_per_sm = 1,
		.threads_per_block = 1,
		.blocks_per_sm = 1,
		.l1_bytes = p->l1_bytes,
		.l2_bytes = p->l2_bytes,
		.l3_bytes = p->l3_bytes,
		.numa_nodes = p->nodes,
		.memory_bytes = p->memory_bytes,
		.sm_clock_max_hz = read_max_clock(),
		.matrix_clock_max_hz = NAN,
		.mem_bus_bits = known ? memory.bits : 0,
		.mem_clock_hz = known ? memory.transfers_hz / 2 : (double)NAN, /* two transfers per clock */
		.rates = p->rates,
	};
	gb_text_copy(device->name, sizeof device->name, p->name);
	make_uuid(device->uuid, sizeof device->uuid);
	*identity = (struct gpu_identity){ .power_limit_w = NAN, .numa_node = -1 };
	if (uname(&system) == 0)
		gb_text_add(identity->driver, sizeof identity->driver, "%.10s %.20s", system.sysname, system.release);
}

int host_describe(int index, struct gb_device *device, struct gpu_identity *identity, struct gb_error *error)
{
	const struct gb_processor *p = host_processors(error);

	if (p == NULL)
		return GB_FAILED;
	describe_processors(p, device, identity);
	return GB_OK;
}

uint64_t host_huge_page_bytes(void)
{
	char words[64], size[32];

	/* The active word is in brackets. */
	read_line("/sys/kernel/mm/transparent_hugepage/enabled", words, sizeof words);
	read_line("/sys/kernel/mm/transparent_hugepage/hpage_pmd_size", size, sizeof size);
	if (words[0] == '\0' || strstr(words, "[never]") != NULL)
		return 0;
	const uint64_t bytes = strtoull(size, NULL, 10);
	return bytes > 0 ? bytes : 2 << 20;
}

int host_attribute(int index, int i, struct gpu_attribute *out, struct gb_error *error)
{
	const struct gb_processor *p = host_processors(error);

	if (p == NULL)
		return GB_FAILED;
	const struct gpu_attribute attributes[] = {
		{ "packages", "", (double)p->packages },
		{ "NUMA nodes with cores", "", p->nodes },
		{ "hardware threads", "", (double)p->threads },
		{ "L1 data cache, a core", "B", (double)p->l1_bytes },
		{ "L2 caches together", "B", (double)p->l2_bytes },
		{ "L3 caches together", "B", (double)p->l3_bytes },
		{ "page", "B", (double)sysconf(_SC_PAGESIZE) },
		{ "huge pages on request", "bool", host_huge_page_bytes() > 0 },
		{ "memory free now", "B", (double)gb_host_memory_available() },
	};
	if ((size_t)i >= sizeof attributes / sizeof attributes[0])
		return GB_END;
	*out = attributes[i];
	return GB_OK;
}

/* Other work on the host shows in the time that the team loses to it. */
int host_processes(int index)
{
	return -1;
}
