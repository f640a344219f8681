/* Models of the kernels of `random`. */
#include "../common/input_model.h"
#include "random.h"

/* The offset in the set that a walker in state x accesses. */
static unsigned long long place_of(const struct random_set *set, uint32_t walker, uint32_t x)
{
	return random_base(set, walker) + random_offset(x, set->lines / set->windows, set->bytes);
}

/* ---- the timed kernels ------------------------------------------------------------------------------------------- */

/* An access by all threads that share it, `width` bytes each. Returns the sum of the words. */
static uint32_t access_by(enum random_op op, uint32_t width, const struct random_args *args, unsigned char *at)
{
	uint32_t *word = (uint32_t *)(void *)at, sum = 0;

	for (uint32_t i = 0; i < args->set.bytes / 4; i++) {
		sum += word[i];
		if (op == RANDOM_update)
			word[i] = random_updated(word[i]);
		else if (op == RANDOM_atomic && 4 * i % width == 0) {
			word[i] += args->one;
			if (width == 8 && word[i] < args->one)
				word[i + 1]++;
		}
	}
	return sum;
}

static void walk(enum random_op op, struct gb_shape shape, const struct random_args *args)
{
	const uint32_t walkers = shape.grid * shape.block / args->set.lanes;
	const uint32_t accesses = args->trips * gb_model_number("_u"), width = gb_model_number("_b");
	uint32_t sum = 0;

	for (uint32_t walker = 0; walker < walkers; walker++)
		for (uint32_t k = 0, x = random_start(walker); k < accesses; k++, x = random_next(x))
			sum += access_by(op, width, args, args->set.at + place_of(&args->set, walker, x));
	if (op == RANDOM_read && args->record != 0)
		args->sum[RANDOM_SUMS - 1] += sum;
}

#define WALK(name)                                                \
	static void name(struct gb_shape shape, const void *args) \
	{                                                         \
		walk(RANDOM_##name, shape, args);                 \
	}
RANDOM_OPS(WALK)

/* ---- not timed --------------------------------------------------------------------------------------------------- */

static void fill(struct gb_shape shape, const void *args)
{
	input_fill_model(args, random_word);
}

/* Calls `visit` with the number of every word of every access. */
static void for_each_word(const struct random_check_args *args,
			  void visit(const struct random_check_args *args, unsigned long long word))
{
	for (uint32_t walker = 0; walker < args->walkers; walker++)
		for (uint32_t k = 0, x = random_start(walker); k < args->accesses; k++, x = random_next(x)) {
			const unsigned long long first = place_of(&args->set, walker, x) / 4;
			for (unsigned long long w = first; w < first + args->set.bytes / 4; w++)
				visit(args, w);
		}
}

static uint32_t *words_of(const struct random_check_args *args)
{
	return (uint32_t *)(void *)args->set.at;
}

static void replay_word(const struct random_check_args *args, unsigned long long w)
{
	gb_model_compared(args->report, 1);
	*args->expected += random_word(w);
	if (args->op == RANDOM_update && words_of(args)[w] != random_updated(random_word(w)))
		gb_model_wrong(args->report, w);
}

static void replay(struct gb_shape shape, const void *args)
{
	for_each_word(args, replay_word);
}

/* An addition to a number of 8 bytes may also have changed its upper word. */
static void undo_word(const struct random_check_args *args, unsigned long long w)
{
	uint32_t *words = words_of(args);

	if (4 * w % args->width != 0)
		return;
	gb_model_compared(args->report, 1);
	if (args->op == RANDOM_update)
		words[w] = random_word(w);
	else if (words[w]-- == 0 && args->width == 8)
		words[w + 1]--;
}

static void undo(struct gb_shape shape, const void *args)
{
	for_each_word(args, undo_word);
}

static void scan(struct gb_shape shape, const void *of)
{
	const struct random_check_args *args = of;
	const unsigned long long count = RANDOM_LINE / 4 * (unsigned long long)args->set.lines;

	for (unsigned long long w = 0; w < count; w++)
		if (words_of(args)[w] != random_word(w))
			gb_model_wrong(args->report, w);
	gb_model_compared(args->report, count);
}

GB_MODELS_OF(random, { "random_read_*", read }, { "random_update_*", update }, { "random_atomic_*", atomic },
	     { "random_fill", fill }, { "random_replay", replay }, { "random_undo", undo }, { "random_scan", scan });
