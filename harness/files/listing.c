#include "files/listing.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "files/owner.h"

static int is_shown(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static int check_owner(const char *folder, struct gb_error *error)
{
	char *path = gb_owner_path(folder, NULL, error);
	const int status = path != NULL ? GB_OK : GB_FAILED;

	free(path);
	return status;
}

int gb_listing(const char *folder, const char *end, gb_listed_fn *each, void *context, struct gb_error *error)
{
	struct dirent **entry;
	const int count = scandir(folder, &entry, is_shown, alphasort);
	int status = GB_OK;
	bool judged = false;

	if (count < 0)
		return errno == ENOENT || errno == ENOTDIR
			       ? GB_OK
			       : gb_error_set(error, "it cannot be read: %s", strerror(errno));
	for (int i = 0; i < count; i++) {
		char path[PATH_MAX] = "";

		if (status == GB_OK && gb_text_ends_in(entry[i]->d_name, end)) {
			status = judged ? GB_OK : check_owner(folder, error);
			judged = true;
			gb_text_add(path, sizeof path, "%s/%s", folder, entry[i]->d_name);
			if (status == GB_OK)
				each(context, path);
		}
		free(entry[i]);
	}
	free(entry);
	return status;
}
