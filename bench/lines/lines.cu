/* Kernels of `lines`: a chase whose hops are timed one by one, lines whose addresses differ in one bit, and lines at a
 * stride. */
#include "../common/cluster.h"
#include "../common/now.h"
#include "lines.h"

typedef unsigned long long u64;
typedef uint32_t u32;

static __device__ u32 clock_low()
{
	u32 now;

	asm volatile("mov.u32 %0, %%clock;" : "=r"(now) : : "memory");
	return now;
}

/* Loads cached in L1 and L2, or only in L2. */
struct ca {
	static __device__ u64 load(u64 from)
	{
		u64 v;
		asm volatile("ld.global.ca.u64 %0, [%1];" : "=l"(v) : "l"(from) : "memory");
		return v;
	}
};
struct cg {
	static __device__ u64 load(u64 from)
	{
		u64 v;
		asm volatile("ld.global.cg.u64 %0, [%1];" : "=l"(v) : "l"(from) : "memory");
		return v;
	}
};

/* Like cg, with a prefetch size: the bytes that a miss brings into L2. The host skips sizes that a device does not
 * support. */
template <int BYTES> struct promoted : cg {
};
#if __CUDA_ARCH__ >= 750
#define PROMOTED(bytes)                                                                                              \
	template <> struct promoted<bytes> {                                                                         \
		static __device__ u64 load(u64 from)                                                                 \
		{                                                                                                    \
			u64 v;                                                                                       \
			asm volatile("ld.global.cg.L2::" #bytes "B.u64 %0, [%1];" : "=l"(v) : "l"(from) : "memory"); \
			return v;                                                                                    \
		}                                                                                                    \
	};
PROMOTED(64)
PROMOTED(128)
#if __CUDA_ARCH__ >= 800
PROMOTED(256)
#endif
#endif

/* The store waits for the loaded value; nobody reads what it writes. */
template <class way> static __device__ u32 hop(u64 &p, u32 arrived)
{
	const u32 begin = clock_low();

	p = way::load(p);
	asm volatile("st.volatile.shared.u64 [%0], %1;" : : "r"(arrived), "l"(p) : "memory");
	return clock_low() - begin;
}

static __device__ void note(const lines_args &a, u32 number, u64 p)
{
	if (a.trace != 0)
		a.trace[number] = (u32)(p - (u64)__cvta_generic_to_global(a.set.at));
}

/* Two hops per iteration, since even and odd hops are counted separately. */
template <class way> static __device__ void walk(const lines_args &a)
{
	__shared__ u64 store;
	const u32 arrived = keep_address(own_address(&store));
	u64 p = a.place->at, even = 0, odd = 0;
	u32 even_hits = 0, odd_hits = 0;

#pragma unroll 1
	for (u32 i = 0; i < a.warm; i++)
		p = way::load(p);
#pragma unroll 1
	for (u32 i = 0; i < a.hops; i += 2) {
		const u32 first = hop<way>(p, arrived);
		note(a, i, p);
		const u32 second = hop<way>(p, arrived);
		note(a, i + 1, p);
		even += first;
		odd += second;
		even_hits += first < a.cut;
		odd_hits += second < a.cut;
	}
	*a.place = { p, { even, odd }, { even_hits, odd_hits } };
}
extern "C" __global__ void lines_walk_ca(struct lines_args a)
{
	walk<ca>(a);
}
extern "C" __global__ void lines_walk_cg(struct lines_args a)
{
	walk<cg>(a);
}
extern "C" __global__ void lines_walk_64(struct lines_args a)
{
	walk<promoted<64>>(a);
}
extern "C" __global__ void lines_walk_128(struct lines_args a)
{
	walk<promoted<128>>(a);
}
extern "C" __global__ void lines_walk_256(struct lines_args a)
{
	walk<promoted<256>>(a);
}

extern "C" __global__ void lines_link(struct lines_args a)
{
	const u32 words = a.set.groups * (a.set.apart ? 2 : 1);

	for (u32 i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += gridDim.x * blockDim.x)
		*(u64 *)(a.set.at + lines_offset(&a.set, i)) =
			(u64)__cvta_generic_to_global(a.set.at + lines_offset(&a.set, i + 1 < words ? i + 1 : 0));
}

/* All SMs read all words. The sum keeps the compiler from removing the loads. */
extern "C" __global__ void lines_touch(struct lines_args a)
{
	const u32 words = a.set.groups * (a.set.apart ? 2 : 1);
	u64 sum = 0;

	for (u32 i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += gridDim.x * blockDim.x)
		sum += cg::load((u64)__cvta_generic_to_global(a.set.at + lines_offset(&a.set, i)));
	if (sum == 1)
		a.place->hits[0] = 1;
}

/* ---- lines that differ in one bit -------------------------------------------------------------------------------- */

/* The minimum over several tries; the first one brings the line into the cache. Each load adds the 0 from the previous
 * one to its address. Otherwise the compiler would load only once. */
static __device__ u32 least_of(u64 at, u64 zero, u32 arrived, u64 &word)
{
	u32 least = ~0u;

	word = 0;
#pragma unroll
	for (int i = 0; i < LINES_TRIES; i++) {
		u64 p = at + (word & zero);
		least = min(least, hop<cg>(p, arrived));
		word = p;
	}
	return least;
}

static __device__ void compare_word(struct gb_report *report, u32 offset, u64 word)
{
	if (word != ((u64)input_bits(offset / 4 + 1) << 32 | input_bits(offset / 4)))
		gb_report_wrong(report, offset / 4);
	gb_report_compared(report, 1);
}

extern "C" __global__ void lines_hash(struct lines_hash_args a)
{
	__shared__ u64 store;
	const u32 arrived = keep_address(own_address(&store));
	const u64 at = (u64)__cvta_generic_to_global(a.at);

#pragma unroll 1
	for (u32 i = 0; i < 2 * LINES_BASES; i++) {
		const u32 offset = i % 2 == 0 ? lines_base(i / 2) : lines_base(i / 2) ^ a.flip;
		u64 word;
		a.cycles[i] = (unsigned short)least_of(at + offset, a.zero, arrived, word);
		if (a.report != 0)
			compare_word(a.report, offset, word);
	}
}

/* ---- lines of one set of L2 -------------------------------------------------------------------------------------- */

static __device__ bool is_chosen(const lines_alone &a)
{
	__shared__ u32 chosen;

	if (threadIdx.x == 0)
		chosen = a.sm == LINES_ANY_SM || (this_sm() == a.sm && atomicExch(a.taken, a.ticket) != a.ticket);
	__syncthreads();
	return chosen != 0;
}

/* Reads all lines whose bits are set. The store waits for this thread's loads, the barrier for those of the other
 * threads. */
static __device__ void read_lines(u64 at, const u32 *bits, u32 words, u32 arrived)
{
	u64 sum = 0;

#pragma unroll 1
	for (u32 w = threadIdx.x; w < words; w += blockDim.x)
		for (u32 left = bits[w]; left != 0; left &= left - 1)
			sum += cg::load(at + (u64)(32 * w + __ffs(left) - 1) * LINES_LINE);
	asm volatile("st.volatile.shared.u64 [%0], %1;" : : "r"(arrived), "l"(sum) : "memory");
	__syncthreads();
}

/* The first load of a test brings the target and the kernel's code into the caches; the second load is timed. */
static __device__ void evict(const lines_evict_args &a)
{
	extern __shared__ u32 bits[];
	__shared__ u64 store[LINES_BLOCK];
	__shared__ u32 took;
	const u64 at = (u64)__cvta_generic_to_global(a.at), target = at + (u64)a.target * LINES_LINE;

	if (!is_chosen(a.alone))
		return;
	const u32 arrived = keep_address(own_address(&store[threadIdx.x]));
	for (u32 w = threadIdx.x; w < a.words; w += blockDim.x)
		bits[w] = lines_kept(a.bits[w], w, a.from, a.to);
	__syncthreads();
	u32 test = 0;
#pragma unroll 1
	for (u32 step = 0; test < a.tests; step++) {
		for (u32 pass = 0; step % 2 == 1 && pass < a.passes; pass++)
			read_lines(at, bits, a.words, arrived);
		if (threadIdx.x == 0) {
			u64 p = target;
			took = hop<cg>(p, arrived);
			if (step % 2 == 1)
				a.found->cycles[test] = took;
			if (step % 2 == 1 && a.report != 0)
				compare_word(a.report, a.target * LINES_LINE, p);
		}
		__syncthreads();
		test += step % 2;
		if (step % 2 == 1 && took < a.cut)
			break;
		__syncthreads();
	}
	if (threadIdx.x == 0) {
		a.found->sm = this_sm();
		a.found->tests = test;
	}
}

/* Two names, so that a profiler can skip the many launches of a search. */
extern "C" __global__ void __launch_bounds__(LINES_BLOCK, 1) lines_search(struct lines_evict_args a)
{
	evict(a);
}
extern "C" __global__ void __launch_bounds__(LINES_BLOCK, 1) lines_evict(struct lines_evict_args a)
{
	evict(a);
}

extern "C" __global__ void lines_rounds(struct lines_rounds_args a)
{
	__shared__ u64 store;
	__shared__ lines_list list;
	const u64 at = (u64)__cvta_generic_to_global(a.at);
	u64 cycles = 0, word = 0;

	if (!is_chosen(a.alone))
		return;
	const u32 arrived = keep_address(own_address(&store));
#pragma unroll 1
	for (u32 i = threadIdx.x; i < sizeof list / sizeof(u32); i += blockDim.x)
		((u32 *)&list)[i] = ((const u32 *)a.list)[i];
	__syncthreads();
	if (threadIdx.x != 0)
		return;
#pragma unroll 1
	for (u32 set = 0; set < LINES_SETS; set++) {
		u32 hits = 0;
#pragma unroll 1
		for (u32 i = 0; i < LINES_ROUNDS * a.count; i++) {
			const u32 offset = list.line[set][i % a.count] * LINES_LINE;
			u64 p = at + offset + (word & a.zero);
			const u32 took = hop<cg>(p, arrived);
			word = p;
			if (a.report != 0)
				compare_word(a.report, offset, word);
			if (i < LINES_ROUNDS / 2 * a.count)
				continue;
			cycles += took;
			hits += took < list.cut[set];
		}
		a.found->hits[set] = hits;
	}
	a.found->cycles = cycles;
	a.found->sm = this_sm();
}

/* ---- lines at a stride ------------------------------------------------------------------------------------------- */

extern "C" __global__ void __launch_bounds__(LINES_BLOCK, 1) lines_camp(struct lines_camp_args a)
{
	const u32 lane = threadIdx.x % 32, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	const u32 warps = gridDim.x * blockDim.x / 32;
	u32 sum = 0;

#pragma unroll 1
	for (u32 trip = 0; trip < a.trips; trip++) {
		uint4 v[LINES_UNROLL];
#pragma unroll
		for (int u = 0; u < LINES_UNROLL; u++)
			v[u] = __ldcg(
				(const uint4 *)(a.at +
						lines_camped(warp, warps, trip * LINES_UNROLL + u, lane) * a.stride +
						lane % 8 * 16));
#pragma unroll
		for (int u = 0; u < LINES_UNROLL; u++)
			sum += v[u].x + v[u].y + v[u].z + v[u].w;
	}
	if (a.record || sum == 0x9e3779b1u)
		a.sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

extern "C" __global__ void __launch_bounds__(LINES_BLOCK, 1) lines_check(struct lines_camp_args a)
{
	const u32 lane = threadIdx.x % 32, thread = blockIdx.x * blockDim.x + threadIdx.x;
	u32 sum = 0;

	for (u32 load = 0; load < a.trips * LINES_UNROLL; load++) {
		const u64 word = (lines_camped(thread / 32, gridDim.x * blockDim.x / 32, load, lane) * a.stride +
				  lane % 8 * 16) /
				 4;
		for (u32 w = 0; w < 4; w++)
			sum += input_bits(word + w);
	}
	if (a.sums[thread] != sum)
		gb_report_wrong(a.report, thread);
	gb_report_compared(a.report, 1);
}

extern "C" __global__ void lines_fill(struct input_fill_args args)
{
	input_fill<input_bits>(args);
}
