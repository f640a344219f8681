/* store_read.c: reads the rows of visits, and finds the newest runs of each GPU. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "record/store_parts.h"

enum { SQL_MAX = 4096 };

/* ---- visits ------------------------------------------------------------------------------------------------------ */

const char gb_store_visit_columns[] =
	"visit.id, visit.known, visit.run, visit.gpu, visit.begun, visit.ended, visit.stored, "
	"visit.ordered, visit.file, visit.planned, visit.came, visit.failed, visit.\"rows\", "
	"visit.\"check\"";

/* A damaged store may contain any value. Values are limited so that sums cannot overflow; the checks find the
 * damage. */
static int64_t clamp_value(int64_t value, int64_t least, int64_t most)
{
	return value < least ? least : value > most ? most : value;
}

static int64_t whole_column(sqlite3_stmt *ask, int place)
{
	return clamp_value(sqlite3_column_int64(ask, place), 0, INT64_C(1) << 42);
}

static int64_t time_column(sqlite3_stmt *ask, int place)
{
	if (sqlite3_column_type(ask, place) == SQLITE_NULL)
		return GB_NO_TIME;
	return clamp_value(sqlite3_column_int64(ask, place), -(INT64_C(1) << 52), INT64_C(1) << 52);
}

struct gb_store_visit gb_store_visit_at(sqlite3_stmt *ask)
{
	return (struct gb_store_visit){
		.id = whole_column(ask, 0),
		.known = whole_column(ask, 1),
		.run = whole_column(ask, 2),
		.gpu = whole_column(ask, 3),
		.begun = time_column(ask, 4),
		.ended = time_column(ask, 5),
		.stored = time_column(ask, 6),
		.ordered = time_column(ask, 7),
		.file = whole_column(ask, 8),
		.planned = whole_column(ask, 9),
		.came = whole_column(ask, 10),
		.failed = whole_column(ask, 11),
		.rows = whole_column(ask, 12),
		.check = (uint64_t)sqlite3_column_int64(ask, 13),
	};
}

/* ---- rows of a visit --------------------------------------------------------------------------------------------- */

struct visit_reading {
	struct gb_store *store;
	const struct gb_store_visit *visit;
	struct gb_record of_visit; /* values shared by all rows */
	const struct gb_column *column[GB_COLUMN_COUNT];
	size_t columns;
	uint64_t check;
	char time[GB_TIME_TEXT];
};

/* The record holds the scales in place of the numbers. SQLite locks each query of a field, which takes a quarter of a
 * long read. A field is therefore queried once, not separately for its type and its value. No other thread uses the
 * store (store_parts.h). */
static void read_numbers(struct visit_reading *r, sqlite3_stmt *ask, struct gb_record *record)
{
	for (size_t i = 0; i < r->columns; i++) {
		double *number = (double *)(void *)((char *)record + r->column[i]->offset);
		sqlite3_value *field = sqlite3_column_value(ask, 6 + (int)i);
		const int type = sqlite3_value_type(field);
		if (type == SQLITE_INTEGER) {
			const int64_t whole = sqlite3_value_int64(field);
			r->check = gb_store_mix_integer(r->check, whole);
			*number = gb_store_unpack(whole, *number);
		} else if (type == SQLITE_FLOAT) {
			*number = sqlite3_value_double(field);
			r->check = gb_store_mix_number(r->check, *number);
		} else {
			*number = NAN;
			r->check = gb_store_mix_text(r->check, "");
		}
	}
}

/* The tables with the entries to which a row refers; -1: none. */
static const enum gb_store_table referred[] = { GB_STORE_POINT, GB_STORE_OUTCOME, GB_STORE_SCALE, GB_STORE_PEER };
enum { REFERRED = sizeof referred / sizeof referred[0] };

static int read_words(const struct visit_reading *r, sqlite3_stmt *ask, struct gb_record *record,
		      int64_t entry[REFERRED], struct gb_error *error)
{
	int status = GB_OK;

	for (int i = 0; i < REFERRED && status == GB_OK; i++) {
		const bool is_there = sqlite3_column_type(ask, i + 1) != SQLITE_NULL;
		entry[i] = is_there ? sqlite3_column_int64(ask, i + 1) : -1;
		if (is_there)
			status = gb_store_words_get(r->store, referred[i], entry[i], record, error);
	}
	return status;
}

static const char *read_time(struct visit_reading *r, sqlite3_stmt *ask)
{
	if (sqlite3_column_type(ask, 5) != SQLITE_INTEGER) {
		const char *text = gb_record_text((const char *)sqlite3_column_text(ask, 5));
		r->check = gb_store_mix_text(r->check, text);
		return text;
	}
	const int64_t after = time_column(ask, 5);
	r->check = gb_store_mix_integer(r->check, after);
	return gb_time_text(after + (r->visit->begun != GB_NO_TIME ? r->visit->begun : 0), r->time);
}

/* Also adds the row to the checksum, as when it was written. */
static int read_row(struct visit_reading *r, sqlite3_stmt *ask, struct gb_record *record, struct gb_error *error)
{
	int64_t entry[REFERRED];

	*record = r->of_visit;
	GB_TRY(read_words(r, ask, record, entry, error));
	read_numbers(r, ask, record);
	for (int i = 0; i < REFERRED; i++)
		r->check = gb_store_mix_integer(r->check, entry[i]);
	record->time_utc = read_time(r, ask);
	return GB_OK;
}

static int prepare_rows(struct gb_store *store, const struct visit_reading *r, struct gb_error *error)
{
	char sql[SQL_MAX] = "SELECT id, point, outcome, scale, peer, time";

	if (store->rows != NULL)
		return GB_OK;
	for (size_t i = 0; i < r->columns; i++)
		gb_text_add(sql, sizeof sql, ", \"%s\"", r->column[i]->name);
	gb_text_add(sql, sizeof sql, " FROM value WHERE id >= ?1 AND id < ?1 + %d ORDER BY id", GB_STORE_ROWS_MAX);
	return gb_store_prepare(store, sql, &store->rows, error);
}

static int check_visit(const struct visit_reading *r, int64_t rows, struct gb_error *error)
{
	const struct gb_record *record = &r->of_visit;

	if (rows == r->visit->rows && r->check == r->visit->check)
		return GB_OK;
	return gb_error_set(error, "%s: the rows of run %.40s on GPU %.80s are damaged: %s", r->store->path,
			    record->run_id, record->gpu_uuid,
			    rows != r->visit->rows ? "rows are missing, or too many" : "their checksum differs");
}

int gb_store_read_visit(struct gb_store *store, const struct gb_store_visit *visit, bool roofs, gb_csv_record_fn *row,
			void *context, size_t *line, struct gb_error *error)
{
	struct visit_reading r = {
		.store = store, .visit = visit, .check = GB_HASH_BEGIN, .of_visit = gb_record_empty()
	};
	int status, code = SQLITE_DONE;
	int64_t rows = 0;

	gb_store_words_trim(store);
	r.columns = gb_store_numbers(r.column);
	status = prepare_rows(store, &r, error);
	if (status == GB_OK)
		status = gb_store_words_get(store, GB_STORE_RUN, visit->run, &r.of_visit, error);
	if (status == GB_OK)
		status = gb_store_words_get(store, GB_STORE_GPU, visit->gpu, &r.of_visit, error);
	if (status == GB_OK)
		sqlite3_bind_int64(store->rows, 1, visit->id * GB_STORE_ROWS_MAX);
	while (status == GB_OK && (code = sqlite3_step(store->rows)) == SQLITE_ROW) {
		struct gb_record record;
		status = read_row(&r, store->rows, &record, error);
		rows++;
		if (status == GB_OK && (!roofs || record.roof[0] != '\0'))
			status = row(context, &record, ++*line, error);
	}
	if (status == GB_OK && code != SQLITE_DONE)
		status = gb_store_fail(store, error);
	sqlite3_reset(store->rows);
	return status == GB_OK ? check_visit(&r, rows, error) : status;
}

/* ---- the newest runs --------------------------------------------------------------------------------------------- */

/* The number of runs of each GPU that are examined: they may be part of the newest, or belong to another card. */
enum { LOOKED_AT = 8 };

struct newest {
	struct gb_store *store;
	sqlite3_stmt *visits;
	gb_csv_record_fn *row;
	gb_csv_tell_fn *tell;
	void *context;
	size_t line;
};

/* True if a visit belongs to the same run with different facts about the GPU; or to an interrupted run that the newest
 * run's file completes; or to a run of which the newest measured a part again right afterwards. If the runs of one file
 * have no start time, it is unknown which one is newer. */
static bool belongs_to_newest(const struct gb_store_visit *v, const struct gb_store_visit *by)
{
	if (v->run == by->run || (v->file == by->file && v->begun == GB_NO_TIME && by->begun == GB_NO_TIME))
		return true;
	if (v->file != by->file)
		return false;
	return gb_time_is_again(v->ended, v->planned, by->begun, by->planned) ||
	       (v->planned == by->planned && v->came > 0 && by->came > 0 && v->came + by->came <= by->planned);
}

static int find_seat(struct gb_store *store, const struct gb_store_visit *visit, struct gb_record *record,
		     struct gb_seat *seat, struct gb_error *error)
{
	*record = gb_record_empty();
	int status = gb_store_words_get(store, GB_STORE_RUN, visit->run, record, error);
	if (status == GB_OK)
		status = gb_store_words_get(store, GB_STORE_GPU, visit->gpu, record, error);
	*seat = (struct gb_seat){ record->host, record->pci_bus_id, record->run_id, NAN, NAN };
	if (visit->begun != GB_NO_TIME) {
		seat->begun = 1e-3 * (double)visit->begun;
		seat->ended = 1e-3 * (double)visit->ended;
	}
	return status;
}

static int tell_twins(const struct newest *n, const struct gb_store_visit *a, const struct gb_store_visit *b,
		      bool *told, struct gb_error *error)
{
	struct gb_record record_here, record_there;
	struct gb_seat here, there;
	struct gb_error text = { "" };

	GB_TRY(find_seat(n->store, a, &record_here, &here, error));
	GB_TRY(find_seat(n->store, b, &record_there, &there, error));
	if (*told || record_here.gpu_uuid[0] == '\0' || !gb_seats_are_of_two(&here, &there))
		return GB_OK;
	gb_error_write(&text, "%s: " GB_IDENTITY_TWINS, n->store->path, record_here.gpu_uuid, here.host, here.pci,
		       there.host, there.pci);
	*told = true;
	if (n->tell != NULL)
		n->tell(n->context, text.text);
	return GB_OK;
}

static int pass_newest_visits(struct newest *n, int64_t known, struct gb_error *error)
{
	struct gb_store_visit visit[LOOKED_AT];
	size_t visits = 0;
	bool told = false;
	int status = GB_OK, code = SQLITE_ROW;

	sqlite3_bind_int64(n->visits, 1, known);
	while (visits < LOOKED_AT && (code = sqlite3_step(n->visits)) == SQLITE_ROW)
		visit[visits++] = gb_store_visit_at(n->visits);
	sqlite3_reset(n->visits);
	if (code != SQLITE_ROW && code != SQLITE_DONE)
		return gb_store_fail(n->store, error);
	for (size_t i = visits; i-- > 0 && status == GB_OK;) { /* the newest comes last, as in a file */
		if (i > 0)
			status = tell_twins(n, &visit[0], &visit[i], &told, error);
		if (status == GB_OK && (i == 0 || belongs_to_newest(&visit[i], &visit[0])))
			status = gb_store_read_visit(n->store, &visit[i], false, n->row, n->context, &n->line, error);
	}
	return status;
}

static int read_newest(struct gb_store *store, sqlite3_stmt *each, gb_csv_record_fn *row, gb_csv_tell_fn *tell,
		       void *context, struct gb_error *error)
{
	struct newest n = { .store = store, .row = row, .tell = tell, .context = context };
	char sql[SQL_MAX] = "";
	int code = SQLITE_DONE;

	gb_text_add(sql, sizeof sql, "SELECT %s FROM visit WHERE known = ?1 ORDER BY ordered DESC, id DESC LIMIT %d",
		    gb_store_visit_columns, LOOKED_AT);
	int status = gb_store_prepare(store, sql, &n.visits, error);
	while (status == GB_OK && (code = sqlite3_step(each)) == SQLITE_ROW)
		status = pass_newest_visits(&n, sqlite3_column_int64(each, 0), error);
	if (status == GB_OK && code != SQLITE_DONE)
		status = gb_store_fail(store, error);
	sqlite3_finalize(n.visits);
	return status;
}

/* ---- asking ------------------------------------------------------------------------------------------------------ */

/* True if a text can only be the prefix of a UUID, for which there is an index. */
static bool is_uuid_prefix(const char *text)
{
	return strncmp(text, "GPU-", 4) == 0 || strncmp(text, "MIG-", 4) == 0;
}

/* All GPUs, or those whose number divided by `parts` leaves the remainder `part`. */
struct request {
	enum gb_store_rows which;
	const char *gpu; /* NULL: all */
	size_t part, parts;
};

/* Visits in the order of the file are read sequentially from the disk. */
static void write_query(const struct request *request, char *sql, size_t size)
{
	const enum gb_store_rows which = request->which;
	const char *gpu = request->gpu;

	gb_text_add(sql, size,
		    which == GB_STORE_NEWEST ? "SELECT DISTINCT known.id FROM known" : "SELECT %s FROM known",
		    gb_store_visit_columns);
	if (which != GB_STORE_NEWEST || (gpu != NULL && !is_uuid_prefix(gpu)))
		gb_text_add(sql, size, " JOIN visit ON visit.known = known.id");
	if (gpu != NULL && is_uuid_prefix(gpu))
		gb_text_add(sql, size, " WHERE known.gpu >= ?1 AND known.gpu < ?1 || char(1114111)");
	else if (gpu != NULL)
		gb_text_add(sql, size,
			    " WHERE substr(known.gpu, 1, length(?1)) = ?1 OR substr((SELECT host FROM run WHERE "
			    "run.id = visit.run), 1, length(?1)) = ?1");
	else if (request->parts > 1)
		gb_text_add(sql, size, " WHERE known.id %% %zu = %zu", request->parts, request->part);
	gb_text_add(sql, size,
		    which == GB_STORE_NEWEST ? " ORDER BY known.id"
		    : gpu == NULL            ? " ORDER BY visit.id"
					     : " ORDER BY known.gpu, visit.ordered, visit.id");
}

static int read_visits(struct gb_store *store, sqlite3_stmt *each, bool roofs, gb_csv_record_fn *row, void *context,
		       struct gb_error *error)
{
	int status = GB_OK, code = SQLITE_DONE;
	size_t line = 0;

	while (status == GB_OK && (code = sqlite3_step(each)) == SQLITE_ROW) {
		const struct gb_store_visit visit = gb_store_visit_at(each);
		status = gb_store_read_visit(store, &visit, roofs, row, context, &line, error);
	}
	return status == GB_OK && code != SQLITE_DONE ? gb_store_fail(store, error) : status;
}

/* Reads a consistent snapshot, unaffected by other writers. */
static int read_request(struct gb_store *store, const struct request *request, gb_csv_record_fn *row,
			gb_csv_tell_fn *tell, void *context, struct gb_error *error)
{
	const enum gb_store_rows which = request->which;
	char sql[SQL_MAX] = "";
	sqlite3_stmt *each = NULL;

	write_query(request, sql, sizeof sql);
	int status = gb_store_execute(store, "BEGIN", error);
	if (status != GB_OK)
		return status;
	status = gb_store_prepare(store, sql, &each, error);
	if (status == GB_OK && request->gpu != NULL)
		sqlite3_bind_text(each, 1, request->gpu, -1, SQLITE_STATIC);
	if (status == GB_OK && which == GB_STORE_NEWEST)
		status = read_newest(store, each, row, tell, context, error);
	else if (status == GB_OK)
		status = read_visits(store, each, which == GB_STORE_ROOFS, row, context, error);
	sqlite3_finalize(each);
	sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
	return status;
}

int gb_store_read(struct gb_store *store, enum gb_store_rows which, const char *gpu, gb_csv_record_fn *row,
		  gb_csv_tell_fn *tell, void *context, struct gb_error *error)
{
	const struct request request = { .which = which, .gpu = gpu };

	return read_request(store, &request, row, tell, context, error);
}

int gb_store_scan_part(const char *path, size_t part, size_t parts, gb_csv_record_fn *row, gb_csv_tell_fn *tell,
		       void *context, struct gb_error *error)
{
	const struct request request = { .which = GB_STORE_ROOFS, .part = part, .parts = parts };
	struct gb_store *store;

	GB_TRY(gb_store_open(&store, path, false, error));
	const int status = read_request(store, &request, row, tell, context, error);
	gb_store_close(store);
	return status;
}

int gb_store_scan_gpu(const char *path, enum gb_store_rows which, const char *gpu, gb_csv_record_fn *row,
		      gb_csv_tell_fn *tell, void *context, struct gb_error *error)
{
	struct gb_store *store;

	if (!gb_store_is(path))
		return gb_csv_read_lenient(path, row, tell, context, error);
	GB_TRY(gb_store_open(&store, path, false, error));
	const int status =
		gb_store_read(store, which, gpu != NULL && is_uuid_prefix(gpu) ? gpu : NULL, row, tell, context, error);
	gb_store_close(store);
	return status;
}

int gb_store_scan(const char *path, enum gb_store_rows which, gb_csv_record_fn *row, gb_csv_tell_fn *tell,
		  void *context, struct gb_error *error)
{
	return gb_store_scan_gpu(path, which, NULL, row, tell, context, error);
}
