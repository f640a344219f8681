/* Models of the kernels of `mistakes`. */
#include "gpubench_model.h"
#include "mistakes.h"

static void count(struct gb_shape shape, const void *of)
{
	const struct mistakes_args *args = of;

	for (unsigned int i = 0; i < args->words; i++)
		args->out[i] = i + args->add;
}

GB_MODELS_OF(mistakes, { "mistakes_count", count });
