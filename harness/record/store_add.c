/* store_add.c: adds the rows of a result file to a store, completely or not at all. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/heap.h"
#include "base/open_input.h"
#include "base/text.h"
#include "record/store_parts.h"

enum { TOLD_MAX = 5 };

/* ---- rows -------------------------------------------------------------------------------------------------------- */

static void bind_numbers(struct gb_store_adding *a, const struct gb_record *record, struct gb_record *scales,
			 uint64_t *check, int place)
{
	for (size_t i = 0; i < a->columns; i++, place++) {
		const double number = *(const double *)(const void *)((const char *)record + a->column[i]->offset);
		double *scale = (double *)(void *)((char *)scales + a->column[i]->offset);
		int64_t whole;
		*scale = NAN;
		if (!isfinite(number)) {
			sqlite3_bind_null(a->put, place);
			*check = gb_store_mix_text(*check, "");
			continue;
		}
		if (gb_store_pack(number, &whole, scale)) {
			sqlite3_bind_int64(a->put, place, whole);
			*check = gb_store_mix_integer(*check, whole);
			continue;
		}
		sqlite3_bind_double(a->put, place, number);
		*check = gb_store_mix_number(*check, number);
	}
}

/* Bind the time as an offset from the visit's start, if that restores it. */
static uint64_t bind_row_time(struct gb_store_adding *a, const struct gb_store_visit *visit,
			      const struct gb_record *record, int64_t time, uint64_t check, int place)
{
	char again[GB_TIME_TEXT];

	if (time != GB_NO_TIME && strcmp(gb_time_text(time, again), record->time_utc) == 0) {
		const int64_t after = time - (visit->begun != GB_NO_TIME ? visit->begun : 0);
		sqlite3_bind_int64(a->put, place, after);
		return gb_store_mix_integer(check, after);
	}
	sqlite3_bind_text(a->put, place, record->time_utc, -1, SQLITE_STATIC);
	return gb_store_mix_text(check, record->time_utc);
}

/* In the order of the columns of `value`. */
static int put_row(struct gb_store_adding *a, struct gb_store_visit *visit, const struct gb_record *record,
		   int64_t time, struct gb_error *error)
{
	struct gb_record scales = *record;
	uint64_t check = visit->check;
	const int64_t word[] = { gb_store_words_number(a->store, GB_STORE_POINT, record, error),
				 gb_store_words_number(a->store, GB_STORE_OUTCOME, record, error),
				 record->peer_uuid[0] ? gb_store_words_number(a->store, GB_STORE_PEER, record, error)
						      : -1 };

	bind_numbers(a, record, &scales, &check, 7);
	const int64_t scale = gb_store_words_number(a->store, GB_STORE_SCALE, &scales, error);
	if (word[0] == 0 || word[1] == 0 || word[2] == 0 || scale == 0)
		return GB_FAILED;
	sqlite3_bind_int64(a->put, 1, visit->id * GB_STORE_ROWS_MAX + visit->rows);
	sqlite3_bind_int64(a->put, 2, word[0]);
	sqlite3_bind_int64(a->put, 3, word[1]);
	sqlite3_bind_int64(a->put, 4, scale);
	if (word[2] > 0)
		sqlite3_bind_int64(a->put, 5, word[2]);
	else
		sqlite3_bind_null(a->put, 5);
	const int64_t words[] = { word[0], word[1], scale, word[2] };
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		check = gb_store_mix_integer(check, words[i]);
	visit->check = bind_row_time(a, visit, record, time, check, 6);
	const int code = sqlite3_step(a->put);
	sqlite3_reset(a->put);
	return code == SQLITE_DONE ? GB_OK : gb_store_fail(a->store, error);
}

static void count_row(struct gb_store_adding *a, struct gb_store_visit *visit, const struct gb_record *record,
		      int64_t time)
{
	visit->rows++;
	visit->failed += record->status == GB_ROW_FAILED;
	if (time > visit->ended)
		visit->ended = time;
	if (!(record->points >= 1 && record->points <= 1e7 && record->point_number >= 1 &&
	      record->point_number <= record->points))
		return;
	if ((int64_t)record->points > visit->planned)
		visit->planned = (int64_t)record->points;
	const enum gb_seen seen =
		gb_identities_note(&a->points, gb_store_pair(visit->id, (int64_t)record->point_number), 0);
	visit->came += seen == GB_SEEN_FIRST;
}

static void tell_conflict(struct gb_store_adding *a, const struct gb_record *record, size_t line)
{
	char text[GB_IDENTITY_TEXT];
	struct gb_error told = { "" };

	if (a->otherwise++ >= TOLD_MAX)
		return;
	gb_error_write(&told, "%s: line %zu: is already stored with other values: %.400s", gb_text_input(a->file), line,
		       gb_identity_text(record, text));
	a->tell(a->context, told.text);
}

int gb_store_adding_row(void *context, const struct gb_record *record, size_t line, struct gb_error *error)
{
	struct gb_store_adding *a = context;

	gb_store_words_trim(a->store);
	struct gb_store_visit *visit = gb_store_adding_visit(a, record, error);
	if (visit == NULL)
		return GB_FAILED;
	switch (gb_identities_see(&a->seen, record)) {
	case GB_SEEN_SAME:
		return GB_OK;
	case GB_SEEN_OTHERWISE:
		tell_conflict(a, record, line);
		return GB_OK;
	case GB_SEEN_FIRST:
		break;
	}
	if (visit->rows == GB_STORE_ROWS_MAX)
		return gb_error_set(error, "%s: line %zu: more than %d rows of one run on one GPU",
				    gb_text_input(a->file), line, GB_STORE_ROWS_MAX);
	a->rows++;
	const int64_t time = gb_time_read(record->time_utc);
	GB_TRY(put_row(a, visit, record, time, error));
	count_row(a, visit, record, time);
	return GB_OK;
}

/* ---- the stream -------------------------------------------------------------------------------------------------- */

static int prepare_put(struct gb_store_adding *a, struct gb_error *error)
{
	char sql[1024] = "INSERT INTO value VALUES (?, ?, ?, ?, ?, ?";

	for (size_t i = 0; i < a->columns; i++)
		gb_text_add(sql, sizeof sql, ", ?");
	gb_text_add(sql, sizeof sql, ")");
	return gb_store_prepare(a->store, sql, &a->put, error);
}

static int prepare_statements(struct gb_store_adding *a, struct gb_error *error)
{
	char visits[512];
	const struct {
		const char *sql;
		sqlite3_stmt **statement;
	} each[] = {
		{ "SELECT id FROM known WHERE gpu = ?1", &a->known },
		{ "INSERT INTO known(gpu) VALUES (?1)", &a->new_known },
		{ "SELECT coalesce(max(id), 0) + 1 FROM visit", &a->new_visit },
		{ "INSERT OR REPLACE INTO visit VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", &a->put_visit },
		{ visits, &a->visits },
	};
	int status = prepare_put(a, error);

	snprintf(visits, sizeof visits,
		 "SELECT %s FROM visit WHERE known = ?1 AND (SELECT run_id FROM run WHERE run.id = visit.run) = ?2",
		 gb_store_visit_columns);
	for (size_t i = 0; i < sizeof each / sizeof each[0] && status == GB_OK; i++)
		status = gb_store_prepare(a->store, each[i].sql, each[i].statement, error);
	return status;
}

static int note_file(struct gb_store_adding *a, struct gb_error *error)
{
	sqlite3_stmt *put;

	GB_TRY(gb_store_prepare(a->store, "INSERT INTO file(name, stored) VALUES (?1, ?2)", &put, error));
	sqlite3_bind_text(put, 1, a->file, -1, SQLITE_STATIC);
	sqlite3_bind_int64(put, 2, a->now);
	const int code = sqlite3_step(put);
	sqlite3_finalize(put);
	a->number = sqlite3_last_insert_rowid(a->store->db);
	return code == SQLITE_DONE ? GB_OK : gb_store_fail(a->store, error);
}

static void free_adding(struct gb_store_adding *a)
{
	sqlite3_stmt *const statement[] = { a->known, a->new_known, a->visits, a->new_visit, a->put_visit, a->put };

	for (size_t i = 0; i < sizeof statement / sizeof statement[0]; i++)
		sqlite3_finalize(statement[i]);
	gb_identities_free(&a->seen);
	gb_identities_free(&a->fetched);
	gb_identities_free(&a->points);
	free(a);
}

int gb_store_adding_begin(struct gb_store_adding **out, struct gb_store *store, const char *file, gb_csv_tell_fn *tell,
			  void *context, struct gb_error *error)
{
	struct gb_store_adding *a = gb_heap_array(1, sizeof *a);
	char now[GB_CLOCK_UTC];

	gb_clock_utc(now);
	a->store = store;
	a->file = file;
	a->tell = tell;
	a->context = context;
	a->now = gb_time_read(now);
	a->columns = gb_store_numbers(a->column);
	if (prepare_statements(a, error) != GB_OK || note_file(a, error) != GB_OK) {
		free_adding(a);
		return GB_FAILED;
	}
	*out = a;
	return GB_OK;
}

/* Only the first few are reported: a node with a wrong clock would cause a doubt for every run. */
static void tell_odd_dates(const struct gb_store_adding *a)
{
	struct gb_error text = { "" };

	gb_error_write(&text, "%s: %zu more runs have impossible dates; the time when they were stored is used instead",
		       gb_text_input(a->file), a->odd - 1);
	a->tell(a->context, text.text);
}

int gb_store_adding_end(struct gb_store_adding *a, int status, size_t *rows, struct gb_error *error)
{
	for (size_t i = 0; i < GB_STORE_AT_HAND && status == GB_OK; i++)
		if (a->visit[i].id != 0)
			status = gb_store_adding_put_visit(a, &a->visit[i], error);
	if (status == GB_OK && a->otherwise > 0)
		status = gb_error_set(error, "%s: %zu row%s left out: the point is already stored with other values",
				      gb_text_input(a->file), a->otherwise, a->otherwise == 1 ? " is" : "s are");
	if (a->odd > 1)
		tell_odd_dates(a);
	*rows = a->rows;
	free_adding(a);
	return status;
}

/* ---- a whole file ------------------------------------------------------------------------------------------------ */

static int ignore_row(void *context, const struct gb_record *record, size_t line, struct gb_error *error)
{
	return GB_OK;
}

static void ignore_fault(void *context, const char *text)
{
}

static int add_stream(struct gb_store *store, FILE *input, const char *file, gb_csv_tell_fn *tell, gb_csv_tell_fn *note,
		      void *context, size_t *rows, struct gb_error *error)
{
	struct gb_store_adding *adding = NULL;
	int status = gb_csv_read_lenient_open(input, file, ignore_row, tell, context, error);

	rewind(input);
	if (status == GB_OK)
		status = gb_store_execute(store, "BEGIN IMMEDIATE", error);
	if (status != GB_OK)
		return status;
	status = gb_store_adding_begin(&adding, store, file, note, context, error);
	if (status == GB_OK) {
		status = gb_csv_read_lenient_open(input, file, gb_store_adding_row, ignore_fault, adding, error);
		status = gb_store_adding_end(adding, status, rows, error);
	}
	if (status == GB_OK)
		status = gb_store_execute(store, "COMMIT", error);
	if (status != GB_OK) {
		sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
		gb_store_words_free(store); /* some words are no longer in any table */
	}
	return status;
}

int gb_store_add(struct gb_store *store, const char *file, gb_csv_tell_fn *tell, gb_csv_tell_fn *note, void *context,
		 size_t *rows, struct gb_error *error)
{
	/* Closing an open store would drop its locks. */
	if (gb_store_is(file))
		return gb_error_set(error, "%s: is a store, expected CSV", file);
	FILE *input = gb_open_seekable(file, error);
	if (input == NULL)
		return GB_FAILED;
	const int status = add_stream(store, input, file, tell, note, context, rows, error);
	gb_close_input(input);
	return status;
}
