#include "base/hash.h"

uint64_t gb_hash_mix(uint64_t hash, const void *bytes, size_t size)
{
	const unsigned char *at = bytes;

	for (size_t i = 0; i < size; i++)
		hash = (hash ^ at[i]) * UINT64_C(1099511628211);
	return hash;
}

uint64_t gb_hash_finish(uint64_t z)
{
	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

uint64_t gb_hash_next(uint64_t *state)
{
	return gb_hash_finish(*state += UINT64_C(0x9e3779b97f4a7c15));
}
