#include "analysis/fleet_reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/folders.h"
#include "base/heap.h"
#include "base/text.h"
#include "base/owner.h"

enum { FILES_MAX = 256 };

struct list {
	char *file[FILES_MAX];
	size_t count, wrong;
	gb_files_tell_fn *tell;
};

static void tell_odd(struct list *list, const char *path, const char *why)
{
	char text[2 * GB_ERROR_TEXT] = "";

	gb_text_add(text, sizeof text, "%.*s: %s", GB_ERROR_TEXT, path, why);
	list->tell(text);
	list->wrong++;
}

/* Returns the path to open; NULL: the file is not read, and the reason has been reported. */
static char *to_read(struct list *list, const char *path)
{
	struct gb_error error = { "" };
	char *real = gb_owner_path(path, NULL, &error);

	if (real != NULL && !gb_folders_is_file(real)) {
		gb_error_write(&error, "is not a regular file, and is left out");
		free(real);
		real = NULL;
	}
	if (real == NULL)
		tell_odd(list, path, error.text);
	return real;
}

static void add_file(void *context, const char *path)
{
	struct list *list = context;
	char *real = list->count < FILES_MAX ? to_read(list, path) : NULL;

	if (real != NULL)
		list->file[list->count++] = real;
}

/* Files are sorted by name, so that the same files yield the same result. */
static void add_folder(void *list, const char *folder)
{
	struct gb_error error = { "" };

	if (gb_listing(folder, ".csv", add_file, list, &error) != GB_OK)
		tell_odd(list, folder, error.text);
}

size_t gb_reference_read(struct gb_roofs *reference, const char *path, gb_files_tell_fn *tell)
{
	static const char *const relative[] = { "reference", "../share/gpubench/reference", "../results/reference",
						NULL };
	struct list list = { .tell = tell };

	gb_folders_near(path, relative, add_folder, &list);
	const size_t wrong = gb_files_read(reference, (const char *const *)list.file, list.count, tell);
	while (list.count > 0)
		free(list.file[--list.count]);
	return wrong + list.wrong;
}

/* A card with an unknown limit matches only cards with an unknown limit. */
static bool has_same_limit(const struct gb_gpu_roofs *reference, const struct gb_gpu_roofs *gpu)
{
	if (isnan(reference->power_limit_w) || isnan(gpu->power_limit_w))
		return isnan(reference->power_limit_w) && isnan(gpu->power_limit_w);
	return fabs(reference->power_limit_w - gpu->power_limit_w) < GB_POWER_LIMIT_SAME;
}

static bool is_for(const struct gb_gpu_roofs *reference, const struct gb_gpu_roofs *gpu)
{
	return strcmp(reference->name, gpu->name) == 0 && has_same_limit(reference, gpu);
}

/* The GPUs of this host, and which of them lack a reference for their board. */
struct wanted {
	const struct gb_roofs *roofs;
	bool *any_board;
};

static bool is_for_any(const void *context, const struct gb_gpu_roofs *reference)
{
	const struct wanted *wanted = context;

	for (size_t i = 0; i < wanted->roofs->count; i++) {
		const struct gb_gpu_roofs *gpu = &wanted->roofs->gpu[i];
		if (is_for(reference, gpu) && (wanted->any_board[i] || strcmp(reference->board, gpu->board) == 0))
			return true;
	}
	return false;
}

void gb_reference_select(struct gb_roofs *reference, const struct gb_roofs *roofs)
{
	struct wanted wanted = { roofs, gb_heap_array(roofs->count + 1, sizeof *wanted.any_board) };

	for (size_t i = 0; i < roofs->count; i++) {
		wanted.any_board[i] = true;
		for (size_t k = 0; k < reference->count && wanted.any_board[i]; k++)
			wanted.any_board[i] = !is_for(&reference->gpu[k], &roofs->gpu[i]) ||
					      strcmp(reference->gpu[k].board, roofs->gpu[i].board) != 0;
	}
	gb_roofs_keep(reference, is_for_any, &wanted);
	free(wanted.any_board);
}
