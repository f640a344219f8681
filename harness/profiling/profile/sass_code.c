/* sass_code.c: decodes the kind of an instruction, and its operations or bytes. */
#include "profile/sass.h"

#include <stdbool.h>
#include <stddef.h>

static unsigned read_bits(uint64_t word, unsigned first, unsigned count)
{
	return (unsigned)(word >> first & ((UINT64_C(1) << count) - 1));
}

/* ---- matrix instructions ----------------------------------------------------------------------------------------- */

/* This bit of the upper word has the same meaning in all matrix instructions. */
static bool is_sparse(uint64_t high)
{
	return read_bits(high, 9, 1) != 0;
}

static struct gb_sass_code count_matrix(enum gb_counter counter, unsigned m, unsigned n, unsigned k)
{
	return (struct gb_sass_code){ GB_SASS_WARPS, counter, 2.0 * m * n * k };
}

/* Sparse operands halve the operations of a shape, but it was not checked how the counters count them. */
static const struct gb_sass_code not_known = { .kind = GB_SASS_MATRIX };

static enum gb_counter half_format(bool bf16, bool tf32)
{
	return tf32 ? GB_TENSOR_TF32 : bf16 ? GB_TENSOR_BF16 : GB_TENSOR_FP16;
}

/* HMMA: 16 x 8, with a depth of 4, 8 or 16. */
static struct gb_sass_code count_hmma(uint64_t low, uint64_t high)
{
	const bool deep = read_bits(high, 11, 1), shallow = read_bits(high, 14, 1);

	if (is_sparse(high) || (deep && shallow))
		return not_known;
	return count_matrix(half_format(read_bits(high, 18, 1), read_bits(high, 19, 1)), 16, 8,
			    deep      ? 16
			    : shallow ? 4
				      : 8);
}

/* IMMA: 8 x 8 x 16, or 16 x 8 x 16 and 32, of 8 bits. There is no roof for 4 bits. */
static struct gb_sass_code count_imma(uint64_t low, uint64_t high)
{
	const bool tall = read_bits(high, 22, 1), deep = read_bits(high, 11, 1), four = read_bits(high, 19, 1);

	if (is_sparse(high) || four || read_bits(high, 21, 1))
		return not_known;
	return count_matrix(GB_TENSOR_INT8, tall ? 16 : 8, 8, deep ? 32 : 16);
}

/* DMMA: 8 x 8 x 4, or 16 x 8 with a depth of 4, 8 or 16. */
static struct gb_sass_code count_dmma(uint64_t low, uint64_t high)
{
	static const struct {
		unsigned m, k;
	} shape[] = { { 8, 4 }, { 16, 4 }, { 16, 8 }, { 16, 16 } };
	const unsigned size = read_bits(high, 12, 2);

	return count_matrix(GB_TENSOR_FP64, shape[size].m, 8, shape[size].k);
}

/* Four warps compute 64 x n x k together. The field counts columns in units of 8. */
static struct gb_sass_code count_warpgroup(uint64_t low, uint64_t high, enum gb_counter counter, unsigned k)
{
	if (is_sparse(high))
		return not_known;
	return count_matrix(counter, 16, 8 * (read_bits(low, 53, 5) + 1), k);
}

/* Columns come in multiples of 8 up to 32, then of 16. */
static struct gb_sass_code count_igmma(uint64_t low, uint64_t high)
{
	const unsigned field = read_bits(low, 53, 6), place = field / 3;

	if (is_sparse(high) || field % 3 != 0)
		return not_known;
	return count_matrix(GB_TENSOR_INT8, 16, place < 4 ? 8 * (place + 1) : 16 * (place - 1), 32);
}

static struct gb_sass_code count_hgmma(uint64_t low, uint64_t high)
{
	const bool tf32 = read_bits(high, 13, 1);

	return count_warpgroup(low, high, half_format(read_bits(high, 12, 1), tf32), tf32 ? 8 : 16);
}

/* QMMA: formats of 4 and 6 bits use the same units as those of 8 bits. */
static struct gb_sass_code count_qmma(uint64_t low, uint64_t high)
{
	return is_sparse(high) ? not_known : count_matrix(GB_TENSOR_FP8, 16, 8, 32);
}

static struct gb_sass_code count_qgmma(uint64_t low, uint64_t high)
{
	return count_warpgroup(low, high, GB_TENSOR_FP8, 32);
}

/* ---- accesses ---------------------------------------------------------------------------------------------------- */

/* The widths in bits of LDG, STG, LD and ST: 8, 8 (signed), 16, 16, 32, 64, 128. */
static double access_bytes(uint64_t high)
{
	static const double bytes[8] = { 1, 1, 2, 2, 4, 8, 16, 0 };

	return bytes[read_bits(high, 9, 3)];
}

static struct gb_sass_code count_load(uint64_t low, uint64_t high)
{
	return (struct gb_sass_code){ .kind = GB_SASS_LOAD, .each = access_bytes(high) };
}

static struct gb_sass_code count_store(uint64_t low, uint64_t high)
{
	return (struct gb_sass_code){ .kind = GB_SASS_STORE, .each = access_bytes(high) };
}

/* ---- table of instructions --------------------------------------------------------------------------------------- */

enum { FIRST = 70, LAST = 121 };

/* The same bits encode other operations on later GPUs: 0x035 is IADD from 10.0, 0x036 VIADD from 9.0, 0x04a UVIMNMX on
 * 12.0. Each entry is therefore valid only from `first` to `last`. */
static const struct {
	unsigned operation;
	int first, last;
	struct gb_sass_code code;
	struct gb_sass_code (*shape)(uint64_t low, uint64_t high); /* NULL: `code` is complete */
} table[] = {
	{ 0x020, FIRST, LAST, { GB_SASS_THREADS, GB_FP32_MUL, 1 }, NULL }, /* FMUL */
	{ 0x021, FIRST, LAST, { GB_SASS_THREADS, GB_FP32_ADD, 1 }, NULL }, /* FADD */
	{ 0x023, FIRST, LAST, { GB_SASS_THREADS, GB_FP32_FMA, 1 }, NULL }, /* FFMA */
	{ 0x049, 100, 119, { GB_SASS_THREADS, GB_FP32_FMA, 2 }, NULL },    /* FFMA2 */
	{ 0x04a, 100, 119, { GB_SASS_THREADS, GB_FP32_MUL, 2 }, NULL },    /* FMUL2 */
	{ 0x04b, 100, 119, { GB_SASS_THREADS, GB_FP32_ADD, 2 }, NULL },    /* FADD2 */
	{ 0x028, FIRST, LAST, { GB_SASS_THREADS, GB_FP64_MUL, 1 }, NULL }, /* DMUL */
	{ 0x029, FIRST, LAST, { GB_SASS_THREADS, GB_FP64_ADD, 1 }, NULL }, /* DADD */
	{ 0x02b, FIRST, LAST, { GB_SASS_THREADS, GB_FP64_FMA, 1 }, NULL }, /* DFMA */
	/* Pairs count as one, as in ncu's counters. */
	{ 0x030, FIRST, LAST, { GB_SASS_THREADS, GB_FP16_ADD, 1 }, NULL }, /* HADD2 */
	{ 0x031, FIRST, LAST, { GB_SASS_THREADS, GB_FP16_FMA, 1 }, NULL }, /* HFMA2 */
	{ 0x032, FIRST, LAST, { GB_SASS_THREADS, GB_FP16_MUL, 1 }, NULL }, /* HMUL2 */
	{ 0x035, 80, 99, { GB_SASS_THREADS, GB_FP16_FMA, 1 }, NULL },      /* HFMA2.MMA */
	{ 0x036, 70, 72, { .kind = GB_SASS_MATRIX }, NULL },               /* HMMA.884 */
	{ 0x037, 72, LAST, { .kind = GB_SASS_MATRIX }, count_imma },
	{ 0x03c, 75, LAST, { .kind = GB_SASS_MATRIX }, count_hmma },
	{ 0x03d, 75, 99, { .kind = GB_SASS_MATRIX }, NULL }, /* BMMA */
	{ 0x03f, 80, LAST, { .kind = GB_SASS_MATRIX }, count_dmma },
	{ 0x07a, 89, 89, { .kind = GB_SASS_MATRIX }, count_qmma },
	{ 0x07a, 120, LAST, { .kind = GB_SASS_MATRIX }, count_qmma },
	{ 0x07f, 120, LAST, { .kind = GB_SASS_MATRIX }, NULL }, /* OMMA */
	{ 0x1ea, 100, 119, { .kind = GB_SASS_MATRIX }, NULL },  /* UTCHMMA and others; a register contains the shape */
	{ 0x1f0, 90, 90, { .kind = GB_SASS_MATRIX }, count_hgmma },
	{ 0x1f1, 90, 90, { .kind = GB_SASS_MATRIX }, count_igmma },
	{ 0x1f2, 90, 90, { .kind = GB_SASS_MATRIX }, NULL }, /* BGMMA */
	{ 0x1f3, 90, 90, { .kind = GB_SASS_MATRIX }, count_qgmma },
	{ 0x180, FIRST, LAST, { .kind = GB_SASS_LOAD }, count_load },   /* LD */
	{ 0x181, FIRST, LAST, { .kind = GB_SASS_LOAD }, count_load },   /* LDG */
	{ 0x1ae, 80, LAST, { .kind = GB_SASS_LOAD }, NULL },            /* LDGSTS; its width has no fixed place */
	{ 0x185, FIRST, LAST, { .kind = GB_SASS_STORE }, count_store }, /* ST */
	{ 0x186, FIRST, LAST, { .kind = GB_SASS_STORE }, count_store }, /* STG */
	{ 0x183, FIRST, LAST, { .kind = GB_SASS_LOCAL_LOAD }, NULL },   /* LDL */
	{ 0x187, FIRST, LAST, { .kind = GB_SASS_LOCAL_STORE }, NULL },  /* STL */
	{ 0x18a, FIRST, LAST, { .kind = GB_SASS_ATOMIC }, NULL },       /* ATOM */
	{ 0x18b, FIRST, LAST, { .kind = GB_SASS_ATOMIC }, NULL },       /* ATOM.CAS */
	{ 0x18e, FIRST, LAST, { .kind = GB_SASS_ATOMIC }, NULL },       /* RED */
	{ 0x1a3, 90, LAST, { .kind = GB_SASS_ATOMIC }, NULL },          /* ATOMG of floats */
	{ 0x1a6, 90, LAST, { .kind = GB_SASS_ATOMIC }, NULL },          /* REDG of floats */
	{ 0x1a8, FIRST, LAST, { .kind = GB_SASS_ATOMIC }, NULL },       /* ATOMG */
	{ 0x1a9, FIRST, LAST, { .kind = GB_SASS_ATOMIC }, NULL },       /* ATOMG.CAS */
	{ 0x03b, 75, LAST, { .kind = GB_SASS_SHARED_LOAD }, NULL },     /* LDSM */
	{ 0x184, FIRST, LAST, { .kind = GB_SASS_SHARED_LOAD }, NULL },  /* LDS */
	{ 0x18c, FIRST, LAST, { .kind = GB_SASS_SHARED_LOAD }, NULL },  /* ATOMS */
	{ 0x18d, FIRST, LAST, { .kind = GB_SASS_SHARED_LOAD }, NULL },  /* ATOMS.CAS */
	{ 0x044, 90, LAST, { .kind = GB_SASS_SHARED_STORE }, NULL },    /* STSM */
	{ 0x188, FIRST, LAST, { .kind = GB_SASS_SHARED_STORE }, NULL }, /* STS */
	{ 0x1b4, 90, LAST, { .kind = GB_SASS_BULK_LOAD }, NULL },       /* UTMALDG */
	{ 0x1b5, 90, LAST, { .kind = GB_SASS_BULK_STORE }, NULL },      /* UTMASTG */
	{ 0x1b6, 90, LAST, { .kind = GB_SASS_BULK_STORE }, NULL },      /* UTMAREDG */
	{ 0x1ba, 90, LAST, { .kind = GB_SASS_BULK_STORE }, NULL },      /* UBLKCP, in either direction */
	{ 0x1bb, 90, LAST, { .kind = GB_SASS_BULK_STORE }, NULL },      /* UBLKRED */
	{ 0x160, FIRST, LAST, { .kind = GB_SASS_TEXTURE }, NULL },      /* TEX */
	{ 0x163, FIRST, LAST, { .kind = GB_SASS_TEXTURE }, NULL },      /* TLD4 */
	{ 0x166, FIRST, LAST, { .kind = GB_SASS_TEXTURE }, NULL },      /* TLD */
	{ 0x16c, FIRST, LAST, { .kind = GB_SASS_TEXTURE }, NULL },      /* TXD */
	{ 0x199, FIRST, LAST, { .kind = GB_SASS_TEXTURE }, NULL },      /* SULD */
	{ 0x19d, FIRST, LAST, { .kind = GB_SASS_TEXTURE }, NULL },      /* SUST */
};

bool gb_sass_is_known(int capability)
{
	return capability >= FIRST && capability <= LAST;
}

struct gb_sass_code gb_sass_decode(int capability, uint64_t low, uint64_t high)
{
	const unsigned operation = read_bits(low, 0, 9);

	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
		if (table[i].operation == operation && capability >= table[i].first && capability <= table[i].last)
			return table[i].shape != NULL ? table[i].shape(low, high) : table[i].code;
	return (struct gb_sass_code){ .kind = GB_SASS_OTHER };
}
