/* dmi.h: the firmware's description of the memory modules: SMBIOS structures of type 17 (DMTF DSP0134, "Memory
 * Device"). */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct gb_dmi_memory {
	double transfers_hz; /* configured, per second and data line */
	uint32_t bits;       /* data lines of all populated channels */
	size_t modules, channels;
};

/* Reads the structures of a table, as in /sys/firmware/dmi/tables/DMI, which may contain any bytes. GB_SKIPPED, with
 * the reason: the structures do not report the memory. Pure. */
int gb_dmi_memory(const unsigned char *table, size_t size, struct gb_dmi_memory *memory, struct gb_error *error);

/* The same for this machine; reading requires privileges. GB_SKIPPED as above. */
int gb_dmi_read(struct gb_dmi_memory *memory, struct gb_error *error);
