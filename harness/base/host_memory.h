/* host_memory.h: the memory still available to this process: the machine's, within the limits of its control groups. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define GB_NO_LIMIT UINT64_MAX

struct gb_host_memory {
	uint64_t available; /* bytes that can be allocated without swapping and without being killed for it */
	/* The control group that leaves the least memory, out of this process's group and those above. */
	uint64_t limit;  /* bytes; GB_NO_LIMIT: no group has a limit */
	char group[128]; /* its path; "" without a limit */
	/* Processes killed by the kernel because memory ran out: in this process's own group, and on the whole host. */
	uint64_t kills, host_kills;
};

/* Supports control groups of versions 1 and 2, and both at once, as listed in /proc/self/cgroup and
 * /proc/self/mountinfo. `root` is prefixed to every path: "", or a folder in tests. */
void gb_host_memory_read(const char *root, struct gb_host_memory *out);

/* Bytes available now. */
uint64_t gb_host_memory_available(void);

/* Map new memory that begins at a multiple of `boundary`, such as a huge page; munmap() frees it. NULL with errno. */
void *gb_host_memory_map(size_t bytes, size_t boundary);

/* Append ", within the limit of LIMIT of control group GROUP", or nothing if there is no limit. */
void gb_host_memory_name_limit(const struct gb_host_memory *memory, char *text, size_t size);
