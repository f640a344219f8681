/* Models of the kernels of `interfere`. Aggressors run before their victim, and say that they began before it and ended
 * after it. */
#include "../common/input_model.h"
#include "interfere.h"

/* A victim takes two milliseconds, and begins ten after the one before it. */
enum { TURNS = 3, MS = 1000000, APART = 10 * MS, LENGTH = 2 * MS };

static uint32_t sum_of_words(const uint32_t *part, uint32_t lane)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i < INTERFERE_PART / 4; i++)
		sum += i / 4 % 32 == lane ? part[i] : 0;
	return sum;
}

/* When the next victim begins, of which all had this many warps. */
static unsigned long long next_victim(const struct interfere_args *args, uint32_t warps)
{
	return (1ull + args->gate->ended / (warps > 0 ? warps : 1)) * APART;
}

static void run_warp(const struct interfere_args *args, uint32_t w, uint32_t warps, enum unit unit)
{
	const bool victim = args->ended == 0;
	const unsigned long long begin = next_victim(args, victim ? warps : args->ended - args->gate->ended),
				 around = victim ? 0 : MS;

	args->warp[w] = (struct interfere_warp){ begin - around, begin + LENGTH + around, TURNS,
						 w / (INTERFERE_BLOCK / 32) + (victim ? 0 : 1000) };
	gb_model_unchecked(&args->warp[w].begin, 2 * sizeof args->warp[w].begin);
	gb_model_unchecked(&args->warp[w].sm, sizeof args->warp[w].sm);
	for (uint32_t lane = 0; lane < 32; lane++) {
		uint32_t *sum = &args->sum[32 * w + lane];
		*sum = interfere_reads(unit) ? 0 : TURNS * interfere_sum_of_turn(unit, 32 * w + lane);
		for (uint32_t t = 0; t < TURNS && interfere_reads(unit); t++)
			*sum += sum_of_words(args->in + (w + t * warps) % args->parts * (INTERFERE_PART / 4), lane);
	}
}

static void run_warps(struct gb_shape shape, const void *of)
{
	const struct interfere_args *args = of;
	const uint32_t warps = shape.grid * shape.block / 32;
	const enum unit unit = gb_model_is("issue")    ? UNIT_ISSUE
			       : gb_model_is("shared") ? UNIT_SHARED
			       : gb_model_is("matrix") ? UNIT_MATRIX
			       : gb_model_is("read")   ? UNIT_DRAM
						       : UNIT_IDLE;

	for (uint32_t w = 0; w < warps; w++)
		run_warp(args, w, warps, unit);
	if (args->ended == 0)
		args->gate->ended += warps;
	else
		args->gate->begun += shape.grid;
}

static void check(struct gb_shape shape, const void *of)
{
	const struct interfere_check_args *args = of;

	for (uint32_t i = 0; i < 32 * args->warps; i++) {
		const uint32_t turns = args->warp[i / 32].turns;
		uint32_t sum = interfere_reads(args->unit) ? 0 : turns * interfere_sum_of_turn(args->unit, i);
		for (uint32_t t = 0; t < turns && t < 2 * TURNS && interfere_reads(args->unit); t++)
			sum += interfere_sum_of_part(args->first + (i / 32 + t * args->warps) % args->parts, i % 32);
		if (sum != args->sum[i])
			gb_model_wrong(args->report, i);
	}
	gb_model_compared(args->report, 32 * args->warps);
}

static const struct gb_model models[] = {
	{ "interfere_fill", input_fill_bits_model },
	{ "interfere_check", check },
	{ "interfere_*", run_warps },
	{ .kernel = NULL },
};

GB_MODELS(interfere) = { GB_ABI, models };
