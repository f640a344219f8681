/* mistakes.h: what the halves of `mistakes` share. */
#ifndef MISTAKES_H
#define MISTAKES_H

struct mistakes_args {
	unsigned int *out;
	unsigned int words, add;
};

#endif
