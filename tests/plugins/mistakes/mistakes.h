/* mistakes.h: definitions shared by the halves of `mistakes`. */
#ifndef MISTAKES_H
#define MISTAKES_H

struct mistakes_args {
	unsigned int *out;
	unsigned int words, add;
};

#endif
