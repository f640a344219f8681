/* loops.h: hot loops that gcc and clang compile as written. */
#pragma once

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* Unrolls loops of a constant length completely. */
#if defined(__clang__)
#define UNROLL_ALL _Pragma("clang loop unroll(full)")
#else
#define UNROLL_ALL _Pragma("GCC unroll 64")
#endif

/* For the compiler, memory may have changed here. The compiler can then neither merge accesses nor turn the loop into
 * memcpy() or memset(), and keeps their order. Without this, gcc 12 alternates between addresses 512 bytes apart, which
 * the prefetchers of a Zen 4 do not follow: it loses a sixth of the bandwidth. */
#define IN_ORDER() __asm__ volatile("" ::: "memory")
