/* clocks: the SM clock under load, by the instructions that the SMs issue. */
#include "../common/findings.h"
#include "../common/kernel.h"
#include "../common/limits.h"
#include "../common/matrix_units.h"
#include "../common/median.h"
#include "../common/residency.h"
#include "clocks.h"

enum load { LOAD_FFMA, LOAD_FP64, LOAD_FP16, LOAD_BF16, LOAD_TF32, LOAD_INT8 };

enum { CLOCKS_SMS = 256 };

/* The most operands of a block, each of which has at least one byte. */
enum { OPERANDS = CLOCKS_A_BYTES + CLOCKS_B_BYTES };

enum { ROOF_SMS = 4, DUTY_ALL = 100 };

struct state {
	gb_ptr a, b, out, spans;
	float normal[OPERANDS];                              /* random numbers, converted to each format */
	unsigned char host[CLOCKS_A_BYTES + CLOCKS_B_BYTES]; /* A, then B, as they are on the device */
	struct gb_kernel kernel;
	struct gb_shape shape;
	struct clocks_args args;
	double slowest; /* lowest clock of an SM in the last observed launch, Hz */
};

static const char *const loads[] = { [LOAD_FFMA] = "ffma",
				     [LOAD_FP64] = "fp64",
				     [LOAD_FP16] = "fp16",
				     [LOAD_BF16] = "bf16",
				     [LOAD_TF32] = "tf32",
				     [LOAD_INT8] = "int8",
				     NULL };
static const char *const datas[] = { [NORMAL] = "normal", [ZEROS] = "zeros", NULL };

struct point {
	enum load load;
	uint32_t sms, duty;
	int data;
};

static const struct gb_axis axes[] = {
	{ GB_AXIS(load), .help = "the instruction: FFMA, or the matrix instruction (mma.sync) of this format",
	  .names = loads, .full = "ffma,fp16", .quick = "fp16" },
	{ GB_AXIS(sms), .help = "SMs that work, one block each; the others are idle", .values = "1:256", .full = "4" },
	{ GB_AXIS(data), .help = "operands: standard normal numbers (int8: in steps of 1/32), or zeros", .names = datas,
	  .full = "zeros" },
	{ GB_AXIS(duty), .unit = "%",
	  .help = "share of each 200 µs period in which these SMs work; they sleep for the rest",
	  .values = "5,10,25,50,75,90,100", .full = "100" },
	{ .name = NULL },
};

#define LAUNCH_NANOSECONDS 2e6
/* An H100 takes 0.1 to 0.3 s to settle on a clock for matrix instructions. After other work it may first run at 2.07
 * GHz, above its rated 1.98 GHz. Short launches leave room for interrupts. */
#define SETTLE_NANOSECONDS 50e6
enum { SETTLE_LAUNCHES = 6 };

/* ---- the point --------------------------------------------------------------------------------------------------- */

static enum load clocks_load(const struct gb_run *run)
{
	return gb_value(run, load);
}

static enum format clocks_format(enum load load)
{
	static const enum format formats_of[] = {
		[LOAD_FFMA] = FORMAT_FP32, [LOAD_FP64] = FORMAT_FP64, [LOAD_FP16] = FORMAT_FP16,
		[LOAD_BF16] = FORMAT_BF16, [LOAD_TF32] = FORMAT_TF32, [LOAD_INT8] = FORMAT_INT8,
	};

	return formats_of[load];
}

/* On few SMs power is low, so the instructions alone determine the clock. */
static const char *roof(const struct gb_run *run)
{
	const enum load load = clocks_load(run);

	if (gb_value(run, sms) != ROOF_SMS || gb_value(run, data) != ZEROS || gb_value(run, duty) != DUTY_ALL)
		return NULL;
	return load == LOAD_FP16 ? "clock.matrix" : load == LOAD_FFMA ? "clock.plain" : NULL;
}

LAUNCH_KERNEL(static int launch, state)

static int settle(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const unsigned long long nanoseconds = s->args.nanoseconds;

	s->args.nanoseconds = (unsigned long long)(gb_work(run) * SETTLE_NANOSECONDS);
	for (int i = 0; i < SETTLE_LAUNCHES; i++)
		GB_TRY(launch(run));
	s->args.nanoseconds = nanoseconds;
	return gb_sync(run);
}

/* The chains oscillate around -1/2, like those of `ffma`, and neither grow nor decay within a trip. Each thread has its
 * own factor. */
static void fill_factors(unsigned char *to)
{
	for (uint32_t thread = 0; thread < CLOCKS_THREADS; thread++) {
		const float factor = -1.0f + (float)(16 + 5 * thread) * 0x1p-24f;
		memcpy(to + sizeof factor * thread, &factor, sizeof factor);
	}
}

static int fill(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const enum format format = clocks_format(clocks_load(run));
	const int64_t data = gb_value(run, data);

	units_make_normal(s->normal, OPERANDS);
	units_fill(format, s->host, s->normal, OPERANDS / formats[format].bytes, data);
	if (clocks_load(run) == LOAD_FFMA && data == NORMAL)
		fill_factors(s->host + CLOCKS_A_BYTES);
	GB_TRY(gb_copy_in(run, s->a, s->host, CLOCKS_A_BYTES));
	return gb_copy_in(run, s->b, s->host + CLOCKS_A_BYTES, CLOCKS_B_BYTES);
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct gb_device *device = gb_device(run);
	const enum load load = clocks_load(run);
	const int64_t sms = gb_value(run, sms);

	if (sms > device->sm_count)
		return gb_skip(run, "this device has %d SMs", device->sm_count);
	if (load != LOAD_FFMA && device->cc_major < 8)
		return gb_skip(run, "matrix instructions need compute capability 8.0 here");
	/* The most shared memory that a block can have: more than half of the SM's, so that no SM holds two blocks. */
	s->shape = (struct gb_shape){ .grid = (uint32_t)sms,
				      .block = CLOCKS_THREADS,
				      .shared_bytes = residency_shared(device, 1) };
	GB_TRY(kernel_find(run, &s->kernel, "clocks_%s", loads[load]));
	GB_TRY(fill(run));
	s->args = (struct clocks_args){
		.a = gb_address(s->a),
		.b = gb_address(s->b),
		.out = gb_address(s->out),
		.spans = gb_address(s->spans),
		.nanoseconds = (unsigned long long)(gb_work(run) * LAUNCH_NANOSECONDS),
		.work = (unsigned long long)gb_value(run, duty) * CLOCKS_PERIOD / 100,
	};
	return settle(run);
}

/* ---- the clocks -------------------------------------------------------------------------------------------------- */

static int observe(struct gb_run *run, double *value)
{
	struct state *s = gb_state(run);
	const uint32_t blocks = s->shape.grid;
	struct clocks_span spans[CLOCKS_SMS];
	double hz[CLOCKS_SMS];

	GB_TRY(gb_copy_out(run, spans, s->spans, blocks * sizeof spans[0]));
	for (uint32_t i = 0; i < blocks; i++) {
		if (spans[i].nanoseconds == 0)
			return gb_fail(run, "block %u took no time", i);
		hz[i] = 1e9 * (double)spans[i].cycles / (double)spans[i].nanoseconds;
	}
	*value = values_median(hz, blocks);
	s->slowest = hz[0];
	return GB_OK;
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	out[0] = (struct gb_metric){ "slowest", "Hz", GB_MEASURED, state_of(run)->slowest, 0 };
	return 1;
}

/* ---- setup ------------------------------------------------------------------------------------------------------- */

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const int sms = gb_device(run)->sm_count;
	const uint64_t blocks = (uint64_t)(sms < CLOCKS_SMS ? sms : CLOCKS_SMS);

	GB_TRY(gb_alloc(run, CLOCKS_A_BYTES, &s->a));
	GB_TRY(gb_alloc(run, CLOCKS_B_BYTES, &s->b));
	GB_TRY(gb_alloc(run, blocks * CLOCKS_WARPS * CLOCKS_OUT_BYTES, &s->out));
	return gb_alloc(run, CLOCKS_SMS * sizeof(struct clocks_span), &s->spans);
}

/* A launch runs for a given time, so it has no fixed amount of work. */
static struct gb_cost cost(const struct gb_run *run)
{
	return (struct gb_cost){ 0 };
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

/* A block counts as idle if it takes this many nanoseconds longer than requested. */
#define LATE 1000000000u

static int check_spans(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const unsigned long long asked = s->args.nanoseconds;
	struct clocks_span span[CLOCKS_SMS];

	GB_TRY(gb_copy_out(run, span, s->spans, s->shape.grid * sizeof span[0]));
	for (uint32_t i = 0; i < s->shape.grid; i++) {
		if (span[i].nanoseconds < asked || span[i].nanoseconds - asked > LATE)
			return gb_fail(run, "block %u worked for %llu ns, expected %llu", i, span[i].nanoseconds,
				       asked);
		if (span[i].cycles == 0)
			return gb_fail(run, "block %u counted no cycles", i);
		for (uint32_t j = 0; j < i; j++)
			if (span[i].sm == span[j].sm)
				return gb_fail(run, "blocks %u and %u both ran on SM %llu", j, i, span[i].sm);
	}
	return GB_OK;
}

struct range {
	double least, most;
};

/* The rounding error of a sum, relative to the sum of the products' magnitudes. FP64 loses half an ulp per addition. In
 * other formats the units truncate below the last place of the largest summand. */
static double loss(enum format format, uint32_t products)
{
	if (format == FORMAT_INT8)
		return 0;
	return format == FORMAT_FP64 ? 0x1p-53 * products * CLOCKS_ROUNDS : 0x1p-16;
}

static double operand(enum format format, const unsigned char *from, uint32_t row, uint32_t k)
{
	return format_decode(format, format_get(format, from, row * (CLOCKS_ROW_BYTES / formats[format].bytes) + k));
}

static struct range element(const struct state *s, enum format format, uint32_t row, uint32_t col)
{
	const uint32_t depth = CLOCKS_ROW_BYTES / formats[format].bytes;
	double sum = 0, size = 0;

	for (uint32_t k = 0; k < depth; k++) {
		const double product =
			operand(format, s->host, row, k) * operand(format, s->host + CLOCKS_A_BYTES, col, k);
		sum += product;
		size += fabs(product);
	}
	const double lost = loss(format, depth) * size;
	return (struct range){ CLOCKS_ROUNDS * (sum - lost), CLOCKS_ROUNDS * (sum + lost) };
}

static uint32_t expect_products(const struct state *s, enum format format, struct range *out)
{
	const uint32_t rows = CLOCKS_AS * (format == FORMAT_FP64 ? 8 : 16);
	uint32_t count = 0;

	for (uint32_t warp = 0; warp < CLOCKS_WARPS; warp++)
		for (uint32_t row = 0; row < rows; row++)
			for (uint32_t col = 0; col < CLOCKS_COLS; col++)
				out[count++] = element(s, format, warp * rows + row, warp * CLOCKS_COLS + col);
	return count;
}

static uint32_t expect_chains(const struct state *s, struct range *out)
{
	enum { COUNT = CLOCKS_THREADS * CLOCKS_CHAINS };

	for (uint32_t i = 0; i < COUNT; i++) {
		float x, factor;
		memcpy(&x, s->host + i * sizeof x, sizeof x);
		memcpy(&factor, s->host + CLOCKS_A_BYTES + i / CLOCKS_CHAINS * sizeof factor, sizeof factor);
		for (int link = 0; link < CLOCKS_ROUNDS * CLOCKS_LINKS; link++)
			x = fmaf(x, factor, factor);
		out[i] = (struct range){ (double)x, (double)x };
	}
	return COUNT;
}

/* All blocks have the same operands. */
static int compare(struct gb_run *run, const unsigned char *out, const struct range *range, uint32_t count)
{
	const enum format format = clocks_format(clocks_load(run));

	for (uint32_t block = 0; block < state_of(run)->shape.grid; block++)
		for (uint32_t i = 0; i < count; i++) {
			const double value = format_sum(format, out, (uint64_t)block * count + i);
			if (!(value >= range[i].least && value <= range[i].most))
				return gb_fail(run, "element %u of block %u: got %.9g, expected %.9g", i, block, value,
					       0.5 * (range[i].least + range[i].most));
		}
	return GB_OK;
}

static int check_sums(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const enum load load = clocks_load(run);
	const enum format format = clocks_format(load);
	const uint64_t bytes = (uint64_t)s->shape.grid * CLOCKS_WARPS * CLOCKS_OUT_BYTES;
	const unsigned char *out = gb_fetch(run, s->out, bytes);
	struct range *range = gb_scratch(run, CLOCKS_WARPS * CLOCKS_OUT_BYTES / sizeof(float) * sizeof *range);

	if (out == NULL || range == NULL)
		return GB_FAILED;
	return compare(run, out, range,
		       load == LOAD_FFMA ? expect_chains(s, range) : expect_products(s, format, range));
}

static int verify(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(gb_fill_output(run, s->out, 0xff, (uint64_t)s->shape.grid * CLOCKS_WARPS * CLOCKS_OUT_BYTES));
	GB_TRY(gb_fill_output(run, s->spans, 0xff, CLOCKS_SMS * sizeof(struct clocks_span)));
	GB_TRY(launch_recorded(run, launch, &s->args.record, 1));
	GB_TRY(check_spans(run));
	return check_sums(run);
}

/* ---- conclude ---------------------------------------------------------------------------------------------------- */

/* The clock under a load, at a point that otherwise equals the one that sets a roof. NULL: there is no such row. */
static const struct gb_row *find_load(const struct gb_row *rows, size_t count, enum load load)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(rows[i].metric, "sm_clock") == 0 && gb_row_value(&rows[i], load) == (int64_t)load &&
		    gb_row_value(&rows[i], sms) == ROOF_SMS && gb_row_value(&rows[i], data) == ZEROS &&
		    gb_row_value(&rows[i], duty) == DUTY_ALL)
			return &rows[i];
	return NULL;
}

static size_t conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX])
{
	const struct gb_row *plain = find_load(rows, count, LOAD_FFMA);
	size_t findings = 0;

	for (int load = 0; plain != NULL && loads[load] != NULL; load++) {
		const struct gb_row *row = find_load(rows, count, (enum load)load);
		if (load == LOAD_FFMA || row == NULL)
			continue;
		struct gb_finding *finding = &out[findings++];
		*finding = ratio_of("matrix_over_plain", row, plain);
		snprintf(finding->point, sizeof finding->point, "load=%s", loads[load]);
		snprintf(finding->remark, sizeof finding->remark, "%.3f GHz, FFMA %.3f GHz, on %d SMs and zeros",
			 1e-9 * row->value, 1e-9 * plain->value, ROOF_SMS);
	}
	return findings;
}

GB_BENCH(clocks) = {
	GB_IDENTITY(clocks),
	.summary = "SM clock under load, by instruction, number of SMs, data and duty cycle",
	.method = "One block of 256 threads on each of `sms` SMs issues one kind of instruction for 2 ms: FFMA (8 "
		  "chains per thread), or mma.sync (m16n8k16 for fp16 and bf16, m16n8k8 for tf32, m16n8k32 for "
		  "int8, m8n8k4 for fp64; 8 accumulators per warp). The hardware chooses the SMs. Low-precision "
		  "matrix loads run for 0.3 s before they are timed, so that the clock has settled. Below a duty of "
		  "100 % all SMs work and sleep at the same times, and finish an iteration of 16 rounds before they "
		  "sleep.\n"
		  "Value: at its start and end, each block waits for a tick of the GPU's timer (globaltimer) and "
		  "then reads it and its SM's cycle counter (clock64). The clock is the median over the blocks of "
		  "cycles over seconds, sleep included. `slowest` is the lowest clock of these SMs. `of_nvml` is "
		  "the value over the clock that NVML reports under the same load (--watch 0.3 for points that set "
		  "no roof).\n"
		  "Verified on poisoned memory: every accumulator of every warp against double precision on the "
		  "host (FFMA bit by bit), that every block worked for the requested time, and that no two blocks "
		  "shared an SM.\n"
		  "Limit: none; cards run above their rated clock.",
	.subject = GB_SUBJECT_ARITHMETIC,
	.quantity = GB_HERTZ,
	.require = { .memory_bytes = UINT64_C(16) << 20 },
	.axes = axes,
	.variants = gb_variants_clocks,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.cost = cost,
	.limit = limit_unknown, /* a card may run above its rated clock */
	.roof = roof,
	.observe = observe,
	.metrics = metrics,
	.conclude = conclude,
};
