/* Tests of `offset`, by hand: its checks against kernels in C, what requests touch, and its conclusions. */
#include "offset.h"

#include "patterns.h"

enum { ARRAY = 1 << 20 }; /* bytes of each array: 80 % of 4 MiB hold three, in whole MiB */

/* ---- the kernels other than the timed ones ----------------------------------------------------------------------- */

static unsigned char input_byte(unsigned long long at)
{
	return (unsigned char)(input_float(at / 4) >> 8 * (at % 4));
}

/* The source of a permuted byte: of each 32 elements, the 4th first, then every fifth. */
static unsigned long long from_of(unsigned long long at, unsigned long long bytes)
{
	if (bytes == 0)
		return at;
	const unsigned long long place = (3 + 5 * (at / bytes % 32)) % 32;

	return at / (32 * bytes) * (32 * bytes) + place * bytes + at % bytes;
}

/* Byte by byte, with the carries of an addition by hand, unlike the device's way. */
static double check(struct gb_shape shape, const void *args)
{
	const struct offset_check_args *c = args;
	const unsigned char *out = (const unsigned char *)c->out;
	const unsigned int carries = c->bytes < 4 ? c->bytes : 4;
	unsigned int carry = 0;

	(void)shape;
	for (unsigned long long i = 0; i < c->words; i++) {
		bool wrong = false;
		for (unsigned long long at = 4 * i; at < 4 * i + 4; at++) {
			unsigned int want = input_byte(c->a + (c->op == OFFSET_PERMUTED ? from_of(at, c->bytes) : at));
			if (c->op == OFFSET_SUM || c->op == OFFSET_SUM_CG)
				want += input_byte(c->b + at) + (at % carries == 0 ? 0 : carry);
			carry = want >> 8;
			if (at < c->start || at >= c->end)
				want = PATTERN_POISON;
			wrong |= out[at] != (want & 0xff);
		}
		if (wrong)
			real_wrong(&c->report->words, i);
	}
	c->report->words.compared += c->words;
	return 0;
}

/* ---- the timed ones ---------------------------------------------------------------------------------------------- */

static double shifted(int op, size_t bytes, size_t unroll, struct gb_shape shape, const struct offset_args *args)
{
	const size_t size = (size_t)shape.grid * shape.block * unroll * bytes;
	unsigned char *out = args->out;

	for (size_t i = 0; i < size; i += bytes) {
		unsigned int carry = 0;
		for (size_t n = i; n < i + bytes; n++) {
			carry = n % 4 == 0 ? 0 : carry >> 8;
			const size_t from = op == OFFSET_PERMUTED ? from_of(n, (unsigned int)bytes) : n;
			carry += ((const unsigned char *)args->a)[from];
			carry += op == OFFSET_SUM || op == OFFSET_SUM_CG ? ((const unsigned char *)args->b)[n] : 0;
			out[n] = (unsigned char)carry;
		}
	}
	if (behaviour == WRONG)
		out[size / 2] ^= 1;
	if (behaviour == LATE)
		out[0] = PATTERN_POISON;
	if (behaviour == LONG)
		out[size] = 0;
	return 0;
}

KERNEL(shifted, copy, OFFSET_COPY, 1, 8)
KERNEL(shifted, copy, OFFSET_COPY, 4, 4)
KERNEL(shifted, copy, OFFSET_COPY, 4, 1)
KERNEL(shifted, copy, OFFSET_COPY, 16, 1)
KERNEL(shifted, sum, OFFSET_SUM, 1, 8)
KERNEL(shifted, sum, OFFSET_SUM, 2, 8)
KERNEL(shifted, sum, OFFSET_SUM, 8, 2)
KERNEL(shifted, sum_cg, OFFSET_SUM_CG, 4, 4)
KERNEL(shifted, permuted, OFFSET_PERMUTED, 2, 8)
KERNEL(shifted, permuted, OFFSET_PERMUTED, 16, 1)

static const struct verified points[] = {
	{ "op=copy,offset=0,bytes=1", "offset_copy_b1_u8", do_copy_b1_u8 },
	{ "op=copy,offset=3,bytes=1", "offset_copy_b1_u8", do_copy_b1_u8 },
	{ "op=copy,offset=1,bytes=4,form=wide", "offset_copy_b4_u4", do_copy_b4_u4 },
	{ "op=copy,offset=128,bytes=4,form=naive", "offset_copy_b4_u1", do_copy_b4_u1 },
	{ "op=copy,offset=128,bytes=16", "offset_copy_b16_u1", do_copy_b16_u1 },
	{ "op=sum,offset=1,bytes=1", "offset_sum_b1_u8", do_sum_b1_u8 },
	{ "op=sum,offset=7,bytes=2", "offset_sum_b2_u8", do_sum_b2_u8 },
	{ "op=sum,offset=3,bytes=8", "offset_sum_b8_u2", do_sum_b8_u2 },
	{ "op=sum_cg,offset=5,bytes=4,form=wide", "offset_sum_cg_b4_u4", do_sum_cg_b4_u4 },
	{ "op=permuted,bytes=2", "offset_permuted_b2_u8", do_permuted_b2_u8 },
	{ "op=permuted,bytes=16", "offset_permuted_b16_u1", do_permuted_b16_u1 },
};

static const struct suite suite = { "offset", "default", 4 << 20, points, sizeof points / sizeof points[0] };

static void emulate(void)
{
	fake_kernel("offset_fill", real_fill_float);
	fake_kernel("offset_check", check);
}

static void wrong_kernels_are_caught(void **state)
{
	(void)state;
	expect_caught(WRONG, "verify: 1 of ");
	expect_caught(LATE, "verify: 1 of ");
	expect_caught(LONG, "verify: 1 of ");
	expect_caught(MISSING, "verify: ");
}

/* ---- arithmetic -------------------------------------------------------------------------------------------------- */

/* A warp's request of 32 elements covers this many 32-byte sectors and 128-byte lines. A copy stores as it loads; a
 * sum stores from the start of its array. */
static const struct {
	const char *point;
	double sectors, lines, stored, efficiency, hits;
} requests[] = {
	{ "op=copy,offset=0,bytes=1", 1, 1, 1, 1, 0 },
	{ "op=copy,offset=1,bytes=1", 2, 1.25, 2, 0.5, 1 - 65.0 / 128 }, /* one warp of four crosses a line's border */
	{ "op=copy,offset=32,bytes=1", 1, 1, 1, 1, 0 },
	{ "op=copy,offset=1,bytes=2", 3, 1.5, 3, 2.0 / 3, 1 - 129.0 / 192 },
	{ "op=copy,offset=0,bytes=4,form=wide", 4, 1, 4, 1, 0 },
	{ "op=copy,offset=1,bytes=4,form=wide", 5, 2, 5, 0.8, 1 - 129.0 / 160 },
	{ "op=copy,offset=8,bytes=4,form=naive", 4, 2, 4, 1, 0 },
	{ "op=copy,offset=32,bytes=4,form=naive", 4, 1, 4, 1, 0 },
	{ "op=sum,offset=1,bytes=4,form=wide", 5, 2, 4, 3.0 * 4 / (5 + 5 + 4), 1 - 129.0 / 160 },
	{ "op=sum_cg,offset=1,bytes=4,form=wide", 5, 2, 4, 3.0 * 4 / (5 + 5 + 4), 0 },
	{ "op=permuted,bytes=4,form=wide", 4, 1, 4, 1, 0 },
	{ "op=sum,offset=2,bytes=1", 2, 1.25, 1, 3.0 / 5, 1 - 65.0 / 128 },
};

static void requests_by_hand(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
		open_point(requests[i].point);
		expect_metric("sectors_per_request", requests[i].sectors);
		expect_metric("lines_per_request", requests[i].lines);
		expect_metric("sectors_per_store", requests[i].stored);
		expect_metric("efficiency", requests[i].efficiency);
		expect_metric("hit_rate", requests[i].hits);
		expect_metric("moved_bandwidth", 1 / requests[i].efficiency);
		close_point();
	}
}

static void cost_by_hand(void **state)
{
	(void)state;
	open_point("op=copy,offset=5,bytes=2");
	assert_same(bench->cost(&run).bytes, 2.0 * ARRAY);
	expect_limit(2 * 1e9 * 4096 / 8);
	close_point();
	open_point("op=sum,offset=5,bytes=16");
	assert_same(bench->cost(&run).bytes, 3.0 * ARRAY);
	close_point();
}

static void rows_together(void **state)
{
	(void)state;
	made_count = 0;
	make_row(bench, "op=copy,offset=0,bytes=4,form=wide", "bandwidth", 100);
	make_row(bench, "op=copy,offset=8,bytes=4,form=wide", "bandwidth", 102);
	make_row(bench, "op=copy,offset=1,bytes=4,form=wide", "bandwidth", 90);
	make_row(bench, "op=copy,offset=1,bytes=4,form=wide", "efficiency", 0.8);
	make_row(bench, "op=copy,offset=9,bytes=4,form=wide", "bandwidth", 80);
	make_row(bench, "op=copy,offset=9,bytes=4,form=wide", "efficiency", 0.8);
	make_row(bench, "op=copy,offset=0,bytes=4,form=naive", "bandwidth", 50.5);
	make_row(bench, "op=copy,offset=0,bytes=1", "bandwidth", 70);
	make_row(bench, "op=sum,offset=0,bytes=4,form=wide", "bandwidth", 1000);
	assert_int_equal(conclude(bench, &warps_of_32), 2);
	const struct gb_finding *f = expect_finding("op=copy,bytes=4,form=wide", "misaligned_over_aligned", 85 / 101.0);
	assert_says(f->remark, "0.800 if every sector");
	expect_finding("op=copy,bytes=4", "naive_over_wide", 0.5);
	made_count = 0;
	make_row(bench, "op=sum,offset=1,bytes=8", "bandwidth", 90);
	make_row(bench, "op=sum,offset=3,bytes=8", "bandwidth", 110);
	make_row(bench, "op=sum_cg,offset=1,bytes=8", "bandwidth", 80);
	assert_int_equal(conclude(bench, &warps_of_32), 1);
	expect_finding("op=sum_cg,bytes=8", "l1_off_over_on", 0.8);
	made_count = 0;
	make_row(bench, "op=copy,offset=0,bytes=8", "bandwidth", 90);
	make_row(bench, "op=copy,offset=1,bytes=8", "bandwidth", 10);
	make_row(bench, "op=copy,offset=4,bytes=8", "bandwidth", 110);
	make_row(bench, "op=permuted,bytes=8", "bandwidth", 75);
	assert_int_equal(conclude(bench, &warps_of_32), 2);
	expect_finding("op=permuted,bytes=8", "permuted_over_straight", 0.75);
	made_count = 0;
	assert_int_equal(conclude(bench, &warps_of_32), 0);
}

/* A kernel that copies in order has every word in the wrong place, except for lanes that map to themselves. */
static void a_copy_in_order_is_not_permuted(void **state)
{
	(void)state;
	open_on(suite.memory_bytes, suite.variant, "op=permuted,bytes=16");
	fake_kernel("offset_permuted_b16_u1", do_copy_b16_u1);
	assert_int_equal(gb_run_verify(&run), GB_FAILED);
	assert_says(error.text, "words are wrong");
	gb_error_clear(&error);
	close_point();
}

int main(void)
{
	const struct CMUnitTest tests[] = { T(right_kernels_pass), T(wrong_kernels_are_caught),
					    T(requests_by_hand),   T(cost_by_hand),
					    T(rows_together),      T(a_copy_in_order_is_not_permuted) };

	return run_tests_of(suite.bench, tests);
}
