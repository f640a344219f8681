#include "options/inputs.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/folders.h"
#include "base/heap.h"
#include "base/open_input.h"
#include "base/text.h"

/* LIST_MAX bytes hold a million long names; a note names the first NAMED files. */
enum { LIST_MAX = 256 << 20, NAMED = 3 };

/* Takes ownership of the text. */
static void append_text(char ***list, size_t *count, size_t *room, char *text)
{
	*list = gb_array_grow((void *)*list, *count, room, sizeof **list);
	(*list)[(*count)++] = text;
}

static bool is_folder(const char *path)
{
	struct stat is;

	return stat(path, &is) == 0 && S_ISDIR(is.st_mode);
}

static int is_shown(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static int compare_names(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

struct left_out {
	size_t count;
	char names[GB_ERROR_TEXT];
};

static void add_entry(struct gb_inputs *inputs, const char *folder, const char *name, struct left_out *left)
{
	const size_t length = strlen(folder);
	char *path = gb_text_format("%s%s%s", folder, length > 0 && folder[length - 1] == '/' ? "" : "/", name);

	if (gb_folders_is_file(path) &&
	    (gb_text_ends_in(name, ".csv") || (!inputs->only_csv && gb_text_ends_in(name, ".db")))) {
		append_text(&inputs->file, &inputs->count, &inputs->room, path);
		return;
	}
	if (left->count++ < NAMED)
		gb_text_add(left->names, sizeof left->names, "%s%.60s%s", left->count > 1 ? ", " : "", name,
			    is_folder(path) ? "/" : "");
	free(path);
}

static void note_left_out(struct gb_inputs *inputs, const char *folder, const struct left_out *left)
{
	char *note = gb_text_format("note: %s: %zu left out, no result file%s: %s%s", folder, left->count,
				    gb_text_plural(left->count), left->names, left->count > NAMED ? ", ..." : "");

	append_text(&inputs->note, &inputs->notes, &inputs->note_room, note);
}

static int add_folder(struct gb_inputs *inputs, const char *folder, struct gb_error *error)
{
	struct left_out left = { 0 };
	struct dirent **entry;
	const size_t before = inputs->count;
	const int entries = scandir(folder, &entry, is_shown, compare_names);

	if (entries < 0)
		return gb_error_set(error, "%s: cannot be read: %s", folder, strerror(errno));
	for (int i = 0; i < entries; i++) {
		add_entry(inputs, folder, entry[i]->d_name, &left);
		free(entry[i]);
	}
	free((void *)entry);
	if (inputs->count == before)
		return gb_error_set(error, "%s: is a folder without result files: expected *.csv%s", folder,
				    inputs->only_csv ? "" : " or stores, *.db");
	if (left.count > 0)
		note_left_out(inputs, folder, &left);
	return GB_OK;
}

void gb_inputs_keep(struct gb_inputs *inputs, const char *path)
{
	append_text(&inputs->file, &inputs->count, &inputs->room, gb_heap_text(path));
}

int gb_inputs_add(struct gb_inputs *inputs, const char *path, struct gb_error *error)
{
	if (is_folder(path))
		return add_folder(inputs, path, error);
	gb_inputs_keep(inputs, path);
	return GB_OK;
}

static int read_list(FILE *file, const char *list, char **text, size_t *size, struct gb_error *error)
{
	struct stat is;

	if (fstat(fileno(file), &is) != 0 || S_ISCHR(is.st_mode) || S_ISBLK(is.st_mode))
		return gb_error_set(error, "%s: is not a list of files: expected a file or a pipe",
				    gb_text_input(list));
	return gb_read_input(file, LIST_MAX, text, size, error) == GB_OK
		       ? GB_OK
		       : gb_error_prefix(error, "%s", gb_text_input(list));
}

static int add_names(struct gb_inputs *inputs, const char *list, char *text, size_t size, struct gb_error *error)
{
	const char end = memchr(text, '\0', size) != NULL ? '\0' : '\n';
	int status = GB_OK;

	for (char *name = text + gb_text_mark(text, size), *next; name < text + size && status == GB_OK; name = next) {
		char *closes = memchr(name, end, (size_t)(text + size - name));
		next = closes != NULL ? closes + 1 : text + size;
		if (closes != NULL)
			*closes = '\0';
		if (closes > name && end == '\n' && closes[-1] == '\r')
			closes[-1] = '\0';
		if (strcmp(name, "-") == 0)
			status = gb_error_set(error, "%s: names standard input, but a list may name only files",
					      gb_text_input(list));
		else if (inputs->only_names && name[0] != '\0')
			gb_inputs_keep(inputs, name);
		else if (name[0] != '\0')
			status = gb_inputs_add(inputs, name, error);
	}
	return status;
}

int gb_inputs_add_list(struct gb_inputs *inputs, const char *list, struct gb_error *error)
{
	FILE *file = gb_open_input(list, error);
	const size_t before = inputs->count;
	char *text = NULL;
	size_t size = 0;

	if (file == NULL)
		return GB_FAILED;
	int status = read_list(file, list, &text, &size, error);
	if (status == GB_OK)
		status = add_names(inputs, list, text, size, error);
	if (status == GB_OK && inputs->count == before)
		status = gb_error_set(error, "%s: names no %s", gb_text_input(list),
				      inputs->only_names ? "node" : "file");
	free(text);
	gb_close_input(file);
	return status;
}

void gb_inputs_free(struct gb_inputs *inputs)
{
	for (size_t i = 0; i < inputs->count; i++)
		free(inputs->file[i]);
	for (size_t i = 0; i < inputs->notes; i++)
		free(inputs->note[i]);
	free((void *)inputs->file);
	free((void *)inputs->note);
	*inputs = (struct gb_inputs){ 0 };
}
