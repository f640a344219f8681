/* Tests of `offset` with values computed by hand: its checks with its models, the memory that requests access, and its
 * conclusions. */
#include "offset.h"

#include "patterns.h"

enum { ARRAY = 1 << 20 }; /* bytes of each array: 80 % of 4 MiB hold three of 1 MiB */

VERIFIED_POINTS({ "op=copy,offset=0,bytes=1", "offset_copy_b1_u8" },
		{ "op=copy,offset=3,bytes=1", "offset_copy_b1_u8" },
		{ "op=copy,offset=1,bytes=4,form=wide", "offset_copy_b4_u4" },
		{ "op=copy,offset=128,bytes=4,form=naive", "offset_copy_b4_u1" },
		{ "op=copy,offset=128,bytes=16", "offset_copy_b16_u1" },
		{ "op=sum,offset=1,bytes=1", "offset_sum_b1_u8" }, { "op=sum,offset=7,bytes=2", "offset_sum_b2_u8" },
		{ "op=sum,offset=3,bytes=8", "offset_sum_b8_u2" },
		{ "op=sum_cg,offset=5,bytes=4,form=wide", "offset_sum_cg_b4_u4" },
		{ "op=permuted,bytes=2", "offset_permuted_b2_u8" },
		{ "op=permuted,bytes=16", "offset_permuted_b16_u1" });
static const struct verified_device verified_device = { .l2_bytes = 256 << 10, .free_bytes = 4 << 20 };

static uint32_t *beyond;

static double one_word_too_many(struct gb_shape shape, const void *args)
{
	replaced_model(shape, args);
	*beyond = ~*beyond;
	return 0;
}

OPEN_TEST(a_wrong_word_and_one_too_many_are_named)
{
	expect_wrong_word_says(0, "verify: 1 of ");
	for (size_t i = 0; i < verified.count; i++) {
		uint64_t bytes;
		size_t slot = 0;
		observe_right_kernel(&points[i]);
		while (fake_changes(0)[slot].end == 0)
			slot++;
		beyond = (uint32_t *)fake_allocation(slot, &bytes) + fake_changes(0)[slot].end;
		fake_be_right();
		expect_caught_by(i, one_word_too_many, "verify: 1 of ");
	}
}

/* A copy in order puts every word in the wrong place, except for lanes that map to themselves. */
static double copy_in_order(struct gb_shape shape, const void *args)
{
	real_model("offset_copy_b16_u1", shape, args);
	return 0;
}

OPEN_TEST(a_copy_in_order_is_not_permuted)
{
	at("op=permuted,bytes=16");
	fake_kernel("offset_permuted_b16_u1", copy_in_order);
	expect_check_says("words are wrong");
}

/* ---- arithmetic -------------------------------------------------------------------------------------------------- */

/* The 32-byte sectors and 128-byte lines that a warp's request of 32 elements covers. A copy stores as it loads; a sum
 * stores from the start of its array. */
static const struct {
	const char *point;
	double sectors, lines, stored, efficiency, hits;
} requests[] = {
	{ "op=copy,offset=0,bytes=1", 1, 1, 1, 1, 0 },
	{ "op=copy,offset=1,bytes=1", 2, 1.25, 2, 0.5, 1 - 65.0 / 128 }, /* one warp of four crosses a line boundary */
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

TEST(requests_by_hand)
{
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

TEST(cost_by_hand)
{
	open_point("op=copy,offset=5,bytes=2");
	assert_same(bench->cost(&run).bytes, 2.0 * ARRAY);
	expect_limit(2 * 1e9 * 4096 / 8);
	close_point();
	open_point("op=sum,offset=5,bytes=16");
	assert_same(bench->cost(&run).bytes, 3.0 * ARRAY);
	close_point();
}

TEST(rows_together)
{
	MAKE_ROWS({ "default", "op=copy,offset=0,bytes=4,form=wide", "bandwidth", 100 },
		  { "default", "op=copy,offset=8,bytes=4,form=wide", "bandwidth", 102 },
		  { "default", "op=copy,offset=1,bytes=4,form=wide", "bandwidth", 90 },
		  { "default", "op=copy,offset=1,bytes=4,form=wide", "efficiency", 0.8 },
		  { "default", "op=copy,offset=9,bytes=4,form=wide", "bandwidth", 80 },
		  { "default", "op=copy,offset=9,bytes=4,form=wide", "efficiency", 0.8 },
		  { "default", "op=copy,offset=0,bytes=4,form=naive", "bandwidth", 50.5 },
		  { "default", "op=copy,offset=0,bytes=1", "bandwidth", 70 },
		  { "default", "op=sum,offset=0,bytes=4,form=wide", "bandwidth", 1000 });
	assert_int_equal(conclude(bench, &warps_of_32), 2);
	const struct gb_finding *f = expect_finding("op=copy,bytes=4,form=wide", "misaligned_over_aligned", 85 / 101.0);
	assert_says(f->remark, "0.800 if every sector");
	expect_finding("op=copy,bytes=4", "naive_over_wide", 0.5);
	MAKE_ROWS({ "default", "op=sum,offset=1,bytes=8", "bandwidth", 90 },
		  { "default", "op=sum,offset=3,bytes=8", "bandwidth", 110 },
		  { "default", "op=sum_cg,offset=1,bytes=8", "bandwidth", 80 });
	assert_int_equal(conclude(bench, &warps_of_32), 1);
	expect_finding("op=sum_cg,bytes=8", "l1_off_over_on", 0.8);
	MAKE_ROWS({ "default", "op=copy,offset=0,bytes=8", "bandwidth", 90 },
		  { "default", "op=copy,offset=1,bytes=8", "bandwidth", 10 },
		  { "default", "op=copy,offset=4,bytes=8", "bandwidth", 110 },
		  { "default", "op=permuted,bytes=8", "bandwidth", 75 });
	assert_int_equal(conclude(bench, &warps_of_32), 2);
	expect_finding("op=permuted,bytes=8", "permuted_over_straight", 0.75);
}

TESTS_OF("offset")
