/* Tests of the arithmetic and the checks of `p2p`, with its models on two fake GPUs. */
#include "p2p.h"

#include "../../tests/unit/node.h"
#include "opened.h"
#include "state.h"

static enum fault { NOTHING, A_WORD, A_SUM, A_HOP, A_COUNT } fault;

/* ---- faulty kernels ---------------------------------------------------------------------------------------------- */

static char faulty_kernel[GB_NAME_MAX];

static double faulty(struct gb_shape shape, const void *args)
{
	const struct p2p_stream_args *stream = args;
	const struct p2p_chase_args *chase = args;

	real_model(faulty_kernel, shape, args);
	if (strcmp(faulty_kernel, "p2p_bulk_read") == 0)
		*((const struct p2p_bulk_args *)args)->sum += 1;
	else if (fault == A_SUM)
		*stream->sum += 1;
	if (fault == A_WORD && strcmp(faulty_kernel, "p2p_move_u8") == 0)
		((const struct p2p_move_args *)args)->to[100] ^= 1;
	else if (fault == A_WORD)
		((uint32_t *)(void *)stream->at)[5] ^= 1;
	if (fault == A_HOP)
		chase->out[shape.grid - 1].end ^= P2P_LINE;
	if (fault == A_COUNT)
		((const struct p2p_add_args *)args)->at[0]--;
	return 0;
}

static const struct {
	const char *point, *kernel; /* NULL: a copy */
	enum fault caught;          /* which the check must find */
	const char *says;
} points[] = {
	{ "op=copy,way=one", NULL, NOTHING, "" },
	{ "op=copy,way=both", NULL, NOTHING, "" },
	{ "op=staged,way=one", NULL, NOTHING, "" },
	{ "op=small,bytes=4096,access=off", NULL, NOTHING, "" },
	{ "op=read,way=one,unroll=8,blocks=1,block=256", "p2p_read_u8", A_SUM, "the sum of what was read" },
	{ "op=read,way=both,unroll=8,blocks=1,block=256", "p2p_read_u8", A_SUM, "the sum of what was read" },
	{ "op=write,way=one,unroll=8,blocks=1,block=256", "p2p_write_u8", A_WORD,
	  "1 of 786432 words are wrong, the first at 5" },
	{ "op=pull,way=one,unroll=8,blocks=1,block=256", "p2p_move_u8", A_WORD,
	  "1 of 786432 words are wrong, the first at 25" },
	{ "op=push,way=both,unroll=8,blocks=1,block=256", "p2p_move_u8", A_WORD,
	  "1 of 786432 words are wrong, the first at 25" },
	{ "op=bulk_read,way=one,chunk=4096,share=50", "p2p_bulk_read", A_SUM, "the sum of what was read" },
	{ "op=bulk_write,way=both,chunk=4096,share=50", "p2p_bulk_write", A_WORD, "words are wrong" },
	{ "op=load,set=1048576", "p2p_load", A_HOP, "the chain of block 3 ends at" },
	{ "op=exchange,set=1048576", "p2p_exchange", A_HOP, "the chain of block 3 ends at" },
	{ "op=add,address=one", "p2p_add", A_COUNT, "word 0 has the sum" },
	{ "op=add,address=adjacent", "p2p_add", A_COUNT, "word 0 has the sum" },
};
enum { POINTS = sizeof points / sizeof points[0] };

/* On each GPU 8 MB are free: buffers are 3 MiB. */
static int open_pair(void)
{
	reset_device();
	fault = NOTHING;
	fake.free_bytes = 8 << 20;
	if (gb_device_open(&card, &fake_ops, 0, &error) != GB_OK)
		return -1;
	node_join(&card, 2);
	return gb_run_open(&run, &card, bench, &bench->variants[0], &error) == GB_OK ? 0 : -1;
}

static int close_pair(void)
{
	gb_run_close(&run);
	node_leave();
	gb_device_close(&card);
	return fake_reset() ? 0 : -1;
}

/* ---- tests ------------------------------------------------------------------------------------------------------- */

TEST_WITH(right_ones_pass, open_pair, close_pair)
{
	for (size_t i = 0; i < POINTS; i++) {
		expect_right(points[i].point);
		at(points[i].point);
		real_timed_sums_up_nothing(&run);
	}
}

TEST_WITH(each_fault_is_caught, open_pair, close_pair)
{
	for (size_t i = 0; i < POINTS; i++) {
		if (points[i].caught == NOTHING)
			continue;
		at(points[i].point);
		fault = points[i].caught;
		snprintf(faulty_kernel, sizeof faulty_kernel, "%s", points[i].kernel);
		fake_kernel(points[i].kernel, faulty);
		if (gb_run_verify(&run) != GB_FAILED)
			fail_msg("%s passes", points[i].point);
		assert_says(error.text, points[i].says);
		fake_kernel(points[i].kernel, NULL);
	}
}

TEST_WITH(copies_that_do_not_arrive_are_caught, open_pair, close_pair)
{
	fake.computes = false;
	for (size_t i = 0; i < 4; i++) {
		at(points[i].point);
		assert_int_equal(gb_run_verify(&run), GB_FAILED);
	}
	/* If no words were summed, equal sums must not pass. */
	at("op=read,way=one,unroll=8,blocks=1,block=256");
	expect_check_says("no words were added up for the comparison");
}

TEST_WITH(stale_words_are_caught, open_pair, close_pair)
{
	static const struct real_stale cases[] = {
		{ "op=write,way=one,unroll=8,blocks=1,block=256", "p2p_write_u8" },
		{ "op=pull,way=one,unroll=8,blocks=1,block=256", "p2p_move_u8" },
		{ "op=add,address=adjacent", "p2p_add" },
	};

	real_stale_are_caught(&run, at, cases, sizeof cases / sizeof cases[0]);
}

/* Both buffers hold the input, so either may be read. */
TEST_WITH(a_wrong_input_is_caught, open_pair, close_pair)
{
	const struct state *s = gb_state(&run);
	const uint32_t wrong = ~input_bits(0);

	for (int i = 0; i < 2; i++) {
		const uint32_t right = input_bits(0);
		at("op=copy,way=one");
		assert_ok(gb_copy_in(s->side[i].run, s->side[i].from, &wrong, sizeof wrong), error);
		expect_check_says("input word 0: got ");
		assert_ok(gb_copy_in(s->side[i].run, s->side[i].from, &right, sizeof right), error);
	}
}

static double bytes_of(const char *point)
{
	at(point);
	return bench->cost(&run).bytes;
}

/* 40 % of 8 MiB, in steps of 1 MiB, are 3 MiB. Transfers in both directions count both, and are repeated eight times
 * per launch; kernels make four passes. */
TEST_WITH(bytes_by_hand, open_pair, close_pair)
{
	const double buffer = 3 << 20;

	assert_same(bytes_of("op=copy,way=one"), buffer);
	assert_same(bytes_of("op=copy,way=both"), 2 * 8 * buffer);
	assert_same(bytes_of("op=read,way=one,unroll=8,blocks=1,block=256"), 4 * buffer);
	assert_same(bytes_of("op=pull,way=both,unroll=8,blocks=1,block=256"), 2 * 2 * 4 * buffer);
	assert_same(bytes_of("op=small,bytes=4096,access=on"), 4096);
	at("op=add,address=one"); /* two blocks of 1024 threads on each of 4 SMs, 8 additions per thread */
	assert_same(bench->cost(&run).ops, 2 * 4 * 1024 * 8.0);
}

/* 18 links with 25 GB/s in each direction; with four of them down, 14. */
TEST_WITH(limits_by_hand, open_pair, close_pair)
{
	EXPECT_AT("op=copy,way=one", { "limit", 450e9 });
	assert_null(bench->remark(&run));
	EXPECT_AT("op=write,way=both,unroll=8,blocks=1,block=256", { "limit", 900e9 });
	EXPECT_AT("op=small,bytes=4096,access=on", { "limit", 4096 / 450e9 });
	assert_string_equal(bench->remark(&run), "the fixed cost per copy");
	at("op=staged,way=one");
	assert_true(isnan(bench->limit(&run, gb_device(&run), 1e9)));
	assert_string_equal(run.doubt, "");
	close_pair();
	open_pair();
	gb_run_close(&run);
	fake.links_down = 4;
	assert_ok(gb_run_open(&run, &card, bench, &bench->variants[0], &error), error);
	EXPECT_AT("op=copy,way=one", { "limit", 14 * 25e9 });
	assert_says(run.doubt, "GPU 0: 4 of 18 NVLinks are down: 0, 1, 2, 3");
}

/* Four SMs with 700 to 730 cycles. */
TEST_WITH(latency_by_hand, open_pair, close_pair)
{
	const struct gb_result result = { 700, 1, 1.4e9, NULL, NAN };
	struct gb_metric out[GB_METRICS_MAX];

	assert_same(observed("op=load,set=1048576"), 715);
	assert_int_equal(bench->metrics(&run, &result, out), 3);
	assert_same(out[0].number * result.value, 500e-9);
	assert_same(out[1].number, 700);
	assert_same(out[2].number, 730);
}

/* 8192 nodes. Blocks start a quarter of the ring apart, warm up over a quarter and 16 hops, and continue from there. */
TEST_WITH(chases_go_on_around_the_ring, open_pair, close_pair)
{
	const struct state *s = gb_state(&run);
	const struct p2p_chased *chased;

	at("op=load,set=1048576");
	assert_int_equal(s->shape.grid, 4);
	assert_int_equal(s->chase.warm, 2048 + 16);
	assert_same(bench->cost(&run).ops, 4.0 * s->shape.block * (2048 + 16 + s->chase.steps));
	chased = gb_address(s->side[0].chased);
	assert_true(chased[0].end != chased[1].end);
	assert_ok(bench->launch(&run), error);
	assert_true(chased[3].end == s->last[3]);
	assert_ok(bench->launch(&run), error);
	assert_true(chased[3].end != s->last[3]);
}

TEST_WITH(what_cannot_be_had_is_skipped, open_pair, close_pair)
{
	skipped("op=load,set=1073741824", "do not fit");
	skipped("op=small,bytes=268435456,access=on", "do not fit");
	gb_run_close(&run);
	fake.no_peers = true;
	assert_ok(gb_run_open(&run, &card, bench, &bench->variants[0], &error), error);
	skipped("op=copy,way=one", "the two GPUs have no access to each other's memory");
	at("op=staged,way=one"); /* needs no peer access */
	assert_ok(gb_run_verify(&run), error);
}

int main(void)
{
	return find_bench("p2p") ? end_tests(run_all_tests()) : 77;
}
