/* gpubench_libc.h: lets nvcc compile kernels with the headers of recent C libraries. gpubench.mk includes it first.
 *
 * glibc 2.41 added cospi(), sinpi() and tanpi() to <math.h>, and 2.42 rsqrt(), with exception specifications. CUDA's
 * headers declare the same functions without them (cospi() until 12.9, rsqrt() until 13.1), which is an error in C++.
 * Without exception specifications in glibc's headers, the declarations agree. */
#ifndef GPUBENCH_LIBC_H
#define GPUBENCH_LIBC_H

#if defined(__linux__) && !defined(__CUDACC_RTC__)
#include <features.h>
#undef __THROW
#undef __THROWNL
#undef __NTH
#undef __NTHNL
#define __THROW
#define __THROWNL
#define __NTH(function)   function
#define __NTHNL(function) function
#endif

#endif
