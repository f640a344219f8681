/* Tests of the checks of `ffma`: its models pass, and a step that is left out or a thread that differs is caught, in
 * every format. */
#include "ffma.h"

#include "real.h"
#include "support.h"

BENCH_MODELS(ffma);

static const char *const types[] = { "fp32", "fp64", "fp16", "bf16", "int32", "dp4a" };
enum { FP32, FP64, FP16, BF16, INT32, DP4A, TYPES };

enum { CHAINS = 4, BODY = 640 };
#define SHAPE ",chains=4,body=640,warps=32,block=256,"

static int type;              /* that the kernel computes */
static unsigned int left_out; /* steps missing at the end of each chain of a long block */
static unsigned int left_out_of_short;
static int spoil;         /* the wrong result: of this thread; of the last: -1; of none: 0 */
static unsigned int grid; /* of the last launch */

/* ---- the kernels ------------------------------------------------------------------------------------------------- */

static void name_kernel(int of, int body, char name[64])
{
	snprintf(name, 64, "ffma_%s%sc%d_b%d", of == FP32 ? "" : types[of], of == FP32 ? "" : "_", CHAINS, body);
}

static const char *kernel_name(int of)
{
	static char name[64];

	name_kernel(of, BODY, name);
	return name;
}

/* Trips of one step for each chain do the same, and any number of steps may be missing. */
static double kernel(struct gb_shape shape, const void *args)
{
	struct ffma_args f = *(const struct ffma_args *)args;
	char name[64];

	/* 4 of 8 blocks that fit on an SM: a quarter of its 228 KiB each, less the system's reserve. */
	assert_true(f.first == 16 && shape.grid >= f.first && shape.shared_bytes == 56 << 10);
	grid = shape.grid;
	f.trips = f.trips * (BODY / CHAINS) - left_out;
	f.short_trips = f.short_trips * (BODY / CHAINS) - left_out_of_short;
	name_kernel(type, CHAINS, name);
	real_model(name, shape, &f);
	if (spoil)
		f.out[spoil < 0 ? shape.grid * shape.block - 1 : (unsigned int)spoil] ^= 1;
	return 0;
}

/* ---- tests ------------------------------------------------------------------------------------------------------- */

static struct gb_plugins plugins; /* of all tests: to load them takes longer than most */

struct opened {
	struct gb_card card;
	struct gb_run run;
	struct gb_error error;
};

static int open_point_of(struct opened *o, int of, const char *dynamic)
{
	char text[128];

	gb_error_clear(&o->error);
	const struct gb_bench *bench = gb_plugins_find(&plugins, "ffma");
	assert_non_null(bench);
	type = of;
	fake_kernel(kernel_name(of), kernel);
	snprintf(text, sizeof text, "type=%s" SHAPE "%s", types[of], dynamic);
	const struct gb_point point = real_point(bench, text);
	assert_ok(gb_card_open(&o->card, &fake_ops, 0, &o->error), o->error);
	assert_ok(gb_run_open(&o->run, &o->card, bench, &bench->variants[0], &o->error), o->error);
	return gb_run_point(&o->run, &point);
}

static int open_point(struct opened *o, int of)
{
	return open_point_of(o, of, "dynamic=1");
}

static void close_point(struct opened *o)
{
	gb_run_close(&o->run);
	gb_card_close(&o->card);
}

static int verify(int of, struct gb_error *error)
{
	struct opened o;

	real_reset();
	assert_ok(open_point(&o, of), o.error);
	const int status = gb_run_verify(&o.run);
	*error = o.error;
	if (status == GB_OK)
		real_stale_is_caught(&o.run, kernel_name(of));
	close_point(&o);
	return status;
}

static void right_chains_pass(void **state)
{
	struct gb_error error;

	(void)state;
	left_out = 0;
	spoil = 0;
	for (int of = 0; of < TYPES; of++)
		if (verify(of, &error) != GB_OK)
			fail_msg("%s: %s", types[of], error.text);
}

static void chains_cut_short_are_caught(void **state)
{
	static const unsigned int steps[] = { 1, 2, CHAINS, BODY / CHAINS, 100 * BODY / CHAINS };
	struct gb_error error;

	(void)state;
	spoil = 0;
	for (int of = 0; of < TYPES; of++)
		for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
			left_out = steps[i];
			if (verify(of, &error) != GB_FAILED)
				fail_msg("%s: %d steps may be left out", types[of], (int)left_out);
			assert_says(error.text, "verify: thread 0 ended with ");
		}
	left_out = 0;
}

static void short_blocks_cut_short_are_caught(void **state)
{
	static const unsigned int steps[] = { 1, 2, CHAINS, BODY / CHAINS };
	struct gb_error error;

	(void)state;
	spoil = 0;
	for (int of = 0; of < TYPES; of++)
		for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
			left_out_of_short = steps[i];
			if (verify(of, &error) != GB_FAILED)
				fail_msg("%s: %d steps may be left out", types[of], (int)left_out_of_short);
			assert_says(error.text, "verify: thread 4096 ended with ");
		}
	left_out_of_short = 0;
}

/* The last thread of a long block, and the last of all: of 1 + 12 waves of 4096 threads. */
static void one_wrong_thread_is_caught(void **state)
{
	struct gb_error error;

	(void)state;
	for (int of = 0; of < TYPES; of++) {
		spoil = 4095;
		assert_int_equal(verify(of, &error), GB_FAILED);
		assert_says(error.text, "verify: thread 4095 ended with ");
		spoil = -1;
		assert_int_equal(verify(of, &error), GB_FAILED);
		assert_says(error.text, "verify: thread 53247 ended with ");
	}
	spoil = 0;
}

/* Without short blocks there is one wave, which does all the work. */
static void equal_shares_are_one_wave(void **state)
{
	struct opened o;

	(void)state;
	real_reset();
	assert_ok(open_point_of(&o, FP32, "dynamic=0"), o.error);
	assert_int_equal(gb_run_verify(&o.run), GB_OK);
	assert_int_equal(grid, 16);
	assert_same(o.run.bench->cost(&o.run).ops, 2.0 * 4 * 1024 * 2400 * 640);
	close_point(&o);
}

static void bf16_is_skipped_where_it_is_not(void **state)
{
	struct opened o;

	(void)state;
	real_reset();
	fake.cc = 75;
	assert_int_equal(open_point(&o, BF16), GB_SKIPPED);
	assert_says(o.error.text, "BF16 arithmetic needs compute capability 8.0; this is 7.5");
	close_point(&o);
}

/* 64 multiply-adds per clock are assumed for the length of a launch, none for the limit. */
static void an_unknown_rate_is_no_limit(void **state)
{
	struct opened o;

	(void)state;
	real_reset();
	fake.cc = 100;
	assert_ok(open_point(&o, FP16), o.error);
	assert_same(o.run.bench->limit(&o.run, &o.card.device, 1.5e9), NAN);
	assert_same(o.run.bench->cost(&o.run).ops, 4.0 * 4 * 1024 * 1200 * 640);
	close_point(&o);
}

static void a_known_rate_is_the_limit(void **state)
{
	struct opened o;

	(void)state;
	real_reset();
	assert_ok(open_point(&o, FP32), o.error);
	assert_same(o.run.bench->limit(&o.run, &o.card.device, 1.5e9),
		    o.card.device.rates.fp32 * o.card.device.sm_count * 1.5e9);
	close_point(&o);
}

static void each_has_its_quantity_and_its_roof(void **state)
{
	struct opened o;

	(void)state;
	for (int of = 0; of < TYPES; of++) {
		real_reset();
		assert_ok(open_point(&o, of), o.error);
		assert_string_equal(o.run.bench->roof(&o.run), types[of]);
		assert_int_equal(gb_run_quantity(&o.run), of == INT32 || of == DP4A ? GB_OPS : GB_FLOPS);
		close_point(&o);
	}
}

int main(void)
{
	plugins = real_plugins();
	RUN(T(right_chains_pass), T(chains_cut_short_are_caught), T(short_blocks_cut_short_are_caught),
	    T(one_wrong_thread_is_caught), T(equal_shares_are_one_wave), T(bf16_is_skipped_where_it_is_not),
	    T(an_unknown_rate_is_no_limit), T(a_known_rate_is_the_limit), T(each_has_its_quantity_and_its_roof));
}
