/* hash.h: 64-bit hashes that are the same on every machine. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* FNV-1a: add `size` bytes to a hash that starts as GB_HASH_BEGIN. gb_hash_finish() ends it. */
#define GB_HASH_BEGIN UINT64_C(14695981039346656037)
uint64_t gb_hash_mix(uint64_t hash, const void *bytes, size_t size);

/* For files, for which a bytewise hash is too slow: four words at a time, each with a hash of its own. */
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
/* An incomplete last block is padded with zeros: the caller must also compare the number of bytes. */
void gb_hash_add_blocks(struct gb_hash_blocks *hash, const void *bytes, size_t size);
uint64_t gb_hash_of_blocks(const struct gb_hash_blocks *hash);

/* The increment of splitmix64: 2^64 divided by the golden ratio. */
#define GB_HASH_STEP UINT64_C(0x9e3779b97f4a7c15)

/* The final step of splitmix64, which makes every bit affect all others: FNV alone gives short texts equal upper
 * bits. */
uint64_t gb_hash_finish(uint64_t z);

/* The next number of the generator splitmix64. */
uint64_t gb_hash_next(uint64_t *state);

/* For a table in memory: a hash of two addresses and another value. */
uint64_t gb_hash_addresses(const void *a, const void *b, uint64_t more);
