/* latency: the latency of one dependent access in every kind of memory that a GPU has. */
#include "../common/limits.h"
#include "state.h"

static const char *const memories[] = {
	[LADDER] = "ladder", [L1_PAGES] = "l1_pages", [L2_PAGES] = "l2_pages", [KIND] = "kind",
	[ATOMIC] = "atomic", [SHARED] = "shared",     [CONSTANT] = "constant", [TEXTURE] = "texture",
	[TOUCH] = "touch",   [OVER_LINK] = "host",    [HALVES] = "halves",     NULL
};
static const char *const kinds[] = { "ca", "cg", "plain", "generic", "nc", "volatile", "relaxed_sys", NULL };
static const char *const atomics[] = { "add", "cas", "add_sys", NULL };
static const char *const chains[] = { "address", "index", "add", "cas", NULL };
static const char *const host_ops[] = { "relaxed_sys", "cg", "add_sys", NULL };
static const char *const touches[] = { [WRITTEN] = "written", [READ] = "read", [EVICTED] = "evicted", NULL };
static const char *const lines[] = {
	[L2_NEAR] = "l2_near", [L2_FAR] = "l2_far", [DRAM_NEAR] = "dram_near", [DRAM_FAR] = "dram_far", NULL
};

/* Bytes; closer together near the ends of an L1 of 192 to 256 KiB and of an L2 of 40 to 60 MiB, or half of one. */
#define SETS                                                                                                   \
	"1024,4096,16384,32768,65536,98304,131072,163840,180224,196608,212992,229376,245760,262144,327680,"    \
	"393216,524288,1048576,2097152,4194304,8388608,12582912,16777216,18874368,20971520,23068672,25165824," \
	"27262976,29360128,31457280,33554432,37748736,41943040,46137344,50331648,54525952,58720256,62914560,"  \
	"67108864,83886080,100663296,134217728,201326592,268435456,536870912,1073741824"
#define LARGER_SETS ",4294967296,17179869184,68719476736"
#define MORE_SETS   ",2048,8192,5242880,6291456,7340032,10485760,2147483648,8589934592,34359738368,137438953472"
#define L1_PAGES_IN \
	"1,2,4,8,16,24,32,48,64,80,96,112,128,144,160,176,192,208,224,240,256,288,320,384,448,512,640,768,896,1024"
#define L2_PAGES_IN                                                                                                \
	"1,8,64,128,256,512,1024,2048,4096,6144,8192,10240,12288,14336,16384,18432,20480,22528,24576,26624,28672," \
	"30720,32768,34816,36864,38912,40960,45056,49152,57344,65536"

static const struct gb_axis axes[] = {
	{ GB_AXIS(memory),
	  .help = "global memory by working set (ladder), by pages of 2 MiB with lines in L1 or L2, or by kind of "
		  "load; other memories",
	  .names = memories },
	{ GB_AXIS(set), .unit = "B", .help = "working set, read in random order, one line of 128 B per hop",
	  .values = SETS LARGER_SETS MORE_SETS, .full = SETS LARGER_SETS,
	  .quick = "1024,32768,131072,2097152,8388608,16777216,37748736,46137344,50331648,"
		   "100663296,268435456,1073741824",
	  .when = "memory=ladder" },
	{ GB_AXIS(l1_pages), .unit = "pages", .help = "pages of 2 MiB with one line each; the lines fit into L1",
	  .values = L1_PAGES_IN, .quick = "16", .when = "memory=l1_pages" },
	{ GB_AXIS(l2_pages), .unit = "pages", .help = "pages of 2 MiB with one line each; the lines fit into L2",
	  .values = L2_PAGES_IN ",16,32,9216,11264,13312,15360,17408,19456,21504,23552,25600,27648,29696,"
				"31744,33792,35840,37888,39936",
	  .full = L2_PAGES_IN, .quick = "64", .when = "memory=l2_pages" },
	{ GB_AXIS(kind), .help = "kind of load, as PTX names it; generic: without a state space", .names = kinds,
	  .quick = "cg", .when = "memory=kind" },
	{ GB_AXIS(kind_set), .unit = "B", .help = "working set of these loads", .values = "32768,1048576",
	  .quick = "1048576", .when = "memory=kind" },
	{ GB_AXIS(atomic), .help = "operation on 64 bits of global memory that returns a value", .names = atomics,
	  .quick = "add", .when = "memory=atomic" },
	{ GB_AXIS(atomic_set), .unit = "B", .help = "working set of these operations; 128: one address",
	  .values = "128,1048576", .quick = "1048576", .when = "memory=atomic" },
	{ GB_AXIS(chain),
	  .help = "chain in 4 KiB of shared memory: of addresses, of indices, or of atomics that return a value",
	  .names = chains, .quick = "address", .when = "memory=shared" },
	{ GB_AXIS(constant_set), .unit = "B", .help = "working set in constant memory, 64 B per hop",
	  .values = "256,512,1024,1536,2048,2560,3072,4096,8192,16384,32768,65536", .quick = "1024",
	  .when = "memory=constant" },
	{ GB_AXIS(texture_set), .unit = "B",
	  .help = "working set in a texture, read with tex1Dfetch, one line of 128 B per hop",
	  .values = "4096,32768,131072,196608,262144,1048576,8388608,67108864",
	  .full = "4096,32768,131072,262144,1048576,8388608", .quick = "32768", .when = "memory=texture" },
	{ GB_AXIS(touch), .help = "the first load of a line after it was written, read by other SMs, or evicted",
	  .names = touches, .quick = "written", .when = "memory=touch" },
	{ GB_AXIS(host), .help = "access to 1 MiB of pinned host memory over the link: loads or additions",
	  .names = host_ops, .quick = "relaxed_sys", .when = "memory=host" },
	{ GB_AXIS(lines),
	  .help = "lines in L2 or only in DRAM, with their home in the half of L2 near the SM or far from it",
	  .names = lines, .when = "memory=halves" },
	{ GB_AXIS(half), .help = "half of L2 that the SM is attached to; 0: the half of the SM that sorted the lines",
	  .values = "0,1", .when = "memory=halves" },
	{ GB_AXIS(pick), .help = "one of three SMs, spread evenly over the half", .values = "1,2,3", .quick = "2",
	  .when = "memory=halves" },
	{ .name = NULL },
};

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);

	if (gb_value(run, memory) == HALVES)
		return latency_prepare_halves(run);
	s->chain = latency_chain(run);
	GB_TRY(kernel_find(run, &s->chase, "latency_%s", s->chain.name));
	/* L1 gets all memory that it shares with shared memory. */
	GB_TRY(gb_carveout(run, &s->chase, gb_value(run, memory) == SHARED ? -1 : 0));
	return latency_link(run);
}

/* Each launch continues where the previous one stopped. */
int latency_follow(struct gb_run *run, gb_ptr table)
{
	const struct state *s = gb_state(run);
	const struct latency_chase_args args = {
		.place = gb_address(s->place),
		.warm = s->chain.warm,
		.hops = HOPS,
		.texture = s->texture,
		.table = gb_address(table),
	};

	return gb_launch(run, &s->chase, (struct gb_shape){ .grid = 1, .block = 1 }, &args);
}

/* Treats the lines as the point requires, before the chase reaches them. */
static int launch_before(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct latency_set_args args = latency_set_args(run);
	const enum touch touch = gb_value(run, touch);

	if (touch != WRITTEN)
		GB_TRY(gb_fill(run, s->scratch, 0x5a, s->scratch_bytes));
	if (touch == READ)
		GB_TRY(gb_launch(run, &s->read, latency_everywhere(run), &args));
	if (touch == WRITTEN)
		GB_TRY(gb_launch(run, &s->link, latency_everywhere(run), &args));
	return GB_OK;
}

int latency_launch(struct gb_run *run)
{
	if (gb_value(run, memory) == HALVES)
		return latency_launch_halves(run);
	GB_TRY(gb_value(run, memory) == TOUCH ? launch_before(run) : GB_OK);
	return latency_follow(run, 0);
}

static int observe(struct gb_run *run, double *value)
{
	struct state *s = gb_state(run);
	struct latency_place place;

	if (gb_value(run, memory) == HALVES)
		return latency_observe_halves(run, value);
	GB_TRY(gb_copy_out(run, &place, s->place, sizeof place));
	if (s->sm >= 0 && (uint32_t)s->sm != place.sm)
		gb_suspect(run, "the launches ran on different SMs, %d and %u", s->sm, place.sm);
	s->sm = (int)(place.sm & 0xffff);
	*value = (double)place.cycles / HOPS;
	return GB_OK;
}

static struct gb_cost cost(const struct gb_run *run)
{
	if (gb_value(run, memory) == HALVES)
		return (struct gb_cost){ .ops = latency_halves_hops() };
	return (struct gb_cost){ .ops = (double)state_of(run)->chain.warm + HOPS };
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);
	size_t count = 0;

	if (result->sm_hz > 0)
		out[count++] = (struct gb_metric){ "latency", "s", GB_TIMES, 1 / result->sm_hz, 0 };
	if (gb_value(run, memory) == HALVES) {
		out[count++] = (struct gb_metric){ "sm", "1", GB_MEASURED, s->halves.timed, 0 };
		count += latency_halves_metrics(&s->halves, &out[count]);
	} else if (s->sm >= 0) {
		out[count++] = (struct gb_metric){ "sm", "1", GB_MEASURED, s->sm, 0 };
	}
	return count;
}

GB_BENCH(latency) = {
	GB_IDENTITY(latency),
	.summary = "latency of one access: caches, DRAM, translation, shared, constant, texture, atomics, host",
	.method = "One thread follows a cycle of addresses: each access returns the address of the next one. The "
		  "cycle visits every line of the set once, in an order without a pattern. Each launch continues "
		  "where the previous one stopped. Sets up to 512 KiB are read in the kernel before the clock "
		  "starts, as L1 is empty when a kernel begins. For sets of at most twice the L2, one SM first "
		  "walks the cycle twice; larger sets are first evicted from L2. Sets above 1 GiB use 2^20 lines "
		  "spread evenly. Translation: one line of each 2 MiB page. The lines stay in L1, with offsets "
		  "that follow one another, or in L2, at any offset in the page. First touch: 4096 lines that all "
		  "SMs have just written, that others have read, or that were evicted from L2. Host: 1 MiB of "
		  "pinned memory, over the link. Constant memory: 64 B per hop; texture: tex1Dfetch, 128 B per hop.\n"
		  "Halves: each line has its home in the half of L2 next to its memory. Atomic operations run "
		  "there, so their latency sorts chunks of 4 KiB by home and SMs by half. A chase covers lines of "
		  "one home in five times the L2, so its accesses go to DRAM. For hits, an SM at that home first "
		  "reads the next lines, which leaves them only in that half. Six SMs take part, three of each "
		  "half. In every launch 4096 hops form a chain, for `cycles`, and 4096 are timed one by one. "
		  "`hop_p01` to `hop_p99` are their percentiles, less the cost of reading the clock, measured on "
		  "a line that points to itself. The mean of single hops must agree with the chains within 1 %, "
		  "or the row is suspect.\n"
		  "Value: `cycles` by the SM's clock from the first timed hop to the last, over 4096 hops; "
		  "`latency` is the same over the SM clock of the interval. Plateaus are the longest runs of at "
		  "least 3 sizes within 3 %; their interval belongs to the median of their points. `capacity` is "
		  "the last size within 5 % of a plateau, `capacity_below` the next one. The `reach` of the "
		  "translation is the last number of pages of the longest run within 2 %, `reach_below` the next "
		  "one; the first level uses 1 % around the value for 64 pages.\n"
		  "Verified: up to 4096 walkers prove that the lines form one cycle with every line once, "
		  "independently of the chase. The chase must end where the arithmetic of the cycle predicts.\n"
		  "Source: the chase follows Saavedra and Smith (1995) and Mei and Chu (2017).",
	.subject = GB_SUBJECT_MEMORY,
	.quantity = GB_CYCLES,
	.axes = axes,
	.variants = gb_variants_latency,
	.state_size = sizeof(struct state),
	.setup = latency_set_up,
	.prepare = prepare,
	.launch = latency_launch,
	.verify = latency_verify,
	.cost = cost,
	.limit = limit_unknown,
	.observe = observe,
	.metrics = metrics,
	.conclude = latency_conclude,
};
