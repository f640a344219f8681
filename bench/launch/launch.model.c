/* Models of the kernels of `launch`. */
#include "gpubench_model.h"
#include "launch.h"

/* Argument structs larger than the pointer to the count also count their last word. */
static void count(struct gb_shape shape, const void *of)
{
	const struct launch_args *args = of;
	const uint32_t bytes = gb_model_number("_args_"), *words = of;

	if (args->count != NULL)
		*args->count += shape.grid * (bytes > sizeof *args ? words[bytes / sizeof *words - 1] : 1);
}

static void cancel(struct gb_shape shape, const void *of)
{
	const struct launch_args *args = of;

	for (uint32_t block = 0; block < shape.grid && args->count != NULL; block++)
		*args->count += launch_weight(block);
}

/* Each kernel starts 0.5 µs after the previous one has ended. */
static void mark(struct gb_shape shape, const void *of)
{
	static unsigned long long now = 1000;
	const struct launch_mark_args *args = of;

	now += 500;
	*args->stamp = (struct launch_stamp){ now, now + 10 };
	now += 10;
}

GB_MODELS_OF(launch, { "launch_args_*", count }, { "launch_early", count }, { "launch_cancel", cancel },
	     { "launch_mark", mark }, { "launch_mark_early", mark });
