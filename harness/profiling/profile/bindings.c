/* bindings.c: all kernels of a program under the roofs of the GPUs that they ran on. */
#include <stdlib.h>

#include "base/heap.h"
#include "base/text.h"
#include "profile/binding.h"

static void find_roofs(struct gb_bindings_gpu *g, const struct gb_roofs *roofs, const struct gb_match_wish *wish)
{
	struct gb_error why = { "" };

	g->found = gb_match_find(&g->match, roofs, wish, &why) == GB_OK;
	if (g->found)
		gb_peaks_title(&g->match.peaks, g->text, sizeof g->text);
	else
		gb_text_copy(g->text, sizeof g->text, why.text);
}

/* NULL: there are too many. */
static struct gb_bindings_gpu *find_or_add_gpu(struct gb_bindings *bindings, const struct gb_profiled *k,
					       const struct gb_roofs *roofs, gb_bindings_wish_fn *wish,
					       const void *context)
{
	struct gb_match_wish known = { .uuid = "",
				       .model = "",
				       .board = "",
				       .capability = k->capability,
				       .clock_hz = k->value[GB_GPU_CLOCK],
				       .memory_bytes = k->value[GB_GPU_MEMORY] };

	for (size_t i = 0; i < bindings->gpus; i++)
		if (bindings->gpu[i].device == k->device && bindings->gpu[i].gpu == k->gpu)
			return &bindings->gpu[i];
	if (bindings->gpus == GB_BINDINGS_GPUS)
		return NULL;
	struct gb_bindings_gpu *g = &bindings->gpu[bindings->gpus++];
	*g = (struct gb_bindings_gpu){ .device = k->device, .gpu = k->gpu };
	wish(context, k, &known);
	find_roofs(g, roofs, &known);
	return g;
}

void gb_bindings_make(struct gb_bindings *bindings, const struct gb_kernels *kernels, const struct gb_roofs *roofs,
		      gb_bindings_wish_fn *wish, const void *context)
{
	*bindings = (struct gb_bindings){ .gpus = 0 };
	bindings->binding = gb_heap_array(kernels->count + 1, sizeof *bindings->binding);
	for (size_t i = 0; i < kernels->count; i++) {
		struct gb_bindings_gpu *g = find_or_add_gpu(bindings, &kernels->kernel[i], roofs, wish, context);
		gb_binding_find(&bindings->binding[i], &kernels->kernel[i],
				g != NULL && g->found ? &g->match.peaks : NULL);
		gb_extrapolate_binding(&bindings->binding[i]);
	}
}

void gb_bindings_free(struct gb_bindings *bindings)
{
	for (size_t i = 0; i < bindings->gpus; i++)
		if (bindings->gpu[i].found)
			gb_match_free(&bindings->gpu[i].match);
	free(bindings->binding);
	*bindings = (struct gb_bindings){ .gpus = 0 };
}
