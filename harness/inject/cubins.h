/* cubins.h: the machine code of the modules that a process has loaded: what an instruction is that a count belongs
 * to. */
#ifndef GB_CUBINS_H
#define GB_CUBINS_H

#include <stdbool.h>
#include <stdint.h>

#include "inject/cupti.h"

/* Keep a copy of a module's; CUPTI may have it for this call only. */
void gb_cubins_keep(const struct cupti_module *module);

/* The 128 bits of the instruction at `place` of a function, of the cubin with this checksum. Not for a callback that
 * says that a module is loaded: CUPTI is asked for checksums, and holds locks there. False: there is none. */
bool gb_cubins_find(uint32_t crc, const char *function, uint32_t place, uint64_t *low, uint64_t *high);

#endif
