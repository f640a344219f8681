/* dsmem: shared memory of other blocks in a cluster: bandwidth of reads, writes and messages, and latency. */
#include "../common/input.h"
#include "gpubench_declared.h"

#define DSMEM_THREADS 1024
#define DSMEM_FEW     128    /* threads that store; more of them slow each other down */
#define DSMEM_BYTES   131072 /* bytes of each block's shared memory that others access */
#define DSMEM_WORDS   (DSMEM_BYTES / 4)
#define DSMEM_UNROLL  8 /* independent 16-byte accesses per thread and trip */
#define DSMEM_STAGES  8 /* stages of bulk copies in flight to one block */
#define DSMEM_PIECE   16384
#define DSMEM_LINKS   16   /* links of the chain per trip */
#define DSMEM_CHAIN   1024 /* words of the chain's circle */

/* The target of a block in a trip: the next block of the cluster, or each other block in turn. */
BENCH_BOTH uint32_t dsmem_partner(uint32_t rank, uint32_t size, uint32_t all, uint32_t trip)
{
	return (rank + 1 + (all ? trip % (size - 1) : 0)) % size;
}

BENCH_BOTH uint32_t dsmem_content(uint32_t rank, uint32_t i)
{
	return input_mix(i ^ rank << 20 ^ 0x5a000000u);
}

/* The successor of word i in the chain's circle. The circle includes all words, because 5 mod 4 is 1 and 331 is odd. */
BENCH_BOTH uint32_t dsmem_next(uint32_t i)
{
	return (5 * i + 331) % DSMEM_CHAIN;
}

struct dsmem_args {
	uint32_t trips, all;
	uint32_t record, never;
	uint32_t zero;    /* not known to the compiler */
	uint32_t to;      /* messages: the rank of the other block */
	uint32_t bytes;   /* bytes of a message */
	uint32_t *sum;    /* per thread: sum of loaded words; per rank: end of the chain; correct messages */
	uint32_t *memory; /* per block: the final content of its shared memory */
	/* Per block: cycles of its SM. Or per rank: cycles of the chain in its memory, or of messages to it, without
	 * the first trip. */
	unsigned long long *cycles;
};

#ifdef __CUDACC__
/* Blocks of a cluster access each other's shared memory. All kernels need Hopper. */
#include "../common/cluster.h"
#include "../common/now.h"

#if HOPPER

extern __shared__ __align__(1024) uint32_t memory[];

/* ---- bandwidth --------------------------------------------------------------------------------------------------- */

static __device__ void fill(uint32_t rank)
{
	for (uint32_t i = threadIdx.x; i < DSMEM_WORDS; i += blockDim.x)
		memory[i] = dsmem_content(rank, i);
}

static __device__ void keep(const dsmem_args &args)
{
	if (args.record)
		for (uint32_t i = threadIdx.x; i < DSMEM_WORDS; i += blockDim.x)
			args.memory[blockIdx.x * DSMEM_WORDS + i] = memory[i];
}

/* Cycles by the SM's own clock, from the arrival of the whole cluster to the arrival of all data sent. */
static __device__ void tell_cycles(const dsmem_args &args, long long start)
{
	const long long end = clock_now();
	if (threadIdx.x == 0)
		args.cycles[blockIdx.x] = (unsigned long long)(end - start);
}

static __device__ void keep_sum(const dsmem_args &args, uint32_t sum)
{
	if (args.record || sum == args.never)
		args.sum[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

struct load {
	static __device__ uint32_t access(uint32_t at, uint32_t)
	{
		uint32_t x, y, z, w;
		asm volatile("ld.shared::cluster.v4.u32 {%0, %1, %2, %3}, [%4];"
			     : "=r"(x), "=r"(y), "=r"(z), "=r"(w)
			     : "r"(at)
			     : "memory");
		return x + y + z + w;
	}
};
struct store {
	static __device__ uint32_t access(uint32_t at, uint32_t value)
	{
		asm volatile("st.shared::cluster.v4.u32 [%0], {%1, %1, %1, %1};" : : "r"(at), "r"(value) : "memory");
		return 0;
	}
};
/* Each lane adds to its own word: an access has 4 bytes. */
struct atomic {
	static __device__ uint32_t access(uint32_t at, uint32_t)
	{
		asm volatile("red.relaxed.cluster.shared::cluster.add.u32 [%0], %1;" : : "r"(at), "r"(1u) : "memory");
		return 0;
	}
};

/* Thread t accesses words of `width` bytes: t, t + `threads` and so on. The next trip accesses the next part of `span`
 * bytes. The stored value identifies the target memory. */
template <class op, uint32_t width, uint32_t threads, uint32_t span>
static __device__ void access_loop(const dsmem_args &args)
{
	const uint32_t rank = cluster_rank(), size = cluster_size(), base = own_address(memory);
	uint32_t sum = 0;

	fill(rank);
	cluster_sync();
	const long long start = clock_now();
#pragma unroll 1
	for (uint32_t trip = 0; trip < args.trips; trip++) {
		const uint32_t partner = dsmem_partner(rank, size, args.all, trip);
		const uint32_t part = trip * (threads * DSMEM_UNROLL * width) % span;
		const uint32_t there = address_in(base, partner) + part + threadIdx.x * width;
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

/* A barrier of the receiving block counts the stores. Two trips are in flight. No block is two trips ahead of its
 * target, because the whole cluster has reached the end of the trip before last. */
extern "C" __global__ void __launch_bounds__(DSMEM_THREADS, 1) dsmem_async(struct dsmem_args args)
{
	__shared__ __align__(8) unsigned long long barriers[2];
	const uint32_t rank = cluster_rank(), size = cluster_size(), base = own_address(memory);
	const uint32_t bytes = DSMEM_THREADS * DSMEM_UNROLL * 16, barrier = own_address(barriers);

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
	for (uint32_t trip = 0; trip <= args.trips; trip++) {
		if (trip > 1)
			asm volatile("barrier.cluster.wait.aligned;" : : : "memory");
		if (trip < args.trips) {
			const uint32_t partner = dsmem_partner(rank, size, args.all, trip);
			const uint32_t there = address_in(base, partner) + threadIdx.x * 16;
			const uint32_t counted = address_in(barrier + trip % 2 * 8, partner);
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
		const uint32_t last = trip - 1, mine = barrier + last % 2 * 8;
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

/* One thread of each block copies pieces of its shared memory into stages of the next block: one stage is sent while
 * another is filled. A stage is reused once its owner has released it. */
extern "C" __global__ void __launch_bounds__(DSMEM_THREADS, 1) dsmem_bulk(struct dsmem_args args)
{
	__shared__ __align__(8) unsigned long long full[DSMEM_STAGES], empty[DSMEM_STAGES];
	const uint32_t rank = cluster_rank(), size = cluster_size();
	uint32_t *const source = memory + DSMEM_WORDS;

	/* The stages have DSMEM_BYTES, and the piece to send follows them. */
	fill(rank + 16);
	for (uint32_t i = threadIdx.x; i < DSMEM_PIECE / 4; i += blockDim.x)
		source[i] = dsmem_content(rank, i);
	if (threadIdx.x == 0) {
		for (uint32_t s = 0; s < DSMEM_STAGES; s++) {
			barrier_init(own_address(&full[s]), 1);
			barrier_init(own_address(&empty[s]), 1);
		}
		barrier_init_fence();
		for (uint32_t s = 0; s < DSMEM_STAGES && s < args.trips; s++)
			barrier_expect(own_address(&full[s]), DSMEM_PIECE);
	}
	asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
	cluster_sync();
	const long long start = clock_now();
	/* One warp sends and another receives, so that neither waits for the other. */
	if (threadIdx.x == 0) {
		const uint32_t to = (rank + 1) % size;
		const uint32_t there = address_in(own_address(memory), to), filled = address_in(own_address(full), to);
		const uint32_t ready = own_address(empty);
#pragma unroll 1
		for (uint32_t trip = 0; trip < args.trips; trip++) {
			const uint32_t s = trip % DSMEM_STAGES;
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
		const uint32_t from = (rank + size - 1) % size;
		const uint32_t emptied = address_in(own_address(empty), from), filled = own_address(full);
#pragma unroll 1
		for (uint32_t trip = 0; trip < args.trips; trip++) {
			const uint32_t s = trip % DSMEM_STAGES;
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

/* The first block follows a circle in the memory of each other block in turn, while the rest of the cluster waits. It
 * uses 64-bit generic addresses, because 32-bit ones would pass through registers between two loads. */
extern "C" __global__ void dsmem_chain_load(struct dsmem_args args)
{
	__shared__ __align__(1024) unsigned long long circle[DSMEM_CHAIN];
	const uint32_t rank = cluster_rank();
	unsigned long long mine, at;

	asm volatile("mapa.u64 %0, %1, %2;" : "=l"(mine) : "l"(circle), "r"(rank));
	for (uint32_t i = threadIdx.x; i < DSMEM_CHAIN; i += blockDim.x)
		circle[i] = mine + 8 * dsmem_next(i);
	cluster_sync();
	for (uint32_t to = 1; rank == 0 && threadIdx.x == 0 && to < cluster_size(); to++) {
		long long start = 0;
		asm volatile("mapa.u64 %0, %1, %2;" : "=l"(at) : "l"(circle), "r"(to));
		const unsigned long long first = at;
#pragma unroll 1
		for (uint32_t trip = 0; trip < args.trips; trip++) {
			if (trip == 1)
				start = clock_now();
#pragma unroll
			for (int u = 0; u < DSMEM_LINKS; u++)
				asm volatile("ld.u64 %0, [%0];" : "+l"(at) : : "memory");
		}
		const long long end = clock_now();
		args.sum[to] = (uint32_t)(at - first) / 8;
		args.cycles[to] = (unsigned long long)(end - start);
	}
	cluster_sync();
}

extern "C" __global__ void dsmem_chain_atomic(struct dsmem_args args)
{
	__shared__ __align__(1024) uint32_t circle[DSMEM_CHAIN];
	const uint32_t rank = cluster_rank(), mine = address_in(own_address(circle), rank);

	for (uint32_t i = threadIdx.x; i < DSMEM_CHAIN; i += blockDim.x)
		circle[i] = mine + 4 * dsmem_next(i);
	cluster_sync();
	for (uint32_t to = 1; rank == 0 && threadIdx.x == 0 && to < cluster_size(); to++) {
		long long start = 0;
		uint32_t at = address_in(own_address(circle), to);
		const uint32_t first = at;
#pragma unroll 1
		for (uint32_t trip = 0; trip < args.trips; trip++) {
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

/* A message and its answer, repeatedly. The first block and another one wait for each other's message at a barrier that
 * counts bytes. Each message holds the number of its trip. The kernel returns the number of correct messages. */
struct send_async {
	static __device__ void send(uint32_t there, uint32_t, uint32_t value, uint32_t barrier, uint32_t)
	{
		asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.u32 [%0], {%1, "
			     "%1, %1, %1}, [%2];"
			     :
			     : "r"(there), "r"(value), "r"(barrier)
			     : "memory");
	}
};
struct send_bulk {
	static __device__ void send(uint32_t there, uint32_t from, uint32_t value, uint32_t barrier, uint32_t bytes)
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
	const uint32_t rank = cluster_rank(), here = own_address(&barrier), inbox = own_address(memory);
	const uint32_t outbox = inbox + args.bytes;

	for (uint32_t i = threadIdx.x; i < args.bytes / 2; i += blockDim.x)
		memory[i] = 0;
	if (threadIdx.x == 0) {
		barrier_init(here, 1);
		barrier_init_fence();
	}
	asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
	cluster_sync();
	if ((rank == 0 || rank == args.to) && threadIdx.x == 0) {
		const uint32_t other = rank == 0 ? args.to : 0;
		const uint32_t there = address_in(inbox, other), counted = address_in(here, other);
		uint32_t right = 0;
		long long start = 0;
#pragma unroll 1
		for (uint32_t trip = 0; trip < args.trips; trip++) {
			uint32_t found;
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
#else
#include <math.h>
#include <stdio.h>

#include "../common/limits.h"
#include "../common/median.h"
#include "gpubench_model.h"

enum measure { BANDWIDTH, LATENCY };
enum op { OP_LOAD, OP_STORE, OP_ASYNC, OP_BULK, OP_ATOMIC };
enum way { WAY_LOAD, WAY_ATOMIC, WAY_ASYNC, WAY_BULK };
enum pattern { RING, ALL };

enum { CLUSTER_MOST = 16 };
/* Numbers recorded for a point: the cycles of its chains and, in the verified launch, the cycles of its blocks by their
 * own SMs' clocks. */
enum { NEAREST, FARTHEST, MEDIAN_CYCLES };

struct point {
	enum measure measure;
	enum op op;
	enum way way;
	uint32_t size, bytes;
	enum pattern pattern;
};

static bool is_latency(const struct gb_run *run)
{
	return gb_value(run, measure) == LATENCY;
}

static uint32_t threads_of(const struct gb_run *run)
{
	return gb_value(run, op) == OP_STORE ? DSMEM_FEW : DSMEM_THREADS;
}

static const char *const measures[] = { [BANDWIDTH] = "bandwidth", [LATENCY] = "latency", NULL };
static const char *const ops[] = {
	[OP_LOAD] = "load", [OP_STORE] = "store",   [OP_ASYNC] = "async",
	[OP_BULK] = "bulk", [OP_ATOMIC] = "atomic", NULL,
};
static const char *const ways[] = {
	[WAY_LOAD] = "load", [WAY_ATOMIC] = "atomic", [WAY_ASYNC] = "async", [WAY_BULK] = "bulk", NULL,
};
static const char *const patterns[] = { [RING] = "ring", [ALL] = "all", NULL };

static const struct gb_axis axes[] = {
	{ GB_AXIS(measure),
	  .help = "bytes per second of all clusters that the device runs at once, or cycles in one cluster",
	  .names = measures },
	{ GB_AXIS(op),
	  .help = "loads and stores of 16 bytes, st.async of 16 bytes, bulk copies of 16 KiB by one thread, "
		  "red.add of 4 bytes",
	  .names = ops, .quick = "load,store", .when = "measure=bandwidth" },
	{ GB_AXIS(way),
	  .help = "dependent loads or atomics; one-way time of a message that a barrier counts: st.async, bulk copy",
	  .names = ways, .quick = "load", .when = "measure=latency" },
	{ GB_AXIS(size), .unit = "blocks", .help = "blocks of a cluster; more than 8 are not portable",
	  .values = "2:16:pow2", .full = "2,8,16", .quick = "2" },
	{ GB_AXIS(pattern), .help = "target of a block: the next block, or all other blocks in turn", .names = patterns,
	  .full = "ring", .when = "op=load,store,async,atomic" },
	{ GB_AXIS(bytes), .unit = "B", .help = "size of a message", .values = "16:16384:pow2", .full = "16",
	  .when = "way=bulk" },
	{ .name = NULL },
};

/* ---- the meaning of the time ------------------------------------------------------------------------------------- */

static const struct dsmem_args *arguments(const struct gb_run *run)
{
	return gb_declared_args(run);
}

static enum gb_quantity measures_what(const struct gb_run *run)
{
	return is_latency(run) ? GB_CYCLES : GB_BANDWIDTH;
}

static double bytes_of_block(const struct gb_run *run)
{
	const double trips = arguments(run)->trips;
	const int64_t op = gb_value(run, op);

	if (op == OP_BULK)
		return trips * DSMEM_PIECE;
	return trips * DSMEM_UNROLL * (op == OP_ATOMIC ? 4 * DSMEM_THREADS : 16 * threads_of(run));
}

/* Only bytes that move from one SM to another count. */
static struct gb_cost cost(const struct gb_run *run)
{
	const struct gb_chosen *at = gb_state(run);

	if (is_latency(run))
		return (struct gb_cost){ .ops = arguments(run)->trips };
	return (struct gb_cost){ .bytes = at->shape.grid * bytes_of_block(run) };
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct gb_chosen *at = gb_state(run);
	size_t count = 0;

	if (!is_latency(run))
		out[count++] = (struct gb_metric){ "sms", "1", GB_EXACT, at->shape.grid, 0 };
	if (result->sm_hz > 0)
		out[count++] = is_latency(run) ? (struct gb_metric){ "latency", "s", GB_TIMES, 1 / result->sm_hz, 0 }
					       : (struct gb_metric){ "bytes_per_clock_sm", "B", GB_TIMES,
								     1 / (result->sm_hz * at->shape.grid), 0 };
	if (!is_latency(run) && at->noted[MEDIAN_CYCLES] > 0)
		out[count++] = (struct gb_metric){ "bytes_per_clock_own", "B", GB_MEASURED,
						   bytes_of_block(run) / at->noted[MEDIAN_CYCLES], 0 };
	if (at->noted[NEAREST] > 0) {
		out[count++] = (struct gb_metric){ "nearest", "cycles", GB_MEASURED, at->noted[NEAREST], 0 };
		out[count++] = (struct gb_metric){ "farthest", "cycles", GB_MEASURED, at->noted[FARTHEST], 0 };
	}
	return count;
}

/* ---- launch ------------------------------------------------------------------------------------------------------ */

/* At the rates of an H200, a launch of this many trips takes two milliseconds, so its start and end hardly matter. */
static const uint32_t trips_of[] = {
	[OP_LOAD] = 480, [OP_STORE] = 3840, [OP_ASYNC] = 480, [OP_BULK] = 3840, [OP_ATOMIC] = 288,
};
enum { CHAIN_TRIPS = 33, MESSAGE_TRIPS = 257 };

static uint32_t scaled(const struct gb_run *run, uint32_t trips, uint32_t least)
{
	const uint32_t some = (uint32_t)(trips * gb_work(run));

	return some < least ? least : some;
}

static bool is_chain(const struct gb_run *run)
{
	return gb_value(run, way) == WAY_LOAD || gb_value(run, way) == WAY_ATOMIC;
}

static void name_kernel(const struct gb_run *run, char name[GB_NAME_MAX])
{
	if (is_latency(run))
		snprintf(name, GB_NAME_MAX, "dsmem_%s_%s", is_chain(run) ? "chain" : "message",
			 ways[gb_value(run, way)]);
	else
		snprintf(name, GB_NAME_MAX, "dsmem_%s", ops[gb_value(run, op)]);
}

/* One cluster, with one warp per block. */
static void choose_latency(const struct gb_run *run, struct gb_shape *shape, struct dsmem_args *args)
{
	args->trips = scaled(run, is_chain(run) ? CHAIN_TRIPS : MESSAGE_TRIPS, 2);
	args->bytes = gb_value(run, way) == WAY_BULK ? gb_value(run, bytes) : 16;
	shape->block = 32;
	shape->shared_bytes = is_chain(run) ? 0 : 2 * args->bytes;
}

static void choose_bandwidth(const struct gb_run *run, struct gb_shape *shape, struct dsmem_args *args)
{
	const int64_t op = gb_value(run, op);

	args->trips = scaled(run, trips_of[op], DSMEM_STAGES);
	args->all = op != OP_BULK && gb_value(run, pattern) == ALL;
	shape->block = threads_of(run);
	shape->shared_bytes = DSMEM_BYTES + (op == OP_BULK ? DSMEM_PIECE : 0);
}

static int choose(struct gb_run *run, const struct gb_kernel *kernel, struct gb_shape *shape, void *of)
{
	struct dsmem_args *args = of;
	uint32_t clusters;

	shape->grid = shape->cluster = gb_value(run, size);
	args->never = ~0u;
	args->to = shape->cluster - 1;
	if (is_latency(run))
		choose_latency(run, shape, args);
	else
		choose_bandwidth(run, shape, args);
	GB_TRY(gb_clusters(run, kernel, *shape, &clusters));
	shape->grid *= is_latency(run) ? 1 : clusters;
	return GB_OK;
}

/* The median over the other blocks. */
static int observe(struct gb_run *run, double *value)
{
	struct gb_chosen *at = gb_state(run);
	const struct dsmem_args *args = arguments(run);
	const double links = (args->trips - 1.0) * (is_chain(run) ? DSMEM_LINKS : 2);
	unsigned long long cycles[CLUSTER_MOST];
	const uint32_t others = args->to;

	GB_TRY(gb_copy_out(run, cycles, (uintptr_t)args->cycles, at->shape.grid * sizeof *cycles));
	if (!is_chain(run)) {
		*value = (double)cycles[others] / links;
		return GB_OK;
	}
	*value = long_cycles_median(cycles + 1, others) / links;
	at->noted[NEAREST] = (double)cycles[1] / links;
	at->noted[FARTHEST] = (double)cycles[others] / links;
	return GB_OK;
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static uint32_t word_expected(int64_t op, const struct dsmem_args *args, uint32_t size, uint32_t rank, uint32_t i)
{
	switch (op) {
	case OP_STORE:
	case OP_ASYNC:
		return ~rank;
	case OP_BULK:
		return dsmem_content((rank + size - 1) % size, i % (DSMEM_PIECE / 4));
	default: /* OP_ATOMIC: one per trip, because each block is the target of one other */
		return dsmem_content(rank, i) + (i < DSMEM_THREADS * DSMEM_UNROLL ? args->trips : 0);
	}
}

/* All clusters end with the same content; loads leave it unchanged. */
static size_t expected_memory(const struct gb_run *run, const void *args, struct gb_shape shape, void *words)
{
	const int64_t op = is_latency(run) ? OP_LOAD : gb_value(run, op);
	uint32_t *out = words;

	if (op == OP_LOAD)
		return 0;
	for (uint32_t i = 0; i < shape.cluster * DSMEM_WORDS; i++)
		out[i] = word_expected(op, args, shape.cluster, i / DSMEM_WORDS, i % DSMEM_WORDS);
	return (size_t)shape.cluster * DSMEM_WORDS;
}

static uint32_t loads_of(uint32_t rank, uint32_t thread)
{
	uint32_t sum = 0;

	for (uint32_t u = 0; u < DSMEM_UNROLL; u++)
		for (uint32_t i = 0; i < 4; i++)
			sum += dsmem_content(rank, (thread + u * DSMEM_THREADS) * 4 + i);
	return sum;
}

static uint32_t trips_to(const struct dsmem_args *args, uint32_t size, uint32_t rank, uint32_t to)
{
	uint32_t trips = 0;

	for (uint32_t trip = 0; trip < args->trips; trip++)
		trips += dsmem_partner(rank, size, args->all, trip) == to;
	return trips;
}

static size_t expected_loads(const struct dsmem_args *args, uint32_t size, uint32_t *sum)
{
	memset(sum, 0, (size_t)size * DSMEM_THREADS * sizeof *sum);
	for (uint32_t from = 0; from < size; from++)
		for (uint32_t t = 0; t < DSMEM_THREADS; t++) {
			const uint32_t loads = loads_of(from, t);
			for (uint32_t rank = 0; rank < size; rank++)
				sum[rank * DSMEM_THREADS + t] += trips_to(args, size, rank, from) * loads;
		}
	return (size_t)size * DSMEM_THREADS;
}

/* The ends of the chains in the other blocks, or the number of messages that arrived unchanged at each of two blocks.
 * All other words stay unwritten. */
static size_t expected_ends(const struct gb_run *run, const struct dsmem_args *args, uint32_t threads, uint32_t *sum)
{
	uint32_t end = 0;

	memset(sum, 0xff, threads * sizeof *sum);
	for (uint32_t i = 0; i < args->trips * DSMEM_LINKS; i++)
		end = dsmem_next(end);
	for (uint32_t to = 1; to <= args->to && is_chain(run); to++)
		sum[to] = end;
	if (!is_chain(run))
		sum[0] = sum[1] = args->trips;
	return threads;
}

/* Only sums of loads are compared. */
static size_t expected_sums(const struct gb_run *run, const void *args, struct gb_shape shape, void *words)
{
	if (is_latency(run))
		return expected_ends(run, args, shape.grid * shape.block, words);
	return gb_value(run, op) == OP_LOAD ? expected_loads(args, shape.cluster, words) : 0;
}

/* For bandwidth, also records the cycles of the blocks. */
static int verify(struct gb_run *run)
{
	struct gb_chosen *at = gb_state(run);
	const uint32_t blocks = at->shape.grid;

	GB_TRY(gb_declared_verify(run));
	if (is_latency(run))
		return GB_OK;
	unsigned long long *cycles = gb_fetch(run, (uintptr_t)arguments(run)->cycles, blocks * sizeof *cycles);
	if (cycles == NULL)
		return GB_FAILED;
	at->noted[MEDIAN_CYCLES] = long_cycles_median(cycles, blocks);
	return GB_OK;
}

/* ---- models of the kernels --------------------------------------------------------------------------------------- */

static uint32_t model_access(int op, uint32_t *memory, uint32_t thread, uint32_t u, uint32_t value)
{
	const uint32_t words = op == OP_ATOMIC ? 1 : 4;
	uint32_t sum = 0;

	for (uint32_t i = 0; i < words; i++) {
		uint32_t *word = memory + (size_t)(thread + u * DSMEM_THREADS) * words + i;
		sum += *word;
		*word = op == OP_STORE ? value : op == OP_ATOMIC ? *word + 1 : *word;
	}
	return op == OP_LOAD ? sum : 0;
}

/* Block b takes 400000 + 1000 b cycles. */
static void model_cycles(struct gb_shape shape, const struct dsmem_args *args)
{
	gb_model_unchecked(args->cycles, shape.grid * sizeof *args->cycles);
	for (uint32_t b = 0; b < shape.grid; b++)
		args->cycles[b] = UINT64_C(400000) + UINT64_C(1000) * b;
}

/* Loads leave the memory unchanged. The other operations leave the sums unused. */
static void model_accesses(int op, struct gb_shape shape, const struct dsmem_args *args)
{
	/* Stores write the same words in each trip. */
	const uint32_t size = shape.cluster, trips = op == OP_STORE ? 8 : args->trips;

	model_cycles(shape, args);
	if (!args->record)
		return;
	if (op == OP_LOAD)
		gb_model_unchecked(args->memory, (size_t)shape.grid * DSMEM_BYTES);
	else
		gb_model_unchecked(args->sum, (size_t)shape.grid * shape.block * sizeof *args->sum);
	memset(args->sum, 0, (size_t)shape.grid * shape.block * sizeof *args->sum);
	for (uint32_t b = 0; b < shape.grid; b++)
		for (uint32_t i = 0; i < DSMEM_WORDS; i++)
			args->memory[b * DSMEM_WORDS + i] = dsmem_content(b % size, i);
	for (uint32_t b = 0; b < shape.grid; b++)
		for (uint32_t trip = 0; trip < trips; trip++) {
			const uint32_t partner = dsmem_partner(b % size, size, args->all, trip);
			const uint32_t to = b / size * size + partner;
			for (uint32_t t = 0; t < DSMEM_THREADS; t++)
				for (uint32_t u = 0; u < DSMEM_UNROLL; u++)
					args->sum[b * shape.block + t % shape.block] += model_access(
						op, args->memory + (size_t)to * DSMEM_WORDS, t, u, ~partner);
		}
}

#define MODEL(op, OP)                                                   \
	static void model_##op(struct gb_shape shape, const void *args) \
	{                                                               \
		model_accesses(OP, shape, args);                        \
	}
MODEL(load, OP_LOAD)
MODEL(store, OP_STORE)
MODEL(atomic, OP_ATOMIC)

static void model_bulk(struct gb_shape shape, const void *of)
{
	const struct dsmem_args *args = of;
	const uint32_t size = shape.cluster, words = DSMEM_PIECE / 4;

	model_cycles(shape, args);
	for (uint32_t b = 0; b < shape.grid && args->record; b++)
		for (uint32_t i = 0; i < DSMEM_WORDS; i++) {
			const uint32_t from = (b + size - 1) % size;
			args->memory[b * DSMEM_WORDS + i] = dsmem_content(from, i % words);
		}
}

/* Block b is 200 + b cycles away. */
static void model_chain(struct gb_shape shape, const void *of)
{
	const struct dsmem_args *args = of;

	gb_model_unchecked(args->cycles, shape.grid * sizeof *args->cycles);
	for (uint32_t to = 1; to < shape.cluster; to++) {
		uint32_t at = 0;
		for (uint32_t i = 0; i < args->trips * DSMEM_LINKS; i++)
			at = dsmem_next(at);
		args->sum[to] = at;
		args->cycles[to] = (UINT64_C(200) + to) * DSMEM_LINKS * (args->trips - 1);
	}
}

static void model_message(struct gb_shape shape, const void *of)
{
	const struct dsmem_args *args = of;

	gb_model_unchecked(args->cycles, shape.grid * sizeof *args->cycles);
	args->sum[0] = args->sum[1] = args->trips;
	args->cycles[args->to] = UINT64_C(600) * (args->trips - 1);
}

GB_MODELS_OF(dsmem, { "dsmem_load", model_load }, { "dsmem_store", model_store }, { "dsmem_async", model_store },
	     { "dsmem_atomic", model_atomic }, { "dsmem_bulk", model_bulk }, { "dsmem_chain_*", model_chain },
	     { "dsmem_message_*", model_message });

static const struct gb_member members[] = {
	GB_RECORD(struct dsmem_args, record),
	GB_ARRAY(struct dsmem_args, sum, .per_thread = sizeof(uint32_t), .expect_words = expected_sums),
	GB_ARRAY(struct dsmem_args, memory, .per_block = DSMEM_BYTES, .expect_words = expected_memory),
	GB_ARRAY(struct dsmem_args, cycles, .cycles = 2),
	{ .name = NULL },
};

GB_BENCH(dsmem) = {
	GB_DECLARED_LAUNCH(NULL, struct dsmem_args, members, .name_kernel = name_kernel, .choose = choose),
	.name = "dsmem",
	.summary = "distributed shared memory: accesses to other blocks of a cluster, by cluster size",
	.method =
		"The grid has as many clusters as the device runs at once, with one block of 1024 threads on each SM "
		"(128 for stores, which more threads slow down); `sms` is the number of SMs in use.\n"
		"bandwidth: load, store and atomic are ld, st and red of shared::cluster, 8 in flight per thread, to "
		"128 KiB (atomics: 32 KiB) of another block. async: st.async, counted by a barrier of the receiving "
		"block, with two iterations of 8 in flight. bulk: one thread sends pieces of 16 KiB into 8 stages of "
		"the next block, whose owner releases each one. Bytes are those moved from SM to SM. "
		"bytes_per_clock_sm covers the whole launch, which ends with the slowest SM. bytes_per_clock_own is "
		"the rate of the median SM, by its own clock, from its first access to the last one of its cluster, in "
		"the verified launch.\n"
		"latency: the first block of one cluster follows a cycle of addresses in the memory of each other "
		"block in turn, by loads or by atomic additions of 0. The value is the median over the blocks; the "
		"nearest and the farthest are metrics. Messages go to the last block and back; the value is half of "
		"the time from sending a message to the end of the wait for its answer.\n"
		"Verified: all data stored, sent or added, the sum of all data loaded, the end of each cycle, and the "
		"number in each message.\n"
		"Limit: none is documented for the network between SMs.\n"
		"Source: clusters from the CUDA C++ Programming Guide and the PTX ISA.",
	.subject = GB_SUBJECT_ON_CHIP,
	.quantity = GB_BANDWIDTH,
	.require = { .cc_min = 90 },
	.axes = axes,
	.variants = gb_variants_dsmem,
	.prepare = gb_declared_prepare,
	.verify = verify,
	.cost = cost,
	.limit = limit_unknown,
	.observe = observe,
	.measures = measures_what,
	.metrics = metrics,
	.sdc = "measure=bandwidth op=load,store size=2",
};
#endif
