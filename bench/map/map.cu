/* Kernels of `map`: the latency of every SM to every line, and reads by selected SMs. */
#include "../common/now.h"
#include "map.h"

typedef uint32_t u32;
typedef unsigned long long u64;

static __device__ u64 hop(u64 p)
{
	u64 next;

	asm volatile("ld.global.cg.u64 %0, [%1];" : "=l"(next) : "l"(p) : "memory");
	return next;
}

extern "C" __global__ void map_link(struct map_survey_args a)
{
	for (u32 i = blockIdx.x * blockDim.x + threadIdx.x; i < a.count; i += gridDim.x * blockDim.x)
		*(u64 *)(a.lines + (u64)i * MAP_LINE) = (u64)(a.lines + (u64)i * MAP_LINE);
}

/* One block per SM. Each SM begins at a different line, so that SMs do not contend for one. */
static __device__ void survey(const struct map_survey_args &a)
{
	const u32 sm = this_sm();
	u32 visited = 0;

	if (threadIdx.x != 0 || sm >= MAP_SMS || sm % a.parts != a.part)
		return;
#pragma unroll 1
	for (u32 k = 0; k < a.untimed + a.tries; k++)
#pragma unroll 1
		for (u32 j = 0; j < a.count; j++) {
			const u32 i = (j + sm * 61) % a.count;
			const u64 at = (u64)(a.lines + (u64)i * MAP_LINE);
			u64 p = hop(at);
			const u64 begin = clock_now();
#pragma unroll
			for (u32 l = 0; l < MAP_LOADS; l++)
				p = hop(p);
			asm volatile("" ::"l"(p) : "memory");
			const u64 end = clock_now() + (p != at);
			const u64 cycles = end - begin < 65534 ? end - begin : 65534;
			unsigned short *out = &a.cycles[(u64)sm * MAP_LINES + i];
			if (k == a.untimed || (k > a.untimed && cycles < *out))
				*out = (unsigned short)cycles;
			visited += k == a.untimed && p == at;
		}
	a.visited[sm] = visited;
}
extern "C" __global__ void map_survey(struct map_survey_args a)
{
	survey(a);
}
/* The same for a single SM. The name distinguishes this timed kernel from the survey in a profiler. */
extern "C" __global__ void map_sm(struct map_survey_args a)
{
	survey(a);
}

extern "C" __global__ void map_where(struct map_where_args a)
{
	if (threadIdx.x == 0)
		a.sm[blockIdx.x] = this_sm();
}

/* ---- reads by some SMs ------------------------------------------------------------------------------------------- */

static __device__ uint4 load_stream(const u32 *p)
{
	uint4 v;

	asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
		     : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
		     : "l"(p)
		     : "memory");
	return v;
}

/* Blocks take chunks dynamically, so that no SM waits for a slower one. */
extern "C" __global__ void __launch_bounds__(MAP_THREADS, 1) map_read(struct map_read_args a)
{
	enum { LOADS = MAP_CHUNK / 16 / MAP_THREADS };
	__shared__ u64 taken[2];
	u32 sum = 0;

	if (this_sm() >= MAP_SMS || !a.active[this_sm()])
		return;
	if (threadIdx.x == 0)
		taken[0] = atomicAdd(a.next, 1ull);
	__syncthreads();
	for (u32 turn = 0;; turn++) {
		const u64 chunk = taken[turn % 2];
		if (chunk >= a.chunks)
			break;
		if (threadIdx.x == 0)
			taken[(turn + 1) % 2] = atomicAdd(a.next, 1ull);
		const u32 *in = a.in + chunk % a.of * (MAP_CHUNK / 4) + threadIdx.x * 4;
		uint4 v[LOADS];
#pragma unroll
		for (u32 i = 0; i < LOADS; i++)
			v[i] = load_stream(in + (u64)i * MAP_THREADS * 4);
#pragma unroll
		for (u32 i = 0; i < LOADS; i++)
			sum += v[i].x + v[i].y + v[i].z + v[i].w;
		__syncthreads();
	}
	atomicAdd(a.sum, sum);
}

/* ---- random reads ------------------------------------------------------------------------------------------------ */

template <int FLIGHT, bool HOMES> static __device__ void read_part(const map_random_args &a)
{
	extern __shared__ u32 copy[];
	const u32 *homes = HOMES ? copy : 0;
	const u32 sm = this_sm(), part = sm < a.sms ? a.part_of_sm[sm] : MAP_IDLE;
	u32 x = random_start(blockIdx.x * blockDim.x + threadIdx.x), sum = 0;

	if (part == MAP_IDLE)
		return;
	if (threadIdx.x == 0)
		a.sm_of_block[blockIdx.x] = sm;
	for (u32 i = threadIdx.x; HOMES && i < a.lines / MAP_CHUNK_LINES / 32; i += blockDim.x)
		copy[i] = a.homes[i];
	if (HOMES)
		__syncthreads();
#pragma unroll 1
	for (u32 trip = 0; trip < a.trips; trip++) {
		u64 at[FLIGHT], word[FLIGHT];
#pragma unroll
		for (int i = 0; i < FLIGHT; i++, x = random_next(x))
			at[i] = (u64)a.at + map_place(&a, homes, part, x);
#pragma unroll
		for (int i = 0; i < FLIGHT; i++)
			word[i] = hop(at[i]);
#pragma unroll
		for (int i = 0; i < FLIGHT; i++)
			sum += (u32)word[i] + (u32)(word[i] >> 32);
	}
	/* The condition depends on the sum, so the compiler must compute it; with a `record` of 0 nothing is added. */
	if (sum <= a.record)
		atomicAdd(a.sums, sum);
}

#define READ_PART(flight)                                                         \
	extern "C" __global__ void map_random_u##flight(struct map_random_args a) \
	{                                                                         \
		read_part<flight, false>(a);                                      \
	}                                                                         \
	extern "C" __global__ void map_homes_u##flight(struct map_random_args a)  \
	{                                                                         \
		read_part<flight, true>(a);                                       \
	}
READ_PART(1)
READ_PART(2)
READ_PART(4)
READ_PART(8)

/* The expected sum of all words that random reads visit. */
extern "C" __global__ void map_replay(struct map_random_args a)
{
	u32 sum = 0;

	for (u32 walker = blockIdx.x * blockDim.x + threadIdx.x; walker < a.walkers; walker += gridDim.x * blockDim.x) {
		const u32 sm = a.sm_of_block[walker / a.block], part = sm < a.sms ? a.part_of_sm[sm] : MAP_IDLE;
		if (part == MAP_IDLE)
			continue;
		u32 x = random_start(walker);
		for (u32 k = 0; k < a.trips; k++, x = random_next(x)) {
			const u64 word = map_place(&a, a.homes, part, x) / 4;
			sum += input_bits(word) + input_bits(word + 1);
		}
	}
	atomicAdd(a.sums + 1, sum);
}

extern "C" __global__ void map_probe(struct home_probe_args a)
{
	home_probe(a);
}

extern "C" __global__ void map_fill(struct input_fill_args a)
{
	input_fill<input_bits>(a);
}

extern "C" __global__ void map_sum(struct map_sum_args a)
{
	const u64 step = (u64)gridDim.x * blockDim.x;
	u32 sum = 0;

	for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < a.words; i += step)
		sum += input_bits(i);
	atomicAdd(a.sum, sum * (u32)a.times);
}
