/* fuzz_csv: gb_csv_read() over any bytes. A leading '@' stands for a good header, and '@*' also repeats what follows
 * beyond the size in which the reader reads. Rows that were read, written and read again are the same, and a file
 * that is cut anywhere yields exactly the rows before the cut: resuming depends on both. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "record/csv.h"
#include "fuzz.h"

enum { BLOCK = 1 << 16 };

/* A file written row by row, and the end of each row. */
struct written {
	FILE *file;
	char *text;
	size_t size, rows, header, *end;
};

static void write_header(struct written *w)
{
	struct gb_error error = { "" };

	*w = (struct written){ 0 };
	w->file = open_memstream(&w->text, &w->size);
	fuzz_require(w->file != NULL && gb_csv_write_header(w->file, &error) == GB_OK, "no header: %s", error.text);
	w->header = w->size;
}

static int write_row(void *context, const struct gb_record *record, size_t line, struct gb_error *error)
{
	struct written *w = context;

	fuzz_require(line >= 2, "a row on line %zu", line);
	for (const struct gb_column *c = gb_columns; c->name != NULL; c++) {
		const char *at = (const char *)record + c->offset;
		if (c->type == GB_NUMBER)
			fuzz_require(!isinf(*(const double *)(const void *)at), "%s is infinite", c->name);
		else
			fuzz_require(*(const char *const *)(const void *)at != NULL, "%s is NULL", c->name);
	}
	if ((w->rows & (w->rows - 1)) == 0) {
		w->end = realloc(w->end, (w->rows ? 2 * w->rows : 1) * sizeof *w->end);
		fuzz_require(w->end != NULL, "out of memory");
	}
	int status = gb_csv_write_row(w->file, record, error);
	w->end[w->rows++] = w->size;
	return status;
}

static void free_written(struct written *w)
{
	fclose(w->file);
	free(w->text);
	free(w->end);
}

static int read_bytes(const char *bytes, size_t size, struct written *w, bool *torn, struct gb_error *error)
{
	static int fd = -1;
	char path[32];

	if (fd < 0)
		fd = memfd_create("fuzz", 0);
	fuzz_require(fd >= 0 && ftruncate(fd, 0) == 0 && pwrite(fd, bytes, size, 0) == (ssize_t)size, "no file");
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	write_header(w);
	return gb_csv_read(path, write_row, w, torn, error);
}

static void check_again(const struct written *first)
{
	struct gb_error error = { "" };
	struct written again;
	bool torn = true;

	int status = read_bytes(first->text, first->size, &again, &torn, &error);
	fuzz_require(status == GB_OK && !torn, "what was written is refused: %s", error.text);
	fuzz_require(again.size == first->size && memcmp(again.text, first->text, first->size) == 0,
		     "written:\n%sread and written again:\n%s", first->text, again.text);
	free_written(&again);
}

static int count_row(void *context, const struct gb_record *record, size_t line, struct gb_error *error)
{
	fuzz_require(line >= 1 && strcmp(record->schema, GB_SCHEMA) == 0, "a row of %s", record->schema);
	++*(size_t *)context;
	return GB_OK;
}

static void check_told(void *context, const char *text)
{
	struct gb_error error = { "" };

	gb_error_write(&error, "%s", text);
	fuzz_one_line(&error);
}

/* Lenient reading finds at least the rows before the fault. */
static void check_scan(const char *bytes, size_t size, size_t rows)
{
	struct gb_error error = { "" };
	size_t found = 0;
	char path[32];
	const int fd = memfd_create("fuzz", 0);

	fuzz_require(fd >= 0 && pwrite(fd, bytes, size, 0) == (ssize_t)size, "no file");
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	if (gb_csv_read_lenient(path, count_row, check_told, &found, &error) != GB_OK)
		fuzz_one_line(&error);
	fuzz_require(found >= rows, "%zu rows where %zu are whole", found, rows);
	close(fd);
}

/* Any place that depends only on the input. */
static size_t cut_of(const struct written *w)
{
	uint64_t hash = UINT64_C(14695981039346656037);

	for (size_t i = w->header; i < w->size; i++)
		hash = (hash ^ (unsigned char)w->text[i]) * UINT64_C(1099511628211);
	return (size_t)((hash >> 16) % (w->size + 1));
}

static void check_cut(const struct written *whole)
{
	const size_t cut = cut_of(whole);
	struct gb_error error = { "" };
	struct written part;
	size_t rows = 0;
	bool torn = false;

	int status = read_bytes(whole->text, cut, &part, &torn, &error);
	if (cut < whole->header - 1) /* the row, including its carriage return, is complete */
		fuzz_require(status == GB_FAILED, "a cut header is taken");
	else {
		while (rows < whole->rows && whole->end[rows] - 1 <= cut)
			rows++;
		const size_t end = rows > 0 ? whole->end[rows - 1] : whole->header;
		fuzz_require(status == GB_OK, "cut at %zu: %s", cut, error.text);
		fuzz_require(part.rows == rows && torn == (cut > end), "cut at %zu: %zu rows of %zu, torn %d", cut,
			     part.rows, rows, torn);
	}
	free_written(&part);
}

/* '@' and '@*' carried out. */
static char *expand(const uint8_t *bytes, size_t size, size_t *expanded)
{
	const bool header = size > 0 && bytes[0] == '@', repeat = header && size > 2 && bytes[1] == '*';
	const size_t marks = (size_t)header + repeat;
	struct gb_error error = { "" };
	char *text;
	FILE *file = open_memstream(&text, expanded);

	fuzz_require(file != NULL, "out of memory");
	if (header)
		gb_csv_write_header(file, &error);
	const long from = ftell(file);
	do
		fwrite(bytes + marks, 1, size - marks, file);
	while (repeat && ftell(file) - from < BLOCK);
	fclose(file);
	return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct gb_error error = { "" };
	struct written first;
	bool torn = false;
	size_t expanded;
	char *text = expand(bytes, size, &expanded);

	if (read_bytes(text, expanded, &first, &torn, &error) == GB_OK) {
		/* The content of a torn row is unknown. */
		fuzz_require(torn || memchr(text, '\0', expanded) == NULL, "a 0 byte is taken");
		check_again(&first);
		check_cut(&first);
	} else
		fuzz_one_line(&error);
	check_scan(text, expanded, first.rows);
	free_written(&first);
	free(text);
	return 0;
}
