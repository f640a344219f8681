/* store_file.c: adds a result file to a store, completely or not at all. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/store_parts.h"

/* Input from a pipe, as a file that can be read twice. */
static int copy_input(FILE *input, FILE **copy, const char *path, struct gb_error *error)
{
	char bytes[16384];
	size_t got;

	if ((*copy = tmpfile()) == NULL)
		return gb_error_set(error, "%s: no temporary file: %s", path, strerror(errno));
	while ((got = fread(bytes, 1, sizeof bytes, input)) > 0)
		if (fwrite(bytes, 1, got, *copy) != got)
			break;
	if (ferror(input) || ferror(*copy) || fflush(*copy) != 0) {
		gb_error_write(error, "%s: cannot be %s: %s", path, ferror(input) ? "read" : "copied", strerror(errno));
		fclose(*copy);
		return GB_FAILED;
	}
	rewind(*copy);
	return GB_OK;
}

static int open_input(const char *path, FILE **file, struct gb_error *error)
{
	struct stat st;
	FILE *input = strcmp(path, "-") == 0 ? stdin : fopen(path, "re");

	if (input == NULL)
		return gb_error_set(error, "%s: cannot be read: %s", path, strerror(errno));
	*file = input;
	if (input != stdin && fstat(fileno(input), &st) == 0 && S_ISREG(st.st_mode))
		return GB_OK;
	const int status = copy_input(input, file, path, error);
	if (input != stdin)
		fclose(input);
	return status;
}

static int pass_row(void *context, const struct gb_record *record, size_t line, struct gb_error *error)
{
	(void)context, (void)record, (void)line, (void)error;
	return GB_OK;
}

static void say_nothing(void *context, const char *text)
{
	(void)context, (void)text;
}

static int add_open(struct gb_store *store, FILE *input, const char *file, gb_csv_tell_fn *tell, gb_csv_tell_fn *note,
		    void *context, size_t *rows, struct gb_error *error)
{
	struct gb_store_adding *adding = NULL;
	int status = gb_csv_read_lenient_open(input, file, pass_row, tell, context, error);

	rewind(input);
	if (status == GB_OK)
		status = gb_store_execute(store, "BEGIN IMMEDIATE", error);
	if (status != GB_OK)
		return status;
	status = gb_store_adding_begin(&adding, store, file, note, context, error);
	if (status == GB_OK) {
		status = gb_csv_read_lenient_open(input, file, gb_store_adding_row, say_nothing, adding, error);
		status = gb_store_adding_end(adding, status, rows, error);
	}
	if (status == GB_OK)
		status = gb_store_execute(store, "COMMIT", error);
	if (status != GB_OK) {
		sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
		gb_store_words_free(store); /* some of them are no longer in any table */
	}
	return status;
}

int gb_store_add(struct gb_store *store, const char *file, gb_csv_tell_fn *tell, gb_csv_tell_fn *note, void *context,
		 size_t *rows, struct gb_error *error)
{
	FILE *input;

	if (open_input(file, &input, error) != GB_OK)
		return GB_FAILED;
	const int status = add_open(store, input, file, tell, note, context, rows, error);
	fclose(input);
	return status;
}
