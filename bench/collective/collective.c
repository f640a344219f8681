/* collective: the bandwidth of NCCL's collective operations among all GPUs of the run. */
#include "state.h"

static const char *const ops[] = { [COLLECTIVE_ALL_REDUCE] = "all_reduce",
				   [COLLECTIVE_ALL_GATHER] = "all_gather",
				   [COLLECTIVE_REDUCE_SCATTER] = "reduce_scatter",
				   [COLLECTIVE_ALL_TO_ALL] = "all_to_all",
				   [COLLECTIVE_SMALL] = "small",
				   NULL };
static const char *const movers[] = { [BY_NCCL] = "nccl", [BY_READ] = "read", [BY_PUSH] = "push", NULL };
static const char *const algorithms[] = {
	[ALGORITHM_ANY] = "any", [ALGORITHM_RING] = "ring", [ALGORITHM_TREE] = "tree", NULL
};
static const char *const protocols[] = {
	[PROTOCOL_ANY] = "any", [PROTOCOL_LL] = "ll", [PROTOCOL_LL128] = "ll128", [PROTOCOL_SIMPLE] = "simple", NULL
};
static const char *const clocks[] = { [CLOCK_DEVICE] = "device", [CLOCK_HOST] = "host", NULL };

#define ROOF_BYTES INT64_C(1073741824)

/* Small all-reduces between two events. */
enum { SMALL_REPEATS = 40 };

static const struct gb_axis axes[] = {
	{ GB_AXIS(op), .help = "the operation; small: the time of an all-reduce of few bytes", .names = ops },
	{ GB_AXIS(bytes), .unit = "B",
	  .help = "size as in nccl-tests: the larger of the bytes that a GPU sends and receives",
	  .values = "1024:4294967296:pow2",
	  .full = "1024,16384,262144,1048576,4194304,16777216,67108864,268435456,1073741824",
	  .quick = "16384,16777216,1073741824", .when = "op=all_reduce,all_gather,reduce_scatter,all_to_all" },
	{ GB_AXIS(by),
	  .help = "agent that reduces: NCCL; a kernel on each GPU that reads the others' data once flags report "
		  "them (read); or a kernel that sends its data to all GPUs, each element with its own flag (push)",
	  .names = movers, .when = "op=small" },
	{ GB_AXIS(algorithm), .help = "algorithm requested of NCCL (NCCL_ALGO)", .names = algorithms, .quick = "any",
	  .when = "by=nccl" },
	{ GB_AXIS(protocol), .help = "protocol requested of NCCL (NCCL_PROTO)", .names = protocols, .when = "by=nccl" },
	{ GB_AXIS(clock), .help = "the device times operations one after another, or the host times and waits for each",
	  .names = clocks, .when = "op=small" },
	{ GB_AXIS(size), .unit = "B", .help = "data of each GPU", .values = "8:1048576:pow2",
	  .full = "8,64,1024,8192,65536,1048576", .quick = "8,65536", .when = "op=small" },
	{ GB_AXIS(blocks), .help = "blocks of the kernel", .kind = GB_SEARCHED, .values = "1:128:pow2",
	  .full = "1,4,16,64,128", .quick = "1,16,128", .when = "by=read,push" },
	{ .name = NULL },
};

/* ---- memory ------------------------------------------------------------------------------------------------------ */

static struct gb_shape wide(const struct gb_run *run)
{
	return (struct gb_shape){ .grid = 8 * (uint32_t)gb_device(run)->sm_count, .block = 256 };
}

static int fill_rank(struct gb_run *run, uint32_t rank)
{
	const struct state *s = gb_state(run);
	struct gb_run *at = rank_of(run, rank);
	const struct collective_fill_args args = { gb_address(s->from[rank]), s->room / sizeof(float), s->salt + rank };

	return gb_launch(at, &s->fill[rank], wide(at), &args);
}

static int open_rank(struct gb_run *run, uint32_t rank)
{
	struct state *s = gb_state(run);
	struct gb_run *at = rank_of(run, rank);

	GB_TRY(gb_find_kernel(at, "collective_fill", &s->fill[rank]));
	GB_TRY(gb_find_kernel(at, "collective_check", &s->check[rank]));
	GB_TRY(gb_alloc(at, s->room, &s->from[rank]));
	GB_TRY(gb_alloc(at, s->room, &s->to[rank]));
	GB_TRY(gb_alloc(at, sizeof(struct gb_report), &s->report[rank]));
	return fill_rank(run, rank);
}

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint32_t ranks = s->ranks = gb_peers(run) + 1;

	if (ranks > NCCL_RANKS_MAX)
		return gb_skip(run, "%u GPUs are more than %d", ranks, NCCL_RANKS_MAX);
	s->room = UINT64_C(4) << 30;
	for (uint32_t r = 0; r < ranks; r++) {
		uint64_t available;
		GB_TRY(gb_memory_free(rank_of(run, r), &available));
		while (2.5 * (double)s->room > (double)available && s->room > 4096)
			s->room /= 2;
	}
	for (uint32_t r = 0; r < ranks; r++)
		GB_TRY(open_rank(run, r));
	return GB_OK;
}

static void teardown(struct gb_run *run)
{
	struct state *s = gb_state(run);

	if (s == NULL)
		return;
	for (int a = 0; a < ALGORITHMS; a++)
		for (int p = 0; p < PROTOCOLS; p++)
			nccl_close(&s->nccl[a][p]);
	small_close(run);
}

/* ---- one point --------------------------------------------------------------------------------------------------- */

/* Small operations are repeated between the two events, because the streams of the GPUs wait about 7 µs for each other
 * each time. */
static uint32_t repeats_of(uint64_t bytes)
{
	return bytes <= 1 << 20 ? 20 : bytes <= 1 << 26 ? 5 : 1;
}

static bool is_timed_by_host(const struct gb_run *run)
{
	return gb_value(run, op) == COLLECTIVE_SMALL && gb_value(run, clock) == CLOCK_HOST;
}

static int enqueue_once(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return s->used == NULL ? small_enqueue(run) : nccl_enqueue(run, s->used, s->op, s->from, s->to, s->share);
}

static int enqueue(struct gb_run *run, uint32_t times)
{
	for (uint32_t r = 1; r < state_of(run)->ranks; r++)
		GB_TRY(gb_wait_for(rank_of(run, r), run));
	for (uint32_t i = 0; i < times; i++)
		GB_TRY(enqueue_once(run));
	for (uint32_t r = 1; r < state_of(run)->ranks; r++)
		GB_TRY(gb_wait_for(run, rank_of(run, r)));
	return GB_OK;
}

/* Opens a communicator for the requested algorithm and protocol. Its first operation connects the GPUs and is slow. */
static int prepare_small(struct gb_run *run)
{
	static const char *const algorithm[] = { NULL, "Ring", "Tree" }, *const protocol[] = { NULL, "LL", "LL128",
											       "Simple" };
	struct state *s = gb_state(run);

	s->repeats = is_timed_by_host(run) ? 1 : SMALL_REPEATS;
	s->by = gb_value(run, by);
	if (s->by != BY_NCCL)
		return small_prepare(run);
	s->used = &s->nccl[gb_value(run, algorithm)][gb_value(run, protocol)];
	s->used->algorithm = algorithm[gb_value(run, algorithm)];
	s->used->protocol = protocol[gb_value(run, protocol)];
	GB_TRY(nccl_open(run, s->used));
	GB_TRY(enqueue(run, 1));
	return gb_sync(run);
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const bool is_small = gb_value(run, op) == COLLECTIVE_SMALL;
	const uint64_t bytes = is_small ? gb_value(run, size) : gb_value(run, bytes);

	s->op = gb_value(run, op);
	s->used = NULL;
	if (bytes > s->room)
		return gb_skip(run, "%llu bytes do not fit into a buffer of %llu", (unsigned long long)bytes,
			       (unsigned long long)s->room);
	s->share = bytes / sizeof(float);
	if (is_small)
		return prepare_small(run);
	if (s->op != COLLECTIVE_ALL_REDUCE)
		s->share /= s->ranks;
	s->repeats = repeats_of(bytes);
	s->used = &s->nccl[ALGORITHM_ANY][PROTOCOL_ANY];
	return nccl_open(run, s->used);
}

/* If the host waits for each operation, it waits for the first GPU only. */
static int launch(struct gb_run *run)
{
	return is_timed_by_host(run) ? enqueue_once(run) : enqueue(run, state_of(run)->repeats);
}

static bool all_reduces(const struct state *s)
{
	return s->op == COLLECTIVE_ALL_REDUCE || s->op == COLLECTIVE_SMALL;
}

/* The bus bandwidth of nccl-tests is the size divided by the time, times this factor. Each link of a GPU must carry
 * this much each way, whatever the algorithm. */
static double bus_factor(const struct state *s)
{
	const double ranks = s->ranks;

	return (all_reduces(s) ? 2 : 1) * (ranks - 1) / ranks;
}

/* Only whole shares are moved; the remainder is left out. */
static double bytes_of(const struct state *s)
{
	return (double)s->share * sizeof(float) * (all_reduces(s) ? 1 : s->ranks);
}

static struct gb_cost cost(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return (struct gb_cost){ .bytes = bus_factor(s) * bytes_of(s) * s->repeats };
}

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	double least = gb_peer_link(run, 0)->all_bytes;

	if (gb_value(run, op) == COLLECTIVE_SMALL)
		return NAN;
	for (uint32_t i = 1; i < gb_peers(run); i++)
		least = gb_peer_link(run, i)->all_bytes < least ? gb_peer_link(run, i)->all_bytes : least;
	return least;
}

static const char *remark(const struct gb_run *run)
{
	const bool is_small = gb_value(run, op) == COLLECTIVE_SMALL;

	return !is_small && gb_value(run, bytes) < ROOF_BYTES ? "at this size the latency of NCCL's steps counts too"
							      : NULL;
}

static const char *roof(const struct gb_run *run)
{
	static const char *const roofs[] = { "nccl.all_reduce", "nccl.all_gather", "nccl.reduce_scatter",
					     "nccl.all_to_all" };
	const bool is_small = gb_value(run, op) == COLLECTIVE_SMALL;

	return !is_small && gb_value(run, bytes) == ROOF_BYTES ? roofs[gb_value(run, op)] : NULL;
}

static enum gb_quantity measures(const struct gb_run *run)
{
	return gb_value(run, op) == COLLECTIVE_SMALL ? GB_SECONDS : GB_BANDWIDTH;
}

static struct gb_timing timing(const struct gb_run *run)
{
	if (gb_value(run, op) != COLLECTIVE_SMALL)
		return (struct gb_timing){ .clock = GB_CLOCK_DEVICE };
	if (is_timed_by_host(run))
		return (struct gb_timing){ .clock = GB_CLOCK_ROUND_TRIP };
	return (struct gb_timing){ .clock = GB_CLOCK_QUEUED, .operations = 4 * SMALL_REPEATS, .parts = SMALL_REPEATS };
}

static size_t metrics_of_small(const struct state *s, struct gb_metric *out)
{
	out[0] = (struct gb_metric){ "algorithm_bandwidth", "B/s", GB_OVER, bytes_of(s), 0 };
	out[1] = (struct gb_metric){ "ranks", "1", GB_EXACT, s->ranks, 0 };
	if (s->used == NULL)
		return 2;
	out[2] = (struct gb_metric){ "nccl_version", "1", GB_EXACT, s->used->version, 0 };
	return 3;
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);

	if (s->op == COLLECTIVE_SMALL)
		return metrics_of_small(s, out);
	out[0] = (struct gb_metric){ "algorithm_bandwidth", "B/s", GB_TIMES, 1 / bus_factor(s), 0 };
	out[1] = (struct gb_metric){ "time", "s", GB_MEASURED, result->seconds / s->repeats, 0 };
	out[2] = (struct gb_metric){ "ranks", "1", GB_EXACT, s->ranks, 0 };
	return 3;
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static int check_rank(struct gb_run *run, uint32_t rank)
{
	const struct state *s = gb_state(run);
	struct gb_run *at = rank_of(run, rank);
	const int gets_all = s->op == COLLECTIVE_ALL_GATHER || s->op == COLLECTIVE_ALL_TO_ALL;
	const struct collective_check_args args = {
		.at = gb_address(s->to[rank]),
		.count = s->share * (gets_all ? s->ranks : 1),
		.share = s->share,
		.op = (uint32_t)s->op,
		.rank = rank,
		.ranks = s->ranks,
		.salt = s->salt,
		.report = gb_address(s->report[rank]),
	};
	GB_TRY(gb_report_clear(at, s->report[rank]));
	GB_TRY(gb_launch(at, &s->check[rank], wide(at), &args));
	return gb_report_judge(at, s->report[rank], args.count, "elements");
}

/* The operation follows immediately after its new data. An operation that does not wait for another GPU finds that
 * GPU's older data. */
static int verify(struct gb_run *run)
{
	struct state *s = gb_state(run);

	for (uint32_t r = 0; r < s->ranks; r++) {
		GB_TRY(gb_fill_output(rank_of(run, r), s->to[r], 0xff, s->room));
		GB_TRY(gb_sync(rank_of(run, r)));
	}
	s->salt += NCCL_RANKS_MAX;
	for (uint32_t r = 0; r < s->ranks; r++)
		GB_TRY(fill_rank(run, r));
	GB_TRY(enqueue(run, 1));
	GB_TRY(gb_sync(run));
	for (uint32_t r = 0; r < s->ranks; r++)
		GB_TRY(check_rank(run, r));
	return GB_OK;
}

GB_BENCH(collective) = {
	GB_IDENTITY(collective),
	.summary = "NCCL among all GPUs: all-reduce, all-gather, reduce-scatter, all-to-all",
	.method = "NCCL is opened at run time: libnccl.so.2, or the file that GPUBENCH_NCCL names. Without it every "
		  "row is skipped. One process drives all GPUs of the run, one rank each. It enqueues the operation "
		  "for all of them as one group, out of place, on 4-byte floats. Small operations are repeated 20 "
		  "times and medium ones 5 times between two events of the first GPU; the other streams wait for "
		  "the first event, and the second waits for them.\n"
		  "small: the time of an all-reduce from 8 bytes on. A communicator is joined for each requested "
		  "algorithm and protocol, which NCCL need not use. read and push are one kernel on each GPU, with "
		  "access to the memory of all. If the device times them, 40 operations are enqueued before the first "
		  "begins. If the host does, each operation is enqueued on all GPUs, and the host waits for the first "
		  "GPU.\n"
		  "Value: sizes and bandwidths are those of nccl-tests. The algorithm bandwidth is the size "
		  "divided by the time. The value is the bus bandwidth, which is 2(n-1)/n of the algorithm bandwidth "
		  "for an all-reduce among n GPUs and (n-1)/n for the others. The links of each GPU carry this "
		  "traffic each way. NVLink multicast stays off (NCCL_NVLS_ENABLE=0) unless the environment says "
		  "otherwise.\n"
		  "Verified: every element that every rank received; sums are whole numbers and therefore exact.\n"
		  "Limit: all active NVLinks of a GPU together; without NVLink, its PCIe link.",
	.subject = GB_SUBJECT_LINKS,
	.quantity = GB_BANDWIDTH,
	.measures = measures,
	.timing = timing,
	.deep = "op=small",
	.gpus = GB_ALL_GPUS,
	.axes = axes,
	.variants = gb_variants_collective,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.teardown = teardown,
	.cost = cost,
	.limit = limit,
	.roof = roof,
	.metrics = metrics,
	.remark = remark,
};
