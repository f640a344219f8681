/* gpubench_model.h: models, kernels in C for `gpubench --dry-run`, which has no GPU.
 *
 * <name>.model.c next to <name>.c includes this. gpubench.mk makes <name>.model of it, next to the plug-in, and a dry
 * run finds it there; any other is named by --model. A model is no part of the plug-in, and no measurement ever loads
 * it.
 *
 * A model does to memory what its kernel does: all blocks and threads of the launch, one after another or in whatever
 * way is shortest. It gets the shape and the very struct that the host half launches the kernel with. Addresses in the
 * struct can be followed: memory of the dry run's device is the host's. Objects of textures and tensor maps cannot.
 *
 *     static void add(struct gb_shape shape, const void *of)
 *     {
 *             const struct mybench_args *args = of;
 *
 *             (void)shape;
 *             for (unsigned long long i = 0; i < args->words; i++)
 *                     args->out[i] = args->in[i] + MYBENCH_ADD;
 *     }
 *
 *     static const struct gb_model models[] = { { "mybench_add", add }, { .kernel = NULL } };
 *     GB_MODELS(mybench) = { GB_ABI, models };
 */
#ifndef GPUBENCH_MODEL_H
#define GPUBENCH_MODEL_H

#include "gpubench.h"

typedef void gb_model_fn(struct gb_shape shape, const void *args);

struct gb_model {
	const char *kernel; /* its extern "C" name */
	gb_model_fn *function;
};

/* The export of a file of models, `gb_models_<name>`. */
struct gb_models {
	uint32_t abi;                 /* GB_ABI */
	const struct gb_model *model; /* closed by an entry without kernel */
};

/* The declaration and the head of the definition of that one symbol. */
#define GB_MODELS(id)                                 \
	extern const struct gb_models gb_models_##id; \
	__attribute__((visibility("default"))) const struct gb_models gb_models_##id

/* gb_report_wrong() and gb_report_compared() for models of kernels that check. */
static inline void gb_model_wrong(struct gb_report *report, unsigned long long at)
{
	report->wrong++;
	report->first = at < report->first ? at : report->first;
}

static inline void gb_model_compared(struct gb_report *report, unsigned long long count)
{
	report->compared += count;
}

#endif
