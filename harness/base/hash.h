/* hash.h: 64-bit hashes that are the same on every machine. */
#ifndef GB_HASH_H
#define GB_HASH_H

#include <stddef.h>
#include <stdint.h>

/* Mix what lies at `bytes` into a hash (FNV-1a), which begins as GB_HASH_BEGIN and is finished at the end. */
#define GB_HASH_BEGIN UINT64_C(14695981039346656037)
uint64_t gb_hash_mix(uint64_t hash, const void *bytes, size_t size);

/* A file, which is too much for a byte at a time: four words at a time, each into a hash of its own. */
enum { GB_HASH_BLOCK = 32 };
struct gb_hash_blocks {
	uint64_t lane[4];
};
#define GB_HASH_BLOCKS_BEGIN       \
	{                          \
		{                  \
			1, 2, 3, 4 \
		}                  \
	}
/* An incomplete block at the end counts as if zeros followed: the caller must compare the number of bytes. */
void gb_hash_add_blocks(struct gb_hash_blocks *hash, const void *bytes, size_t size);
uint64_t gb_hash_of_blocks(const struct gb_hash_blocks *hash);

/* From one number of splitmix64 to the next: 2^64 over the golden ratio. */
#define GB_HASH_STEP UINT64_C(0x9e3779b97f4a7c15)

/* The end of splitmix64, which spreads every bit over all others: FNV leaves the upper bits of short texts alike. */
uint64_t gb_hash_finish(uint64_t z);

/* The next number of splitmix64. */
uint64_t gb_hash_next(uint64_t *state);

/* For a table in memory: of two addresses and whatever else tells apart. */
uint64_t gb_hash_addresses(const void *a, const void *b, uint64_t more);

#endif
