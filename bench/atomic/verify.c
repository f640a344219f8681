/* Checks that every atomic operation of a launch was performed, and performed atomically. */
#include <stdlib.h>
#include <string.h>

#include "../common/number_formats.h"
#include "state.h"

/* ---- throughput -------------------------------------------------------------------------------------------------- */

/* The required content of a place: the sum of the operands, or the least one. */
struct expected {
	unsigned int *sum, *least;
	unsigned int returned; /* the sum over all operations */
};

/* Places of all sets together. */
static unsigned int places_in_all(const struct atomic_args *args)
{
	return args->places * args->sets;
}

static bool is_exclusive(const struct atomic_args *args, uint64_t threads)
{
	return !args->random && args->places >= threads;
}

/* Operation k of a thread, among operations with falling operands at the same place that end with it. */
static void expect_some(const struct atomic_args *args, struct expected *e, unsigned int thread, unsigned int place,
			unsigned int k, unsigned int count)
{
	const unsigned int value = atomic_value(thread, k);

	e->sum[place] += count * atomic_addend(thread, args->places, args->every);
	if (value < e->least[place])
		e->least[place] = value;
}

static void expect_thread(const struct atomic_args *args, struct expected *e, unsigned int thread)
{
	unsigned int x = atomic_random_start(thread);

	if (!args->random) {
		const unsigned int place = atomic_place(thread, args->places);
		for (unsigned int set = 0; set < args->sets && set < args->trips; set++) {
			const unsigned int trips = (args->trips - set + args->sets - 1) / args->sets;
			const unsigned int last = set + (trips - 1) * args->sets;
			expect_some(args, e, thread, set * args->places + place, ATOMIC_UNROLL * (last + 1) - 1,
				    ATOMIC_UNROLL * trips);
		}
		return;
	}
	for (unsigned int k = 0; k < ATOMIC_UNROLL * args->trips; k++) {
		x = atomic_random_next(x);
		expect_some(args, e, thread, atomic_random_place(x, args->places), k, 1);
	}
}

static void expect(const struct atomic_args *args, uint64_t threads, struct expected *e)
{
	memset(e->sum, 0, sizeof *e->sum * places_in_all(args));
	memset(e->least, 0xff, sizeof *e->least * places_in_all(args));
	for (unsigned int t = 0; t < threads; t++)
		expect_thread(args, e, t);
}

/* Stores this value in the words of a place; returns the number of words. */
static unsigned int encode(int64_t op, unsigned int sum, unsigned int out[4])
{
	const unsigned int half = (unsigned int)format_encode(FORMAT_FP16, sum);
	const float single = (float)sum;
	const double wide = sum;

	switch (op) {
	case OP_add_u64:
		out[0] = sum;
		out[1] = 0;
		return 2;
	case OP_add_f64:
		memcpy(out, &wide, sizeof wide);
		return 2;
	case OP_add_f16x2:
		out[0] = half << 16 | half;
		return 1;
	case OP_add_f32:
	case OP_add_v2f32:
	case OP_add_v4f32:
		for (unsigned int i = 0; i < 4; i++)
			memcpy(&out[i], &single, sizeof single);
		return atomic_bytes(op) / 4;
	default:
		out[0] = sum;
		return 1;
	}
}

/* Checks every word of a set in which each place has a known content. */
static int check_places(struct gb_run *run, const struct expected *e, const unsigned int *memory)
{
	const struct state *s = gb_state(run);
	const int64_t op = gb_value(run, "op");
	const unsigned int stride = s->args.stride / 4;
	unsigned int content[4];

	for (unsigned int p = 0; p < places_in_all(&s->args); p++) {
		const unsigned int words = encode(op, op == OP_min ? e->least[p] : e->sum[p], content);
		for (unsigned int i = 0; i < stride; i++) {
			const unsigned int wanted = i < words ? content[i] : op == OP_min ? ~0u : 0;
			if (memory[(size_t)p * stride + i] != wanted)
				return gb_fail(run, "word %u of place %u is %#x, not %#x", i, p,
					       memory[(size_t)p * stride + i], wanted);
		}
	}
	return GB_OK;
}

/* Compare-and-swap: every word grew by one each time a thread won it, and a thread won wherever there was no other.
 * Exchange: the values returned and those left are the values written. */
static int check_sum(struct gb_run *run, const struct expected *e, const unsigned int *memory, unsigned int returned)
{
	const struct state *s = gb_state(run);
	const int64_t op = gb_value(run, "op");
	const uint64_t threads = (uint64_t)s->shape.grid * s->shape.block;
	const unsigned int stride = s->args.stride / 4, each = ATOMIC_UNROLL * s->args.trips;
	unsigned int left = 0, wanted = 0;

	for (unsigned int p = 0; p < places_in_all(&s->args); p++)
		left += memory[(size_t)p * stride];
	if (op == OP_cas)
		wanted = left;
	for (unsigned int p = 0; p < places_in_all(&s->args) && op == OP_fetch_add; p++)
		wanted += (unsigned int)((uint64_t)e->sum[p] * (e->sum[p] - UINT64_C(1)) / 2);
	for (unsigned int t = 0; t < threads && op == OP_exch; t++)
		wanted += each * atomic_value(t, 0) - each * (each - 1) / 2;
	wanted -= op == OP_exch ? left : 0;
	if (op == OP_cas && (left == 0 || left > threads * each))
		return gb_fail(run, "%u of %llu attempts won", left, (unsigned long long)(threads * each));
	if (returned != wanted)
		return gb_fail(run, "the operations returned %#x in all, not %#x", returned, wanted);
	return GB_OK;
}

/* The sum, modulo 2^32, that the launches so far, timed ones included, have added to all places. */
static int check_launches(struct gb_run *run, const struct expected *e, const unsigned int *memory)
{
	const struct state *s = gb_state(run);
	const int64_t op = gb_value(run, "op");
	const unsigned int stride = s->args.stride / 4;
	unsigned int total = 0, once = 0;

	if (op != OP_add && op != OP_fetch_add && op != OP_add_u64)
		return GB_OK;
	for (unsigned int p = 0; p < places_in_all(&s->args); p++) {
		total += memory[(size_t)p * stride];
		once += e->sum[p];
	}
	if (total != (unsigned int)gb_launches(run) * once)
		return gb_fail(run, "%llu launches have added %#x in all, and each adds %#x",
			       (unsigned long long)gb_launches(run), total, once);
	return GB_OK;
}

static int check_throughput(struct gb_run *run, const struct expected *e, const unsigned int *memory,
			    const unsigned int *result)
{
	const struct state *s = gb_state(run);
	const uint64_t threads = (uint64_t)s->shape.grid * s->shape.block;
	const int64_t op = gb_value(run, "op");
	unsigned int returned = 0;
	int status = GB_OK;

	for (uint64_t t = 0; t < threads; t++)
		returned += result[t];
	/* Where several threads write, the final content depends on which came last. */
	if ((op != OP_cas && op != OP_exch) || is_exclusive(&s->args, threads)) {
		struct expected of_own = *e;
		if (op == OP_exch)
			of_own.sum = e->least;
		status = check_places(run, &of_own, memory);
	}
	return status == GB_OK ? check_sum(run, e, memory, returned) : status;
}

static int verify_throughput(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t threads = (uint64_t)s->shape.grid * s->shape.block;
	const unsigned int places = places_in_all(&s->args);
	const uint64_t set = (uint64_t)places * s->args.stride;
	const uint64_t words = set / 4 + threads + UINT64_C(2) * places;
	unsigned int *memory = malloc(words * sizeof *memory);

	if (memory == NULL)
		return gb_fail(run, "out of memory");
	unsigned int *result = memory + set / 4;
	struct expected e = { .sum = result + threads, .least = result + threads + places };
	expect(&s->args, threads, &e);
	int status = gb_copy_out(run, memory, s->at, set);
	if (status == GB_OK)
		status = check_launches(run, &e, memory);
	if (status == GB_OK)
		status = gb_fill(run, s->result, 0xff, threads * sizeof *result);
	if (status == GB_OK)
		status = gb_fill(run, s->at, gb_value(run, "op") == OP_min ? 0xff : 0, set);
	s->args.record = 1;
	if (status == GB_OK)
		status = atomic_launch(run);
	s->args.record = 0;
	if (status == GB_OK)
		status = gb_copy_out(run, memory, s->at, set);
	if (status == GB_OK)
		status = gb_copy_out(run, result, s->result, threads * sizeof *result);
	if (status == GB_OK)
		status = check_throughput(run, &e, memory, result);
	free(memory);
	return status;
}

/* ---- latency ----------------------------------------------------------------------------------------------------- */

static unsigned int chain_step(int64_t op, unsigned int *word, unsigned int operand)
{
	const unsigned int old = *word;

	switch (op) {
	case CHAIN_add:
		*word = old + operand;
		break;
	case CHAIN_exch:
		*word = operand;
		break;
	case CHAIN_cas:
		*word = old == operand ? 7 : old;
		break;
	default: /* CHAIN_min */
		*word = operand < old ? operand : old;
		break;
	}
	return old;
}

/* Follows the chain on the host: the last two results and every word. */
static int verify_chain(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	unsigned int memory[CHAIN_BYTES / 4], word[ATOMIC_LINES] = { 0 }, end[2], x = 1, before = 0;

	int status = gb_fill(run, s->at, 0, CHAIN_BYTES);
	if (status == GB_OK)
		status = gb_fill(run, s->end, 0xff, sizeof end);
	if (status == GB_OK)
		status = atomic_launch(run);
	if (status == GB_OK)
		status = gb_copy_out(run, end, s->end, sizeof end);
	if (status == GB_OK)
		status = gb_copy_out(run, memory, s->at, sizeof memory);
	if (status != GB_OK)
		return status;
	const unsigned int places = s->chain.apart == 0 ? 1 : ATOMIC_LINES;
	for (unsigned int i = 0; i < ATOMIC_LINES * s->chain.trips; i++) {
		before = x;
		x = chain_step(gb_value(run, "chain"), &word[i % places], before);
	}
	if (end[0] != x || end[1] != before)
		return gb_fail(run, "the chain ended with %#x and %#x, not %#x and %#x", end[1], end[0], before, x);
	for (unsigned int i = 0; i < places; i++)
		if (memory[(size_t)i * (ATOMIC_APART / 4)] != word[i])
			return gb_fail(run, "word %u of the chain is %#x, not %#x", i,
				       memory[(size_t)i * (ATOMIC_APART / 4)], word[i]);
	return GB_OK;
}

/* ---- shared memory ----------------------------------------------------------------------------------------------- */

/* The value that lanes `first` to `first + lanes - 1` leave in their word; unknown where several exchange it. */
static unsigned int shared_content(int64_t op, unsigned int first, unsigned int lanes, unsigned int each)
{
	const float sum = (float)(lanes * each);
	unsigned int content = lanes * each;

	if (op == SHARED_add_f32)
		memcpy(&content, &sum, sizeof sum);
	if (op == SHARED_exch)
		content = lanes == 0 ? 0 : atomic_value(first, each - 1);
	if (op != SHARED_min)
		return content;
	content = ~0u;
	for (unsigned int lane = first; lane < first + lanes; lane++)
		if (atomic_value(lane, each - 1) < content)
			content = atomic_value(lane, each - 1);
	return content;
}

/* The sum of what the operations of the lanes from `first` on return, apart from the value that is left at the end. */
static unsigned int shared_returns(int64_t op, unsigned int first, unsigned int lanes, unsigned int each)
{
	const unsigned int count = lanes * each;
	unsigned int sum = 0;

	if (op == SHARED_fetch_add)
		return (unsigned int)(count * (count - UINT64_C(1)) / 2);
	for (unsigned int lane = first; lane < first + lanes && op == SHARED_exch; lane++)
		sum += each * atomic_value(lane, 0) - each * (each - 1) / 2;
	return sum;
}

/* Checks a warp's words, and the results of its lanes. */
static int check_warp(struct gb_run *run, unsigned int warp, const unsigned int *words, const unsigned int *result)
{
	const struct state *s = gb_state(run);
	const int64_t op = gb_value(run, "in_shared");
	const unsigned int degree = s->shared.degree, each = ATOMIC_UNROLL * s->shared.trips;
	const unsigned int thread = warp % ATOMIC_WARPS * ATOMIC_LANES;
	unsigned int returned = 0, wanted = 0, left = 0;

	for (unsigned int w = 0; w < ATOMIC_LANES; w++) {
		const unsigned int rest = w * degree < ATOMIC_LANES ? ATOMIC_LANES - w * degree : 0;
		const unsigned int lanes = rest < degree ? rest : degree, first = thread + w * degree;
		const unsigned int content = shared_content(op, first, lanes, each);
		const bool is_known = lanes <= 1 || (op != SHARED_cas && op != SHARED_exch);

		returned += result[w];
		left += words[w];
		wanted += shared_returns(op, first, lanes, each);
		if (is_known && words[w] != content)
			return gb_fail(run, "word %u of warp %u is %#x, not %#x", w, warp, words[w], content);
	}
	/* Compare-and-swap: each word grew by one whenever a lane won. */
	wanted = op == SHARED_cas ? left : op == SHARED_exch ? wanted - left : wanted;
	if (op == SHARED_cas && (left == 0 || left > ATOMIC_LANES * each))
		return gb_fail(run, "%u of %u attempts of warp %u succeeded", left, ATOMIC_LANES * each, warp);
	if (returned != wanted)
		return gb_fail(run, "the operations of warp %u returned %#x in all, not %#x", warp, returned, wanted);
	return GB_OK;
}

static int verify_shared(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const size_t words = (size_t)s->sms * THREADS, bytes = words * sizeof(unsigned int);
	unsigned int *memory = malloc(2 * bytes);

	if (memory == NULL)
		return gb_fail(run, "out of memory");
	int status = gb_fill(run, s->result, 0xff, bytes);
	if (status == GB_OK)
		status = gb_fill(run, s->words, 0xff, bytes);
	s->shared.record = 1;
	if (status == GB_OK)
		status = atomic_launch(run);
	s->shared.record = 0;
	if (status == GB_OK)
		status = gb_copy_out(run, memory, s->words, bytes);
	if (status == GB_OK)
		status = gb_copy_out(run, memory + words, s->result, bytes);
	for (size_t i = 0; i < words && status == GB_OK; i += ATOMIC_LANES)
		status = check_warp(run, (unsigned int)(i / ATOMIC_LANES), memory + i, memory + words + i);
	free(memory);
	return status;
}

int atomic_verify(struct gb_run *run)
{
	switch (atomic_measure(run)) {
	case THROUGHPUT:
		return verify_throughput(run);
	case LATENCY:
		return verify_chain(run);
	default: /* SHARED */
		return verify_shared(run);
	}
}
