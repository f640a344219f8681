#include "analysis/reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/folders.h"
#include "base/text.h"
#include "files/owner.h"

/* ---- the files --------------------------------------------------------------------------------------------------- */

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

/* The path to open; NULL: the file is not read, and the reason was reported. */
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

/* Ordered by name, so that the same files give the same result. */
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

/* ---- which GPUs of it count -------------------------------------------------------------------------------------- */

/* Cards of unknown limit match only each other. */
static bool has_same_limit(const struct gb_gpu_roofs *reference, const struct gb_gpu_roofs *gpu)
{
	if (isnan(reference->power_limit_w) || isnan(gpu->power_limit_w))
		return isnan(reference->power_limit_w) && isnan(gpu->power_limit_w);
	return fabs(reference->power_limit_w - gpu->power_limit_w) < GB_POWER_LIMIT_SAME;
}

/* True if a GPU of the reference shows what this one should reach. */
static bool is_for(const struct gb_gpu_roofs *reference, const struct gb_gpu_roofs *gpu)
{
	return strcmp(reference->name, gpu->name) == 0 && strcmp(reference->board, gpu->board) == 0 &&
	       has_same_limit(reference, gpu);
}

static bool is_for_any(const void *context, const struct gb_gpu_roofs *reference)
{
	const struct gb_roofs *roofs = context;

	for (size_t i = 0; i < roofs->count; i++)
		if (is_for(reference, &roofs->gpu[i]))
			return true;
	return false;
}

void gb_reference_select(struct gb_roofs *reference, const struct gb_roofs *roofs)
{
	gb_roofs_keep(reference, is_for_any, roofs);
}
