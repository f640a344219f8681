/* load.h: the demand of a kernel's counted launches on every unit. Rules change a load, and bound.h computes the
 * shortest time that it can take. */
#pragma once

#include <stdbool.h>

#include "profile/binding.h"

/* Bytes, operations and seconds of all counted launches; 0 if nothing was counted. */
struct gb_load {
	double dram_read, dram_write, l2_read, l2_write, arrived;
	double path;                /* of the data path shared by L1 and shared memory: 128 bytes per wavefront */
	double arithmetic;          /* seconds of the slowest unit at its roof */
	double issue;               /* seconds if every issue slot is used */
	double blocks, block_warps; /* blocks started, and warps per block; 0: unknown */
	double warps;               /* resident warps as a fraction of an SM's maximum; NAN: not counted */
	double active;              /* fraction of the time for which an average SM has a warp; NAN: not counted */
	bool by_matrix;             /* matrix units take longest: a few warps load operands ahead */
	double seconds, launches;
};

/* Returns the value, or 0 if it was not counted. */
double gb_load_counted(double value);

/* False: too little was counted to say anything about the time. */
bool gb_load_of(struct gb_load *load, const struct gb_profiled *kernel, const struct gb_peaks *peaks);

/* ---- without local memory ---------------------------------------------------------------------------------------- */

/* The load of a kernel without its local memory. Counters report the accesses to local memory, but not their share of
 * the traffic below L1. */

/* Local and global accesses share caches, and counters report only their combined traffic. `least` is the part that
 * local memory cannot have caused, `most` the part that global accesses can have caused. `likely` assumes that sectors
 * of both are equally likely to miss. */
struct gb_without_local {
	struct gb_load least, likely, most;
};

/* `roof`: bytes per second of the L1 path. */
struct gb_without_local gb_without_local(const struct gb_load *load, const struct gb_profiled *kernel, double roof);
