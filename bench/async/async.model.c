/* Models of the kernels of `async`. */
#include "../common/input_model.h"
#include "async.h"

/* Pieces arrive at `receivers` blocks, each of which checks all words. */
static void pieces(struct gb_shape shape, const void *of)
{
	const struct async_args *args = of;
	const uint32_t receivers = shape.cluster > 1 ? shape.cluster : 1;

	for (unsigned long long p = 0; p < args->pieces && args->record; p++) {
		const unsigned long long from = p * args->bytes % args->set;
		const uint32_t *words = (const uint32_t *)(const void *)(args->at + from);
		for (uint32_t i = 0; i < args->bytes / 4; i++)
			if (words[i] != input_bits(from / 4 + i))
				gb_model_wrong(args->report, from / 4 + i);
		gb_model_compared(args->report, (unsigned long long)args->bytes / 4 * receivers);
	}
}

static void back(const struct async_args *args, bool adds)
{
	for (unsigned long long p = 0; p < args->pieces; p++) {
		unsigned char *to = args->at + p * args->bytes % args->set;
		for (uint32_t i = 0; i < args->bytes / 4; i++) {
			const uint32_t stored = async_stored(i);
			float sum;
			memcpy(&sum, to + 4 * (size_t)i, 4);
			sum += 1;
			memcpy(to + 4 * (size_t)i, adds ? (const void *)&sum : (const void *)&stored, 4);
		}
	}
}

static void store(struct gb_shape shape, const void *args)
{
	back(args, false);
}

static void reduce(struct gb_shape shape, const void *args)
{
	back(args, true);
}

static void check(struct gb_shape shape, const void *of)
{
	const struct async_args *args = of;

	for (unsigned long long i = 0; i < args->set / 4; i++) {
		const float sum = (float)args->ahead;
		uint32_t found, wanted = async_stored((uint32_t)(i % (args->bytes / 4)));
		memcpy(&found, args->at + 4 * i, 4);
		if (args->ahead)
			memcpy(&wanted, &sum, 4);
		if (found != wanted)
			gb_model_wrong(args->report, i);
	}
	gb_model_compared(args->report, args->set / 4);
}

GB_MODELS_OF(async, { "async_fill", input_fill_bits_model }, { "async_check", check }, { "async_store", store },
	     { "async_reduce", reduce }, { "async_*", /* all others load */ pieces });
