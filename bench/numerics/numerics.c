/* numerics: how the matrix units add: bits, order, rounding and subnormal numbers, by format. */
#include "../common/kernel.h"
#include "../common/input.h"
#include "../common/matrix_units.h"
#include "gpubench_declared.h"
#include "numerics_model.h"

/* Number of random tiles from which the rounding is determined. */
enum { FIT_TILES = 4 };

enum { OP_SYNC, OP_WGMMA };
struct point {
	int op, format;
};
static const char *const ops[] = { [OP_SYNC] = "sync", [OP_WGMMA] = "wgmma", NULL };
#define NAME(name, ...) #name,
static const char *const names[] = { INSTRUCTIONS(NAME) NULL };

static const struct gb_axis axes[] = {
	{ GB_AXIS(op), .help = "mma.sync of a warp, or wgmma of a warpgroup", .names = ops },
	{ GB_AXIS(format), .help = "number formats of operands and of sums", .names = names,
	  .quick = "fp16_fp32,e4m3_fp32,fp64_fp64" },
	{ .name = NULL },
};

static const struct gb_member members[] = {
	GB_ARRAY(struct numerics_args, in, .bytes = NUMERICS_IN_BYTES),
	GB_ARRAY(struct numerics_args, out, .bytes = (uint64_t)NUMERICS_SUM_BYTES, .per_thread = 32),
	GB_TRIPS(struct numerics_args, trips, 1000),
	{ .name = NULL },
};

/* `declared` belongs to the declared hooks and comes first. The others belong to the current point. */
struct state {
	_Alignas(8) unsigned char declared[GB_DECLARED_STATE];
	struct arithmetic found;
	bool keeps_subnormal_inputs, keeps_subnormal_sums;
	double equal; /* share of sums that match the model; NAN: not verified yet */
	char input[NUMERICS_IN_BYTES], sums[NUMERICS_SUM_BYTES], expected[NUMERICS_SUM_BYTES];
};

static const struct instruction *instruction_of(const struct gb_run *run)
{
	return &instructions[gb_value(run, format)];
}

static uint32_t tile_sums(const struct gb_run *run)
{
	return NUMERICS_ROWS(gb_value(run, op)) * NUMERICS_COLS;
}

static uint64_t launch_sums(const struct gb_run *run)
{
	const struct gb_chosen *at = gb_state(run);

	return (uint64_t)at->shape.grid * at->shape.block / NUMERICS_THREADS(gb_value(run, op)) * tile_sums(run);
}

static int multiply_once(struct gb_run *run)
{
	const struct gb_chosen *at = gb_state(run);
	struct numerics_args args = *(const struct numerics_args *)gb_declared_args(run);
	struct gb_shape shape = at->shape;

	args.trips = 1;
	shape.grid = NUMERICS_TILES * NUMERICS_THREADS(gb_value(run, op)) / NUMERICS_BLOCK;
	GB_TRY(gb_copy_in(run, (uintptr_t)args.in, state_of(run)->input, NUMERICS_IN_BYTES));
	GB_TRY(gb_launch(run, &at->kernel, shape, &args));
	return gb_copy_out(run, state_of(run)->sums, (uintptr_t)args.out, (uint64_t)NUMERICS_SUM_BYTES);
}

/* ---- probes ------------------------------------------------------------------------------------------------------ */

/* A dot product whose factors are powers of two, chosen so that the sum reveals a property. `a` is the first row of a
 * tile's A, `b` the first column of its B, `c` the first element of its C. */
struct probe {
	double a[DEPTH_MAX], b[DEPTH_MAX], c, sum;
};

static void put_probe(const struct instruction *in, const struct probe *p, char *a, char *b)
{
	for (uint32_t k = 0; k < in->depth; k++) {
		format_put(in->type, a, k, format_encode(in->type, p->a[k]));
		format_put(in->type, b, k, format_encode(in->type, p->b[k]));
	}
}

/* Runs at most NUMERICS_TILES probes. */
static int ask_some(struct gb_run *run, struct probe *p, uint64_t count)
{
	const struct instruction *in = instruction_of(run);
	const uint64_t sums = tile_sums(run);
	struct state *s = gb_state(run);

	for (uint64_t i = 0; i < count; i++) {
		put_probe(in, &p[i], s->input + i * sums / NUMERICS_COLS * NUMERICS_ROW_BYTES,
			  s->input + ((size_t)NUMERICS_B_ROW + i * NUMERICS_COLS) * NUMERICS_ROW_BYTES);
		format_put(in->sum, s->input + (size_t)NUMERICS_C, i * sums, format_encode(in->sum, p[i].c));
	}
	GB_TRY(multiply_once(run));
	for (uint64_t i = 0; i < count; i++)
		p[i].sum = format_decode(in->sum, format_get(in->sum, s->sums, i * sums));
	return GB_OK;
}

static int ask(struct gb_run *run, struct probe *p, uint32_t count)
{
	for (uint32_t at = 0; at < count; at += NUMERICS_TILES)
		GB_TRY(ask_some(run, p + at, count - at < NUMERICS_TILES ? count - at : NUMERICS_TILES));
	return GB_OK;
}

/* Exponents of large and small products with which all factors, and sums in FP16 as well, are normal numbers. */
static int large(const struct arithmetic *x)
{
	return 2 * (int)fmin(1 - least_exponent(x->in->type), x->in->sum == FORMAT_FP16 ? 7 : 15);
}

static int small(const struct arithmetic *x)
{
	return (int)fmax(2 * least_exponent(x->in->type), -large(x));
}

/* Sets product k to 1 or -1 times 2^exponent. */
static void put(struct probe *p, uint32_t k, double sign, int exponent)
{
	p->a[k] = ldexp(sign, exponent - exponent / 2);
	p->b[k] = ldexp(1, exponent / 2);
}

/* The small product i survives only if the large products j and j + 1 cancel in an earlier group. */
static int find_groups(struct gb_run *run, struct arithmetic *x)
{
	const uint32_t depth = x->in->depth, count = depth * depth / 2;
	struct probe p[DEPTH_MAX * DEPTH_MAX / 2] = { { .c = 0 } };

	for (uint32_t n = 0; n < count; n++) {
		const uint32_t i = n % depth, j = n / depth * 2;
		put(&p[n], i, 1, small(x));
		put(&p[n], j, i == j ? 0 : 1, large(x));
		put(&p[n], j + 1, i == j + 1 ? 0 : -1, large(x));
	}
	GB_TRY(ask(run, p, count));
	for (uint32_t n = 0; n < count; n++)
		x->group[n % depth] += p[n].sum == ldexp(1, small(x)) ? 2 : 0;
	return GB_OK;
}

/* Finds by how many powers of two a product may be smaller than a large one of its group before it is lost. If
 * `cancels` is set, a third product cancels the large one, so that only the small one remains. */
static int find_bits(struct gb_run *run, const struct arithmetic *x, bool cancels, int *bits)
{
	const int most = large(x) - small(x);
	const double rest = cancels ? 0 : ldexp(1, large(x));
	struct probe p[64] = { { .c = 0 } };
	uint32_t third = 2;

	while (third < x->in->depth - 1 && x->group[third] != x->group[0])
		third++;
	for (int i = 0; i < most; i++) {
		put(&p[i], 0, 1, large(x));
		put(&p[i], 1, cancels ? -1 : 0, large(x));
		put(&p[i], third, 1, large(x) - i - 1);
	}
	GB_TRY(ask(run, p, (uint32_t)most));
	for (*bits = 0; *bits < most && p[*bits].sum - rest == ldexp(1, large(x) - *bits - 1);)
		++*bits;
	return GB_OK;
}

/* Multiplies the smallest element by a large one; then adds zero products to a C of a quarter of the smallest normal
 * number. */
static int find_subnormal(struct gb_run *run, const struct arithmetic *x)
{
	const int least = least_exponent(x->in->type), fraction = fraction_bits(x->in->type);
	struct probe p[2] = { { .a = { ldexp(1, least - fraction) }, .b = { ldexp(1, (int)fmin(1 - least, 100)) } },
			      { .c = ldexp(1, least_exponent(x->in->sum) - 2) } };

	GB_TRY(ask(run, p, 2));
	state_of(run)->keeps_subnormal_inputs = p[0].sum != 0;
	state_of(run)->keeps_subnormal_sums = p[1].sum == p[1].c;
	return GB_OK;
}

/* ---- random operands --------------------------------------------------------------------------------------------- */

/* A random fraction with an exponent from a range in which small products lose bits next to large ones and no sum
 * overflows; one number in 16 is zero and one is subnormal. */
static uint64_t random_number(enum format f, uint64_t i)
{
	const uint64_t bits = format_mix(i);
	const double sign = bits >> 55 & 1 ? -1 : 1, fraction = (double)(bits << 12) * 0x1p-64;

	if (f == FORMAT_INT8 || f == FORMATS)
		return bits;
	if (i % 16 == 5)
		return format_encode(f, 0);
	if (i % 16 == 11)
		return format_encode(f, sign * fraction * format_power(least_exponent(f)));
	return format_encode(f, sign * (1 + fraction) * format_power((int)(bits >> 56) % 9 - 5));
}

static void put_random(const struct instruction *in, char *input)
{
	const uint32_t bytes = sum_bytes(in->sum);

	for (uint64_t i = 0; i < format_elements(in->type, (uint64_t)NUMERICS_C); i++)
		format_put(in->type, input, i, random_number(in->type, i));
	for (uint64_t i = 0; i < NUMERICS_SUM_BYTES / bytes; i++) {
		const uint64_t number = random_number(in->sum, i);
		memcpy(input + (size_t)NUMERICS_C + i * bytes, &number, bytes);
	}
}

static uint64_t count_equal(const char *sums, uint64_t count, uint32_t bytes, const char *expected, uint64_t distinct)
{
	uint64_t equal = 0;

	for (uint64_t i = 0; i < count; i++)
		equal += memcmp(sums + i * bytes, expected + i % distinct * bytes, bytes) == 0;
	return equal;
}

/* Finds how terms and sums are rounded and when C is added: the combination that matches most of the random sums. */
static int find_rounding(struct gb_run *run, struct arithmetic *x)
{
	const uint32_t count = FIT_TILES * tile_sums(run), bytes = sum_bytes(x->in->sum);
	struct state *s = gb_state(run);
	struct arithmetic way = *x;
	uint64_t most = 0;

	put_random(x->in, s->input);
	GB_TRY(multiply_once(run));
	for (int i = 0; i < 8; i++) {
		way.aligns_nearest = i & 1;
		way.rounds_nearest = i & 2;
		way.adds_c_last = i & 4;
		add_products(&way, count, tile_sums(run), s->input, s->expected);
		const uint64_t equal = count_equal(s->sums, count, bytes, s->expected, count);
		if (equal > most)
			*x = way;
		most = equal > most ? equal : most;
	}
	return GB_OK;
}

/* ---- the hooks --------------------------------------------------------------------------------------------------- */

static bool is_probed(const struct instruction *in)
{
	return in->sum != FORMATS && in->type != FORMAT_FP64;
}

static int prepare(struct gb_run *run)
{
	const struct gb_device *device = gb_device(run);
	const struct instruction *in = instruction_of(run);
	struct arithmetic *x = &state_of(run)->found;

	const int cc = 10 * device->cc_major + device->cc_minor;
	if (gb_value(run, op) == OP_WGMMA ? cc != 90 || in->type == FORMAT_FP64 : cc < in->since)
		return gb_skip(run, "the matrix units of this device do not have this instruction");
	state_of(run)->equal = (double)NAN;
	*x = (struct arithmetic){ .in = in };
	GB_TRY(gb_declared_prepare(run));
	if (is_probed(in)) {
		GB_TRY(find_groups(run, x));
		GB_TRY(find_bits(run, x, true, &x->aligned));
		GB_TRY(find_bits(run, x, false, &x->kept));
	}
	if (in->sum != FORMATS)
		GB_TRY(find_subnormal(run, x));
	return find_rounding(run, x);
}

/* Checks every sum of every warp or warpgroup. A sum that differs from the model is a finding and makes the row
 * suspect. */
static int verify(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct numerics_args *args = gb_declared_args(run);
	const uint32_t bytes = sum_bytes(instruction_of(run)->sum);
	const uint64_t count = launch_sums(run), distinct = UINT64_C(1) * NUMERICS_TILES * tile_sums(run);

	GB_TRY(gb_fill_output(run, (uintptr_t)args->out, 0xff, count * bytes));
	GB_TRY(gb_declared_launch(run));
	const char *out = gb_fetch(run, (uintptr_t)args->out, count * bytes);
	if (out == NULL)
		return GB_FAILED;
	add_products(&s->found, distinct, tile_sums(run), s->input, s->expected);
	const uint64_t equal = count_equal(out, count, bytes, s->expected, distinct);
	s->equal = (double)equal / (double)count;
	if (equal == 0)
		return gb_fail(run, "no sum matches the model");
	if (equal < count)
		gb_suspect(run, "%llu of %llu sums differ from the model", (unsigned long long)(count - equal),
			   (unsigned long long)count);
	return GB_OK;
}

static struct gb_cost cost(const struct gb_run *run)
{
	const struct numerics_args *args = gb_declared_args(run);

	return (struct gb_cost){ .ops = 2.0 * args->trips * instruction_of(run)->depth * (double)launch_sums(run) };
}

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	const struct units_instruction of = { .type = instruction_of(run)->type,
					      .is_mma = gb_value(run, op) == OP_SYNC,
					      .has_fp16_sums = instruction_of(run)->sum == FORMAT_FP16 };

	return device->sm_count * sm_hz * units_rate_of(of, device);
}

static double group_size(const struct arithmetic *x)
{
	uint32_t size = 0;

	for (uint32_t k = 0; k < x->in->depth; k++)
		size += x->group[k] == x->group[0];
	return size;
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);
	const struct arithmetic *x = &s->found;
	const struct {
		const char *name;
		double number;
		bool is_known;
	} found[] = { { "equal", s->equal, !isnan(s->equal) },
		      { "summed_at_once", group_size(x), is_probed(x->in) },
		      { "aligned_bits", x->aligned, is_probed(x->in) },
		      { "kept_bits", x->kept, is_probed(x->in) },
		      { "aligns_nearest", x->aligns_nearest, is_probed(x->in) },
		      { "rounds_nearest", x->rounds_nearest, is_probed(x->in) },
		      { "adds_c_last", x->adds_c_last, is_probed(x->in) },
		      { "subnormal_inputs", s->keeps_subnormal_inputs, x->in->sum != FORMATS },
		      { "subnormal_sums", s->keeps_subnormal_sums, x->in->sum != FORMATS } };
	size_t count = 0;

	(void)result;
	for (size_t i = 0; i < sizeof found / sizeof found[0]; i++)
		if (found[i].is_known)
			out[count++] = (struct gb_metric){ found[i].name, "1", GB_MEASURED, found[i].number, 0 };
	return count;
}

GB_BENCH(numerics) = {
	GB_IDENTITY(numerics),
	.summary = "how matrix units add: bits, order, rounding and subnormal numbers, by format",
	.method =
		"One instruction, D = C + A B, on operands that show how it adds: mma.sync m16n8 with the largest k of "
		"its format, and wgmma m64n8. A large term, its negative and a small one leave the small one if it was "
		"kept. summed_at_once: products that are aligned together, with no order among them. aligned_bits: a "
		"product smaller than the largest by this power of two is kept. kept_bits: fraction bits of the "
		"result. aligns_nearest, rounds_nearest: aligned terms and result are rounded to nearest (1) or toward "
		"zero (0). adds_c_last: C is added to the rounded sum of all products. subnormal_inputs, "
		"subnormal_sums: kept (1) or not.\n"
		"equal: the share of random sums that match a model with these properties on the host, bit by bit; the "
		"row is suspect unless all of them match. Operands include zeros and subnormal numbers. The model of "
		"FP64 is a chain of fused multiply-adds, that of int8 a sum that wraps around.\n"
		"Value: the rate of the launch that is verified, with one instruction in flight per warp or warpgroup; "
		"the best rates are those of mma. Limit: the units' rate at the SM clock measured over the timed "
		"interval. On 9.0 the compiler implements mma.sync in FP8 with FP16.\n"
		"Source: after Fasi et al., Numerical behavior of NVIDIA tensor cores (PeerJ Computer Science 7:e330, "
		"2021), and Xie et al., MMA-Sim (arXiv:2511.10909).",
	.subject = GB_SUBJECT_ARITHMETIC,
	.quantity = GB_OPS,
	.require = { .cc_min = 80, .memory_bytes = UINT64_C(48) << 20 },
	.axes = axes,
	.deep = "op=sync,wgmma",
	.variants = gb_variants_numerics,
	.state_size = sizeof(struct state),
	.setup = gb_declared_setup,
	.prepare = prepare,
	.launch = gb_declared_launch,
	.verify = verify,
	.cost = cost,
	.limit = limit,
	.metrics = metrics,
	GB_KERNEL(struct numerics_args, members, .kernel = "numerics_{op}_{format}", .block = NUMERICS_BLOCK),
};
