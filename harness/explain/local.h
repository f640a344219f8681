/* local.h: the load of a kernel without its local memory. Counters give the accesses to local memory, but not how much
 * of the traffic below L1 is due to them. */
#ifndef GB_LOCAL_H
#define GB_LOCAL_H

#include "explain/load.h"

/* Local and global accesses share caches, and counters give the traffic of both together. `least` is what local memory
 * cannot have caused, `most` what global accesses can have caused. `likely`: sectors of both are equally likely to
 * miss. */
struct gb_without_local {
	struct gb_load least, likely, most;
};

/* `roof`: bytes per second of the path of L1. */
struct gb_without_local gb_without_local(const struct gb_load *load, const struct gb_profiled *kernel, double roof);

#endif
