/* Kernels of `loaded`: one thread, alone on its SM, follows a chain through DRAM while all other SMs read or write
 * memory. */
#include "../common/now.h"
#include "loaded.h"

typedef uint32_t u32;
typedef unsigned long long u64;

/* ---- the chase --------------------------------------------------------------------------------------------------- */

#define FOUR(HOP)    HOP HOP HOP HOP
#define SIXTEEN(HOP) FOUR(HOP) FOUR(HOP) FOUR(HOP) FOUR(HOP)

static __device__ void chase(const struct loaded_args &a)
{
	struct loaded_place *place = a.place;
	u64 p = place->at;

	/* The wait ends, because all blocks of a cooperative launch are resident at once. */
	while (load_now(&place->ready) < gridDim.x - 1) {
	}
	const u64 settled = time_now() + LOADED_SETTLE_NS;
	while (time_now() < settled) {
	}
	*(volatile u32 *)&place->phase = 1;
	const u64 begin_ns = time_now(), begin = clock_now();
#pragma unroll 1
	for (u32 i = 0; i < a.hops; i += LOADED_UNROLL) {
		SIXTEEN(asm volatile("ld.global.cg.u64 %0, [%0];" : "+l"(p)::"memory");)
	}
	const u64 end = clock_now(), end_ns = time_now();
	*(volatile u32 *)&place->phase = 2;
	place->at = p;
	place->cycles = end - begin;
	place->ns = end_ns - begin_ns;
}

/* ---- traffic ----------------------------------------------------------------------------------------------------- */

static __device__ uint4 load_stream(const u32 *p)
{
	uint4 v;

	asm volatile("ld.global.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
		     : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
		     : "l"(p)
		     : "memory");
	return v;
}

static __device__ void store_marks(u32 *p, u32 at)
{
	const u32 x = input_mark(at), y = input_mark(at + 1), z = input_mark(at + 2), w = input_mark(at + 3);

	asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(p), "r"(x), "r"(y), "r"(z), "r"(w) : "memory");
}

/* The first word of a lane in request `i` of `count` of part `part`. */
static __device__ u64 word_of(u64 part, u32 count, u32 i)
{
	return ((part * count + i) * 32 + threadIdx.x % 32) * 4;
}

template <int READS, int WRITES> static __device__ void traffic(const struct loaded_args &a)
{
	__shared__ u32 phase;
	const u32 warps = (gridDim.x - 1) * LOADED_WARPS, warp = (blockIdx.x - 1) * LOADED_WARPS + threadIdx.x / 32;
	u32 turn = 0, counted = 0, sum = 0, place = 0, round = 0;
	const bool polls = threadIdx.x == 0;

	if (polls)
		phase = 0;
	__syncthreads();
	if (polls)
		atomicAdd(&a.place->ready, 1);
	/* The first turns of the warps are spread over the period. */
	u64 next = clock_now() + (u64)a.period * (warp * 0x9e3779b1u >> 16) / 65536;
	for (;;) {
		if (polls)
			*(volatile u32 *)&phase = load_now(&a.place->phase);
		__syncwarp();
		const u32 now = *(volatile u32 *)&phase;
		if (now == 2)
			break;
		if (a.idle) {
			__nanosleep(1000); /* in shared memory, so that checking the phase needs no global load */
			continue;
		}
		while (a.period > 0 && clock_now() < next) {
		}
		next += a.period;
		const u64 part = (u64)place * warps + warp;
		uint4 in[READS > 0 ? READS : 1];
#pragma unroll
		for (int i = 0; i < READS; i++)
			in[i] = load_stream(a.in + word_of(part, READS, i));
#pragma unroll
		for (int i = 0; i < WRITES; i++) {
			const u64 at = word_of(part, WRITES, i);
			store_marks(a.out + at, (u32)at + round);
		}
#pragma unroll
		for (int i = 0; i < READS; i++)
			sum += in[i].x + in[i].y + in[i].z + in[i].w;
		turn++;
		counted += now == 1;
		if (++place == a.rounds_of) {
			place = 0;
			round++;
		}
	}
	struct loaded_warp *own = &a.warp[warp];
	if (threadIdx.x % 32 == 0) {
		own->turns = turn;
		own->counted = counted;
	}
	own->sum[threadIdx.x % 32] = sum;
}

#define LOADED(name, reads, writes)                                                                            \
	extern "C" __global__ void __launch_bounds__(32 * LOADED_WARPS, 1) loaded_##name(struct loaded_args a) \
	{                                                                                                      \
		if (blockIdx.x > 0)                                                                            \
			traffic<reads, writes>(a);                                                             \
		else if (threadIdx.x == 0)                                                                     \
			chase(a);                                                                              \
	}

LOADED(read, 4, 0)
LOADED(write, 0, 4)
LOADED(mix, 4, 2)

/* ---- the input and its check ------------------------------------------------------------------------------------- */

extern "C" __global__ void loaded_fill(struct input_fill_args a)
{
	input_fill<input_bits>(a);
}

extern "C" __global__ void loaded_link(struct loaded_link_args a)
{
	for (u32 i = blockIdx.x * blockDim.x + threadIdx.x; i < a.lines; i += gridDim.x * blockDim.x)
		*(u64 *)(a.at + (u64)cycle_line_at(i, a.lines) * LOADED_LINE) =
			(u64)(a.at + (u64)cycle_line_at((i + 1) % a.lines, a.lines) * LOADED_LINE);
}

/* One warp checks one warp of traffic: the sums of the words that its lanes read, and the words that they wrote in the
 * last round. */
extern "C" __global__ void loaded_check(struct loaded_check_args a)
{
	const u32 lane = threadIdx.x % 32;

	for (u32 w = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32; w < a.warps;
	     w += gridDim.x * (blockDim.x / 32)) {
		const u32 turns = a.warp[w].turns;
		u32 sum = 0;
		for (u32 t = 0; t < turns; t++) {
			const u64 part = (u64)(t % a.rounds_of) * a.warps + w;
			for (u32 i = 0; i < a.reads; i++)
				for (u32 k = 0; k < 4; k++)
					sum += input_bits(word_of(part, a.reads, i) + k);
			/* A later round overwrites these words. */
			for (u32 i = 0; i < a.writes && turns - t <= a.rounds_of; i++)
				for (u32 k = 0; k < 4; k++) {
					const u64 at = word_of(part, a.writes, i) + k;
					if (a.out[at] != input_mark((u32)at + t / a.rounds_of))
						gb_report_wrong(a.report, at);
				}
		}
		if (sum != a.warp[w].sum[lane])
			gb_report_wrong(a.report, w);
		gb_report_compared(a.report, 1);
	}
}
