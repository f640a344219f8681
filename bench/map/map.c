/* map: the latency from each SM to each slice of L2, the groups of SMs, and the bandwidth of some of them. */
#include "../common/input_host.h"
#include "../common/limits.h"
#include "state.h"

static const char *const views[] = { [VIEW_SM] = "sm",
				     [VIEW_DRAM] = "dram",
				     [VIEW_L2] = "l2",
				     [VIEW_GPC_DRAM] = "gpc_dram",
				     [VIEW_GPC_L2] = "gpc_l2",
				     [VIEW_RANDOM] = "random",
				     [VIEW_HOMES] = "homes",
				     [VIEW_SHARED] = "shared",
				     NULL };
static const char *const whichs[] = {
	[WHICH_SPREAD] = "spread", [WHICH_PACKED] = "packed", [WHICH_GROUPS] = "groups", NULL
};

static const char *const homes[] = { [HOME_BOTH] = "both", [HOME_NEAR] = "near", [HOME_FAR] = "far", NULL };
static const char *const assigns[] = { [ASSIGN_ALL] = "all", [ASSIGN_GROUPS] = "group", [ASSIGN_SMS] = "sm", NULL };

static const struct gb_axis axes[] = {
	{ GB_AXIS(view),
	  .help = "latency from one SM to the slices of L2 (sm); bandwidth from DRAM or L2: of some SMs (dram, l2), or "
		  "all SMs of some GPCs (gpc_dram, gpc_l2); or random reads: of all SMs in windows of a set (random) "
		  "or by the home of lines in L2 (homes), or of two SMs in a set with more translations than one "
		  "cache holds (shared)",
	  .names = views },
	{ GB_AXIS(sm), .help = "SM number", .values = "0:255", .full = "0:159", .quick = "0,1", .when = "view=sm" },
	{ GB_AXIS(share), .unit = "%", .help = "share of the SMs that read; the others are idle", .values = "1:100",
	  .full = "1,12,25,37,50,62,75,87,100", .quick = "50,100", .when = "view=dram,l2" },
	{ GB_AXIS(which),
	  .help = "order in which SMs are chosen: one of each pair first (spread), by number, or group after group",
	  .names = whichs, .quick = "spread", .when = "view=dram,l2" },
	{ GB_AXIS(gpcs), .help = "number of GPCs whose SMs read, beginning with GPC 0", .values = "1:16", .full = "1:8",
	  .quick = "1,2", .when = "view=gpc_dram,gpc_l2" },
	{ GB_AXIS(gpc), .help = "the only GPC that reads", .values = "0:15", .full = "0:7", .quick = "0",
	  .when = "gpcs=1" },
	{ GB_AXIS(part), .unit = "%", .help = "share of the SMs of GPC 0 that read, one of each pair first",
	  .values = "1:100", .full = "12,25,37,50,62,75,87,100", .quick = "50,100", .when = "gpc=0" },
	{ GB_AXIS(assign),
	  .help = "windows of less than 64 GiB: none (all SMs read all of the set), one for each group of SMs, or "
		  "for each SM in turn, whatever its group",
	  .names = assigns, .when = "view=random" },
	{ GB_AXIS(span), .unit = "B", .help = "size of the set, which all windows together cover",
	  .values = "8388608,34359738368,68719476736,103079215104,137438953472",
	  .full = "68719476736,103079215104,137438953472", .quick = "8388608", .when = "view=random" },
	{ GB_AXIS(home), .help = "halves of L2 whose lines SMs read: both, their own, or the other", .names = homes,
	  .when = "view=homes" },
	{ GB_AXIS(partner), .help = "SM that reads one half of the set while SM 0 reads the other", .values = "1:255",
	  .full = "1:159", .quick = "1,2", .when = "view=shared" },
	{ GB_AXIS(flight), .unit = "reads", .help = "reads in flight per thread", .kind = GB_SEARCHED,
	  .values = "1:8:pow2", .when = "view=random,homes,shared" },
	{ .name = NULL },
};

/* ---- memory ------------------------------------------------------------------------------------------------------ */

static const struct input_size in_size = {
	.arrays = 1, .most = UINT64_C(1) << 30, .step = MAP_CHUNK, .share = 0.5, .l2s = 4
};
enum { SECTOR = 32 }; /* bytes that a read takes from memory, at least: one sector */
/* The fraction of L2 that is read repeatedly. */
#define L2_PART 0.2

static int allocate(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(input_array_choose(run, &in_size, &s->in_bytes));
	GB_TRY(gb_alloc(run, s->in_bytes, &s->in));
	GB_TRY(gb_alloc(run, (uint64_t)MAP_LINES * MAP_LINE, &s->lines));
	GB_TRY(gb_alloc(run, (uint64_t)MAP_SMS * MAP_LINES * sizeof(unsigned short), &s->cycles));
	GB_TRY(gb_alloc(run, MAP_SMS * sizeof(uint32_t), &s->visited));
	GB_TRY(gb_alloc(run, MAP_BLOCKS * sizeof(uint32_t), &s->where));
	GB_TRY(gb_alloc(run, MAP_SMS, &s->active));
	GB_TRY(gb_alloc(run, sizeof(unsigned long long), &s->next));
	return gb_alloc(run, 2 * sizeof(uint32_t), &s->sums);
}

static int find_kernels(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(gb_find_kernel(run, "map_link", &s->link));
	GB_TRY(gb_find_kernel(run, "map_survey", &s->map));
	GB_TRY(gb_find_kernel(run, "map_sm", &s->one));
	GB_TRY(gb_find_kernel(run, "map_where", &s->clusters));
	GB_TRY(gb_find_kernel(run, "map_read", &s->read));
	GB_TRY(gb_find_kernel(run, "map_fill", &s->fill));
	GB_TRY(gb_find_kernel(run, "map_sum", &s->sum));
	GB_TRY(gb_find_kernel(run, "map_replay", &s->replay));
	return GB_OK;
}

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct gb_device *device = gb_device(run);

	if (device->sm_count > MAP_SMS)
		return gb_skip(run, "%d SMs are more than %d", device->sm_count, MAP_SMS);
	GB_TRY(allocate(run));
	GB_TRY(find_kernels(run));
	GB_TRY(input_fill(run, &s->fill, s->in, s->in_bytes));
	const struct map_survey_args link = { .lines = gb_address(s->lines), .count = MAP_LINES };

	GB_TRY(gb_launch(run, &s->link, input_shape(run), &link));
	/* More than half of the shared memory, so that an SM holds only one block. */
	s->one_each = (struct gb_shape){ .grid = (uint32_t)device->sm_count,
					 .block = 32,
					 .shared_bytes = (uint32_t)(device->shared_per_sm / 2) + 1024 };
	return GB_OK;
}

/* ---- points of a single SM --------------------------------------------------------------------------------------- */

static int prepare_sm(struct gb_run *run)
{
	const int64_t sm = gb_value(run, sm);

	if (sm >= gb_device(run)->sm_count)
		return gb_skip(run, "this device has %d SMs", gb_device(run)->sm_count);
	return map_survey(run);
}

/* The latency of the SM, over the timed lines, to the lines of each column, to its own half and to the other one. */
static void sum_up(struct state *s, uint32_t sm, const unsigned short *cycles)
{
	double column[COLUMNS] = { 0 }, side[2] = { 0, 0 };
	uint32_t in_column[COLUMNS] = { 0 }, on_side[2] = { 0, 0 };

	for (uint32_t i = 0; i < LINES_TIMED; i++) {
		const double each = cycles[i] / (double)MAP_LOADS;
		const uint32_t far = s->survey.line_half[i] != s->survey.half[sm];
		column[s->survey.line_column[i] % COLUMNS] += each;
		in_column[s->survey.line_column[i] % COLUMNS]++;
		side[far] += each;
		on_side[far]++;
	}
	for (uint32_t k = 0; k < COLUMNS; k++)
		s->column[k] = in_column[k] > 0 ? column[k] / in_column[k] : (double)NAN;
	s->near = on_side[0] > 0 ? side[0] / on_side[0] : (double)NAN;
	s->far = on_side[1] > 0 ? side[1] / on_side[1] : (double)NAN;
}

static int observe(struct gb_run *run, double *value)
{
	struct state *s = gb_state(run);
	const uint32_t sm = gb_value(run, sm);
	unsigned short cycles[LINES_TIMED];
	double sum = 0;

	GB_TRY(gb_copy_out(run, cycles, s->cycles + (uint64_t)sm * MAP_LINES * sizeof cycles[0], sizeof cycles));
	for (uint32_t i = 0; i < LINES_TIMED; i++)
		sum += cycles[i];
	sum_up(s, sm, cycles);
	*value = sum / LINES_TIMED / MAP_LOADS;
	return GB_OK;
}

/* ---- points of several SMs --------------------------------------------------------------------------------------- */

/* The SM numbers in the order in which SMs are added. */
static void order_of(const struct state *s, enum which which, uint32_t order[MAP_SMS])
{
	const uint32_t sms = s->survey.sms;
	uint32_t count = 0;

	for (uint32_t pass = 0; pass < sms && count < sms; pass++)
		for (uint32_t sm = 0; sm < sms; sm++) {
			const uint32_t key = which == WHICH_GROUPS   ? s->survey.group[sm]
					     : which == WHICH_SPREAD ? sm % 2
								     : 0;
			if (key == pass)
				order[count++] = sm;
		}
}

static bool is_of_gpcs(const struct gb_run *run)
{
	return gb_value(run, view) == VIEW_GPC_DRAM || gb_value(run, view) == VIEW_GPC_L2;
}

static bool reads_dram(const struct gb_run *run)
{
	return gb_value(run, view) == VIEW_DRAM || gb_value(run, view) == VIEW_GPC_DRAM;
}

static uint32_t share_of(uint32_t percent, uint32_t sms)
{
	const uint32_t share = percent * sms / 100;

	return share > 0 ? share : 1;
}

/* Reduces `order` to the SMs of the GPCs `first` to `last`, and returns their number. */
static uint32_t keep_gpcs(const struct survey *survey, uint32_t first, uint32_t last, uint32_t order[MAP_SMS])
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < survey->sms; i++)
		if (survey->group[order[i]] >= first && survey->group[order[i]] <= last)
			order[kept++] = order[i];
	return kept;
}

static int choose_readers(struct gb_run *run, uint32_t order[MAP_SMS])
{
	struct state *s = gb_state(run);

	order_of(s, is_of_gpcs(run) ? WHICH_SPREAD : gb_value(run, which), order);
	if (!is_of_gpcs(run)) {
		s->readers = share_of(gb_value(run, share), s->survey.sms);
		return GB_OK;
	}
	const uint32_t gpcs = gb_value(run, gpcs), first = gpcs == 1 ? gb_value(run, gpc) : 0;
	if (first + gpcs > s->survey.groups)
		return gb_skip(run, "this device has %u GPCs", s->survey.groups);
	s->readers = keep_gpcs(&s->survey, first, first + gpcs - 1, order);
	if (gpcs == 1 && first == 0)
		s->readers = share_of(gb_value(run, part), s->readers);
	return GB_OK;
}

static int prepare_read(struct gb_run *run)
{
	struct state *s = gb_state(run);
	unsigned char active[MAP_SMS] = { 0 };
	uint32_t order[MAP_SMS] = { 0 };

	GB_TRY(map_survey(run));
	GB_TRY(choose_readers(run, order));
	GB_TRY(gb_fill(run, s->sums, 0, 2 * sizeof(uint32_t)));
	for (uint32_t i = 0; i < s->readers; i++)
		active[order[i]] = 1;
	const uint64_t all = s->in_bytes / MAP_CHUNK;
	const uint64_t part = (uint64_t)(L2_PART * (double)gb_device(run)->l2_bytes) / MAP_CHUNK;
	s->args = (struct map_read_args){
		.active = gb_address(s->active),
		.in = gb_address(s->in),
		.chunks = 10 * s->readers < s->survey.sms ? all / 8 : all,
		.of = reads_dram(run) || part == 0 ? all : part,
		.next = gb_address(s->next),
		.sum = gb_address(s->sums),
	};
	return gb_copy_in(run, s->active, active, sizeof active);
}

int map_launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	struct gb_shape shape = s->one_each;

	if (gb_value(run, view) == VIEW_SM)
		return map_enqueue_survey(run, &s->one, LINES_TIMED, 0, 1, gb_value(run, sm), MAP_SMS);
	if (map_is_random(run))
		return map_launch_random(run);
	shape.block = MAP_THREADS;
	GB_TRY(gb_fill(run, s->next, 0, sizeof(unsigned long long)));
	return gb_launch(run, &s->read, shape, &s->args);
}

/* The rank of an SM in an order by half, group and number, which the pictures use. */
static uint32_t place_of(const struct survey *s, uint32_t sm)
{
	uint32_t before = 0;

	for (uint32_t other = 0; other < s->sms; other++) {
		const bool same_half = s->half[other] == s->half[sm];
		const bool same = same_half && s->group[other] == s->group[sm];
		before += s->half[other] < s->half[sm] || (same_half && s->group[other] < s->group[sm]) ||
			  (same && other < sm);
	}
	return before;
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

static int prepare(struct gb_run *run)
{
	static int (*const prepare_view[])(struct gb_run *) = {
		[VIEW_SM] = prepare_sm,           [VIEW_DRAM] = prepare_read,
		[VIEW_L2] = prepare_read,         [VIEW_GPC_DRAM] = prepare_read,
		[VIEW_GPC_L2] = prepare_read,     [VIEW_RANDOM] = map_prepare_windows,
		[VIEW_HOMES] = map_prepare_homes, [VIEW_SHARED] = map_prepare_shared,
	};

	return prepare_view[gb_value(run, view)](run);
}

static struct gb_cost cost(const struct gb_run *run)
{
	if (gb_value(run, view) == VIEW_SM)
		return (struct gb_cost){ .ops = 1.0 * LINES_TIMED * (MAP_LOADS + 1) };
	if (map_is_random(run))
		return (struct gb_cost){ .bytes = map_random_reads(run) * MAP_WORD, .ops = map_random_reads(run) };
	return (struct gb_cost){ .bytes = (double)state_of(run)->args.chunks * MAP_CHUNK };
}

/* With GPCs, the L2 bandwidth of their SMs is also a limit. */
static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	const double memory = gb_memory_rate(device);

	if (is_of_gpcs(run))
		return fmin(fmin(reads_dram(run) ? memory : (double)NAN, limit_l2_read(device)),
			    state_of(run)->readers * device->rates.l2_bytes * sm_hz);
	if (gb_value(run, view) == VIEW_HOMES && gb_value(run, home) == HOME_FAR)
		return limit_lesser(memory, limit_l2_link(device)) / SECTOR;
	if (gb_value(run, view) == VIEW_SHARED)
		return (double)NAN;
	if (map_is_random(run))
		return limit_is_of_memory(device, (double)map_set_bytes(run)) ? memory / SECTOR : (double)NAN;
	return gb_value(run, view) == VIEW_DRAM ? memory : (double)NAN;
}

static const char *remark(const struct gb_run *run)
{
	if (gb_value(run, view) == VIEW_RANDOM && gb_value(run, span) > RANDOM_REACH &&
	    gb_value(run, assign) != ASSIGN_GROUPS)
		return "SMs that share cached translations read more pages than these hold";
	if (map_is_random(run))
		return "each read opens its own row of memory";
	return gb_value(run, view) == VIEW_DRAM && gb_value(run, share) < 50 ? "most SMs are left out" : NULL;
}

static enum gb_quantity measures(const struct gb_run *run)
{
	if (map_is_random(run))
		return GB_ACCESSES;
	return gb_value(run, view) == VIEW_SM ? GB_CYCLES : GB_BANDWIDTH;
}

static size_t metrics_of_gpcs(const struct state *s, const struct gb_result *result, struct gb_metric *out)
{
	out[0] = (struct gb_metric){ "sms", "1", GB_MEASURED, s->readers, 0 };
	if (!(result->sm_hz > 0))
		return 1;
	out[1] = (struct gb_metric){ "bytes_per_clock", "B", GB_TIMES, 1 / result->sm_hz, 0 };
	out[2] = (struct gb_metric){ "bytes_per_clock_sm", "B", GB_TIMES, 1 / result->sm_hz / s->readers, 0 };
	return 3;
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	static const char *const columns[COLUMNS] = {
		"slices_0",  "slices_1",  "slices_2",  "slices_3",  "slices_4",  "slices_5",  "slices_6",  "slices_7",
		"slices_8",  "slices_9",  "slices_10", "slices_11", "slices_12", "slices_13", "slices_14", "slices_15",
		"slices_16", "slices_17", "slices_18", "slices_19", "slices_20", "slices_21", "slices_22", "slices_23",
	};
	const struct state *s = gb_state(run);
	size_t count = 0;

	if (map_is_random(run)) {
		out[count++] = (struct gb_metric){ "bandwidth", "B/s", GB_TIMES, MAP_WORD, 0 };
		if (gb_value(run, view) == VIEW_RANDOM)
			out[count++] = (struct gb_metric){ "windows", "1", GB_EXACT, map_windows(run), 0 };
		return count;
	}
	if (gb_value(run, view) != VIEW_SM)
		return is_of_gpcs(run) ? metrics_of_gpcs(s, result, out) : 0;
	const uint32_t sm = gb_value(run, sm) % MAP_SMS;
	out[count++] = (struct gb_metric){ "group", "1", GB_MEASURED, s->survey.group[sm], 0 };
	out[count++] = (struct gb_metric){ "half", "1", GB_MEASURED, s->survey.half[sm], 0 };
	out[count++] = (struct gb_metric){ "place", "1", GB_MEASURED, place_of(&s->survey, sm), 0 };
	if (sm == 0)
		out[count++] = (struct gb_metric){ "slices_seen", "1", GB_MEASURED, s->survey.slices, 0 };
	if (sm == 0 && isfinite(s->survey.margin))
		out[count++] = (struct gb_metric){ "join_margin", "1", GB_MEASURED, s->survey.margin, 0 };
	if (s->survey.halves == 2) {
		out[count++] = (struct gb_metric){ "near", "cycles", GB_MEASURED, s->near, 0 };
		out[count++] = (struct gb_metric){ "far", "cycles", GB_MEASURED, s->far, 0 };
	}
	for (size_t k = 0; k < COLUMNS && count < GB_METRICS_MAX; k++)
		if (isfinite(s->column[k]))
			out[count++] = (struct gb_metric){ columns[k], "cycles", GB_MEASURED, s->column[k], 0 };
	return count;
}

GB_BENCH(map) = {
	GB_IDENTITY(map),
	.summary = "latency from every SM to the slices of L2, groups and halves of SMs; bandwidth and random reads",
	.method =
		"One thread on an SM loads each of 4096 lines in L2 eight times, bypassing L1; a line holds its own "
		"address, and each load waits for the previous one. A survey takes the minimum of five tries for "
		"every pair of SM and line, with a quarter of the SMs at a time.\n"
		"Halves: over the lines, the latencies of one half of the SMs rise and fall with those of SM 0, and "
		"those of the other half do the opposite. A line is on the side whose SMs are nearer to it. Groups: "
		"SMs that ran blocks of one cluster belong to one GPC. Some pairs of SMs accept no cluster of more "
		"than two blocks; each belongs to the group with the most similar SM. `join_margin` is the factor by "
		"which 1 - correlation is larger for the second most similar group, the smallest over all pairs. "
		"Without clusters, SMs whose latencies correlate by 0.97 form a group. Groups are numbered starting "
		"with the first half.\n"
		"Values: `cycles` is the mean over 4096 lines; `near` and `far` are the means over lines of the SM's "
		"own half and of the other, of which the own half keeps copies: `latency` measures far hits. "
		"`slices_0` to `slices_23` are 24ths of the lines, those of the first half and then of the second, "
		"from nearest to group 0 to farthest. Lines whose latencies from every group agree within 1.5 cycles "
		"count as one slice. `place` is an SM's number when sorted by half, group and number. Bandwidth: one "
		"block of 1024 threads on each reading SM, with eight 16-byte loads of each thread in flight; blocks "
		"take chunks of 128 KiB dynamically, of 1 GiB or of a fifth of L2. gpc_dram and gpc_l2 do the same "
		"with the SMs of one GPC or more; their limit is that of L2, of DRAM, or what these SMs can take "
		"from L2, whichever is lowest.\n"
		"Random reads: full SMs read 8 bytes at the random addresses of `random`. view=random: in the complete "
		"set, or in windows. Windows are equal parts of the set; their number is the smallest power of two "
		"that makes them smaller than 64 GiB. An SM uses the window whose number is that of its group, or its "
		"own, modulo the number of windows. `window_gain` is the rate with a window for each group divided by "
		"the rate without windows. view=shared: one block each on SM 0 and another SM, in two halves of 96 "
		"GiB. `translations_shared` counts SM 0 and the SMs that are less than half as fast as the best pair. "
		"Source: A. Walker, arXiv:2405.11425. view=homes: in the same 1 GiB as for bandwidth, lines of the "
		"SM's half of L2, of the other half, or of both. The home of each 4 KiB chunk is found from the "
		"latency of atomics, and each chunk of a home is equally likely. Limit: the memory bus, and for far "
		"lines the link between the halves, with one sector of 32 bytes for each read.\n"
		"Verified: every line holds its own address and was visited; the sum of all words read is "
		"recomputed, and random reads ran on every SM they should.",
	.subject = GB_SUBJECT_MEMORY,
	.quantity = GB_CYCLES,
	.measures = measures,
	.axes = axes,
	.variants = gb_variants_map,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = prepare,
	.launch = map_launch,
	.verify = map_verify,
	.cost = cost,
	.limit = limit,
	.observe = observe,
	.metrics = metrics,
	.conclude = map_conclude,
	.remark = remark,
	.deep = "view=gpc_dram,gpc_l2,random,homes,shared",
};
