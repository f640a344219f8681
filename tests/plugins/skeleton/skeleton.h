/* skeleton.h: what the host and the kernels share: the argument structs, and constants of the computation.
 *
 * Plain C that nvcc compiles as well: no host headers, no device addresses on the host's side. This file is optional. */
#ifndef SKELETON_H
#define SKELETON_H

/* What the kernel adds to every word. */
#define SKELETON_ADD 7u

/* A kernel takes one struct by value. */
struct skeleton_args {
	const unsigned int *in;
	unsigned int *out;
	unsigned long long words;
};

#endif
