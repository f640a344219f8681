/* host_dram: the bandwidth of the host's memory. */
#include "../common/isa.h"
#include "../common/limits.h"
#include "state.h"

static const char *const stores[] = { [STORE_ORDINARY] = "ordinary", [STORE_STREAM] = "stream", NULL };
static const char *const memories[] = { [MEMORY_OWN] = "own", [MEMORY_NEXT] = "next", NULL };

static const struct gb_axis axes[] = {
	{ GB_AXIS(op),
	  .help = "read, write, copy a=b, scale a=s*b, add a=b+c, triad a=b+s*c with the best shape; the same "
		  "with one kind of store, in small pages, by threads, by NUMA node",
	  .names = host_dram_ops, .quick = "read,write,copy,triad" },
	{ GB_AXIS(threads), .unit = "threads", .help = "cores that take part, one thread each", .values = "1:1024:pow2",
	  .full = "1:128:pow2", .when = "op=read_threads,copy_threads" },
	{ GB_AXIS(node), .help = "the NUMA node whose cores take part", .values = "0:63", .full = "0:7",
	  .when = "op=read_node,copy_node" },
	{ GB_AXIS(memory), .help = "memory on the cores' own node (own) or on the next node (next)", .names = memories,
	  .when = "op=read_node,copy_node" },
	{ GB_AXIS(store), .help = "ordinary stores, or stores that bypass the caches", .kind = GB_SEARCHED,
	  .names = stores, .when = "op=write,copy,scale,add,triad,copy_small,copy_threads,copy_node" },
	ISA_AXIS_VEC,
	{ GB_AXIS(unroll), .help = "accesses of one iteration to each part of an array", .kind = GB_SEARCHED,
	  .values = "2,4,8", .quick = "2,8" },
	{ GB_AXIS(streams), .help = "distant parts of an array that a thread reads at the same time",
	  .kind = GB_SEARCHED, .values = "1,2", .quick = "1" },
	{ GB_AXIS(skew), .unit = "B", .help = "additional offset of each array after the first", .kind = GB_SEARCHED,
	  .values = "0,1024,4096,1048576", .quick = "0" },
	{ .name = NULL },
};

static const struct gb_variant variants[] = {
	{ .name = "default", .flags = "", .archs = "", .kernels = host_dram_kernels },
	{ .name = NULL },
};

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(gb_team(run, -1, &s->cores));
	GB_TRY(gb_find_kernel(run, "fill", &s->fill));
	GB_TRY(gb_find_kernel(run, "poison", &s->poison));
	GB_TRY(gb_find_kernel(run, "check", &s->check));
	return host_dram_open(run);
}

/* ---- one point --------------------------------------------------------------------------------------------------- */

static int choose_kernel(struct gb_run *run)
{
	const int vec = gb_value(run, vec);

	GB_TRY(isa_require(run, isa_of_bytes(vec)));
	return kernel_find(run, &state_of(run)->kernel, "%s_%s_v%d_u%d_s%d", host_dram_operation(run)->name,
			   host_dram_kind(run)->op == HOST_DRAM_READ ? "none" : stores[host_dram_store(run)], vec,
			   gb_value(run, unroll), (int)gb_value(run, streams));
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t streams = gb_value(run, streams);
	uint32_t threads, shares;

	GB_TRY(host_dram_place(run, &threads, &shares));
	GB_TRY(choose_kernel(run));
	/* A read processes one area, as large as two arrays of the other operations. */
	const uint64_t bytes = (host_dram_kind(run)->op == HOST_DRAM_READ ? 2 : 1) * s->arena->array_bytes;
	const uint64_t each = bytes / (shares * streams * WINDOWS) / HOST_DRAM_STEP * HOST_DRAM_STEP;
	if (each == 0)
		return gb_skip(run, "arrays of %llu bytes are too small to be divided among %u threads",
			       (unsigned long long)s->arena->array_bytes, (uint32_t)shares);
	s->bytes = each * threads * streams;
	s->window = 0;
	s->shape = (struct gb_shape){ .grid = threads, .block = 1 };
	s->args = (struct host_dram_args){
		.part = WINDOWS * each,
		.each = each,
		.value = FACTOR,
		.report = gb_address(s->report),
	};
	host_dram_arrays(run, &s->args);
	return GB_OK;
}

int host_dram_launch(struct gb_run *run)
{
	struct state *s = gb_state(run);
	struct host_dram_args args = s->args;
	const uint64_t offset = s->window * args.each;

	args.b += offset;
	args.c += offset;
	args.out += offset;
	s->window = (s->window + 1) % WINDOWS;
	return gb_launch(run, &s->kernel, s->shape, &args);
}

static double arrays_of(const struct gb_run *run)
{
	return host_dram_operation(run)->reads + host_dram_operation(run)->writes;
}

static struct gb_cost cost(const struct gb_run *run)
{
	return (struct gb_cost){ .bytes = arrays_of(run) * (double)state_of(run)->bytes };
}

static const char *roof(const struct gb_run *run)
{
	return host_dram_kind(run)->roof;
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	size_t count = 0;

	out[count++] = (struct gb_metric){ "working_set", "B", GB_EXACT, WINDOWS * cost(run).bytes, 0 };
	if (result->sm_hz > 0)
		out[count++] = (struct gb_metric){ "bytes_per_clock_core", "B/clk", GB_TIMES,
						   1 / (result->sm_hz * state_of(run)->shape.grid), 0 };
#if defined(__x86_64__)
	const struct operation *o = host_dram_operation(run);

	/* An ordinary store to an uncached line reads the line first, unless the processor avoids it. */
	if (o->writes > 0 && host_dram_store(run) == STORE_ORDINARY)
		out[count++] = (struct gb_metric){ "moved_bandwidth", "B/s", GB_TIMES,
						   (arrays_of(run) + o->writes) / arrays_of(run), 0 };
#endif
	return count;
}

GB_BENCH(host_dram) = {
	GB_IDENTITY(host_dram),
	.summary = "memory of the host: read, write, copy, scale, add, triad; by kind of store, threads and NUMA node",
	.method = "A sample is four launches in sequence. Each makes one pass over three arrays of doubles; "
		  "reads take two arrays as one. An array has 4 times the size of all L2 and L3 caches together, or "
		  "less if all three would exceed a quarter of the free memory. Every thread works on a part that "
		  "its core touched first. Pages are huge where the system provides them on request, except for "
		  "read_small and copy_small. The timed interval includes the wait for non-temporal stores "
		  "(movntpd, stnp).\n"
		  "Value: the best result of a search over the kind of store, bytes of an access, accesses of a "
		  "loop iteration, parts processed at once and shift of the arrays, with all cores. Every byte "
		  "read and every byte written counts once, so a copy of n bytes moves 2n. An ordinary store on "
		  "x86-64 reads its line first, unless the processor sees that the whole line is written; "
		  "moved_bandwidth includes that read. write_ordinary and similar operations use one kind of "
		  "store. read_threads and copy_threads use the first N cores and memory of their node. read_node "
		  "and copy_node use the cores of one NUMA node, and memory of that node or the next.\n"
		  "Verified: every word written, on poisoned memory, against whole-number values; for reads, the "
		  "sum of all words.\n"
		  "Limit: unknown.\n"
		  "Source: the operations follow STREAM (McCalpin, 1995).",
	.target = GB_HOST,
	.quantity = GB_BANDWIDTH,
	.axes = axes,
	.variants = variants,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = prepare,
	.launch = host_dram_launch,
	.verify = host_dram_verify,
	.cost = cost,
	/* The number and the clock of memory channels cannot be queried without privileges. */
	.limit = limit_memory_rate,
	.roof = roof,
	.metrics = metrics,
	.conclude = host_dram_conclude,
};
