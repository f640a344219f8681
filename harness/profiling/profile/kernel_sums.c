#include "profile/kernel_sums.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/heap.h"
#include "base/mangled.h"

enum { FIRST_ROOM = 64 };

/* Texts are interned, so equal texts have equal pointers. */
static size_t kernel_hash(const struct gb_profiled *k)
{
	const uint64_t of_gpu = gb_hash_addresses(k->device, k->gpu, 0);

	return gb_hash_addresses(k->name, k->block, of_gpu + (uintptr_t)k->grid);
}

static bool is_same_kernel(const struct gb_profiled *a, const struct gb_profiled *b)
{
	return a->name == b->name && a->block == b->block && a->grid == b->grid && a->device == b->device &&
	       a->gpu == b->gpu;
}

/* Returns the slot of a kernel, or the free slot for it. */
static size_t find_slot(const struct gb_kernels *all, const struct gb_profiled *k)
{
	size_t at = kernel_hash(k) & (all->slots - 1);

	while (all->slot[at] != 0 && !is_same_kernel(&all->kernel[all->slot[at] - 1], k))
		at = (at + 1) & (all->slots - 1);
	return at;
}

static void grow_kernels(struct gb_kernels *all)
{
	all->room = all->room > 0 ? 2 * all->room : FIRST_ROOM;
	all->kernel = gb_heap_resize(all->kernel, all->room, sizeof *all->kernel);
	free(all->slot);
	all->slots = 2 * all->room;
	all->slot = gb_heap_array(all->slots, sizeof *all->slot);
	for (size_t i = 0; i < all->count; i++)
		all->slot[find_slot(all, &all->kernel[i])] = i + 1;
}

static struct gb_profiled *find_or_add_kernel(struct gb_kernels *all, const struct gb_ncu_launch *launch)
{
	struct gb_profiled k = {
		.name = gb_strings_keep(&all->strings, launch->kernel),
		.block = gb_strings_keep(&all->strings, launch->block),
		.grid = gb_strings_keep(&all->strings, launch->grid),
		.device = gb_strings_keep(&all->strings, launch->device),
		.gpu = gb_strings_keep(&all->strings, launch->gpu),
		.capability = gb_strings_keep(&all->strings, launch->capability),
	};

	if (all->count == all->room)
		grow_kernels(all);
	const size_t at = find_slot(all, &k);
	k.mangled = k.name;
	if (all->slot[at] == 0) {
		all->kernel[all->count++] = k;
		all->slot[at] = all->count;
	}
	return &all->kernel[all->slot[at] - 1];
}

void gb_kernels_add(struct gb_kernels *kernels, const struct gb_ncu_launch *launch)
{
	struct gb_profiled *k = find_or_add_kernel(kernels, launch);
	const double seconds = launch->value[GB_COUNTED_SECONDS];

	/* GB_COUNTED_SECONDS comes last, because its previous value is the weight of the others. */
	for (size_t c = GB_COUNTERS; c-- > 0;) {
		const double before = k->value[GB_COUNTED_SECONDS];
		if (gb_counter_is_mean((enum gb_counter)c))
			k->value[c] = (k->value[c] * before + launch->value[c] * seconds) / (before + seconds);
		else
			k->value[c] += launch->value[c];
	}
	k->launches++;
	k->launched++;
	k->seconds += seconds;
	kernels->launches++;
	kernels->seconds += seconds;
}

static int compare_kernels(const void *left, const void *right)
{
	const struct gb_profiled *a = left, *b = right;
	int order = (a->seconds < b->seconds) - (a->seconds > b->seconds);

	if (order == 0)
		order = strcmp(a->name, b->name);
	if (order == 0)
		order = strcmp(a->grid, b->grid);
	return order != 0 ? order : strcmp(a->block, b->block);
}

static void demangle_names(struct gb_kernels *all)
{
	for (size_t i = 0; i < all->count; i++) {
		struct gb_profiled *k = &all->kernel[i];
		char *name = gb_demangled(k->mangled);
		k->name = name != NULL ? gb_strings_keep(&all->strings, name) : k->mangled;
		free(name);
	}
}

static bool is_kernel(const struct gb_profiled *k, const char *name, const char *grid, const char *block)
{
	return strcmp(k->mangled, name) == 0 && strcmp(k->grid, grid) == 0 && strcmp(k->block, block) == 0;
}

struct gb_profiled *gb_kernels_find(const struct gb_kernels *kernels, const char *name, const char *grid,
				    const char *block, const char *device)
{
	for (size_t i = 0; i < kernels->count; i++) {
		struct gb_profiled *k = &kernels->kernel[i];
		if (is_kernel(k, name, grid, block) && (k->device[0] == '\0' || strcmp(k->device, device) == 0))
			return k;
	}
	return NULL;
}

static bool is_same_model(const char *a, const char *b)
{
	return a[0] == '\0' || b[0] == '\0' || strcmp(a, b) == 0;
}

const struct gb_profiled *gb_kernels_like(const struct gb_kernels *kernels, const char *name, const char *grid,
					  const char *block, const char *gpu)
{
	for (size_t i = 0; i < kernels->count; i++) {
		const struct gb_profiled *k = &kernels->kernel[i];
		if (k->launches > 0 && is_kernel(k, name, grid, block) && is_same_model(k->gpu, gpu))
			return k;
	}
	return NULL;
}

size_t gb_profiled_counted(const struct gb_profiled *k)
{
	return k->is_bounded ? 0 : k->launches;
}

double gb_profiled_scale(const struct gb_profiled *k)
{
	if (k->launches == 0 || k->launched == k->launches)
		return 1;
	return k->uneven ? k->seconds / k->value[GB_COUNTED_SECONDS] : (double)k->launched / (double)k->launches;
}

void gb_kernels_sort(struct gb_kernels *kernels)
{
	demangle_names(kernels);
	if (kernels->count > 0)
		qsort(kernels->kernel, kernels->count, sizeof *kernels->kernel, compare_kernels);
	free(kernels->slot);
	kernels->slot = NULL;
	kernels->slots = 0;
}

void gb_kernels_free(struct gb_kernels *kernels)
{
	free(kernels->kernel);
	free(kernels->slot);
	gb_strings_free(&kernels->strings);
	*kernels = (struct gb_kernels){ 0 };
}
