#include "profile/extrapolate.h"

#include <math.h>
#include <string.h>

static struct gb_profiled *find(struct gb_kernels *all, const struct gb_survey_kernel *k, const char *device)
{
	for (size_t i = 0; i < all->count; i++) {
		struct gb_profiled *p = &all->kernel[i];
		if (strcmp(p->mangled, k->mangled) == 0 && strcmp(p->grid, k->grid) == 0 &&
		    strcmp(p->block, k->block) == 0 && (p->device[0] == '\0' || strcmp(p->device, device) == 0))
			return p;
	}
	return NULL;
}

/* Times of the survey are those of the program alone: those of a profiler began with cold caches. */
static void take_over(struct gb_kernels *all, struct gb_profiled *p, const struct gb_survey_kernel *k)
{
	all->seconds += k->seconds - (p->launches > 0 ? p->seconds : 0);
	p->launched = k->launches;
	p->seconds = k->seconds;
}

/* A kernel of which nothing was counted. */
static int add_uncounted(struct gb_kernels *all, const struct gb_survey_kernel *k, const struct gb_survey_gpu *gpu,
			 struct gb_error *error)
{
	struct gb_ncu_launch launch = { k->mangled, k->block, k->grid, gpu->device, gpu->name, "", { 0 } };

	for (int c = 0; c < GB_COUNTERS; c++)
		launch.value[c] = NAN;
	const double seconds = all->seconds;
	if (gb_kernels_add(all, &launch, error) != GB_OK)
		return GB_FAILED;
	struct gb_profiled *p = find(all, k, gpu->device);
	p->launches = 0;
	all->seconds = seconds;
	return GB_OK;
}

int gb_extrapolate(struct gb_kernels *all, const struct gb_survey *survey, struct gb_error *error)
{
	size_t launches = 0;

	for (size_t i = 0; i < survey->kernels; i++) {
		const struct gb_survey_kernel *k = &survey->kernel[i];
		const struct gb_survey_gpu *gpu = &survey->gpu[k->gpu];
		if (find(all, k, gpu->device) == NULL && add_uncounted(all, k, gpu, error) != GB_OK)
			return GB_FAILED;
		take_over(all, find(all, k, gpu->device), k);
	}
	for (size_t i = 0; i < all->count; i++)
		launches += all->kernel[i].launched;
	all->launches = launches;
	all->surveyed = true;
	return GB_OK;
}

void gb_extrapolate_place(struct gb_place *p)
{
	const struct gb_profiled *k = p->kernel;
	const double more = k->launches > 0 ? (double)k->launched / (double)k->launches : 1;
	const double longer = k->launches > 0 ? k->seconds / k->value[GB_COUNTED_SECONDS] : 1;

	p->flop *= more;
	p->arrived *= more;
	p->local_bytes *= more;
	p->dram_least *= more;
	p->dram_most *= more;
	for (int level = 0; level < GB_LEVELS; level++)
		p->bytes[level] *= more;
	p->least *= longer;
	p->gain *= longer;
}
