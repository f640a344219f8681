#include "survey/traces.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "inject/trace.h"

static int open_one(const char *path, gb_trace_fn *each, void *context, struct gb_error *error)
{
	FILE *file = fopen(path, "r");

	if (file == NULL)
		return gb_error_set(error, "%s: cannot be read: %s", path, strerror(errno));
	const int status = each(context, file, path, error);
	fclose(file);
	return status;
}

int gb_traces_each(const char *folder, gb_trace_fn *each, void *context, struct gb_error *error)
{
	struct dirent **entry;
	char path[PATH_MAX];
	const int count = scandir(folder, &entry, NULL, alphasort);
	int status = GB_OK;

	if (count < 0)
		return gb_error_set(error, "%s: cannot be read: %s", folder, strerror(errno));
	for (int i = 0; i < count; i++) {
		path[0] = '\0';
		gb_text_add(path, sizeof path, "%s/%s", folder, entry[i]->d_name);
		if (status == GB_OK && gb_text_ends_in(entry[i]->d_name, GB_TRACE_SUFFIX))
			status = open_one(path, each, context, error);
		free(entry[i]);
	}
	free(entry);
	return status;
}
