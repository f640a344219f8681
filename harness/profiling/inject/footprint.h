/* footprint.h: the sectors that a launch touched, as the patches (footprint.cu) note them in GPU memory:
 *
 *     struct gb_footprint
 *     struct gb_footprint_chunk [chunks]    a hash table of the address-space chunks that were touched
 *     unsigned [chunks][2][WORDS]           for each chunk two sets of sectors, one bit each: read, written */
#pragma once

enum {
	GB_FOOTPRINT_SECTOR_BITS = 5, /* sectors of 32 bytes */
	GB_FOOTPRINT_CHUNK_BITS = 21, /* chunks of 2 MiB, each entirely in one memory */
	GB_FOOTPRINT_WORDS = 1 << (GB_FOOTPRINT_CHUNK_BITS - GB_FOOTPRINT_SECTOR_BITS - 5),
	GB_FOOTPRINT_PROBES = 64 /* places in the table that are tried for a chunk */
};

struct gb_footprint {
	unsigned chunks; /* places in the table; a power of two */
	unsigned unused;
	unsigned long long lost; /* accesses to chunks that found no place */
};

struct gb_footprint_chunk {
	unsigned long long key;     /* number of the chunk plus 1; 0: this place is free */
	unsigned long long address; /* an address that was touched */
	unsigned read, written;     /* sectors read before being written; sectors written */
};
