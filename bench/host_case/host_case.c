/* host_case: the worked example of `case` on the host's cores: means of rows, and a matrix times these means. */
#include "../common/kernel.h"
#include "../common/limits.h"
#include "host_case.h"

#define SET_WORDS ((uint64_t)CASE_LENGTH * CASE_LENGTH)
#define MOST_SETS UINT64_C(1024)
#define SHARE     0.5 /* largest share of the free memory */

static const char *const versions[] = { "plain", "along_rows", NULL };
enum { ONE, ALL };
static const char *const thread_counts[] = { [ONE] = "one", [ALL] = "all", NULL };

struct point {
	int version, threads;
	uint32_t sets, sets_alone;
};

static const struct gb_axis axes[] = {
	{ GB_AXIS(version),
	  .help = "plain: reads each set by columns, as in the source; along_rows: by rows, in vectors of four numbers",
	  .names = versions, .quick = "along_rows" },
	{ GB_AXIS(threads), .help = "one thread, or one on each core", .names = thread_counts, .quick = "all" },
	{ GB_AXIS(sets), .help = "sets of 1024 x 1024 numbers", .values = "4:1024:pow2", .full = "128", .quick = "16",
	  .when = "threads=all" },
	{ GB_AXIS(sets_alone), .help = "sets of one thread", .values = "4:1024:pow2", .full = "32",
	  .when = "threads=one" },
	{ .name = NULL },
};

static const struct gb_variant variants[] = {
	{ .name = "default", .flags = "", .archs = "", .kernels = host_case_kernels },
	{ .name = NULL },
};

struct state {
	uint32_t cores;
	uint64_t room; /* sets */
	gb_ptr in, matrix, out, report;
	struct gb_kernel fill, check;
	uint32_t filled; /* sets */
	/* The current point: */
	struct gb_kernel kernel;
	struct gb_shape shape;
	struct host_case_args args;
};

/* ---- memory ------------------------------------------------------------------------------------------------------ */

static int choose_room(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t set = (SET_WORDS + CASE_LENGTH) * sizeof(float); /* with its results */
	uint64_t available;

	GB_TRY(gb_memory_free(run, &available));
	s->room = (uint64_t)(SHARE * (double)available) / set;
	s->room = s->room < MOST_SETS ? s->room : MOST_SETS;
	return s->room > 0 ? GB_OK
			   : gb_skip(run, "%.1f MB of memory are free; a set takes %.1f MB", 1e-6 * (double)available,
				     1e-6 * (double)set / SHARE);
}

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(gb_team(run, -1, &s->cores));
	GB_TRY(choose_room(run));
	GB_TRY(gb_alloc(run, s->room * SET_WORDS * sizeof(float), &s->in));
	GB_TRY(gb_place(run, s->in, s->room * SET_WORDS * sizeof(float), -1, GB_PAGES_LARGEST));
	GB_TRY(gb_alloc(run, SET_WORDS * sizeof(float), &s->matrix));
	GB_TRY(gb_alloc(run, s->room * CASE_LENGTH * sizeof(float), &s->out));
	GB_TRY(gb_alloc(run, s->cores * sizeof(struct host_report), &s->report));
	GB_TRY(gb_find_kernel(run, "fill", &s->fill));
	return gb_find_kernel(run, "check", &s->check);
}

/* ---- one point --------------------------------------------------------------------------------------------------- */

static uint32_t sets_of(const struct gb_run *run)
{
	return gb_value(run, threads) == ONE ? gb_value(run, sets_alone) : gb_value(run, sets);
}

/* Fills the sets that no point has used yet, so that nobody waits for 4 GiB that stay unused. */
static int fill_sets(struct gb_run *run)
{
	struct state *s = gb_state(run);
	struct host_case_args args = s->args;

	if (args.sets <= s->filled)
		return GB_OK;
	args.first = s->filled;
	s->filled = args.sets;
	return gb_launch(run, &s->fill, (struct gb_shape){ .grid = s->cores, .block = 1 }, &args);
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);

	s->shape = (struct gb_shape){ .grid = gb_value(run, threads) == ONE ? 1 : s->cores, .block = 1 };
	s->args = (struct host_case_args){
		.in = gb_address(s->in),
		.matrix = gb_address(s->matrix),
		.out = gb_address(s->out),
		.sets = sets_of(run),
		.report = gb_address(s->report),
	};
	if (s->args.sets > s->room)
		return gb_skip(run, "half of the free memory holds %llu sets, not %u", (unsigned long long)s->room,
			       (uint32_t)s->args.sets);
	GB_TRY(gb_find_kernel(run, versions[gb_value(run, version)], &s->kernel));
	return fill_sets(run);
}

LAUNCH_KERNEL(static int launch, state)

/* As in `case`, each number is read once from memory and each result written once. */
static struct gb_cost cost(const struct gb_run *run)
{
	const double length = CASE_LENGTH, sets = sets_of(run), word = sizeof(float);

	return (struct gb_cost){ .bytes = word * (sets * (length * length + length) + length * length),
				 .ops = 3 * sets * length * length };
}

/* The limit is that of the cores' FMAs, because firmware seldom reports the memory's bandwidth. */
static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return device->rates.fp32 * state_of(run)->shape.grid * sm_hz;
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct gb_cost work = cost(run);
	const double whole = work.ops / sets_of(run) * (double)MOST_SETS;

	out[0] = (struct gb_metric){ "time", "s", GB_OVER, whole, whole / limit(run, result->device, result->sm_hz) };
	out[1] = (struct gb_metric){ "memory_bandwidth", "B/s", GB_TIMES, work.bytes / work.ops,
				     gb_memory_rate(result->device) };
	return 2;
}

static const char *remark(const struct gb_run *run)
{
	return gb_value(run, version) == 0
		       ? "each number comes from a different cache line, and each addition waits for the previous one"
		       : "limited by reads of memory";
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static int verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const uint64_t results = (uint64_t)s->args.sets * CASE_LENGTH;
	struct host_report found;

	GB_TRY(gb_fill_output(run, s->out, 0xff, results * sizeof(float)));
	GB_TRY(gb_fill(run, s->report, 0, s->cores * sizeof(struct host_report)));
	GB_TRY(launch(run));
	GB_TRY(gb_launch(run, &s->check, (struct gb_shape){ .grid = s->cores, .block = 1 }, &s->args));
	GB_TRY(host_report_join(run, s->report, s->cores, &found));
	return host_report_judge(run, &found, results, "results");
}

GB_BENCH(host_case) = {
	GB_IDENTITY(host_case),
	.summary = "the row means times a matrix of `case` on the host's cores, as in the source and by rows",
	.method = "The work of `case` with work=average, on one core or on all: the means of the 1024 rows of 1024 "
		  "numbers of each set, and a 1024 x 1024 matrix times each vector of means. plain reads a set by "
		  "columns and adds one number after the other, like the processor version in the source. "
		  "along_rows reads each row in order and keeps eight sums of four numbers. Each thread has its own "
		  "sets. Even for a run on one core, each set is first touched by the thread that owns it when all "
		  "cores take part.\n"
		  "Value: one addition for each number, two operations for each matrix element and set. time covers "
		  "all 1024 sets.\n"
		  "Verified: every result against sums of integers.\n"
		  "Limit, where the processor model is known: FP32 multiply-adds.",
	.target = GB_HOST,
	.quantity = GB_FLOPS,
	.axes = axes,
	.variants = variants,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.cost = cost,
	.limit = limit,
	.metrics = metrics,
	.remark = remark,
};
