#include "base/folders.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool gb_folders_program(char *folder, size_t size)
{
	const ssize_t length = readlink("/proc/self/exe", folder, size - 1);
	char *slash;

	folder[length > 0 ? length : 0] = '\0';
	if ((slash = strrchr(folder, '/')) == NULL)
		return false;
	*slash = '\0';
	return true;
}

void gb_folders_of_plugins(const char *path, gb_folder_fn *each, void *context)
{
	static const char *const relative[] = { "plugins", "../lib/gpubench/plugins" };
	char program[PATH_MAX - 64], folder[PATH_MAX];

	for (const char *at = path; at != NULL && *at != '\0';) {
		const size_t length = strcspn(at, ":");
		char *named = strndup(at, length);
		if (named != NULL && length > 0)
			each(context, named);
		free(named);
		at += length + (at[length] == ':');
	}
	for (size_t i = 0; i < 2 && gb_folders_program(program, sizeof program); i++) {
		snprintf(folder, sizeof folder, "%s/%s", program, relative[i]);
		each(context, folder);
	}
}
