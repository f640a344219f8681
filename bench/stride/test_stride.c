/* Tests of `stride` with values computed by hand: the positions of its elements, its checks with its models, the memory
 * that requests access and move, and its conclusions. */
#include "stride.h"

#include "patterns.h"

/* Bytes of each array: a third of 80 % of 16 MiB hold two near arrays in whole MiB, 80 % of the rest two far ones. */
#define NEAR 2097152.0
enum { FAR = 4 << 20 };

static const struct verified_device verified_device = { .l2_bytes = 1 << 20, .free_bytes = 16 << 20 };

/* ---- verify ------------------------------------------------------------------------------------------------------ */

OPEN_TEST(a_wrong_word_is_named)
{
	expect_wrong_word_at("op=copy,stride=1,bytes=4,form=wide", "stride_copy_b4_u4", "verify: 1 of ");
	expect_wrong_word_at("op=read,stride=1,bytes=4", "stride_read_b4_u8", "the sum of the words read");
}

/* The kernel reads both far arrays, including what other points wrote to the second. */
TEST(reach_is_verified)
{
	open_on(440 << 20, "default", "op=reach,span=268435456");
	assert_ok(gb_run_verify(&run), error);
	close_point();
}

TEST(a_span_that_is_not_there_is_skipped)
{
	open_point("op=read,stride=1,bytes=4");
	skipped("op=reach,span=268435456", "8 MB of device memory are available");
	close_point();
}

/* ---- positions of elements --------------------------------------------------------------------------------------- */

static unsigned char *taken; /* counts accesses to each byte of an array */
static size_t element_bytes;

/* Replaces a timed kernel whose threads read 32 bytes each. Checks that no element overlaps another one or leaves the
 * array. */
static double lay_out(struct gb_shape shape, const void *of)
{
	const struct stride_place *p = &((const struct stride_args *)of)->place;

	for (size_t k = 0; k < (size_t)shape.grid * shape.block * 32 / element_bytes; k++) {
		const size_t place = (k & p->mask) * p->pitch + (k >> p->shift) * p->hop;
		for (size_t at = place; at < place + element_bytes; at++)
			if (at >= FAR || taken[at]++ != 0)
				fail_msg("byte %zu, of element %zu", at, k);
	}
	return 0;
}

TEST(no_element_is_touched_twice)
{
	for (int bytes = 4; bytes <= 16; bytes *= 2)
		for (int stride = 1; stride <= 262144; stride += stride < 32 ? 1 : stride) {
			char point[64];
			snprintf(point, sizeof point, "op=read,stride=%d,bytes=%d", stride, bytes);
			open_point(point);
			element_bytes = (size_t)bytes;
			fake_kernel("stride_read_b4_u8", lay_out);
			fake_kernel("stride_read_b8_u4", lay_out);
			fake_kernel("stride_read_b16_u2", lay_out);
			taken = calloc(1, FAR);
			assert_non_null(taken);
			assert_ok(bench->launch(&run), error);
			free(taken);
			close_point();
		}
}

/* ---- arithmetic -------------------------------------------------------------------------------------------------- */

/* The accesses of a warp's 32 elements, and the memory traffic: granules of 64 bytes that are read, sectors that are
 * written, and sectors that are read first because they are written in part. */
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
	/* From a distance of 256 bytes on the number of elements is constant; at 1 MiB there is space for 4 rows. */
	{ "op=read,stride=128,bytes=4", NEAR / 256, 32, 32, 0.125, 2048, 2 * NEAR },
	{ "op=copy,stride=262144,bytes=4,form=wide", NEAR / 256, 32, 32, 0.125, 2048 + 1024 + 1024, 4 << 20 },
};

static double pitch_of(const char *point, double bytes)
{
	return bytes * strtod(strstr(point, "stride=") + strlen("stride="), NULL);
}

TEST(requests_by_hand)
{
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

TEST(rows_together)
{
	MAKE_ROWS({ "default", "op=read,stride=1,bytes=4", "bandwidth", 100 },
		  { "default", "op=read,stride=16,bytes=4", "bandwidth", 6 },
		  { "default", "op=read,stride=16,bytes=4", "efficiency", 0.125 },
		  { "default", "op=read,stride=16,bytes=4", "memory_efficiency", 0.0625 },
		  { "default", "op=read,stride=16,bytes=8", "bandwidth", 12 },
		  { "default", "op=copy,stride=1,bytes=4,form=naive", "bandwidth", 100 },
		  { "default", "op=copy,stride=2,bytes=4,form=naive", "bandwidth", 50 },
		  { "default", "op=reach,span=268435456", "bandwidth", 10 },
		  { "default", "op=reach,span=536870912", "bandwidth", 9.5 },
		  { "default", "op=reach,span=1073741824", "bandwidth", 8.9 },
		  { "default", "op=reach,span=2147483648", "bandwidth", 9.5 });
	assert_int_equal(conclude(bench, &warps_of_32), 3);
	const struct gb_finding *f = expect_finding("op=read,stride=16,bytes=4", "useful_fraction", 0.06);
	assert_says(f->remark, "0.1250 by sectors, 0.0625 by memory_bytes");
	assert_string_equal(f->axis, "stride");
	assert_same(f->x, 16);
	expect_finding("op=reach", "tlb_reach", 536870912);
	expect_finding("op=reach", "tlb_reach_below", 1073741824);
}

TEST(a_reach_without_an_end_says_so)
{
	MAKE_ROWS({ "default", "op=reach,span=268435456", "bandwidth", 10 },
		  { "default", "op=reach,span=536870912", "bandwidth", 11 });
	conclude(bench, &warps_of_32);
	const struct gb_finding *f = expect_finding("op=reach", "tlb_reach", 536870912);
	assert_unknown(f->hi);
	assert_says(f->remark, "at least: the rate does not fall");
}

TESTS_OF("stride")
