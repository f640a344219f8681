/* tma.h: definitions shared by the host code and the kernels of `tma`. */
#ifndef TMA_H
#define TMA_H

#include "../common/input.h"
#include "gpubench_report.h"
#include "gpubench_tensor.h"

/* The axis `reduction`: the operation of a bulk reduction on each word in global memory. */
#define TMA_REDUCTIONS(X) X(add_u32) X(add_f32) X(max_u32) X(xor_b32)
#define TMA_ENUM(name)    TMA_##name,
enum tma_reduction { TMA_REDUCTIONS(TMA_ENUM) TMA_STORED };
#undef TMA_ENUM

enum {
	TMA_COPIES = 64,       /* copies per launch, one after the other */
	TMA_PAGE = 2 << 20,    /* bytes of memory that copies use before the next ones */
	TMA_APART = 1024,      /* distance in bytes between two copies' places in memory, at least; */
	TMA_APART_IN_L2 = 128, /* ... in L2 */
	TMA_PLACES = 128,      /* places in L2: few enough that two launches copy all, and L2 keeps them near the SM */
	TMA_MOST = 32 << 10,   /* bytes per copy, at most */
	TMA_SET = TMA_PLACES * TMA_MOST,
	TMA_BACKGROUND = 0x40, /* each byte of the memory that reductions modify */
	TMA_WORDS_SEEN = 2     /* steps of a round trip: each of the two checks what the other one sent */
};

struct tma_args {
	struct gb_tensor_map map;
	unsigned char *at;         /* the places */
	unsigned long long before; /* bytes of the input before them */
	unsigned long long apart;  /* distance in bytes between them */
	unsigned long long places; /* a power of two, like those of a page */
	unsigned long long *turn;  /* copies so far; the next launch continues */
	unsigned int bytes;        /* of a copy */
	unsigned int width;        /* ... of a row of the box */
	unsigned int copies;       /* or round trips */
	unsigned int reduction;    /* or TMA_STORED, for the check */
	unsigned int polled;       /* 1: barriers are polled, and never suspend the thread */
	unsigned int record;       /* 0 when timed; otherwise the arriving data are checked */
	unsigned long long
		*cycles; /* the sum over all copies of the time to arrival; to all acknowledgements; the least */
	struct gb_report *report;
};

enum { TMA_CYCLES = 3 };

/* Rows of a gathering copy: those of a place, in another order. */
enum { TMA_ROWS = 4 };

/* Which of them is row `i` of what comes: 2, 0, 3, 1. */
BENCH_BOTH unsigned int tma_row(unsigned int i)
{
	return 0x1302u >> 4 * i & 3;
}

/* Which word of a place is word `i` of what comes: `width` bytes to a row. */
BENCH_BOTH unsigned int tma_gathered(unsigned int i, unsigned int width)
{
	const unsigned int words = width / 4;

	return tma_row(i / words) * words + i % words;
}

/* The place of copy number `turn`, in bytes: the places of a page in a fixed random order, page after page. */
BENCH_BOTH unsigned long long tma_place(const struct tma_args *args, unsigned long long turn)
{
	const unsigned long long place = turn & (args->places - 1), page = TMA_PAGE / args->apart;
	const unsigned long long of_page = page < args->places ? page : args->places;

	return (place / of_page * of_page + place * 0x9e3779b1u % of_page) * args->apart;
}

/* Word i of the data that are stored or added. */
BENCH_BOTH unsigned int tma_word(unsigned int reduction, unsigned int i)
{
	return reduction == TMA_add_f32 ? input_float(i) : input_bits(i);
}

#endif
