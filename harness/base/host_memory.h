/* host_memory.h: the memory that this process can still allocate: the machine's, within the limits of its control
 * groups. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define GB_NO_LIMIT UINT64_MAX

struct gb_host_memory {
	uint64_t available; /* bytes that can be allocated without swapping and without the process being killed */
	/* The control group that leaves the least memory, among this process's group and those above it. */
	uint64_t limit;  /* bytes; GB_NO_LIMIT: no group has a limit */
	char group[128]; /* its path; "" without a limit */
	/* Processes that the kernel killed because memory ran out: in this process's own group, and on the whole
	 * host. */
	uint64_t kills, host_kills;
};

/* Read control groups of version 1 or 2, or of both at once, as listed in /proc/self/cgroup and /proc/self/mountinfo.
 * `root` is prefixed to every path: "", or a folder in tests. */
void gb_host_memory_read(const char *root, struct gb_host_memory *out);

/* Bytes available now. */
uint64_t gb_host_memory_available(void);

/* Map new memory that begins at a multiple of `boundary`, such as the size of a huge page; munmap() frees it. NULL:
 * errno has the reason. */
void *gb_host_memory_map(size_t bytes, size_t boundary);

/* Append ", within the limit of LIMIT of control group GROUP", or nothing if there is no limit. */
void gb_host_memory_name_limit(const struct gb_host_memory *memory, char *text, size_t size);
