/* Models of the kernels of `loaded`. */
#include "../common/chain_model.h"
#include "../common/input_model.h"
#include "loaded.h"

enum { TURNS = 5, COUNTED = 4, CYCLES_PER_HOP = 1000, NS = 1000000 };

/* A lane accesses four adjacent words per request, a warp all words of its part. */
enum { WORDS = LOADED_REQUEST / 4 };

static unsigned long long first_word(unsigned long long part, uint32_t requests)
{
	return part * requests * WORDS;
}

/* ---- the timed kernels ------------------------------------------------------------------------------------------- */

static void turn(const struct loaded_args *args, uint32_t number, uint32_t warps, uint32_t w, uint32_t reads,
		 uint32_t writes)
{
	const unsigned long long part = 1ull * (number % args->rounds_of) * warps + w;
	const uint32_t *in = args->in + first_word(part, reads);
	const unsigned long long out = first_word(part, writes);

	for (uint32_t i = 0; i < reads * WORDS; i++)
		args->warp[w].sum[i / 4 % 32] += in[i];
	for (uint32_t i = 0; i < writes * WORDS; i++)
		args->out[out + i] = input_mark((uint32_t)(out + i) + number / args->rounds_of);
}

static void load(struct gb_shape shape, const struct loaded_args *args, uint32_t reads, uint32_t writes)
{
	const uint32_t warps = (shape.grid - 1) * LOADED_WARPS;
	const bool none = args->idle || args->place->phase == 2; /* the traffic ends immediately */

	for (uint32_t w = 0; w < warps; w++) {
		args->warp[w] = (struct loaded_warp){ none ? 0 : TURNS, none ? 0 : COUNTED, { 0 } };
		for (uint32_t t = 0; t < args->warp[w].turns; t++)
			turn(args, t, warps, w, reads, writes);
	}
	args->place->at = chain_follow_model(args->place->at, args->hops);
	args->place->cycles = 1ull * CYCLES_PER_HOP * args->hops;
	args->place->ns = NS;
	args->place->ready += shape.grid - 1;
	args->place->phase = 2;
	gb_model_unchecked(&args->place->cycles, sizeof args->place->cycles + sizeof args->place->ns);
	gb_model_unchecked(&args->place->phase,
			   sizeof args->place->phase); /* the kernel's own word: 2 ends the traffic */
}

static void read(struct gb_shape shape, const void *args)
{
	load(shape, args, 4, 0);
}

static void write(struct gb_shape shape, const void *args)
{
	load(shape, args, 0, 4);
}

static void mix(struct gb_shape shape, const void *args)
{
	load(shape, args, 4, 2);
}

/* ---- the others -------------------------------------------------------------------------------------------------- */

static void link_lines(struct gb_shape shape, const void *of)
{
	const struct loaded_link_args *args = of;
	unsigned char *line = args->at + 1ull * LOADED_LINE * cycle_line_at(0, args->lines);

	chain_linked_model(args->at, 1ull * LOADED_LINE * args->lines);
	for (uint32_t i = 1; i <= args->lines; i++) {
		unsigned char *next = args->at + 1ull * LOADED_LINE * cycle_line_at(i % args->lines, args->lines);
		memcpy(line, &next, sizeof next);
		line = next;
	}
}

/* How many turns access the part that turn `number` of the first round accesses. */
static uint32_t times(uint32_t all, uint32_t number, uint32_t rounds_of)
{
	return all / rounds_of + (number < all % rounds_of);
}

static void check_warp(const struct loaded_check_args *args, uint32_t w)
{
	uint32_t sum[32] = { 0 };

	for (uint32_t t = 0; t < args->rounds_of && t < args->warp[w].turns; t++) {
		const uint32_t visits = times(args->warp[w].turns, t, args->rounds_of);
		const unsigned long long part = 1ull * t * args->warps + w, in = first_word(part, args->reads),
					 out = first_word(part, args->writes);
		for (uint32_t i = 0; i < args->reads * WORDS; i++)
			sum[i / 4 % 32] += visits * input_bits(in + i);
		for (uint32_t i = 0; i < args->writes * WORDS; i++)
			if (args->out[out + i] != input_mark((uint32_t)(out + i) + visits - 1))
				gb_model_wrong(args->report, out + i);
	}
	for (uint32_t lane = 0; lane < 32; lane++)
		if (sum[lane] != args->warp[w].sum[lane])
			gb_model_wrong(args->report, w);
	gb_model_compared(args->report, 32);
}

static void check(struct gb_shape shape, const void *of)
{
	const struct loaded_check_args *args = of;

	for (uint32_t w = 0; w < args->warps; w++)
		check_warp(args, w);
}

GB_MODELS_OF(loaded, { "loaded_read", read }, { "loaded_write", write }, { "loaded_mix", mix },
	     { "loaded_fill", input_fill_bits_model }, { "loaded_link", link_lines }, { "loaded_check", check });
