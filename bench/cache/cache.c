/* cache: the bandwidth of each cache level, by the size of a set that is read or written repeatedly. */
#include "../common/input_host.h"
#include "../common/kernel.h"
#include "../common/limits.h"
#include "state.h"
#include "gpubench.h"

/* All sets lie in one buffer, large enough for the largest share of every SM or for the largest common set. It is
 * smaller if free memory is short. */
#define MOST_SHARE   MIB(8)
#define MOST_COMMON  MIB(128)
#define MEMORY_SHARE 0.8 /* largest share of the free memory */

#define ROOF_SET    16384
#define ROOF_COMMON 1048576
#define ROOF_PART   0.5 /* largest share of L2 */

static const struct cache_kind kinds[] = {
	[WALK_L1] = { .kernel = "cache_read_ca" },
	[WALK_L2] = { .kernel = "cache_shared_read", .shared_out = true },
	[WALK_COMMON] = { .kernel = "cache_read_cg" },
	[WALK_WRITE] = { .kernel = "cache_shared_write", .writes = true, .shared_out = true },
	[WALK_NEAR] = { .kernel = "cache_sided_read", .sided = true },
	[WALK_FAR] = { .kernel = "cache_sided_read", .sided = true, .far = 1 },
	[WALK_NEAR_WRITE] = { .kernel = "cache_sided_write", .sided = true, .writes = true },
	[WALK_FAR_WRITE] = { .kernel = "cache_sided_write", .sided = true, .writes = true, .far = 1 },
	[WALK_FAR_ONE] = { .kernel = "cache_sided_read", .sided = true, .far = 1, .one_side = true },
};

const char *const cache_walks[] = {
	[WALK_L1] = "l1",
	[WALK_L2] = "l2",
	[WALK_COMMON] = "common",
	[WALK_WRITE] = "write",
	[WALK_NEAR] = "near",
	[WALK_FAR] = "far",
	[WALK_NEAR_WRITE] = "near_write",
	[WALK_FAR_WRITE] = "far_write",
	[WALK_FAR_ONE] = "far_one",
	NULL,
};

static const struct gb_axis axes[] = {
	{ GB_AXIS(walk),
	  .help = "l1: each SM reads its own set, cached in L1; l2: the same, bypassing L1; common: all SMs read "
		  "one set, bypassing L1; write: each SM writes its own set; near, far: sets in the L2 partition "
		  "on the SM's side or on the other; far_one: far, for the SMs of one side alone",
	  .names = cache_walks, .quick = "l1,l2,common,write,near,far,far_write" },
	{ GB_AXIS(set), .unit = "B", .help = "size of each SM's set",
	  .values = "1024:16384:pow2,24576,32768:294912:8192,327680,393216",
	  .quick = "16384,131072,229376,262144,327680", .when = "walk=l1" },
	{ GB_AXIS(share), .unit = "B", .help = "bytes that each SM reads, separate from those of other SMs",
	  .values = "16384,32768,49152,65536,69632,77824,86016,98304,102400,110592,118784,131072,143360,155648,167936,"
		    "184320,196608,221184,241664,262144,286720,311296,339968,372736,393216,442368,479232,524288,573440,"
		    "622592,679936,741376,806912,880640,962560,1048576,1572864,2097152,3145728,4194304,6291456,8388608",
	  .quick = "32768,49152,65536,98304,131072,196608,262144,393216,524288,1572864", .when = "walk=l2,write" },
	{ GB_AXIS(bytes), .unit = "B", .help = "size of the one set that every SM reads",
	  .values = "262144:134217728:pow2,12582912,25165824,50331648",
	  .full = "262144:67108864:pow2,12582912,25165824,50331648", .quick = "1048576,8388608",
	  .when = "walk=common" },
	{ GB_AXIS(total), .unit = "B", .help = "bytes that all SMs access together, each its own part",
	  .values = "8388608:67108864:8388608,134217728,268435456", .quick = "50331648,134217728,268435456",
	  .when = "walk=near,far,near_write,far_write,far_one" },
	{ GB_AXIS(unroll), .help = "accesses of a warp, of 512 bytes each, between two checks for the end of the set",
	  .kind = GB_SEARCHED, .values = "2,4,8", .when = "walk=l1,l2,common,write" },
	{ GB_AXIS(width), .unit = "B", .help = "bytes per lane and load", .kind = GB_SEARCHED, .values = "8,16",
	  .when = "walk=l1" },
	{ GB_AXIS(block), .unit = "threads", .help = "threads per block, with one block per SM", .kind = GB_SEARCHED,
	  .values = "256,512,1024", .when = "walk=l2,write" },
	{ GB_AXIS(blocks), .help = "blocks of 1024 threads per SM", .kind = GB_SEARCHED, .values = "1,2",
	  .when = "walk=common" },
	{ .name = NULL },
};

const struct cache_kind *cache_kind_of(const struct gb_run *run)
{
	return &kinds[gb_value(run, walk)];
}

/* One sum for each block of the largest grid. */
static uint64_t sums_bytes(const struct gb_run *run)
{
	return UINT64_C(2) * cache_sms(run) * sizeof(uint32_t);
}

static uint64_t visits_bytes(const struct gb_run *run)
{
	return CACHE_WARPS * sums_bytes(run);
}

/* ---- setup ------------------------------------------------------------------------------------------------------- */

static int fill_room(struct gb_run *run)
{
	const struct cache_state *s = gb_state(run);

	return input_fill(run, &s->fill, s->at, s->room);
}

static int choose_room(struct gb_run *run, uint64_t *bytes)
{
	const uint64_t wanted = MOST_SHARE * cache_sms(run) > MOST_COMMON ? MOST_SHARE * cache_sms(run) : MOST_COMMON;
	uint64_t available;

	GB_TRY(gb_memory_free(run, &available));
	*bytes = (uint64_t)(MEMORY_SHARE * (double)available) / MIB(1) * MIB(1);
	if (*bytes > wanted)
		*bytes = wanted;
	if (*bytes < MIB(1))
		return gb_skip(run, "too little device memory is free: %.1f MB", 1e-6 * (double)available);
	return GB_OK;
}

static int setup(struct gb_run *run)
{
	struct cache_state *s = gb_state(run);

	GB_TRY(choose_room(run, &s->room));
	GB_TRY(gb_alloc(run, s->room, &s->at));
	GB_TRY(gb_alloc(run, sums_bytes(run), &s->sums));
	GB_TRY(gb_alloc(run, visits_bytes(run), &s->visits));
	GB_TRY(gb_alloc(run, sizeof(uint32_t), &s->ticket));
	GB_TRY(gb_fill(run, s->ticket, 0, sizeof(uint32_t)));
	GB_TRY(gb_alloc(run, sizeof(struct gb_report), &s->report));
	GB_TRY(gb_find_kernel(run, "cache_fill", &s->fill));
	GB_TRY(gb_find_kernel(run, "cache_check", &s->check));
	return fill_room(run);
}

/* ---- one point --------------------------------------------------------------------------------------------------- */

LAUNCH_KERNEL(static int launch, cache_state)

static uint64_t granule_of(const struct gb_run *run)
{
	return cache_kind_of(run)->sided ? HOME_CHUNK : CACHE_ACCESS * gb_value(run, unroll);
}

/* Granules that all warps process in one launch. */
static uint64_t visits(const struct gb_run *run)
{
	const struct cache_state *s = gb_state(run);
	const uint64_t blocks = cache_kind_of(run)->one_side ? s->sides.sm_count[0] : s->shape.grid;
	const uint64_t warps = blocks * (s->shape.block / 32);

	return warps * s->args.trips + (uint64_t)s->args.tickets * s->args.each;
}

static struct gb_cost cost(const struct gb_run *run)
{
	return (struct gb_cost){ .bytes = (double)visits(run) * (double)granule_of(run) };
}

static uint64_t working_set(const struct gb_run *run)
{
	const struct cache_state *s = gb_state(run);

	return gb_value(run, walk) == WALK_COMMON ? s->args.set : (uint64_t)s->shape.grid * s->args.set;
}

/* Stores to a set of at most this size are merged before L2, whose slices then receive less than is stored. On an H200,
 * 16 KiB per SM reach 117 % of what the slices can take, 32 KiB reach 87 %. */
enum { JOINED_SHARE = 16 << 10 };

/* The smallest power of two that is at least twice L2. When sets of this total size are read again, the near partition
 * no longer holds copies of far lines. */
static double uncopied_total(const struct gb_run *run)
{
	double total = MIB(8);

	while (total < 2 * (double)gb_device(run)->l2_bytes)
		total *= 2;
	return total;
}

/* Reads of smaller sets find copies in the near partition. Writes are not copied. */
static bool crosses_link(const struct gb_run *run)
{
	return cache_kind_of(run)->far == 1 &&
	       (cache_kind_of(run)->writes || (double)gb_value(run, total) >= uncopied_total(run));
}

/* The limit is what an SM reads from its L1, what the slices of L2 deliver or receive, or what the link between its
 * partitions carries. For sets that L2 cannot hold, it is the limit of device memory. If SMs read the same set, a slice
 * serves simultaneous requests once, so only the width of the SM's own port is certain. */
static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	/* In one direction, only the slices of one side deliver data; their number is unknown. */
	if (crosses_link(run) && cache_kind_of(run)->one_side)
		return NAN;
	if (crosses_link(run))
		return fmin(limit_l2_link(device), gb_memory_rate(device));
	if (limit_is_of_memory(device, (double)working_set(run)) && gb_value(run, walk) != WALK_COMMON)
		return gb_memory_rate(device);
	switch (gb_value(run, walk)) {
	case WALK_L1:
	case WALK_COMMON:
		return device->rates.l1_bytes * device->sm_count * sm_hz;
	case WALK_L2:
	case WALK_NEAR:
	case WALK_FAR:
	case WALK_FAR_ONE:
		return limit_l2_read(device);
	case WALK_WRITE:
		return gb_value(run, share) > JOINED_SHARE ? limit_l2_write(device) : (double)NAN;
	case WALK_NEAR_WRITE:
		return limit_l2_write(device);
	default:
		return NAN;
	}
}

/* The largest share, `step` times a power of two, for which the sets of all SMs fill at most ROOF_PART of L2. */
static uint64_t share_in_l2(const struct gb_run *run, uint64_t step)
{
	const double room = ROOF_PART * (double)gb_device(run)->l2_bytes / cache_sms(run);

	while ((double)(2 * step) <= room)
		step *= 2;
	return step;
}

/* Reads also keep copies of the other partition's lines. With a power of two as the share, the sets fill at most half
 * of L2, and the copies fit. Writes keep none and are fastest near half of L2. */
static uint64_t read_share(const struct gb_run *run)
{
	return share_in_l2(run, 1);
}

static uint64_t write_share(const struct gb_run *run)
{
	const uint64_t power = share_in_l2(run, 1), between = share_in_l2(run, 3);

	return power > between ? power : between;
}

/* One size per level sets the roof, so that every kind of run measures it in the same way and repeatedly. */
const char *cache_roof(const struct gb_run *run)
{
	switch (gb_value(run, walk)) {
	case WALK_L1:
		return gb_value(run, set) == ROOF_SET ? "l1.read" : NULL;
	case WALK_L2:
		return gb_value(run, share) == read_share(run) ? "l2.read" : NULL;
	case WALK_WRITE:
		return gb_value(run, share) == write_share(run) ? "l2.write" : NULL;
	case WALK_COMMON:
		return gb_value(run, bytes) == ROOF_COMMON ? "l2.read_common" : NULL;
	case WALK_FAR:
		return (double)gb_value(run, total) == uncopied_total(run) ? "l2.link.read" : NULL;
	case WALK_FAR_WRITE:
		return (double)gb_value(run, total) == uncopied_total(run) ? "l2.link.write" : NULL;
	default:
		return NULL;
	}
}

/* L2 still finds some lines of sets twice its size and larger. Their choice is not documented. */
static const char *remark(const struct gb_run *run)
{
	if (crosses_link(run))
		return NULL;
	if (cache_kind_of(run)->far == 1)
		return "copies in the near partition are read: L2 keeps copies of lines from its other partition";
	if (gb_value(run, walk) == WALK_L1 && gb_value(run, set) > gb_device(run)->l1_bytes)
		return "the set is larger than L1";
	if (gb_value(run, walk) == WALK_COMMON)
		return (double)working_set(run) > (double)gb_device(run)->l2_bytes
			       ? "the SMs' ports are the limit; while L2 waits for memory, SMs that request the "
				 "same line get it together"
			       : "the SMs' ports are the limit; in a large set SMs seldom request the same line at "
				 "the same time";
	return (double)working_set(run) > (double)gb_device(run)->l2_bytes ? "the sets together are larger than L2"
									   : NULL;
}

/* L1 runs at the SM clock; L2 and DRAM have their own. */
static enum gb_shares shares(const struct gb_run *run)
{
	const bool in_l1 = gb_value(run, walk) == WALK_L1 && gb_value(run, set) <= gb_device(run)->l1_bytes;

	return in_l1 ? GB_SHARES_EQUAL : GB_SHARES_NONE;
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct cache_state *s = gb_state(run);
	const struct cache_kind *kind = cache_kind_of(run);
	size_t count = 0;

	out[count++] = (struct gb_metric){ "working_set", "B", GB_EXACT, (double)working_set(run), 0 };
	if (result->sm_hz > 0)
		out[count++] = (struct gb_metric){ "bytes_per_clock_sm", "B/clk", GB_TIMES,
						   1 / (result->sm_hz * gb_device(run)->sm_count), 0 };
	/* The sided walks read their chunk numbers through L1. */
	if (gb_value(run, walk) == WALK_L2 || gb_value(run, walk) == WALK_COMMON)
		out[count++] = (struct gb_metric){ "l1_hits", "1", GB_EXACT, 0, 0 };
	if (kind->sided && kind->far == 0)
		out[count++] = (struct gb_metric){ "fabric_sectors", "1", GB_EXACT, 0, 0 };
	if (kind->sided)
		out[count++] =
			(struct gb_metric){ "atomic_latency", "cycles", GB_MEASURED, s->sides.cycles[kind->far], 0 };
	return count;
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static int check_result(struct gb_run *run)
{
	const struct cache_state *s = gb_state(run);
	const bool writes = cache_kind_of(run)->writes;
	const struct cache_check_args args = {
		.at = gb_address(s->at),
		.sums = writes ? NULL : gb_address(s->sums),
		.visits = gb_address(s->visits),
		.own = s->args.own,
		.start = s->args.start,
		.set = s->args.set,
		.granule = (uint32_t)granule_of(run),
		.step = s->args.step,
		.warps = s->shape.block / 32,
		.chunks_0 = s->args.chunks_0,
		.chunks_1 = s->args.chunks_1,
		.shares = cache_kind_of(run)->sided ? gb_address(s->sides.shares) : NULL,
		.far = s->args.far,
		.report = gb_address(s->report),
	};
	const uint64_t words = (uint64_t)s->shape.grid * s->args.set / sizeof(uint32_t); /* written by all SMs */

	GB_TRY(gb_launch(run, &s->check, (struct gb_shape){ .grid = s->shape.grid, .block = 1024 }, &args));
	return writes ? gb_report_judge(run, s->report, visits(run) + words, "visits and words")
		      : gb_report_judge(run, s->report, visits(run), "visits of sets");
}

static int verify(struct gb_run *run)
{
	struct cache_state *s = gb_state(run);
	const bool writes = cache_kind_of(run)->writes;

	/* Earlier points have written to the memory that this one reads. */
	GB_TRY(fill_room(run));
	GB_TRY(input_check(run, s->at, s->room, input_bits));
	GB_TRY(gb_report_clear(run, s->report));
	GB_TRY(gb_fill(run, s->sums, 0, sums_bytes(run)));
	GB_TRY(gb_fill(run, s->visits, 0, visits_bytes(run)));
	if (writes)
		GB_TRY(gb_fill_output(run, s->at, 0xff, s->room));
	GB_TRY(launch_recorded(run, launch, &s->args.record, 1));
	GB_TRY(check_result(run));
	return writes ? fill_room(run) : GB_OK;
}

GB_BENCH(cache) = {
	GB_IDENTITY(cache),
	.summary = "bandwidth by working set: L1, L2 and its partitions, device memory; what each level holds",
	.method = "The threads of each SM read or write a set repeatedly. One launch covers at least 16 MB on "
		  "each SM (256 MB from L1, 1 GB for the set that sets the roof). L2 serves SMs unequally: in l2 (64 "
		  "MB) and write (32 MB) the last fifth goes to the warps that have finished, in pieces of 32 KB that "
		  "one counter assigns.\n"
		  "l1: every SM reads its own set, cached in L1 (ld.ca), with 8 or 16 bytes per lane; shared "
		  "memory gets as little of the L1 as possible. l2: the same with loads that bypass L1 (ld.cg), "
		  "of 16 bytes. write: stores (st.cg). common: all SMs read one set (ld.cg), each starting at a "
		  "different place. If several SMs request a line at the same time, a slice of L2 serves it once, "
		  "so more bytes arrive at the SMs than leave the slices (on an H200 23.8 against 7.7 TB/s). The "
		  "gain falls as the SMs drift apart. near, far: L2 has two partitions, which are found by the latency "
		  "of atomic operations; every 4 KiB of memory have their home in one of them. Each SM works on 4 KiB "
		  "pieces whose home is on its own side or on the other. Lines of the other side are copied to the "
		  "near side when they are read, and written at home. Reads of a set twice as large as L2 find no "
		  "copies: all cross the link between the partitions, in both directions at once, or in one for "
		  "far_one. These reads set the roof l2.link.read, and far writes of the same set l2.link.write.\n"
		  "Value: every byte loaded or stored counts each time. Plateaus are runs of at least 3 sizes "
		  "within 5 %; of walk=l2, only shares count in which each warp returns to the same lines in every "
		  "round. `full_rate_set` is the last size within 3 % of a plateau, `full_rate_below` the next one. "
		  "Roofs use one size per level, which every kind of run measures in several visits: 16 "
		  "KiB per SM for l1.read, a common set of 1 MiB for l2.read_common. l2.read and l2.write use the "
		  "largest power of two with which the sets of all SMs fill at most half of L2 (lines of the "
		  "other partition are kept twice) or three quarters of it.\n"
		  "Verified: the sum of all words that the threads of each set have read, or every word stored on "
		  "poisoned memory.\n"
		  "Limit: bytes per clock and SM of L1 (also for common sets) at the measured clock; for L2, "
		  "slices x bytes per clock (64 read, 32 written) x L2 clock, if hardware counters have shown "
		  "these figures for the model; for the link, 16 bytes per slice and L2 clock. Stores of 16 KiB "
		  "per SM or less have no limit, because they are merged before the slices. From 4 x L2 on: 2 x "
		  "memory clock x bus width / 8.\n"
		  "Source: the sweep follows the cache benchmark of RRZE's gpu-benches, which reads sets shared "
		  "by several SMs.",
	.subject = GB_SUBJECT_MEMORY,
	.quantity = GB_BANDWIDTH,
	.axes = axes,
	.variants = gb_variants_cache,
	.state_size = sizeof(struct cache_state),
	.setup = setup,
	.prepare = cache_prepare,
	.launch = launch,
	.verify = verify,
	.cost = cost,
	.limit = limit,
	.roof = cache_roof,
	.metrics = metrics,
	.conclude = cache_conclude,
	.remark = remark,
	.shares = shares,
	.sdc = "walk=l1,l2,write,near,far set=131072 share=131072 total=50331648",
};
