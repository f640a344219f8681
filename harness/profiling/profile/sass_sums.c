/* sass_sums.c: adds up the work of a kernel's instructions. */
#include "profile/sass.h"

#include <math.h>

enum { LINE = 128, WAVEFRONT = 128 };

void gb_sass_sums_begin(double value[GB_COUNTERS])
{
	static const enum gb_counter counted[] = {
		GB_SHARED_READ,      GB_SHARED_WRITE,   GB_PATH,
		GB_FP64_ADD,         GB_FP64_MUL,       GB_FP64_FMA,
		GB_FP32_ADD,         GB_FP32_MUL,       GB_FP32_FMA,
		GB_FP16_ADD,         GB_FP16_MUL,       GB_FP16_FMA,
		GB_TENSOR_FP64,      GB_TENSOR_TF32,    GB_TENSOR_FP16,
		GB_TENSOR_BF16,      GB_TENSOR_FP8,     GB_TENSOR_INT8,
		GB_LOAD_SECTORS,     GB_LOAD_REQUESTS,  GB_STORE_SECTORS,
		GB_STORE_REQUESTS,   GB_CONFLICTS_READ, GB_CONFLICTS_WRITE,
		GB_LOCAL_READ,       GB_LOCAL_WRITE,    GB_DRAM_READ_LEAST,
		GB_DRAM_WRITE_LEAST, GB_DRAM_READ_MOST, GB_DRAM_WRITE_MOST,
		GB_L2_READ_MOST,     GB_L2_WRITE_MOST,  GB_MATRIX_UNREAD,
	};

	for (int c = 0; c < GB_COUNTERS; c++)
		value[c] = NAN;
	for (size_t i = 0; i < sizeof counted / sizeof counted[0]; i++)
		value[counted[i]] = 0;
}

/* The bytes that L2 fetches for these sectors: one fetch per sector, but not more than complete lines need. */
static double fetched_bytes(const struct gb_sass_counts *c)
{
	return GB_SASS_FETCH * fmin((double)c->sectors, (double)c->lines * LINE / GB_SASS_FETCH);
}

static void add_load(double value[GB_COUNTERS], const struct gb_sass_counts *c)
{
	value[GB_LOAD_SECTORS] += (double)c->sectors;
	value[GB_LOAD_REQUESTS] += (double)c->warps;
	value[GB_DRAM_READ_MOST] += fetched_bytes(c);
	value[GB_L2_READ_MOST] += (double)c->sectors * GB_SECTOR;
}

/* A partially written sector must be read first. `each`: bytes per thread; 0: unknown. */
static void add_store(double value[GB_COUNTERS], const struct gb_sass_counts *c, double each)
{
	const double bytes = (double)c->sectors * GB_SECTOR;
	const bool whole = (double)c->threads * each >= bytes;

	value[GB_STORE_SECTORS] += (double)c->sectors;
	value[GB_STORE_REQUESTS] += (double)c->warps;
	value[GB_DRAM_READ_MOST] += whole ? 0 : fetched_bytes(c);
	value[GB_DRAM_WRITE_MOST] += bytes;
	value[GB_L2_WRITE_MOST] += bytes;
}

/* L2 reads, modifies and writes the data itself. */
static void add_atomic(double value[GB_COUNTERS], const struct gb_sass_counts *c)
{
	value[GB_DRAM_READ_MOST] += fetched_bytes(c);
	value[GB_DRAM_WRITE_MOST] += (double)c->sectors * GB_SECTOR;
	value[GB_L2_WRITE_MOST] += (double)c->sectors * GB_SECTOR;
}

/* Spilled registers may be evicted from L1, and also from L2. */
static void add_local(double value[GB_COUNTERS], const struct gb_sass_counts *c, bool is_load)
{
	const double bytes = (double)c->local_sectors * GB_SECTOR;

	value[is_load ? GB_LOCAL_READ : GB_LOCAL_WRITE] += bytes;
	value[is_load ? GB_DRAM_READ_MOST : GB_DRAM_WRITE_MOST] += bytes;
	value[is_load ? GB_L2_READ_MOST : GB_L2_WRITE_MOST] += bytes;
}

static void add_shared(double value[GB_COUNTERS], const struct gb_sass_counts *c, bool is_load)
{
	const double ideal = fmin((double)c->wavefronts_ideal, (double)c->wavefronts);

	value[is_load ? GB_SHARED_READ : GB_SHARED_WRITE] += (double)c->wavefronts * WAVEFRONT;
	value[is_load ? GB_CONFLICTS_READ : GB_CONFLICTS_WRITE] += (double)c->wavefronts - ideal;
}

void gb_sass_sums_add(double value[GB_COUNTERS], int capability, uint64_t low, uint64_t high,
		      const struct gb_sass_counts *counts)
{
	const struct gb_sass_code code = gb_sass_decode(capability, low, high);
	const double executed = counts->warps > 0 ? 1 : 0;

	switch (code.kind) {
	case GB_SASS_OTHER:
		break;
	case GB_SASS_THREADS:
		value[code.counter] += code.each * (double)counts->threads;
		break;
	case GB_SASS_WARPS:
		value[code.counter] += code.each * (double)counts->warps;
		break;
	case GB_SASS_MATRIX:
		value[GB_MATRIX_UNREAD] += (double)counts->warps;
		break;
	case GB_SASS_LOAD:
		add_load(value, counts);
		break;
	case GB_SASS_STORE:
		add_store(value, counts, code.each);
		break;
	case GB_SASS_ATOMIC:
		add_atomic(value, counts);
		break;
	case GB_SASS_LOCAL_LOAD:
	case GB_SASS_LOCAL_STORE:
		add_local(value, counts, code.kind == GB_SASS_LOCAL_LOAD);
		break;
	case GB_SASS_SHARED_LOAD:
	case GB_SASS_SHARED_STORE:
		add_shared(value, counts, code.kind == GB_SASS_SHARED_LOAD);
		break;
	case GB_SASS_BULK_LOAD:
	case GB_SASS_BULK_STORE:
	case GB_SASS_TEXTURE:
		if (executed > 0)
			value[GB_DRAM_READ_MOST] = value[GB_L2_READ_MOST] = INFINITY;
		if (executed > 0 && code.kind != GB_SASS_BULK_LOAD)
			value[GB_DRAM_WRITE_MOST] = value[GB_L2_WRITE_MOST] = INFINITY;
		break;
	}
}
