/* The properties of a matrix instruction's arithmetic: each is found by dot products of powers of two, chosen so that
 * the sum shows it. Most have a large term, its negative, and a small one, which is the sum if it was kept. */
#include <string.h>

#include "state.h"

/* A dot product: all rows of a tile's A, all its columns of B and all its C are the same. */
struct probe {
	double a[NUMERICS_DEPTH], b[NUMERICS_DEPTH], c;
	double sum; /* what the device found */
};

/* ---- asking the device ------------------------------------------------------------------------------------------- */

static void put_row(const struct instruction *i, unsigned char *at, const double *numbers)
{
	for (uint32_t k = 0; k < i->depth; k++)
		format_put(i->type, at, k, format_encode(i->type, numbers[k]));
}

static void put_probe(const struct gb_run *run, uint32_t tile, const struct probe *probe)
{
	const struct state *s = gb_state(run);
	const struct instruction *i = numerics_instruction(run);
	const uint32_t rows = numerics_rows(run), cols = numerics_cols(run);

	for (uint32_t row = 0; row < rows; row++)
		put_row(i, s->host_a + ((uint64_t)tile * rows + row) * NUMERICS_ROW_BYTES, probe->a);
	for (uint32_t col = 0; col < cols; col++)
		put_row(i, s->host_b + ((uint64_t)tile * cols + col) * NUMERICS_ROW_BYTES, probe->b);
	for (uint64_t at = 0; at < (uint64_t)rows * cols; at++)
		format_put(i->sum, s->host_c + tile * numerics_tile_bytes(run), at, format_encode(i->sum, probe->c));
}

/* As many as there are distinct tiles, or fewer. */
static int ask_some(struct gb_run *run, struct probe *probes, uint32_t count)
{
	struct state *s = gb_state(run);
	const struct gb_shape shape = s->shape;
	const uint32_t trips = s->args.trips;
	const uint64_t tiles = s->args.tiles, bytes = numerics_tile_bytes(run);
	const struct instruction *i = numerics_instruction(run);

	for (uint32_t tile = 0; tile < count; tile++)
		put_probe(run, tile, &probes[tile]);
	GB_TRY(gb_copy_in(run, s->a, s->host_a, tiles * numerics_rows(run) * NUMERICS_ROW_BYTES));
	GB_TRY(gb_copy_in(run, s->b, s->host_b, tiles * numerics_cols(run) * NUMERICS_ROW_BYTES));
	GB_TRY(gb_copy_in(run, s->c, s->host_c, tiles * bytes));
	s->shape.grid = (uint32_t)(tiles / numerics_tiles(run, (struct gb_shape){ .grid = 1, .block = shape.block }));
	s->args.trips = 1;
	const int status = numerics_launch(run);
	s->shape = shape;
	s->args.trips = trips;
	GB_TRY(status);
	const unsigned char *out = gb_fetch(run, s->out, tiles * bytes);
	if (out == NULL)
		return GB_FAILED;
	for (uint32_t tile = 0; tile < count; tile++)
		probes[tile].sum = format_decode(i->sum, format_get(i->sum, out + tile * bytes, 0));
	return GB_OK;
}

static int ask(struct gb_run *run, struct probe *probes, uint32_t count)
{
	const struct state *s = gb_state(run);
	const uint32_t most = s->args.tiles;

	for (uint32_t at = 0; at < count; at += most)
		GB_TRY(ask_some(run, probes + at, count - at < most ? count - at : most));
	return GB_OK;
}

/* ---- terms ------------------------------------------------------------------------------------------------------- */

/* Exponents of factors, so that all are normal numbers and no sum in FP16 is too large. */
static int top_exponent(const struct arithmetic *x)
{
	const int most = 1 - arithmetic_least_exponent(x->type), useful = x->sum == FORMAT_FP16 ? 7 : 15;

	return most < useful ? most : useful;
}

static int low_exponent(const struct arithmetic *x)
{
	const int least = arithmetic_least_exponent(x->type), useful = -top_exponent(x);

	return least > useful ? least : useful;
}

static int large(const struct arithmetic *x)
{
	return 2 * top_exponent(x);
}

static int small(const struct arithmetic *x)
{
	return 2 * low_exponent(x);
}

/* Product k: a number from 1 to 2, or its negative, times 2^exponent. */
static void put(struct probe *p, uint32_t k, double number, int exponent)
{
	const int half = exponent / 2;

	p->a[k] = ldexp(number, exponent - half);
	p->b[k] = ldexp(1, half);
}

/* Product `number` of the group of product 0, or of all, if each is its own group. */
static uint32_t member(const struct arithmetic *x, uint32_t number)
{
	for (uint32_t k = 0; k < x->depth; k++)
		if ((x->groups == x->depth || x->group[k] == x->group[0]) && number-- == 0)
			return k;
	return 0;
}

static uint32_t group_size(const struct arithmetic *x)
{
	return x->depth / x->groups;
}

/* ---- the order --------------------------------------------------------------------------------------------------- */

/* A small C stays next to two large products that cancel only if it is added after them. */
static int find_place_of_c(struct gb_run *run, struct arithmetic *x)
{
	struct probe p = { .c = ldexp(1, small(x)) };

	put(&p, 0, 1, large(x));
	put(&p, 1, -1, large(x));
	GB_TRY(ask(run, &p, 1));
	x->adds_c_last = p.sum == p.c;
	return GB_OK;
}

/* A small product i stays only if a large sum was cancelled by product j in an earlier group. What is large is C, or
 * the neighbour of j. */
static void put_pair(const struct arithmetic *x, struct probe *p, uint32_t i, uint32_t j)
{
	memset(p, 0, sizeof *p);
	if (x->adds_c_last)
		put(p, j ^ 1, 1, large(x));
	else
		p->c = ldexp(1, large(x));
	put(p, j, -1, large(x));
	if (i != j && !(x->adds_c_last && i == (j ^ 1)))
		put(p, i, 1, small(x));
}

/* Products with as many products in earlier groups are in one group. */
static void number_groups(struct arithmetic *x, const uint32_t *earlier)
{
	bool has[NUMERICS_DEPTH + 1] = { false };
	uint32_t number[NUMERICS_DEPTH + 1];

	for (uint32_t k = 0; k < x->depth; k++)
		has[earlier[k]] = true;
	x->groups = 0;
	for (uint32_t count = 0; count <= NUMERICS_DEPTH; count++) {
		number[count] = x->groups;
		x->groups += has[count];
	}
	for (uint32_t k = 0; k < x->depth; k++)
		x->group[k] = number[earlier[k]];
}

static int find_groups(struct gb_run *run, struct arithmetic *x)
{
	struct probe *probes = gb_scratch(run, (uint64_t)x->depth * x->depth * sizeof *probes);
	uint32_t earlier[NUMERICS_DEPTH] = { 0 };

	if (probes == NULL)
		return GB_FAILED;
	for (uint32_t i = 0; i < x->depth; i++)
		for (uint32_t j = 0; j < x->depth; j++)
			put_pair(x, &probes[i * x->depth + j], i, j);
	GB_TRY(ask(run, probes, x->depth * x->depth));
	for (uint32_t i = 0; i < x->depth; i++)
		for (uint32_t j = 0; j < x->depth; j++)
			earlier[i] += probes[i * x->depth + j].sum != 0;
	number_groups(x, earlier);
	return GB_OK;
}

/* ---- bits and rounding ------------------------------------------------------------------------------------------- */

enum { STEPS = 64 };

/* The large term, its negative, and a small one with `number`, 2^below below it. */
static struct probe cancelled(const struct arithmetic *x, double number, int below)
{
	struct probe p = { .c = 0 };

	put(&p, member(x, 0), 1, large(x));
	put(&p, member(x, 1), -1, large(x));
	put(&p, member(x, 2), number, large(x) - below);
	return p;
}

/* The large term and a small one. A group of one product has the sum so far as its other term. */
static struct probe added(const struct arithmetic *x, int below)
{
	struct probe p = { .c = 0 };

	put(&p, member(x, 0), 1, large(x));
	if (group_size(x) > 1)
		put(&p, member(x, 1), 1, large(x) - below);
	else
		p.c = ldexp(1, large(x) - below);
	return p;
}

/* The number of places below the large term in which a small one is kept. */
static int find_kept(struct gb_run *run, const struct arithmetic *x, bool cancels, int *kept)
{
	const int most = large(x) - small(x);
	struct probe p[STEPS];

	for (int below = 1; below <= most; below++)
		p[below - 1] = cancels ? cancelled(x, 1, below) : added(x, below);
	GB_TRY(ask(run, p, (uint32_t)most));
	for (*kept = 0; *kept < most; ++*kept)
		if (p[*kept].sum - (cancels ? 0 : ldexp(1, large(x))) != ldexp(1, large(x) - *kept - 1))
			break;
	return GB_OK;
}

/* 1.75 units of the last place that is kept in an aligned sum. */
static int find_alignment(struct gb_run *run, struct arithmetic *x)
{
	if (group_size(x) < 3) {
		x->aligned = 0;
		return GB_OK;
	}
	GB_TRY(find_kept(run, x, true, &x->aligned));
	struct probe p[2] = { cancelled(x, 1.75, x->aligned), cancelled(x, -1.75, x->aligned) };
	const double two = ldexp(2, large(x) - x->aligned);

	GB_TRY(ask(run, p, 2));
	x->aligns_nearest = p[0].sum == two && p[1].sum == -two;
	return GB_OK;
}

/* Four terms make a large one; the fifth is three quarters of the last place of their sum, but no term's. */
static struct probe carried(const struct arithmetic *x, double sign)
{
	struct probe p = { .c = 0 };

	for (uint32_t term = 0; term < 4; term++)
		put(&p, member(x, term), sign, large(x) - 2);
	if (group_size(x) > 4)
		put(&p, member(x, 4), sign * 1.5, large(x) - 1 - x->kept);
	else
		p.c = sign * ldexp(1.5, large(x) - 1 - x->kept);
	return p;
}

static int find_rounding(struct gb_run *run, struct arithmetic *x)
{
	GB_TRY(find_kept(run, x, false, &x->kept));
	struct probe p[2] = { carried(x, 1), carried(x, -1) };
	const double up = ldexp(1, large(x)) + ldexp(1, large(x) - x->kept);

	GB_TRY(ask(run, p, 2));
	x->rounds_nearest = p[0].sum == up && p[1].sum == -up;
	return GB_OK;
}

/* ---- subnormal numbers ------------------------------------------------------------------------------------------- */

/* The smallest element times a large one; and a sum of nothing but C, a quarter of the smallest normal number. */
static int find_subnormal(struct gb_run *run, struct arithmetic *x)
{
	const int least = arithmetic_least_exponent(x->type), most = 1 - least < 100 ? 1 - least : 100;
	const int fraction = x->type == FORMAT_FP64 ? 52 : formats[x->type].mantissa;
	struct probe p[2] = { { .a = { ldexp(1, least - fraction) }, .b = { ldexp(1, most) } },
			      { .c = ldexp(1, arithmetic_least_exponent(x->sum) - 2) } };

	GB_TRY(ask(run, p, 2));
	x->subnormal_inputs = p[0].sum != 0;
	x->subnormal_sums = p[1].sum == p[1].c;
	return GB_OK;
}

int numerics_discover(struct gb_run *run, struct arithmetic *out)
{
	const struct instruction *i = numerics_instruction(run);
	struct arithmetic x = { .type = i->type, .sum = i->sum, .depth = i->depth, .groups = 1 };

	if (i->sum != SUM_INT32) {
		GB_TRY(find_place_of_c(run, &x));
		GB_TRY(find_groups(run, &x));
		GB_TRY(find_alignment(run, &x));
		GB_TRY(find_rounding(run, &x));
		GB_TRY(find_subnormal(run, &x));
	}
	*out = x;
	return GB_OK;
}
