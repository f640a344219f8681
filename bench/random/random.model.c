/* Models of the kernels of `random`. */
#include "../common/input_model.h"
#include "random.h"

/* Where a walker accesses the set in this state. */
static unsigned long long place_of(const struct random_set *set, unsigned int walker, unsigned int x)
{
	return random_base(set, walker) + random_offset(x, set->lines / set->windows, set->bytes);
}

/* ---- the timed kernels ------------------------------------------------------------------------------------------- */

/* One access by the threads that share it, `width` bytes each; the sum of the words. */
static unsigned int access_by(enum random_op op, unsigned int width, const struct random_args *args, unsigned char *at)
{
	unsigned int *word = (unsigned int *)(void *)at, sum = 0;

	for (unsigned int i = 0; i < args->set.bytes / 4; i++) {
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
	const unsigned int walkers = shape.grid * shape.block / args->set.lanes;
	const unsigned int accesses = args->trips * gb_model_number("_u"), width = gb_model_number("_b");
	unsigned int sum = 0;

	for (unsigned int walker = 0; walker < walkers; walker++)
		for (unsigned int k = 0, x = random_start(walker); k < accesses; k++, x = random_next(x))
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

static void replay_access(const struct random_check_args *args, unsigned long long at)
{
	const unsigned int *words = (const unsigned int *)(const void *)args->set.at;

	for (unsigned long long i = at / 4; i < (at + args->set.bytes) / 4; i++) {
		args->check->sum += input_bits(i);
		if (args->op == RANDOM_update && words[i] != random_updated(input_bits(i)))
			gb_model_wrong(args->report, i);
		if (4 * i % args->width == 0)
			args->check->added += random_weight(4 * i / args->width);
	}
	gb_model_compared(args->report, args->set.bytes / 4);
}

static void replay(struct gb_shape shape, const void *of)
{
	const struct random_check_args *args = of;

	(void)shape;
	for (unsigned int walker = 0; walker < args->walkers; walker++)
		for (unsigned int k = 0, x = random_start(walker); k < args->accesses; k++, x = random_next(x))
			replay_access(args, place_of(&args->set, walker, x));
}

/* Word by word: the upper half of a number of 8 bytes grows by 2^32 for each 1. */
static void scan(struct gb_shape shape, const void *of)
{
	const struct random_check_args *args = of;
	const unsigned int *words = (const unsigned int *)(const void *)args->set.at;
	const unsigned long long count = RANDOM_LINE / 4 * (unsigned long long)args->set.lines;

	(void)shape;
	for (unsigned long long i = 0; i < count; i++) {
		const unsigned int before = input_bits(i), now = words[i];
		const bool is_upper = 4 * i % args->width != 0;
		const unsigned long long difference = (unsigned long long)now - before;
		const unsigned long long more = args->width == 8 ? difference : difference & 0xffffffffu;
		if (args->op == RANDOM_update && now != before && now != random_updated(before))
			gb_model_wrong(args->report, i);
		args->check->present += (is_upper ? more << 32 : more) * random_weight(4 * i / args->width);
	}
	gb_model_compared(args->report, 4 * count / args->width);
}

static const struct gb_model models[] = {
	{ "random_read_*", read },
	{ "random_update_*", update },
	{ "random_atomic_*", atomic },
	{ "random_fill", input_fill_bits_model },
	{ "random_replay", replay },
	{ "random_scan", scan },
	{ .kernel = NULL },
};

GB_MODELS(random) = { GB_ABI, models };
