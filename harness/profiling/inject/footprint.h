/* footprint.h: the sectors that a launch touched, as noted by the patches (footprint.cu) in the memory of the GPU:
 *
 *     struct gb_footprint
 *     struct gb_footprint_chunk [chunks]    a hash table of address-space chunks that were touched
 *     unsigned [chunks][2][WORDS]           for each chunk two sets of sectors, a bit each: read, written
 */
#pragma once

enum {
	GB_FOOTPRINT_SECTOR_BITS = 5, /* sectors of 32 bytes */
	GB_FOOTPRINT_CHUNK_BITS = 21, /* chunks of 2 MiB, each of which lies entirely in one memory */
	GB_FOOTPRINT_WORDS = 1 << (GB_FOOTPRINT_CHUNK_BITS - GB_FOOTPRINT_SECTOR_BITS - 5),
	GB_FOOTPRINT_PROBES = 64 /* places of the table that are tried for a chunk */
};

struct gb_footprint {
	unsigned chunks; /* places in the table: a power of two */
	unsigned unused;
	unsigned long long lost; /* accesses to chunks for which there was no place */
};

struct gb_footprint_chunk {
	unsigned long long key;     /* its number plus 1; 0: this place is free */
	unsigned long long address; /* one that was touched */
	unsigned read, written;     /* sectors that were read before being written, and sectors that were written */
};
