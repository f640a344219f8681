/* Models of the kernels of `streams`, which run one after another: none is concurrent with another, and none waits
 * long. */
#include "../common/input_model.h"
#include "streams.h"

static void hold(struct gb_shape shape, const void *of)
{
	const struct streams_hold_args *args = of;

	args->count->all++;
	args->count->most = 1;
	gb_model_unchecked(&args->count->most, sizeof args->count->most);
}

/* Each kernel waits 40 µs. */
static void mark(struct gb_shape shape, const void *of)
{
	static unsigned long long now = 1000000;
	const struct streams_mark_args *args = of;

	now += 40000;
	*args->stamp = (struct streams_stamp){ now, now + args->nanoseconds };
	now += args->nanoseconds;
}

/* All rounds combined amount to one factor and one summand, since each round does. */
static uint32_t changed(uint32_t word, uint32_t factor, uint32_t sum)
{
	return word * factor + sum;
}

static void work(struct gb_shape shape, const void *of)
{
	const struct streams_work_args *args = of;
	const uint32_t sum = streams_change(0, args->rounds), factor = streams_change(1, args->rounds) - sum;

	for (unsigned long long i = 0; i < args->words; i++)
		args->out[i] = changed(args->in[i], factor, sum);
	if (args->stamp != NULL)
		*args->stamp = (struct streams_stamp){ 1000000, 1000000 + args->words };
}

static void read_all(struct gb_shape shape, const void *of)
{
	const struct streams_read_args *args = of;

	for (unsigned long long i = 0; i < args->words && args->record; i++)
		*args->sum += args->in[i];
}

static void check(struct gb_shape shape, const void *of)
{
	const struct streams_check_args *args = of;
	const uint32_t sum = streams_change(0, args->rounds), factor = streams_change(1, args->rounds) - sum;

	for (unsigned long long i = 0; i < args->words; i++)
		if (args->out[i] != changed(input_bits(i), factor, sum))
			gb_model_wrong(args->report, i);
	gb_model_compared(args->report, args->words);
}

GB_MODELS_OF(streams, { "streams_hold", hold }, { "streams_mark", mark }, { "streams_work", work },
	     { "streams_read", read_all }, { "streams_check", check }, { "streams_fill", input_fill_bits_model });
