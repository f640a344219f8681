/* Models of the kernels of `atomic`, which run one thread after another. */
#include "../common/number_formats.h"
#include "atomic.h"
#include "gpubench_model.h"

/* In this order no name contains a later one. */
enum op { FETCH_ADD, ADD_U64, ADD_F32, ADD_F64, ADD_F16X2, ADD_V2F32, ADD_V4F32, ADD, INC, MIN, EXCH, CAS };

static enum op op_of_kernel(void)
{
	static const char *const names[] = { "fetch_add", "add_u64", "add_f32", "add_f64", "add_f16x2", "add_v2f32",
					     "add_v4f32", "add",     "inc",     "min",     "exch",      "cas" };
	uint32_t op = 0;

	while (!gb_model_is(names[op]))
		op++;
	return op;
}

static void add_floats(uint32_t *words, uint32_t count, uint32_t addend)
{
	float number;

	for (uint32_t i = 0; i < count; i++) {
		memcpy(&number, words + i, sizeof number);
		number += (float)addend;
		memcpy(words + i, &number, sizeof number);
	}
}

static void add_double(uint32_t *words, uint32_t addend)
{
	double number;

	memcpy(&number, words, sizeof number);
	number += addend;
	memcpy(words, &number, sizeof number);
}

static uint32_t add_halves(uint32_t word, uint32_t addend)
{
	const double low = format_decode(FORMAT_FP16, word & 0xffff), high = format_decode(FORMAT_FP16, word >> 16);

	return (uint32_t)(format_encode(FORMAT_FP16, high + addend) << 16 | format_encode(FORMAT_FP16, low + addend));
}

/* One operation. A compare-and-swap expects `seen`. Returns the value that a thread adds to its sum. */
static uint32_t operate(enum op op, uint32_t *word, uint32_t addend, uint32_t value, uint32_t *seen)
{
	const uint32_t old = *word, won = old == *seen;

	switch (op) {
	case ADD_F32:
	case ADD_V2F32:
	case ADD_V4F32:
		add_floats(word, op == ADD_F32 ? 1 : op == ADD_V2F32 ? 2 : 4, addend);
		return 0;
	case ADD_F64:
		add_double(word, addend);
		return 0;
	case ADD_F16X2:
		*word = add_halves(old, addend);
		return 0;
	case MIN:
		*word = value < old ? value : old;
		return 0;
	case EXCH:
		*word = value;
		return old;
	case CAS:
		*word = *seen = old + won;
		return won;
	default:
		word[op == ADD_U64] += op == ADD_U64 && old + addend < old;
		*word += addend;
		return op == FETCH_ADD ? old : 0;
	}
}

static uint32_t thread_sum(enum op op, const struct atomic_args *args, uint32_t thread)
{
	const uint32_t own = atomic_place(thread, args->places);
	const uint32_t addend = atomic_addend(thread, args->places, args->every);
	uint32_t x = atomic_random_start(thread), seen = 0, sum = 0;

	for (uint32_t k = 0; k < ATOMIC_UNROLL * args->trips; k++) {
		x = atomic_random_next(x);
		const uint32_t set = k / ATOMIC_UNROLL % args->sets;
		const size_t place = args->random ? atomic_random_place(x, args->places) : set * args->places + own;
		sum += operate(op, (uint32_t *)(void *)(args->at + place * args->stride), addend,
			       atomic_value(thread, k), &seen);
	}
	return sum;
}

static void throughput(struct gb_shape shape, const void *of)
{
	const struct atomic_args *args = of;
	const enum op op = op_of_kernel();

	for (uint32_t t = 0; t < shape.grid * shape.block; t++) {
		const uint32_t sum = thread_sum(op, args, t);
		if (args->record)
			args->result[t] = sum;
	}
}

static void chain(struct gb_shape shape, const void *of)
{
	const struct atomic_chain_args *args = of;
	const enum op op = op_of_kernel();
	uint32_t x = 1, before = 0;

	for (size_t i = 0; i < (size_t)ATOMIC_LINES * args->trips; i++) {
		uint32_t *word = (uint32_t *)(void *)(args->at + i % ATOMIC_LINES * args->apart);
		before = x;
		x = *word;
		if (op == CAS)
			*word = x == before ? 7 : x;
		else
			operate(op, word, before, before, &x);
	}
	args->end[0] = x;
	args->end[1] = before;
	*args->cycles = 300ull * ATOMIC_LINES * (args->trips - 1);
	gb_model_unchecked(args->cycles, sizeof *args->cycles);
}

static void shared_block(enum op op, const struct atomic_shared_args *args, uint32_t *words, uint32_t *result)
{
	for (uint32_t t = 0; t < ATOMIC_WARPS * ATOMIC_LANES; t++)
		words[t] = op == MIN ? ~0u : 0;
	for (uint32_t t = 0; t < ATOMIC_WARPS * ATOMIC_LANES; t++) {
		const uint32_t lane = t % ATOMIC_LANES;
		uint32_t seen = 0;
		result[t] = 0;
		for (uint32_t k = 0; k < ATOMIC_UNROLL * args->trips; k++)
			result[t] += operate(op, &words[t - lane + lane / args->degree], args->one, atomic_value(t, k),
					     &seen);
	}
}

static void shared(struct gb_shape shape, const void *of)
{
	const struct atomic_shared_args *args = of;

	gb_model_unchecked(args->cycles, shape.grid * sizeof *args->cycles);
	for (size_t b = 0; b < shape.grid; b++) {
		args->cycles[b] = 2 * ATOMIC_WARPS * ATOMIC_UNROLL * args->trips;
		if (args->record)
			shared_block(op_of_kernel(), args, args->words + b * shape.block,
				     args->result + b * shape.block);
	}
}

GB_MODELS_OF(atomic, { "atomic_chain_*", chain }, { "atomic_shared_*", shared }, { "atomic_*", throughput });
