/* atomic_model.h: computes on the host what atomic operations leave in memory and return. */
#pragma once

#include <stdint.h>
#include <string.h>

#include "../common/number_formats.h"
#include "atomic.h"

#define OP(name, bytes) OP_##name,
enum op { ATOMIC_OPS(OP) };
#undef OP
#define CHAIN(name) CHAIN_##name,
enum chain { ATOMIC_CHAINS(CHAIN) };
#undef CHAIN
#define SHARED_OP(name) SHARED_##name,
enum in_shared { ATOMIC_SHARED(SHARED_OP) };
#undef SHARED_OP

static inline uint32_t atomic_bytes(int64_t op)
{
#define BYTES(name, bytes) [OP_##name] = (bytes),
	static const uint32_t bytes_of[] = { ATOMIC_OPS(BYTES) };
#undef BYTES

	return bytes_of[op];
}

/* ---- throughput -------------------------------------------------------------------------------------------------- */

/* The required content of each place: the sum of the operands, or the smallest one. */
struct atomic_expected {
	uint32_t *sum, *least;
};

static inline uint32_t atomic_places(const struct atomic_args *args)
{
	return args->places * args->sets;
}

/* Adds `count` operations of a thread at one place to the expected content. Operation k is the last of them and has the
 * least operand. */
static inline void atomic_expect_some(const struct atomic_args *args, const struct atomic_expected *e, uint32_t thread,
				      uint32_t place, uint32_t k, uint32_t count)
{
	const uint32_t value = atomic_value(thread, k);

	e->sum[place] += count * atomic_addend(thread, args->places, args->every);
	if (value < e->least[place])
		e->least[place] = value;
}

static inline void atomic_expect_thread(const struct atomic_args *args, const struct atomic_expected *e,
					uint32_t thread)
{
	uint32_t x = atomic_random_start(thread);

	if (!args->random) {
		const uint32_t place = atomic_place(thread, args->places);
		for (uint32_t set = 0; set < args->sets && set < args->trips; set++) {
			const uint32_t trips = (args->trips - set + args->sets - 1) / args->sets;
			const uint32_t last = set + (trips - 1) * args->sets;
			atomic_expect_some(args, e, thread, set * args->places + place, ATOMIC_UNROLL * (last + 1) - 1,
					   ATOMIC_UNROLL * trips);
		}
		return;
	}
	for (uint32_t k = 0; k < ATOMIC_UNROLL * args->trips; k++) {
		x = atomic_random_next(x);
		atomic_expect_some(args, e, thread, atomic_random_place(x, args->places), k, 1);
	}
}

static inline void atomic_expect(const struct atomic_args *args, uint64_t threads, const struct atomic_expected *e)
{
	memset(e->sum, 0, sizeof *e->sum * atomic_places(args));
	memset(e->least, 0xff, sizeof *e->least * atomic_places(args));
	for (uint32_t t = 0; t < threads; t++)
		atomic_expect_thread(args, e, t);
}

/* Stores this sum in the words of a place. Returns the number of words. */
static inline uint32_t atomic_encode(int64_t op, uint32_t sum, uint32_t out[4])
{
	const uint32_t half = (uint32_t)format_encode(FORMAT_FP16, sum);
	const float single = (float)sum;
	const double wide = sum;

	out[0] = op == OP_add_f16x2 ? half << 16 | half : sum;
	out[1] = 0;
	if (op == OP_add_f64)
		memcpy(out, &wide, sizeof wide);
	for (uint32_t i = 0; i < 4 && (op == OP_add_f32 || op == OP_add_v2f32 || op == OP_add_v4f32); i++)
		memcpy(&out[i], &single, sizeof single);
	return atomic_bytes(op) / 4;
}

static inline uint32_t atomic_chain_step(int64_t op, uint32_t *word, uint32_t operand)
{
	const uint32_t old = *word;
	const uint32_t next[] = {
		[CHAIN_add] = old + operand,
		[CHAIN_exch] = operand,
		[CHAIN_cas] = old == operand ? 7 : old,
		[CHAIN_min] = operand < old ? operand : old,
	};

	*word = next[op];
	return old;
}

/* The value that lanes `first` to `first + lanes - 1` leave in their word. If several lanes exchange it, the value is
 * unknown. */
static inline uint32_t atomic_shared_content(int64_t op, uint32_t first, uint32_t lanes, uint32_t each)
{
	const float sum = (float)(lanes * each);
	uint32_t content = lanes * each;

	if (op == SHARED_add_f32)
		memcpy(&content, &sum, sizeof sum);
	if (op == SHARED_exch)
		content = lanes == 0 ? 0 : atomic_value(first, each - 1);
	if (op != SHARED_min)
		return content;
	content = ~0u;
	for (uint32_t lane = first; lane < first + lanes; lane++)
		if (atomic_value(lane, each - 1) < content)
			content = atomic_value(lane, each - 1);
	return content;
}

/* The sum of the results of `lanes` lanes from `first` on, plus the value that exchanges leave. */
static inline uint32_t atomic_shared_returns(int64_t op, uint32_t first, uint32_t lanes, uint32_t each)
{
	const uint32_t count = lanes * each;
	uint32_t sum = 0;

	if (op == SHARED_fetch_add)
		return (uint32_t)(count * (count - UINT64_C(1)) / 2);
	for (uint32_t lane = first; lane < first + lanes && op == SHARED_exch; lane++)
		sum += each * atomic_value(lane, 0) - each * (each - 1) / 2;
	return sum;
}
