/* host_cache: the bandwidth of the host's cache levels, by the size of a set that is accessed repeatedly. */
#include "../common/isa.h"
#include "state.h"

/* Bytes that a thread reads or writes in a launch: 100 µs at 640 GB/s from L1, or at 160 GB/s elsewhere. */
#define LAUNCH_SMALL (UINT64_C(64) << 20)
#define LAUNCH_LARGE (UINT64_C(16) << 20)
#define SMALL        (UINT64_C(256) << 10)

const char *const host_cache_walks[] = {
	[WALK_READ] = "read",
	[WALK_ALONE] = "alone",
	[WALK_WRITE] = "write",
	NULL,
};

static const struct gb_axis axes[] = {
	{ GB_AXIS(walk),
	  .help = "read: each core reads its own set; alone: one core reads, the others are idle; write: each "
		  "core writes its own set",
	  .names = host_cache_walks, .quick = "read" },
	{ GB_AXIS(set), .unit = "B", .help = "working set of each core",
	  .values = "4096:1073741824:pow2,6144,12288,24576,40960,49152,98304,196608,393216,786432,1572864,3145728,"
		    "6291456,12582912,25165824,50331648,100663296,201326592,402653184,805306368",
	  .full = "4096:134217728:pow2,24576,40960,49152,786432,1572864,3145728,6291456,12582912,25165824,50331648",
	  .quick = "8192,16384,32768,49152,131072,262144,524288,2097152,4194304,8388608,67108864" },
	ISA_AXIS_VEC,
	{ GB_AXIS(unroll), .help = "accesses between two checks for the end of the set", .kind = GB_SEARCHED,
	  .values = "4,8,16", .quick = "8" },
	{ .name = NULL },
};

static const struct gb_variant variants[] = {
	{ .name = "default", .flags = "", .archs = "", .kernels = host_cache_kernels },
	{ .name = NULL },
};

bool host_cache_writes(const struct gb_run *run)
{
	return gb_value(run, walk) == WALK_WRITE;
}

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(gb_team(run, -1, &s->cores));
	GB_TRY(gb_find_kernel(run, "fill", &s->fill));
	GB_TRY(gb_find_kernel(run, "check", &s->check));
	return host_cache_open(run);
}

/* ---- one point --------------------------------------------------------------------------------------------------- */

static int choose_kernel(struct gb_run *run)
{
	const int vec = gb_value(run, vec);

	GB_TRY(isa_require(run, isa_of_bytes(vec)));
	return kernel_find(run, &state_of(run)->kernel, "%s_v%d_u%d", host_cache_writes(run) ? "write" : "read", vec,
			   gb_value(run, unroll));
}

static int prepare(struct gb_run *run)
{
	const uint64_t set = gb_value(run, set), bytes = set <= SMALL ? LAUNCH_SMALL : LAUNCH_LARGE;

	state_of(run)->args = (struct host_cache_args){
		.passes = bytes > set ? bytes / set : 1,
		.value = HOST_CACHE_FACTOR,
		.report = gb_address(state_of(run)->report),
	};
	GB_TRY(host_cache_place(run, set));
	return choose_kernel(run);
}

LAUNCH_KERNEL(int host_cache_launch, state)

static struct gb_cost cost(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return (struct gb_cost){ .bytes = (double)s->shape.grid * (double)s->args.set * (double)s->args.passes };
}

/* The bandwidth of a set of which a nearer level holds at most `held` bytes. Only the rest passes at `rate`. */
static double past(double rate, double held, double set)
{
	return rate / (1 - held / set);
}

/* The bandwidth of the cores' loads. Sets that fit in L1 come from it. For sets that fit in L2, L2 supplies what L1
 * lacks. For sets that fit in all caches together, L3 supplies what neither holds. */
static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	const struct state *s = gb_state(run);
	const double set = (double)s->args.set, l1 = (double)device->l1_bytes;
	const double from_l1 = device->rates.l1_bytes * s->shape.grid * sm_hz;
	const double l2 = (double)device->l2_bytes / device->sm_count, clocks = s->shape.grid * sm_hz;
	const double from_l2 = past(device->rates.l2_bytes * clocks, l1, set);
	const double from_l3 = past(device->rates.l3_bytes * clocks, l2, set);

	if (host_cache_writes(run))
		return NAN;
	if (set <= l1)
		return from_l1;
	if (set <= l2)
		return isnan(from_l2) ? (double)NAN : fmin(from_l1, from_l2);
	if (isnan(from_l3) || set * s->shape.grid > (double)device->l3_bytes + l2 * s->shape.grid)
		return NAN;
	return fmin(fmin(from_l1, from_l2), from_l3); /* fmin() ignores a NAN */
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);
	size_t count = 0;

	out[count++] =
		(struct gb_metric){ "working_set", "B", GB_EXACT, (double)s->shape.grid * (double)s->args.set, 0 };
	if (result->sm_hz > 0)
		out[count++] = (struct gb_metric){ "bytes_per_clock_core", "B/clk", GB_TIMES,
						   1 / (result->sm_hz * s->shape.grid), 0 };
	return count;
}

GB_BENCH(host_cache) = {
	GB_IDENTITY(host_cache),
	.summary = "caches of the host: bandwidth by working set, and bandwidth and capacity of each level",
	.method =
		"Each core repeatedly reads or writes its own set in order. With walk=alone, one core reads while the "
		"others are idle. A launch covers at least 16 MiB on each core (sets up to 256 KiB: 64 MiB), in whole "
		"rounds. Loads are summed in eight chains of vector additions. The largest set is 4 times all L2 and "
		"L3 caches together, or an eighth of the free memory. Pages are huge where the system provides them on "
		"request.\n"
		"Value: the best of a search over the bytes of an access and the accesses of a loop iteration. "
		"Every byte loaded or stored counts each time; the line that a store fetches first does not. "
		"Plateaus are runs of at least 3 sizes within 5 %. `full_rate_set` is the last size within 3 % "
		"of a plateau, `full_rate_below` the next one. For a level without a plateau, such as an L3 "
		"shared with other virtual machines, the best of the sizes that certainly belong to it counts, "
		"and the remark says so. Roofs are measured with all cores reading.\n"
		"Verified: the sum of all words that each core read in all rounds, against a formula; every "
		"word stored, on poisoned memory.\n"
		"Limit, where the processor model is known: bytes per clock that a core loads from L1 x cores x "
		"measured clock, for sets that L1 holds. For sets that L2 holds: the width of the path from L2 "
		"to L1, divided by the share of the set that does not fit in L1.\n"
		"Source: the sweep follows bw_mem (lmbench) and likwid-bench.",
	.target = GB_HOST,
	.quantity = GB_BANDWIDTH,
	.axes = axes,
	.variants = variants,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = prepare,
	.launch = host_cache_launch,
	.verify = host_cache_verify,
	.cost = cost,
	.limit = limit,
	.metrics = metrics,
	.conclude = host_cache_conclude,
};
