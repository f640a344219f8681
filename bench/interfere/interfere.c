/* interfere: how much slower work becomes on its part of the SMs while other work runs on the rest. */
#include "../common/input_host.h"
#include "../common/kernel.h"
#include "../common/limits.h"
#include "interfere.h"

/* The unit that a kernel keeps busy, and the three kernels of a launch. */
enum unit { UNIT_ISSUE, UNIT_SHARED, UNIT_L2, UNIT_DRAM, UNIT_HOST, UNIT_IDLE };
enum part { ALONE, AGGRESSOR, BESIDE, PARTS };
enum { STREAM_VICTIM = 1, STREAM_AGGRESSOR = 2, STREAMS = 2 };
enum { WARPS = INTERFERE_BLOCK / 32 };
/* How long the victim runs, and how long it waits before. */
#define WINDOW_SECONDS 4e-3
#define SETTLE_SECONDS 20e-6
/* Bytes of device memory for the victim and for the aggressor, and bytes of host memory; each set in L2 is
 * 1/L2_SHARE of L2. */
#define DRAM_BYTES (UINT64_C(1) << 30)
#define HOST_BYTES (UINT64_C(1) << 27)
enum { L2_SHARE = 4 };

struct point {
	enum unit victim, aggressor;
	uint32_t share;
};

struct state {
	struct gb_kernel kernel[PARTS], fill;
	struct gb_buffer host; /* allocated once a point reads it */
	uint64_t dram_bytes, host_bytes;
	gb_ptr dram, gate, warps[PARTS];
	uint32_t share, sms[PARTS];        /* of the present partitions; 0: none */
	struct interfere_gate gate_counts; /* after the launches so far */
	double link_bytes;                 /* B/s from the host */
	double rates[PARTS];               /* turns of all warps per second, summed over the pairs */
	uint32_t pairs;
};

static const char *const units[] = { "issue", "shared", "l2", "dram", "host", "idle", NULL };

static const struct gb_axis axes[] = {
	{ GB_AXIS(share), .unit = "%", .help = "the aggressor's share of the SMs; the victim has the others",
	  .values = "10:90:5", .full = "25,50,75", .quick = "50" },
	{ GB_AXIS(victim), .help = "the work that is slowed down: it keeps one unit of its SMs busy", .names = units,
	  .full = "issue,shared,l2,dram,host", .quick = "issue,l2,dram" },
	{ GB_AXIS(aggressor), .help = "the work on the other SMs; idle: blocks that wait", .names = units,
	  .quick = "dram,idle" },
	{ .name = NULL },
};

static enum unit unit_of(const struct gb_run *run, enum part part)
{
	return part == AGGRESSOR ? gb_value(run, aggressor) : gb_value(run, victim);
}

static bool is_read(enum unit unit)
{
	return unit == UNIT_L2 || unit == UNIT_DRAM || unit == UNIT_HOST;
}

/* ---- setup and points -------------------------------------------------------------------------------------------- */

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t warps = (uint64_t)gb_device(run)->sm_count * WARPS;
	uint64_t available;

	GB_TRY(gb_memory_free(run, &available));
	s->dram_bytes = input_fit(DRAM_BYTES, 0.3, available, INTERFERE_PART);
	GB_TRY(input_check_size(run, s->dram_bytes, L2S_FOR_MEMORY, available));
	s->host_bytes = s->dram_bytes < HOST_BYTES ? s->dram_bytes : HOST_BYTES;
	s->link_bytes = gb_link_to_host(run).bytes;
	GB_TRY(gb_alloc(run, 2 * s->dram_bytes, &s->dram));
	GB_TRY(gb_alloc(run, sizeof(struct interfere_gate), &s->gate));
	for (int part = 0; part < PARTS; part++)
		GB_TRY(gb_alloc(run, warps * sizeof(struct interfere_warp), &s->warps[part]));
	GB_TRY(gb_find_kernel(run, "interfere_fill", &s->fill));
	return input_fill(run, &s->fill, s->dram, 2 * s->dram_bytes);
}

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
	/* Both streams are closed before either is opened. */
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

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);

	if (gb_value(run, victim) == UNIT_IDLE)
		return gb_skip(run, "an idle victim has no rate");
	for (int part = 0; part < PARTS; part++) {
		const enum unit unit = unit_of(run, (enum part)part);
		if (unit == UNIT_HOST && s->host.at == NULL) {
			GB_TRY(gb_buffer_alloc(run, GB_BUFFER_PINNED, -1, 2 * s->host_bytes, &s->host));
			GB_TRY(input_fill(run, &s->fill, s->host.seen, 2 * s->host_bytes));
		}
		GB_TRY(kernel_find(run, &s->kernel[part], "interfere_%s", is_read(unit) ? "read" : units[unit]));
		s->rates[part] = 0;
	}
	s->pairs = 0;
	s->gate_counts = (struct interfere_gate){ 0 };
	GB_TRY(gb_fill(run, s->gate, 0, sizeof(struct interfere_gate)));
	return divide_sms(run, gb_value(run, share));
}

/* ---- launch ------------------------------------------------------------------------------------------------------ */

/* Bytes of memory for a victim's reads. An aggressor's follow them. */
static uint64_t bytes_of(const struct gb_run *run, enum part part)
{
	return unit_of(run, part) == UNIT_HOST ? state_of(run)->host_bytes : state_of(run)->dram_bytes;
}

/* The parts that a victim or an aggressor reads, the same number for each warp. SMs that read the same lines at about
 * the same time would exceed the rate of L2, so only a set that L2 cannot hold is shared. */
static uint32_t parts_of(const struct gb_run *run, enum part part)
{
	const uint64_t l2 = gb_device(run)->l2_bytes / L2_SHARE, warps = (uint64_t)state_of(run)->sms[part] * WARPS;
	const uint64_t parts = (unit_of(run, part) == UNIT_L2 ? l2 : bytes_of(run, part)) / INTERFERE_PART;

	if (parts >= warps)
		return (uint32_t)(parts - parts % warps);
	return (uint32_t)(warps * INTERFERE_PART <= 2 * l2 ? warps : parts);
}

static int launch_part(struct gb_run *run, enum part part)
{
	struct state *s = gb_state(run);
	const struct gb_device *device = gb_device(run);
	const double hz = device->sm_clock_max_hz * gb_work(run);
	const uint32_t victims = s->sms[BESIDE] * WARPS;
	const gb_ptr memory = unit_of(run, part) == UNIT_HOST ? s->host.seen : s->dram;
	/* One block fits on an SM. */
	const struct gb_shape shape = { .grid = s->sms[part],
					.block = INTERFERE_BLOCK,
					.shared_bytes = (uint32_t)(device->shared_per_sm / 2) + 1024 };

	s->gate_counts.ended += part == AGGRESSOR ? 0 : victims;
	s->gate_counts.begun += part == AGGRESSOR ? shape.grid : 0;
	const struct interfere_args args = {
		.gate = gb_address(s->gate),
		.warp = gb_address(s->warps[part]),
		.in = gb_address(memory + (part == AGGRESSOR ? bytes_of(run, part) : 0)),
		.parts = parts_of(run, part),
		.begun = s->gate_counts.begun,
		.ended = part == AGGRESSOR ? s->gate_counts.ended + victims : 0,
		.settle = (unsigned long long)(SETTLE_SECONDS * hz),
		.cycles = (unsigned long long)(WINDOW_SECONDS * hz),
		.add = { 5, 5 + INTERFERE_ADD },
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

/* The time in which all warps of a part worked, that in which any of them did, and their turns per second. */
struct span {
	unsigned long long all_from, all_to, from, to;
	double rate;
};

static int read_span(struct gb_run *run, enum part part, struct span *out)
{
	const struct state *s = gb_state(run);
	const struct interfere_warp *warp = gb_fetch(run, s->warps[part], sizeof *warp * s->sms[part] * WARPS);
	struct span span = { .all_to = UINT64_MAX, .from = UINT64_MAX };

	for (uint32_t w = 0; warp != NULL && w < s->sms[part] * WARPS; w++) {
		const unsigned long long begin = warp[w].begin, end = warp[w].end;
		span.from = begin < span.from ? begin : span.from;
		span.to = end > span.to ? end : span.to;
		span.all_from = begin > span.all_from ? begin : span.all_from;
		span.all_to = end < span.all_to ? end : span.all_to;
		span.rate += 1e9 * warp[w].turns / (double)(end - begin);
	}
	*out = span;
	return warp == NULL ? GB_FAILED : GB_OK;
}

/* The slowdown: the victim's rate alone over its rate with the aggressor. */
static int observe(struct gb_run *run, double *value)
{
	struct span span[PARTS];

	for (int part = 0; part < PARTS; part++) {
		GB_TRY(read_span(run, (enum part)part, &span[part]));
		state_of(run)->rates[part] += span[part].rate;
	}
	state_of(run)->pairs++;
	*value = span[ALONE].rate / span[BESIDE].rate;
	if (span[AGGRESSOR].all_from > span[BESIDE].from || span[AGGRESSOR].all_to < span[BESIDE].to)
		gb_suspect(run, "the aggressor did not run for all of the victim's time");
	return GB_OK;
}

static double limit_of(const struct state *s, enum part part, enum unit unit, const struct gb_result *result)
{
	const struct gb_device *device = result->device;
	const double cycles = s->sms[part] * result->sm_hz, ports = device->rates.l2_bytes * cycles;
	const double limits[] = { device->rates.fp32 / 2 / 32 * cycles, device->rates.shared_bytes * cycles,
				  limit_lesser(limit_l2_read(device), ports),
				  limit_lesser(gb_memory_rate(device), ports), s->link_bytes };

	return limits[unit];
}

/* Instructions or bytes per warp and turn. */
static double work_of(enum unit unit)
{
	return unit == UNIT_ISSUE    ? INTERFERE_CHAINS * INTERFERE_ADDS
	       : unit == UNIT_SHARED ? INTERFERE_SHARED_LOADS * 512
				     : INTERFERE_PART;
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	static const char *const names[] = { "rate_alone", "rate_of_aggressor", "rate_with_aggressor" };
	const struct state *s = gb_state(run);
	size_t count = 0;

	out[count++] = (struct gb_metric){ "slowdown", "1", GB_TIMES, 1, 0 };
	out[count++] = (struct gb_metric){ "sms_of_victim", "1", GB_EXACT, s->sms[ALONE], 0 };
	for (int part = 0; part < PARTS && s->pairs > 0; part++) {
		const enum unit unit = unit_of(run, (enum part)part);
		if (unit != UNIT_IDLE)
			out[count++] = (struct gb_metric){ names[part], unit == UNIT_ISSUE ? "inst/s" : "B/s",
							   GB_MEASURED, work_of(unit) * s->rates[part] / s->pairs,
							   limit_of(s, (enum part)part, unit, result) };
	}
	return count;
}

static struct gb_cost cost(const struct gb_run *run)
{
	return (struct gb_cost){ .ops = 1 };
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static uint32_t sum_of_four(uint32_t first)
{
	return (4 * first + 10) * INPUT_GOLDEN;
}

/* A thread's sum in a turn; for units that read, in a turn over the first part of the input. */
static uint32_t sum_of_turn(enum unit unit, uint32_t thread)
{
	uint32_t sum = 0;

	switch (unit) {
	case UNIT_ISSUE:
		for (uint32_t c = 0; c < INTERFERE_CHAINS; c++)
			sum += thread * INTERFERE_CHAINS + c + INTERFERE_ADDS / 2 * INTERFERE_ADD;
		return sum;
	case UNIT_SHARED:
		return INTERFERE_SHARED_LOADS / 2 *
		       (sum_of_four(4 * thread) + sum_of_four(4 * INTERFERE_BLOCK + 4 * thread));
	case UNIT_IDLE:
		return 1;
	default:
		for (uint32_t i = 0; i < INTERFERE_LOADS; i++)
			sum += sum_of_four(i * 128 + thread % 32 * 4);
		return sum;
	}
}

enum { SMS_MOST = 4096, TURNS_MOST = 1 << 20 };

/* Checks the sum of each thread, and that no SM runs both. `owner` has the part of each SM so far, plus 1. */
static int check_part(struct gb_run *run, enum part part, unsigned char owner[SMS_MOST])
{
	const enum unit unit = unit_of(run, part);
	const uint32_t parts = parts_of(run, part), warps = state_of(run)->sms[part] * WARPS;
	const uint32_t skipped = part == AGGRESSOR ? (uint32_t)(bytes_of(run, part) / INTERFERE_PART) : 0;
	const struct interfere_warp *warp = gb_fetch(run, state_of(run)->warps[part], warps * sizeof *warp);

	for (uint32_t w = 0; warp != NULL && w < warps; w++) {
		const uint32_t turns = warp[w].turns, sm = warp[w].sm;
		uint32_t places = 0; /* the read parts' numbers, summed */
		if (warp[w].end <= warp[w].begin || turns > TURNS_MOST || sm >= SMS_MOST)
			return gb_fail(run, "warp %u did not report when and where it worked", w);
		if (part == BESIDE && owner[sm] == AGGRESSOR + 1)
			return gb_fail(run, "SM %u ran the victim and the aggressor", sm);
		owner[sm] = (unsigned char)(part + 1);
		for (uint32_t t = 0; t < turns && is_read(unit); t++)
			places += skipped + (w + t * warps) % parts;
		for (uint32_t i = 0; i < 32; i++)
			if (warp[w].sum[i] != turns * sum_of_turn(unit, w % WARPS * 32 + i) +
						      places * INTERFERE_LOADS * INTERFERE_PART * INPUT_GOLDEN)
				return gb_fail(run, "lane %u of warp %u has a wrong sum after %u turns", i, w, turns);
	}
	return warp == NULL ? GB_FAILED : GB_OK;
}

static int verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	struct interfere_gate gate = { 0 };
	unsigned char owner[SMS_MOST] = { 0 };

	for (int part = 0; part < PARTS; part++)
		GB_TRY(gb_fill_output(run, s->warps[part], 0xff, sizeof(struct interfere_warp) * s->sms[part] * WARPS));
	GB_TRY(launch(run));
	GB_TRY(gb_copy_out(run, &gate, s->gate, sizeof gate));
	if (gate.begun != s->gate_counts.begun || gate.ended != s->gate_counts.ended)
		return gb_fail(run,
			       "got %u aggressor blocks that began and %u victim warps that ended, expected %u and %u",
			       gate.begun, gate.ended, s->gate_counts.begun, s->gate_counts.ended);
	for (int part = 0; part < PARTS; part++)
		GB_TRY(check_part(run, (enum part)part, owner));
	return input_check(run, s->dram, 2 * s->dram_bytes, input_mark);
}

GB_BENCH(interfere) = {
	GB_IDENTITY(interfere),
	.summary = "interference: the slowdown of work on a part of the SMs by other work on the rest",
	.method = "Two sets of SMs are reserved (green contexts), in steps of 8 SMs. A victim works on one for 4 "
		  "ms, first alone and then with an aggressor on the other. Both have a block of 1024 threads on "
		  "each SM; a warp counts its turns and its time. issue: FP32 additions, one per clock and "
		  "scheduler. shared: 16-byte loads. l2, dram, host: reads of 4 KiB for each warp at a time, "
		  "bypassing L1, of a quarter of L2 (at least 4 KiB for each warp), of 1 GiB, and, over PCIe, of "
		  "128 MiB of pinned host memory; no two warps read the same data. idle: blocks that only wait.\n"
		  "The victim begins 20 µs after all blocks of the aggressor have had a turn. The aggressor ends when "
		  "a counter in memory shows that all warps of the victim have ended. Rows are suspect unless the "
		  "times of all warps confirm this. A clock that falls over longer times because of the power is "
		  "not measured.\n"
		  "Value: the time that the victim takes with the aggressor for the work that it does alone in 1 s, "
		  "by the turns per second of all its warps; `slowdown` is the same without a unit. Each pair of "
		  "launches is a sample of the interval. Verification recomputes each thread's sum in the three "
		  "kernels, and checks that no SM ran both.\n"
		  "Limits of rates: those of the units on this many SMs; no limit of the slowdown is known.\n",
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
