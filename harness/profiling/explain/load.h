/* load.h: what the counted launches of a kernel ask of every unit. Rules change such a load, and bound.h says
 * how long it takes then at least. */
#ifndef GB_LOAD_H
#define GB_LOAD_H

#include <stdbool.h>

#include "profile/binding.h"

/* Bytes, operations and seconds of all counted launches; 0 where nothing was counted. */
struct gb_load {
	double dram_read, dram_write, l2_read, l2_write, arrived;
	double path;       /* of the data path that L1 and shared memory have in common: 128 bytes a wavefront */
	double arithmetic; /* seconds at the roof of the unit that takes longest */
	double issue;      /* seconds that instructions take if each issue slot has one */
	double blocks, block_warps; /* that are started, and the warps of each; 0: not known */
	double warps;               /* resident, of those that an SM holds; NAN: not counted */
	double active;              /* of the time, in which a mean SM has a warp; NAN: not counted */
	bool by_matrix;             /* units of matrices take longest: their operands are loaded ahead, by few warps */
	double seconds, launches;
};

/* The value, or 0 where it was not counted. */
double gb_load_counted(double value);

/* False: too little was counted to say anything of its time. */
bool gb_load_of(struct gb_load *load, const struct gb_profiled *kernel, const struct gb_peaks *peaks);

/* ---- without local memory ---------------------------------------------------------------------------------------- */

/* The load of a kernel without its local memory. Counters give the accesses to local memory, but not how much of the
 * traffic below L1 is due to them. */

/* Local and global accesses share caches, and counters give the traffic of both together. `least` is what local memory
 * cannot have caused, `most` what global accesses can have caused. `likely`: sectors of both are equally likely to
 * miss. */
struct gb_without_local {
	struct gb_load least, likely, most;
};

/* `roof`: bytes per second of the path of L1. */
struct gb_without_local gb_without_local(const struct gb_load *load, const struct gb_profiled *kernel, double roof);

#endif
