/* hash.h: 64-bit hashes that are the same on every machine. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Add `size` bytes to a hash (FNV-1a), which starts as GB_HASH_BEGIN and must be finished at the end. */
#define GB_HASH_BEGIN UINT64_C(14695981039346656037)
uint64_t gb_hash_mix(uint64_t hash, const void *bytes, size_t size);

/* For files, which are too long for a bytewise hash: four words at a time, each with its own hash. */
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
/* An incomplete last block counts as if zeros followed: the caller must also compare the number of bytes. */
void gb_hash_add_blocks(struct gb_hash_blocks *hash, const void *bytes, size_t size);
uint64_t gb_hash_of_blocks(const struct gb_hash_blocks *hash);

/* From one number of splitmix64 to the next: 2^64 over the golden ratio. */
#define GB_HASH_STEP UINT64_C(0x9e3779b97f4a7c15)

/* The final step of splitmix64, which makes every bit affect all others: with FNV alone, short texts share their upper
 * bits. */
uint64_t gb_hash_finish(uint64_t z);

/* The next number of the generator splitmix64. */
uint64_t gb_hash_next(uint64_t *state);

/* For a table in memory: a hash of two addresses and any other distinguishing value. */
uint64_t gb_hash_addresses(const void *a, const void *b, uint64_t more);
