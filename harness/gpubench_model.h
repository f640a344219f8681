/* gpubench_model.h: models, which are kernels written in C for `gpubench --dry-run`, which has no GPU.
 *
 * <name>.model.c next to <name>.c includes this header. gpubench.mk builds it into <name>.model next to the plug-in,
 * where a dry run finds it; --model names any other file. A model is not part of the plug-in, and no measurement ever
 * loads it.
 *
 * A model does to memory what its kernel does: for all blocks and threads of the launch, one after another or in
 * whatever way is shortest. It gets the shape and the argument struct with which the host half launches the kernel.
 * Addresses in the struct can be dereferenced: the device memory of a dry run is host memory. Texture objects and
 * tensor maps cannot be used.
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
	const struct gb_model *model; /* terminated by an entry without a kernel */
};

/* Declares this one symbol and begins its definition. */
#define GB_MODELS(id)                                 \
	extern const struct gb_models gb_models_##id; \
	__attribute__((visibility("default"))) const struct gb_models gb_models_##id

/* The same as gb_report_wrong() and gb_report_compared(), for models of kernels that check. */
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
