#include "record/store.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/text.h"
#include "record/store_newest.h"
#include "record/store_parts.h"

/* A store of another layout has another number, in SQLite's own field for that. */
#define LAYOUT 1
/* Writers wait for one another: each takes milliseconds, and hundreds of nodes may end at once. */
#define WAIT_MILLISECONDS 120000

int gb_store_fail(const struct gb_store *store, struct gb_error *error)
{
	return gb_error_set(error, "%s: %s", store->path, sqlite3_errmsg(store->db));
}

/* ---- where it lies ------------------------------------------------------------------------------------------------- */

/* statfs(2), and the kernel's magic.h; those of Lustre, GPFS and BeeGFS from their own sources. */
static const struct {
	unsigned long type;
	const char *name;
} network[] = {
	{ 0x6969, "NFS" },        { 0x517b, "SMB" },       { 0xff534d42, "CIFS" },   { 0xfe534d42, "SMB" },
	{ 0x0bd00bd0, "Lustre" }, { 0x47504653, "GPFS" },  { 0x19830326, "BeeGFS" }, { 0x00c36400, "Ceph" },
	{ 0x65735546, "FUSE" },   { 0x01021997, "9P" },    { 0x5346414f, "AFS" },    { 0x6b414653, "AFS" },
	{ 0x73757245, "Coda" },   { 0x7461636f, "OCFS2" }, { 0x01161970, "GFS2" },   { 0xaad7aaea, "PanFS" },
};

/* Of the folder: the file may not be there yet. GPUBENCH_STORE_ANYWHERE is for those who know that theirs locks. */
static int check_place(const char *path, struct gb_error *error)
{
	const char *slash = strrchr(path, '/');
	char *folder = slash == NULL ? strdup(".") : strndup(path, slash == path ? 1 : (size_t)(slash - path));
	struct statfs where;

	if (folder == NULL)
		return gb_error_set(error, "out of memory");
	const int code = statfs(folder, &where);
	free(folder);
	if (code != 0)
		return gb_error_set(error, "%s: %s", path, strerror(errno));
	for (size_t i = 0; i < sizeof network / sizeof network[0]; i++)
		if (((unsigned long)where.f_type & 0xffffffff) == network[i].type &&
		    getenv("GPUBENCH_STORE_ANYWHERE") == NULL)
			return gb_error_set(
				error,
				"%s lies on a network file system (%s), where locks do not hold: keep the store "
				"on a local disk, and have nodes hand in CSV files",
				path, network[i].name);
	return GB_OK;
}

bool gb_store_is(const char *path)
{
	static const char magic[16] = "SQLite format 3";
	char begins[sizeof magic];
	FILE *file = strcmp(path, "-") != 0 ? fopen(path, "rb") : NULL;

	if (file == NULL)
		return false;
	const size_t got = fread(begins, 1, sizeof begins, file);
	fclose(file);
	return got == sizeof begins && memcmp(begins, magic, sizeof magic) == 0;
}

/* ---- the table ----------------------------------------------------------------------------------------------------- */

enum { SQL_MAX = 8192 };

static const char *const type_of[] = {
	[GB_TEXT] = "TEXT NOT NULL", [GB_NUMBER] = "REAL", [GB_STATUS] = "TEXT NOT NULL"
};

/* What tells a row from all others. */
static const char once[] = "CREATE UNIQUE INDEX row_once ON row"
			   "(gpu_uuid, run_id, benchmark, variant, point, metric, roof, host, device)";
/* What is asked for of a fleet is found by these: the roofs of a run, and those of a GPU in the order of time. A store of an
 * older version gets the second when it is written. */
static const char roofs[] = "CREATE INDEX row_roofs ON row(gpu_uuid, run_id) WHERE roof <> ''";
static const char times[] = "CREATE INDEX IF NOT EXISTS row_times ON row(gpu_uuid, time_utc) WHERE roof <> ''";

int gb_store_execute(struct gb_store *store, const char *sql, struct gb_error *error)
{
	return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK ? GB_OK : gb_store_fail(store, error);
}

static int make_table(struct gb_store *store, struct gb_error *error)
{
	char sql[SQL_MAX] = "CREATE TABLE row(";

	for (const struct gb_column *c = gb_columns; c->name != NULL; c++)
		gb_text_add(sql, sizeof sql, "%s\"%s\" %s", c == gb_columns ? "" : ", ", c->name, type_of[c->type]);
	gb_text_add(sql, sizeof sql, ")");
	int status = gb_store_execute(store, sql, error);
	if (status == GB_OK)
		status = gb_store_execute(store, once, error);
	if (status == GB_OK)
		status = gb_store_execute(store, roofs, error);
	return status;
}

static int user_version(struct gb_store *store, int *version, struct gb_error *error)
{
	sqlite3_stmt *ask;

	if (sqlite3_prepare_v2(store->db, "PRAGMA user_version", -1, &ask, NULL) != SQLITE_OK)
		return gb_store_fail(store, error);
	const int code = sqlite3_step(ask);
	*version = code == SQLITE_ROW ? sqlite3_column_int(ask, 0) : -1;
	sqlite3_finalize(ask);
	return code == SQLITE_ROW ? GB_OK : gb_store_fail(store, error);
}

static bool has_column(struct gb_store *store, const char *name)
{
	return sqlite3_table_column_metadata(store->db, NULL, "row", name, NULL, NULL, NULL, NULL, NULL) == SQLITE_OK;
}

/* A store of an older version of the program lacks columns that came since. */
static int add_columns(struct gb_store *store, struct gb_error *error)
{
	char sql[256];

	for (const struct gb_column *c = gb_columns; c->name != NULL; c++) {
		if (has_column(store, c->name))
			continue;
		sql[0] = '\0';
		gb_text_add(sql, sizeof sql, "ALTER TABLE row ADD COLUMN \"%s\" %s%s", c->name, type_of[c->type],
			    c->type == GB_NUMBER ? "" : " DEFAULT ''");
		if (gb_store_execute(store, sql, error) != GB_OK)
			return GB_FAILED;
	}
	return GB_OK;
}

/* Of several that come first at once, one makes the table. */
static int have_table(struct gb_store *store, bool write, struct gb_error *error)
{
	int version;
	int status = write ? gb_store_execute(store, "BEGIN IMMEDIATE", error) : GB_OK;

	if (status == GB_OK)
		status = user_version(store, &version, error);
	if (status != GB_OK)
		return status;
	if (version == 0 && write)
		status = make_table(store, error);
	else if (version != LAYOUT)
		status = gb_error_set(error, "%s: is not a store of this version of gpubench (layout %d, expected %d)",
				      store->path, version, LAYOUT);
	else if (write)
		status = add_columns(store, error);
	if (status == GB_OK && write)
		status = gb_store_execute(store, times, error);
	if (status == GB_OK && write)
		status = gb_newest_make(store, error);
	if (status == GB_OK && write)
		status = gb_store_execute(store, version == 0 ? "PRAGMA user_version = 1; COMMIT" : "COMMIT", error);
	return status;
}

static int prepare_insert(struct gb_store *store, struct gb_error *error)
{
	char sql[SQL_MAX] = "INSERT OR IGNORE INTO row(", values[4 * GB_COLUMN_COUNT] = "";

	for (const struct gb_column *c = gb_columns; c->name != NULL; c++) {
		gb_text_add(sql, sizeof sql, "%s\"%s\"", c == gb_columns ? "" : ", ", c->name);
		gb_text_add(values, sizeof values, "%s?", c == gb_columns ? "" : ",");
	}
	gb_text_add(sql, sizeof sql, ") VALUES (%s)", values);
	return sqlite3_prepare_v2(store->db, sql, -1, &store->insert, NULL) == SQLITE_OK ? GB_OK
											 : gb_store_fail(store, error);
}

int gb_store_open(struct gb_store **out, const char *path, bool write, struct gb_error *error)
{
	struct gb_store *store = calloc(1, sizeof *store);
	int status = check_place(path, error);

	if (status == GB_OK && !write && !gb_store_is(path))
		status = access(path, R_OK) != 0 ? gb_error_set(error, "%s: %s", path, strerror(errno))
						 : gb_error_set(error, "%s: is not a store", path);
	if (store == NULL || (store->path = strdup(path)) == NULL)
		status = gb_error_set(error, "out of memory");
	if (status == GB_OK &&
	    sqlite3_open_v2(path, &store->db, write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY,
			    NULL) != SQLITE_OK)
		status = gb_store_fail(store, error);
	if (status == GB_OK) {
		sqlite3_busy_timeout(store->db, WAIT_MILLISECONDS);
		status = have_table(store, write, error);
	}
	if (status == GB_OK && write)
		status = prepare_insert(store, error);
	if (status != GB_OK) {
		gb_store_close(store);
		return status;
	}
	*out = store;
	return GB_OK;
}

void gb_store_close(struct gb_store *store)
{
	if (store == NULL)
		return;
	sqlite3_finalize(store->insert);
	sqlite3_close(store->db);
	free(store->path);
	free(store);
}

/* ---- rows in ------------------------------------------------------------------------------------------------------- */

struct adding {
	struct gb_store *store;
	gb_reader_tell_fn *tell;
	void *context;
	size_t rows;
};

static int insert_row(void *context, const struct gb_record *record, size_t line, struct gb_error *error)
{
	struct adding *adding = context;
	sqlite3_stmt *insert = adding->store->insert;
	int place = 0;

	(void)line;
	sqlite3_reset(insert);
	for (const struct gb_column *c = gb_columns; c->name != NULL; c++) {
		const void *at = (const char *)record + c->offset;
		place++;
		if (c->type == GB_NUMBER && isfinite(*(const double *)at))
			sqlite3_bind_double(insert, place, *(const double *)at);
		else if (c->type == GB_NUMBER)
			sqlite3_bind_null(insert, place);
		else
			sqlite3_bind_text(insert, place,
					  c->type == GB_STATUS ? gb_row_status_word(*(const enum gb_row_status *)at)
							       : *(const char *const *)at,
					  -1, SQLITE_STATIC);
	}
	if (sqlite3_step(insert) != SQLITE_DONE)
		return gb_store_fail(adding->store, error);
	adding->rows += (size_t)sqlite3_changes(adding->store->db);
	return GB_OK;
}

static void pass_on(void *context, const char *text)
{
	struct adding *adding = context;

	adding->tell(adding->context, text);
}

int gb_store_add(struct gb_store *store, const char *file, gb_reader_tell_fn *tell, void *context, size_t *rows,
		 struct gb_error *error)
{
	struct adding adding = { store, tell, context, 0 };
	int status = gb_store_execute(store, "BEGIN IMMEDIATE", error);

	if (status != GB_OK)
		return status;
	status = gb_reader_scan(file, insert_row, pass_on, &adding, error);
	sqlite3_reset(store->insert);
	if (status == GB_OK)
		status = gb_newest_pack(store, error);
	if (status == GB_OK)
		status = gb_store_execute(store, "COMMIT", error);
	if (status != GB_OK)
		sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
	else
		*rows = adding.rows;
	return status;
}

/* ---- rows out ------------------------------------------------------------------------------------------------------ */

struct gb_record gb_store_record(sqlite3_stmt *ask)
{
	struct gb_record record = gb_record_empty();
	int place = 0;

	for (const struct gb_column *c = gb_columns; c->name != NULL; c++, place++) {
		void *at = (char *)&record + c->offset;
		if (c->type == GB_NUMBER) {
			if (sqlite3_column_type(ask, place) != SQLITE_NULL)
				*(double *)at = sqlite3_column_double(ask, place);
			continue;
		}
		const char *text = gb_record_text((const char *)sqlite3_column_text(ask, place));
		if (c->type == GB_STATUS)
			*(enum gb_row_status *)at = gb_row_status_read(text);
		else
			*(const char **)at = text;
	}
	return record;
}

/* What comes before the columns and after them, and which order is asked for: that of newest runs is not. */
struct query {
	const char *with, *from;
	bool ordered;
};

/* The newest run of a GPU is that of its newest roof. From GPU to GPU and from there to the run it is a step in an index each,
 * however many rows lie between. */
static const struct query query[] = {
	[GB_STORE_ALL] = { "", " FROM row AS r WHERE 1", true },
	[GB_STORE_ROOFS] = { "", " FROM row AS r WHERE r.roof <> ''", true },
	[GB_STORE_NEWEST] = {
		"WITH RECURSIVE gpu(uuid) AS (SELECT min(gpu_uuid) FROM row INDEXED BY row_roofs WHERE roof <> '' "
		"UNION ALL SELECT (SELECT min(gpu_uuid) FROM row INDEXED BY row_roofs WHERE roof <> '' "
		"AND gpu_uuid > uuid) FROM gpu WHERE uuid IS NOT NULL), "
		"newest(uuid, run) AS (SELECT uuid, (SELECT run_id FROM row WHERE roof <> '' AND gpu_uuid = uuid "
		"ORDER BY time_utc DESC LIMIT 1) FROM gpu WHERE uuid IS NOT NULL) ",
		" FROM newest CROSS JOIN row AS r ON r.gpu_uuid = newest.uuid AND r.run_id = newest.run "
		"WHERE r.roof <> ''",
		false,
	},
};

/* A column that a store of an older version lacks is not known. */
static void add_select(struct gb_store *store, char *sql, size_t size)
{
	gb_text_add(sql, size, "SELECT ");
	for (const struct gb_column *c = gb_columns; c->name != NULL; c++)
		gb_text_add(sql, size, has_column(store, c->name) ? "%sr.\"%s\"" : "%sNULL AS \"%s\"",
			    c == gb_columns ? "" : ", ", c->name);
}

int gb_store_ask(struct gb_store *store, const char *with, const char *from, sqlite3_stmt **ask, struct gb_error *error)
{
	char sql[SQL_MAX] = "";

	gb_text_add(sql, sizeof sql, "%s", with);
	add_select(store, sql, sizeof sql);
	gb_text_add(sql, sizeof sql, "%s", from);
	return sqlite3_prepare_v2(store->db, sql, -1, ask, NULL) == SQLITE_OK ? GB_OK : gb_store_fail(store, error);
}

/* Whether a text is the beginning of a UUID and of nothing else: GPUs are found in an index then. */
static bool is_uuid(const char *text)
{
	return strncmp(text, "GPU-", 4) == 0 || strncmp(text, "MIG-", 4) == 0;
}

static void add_choice(const char *gpu, char *sql, size_t size)
{
	if (gpu != NULL && is_uuid(gpu))
		gb_text_add(sql, size, " AND r.gpu_uuid >= ?1 AND r.gpu_uuid < ?1 || char(1114111)");
	else if (gpu != NULL)
		gb_text_add(sql, size,
			    " AND (substr(r.gpu_uuid, 1, length(?1)) = ?1 OR substr(r.host, 1, length(?1)) = ?1)");
}

int gb_store_read(struct gb_store *store, enum gb_store_rows which, const char *gpu, gb_reader_fn *row, void *context,
		  struct gb_error *error)
{
	char from[1024] = "";
	sqlite3_stmt *ask = NULL;
	int status = GB_OK, code = SQLITE_ROW;

	if (which == GB_STORE_NEWEST && gpu == NULL && gb_newest_is_there(store))
		return gb_newest_read(store, row, context, error);
	gb_text_add(from, sizeof from, "%s", query[which].from);
	add_choice(gpu, from, sizeof from);
	if (query[which].ordered)
		gb_text_add(from, sizeof from, " ORDER BY r.gpu_uuid, r.time_utc, r.rowid");
	if (gb_store_ask(store, query[which].with, from, &ask, error) != GB_OK)
		return GB_FAILED;
	if (gpu != NULL)
		sqlite3_bind_text(ask, 1, gpu, -1, SQLITE_STATIC);
	for (size_t line = 1; status == GB_OK && (code = sqlite3_step(ask)) == SQLITE_ROW; line++) {
		const struct gb_record record = gb_store_record(ask);
		status = row(context, &record, line, error);
	}
	if (status == GB_OK && code != SQLITE_DONE)
		status = gb_store_fail(store, error);
	sqlite3_finalize(ask);
	return status;
}

int gb_store_scan_gpu(const char *path, enum gb_store_rows which, const char *gpu, gb_reader_fn *row,
		      gb_reader_tell_fn *tell, void *context, struct gb_error *error)
{
	struct gb_store *store;

	if (!gb_store_is(path))
		return gb_reader_scan(path, row, tell, context, error);
	if (gb_store_open(&store, path, false, error) != GB_OK)
		return GB_FAILED;
	const int status = gb_store_read(store, which, gpu != NULL && is_uuid(gpu) ? gpu : NULL, row, context, error);
	gb_store_close(store);
	return status;
}

int gb_store_scan(const char *path, enum gb_store_rows which, gb_reader_fn *row, gb_reader_tell_fn *tell, void *context,
		  struct gb_error *error)
{
	return gb_store_scan_gpu(path, which, NULL, row, tell, context, error);
}
