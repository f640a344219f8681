/* loaded: the latency of DRAM while other SMs keep the memory busy, from idle to saturation. */
#include <limits.h>

#include "../common/chase.h"
#include "../common/findings.h"
#include "../common/input_host.h"
#include "../common/kernel.h"
#include "../common/limits.h"
#include "gpubench.h"
#include "loaded.h"

/* `mix`: two reads for each write. */
enum op { OP_READ, OP_WRITE, OP_MIX };

enum { HOPS = 2048 };

struct state {
	gb_ptr lines, in, out, place, warp, report;
	uint64_t lines_bytes, region_bytes; /* bytes of the chain; bytes of each of the two regions of the traffic */
	struct gb_kernel kernel, fill, link, check;
	struct gb_shape shape;
	struct loaded_args args;
	uint64_t begins; /* number of chases so far */
	uint32_t begin;  /* position in the cycle at which the chase of this point began */
	uint32_t warps;
	double bytes, seconds; /* bytes and duration of the traffic during the chases of this point */
};

static const char *const ops[] = { [OP_READ] = "read", [OP_WRITE] = "write", [OP_MIX] = "mix", NULL };
struct point {
	enum op op;
	uint32_t offered;
};

static const struct gb_axis axes[] = {
	{ GB_AXIS(op), .help = "load of the other SMs: read, write, or mix (two reads to a write)", .names = ops,
	  .quick = "read" },
	{ GB_AXIS(offered), .unit = "%",
	  .help = "traffic that the other SMs try to generate, relative to the bandwidth of the memory bus; 0: none",
	  .values = "0:200:5", .full = "0,10,20,30,40,50,60,65,70,75,80,85,90,95,100,120,200", .quick = "0,60,200" },
	{ .name = NULL },
};

static uint32_t loaded_reads(const struct gb_run *run)
{
	return gb_value(run, op) == OP_WRITE ? 0 : 4;
}

static uint32_t loaded_writes(const struct gb_run *run)
{
	return gb_value(run, op) == OP_WRITE ? 4 : gb_value(run, op) == OP_MIX ? 2 : 0;
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

/* The chain and both regions of the traffic take at most this share of the free memory each. Each should be TIMES_L2
 * times as large as L2. */
#define REGION_SHARE 0.3
#define REGION_MOST  (UINT64_C(1) << 30)
enum { TIMES_L2 = 4 };

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint32_t sms = (uint32_t)gb_device(run)->sm_count;
	uint64_t available;

	if (sms < 2)
		return gb_skip(run, "the chain and the traffic need an SM each: this device has %u", sms);
	s->warps = (sms - 1) * LOADED_WARPS;
	GB_TRY(gb_memory_free(run, &available));
	s->region_bytes = input_fit(REGION_MOST, REGION_SHARE, available, 4ull * LOADED_REQUEST);
	/* Half a region is enough for the chain, unless memory is short. */
	s->lines_bytes = s->region_bytes / 2;
	if (s->lines_bytes < (uint64_t)TIMES_L2 * gb_device(run)->l2_bytes)
		s->lines_bytes = s->region_bytes;
	GB_TRY(input_check_size(run, s->lines_bytes, TIMES_L2, available));
	GB_TRY(gb_alloc(run, s->lines_bytes, &s->lines));
	GB_TRY(gb_alloc(run, s->region_bytes, &s->in));
	GB_TRY(gb_alloc(run, s->region_bytes, &s->out));
	GB_TRY(gb_alloc(run, sizeof(struct loaded_place), &s->place));
	GB_TRY(gb_alloc(run, s->warps * sizeof(struct loaded_warp), &s->warp));
	GB_TRY(gb_alloc(run, sizeof(struct gb_report), &s->report));
	GB_TRY(gb_find_kernel(run, "loaded_fill", &s->fill));
	GB_TRY(gb_find_kernel(run, "loaded_link", &s->link));
	GB_TRY(gb_find_kernel(run, "loaded_check", &s->check));
	GB_TRY(input_fill(run, &s->fill, s->in, s->region_bytes));
	const struct loaded_link_args link = { gb_address(s->lines), (uint32_t)(s->lines_bytes / LOADED_LINE) };
	return gb_launch(run, &s->link, input_shape(run), &link);
}

/* ---- one point --------------------------------------------------------------------------------------------------- */

static uint64_t line_at(const struct state *s, uint64_t position)
{
	const uint32_t lines = (uint32_t)(s->lines_bytes / LOADED_LINE);

	return s->lines + (uint64_t)cycle_line_at((uint32_t)(position % lines), lines) * LOADED_LINE;
}

/* Begins the chase at a line that no recent chase has visited, since L2 still holds the lines of recent chases. */
static int begin_chase(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint32_t lines = (uint32_t)(s->lines_bytes / LOADED_LINE);

	s->begin = (uint32_t)((++s->begins * INPUT_GOLDEN_64 >> 32) * lines >> 32);
	const struct loaded_place place = { .at = line_at(s, s->begin) };

	return gb_copy_in(run, s->place, &place, sizeof place);
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct gb_device *device = gb_device(run);
	const uint32_t reads = loaded_reads(run), writes = loaded_writes(run), most = reads > writes ? reads : writes;
	const double turn = (double)(reads + writes) * LOADED_REQUEST * s->warps;
	const double rate = 0.01 * (double)gb_value(run, offered) * gb_memory_rate(device);
	const uint64_t round = (uint64_t)s->warps * most * LOADED_REQUEST; /* bytes of one turn of all warps */

	s->bytes = s->seconds = 0;
	s->args = (struct loaded_args){
		.place = gb_address(s->place),
		.warp = gb_address(s->warp),
		.in = gb_address(s->in),
		.out = gb_address(s->out),
		.rounds_of = (uint32_t)(round > 0 ? s->region_bytes / round : 0),
		/* Cycles between two turns of a warp with which all warps together generate the offered traffic. */
		.period = rate > 0 ? (uint32_t)fmin(turn / rate * device->sm_clock_max_hz, 1e9) : 0,
		.idle = gb_value(run, offered) == 0,
		.hops = HOPS,
	};
	if (s->args.rounds_of == 0)
		return gb_skip(run, "%llu bytes are too few for one pass of all warps",
			       (unsigned long long)s->region_bytes);
	/* More than half of the shared memory, so that an SM holds only one block. */
	s->shape = (struct gb_shape){ .grid = (uint32_t)device->sm_count,
				      .block = 32 * LOADED_WARPS,
				      .shared_bytes = (uint32_t)(device->shared_per_sm / 2) + 1024,
				      .cooperative = 1 };
	GB_TRY(kernel_find(run, &s->kernel, "loaded_%s", ops[gb_value(run, op)]));
	return begin_chase(run);
}

static int launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	GB_TRY(gb_fill(run, s->place + offsetof(struct loaded_place, ready), 0, 2 * sizeof(uint32_t)));
	return gb_launch(run, &s->kernel, s->shape, &s->args);
}

static int observe(struct gb_run *run, double *value)
{
	struct state *s = gb_state(run);
	const struct loaded_place *place = gb_fetch(run, s->place, sizeof *place);
	const struct loaded_warp *warp = gb_fetch(run, s->warp, s->warps * sizeof *warp);
	double turns = 0;

	if (place == NULL || warp == NULL)
		return GB_FAILED;
	/* The bytes that the traffic moved during the last chase. */
	for (uint32_t i = 0; i < s->warps; i++)
		turns += warp[i].counted;
	s->bytes += turns * (loaded_reads(run) + loaded_writes(run)) * LOADED_REQUEST;
	s->seconds += 1e-9 * (double)place->ns;
	*value = (double)place->cycles / HOPS;
	return GB_OK;
}

static struct gb_cost cost(const struct gb_run *run)
{
	return (struct gb_cost){ .ops = HOPS };
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);
	size_t count = 0;

	if (result->sm_hz > 0)
		out[count++] = (struct gb_metric){ "latency", "s", GB_TIMES, 1 / result->sm_hz, 0 };
	if (s->seconds > 0)
		out[count++] = (struct gb_metric){ "bandwidth", "B/s", GB_MEASURED, s->bytes / s->seconds,
						   gb_memory_rate(result->device) };
	return count;
}

static const char *remark(const struct gb_run *run)
{
	return gb_value(run, offered) <= 50 ? "limited by the offered traffic" : NULL;
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

/* Checks where the chase ended, and the traffic. Otherwise missing traffic would turn every latency into an idle one,
 * and a warp that did not report its turns would have an arbitrary number of them. */
static int check_traffic(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const uint64_t wanted = line_at(s, (uint64_t)s->begin + HOPS);
	const struct loaded_place *place = gb_fetch(run, s->place, sizeof *place);
	const struct loaded_warp *warp = gb_fetch(run, s->warp, s->warps * sizeof *warp);

	if (place == NULL || warp == NULL)
		return GB_FAILED;
	GB_TRY(chase_check(run, place->at, wanted, place->cycles));
	if (place->ready != s->shape.grid - 1)
		return gb_fail(run, "%u of %u blocks of traffic were in flight", place->ready, s->shape.grid - 1);
	if ((warp[0].turns > 0) == (s->args.idle != 0))
		return gb_fail(run, "the first warp of the traffic had %u turns", warp[0].turns);
	for (uint32_t w = 0; w < s->warps; w++)
		if (warp[w].turns == UINT_MAX || warp[w].counted > warp[w].turns)
			return gb_fail(run, "warp %u of the traffic did not report its turns", w);
	return GB_OK;
}

static int verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct loaded_check_args check = {
		.warp = gb_address(s->warp),
		.out = gb_address(s->out),
		.warps = s->warps,
		.rounds_of = s->args.rounds_of,
		.reads = loaded_reads(run),
		.writes = loaded_writes(run),
		.report = gb_address(s->report),
	};

	GB_TRY(gb_fill_output(run, s->warp, 0xff, s->warps * sizeof(struct loaded_warp)));
	GB_TRY(gb_fill_output(run, s->out, 0xff, s->region_bytes));
	GB_TRY(begin_chase(run));
	GB_TRY(launch(run));
	GB_TRY(check_traffic(run));
	GB_TRY(gb_report_clear(run, s->report));
	GB_TRY(gb_launch(run, &s->check, input_shape(run), &check));
	GB_TRY(gb_report_judge(run, s->report, UINT64_C(32) * s->warps, "lanes"));
	return input_check(run, s->in, s->region_bytes, input_bits);
}

/* ---- conclude ---------------------------------------------------------------------------------------------------- */

enum { POINTS_MAX = 64 };

struct load {
	int64_t offered;
	const struct gb_row *latency, *bandwidth;
};

struct curve {
	struct load point[POINTS_MAX];
	size_t count;
};

static struct load *point_of(struct curve *curve, int64_t offered)
{
	for (size_t i = 0; i < curve->count; i++)
		if (curve->point[i].offered == offered)
			return &curve->point[i];
	if (curve->count == POINTS_MAX)
		return NULL;
	curve->point[curve->count] = (struct load){ .offered = offered };
	return &curve->point[curve->count++];
}

/* Collects the points of an operation that have both values. */
static void collect(const struct gb_row *rows, size_t count, int64_t op, struct curve *curve)
{
	size_t kept = 0;

	curve->count = 0;
	for (size_t i = 0; i < count; i++) {
		if (gb_row_value(&rows[i], op) != op)
			continue;
		struct load *p = point_of(curve, gb_row_value(&rows[i], offered));
		if (p != NULL && strcmp(rows[i].metric, "latency") == 0)
			p->latency = &rows[i];
		else if (p != NULL && strcmp(rows[i].metric, "bandwidth") == 0)
			p->bandwidth = &rows[i];
	}
	for (size_t i = 0; i < curve->count; i++)
		if (curve->point[i].latency != NULL && curve->point[i].bandwidth != NULL)
			curve->point[kept++] = curve->point[i];
	curve->count = kept;
}

static void tell_row(struct findings *f, int64_t op, const char *load, const char *unit, const struct gb_row *row,
		     int64_t offered)
{
	struct gb_finding *finding =
		findings_add(f, row->metric, unit, row->value, row, "traffic=%s,load=%s", ops[op], load);

	finding->lo = row->lo;
	finding->hi = row->hi;
	finding->limit = row->limit;
	snprintf(finding->remark, sizeof finding->remark, "with %lld %% of the bus rate offered", (long long)offered);
}

/* The bytes in flight per SM, by Little's law. */
static void tell_in_flight(struct findings *f, int64_t op, const char *load, const struct gb_device *device,
			   const struct gb_row *bandwidth, const struct gb_row *latency)
{
	const double sms = device->sm_count;
	struct gb_finding *finding = findings_add(f, "bytes_in_flight", "B", bandwidth->value * latency->value / sms,
						  latency, "traffic=%s,load=%s", ops[op], load);

	finding->lo = bandwidth->lo * latency->lo / sms;
	finding->hi = bandwidth->hi * latency->hi / sms;
	snprintf(finding->remark, sizeof finding->remark,
		 "bytes in flight of each of %.0f SMs, by Little's law: %.4g B/s x %.4g s", sms, bandwidth->value,
		 latency->value);
}

static void conclude_op(struct findings *f, const struct gb_device *device, const struct curve *curve, int64_t op)
{
	const struct load *idle = NULL, *most, *knee = NULL;
	double best = 0;

	for (size_t i = 0; i < curve->count && idle == NULL; i++)
		idle = curve->point[i].offered == 0 ? &curve->point[i] : NULL;
	most = idle;
	if (idle == NULL || curve->count < 3)
		return;
	for (size_t i = 0; i < curve->count; i++) {
		const struct load *p = &curve->point[i];
		const double power = p->bandwidth->value / p->latency->value;
		if (p->bandwidth->value > most->bandwidth->value)
			most = p;
		if (power > best) {
			best = power;
			knee = p;
		}
	}
	tell_row(f, op, "idle", "s", idle->latency, 0);
	tell_in_flight(f, op, "idle", device, most->bandwidth, idle->latency);
	if (knee != NULL) {
		tell_row(f, op, "knee", "s", knee->latency, knee->offered);
		tell_row(f, op, "knee", "B/s", knee->bandwidth, knee->offered);
	}
	tell_row(f, op, "saturated", "s", most->latency, most->offered);
	tell_row(f, op, "saturated", "B/s", most->bandwidth, most->offered);
	tell_in_flight(f, op, "saturated", device, most->bandwidth, most->latency);
}

static size_t conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX])
{
	struct findings f = { out, 0 };
	struct curve curve;

	for (int64_t op = 0; ops[op] != NULL; op++) {
		collect(rows, count, op, &curve);
		conclude_op(&f, device, &curve, op);
	}
	return f.count;
}

GB_BENCH(loaded) = {
	GB_IDENTITY(loaded),
	.summary = "latency of DRAM under load: reads, writes and both, from idle to saturation",
	.method = "One thread, alone on its SM, follows a chain through DRAM: 2048 hops of a cycle that visits the "
		  "lines of 512 MiB once each in random order, bypassing L1. All other SMs, with 32 warps each, "
		  "meanwhile read or write regions of 1 GiB in order, 512 bytes per instruction. A warp issues four "
		  "requests (mix: four reads and two writes) at a fixed interval of cycles, which is chosen so that "
		  "all SMs together generate `offered` percent of the bus rate. A warp whose loads are late issues "
		  "late. The chase begins 20 µs after the traffic and ends before it.\n"
		  "Value: `cycles` is the time of a hop in cycles of that SM. `bandwidth` is the traffic during the "
		  "chase, without the chain itself. Findings for each op: idle, without traffic; the knee, the point "
		  "with the most bandwidth for its latency (L. Kleinrock's power, 1979); saturated, the point with the "
		  "most bandwidth. Bytes in flight are bandwidth x latency (Little's law): with the idle latency, the "
		  "minimum that saturates the memory; with the saturated latency, everything in flight.\n"
		  "Verified: the end of the chain; the sums of all words read, and every word written in the last "
		  "round, recomputed on the host.",
	.subject = GB_SUBJECT_MEMORY,
	.quantity = GB_CYCLES,
	.axes = axes,
	.variants = gb_variants_loaded,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.cost = cost,
	.limit = limit_unknown,
	.observe = observe,
	.metrics = metrics,
	.conclude = conclude,
	.remark = remark,
};
