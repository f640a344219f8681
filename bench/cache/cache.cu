/* Kernels of `cache`: the warps of a block walk around a set repeatedly, with 16 bytes per lane and access, from L1
 * also with 8. An SM has one block or two. SMs that are served faster take more of the work.
 *
 * Between two wraps around the set, the distances of a warp's accesses are fixed at compile time, so that few
 * instructions separate them: an L1 delivers 16 bytes to every lane every four clocks. */
#include "../common/now.h"
#include "cache.h"

static __device__ uint32_t sum(uint2 v)
{
	return v.x + v.y;
}

static __device__ uint32_t sum(uint4 v)
{
	return v.x + v.y + v.z + v.w;
}

/* Advances by a step, and returns to the start of the set after its end. Before the end, `place - set` wraps to a large
 * number. */
static __device__ uint32_t next(uint32_t place, uint32_t step, uint32_t set)
{
	const uint32_t on = place + step;

	return min(on, on - set);
}

/* Returns a ticket for the first lane of a warp. Each warp's last ticket is invalid, and the very last one resets the
 * next ticket to 0. */
static __device__ uint32_t take(const struct cache_args &args)
{
	const uint32_t warps = gridDim.x * (blockDim.x / 32);

	return args.tickets > 0 && threadIdx.x % 32 == 0 ? atomicInc(args.ticket, args.tickets + warps - 1)
							 : args.tickets;
}

static __device__ void record(const struct cache_args &args, uint32_t set, uint32_t total, uint32_t visits)
{
	atomicAdd(&args.sums[set], total);
	if (threadIdx.x % 32 == 0)
		args.visits[set * (blockDim.x / 32) + threadIdx.x / 32] = visits;
}

/* Loads cached in L1 and L2, loads cached only in L2, and stores to L2. From L1, an access of 512 bytes is one load of
 * a warp with 16 bytes per lane or two loads with 8; on Hopper the narrow ones are 0.4 % faster. */
template <class T> struct ca {
	enum { LANE = sizeof(T) };
	template <int U> static __device__ uint32_t work(char *p, uint32_t)
	{
		enum { LOADS = U * CACHE_ACCESS / (32 * LANE) };
		T v[LOADS];
		uint32_t total = 0;
#pragma unroll
		for (int n = 0; n < LOADS; n++)
			v[n] = __ldca((const T *)(p + n * 32 * LANE));
#pragma unroll
		for (int n = 0; n < LOADS; n++)
			total += sum(v[n]);
		return total;
	}
};
struct cg {
	enum { LANE = 16 };
	template <int U> static __device__ uint32_t work(char *p, uint32_t)
	{
		uint4 v[U];
		uint32_t total = 0;
#pragma unroll
		for (int u = 0; u < U; u++)
			v[u] = __ldcg((const uint4 *)(p + u * CACHE_ACCESS));
#pragma unroll
		for (int u = 0; u < U; u++)
			total += sum(v[u]);
		return total;
	}
};
struct st {
	enum { LANE = 16 };
	template <int U> static __device__ uint32_t work(char *p, uint32_t word)
	{
		const uint32_t step = INPUT_GOLDEN;
#pragma unroll
		for (int u = 0; u < U; u++) {
			const uint32_t first = input_mark(word + u * CACHE_ACCESS / 4);
			__stcg((uint4 *)(p + u * CACHE_ACCESS),
			       make_uint4(first, first + step, first + 2 * step, first + 3 * step));
		}
		return 0;
	}
};

template <class access, int U> static __device__ void walk(const struct cache_args &args)
{
	const uint32_t lane = threadIdx.x % 32 * access::LANE;
	const unsigned long long own = blockIdx.x * args.own + lane;
	uint32_t place = (blockIdx.x * args.start + threadIdx.x / 32 * U * CACHE_ACCESS) % args.set;
	uint32_t total = 0;

#pragma unroll 1
	for (uint32_t trip = 0; trip < args.trips; trip++, place = next(place, args.step, args.set))
		total += access::template work<U>((char *)args.at + own + place, (uint32_t)(own + place) / 4);
	if (args.record)
		record(args, blockIdx.x, total, args.trips);
}

/* Warps that have finished their shares take the last part of the work. */
template <class access, int U> static __device__ void walk_shared_out(const struct cache_args &args)
{
	const uint32_t lane = threadIdx.x % 32 * access::LANE;
	const unsigned long long own = blockIdx.x * args.own + lane;
	uint32_t place = (blockIdx.x * args.start + threadIdx.x / 32 * U * CACHE_ACCESS) % args.set;
	uint32_t total = 0, visits = 0, trips = args.trips, ticket;

#pragma unroll 1
	do {
		/* Requested before the work for the previous ticket, so that no warp waits for it. */
		ticket = take(args);
#pragma unroll 1
		for (uint32_t trip = 0; trip < trips; trip++, place = next(place, args.step, args.set))
			total += access::template work<U>((char *)args.at + own + place, (uint32_t)(own + place) / 4);
		visits += trips;
		trips = args.each;
	} while (__shfl_sync(~0u, ticket, 0) < args.tickets);
	if (args.record)
		record(args, blockIdx.x, total, visits);
}

/* The warps have equal shares. The sets are chunks that all belong to one partition of L2. */
template <class access> static __device__ void sided(const struct cache_args &args)
{
	enum { U = HOME_CHUNK / CACHE_ACCESS };
	const struct cache_part part = args.parts[this_sm()];
	const uint32_t *chunks =
		(part.side ^ args.far ? args.chunks_1 : args.chunks_0) + part.rank * (args.set / HOME_CHUNK);
	const uint32_t lane = threadIdx.x % 32 * access::LANE;
	uint32_t place = threadIdx.x / 32 * HOME_CHUNK % args.set;
	const uint32_t trips = part.side < args.sides ? args.trips : 0;
	uint32_t total = 0;

#pragma unroll 1
	for (uint32_t trip = 0; trip < trips; trip++, place = next(place, args.step, args.set)) {
		const uint32_t at = chunks[place / HOME_CHUNK] * HOME_CHUNK + lane;
		total += access::template work<U>((char *)args.at + at, at / 4);
	}
	if (args.record)
		record(args, part.number, total, trips);
}

#define WALK(name, how, access, U)                                                                            \
	extern "C" __global__ void __launch_bounds__(CACHE_BLOCK) cache_##name##_u##U(struct cache_args args) \
	{                                                                                                     \
		how<access, U>(args);                                                                         \
	}
#define WALKS(U)                                  \
	WALK(read_ca8, walk, ca<uint2>, U)        \
	WALK(read_ca16, walk, ca<uint4>, U)       \
	WALK(read_cg, walk, cg, U)                \
	WALK(shared_read, walk_shared_out, cg, U) \
	WALK(shared_write, walk_shared_out, st, U)
WALKS(2)
WALKS(4)
WALKS(8)

extern "C" __global__ void __launch_bounds__(CACHE_BLOCK) cache_sided_read(struct cache_args args)
{
	sided<cg>(args);
}
extern "C" __global__ void __launch_bounds__(CACHE_BLOCK) cache_sided_write(struct cache_args args)
{
	sided<st>(args);
}

/* ---- not timed --------------------------------------------------------------------------------------------------- */

extern "C" __global__ void cache_fill(struct input_fill_args args)
{
	input_fill<input_bits>(args);
}

/* The first word of the granule at byte `place` of this block's set. */
static __device__ unsigned long long first_word(const struct cache_check_args &args, uint32_t place)
{
	if (args.shares == 0)
		return (blockIdx.x * args.own + place) / 4;
	const struct cache_part part = args.shares[blockIdx.x];
	const uint32_t *chunks =
		(part.side ^ args.far ? args.chunks_1 : args.chunks_0) + part.rank * (args.set / HOME_CHUNK);
	return (unsigned long long)chunks[place / HOME_CHUNK] * (HOME_CHUNK / 4);
}

/* Recomputes, one after the other, the words that a lane reads in its warp's visits. Sums are modulo 2^32. */
static __device__ uint32_t sum_of_visits(const struct cache_check_args &args, uint32_t visits)
{
	uint32_t place = (blockIdx.x * args.start + threadIdx.x / 32 * args.granule) % args.set, total = 0;

	for (uint32_t v = 0; v < visits; v++, place = next(place, args.step, args.set)) {
		const unsigned long long at = first_word(args, place);
		for (uint32_t w = threadIdx.x % 32; w < args.granule / 4; w += 32)
			total += input_bits(at + w);
	}
	return total;
}

/* Checks the sum of each block's set, or every word that it must have stored, and the number of visits. */
extern "C" __global__ void cache_check(struct cache_check_args args)
{
	const uint32_t warp = threadIdx.x / 32;
	const uint32_t visits = warp < args.warps ? args.visits[blockIdx.x * args.warps + warp] : 0;
	unsigned long long compared = threadIdx.x % 32 == 0 ? visits : 0;
	__shared__ uint32_t expected;

	if (threadIdx.x == 0)
		expected = 0;
	__syncthreads();
	if (args.sums != 0)
		atomicAdd(&expected, sum_of_visits(args, visits));
	for (uint32_t place = 0; place < args.set && args.sums == 0; place += args.granule) {
		const unsigned long long at = first_word(args, place);
		for (uint32_t w = threadIdx.x; w < args.granule / 4; w += blockDim.x, compared++)
			if (((const uint32_t *)args.at)[at + w] != input_mark(at + w))
				gb_report_wrong(args.report, at + w);
	}
	gb_report_compared(args.report, compared);
	__syncthreads();
	if (threadIdx.x == 0 && args.sums != 0 && args.sums[blockIdx.x] != expected)
		gb_report_wrong(args.report, blockIdx.x);
}

extern "C" __global__ void cache_probe(struct home_probe_args args)
{
	home_probe(args);
}
