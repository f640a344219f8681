/* Models of the kernels of `collective`. */
#include "collective.h"
#include "gpubench_model.h"

static void fill(struct gb_shape shape, const void *of)
{
	const struct collective_fill_args *args = of;

	for (unsigned long long i = 0; i < args->count; i++)
		args->at[i] = collective_element(args->rank, i);
}

static void check(struct gb_shape shape, const void *of)
{
	const struct collective_check_args *args = of;

	for (unsigned long long i = 0; i < args->count; i++)
		if (args->at[i] != collective_expected(args, i))
			gb_model_wrong(args->report, i);
	gb_model_compared(args->report, args->count);
}

/* In a dry run the GPUs work one after the other, so none waits. */
static void add_up(struct gb_shape shape, const void *of)
{
	const struct collective_small_args *args = of;

	for (unsigned long long i = 0; i < args->count; i++) {
		float sum = 0;
		for (uint32_t r = 0; r < args->ranks; r++)
			sum += args->from[r][i];
		args->to[i] = sum;
	}
}

GB_MODELS_OF(collective, { "collective_fill", fill }, { "collective_check", check }, { "collective_read", add_up },
	     { "collective_push", add_up });
