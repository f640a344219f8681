/* Tests of `stencil`: its grid, what its check catches, and its comparison with the source, against kernels in C. */
#include "stencil.h"

#include "made.h"
#include "real.h"
#include "support.h"

static struct gb_plugins plugins;
static const struct gb_bench *bench;

static int load(void **state)
{
	(void)state;
	plugins = real_plugins();
	bench = gb_plugins_find(&plugins, "stencil");
	return bench != NULL ? 0 : -1;
}

static int unload(void **state)
{
	(void)state;
	gb_plugins_free(&plugins);
	return 0;
}

/* ---- kernels in C ------------------------------------------------------------------------------------------------ */

static long long wrong_point; /* faulty point of the array; -1: none */

static double fill(struct gb_shape shape, const void *args)
{
	const struct stencil_fill_args *f = args;

	(void)shape;
	for (unsigned long long i = 0; i < f->points; i++)
		f->at[i] = stencil_value((enum stencil_array)f->array, i);
	return 0;
}

/* A point's step from memory: the sums in the order of the kernels, the neighbours found in another way. */
static float step_of(const struct stencil_args *s, unsigned long long at, float past)
{
	const long long along[] = { (long long)s->grid.plane, s->grid.pitch, 1 };
	float sum[STENCIL_RADIUS];

	for (int r = 0; r < STENCIL_RADIUS; r++) {
		float pair[3];
		for (int axis = 0; axis < 3; axis++)
			pair[axis] = s->now[(long long)at - (r + 1) * along[axis]] +
				     s->now[(long long)at + (r + 1) * along[axis]];
		sum[r] = (pair[0] + pair[1]) + pair[2];
	}
	return stencil_step(s->now[at], past, s->speed[at], sum);
}

static unsigned long long place(const struct stencil_grid *grid, unsigned long long i)
{
	return grid->first + i % grid->x + i / grid->x % grid->y * grid->pitch + i / grid->x / grid->y * grid->plane;
}

static unsigned long long points_of(const struct stencil_grid *grid)
{
	return (unsigned long long)grid->x * grid->y * grid->z;
}

static double wave(struct gb_shape shape, const void *args)
{
	const struct stencil_args *s = args;

	assert_int_equal(shape.grid, s->grid.x / STENCIL_X * (s->grid.y / STENCIL_Y));
	for (unsigned long long i = 0; i < points_of(&s->grid); i++) {
		const unsigned long long at = place(&s->grid, i);
		s->past[at] = step_of(s, at, s->past[at]);
	}
	if (wrong_point >= 0)
		s->past[wrong_point] += 1;
	return 0;
}

static double check(struct gb_shape shape, const void *args)
{
	const struct stencil_check_args *c = args;

	(void)shape;
	for (unsigned long long i = 0; i < points_of(&c->of.grid); i++, c->report->compared++) {
		const unsigned long long at = place(&c->of.grid, i);
		if (c->of.past[at] != step_of(&c->of, at, stencil_value(STENCIL_PAST, at)))
			real_wrong(c->report, at);
	}
	return 0;
}

/* ---- one point --------------------------------------------------------------------------------------------------- */

static struct gb_card card;
static struct gb_run run;
static struct gb_error error;

/* 16 rows of 2112 points in planes of 24, 72 of them: 14.6 MB per array, of which 3 fit into 80 % of 64 MiB. */
enum { ROWS = 16, PITCH = 2048 + 64, PLANE = PITCH * (ROWS + 8) };

static void open_variant(const struct gb_variant *variant, const char *text)
{
	const struct gb_point point = real_point(bench, text);

	gb_error_clear(&error);
	assert_ok(gb_card_open(&card, &fake_ops, 0, &error), error);
	assert_ok(gb_run_open(&run, &card, bench, variant, &error), error);
	assert_ok(gb_run_point(&run, &point), error);
}

static void open_point(const char *text)
{
	open_variant(&bench->variants[0], text);
}

static void close_point(void)
{
	gb_run_close(&run);
	gb_card_close(&card);
}

static void costs_by_hand(void **state)
{
	const double x = 2048, y = ROWS, z = 64, around = 8 * (x * y + y * z + x * z);

	(void)state;
	fake_reset();
	open_point("l1=large");
	assert_same(bench->cost(&run).bytes, 4 * (4 * x * y * z + around));
	assert_same(bench->limit(&run, gb_device(&run), 1.2e9), 2 * 1e9 * 4096 / 8);
	assert_says(bench->remark(&run), "barriers at every plane");
	close_point();
}

/* A quarter: 16 planes. With those around the grid counted, 80 rows of them fit where 16 rows of 64 did. */
static void less_work_is_fewer_planes(void **state)
{
	const struct gb_point point = real_point(bench, "l1=large");
	const double x = 2048, y = 80, z = 16, around = 8 * (x * y + y * z + x * z);

	(void)state;
	fake_reset();
	gb_error_clear(&error);
	assert_ok(gb_card_open(&card, &fake_ops, 0, &error), error);
	card.work = 0.25;
	assert_ok(gb_run_open(&run, &card, bench, &bench->variants[0], &error), error);
	assert_ok(gb_run_point(&run, &point), error);
	assert_same(bench->cost(&run).bytes, 4 * (4 * x * y * z + around));
	close_point();
}

static void a_card_without_room_is_skipped(void **state)
{
	(void)state;
	fake_reset();
	fake.free_bytes = 48 << 20;
	gb_error_clear(&error);
	assert_ok(gb_card_open(&card, &fake_ops, 0, &error), error);
	assert_int_equal(gb_run_open(&run, &card, bench, &bench->variants[0], &error), GB_SKIPPED);
	assert_says(error.text, "50 MB of device memory are free: no grid of 4 times L2 (17 MB) fits");
	gb_card_close(&card);
}

static int verify(long long wrong)
{
	fake_reset();
	fake_kernel("stencil_fill", fill);
	fake_kernel("stencil_wave", wave);
	fake_kernel("stencil_check", check);
	wrong_point = wrong;
	open_point("l1=small");
	const int status = gb_run_verify(&run);
	close_point();
	return status;
}

static void right_kernels_pass(void **state)
{
	(void)state;
	assert_ok(verify(-1), error);
}

static void a_wrong_point_is_caught(void **state)
{
	const long long first = 4LL * PLANE + 4LL * PITCH + 32, last = first + 63LL * PLANE + 15LL * PITCH + 2047;

	(void)state;
	assert_int_equal(verify(first), GB_FAILED);
	assert_says(error.text, "verify: point 0 0 0 is ");
	assert_int_equal(verify(last), GB_FAILED);
	assert_says(error.text, "verify: point 2047 15 63 is ");
	assert_int_equal(verify(first + 5), GB_FAILED);
	assert_says(error.text, "verify: 1 of 2097152 points are wrong, the first at ");
}

/* Kernels of the fake device take 32 registers, and builds are named for what they may take. */
static void a_build_with_more_registers_is_caught(void **state)
{
	const struct gb_variant *variant = bench->variants;

	(void)state;
	fake_reset();
	while (variant->name != NULL && strncmp(variant->name, "r27", 3) != 0)
		variant++;
	assert_non_null(variant->name);
	open_variant(variant, "l1=small");
	assert_int_equal(gb_run_verify(&run), GB_FAILED);
	assert_says(error.text, "verify: built for 27 registers, and has 32");
	close_point();
}

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

/* The first `count` rows of a table, with intervals from 10 % below to the exact value. */
static size_t conclude_from(const struct given *given, size_t count)
{
	const struct gb_device device = { .l1_bytes = 256 << 10 };

	make_rows(bench, given, count);
	for (size_t i = 0; i < count; i++)
		made[i].hi = made[i].value;
	return conclude(bench, &device);
}

static void gains_stand_next_to_those_of_the_source(void **state)
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
	};

	(void)state;
	assert_int_equal(conclude_from(given, 0), 0);
	assert_int_equal(conclude_from(given, 6), 1);
	assert_string_equal(finding[0].metric, "gain_of_more_registers");
	assert_string_equal(finding[0].point, "from=r32-cg:small,to=none-cg:small");
	assert_same(finding[0].value, 1.5);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(costs_by_hand),
		T(less_work_is_fewer_planes),
		T(a_card_without_room_is_skipped),
		T(right_kernels_pass),
		T(a_wrong_point_is_caught),
		T(a_build_with_more_registers_is_caught),
		T(gains_stand_next_to_those_of_the_source),
	};

	return cmocka_run_group_tests(tests, load, unload);
}
