/* loaded: how long an access to DRAM takes while others keep the memory busy, from idle to saturation. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "../common/input_host.h"
#include "state.h"

const char *const loaded_ops[] = { [OP_READ] = "read", [OP_WRITE] = "write", [OP_MIX] = "mix", NULL };
static const char *const kernels[] = {
	[OP_READ] = "loaded_read", [OP_WRITE] = "loaded_write", [OP_MIX] = "loaded_mix"
};

static const struct gb_axis axes[] = {
	{ .name = "op",
	  .help = "load of the other SMs: read, write, or mix (two reads to a write)",
	  .kind = GB_REPORTED,
	  .names = loaded_ops,
	  .quick = "read" },
	{ .name = "offered",
	  .unit = "%",
	  .help = "traffic that the other SMs try to generate, relative to the bandwidth of the memory bus; 0: none",
	  .kind = GB_REPORTED,
	  .values = "0:200:5",
	  .full = "0,10,20,30,40,50,60,65,70,75,80,85,90,95,100,120,200",
	  .quick = "0,60,200" },
	{ .name = NULL },
};

uint32_t loaded_reads(const struct gb_run *run)
{
	return gb_value(run, "op") == OP_WRITE ? 0 : 4;
}

uint32_t loaded_writes(const struct gb_run *run)
{
	return gb_value(run, "op") == OP_WRITE ? 4 : gb_value(run, "op") == OP_MIX ? 2 : 0;
}

/* ---- memory -------------------------------------------------------------------------------------------------------- */

/* Each of the three takes no more than this part of the free memory, and is so many times L2. */
#define REGION_SHARE 0.3
#define REGION_MOST  (UINT64_C(1) << 30)
enum { TIMES_L2 = 4 };

static int allocate(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint32_t sms = (uint32_t)gb_device(run)->sm_count;
	uint64_t available;

	if (sms < 2)
		return gb_skip(run, "the chain and the load need an SM each: this device has %u", sms);
	s->warps = (sms - 1) * LOADED_WARPS;
	int status = gb_memory_free(run, &available);
	if (status != GB_OK)
		return status;
	s->region_bytes = input_fit(REGION_MOST, REGION_SHARE, available, 4ull * LOADED_REQUEST);
	/* Half a region is enough for the chain, unless memory is short. */
	s->lines_bytes = s->region_bytes / 2;
	if (s->lines_bytes < (uint64_t)TIMES_L2 * gb_device(run)->l2_bytes)
		s->lines_bytes = s->region_bytes;
	status = input_check_size(run, s->lines_bytes, TIMES_L2, available);
	if (status == GB_OK)
		status = gb_alloc(run, s->lines_bytes, &s->lines);
	if (status == GB_OK)
		status = gb_alloc(run, s->region_bytes, &s->in);
	if (status == GB_OK)
		status = gb_alloc(run, s->region_bytes, &s->out);
	if (status == GB_OK)
		status = gb_alloc(run, sizeof(struct loaded_place), &s->place);
	if (status == GB_OK)
		status = gb_alloc(run, s->warps * sizeof(struct loaded_warp), &s->warp);
	return status == GB_OK ? gb_alloc(run, sizeof(struct gb_report), &s->report) : status;
}

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);
	int status = allocate(run);

	if (status == GB_OK)
		status = gb_find_kernel(run, "loaded_fill", &s->fill);
	if (status == GB_OK)
		status = gb_find_kernel(run, "loaded_link", &s->link);
	if (status == GB_OK)
		status = gb_find_kernel(run, "loaded_check", &s->check);
	if (status == GB_OK)
		status = input_fill(run, &s->fill, s->in, s->region_bytes);
	const struct loaded_link_args link = { gb_address(s->lines), (uint32_t)(s->lines_bytes / LOADED_LINE) };
	return status == GB_OK ? gb_launch(run, &s->link, input_shape(run), &link) : status;
}

/* ---- one point ----------------------------------------------------------------------------------------------------- */

/* Cycles between two turns of a warp that make all warps together the load that is asked for. */
static uint32_t period_of(const struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const double turn = (double)(loaded_reads(run) + loaded_writes(run)) * LOADED_REQUEST * s->warps;
	const double rate = 0.01 * (double)gb_value(run, "offered") * gb_memory_rate(gb_device(run));

	return rate > 0 ? (uint32_t)fmin(turn / rate * gb_device(run)->sm_clock_max_hz, 1e9) : 0;
}

/* 2^64 over the golden ratio: multiples of it, modulo 2^64, stay far apart. */
#define GOLDEN UINT64_C(0x9e3779b97f4a7c15)

int loaded_begin(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint32_t lines = (uint32_t)(s->lines_bytes / LOADED_LINE);

	s->begin = (uint32_t)((++s->begins * GOLDEN >> 32) * lines >> 32);
	const struct loaded_place place = { .at = loaded_line_at(s, s->begin) };

	return gb_copy_in(run, s->place, &place, sizeof place);
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct gb_device *device = gb_device(run);
	const uint32_t reads = loaded_reads(run), writes = loaded_writes(run), most = reads > writes ? reads : writes;
	const uint64_t round = (uint64_t)s->warps * most * LOADED_REQUEST; /* of all warps */

	s->bytes = s->seconds = 0;
	s->args = (struct loaded_args){
		.place = gb_address(s->place),
		.warp = gb_address(s->warp),
		.in = gb_address(s->in),
		.out = gb_address(s->out),
		.rounds_of = (uint32_t)(round > 0 ? s->region_bytes / round : 0),
		.period = period_of(run),
		.idle = gb_value(run, "offered") == 0,
		.hops = HOPS,
	};
	if (s->args.rounds_of == 0)
		return gb_skip(run, "%llu bytes are less than one turn of all warps",
			       (unsigned long long)s->region_bytes);
	/* One block per SM: more than half of the shared memory. */
	s->shape = (struct gb_shape){ .grid = (uint32_t)device->sm_count,
				      .block = 32 * LOADED_WARPS,
				      .shared_bytes = (uint32_t)(device->shared_per_sm / 2) + 1024,
				      .cooperative = 1 };
	int status = gb_find_kernel(run, kernels[gb_value(run, "op")], &s->kernel);
	return status == GB_OK ? loaded_begin(run) : status;
}

int loaded_launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	int status = gb_fill(run, s->place + offsetof(struct loaded_place, ready), 0, 2 * sizeof(unsigned int));

	return status == GB_OK ? gb_launch(run, &s->kernel, s->shape, &s->args) : status;
}

/* What the traffic moved during the chase of the last launch. */
static int add_traffic(struct gb_run *run, double seconds)
{
	struct state *s = gb_state(run);
	struct loaded_warp *warp = malloc(s->warps * sizeof *warp);
	double turns = 0;

	if (warp == NULL)
		return gb_fail(run, "out of memory");
	int status = gb_copy_out(run, warp, s->warp, s->warps * sizeof *warp);
	for (uint32_t i = 0; i < s->warps && status == GB_OK; i++)
		turns += warp[i].counted;
	free(warp);
	s->bytes += turns * (loaded_reads(run) + loaded_writes(run)) * LOADED_REQUEST;
	s->seconds += seconds;
	return status;
}

static int observe(struct gb_run *run, double *value)
{
	const struct state *s = gb_state(run);
	struct loaded_place place;
	int status = gb_copy_out(run, &place, s->place, sizeof place);

	if (status == GB_OK)
		status = add_traffic(run, 1e-9 * (double)place.ns);
	*value = (double)place.cycles / HOPS;
	return status;
}

static struct gb_cost cost(const struct gb_run *run)
{
	(void)run;
	return (struct gb_cost){ .ops = HOPS };
}

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	(void)run;
	(void)device;
	(void)sm_hz;
	return NAN;
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

GB_VARIANTS(loaded);

static const char *remark(const struct gb_run *run)
{
	return gb_value(run, "offered") <= 50 ? "limited by the offered traffic" : NULL;
}

GB_BENCH(loaded) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "loaded",
	.summary = "latency of DRAM under load: reads, writes and both, from idle to saturation",
	.method = "One thread, alone on its SM, follows a chain through DRAM: 2048 hops of a cycle that visits "
		  "the lines of 512 MiB once each in random order, past L1. All other SMs, with 32 warps each, "
		  "meanwhile read or write regions of 1 GiB in order, 512 bytes per instruction. A warp issues "
		  "four requests (mix: four reads and two writes) at a fixed interval of cycles, which is chosen "
		  "so that all SMs together generate `offered` percent of the bus rate. A warp whose loads are "
		  "late issues late. The chase begins 20 us after the traffic and ends before it.\n"
		  "Value: `cycles` is the time of a hop by that SM's clock. `bandwidth` is the traffic during the "
		  "chase, without the chain itself. Findings for each op: idle, without traffic; the knee, the "
		  "point with the most bandwidth for its latency (L. Kleinrock's power, 1979); saturated, the "
		  "point with the most bandwidth. Bytes in flight are bandwidth x latency (Little's law): with "
		  "the idle latency it is the minimum that saturates the memory, with the saturated latency it is "
		  "everything in flight.\n"
		  "Verified: the end of the chain; the sums of all words read, and every word written in the last "
		  "round, recomputed on the host.",
	.subject = GB_SUBJECT_MEMORY,
	.quantity = GB_CYCLES,
	.axes = axes,
	.variants = gb_variants_loaded,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = prepare,
	.launch = loaded_launch,
	.verify = loaded_verify,
	.cost = cost,
	.limit = limit,
	.observe = observe,
	.metrics = metrics,
	.conclude = loaded_conclude,
	.remark = remark,
};
