/* cubins.h: the machine code of the modules that a process has loaded, in which counted instructions are looked up. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "inject/cupti.h"

/* Keeps a copy of a module's code, which CUPTI may free after this call. */
void gb_cubins_keep(const struct cupti_module *module);

/* Finds the 128 bits of the instruction at `place` of a function, in the cubin with this checksum; false: there is
 * none. Must not be called while a module is being loaded: CUPTI, which computes the checksum, then holds locks. */
bool gb_cubins_find(uint32_t crc, const char *function, uint32_t place, uint64_t *low, uint64_t *high);
