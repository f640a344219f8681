/* extrapolate.c: extrapolates from counted launches to all launches in the survey. */
#include "profile/binding.h"

#include <math.h>
#include <string.h>

static struct gb_profiled *find_profiled(const struct gb_kernels *all, const struct gb_survey_kernel *k,
					 const char *device)
{
	return gb_kernels_find(all, k->mangled, k->grid, k->block, device);
}

static void add_uncounted(struct gb_kernels *all, const struct gb_survey_kernel *k, const struct gb_survey_gpu *gpu)
{
	struct gb_ncu_launch launch = { k->mangled, k->block, k->grid, gpu->device, gpu->name, "", { 0 } };

	for (int c = 0; c < GB_COUNTERS; c++)
		launch.value[c] = NAN;
	gb_kernels_add(all, &launch);
	struct gb_profiled *p = find_profiled(all, k, gpu->device);
	p->launches = p->launched = 0;
	p->seconds = 0;
}

/* Adds a kernel that was counted only on another GPU, with the counts of that GPU. */
static void add_like(struct gb_kernels *all, const struct gb_profiled *counted, const struct gb_survey_kernel *k,
		     const struct gb_survey_gpu *gpu)
{
	const struct gb_profiled like = *counted;

	add_uncounted(all, k, gpu);
	struct gb_profiled *p = find_profiled(all, k, gpu->device);
	p->launches = like.launches;
	p->is_bounded = like.is_bounded;
	p->elsewhere = true;
	memcpy(p->value, like.value, sizeof p->value);
}

/* Removes kernels that were counted but launched only outside the watched range. No kernel may be added after this. */
static void drop_unwatched(struct gb_kernels *all, const struct gb_survey *survey)
{
	size_t kept = 0;

	for (size_t i = survey->kernels; i < survey->known; i++) {
		const struct gb_survey_kernel *k = &survey->kernel[i];
		struct gb_profiled *p = find_profiled(all, k, survey->gpu[k->gpu].device);
		if (p != NULL && p->launched == 0)
			p->launches = 0;
	}
	for (size_t i = 0; i < all->count; i++)
		if (all->kernel[i].launched > 0 || all->kernel[i].launches > 0)
			all->kernel[kept++] = all->kernel[i];
	all->count = kept;
}

/* Kernels that the survey lacks keep their own launches: the program behaved differently under the profiler. */
static void add_up_launches(struct gb_kernels *all)
{
	all->launches = 0;
	all->seconds = 0;
	for (size_t i = 0; i < all->count; i++) {
		struct gb_profiled *p = &all->kernel[i];
		if (p->launched == 0) {
			p->launched = p->launches;
			p->seconds = p->value[GB_COUNTED_SECONDS];
		}
		all->launches += p->launched;
		all->seconds += p->seconds;
	}
	all->surveyed = true;
}

/* Times are those of the survey, which ran the program alone: under a profiler, launches begin with cold caches. A
 * profiler does not distinguish GPUs with the same number in different processes. */
void gb_extrapolate(struct gb_kernels *all, const struct gb_survey *survey)
{
	for (size_t i = 0; i < all->count; i++) {
		all->kernel[i].launched = 0;
		all->kernel[i].seconds = 0;
	}
	for (size_t i = 0; i < survey->kernels; i++) {
		const struct gb_survey_kernel *k = &survey->kernel[i];
		const struct gb_survey_gpu *gpu = &survey->gpu[k->gpu];
		if (find_profiled(all, k, gpu->device) == NULL) {
			const struct gb_profiled *like = gb_kernels_like(all, k->mangled, k->grid, k->block, gpu->name);
			if (like != NULL)
				add_like(all, like, k, gpu);
			else
				add_uncounted(all, k, gpu);
		}
		struct gb_profiled *p = find_profiled(all, k, gpu->device);
		p->launched += k->launches;
		p->seconds += k->seconds;
		p->uneven |= gb_survey_scatter(k) > GB_EXTRAPOLATE_EVEN;
	}
	drop_unwatched(all, survey);
	add_up_launches(all);
}

void gb_extrapolate_binding(struct gb_binding *binding)
{
	const struct gb_profiled *k = binding->kernel;
	const double more = gb_profiled_scale(k);
	const double longer = k->launches > 0 ? k->seconds / k->value[GB_COUNTED_SECONDS] : 1;

	binding->flop *= more;
	binding->arrived *= more;
	binding->local_bytes *= more;
	binding->dram_least *= more;
	binding->dram_most *= more;
	for (int level = 0; level < GB_LEVELS; level++)
		binding->bytes[level] *= more;
	binding->least *= longer;
	binding->gain *= longer;
}
