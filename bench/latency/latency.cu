/* Kernels of `latency`: one thread follows a cycle of addresses, and each hop waits for the previous one. */
#include "latency.h"

typedef uint32_t u32;
typedef unsigned long long u64;

static __device__ u64 clock_now()
{
	u64 now;

	asm volatile("mov.u64 %0, %%clock64;" : "=l"(now)::"memory");
	return now;
}

static __device__ u32 this_sm()
{
	u32 sm;

	asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
	return sm;
}

/* Consecutive hops: `HOP` moves p to the next p. The untimed hops come first, then the timed ones. The clock is read
 * when the previous hop has its value. */
#define FOUR(HOP)    HOP HOP HOP HOP
#define SIXTEEN(HOP) FOUR(HOP) FOUR(HOP) FOUR(HOP) FOUR(HOP)
#define TRIP(HOP)    SIXTEEN(HOP) SIXTEEN(HOP) SIXTEEN(HOP) SIXTEEN(HOP)
#define CHASE(args, p, HOP)                                                       \
	_Pragma("unroll 1") for (u32 i = 0; i < (args).warm; i += LATENCY_UNROLL) \
	{                                                                         \
		TRIP(HOP)                                                         \
	}                                                                         \
	asm volatile("" ::"l"((u64)(p)) : "memory");                              \
	const u64 begin = clock_now();                                            \
	_Pragma("unroll 1") for (u32 i = 0; i < (args).hops; i += LATENCY_UNROLL) \
	{                                                                         \
		TRIP(HOP)                                                         \
	}                                                                         \
	asm volatile("" ::"l"((u64)(p)) : "memory");                              \
	const u64 end = clock_now();

static __device__ void report(struct latency_place *place, u64 at, u64 cycles)
{
	place->at = at;
	place->cycles = cycles;
	place->sm = this_sm();
}

/* ---- global memory ----------------------------------------------------------------------------------------------- */

#define GLOBAL(name, code)                                                          \
	extern "C" __global__ void latency_##name(struct latency_chase_args a)      \
	{                                                                           \
		u64 p = a.place->at;                                                \
		CHASE(a, p, asm volatile(code : "+l"(p) : "l"(a.zero) : "memory");) \
		report(a.place, p, end - begin);                                    \
	}

GLOBAL(ca, "ld.global.ca.u64 %0, [%0];")
GLOBAL(cg, "ld.global.cg.u64 %0, [%0];")
GLOBAL(plain, "ld.global.u64 %0, [%0];")
GLOBAL(generic, "ld.u64 %0, [%0];")
GLOBAL(nc, "ld.global.nc.u64 %0, [%0];")
GLOBAL(volatile, "ld.volatile.global.u64 %0, [%0];")
GLOBAL(relaxed_sys, "ld.relaxed.sys.global.u64 %0, [%0];")
GLOBAL(add, "atom.relaxed.gpu.global.add.u64 %0, [%0], %1;")
GLOBAL(cas, "atom.relaxed.gpu.global.cas.b64 %0, [%0], %1, %1;")
GLOBAL(add_sys, "atom.relaxed.sys.global.add.u64 %0, [%0], %1;")

/* ---- shared memory ----------------------------------------------------------------------------------------------- */

/* Links a cycle of LATENCY_SHARED_WORDS words: word i holds `scale` x the next one's number plus `first`. */
static __device__ void link_words(u32 *word, u32 first, u32 scale)
{
	for (u32 i = 0; i < LATENCY_SHARED_WORDS; i++)
		word[cycle_line_at(i, LATENCY_SHARED_WORDS)] =
			first + scale * cycle_line_at((i + 1) % LATENCY_SHARED_WORDS, LATENCY_SHARED_WORDS);
}

/* Stores the numbers of the words' successors in the table, if there is one. */
static __device__ void tell_words(struct latency_chase_args a, const u32 *word, u32 first, u32 scale)
{
	for (u32 i = 0; a.table != nullptr && i < LATENCY_SHARED_WORDS; i++)
		a.table[i] = (word[i] - first) / scale;
}

#define SHARED(name, code)                                                            \
	extern "C" __global__ void latency_shared_##name(struct latency_chase_args a) \
	{                                                                             \
		__shared__ u32 word[LATENCY_SHARED_WORDS];                            \
		const u32 first = (u32)__cvta_generic_to_shared(word);                \
		u32 p = first + 4 * (u32)a.place->at;                                 \
		const u32 zero = (u32)a.zero;                                         \
		link_words(word, first, 4);                                           \
		CHASE(a, p, asm volatile(code : "+r"(p) : "r"(zero) : "memory");)     \
		tell_words(a, word, first, 4);                                        \
		report(a.place, (p - first) / 4, end - begin);                        \
	}

SHARED(address, "ld.shared.u32 %0, [%0];")
SHARED(add, "atom.shared.add.u32 %0, [%0], %1;")
SHARED(cas, "atom.shared.cas.b32 %0, [%0], %1, %1;")

/* As in C: word[i]. */
extern "C" __global__ void latency_shared_index(struct latency_chase_args a)
{
	__shared__ u32 word[LATENCY_SHARED_WORDS];
	u32 p = (u32)a.place->at;

	link_words(word, 0, 1);
	CHASE(a, p, p = ((volatile u32 *)word)[p];)
	tell_words(a, word, 0, 1);
	report(a.place, p, end - begin);
}

/* ---- constant memory --------------------------------------------------------------------------------------------- */

/* A cycle for each size. Cycle k has word k of the slots that it visits. No kernel writes the words, so the compiler
 * knows them. */
struct constants {
	u32 word[LATENCY_CONSTANT_BYTES / 4];

	__host__ __device__ constexpr constants() : word()
	{
		const u32 sizes[] = LATENCY_CONSTANT_SIZES;

		for (u32 k = 0; k < LATENCY_CONSTANT_SETS; k++) {
			const u32 n = sizes[k] / LATENCY_CONSTANT_STEP;
			for (u32 i = 0; i < n; i++)
				word[cycle_line_at(i, n) * (LATENCY_CONSTANT_STEP / 4) + k] =
					cycle_line_at((i + 1) % n, n) * LATENCY_CONSTANT_STEP + 4 * k;
		}
	}
};
__constant__ struct constants latency_constants = {};

/* `at` is the byte offset of the first word. */
extern "C" __global__ void latency_constant(struct latency_chase_args a)
{
	u32 p = (u32)a.place->at;

	CHASE(a, p, p = *(const u32 *)((const char *)latency_constants.word + p);)
	report(a.place, p, end - begin);
}

extern "C" __global__ void latency_constant_table(struct latency_chase_args a)
{
	for (u32 i = threadIdx.x; i < LATENCY_CONSTANT_BYTES / 4; i += blockDim.x)
		a.table[i] = latency_constants.word[i];
}

/* ---- texture ----------------------------------------------------------------------------------------------------- */

/* Texel i, at the start of a line, holds the bits of the next one's number. */
extern "C" __global__ void latency_texture(struct latency_chase_args a)
{
	int p = (int)a.place->at;

	CHASE(a, p, p = __float_as_int(tex1Dfetch<float>((cudaTextureObject_t)a.texture, p));)
	report(a.place, (u64)p, end - begin);
}

extern "C" __global__ void latency_link_texels(struct latency_set_args a)
{
	const u32 n = a.set.lines, step = LATENCY_LINE / 4;

	for (u32 i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		a.table[cycle_line_at(i, n) * step] = cycle_line_at((i + 1) % n, n) * step;
}

/* ---- sets in global memory --------------------------------------------------------------------------------------- */

static __device__ struct latency_line *line_of(const struct latency_set &set, u32 line)
{
	return (struct latency_line *)(set.at + latency_offset_of(&set, line));
}

extern "C" __global__ void latency_link(struct latency_set_args a)
{
	const u32 n = a.set.lines;

	for (u32 i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		struct latency_line *line = line_of(a.set, cycle_line_at(i, n));
		line->next = (u64)line_of(a.set, cycle_line_at((i + 1) % n, n));
		line->mark = 0;
	}
}

static __device__ u64 load_cg(u64 p)
{
	u64 next;

	asm volatile("ld.global.cg.u64 %0, [%1];" : "=l"(next) : "l"(p) : "memory");
	return next;
}

/* One block traverses the set in the order of the cycle. Unlike in the chase, its threads have a thousand lines in
 * flight. It does so twice, so that a cache that is too small holds the same lines as when a cycle is followed
 * repeatedly. */
extern "C" __global__ void latency_touch(struct latency_set_args a)
{
	u64 sum = 0;

	for (u32 pass = 0; pass < 2; pass++) {
		for (u32 i = threadIdx.x; i < a.set.lines; i += blockDim.x)
			sum += load_cg((u64)line_of(a.set, cycle_line_at(i, a.set.lines)));
		__syncthreads();
	}
	if (sum == 1)
		a.place->sum = 1;
	if (threadIdx.x == 0)
		a.place->toucher = this_sm();
}

/* Every SM except the timed one reads a part of the set. */
extern "C" __global__ void latency_read(struct latency_set_args a)
{
	const u32 n = a.set.lines;
	u64 sum = 0;

	if (this_sm() == a.place->sm)
		return;
	for (u32 i = threadIdx.x; i < n; i += blockDim.x)
		sum += load_cg((u64)line_of(a.set, i));
	if (sum == 1)
		a.place->sum = 1;
}

/* ---- check that a set is one cycle ------------------------------------------------------------------------------- */

static __device__ u32 start_of(const struct latency_set_args &a, u32 walker)
{
	return (u32)((u64)walker * a.set.lines / a.walkers);
}

extern "C" __global__ void latency_mark(struct latency_set_args a)
{
	const u32 walker = blockIdx.x * blockDim.x + threadIdx.x;

	if (walker < a.walkers)
		line_of(a.set, start_of(a, walker))->mark = walker + 1;
}

/* Walks from its own line to the next marked one. */
extern "C" __global__ void latency_walk_lines(struct latency_set_args a)
{
	const u32 walker = blockIdx.x * blockDim.x + threadIdx.x;

	if (walker >= a.walkers)
		return;
	const struct latency_line *line = line_of(a.set, start_of(a, walker));
	struct latency_walk walk = { 0, 0, 1 };
	while (walk.steps < a.set.lines) {
		const u64 next = line->next;
		const u32 number = latency_line_at(&a.set, next - (u64)a.set.at);
		walk.steps++;
		if (number >= a.set.lines || next != (u64)line_of(a.set, number))
			break;
		line = (const struct latency_line *)next;
		if (line->mark != 0) {
			walk.next = (u32)line->mark - 1;
			walk.astray = 0;
			break;
		}
	}
	a.walk[walker] = walk;
}

#include "halves_kernels.h"
