/* Models of the kernels of `exchange`. */
#include "exchange.h"
#include "gpubench_model.h"

static void fill(struct gb_shape shape, const void *of)
{
	const struct exchange_fill_args *args = of;

	for (unsigned long long i = 0; i < args->words; i++)
		args->at[i] = exchange_word(args->from, i);
}

static void send(struct gb_shape shape, const void *of)
{
	const struct exchange_send_args *args = of;

	for (uint32_t target = 0; target < args->targets && args->passes > 0; target++)
		memcpy(args->to[target], args->from, args->tiles * EXCHANGE_TILE);
}

static void check(struct gb_shape shape, const void *of)
{
	const struct exchange_check_args *args = of;

	for (unsigned long long i = 0; i < args->words; i++)
		if (args->at[i] != exchange_word(args->from, i))
			gb_model_wrong(args->report, i);
	gb_model_compared(args->report, args->words);
}

GB_MODELS_OF(exchange, { "exchange_fill", fill }, { "exchange_send", send }, { "exchange_check", check });
