/* Models of the kernels of `tma`. */
#include "../common/bits.h"
#include "../common/input_model.h"
#include "tma.h"

/* A copy takes 600 cycles, the shortest one 580, and all acknowledgements take 800; in groups, copies follow at 100
 * cycles. */
static void note_cycles(const struct tma_args *args)
{
	args->cycles[0] = UINT64_C(600) * args->copies;
	args->cycles[1] = UINT64_C(800) * args->copies;
	args->cycles[2] = 580;
	args->cycles[3] = args->group > 0 ? UINT64_C(100) * (TMA_COPIES - 2 * args->group) : 0;
	gb_model_unchecked(args->cycles, TMA_CYCLES * sizeof *args->cycles);
	gb_model_unchecked(args->turn, sizeof *args->turn);
}

/* Copies per launch: one after another, then several at a time. */
static uint32_t all_copies(const struct tma_args *args)
{
	return args->copies + (args->group > 0 ? TMA_COPIES : 0);
}

static void load(struct gb_shape shape, const void *of)
{
	const struct tma_args *args = of;
	const uint32_t receivers = shape.cluster > 1 ? shape.cluster : 1;

	note_cycles(args);
	for (uint32_t copy = 0; copy < all_copies(args) && args->record; copy++) {
		const unsigned long long place = tma_place(args, *args->turn + copy),
					 first = (args->before + place) / 4;
		const uint32_t *words = (const uint32_t *)(const void *)(args->at + place);
		for (uint32_t i = 0; i < args->bytes / 4; i++)
			if (words[i] != input_bits(first + i))
				gb_model_wrong(args->report, first + i);
		gb_model_compared(args->report, (unsigned long long)args->bytes / 4 * receivers);
	}
	*args->turn += all_copies(args);
}

static uint32_t reduced(uint32_t reduction, uint32_t old, uint32_t word)
{
	switch (reduction) {
	case TMA_add_u32:
		return old + word;
	case TMA_add_f32:
		return bits_of_float(bits_float(old) + bits_float(word));
	case TMA_max_u32:
		return old > word ? old : word;
	case TMA_xor_b32:
		return old ^ word;
	default:
		return word;
	}
}

static void gather(struct gb_shape shape, const void *of)
{
	const struct tma_args *args = of;
	const uint32_t words = args->width / 4;

	note_cycles(args);
	for (uint32_t copy = 0; copy < all_copies(args) && args->record; copy++) {
		const unsigned long long place = tma_place(args, *args->turn + copy),
					 first = (args->before + place) / 4;
		const uint32_t *rows = (const uint32_t *)(const void *)(args->at + place);
		for (uint32_t i = 0; i < args->bytes / 4; i++) {
			if (rows[tma_row(i / words) * words + i % words] !=
			    input_bits(first + tma_gathered(i, args->width)))
				gb_model_wrong(args->report, first + i);
		}
		gb_model_compared(args->report, args->bytes / 4);
	}
	*args->turn += all_copies(args);
}

static void bring(const struct tma_args *args, struct tma_column column, uint32_t *to)
{
	const struct im2col_copy from = im2col_at(&args->images, column.position, column.tap, column.channel);
	const int at[] = { from.channel, from.across, from.down, from.image };
	const uint32_t tap[] = { from.tap_across, from.tap_down };

	gb_model_call.im2col(&args->map, at, tap, to);
}

static void im2col(struct gb_shape shape, const void *of)
{
	static uint32_t shared[TMA_MOST / 4]; /* keeps the data of an earlier copy */
	const struct tma_args *args = of;

	note_cycles(args);
	for (uint32_t copy = 0; copy < all_copies(args) && args->record; copy++) {
		const struct tma_column column = tma_column_of(args, *args->turn + copy);
		bring(args, column, shared);
		for (uint32_t i = 0; i < args->bytes / 4; i++)
			if (shared[i] != tma_column_word(args, column, i))
				gb_model_wrong(args->report, i);
		gb_model_compared(args->report, args->bytes / 4);
	}
	*args->turn += all_copies(args);
}

static void back(struct gb_shape shape, const void *of)
{
	const struct tma_args *args = of;

	note_cycles(args);
	for (uint32_t copy = 0; copy < args->copies; copy++) {
		uint32_t *words = (uint32_t *)(void *)(args->at + tma_place(args, *args->turn + copy));
		for (uint32_t i = 0; i < args->bytes / 4; i++) {
			uint32_t *word = &words[tma_stored_at(args, i)];
			*word = reduced(args->reduction, *word, tma_word(args->reduction, i));
		}
	}
	*args->turn += args->copies;
}

static void check(struct gb_shape shape, const void *of)
{
	const struct tma_args *args = of;

	for (uint32_t copy = 0; copy < shape.grid; copy++) {
		const unsigned long long place = tma_place(args, *args->turn - args->copies + copy);
		const uint32_t *words = (const uint32_t *)(const void *)(args->at + place);
		for (uint32_t i = 0; i < args->bytes / 4; i++) {
			if (words[tma_stored_at(args, i)] !=
			    reduced(args->reduction, TMA_BACKGROUND * 0x01010101u, tma_word(args->reduction, i)))
				gb_model_wrong(args->report, place / 4 + i);
			gb_model_compared(args->report, 1);
		}
	}
}

static void round_trips(struct gb_shape shape, const void *of)
{
	const struct tma_args *args = of;

	note_cycles(args);
	if (args->record)
		gb_model_compared(args->report, (uint64_t)TMA_WORDS_SEEN * args->copies);
}

static void touch(struct gb_shape shape, const void *of)
{
}

GB_MODELS_OF(tma, { "tma_bulk", load }, { "tma_tensor", load }, { "tma_multicast", load }, { "tma_gather", gather },
	     { "tma_im2col", im2col }, { "tma_mbarrier*", round_trips }, { "tma_st_async", round_trips },
	     { "tma_fill", input_fill_bits_model }, { "tma_check", check }, { "tma_touch", touch },
	     { "tma_*", /* stores and reductions */ back });
