/* flips.h: definitions shared by the host and the kernels of `flips`. */
#ifndef FLIPS_H
#define FLIPS_H

#include "gpubench_report.h"

#ifdef __CUDACC__
#define FLIPS_BOTH static __host__ __device__
#else
#define FLIPS_BOTH static inline
#endif

FLIPS_BOTH unsigned int flips_word(unsigned int i)
{
	return i * 2654435761u + 1u;
}

#define FLIPS_BIT  0x00000400u
#define FLIPS_WORD 70001u

struct flips_args {
	unsigned int *out, *sms; /* sms: the SM of each block */
	unsigned int *turn;      /* number of launches so far */
	unsigned int words;
	unsigned int at; /* number of the launch that flips the bit, from 1; 0: none */
};

struct flips_check_args {
	const unsigned int *out;
	struct gb_report *report;
	unsigned int words;
};

#endif
