/* The arithmetic, the checks and the conclusions of `atomic`, with its models on the fake device. */
#include "atomic.h"

#include "made.h"
#include "verified.h"

#define RATE(op, pattern)  "measure=throughput,op=" op ",pattern=" pattern ",scope=gpu,block=1024"
#define CHAIN(op, lines)   "measure=latency,chain=" op ",lines=" lines ",scope=gpu"
#define SHARED(op, degree) "measure=shared,in_shared=" op ",degree=" degree

static const struct verified_device verified_device = { .work = 0.0625 };

/* ---- tests ------------------------------------------------------------------------------------------------------- */

OPEN_TEST(a_wrong_word_is_named)
{
	expect_wrong_word_at(RATE("add", "one"), "atomic_add_gpu", "word 0 of place 0: got ");
	expect_wrong_word_at(RATE("cas", "adjacent"), "atomic_cas_gpu", "the operations returned ");
	expect_wrong_word_at(CHAIN("add", "16"), "atomic_chain_add_gpu", "the chain ended with ");
	expect_wrong_word_at(CHAIN("cas", "1"), "atomic_chain_cas_gpu", "word 0 of the chain: got ");
	expect_wrong_word_at(SHARED("add", "4"), "atomic_shared_add", " of warp 127: got ");
	expect_wrong_word_at(SHARED("exch", "1"), "atomic_shared_exch", "the operations of warp 127 returned ");
}

/* The kernel loses an addition, changes a word on which no thread operates, or reports more successful
 * compare-and-swaps than attempts. */
static enum { A_LOST = 1, A_STRAY, A_SURPLUS } mistake;

static double adds_with_a_mistake(struct gb_shape shape, const void *of)
{
	const struct atomic_args *args = of;
	uint32_t *words = (uint32_t *)(void *)args->at;
	const uint32_t attempts = shape.grid * shape.block * ATOMIC_UNROLL * args->trips;

	replaced_model(shape, args);
	words[0] -= mistake == A_LOST;
	words[args->stride / 4 - 1] ^= mistake == A_STRAY;
	words[0] += mistake == A_SURPLUS ? attempts : 0;
	if (mistake == A_SURPLUS && args->record)
		args->result[0] += attempts;
	return 0;
}

static double surplus_in_shared(struct gb_shape shape, const void *of)
{
	const struct atomic_shared_args *args = of;
	const uint32_t attempts = ATOMIC_LANES * ATOMIC_UNROLL * args->trips;

	replaced_model(shape, args);
	args->words[0] += attempts;
	args->result[0] += attempts;
	return 0;
}

/* The last of three timed launches loses an addition, before verify() makes its own launch. */
OPEN_TEST(launches_that_were_timed_are_checked)
{
	static const struct verified adding[] = { { RATE("add", "one"), "atomic_add_gpu" },
						  { RATE("add", "adjacent"), "atomic_add_gpu" },
						  { RATE("add_u64", "sectors"), "atomic_add_u64_gpu" },
						  { RATE("fetch_add", "one"), "atomic_fetch_add_gpu" } };
	struct gb_batch batch;

	for (size_t i = 0; i < sizeof adding / sizeof adding[0]; i++) {
		mistake = 0;
		replace_kernel(adding[i].kernel, adds_with_a_mistake);
		at_with_less_work(adding[i].point);
		assert_ok(gb_run_batch(&run, 2, &batch, &error), error);
		assert_int_equal(gb_launches(&run), 2);
		assert_ok(gb_run_verify(&run), error);
		assert_ok(gb_run_verify(&run), error); /* no trace of the earlier launches remains */
		assert_ok(gb_run_batch(&run, 2, &batch, &error), error);
		mistake = A_LOST;
		assert_ok(gb_run_batch(&run, 1, &batch, &error), error);
		mistake = 0;
		expect_check_says("3 launches have added");
	}
}

/* The surplus is in both the results and the memory. */
OPEN_TEST(more_than_all_attempts_cannot_win)
{
	mistake = A_SURPLUS;
	expect_caught_at(RATE("cas", "one"), "atomic_cas_gpu", adds_with_a_mistake, " attempts won");
	expect_caught_at(SHARED("cas", "5"), "atomic_shared_cas", surplus_in_shared, " attempts of warp 0 succeeded");
}

OPEN_TEST(a_chain_begins_anew)
{
	expect_right(CHAIN("add", "16"));
	assert_ok(gb_run_launch(&run), error);
	assert_ok(gb_run_verify(&run), error);
}

OPEN_TEST(writes_elsewhere_are_caught)
{
	mistake = A_STRAY;
	expect_caught_at(RATE("add_u64", "sectors"), "atomic_add_u64_gpu", adds_with_a_mistake, "word 7 of place 0");
	expect_caught_at(RATE("add_f64", "lines"), "atomic_add_f64_gpu", adds_with_a_mistake, "word 31 of place 0");
}

OPEN_TEST(a_launch_counts_operations_of_threads)
{
	const double threads = (double)gb_device(&run)->sm_count * gb_device(&run)->threads_per_sm;

	EXPECT_AT(RATE("add", "adjacent"), { "ops", threads * 4 * 1024 }, { "element_rate", 1 },
		  { "threads_per_place", 1 });
	EXPECT_AT(RATE("add_v4f32", "line"), { "element_rate", 4 }, { "threads_per_place", threads / 8 });
	EXPECT_AT(RATE("add", "one"), { "ops", threads * 4 * 8 }, { "threads_per_place", threads });
	at("measure=shared,in_shared=inc,degree=2");
	/* 4 warm-up and 256 timed trips */
	assert_same(bench->cost(&run).ops, gb_device(&run)->sm_count * 1024.0 * 4 * (4 + 256));
	assert_same(bench->limit(&run, gb_device(&run), 1e9), 1);
	EXPECT_AT("measure=latency,chain=add,lines=16,scope=gpu", { "ops", 16 * 129 });
	assert_unknown(bench->limit(&run, gb_device(&run), 1e9));
}

OPEN_TEST(cycles_are_of_an_operation_or_a_request)
{
	assert_same(observed("measure=latency,chain=add,lines=16,scope=gpu"), 300);
	assert_same(observed("measure=shared,in_shared=add,degree=4"), 2);
}

OPEN_TEST(what_is_not_there_is_skipped)
{
	close_bench();
	fake.cc = 80;
	assert_int_equal(open_bench(), 0);
	skipped("measure=throughput,op=add_v4f32,pattern=one,scope=gpu,block=1024", "vector atomics need");
	skipped("measure=latency,chain=add,lines=1,scope=cluster", "clusters need");
}

TEST(what_meeting_costs_is_concluded)
{
	MAKE_ROWS(
		{ "default", "measure=throughput,op=add,pattern=one,scope=gpu,block=256", "access_rate", 1.4e9 },
		{ "default", "measure=throughput,op=add,pattern=adjacent,scope=gpu,block=256", "access_rate", 7e11 },
		{ "default", "measure=throughput,op=fetch_add,pattern=adjacent,scope=gpu,block=256", "access_rate",
		  3.5e11 },
		{ "default", "measure=throughput,op=fetch_add,pattern=one,scope=sys,block=256", "access_rate",
		  1e9 }, /* no peer */
		{ "default", "measure=throughput,op=add_f32,pattern=lines,scope=gpu,block=256", "element_rate", 1e11 },
		{ "default", "measure=throughput,op=add_v4f32,pattern=lines,scope=gpu,block=256", "element_rate",
		  3e11 },
		{ "default", "measure=shared,in_shared=add,degree=1", "cycles", 1 });
	assert_int_equal(conclude(bench, NULL), 3);
	expect_finding("op=add", "contention", 500);
	expect_finding("pattern=adjacent", "return_cost", 2);
	assert_ptr_equal(expect_finding("pattern=lines", "vector_gain", 3)->from, &made[4]);
	made_count = 1;
	assert_int_equal(conclude(bench, NULL), 0);
}

TESTS_OF("atomic")
