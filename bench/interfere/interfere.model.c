/* Models of the kernels of `interfere`. A victim takes two milliseconds, and begins ten after the previous one. An
 * aggressor runs before its victim, and reports that it began earlier and ended later. */
#include "../common/input_model.h"
#include "interfere.h"

enum { TURNS = 3, MS = 1000000, APART = 10 * MS, LENGTH = 2 * MS };

static uint32_t sum_of_turn(const struct interfere_args *args, uint32_t part, uint32_t thread)
{
	const uint32_t *in = args->in + part * (unsigned long long)(INTERFERE_PART / 4);
	uint32_t sum = 0;

	if (gb_model_is("idle"))
		return 1;
	for (uint32_t c = 0; gb_model_is("issue") && c < INTERFERE_CHAINS; c++)
		sum += thread * INTERFERE_CHAINS + c + INTERFERE_ADDS / 2 * INTERFERE_ADD;
	for (uint32_t i = 0; gb_model_is("shared") && i < 4 * INTERFERE_SHARED_LOADS; i++)
		sum += input_mark(i / 4 % 2 * 4 * INTERFERE_BLOCK + 4 * thread + i % 4);
	for (uint32_t i = 0; gb_model_is("read") && i < 4 * INTERFERE_LOADS; i++)
		sum += in[i / 4 * 128 + thread % 32 * 4 + i % 4];
	return sum;
}

static void work(struct gb_shape shape, const void *of)
{
	const struct interfere_args *args = of;
	const uint32_t warps = shape.grid * shape.block / 32, of_block = shape.block / 32;
	const bool is_victim = args->ended == 0;
	const uint32_t victims = is_victim ? warps : args->ended - args->gate->ended;
	const unsigned long long begin = (1ull + args->gate->ended / (victims > 0 ? victims : 1)) * APART,
				 around = is_victim ? 0 : MS;

	for (uint32_t w = 0; w < warps; w++) {
		struct interfere_warp *own = &args->warp[w];
		*own = (struct interfere_warp){
			begin - around, begin + LENGTH + around, TURNS, w / of_block + (is_victim ? 0 : 1000), { 0 }
		};
		for (uint32_t i = 0; i < 32 * TURNS; i++)
			own->sum[i % 32] +=
				sum_of_turn(args, (w + i / 32 * warps) % args->parts, w % of_block * 32 + i % 32);
		gb_model_unchecked(&own->begin, 2 * sizeof own->begin);
		gb_model_unchecked(&own->sm, sizeof own->sm);
	}
	args->gate->ended += is_victim ? warps : 0;
	args->gate->begun += is_victim ? 0 : shape.grid;
}

static void fill(struct gb_shape shape, const void *args)
{
	input_fill_model(args, input_mark);
}

GB_MODELS_OF(interfere, { "interfere_fill", fill }, { "interfere_*", work });
