/* The arithmetic and the checks of `shared`, with kernels in C on the fake device. */
#include "shared.h"

#include "support.h"
#include "verified.h"

/* ---- kernels in C: 4 accesses of 16 bytes per thread and trip ---------------------------------------------------- */

enum { WORDS = 4, UNROLL = 4 };

enum { A_WORD = 1, A_SUM, A_TRIP };

static unsigned int word_of(unsigned int thread, unsigned int u, unsigned int part)
{
	return (thread / 32 * UNROLL + u) * 32 * WORDS + thread % 32 * WORDS + part;
}

static unsigned int left(enum shared_op op, const struct shared_args *args, unsigned int i)
{
	const unsigned int trips = args->trips - (fault == A_TRIP);
	/* The last trip is odd. */
	const unsigned int from = trips % 2 == 0 ? (4 * i ^ args->flip) / 4 : i;

	return op == SHARED_COPY ? shared_word(from) : op == SHARED_WRITE ? shared_written(i, trips) : shared_word(i);
}

static unsigned int sum(const struct shared_args *args, unsigned int thread)
{
	const unsigned int trips = args->trips - (fault == A_TRIP), odd = trips / 2;
	unsigned int total = 0;

	for (unsigned int i = 0; i < UNROLL * WORDS; i++) {
		total += (trips - odd) * shared_word(word_of(thread, i / WORDS, i % WORDS));
		total += odd * shared_word(word_of(thread ^ 1, i / WORDS, i % WORDS));
	}
	return total;
}

static double launch(enum shared_op op, struct gb_shape shape, const struct shared_args *args)
{
	assert_int_equal(args->words, shape.block * UNROLL * WORDS);
	assert_int_equal(shape.shared_bytes, (op == SHARED_COPY ? 8u : 4u) * args->words);
	if (!args->record)
		return 0;
	for (unsigned int t = 0; t < shape.block; t++) {
		const unsigned int total = op == SHARED_READ ? sum(args, t) : 0;
		for (unsigned int b = 0; b < shape.grid; b++)
			args->sum[b * shape.block + t] = total;
	}
	for (unsigned int i = 0; i < shape.grid * args->words; i++)
		args->left[i] = left(op, args, i % args->words);
	args->sum[shape.grid * shape.block - 1] += fault == A_SUM;
	args->left[shape.grid * args->words - 1] ^= fault == A_WORD;
	return 0;
}

#define KERNEL(name, op)                                            \
	static double name(struct gb_shape shape, const void *args) \
	{                                                           \
		return launch(op, shape, args);                     \
	}
KERNEL(do_read, SHARED_READ)
KERNEL(do_write, SHARED_WRITE)
KERNEL(do_copy, SHARED_COPY)

#define SHAPE "word=16,unroll=4,warps=8,block=256"

static const struct verified points[] = {
	{ "op=read," SHAPE, "shared_read_w16_u4", do_read },
	{ "op=write," SHAPE, "shared_write_w16_u4", do_write },
	{ "op=copy," SHAPE, "shared_copy_w16_u4", do_copy },
};
static const struct verified_points verified = { points, sizeof points / sizeof points[0] };

/* ---- tests ------------------------------------------------------------------------------------------------------- */

/* A trip of 256 threads is 16384 bytes, for a copy twice that: 1024e6 bytes per SM are 62500 trips, or 31250. */
static void bytes_by_hand(void **state)
{
	(void)state;
	at(points[0].point);
	assert_same(bench->cost(&run).bytes, 4.0 * 62500 * 16384);
	at(points[2].point);
	assert_same(bench->cost(&run).bytes, 4.0 * 31250 * 2 * 16384);
	assert_same(bench->limit(&run, gb_device(&run), 1.5e9), 128 * 4 * 1.5e9);
}

/* A thousandth: 62 trips, or 30, because odd and even trips are equal in number; never none. */
static void less_work_by_hand(void **state)
{
	(void)state;
	card.work = 0.001;
	at(points[0].point);
	assert_same(bench->cost(&run).bytes, 4.0 * 62 * 16384);
	at(points[2].point);
	assert_same(bench->cost(&run).bytes, 4.0 * 30 * 2 * 16384);
	card.work = 1e-9;
	at(points[0].point);
	assert_same(bench->cost(&run).bytes, 4.0 * 2 * 16384);
	assert_ok(gb_run_verify(&run), error);
}

static void clocks_by_hand(void **state)
{
	struct gb_metric out[GB_METRICS_MAX];
	const struct gb_result known = { 4 * 1.5e9 * 127, 1, 1.5e9, NULL, NAN }, unknown = { 1, 1, NAN, NULL, NAN };

	(void)state;
	at(points[0].point);
	assert_int_equal(bench->metrics(&run, &known, out), 1);
	assert_int_equal(out[0].kind, GB_TIMES);
	assert_same(out[0].number * known.value, 127);
	assert_same(out[0].limit, 128);
	assert_int_equal(bench->metrics(&run, &unknown, out), 0);
}

static void wide_reads_and_writes_are_roofs(void **state)
{
	(void)state;
	at(points[0].point);
	assert_string_equal(bench->roof(&run), "shared.read");
	at(points[1].point);
	assert_string_equal(bench->roof(&run), "shared.write");
	at(points[2].point);
	assert_null(bench->roof(&run));
	at("op=read,word=8,unroll=4,warps=8,block=256");
	assert_null(bench->roof(&run));
}

static void what_does_not_fit_is_skipped(void **state)
{
	(void)state;
	skipped("op=read,word=4,unroll=4,warps=4,block=256", "4 warps per SM are fewer than a block of 256 threads");
	skipped("op=copy,word=16,unroll=8,warps=32,block=1024", "a block needs 262144 bytes of shared memory");
}

static void wrong_kernels_are_caught(void **state)
{
	(void)state;
	expect_all_caught(A_TRIP, "verify: ");
}

#define C(name) cmocka_unit_test_setup_teardown(name, open_with_kernels, close_run)

int main(void)
{
	const struct CMUnitTest tests[] = {
		C(bytes_by_hand),
		C(less_work_by_hand),
		C(clocks_by_hand),
		C(wide_reads_and_writes_are_roofs),
		C(what_does_not_fit_is_skipped),
		C(right_kernels_pass),
		C(wrong_kernels_are_caught),
	};
	return run_tests_of("shared", tests);
}
