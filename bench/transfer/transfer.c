/* transfer: transfers between the host and the device. */
#include "../common/input_host.h"
#include "state.h"

static const char *const ops[] = {
	[OP_H2D] = "h2d",
	[OP_D2H] = "d2h",
	[OP_BOTH] = "both",
	[OP_H2D_SYNC] = "h2d_sync",
	[OP_D2H_SYNC] = "d2h_sync",
	[OP_H2D_MEMORY] = "h2d_memory",
	[OP_D2H_MEMORY] = "d2h_memory",
	[OP_READ] = "read",
	[OP_WRITE] = "write",
	[OP_FILL] = "fill",
	[OP_SMALL] = "small",
	[OP_H2D_FIRST] = "h2d_first",
	[OP_D2H_FIRST] = "d2h_first",
	NULL,
};
static const char *const memories[] = {
	[MEMORY_WRITE_COMBINED] = "write_combined",
	[MEMORY_REGISTERED] = "registered",
	[MEMORY_PAGEABLE] = "pageable",
	[MEMORY_STAGED] = "staged",
	[MEMORY_NODE] = "node",
	NULL,
};
static const char *const pages[] = {
	[PAGES_PINNED] = "pinned",
	[PAGES_WRITE_COMBINED] = "write_combined",
	[PAGES_PAGEABLE] = "pageable",
	NULL,
};
static const char *const cores[] = { [CORE_ASLEEP] = "asleep", [CORE_AWAKE] = "awake", NULL };
static const char *const ways[] = {
	[WAY_LOOP] = "loop", [WAY_BATCH] = "batch", [WAY_GRAPH] = "graph", [WAY_KERNEL] = "kernel", NULL,
};

#define SIZES  "op=h2d,d2h,h2d_sync,d2h_sync"
#define MAPPED "op=read,write"
#define FIRST  "op=h2d_first,d2h_first"

static const struct gb_axis axes[] = {
	{ GB_AXIS(op),
	  .help = "copies from pinned host memory to the device, back, or both at once; the same with a wait for "
		  "each (sync); copies from and to other host memory; reads and writes of host memory by kernels; "
		  "filling device memory; many small copies; one copy after a pause (first)",
	  .names = ops, .quick = "h2d,d2h,both" },
	{ GB_AXIS(bytes), .unit = "B", .help = "bytes per copy", .values = "1:268435456:pow2",
	  .full = "1,4,64,1024,16384,65536,262144,1048576,4194304,16777216,67108864,268435456", .quick = "268435456",
	  .when = SIZES },
	{ GB_AXIS(memory),
	  .help = "host memory: pinned and write-combined; registered; pageable, copied by the driver or by "
		  "threads through pinned slots (staged); registered on one NUMA node",
	  .names = memories, .when = "op=h2d_memory,d2h_memory" },
	{ GB_AXIS(node), .help = "NUMA node", .values = "0:15", .full = "0:1", .when = "memory=node" },
	{ GB_AXIS(way), .help = "way of making 256 copies of 4 KiB: one by one, in one call, in a graph, by one kernel",
	  .names = ways, .when = "op=small" },
	{ GB_AXIS(size), .unit = "B", .help = "bytes of a copy after a pause", .values = "4096,16777216",
	  .when = FIRST },
	{ GB_AXIS(pages), .help = "host memory of these copies", .names = pages, .when = FIRST },
	{ GB_AXIS(pause), .unit = "ms",
	  .help = "length of the pause; 0: each copy follows the wait for the previous "
		  "one",
	  .values = "0:2000", .full = "0,1,10,100", .when = FIRST },
	{ GB_AXIS(core),
	  .help = "the host's core in the pause: asleep, or awake, so that only the GPU and its link are idle",
	  .names = cores, .when = "pause=1:2000" },
	{ GB_AXIS(threads), .unit = "threads", .help = "threads that move chunks to or from pinned slots",
	  .kind = GB_SEARCHED, .values = "1:32", .full = "4,8,12", .quick = "4,12", .when = "memory=staged" },
	{ GB_AXIS(chunk), .unit = "B", .help = "of a slot", .kind = GB_SEARCHED, .values = "65536:16777216:pow2",
	  .full = "2097152", .quick = "2097152", .when = "memory=staged" },
	{ GB_AXIS(share),
	  .help = "share of the bytes that go to the device when both directions run, in thousandths; both directions "
		  "should end at the same time",
	  .kind = GB_SEARCHED, .values = "400:600", .full = "490,495,500,503,505,506,507,508,509,510,515",
	  .quick = "500,507", .when = "op=both" },
	{ GB_AXIS(vec), .unit = "words", .help = "4-byte words per access", .kind = GB_SEARCHED, .values = "1,2,4",
	  .quick = "1,4", .when = MAPPED },
	{ GB_AXIS(unroll), .help = "independent loads per thread", .kind = GB_SEARCHED, .values = "1,2,4,8",
	  .quick = "1", .when = "op=read" },
	{ GB_AXIS(block), .unit = "threads", .help = "threads per block", .kind = GB_SEARCHED, .values = "32:1024:pow2",
	  .full = "128,256,512,1024", .quick = "256", .when = MAPPED },
	{ GB_AXIS(quarters), .help = "blocks, in quarters of the number of SMs", .kind = GB_SEARCHED, .values = "1:64",
	  .full = "1,2,4,8,16", .quick = "1,4,16", .when = MAPPED },
	{ .name = NULL },
};

/* ---- setup ------------------------------------------------------------------------------------------------------- */

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);
	uint64_t available;

	GB_TRY(gb_memory_free(run, &available));
	s->fill_bytes = input_fit(FILL_BYTES, 0.8, available, PIECE_BYTES);
	s->bytes = s->fill_bytes < MOST_BYTES ? s->fill_bytes : MOST_BYTES;
	if (s->bytes < 4ull * INPUT_WINDOW)
		return gb_skip(run, "%.1f MB of device memory are free", 1e-6 * (double)available);
	GB_TRY(gb_alloc(run, s->fill_bytes, &s->device));
	GB_TRY(gb_buffer_alloc(run, GB_BUFFER_PINNED, -1, s->bytes, &s->host));
	GB_TRY(gb_alloc(run, sizeof(struct gb_report), &s->report));
	GB_TRY(gb_alloc(run, sizeof(uint32_t), &s->sum));
	GB_TRY(gb_find_kernel(run, "transfer_fill", &s->fill));
	GB_TRY(gb_find_kernel(run, "transfer_check", &s->check));
	GB_TRY(gb_find_kernel(run, "transfer_pieces", &s->pieces));
	s->link = gb_link_to_host(run);
	return transfer_fill(run);
}

/* ---- results ----------------------------------------------------------------------------------------------------- */

static struct gb_cost cost(const struct gb_run *run)
{
	return (struct gb_cost){ .bytes = (double)transfer_bytes(run) };
}

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	const struct state *s = gb_state(run);

	switch (gb_value(run, op)) {
	case OP_FILL:
		return gb_memory_rate(device);
	case OP_BOTH:
		return 2 * s->link.bytes;
	case OP_SMALL:
		return NAN;
	case OP_H2D_FIRST:
	case OP_D2H_FIRST:
		return (double)transfer_bytes(run) / s->link.bytes;
	default:
		return s->link.bytes;
	}
}

static enum gb_quantity measures(const struct gb_run *run)
{
	return gb_value(run, op) == OP_SMALL || transfer_is_first(run) ? GB_SECONDS : GB_BANDWIDTH;
}

static struct gb_timing timing_of_first(const struct gb_run *run)
{
	const uint32_t pause = gb_value(run, pause);

	return (struct gb_timing){ .clock = GB_CLOCK_ROUND_TRIP,
				   .pause_seconds = 1e-3 * pause,
				   .awake = pause > 0 && gb_value(run, core) == CORE_AWAKE };
}

static struct gb_timing timing(const struct gb_run *run)
{
	switch (gb_value(run, op)) {
	case OP_H2D:
	case OP_D2H:
		return (struct gb_timing){ .clock = GB_CLOCK_QUEUED };
	case OP_H2D_SYNC:
	case OP_D2H_SYNC:
	case OP_H2D_MEMORY:
	case OP_D2H_MEMORY:
		return (struct gb_timing){ .clock = GB_CLOCK_ROUND_TRIP };
	case OP_H2D_FIRST:
	case OP_D2H_FIRST:
		return timing_of_first(run);
	case OP_SMALL:
		return (struct gb_timing){ .clock = GB_CLOCK_ROUND_TRIP, .parts = PIECES };
	default:
		return (struct gb_timing){ .clock = GB_CLOCK_DEVICE };
	}
}

static const char *roof(const struct gb_run *run)
{
	switch (gb_value(run, op)) {
	case OP_H2D:
		return gb_value(run, bytes) == MOST_BYTES ? "transfer.h2d" : NULL;
	case OP_D2H:
		return gb_value(run, bytes) == MOST_BYTES ? "transfer.d2h" : NULL;
	case OP_BOTH:
		return "transfer.both";
	default:
		return NULL;
	}
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	if (transfer_is_first(run)) {
		out[0] = (struct gb_metric){ "copy_bandwidth", "B/s", GB_OVER, (double)transfer_bytes(run), 0 };
		return 1;
	}
	if (measures(run) == GB_SECONDS) {
		out[0] = (struct gb_metric){ "small_bandwidth", "B/s", GB_OVER, PIECE_BYTES, 0 };
		return 1;
	}
	out[0] = (struct gb_metric){ "copy_time", "s", GB_OVER, cost(run).bytes, 0 };
	return 1;
}

static const char *remark(const struct gb_run *run)
{
	const int64_t op = gb_value(run, op);

	if (op == OP_H2D_MEMORY || op == OP_D2H_MEMORY)
		return gb_value(run, memory) == MEMORY_PAGEABLE
			       ? "the driver copies pageable memory through its own pinned memory, with one thread"
			       : NULL;
	return op <= OP_D2H_SYNC || transfer_is_first(run) ? "the fixed cost per copy" : NULL;
}

GB_BENCH(transfer) = {
	GB_IDENTITY(transfer),
	.summary = "bandwidth and latency between host and device: copies by size, direction and kind of memory",
	.method =
		"A copy counts each byte once. For both directions at once the value is the sum: 256 MiB in total, "
		"eight times, split so that both directions take the same time.\n"
		"h2d and d2h are queued: the device waits until the copies are enqueued, so host time does not show. "
		"The sync variants are timed by the host's clock, with a wait for each copy. `memory` uses other kinds "
		"of host pages at 128 MiB, also with a wait; staged is pageable memory whose contents threads copy "
		"through pinned slots. read and write are kernels on 128 MiB of mapped memory. fill is the driver's "
		"memset of device memory. small is the time per copy of 256 copies of 4 KiB, including one wait for "
		"all. h2d_first and d2h_first are the time of one copy, including the wait for it, after a pause in "
		"which nothing is enqueued. The difference between a core that sleeps in the pause and one that stays "
		"awake is due to the host; the rest of the time is due to the link and the GPU.\n"
		"Findings: a least-squares fit over the sizes, t0 + n/B with relative weights, gives the time t0 of "
		"an empty copy (Hockney's model). n_half is where the measured curve reaches half of its maximum.\n"
		"Verified: every copy, on poisoned memory, including the byte after its end.\n"
		"Limit: the PCIe rate of the link's generation and width during the copy; packet headers take about "
		"a tenth of it.",
	.subject = GB_SUBJECT_LINKS,
	.quantity = GB_BANDWIDTH,
	.require = { .cc_min = 60 },
	.axes = axes,
	.variants = gb_variants_transfer,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = transfer_prepare,
	.launch = transfer_launch,
	.verify = transfer_verify,
	.teardown = transfer_leave_point,
	.cost = cost,
	.limit = limit,
	.measures = measures,
	.timing = timing,
	.roof = roof,
	.metrics = metrics,
	.conclude = transfer_conclude,
	.remark = remark,
	.deep = FIRST,
	.sdc = "op=h2d,d2h bytes=268435456",
};
