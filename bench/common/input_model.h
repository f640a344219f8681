/* input_model.h: for models: the kernels that fill input data (input.h). */
#pragma once

#include "gpubench_model.h"
#include "input.h"

/* Every setup() fills tens of megabytes with the same words, because a word depends only on its place. Up to
 * INPUT_KEPT_MAX words are computed once and copied afterwards. */
enum { INPUT_KEPT_MAX = 16 << 20 };

static inline __attribute__((always_inline)) const uint32_t *input_kept(uint32_t word(unsigned long long),
									unsigned long long words)
{
	static uint32_t (*of)(unsigned long long);
	static uint32_t *kept;
	static unsigned long long count;

	if (words > INPUT_KEPT_MAX)
		return NULL;
	if (of != word || count < words) {
		free(kept);
		kept = malloc(words * sizeof *kept);
		for (unsigned long long i = 0; kept != NULL && i < words; i++)
			kept[i] = word(i);
		of = word;
		count = kept != NULL ? words : 0;
	}
	return kept;
}

/* `word` is a constant wherever this is called, so the compiler inlines it. */
static inline __attribute__((always_inline)) void input_fill_model(const struct input_fill_args *args,
								   uint32_t word(unsigned long long))
{
	const uint32_t *kept = input_kept(word, args->words);

	if (kept != NULL)
		memcpy(args->at, kept, args->words * sizeof *kept);
	for (unsigned long long i = kept != NULL ? args->words : 0; i < args->words; i++)
		args->at[i] = word(i);
}

static inline void input_fill_bits_model(struct gb_shape shape, const void *args)
{
	input_fill_model(args, input_bits);
}

static inline void input_fill_float_model(struct gb_shape shape, const void *args)
{
	input_fill_model(args, input_float);
}
