/* halves_kernels.h: kernels of `latency` for one chosen SM, on lines with their home in one half of L2. Included at the
 * end of latency.cu, whose definitions it uses. */
#pragma once

extern "C" __global__ void latency_probe(struct home_probe_args a)
{
	home_probe(a);
}

/* True if this block does the work: it runs on the SM, and is the first of its launch there. */
static __device__ bool is_chosen(const struct latency_trail_args &a)
{
	__shared__ u32 chosen;

	if (threadIdx.x == 0)
		chosen = this_sm() == a.sm && atomicExch(&a.trail->taken, a.ticket) != a.ticket;
	__syncthreads();
	return chosen != 0;
}

static __device__ void go_on(struct latency_trail *trail, const struct latency_trail_args &a, u64 at)
{
	trail->at = at;
	trail->position = (trail->position + a.warm + a.hops) % a.set.lines;
}

/* Reads the lines of the next hops, so that they are in L2. */
extern "C" __global__ void latency_bring(struct latency_trail_args a)
{
	u64 sum = 0;

	if (!is_chosen(a))
		return;
	const u32 first = a.trail->position;
	for (u32 i = threadIdx.x; i < a.warm + a.hops; i += blockDim.x)
		sum += load_cg((u64)line_of(a.set, cycle_line_at((first + i) % a.set.lines, a.set.lines)));
	if (sum == 1)
		a.trail->sum = 1;
}

/* The hops as a chain, as in every other memory. */
extern "C" __global__ void latency_chain(struct latency_trail_args a)
{
	if (!is_chosen(a) || threadIdx.x != 0)
		return;
	u64 p = a.trail->at;
	CHASE(a, p, asm volatile("ld.global.cg.u64 %0, [%0];" : "+l"(p)::"memory");)
	a.trail->chain = end - begin;
	a.trail->chains += end - begin;
	a.trail->chained += a.hops;
	go_on(a.trail, a, p);
}

static __device__ u32 clock_low()
{
	u32 now;

	asm volatile("mov.u32 %0, %%clock;" : "=r"(now)::"memory");
	return now;
}

/* Each hop timed by itself. A store to shared memory waits for its value before the clock is read again. Its cost is
 * known from a line that is loaded repeatedly. */
extern "C" __global__ void latency_singles(struct latency_trail_args a)
{
	__shared__ unsigned short took[LATENCY_HOPS];
	__shared__ volatile u64 arrived;

	if (!is_chosen(a))
		return;
	if (threadIdx.x == 0) {
		u64 p = a.trail->at, sum = 0;
		for (u32 i = 0; i < a.warm; i++)
			p = load_cg(p);
		arrived = p;
#pragma unroll 1
		for (u32 i = 0; i < a.hops; i++) {
			const u32 begin = clock_low();
			p = load_cg(p);
			arrived = p;
			const u32 cycles = clock_low() - begin;
			took[i] = (unsigned short)min(cycles, LATENCY_BINS - 1u);
			sum += cycles;
		}
		a.trail->singles += sum;
		a.trail->singled += a.hops;
		go_on(a.trail, a, p);
	}
	__syncthreads();
	for (u32 i = threadIdx.x; i < a.hops; i += blockDim.x)
		atomicAdd(&a.bins[took[i]], 1u);
}

/* Reads lines that replace the written ones, so that nothing remains to be written back. */
extern "C" __global__ void latency_wash(struct latency_wash_args a)
{
	u32 sum = 0;

	for (u64 i = 4 * ((u64)blockIdx.x * blockDim.x + threadIdx.x); i + 3 < a.words;
	     i += 4ull * gridDim.x * blockDim.x) {
		uint4 v;
		asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
			     : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
			     : "l"(a.at + i)
			     : "memory");
		sum += v.x ^ v.y ^ v.z ^ v.w;
	}
	if (sum == 1)
		*a.sum = 1;
}
