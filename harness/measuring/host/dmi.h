/* dmi.h: the memory modules as the firmware describes them: SMBIOS structures of type 17 (DMTF DSP0134, "Memory
 * Device"). */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct gb_dmi_memory {
	double transfers_hz; /* as configured, per second and data line */
	uint32_t bits;       /* data lines of all populated channels */
	size_t modules, channels;
};

/* Read the structures of a table, as in /sys/firmware/dmi/tables/DMI, which may contain any bytes. GB_SKIPPED, with the
 * reason: the structures do not describe the memory. Pure. */
int gb_dmi_memory(const unsigned char *table, size_t size, struct gb_dmi_memory *memory, struct gb_error *error);

/* The same for this machine; reading needs privileges. */
int gb_dmi_read(struct gb_dmi_memory *memory, struct gb_error *error);
