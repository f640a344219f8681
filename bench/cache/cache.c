/* cache: what each level of the hierarchy gives, by the size of the set that is gone through again and again. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../input_host.h"
#include "cache.h"
#include "gpubench.h"
#include "ladder.h"

GB_VARIANTS(cache);

#define MIB(n) (UINT64_C(1048576) * (n))

/* The buffer all sets lie in: the largest share of every SM, or the largest common set; less where memory is short. The
 * sided walks find their chunks at its start, about half of them at either side. */
#define MOST_SHARE   MIB(2)
#define MOST_COMMON  MIB(128)
#define MEMORY_SHARE 0.8 /* of the free memory, at most */
#define SIDED_ROOM   MIB(72)
/* Bytes an SM reads or writes in a launch: a millisecond out of L1, a quarter of one or half of one out of L2. */
#define LAUNCH_L1     MIB(256)
#define LAUNCH_COMMON MIB(64)
#define LAUNCH_L2     MIB(16)
/* Sets of all SMs larger than this many L2s are the device memory's. */
enum { L2S_FOR_DRAM = 4 };

/* In the order of the axis. */
enum walk { WALK_L1, WALK_L2, WALK_COMMON, WALK_WRITE, WALK_NEAR, WALK_FAR, WALK_NEAR_WRITE, WALK_FAR_WRITE };

static const struct walk_kind {
	const char *kernel;
	bool sided, writes;
	unsigned int far;
} kinds[] = {
	[WALK_L1] = { .kernel = "cache_read_ca_u" },
	[WALK_L2] = { .kernel = "cache_read_cg_u" },
	[WALK_COMMON] = { .kernel = "cache_read_cg_u" },
	[WALK_WRITE] = { .kernel = "cache_write_u", .writes = true },
	[WALK_NEAR] = { .kernel = "cache_sided_read", .sided = true },
	[WALK_FAR] = { .kernel = "cache_sided_read", .sided = true, .far = 1 },
	[WALK_NEAR_WRITE] = { .kernel = "cache_sided_write", .sided = true, .writes = true },
	[WALK_FAR_WRITE] = { .kernel = "cache_sided_write", .sided = true, .writes = true, .far = 1 },
};

static const char *const walks[] = {
	[WALK_L1] = "l1",
	[WALK_L2] = "l2",
	[WALK_COMMON] = "common",
	[WALK_WRITE] = "write",
	[WALK_NEAR] = "near",
	[WALK_FAR] = "far",
	[WALK_NEAR_WRITE] = "near_write",
	[WALK_FAR_WRITE] = "far_write",
	NULL,
};

static const struct gb_axis axes[] = {
	{ .name = "walk",
	  .help = "l1: each SM reads a set of its own, cached in L1; l2: past L1; common: all SMs read one set, past L1; "
		  "write: each SM a set of its own; near, far: sets in the L2 partition at the SM's side or the other",
	  .kind = GB_REPORTED,
	  .names = walks,
	  .quick = "l1,l2,common,write,near,far" },
	{ .name = "set",
	  .unit = "B",
	  .help = "of each SM",
	  .kind = GB_REPORTED,
	  .values = "1024:16384:pow2,24576,32768:294912:8192,327680,393216",
	  .quick = "131072,229376,262144,327680",
	  .when = "walk=l1" },
	{ .name = "share",
	  .unit = "B",
	  .help = "of each SM; all SMs together go through as many times that",
	  .kind = GB_REPORTED,
	  .values = "16384,32768,65536,69632,77824,86016,94208,102400,110592,118784,131072,143360,155648,167936,184320,"
		    "200704,221184,241664,262144,286720,311296,339968,372736,405504,442368,479232,524288,573440,622592,"
		    "679936,741376,806912,880640,962560,1048576,1572864,2097152",
	  .quick = "131072,262144,372736,524288,1572864",
	  .when = "walk=l2,write" },
	{ .name = "bytes",
	  .unit = "B",
	  .help = "of the one set that every SM goes through",
	  .kind = GB_REPORTED,
	  .values = "262144:134217728:pow2,12582912,25165824,50331648",
	  .full = "262144:67108864:pow2,12582912,25165824,50331648",
	  .quick = "1048576,8388608",
	  .when = "walk=common" },
	{ .name = "total",
	  .unit = "B",
	  .help = "of all SMs together, each of which has a part of its own",
	  .kind = GB_REPORTED,
	  .values = "8388608:67108864:8388608",
	  .quick = "50331648",
	  .when = "walk=near,far,near_write,far_write" },
	{ .name = "unroll",
	  .help = "accesses of a warp, of 512 bytes each, between two looks for the end of the set",
	  .kind = GB_SEARCHED,
	  .values = "2,4,8",
	  .quick = "2,8",
	  .when = "walk=l1,l2,common,write" },
	{ .name = "blocks",
	  .help = "blocks of 1024 threads an SM; each has a part of the SM's set",
	  .kind = GB_SEARCHED,
	  .values = "1,2",
	  .quick = "1",
	  .when = "walk=l2,common,write" },
	{ .name = NULL },
};

/* The plug-in's own data. Of the sided walks: what the probe found. */
struct state {
	uint64_t room;
	gb_ptr at, sums, report;
	struct gb_kernel fill, check;
	struct gb_kernel kernel; /* of the current point */
	struct gb_shape shape;
	struct cache_args args;
	bool probed;
	char why_not[96]; /* there are no sides; "": there are */
	gb_ptr chunks[2], parts, shares;
	uint32_t chunk_count[2], sm_count[2];
	double cycles[2]; /* of an atomic operation, near and far */
};

static const struct walk_kind *kind_of(const struct gb_run *run)
{
	return &kinds[gb_value(run, "walk")];
}

static uint32_t sms(const struct gb_run *run)
{
	return (uint32_t)gb_device(run)->sm_count;
}

/* A sum for each block of the largest grid. */
static uint64_t sums_bytes(const struct gb_run *run)
{
	return UINT64_C(2) * sms(run) * sizeof(uint32_t);
}

/* ---- setup ------------------------------------------------------------------------------------------------------- */

static int fill(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return input_fill(run, &s->fill, s->at, s->room);
}

static int choose_room(struct gb_run *run, uint64_t *bytes)
{
	const uint64_t wanted = MOST_SHARE * sms(run) > MOST_COMMON ? MOST_SHARE * sms(run) : MOST_COMMON;
	uint64_t available;
	int status = gb_memory_free(run, &available);

	if (status != GB_OK)
		return status;
	*bytes = (uint64_t)(MEMORY_SHARE * (double)available) / MIB(1) * MIB(1);
	if (*bytes > wanted)
		*bytes = wanted;
	if (*bytes < MIB(1))
		return gb_skip(run, "%.1f MB of device memory are free; a few are needed", 1e-6 * (double)available);
	return GB_OK;
}

static int setup(struct gb_run *run)
{
	struct state *s = calloc(1, sizeof *s);

	if (s == NULL)
		return gb_fail(run, "out of memory");
	gb_set_state(run, s);
	int status = choose_room(run, &s->room);
	if (status == GB_OK)
		status = gb_alloc(run, s->room, &s->at);
	if (status == GB_OK)
		status = gb_alloc(run, sums_bytes(run), &s->sums);
	if (status == GB_OK)
		status = gb_alloc(run, sizeof(struct gb_report), &s->report);
	if (status == GB_OK)
		status = gb_find_kernel(run, "cache_fill", &s->fill);
	if (status == GB_OK)
		status = gb_find_kernel(run, "cache_check", &s->check);
	return status == GB_OK ? fill(run) : status;
}

static void teardown(struct gb_run *run)
{
	free(gb_state(run));
}

/* ---- the sides of the L2 ----------------------------------------------------------------------------------------- */

/* Two partitions show as two heaps of latencies: what lies between the means of the heaps is this much of the nearer one
 * at least, and each has this much of all chunks. Distances to the slices of one partition differ by a tenth or so. */
#define SIDES_APART 0.25
#define SIDES_LEAST 0.2
/* Of an SM's votes, how many must agree with the first SM's view, or with its opposite. */
#define VOTES_AGREE 0.9

struct sides {
	double mean[2];
	double bound; /* between near and far */
	uint32_t count[2];
};

/* Divide latencies at the bound where the two means, weighed, differ most: two heaps, if there are two. */
static struct sides divide(const unsigned short *cycles, uint32_t count)
{
	struct sides s = { { 0, 0 }, 0, { 0, 0 } };
	uint64_t sum[2] = { 0, 0 };

	s.bound = 0;
	for (uint32_t i = 0; i < count; i++)
		s.bound += cycles[i] / (double)count;
	/* The mean of the two means, until it stays: two-means in one dimension. */
	for (int step = 0; step < 32; step++) {
		sum[0] = sum[1] = 0;
		s.count[0] = s.count[1] = 0;
		for (uint32_t i = 0; i < count; i++) {
			const int far = cycles[i] > s.bound;
			sum[far] += cycles[i];
			s.count[far]++;
		}
		for (int k = 0; k < 2; k++)
			s.mean[k] = s.count[k] > 0 ? (double)sum[k] / s.count[k] : 0;
		s.bound = (s.mean[0] + s.mean[1]) / 2;
	}
	return s;
}

static bool two_sides(const struct sides *s, uint32_t count)
{
	return s->mean[0] > 0 && s->mean[1] > (1 + SIDES_APART) * s->mean[0] && s->count[0] > SIDES_LEAST * count &&
	       s->count[1] > SIDES_LEAST * count;
}

/* Which side an SM is at, the first SM's being 0; -1 when its votes do not say. */
static int side_of(const unsigned short *votes, const unsigned short *all, const struct sides *s)
{
	const struct sides own = divide(votes, CACHE_VOTES);
	unsigned int same = 0;

	for (unsigned int i = 0; i < CACHE_VOTES; i++)
		same += (votes[i] > own.bound) == (all[i] > s->bound);
	return same >= VOTES_AGREE * CACHE_VOTES ? 0 : same <= (1 - VOTES_AGREE) * CACHE_VOTES ? 1 : -1;
}

/* A table of 32-bit words for the device. */
static int table(struct gb_run *run, const void *from, uint64_t bytes, gb_ptr *out)
{
	int status = gb_alloc(run, bytes, out);

	return status == GB_OK ? gb_copy_in(run, *out, from, bytes) : status;
}

struct probe {
	gb_ptr claimed, turn, all, votes;
	uint32_t chunks;
	uint32_t claimed_by[CACHE_SMS];
	unsigned short vote[CACHE_SMS][CACHE_VOTES];
	unsigned short *cycles; /* of each chunk */
};

/* Have the first SM look at all chunks, or every SM at the first few. */
static int probe_launch(struct gb_run *run, struct probe *p, unsigned int everyone)
{
	const struct state *s = gb_state(run);
	const struct cache_probe_args args = {
		.at = gb_address(s->at),
		.chunks = p->chunks,
		.claimed = gb_address(p->claimed),
		.turn = gb_address(p->turn),
		.all = gb_address(p->all),
		.votes = gb_address(p->votes),
		.everyone = everyone,
	};
	struct gb_kernel kernel;

	int status = gb_find_kernel(run, "cache_probe", &kernel);
	if (status == GB_OK)
		status = gb_fill(run, p->claimed, 0, sizeof p->claimed_by);
	/* More blocks than SMs, so that each gets one. */
	return status == GB_OK ? gb_launch(run, &kernel, (struct gb_shape){ 8 * sms(run), 32, 0 }, &args) : status;
}

static int probe(struct gb_run *run, struct probe *p)
{
	int status = gb_alloc(run, sizeof p->claimed_by, &p->claimed);

	if (status == GB_OK)
		status = gb_alloc(run, sizeof(uint32_t), &p->turn);
	if (status == GB_OK)
		status = gb_alloc(run, p->chunks * sizeof *p->cycles, &p->all);
	if (status == GB_OK)
		status = gb_alloc(run, sizeof p->vote, &p->votes);
	if (status == GB_OK)
		status = gb_fill(run, p->turn, 0, sizeof(uint32_t));
	if (status == GB_OK)
		status = gb_fill(run, p->all, 0, p->chunks * sizeof *p->cycles);
	if (status == GB_OK)
		status = gb_fill(run, p->votes, 0, sizeof p->vote);
	if (status == GB_OK)
		status = probe_launch(run, p, 0);
	if (status == GB_OK)
		status = probe_launch(run, p, 1);
	if (status == GB_OK)
		status = gb_copy_out(run, p->cycles, p->all, p->chunks * sizeof *p->cycles);
	if (status == GB_OK)
		status = gb_copy_out(run, p->vote, p->votes, sizeof p->vote);
	if (status == GB_OK)
		status = gb_copy_out(run, p->claimed_by, p->claimed, sizeof p->claimed_by);
	return status;
}

/* Give every SM its side, rank and share; false when an SM's side is not clear or SMs were not reached. */
static bool give_parts(struct gb_run *run, const struct probe *p, const struct sides *sides,
		       struct cache_part by_sm[CACHE_SMS], struct cache_part by_share[CACHE_SMS])
{
	struct state *s = gb_state(run);
	uint32_t shares = 0;

	for (uint32_t sm = 0; sm < CACHE_SMS; sm++) {
		if (p->claimed_by[sm] == 0)
			continue;
		const int side = side_of(p->vote[sm], p->cycles, sides);
		if (side < 0)
			return false;
		by_sm[sm] = (struct cache_part){ shares, (unsigned int)side, s->sm_count[side]++ };
		by_share[shares++] = by_sm[sm];
	}
	return shares == sms(run);
}

/* The chunks near to the first SM, and those far from it. */
static int list_chunks(struct gb_run *run, const struct probe *p, const struct sides *sides)
{
	struct state *s = gb_state(run);
	uint32_t *list = malloc((size_t)2 * p->chunks * sizeof *list);
	int status = GB_OK;

	if (list == NULL)
		return gb_fail(run, "out of memory");
	for (uint32_t c = 0; c < p->chunks; c++) {
		const int side = p->cycles[c] > sides->bound;
		list[(uint32_t)side * p->chunks + s->chunk_count[side]++] = c;
	}
	for (uint32_t side = 0; side < 2 && status == GB_OK; side++)
		status = table(run, list + (size_t)side * p->chunks, p->chunks * sizeof *list, &s->chunks[side]);
	free(list);
	return status;
}

static int sort_out(struct gb_run *run, const struct probe *p)
{
	struct state *s = gb_state(run);
	const struct sides sides = divide(p->cycles, p->chunks);
	struct cache_part by_sm[CACHE_SMS] = { { 0, 0, 0 } }, by_share[CACHE_SMS] = { { 0, 0, 0 } };

	s->probed = true;
	if (!two_sides(&sides, p->chunks)) {
		snprintf(s->why_not, sizeof s->why_not, "atomics take as long in all of the L2: it has one partition");
		return GB_OK;
	}
	if (!give_parts(run, p, &sides, by_sm, by_share)) {
		snprintf(s->why_not, sizeof s->why_not, "it is not clear which partition of the L2 each SM is at");
		return GB_OK;
	}
	memcpy(s->cycles, sides.mean, sizeof s->cycles);
	int status = list_chunks(run, p, &sides);
	if (status == GB_OK)
		status = table(run, by_sm, sizeof by_sm, &s->parts);
	return status == GB_OK ? table(run, by_share, sizeof by_share, &s->shares) : status;
}

/* Once, when the first sided point comes. */
static int find_sides(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const uint64_t room = s->room < SIDED_ROOM ? s->room : SIDED_ROOM;

	if (s->probed)
		return GB_OK;
	struct probe *p = calloc(1, sizeof *p);
	if (p == NULL)
		return gb_fail(run, "out of memory");
	p->chunks = (uint32_t)(room / CACHE_CHUNK);
	p->cycles = calloc(p->chunks, sizeof *p->cycles);
	if (p->cycles == NULL) {
		free(p);
		return gb_fail(run, "out of memory");
	}
	int status = probe(run, p);
	if (status == GB_OK)
		status = sort_out(run, p);
	free(p->cycles);
	free(p);
	return status;
}

/* ---- one point --------------------------------------------------------------------------------------------------- */

/* Bytes an SM goes through in one launch: at least once through the whole set. */
static uint64_t bytes_of_launch(const struct gb_run *run, uint64_t set)
{
	const uint64_t l1 = gb_device(run)->l1_bytes;
	uint64_t bytes = LAUNCH_L2;

	if (gb_value(run, "walk") == WALK_L1 && set <= l1 + l1 / 4)
		bytes = LAUNCH_L1;
	if (gb_value(run, "walk") == WALK_COMMON)
		bytes = LAUNCH_COMMON;
	return bytes > set ? bytes : set;
}

/* What is common to all walks, of sets that consist of granules; `granule` is what a warp does in one trip. */
static void set_walk(struct gb_run *run, uint64_t set, uint64_t granule, uint32_t blocks)
{
	struct state *s = gb_state(run);

	s->shape = (struct gb_shape){ .grid = blocks * sms(run), .block = CACHE_BLOCK };
	s->args.at = gb_address(s->at);
	s->args.sums = gb_address(s->sums);
	s->args.set = (unsigned int)set;
	s->args.step = (unsigned int)(CACHE_WARPS * granule % set);
	s->args.trips = (unsigned int)(bytes_of_launch(run, set) / (granule * CACHE_WARPS * blocks));
}

static int prepare_sided(struct gb_run *run)
{
	struct state *s = gb_state(run);
	int status = find_sides(run);

	if (status != GB_OK)
		return status;
	if (s->why_not[0] != '\0')
		return gb_skip(run, "%s", s->why_not);
	const uint64_t chunks = (uint64_t)gb_value(run, "total") / CACHE_CHUNK / sms(run);
	const unsigned int far = kind_of(run)->far;
	for (unsigned int side = 0; side < 2; side++)
		if (chunks == 0 || chunks * s->sm_count[side] > s->chunk_count[side ^ far])
			return gb_skip(run, "%u SMs at one side find %u chunks of %d bytes there, not %llu",
				       s->sm_count[side], s->chunk_count[side ^ far], CACHE_CHUNK,
				       (unsigned long long)(chunks * s->sm_count[side]));
	s->args = (struct cache_args){
		.chunks_0 = gb_address(s->chunks[0]),
		.chunks_1 = gb_address(s->chunks[1]),
		.parts = gb_address(s->parts),
		.far = far,
	};
	set_walk(run, chunks * CACHE_CHUNK, CACHE_CHUNK, 1);
	return gb_find_kernel(run, kind_of(run)->kernel, &s->kernel);
}

/* Bytes of the set of a block, of `blocks` on each SM. */
static uint64_t set_of(const struct gb_run *run, uint32_t blocks)
{
	switch (gb_value(run, "walk")) {
	case WALK_L1:
		return (uint64_t)gb_value(run, "set");
	case WALK_COMMON:
		return (uint64_t)gb_value(run, "bytes");
	default:
		return (uint64_t)gb_value(run, "share") / blocks;
	}
}

static int prepare_walk(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const int64_t walk = gb_value(run, "walk");
	const uint32_t blocks = walk == WALK_L1 ? 1 : (uint32_t)gb_value(run, "blocks");
	const uint64_t granule = CACHE_ACCESS * (uint64_t)gb_value(run, "unroll"), set = set_of(run, blocks);
	const uint64_t sets = walk == WALK_COMMON ? 1 : (uint64_t)blocks * sms(run);
	char name[GB_NAME_MAX];
	uint32_t resident;

	if (set % granule != 0)
		return gb_skip(run, "a block's set of %llu bytes is no multiple of the %llu bytes of a trip",
			       (unsigned long long)set, (unsigned long long)granule);
	if (sets * set > s->room)
		return gb_skip(run, "the free device memory holds %llu bytes of sets at most",
			       (unsigned long long)s->room);
	snprintf(name, sizeof name, "%s%d", kind_of(run)->kernel, (int)gb_value(run, "unroll"));
	int status = gb_find_kernel(run, name, &s->kernel);
	if (status == GB_OK)
		status = gb_occupancy(run, &s->kernel, CACHE_BLOCK, 0, &resident);
	if (status == GB_OK && walk == WALK_L1)
		status = gb_carveout(run, &s->kernel, 0);
	if (status != GB_OK)
		return status;
	if (resident < blocks)
		return gb_skip(run, "an SM holds %u blocks of %d threads", resident, CACHE_BLOCK);
	s->args = (struct cache_args){ .own = walk == WALK_COMMON ? 0 : set };
	set_walk(run, set, granule, blocks);
	/* Each SM starts elsewhere in the common set, as far from the next as that allows. */
	if (walk == WALK_COMMON)
		s->args.start = (unsigned int)(set / s->shape.grid > granule ? set / s->shape.grid / granule * granule
									     : granule);
	return GB_OK;
}

static int prepare(struct gb_run *run)
{
	return kind_of(run)->sided ? prepare_sided(run) : prepare_walk(run);
}

static int launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_launch(run, &s->kernel, s->shape, &s->args);
}

static uint64_t granule_of(const struct gb_run *run)
{
	return kind_of(run)->sided ? CACHE_CHUNK : CACHE_ACCESS * (uint64_t)gb_value(run, "unroll");
}

/* Granules that the warps of a block go through in one launch. */
static uint64_t visits(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return (uint64_t)CACHE_WARPS * s->args.trips;
}

static struct gb_cost cost(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return (struct gb_cost){ .bytes = (double)s->shape.grid * (double)(visits(run) * granule_of(run)) };
}

/* Bytes of all sets together. */
static uint64_t working_set(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_value(run, "walk") == WALK_COMMON ? s->args.set : (uint64_t)s->shape.grid * s->args.set;
}

/* Of what an SM takes from its L1, and past it from L2; of sets that L2 cannot hold, the device memory's. Where SMs read
 * the same, the L2 gives a line to several of them at once, and nothing but the SM's own width is sure. What stores to L2
 * may reach is not known: the SM joins those that follow each other to one line. */
static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	const bool from_memory = working_set(run) >= L2S_FOR_DRAM * device->l2_bytes;

	if (from_memory && gb_value(run, "walk") != WALK_COMMON)
		return 2 * device->mem_clock_hz * device->mem_bus_bits / 8;
	switch (gb_value(run, "walk")) {
	case WALK_L1:
	case WALK_COMMON:
		return device->rates.l1_bytes * device->sm_count * sm_hz;
	case WALK_L2:
	case WALK_NEAR:
	case WALK_FAR:
		return device->rates.l2_bytes * device->sm_count * sm_hz;
	default:
		return 0;
	}
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);
	const struct walk_kind *kind = kind_of(run);
	size_t count = 0;

	out[count++] = (struct gb_metric){ "working_set", "B", GB_EXACT, (double)working_set(run), 0 };
	if (result->sm_hz > 0)
		out[count++] = (struct gb_metric){ "bytes_per_clock", "B/clk", GB_TIMES,
						   1 / (result->sm_hz * gb_device(run)->sm_count), 0 };
	/* The sided walks look up their chunks in L1. */
	if (gb_value(run, "walk") == WALK_L2 || gb_value(run, "walk") == WALK_COMMON)
		out[count++] = (struct gb_metric){ "l1_hits", "1", GB_EXACT, 0, 0 };
	if (kind->sided && kind->far == 0)
		out[count++] = (struct gb_metric){ "fabric_sectors", "1", GB_EXACT, 0, 0 };
	if (kind->sided)
		out[count++] = (struct gb_metric){ "atomic_latency", "cycles", GB_EXACT, s->cycles[kind->far], 0 };
	return count;
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static int check_result(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const bool writes = kind_of(run)->writes;
	const struct cache_check_args args = {
		.at = gb_address(s->at),
		.sums = writes ? NULL : gb_address(s->sums),
		.own = s->args.own,
		.start = s->args.start,
		.set = s->args.set,
		.granule = (unsigned int)granule_of(run),
		.visits = (unsigned int)visits(run),
		.chunks_0 = s->args.chunks_0,
		.chunks_1 = s->args.chunks_1,
		.shares = kind_of(run)->sided ? gb_address(s->shares) : NULL,
		.far = s->args.far,
		.report = gb_address(s->report),
	};
	const uint64_t sets = s->shape.grid;

	int status = gb_launch(run, &s->check, (struct gb_shape){ s->shape.grid, 1024, 0 }, &args);
	if (status != GB_OK)
		return status;
	return writes ? gb_report_judge(run, s->report, sets * s->args.set / sizeof(uint32_t), "words")
		      : gb_report_judge(run, s->report, sets, "sums of sets");
}

static int verify(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const bool writes = kind_of(run)->writes;

	/* Points measured before have written where this one reads. */
	int status = fill(run);
	if (status == GB_OK)
		status = input_check(run, s->at, s->room, input_bits);
	if (status == GB_OK)
		status = gb_report_clear(run, s->report);
	if (status == GB_OK)
		status = gb_fill(run, s->sums, 0, sums_bytes(run));
	if (status == GB_OK && writes)
		status = gb_fill(run, s->at, 0xff, s->room);
	s->args.record = 1;
	if (status == GB_OK)
		status = launch(run);
	s->args.record = 0;
	if (status == GB_OK)
		status = check_result(run);
	return status == GB_OK && writes ? fill(run) : status;
}

/* ---- conclusions --------------------------------------------------------------------------------------------------- */

static struct rung rung_of(const struct gb_device *device, const struct gb_row *row)
{
	const char *axis = gb_row_has(row, "set")     ? "set"
			   : gb_row_has(row, "share") ? "share"
			   : gb_row_has(row, "bytes") ? "bytes"
						      : "total";
	const double x = (double)gb_row_value(row, axis);
	const bool each = strcmp(axis, "set") == 0 || strcmp(axis, "share") == 0;

	return (struct rung){ x, each ? x * device->sm_count : x, row->value, row };
}

/* The best row of each size of a walk, by size. */
static void collect(const struct gb_device *device, const struct gb_row *rows, size_t count, enum walk walk,
		    struct ladder *out)
{
	*out = (struct ladder){ .count = 0 };
	for (size_t i = 0; i < count && out->count < LADDER_MAX; i++)
		if (strcmp(rows[i].metric, "bandwidth") == 0 && gb_row_value(&rows[i], "walk") == (int64_t)walk)
			out->rung[out->count++] = rung_of(device, &rows[i]);
	sort_ladder(out);
}

/* A level of a ladder: its plateau among sets of that size, and the knee behind it. */
struct level {
	const char *name, *roof;
	double least, most; /* bytes of all SMs' sets together */
	double reported;    /* its size; 0: no capacity is looked for */
	enum walk walk;
	bool each; /* every SM has one of its own */
};

static void tell_level(struct findings *f, const struct gb_device *device, const struct gb_row *rows, size_t count,
		       const struct level *level)
{
	struct ladder ladder;
	struct plateau p;
	size_t from, to;

	collect(device, rows, count, level->walk, &ladder);
	between(&ladder, level->least, level->most, &from, &to);
	if (!longest(&ladder, from, to, &p))
		return;
	tell_plateau(f, walks[level->walk], level->name, &ladder, &p, level->roof);
	if (level->reported > 0)
		tell_capacity(f, walks[level->walk], level->name, &ladder, &p, level->each, level->reported);
}

/* A common set has no plateau while it is small: the best of it, and where it ends. */
static void tell_common(struct findings *f, const struct gb_device *device, const struct gb_row *rows, size_t count)
{
	struct ladder ladder;
	size_t from, to, best;

	collect(device, rows, count, WALK_COMMON, &ladder);
	between(&ladder, 0, (double)device->l2_bytes, &from, &to);
	if (from == to)
		return;
	best = from;
	for (size_t i = from; i < to; i++)
		best = ladder.rung[i].value > ladder.rung[best].value ? i : best;
	const struct plateau p = { best, best, ladder.rung[best].value };
	tell_plateau(f, walks[WALK_COMMON], "l2", &ladder, &p, "l2.read_common");
	if (f->count > 0)
		snprintf(f->out[f->count - 1].remark, sizeof f->out[0].remark,
			 "with %.0f bytes; it falls to %.4g B/s with %.0f: SMs further apart in a larger set ask less "
			 "often for one line at one time, which the L2 reads once for all that do",
			 ladder.rung[best].total, ladder.rung[to - 1].value, ladder.rung[to - 1].total);
}

static size_t conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX])
{
	const double l1 = (double)device->l1_bytes * device->sm_count, l2 = (double)device->l2_bytes;
	const double reach = SIZE_SLACK * l2;
	const struct level levels[] = {
		{ "l1", "l1.read", 0, SIZE_SLACK * l1, (double)device->l1_bytes, WALK_L1, true },
		{ "l2", "l2.read", 0, reach, l2, WALK_L2, false },
		{ "dram", NULL, reach, (double)INFINITY, 0, WALK_L2, false },
		{ "l2", "l2.write", l2 / 8, reach, 0, WALK_WRITE, false },
		{ "dram", NULL, reach, (double)INFINITY, 0, WALK_WRITE, false },
		{ "l2", NULL, 0, reach, l2, WALK_NEAR, false },
		{ "l2", NULL, 0, reach, l2, WALK_FAR, false },
		{ "l2", NULL, 0, reach, 0, WALK_NEAR_WRITE, false },
		{ "l2", NULL, 0, reach, 0, WALK_FAR_WRITE, false },
	};
	struct findings f = { out, 0 };

	for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++)
		tell_level(&f, device, rows, count, &levels[i]);
	tell_common(&f, device, rows, count);
	return f.count;
}

GB_BENCH(cache) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "cache",
	.summary = "bandwidth by working set: L1, L2 and its partitions, device memory; what each level holds",
	.method =
		"The threads of each SM go round and round in a set, 16 bytes a lane and access; one launch goes through at "
		"least 16 MB on each SM (256 MB out of L1). Every byte loaded or stored counts each time. l1: every SM has "
		"a set of its own, loads are cached in L1 (ld.ca), of which the SM gives to shared memory as little as it "
		"can. l2: the same past L1 (ld.cg). write: stores (st.cg). common: all SMs read one set (ld.cg), each from "
		"another start; the L2 then reads a line once for several SMs that ask for it at one time, so that more "
		"arrives than it reads, and less the further the SMs are apart: these bytes arrive at the SMs, and none of "
		"them is found in an L1. near, far: the L2 has two partitions where atomic operations take two different "
		"times; every 4 KiB are at home in one. Each SM works on 4 KiB pieces at home at its own side or the other; "
		"the other side's lines are copied to the near one when they are read, and written at home. Verified: the "
		"sum of all words that each set's threads have read, or every word stored on poisoned memory. Plateaus are "
		"runs of at least 3 sizes within 5 %, a capacity lies between the last size that is within 3 % of a plateau "
		"and the next. Roofs: l1.read and l2.read are plateaus of own sets, l2.write likewise, l2.read_common the "
		"best common set. Limits: bytes a clock and SM that L1 (for common sets too) or L2 gives at the measured "
		"clock, from 4 x L2 on 2 x memory clock x bus width / 8. After gpu-benches' cache benchmark (RRZE), which "
		"reads sets common to several SMs.",
	.quantity = GB_BANDWIDTH,
	.axes = axes,
	.variants = gb_variants_cache,
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.teardown = teardown,
	.cost = cost,
	.limit = limit,
	.metrics = metrics,
	.conclude = conclude,
};
