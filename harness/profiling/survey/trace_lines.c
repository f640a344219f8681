#include "survey/trace_lines.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/open_input.h"
#include "base/text.h"
#include "inject/trace.h"

void gb_trace_lines_refuse(struct gb_trace_lines *l, const char *what)
{
	if (l->wrong->count++ == 0)
		gb_text_add(l->wrong->first, sizeof l->wrong->first, "%s: line %zu: %s", l->path, l->number, what);
}

static void split_line(struct gb_trace_lines *l)
{
	char *at = l->line;

	for (l->fields = 0; l->fields < GB_TRACE_FIELDS_MAX; at++) {
		l->field[l->fields++] = at;
		at += strcspn(at, "\t");
		if (*at == '\0')
			return;
		*at = '\0';
	}
}

bool gb_trace_lines_next(struct gb_trace_lines *l)
{
	size_t length = 0;
	int c;

	l->number++;
	while ((c = getc_unlocked(l->file)) != EOF && c != '\n')
		if (length + 1 < sizeof l->line)
			/* Anyone may write into the folder, and control characters must not reach a terminal. */
			l->line[length++] = (char)((c < ' ' && c != '\t') || c == 127 ? '?' : c);
	l->line[length] = '\0';
	l->torn = length + 1 == sizeof l->line || (c == EOF && length > 0);
	if (l->torn) {
		gb_trace_lines_refuse(l, c == EOF ? "is cut short" : "is longer than any line of a trace");
		l->line[0] = '\0';
	}
	split_line(l);
	return c != EOF || l->torn;
}

static int check_head(struct gb_trace_lines *l, struct gb_error *error)
{
	uint64_t version;

	if (!gb_trace_lines_next(l) || l->fields < 2 || !gb_trace_lines_is(l, GB_TRACE_MAGIC) ||
	    !gb_trace_number(l->field[1], 10, &version))
		return gb_error_set(error, "%s: is not a trace of gpubench", l->path);
	if (version != GB_TRACE_VERSION)
		return gb_error_set(error, "%s: is a trace of version %" PRIu64 "; this program reads version %d",
				    l->path, version, GB_TRACE_VERSION);
	return GB_OK;
}

struct gb_trace_lines *gb_trace_lines_open(FILE *file, const char *path, struct gb_trace_wrong *wrong,
					   struct gb_error *error)
{
	struct gb_trace_lines *l = gb_heap_array(1, sizeof *l);

	l->file = file;
	l->path = path;
	l->wrong = wrong;
	if (check_head(l, error) == GB_OK)
		return l;
	free(l);
	return NULL;
}

int gb_trace_lines_end(const struct gb_trace_lines *l, struct gb_error *error)
{
	return ferror(l->file) ? gb_error_set(error, "%s: cannot be read: %s", l->path, strerror(errno)) : GB_OK;
}

bool gb_trace_lines_is(const struct gb_trace_lines *l, const char *word)
{
	return strcmp(l->field[0], word) == 0;
}

bool gb_trace_number(const char *text, int base, uint64_t *number)
{
	static const char digits[] = "0123456789abcdef";
	char *end;

	if (text[0] == '\0' || strspn(text, base == 16 ? digits : "0123456789") != strlen(text))
		return false;
	errno = 0;
	*number = strtoull(text, &end, base);
	return errno == 0;
}

bool gb_trace_numbers(const struct gb_trace_lines *l, size_t first, size_t count, uint64_t *numbers)
{
	if (first + count > l->fields)
		return false;
	for (size_t i = 0; i < count; i++)
		if (!gb_trace_number(l->field[first + i], 10, &numbers[i]))
			return false;
	return true;
}

void gb_trace_shape(char text[GB_TRACE_SHAPE], uint64_t x, uint64_t y, uint64_t z)
{
	snprintf(text, GB_TRACE_SHAPE, "(%" PRIu32 ", %" PRIu32 ", %" PRIu32 ")", (uint32_t)x, (uint32_t)y,
		 (uint32_t)z);
}

void gb_trace_kernel(struct gb_trace_kernel *kernel, const char *name, uint64_t device, const uint64_t shape[6],
		     uint64_t launch)
{
	gb_text_copy(kernel->name, sizeof kernel->name, name);
	gb_trace_shape(kernel->grid, shape[0], shape[1], shape[2]);
	gb_trace_shape(kernel->block, shape[3], shape[4], shape[5]);
	snprintf(kernel->device, sizeof kernel->device, "%" PRIu64, device);
	kernel->launch = launch;
}

static int open_trace(const char *path, gb_trace_fn *each, void *context, struct gb_error *error)
{
	FILE *file = gb_open_file(path, error);

	if (file == NULL)
		return GB_FAILED;
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
		gb_text_write(path, sizeof path, "%s/%s", folder, entry[i]->d_name);
		if (status == GB_OK && gb_text_ends_in(entry[i]->d_name, GB_TRACE_SUFFIX))
			status = open_trace(path, each, context, error);
		free(entry[i]);
	}
	free(entry);
	return status;
}
