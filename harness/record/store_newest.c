#include "record/store_newest.h"

#include <sqlite3.h>

#include "record/pack.h"
#include "record/store_parts.h"

/* Layout 0: out of date, else that of the pack. OR IGNORE and UPDATE rather than OR REPLACE: in a trigger the statement that
 * fires it decides what becomes of a conflict. */
#define MARK(gpu)                                                                       \
	"INSERT OR IGNORE INTO newest(gpu_uuid, layout) VALUES (" gpu ".gpu_uuid, 0); " \
	"UPDATE newest SET layout = 0, packed = NULL WHERE gpu_uuid = " gpu ".gpu_uuid; "
#define IS_UNMARKED(gpu) \
	gpu ".roof <> '' AND NOT EXISTS (SELECT 1 FROM newest WHERE gpu_uuid = " gpu ".gpu_uuid AND layout = 0)"

static const char table[] =
	"CREATE TABLE newest(gpu_uuid TEXT NOT NULL UNIQUE, layout INTEGER NOT NULL, packed BLOB); "
	"CREATE INDEX newest_marked ON newest(gpu_uuid) WHERE layout = 0; "
	"CREATE TRIGGER newest_insert AFTER INSERT ON row WHEN " IS_UNMARKED("NEW") " BEGIN " MARK(
		"NEW") "END; "
		       "CREATE TRIGGER newest_delete AFTER DELETE ON row WHEN " IS_UNMARKED("OLD") " BEGIN " MARK(
			       "OLD") "END; "
				      "CREATE TRIGGER newest_update AFTER UPDATE ON row BEGIN " MARK("OLD") MARK(
					      "NEW") "END; "
						     "INSERT INTO newest(gpu_uuid, layout) SELECT DISTINCT gpu_uuid, 0 FROM row WHERE roof <> ''";

/* The newest run is that of the newest roof. */
static const char rows_of[] =
	" FROM row AS r INDEXED BY row_roofs WHERE r.gpu_uuid = ?1 AND r.roof <> '' AND r.run_id = "
	"(SELECT run_id FROM row WHERE roof <> '' AND gpu_uuid = ?1 ORDER BY time_utc DESC LIMIT 1)";

bool gb_newest_is_there(struct gb_store *store)
{
	return sqlite3_table_column_metadata(store->db, NULL, "newest", "packed", NULL, NULL, NULL, NULL, NULL) ==
	       SQLITE_OK;
}

int gb_newest_make(struct gb_store *store, struct gb_error *error)
{
	return gb_newest_is_there(store) ? GB_OK : gb_store_execute(store, table, error);
}

/* ---- in ------------------------------------------------------------------------------------------------------------ */

/* What packs entries. */
struct packing {
	struct gb_store *store;
	sqlite3_stmt *marked, *rows, *put, *drop;
	struct gb_pack pack;
};

static int prepare(struct packing *p, const char *sql, sqlite3_stmt **statement, struct gb_error *error)
{
	return sqlite3_prepare_v2(p->store->db, sql, -1, statement, NULL) == SQLITE_OK ? GB_OK
										       : gb_store_fail(p->store, error);
}

static int begin(struct packing *p, struct gb_error *error)
{
	int status = prepare(p, "SELECT gpu_uuid FROM newest WHERE layout = 0 LIMIT 1", &p->marked, error);

	if (status == GB_OK)
		status = prepare(p, "UPDATE newest SET layout = ?2, packed = ?3 WHERE gpu_uuid = ?1", &p->put, error);
	if (status == GB_OK)
		status = prepare(p, "DELETE FROM newest WHERE gpu_uuid = ?1", &p->drop, error);
	if (status == GB_OK)
		status = gb_store_ask(p->store, "", rows_of, &p->rows, error);
	return status;
}

static void end(struct packing *p)
{
	sqlite3_finalize(p->marked);
	sqlite3_finalize(p->rows);
	sqlite3_finalize(p->put);
	sqlite3_finalize(p->drop);
	gb_pack_free(&p->pack);
}

/* The rows of the GPU that `rows` is bound to. */
static int pack_rows(struct packing *p, struct gb_error *error)
{
	int code;

	p->pack.used = p->pack.rows = 0;
	while ((code = sqlite3_step(p->rows)) == SQLITE_ROW) {
		const struct gb_record record = gb_store_record(p->rows);
		if (!gb_pack_add(&p->pack, &record))
			return gb_error_set(error, "out of memory");
	}
	return code == SQLITE_DONE ? GB_OK : gb_store_fail(p->store, error);
}

/* One whose last roof is gone has no entry. */
static int put_entry(struct packing *p, const char *gpu, struct gb_error *error)
{
	sqlite3_stmt *change = p->pack.rows > 0 ? p->put : p->drop;

	sqlite3_bind_text(change, 1, gpu, -1, SQLITE_STATIC);
	if (change == p->put) {
		sqlite3_bind_int64(change, 2, gb_pack_layout());
		sqlite3_bind_blob64(change, 3, p->pack.bytes, p->pack.used, SQLITE_STATIC);
	}
	const int code = sqlite3_step(change);
	sqlite3_reset(change);
	return code == SQLITE_DONE ? GB_OK : gb_store_fail(p->store, error);
}

/* The first entry that is out of date, which it is no more then; `*any`: whether there was one. */
static int pack_one(struct packing *p, bool *any, struct gb_error *error)
{
	const int code = sqlite3_step(p->marked);
	int status = code == SQLITE_ROW || code == SQLITE_DONE ? GB_OK : gb_store_fail(p->store, error);
	char *gpu = NULL;

	*any = code == SQLITE_ROW;
	if (*any && (gpu = sqlite3_mprintf("%s", sqlite3_column_text(p->marked, 0))) == NULL)
		status = gb_error_set(error, "out of memory");
	sqlite3_reset(p->marked); /* it would be in the way of the change */
	if (*any && status == GB_OK) {
		sqlite3_bind_text(p->rows, 1, gpu, -1, SQLITE_STATIC);
		status = pack_rows(p, error);
		sqlite3_reset(p->rows);
		if (status == GB_OK)
			status = put_entry(p, gpu, error);
	}
	sqlite3_free(gpu);
	return status;
}

int gb_newest_pack(struct gb_store *store, struct gb_error *error)
{
	struct packing packing = { .store = store };
	int status = begin(&packing, error);

	for (bool any = true; status == GB_OK && any;)
		status = pack_one(&packing, &any, error);
	end(&packing);
	return status;
}

/* ---- out ----------------------------------------------------------------------------------------------------------- */

/* Where the rows go. */
struct reading {
	struct gb_store *store;
	sqlite3_stmt *entries, *rows;
	gb_reader_fn *row;
	void *context;
	size_t line;
};

static int give_packed(struct reading *r, struct gb_error *error)
{
	const unsigned char *bytes = sqlite3_column_blob(r->entries, 2);
	struct gb_unpack unpack = { bytes, bytes + sqlite3_column_bytes(r->entries, 2) };
	struct gb_record record = gb_record_empty();
	int status = GB_OK;

	while (status == GB_OK && gb_unpack_next(&unpack, &record))
		status = r->row(r->context, &record, ++r->line, error);
	if (status == GB_OK && unpack.next != unpack.end)
		status = gb_error_set(error, "%s: what is packed of GPU %s is damaged", r->store->path,
				      (const char *)sqlite3_column_text(r->entries, 0));
	return status;
}

/* From the rows, where the entry is out of date or another version's. */
static int give_rows(struct reading *r, struct gb_error *error)
{
	int status = GB_OK, code = SQLITE_ROW;

	sqlite3_bind_value(r->rows, 1, sqlite3_column_value(r->entries, 0));
	while (status == GB_OK && (code = sqlite3_step(r->rows)) == SQLITE_ROW) {
		const struct gb_record record = gb_store_record(r->rows);
		status = r->row(r->context, &record, ++r->line, error);
	}
	if (status == GB_OK && code != SQLITE_DONE)
		status = gb_store_fail(r->store, error);
	sqlite3_reset(r->rows);
	return status;
}

int gb_newest_read(struct gb_store *store, gb_reader_fn *row, void *context, struct gb_error *error)
{
	struct reading r = { .store = store, .row = row, .context = context };
	const int64_t layout = gb_pack_layout();
	int code = SQLITE_ROW;
	int status = gb_store_ask(store, "", rows_of, &r.rows, error);

	if (status == GB_OK && sqlite3_prepare_v2(store->db, "SELECT gpu_uuid, layout, packed FROM newest", -1,
						  &r.entries, NULL) != SQLITE_OK)
		status = gb_store_fail(store, error);
	while (status == GB_OK && (code = sqlite3_step(r.entries)) == SQLITE_ROW)
		status = sqlite3_column_int64(r.entries, 1) == layout ? give_packed(&r, error) : give_rows(&r, error);
	if (status == GB_OK && code != SQLITE_DONE)
		status = gb_store_fail(store, error);
	sqlite3_finalize(r.entries);
	sqlite3_finalize(r.rows);
	return status;
}
