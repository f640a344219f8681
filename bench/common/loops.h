/* loops.h: hot loops that are what they look like, with gcc and with clang. */
#ifndef LOOPS_H
#define LOOPS_H

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* Loops of a constant length become straight code. */
#if defined(__clang__)
#define UNROLL_ALL _Pragma("clang loop unroll(full)")
#else
#define UNROLL_ALL _Pragma("GCC unroll 64")
#endif

/* For all the compiler knows, memory has changed: it can neither join accesses nor make the loop a call of memcpy() or memset(),
 * and leaves them in their order. Without that gcc 12 sums up addresses 512 bytes apart in turn, which the prefetchers of a Zen 4
 * do not follow: a sixth of the bandwidth. */
#define IN_ORDER() __asm__ volatile("" ::: "memory")

#endif
