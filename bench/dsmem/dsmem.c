/* dsmem: the shared memory of other blocks in a cluster: bandwidth of reads, writes and messages, and latency. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#include "../common/kernel.h"
#include "../common/limits.h"
#include "../common/median.h"
#include "dsmem.h"
#include "gpubench.h"

GB_VARIANTS(dsmem);

/* The axes `measure`, `op`, `way` and `pattern`. */
enum measure { BANDWIDTH, LATENCY };
enum op { OP_LOAD, OP_STORE, OP_ASYNC, OP_BULK, OP_ATOMIC };
enum way { WAY_LOAD, WAY_ATOMIC, WAY_ASYNC, WAY_BULK };
enum pattern { RING, ALL };

enum { CLUSTER_MOST = 16, MESSAGE_MOST = 16384 };

struct state {
	gb_ptr sum, memory, cycles;
	uint64_t sum_bytes, memory_bytes, cycles_bytes;
	struct gb_kernel kernel; /* of the current point, with its shape */
	struct gb_shape shape;
	struct dsmem_args args;
	double nearest, farthest; /* of the chains, in cycles; 0: not measured yet */
	double median_cycles;     /* of the blocks, by their own SMs' clocks, in the verified launch; likewise */
};

static bool is_latency(const struct gb_run *run)
{
	return gb_value(run, "measure") == LATENCY;
}

/* For a block that measures bandwidth. */
static uint32_t threads_of(const struct gb_run *run)
{
	return gb_value(run, "op") == OP_STORE ? DSMEM_FEW : DSMEM_THREADS;
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
	{ .name = "measure",
	  .help = "bytes per second of all clusters that the device runs at once, or cycles in one cluster",
	  .names = measures },
	{ .name = "op",
	  .help = "loads and stores of 16 bytes, st.async of 16 bytes, bulk copies of 16 KiB by one thread, "
		  "red.add of 4 bytes",
	  .names = ops,
	  .quick = "load,store",
	  .when = "measure=bandwidth" },
	{ .name = "way",
	  .help = "dependent loads or atomics; one-way time of a message that a barrier counts: st.async, bulk copy",
	  .names = ways,
	  .quick = "load",
	  .when = "measure=latency" },
	{ .name = "size",
	  .unit = "blocks",
	  .help = "blocks of a cluster; more than 8 are not portable",
	  .values = "2:16:pow2",
	  .full = "2,8,16",
	  .quick = "2" },
	{ .name = "pattern",
	  .help = "target of a block: the next block, or all other blocks in turn",
	  .names = patterns,
	  .full = "ring",
	  .when = "op=load,store,async,atomic" },
	{ .name = "bytes",
	  .unit = "B",
	  .help = "of a message",
	  .values = "16:16384:pow2",
	  .full = "16",
	  .when = "way=bulk" },
	{ .name = NULL },
};

/* ---- launch ------------------------------------------------------------------------------------------------------ */

static int setup(struct gb_run *run)
{
	const struct gb_device *device = gb_device(run);
	struct state *s = gb_state(run);
	const uint64_t blocks = (uint64_t)(device->sm_count > CLUSTER_MOST ? device->sm_count : CLUSTER_MOST);

	s->sum_bytes = blocks * DSMEM_THREADS * sizeof(unsigned int);
	s->memory_bytes = blocks * DSMEM_BYTES;
	s->cycles_bytes = blocks * sizeof(unsigned long long);
	GB_TRY(gb_alloc(run, s->sum_bytes, &s->sum));
	GB_TRY(gb_alloc(run, s->memory_bytes, &s->memory));
	return gb_alloc(run, s->cycles_bytes, &s->cycles);
}

static enum gb_quantity measures_what(const struct gb_run *run)
{
	return is_latency(run) ? GB_CYCLES : GB_BANDWIDTH;
}

/* Bytes that a block sends to others or gets from them. */
static double bytes_of_block(const struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const int64_t op = gb_value(run, "op");

	if (op == OP_BULK)
		return (double)s->args.trips * DSMEM_PIECE;
	return (double)s->args.trips * DSMEM_UNROLL * (op == OP_ATOMIC ? 4 * DSMEM_THREADS : 16 * threads_of(run));
}

/* Bytes that move from one SM to another. */
static struct gb_cost cost(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	if (is_latency(run))
		return (struct gb_cost){ .ops = s->args.trips };
	return (struct gb_cost){ .bytes = s->shape.grid * bytes_of_block(run) };
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);
	size_t count = 0;

	if (!is_latency(run))
		out[count++] = (struct gb_metric){ "sms", "1", GB_EXACT, s->shape.grid, 0 };
	if (result->sm_hz > 0)
		out[count++] = is_latency(run) ? (struct gb_metric){ "latency", "s", GB_TIMES, 1 / result->sm_hz, 0 }
					       : (struct gb_metric){ "bytes_per_clock_sm", "B", GB_TIMES,
								     1 / (result->sm_hz * s->shape.grid), 0 };
	if (!is_latency(run) && s->median_cycles > 0)
		out[count++] = (struct gb_metric){ "bytes_per_clock_own", "B", GB_MEASURED,
						   bytes_of_block(run) / s->median_cycles, 0 };
	if (s->nearest > 0) {
		out[count++] = (struct gb_metric){ "nearest", "cycles", GB_MEASURED, s->nearest, 0 };
		out[count++] = (struct gb_metric){ "farthest", "cycles", GB_MEASURED, s->farthest, 0 };
	}
	return count;
}

/* Trips: at the rates of an H200 a launch takes two milliseconds, so its start and end hardly matter. */
static const unsigned int trips_of[] = {
	[OP_LOAD] = 480, [OP_STORE] = 3840, [OP_ASYNC] = 480, [OP_BULK] = 3840, [OP_ATOMIC] = 288,
};
enum { CHAIN_TRIPS = 33, MESSAGE_TRIPS = 257 };

static unsigned int scaled(const struct gb_run *run, unsigned int trips, unsigned int least)
{
	const unsigned int some = (unsigned int)(trips * gb_work(run));

	return some < least ? least : some;
}

static bool is_chain(const struct gb_run *run)
{
	return gb_value(run, "way") == WAY_LOAD || gb_value(run, "way") == WAY_ATOMIC;
}

/* One cluster, of one warp per block. */
static int prepare_latency(struct gb_run *run)
{
	struct state *s = gb_state(run);
	uint32_t clusters;

	s->args.trips = scaled(run, is_chain(run) ? CHAIN_TRIPS : MESSAGE_TRIPS, 2);
	s->args.bytes = gb_value(run, "way") == WAY_BULK ? (unsigned int)gb_value(run, "bytes") : 16;
	s->shape.grid = s->shape.cluster;
	s->shape.block = 32;
	s->shape.shared_bytes = is_chain(run) ? 0 : 2 * s->args.bytes;
	return gb_clusters(run, &s->kernel, s->shape, &clusters);
}

static int prepare_bandwidth(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const int64_t op = gb_value(run, "op");
	uint32_t clusters;

	s->args.trips = scaled(run, trips_of[op], DSMEM_STAGES);
	s->args.all = op != OP_BULK && gb_value(run, "pattern") == ALL;
	s->shape.block = threads_of(run);
	s->shape.shared_bytes = DSMEM_BYTES + (op == OP_BULK ? DSMEM_PIECE : 0);
	s->shape.grid = s->shape.cluster;
	GB_TRY(gb_clusters(run, &s->kernel, s->shape, &clusters));
	s->shape.grid = clusters * s->shape.cluster;
	return GB_OK;
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const unsigned int size = (unsigned int)gb_value(run, "size");

	s->nearest = s->farthest = s->median_cycles = 0;
	s->shape = (struct gb_shape){ .cluster = size };
	s->args = (struct dsmem_args){
		.never = ~0u,
		.to = size - 1,
		.sum = gb_address(s->sum),
		.memory = gb_address(s->memory),
		.cycles = gb_address(s->cycles),
	};
	if (is_latency(run)) {
		GB_TRY(kernel_find(run, &s->kernel, "dsmem_%s_%s", is_chain(run) ? "chain" : "message",
				   ways[gb_value(run, "way")]));
		return prepare_latency(run);
	}
	GB_TRY(kernel_find(run, &s->kernel, "dsmem_%s", ops[gb_value(run, "op")]));
	return prepare_bandwidth(run);
}

static int launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_launch(run, &s->kernel, s->shape, &s->args);
}

/* The median over the other blocks. */
static int observe(struct gb_run *run, double *value)
{
	struct state *s = gb_state(run);
	const double links = (s->args.trips - 1.0) * (is_chain(run) ? DSMEM_LINKS : 2);
	unsigned long long cycles[CLUSTER_MOST];
	const unsigned int others = s->args.to;

	GB_TRY(gb_copy_out(run, cycles, s->cycles, sizeof cycles));
	if (!is_chain(run)) {
		*value = (double)cycles[others] / links;
		return GB_OK;
	}
	*value = long_cycles_median(cycles + 1, others) / links;
	s->nearest = (double)cycles[1] / links;
	s->farthest = (double)cycles[others] / links;
	return GB_OK;
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

/* The expected value of word i of a block's memory after the launch. */
static unsigned int word_expected(const struct gb_run *run, unsigned int rank, unsigned int i)
{
	const struct state *s = gb_state(run);

	switch (gb_value(run, "op")) {
	case OP_STORE:
	case OP_ASYNC:
		return ~rank;
	case OP_BULK:
		return dsmem_content((rank + s->shape.cluster - 1) % s->shape.cluster, i % (DSMEM_PIECE / 4));
	case OP_ATOMIC: /* one per trip, since each block is the target of one other */
		return dsmem_content(rank, i) + (i < DSMEM_THREADS * DSMEM_UNROLL ? s->args.trips : 0);
	default: /* OP_LOAD */
		return dsmem_content(rank, i);
	}
}

/* The words that a thread loads from a block in a trip. */
static unsigned int loads_of(unsigned int rank, unsigned int thread)
{
	unsigned int sum = 0;

	for (unsigned int u = 0; u < DSMEM_UNROLL; u++)
		for (unsigned int i = 0; i < 4; i++)
			sum += dsmem_content(rank, (thread + u * DSMEM_THREADS) * 4 + i);
	return sum;
}

static int check_loads(struct gb_run *run, const unsigned int *sum)
{
	const struct state *s = gb_state(run);
	const unsigned int size = s->shape.cluster;
	unsigned int of[CLUSTER_MOST], trips[CLUSTER_MOST][CLUSTER_MOST] = { { 0 } };

	for (unsigned int rank = 0; rank < size; rank++)
		for (unsigned int trip = 0; trip < s->args.trips; trip++)
			trips[rank][dsmem_partner(rank, size, s->args.all, trip)]++;
	for (unsigned int t = 0; t < DSMEM_THREADS; t++) {
		for (unsigned int rank = 0; rank < size; rank++)
			of[rank] = loads_of(rank, t);
		for (unsigned int b = 0; b < s->shape.grid; b++) {
			unsigned int wanted = 0;
			for (unsigned int rank = 0; rank < size; rank++)
				wanted += trips[b % size][rank] * of[rank];
			if (sum[b * DSMEM_THREADS + t] != wanted)
				return gb_fail(run, "thread %u of block %u loaded %#x in all, not %#x", t, b,
					       sum[b * DSMEM_THREADS + t], wanted);
		}
	}
	return GB_OK;
}

static int check_memory(struct gb_run *run, const unsigned int *memory)
{
	const struct state *s = gb_state(run);

	for (unsigned int b = 0; b < s->shape.grid; b++)
		for (unsigned int i = 0; i < DSMEM_WORDS; i++) {
			const unsigned int wanted = word_expected(run, b % s->shape.cluster, i);
			const unsigned int found = memory[(size_t)b * DSMEM_WORDS + i];
			if (found != wanted)
				return gb_fail(run, "word %u of block %u is %#x, not %#x", i, b, found, wanted);
		}
	return GB_OK;
}

static int verify_bandwidth(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const bool loads = gb_value(run, "op") == OP_LOAD;

	GB_TRY(gb_fill(run, s->sum, 0xff, s->sum_bytes));
	GB_TRY(gb_fill(run, s->memory, 0xff, s->memory_bytes));
	GB_TRY(launch_recorded(run, launch, &s->args.record, 1));
	const unsigned int *found =
		loads ? gb_fetch(run, s->sum, s->sum_bytes) : gb_fetch(run, s->memory, s->memory_bytes);
	unsigned long long *cycles = gb_fetch(run, s->cycles, s->cycles_bytes);
	if (found == NULL || cycles == NULL)
		return GB_FAILED;
	GB_TRY(loads ? check_loads(run, found) : check_memory(run, found));
	s->median_cycles = long_cycles_median(cycles, s->shape.grid);
	return GB_OK;
}

static int verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	unsigned int end[CLUSTER_MOST], wanted = 0;

	if (!is_latency(run))
		return verify_bandwidth(run);
	GB_TRY(gb_fill(run, s->sum, 0xff, sizeof end));
	GB_TRY(launch(run));
	GB_TRY(gb_copy_out(run, end, s->sum, sizeof end));
	for (unsigned int i = 0; i < s->args.trips * DSMEM_LINKS; i++)
		wanted = dsmem_next(wanted);
	for (unsigned int rank = 1; rank < s->shape.cluster && is_chain(run); rank++)
		if (end[rank] != wanted)
			return gb_fail(run, "the chain in block %u ended at word %u, not %u", rank, end[rank], wanted);
	for (unsigned int i = 0; i < 2 && !is_chain(run); i++)
		if (end[i] != s->args.trips)
			return gb_fail(run, "%u of %u messages arrived at block %u unchanged", end[i], s->args.trips,
				       i == 0 ? 0 : s->args.to);
	return GB_OK;
}

GB_BENCH(dsmem) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
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
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.cost = cost,
	.limit = limit_unknown,
	.observe = observe,
	.measures = measures_what,
	.metrics = metrics,
	.sdc = "measure=bandwidth op=load,store size=2",
};
