/* host_latency: the latency of dependent loads, by the size of the set that they visit. */
#include "../common/limits.h"
#include "state.h"

/* Loads per launch: some tenths of a millisecond from the first levels, a millisecond from memory. */
#define LOADS_SMALL UINT64_C(65536)
#define LOADS_LARGE UINT64_C(8192)
#define SMALL_SET   (UINT64_C(256) << 10)

const char *const host_latency_page_kinds[] = { [SMALL] = "small", [HUGE_ONES] = "huge", NULL };
static const char *const memories[] = { [OWN] = "own", [NEXT] = "next", NULL };

/* Bytes: two sizes per octave, four where the first and second levels end, one in memory. */
#define SETS                                                                                               \
	"4096,6144,8192,12288,16384,20480,24576,28672,32768,40960,49152,57344,65536,98304,131072,196608,"  \
	"262144,327680,393216,458752,524288,655360,786432,917504,1048576,1310720,1572864,1835008,2097152," \
	"2621440,3145728,3670016,4194304,6291456,8388608,12582912,16777216,25165824,33554432,50331648,"    \
	"67108864,134217728,268435456,536870912"
#define LARGER_SETS ",1073741824,2147483648,4294967296"

static const struct gb_axis axes[] = {
	{ GB_AXIS(memory), .help = "memory of the core's own NUMA node, or of the next one", .names = memories },
	{ GB_AXIS(pages),
	  .help = "small (the processor's smallest size) or huge (transparent huge pages, 2 MiB on most)",
	  .names = host_latency_page_kinds },
	{ GB_AXIS(set), .unit = "B", .help = "working set, whose cache lines are read in random order",
	  .values = SETS LARGER_SETS, .full = SETS, .quick = "16384,262144,8388608,134217728", .when = "memory=own" },
	{ GB_AXIS(remote_set), .unit = "B", .help = "working set on the next node", .values = SETS LARGER_SETS,
	  .full = "268435456", .when = "memory=next" },
	{ .name = NULL },
};

static const struct gb_variant variants[] = {
	{ .name = "default", .flags = "", .archs = "", .kernels = host_latency_kernels },
	{ .name = NULL },
};

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);
	uint32_t cores;

	/* The first core of the first node does the work. */
	GB_TRY(gb_team(run, 0, &cores));
	GB_TRY(host_latency_choose_room(run));
	GB_TRY(gb_alloc(run, SLOTS * sizeof(uint64_t), &s->slots));
	GB_TRY(gb_alloc(run, HOST_LATENCY_REPORT * sizeof(uint64_t), &s->report));
	GB_TRY(gb_find_kernel(run, "link_lines", &s->link));
	GB_TRY(gb_find_kernel(run, "chase", &s->chase));
	return gb_find_kernel(run, "check", &s->check);
}

static uint64_t set_bytes(const struct gb_run *run)
{
	return gb_value(run, memory) == OWN ? gb_value(run, set) : gb_value(run, remote_set);
}

/* ---- one point --------------------------------------------------------------------------------------------------- */

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t bytes = set_bytes(run);

	if (bytes > s->room)
		return gb_skip(run, "a set of %llu bytes exceeds what the free memory allows, %llu bytes",
			       (unsigned long long)bytes, (unsigned long long)s->room);
	s->now = &s->place[gb_value(run, memory)][gb_value(run, pages)];
	s->lines = bytes / HOST_LATENCY_LINE;
	s->loads = bytes <= SMALL_SET ? LOADS_SMALL : LOADS_LARGE;
	return host_latency_circle(run);
}

/* Each launch continues where the previous one stopped, so a large set is read to its end. */
static int launch(struct gb_run *run)
{
	return host_latency_follow(run, state_of(run)->loads, SLOT_AT, SLOT_AT);
}

static struct gb_cost cost(const struct gb_run *run)
{
	return (struct gb_cost){ .ops = (double)state_of(run)->loads };
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);
	const double each = 1 / (double)s->loads;
	size_t count = 0;

	out[count++] = (struct gb_metric){ "latency", "s", GB_TIMES, each, 0 };
	if (result->sm_hz > 0)
		out[count++] = (struct gb_metric){ "latency_cycles", "cycles", GB_TIMES, each * result->sm_hz, 0 };
	if (!isnan(s->now->huge))
		out[count++] = (struct gb_metric){ "huge_page_share", "1", GB_MEASURED, s->now->huge, 0 };
	return count;
}

GB_BENCH(host_latency) = {
	GB_IDENTITY(host_latency),
	.summary = "latency of a load on the host, by working set: L1, L2, L3, memory, own and remote; page sizes",
	.method = "One thread on the first core follows a circle of addresses: each load returns the address of "
		  "the next. The circle visits every cache line of the set once in random order (Sattolo's "
		  "algorithm), so no prefetcher can run ahead. Before timing, the set is traversed once (for sets "
		  "larger than all caches, only a part that fills them). Each launch continues where the previous "
		  "one stopped. Small pages add the time of address translation. Huge pages show the latency of "
		  "the memory itself; /proc/self/smaps confirms that they were granted.\n"
		  "Value: `time` covers a launch of 8192 loads, or 65536 for sets up to 256 KiB; `latency` is "
		  "the time of one load. Plateaus are runs of at least 3 sizes within 10 %, inside the cache "
		  "sizes that the system reports. `capacity` is the last size within 25 % of a plateau, "
		  "`capacity_below` the next one.\n"
		  "Verified: sixteen walkers through the same memory prove that the lines form one circle with "
		  "every line of the set once; the chase must end at the line they predict.\n"
		  "Source: lat_mem_rd of lmbench (McVoy and Staelin, 1996).",
	.target = GB_HOST,
	.quantity = GB_SECONDS,
	.axes = axes,
	.variants = variants,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = host_latency_verify,
	.cost = cost,
	.limit = limit_unknown,
	.metrics = metrics,
	.conclude = host_latency_conclude,
};
