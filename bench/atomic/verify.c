/* Checks what atomic operations left in memory and returned, against the models. */
#include "state.h"

/* ---- throughput -------------------------------------------------------------------------------------------------- */

/* Checks every word of a set whose contents are all known. */
static int check_places(struct gb_run *run, const struct atomic_expected *e, const uint32_t *memory)
{
	const int64_t op = gb_value(run, op);
	const uint32_t stride = state_of(run)->args.stride / 4;
	uint32_t content[4] = { 0 };

	for (uint32_t p = 0; p < atomic_places(&state_of(run)->args); p++) {
		const uint32_t last = op == OP_min || op == OP_exch ? e->least[p] : e->sum[p];
		const uint32_t words = atomic_encode(op, last, content);
		for (uint32_t i = 0; i < stride; i++) {
			const uint32_t wanted = i < words ? content[i] : op == OP_min ? ~0u : 0;
			if (memory[(size_t)p * stride + i] != wanted)
				return gb_fail(run, "word %u of place %u: got %#x, expected %#x", i, p,
					       memory[(size_t)p * stride + i], wanted);
		}
	}
	return GB_OK;
}

/* Compare-and-swap: each success adds one to a word, and a word without competing threads must succeed. Exchange: the
 * values returned and left are the values written. */
static int check_sum(struct gb_run *run, const struct atomic_expected *e, const uint32_t *memory, uint32_t returned)
{
	const struct state *s = gb_state(run);
	const int64_t op = gb_value(run, op);
	const uint64_t threads = threads_of(run);
	const uint32_t stride = s->args.stride / 4, each = ATOMIC_UNROLL * s->args.trips;
	uint32_t left = 0, wanted = 0;

	for (uint32_t p = 0; p < atomic_places(&s->args); p++)
		left += memory[(size_t)p * stride];
	for (uint32_t p = 0; p < atomic_places(&s->args) && op == OP_fetch_add; p++)
		wanted += (uint32_t)((uint64_t)e->sum[p] * (e->sum[p] - UINT64_C(1)) / 2);
	for (uint32_t t = 0; t < threads && op == OP_exch; t++)
		wanted += each * atomic_value(t, 0) - each * (each - 1) / 2;
	wanted = op == OP_cas ? left : op == OP_exch ? wanted - left : wanted;
	if (op == OP_cas && (left == 0 || left > threads * each))
		return gb_fail(run, "%u of %llu attempts won", left, (unsigned long long)(threads * each));
	if (returned != wanted)
		return gb_fail(run, "the operations returned %#x in all, expected %#x", returned, wanted);
	return GB_OK;
}

/* Checks the sum over all places, modulo 2^32, of what all launches so far have added, including the timed ones. */
static int check_launches(struct gb_run *run, const struct atomic_expected *e, const uint32_t *memory)
{
	const int64_t op = gb_value(run, op);
	const uint32_t stride = state_of(run)->args.stride / 4;
	uint32_t total = 0, once = 0;

	if (op != OP_add && op != OP_fetch_add && op != OP_add_u64)
		return GB_OK;
	for (uint32_t p = 0; p < atomic_places(&state_of(run)->args); p++) {
		total += memory[(size_t)p * stride];
		once += e->sum[p];
	}
	if (total != (uint32_t)gb_launches(run) * once)
		return gb_fail(run, "%llu launches have added %#x in all, and each adds %#x",
			       (unsigned long long)gb_launches(run), total, once);
	return GB_OK;
}

static int check_throughput(struct gb_run *run, const struct atomic_expected *e, const uint32_t *memory,
			    const uint32_t *result)
{
	const uint64_t threads = threads_of(run);
	const int64_t op = gb_value(run, op);
	uint32_t returned = 0;

	for (uint64_t t = 0; t < threads; t++)
		returned += result[t];
	/* If several threads write a word, its final content depends on their order. */
	if ((op != OP_cas && op != OP_exch) || (!state_of(run)->args.random && state_of(run)->args.places >= threads))
		GB_TRY(check_places(run, e, memory));
	return check_sum(run, e, memory, returned);
}

static int verify_throughput(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t threads = threads_of(run), places = atomic_places(&s->args), set = places * s->args.stride;
	const uint32_t *memory = gb_fetch(run, s->at, set), *result;
	uint32_t *expected = gb_scratch(run, 2 * places * sizeof *expected);

	if (memory == NULL || expected == NULL)
		return GB_FAILED;
	const struct atomic_expected e = { .sum = expected, .least = expected + places };
	atomic_expect(&s->args, threads, &e);
	GB_TRY(check_launches(run, &e, memory));
	GB_TRY(gb_fill_output(run, s->result, 0xff, threads * sizeof *result));
	GB_TRY(gb_fill(run, s->at, gb_value(run, op) == OP_min ? 0xff : 0, set));
	GB_TRY(launch_recorded(run, atomic_launch, &s->args.record, 1));
	memory = gb_fetch(run, s->at, set);
	result = gb_fetch(run, s->result, threads * sizeof *result);
	return memory != NULL && result != NULL ? check_throughput(run, &e, memory, result) : GB_FAILED;
}

/* ---- latency ----------------------------------------------------------------------------------------------------- */

static int verify_chain(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	uint32_t word[ATOMIC_LINES] = { 0 }, end[2], x = 1, before = 0;

	GB_TRY(gb_fill(run, s->at, 0, CHAIN_BYTES));
	GB_TRY(gb_fill_output(run, s->end, 0xff, sizeof end));
	GB_TRY(atomic_launch(run));
	GB_TRY(gb_copy_out(run, end, s->end, sizeof end));
	const uint32_t *memory = gb_fetch(run, s->at, CHAIN_BYTES);
	if (memory == NULL)
		return GB_FAILED;
	const uint32_t places = s->chain.apart == 0 ? 1 : ATOMIC_LINES;
	for (uint32_t i = 0; i < ATOMIC_LINES * s->chain.trips; i++) {
		before = x;
		x = atomic_chain_step(gb_value(run, chain), &word[i % places], before);
	}
	if (end[0] != x || end[1] != before)
		return gb_fail(run, "the chain ended with %#x and %#x, expected %#x and %#x", end[1], end[0], before,
			       x);
	for (uint32_t i = 0; i < places; i++)
		if (memory[(size_t)i * (ATOMIC_APART / 4)] != word[i])
			return gb_fail(run, "word %u of the chain: got %#x, expected %#x", i,
				       memory[(size_t)i * (ATOMIC_APART / 4)], word[i]);
	return GB_OK;
}

/* ---- shared memory ----------------------------------------------------------------------------------------------- */

static int check_warp(struct gb_run *run, uint32_t warp, const uint32_t *words, const uint32_t *result)
{
	const int64_t op = gb_value(run, in_shared);
	const uint32_t degree = state_of(run)->shared.degree, each = ATOMIC_UNROLL * state_of(run)->shared.trips;
	const uint32_t thread = warp % ATOMIC_WARPS * ATOMIC_LANES;
	uint32_t returned = 0, wanted = 0, left = 0;

	for (uint32_t w = 0; w < ATOMIC_LANES; w++) {
		const uint32_t rest = w * degree < ATOMIC_LANES ? ATOMIC_LANES - w * degree : 0;
		const uint32_t lanes = rest < degree ? rest : degree, first = thread + w * degree;
		const uint32_t content = atomic_shared_content(op, first, lanes, each);
		const bool is_known = lanes <= 1 || (op != SHARED_cas && op != SHARED_exch);

		returned += result[w];
		left += words[w];
		wanted += atomic_shared_returns(op, first, lanes, each);
		if (is_known && words[w] != content)
			return gb_fail(run, "word %u of warp %u: got %#x, expected %#x", w, warp, words[w], content);
	}
	/* Each success of a compare-and-swap adds one. */
	wanted = op == SHARED_cas ? left : op == SHARED_exch ? wanted - left : wanted;
	if (op == SHARED_cas && (left == 0 || left > ATOMIC_LANES * each))
		return gb_fail(run, "%u of %u attempts of warp %u succeeded", left, ATOMIC_LANES * each, warp);
	if (returned != wanted)
		return gb_fail(run, "the operations of warp %u returned %#x in all, expected %#x", warp, returned,
			       wanted);
	return GB_OK;
}

static int verify_shared(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const size_t count = (size_t)s->sms * THREADS, bytes = count * sizeof(uint32_t);

	GB_TRY(gb_fill_output(run, s->result, 0xff, bytes));
	GB_TRY(gb_fill_output(run, s->words, 0xff, bytes));
	GB_TRY(launch_recorded(run, atomic_launch, &s->shared.record, 1));
	const uint32_t *words = gb_fetch(run, s->words, bytes), *result = gb_fetch(run, s->result, bytes);
	if (words == NULL || result == NULL)
		return GB_FAILED;
	for (size_t i = 0; i < count; i += ATOMIC_LANES)
		GB_TRY(check_warp(run, (uint32_t)(i / ATOMIC_LANES), words + i, result + i));
	return GB_OK;
}

int atomic_verify(struct gb_run *run)
{
	static int (*const of[])(struct gb_run *) = { verify_throughput, verify_chain, verify_shared };

	return of[measure_of(run)](run);
}
