/* warpgroup.h: the registers that a warpgroup instruction of Hopper names: its sums, followed by its operands. Device
 * code only. */
#pragma once

#include <stdint.h>

/* D sums, each a 32-bit register, as the text of an instruction names them. */
#define SUMS_2  "%0, %1"
#define SUMS_4  SUMS_2 ", %2, %3"
#define SUMS_8  SUMS_4 ", %4, %5, %6, %7"
#define SUMS_16 SUMS_8 ", %8, %9, %10, %11, %12, %13, %14, %15"
#define SUMS_24 SUMS_16 ", %16, %17, %18, %19, %20, %21, %22, %23"
#define SUMS_32 SUMS_24 ", %24, %25, %26, %27, %28, %29, %30, %31"
#define SUMS_48 SUMS_32 ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47"
#define SUMS_64 SUMS_48 ", %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"
#define SUMS_96                                                                                    \
	SUMS_64 ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79" \
		", %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95"
#define SUMS_128                                                                                               \
	SUMS_96 ", %96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111" \
		", %112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127"

/* The sums as operands. */
#define OUT_2(d, i)   "+r"((d)[i]), "+r"((d)[(i) + 1])
#define OUT_4(d, i)   OUT_2(d, i), OUT_2(d, (i) + 2)
#define OUT_8(d, i)   OUT_4(d, i), OUT_4(d, (i) + 4)
#define OUT_16(d, i)  OUT_8(d, i), OUT_8(d, (i) + 8)
#define OUT_24(d, i)  OUT_16(d, i), OUT_8(d, (i) + 16)
#define OUT_32(d, i)  OUT_16(d, i), OUT_16(d, (i) + 16)
#define OUT_48(d, i)  OUT_32(d, i), OUT_16(d, (i) + 32)
#define OUT_64(d, i)  OUT_32(d, i), OUT_32(d, (i) + 32)
#define OUT_96(d, i)  OUT_64(d, i), OUT_32(d, (i) + 64)
#define OUT_128(d, i) OUT_64(d, i), OUT_64(d, (i) + 64)

/* The operands after D sums: whether to add to the sums, the metadata of a sparse A, B, then A in shared memory or in
 * registers. */
#define KEEP_2   "%2"
#define META_2   "%3"
#define B_2      "%4"
#define A_2      "%5"
#define AS_2     "{%5, %6, %7, %8}"
#define KEEP_4   "%4"
#define META_4   "%5"
#define B_4      "%6"
#define A_4      "%7"
#define AS_4     "{%7, %8, %9, %10}"
#define KEEP_8   "%8"
#define META_8   "%9"
#define B_8      "%10"
#define A_8      "%11"
#define AS_8     "{%11, %12, %13, %14}"
#define KEEP_16  "%16"
#define META_16  "%17"
#define B_16     "%18"
#define A_16     "%19"
#define AS_16    "{%19, %20, %21, %22}"
#define KEEP_24  "%24"
#define META_24  "%25"
#define B_24     "%26"
#define A_24     "%27"
#define AS_24    "{%27, %28, %29, %30}"
#define KEEP_32  "%32"
#define META_32  "%33"
#define B_32     "%34"
#define A_32     "%35"
#define AS_32    "{%35, %36, %37, %38}"
#define KEEP_48  "%48"
#define META_48  "%49"
#define B_48     "%50"
#define A_48     "%51"
#define AS_48    "{%51, %52, %53, %54}"
#define KEEP_64  "%64"
#define META_64  "%65"
#define B_64     "%66"
#define A_64     "%67"
#define AS_64    "{%67, %68, %69, %70}"
#define KEEP_96  "%96"
#define META_96  "%97"
#define B_96     "%98"
#define A_96     "%99"
#define AS_96    "{%99, %100, %101, %102}"
#define KEEP_128 "%128"
#define META_128 "%129"
#define B_128    "%130"
#define A_128    "%131"
#define AS_128   "{%131, %132, %133, %134}"

#define ISSUE(D, HEAD, A, TAIL, ...)                                                                                 \
	asm volatile("{\n\t.reg .pred keep;\n\tsetp.ne.b32 keep, " KEEP_##D ", 0;\n\twgmma.mma_async." HEAD " "      \
									    "{" SUMS_##D "}"                         \
											 ", " A ", " B_##D ", " TAIL \
													   ";\n\t}"  \
		     : OUT_##D(d, 0)                                                                                 \
		     : "r"(keep), "r"(meta), "l"(b), __VA_ARGS__)

/* An instruction with D registers of sums per thread, each of which may hold a PAIR. SS (A in shared memory) and RS (A
 * in registers) are the text after the predicate: signs, and in 16-bit formats the transposition of operands. */
#define WGMMA(NAME, D, PAIR, HEAD, META, SS, RS)                                                                \
	struct NAME {                                                                                           \
		enum { sums = D, pair = PAIR, sparse = sizeof META > 1 };                                       \
		static __device__ void issue(uint32_t *d, unsigned long long a, unsigned long long b, int keep, \
					     uint32_t meta)                                                     \
		{                                                                                               \
			ISSUE(D, HEAD, A_##D, META "keep" SS, "l"(a));                                          \
		}                                                                                               \
		static __device__ void issue(uint32_t *d, const uint32_t *a, unsigned long long b, int keep,    \
					     uint32_t meta)                                                     \
		{                                                                                               \
			ISSUE(D, HEAD, AS_##D, META "keep" RS, "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]));     \
		}                                                                                               \
	};
