/* The arithmetic and the checks of `sync`, with kernels in C on the fake device. */
#include "sync.h"

#include "support.h"
#include "verified.h"

/* ---- kernels in C ------------------------------------------------------------------------------------------------ */

enum { A_LOOK = 1, A_SHORT, AN_END };

enum { SHUFFLE, VOTE, REDUX };

/* A step of all lanes of a warp, as the operation defines it. */
static void step(int op, unsigned int x[SYNC_WARP])
{
	unsigned int y[SYNC_WARP] = { 0 };

	for (unsigned int l = 0; l < SYNC_WARP; l++)
		switch (op) {
		case SHUFFLE:
			y[l] = x[(l + 1) % SYNC_WARP];
			break;
		case VOTE:
			for (unsigned int m = 0; m < SYNC_WARP; m++)
				y[l] |= (unsigned int)((x[m] & 1u << (m + 1) % SYNC_WARP) != 0) << m;
			break;
		default: /* REDUX */
			y[l] = x[0];
			for (unsigned int m = 0; m < SYNC_WARP; m++)
				y[l] = x[m] < y[l] ? x[m] : y[l];
			break;
		}
	memcpy(x, y, sizeof y);
}

/* 25 cycles a step. */
static double values(int op, struct gb_shape shape, const struct sync_args *args)
{
	const unsigned int steps = SYNC_UNROLL * (args->warm_trips + args->trips) - (fault == A_SHORT);

	for (unsigned int first = 0; first < shape.block; first += SYNC_WARP) {
		unsigned int *x = args->end + first;
		for (unsigned int l = 0; l < SYNC_WARP; l++)
			x[l] = sync_seed(first + l);
		for (unsigned int i = 0; i < steps; i++)
			step(op, x);
	}
	args->end[shape.block - 1] ^= fault == AN_END;
	*args->cycles = UINT64_C(25) * SYNC_UNROLL * args->trips;
	not_checked(args->cycles, sizeof *args->cycles);
	return 0;
}

static double shuffle(struct gb_shape shape, const void *args)
{
	return values(SHUFFLE, shape, args);
}
static double vote(struct gb_shape shape, const void *args)
{
	return values(VOTE, shape, args);
}
static double redux(struct gb_shape shape, const void *args)
{
	return values(REDUX, shape, args);
}

/* The pairs of threads that check each other, among threads that all wait for one another. */
static double waiting(struct gb_shape shape, const void *of)
{
	const struct sync_args *args = of;
	const unsigned int threads = shape.grid * shape.block, group = args->group;

	assert_true(group > 1 && threads % group == 0);
	not_checked(args->slots + SYNC_FLAGS, threads * sizeof *args->slots);
	for (unsigned int trip = 0; trip < SYNC_CHECKED - (unsigned int)(fault == A_SHORT); trip++) {
		for (unsigned int t = 0; t < threads; t++)
			args->slots[SYNC_FLAGS + t] = trip + 1 - (fault == A_LOOK && t == threads - 1 && trip == 9);
		for (unsigned int t = 0; t < threads; t++) {
			const unsigned int first = t / group * group;
			const unsigned int other = first + (t - first + 1 + 7 * trip) % group;
			assert_int_not_equal(other / group, t / group + 1);
			if (args->slots[SYNC_FLAGS + other] != trip + 1)
				real_wrong(args->report, t);
			args->report->compared++;
		}
	}
	return 0;
}

static double fences(struct gb_shape shape, const void *of)
{
	const struct sync_args *args = of;
	unsigned int *flag = args->slots + SYNC_FLAGS, *number = flag + SYNC_FLAGS, *answer = number + SYNC_FLAGS;

	assert_true(shape.grid * shape.block > SYNC_WARP);
	args->report->compared += SYNC_CHECKED - (unsigned int)(fault == A_SHORT);
	/* A flag that is up already is seen before the number is written. */
	if (fault == A_LOOK || *flag != 0)
		real_wrong(args->report, 3);
	*flag = *number = *answer = SYNC_CHECKED;
	not_checked(flag, (size_t)(answer + 1 - flag) * sizeof *flag);
	return 0;
}

/* Block b is 500 + b cycles away; the first one sends the flags. */
static double flag(struct gb_shape shape, const void *of)
{
	const struct sync_args *args = of;

	assert_int_equal(shape.cooperative, 1);
	for (unsigned int b = 1; b < shape.grid; b++) {
		args->cycles[b] = (UINT64_C(500) + b) * 2 * SYNC_UNROLL * args->trips;
		not_checked(args->cycles, shape.grid * sizeof *args->cycles);
		args->end[b] =
			(fault == A_LOOK && b == 2) || args->slots[(size_t)b * SYNC_FLAGS] != 0; /* it is up already */
	}
	args->end[0] = SYNC_UNROLL * args->trips - (fault == A_SHORT);
	return 0;
}

/* Cluster c takes 390 + 6 x c cycles. */
static double clusters(struct gb_shape shape, const void *of)
{
	const struct sync_args *args = of;

	assert_int_equal(args->together, shape.cluster);
	for (unsigned int c = 0; c < shape.grid / shape.cluster; c++)
		args->cycles[c] = (UINT64_C(390) + UINT64_C(6) * c) * SYNC_UNROLL * args->trips;
	not_checked(args->cycles, shape.grid * sizeof *args->cycles);
	return 0;
}

static const struct verified points[] = {
	{ "op=shuffle,threads=32", "sync_shuffle", shuffle },
	{ "op=shuffle,threads=1024", "sync_shuffle", shuffle },
	{ "op=vote,threads=1024", "sync_vote", vote },
	{ "op=redux,threads=256", "sync_redux", redux },
	{ "op=syncwarp,threads=256", "sync_check_syncwarp", waiting },
	{ "op=barrier,threads=32", "sync_check_barrier", waiting },
	{ "op=named,threads=1024", "sync_check_named", waiting },
	{ "op=count,threads=64", "sync_check_count", waiting },
	{ "op=mbarrier,threads=128", "sync_check_mbarrier", waiting },
	{ "op=cluster,size=4", "sync_check_cluster", waiting },
	{ "op=cluster_relaxed,size=2", "sync_check_cluster_relaxed", waiting },
	{ "op=grid", "sync_check_grid", waiting },
	{ "op=fence,scope=block,stores=0", "sync_check_fence_block", fences },
	{ "op=fence,scope=system,stores=1", "sync_check_fence_system", fences },
	{ "op=flag", "sync_flag", flag },
};
static const struct verified_points verified = { points, sizeof points / sizeof points[0] };

/* ---- tests ------------------------------------------------------------------------------------------------------- */

/* Faults: one step or check too few, one check of a value before it is there, one wrong value. For redux the steps
 * after the first change nothing; the machine code shows that they are there. */
static void wrong_kernels_are_caught(void **state)
{
	(void)state;
	for (size_t i = 0; i < verified.count; i++) {
		const bool has_value = i < 4; /* the first of the points */
		for (fault = A_LOOK; fault <= AN_END; fault++) {
			if ((has_value ? fault == A_LOOK : fault == AN_END) || (fault == A_SHORT && i == 3))
				continue;
			if (verify_with_kernel(i) != GB_FAILED)
				fail_msg("%s passes in spite of fault %d", points[i].point, fault);
		}
	}
}

static void flags_of_an_earlier_check_are_taken_down(void **state)
{
	(void)state;
	at("op=fence,scope=block,stores=0");
	assert_ok(gb_run_verify(&run), error);
	assert_ok(gb_run_verify(&run), error);
	at("op=flag");
	assert_ok(gb_run_verify(&run), error);
}

static double observed(const char *point)
{
	double value;

	at(point);
	assert_ok(bench->launch(&run), error);
	assert_ok(bench->observe(&run, &value), error);
	return value;
}

static void cycles_are_of_one_operation(void **state)
{
	(void)state;
	assert_same(observed("op=shuffle,threads=1024"), 25);
	assert_same(metric("warps_per_clock"), 32);
	assert_same(bench->cost(&run).ops, 16 * (2 + 64));
	at("op=barrier,threads=64");
	assert_true(metric("warps_per_clock") < 0);
	assert_unknown(bench->limit(&run, gb_device(&run), 1e9));
}

/* The fake device has 4 SMs: three ways of 501, 502 and 503 cycles. */
static void a_flag_is_one_way_to_the_median_block(void **state)
{
	(void)state;
	at("op=flag");
	const int others = gb_device(&run)->sm_count - 1;
	assert_true(metric("nearest") < 0);
	assert_same(observed("op=flag"), 500 + (others + 1) / 2.0);
	assert_same(metric("nearest"), 501);
	assert_same(metric("farthest"), 500 + others);
	assert_same(bench->cost(&run).ops, 2 * others * 17);
}

/* The 4 SMs of the fake device are two clusters of 2, or one of 4. */
static void a_barrier_is_of_the_median_cluster(void **state)
{
	(void)state;
	fake_kernel("sync_cluster", clusters);
	assert_same(observed("op=cluster,size=2"), 393);
	assert_same(metric("nearest"), 390);
	assert_same(metric("farthest"), 396);
	assert_same(observed("op=cluster,size=4"), 390);
}

static void what_is_not_there_is_skipped(void **state)
{
	(void)state;
	gb_run_close(&run);
	gb_card_close(&card);
	fake.cc = 75;
	assert_int_equal(open_bench(), 0);
	skipped("op=redux,threads=32", "redux needs compute capability 8.0");
	skipped("op=mbarrier,threads=32", "an mbarrier needs compute capability 8.0");
	skipped("op=fence,scope=proxy,stores=0", "fence.proxy.async needs");
	skipped("op=cluster,size=2", "cluster");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		OPEN(right_kernels_pass),
		IDLE(kernels_that_do_not_run_are_caught),
		OPEN(wrong_kernels_are_caught),
		OPEN(flags_of_an_earlier_check_are_taken_down),
		OPEN(cycles_are_of_one_operation),
		OPEN(a_flag_is_one_way_to_the_median_block),
		OPEN(a_barrier_is_of_the_median_cluster),
		OPEN(what_is_not_there_is_skipped),
	};
	return run_tests_of("sync", tests);
}
