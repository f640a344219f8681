/* load.h: the demand of a kernel's counted launches on every unit. Rules change such a load, and bound.h computes
 * the shortest possible time for it. */
#pragma once

#include <stdbool.h>

#include "profile/binding.h"

/* Bytes, operations and seconds of all counted launches; 0 if nothing was counted. */
struct gb_load {
	double dram_read, dram_write, l2_read, l2_write, arrived;
	double path;                /* on the data path that L1 and shared memory share: 128 bytes per wavefront */
	double arithmetic;          /* seconds at the roof of the unit that takes longest */
	double issue;               /* seconds that the instructions take if every issue slot has one */
	double blocks, block_warps; /* blocks started, and warps per block; 0: unknown */
	double warps;               /* resident warps as a fraction of those that an SM holds; NAN: not counted */
	double active;              /* fraction of the time in which an average SM has a warp; NAN: not counted */
	bool by_matrix;             /* matrix units take longest: few warps load their operands ahead */
	double seconds, launches;
};

/* The value, or 0 if not counted. */
double gb_load_counted(double value);

/* False: too little was counted for a statement about the time. */
bool gb_load_of(struct gb_load *load, const struct gb_profiled *kernel, const struct gb_peaks *peaks);

/* ---- without local memory ---------------------------------------------------------------------------------------- */

/* The load of a kernel without its local memory. Counters report the accesses to local memory, but not their share
 * of the traffic below L1. */

/* Local and global accesses share caches, and counters report only their combined traffic. `least` is the part that
 * local memory cannot have caused, `most` the part that global accesses can have caused. `likely` assumes that
 * sectors of both are equally likely to miss. */
struct gb_without_local {
	struct gb_load least, likely, most;
};

/* `roof`: bytes per second of the path of L1. */
struct gb_without_local gb_without_local(const struct gb_load *load, const struct gb_profiled *kernel, double roof);
