/* Kernels of `dsmem`: blocks of a cluster reach each other's shared memory. All need Hopper. */
#include "../common/cluster.h"
#include "../common/now.h"
#include "dsmem.h"

#if HOPPER

extern __shared__ __align__(1024) unsigned int memory[];

/* ---- bandwidth --------------------------------------------------------------------------------------------------- */

static __device__ void fill(unsigned int rank)
{
	for (unsigned int i = threadIdx.x; i < DSMEM_WORDS; i += blockDim.x)
		memory[i] = dsmem_content(rank, i);
}

static __device__ void keep(const dsmem_args &args)
{
	if (args.record)
		for (unsigned int i = threadIdx.x; i < DSMEM_WORDS; i += blockDim.x)
			args.memory[blockIdx.x * DSMEM_WORDS + i] = memory[i];
}

/* By the SM's own clock, from the arrival of the whole cluster to the arrival of all data sent. */
static __device__ void tell_cycles(const dsmem_args &args, long long start)
{
	const long long end = clock_now();
	if (threadIdx.x == 0)
		args.cycles[blockIdx.x] = (unsigned long long)(end - start);
}

static __device__ void keep_sum(const dsmem_args &args, unsigned int sum)
{
	if (args.record || sum == args.never)
		args.sum[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

struct load {
	static __device__ unsigned int access(unsigned int at, unsigned int)
	{
		unsigned int x, y, z, w;
		asm volatile("ld.shared::cluster.v4.u32 {%0, %1, %2, %3}, [%4];"
			     : "=r"(x), "=r"(y), "=r"(z), "=r"(w)
			     : "r"(at)
			     : "memory");
		return x + y + z + w;
	}
};
struct store {
	static __device__ unsigned int access(unsigned int at, unsigned int value)
	{
		asm volatile("st.shared::cluster.v4.u32 [%0], {%1, %1, %1, %1};" : : "r"(at), "r"(value) : "memory");
		return 0;
	}
};
/* A lane adds to its own word, 4 bytes of each access. */
struct atomic {
	static __device__ unsigned int access(unsigned int at, unsigned int)
	{
		asm volatile("red.relaxed.cluster.shared::cluster.add.u32 [%0], %1;" : : "r"(at), "r"(1u) : "memory");
		return 0;
	}
};

/* Thread t accesses words `width` bytes wide, every `threads`-th place from place t on; the next trip accesses the
 * next part of `span` bytes. The stored value identifies the target memory. */
template <class op, unsigned int width, unsigned int threads, unsigned int span>
static __device__ void access_loop(const dsmem_args &args)
{
	const unsigned int rank = cluster_rank(), size = cluster_size(), base = own_address(memory);
	unsigned int sum = 0;

	fill(rank);
	cluster_sync();
	const long long start = clock_now();
#pragma unroll 1
	for (unsigned int trip = 0; trip < args.trips; trip++) {
		const unsigned int partner = dsmem_partner(rank, size, args.all, trip);
		const unsigned int part = trip * (threads * DSMEM_UNROLL * width) % span;
		const unsigned int there = address_in(base, partner) + part + threadIdx.x * width;
#pragma unroll
		for (int u = 0; u < DSMEM_UNROLL; u++)
			sum += op::access(there + u * threads * width, ~partner);
	}
	cluster_sync();
	tell_cycles(args, start);
	keep(args);
	keep_sum(args, sum);
}

extern "C" __global__ void __launch_bounds__(DSMEM_THREADS, 1) dsmem_load(struct dsmem_args args)
{
	access_loop<load, 16, DSMEM_THREADS, DSMEM_BYTES>(args);
}
extern "C" __global__ void __launch_bounds__(DSMEM_FEW, 1) dsmem_store(struct dsmem_args args)
{
	access_loop<store, 16, DSMEM_FEW, DSMEM_BYTES>(args);
}
extern "C" __global__ void __launch_bounds__(DSMEM_THREADS, 1) dsmem_atomic(struct dsmem_args args)
{
	access_loop<atomic, 4, DSMEM_THREADS, DSMEM_THREADS * DSMEM_UNROLL * 4>(args);
}

/* Stores counted by a barrier of the receiving block. Two trips are in flight. No block is two trips ahead of its
 * target, because the whole cluster has reached the end of the trip before last. */
extern "C" __global__ void __launch_bounds__(DSMEM_THREADS, 1) dsmem_async(struct dsmem_args args)
{
	__shared__ __align__(8) unsigned long long barriers[2];
	const unsigned int rank = cluster_rank(), size = cluster_size(), base = own_address(memory);
	const unsigned int bytes = DSMEM_THREADS * DSMEM_UNROLL * 16, barrier = own_address(barriers);

	fill(rank);
	if (threadIdx.x == 0) {
		barrier_init(barrier, 1);
		barrier_init(barrier + 8, 1);
		barrier_init_fence();
		barrier_expect(barrier, bytes);
		barrier_expect(barrier + 8, bytes);
	}
	cluster_sync();
	const long long start = clock_now();
#pragma unroll 1
	for (unsigned int trip = 0; trip <= args.trips; trip++) {
		if (trip > 1)
			asm volatile("barrier.cluster.wait.aligned;" : : : "memory");
		if (trip < args.trips) {
			const unsigned int partner = dsmem_partner(rank, size, args.all, trip);
			const unsigned int there = address_in(base, partner) + threadIdx.x * 16;
			const unsigned int counted = address_in(barrier + trip % 2 * 8, partner);
#pragma unroll
			for (int u = 0; u < DSMEM_UNROLL; u++)
				asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.u32 [%0], "
					     "{%1, %1, %1, %1}, [%2];"
					     :
					     : "r"(there + u * DSMEM_THREADS * 16 % DSMEM_BYTES), "r"(~partner),
					       "r"(counted)
					     : "memory");
		}
		if (trip == 0)
			continue;
		const unsigned int last = trip - 1, mine = barrier + last % 2 * 8;
		barrier_wait(mine, last / 2 % 2);
		if (threadIdx.x == 0 && last + 2 < args.trips)
			barrier_expect(mine, bytes);
		if (trip < args.trips) {
			__syncwarp();
			asm volatile("barrier.cluster.arrive.relaxed.aligned;" : : : "memory");
		}
	}
	cluster_sync();
	tell_cycles(args, start);
	keep(args);
}

/* One thread of each block copies pieces of its shared memory into stages of the next block: while one stage is
 * being sent, another is filled. A stage is reused once its owner has released it. */
extern "C" __global__ void __launch_bounds__(DSMEM_THREADS, 1) dsmem_bulk(struct dsmem_args args)
{
	__shared__ __align__(8) unsigned long long full[DSMEM_STAGES], empty[DSMEM_STAGES];
	const unsigned int rank = cluster_rank(), size = cluster_size();
	unsigned int *const source = memory + DSMEM_WORDS;

	/* The stages are DSMEM_BYTES; the piece to be sent follows them. */
	fill(rank + 16);
	for (unsigned int i = threadIdx.x; i < DSMEM_PIECE / 4; i += blockDim.x)
		source[i] = dsmem_content(rank, i);
	if (threadIdx.x == 0) {
		for (unsigned int s = 0; s < DSMEM_STAGES; s++) {
			barrier_init(own_address(&full[s]), 1);
			barrier_init(own_address(&empty[s]), 1);
		}
		barrier_init_fence();
		for (unsigned int s = 0; s < DSMEM_STAGES && s < args.trips; s++)
			barrier_expect(own_address(&full[s]), DSMEM_PIECE);
	}
	asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
	cluster_sync();
	const long long start = clock_now();
	/* One warp sends, another one receives: neither waits for the other. */
	if (threadIdx.x == 0) {
		const unsigned int to = (rank + 1) % size;
		const unsigned int there = address_in(own_address(memory), to),
				   filled = address_in(own_address(full), to);
		const unsigned int ready = own_address(empty);
#pragma unroll 1
		for (unsigned int trip = 0; trip < args.trips; trip++) {
			const unsigned int s = trip % DSMEM_STAGES;
			barrier_wait(ready + 8 * s, trip / DSMEM_STAGES % 2 ^ 1);
			asm volatile(
				"cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], "
				"%2, [%3];"
				:
				: "r"(there + s * DSMEM_PIECE), "r"(own_address(source)), "r"(DSMEM_PIECE),
				  "r"(filled + 8 * s)
				: "memory");
		}
	} else if (threadIdx.x == 32) {
		const unsigned int from = (rank + size - 1) % size;
		const unsigned int emptied = address_in(own_address(empty), from), filled = own_address(full);
#pragma unroll 1
		for (unsigned int trip = 0; trip < args.trips; trip++) {
			const unsigned int s = trip % DSMEM_STAGES;
			barrier_wait(filled + 8 * s, trip / DSMEM_STAGES % 2);
			if (trip + DSMEM_STAGES < args.trips)
				barrier_expect(filled + 8 * s, DSMEM_PIECE);
			barrier_arrive_there(emptied + 8 * s);
		}
	}
	__syncthreads();
	cluster_sync();
	tell_cycles(args, start);
	keep(args);
}

/* ---- latency ----------------------------------------------------------------------------------------------------- */

/* The first block follows a circle in the memory of each other block in turn; the rest of the cluster waits. It uses
 * 64-bit generic addresses: 32-bit ones would pass through registers between two loads. */
extern "C" __global__ void dsmem_chain_load(struct dsmem_args args)
{
	__shared__ __align__(1024) unsigned long long circle[DSMEM_CHAIN];
	const unsigned int rank = cluster_rank();
	unsigned long long mine, at;

	asm volatile("mapa.u64 %0, %1, %2;" : "=l"(mine) : "l"(circle), "r"(rank));
	for (unsigned int i = threadIdx.x; i < DSMEM_CHAIN; i += blockDim.x)
		circle[i] = mine + 8 * dsmem_next(i);
	cluster_sync();
	for (unsigned int to = 1; rank == 0 && threadIdx.x == 0 && to < cluster_size(); to++) {
		long long start = 0;
		asm volatile("mapa.u64 %0, %1, %2;" : "=l"(at) : "l"(circle), "r"(to));
		const unsigned long long first = at;
#pragma unroll 1
		for (unsigned int trip = 0; trip < args.trips; trip++) {
			if (trip == 1)
				start = clock_now();
#pragma unroll
			for (int u = 0; u < DSMEM_LINKS; u++)
				asm volatile("ld.u64 %0, [%0];" : "+l"(at) : : "memory");
		}
		const long long end = clock_now();
		args.sum[to] = (unsigned int)(at - first) / 8;
		args.cycles[to] = (unsigned long long)(end - start);
	}
	cluster_sync();
}

extern "C" __global__ void dsmem_chain_atomic(struct dsmem_args args)
{
	__shared__ __align__(1024) unsigned int circle[DSMEM_CHAIN];
	const unsigned int rank = cluster_rank(), mine = address_in(own_address(circle), rank);

	for (unsigned int i = threadIdx.x; i < DSMEM_CHAIN; i += blockDim.x)
		circle[i] = mine + 4 * dsmem_next(i);
	cluster_sync();
	for (unsigned int to = 1; rank == 0 && threadIdx.x == 0 && to < cluster_size(); to++) {
		long long start = 0;
		unsigned int at = address_in(own_address(circle), to);
		const unsigned int first = at;
#pragma unroll 1
		for (unsigned int trip = 0; trip < args.trips; trip++) {
			if (trip == 1)
				start = clock_now();
#pragma unroll
			for (int u = 0; u < DSMEM_LINKS; u++)
				asm volatile("atom.relaxed.cluster.shared::cluster.add.u32 %0, [%0], %1;"
					     : "+r"(at)
					     : "r"(args.zero)
					     : "memory");
		}
		const long long end = clock_now();
		args.sum[to] = (at - first) / 4;
		args.cycles[to] = (unsigned long long)(end - start);
	}
	cluster_sync();
}

/* A message and its answer, repeatedly: the first block and another one wait for each other's message at a barrier
 * that counts bytes. Each message holds the number of its trip; the kernel returns how often it was right. */
struct send_async {
	static __device__ void send(unsigned int there, unsigned int, unsigned int value, unsigned int barrier,
				    unsigned int)
	{
		asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.u32 [%0], {%1, "
			     "%1, %1, %1}, [%2];"
			     :
			     : "r"(there), "r"(value), "r"(barrier)
			     : "memory");
	}
};
struct send_bulk {
	static __device__ void send(unsigned int there, unsigned int from, unsigned int value, unsigned int barrier,
				    unsigned int bytes)
	{
		asm volatile("st.shared.u32 [%0], %1;" : : "r"(from), "r"(value) : "memory");
		asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
		asm volatile(
			"cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
			:
			: "r"(there), "r"(from), "r"(bytes), "r"(barrier)
			: "memory");
	}
};

template <class op> static __device__ void messages(const dsmem_args &args)
{
	__shared__ __align__(8) unsigned long long barrier;
	const unsigned int rank = cluster_rank(), here = own_address(&barrier), inbox = own_address(memory);
	const unsigned int outbox = inbox + args.bytes;

	for (unsigned int i = threadIdx.x; i < args.bytes / 2; i += blockDim.x)
		memory[i] = 0;
	if (threadIdx.x == 0) {
		barrier_init(here, 1);
		barrier_init_fence();
	}
	asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
	cluster_sync();
	if ((rank == 0 || rank == args.to) && threadIdx.x == 0) {
		const unsigned int other = rank == 0 ? args.to : 0;
		const unsigned int there = address_in(inbox, other), counted = address_in(here, other);
		unsigned int right = 0;
		long long start = 0;
#pragma unroll 1
		for (unsigned int trip = 0; trip < args.trips; trip++) {
			unsigned int found;
			if (trip == 1)
				start = clock_now();
			if (rank == 0)
				op::send(there, outbox, trip + 1, counted, args.bytes);
			barrier_expect(here, args.bytes);
			barrier_wait(here, trip % 2);
			asm volatile("ld.shared.u32 %0, [%1];" : "=r"(found) : "r"(inbox) : "memory");
			right += found == trip + 1;
			if (rank != 0)
				op::send(there, outbox, trip + 1, counted, args.bytes);
		}
		if (rank == 0)
			args.cycles[args.to] = (unsigned long long)(clock_now() - start);
		args.sum[rank == 0 ? 0 : 1] = right;
	}
	cluster_sync();
}
extern "C" __global__ void dsmem_message_async(struct dsmem_args args)
{
	messages<send_async>(args);
}
extern "C" __global__ void dsmem_message_bulk(struct dsmem_args args)
{
	messages<send_bulk>(args);
}

#endif
