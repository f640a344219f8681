/* Models of the kernels of `persist`. */
#include "../common/input_model.h"
#include "persist.h"

static unsigned int sum_of(const struct persist_args *args, unsigned int ratio, unsigned int blocks, unsigned int block,
			   unsigned int thread)
{
	unsigned int sum = 0;

	for (unsigned int unit = block; unit < args->units; unit += blocks)
		for (unsigned int r = 0; r <= ratio; r++) {
			const unsigned int tile =
				r == 0 ? unit % args->hot : persist_streamed(args->hot, unit, ratio, r - 1);
			unsigned int word[PERSIST_VECTOR / 4];
			memcpy(word, args->at + (size_t)tile * PERSIST_TILE + thread * (size_t)PERSIST_VECTOR,
			       sizeof word);
			sum += word[0] + word[1] + word[2] + word[3];
		}
	return sum;
}

static void read_tiles(struct gb_shape shape, const void *of)
{
	const struct persist_args *args = of;

	for (unsigned int t = 0; t < shape.grid * shape.block && args->record; t++)
		args->sums[t] = sum_of(args, gb_model_number("_r"), shape.grid, t / shape.block, t % shape.block);
}

static void check(struct gb_shape shape, const void *of)
{
	const struct persist_check_args *args = of;
	const unsigned int threads = shape.grid * shape.block;

	for (unsigned int t = 0; t < threads; t++)
		if (args->args.sums[t] !=
		    sum_of(&args->args, args->ratio, shape.grid, t / shape.block, t % shape.block))
			gb_model_wrong(args->report, t);
	gb_model_compared(args->report, threads);
}

/* A few lines are there a second time; of all others none is. */
static void probe(struct gb_shape shape, const void *of)
{
	enum { HIT = 280, MISS = 680 };
	const struct persist_probe_args *args = of;
	const unsigned int cycles = args->lines == PERSIST_REPEATS ? HIT : MISS;

	(void)shape;
	*args->found = (struct persist_found){ .tried = args->tried,
					       .hits = cycles < args->cut ? args->tried : 0,
					       .cycles = (unsigned long long)cycles * args->tried };
}

static const struct gb_model models[] = {
	{ "persist_fill", input_fill_bits_model },
	{ "persist_check", check },
	{ "persist_probe", probe },
	{ "persist_*", read_tiles },
	{ .kernel = NULL },
};

GB_MODELS(persist) = { GB_ABI, models };
