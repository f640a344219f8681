/* shared.h: what the host and the kernels of `shared` share. */
#ifndef SHARED_H
#define SHARED_H

/* In the order of the axis `op`. */
enum shared_op { SHARED_READ, SHARED_WRITE, SHARED_COPY };

#define SHARED_LANES 32

#ifdef __CUDACC__
#define SHARED_BOTH static __host__ __device__
#else
#define SHARED_BOTH static inline
#endif

/* Word i of a block's shared memory at the start: mixed bits. */
SHARED_BOTH unsigned int shared_word(unsigned int i)
{
	i = (i ^ (i >> 16)) * 0x7feb352du;
	i = (i ^ (i >> 15)) * 0x846ca68bu;
	return i ^ (i >> 16);
}

/* What `write` leaves in word i after so many trips. */
SHARED_BOTH unsigned int shared_written(unsigned int i, unsigned int trips)
{
	return shared_word(i % 4) + trips;
}

struct shared_args {
	unsigned int trips;  /* even */
	unsigned int flip;   /* bytes of an access: neighbouring threads swap theirs from trip to trip */
	unsigned int words;  /* of a block's shared memory */
	unsigned int record; /* 0 when timed: `sum` and `left` are kept back */
	unsigned int *sum;   /* a thread: of all words read */
	unsigned int *left;  /* a block: its shared memory at the end */
};

#endif
