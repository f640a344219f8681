/* gpubench_model.h: models: kernels written in C for `gpubench --dry-run`, which has no GPU.
 *
 * <name>.model.c next to <name>.c includes this header. gpubench.mk builds it into <name>.model next to the plug-in,
 * where a dry run finds it; --model names any other file. Measurements never load or call models. A plug-in of one file
 * (gpubench_declared.h) may contain its models.
 *
 * A model does to memory what its kernel does, for all blocks and threads of the launch, in whatever order is simplest.
 * It gets the shape and the argument struct of the launch. Addresses in the struct can be dereferenced: the device
 * memory of a dry run is host memory. A texture object is the address of its struct gb_texture; a tensor map of boxes
 * begins with the address of its tensor, and gb_model_call.im2col() copies by an im2col map.
 *
 * One model may stand for a family of kernels. Its name then has a `*` for any text, as in a shell, and
 * gb_model_number() and gb_model_is() read the rest from the kernel's name. The first entry that matches a kernel's
 * name is its model.
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
 *     GB_MODELS_OF(mybench, { "mybench_add", add }); */
#ifndef GPUBENCH_MODEL_H
#define GPUBENCH_MODEL_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "gpubench.h"

#ifndef GB_MODEL_OWN
#define GB_MODEL_OWN
#endif

typedef void gb_model_fn(struct gb_shape shape, const void *args);

struct gb_model {
	const char *kernel; /* its extern "C" name, or a pattern for several names */
	gb_model_fn *function;
};

/* Before a function that calls fma() or fmaf() often: processors with an FMA instruction use it instead of the
 * library's function. */
#if defined(__x86_64__) && defined(__linux__)
#define GB_MODEL_FMA __attribute__((target_clones("fma", "default")))
#else
#define GB_MODEL_FMA
#endif

/* A model file exports `gb_models_<name>`. */
struct gb_models {
	uint32_t abi;                 /* GB_ABI */
	const struct gb_model *model; /* terminated by an entry without a kernel */
};

/* The launch that a model performs, set by the caller. */
struct gb_model_call {
	const char *kernel; /* its name */
	const char *variant;
	int cc; /* compute capability of the device, such as 90 */
	/* An im2col copy: the elements that the instruction copies for these coordinates (channel, width, height,
	 * depth, image; as many as the tensor has) and offsets. */
	void (*im2col)(const struct gb_tensor_map *map, const int *at, const unsigned int *offset, void *to);
	void (*unchecked)(const void *at, size_t bytes); /* for gb_model_unchecked(); NULL: not needed */
};
__attribute__((unused)) static struct gb_model_call gb_model_call = { .kernel = "", .variant = "" };

/* The work of a launch, which models count and a dry run compares with cost(). */
enum gb_model_event {
	GB_EVENT_LOAD, /* of device memory */
	GB_EVENT_STORE,
	GB_EVENT_ATOMIC,
	GB_EVENT_SHARED_LOAD,
	GB_EVENT_SHARED_STORE,
	GB_EVENT_SHARED_ATOMIC,
	GB_EVENT_VOTE,
	GB_EVENT_SHUFFLE,
	GB_EVENT_BARRIER,
	GB_EVENT_BITS,  /* integer functions such as __popc() */
	GB_EVENT_FLOAT, /* floating-point instructions */
	GB_EVENTS
};
struct gb_model_work {
	double bytes, ops; /* as gb_model_did() counts them */
	/* The same as counted in an emulated kernel (gpubench_counted.h), for each event in all threads: the number,
	 * the number with the parts of a vector counted as one, and the bytes or FLOP. */
	struct {
		double count, joined, amount;
	} event[GB_EVENTS];
	/* Records an access of such a kernel; false: it is not to device memory. NULL: accesses are not counted. */
	bool (*touched)(const void *at, size_t bytes, bool is_store);
};
__attribute__((unused)) static struct gb_model_work gb_model_work GB_MODEL_OWN;

/* Defines the symbols of a model file; the table follows. */
#define GB_MODELS(id)                                                                                           \
	extern struct gb_model_call *const gb_model_call_##id;                                                  \
	__attribute__((visibility("default"))) struct gb_model_call *const gb_model_call_##id = &gb_model_call; \
	extern struct gb_model_work *const gb_model_work_##id;                                                  \
	__attribute__((visibility("default"))) struct gb_model_work *const gb_model_work_##id = &gb_model_work; \
	extern const struct gb_models gb_models_##id;                                                           \
	__attribute__((visibility("default"))) const struct gb_models gb_models_##id

/* The same with the table: GB_MODELS_OF(mybench, { "mybench_add", add }, { "mybench_fill_*", fill }); */
#define GB_MODELS_OF(id, ...) GB_MODELS(id) = { GB_ABI, (const struct gb_model[]){ __VA_ARGS__, { .kernel = NULL } } }

/* A table of one model, for all kernels of this pattern. */
#define GB_ONE_MODEL(id, kernels, launch) GB_MODELS_OF(id, { kernels, launch })

/* The number after `key` in the kernel's name: with "_u", 2 in offset_copy_b4_u2. 0 if there is none. */
static inline unsigned int gb_model_number(const char *key)
{
	for (const char *at = strstr(gb_model_call.kernel, key); at != NULL; at = strstr(at + 1, key))
		if (at[strlen(key)] >= '0' && at[strlen(key)] <= '9')
			return (unsigned int)strtoul(at + strlen(key), NULL, 10);
	return 0;
}

/* True if the kernel's name contains `text`. */
static inline bool gb_model_is(const char *text)
{
	return strstr(gb_model_call.kernel, text) != NULL;
}

/* Count work where the model does it, in the units of cost(), with which it is compared. The work of a launch without
 * such a call is unknown. */
static inline void gb_model_did(double bytes, double ops)
{
	gb_model_work.bytes += bytes;
	gb_model_work.ops += ops;
}

/* Like gb_report_wrong() and gb_report_compared(), for models of checking kernels. */
static inline void gb_model_wrong(struct gb_report *report, unsigned long long at)
{
	report->wrong++;
	report->first = at < report->first ? at : report->first;
}

static inline void gb_model_compared(struct gb_report *report, unsigned long long count)
{
	report->compared += count;
}

/* The value that the kernel writes here cannot be predicted, such as cycles: verify() need not notice a mistake in
 * it. */
static inline void gb_model_unchecked(const void *at, size_t bytes)
{
	if (gb_model_call.unchecked != NULL && at != NULL)
		gb_model_call.unchecked(at, bytes);
}

#endif
