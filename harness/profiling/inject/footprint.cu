// footprint.cu: patches that Compute Sanitizer calls at each memory access, to note the sector (footprint.h).
//
// A sector counts as read if it is read before the launch has written it: its contents are older than the launch. A
// thread notes an access before it makes it, so in a kernel without races the notes have the order of the accesses.
#include "footprint.h"

namespace
{

const unsigned reads = 1, writes = 2, prefetches = 8;

// Reads L2, where atomics take place: the caches of an SM may hold an older state.
__device__ bool has(const unsigned *word, unsigned bit)
{
	return (__ldcg(word) & bit) != 0;
}

// True for the first thread that sets the bit.
__device__ bool set(unsigned *word, unsigned bit)
{
	return !has(word, bit) && (atomicOr(word, bit) & bit) == 0;
}

// Returns the place of an address's chunk in the table; `chunks`: there is none.
__device__ unsigned place_of(gb_footprint_chunk *chunk, unsigned chunks, unsigned long long address)
{
	const unsigned long long key = (address >> GB_FOOTPRINT_CHUNK_BITS) + 1;
	unsigned at = (unsigned)(key * 0x9e3779b97f4a7c15ull >> 32) & (chunks - 1);

	for (int left = GB_FOOTPRINT_PROBES; left > 0; left--, at = (at + 1) & (chunks - 1)) {
		unsigned long long found = __ldcg(&chunk[at].key);
		if (found == 0) {
			found = atomicCAS(&chunk[at].key, 0ull, key);
			if (found == 0)
				chunk[at].address = address;
		}
		if (found == 0 || found == key)
			return at;
	}
	return chunks;
}

__device__ void touch(void *data, unsigned long long address, unsigned how)
{
	gb_footprint *f = static_cast<gb_footprint *>(data);

	if (f == nullptr || (how & prefetches) != 0)
		return;
	gb_footprint_chunk *chunk = reinterpret_cast<gb_footprint_chunk *>(f + 1);
	const unsigned at = place_of(chunk, f->chunks, address);
	if (at == f->chunks) {
		atomicAdd(&f->lost, 1ull);
		return;
	}
	unsigned *read = reinterpret_cast<unsigned *>(chunk + f->chunks) + 2ull * GB_FOOTPRINT_WORDS * at;
	unsigned *written = read + GB_FOOTPRINT_WORDS;
	const unsigned sector = (unsigned)(address >> GB_FOOTPRINT_SECTOR_BITS) & (32 * GB_FOOTPRINT_WORDS - 1);
	const unsigned word = sector / 32, bit = 1u << sector % 32;
	if ((how & reads) != 0 && !has(&written[word], bit) && set(&read[word], bit))
		atomicAdd(&chunk[at].read, 1u);
	if ((how & writes) != 0 && set(&written[word], bit))
		atomicAdd(&chunk[at].written, 1u);
}

// Bulk copies move 16-byte blocks.
__device__ void touch_blocks(void *data, unsigned long long address, unsigned blocks, unsigned how)
{
	for (unsigned i = 0; i < blocks; i++)
		touch(data, address + 16ull * i, how);
}

} // namespace

// An access has at most 16 bytes and is aligned, so it lies within one sector. A patch declares only the first of its
// arguments, up to the last that it needs, and returns 0 so that the thread continues. Nothing here calls it.
#define PATCH extern "C" __device__ __noinline__ __attribute__((used))

PATCH int gb_footprint_access(void *data, unsigned long long, void *address, unsigned, unsigned how)
{
	touch(data, (unsigned long long)address, how);
	return 0;
}

PATCH int gb_footprint_async(void *data, unsigned long long, void *from)
{
	if (from != nullptr)
		touch(data, (unsigned long long)from, reads);
	return 0;
}

// The low half of `size` is the number of blocks.
PATCH int gb_footprint_bulk_load(void *data, unsigned long long, unsigned long long from, unsigned, unsigned,
				 unsigned size)
{
	touch_blocks(data, from, size & 0xffff, reads);
	return 0;
}

PATCH int gb_footprint_bulk_store(void *data, unsigned long long, unsigned long long to, unsigned, unsigned blocks)
{
	touch_blocks(data, to, blocks, writes);
	return 0;
}

PATCH int gb_footprint_bulk_add(void *data, unsigned long long, unsigned long long to, unsigned, unsigned blocks)
{
	touch_blocks(data, to, blocks, reads | writes);
	return 0;
}
