/* store_upgrade.c: makes a store from one with an older layout. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "record/store_parts.h"

/* The present column for each column of the old store; NULL: none. */
struct old {
	struct gb_store *store;
	sqlite3_stmt *rows;
	const struct gb_column *column[256];
	int columns;
};

static void find_columns(struct old *old)
{
	old->columns = sqlite3_column_count(old->rows);
	if (old->columns > (int)(sizeof old->column / sizeof old->column[0]))
		old->columns = (int)(sizeof old->column / sizeof old->column[0]);
	for (int i = 0; i < old->columns; i++)
		for (const struct gb_column *c = gb_columns; c->name != NULL; c++)
			if (strcmp(c->name, sqlite3_column_name(old->rows, i)) == 0)
				old->column[i] = c;
}

static struct gb_record read_old_row(const struct old *old)
{
	struct gb_record record = gb_record_empty();

	for (int i = 0; i < old->columns; i++) {
		const struct gb_column *c = old->column[i];
		if (c == NULL || sqlite3_column_type(old->rows, i) == SQLITE_NULL)
			continue;
		void *to = (char *)&record + c->offset;
		if (c->type == GB_NUMBER) {
			*(double *)to = sqlite3_column_double(old->rows, i);
			continue;
		}
		const char *text = gb_record_text((const char *)sqlite3_column_text(old->rows, i));
		if (c->type == GB_STATUS)
			*(enum gb_row_status *)to = gb_row_status_read(text);
		else
			*(const char **)to = text;
	}
	return record;
}

/* The rows are in the table of layout 1, or in the view of a later one, with the column names of the CSV. */
static int open_old_store(struct old *old, const char *path, struct gb_error *error)
{
	int layout = 0;

	if (!gb_store_is(path))
		return gb_error_set(error, "%s: %s", path,
				    access(path, R_OK) != 0 ? strerror(errno) : "is not a store");
	int status = gb_store_connect(&old->store, path, SQLITE_OPEN_READWRITE, error);
	if (status == GB_OK)
		status = gb_store_layout(old->store, &layout, error);
	if (status == GB_OK && layout < 1)
		status = gb_error_set(error, "%s: is not a store", path);
	if (status == GB_OK)
		sqlite3_db_config(old->store->db, SQLITE_DBCONFIG_ENABLE_VIEW, layout > 1, NULL);
	if (status == GB_OK)
		status = gb_store_prepare(old->store, "SELECT * FROM \"row\"", &old->rows, error);
	if (status == GB_OK)
		find_columns(old);
	return status;
}

static int copy_rows(struct old *old, struct gb_store_adding *adding, struct gb_error *error)
{
	int status = GB_OK, code = SQLITE_DONE;

	for (size_t line = 1; status == GB_OK && (code = sqlite3_step(old->rows)) == SQLITE_ROW; line++) {
		const struct gb_record record = read_old_row(old);
		status = gb_store_adding_row(adding, &record, line, error);
	}
	return status == GB_OK && code != SQLITE_DONE ? gb_store_fail(old->store, error) : status;
}

static int fill_store(struct gb_store *store, struct old *old, gb_csv_tell_fn *note, void *context, size_t *rows,
		      struct gb_error *error)
{
	struct gb_store_adding *adding;
	int status = gb_store_execute(store, "BEGIN IMMEDIATE", error);

	if (status == GB_OK)
		status = gb_store_adding_begin(&adding, store, old->store->path, note, context, error);
	if (status == GB_OK) {
		status = copy_rows(old, adding, error);
		status = gb_store_adding_end(adding, status, rows, error);
	}
	return status == GB_OK ? gb_store_execute(store, "COMMIT", error) : status;
}

int gb_store_upgrade(const char *from, const char *path, gb_csv_tell_fn *note, void *context, size_t *rows,
		     struct gb_error *error)
{
	struct old old = { 0 };
	struct gb_store *store = NULL;

	if (access(path, F_OK) == 0)
		return gb_error_set(error, "%s: already exists; an upgrade makes a new file", path);
	int status = open_old_store(&old, from, error);
	if (status == GB_OK)
		status = gb_store_open(&store, path, true, error);
	if (status == GB_OK) {
		status = fill_store(store, &old, note, context, rows, error);
		gb_store_close(store);
		if (status != GB_OK)
			unlink(path);
	}
	sqlite3_finalize(old.rows);
	gb_store_close(old.store);
	return status;
}
