/* Tests of `stride`, by hand: the places of its elements, its checks against kernels in C, what requests touch and
 * the memory moves, and its conclusions. */
#include "stride.h"

#include "patterns.h"

/* Bytes of each array: a third of 80 % of 16 MiB are two near ones of whole MiB, 80 % of the rest two far ones. */
#define NEAR 2097152.0
enum { FAR = 4 << 20 };

/* ---- the kernels other than the timed ones ----------------------------------------------------------------------- */

static unsigned long long word_of(const struct stride_check_args *c, unsigned long long k)
{
	return (k % c->rows * c->pitch + k / c->rows * c->hop) / 4;
}

static double poison(struct gb_shape shape, const void *args)
{
	const struct stride_check_args *c = args;

	(void)shape;
	for (unsigned long long k = 0; k < c->elements; k++)
		memset(&c->out[word_of(c, k)], PATTERN_POISON, c->bytes);
	return 0;
}

static double check(struct gb_shape shape, const void *args)
{
	const struct stride_check_args *c = args;
	unsigned int total = 0;

	(void)shape;
	for (unsigned long long k = 0; k < c->elements; k++)
		for (unsigned int w = 0; w < c->bytes / 4; w++) {
			const unsigned long long i = word_of(c, k) + w;
			const unsigned int want =
				c->op == STRIDE_WRITE ? stride_mark((unsigned int)k, w) : input_float(i);
			total += want;
			if (c->op != STRIDE_READ && c->out[i] != want)
				real_wrong(&c->report->words, i);
		}
	c->report->expected += c->op == STRIDE_READ ? total : 0;
	c->report->words.compared += c->elements * (c->bytes / 4);
	return 0;
}

/* ---- the timed ones ---------------------------------------------------------------------------------------------- */

static size_t place(const struct stride_place *p, size_t k)
{
	return (k & p->mask) * p->pitch + (k >> p->shift) * p->hop;
}

/* One word at a time. */
static double strided(int op, size_t bytes, size_t unroll, struct gb_shape shape, const struct stride_args *args)
{
	const size_t count = (size_t)shape.grid * shape.block * unroll - (behaviour == SHORT ? 1 : 0);
	unsigned int *out = args->out, total = 0;
	const unsigned int *a = args->a;

	for (size_t k = 0; k < count; k++)
		for (unsigned int w = 0; w < bytes / 4; w++) {
			const size_t i = place(&args->place, k) / 4 + w;
			if (op == STRIDE_READ)
				total += a[i];
			else
				out[i] = op == STRIDE_COPY ? a[i] : stride_mark((unsigned int)k, w);
		}
	if (op == STRIDE_READ && args->record)
		args->report->sum[PATTERN_SUMS - 1] += total + (behaviour == WRONG ? 1 : 0);
	if (op != STRIDE_READ && behaviour == WRONG)
		out[place(&args->place, count - 1) / 4] ^= 1;
	return 0;
}

KERNEL(strided, copy, STRIDE_COPY, 4, 4)
KERNEL(strided, copy, STRIDE_COPY, 4, 1)
KERNEL(strided, copy, STRIDE_COPY, 8, 1)
KERNEL(strided, copy, STRIDE_COPY, 16, 1)
KERNEL(strided, read, STRIDE_READ, 4, 8)
KERNEL(strided, read, STRIDE_READ, 8, 4)
KERNEL(strided, write, STRIDE_WRITE, 4, 4)
KERNEL(strided, write, STRIDE_WRITE, 16, 1)

static const struct verified points[] = {
	{ "op=copy,stride=1,bytes=4,form=wide", "stride_copy_b4_u4", do_copy_b4_u4 },
	{ "op=copy,stride=7,bytes=4,form=wide", "stride_copy_b4_u4", do_copy_b4_u4 },
	{ "op=copy,stride=3,bytes=4,form=naive", "stride_copy_b4_u1", do_copy_b4_u1 },
	{ "op=copy,stride=262144,bytes=8,form=naive", "stride_copy_b8_u1", do_copy_b8_u1 },
	{ "op=copy,stride=1024,bytes=16,form=wide", "stride_copy_b16_u1", do_copy_b16_u1 },
	{ "op=read,stride=1,bytes=4", "stride_read_b4_u8", do_read_b4_u8 },
	{ "op=read,stride=65536,bytes=8", "stride_read_b8_u4", do_read_b8_u4 },
	{ "op=write,stride=31,bytes=4", "stride_write_b4_u4", do_write_b4_u4 },
	{ "op=write,stride=64,bytes=16", "stride_write_b16_u1", do_write_b16_u1 },
};

static const struct suite suite = { "stride", "default", 16 << 20, points, sizeof points / sizeof points[0] };

static void emulate(void)
{
	fake_kernel("stride_fill", real_fill_float);
	fake_kernel("stride_poison", poison);
	fake_kernel("stride_check", check);
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static void wrong_kernels_are_caught(void **state)
{
	(void)state;
	expect_caught(WRONG, "verify: ");
	expect_caught(SHORT, "verify: ");
	expect_caught(MISSING, "verify: ");
}

/* It reads both far arrays, including what other points wrote into the second. */
static void reach_is_verified(void **state)
{
	(void)state;
	open_on(480 << 20, suite.variant, "op=reach,span=268435456");
	assert_ok(gb_run_verify(&run), error);
	behaviour = WRONG;
	assert_int_equal(gb_run_verify(&run), GB_FAILED);
	assert_says(error.text, "the sum of the words read");
	behaviour = RIGHT;
	close_point();
}

static void a_span_that_is_not_there_is_skipped(void **state)
{
	(void)state;
	open_point("op=read,stride=1,bytes=4");
	skipped("op=reach,span=268435456", "8 MB of device memory are available");
	close_point();
}

/* ---- places of elements ------------------------------------------------------------------------------------------ */

static unsigned char *taken; /* the bytes of an array */

/* In place of a timed kernel: checks that no element overlaps another one or leaves the array. */
static double lay_out(size_t bytes, size_t unroll, struct gb_shape shape, const struct stride_args *args)
{
	for (size_t k = 0; k < (size_t)shape.grid * shape.block * unroll; k++)
		for (size_t at = place(&args->place, k); at < place(&args->place, k) + bytes; at++) {
			assert_true(at < FAR);
			assert_int_equal(taken[at]++, 0);
		}
	return 0;
}

#define LAYOUT(bytes, unroll)                                                  \
	static double layout_b##bytes(struct gb_shape shape, const void *args) \
	{                                                                      \
		return lay_out(bytes, unroll, shape, args);                    \
	}
LAYOUT(4, 8)
LAYOUT(8, 4)
LAYOUT(16, 2)

static void no_element_is_touched_twice(void **state)
{
	(void)state;
	for (int bytes = 4; bytes <= 16; bytes *= 2)
		for (int stride = 1; stride <= 262144; stride += stride < 32 ? 1 : stride) {
			char point[64];
			snprintf(point, sizeof point, "op=read,stride=%d,bytes=%d", stride, bytes);
			open_point(point);
			fake_kernel("stride_read_b4_u8", layout_b4);
			fake_kernel("stride_read_b8_u4", layout_b8);
			fake_kernel("stride_read_b16_u2", layout_b16);
			taken = calloc(1, FAR);
			assert_non_null(taken);
			assert_ok(bench->launch(&run), error);
			free(taken);
			close_point();
		}
}

/* ---- arithmetic -------------------------------------------------------------------------------------------------- */

/* The accesses of a warp's 32 elements, and the memory traffic: granules of 64 bytes that are read, sectors that are
 * written, and sectors read first because they are written in part. */
static const struct {
	const char *point;
	double elements, sectors, lines, efficiency, memory, span;
} requests[] = {
	{ "op=copy,stride=1,bytes=4,form=wide", NEAR / 4, 4, 1, 1, 128 + 128, NEAR },
	{ "op=copy,stride=2,bytes=4,form=naive", NEAR / 8, 8, 2, 0.5, 256 + 256 + 256, NEAR },
	{ "op=copy,stride=2,bytes=16,form=wide", NEAR / 32, 32, 8, 0.5, 1024 + 1024 + 1024, NEAR },
	{ "op=read,stride=8,bytes=4", NEAR / 32, 32, 8, 0.125, 1024, NEAR },
	{ "op=read,stride=16,bytes=4", NEAR / 64, 32, 16, 0.125, 2048, NEAR },
	{ "op=read,stride=16,bytes=8", NEAR / 128, 32, 32, 0.25, 2048, NEAR },
	{ "op=write,stride=1,bytes=4", NEAR / 4, 4, 1, 1, 128, NEAR },
	{ "op=write,stride=16,bytes=4", NEAR / 64, 32, 16, 0.125, 1024 + 1024, NEAR },
	/* At distances of at least 256 bytes the number of elements is constant; at 1 MiB there is room for 4 rows. */
	{ "op=read,stride=128,bytes=4", NEAR / 256, 32, 32, 0.125, 2048, 2 * NEAR },
	{ "op=copy,stride=262144,bytes=4,form=wide", NEAR / 256, 32, 32, 0.125, 2048 + 1024 + 1024, 4 << 20 },
};

static double pitch_of(const char *point, double bytes)
{
	return bytes * strtod(strstr(point, "stride=") + strlen("stride="), NULL);
}

static void requests_by_hand(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
		open_point(requests[i].point);
		const double each = strstr(requests[i].point, "op=copy") != NULL ? 2 : 1;
		const double bytes = strstr(requests[i].point, "bytes=16")  ? 16
				     : strstr(requests[i].point, "bytes=8") ? 8
									    : 4;
		const double used = each * bytes * requests[i].elements;
		assert_same(bench->cost(&run).bytes, used);
		expect_limit(2 * 1e9 * 4096 / 8 * used / (requests[i].memory * requests[i].elements / 32));
		assert_int_equal(bench->remark(&run) != NULL, pitch_of(requests[i].point, bytes) > 64);
		expect_metric("sectors_per_request", requests[i].sectors);
		expect_metric("lines_per_request", requests[i].lines);
		expect_metric("efficiency", requests[i].efficiency);
		expect_metric("excess_sectors", 1 - requests[i].efficiency);
		expect_metric("moved_bandwidth", 1 / requests[i].efficiency);
		expect_metric("memory_bytes", requests[i].memory * requests[i].elements / 32);
		expect_metric("memory_efficiency", used / (requests[i].memory * requests[i].elements / 32));
		expect_metric("span", requests[i].span);
		close_point();
	}
}

static void rows_together(void **state)
{
	(void)state;
	made_count = 0;
	make_row(bench, "op=read,stride=1,bytes=4", "bandwidth", 100);
	make_row(bench, "op=read,stride=16,bytes=4", "bandwidth", 6);
	make_row(bench, "op=read,stride=16,bytes=4", "efficiency", 0.125);
	make_row(bench, "op=read,stride=16,bytes=4", "memory_efficiency", 0.0625);
	make_row(bench, "op=read,stride=16,bytes=8", "bandwidth", 12);
	make_row(bench, "op=copy,stride=1,bytes=4,form=naive", "bandwidth", 100);
	make_row(bench, "op=copy,stride=2,bytes=4,form=naive", "bandwidth", 50);
	make_row(bench, "op=reach,span=268435456", "bandwidth", 10);
	make_row(bench, "op=reach,span=536870912", "bandwidth", 9.5);
	make_row(bench, "op=reach,span=1073741824", "bandwidth", 8.9);
	make_row(bench, "op=reach,span=2147483648", "bandwidth", 9.5);
	assert_int_equal(conclude(bench, &warps_of_32), 3);
	const struct gb_finding *f = expect_finding("op=read,stride=16,bytes=4", "useful_fraction", 0.06);
	assert_says(f->remark, "0.1250 by sectors, 0.0625 by memory_bytes");
	assert_string_equal(f->axis, "stride");
	assert_same(f->x, 16);
	expect_finding("op=reach", "tlb_reach", 536870912);
	expect_finding("op=reach", "tlb_reach_below", 1073741824);
}

static void a_reach_without_an_end_says_so(void **state)
{
	(void)state;
	made_count = 0;
	make_row(bench, "op=reach,span=268435456", "bandwidth", 10);
	make_row(bench, "op=reach,span=536870912", "bandwidth", 11);
	conclude(bench, &warps_of_32);
	const struct gb_finding *f = expect_finding("op=reach", "tlb_reach", 536870912);
	assert_unknown(f->hi);
	assert_says(f->remark, "at least: the rate does not fall");
	made_count = 0;
	assert_int_equal(conclude(bench, &warps_of_32), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = { T(right_kernels_pass),
					    T(wrong_kernels_are_caught),
					    T(reach_is_verified),
					    T(a_span_that_is_not_there_is_skipped),
					    T(no_element_is_touched_twice),
					    T(requests_by_hand),
					    T(rows_together),
					    T(a_reach_without_an_end_says_so) };

	return run_tests_of(suite.bench, tests);
}
