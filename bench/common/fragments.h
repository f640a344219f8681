/* fragments.h: operands and sums of mma.sync in the registers of a warp, and those of wgmma that are in registers.
 * Device code only. */
#pragma once

#include "fragment_places.h"

static __device__ uint32_t lane()
{
	return threadIdx.x % 32;
}

/* ---- fragments --------------------------------------------------------------------------------------------------- */
/* Sums are in row lane / 4, then 8 rows further, in columns 2 (lane % 4) and the next. */

/* `rows`: rows of the instruction, 8 or 16. */
template <class T, int regs, int rows> static __device__ void load(T *to, const T *from, uint32_t words)
{
#pragma unroll
	for (int i = 0; i < regs; i++)
		to[i] = from[fragment_row(rows, i, lane()) * words + fragment_word(rows, i, lane())];
}

/* The place of register i of the sums in a tile of `cols` columns. `pair`: a register holds both columns, as sums in
 * FP16 do. */
template <bool pair> static __device__ uint32_t sum_place(uint32_t cols, int i)
{
	const uint32_t row = lane() / 4 + 8 * (pair ? i : i / 2);

	return pair ? row * cols / 2 + lane() % 4 : row * cols + 2 * (lane() % 4) + i % 2;
}

template <class T, int regs, bool pair> static __device__ void store(T *to, uint32_t cols, const T *sum)
{
#pragma unroll
	for (int i = 0; i < regs; i++)
		to[sum_place<pair>(cols, i)] = sum[i];
}

/* ---- mma.sync ---------------------------------------------------------------------------------------------------- */

#define IN_1(t, x) t((x)[0])
#define IN_2(t, x) t((x)[0]), t((x)[1])
#define IN_3(t, x) IN_2(t, x), IN_1(t, (x) + 2)
#define IN_4(t, x) IN_2(t, x), IN_2(t, (x) + 2)
#define IN_5(t, x) IN_4(t, x), IN_1(t, (x) + 4)
#define IN_8(t, x) IN_4(t, x), IN_4(t, (x) + 4)

#define D2 "{%0, %1}"
#define D4 "{%0, %1, %2, %3}"
#define D8 "{%0, %1, %2, %3, %4, %5, %6, %7}"

/* NAME: an instruction of ROWS rows with A, B, D registers of type T (constraint C) per thread. */
#define MMA(NAME, ROWS, T, C, A, B, D, PAIR, TEXT, ...)                                                 \
	struct NAME {                                                                                   \
		typedef T word;                                                                         \
		enum { rows = ROWS, as = A, bs = B, sums = D, pair = PAIR };                            \
		static __device__ void mma(T *d, const T *a, const T *b, uint32_t meta)                 \
		{                                                                                       \
			asm volatile(TEXT : IN_##D("+" C, d) : IN_##A(C, a), IN_##B(C, b) __VA_ARGS__); \
		}                                                                                       \
	};

/* m8n8k4 of FP16, specific to sm_70. Quad pair q, which is lanes 4 q to 4 q + 3 and the same plus 16, multiplies 8 rows
 * by 8 columns. A thread holds two words of its row of A and of its column of B. */
MMA(quads_fp32, 8, uint32_t, "r", 2, 2, 8, 0,
    "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 " D8 ", {%8, %9}, {%10, %11}, " D8 ";")
MMA(quads_fp16, 8, uint32_t, "r", 2, 2, 4, 1,
    "mma.sync.aligned.m8n8k4.row.col.f16.f16.f16.f16 " D4 ", {%4, %5}, {%6, %7}, " D4 ";")

template <bool pair>
[[maybe_unused]] static __device__ void quad_store(uint32_t *to, uint32_t cols, const uint32_t *sum)
{
#pragma unroll
	for (int i = 0; i < (pair ? 4 : 8); i++)
		if (pair)
			to[(lane() / 16 * 4 + lane() % 4) * cols / 2 + i] = sum[i];
		else
			to[(lane() / 16 * 4 + lane() % 2 + (i & 2)) * cols + (i & 4) + (lane() & 2) + (i & 1)] = sum[i];
}
