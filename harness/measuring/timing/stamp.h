/* stamp.h: the arguments and results of the stamp kernel, shared by host and device. */
#pragma once

/* The most SMs. */
#define GB_STAMPS_MAX 512

struct gb_stamp {
	unsigned long long cycles;      /* clock64 of the SM */
	unsigned long long nanoseconds; /* globaltimer */
};

struct gb_stamp_args {
	struct gb_stamp *stamps;  /* GB_STAMPS_MAX entries, by SM number */
	unsigned long long delay; /* nanoseconds to wait before the stamp */
};

struct gb_matrix_args {
	struct gb_stamp *spans;         /* for each block, its cycles and the nanoseconds that they took */
	unsigned long long nanoseconds; /* least duration */
	unsigned int zero;              /* both operands: a number that the compiler does not know */
};

struct gb_gate_args {
	const volatile unsigned int *word; /* in host memory */
	unsigned int turn;                 /* waits until the word has this value */
	unsigned long long most;           /* or until this many nanoseconds have passed */
};
