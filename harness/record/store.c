#include "record/store.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/heap.h"
#include "record/publish.h"
#include "record/store_parts.h"

/* The number of a store's layout, which is in SQLite's user_version. Layout 1 was one wide table that lost rows. */
enum { LAYOUT = 2, LAYOUT_OF_ONE_TABLE = 1 };
/* Writers wait for each other. Each takes milliseconds, and hundreds of nodes may finish at once. */
#define WAIT_MILLISECONDS 120000

int gb_store_fail(const struct gb_store *store, struct gb_error *error)
{
	if (sqlite3_extended_errcode(store->db) == SQLITE_READONLY_ROLLBACK)
		return gb_error_set(
			error,
			"%s: a writer was killed. Only a user who can write the file and its folder can undo what it "
			"began: run 'gpubench history %s' as such a user",
			store->path, store->path);
	return gb_error_set(error, "%s: %s", store->path, sqlite3_errmsg(store->db));
}

int gb_store_execute(struct gb_store *store, const char *sql, struct gb_error *error)
{
	return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK ? GB_OK : gb_store_fail(store, error);
}

int gb_store_prepare(struct gb_store *store, const char *sql, sqlite3_stmt **statement, struct gb_error *error)
{
	return sqlite3_prepare_v2(store->db, sql, -1, statement, NULL) == SQLITE_OK ? GB_OK
										    : gb_store_fail(store, error);
}

/* ---- location ---------------------------------------------------------------------------------------------------- */

/* From statfs(2) and the kernel's magic.h; those of Lustre, GPFS and BeeGFS from their own sources. */
static const struct {
	unsigned long type;
	const char *name;
} network[] = {
	{ 0x6969, "NFS" },        { 0x517b, "SMB" },       { 0xff534d42, "CIFS" },   { 0xfe534d42, "SMB" },
	{ 0x0bd00bd0, "Lustre" }, { 0x47504653, "GPFS" },  { 0x19830326, "BeeGFS" }, { 0x00c36400, "Ceph" },
	{ 0x65735546, "FUSE" },   { 0x01021997, "9P" },    { 0x5346414f, "AFS" },    { 0x6b414653, "AFS" },
	{ 0x73757245, "Coda" },   { 0x7461636f, "OCFS2" }, { 0x01161970, "GFS2" },   { 0xaad7aaea, "PanFS" },
};

/* Check the folder, because the file may not exist yet. Users who know that locks work there set
 * GPUBENCH_STORE_ANYWHERE. */
static int check_file_system(const char *path, struct gb_error *error)
{
	const char *slash = strrchr(path, '/');
	char *folder =
		slash == NULL ? gb_heap_text(".") : gb_heap_part(path, slash == path ? 1 : (size_t)(slash - path));
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
				"%s is on a network file system (%s), where locks do not work: keep the store on "
				"a local disk and collect CSV files from the nodes",
				path, network[i].name);
	return GB_OK;
}

/* Databases found so far. Closing any descriptor of a file drops all locks that the process has on it, including those
 * of SQLite's connections (fcntl(2)). A file that may have open connections is therefore not opened again for a
 * check. */
static struct {
	pthread_mutex_t lock;
	struct found_database {
		dev_t device;
		ino_t inode;
	} * file;
	size_t count;
} found = { .lock = PTHREAD_MUTEX_INITIALIZER };

static bool was_found(const struct stat *file)
{
	for (size_t i = 0; i < found.count; i++)
		if (found.file[i].device == file->st_dev && found.file[i].inode == file->st_ino)
			return true;
	return false;
}

static void remember_database(const struct stat *file)
{
	found.file = gb_heap_resize(found.file, found.count + 1, sizeof *found.file);
	found.file[found.count++] = (struct found_database){ file->st_dev, file->st_ino };
}

static bool begins_as_database(const char *path)
{
	static const char magic[16] = "SQLite format 3";
	char begins[sizeof magic];
	FILE *file = fopen(path, "rb");

	if (file == NULL)
		return false;
	const size_t got = fread(begins, 1, sizeof begins, file);
	fclose(file);
	return got == sizeof begins && memcmp(begins, magic, sizeof magic) == 0;
}

/* Only a regular file is examined, because a pipe cannot be read twice. */
bool gb_store_is(const char *path)
{
	struct stat file;

	if (stat(path, &file) != 0 || !S_ISREG(file.st_mode))
		return false;
	pthread_mutex_lock(&found.lock);
	bool is = was_found(&file);
	if (!is && (is = begins_as_database(path)))
		remember_database(&file);
	pthread_mutex_unlock(&found.lock);
	return is;
}

/* ---- opening it -------------------------------------------------------------------------------------------------- */

/* A foreign file is data: it must not make SQLite execute its contents or exhaust memory
 * (https://sqlite.org/security.html). The statements used here need far less than these limits. */
static void harden_connection(sqlite3 *db)
{
	static const struct {
		int what, most;
	} limit[] = {
		{ SQLITE_LIMIT_LENGTH, 1 << 20 },    { SQLITE_LIMIT_SQL_LENGTH, 1 << 15 },
		{ SQLITE_LIMIT_COLUMN, 256 },        { SQLITE_LIMIT_EXPR_DEPTH, 64 },
		{ SQLITE_LIMIT_COMPOUND_SELECT, 4 }, { SQLITE_LIMIT_VDBE_OP, 1 << 16 },
		{ SQLITE_LIMIT_FUNCTION_ARG, 8 },    { SQLITE_LIMIT_ATTACHED, 0 },
		{ SQLITE_LIMIT_TRIGGER_DEPTH, 1 },   { SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 64 },
		{ SQLITE_LIMIT_WORKER_THREADS, 0 },  { SQLITE_LIMIT_VARIABLE_NUMBER, 256 },
	};

	for (size_t i = 0; i < sizeof limit / sizeof limit[0]; i++)
		sqlite3_limit(db, limit[i].what, limit[i].most);
	sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
}

int gb_store_connect(struct gb_store **out, const char *path, int flags, struct gb_error *error)
{
	struct gb_store *store = gb_heap_array(1, sizeof *store);
	int status = GB_OK;

	store->path = gb_heap_text(path);
	if (sqlite3_open_v2(path, &store->db, flags | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
		status = gb_store_fail(store, error);
	if (status == GB_OK) {
		harden_connection(store->db);
		sqlite3_busy_timeout(store->db, WAIT_MILLISECONDS);
		status = gb_store_execute(store, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0", error);
	}
	if (status != GB_OK) {
		gb_store_close(store);
		return status;
	}
	*out = store;
	return GB_OK;
}

static int query_number(struct gb_store *store, const char *sql, int *number, struct gb_error *error)
{
	sqlite3_stmt *ask;

	GB_TRY(gb_store_prepare(store, sql, &ask, error));
	const int code = sqlite3_step(ask);
	*number = code == SQLITE_ROW ? sqlite3_column_int(ask, 0) : -1;
	sqlite3_finalize(ask);
	return code == SQLITE_ROW ? GB_OK : gb_store_fail(store, error);
}

int gb_store_layout(struct gb_store *store, int *layout, struct gb_error *error)
{
	return query_number(store, "PRAGMA user_version", layout, error);
}

static int refuse_layout(const struct gb_store *store, int layout, struct gb_error *error)
{
	if (layout == LAYOUT_OF_ONE_TABLE)
		return gb_error_set(
			error,
			"%s: is a store of an older version of gpubench (layout 1), which lost rows of pairs and "
			"curves. 'gpubench store --upgrade %s NEW' makes a new one from its rows",
			store->path, store->path);
	return gb_error_set(error, "%s: is not a store of this version of gpubench (layout %d, expected %d)",
			    store->path, layout, LAYOUT);
}

/* user_version may be 0 in another program's database too. */
static int make_tables_if_empty(struct gb_store *store, struct gb_error *error)
{
	int there;
	int status = query_number(store, "SELECT count(*) FROM sqlite_master", &there, error);

	if (status == GB_OK && there > 0)
		status = gb_error_set(error, "%s: is not a store: it is a database with other tables", store->path);
	if (status == GB_OK)
		status = gb_store_make(store, error);
	return status == GB_OK ? gb_store_execute(store, "PRAGMA user_version = 2", error) : status;
}
_Static_assert(LAYOUT == 2, "the number that make_tables_if_empty() sets");

/* If several processes find no store at the same time, one of them creates the tables. */
static int ensure_tables(struct gb_store *store, bool write, struct gb_error *error)
{
	int layout;
	int status = gb_store_layout(store, &layout, error);

	if (status == GB_OK && layout == 0 && write) {
		status = gb_store_execute(store, "BEGIN IMMEDIATE", error);
		if (status == GB_OK)
			status = gb_store_layout(store, &layout, error);
		if (status == GB_OK && layout == 0 && (status = make_tables_if_empty(store, error)) == GB_OK)
			layout = LAYOUT;
		if (status == GB_OK)
			status = gb_store_execute(store, "COMMIT", error);
	}
	if (status == GB_OK && layout != LAYOUT)
		status = refuse_layout(store, layout, error);
	return status == GB_OK ? gb_store_check(store, error) : status;
}

/* Give a new store its name when it has tables, so that nobody reads an empty file. If this fails, opening the store
 * fails for the same reason and reports it. */
static void create_store(const char *path)
{
	struct gb_error unread;
	struct gb_store *store = NULL;
	char *name;
	const int fd = gb_publish_next_to(path, gb_publish_new_mode(), &name);

	if (fd < 0)
		return;
	close(fd);
	if (gb_store_connect(&store, name, SQLITE_OPEN_READWRITE, &unread) == GB_OK &&
	    ensure_tables(store, true, &unread) == GB_OK)
		(void)!link(name, path);
	gb_store_close(store);
	gb_cleanup_remove(name);
	free(name);
}

/* Readers also ask SQLite for write access, with which it undoes what a killed writer left. Without permission it opens
 * the file for reading. */
int gb_store_open(struct gb_store **out, const char *path, bool write, struct gb_error *error)
{
	struct gb_store *store = NULL;
	int status = check_file_system(path, error);

	if (status == GB_OK && !write && !gb_store_is(path))
		status = access(path, R_OK) != 0 ? gb_error_set(error, "%s: %s", path, strerror(errno))
						 : gb_error_set(error, "%s: is not a store", path);
	if (status == GB_OK && write && access(path, F_OK) != 0)
		create_store(path);
	(void)gb_store_is(path); /* marks it as found, so that it is not examined while open */
	if (status == GB_OK)
		status =
			gb_store_connect(&store, path, SQLITE_OPEN_READWRITE | (write ? SQLITE_OPEN_CREATE : 0), error);
	if (status == GB_OK && !write)
		status = gb_store_execute(store, "PRAGMA query_only = ON", error);
	if (status == GB_OK)
		status = ensure_tables(store, write, error);
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
	sqlite3_finalize(store->rows);
	gb_store_words_free(store);
	sqlite3_close(store->db);
	free(store->path);
	free(store);
}
