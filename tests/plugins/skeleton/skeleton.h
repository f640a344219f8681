/* skeleton.h: definitions shared by the host and the kernels: the argument structs, and functions and constants of the
 * computation.
 *
 * Plain C that nvcc compiles as well: no host headers, no device addresses on the host's side. This file is
 * optional. */
#ifndef SKELETON_H
#define SKELETON_H

#include "gpubench_report.h" /* for kernels that check; the host has it from gpubench.h */

#ifdef __CUDACC__
#define SKELETON_BOTH static __host__ __device__
#else
#define SKELETON_BOTH static inline
#endif

/* Word i of the input: mixed bits. Zeros would run faster and hide mistakes. */
SKELETON_BOTH unsigned int skeleton_word(unsigned long long i)
{
	return (unsigned int)i * 2654435761u + 1u;
}

/* The kernel adds this number to every word. */
#define SKELETON_ADD 7u

struct skeleton_args {
	const unsigned int *in;
	unsigned int *out;
	unsigned long long words;
};

struct skeleton_check_args {
	const unsigned int *out;
	unsigned long long words;
	struct gb_report *report;
};

#endif
