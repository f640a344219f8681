/* The arithmetic and the checks of `dsmem`, with kernels in C on the fake device. */
#include "dsmem.h"

#include "support.h"
#include "verified.h"

/* ---- kernels in C ------------------------------------------------------------------------------------------------ */

enum { A_WORD = 1, A_TRIP, A_BLOCK };

enum { LOAD, STORE, ATOMIC };

/* One access by a thread to its part of a block's memory. */
static unsigned int access_words(int op, unsigned int *memory, unsigned int thread, unsigned int u, unsigned int value)
{
	const unsigned int words = op == ATOMIC ? 1 : 4;
	unsigned int sum = 0;

	for (unsigned int i = 0; i < words; i++) {
		unsigned int *word = memory + (size_t)(thread + u * DSMEM_THREADS) * words + i;
		sum += *word;
		*word = op == STORE ? value : op == ATOMIC ? *word + 1 : *word;
	}
	return op == LOAD ? sum : 0;
}

/* Block b takes 1000 x b cycles more than 400000. */
static void tell_cycles(struct gb_shape shape, const struct dsmem_args *args)
{
	for (unsigned int b = 0; b < shape.grid; b++)
		args->cycles[b] = UINT64_C(400000) + UINT64_C(1000) * b;
	not_checked(args->cycles, shape.grid * sizeof *args->cycles);
}

static double accesses(int op, struct gb_shape shape, const struct dsmem_args *args)
{
	/* Stores write the same in each trip. */
	const unsigned int size = shape.cluster, trips = op == STORE ? 8 : args->trips;

	tell_cycles(shape, args);
	if (!args->record)
		return 0;
	memset(args->sum, 0, (size_t)shape.grid * DSMEM_THREADS * sizeof *args->sum);
	if (op == LOAD)
		not_checked(args->memory, (size_t)shape.grid * DSMEM_WORDS * sizeof *args->memory);
	else
		not_checked(args->sum, (size_t)shape.grid * DSMEM_THREADS * sizeof *args->sum);
	for (unsigned int b = 0; b < shape.grid; b++)
		for (unsigned int i = 0; i < DSMEM_WORDS; i++)
			args->memory[b * DSMEM_WORDS + i] = dsmem_content(b % size, i);
	for (unsigned int b = 0; b < shape.grid; b++)
		for (unsigned int trip = 0; trip < trips - (fault == A_TRIP && b == 1 && op != STORE); trip++) {
			const unsigned int partner = dsmem_partner(b % size, size, args->all, trip);
			const unsigned int to = b / size * size + (fault == A_BLOCK ? b % size : partner);
			for (unsigned int t = 0; t < DSMEM_THREADS; t++)
				for (unsigned int u = 0; u < DSMEM_UNROLL; u++)
					args->sum[b * DSMEM_THREADS + t] += access_words(
						op, args->memory + (size_t)to * DSMEM_WORDS, t, u, ~partner);
		}
	if (fault == A_WORD) {
		args->memory[77] ^= 1;
		args->sum[77]++;
	}
	return 0;
}

static double load(struct gb_shape shape, const void *args)
{
	return accesses(LOAD, shape, args);
}
static double store(struct gb_shape shape, const void *args)
{
	return accesses(STORE, shape, args);
}
static double atomic(struct gb_shape shape, const void *args)
{
	return accesses(ATOMIC, shape, args);
}

static double bulk(struct gb_shape shape, const void *of)
{
	const struct dsmem_args *args = of;
	const unsigned int size = shape.cluster, words = DSMEM_PIECE / 4;

	assert_true(shape.shared_bytes == DSMEM_BYTES + DSMEM_PIECE);
	tell_cycles(shape, args);
	for (unsigned int b = 0; b < shape.grid && args->record; b++)
		for (unsigned int i = 0; i < DSMEM_WORDS; i++) {
			const unsigned int from = fault == A_BLOCK ? b % size : (b + size - 1) % size;
			args->memory[b * DSMEM_WORDS + i] =
				dsmem_content(from, i % words) + (fault == A_WORD && i == 5);
		}
	if (args->record && fault == A_TRIP)
		args->memory[(size_t)3 * words] = 0;
	return 0;
}

/* Block b is 200 + b cycles away. */
static double chain(struct gb_shape shape, const void *of)
{
	const struct dsmem_args *args = of;

	for (unsigned int to = 1; to < shape.cluster; to++) {
		unsigned int at = 0;
		for (unsigned int i = 0; i < args->trips * DSMEM_LINKS - (fault == A_TRIP); i++)
			at = dsmem_next(at);
		args->sum[to] = at + (fault == A_WORD && to == shape.cluster - 1);
		args->cycles[to] = (UINT64_C(200) + to) * DSMEM_LINKS * (args->trips - 1);
		not_checked(args->cycles, shape.cluster * sizeof *args->cycles);
	}
	if (fault == A_BLOCK)
		args->sum[1] ^= 512;
	return 0;
}

/* 300 cycles one way. */
static double message(struct gb_shape shape, const void *of)
{
	const struct dsmem_args *args = of;

	assert_int_equal(args->to, shape.cluster - 1);
	assert_true(shape.shared_bytes >= 2 * args->bytes);
	args->sum[0] = args->trips - (fault == A_TRIP);
	args->sum[1] = args->trips - (fault == A_WORD || fault == A_BLOCK);
	args->cycles[args->to] = UINT64_C(600) * (args->trips - 1);
	not_checked(&args->cycles[args->to], sizeof *args->cycles);
	return 0;
}

static const struct verified points[] = {
	{ "measure=bandwidth,op=load,size=2,pattern=ring", "dsmem_load", load },
	{ "measure=bandwidth,op=load,size=4,pattern=all", "dsmem_load", load },
	{ "measure=bandwidth,op=store,size=2,pattern=ring", "dsmem_store", store },
	{ "measure=bandwidth,op=async,size=4,pattern=all", "dsmem_async", store },
	{ "measure=bandwidth,op=atomic,size=4,pattern=all", "dsmem_atomic", atomic },
	{ "measure=bandwidth,op=bulk,size=4", "dsmem_bulk", bulk },
	{ "measure=latency,way=load,size=4", "dsmem_chain_load", chain },
	{ "measure=latency,way=atomic,size=2", "dsmem_chain_atomic", chain },
	{ "measure=latency,way=async,size=4", "dsmem_message_async", message },
	{ "measure=latency,way=bulk,size=4,bytes=256", "dsmem_message_bulk", message },
};
static const struct verified_points verified = { points, sizeof points / sizeof points[0] };
static const struct verified_device verified_device = { .work = 0.0625 };

/* ---- tests ------------------------------------------------------------------------------------------------------- */

/* Faults: a wrong word, a trip that one block omits (stores write the same in each), and data sent to the wrong
 * block. Where all blocks are targets equally often, the target of an addition does not matter. */
static void wrong_kernels_are_caught(void **state)
{
	(void)state;
	for (size_t i = 0; i < verified.count; i++)
		for (fault = A_WORD; fault <= A_BLOCK; fault++) {
			if ((fault == A_TRIP && points[i].function == store) ||
			    (fault == A_BLOCK && points[i].function == atomic))
				continue;
			if (verify_with_kernel(i) != GB_FAILED)
				fail_msg("%s passes in spite of fault %d", points[i].point, fault);
		}
}

/* The fake device has 4 SMs: two clusters of 2, one of 4. */
static void bytes_are_those_between_sms(void **state)
{
	(void)state;
	at("measure=bandwidth,op=load,size=2,pattern=ring");
	assert_same(bench->cost(&run).bytes, 4.0 * 480 * 131072);
	assert_same(metric("sms"), 4);
	assert_same(metric("bytes_per_clock_sm"), 1 / (1.25e9 * 4));
	assert_unknown(bench->limit(&run, gb_device(&run), 1e9));
	/* For the median block of 4, once the verified launch has run. */
	assert_same(metric("bytes_per_clock_own"), -1);
	assert_ok(gb_run_verify(&run), error);
	assert_same(metric("bytes_per_clock_own"), 480 * 131072 / 401500.0);
	at("measure=bandwidth,op=store,size=2,pattern=ring");
	assert_same(bench->cost(&run).bytes, 4.0 * 480 * 131072); /* an eighth of it in eight times the trips */
	at("measure=bandwidth,op=atomic,size=4,pattern=ring");
	assert_same(bench->cost(&run).bytes, 4.0 * 288 * 32768);
	at("measure=bandwidth,op=bulk,size=4");
	assert_same(bench->cost(&run).bytes, 4.0 * 3840 * 16384);
	skipped("measure=bandwidth,op=load,size=16,pattern=ring", "cluster");
}

static double observed(const char *point)
{
	double value;

	at(point);
	assert_ok(bench->launch(&run), error);
	assert_ok(bench->observe(&run, &value), error);
	return value;
}

static void a_chain_is_the_median_of_the_other_blocks(void **state)
{
	(void)state;
	assert_same(observed("measure=latency,way=load,size=4"), 202);
	assert_same(bench->cost(&run).ops, 33); /* trips through a block's memory */
	assert_same(metric("nearest"), 201);
	assert_same(metric("farthest"), 203);
	assert_same(observed("measure=latency,way=load,size=2"), 201);
	assert_same(observed("measure=latency,way=async,size=2"), 300);
	assert_true(metric("nearest") < 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		OPEN(right_kernels_pass),
		IDLE(kernels_that_do_not_run_are_caught),
		OPEN(wrong_kernels_are_caught),
		OPEN(bytes_are_those_between_sms),
		OPEN(a_chain_is_the_median_of_the_other_blocks),
	};
	return run_tests_of("dsmem", tests);
}
