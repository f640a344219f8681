/* Models of the kernels of `persist`. */
#include "../common/input_model.h"
#include "persist.h"

static uint32_t sum_of(const struct persist_args *args, uint32_t ratio, uint32_t blocks, uint32_t block,
		       uint32_t thread)
{
	uint32_t sum = 0;

	for (uint32_t unit = block; unit < args->units; unit += blocks)
		for (uint32_t r = 0; r <= ratio; r++) {
			const uint32_t tile =
				r == 0 ? unit % args->hot : persist_streamed(args->hot, unit, ratio, r - 1);
			uint32_t word[PERSIST_VECTOR / 4];
			memcpy(word, args->at + (size_t)tile * PERSIST_TILE + thread * (size_t)PERSIST_VECTOR,
			       sizeof word);
			sum += word[0] + word[1] + word[2] + word[3];
		}
	return sum;
}

static void read_tiles(struct gb_shape shape, const void *of)
{
	const struct persist_args *args = of;

	for (uint32_t t = 0; t < shape.grid * shape.block && args->record; t++)
		args->sums[t] = sum_of(args, gb_model_number("_r"), shape.grid, t / shape.block, t % shape.block);
}

static void check(struct gb_shape shape, const void *of)
{
	const struct persist_check_args *args = of;
	const uint32_t threads = shape.grid * shape.block;

	for (uint32_t t = 0; t < threads; t++)
		if (args->args.sums[t] !=
		    sum_of(&args->args, args->ratio, shape.grid, t / shape.block, t % shape.block))
			gb_model_wrong(args->report, t);
	gb_model_compared(args->report, threads);
}

/* Lines that are probed twice are in L2 the second time; all others are not. */
static void probe(struct gb_shape shape, const void *of)
{
	enum { HIT = 280, MISS = 680 };
	const struct persist_probe_args *args = of;
	const uint32_t cycles = args->lines == PERSIST_REPEATS ? HIT : MISS;

	*args->found = (struct persist_found){ .tried = args->tried,
					       .hits = cycles < args->cut ? args->tried : 0,
					       .cycles = (unsigned long long)cycles * args->tried };
}

GB_MODELS_OF(persist, { "persist_fill", input_fill_bits_model }, { "persist_check", check }, { "persist_probe", probe },
	     { "persist_*", read_tiles });
