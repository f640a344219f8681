/* interfere: how much slower work becomes on its part of the SMs while other work runs on the rest. */

#include "../common/input_host.h"
#include "../common/kernel.h"
#include "../common/limits.h"
#include "interfere.h"

/* A launch has three kernels. */
enum part { ALONE, AGGRESSOR, BESIDE, PARTS };
enum { STREAM_VICTIM = 1, STREAM_AGGRESSOR = 2, STREAMS = 2 };
/* The victim's time, of reads of host memory to have enough turns, and the most that an aggressor runs and a victim
 * waits for it. */
#define WINDOW_SECONDS      2e-3
#define HOST_WINDOW_SECONDS 8e-3
#define MOST_SECONDS        40e-3
#define SETTLE_SECONDS      20e-6
/* The device memory that each of them reads, that of the host, and the part of L2. */
#define DRAM_BYTES (UINT64_C(1) << 30)
#define HOST_BYTES (UINT64_C(1) << 27)
enum { L2_SHARE = 4 };

/* The axes. */
struct point {
	enum unit victim, aggressor;
	uint32_t share;
};

struct state {
	struct gb_kernel kernel[PARTS], fill, check;
	struct gb_buffer host; /* allocated once a point reads it */
	uint64_t dram_bytes, host_bytes;
	gb_ptr dram, gate, report;
	gb_ptr warps[PARTS], sums[PARTS];
	uint32_t share, sms[PARTS]; /* of the present partitions; 0: none */
	uint32_t begun, ended;      /* the gate's counts after the launches so far */
	double link_bytes;          /* B/s from the host */
	double rates[PARTS];        /* turns of all warps per second, as sums over the pairs */
	uint32_t pairs;
};

static const char *const units[] = {
	[UNIT_ISSUE] = "issue", [UNIT_SHARED] = "shared", [UNIT_MATRIX] = "matrix", [UNIT_L2] = "l2",
	[UNIT_DRAM] = "dram",   [UNIT_HOST] = "host",     [UNIT_IDLE] = "idle",     NULL,
};

static const struct gb_axis axes[] = {
	{ GB_AXIS(share), .unit = "%", .help = "the aggressor has this share of the SMs, and the victim the others",
	  .values = "10:90:5", .full = "25,50,75", .quick = "50" },
	{ GB_AXIS(victim), .help = "the work that is slowed down: it keeps one unit of its SMs busy", .names = units,
	  .full = "issue,shared,matrix,l2,dram,host", .quick = "issue,l2,dram" },
	{ GB_AXIS(aggressor), .help = "the work on the other SMs; idle: blocks that wait", .names = units,
	  .quick = "dram,idle" },
	{ .name = NULL },
};

static enum unit unit_of(const struct gb_run *run, enum part part)
{
	return part == AGGRESSOR ? gb_value(run, aggressor) : gb_value(run, victim);
}

/* ---- setup and points -------------------------------------------------------------------------------------------- */

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t threads = (uint64_t)gb_device(run)->sm_count * INTERFERE_BLOCK;
	uint64_t available;

	GB_TRY(gb_memory_free(run, &available));
	s->dram_bytes = input_fit(DRAM_BYTES, 0.3, available, INTERFERE_PART);
	GB_TRY(input_check_size(run, s->dram_bytes, L2S_FOR_MEMORY, available));
	s->host_bytes = s->dram_bytes < HOST_BYTES ? s->dram_bytes : HOST_BYTES;
	s->link_bytes = gb_link_to_host(run).bytes;
	GB_TRY(gb_alloc(run, 2 * s->dram_bytes, &s->dram));
	GB_TRY(gb_alloc(run, sizeof(struct interfere_gate), &s->gate));
	GB_TRY(gb_alloc(run, sizeof(struct gb_report), &s->report));
	for (int part = 0; part < PARTS; part++) {
		GB_TRY(gb_alloc(run, threads / 32 * sizeof(struct interfere_warp), &s->warps[part]));
		GB_TRY(gb_alloc(run, threads * sizeof(uint32_t), &s->sums[part]));
	}
	GB_TRY(gb_find_kernel(run, "interfere_fill", &s->fill));
	GB_TRY(gb_find_kernel(run, "interfere_check", &s->check));
	return input_fill(run, &s->fill, s->dram, 2 * s->dram_bytes);
}

/* Both parts of the SMs, in whole steps. */
static int divide_sms(struct gb_run *run, uint32_t share)
{
	struct state *s = gb_state(run);
	const uint32_t sms = (uint32_t)gb_device(run)->sm_count, step = sms < 32 ? 1 : 8, steps = sms / step;
	const uint32_t aggressors = (steps * share + 50) / 100;

	if (s->share == share)
		return GB_OK;
	if (aggressors == 0 || aggressors == steps)
		return gb_skip(run, "%u %% of %u SMs cannot be set apart", share, sms);
	s->share = 0;
	/* Both are closed before either is opened. */
	for (uint32_t stream = 1; stream <= STREAMS; stream++)
		GB_TRY(gb_stream_make(run, stream, (struct gb_stream_kind){ 0 }, &s->sms[BESIDE]));
	GB_TRY(gb_stream_make(run, STREAM_AGGRESSOR, (struct gb_stream_kind){ .sms = aggressors * step },
			      &s->sms[AGGRESSOR]));
	GB_TRY(gb_stream_make(run, STREAM_VICTIM, (struct gb_stream_kind){ .sms = (steps - aggressors) * step },
			      &s->sms[BESIDE]));
	s->sms[ALONE] = s->sms[BESIDE];
	s->share = share;
	return GB_OK;
}

static int find_unit(struct gb_run *run, enum part part)
{
	struct state *s = gb_state(run);
	const enum unit unit = unit_of(run, part);

	if (unit == UNIT_MATRIX && gb_device(run)->cc_major < 8)
		return gb_skip(run, "m16n8k16 of matrix units needs compute capability 8.0");
	if (unit == UNIT_HOST && s->host.at == NULL) {
		GB_TRY(gb_buffer_alloc(run, GB_BUFFER_PINNED, -1, 2 * s->host_bytes, &s->host));
		GB_TRY(input_fill(run, &s->fill, s->host.seen, 2 * s->host_bytes));
	}
	return kernel_find(run, &s->kernel[part], "interfere_%s", interfere_reads(unit) ? "read" : units[unit]);
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);

	if (gb_value(run, victim) == UNIT_IDLE)
		return gb_skip(run, "an idle victim has no rate");
	for (int part = 0; part < PARTS; part++) {
		GB_TRY(find_unit(run, (enum part)part));
		s->rates[part] = 0;
	}
	s->begun = s->ended = s->pairs = 0;
	GB_TRY(gb_fill(run, s->gate, 0, sizeof(struct interfere_gate)));
	return divide_sms(run, gb_value(run, share));
}

/* ---- launch ------------------------------------------------------------------------------------------------------ */

struct region {
	gb_ptr at;
	uint64_t bytes;
};

/* Victim and aggressor read different data. */
static struct region region_of(const struct gb_run *run, enum part part)
{
	const struct state *s = gb_state(run);
	const enum unit unit = unit_of(run, part);
	const uint64_t bytes = unit == UNIT_HOST ? s->host_bytes
			       : unit == UNIT_L2 ? gb_device(run)->l2_bytes / L2_SHARE / INTERFERE_PART * INTERFERE_PART
						 : s->dram_bytes;

	return (struct region){ (unit == UNIT_HOST ? s->host.seen : s->dram) + (part == AGGRESSOR ? bytes : 0), bytes };
}

static int launch_part(struct gb_run *run, enum part part)
{
	struct state *s = gb_state(run);
	const struct gb_device *device = gb_device(run);
	const double hz = device->sm_clock_max_hz * gb_work(run);
	const double window = gb_value(run, victim) == UNIT_HOST ? HOST_WINDOW_SECONDS : WINDOW_SECONDS;
	const struct region region = region_of(run, part);
	const uint32_t victims = s->sms[BESIDE] * INTERFERE_BLOCK / 32;
	/* One block fits on an SM. */
	const struct gb_shape shape = { .grid = s->sms[part],
					.block = INTERFERE_BLOCK,
					.shared_bytes = (uint32_t)(device->shared_per_sm / 2) + 1024 };

	if (part != AGGRESSOR)
		s->ended += victims;
	else
		s->begun += s->sms[AGGRESSOR];
	const struct interfere_args args = {
		.gate = gb_address(s->gate),
		.warp = gb_address(s->warps[part]),
		.sum = gb_address(s->sums[part]),
		.in = gb_address(region.at),
		.parts = (uint32_t)(region.bytes / INTERFERE_PART),
		.begun = s->begun,
		.ended = part == AGGRESSOR ? s->ended + victims : 0,
		.settle = (unsigned long long)(SETTLE_SECONDS * hz),
		.cycles = (unsigned long long)(window * hz),
		.most = (unsigned long long)(MOST_SECONDS * device->sm_clock_max_hz),
		.add = { INTERFERE_ADD_FIRST, INTERFERE_ADD_SECOND },
		.ones = 0x3c003c00,
	};
	return gb_stream_launch(run, part == AGGRESSOR ? STREAM_AGGRESSOR : STREAM_VICTIM, &s->kernel[part], shape,
				&args);
}

static int launch(struct gb_run *run)
{
	GB_TRY(gb_fork(run, STREAMS));
	GB_TRY(launch_part(run, ALONE));
	GB_TRY(gb_join(run, STREAMS));
	GB_TRY(gb_fork(run, STREAMS));
	GB_TRY(launch_part(run, AGGRESSOR));
	GB_TRY(launch_part(run, BESIDE));
	return gb_join(run, STREAMS);
}

static struct gb_timing timing(const struct gb_run *run)
{
	return (struct gb_timing){ .clock = GB_CLOCK_DEVICE, .observed = 1 };
}

/* ---- results ----------------------------------------------------------------------------------------------------- */

/* When a part's warps worked, and their turns per second. */
struct span {
	unsigned long long first_begin, last_begin, first_end, last_end;
	double rate;
};

static const struct interfere_warp *fetch_warps(struct gb_run *run, enum part part, uint32_t *count)
{
	const struct state *s = gb_state(run);

	*count = s->sms[part] * INTERFERE_BLOCK / 32;
	return gb_fetch(run, s->warps[part], *count * sizeof(struct interfere_warp));
}

static int read_span(struct gb_run *run, enum part part, struct span *out)
{
	uint32_t count;
	const struct interfere_warp *warp = fetch_warps(run, part, &count);
	struct span span = { .first_begin = UINT64_MAX, .first_end = UINT64_MAX };

	if (warp == NULL)
		return GB_FAILED;
	for (uint32_t w = 0; w < count; w++) {
		if (warp[w].end <= warp[w].begin)
			return gb_fail(run, "a warp began at %llu ns and ended at %llu ns", warp[w].begin, warp[w].end);
		span.first_begin = warp[w].begin < span.first_begin ? warp[w].begin : span.first_begin;
		span.last_begin = warp[w].begin > span.last_begin ? warp[w].begin : span.last_begin;
		span.first_end = warp[w].end < span.first_end ? warp[w].end : span.first_end;
		span.last_end = warp[w].end > span.last_end ? warp[w].end : span.last_end;
		span.rate += warp[w].turns / (1e-9 * (double)(warp[w].end - warp[w].begin));
	}
	*out = span;
	return GB_OK;
}

/* The time that the victim takes, with an aggressor, for what it does alone in a second. */
static int observe(struct gb_run *run, double *value)
{
	struct state *s = gb_state(run);
	struct span span[PARTS];

	for (int part = 0; part < PARTS; part++) {
		GB_TRY(read_span(run, (enum part)part, &span[part]));
		s->rates[part] += span[part].rate;
	}
	s->pairs++;
	*value = span[ALONE].rate / span[BESIDE].rate;
	if (span[AGGRESSOR].last_begin > span[BESIDE].first_begin ||
	    span[AGGRESSOR].first_end < span[BESIDE].last_end || span[ALONE].last_end > span[AGGRESSOR].first_begin)
		gb_suspect(run, "the aggressor did not run for all of the victim's time, and only then");
	return GB_OK;
}

/* Work of a turn of a warp: instructions, FLOP or bytes. */
static double work_of(enum unit unit)
{
	switch (unit) {
	case UNIT_ISSUE:
		return INTERFERE_CHAINS * INTERFERE_ADDS;
	case UNIT_SHARED:
		return INTERFERE_SHARED_LOADS * 512;
	case UNIT_MATRIX:
		return 2.0 * INTERFERE_TILES * INTERFERE_PRODUCTS * 16 * 8 * INTERFERE_DEPTH;
	case UNIT_IDLE:
		return 1;
	default:
		return INTERFERE_PART;
	}
}

static const char *unit_of_rate(enum unit unit)
{
	return unit == UNIT_ISSUE ? "inst/s" : unit == UNIT_MATRIX ? "FLOP/s" : "B/s";
}

/* The limit of the victim's SMs alone. */
static double limit_of(const struct state *s, enum unit unit, const struct gb_result *result)
{
	const struct gb_device *device = result->device;
	const double cycles = s->sms[ALONE] * result->sm_hz, ports = device->rates.l2_bytes * cycles;

	switch (unit) {
	case UNIT_ISSUE:
		return device->rates.fp32 / 2 / 32 * cycles;
	case UNIT_SHARED:
		return device->rates.shared_bytes * cycles;
	case UNIT_MATRIX:
		return device->rates.tensor_fp16 * cycles;
	case UNIT_L2:
		return limit_lesser(limit_l2_read(device), ports);
	case UNIT_DRAM:
		return limit_lesser(gb_memory_rate(device), ports);
	default:
		return s->link_bytes;
	}
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);
	const enum unit victim = gb_value(run, victim), aggressor = gb_value(run, aggressor);
	const double turns = work_of(victim) / s->pairs;
	size_t count = 0;

	out[count++] = (struct gb_metric){ "slowdown", "1", GB_TIMES, 1, 0 };
	out[count++] = (struct gb_metric){ "sms_of_victim", "1", GB_EXACT, s->sms[BESIDE], 0 };
	out[count++] = (struct gb_metric){ "sms_of_aggressor", "1", GB_EXACT, s->sms[AGGRESSOR], 0 };
	if (s->pairs == 0)
		return count;
	out[count++] = (struct gb_metric){ "rate_alone", unit_of_rate(victim), GB_MEASURED, turns * s->rates[ALONE],
					   limit_of(s, victim, result) };
	out[count++] = (struct gb_metric){ "rate_with_aggressor", unit_of_rate(victim), GB_MEASURED,
					   turns * s->rates[BESIDE], 0 };
	if (aggressor != UNIT_IDLE)
		out[count++] = (struct gb_metric){ "rate_of_aggressor", unit_of_rate(aggressor), GB_MEASURED,
						   work_of(aggressor) / s->pairs * s->rates[AGGRESSOR], 0 };
	return count;
}

static struct gb_cost cost(const struct gb_run *run)
{
	return (struct gb_cost){ .ops = 1 };
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static int check_part(struct gb_run *run, enum part part)
{
	const struct state *s = gb_state(run);
	const uint32_t parts = (uint32_t)(region_of(run, part).bytes / INTERFERE_PART);
	const struct interfere_check_args args = { .warp = gb_address(s->warps[part]),
						   .sum = gb_address(s->sums[part]),
						   .first = part == AGGRESSOR ? parts : 0,
						   .parts = parts,
						   .warps = s->sms[part] * INTERFERE_BLOCK / 32,
						   .unit = unit_of(run, part),
						   .report = gb_address(s->report) };

	GB_TRY(gb_report_clear(run, s->report));
	GB_TRY(gb_launch(run, &s->check, input_shape(run), &args));
	return gb_report_judge(run, s->report, UINT64_C(32) * args.warps, "threads");
}

/* No SM runs both. */
static int check_sms(struct gb_run *run)
{
	uint32_t victims, aggressors;
	const struct interfere_warp *victim = fetch_warps(run, BESIDE, &victims),
				    *aggressor = fetch_warps(run, AGGRESSOR, &aggressors);

	if (victim == NULL || aggressor == NULL)
		return GB_FAILED;
	for (uint32_t v = 0; v < victims; v += INTERFERE_BLOCK / 32)
		for (uint32_t a = 0; a < aggressors; a += INTERFERE_BLOCK / 32)
			if (victim[v].sm == aggressor[a].sm)
				return gb_fail(run, "SM %u ran the victim and the aggressor", victim[v].sm);
	return GB_OK;
}

static int verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	struct interfere_gate gate = { 0 };

	for (int part = 0; part < PARTS; part++) {
		GB_TRY(gb_fill_output(run, s->warps[part], 0xff,
				      s->sms[part] * INTERFERE_BLOCK / 32 * sizeof(struct interfere_warp)));
		GB_TRY(gb_fill_output(run, s->sums[part], 0xff, s->sms[part] * INTERFERE_BLOCK * sizeof(uint32_t)));
	}
	GB_TRY(launch(run));
	GB_TRY(gb_copy_out(run, &gate, s->gate, sizeof gate));
	if (gate.begun != s->begun || gate.ended != s->ended)
		return gb_fail(run, "%u blocks of aggressors began and %u warps of victims ended, not %u and %u",
			       gate.begun, gate.ended, s->begun, s->ended);
	for (int part = 0; part < PARTS; part++)
		GB_TRY(check_part(run, (enum part)part));
	GB_TRY(check_sms(run));
	return input_check(run, s->dram, 2 * s->dram_bytes, input_bits);
}

GB_BENCH(interfere) = {
	GB_IDENTITY(interfere),
	.summary = "interference: the slowdown of work on a part of the SMs by other work on the rest",
	.method = "Two sets of SMs are reserved (green contexts), in steps of 8 SMs. A victim works on one for 2 ms "
		  "(8 ms for host), first alone and then with an aggressor on the other. Both have one block of 1024 "
		  "threads on each SM. A warp counts its turns and its time. issue: FP32 additions, one per clock and "
		  "scheduler. shared: 16-byte loads from shared memory. matrix: mma.sync of FP16. l2, dram, host: "
		  "reads of 4 KiB for each warp at a time, bypassing L1, of a quarter of L2, of 1 GiB, and, over "
		  "PCIe, of 128 MiB of pinned host memory; victim and aggressor read different data. idle: blocks "
		  "that only wait.\n"
		  "The victim begins 20 µs after all blocks of the aggressor have had their first turn. The "
		  "aggressor ends when a counter in memory says that all warps of the victim have. Rows are suspect "
		  "unless the times of all warps confirm this. A pair takes some ms; power that lowers the clock "
		  "over longer times is not measured.\n"
		  "Value: the time with the aggressor for what the victim does alone in 1 s, by the turns per second "
		  "of all its warps; `slowdown` is the same without a unit. Each pair is a sample of the interval. "
		  "`rate_of_aggressor` is the aggressor's rate meanwhile. Verification recomputes each thread's sum "
		  "in the three kernels, and finds no SM that ran both.\n"
		  "Limits of `rate_alone`: those of the units on this many SMs; no limit of the slowdown is known.\n",
	.subject = GB_SUBJECT_LAUNCHES,
	.quantity = GB_SECONDS,
	.require = { .cc_min = 70 },
	.axes = axes,
	.deep = "share=10:90:5",
	.variants = gb_variants_interfere,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.cost = cost,
	.limit = limit_unknown,
	.observe = observe,
	.timing = timing,
	.metrics = metrics,
};
