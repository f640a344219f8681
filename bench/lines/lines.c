/* lines: the structure of caches from conflicts: bytes of a fetch, line size, ways, replacement policy, and the hash
 * from addresses to slices of L2. */
#include "../common/input_host.h"
#include "state.h"

const char *const lines_measures[] = {
	[FETCH] = "fetch",     [TAGS] = "tags",         [WAYS] = "ways", [REPLACEMENT] = "replacement", [HASH] = "hash",
	[CAMPING] = "camping", [EVICTION] = "eviction", [SET] = "set",   [PROMOTION] = "promotion",     NULL
};
const char *const lines_levels[] = { [L1] = "l1", [L2] = "l2", NULL };

static const struct gb_axis axes[] = {
	{ GB_AXIS(measure),
	  .help = "fetch: bytes that a miss fetches; tags: capacity for words at a stride; ways: lines at a "
		  "distance that conflict; replacement: hits in a set that is too large; hash: address bits that "
		  "change the slice; camping: lines at a stride, read by all SMs; eviction: lines that evict "
		  "another one from L2; set: lines of one set of L2; promotion: bytes that a miss of L2 "
		  "fetches if the load asks for more",
	  .names = lines_measures },
	{ GB_AXIS(level), .help = "the cache that hits or misses", .names = lines_levels,
	  .when = "measure=fetch,tags,ways" },
	{ GB_AXIS(distance), .unit = "B", .help = "distance from the word that misses to the next word read",
	  .values = "8:512:8", .full = "16,32,64,96,128,192,256", .quick = "16,64", .when = "measure=fetch,promotion" },
	{ GB_AXIS(stride), .unit = "B", .help = "distance between the words, whose number is constant",
	  .values = "32:1024:pow2", .full = "32:512:pow2", .quick = "128", .when = "measure=tags" },
	{ GB_AXIS(spacing), .unit = "B", .help = "distance from one line to the next", .values = "1024:2097152:pow2",
	  .full = "4096,65536,2097152", .quick = "65536", .when = "measure=ways" },
	{ GB_AXIS(count), .unit = "lines", .help = "lines read in turn", .values = "1:2048",
	  .full = "16,128,512,1024,1536,1792,1920,2048", .quick = "64,1024", .when = "measure=ways" },
	{ GB_AXIS(overload), .unit = "%",
	  .help = "size of the set relative to the memory that L1 and shared memory share", .values = "25:400",
	  .full = "75,85,87,89,91,93,95,97,100,105,110,115,120,125,150,200", .quick = "125",
	  .when = "measure=replacement" },
	{ GB_AXIS(bit), .help = "address bit that is flipped; bits 5 and 6 select a sector within a line",
	  .values = "5:21", .quick = "5,12", .when = "measure=hash" },
	{ GB_AXIS(apart), .unit = "B", .help = "distance from one line to the next", .values = "128:16384:pow2",
	  .quick = "128,4096", .when = "measure=camping" },
	{ GB_AXIS(target), .help = "line that is evicted", .values = "0:15", .full = "0:7", .quick = "0",
	  .when = "measure=eviction" },
	{ GB_AXIS(lines), .unit = "lines", .help = "lines of one set of L2 that are read in turn", .values = "1:40",
	  .full = "1,2,4,8,12:20,24,28,32", .quick = "8,24", .when = "measure=set" },
	{ GB_AXIS(promotion), .unit = "B", .help = "bytes that the load asks L2 to fetch", .values = "64,128,256",
	  .quick = "128", .when = "measure=promotion" },
	{ .name = NULL },
};

/* ---- memory ------------------------------------------------------------------------------------------------------ */

/* Both sizes are powers of two: a buffer for chases, so large that L2 evicts each line before it is read again, and a
 * buffer for lines at every stride. */
static int choose_bytes(struct gb_run *run)
{
	const uint64_t camped = LINES_CAMPED * UINT64_C(16384);
	struct state *s = gb_state(run);

	GB_TRY(input_double(run, UINT64_C(8) << 20, &s->room_bytes));
	s->data_bytes = s->room_bytes < camped ? s->room_bytes : camped;
	return GB_OK;
}

static int find_kernels(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(gb_find_kernel(run, "lines_link", &s->link));
	GB_TRY(gb_find_kernel(run, "lines_touch", &s->touch));
	GB_TRY(gb_find_kernel(run, "lines_walk_ca", &s->walk[L1]));
	GB_TRY(gb_find_kernel(run, "lines_walk_cg", &s->walk[L2]));
	GB_TRY(gb_find_kernel(run, "lines_hash", &s->hash));
	GB_TRY(gb_find_kernel(run, "lines_camp", &s->camp));
	GB_TRY(gb_find_kernel(run, "lines_check", &s->check));
	/* L1 gets all the memory that it shares with shared memory. */
	return gb_carveout(run, &s->walk[L1], 0);
}

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);
	struct gb_kernel fill;

	GB_TRY(choose_bytes(run));
	GB_TRY(gb_alloc(run, s->room_bytes, &s->room));
	GB_TRY(gb_alloc(run, s->data_bytes, &s->data));
	GB_TRY(gb_alloc(run, sizeof(struct lines_place), &s->place));
	GB_TRY(gb_alloc(run, LINES_HOPS * sizeof(uint32_t), &s->trace));
	GB_TRY(gb_alloc(run, UINT64_C(2) * LINES_BASES * sizeof(unsigned short), &s->cycles));
	GB_TRY(gb_alloc(run, (uint64_t)gb_device(run)->sm_count * LINES_BLOCK * sizeof(uint32_t), &s->sums));
	GB_TRY(gb_alloc(run, sizeof(struct gb_report), &s->report));
	GB_TRY(find_kernels(run));
	GB_TRY(lines_setup_sets(run));
	GB_TRY(gb_find_kernel(run, "lines_fill", &fill));
	return input_fill(run, &fill, s->data, s->data_bytes);
}

/* ---- a point ----------------------------------------------------------------------------------------------------- */

enum level lines_level(const struct gb_run *run)
{
	const enum measure measure = lines_measure(run);

	if (measure == FETCH || measure == TAGS || measure == WAYS)
		return gb_value(run, level);
	return measure == REPLACEMENT ? L1 : L2;
}

static enum gb_quantity measures(const struct gb_run *run)
{
	return lines_measure(run) == CAMPING ? GB_BANDWIDTH : GB_CYCLES;
}

static struct gb_cost cost(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	const struct lines_evict_args *evict = &s->sets.evict_args;

	switch (lines_measure(run)) {
	case EVICTION: /* the target is read before and after the other lines */
		return (struct gb_cost){ .ops = evict->tests *
						(2.0 + (double)evict->passes *
							       s->sets.target[gb_value(run, target)].found[0]) };
	case SET:
		return (struct gb_cost){ .ops = (double)LINES_SETS * LINES_ROUNDS * s->sets.rounds_args.count };
	case HASH:
		return (struct gb_cost){ .ops = 2.0 * LINES_BASES * LINES_TRIES };
	case CAMPING:
		return (struct gb_cost){ .bytes = 16.0 * LINES_UNROLL * s->camp_args.trips * s->shape.grid *
						  s->shape.block };
	default:
		return (struct gb_cost){ .ops = (double)s->args.warm + s->args.hops };
	}
}

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return lines_measure(run) == CAMPING ? device->rates.l2_bytes * device->sm_count * sm_hz : (double)NAN;
}

static const char *remark(const struct gb_run *run)
{
	return lines_measure(run) == CAMPING
		       ? "the limit is the width of the SMs' ports; L2 slices deliver less, and least if few of them "
			 "hold all the lines"
		       : NULL;
}

static void add(struct gb_metric *out, size_t *count, const char *name, const char *unit, double number)
{
	if (!isnan(number))
		out[(*count)++] =
			(struct gb_metric){ .name = name, .unit = unit, .kind = GB_MEASURED, .number = number };
}

static size_t metrics_of_eviction(const struct gb_run *run, struct gb_metric out[GB_METRICS_MAX])
{
	const struct congruent *c = &state_of(run)->sets.target[gb_value(run, target)];
	size_t count = 0;

	add(out, &count, "set_lines", "1", c->found[0]);
	add(out, &count, "passes", "1", c->passes);
	add(out, &count, "evicted", "1", c->evicted);
	add(out, &count, "spared", "1", c->spared);
	return count;
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);
	const enum measure measure = lines_measure(run);
	size_t count = 0;

	if (lines_is_chase(measure)) {
		add(out, &count, lines_has_pairs(measure) ? "first_hits" : "hits", "1", s->hits[0]);
		if (lines_has_pairs(measure))
			add(out, &count, "hits", "1", s->hits[1]);
		out[count++] = (struct gb_metric){ .name = "working_set",
						   .unit = "B",
						   .kind = GB_EXACT,
						   .number = (double)s->args.set.groups * (double)s->args.set.stride };
	}
	if (measure == EVICTION)
		return metrics_of_eviction(run, out);
	if (measure == SET) {
		add(out, &count, "hits", "1", s->hits[0]);
		add(out, &count, "hits_least", "1", s->sets.least);
		add(out, &count, "hits_most", "1", s->sets.most);
	}
	if (measure != HASH)
		return count;
	add(out, &count, "moved", "1", s->moved);
	add(out, &count, "difference", "cycles", s->difference);
	add(out, &count, "nearest", "cycles", s->nearest);
	add(out, &count, "farthest", "cycles", s->farthest);
	return count;
}

GB_BENCH(lines) = {
	GB_IDENTITY(lines),
	.summary = "structure of caches, found by conflicts: fetches, lines, ways, replacement, hash and sets of L2",
	.method =
		"One thread follows a cycle of words in random order; each word holds the address of the next. Every "
		"hop is timed separately: the clock is read before the load, and again once a store to shared memory "
		"has received its value. The value is the number of cycles per hop, including reading the clock. A hop "
		"counts as a hit if it takes less than the mean of a hit in that level and a hit in the next, both "
		"measured by the same kernel. level=l1: loads are cached in L1, and the set is in L2. level=l2: loads "
		"bypass L1.\n"
		"fetch: pairs of words. The first word of a pair misses, because each line occurs once. The value and "
		"`hits` are those of the second word, which is `distance` bytes away. It hits if `distance` is smaller "
		"than the number of bytes that a miss fetches.\n"
		"tags: a fixed number of words at a stride, which fill 5/16 of L1 or 3/16 of L2 at 32 bytes. In a "
		"cache that keeps whole lines, they take more space as the stride grows up to the length of a line.\n"
		"ways: a few lines at a distance of a large power of two. If plain address bits select the set, no "
		"more lines than the number of ways stay in the cache.\n"
		"replacement: contiguous lines, read in turn, with a size of 75 to 200 % of the memory that L1 and "
		"shared memory share. If the set does not fit, a cache that evicts the least recently used line has no "
		"hits.\n"
		"hash: from one SM, the minimum latency over 8 tries of each of 256 lines, and of its partner with one "
		"address bit flipped. The value is the mean of all. `difference` is the mean difference between a line "
		"and its partner, `moved` the share of lines that differ by 3 cycles or more, and `nearest` and "
		"`farthest` are the extremes. Slices are at different distances, so a bit that enters the hash changes "
		"the latency. Bits 5 and 6 select a sector within a line and show the noise.\n"
		"camping: all SMs read 16384 lines from L2 that are `apart` bytes apart. With a good hash the "
		"bandwidth stays constant.\n"
		"eviction: a set of L2, found by group testing: all lines of twice the size of L2 evict a target line; "
		"groups of them are left out as long as the others still evict it, until no line can be spared. One SM "
		"reads them with loads that bypass L1. A load of the target counts as a miss if it takes at least 1.25 "
		"times as long as a hit, so a hit in the other half of L2 is a miss. `set_lines` is the size of such a "
		"minimal set: the number of ways if L2 evicts the least recently used line. `passes` is the number of "
		"times that the set must be read, `evicted` the share of 32 tests in which it evicts the target, and "
		"`spared` the share of tests in which the set without one of its lines does not. The value is the "
		"latency of the evicted target. Rows with shares below 90 % are suspect.\n"
		"set: the target and further lines of its set, from two disjoint minimal sets, read in turn: 16 rounds "
		"for the state to settle and 16 that count, in the sets of four targets. Whatever the replacement "
		"policy, as many lines stay as there are ways. With one line more, a cache that evicts the least "
		"recently used line, or the oldest one, has no hits, and one that evicts at random has some. "
		"`hits_least` and `hits_most` are those of one set.\n"
		"promotion: like fetch for l2, with loads that ask L2 to fetch 64, 128 or 256 bytes (ld.L2::64B and so "
		"on).\n"
		"Verified: each of 4096 hops of a launch ends where the cycle leads; all words of `hash`; the sum of "
		"each thread of `camping`; each word of the target in `eviction` and of all lines in `set`, read on "
		"the SM of the search.\n"
		"Source: Z. Jia et al., \"Dissecting the NVIDIA Volta GPU Architecture via Microbenchmarking\" (2018); "
		"X. Mei and X. Chu, \"Dissecting GPU Memory Hierarchy through Microbenchmarking\" (2017); mt4g. Sets "
		"of L2: S. Dutta et al., \"Spy in the GPU-box\" (2023); group testing: P. Vila et al., \"Theory and "
		"Practice of Finding Eviction Sets\" (2019).",
	.subject = GB_SUBJECT_MEMORY,
	.quantity = GB_CYCLES,
	.require = { .memory_bytes = UINT64_C(32) << 20 },
	.deep = "measure=fetch,tags,ways,replacement,hash,camping,eviction,set,promotion",
	.axes = axes,
	.variants = gb_variants_lines,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = lines_prepare,
	.launch = lines_launch,
	.verify = lines_verify,
	.cost = cost,
	.limit = limit,
	.measures = measures,
	.observe = lines_observe,
	.metrics = metrics,
	.remark = remark,
	.conclude = lines_conclude,
};
