/* launch: the cost of starting work on the device. */
#include "../common/limits.h"
#include "state.h"

static const char *const ops[] = {
	[OP_ENQUEUE] = "enqueue",
	[OP_PERIOD] = "period",
	[OP_EARLY] = "early_period",
	[OP_GAP] = "gap",
	[OP_EARLY_GAP] = "early_gap",
	[OP_HOP] = "hop",
	[OP_ROUND_TRIP] = "round_trip",
	[OP_BLOCKS] = "blocks",
	[OP_EVENT] = "event",
	[OP_EVENT_ENQUEUE] = "event_enqueue",
	[OP_GRAPH] = "graph",
	[OP_GRAPH_ENQUEUE] = "graph_enqueue",
	[OP_GRAPH_SET] = "graph_set",
	[OP_GRAPH_CAPTURE] = "graph_capture",
	[OP_GRAPH_BUILD] = "graph_build",
	[OP_ALLOC] = "alloc",
	[OP_CANCEL] = "cancel",
	[OP_CLUSTERS] = "clusters",
	NULL,
};
static const char *const waits[] = {
	[GB_WAIT_DRIVER] = "driver",
	[GB_WAIT_SPIN] = "spin",
	[GB_WAIT_YIELD] = "yield",
	[GB_WAIT_BLOCK] = "block",
	NULL,
};
static const char *const nodes[] = {
	[NODES_CHAIN] = "chain",
	[NODES_BRANCHES_4] = "branches_4",
	[NODES_BRANCHES_32] = "branches_32",
	[NODES_COPY] = "copy",
	[NODES_FILL] = "fill",
	[NODES_IF] = "if",
	NULL,
};
static const char *const allocs[] = {
	[ALLOC_DEVICE] = "device",
	[ALLOC_POOL_KEPT] = "pool_kept",
	[ALLOC_POOL_RETURNED] = "pool_returned",
	NULL,
};

static const struct gb_axis axes[] = {
	{ GB_AXIS(op),
	  .help = "host time of a call; period of kernels in a full queue, also with early starts (programmatic "
		  "dependent launch); gap between two kernels, also early and across streams; round trip from the "
		  "call to the end of the wait; empty blocks, also in clusters, or of a grid whose running blocks take "
		  "over the others (10.0); events; graphs: a node, the host's call, new arguments, creation from "
		  "captured launches or node by node; memory",
	  .names = ops,
	  .full = "enqueue,period,early_period,gap,early_gap,hop,round_trip,blocks,event_enqueue,graph,graph_enqueue,"
		  "graph_set,graph_capture,graph_build,alloc,cancel,clusters",
	  .quick = "enqueue,period,gap,round_trip" },
	{ GB_AXIS(args), .unit = "B", .help = "arguments of the kernel", .values = "8,256,1024,4000", .quick = "8",
	  .when = "op=enqueue,period" },
	{ GB_AXIS(stream),
	  .help = "number of the stream that runs the kernels; a device serves some streams faster than others",
	  .kind = GB_SEARCHED, .values = "0:15", .when = "op=period" },
	{ GB_AXIS(wait), .help = "how the host waits", .names = waits, .quick = "driver", .when = "op=round_trip" },
	{ GB_AXIS(threads), .unit = "threads", .help = "of a block", .values = "32:1024:pow2", .full = "32,1024",
	  .when = "op=blocks,cancel" },
	{ GB_AXIS(size), .unit = "blocks", .help = "of a cluster", .values = "1:16:pow2", .when = "op=clusters" },
	{ GB_AXIS(nodes),
	  .help = "a chain of kernels, or branches of kernels; chains of copies and fills of 4 bytes, or of "
		  "conditions with one kernel each",
	  .names = nodes, .when = "op=graph" },
	{ GB_AXIS(length), .help = "nodes of a chain", .values = "1,10,100,1000", .full = "1,10",
	  .when = "op=graph_enqueue,graph_capture,graph_build" },
	{ GB_AXIS(memory),
	  .help = "allocating and freeing 4 MiB: directly, or from the driver's pool, which keeps it or "
		  "returns it at each wait",
	  .names = allocs, .when = "op=alloc" },
	{ .name = NULL },
};

/* ---- setup and points -------------------------------------------------------------------------------------------- */

/* On a device with about eight or more active streams the next kernel of a stream starts later: after 1.49 µs instead
 * of 1.26 µs on an H200. Applications often use that many streams, so all points are measured with them open. */
static int open_others(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct gb_shape shape = { .grid = 1, .block = EMPTY_THREADS };

	GB_TRY(gb_find_kernel(run, "launch_args_8", &s->kernel));
	GB_TRY(gb_fork(run, OTHERS));
	for (uint32_t i = 1; i <= OTHERS; i++)
		GB_TRY(gb_stream_launch(run, i, &s->kernel, shape, &s->args));
	return gb_join(run, OTHERS);
}

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(gb_alloc(run, sizeof(uint32_t), &s->count));
	GB_TRY(gb_alloc(run, STAMPS * sizeof(struct launch_stamp), &s->stamps));
	GB_TRY(gb_alloc(run, NODES_MAX * sizeof(uint32_t), &s->words));
	GB_TRY(gb_buffer_alloc(run, GB_BUFFER_PINNED, -1, NODES_MAX * sizeof(uint32_t), &s->host));
	for (uint32_t i = 0; i < NODES_MAX; i++)
		((uint32_t *)s->host.at)[i] = 0x9e3779b9u * (i + 1);
	return open_others(run);
}

static int find_kernel(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const int64_t op = gb_value(run, op);
	const uint32_t args = op == OP_ENQUEUE || op == OP_PERIOD ? gb_value(run, args) : 8;

	if (op == OP_EARLY || op == OP_CANCEL)
		GB_TRY(gb_find_kernel(run, op == OP_EARLY ? "launch_early" : "launch_cancel", &s->kernel));
	else
		GB_TRY(kernel_find(run, &s->kernel, "launch_args_%u", args));
	return gb_find_kernel(run, op == OP_EARLY_GAP ? "launch_mark_early" : "launch_mark", &s->mark);
}

static void set_last_word(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const int64_t op = gb_value(run, op);
	const size_t bytes = op == OP_ENQUEUE || op == OP_PERIOD ? gb_value(run, args) : sizeof(struct launch_args);

	memset(&s->args, 0, sizeof s->args);
	if (bytes > sizeof(struct launch_args))
		s->args.rest[(bytes - sizeof(uint32_t *)) / sizeof(uint32_t) - 1] = 1;
}

static bool launch_is_of_blocks(const struct gb_run *run)
{
	return gb_value(run, op) == OP_BLOCKS || gb_value(run, op) >= OP_CANCEL;
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const int64_t op = gb_value(run, op);
	uint32_t clusters;

	s->shape = (struct gb_shape){ .grid = 1, .block = EMPTY_THREADS, .early = op == OP_EARLY };
	if (op == OP_CANCEL && gb_device(run)->cc_major < 10)
		return gb_skip(run, "cluster launch control needs compute capability 10.0");
	if (launch_is_of_blocks(run))
		s->shape.grid = BLOCKS;
	if (op == OP_CLUSTERS)
		s->shape.cluster = gb_value(run, size);
	else if (launch_is_of_blocks(run))
		s->shape.block = gb_value(run, threads);
	set_last_word(run);
	GB_TRY(find_kernel(run));
	if (op == OP_CLUSTERS) /* skipped if the device does not support this size */
		GB_TRY(gb_clusters(run, &s->kernel, s->shape, &clusters));
	if (launch_has_graph(run))
		GB_TRY(launch_make_graph(run, false));
	if (op == OP_ALLOC && gb_value(run, memory) != ALLOC_DEVICE)
		GB_TRY(gb_pool_keep(run, gb_value(run, memory) == ALLOC_POOL_KEPT ? UINT64_MAX : 0));
	return GB_OK;
}

/* ---- launch ------------------------------------------------------------------------------------------------------ */

static int launch_alloc(struct gb_run *run)
{
	gb_ptr at;

	if (gb_value(run, memory) == ALLOC_DEVICE) {
		GB_TRY(gb_alloc(run, ALLOC_BYTES, &at));
		gb_release(run, at);
		return GB_OK;
	}
	GB_TRY(gb_stream_alloc(run, 0, ALLOC_BYTES, &at));
	return gb_stream_release(run, 0, at);
}

/* The timed work is enqueued in the first stream. Another stream starts after earlier work there, and the first stream
 * waits for it. */
static int launch_periods(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const uint32_t stream = gb_value(run, stream);

	if (stream > 0) {
		GB_TRY(gb_event_record(run, TO_STREAM, 0));
		GB_TRY(gb_event_wait(run, TO_STREAM, stream));
	}
	for (uint32_t i = 0; i < PERIODS; i++)
		GB_TRY(gb_stream_launch(run, stream, &s->kernel, s->shape, &s->args));
	if (stream == 0)
		return GB_OK;
	GB_TRY(gb_event_record(run, FROM_STREAM, stream));
	return gb_event_wait(run, FROM_STREAM, 0);
}

static int launch_set(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct gb_node node = { .kind = GB_NODE_KERNEL,
				      .kernel = &s->kernel,
				      .shape = s->shape,
				      .args = &s->args,
				      .args_size = sizeof(struct launch_args) };

	return gb_graph_set(run, s->graph, launch_nodes(run) / 2, &node);
}

static int launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	switch (gb_value(run, op)) {
	case OP_PERIOD:
		return launch_periods(run);
	case OP_GAP:
	case OP_EARLY_GAP:
	case OP_HOP:
		return launch_chain(run);
	case OP_EVENT:
	case OP_EVENT_ENQUEUE:
		return gb_event_record(run, EVENT, 0);
	case OP_GRAPH:
	case OP_GRAPH_ENQUEUE:
		return gb_graph_launch(run, 0, s->graph);
	case OP_GRAPH_SET:
		return launch_set(run);
	case OP_GRAPH_CAPTURE:
	case OP_GRAPH_BUILD:
		return launch_make_graph(run, false);
	case OP_ALLOC:
		return launch_alloc(run);
	default:
		return gb_launch(run, &s->kernel, s->shape, &s->args);
	}
}

static bool is_of_kernels(const struct gb_run *run)
{
	return gb_value(run, nodes) != NODES_COPY && gb_value(run, nodes) != NODES_FILL;
}

static struct gb_timing timing(const struct gb_run *run)
{
	switch (gb_value(run, op)) {
	case OP_ENQUEUE:
	case OP_EVENT_ENQUEUE:
	case OP_GRAPH_SET:
		return (struct gb_timing){ .clock = GB_CLOCK_ENQUEUE };
	case OP_GRAPH_ENQUEUE: /* few launches per batch, so that a full queue never makes the host wait */
		return (struct gb_timing){ .clock = GB_CLOCK_ENQUEUE, .operations = 100 };
	case OP_PERIOD: /* four more operations enter the other stream and return */
		return (struct gb_timing){ .clock = GB_CLOCK_QUEUED, .operations = PERIODS + 4, .parts = PERIODS };
	case OP_GAP:
	case OP_EARLY_GAP:
		return (struct gb_timing){ .clock = GB_CLOCK_QUEUED, .operations = STAMPS, .observed = 1 };
	case OP_HOP:
		return (struct gb_timing){ .clock = GB_CLOCK_QUEUED, .operations = 3 * HOPS, .observed = 1 };
	case OP_ROUND_TRIP:
		return (struct gb_timing){ .clock = GB_CLOCK_ROUND_TRIP, .wait = gb_value(run, wait) };
	case OP_GRAPH: /* nodes other than kernels fill the queue by themselves */
		return (struct gb_timing){ .clock = GB_CLOCK_QUEUED,
					   .operations = is_of_kernels(run) ? 100 : 400,
					   .parts = launch_nodes(run) };
	case OP_GRAPH_CAPTURE: /* the stream has no work to wait for */
	case OP_GRAPH_BUILD:
	case OP_ALLOC:
		return (struct gb_timing){ .clock = GB_CLOCK_ROUND_TRIP };
	default:
		return (struct gb_timing){ .clock = GB_CLOCK_QUEUED };
	}
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static int verify_kernel(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint32_t blocks = s->shape.grid * (gb_value(run, op) == OP_PERIOD ? PERIODS : 1);
	const bool is_weighed = gb_value(run, op) == OP_CANCEL;
	uint32_t found = 0, weight = 0;

	for (uint32_t i = 0; i < blocks && is_weighed; i++)
		weight += launch_weight(i);

	GB_TRY(gb_fill(run, s->count, 0, sizeof found));
	s->args.count = gb_address(s->count);
	const int status = launch(run);
	s->args.count = NULL;
	GB_TRY(status);
	GB_TRY(gb_copy_out(run, &found, s->count, sizeof found));
	if (is_weighed && found != weight)
		return gb_fail(run, "blocks were left out or repeated: the sum of their parts: got %#x, expected %#x",
			       found, weight);
	if (!is_weighed && found != blocks)
		return gb_fail(run, "%u of %u blocks ran", found, blocks);
	return GB_OK;
}

static int check_memory(struct gb_run *run, gb_ptr at)
{
	uint32_t word = 0;
	const gb_ptr last = at + ALLOC_BYTES - sizeof word;

	/* The word may hold the result of an earlier check. */
	GB_TRY(gb_fill_output(run, last, 0xee, sizeof word));
	GB_TRY(gb_stream_fill(run, 0, at, 0x11, ALLOC_BYTES));
	GB_TRY(gb_copy_out(run, &word, last, sizeof word));
	return word != 0x11111111u ? gb_fail(run, "allocated memory holds %#x, not the value that was written", word)
				   : GB_OK;
}

static int verify_alloc(struct gb_run *run)
{
	gb_ptr at;

	if (gb_value(run, memory) == ALLOC_DEVICE) {
		GB_TRY(gb_alloc(run, ALLOC_BYTES, &at));
		const int status = check_memory(run, at);
		gb_release(run, at);
		return status;
	}
	GB_TRY(gb_stream_alloc(run, 0, ALLOC_BYTES, &at));
	int status = check_memory(run, at);
	const int released = gb_stream_release(run, 0, at);
	return status == GB_OK ? released : status;
}

/* After a wait for an event has returned, all work before the event is complete. */
static int verify_event(struct gb_run *run)
{
	struct state *s = gb_state(run);
	uint32_t found = 0;

	GB_TRY(gb_fill(run, s->count, 0, sizeof found));
	s->args.count = gb_address(s->count);
	const int status = gb_launch(run, &s->kernel, s->shape, &s->args);
	s->args.count = NULL;
	GB_TRY(status);
	GB_TRY(gb_event_record(run, EVENT, 0));
	GB_TRY(gb_event_sync(run, EVENT));
	GB_TRY(gb_copy_out(run, &found, s->count, sizeof found));
	return found != 1 ? gb_fail(run, "the kernel before the event ran %u times", found) : GB_OK;
}

static int verify(struct gb_run *run)
{
	switch (gb_value(run, op)) {
	case OP_GAP:
	case OP_EARLY_GAP:
	case OP_HOP:
		return launch_verify_chain(run);
	case OP_GRAPH:
	case OP_GRAPH_ENQUEUE:
	case OP_GRAPH_SET:
	case OP_GRAPH_CAPTURE:
	case OP_GRAPH_BUILD:
		return launch_verify_graph(run);
	case OP_ALLOC:
		return verify_alloc(run);
	case OP_EVENT:
	case OP_EVENT_ENQUEUE:
		return verify_event(run);
	default:
		return verify_kernel(run);
	}
}

/* ---- results ----------------------------------------------------------------------------------------------------- */

static struct gb_cost cost(const struct gb_run *run)
{
	return (struct gb_cost){ .ops = launch_is_of_blocks(run) ? BLOCKS : 1 };
}

static enum gb_quantity measures(const struct gb_run *run)
{
	return launch_is_of_blocks(run) ? GB_OPS : GB_SECONDS;
}

static const char *roof(const struct gb_run *run)
{
	const bool round_trip = gb_value(run, op) == OP_ROUND_TRIP;

	return round_trip && gb_value(run, wait) == GB_WAIT_DRIVER ? "launch.round_trip" : NULL;
}

static const char *remark(const struct gb_run *run)
{
	return gb_value(run, op) == OP_CANCEL
		       ? "this kernel is audited, never run by its authors: please send the project this file"
		       : NULL;
}

GB_BENCH(launch) = {
	GB_IDENTITY(launch),
	.summary = "time to start work: calls, gaps, round trips, events, graphs and memory",
	.method = "Kernels are empty. 16 more streams are open, because a device with few streams starts the next "
		  "kernel sooner.\n"
		  "enqueue: host time of the call, averaged over as many calls as the queue holds. period: time from "
		  "kernel to kernel in a sequence of 380, in the stream that is served fastest. The device waits until "
		  "the queue is full, so host time does not show. The period is constant within a process and differs "
		  "by up to 15 % between processes (1.41 to 1.63 µs in seven processes on an H200), so it sets no "
		  "roof. gap: from the end of a kernel to the start of the next by the device's timer (32 ns steps), "
		  "the mean of 195 in a full queue. hop: the same, with each kernel waiting for an event of another "
		  "stream. early: a kernel may start before the previous one has ended (programmatic dependent "
		  "launch). round_trip: from the call to the end of the wait. blocks: a grid of 131072 empty blocks. "
		  "clusters: the same grid in clusters, with 32 threads per block. cancel: the same grid, whose "
		  "running blocks take over blocks that have not started (cluster launch control); audited, never "
		  "run.\n"
		  "graphs: the time of a graph launch divided by the number of nodes: 1000 in a chain, 960 in "
		  "branches, 300 copies or fills, 100 conditions. graph_capture and graph_build create a chain of "
		  "`length` kernels from captured launches or node by node, up to instantiation, and free the previous "
		  "one.\n"
		  "Verified: every kernel counts its runs, and chains record their order.",
	.subject = GB_SUBJECT_LAUNCHES,
	.quantity = GB_SECONDS,
	.require = { .cc_min = 60 },
	.deep = "op=clusters",
	.axes = axes,
	.variants = gb_variants_launch,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.cost = cost,
	.limit = limit_unknown, /* no limit is published for any operation */
	.roof = roof,
	.observe = launch_observe,
	.measures = measures,
	.remark = remark,
	.timing = timing,
};
