#include "base/hash.h"

#include <string.h>

uint64_t gb_hash_mix(uint64_t hash, const void *bytes, size_t size)
{
	const unsigned char *at = bytes;

	for (size_t i = 0; i < size; i++)
		hash = (hash ^ at[i]) * UINT64_C(1099511628211);
	return hash;
}

void gb_hash_add_blocks(struct gb_hash_blocks *hash, const void *bytes, size_t size)
{
	const unsigned char *at = bytes;
	struct gb_hash_blocks h = *hash;
	uint64_t word[4];

	for (; size > 0; at += GB_HASH_BLOCK) {
		const size_t here = size < GB_HASH_BLOCK ? size : GB_HASH_BLOCK;
		memset(word, 0, sizeof word);
		memcpy(word, at, here);
		for (int i = 0; i < 4; i++)
			h.lane[i] = (h.lane[i] ^ word[i]) * GB_HASH_STEP;
		size -= here;
	}
	*hash = h;
}

uint64_t gb_hash_of_blocks(const struct gb_hash_blocks *hash)
{
	uint64_t all = GB_HASH_BEGIN;

	for (int i = 0; i < 4; i++)
		all = gb_hash_finish(all + hash->lane[i]);
	return all;
}

uint64_t gb_hash_finish(uint64_t z)
{
	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

uint64_t gb_hash_next(uint64_t *state)
{
	return gb_hash_finish(*state += GB_HASH_STEP);
}

uint64_t gb_hash_addresses(const void *a, const void *b, uint64_t more)
{
	return gb_hash_finish(((uint64_t)(uintptr_t)a * GB_HASH_STEP + (uint64_t)(uintptr_t)b) * GB_HASH_STEP + more);
}
