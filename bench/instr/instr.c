/* instr: throughput and latency of each class of arithmetic instructions. */
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpubench.h"
#include "instr.h"
#include "instr_steps.h"

GB_VARIANTS(instr);

enum { WARP = 32 };

/* Warps do not advance evenly: the last ones would be left alone at the end of a launch, and wait for latencies. With many
 * waves of short blocks others take the place of those that end. */
enum { WAVES = 4, WAVE_TRIPS = 32 };
/* Of both loops, for one warp. */
enum { LATENCY_TRIPS = 64 };
#define FAST_MATH "fast-math" /* the variant */

#define WORDS_BYTES    (INSTR_SEEDS * (uint64_t)sizeof(instr_word))
#define EXPECTED_BYTES (INSTR_SEEDS * (uint64_t)sizeof(unsigned int))
#define STEPS_BYTES    (INSTR_SEEDS * (uint64_t)INSTR_RECORDED * sizeof(struct instr_step))

static const char *const ops[] = {
#define NAME(name, steps, fast) [INSTR_##name] = #name,
	INSTR_OPS(NAME)
#undef NAME
		NULL,
};

/* Steps of a trip: by default, and with -use_fast_math. */
static const unsigned int bodies[][2] = {
#define BODY(name, steps, fast) [INSTR_##name] = { steps, fast },
	INSTR_OPS(BODY)
#undef BODY
};

enum { THROUGHPUT, LATENCY };
static const char *const measured[] = { [THROUGHPUT] = "throughput", [LATENCY] = "latency", NULL };

static const struct gb_axis axes[] = {
	{ .name = "op",
	  .help = "the operation of a step; --describe says what each is",
	  .kind = GB_REPORTED,
	  .names = ops,
	  .quick = "shift,udiv,fadd,promoted,sin,mufu_ex2,dfma" },
	{ .name = "measure",
	  .help = "operations a second with all warps resident, or cycles from a step to the next with one warp",
	  .kind = GB_REPORTED,
	  .names = measured },
	{ .name = "block",
	  .unit = "threads",
	  .help = "threads a block",
	  .kind = GB_SEARCHED,
	  .values = "128:1024:pow2",
	  .full = "512:1024:pow2",
	  .quick = "1024",
	  .when = "measure=throughput" },
	{ .name = NULL },
};

/* ---- one point ----------------------------------------------------------------------------------------------------- */

static const struct operation *operation(const struct gb_run *run)
{
	return &operations[gb_value(run, "op")];
}

static bool is_fast_math(const struct gb_run *run)
{
	return strcmp(gb_variant(run)->name, FAST_MATH) == 0;
}

static unsigned int body(const struct gb_run *run)
{
	return bodies[gb_value(run, "op")][is_fast_math(run)];
}

struct state {
	gb_ptr start, operand, out, cycles, expected, steps, report;
	struct gb_kernel check, compare, kernel;
	struct gb_shape shape;
	struct instr_args args;
};

static int setup(struct gb_run *run)
{
	const struct gb_device *device = gb_device(run);
	const uint64_t most = (uint64_t)device->sm_count * (uint64_t)device->threads_per_sm;
	struct state *s = calloc(1, sizeof *s);

	if (s == NULL)
		return gb_fail(run, "out of memory");
	gb_set_state(run, s);
	const struct {
		gb_ptr *at;
		uint64_t bytes;
	} memory[] = {
		{ &s->start, WORDS_BYTES },
		{ &s->operand, WORDS_BYTES },
		{ &s->out, WAVES * most * sizeof(unsigned int) },
		{ &s->cycles, sizeof(unsigned long long) },
		{ &s->expected, EXPECTED_BYTES },
		{ &s->steps, STEPS_BYTES },
		{ &s->report, INSTR_REPORT * sizeof(unsigned long long) },
	};
	int status = gb_find_kernel(run, "instr_check", &s->check);
	if (status == GB_OK)
		status = gb_find_kernel(run, "instr_compare", &s->compare);
	for (size_t i = 0; i < sizeof memory / sizeof memory[0] && status == GB_OK; i++)
		status = gb_alloc(run, memory[i].bytes, memory[i].at);
	return status;
}

static void teardown(struct gb_run *run)
{
	free(gb_state(run));
}

static int fill(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct operation *op = operation(run);
	instr_word start[INSTR_SEEDS], operand[INSTR_SEEDS];

	for (unsigned int seed = 0; seed < INSTR_SEEDS; seed++) {
		start[seed] = start_of(op, seed);
		operand[seed] = operand_of(op, seed);
	}
	int status = gb_copy_in(run, s->start, start, sizeof start);
	return status == GB_OK ? gb_copy_in(run, s->operand, operand, sizeof operand) : status;
}

/* As many blocks as are resident, WAVES times; or one warp. */
static int choose_shape(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint32_t sms = (uint32_t)gb_device(run)->sm_count;
	uint32_t resident;

	if (gb_value(run, "measure") == LATENCY) {
		s->shape = (struct gb_shape){ .grid = 1, .block = WARP };
		s->args.trips = s->args.half_trips = LATENCY_TRIPS;
		return GB_OK;
	}
	s->shape.block = (uint32_t)gb_value(run, "block");
	s->args.trips = WAVE_TRIPS;
	s->args.half_trips = 0;
	if (s->shape.block > s->kernel.threads_max)
		return gb_skip(run, "a block of %u threads needs more registers than there are", s->shape.block);
	int status = gb_occupancy(run, &s->kernel, s->shape.block, 0, &resident);
	if (status == GB_OK)
		s->shape.grid = WAVES * resident * sms;
	return status;
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	char name[GB_NAME_MAX];

	s->args = (struct instr_args){
		.start = gb_address(s->start),
		.operand = gb_address(s->operand),
		.out = gb_address(s->out),
		.cycles = gb_address(s->cycles),
	};
	snprintf(name, sizeof name, "instr_%s", ops[gb_value(run, "op")]);
	int status = gb_find_kernel(run, name, &s->kernel);
	if (status == GB_OK)
		status = choose_shape(run);
	return status == GB_OK ? fill(run) : status;
}

static int launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_launch(run, &s->kernel, s->shape, &s->args);
}

static enum gb_quantity measures(const struct gb_run *run)
{
	return gb_value(run, "measure") == LATENCY ? GB_CYCLES : GB_OPS;
}

static uint64_t threads(const struct state *s)
{
	return (uint64_t)s->shape.grid * s->shape.block;
}

/* A step is one operation, whatever the machine makes of it. */
static struct gb_cost cost(const struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const double half_bodies = INSTR_PASSES * (2.0 * s->args.trips + s->args.half_trips);

	return (struct gb_cost){ .ops = half_bodies * body(run) / 2 * (double)threads(s) };
}

static int observe(struct gb_run *run, double *value)
{
	const struct state *s = gb_state(run);
	unsigned long long cycles;
	int status = gb_copy_out(run, &cycles, s->cycles, sizeof cycles);

	if (status == GB_OK)
		*value = (double)(int64_t)cycles / (LATENCY_TRIPS * (body(run) / 2.0));
	return status;
}

/* Steps a clock and SM. The rates count the operations in a step: a multiply-add two of them, of packed numbers more. */
static double rate(const struct operation *op, const struct gb_device *device)
{
	const struct gb_rates *rates = &device->rates;

	switch (op->unit) {
	case UNIT_FP32:
		return rates->fp32 / 2;
	case UNIT_FP64:
		return rates->fp64 / 2;
	case UNIT_FP16:
		return rates->fp16 / 4;
	case UNIT_INT32:
		return rates->int32 / 2;
	case UNIT_ALU: /* as wide as the integer multiplier up to Hopper; later ones are not in NVIDIA's table */
		return device->cc_major <= 9 ? rates->int32 / 2 : 0;
	case UNIT_DP4A:
		return rates->dp4a / 8;
	case UNIT_SPECIAL:
		return rates->special;
	default:
		return 0;
	}
}

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return gb_value(run, "measure") == LATENCY ? 0 : rate(operation(run), device) * device->sm_count * sm_hz;
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct gb_device *device = gb_device(run);

	if (!(result->sm_hz > 0))
		return 0;
	if (gb_value(run, "measure") == LATENCY) {
		out[0] = (struct gb_metric){ "latency", "s", GB_TIMES, 1 / result->sm_hz, 0 };
		return 1;
	}
	const double clocks = result->sm_hz * device->sm_count, most = rate(operation(run), device);
	out[0] = (struct gb_metric){ "ops_per_clock_sm", "1", GB_TIMES, 1 / clocks, most };
	out[1] = (struct gb_metric){ "cycles_per_warp", "cycles", GB_OVER, WARP * clocks, most > 0 ? WARP / most : 0 };
	return 2;
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static int is_right(const struct gb_run *run, const struct instr_step *step, instr_word operand)
{
	const struct operation *op = operation(run);

	if (is_fast_math(run) && has_bound(&op->fast))
		return is_near(op, &op->fast, step, operand);
	return op->exact != NULL ? step->after == op->exact(step->before, operand)
				 : is_near(op, &op->bound, step, operand);
}

/* The steps that the checking kernel recorded: the first is from the start, and each is right. */
static int check_steps(struct gb_run *run, const struct instr_step *steps)
{
	const struct operation *op = operation(run);

	for (unsigned int seed = 0; seed < INSTR_SEEDS; seed++) {
		const struct instr_step *step = steps + (size_t)seed * INSTR_RECORDED;
		if (step->before != start_of(op, seed))
			return gb_fail(run, "seed %u started from %#llx, not %#llx", seed, step->before,
				       start_of(op, seed));
		for (unsigned int i = 0; i < INSTR_RECORDED; i++)
			if (!is_right(run, &step[i], operand_of(op, seed)))
				return gb_fail(run, "seed %u, record %u: of %#llx and %#llx came %#llx", seed, i,
					       step[i].before, operand_of(op, seed), step[i].after);
	}
	return GB_OK;
}

/* What every thread wrote, with what the checking kernel expects of its seed. */
static int check_ends(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct instr_compare_args args = {
		.out = s->args.out,
		.expected = gb_address(s->expected),
		.threads = threads(s),
		.report = gb_address(s->report),
	};
	unsigned long long report[INSTR_REPORT] = { [INSTR_FIRST] = ULLONG_MAX };

	int status = gb_copy_in(run, s->report, report, sizeof report);
	if (status == GB_OK)
		status = gb_launch(run, &s->compare,
				   (struct gb_shape){ 8 * (uint32_t)gb_device(run)->sm_count, 256, 0 }, &args);
	if (status == GB_OK)
		status = gb_copy_out(run, report, s->report, sizeof report);
	if (status != GB_OK)
		return status;
	if (report[INSTR_COMPARED] != args.threads)
		return gb_fail(run, "the check looked at %llu of %llu threads", report[INSTR_COMPARED], args.threads);
	if (report[INSTR_WRONG] != 0)
		return gb_fail(run, "%llu of %llu threads ended wrong, the first is %llu", report[INSTR_WRONG],
			       args.threads, report[INSTR_FIRST]);
	return GB_OK;
}

static int run_both(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct instr_check_args check = {
		.start = s->args.start,
		.operand = s->args.operand,
		.expected = gb_address(s->expected),
		.steps = gb_address(s->steps),
		.op = (unsigned int)gb_value(run, "op"),
		.body = body(run),
		.trips = s->args.trips,
		.half_trips = s->args.half_trips,
	};

	/* Poison, another one for each. */
	int status = gb_fill(run, s->out, 0xff, threads(s) * sizeof(unsigned int));
	if (status == GB_OK)
		status = gb_fill(run, s->expected, 0xee, EXPECTED_BYTES);
	if (status == GB_OK)
		status = gb_fill(run, s->steps, 0xdd, STEPS_BYTES);
	if (status == GB_OK)
		status = launch(run);
	return status == GB_OK ? gb_launch(run, &s->check, (struct gb_shape){ INSTR_SEEDS / WARP, WARP, 0 }, &check)
			       : status;
}

static int verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	struct instr_step *steps = malloc(STEPS_BYTES);

	if (steps == NULL)
		return gb_fail(run, "out of memory");
	int status = run_both(run);
	if (status == GB_OK)
		status = gb_copy_out(run, steps, s->steps, STEPS_BYTES);
	if (status == GB_OK)
		status = check_steps(run, steps);
	free(steps);
	return status == GB_OK ? check_ends(run) : status;
}

/* ---- conclusions --------------------------------------------------------------------------------------------------- */

static int op_of(const char *name)
{
	int op = 0;

	while (ops[op] != NULL && strcmp(ops[op], name) != 0)
		op++;
	return op;
}

/* The best row of an operation. */
static const struct gb_row *find(const struct gb_row *rows, size_t count, const char *variant, int op, int measure)
{
	static const char *const metric[] = { [THROUGHPUT] = "op_rate", [LATENCY] = "cycles" };
	const struct gb_row *best = NULL;

	for (size_t i = 0; i < count; i++) {
		if (strcmp(rows[i].variant, variant) != 0 || strcmp(rows[i].metric, metric[measure]) != 0 ||
		    gb_row_value(&rows[i], "op") != op || gb_row_value(&rows[i], "measure") != measure)
			continue;
		if (best == NULL || (measure == LATENCY ? rows[i].value < best->value : rows[i].value > best->value))
			best = &rows[i];
	}
	return best;
}

/* How many times slower `row` is than `other`, if both are there; returns how many of `out` it filled. */
static size_t slowdown(struct gb_finding *out, const char *metric, const struct gb_row *row, const struct gb_row *other,
		       const char *against)
{
	if (row == NULL || other == NULL)
		return 0;
	const int op = (int)gb_row_value(row, "op"), measure = (int)gb_row_value(row, "measure");
	const struct gb_row *over = measure == LATENCY ? row : other, *under = measure == LATENCY ? other : row;

	*out = (struct gb_finding){
		.metric = metric,
		.unit = "1",
		.value = over->value / under->value,
		.lo = over->lo / under->hi,
		.hi = over->hi / under->lo,
		.from = row,
	};
	snprintf(out->point, sizeof out->point, "op=%s,measure=%s", ops[op], measured[measure]);
	snprintf(out->remark, sizeof out->remark, "%s against %s", ops[op], against);
	return 1;
}

static size_t conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX])
{
	size_t found = 0;

	(void)device;
	for (int op = 0; op < INSTR_COUNT; op++)
		for (int measure = THROUGHPUT; measure <= LATENCY; measure++) {
			const struct operation *o = &operations[op];
			const struct gb_row *row = find(rows, count, "default", op, measure);
			if (o->against != NULL)
				found += slowdown(&out[found], "slowdown", row,
						  find(rows, count, "default", op_of(o->against), measure), o->against);
			if (has_bound(&o->fast))
				found += slowdown(&out[found], "fast_math_gain", row,
						  find(rows, count, FAST_MATH, op, measure),
						  "the same with -use_fast_math");
		}
	return found;
}

GB_BENCH(instr) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "instr",
	.summary = "throughput and latency of each class of arithmetic instructions",
	.method =
		"A chain of one operation a thread, each step depending on the one before: integer additions of the two words "
		"before (iadd) and a third (iadd3), rotation (shift), x & a ^ a (mask), a / x, a % x + c, a - x, x * a, a x + a; "
		"promoted is 1.1 - x with the suffix f forgotten; sqrt, rsqrt (1 / sqrtf), sin, exp(-x), log |x| as C++ has them "
		"and, with _fast, as intrinsic or PTX instruction; mufu_ is one instruction of the special function units; "
		"hfma2 is one packed instruction; d is double precision; i2f converts the bits of the result before, f2i, "
		"f2h, d2f and d2i there and back. An operation is one such step, whatever instructions the compiler makes of "
		"it; bench/instr/instr.audit counts them. Throughput: every SM full of warps, 4 waves of blocks. Latency: "
		"clock cycles of one warp in a loop of bodies, less those in a loop of half bodies, so that the loop "
		"itself falls out; of the long code of sin, dsin and dlog to a few cycles. Variant fast-math is the same source "
		"with -use_fast_math. Every thread's result is compared with a kernel that takes the chain one step at a time; "
		"of that, 32 steps of each of 256 chains are compared with the host: bit by bit where the operation is defined "
		"so, else with the true value within the error that the CUDA C++ Programming Guide and the PTX ISA state. The "
		"limit of a step that is one instruction, or waits for one of the special function units, is NVIDIA's table of "
		"arithmetic throughput x SMs x the SM clock measured; a single chain a thread does not always reach it "
		"(ffma is the roof). Findings: slowdown against what does instead, and the gain by -use_fast_math.",
	.quantity = GB_CYCLES, /* of a latency */
	.require = { .memory_bytes = UINT64_C(32) << 20 },
	.axes = axes,
	.variants = gb_variants_instr,
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.teardown = teardown,
	.cost = cost,
	.limit = limit,
	.observe = observe,
	.measures = measures,
	.metrics = metrics,
	.conclude = conclude,
};
