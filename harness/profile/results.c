#include "profile/results.h"

#include <errno.h>
#include <fts.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/folders.h"
#include "base/text.h"

enum { DEPTH_MAX = 4 };

static int add_file(struct gb_results *results, const char *path, struct gb_error *error)
{
	if (results->count == GB_RESULTS_MAX)
		return gb_error_set(error, "more than %d files of results: name some with --roofs", GB_RESULTS_MAX);
	results->file[results->count] = strdup(path);
	if (results->file[results->count] == NULL)
		return gb_error_set(error, "out of memory");
	results->count++;
	return GB_OK;
}

static int by_name(const FTSENT **left, const FTSENT **right)
{
	return strcmp((*left)->fts_name, (*right)->fts_name);
}

static bool is_wanted(const FTSENT *entry)
{
	return (entry->fts_info == FTS_F || entry->fts_info == FTS_SL) && entry->fts_name[0] != '.' &&
	       (gb_text_ends_in(entry->fts_name, ".csv") || gb_text_ends_in(entry->fts_name, ".db")) &&
	       gb_folders_is_file(entry->fts_accpath);
}

static int add_folder(struct gb_results *results, const char *folder, struct gb_error *error)
{
	char *path = strdup(folder), *const paths[] = { path, NULL };
	FTS *tree = path != NULL ? fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, by_name) : NULL;
	int status = GB_OK;
	FTSENT *entry;

	if (tree == NULL) {
		free(path);
		return gb_error_set(error, "%s: cannot be read: %s", folder, strerror(errno));
	}
	while (status == GB_OK && (entry = fts_read(tree)) != NULL)
		if (entry->fts_info == FTS_D && entry->fts_level > 0 &&
		    (entry->fts_level > DEPTH_MAX || entry->fts_name[0] == '.'))
			fts_set(tree, entry, FTS_SKIP);
		else if (is_wanted(entry))
			status = add_file(results, entry->fts_path, error);
		else if (entry->fts_info == FTS_DNR && entry->fts_level == 0)
			status = gb_error_set(error, "%s: cannot be read: %s", folder, strerror(entry->fts_errno));
	fts_close(tree);
	free(path);
	return status;
}

int gb_results_add(struct gb_results *results, const char *path, struct gb_error *error)
{
	struct stat is;

	if (stat(path, &is) != 0)
		return gb_error_set(error, "%s: cannot be read: %s", path, strerror(errno));
	return S_ISDIR(is.st_mode) ? add_folder(results, path, error) : add_file(results, path, error);
}

void gb_results_free(struct gb_results *results)
{
	while (results->count > 0)
		free(results->file[--results->count]);
}
