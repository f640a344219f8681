/* host_memory.h: the memory that this process may still have: the machine's, within the limits of its control
 * groups. */
#ifndef GB_HOST_MEMORY_H
#define GB_HOST_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#define GB_NO_LIMIT UINT64_MAX

struct gb_host_memory {
	uint64_t available; /* bytes that can be had without swapping, and without being killed for it */
	/* The control group that leaves least, out of this process's and those above it. */
	uint64_t limit;  /* bytes; GB_NO_LIMIT: none sets one */
	char group[128]; /* its path; "" without a limit */
	/* Processes that the kernel has killed for want of memory: in this process's own group, and on the whole
	 * host. */
	uint64_t kills, host_kills;
};

/* Control groups of version 1 and 2 and both at once, as /proc/self/cgroup and /proc/self/mountinfo name them. `root`
 * stands before every path: "", in tests a folder. */
void gb_host_memory_read(const char *root, struct gb_host_memory *out);

/* Bytes available now. */
uint64_t gb_host_memory_available(void);

/* Append ", within the limit of LIMIT of control group GROUP", or nothing where there is no limit. */
void gb_host_memory_name_limit(const struct gb_host_memory *memory, char *text, size_t size);

#endif
