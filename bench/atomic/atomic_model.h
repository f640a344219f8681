/* atomic_model.h: what atomic operations leave in memory and return, worked out by the host. */
#ifndef ATOMIC_MODEL_H
#define ATOMIC_MODEL_H

#include <stdint.h>
#include <string.h>

#include "../common/number_formats.h"
#include "atomic.h"

/* The axes `op`, `chain` and `in_shared`. */
#define OP(name, bytes) OP_##name,
enum op { ATOMIC_OPS(OP) };
#undef OP
#define CHAIN(name) CHAIN_##name,
enum chain { ATOMIC_CHAINS(CHAIN) };
#undef CHAIN
#define SHARED_OP(name) SHARED_##name,
enum in_shared { ATOMIC_SHARED(SHARED_OP) };
#undef SHARED_OP

/* Operand size of this operation in bytes. */
static inline unsigned int atomic_bytes(int64_t op)
{
#define BYTES(name, bytes) [OP_##name] = (bytes),
	static const unsigned int bytes_of[] = { ATOMIC_OPS(BYTES) };
#undef BYTES

	return bytes_of[op];
}

/* ---- throughput -------------------------------------------------------------------------------------------------- */

/* The required content of a place: the sum of the operands, or the least one. */
struct atomic_expected {
	unsigned int *sum, *least;
};

/* Places of all sets together. */
static inline unsigned int atomic_places(const struct atomic_args *args)
{
	return args->places * args->sets;
}

/* Operation k of a thread, among operations with falling operands at the same place that end with it. */
static inline void atomic_expect_some(const struct atomic_args *args, const struct atomic_expected *e,
				      unsigned int thread, unsigned int place, unsigned int k, unsigned int count)
{
	const unsigned int value = atomic_value(thread, k);

	e->sum[place] += count * atomic_addend(thread, args->places, args->every);
	if (value < e->least[place])
		e->least[place] = value;
}

static inline void atomic_expect_thread(const struct atomic_args *args, const struct atomic_expected *e,
					unsigned int thread)
{
	unsigned int x = atomic_random_start(thread);

	if (!args->random) {
		const unsigned int place = atomic_place(thread, args->places);
		for (unsigned int set = 0; set < args->sets && set < args->trips; set++) {
			const unsigned int trips = (args->trips - set + args->sets - 1) / args->sets;
			const unsigned int last = set + (trips - 1) * args->sets;
			atomic_expect_some(args, e, thread, set * args->places + place, ATOMIC_UNROLL * (last + 1) - 1,
					   ATOMIC_UNROLL * trips);
		}
		return;
	}
	for (unsigned int k = 0; k < ATOMIC_UNROLL * args->trips; k++) {
		x = atomic_random_next(x);
		atomic_expect_some(args, e, thread, atomic_random_place(x, args->places), k, 1);
	}
}

static inline void atomic_expect(const struct atomic_args *args, uint64_t threads, const struct atomic_expected *e)
{
	memset(e->sum, 0, sizeof *e->sum * atomic_places(args));
	memset(e->least, 0xff, sizeof *e->least * atomic_places(args));
	for (unsigned int t = 0; t < threads; t++)
		atomic_expect_thread(args, e, t);
}

/* Stores this value in the words of a place; returns the number of words. */
static inline unsigned int atomic_encode(int64_t op, unsigned int sum, unsigned int out[4])
{
	const unsigned int half = (unsigned int)format_encode(FORMAT_FP16, sum);
	const float single = (float)sum;
	const double wide = sum;

	out[0] = op == OP_add_f16x2 ? half << 16 | half : sum;
	out[1] = 0;
	if (op == OP_add_f64)
		memcpy(out, &wide, sizeof wide);
	for (unsigned int i = 0; i < 4 && (op == OP_add_f32 || op == OP_add_v2f32 || op == OP_add_v4f32); i++)
		memcpy(&out[i], &single, sizeof single);
	return atomic_bytes(op) / 4;
}

static inline unsigned int atomic_chain_step(int64_t op, unsigned int *word, unsigned int operand)
{
	const unsigned int old = *word;
	const unsigned int next[] = {
		[CHAIN_add] = old + operand,
		[CHAIN_exch] = operand,
		[CHAIN_cas] = old == operand ? 7 : old,
		[CHAIN_min] = operand < old ? operand : old,
	};

	*word = next[op];
	return old;
}

/* The value that lanes `first` to `first + lanes - 1` leave in their word; unknown where several exchange it. */
static inline unsigned int atomic_shared_content(int64_t op, unsigned int first, unsigned int lanes, unsigned int each)
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
static inline unsigned int atomic_shared_returns(int64_t op, unsigned int first, unsigned int lanes, unsigned int each)
{
	const unsigned int count = lanes * each;
	unsigned int sum = 0;

	if (op == SHARED_fetch_add)
		return (unsigned int)(count * (count - UINT64_C(1)) / 2);
	for (unsigned int lane = first; lane < first + lanes && op == SHARED_exch; lane++)
		sum += each * atomic_value(lane, 0) - each * (each - 1) / 2;
	return sum;
}

#endif
