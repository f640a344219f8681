/* toy.h: definitions shared by the host and the emulated kernels of `toy`. */
#ifndef TOY_H
#define TOY_H

#define TOY_WORDS 256u
#define TOY_ADD   7u

struct toy_args {
	const unsigned int *in;
	unsigned int *out;
	unsigned int words;
};

#endif
