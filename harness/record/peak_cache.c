#include "record/peak_cache.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/heap.h"
#include "base/quantity.h"
#include "base/text.h"
#include "record/csv.h"
#include "record/publish.h"

enum { PRIVATE_FOLDER = 0700, PRIVATE_MASK = 0077, OTHERS_WRITE = 0022 };

/* ---- rows -------------------------------------------------------------------------------------------------------- */

/* Only letters, digits, '.' and '-' are allowed in a file name. */
static bool is_file_name_part(const char *text)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-";

	return text[0] != '\0' && text[0] != '.' && strspn(text, plain) == strlen(text);
}

static bool has_known_state(const struct gb_record *r)
{
	return is_file_name_part(gb_record_text(r->gpu_uuid)) && is_file_name_part(gb_record_text(r->board)) &&
	       is_file_name_part(gb_record_text(r->driver)) && isfinite(r->power_limit_w);
}

/* Only whole GPUs count: a pair's roof does not belong to one card, and a MIG instance shares its card with others. */
static bool sets_a_peak(const struct gb_record *r)
{
	return gb_record_is_measured(r) && gb_record_text(r->roof)[0] != '\0' && isfinite(r->value) &&
	       strncmp(gb_record_text(r->gpu_uuid), "GPU-", 4) == 0 && gb_record_text(r->peer_uuid)[0] == '\0' &&
	       strcmp(gb_record_text(r->mig), "on") != 0 && strcmp(gb_record_text(r->origin), "modelled") != 0;
}

void gb_peak_cache_add(struct gb_peak_cache *cache, const struct gb_record *record)
{
	if (!sets_a_peak(record))
		return;
	if (!has_known_state(record)) {
		cache->nameless++;
		return;
	}
	cache->row = gb_array_grow(cache->row, cache->count, &cache->room, sizeof *cache->row);
	struct gb_record *row = &cache->row[cache->count++];
	*row = *record;
	for (const struct gb_column *c = gb_columns; c->name != NULL; c++) {
		const char **text = (const char **)((char *)row + c->offset);
		if (c->type == GB_TEXT)
			*text = gb_strings_keep(&cache->strings, *text);
	}
}

static bool have_same_state(const struct gb_record *a, const struct gb_record *b)
{
	return strcmp(a->gpu_uuid, b->gpu_uuid) == 0 && strcmp(a->board, b->board) == 0 &&
	       strcmp(a->driver, b->driver) == 0 && rint(a->power_limit_w) == rint(b->power_limit_w);
}

static bool is_quick(const struct gb_record *r)
{
	return strcmp(r->mode, "quick") == 0;
}

static bool replaces_row(const struct gb_record *a, const struct gb_record *b)
{
	if (is_quick(a) != is_quick(b))
		return is_quick(b);
	if (strcmp(a->run_id, b->run_id) != 0)
		return strcmp(a->time_utc, b->time_utc) > 0;
	if (a->status != b->status)
		return a->status == GB_ROW_OK;
	return gb_lower_is_better(a->unit) ? a->value < b->value : a->value > b->value;
}

/* True if no other row of the same card and state replaces it. If two rows are equal, the first stays. */
static bool stays_in_file(const struct gb_peak_cache *cache, size_t at)
{
	const struct gb_record *row = &cache->row[at];

	for (size_t i = 0; i < cache->count; i++) {
		const struct gb_record *other = &cache->row[i];
		if (i == at || !have_same_state(row, other) || strcmp(row->roof, other->roof) != 0)
			continue;
		if (replaces_row(other, row) || (i < at && !replaces_row(row, other)))
			return false;
	}
	return true;
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

/* NULL: not set, or not an absolute path. */
static const char *xdg_cache(void)
{
	const char *cache = getenv("XDG_CACHE_HOME");

	return cache != NULL && cache[0] == '/' ? cache : NULL;
}

int gb_peak_cache_folder(char folder[GB_PEAK_CACHE_PATH], struct gb_error *error)
{
	const char *cache = xdg_cache(), *home = getenv("HOME");

	folder[0] = '\0';
	if (cache != NULL)
		gb_text_add(folder, GB_PEAK_CACHE_PATH, "%s/gpubench/peaks", cache);
	else if (home != NULL && home[0] == '/')
		gb_text_add(folder, GB_PEAK_CACHE_PATH, "%s/.cache/gpubench/peaks", home);
	else
		return gb_error_set(error, "neither XDG_CACHE_HOME nor HOME is set: no folder for peaks");
	return GB_OK;
}

/* Values that somebody else can change are not trusted, and a link could lead anywhere. */
static int check_private(const char *path, bool folder, struct gb_error *error)
{
	struct stat st;

	if (lstat(path, &st) != 0)
		return gb_error_set(error, "%s: cannot be read: %s", path, strerror(errno));
	if (folder ? !S_ISDIR(st.st_mode) : !S_ISREG(st.st_mode))
		return gb_error_set(error, "%s: is not a regular %s", path, folder ? "folder" : "file");
	if (st.st_uid != geteuid())
		return gb_error_set(error, "%s: belongs to another user", path);
	if ((st.st_mode & OTHERS_WRITE) != 0)
		return gb_error_set(error, "%s: others can write to it", path);
	return GB_OK;
}

/* Also creates the folders above, but not the home folder. */
static int make_folder(char *folder, struct gb_error *error)
{
	const char *home = getenv("HOME");

	if (xdg_cache() == NULL && home != NULL && access(home, F_OK) != 0)
		return gb_error_set(
			error, "%s: this home folder does not exist: peaks are kept below it, or below XDG_CACHE_HOME",
			home);
	for (char *slash = strchr(folder + 1, '/');; slash = strchr(slash + 1, '/')) {
		if (slash != NULL)
			*slash = '\0';
		const bool made = mkdir(folder, PRIVATE_FOLDER) == 0 || errno == EEXIST;
		if (!made)
			return gb_error_set(error, "%s: cannot be made: %s", folder, strerror(errno));
		if (slash == NULL)
			return check_private(folder, true, error);
		*slash = '/';
	}
}

static void name_file(const struct gb_record *r, const char *folder, char path[GB_PEAK_CACHE_PATH])
{
	gb_text_write(path, GB_PEAK_CACHE_PATH, "%s/%s_%s_%s_%.0f.csv", folder, r->gpu_uuid, r->board, r->driver,
		      r->power_limit_w);
}

struct cached_file {
	struct gb_peak_cache *cache;
	struct gb_record of;
	const char *path;
};

static int on_cached_row(void *context, const struct gb_record *record, size_t line, struct gb_error *error)
{
	struct cached_file *file = context;

	if (!have_same_state(&file->of, record))
		return gb_error_set(error, "%s: line %zu: describes another card, or this card in another state",
				    file->path, line);
	gb_peak_cache_add(file->cache, record);
	return GB_OK;
}

static int read_file(struct gb_peak_cache *cache, const struct gb_record *of, const char *path, struct gb_error *error)
{
	struct cached_file file = { cache, *of, path };
	bool torn = false;

	if (access(path, F_OK) != 0)
		return GB_OK;
	GB_TRY(check_private(path, false, error));
	GB_TRY(gb_csv_read(path, on_cached_row, &file, &torn, error));
	return torn ? gb_error_set(error, "%s: its last row is incomplete: remove the file", path) : GB_OK;
}

static int write_file(const struct gb_peak_cache *cache, const struct gb_record *of, const char *path,
		      struct gb_error *error)
{
	struct gb_publish publish;
	const mode_t mask = umask(PRIVATE_MASK);
	int status = gb_publish_open(&publish, path, error);

	umask(mask);
	if (status != GB_OK)
		return GB_FAILED;
	status = gb_csv_write_header(publish.out, error);
	for (size_t i = 0; i < cache->count && status == GB_OK; i++)
		if (have_same_state(of, &cache->row[i]) && stays_in_file(cache, i))
			status = gb_csv_write_rows(publish.out, &cache->row[i], 1, error);
	return gb_publish_close(&publish, status, error);
}

static bool is_first_of_its_state(const struct gb_peak_cache *cache, size_t at)
{
	for (size_t i = 0; i < at; i++)
		if (have_same_state(&cache->row[i], &cache->row[at]))
			return false;
	return true;
}

int gb_peak_cache_write(struct gb_peak_cache *cache, size_t *files, struct gb_error *error)
{
	char folder[GB_PEAK_CACHE_PATH], path[GB_PEAK_CACHE_PATH];
	const size_t given = cache->count; /* rows from the files follow */
	size_t written = 0;

	if (gb_peak_cache_folder(folder, error) != GB_OK || (given > 0 && make_folder(folder, error) != GB_OK))
		return GB_FAILED;
	for (size_t i = 0; i < given; i++) {
		if (!is_first_of_its_state(cache, i))
			continue;
		const struct gb_record of = cache->row[i];
		name_file(&of, folder, path);
		GB_TRY(read_file(cache, &of, path, error));
		GB_TRY(write_file(cache, &of, path, error));
		written++;
	}
	*files = written;
	return GB_OK;
}

void gb_peak_cache_free(struct gb_peak_cache *cache)
{
	gb_strings_free(&cache->strings);
	free(cache->row);
	*cache = (struct gb_peak_cache){ 0 };
}
