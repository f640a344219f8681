/* Models of the kernels of `skeleton`: the same work in C, for `gpubench --dry-run`, which verifies without a GPU. A
 * model shows that setup(), the arguments, verify() and the counts fit together. Models are optional. */
#include "gpubench_model.h"
#include "skeleton.h"

/* A loop does the work of all threads. Addresses can be dereferenced, and the bytes read and written are compared with
 * cost(). */
static void add(struct gb_shape shape, const void *of)
{
	const struct skeleton_args *args = of;

	(void)shape;
	for (unsigned long long i = 0; i < args->words; i++)
		args->out[i] = args->in[i] + SKELETON_ADD;
	gb_model_did((double)args->words * (sizeof *args->in + sizeof *args->out), 0);
}

static void check(struct gb_shape shape, const void *of)
{
	const struct skeleton_check_args *args = of;

	(void)shape;
	for (unsigned long long i = 0; i < args->words; i++)
		if (args->out[i] != skeleton_word(i) + SKELETON_ADD)
			gb_model_wrong(args->report, i);
	gb_model_compared(args->report, args->words);
}

GB_MODELS_OF(skeleton, { "skeleton_add", add }, { "skeleton_check", check });
