/* The arithmetic, the checks and the conclusions of `atomic`, with kernels in C on the fake device. */
#include "../common/number_formats.h"
#include "atomic.h"

#include "made.h"
#include "support.h"
#include "verified.h"

/* ---- kernels in C: one thread after another ---------------------------------------------------------------------- */

enum { ADD, FETCH_ADD, MIN, EXCH, CAS, U64, F32, F64, F16X2, V4F32 };

enum { A_LOST = 1, A_TORN, A_RESULT, A_STRAY, A_SURPLUS };

/* As many additions to a word, with their results, as all attempts would make. */
static void add_surplus(unsigned int *word, unsigned int *result, unsigned int attempts)
{
	*word += attempts;
	*result += attempts;
}

/* Performs one operation; `seen` is the value that a thread's compare-and-swap expects. Returns the value to be
 * summed. */
static unsigned int operate(int op, unsigned int *word, unsigned int addend, unsigned int value, unsigned int *seen)
{
	const unsigned int old = *word;
	float f[4];
	double d;
	uint64_t u;

	switch (op) {
	case ADD:
	case FETCH_ADD:
		*word += addend;
		return op == ADD ? 0 : old;
	case MIN:
		*word = value < old ? value : old;
		return 0;
	case EXCH:
		*word = value;
		return old;
	case CAS:
		*word = old == *seen ? old + 1 : old;
		value = old == *seen;
		*seen = old + value;
		return value;
	case U64:
		memcpy(&u, word, sizeof u);
		u += addend;
		memcpy(word, &u, sizeof u);
		return 0;
	case F64:
		memcpy(&d, word, sizeof d);
		d += addend;
		memcpy(word, &d, sizeof d);
		return 0;
	case F16X2:
		u = format_encode(FORMAT_FP16, format_decode(FORMAT_FP16, old & 0xffff) + addend);
		*word = (unsigned int)(u << 16 | u);
		return 0;
	default: /* F32, V4F32 */
		memcpy(f, word, op == F32 ? 4 : 16);
		for (int i = 0; i < (op == F32 ? 1 : 4); i++)
			f[i] += (float)addend;
		memcpy(word, f, op == F32 ? 4 : 16);
		return 0;
	}
}

static double throughput(int op, struct gb_shape shape, const struct atomic_args *args)
{
	const unsigned int each = ATOMIC_UNROLL * args->trips;

	for (unsigned int t = 0; t < shape.grid * shape.block; t++) {
		const unsigned int own = atomic_place(t, args->places);
		const unsigned int addend = atomic_addend(t, args->places, args->every);
		const unsigned int left_out = fault == A_LOST && t == 0 ? each - 1 : each;
		unsigned int x = atomic_random_start(t), seen = 0, sum = 0, set = 0;
		for (unsigned int k = 0; k < each; k++) {
			if (k > 0 && k % ATOMIC_UNROLL == 0)
				set = set + 1 == args->sets ? 0 : set + 1;
			x = atomic_random_next(x);
			const unsigned int place =
				args->random ? atomic_random_place(x, args->places) : set * args->places + own;
			unsigned char *at = args->at + (size_t)place * args->stride;
			if (k != left_out)
				sum += operate(op, (unsigned int *)(void *)at, addend, atomic_value(t, k), &seen);
		}
		if (args->record)
			args->result[t] = sum + (fault == A_RESULT && t == 7);
	}
	if (fault == A_TORN)
		args->at[(size_t)args->stride * (args->places / 2)] ^= 1;
	if (fault == A_STRAY)
		args->at[args->stride - 1] ^= 1;
	if (fault == A_SURPLUS && args->record)
		add_surplus((unsigned int *)(void *)args->at, args->result, shape.grid * shape.block * each);
	return 0;
}

#define KERNEL(name, op)                                            \
	static double name(struct gb_shape shape, const void *args) \
	{                                                           \
		return throughput(op, shape, args);                 \
	}
KERNEL(add, ADD)
KERNEL(fetch_add, FETCH_ADD)
KERNEL(minimum, MIN)
KERNEL(exch, EXCH)
KERNEL(cas, CAS)
KERNEL(add_u64, U64)
KERNEL(add_f32, F32)
KERNEL(add_f64, F64)
KERNEL(add_f16x2, F16X2)
KERNEL(add_v4f32, V4F32)

/* 300 cycles per operation. */
static double chain(int op, const struct atomic_chain_args *args)
{
	unsigned int x = 1, before = 0;

	for (unsigned int i = 0; i < ATOMIC_LINES * args->trips; i++) {
		unsigned int *word = (unsigned int *)(void *)(args->at + (size_t)(i % ATOMIC_LINES) * args->apart);
		unsigned int seen = x;
		before = x;
		x = *word;
		operate(op, word, before, before, &seen);
		if (op == CAS && x == before)
			*word = 7;
		if (fault == A_LOST && i == ATOMIC_LINES * args->trips - 1)
			*word = x + 5;
	}
	args->end[0] = x;
	args->end[1] = before ^ (fault == A_RESULT);
	*args->cycles = UINT64_C(300) * ATOMIC_LINES * (args->trips - 1);
	return 0;
}

static double chain_add(struct gb_shape shape, const void *args)
{
	(void)shape;
	return chain(ADD, args);
}
static double chain_cas(struct gb_shape shape, const void *args)
{
	(void)shape;
	return chain(CAS, args);
}

/* Two cycles per request; on the first SM nine. */
static double shared(int op, struct gb_shape shape, const struct atomic_shared_args *args)
{
	const unsigned int each = ATOMIC_UNROLL * args->trips, threads = ATOMIC_WARPS * ATOMIC_LANES;

	for (unsigned int b = 0; b < shape.grid; b++) {
		unsigned int *words = args->words + (size_t)b * threads;
		args->cycles[b] = (b == 0 ? 9u : 2u) * ATOMIC_WARPS * each;
		for (unsigned int t = 0; t < threads && args->record; t++)
			words[t] = op == MIN ? ~0u : 0;
		for (unsigned int t = 0; t < threads && args->record; t++) {
			unsigned int *word =
				words + (size_t)(t / ATOMIC_LANES) * ATOMIC_LANES + t % ATOMIC_LANES / args->degree;
			unsigned int seen = 0, sum = 0;
			for (unsigned int k = 0; k < each - (fault == A_LOST && t == 0); k++)
				sum += operate(op, word, 1, atomic_value(t, k), &seen);
			args->result[(size_t)b * threads + t] = sum + (fault == A_RESULT && t == 9);
		}
		if (args->record && fault == A_TORN)
			words[threads - ATOMIC_LANES] ^= 1;
		if (args->record && fault == A_STRAY)
			words[0] ^= 1;
		if (args->record && fault == A_SURPLUS)
			add_surplus(words, &args->result[(size_t)b * threads], ATOMIC_LANES * each);
	}
	return 0;
}

#define SHARED(name, op)                                            \
	static double name(struct gb_shape shape, const void *args) \
	{                                                           \
		return shared(op, shape, args);                     \
	}
SHARED(shared_add, ADD)
SHARED(shared_fetch_add, FETCH_ADD)
SHARED(shared_min, MIN)
SHARED(shared_exch, EXCH)
SHARED(shared_cas, CAS)
SHARED(shared_f32, F32)

#define RATE(op, pattern) "measure=throughput,op=" op ",pattern=" pattern ",scope=gpu,block=1024"
static const struct verified points[] = {
	{ RATE("add", "one"), "atomic_add_gpu", add },
	{ RATE("add", "line"), "atomic_add_gpu", add },
	{ RATE("add", "adjacent"), "atomic_add_gpu", add },
	{ RATE("add_u64", "sectors"), "atomic_add_u64_gpu", add_u64 },
	{ RATE("add_f64", "lines"), "atomic_add_f64_gpu", add_f64 },
	{ RATE("add_f32", "random"), "atomic_add_f32_gpu", add_f32 },
	{ RATE("add_f16x2", "one"), "atomic_add_f16x2_gpu", add_f16x2 },
	{ RATE("add_f16x2", "line"), "atomic_add_f16x2_gpu", add_f16x2 },
	{ RATE("add_v4f32", "line"), "atomic_add_v4f32_gpu", add_v4f32 },
	{ RATE("min", "random"), "atomic_min_gpu", minimum },
	{ RATE("cas", "adjacent"), "atomic_cas_gpu", cas },
	{ RATE("exch", "adjacent"), "atomic_exch_gpu", exch },
	{ RATE("fetch_add", "one"), "atomic_fetch_add_gpu", fetch_add },
	{ "measure=latency,chain=add,lines=16,scope=gpu", "atomic_chain_add_gpu", chain_add },
	{ "measure=latency,chain=cas,lines=1,scope=gpu", "atomic_chain_cas_gpu", chain_cas },
	{ "measure=shared,in_shared=add,degree=4", "atomic_shared_add", shared_add },
	{ "measure=shared,in_shared=add_f32,degree=32", "atomic_shared_add_f32", shared_f32 },
	{ "measure=shared,in_shared=min,degree=3", "atomic_shared_min", shared_min },
	{ "measure=shared,in_shared=exch,degree=1", "atomic_shared_exch", shared_exch },
	{ "measure=shared,in_shared=exch,degree=8", "atomic_shared_exch", shared_exch },
	{ "measure=shared,in_shared=cas,degree=5", "atomic_shared_cas", shared_cas },
	{ "measure=shared,in_shared=fetch_add,degree=7", "atomic_shared_fetch_add", shared_fetch_add },
};
static const struct verified_points verified = { points, sizeof points / sizeof points[0] };
static const struct verified_device verified_device = { .work = 0.0625 };

/* ---- tests ------------------------------------------------------------------------------------------------------- */

/* Faults: an omitted operation, or a changed word. A compare-and-swap that was never tried looks like one that lost
 * to another lane, and the end of a chain is checked word by word. */
static void wrong_kernels_are_caught(void **state)
{
	(void)state;
	for (size_t i = 0; i < verified.count; i++)
		for (fault = A_LOST; fault <= A_TORN; fault++) {
			if ((fault == A_LOST && strstr(points[i].point, "in_shared=cas") != NULL) ||
			    (fault == A_TORN && strstr(points[i].point, "latency") != NULL))
				continue;
			if (verify_with_kernel(i) != GB_FAILED)
				fail_msg("%s passes in spite of fault %d", points[i].point, fault);
		}
}

static void wrong_results_are_caught(void **state)
{
	static const size_t returning[] = { 10, 11, 12, 13, 14, 18, 19, 20, 21 };

	(void)state;
	fault = A_RESULT;
	for (size_t i = 0; i < sizeof returning / sizeof returning[0]; i++)
		if (verify_with_kernel(returning[i]) != GB_FAILED)
			fail_msg("%s passes with a wrong result", points[returning[i]].point);
}

/* Timed launches are checked before the one that verify() makes: here the last of three loses an addition. */
static void launches_that_were_timed_are_checked(void **state)
{
	static const size_t adding[] = { 0, 2, 3, 12 };
	struct gb_batch batch;

	(void)state;
	for (size_t i = 0; i < sizeof adding / sizeof adding[0]; i++) {
		const struct verified *one = &points[adding[i]];
		fake_kernel(one->kernel, one->function);
		at_with_less_work(one->point);
		assert_ok(gb_run_batch(&run, 2, &batch, &error), error);
		assert_int_equal(gb_launches(&run), 2);
		assert_ok(gb_run_verify(&run), error);
		assert_ok(gb_run_verify(&run), error); /* nothing is left of it */
		assert_ok(gb_run_batch(&run, 2, &batch, &error), error);
		fault = A_LOST;
		assert_ok(gb_run_batch(&run, 1, &batch, &error), error);
		fault = 0;
		assert_int_equal(gb_run_verify(&run), GB_FAILED);
		assert_says(error.text, "3 launches have added");
	}
}

/* Results and memory agree. */
static void more_than_all_attempts_cannot_win(void **state)
{
	(void)state;
	fault = A_SURPLUS;
	fake_kernel("atomic_cas_gpu", cas);
	at(RATE("cas", "one"));
	assert_int_equal(gb_run_verify(&run), GB_FAILED);
	assert_says(error.text, " attempts won");
	expect_caught(20, " attempts of warp 0 succeeded");
}

/* Whatever launches that were timed have left in its words. */
static void a_chain_begins_anew(void **state)
{
	(void)state;
	for (size_t i = 13; i <= 14; i++) {
		assert_ok(verify_with_kernel(i), error);
		assert_ok(gb_run_launch(&run), error);
		assert_ok(gb_run_verify(&run), error);
	}
}

/* Between the places nothing may change. */
static void writes_elsewhere_are_caught(void **state)
{
	(void)state;
	fault = A_STRAY;
	expect_caught(3, "word 7 of place 0");
	expect_caught(4, "word 31 of place 0");
}

/* 4 operations a trip. */
static void a_launch_counts_operations_of_threads(void **state)
{
	(void)state;
	const double threads = (double)gb_device(&run)->sm_count * gb_device(&run)->threads_per_sm;

	at(RATE("add", "adjacent"));
	assert_same(bench->cost(&run).ops, threads * 4 * 1024);
	assert_same(metric("element_rate"), 1);
	assert_same(metric("threads_per_place"), 1);
	at(RATE("add_v4f32", "line"));
	assert_same(metric("element_rate"), 4);
	assert_same(metric("threads_per_place"), threads / 8);
	at(RATE("add", "one"));
	assert_same(bench->cost(&run).ops, threads * 4 * 8);
	assert_same(metric("threads_per_place"), threads);
	at("measure=shared,in_shared=inc,degree=2");
	/* 4 and 256 trips. */
	assert_same(bench->cost(&run).ops, gb_device(&run)->sm_count * 1024.0 * 4 * (4 + 256));
	assert_same(bench->limit(&run, gb_device(&run), 1e9), 1);
	at("measure=latency,chain=add,lines=16,scope=gpu");
	assert_same(bench->cost(&run).ops, 16 * 129);
	assert_unknown(bench->limit(&run, gb_device(&run), 1e9));
}

static void cycles_are_of_an_operation_or_a_request(void **state)
{
	double value;

	(void)state;
	at("measure=latency,chain=add,lines=16,scope=gpu");
	assert_ok(bench->launch(&run), error);
	assert_ok(bench->observe(&run, &value), error);
	assert_same(value, 300);
	at("measure=shared,in_shared=add,degree=4");
	assert_ok(bench->launch(&run), error);
	assert_ok(bench->observe(&run, &value), error);
	assert_same(value, 2);
}

static void what_is_not_there_is_skipped(void **state)
{
	(void)state;
	gb_run_close(&run);
	gb_card_close(&card);
	fake.cc = 80;
	assert_int_equal(open_bench(), 0);
	skipped("measure=throughput,op=add_v4f32,pattern=one,scope=gpu,block=1024", "vector atomics need");
	skipped("measure=latency,chain=add,lines=1,scope=cluster", "clusters need");
}

static void what_meeting_costs_is_concluded(void **state)
{
	static const struct given given[] = {
		{ "default", "measure=throughput,op=add,pattern=one,scope=gpu,block=256", "access_rate", 1.4e9 },
		{ "default", "measure=throughput,op=add,pattern=adjacent,scope=gpu,block=256", "access_rate", 7e11 },
		{ "default", "measure=throughput,op=fetch_add,pattern=adjacent,scope=gpu,block=256", "access_rate",
		  3.5e11 },
		{ "default", "measure=throughput,op=fetch_add,pattern=one,scope=sys,block=256", "access_rate",
		  1e9 }, /* alone */
		{ "default", "measure=throughput,op=add_f32,pattern=lines,scope=gpu,block=256", "element_rate", 1e11 },
		{ "default", "measure=throughput,op=add_v4f32,pattern=lines,scope=gpu,block=256", "element_rate",
		  3e11 },
		{ "default", "measure=shared,in_shared=add,degree=1", "cycles", 1 },
	};

	(void)state;
	make_rows(bench, given, sizeof given / sizeof given[0]);
	assert_int_equal(conclude(bench, NULL), 3);
	expect_finding("op=add", "contention", 500);
	expect_finding("pattern=adjacent", "return_cost", 2);
	assert_ptr_equal(expect_finding("pattern=lines", "vector_gain", 3)->from, &made[4]);
	made_count = 1;
	assert_int_equal(conclude(bench, NULL), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		OPEN(right_kernels_pass),
		IDLE(kernels_that_do_not_run_are_caught),
		OPEN(wrong_kernels_are_caught),
		OPEN(wrong_results_are_caught),
		OPEN(writes_elsewhere_are_caught),
		OPEN(more_than_all_attempts_cannot_win),
		OPEN(a_chain_begins_anew),
		OPEN(launches_that_were_timed_are_checked),
		OPEN(a_launch_counts_operations_of_threads),
		OPEN(cycles_are_of_an_operation_or_a_request),
		OPEN(what_is_not_there_is_skipped),
		T(what_meeting_costs_is_concluded),
	};
	return run_tests_of("atomic", tests);
}
