/* local.h: the load of a kernel without its local memory, of which counters give the accesses, but little of the traffic that they
 * cause below L1. */
#ifndef GB_LOCAL_H
#define GB_LOCAL_H

#include "explain/load.h"

/* Local and global accesses share caches. What both together cause was counted; what is left without local memory lies between
 * the share that local memory cannot have caused and the one that global accesses can have. If sectors of both kinds are equally
 * likely to miss, it is `likely`. */
struct gb_without_local {
	struct gb_load least, likely, most;
};

/* `roof`: bytes per second of the path of L1. */
struct gb_without_local gb_without_local(const struct gb_load *load, const struct gb_profiled *kernel, double roof);

#endif
