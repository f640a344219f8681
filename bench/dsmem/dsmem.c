/* dsmem: the shared memory of other blocks in a cluster: bandwidth of reads, writes and messages, and latency. */
#include <math.h>

#include "state.h"

GB_VARIANTS(dsmem);

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
	  .kind = GB_REPORTED,
	  .names = measures },
	{ .name = "op",
	  .help = "loads and stores of 16 bytes, st.async of 16 bytes, bulk copies of 16 KiB by one thread, red.add of 4 bytes",
	  .kind = GB_REPORTED,
	  .names = ops,
	  .quick = "load,store",
	  .when = "measure=bandwidth" },
	{ .name = "way",
	  .help = "dependent loads or atomics; one-way time of a message that a barrier counts: st.async, bulk copy",
	  .kind = GB_REPORTED,
	  .names = ways,
	  .quick = "load",
	  .when = "measure=latency" },
	{ .name = "size",
	  .unit = "blocks",
	  .help = "blocks of a cluster; more than 8 are not portable",
	  .kind = GB_REPORTED,
	  .values = "2:16:pow2",
	  .full = "2,8,16",
	  .quick = "2" },
	{ .name = "pattern",
	  .help = "target of a block: the next block, or all other blocks in turn",
	  .kind = GB_REPORTED,
	  .names = patterns,
	  .full = "ring",
	  .when = "op=load,store,async,atomic" },
	{ .name = "bytes",
	  .unit = "B",
	  .help = "of a message",
	  .kind = GB_REPORTED,
	  .values = "16:16384:pow2",
	  .full = "16",
	  .when = "way=bulk" },
	{ .name = NULL },
};

static int setup(struct gb_run *run)
{
	const struct gb_device *device = gb_device(run);
	struct state *s = gb_state(run);
	const uint64_t blocks = (uint64_t)(device->sm_count > CLUSTER_MOST ? device->sm_count : CLUSTER_MOST);

	s->sum_bytes = blocks * DSMEM_THREADS * sizeof(unsigned int);
	s->memory_bytes = blocks * DSMEM_BYTES;
	s->cycles_bytes = blocks * sizeof(unsigned long long);
	int status = gb_alloc(run, s->sum_bytes, &s->sum);
	if (status == GB_OK)
		status = gb_alloc(run, s->memory_bytes, &s->memory);
	return status == GB_OK ? gb_alloc(run, s->cycles_bytes, &s->cycles) : status;
}

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	(void)run;
	(void)device;
	(void)sm_hz;
	return NAN;
}

static enum gb_quantity measures_what(const struct gb_run *run)
{
	return dsmem_is_latency(run) ? GB_CYCLES : GB_BANDWIDTH;
}

/* Bytes that a block sends to others or gets from them. */
static double bytes_of_block(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	switch (gb_value(run, "op")) {
	case OP_BULK:
		return (double)s->args.trips * DSMEM_PIECE;
	case OP_ATOMIC:
		return (double)s->args.trips * DSMEM_THREADS * DSMEM_UNROLL * 4;
	default:
		return (double)s->args.trips * dsmem_threads(run) * DSMEM_UNROLL * 16;
	}
}

/* Bytes that move from one SM to another. */
static struct gb_cost cost(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	if (dsmem_is_latency(run))
		return (struct gb_cost){ .ops = s->args.trips };
	return (struct gb_cost){ .bytes = s->shape.grid * bytes_of_block(run) };
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);
	size_t count = 0;

	if (!dsmem_is_latency(run))
		out[count++] = (struct gb_metric){ "sms", "1", GB_EXACT, s->shape.grid, 0 };
	if (result->sm_hz > 0)
		out[count++] = dsmem_is_latency(run)
				       ? (struct gb_metric){ "latency", "s", GB_TIMES, 1 / result->sm_hz, 0 }
				       : (struct gb_metric){ "bytes_per_clock_sm", "B", GB_TIMES,
							     1 / (result->sm_hz * s->shape.grid), 0 };
	if (!dsmem_is_latency(run) && s->median_cycles > 0)
		out[count++] = (struct gb_metric){ "bytes_per_clock_own", "B", GB_MEASURED,
						   bytes_of_block(run) / s->median_cycles, 0 };
	if (s->nearest > 0) {
		out[count++] = (struct gb_metric){ "nearest", "cycles", GB_MEASURED, s->nearest, 0 };
		out[count++] = (struct gb_metric){ "farthest", "cycles", GB_MEASURED, s->farthest, 0 };
	}
	return count;
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
	.prepare = dsmem_prepare,
	.launch = dsmem_launch,
	.verify = dsmem_verify,
	.cost = cost,
	.limit = limit,
	.observe = dsmem_observe,
	.measures = measures_what,
	.metrics = metrics,
};
