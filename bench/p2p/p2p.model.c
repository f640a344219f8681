/* Models of the kernels of `p2p`. */
#include "../common/input_model.h"
#include "p2p.h"

static void check(struct gb_shape shape, const void *of)
{
	const struct p2p_check_args *args = of;

	for (unsigned long long i = 0; i < args->words; i++)
		if (args->at[i] != (args->period > 0 ? input_mark(i % args->period) : input_bits(i)))
			gb_model_wrong(args->report, i);
	gb_model_compared(args->report, args->words);
}

static void sum(struct gb_shape shape, const void *of)
{
	const struct p2p_sum_args *args = of;

	for (unsigned long long i = 0; i < args->words; i++)
		*args->sum += input_bits(i);
}

static void sum_words(const char *at, unsigned long long words, uint32_t *sum)
{
	for (unsigned long long i = 0; i < words; i++)
		*sum += ((const uint32_t *)(const void *)at)[i];
}

static void read_words(struct gb_shape shape, const void *of)
{
	const struct p2p_stream_args *args = of;

	for (uint32_t pass = 0; args->record && pass < args->passes; pass++)
		sum_words(args->at, args->tiles * shape.block * gb_model_number("_u") * 4, args->sum);
}

static void write_words(struct gb_shape shape, const void *of)
{
	const struct p2p_stream_args *args = of;
	const unsigned long long words = args->tiles * shape.block * gb_model_number("_u") * 4;
	uint32_t *at = (uint32_t *)(void *)args->at;

	for (unsigned long long i = 0; i < words; i++)
		at[i] = input_mark(i);
}

static void move(struct gb_shape shape, const void *of)
{
	const struct p2p_move_args *args = of;

	memcpy(args->to, args->from, args->tiles * shape.block * gb_model_number("_u") * 16);
}

static void bulk_read(struct gb_shape shape, const void *of)
{
	const struct p2p_bulk_args *args = of;

	if (args->record)
		sum_words(args->at, args->chunks * args->chunk / 4, args->sum);
}

static void bulk_write(struct gb_shape shape, const void *of)
{
	const struct p2p_bulk_args *args = of;
	uint32_t *at = (uint32_t *)(void *)args->at;

	for (unsigned long long chunk = 0; chunk < args->chunks; chunk++)
		for (unsigned long long i = 0; i < args->chunk / 4; i++)
			*at++ = input_mark(i);
}

static void link_nodes(struct gb_shape shape, const void *of)
{
	const struct p2p_link_args *args = of;

	for (uint32_t i = 0; i < args->nodes; i++) {
		const unsigned long long to =
			(unsigned long long)(uintptr_t)(args->at + (size_t)args->next[i] * P2P_LINE);
		memcpy(args->at + (size_t)i * P2P_LINE, &to, sizeof to);
	}
}

/* A hop takes 700 cycles in the first block, and 10 more in each next one. */
static void chase(struct gb_shape shape, const void *of)
{
	const struct p2p_chase_args *args = of;

	for (uint32_t b = 0; b < shape.grid; b++) {
		const unsigned long long *at = (const unsigned long long *)(uintptr_t)args->out[b].end;
		for (uint32_t i = 0; i < args->warm + args->steps; i++)
			at = (const unsigned long long *)(uintptr_t)*at;
		args->out[b].end = (unsigned long long)(uintptr_t)at;
		args->out[b].cycles = (700ull + 10ull * b) * args->steps;
		gb_model_unchecked(&args->out[b].cycles, sizeof args->out[b].cycles);
	}
}

static void add(struct gb_shape shape, const void *of)
{
	const struct p2p_add_args *args = of;

	for (uint32_t t = 0; t < shape.grid * shape.block; t++)
		args->at[(size_t)t * args->stride] += args->trips;
}

GB_MODELS_OF(p2p, { "p2p_fill", input_fill_bits_model }, { "p2p_check", check }, { "p2p_sum", sum },
	     { "p2p_link", link_nodes }, { "p2p_read_*", read_words }, { "p2p_write_*", write_words },
	     { "p2p_move_*", move }, { "p2p_bulk_read", bulk_read }, { "p2p_bulk_write", bulk_write },
	     { "p2p_load", chase }, { "p2p_exchange", chase }, { "p2p_add", add });
