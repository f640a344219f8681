/* Tests of `stencil`: its grid, the faults that its check finds, and the comparison with its source. */
#include "stencil.h"

#include "made.h"
#include "verified.h"

/* ---- one point --------------------------------------------------------------------------------------------------- */

/* Planes have 24 rows of 2112 points, 16 of them in the grid; 72 planes are 14.6 MB per array, of which 3 fit into 80 %
 * of 64 MiB. */
enum { ROWS = 16 };

/* A work of less than 1 means fewer planes. */
static int open_variant(const struct gb_variant *variant, double work)
{
	if (gb_device_open(&card, &fake_ops, 0, &error) != GB_OK)
		return -1;
	card.work = work;
	return gb_run_open(&run, &card, bench, variant, &error);
}

static void open_point(double work)
{
	reset_device();
	assert_ok(open_variant(&bench->variants[0], work), error);
	at("l1=large");
}

TEST(costs_by_hand)
{
	const double x = 2048, y = ROWS, z = 64, around = 8 * (x * y + y * z + x * z);

	open_point(1);
	assert_same(bench->cost(&run).bytes, 4 * (4 * x * y * z + around));
	assert_same(bench->limit(&run, gb_device(&run), 1.2e9), 2 * 1e9 * 4096 / 8);
	assert_says(bench->remark(&run), "barriers at every plane");
	close_point();
}

/* A quarter of the work is 16 planes. With the points around the grid, 80 rows of them need no more space than 16 rows
 * of 64. */
TEST(less_work_is_fewer_planes)
{
	const double x = 2048, y = 80, z = 16, around = 8 * (x * y + y * z + x * z);

	open_point(0.25);
	assert_same(bench->cost(&run).bytes, 4 * (4 * x * y * z + around));
	close_point();
}

TEST(a_card_without_room_is_skipped)
{
	reset_device();
	fake.free_bytes = 48 << 20;
	assert_int_equal(open_variant(&bench->variants[0], 1), GB_SKIPPED);
	assert_says(error.text, "50 MB of device memory are free: no grid of 4 times L2 (17 MB) fits");
	gb_device_close(&card);
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

/* 16 rows in 4 planes: 7.3 MB. */
static const struct verified_device verified_device = { .l2_bytes = 1 << 20, .free_bytes = 10 << 20 };

static int open_four_planes(void)
{
	make_verified_device();
	return open_variant(&bench->variants[0], 1.0 / 16);
}

static uint32_t wrong_x;

static double with_a_wrong_point(struct gb_shape shape, const void *of)
{
	const struct stencil_args *args = of;

	real_model("stencil_wave", shape, args);
	args->past[args->grid.first + wrong_x] += 1;
	return 0;
}

TEST_WITH(a_wrong_point_is_named, open_four_planes, close_run)
{
	expect_wrong_word_at("l1=small", "stencil_wave", "verify: point 2047 15 3: got ");
	wrong_x = 0;
	expect_caught_at("l1=small", "stencil_wave", with_a_wrong_point, "verify: point 0 0 0: got ");
	wrong_x = 5; /* a point that the host does not check */
	expect_caught_at("l1=small", "stencil_wave", with_a_wrong_point,
			 "verify: 1 of 131072 points are wrong, the first at ");
}

/* On the fake device kernels use 32 registers, and builds are named after their limits. */
TEST(a_build_with_more_registers_is_caught)
{
	const struct gb_variant *variant = bench->variants;

	reset_device();
	while (variant->name != NULL && strncmp(variant->name, "r27", 3) != 0)
		variant++;
	assert_non_null(variant->name);
	assert_ok(open_variant(variant, 1), error);
	at("l1=small");
	expect_check_says("verify: built for 27 registers, and has 32");
	close_point();
}

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

/* Concludes from the first `count` rows of a table, whose intervals extend from 10 % below the value to the value. */
static size_t conclude_from(const struct given *given, size_t count)
{
	const struct gb_device device = { .l1_bytes = 256 << 10 };

	make_rows(bench, given);
	made_count = count;
	for (size_t i = 0; i < count; i++)
		made[i].hi = made[i].value;
	return conclude(bench, &device);
}

TEST(gains_stand_next_to_those_of_the_source)
{
	static const struct given given[] = {
		{ "r32-cg", "l1=small", "bandwidth", 2e12 },
		{ "r32-cg", "l1=small", "local_bytes", 24 },
		{ "r32-cg", "l1=small", "local_bytes_of_sm", 24 * 2048 },
		{ "r32-cg", "l1=small", "resident_warps", 64 },
		{ "none-cg", "l1=small", "bandwidth", 3e12 },
		{ "none-cg", "l1=small", "resident_warps", 32 },
		{ "r32-cg", "l1=large", "bandwidth", 2.2e12 },
		{ "r27-cg", "l1=small", "bandwidth", 1.5e12 },
		{ "r27-cg", "l1=large", "bandwidth", 1.875e12 },
		{ .point = NULL },
	};

	assert_int_equal(conclude_from(given, 0), 0);
	assert_int_equal(conclude_from(given, 6), 1);
	expect_finding("from=r32-cg:small,to=none-cg:small", "gain_of_more_registers", 1.5);
	assert_same(finding[0].lo, 0.9 * 1.5);
	assert_same(finding[0].hi, 1.5 / 0.9);
	assert_says(finding[0].remark, "1.22 in the source");
	assert_says(finding[0].remark, "24 B x 2048 threads = 49 KB");
	assert_says(finding[0].remark, "warps per SM 64 -> 32");
	assert_int_equal(conclude_from(given, 7), 2);
	assert_string_equal(finding[1].metric, "gain_of_larger_l1");
	assert_same(finding[1].value, 1.1);
	assert_says(finding[1].remark, "1.45 in the source");
	assert_int_equal(conclude_from(given, 9), 4);
	assert_string_equal(finding[2].point, "from=r27-cg:small,to=none-cg:small");
	assert_same(finding[2].value, 2);
	assert_string_equal(finding[3].point, "from=r27-cg:small,to=r27-cg:large");
	assert_same(finding[3].value, 1.25);
}

TESTS_OF("stencil")
