#include "profile/placing.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "profile/extrapolate.h"

static void find_roofs(struct gb_placing_gpu *g, const struct gb_roofs *roofs, const struct gb_match_wish *wish)
{
	struct gb_error why = { "" };

	g->found = gb_match_find(&g->match, roofs, wish, &why) == GB_OK;
	if (g->found)
		gb_peaks_title(&g->match.peaks, g->text, sizeof g->text);
	else
		gb_text_copy(g->text, sizeof g->text, why.text);
}

/* NULL: there are too many. */
static struct gb_placing_gpu *gpu_of(struct gb_placing *placing, const struct gb_profiled *k,
				     const struct gb_roofs *roofs, gb_placing_wish_fn *wish, const void *context)
{
	struct gb_match_wish known = { "", "", "", NULL };

	for (size_t i = 0; i < placing->gpus; i++)
		if (placing->gpu[i].device == k->device && placing->gpu[i].gpu == k->gpu)
			return &placing->gpu[i];
	if (placing->gpus == GB_PLACING_GPUS)
		return NULL;
	struct gb_placing_gpu *g = &placing->gpu[placing->gpus++];
	*g = (struct gb_placing_gpu){ .device = k->device, .gpu = k->gpu };
	wish(context, k, &known);
	find_roofs(g, roofs, &known);
	return g;
}

int gb_placing_make(struct gb_placing *placing, const struct gb_kernels *kernels, const struct gb_roofs *roofs,
		    gb_placing_wish_fn *wish, const void *context, struct gb_error *error)
{
	*placing = (struct gb_placing){ .gpus = 0 };
	placing->place = calloc(kernels->count + 1, sizeof *placing->place);
	if (placing->place == NULL)
		return gb_error_set(error, "out of memory");
	for (size_t i = 0; i < kernels->count; i++) {
		struct gb_placing_gpu *g = gpu_of(placing, &kernels->kernel[i], roofs, wish, context);
		gb_place_kernel(&placing->place[i], &kernels->kernel[i],
				g != NULL && g->found ? &g->match.peaks : NULL);
		gb_extrapolate_place(&placing->place[i]);
	}
	return GB_OK;
}

void gb_placing_free(struct gb_placing *placing)
{
	for (size_t i = 0; i < placing->gpus; i++)
		if (placing->gpu[i].found)
			gb_match_free(&placing->gpu[i].match);
	free(placing->place);
	*placing = (struct gb_placing){ .gpus = 0 };
}
