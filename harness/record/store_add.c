#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"
#include "record/store_parts.h"

/* So many visits are at hand: GPUs of one node may take turns in a file. */
enum { AT_HAND = 64, TOLD_MAX = 5 };
struct gb_store_adding {
	struct gb_store *store;
	const char *file;
	gb_reader_tell_fn *tell;
	void *context;
	sqlite3_stmt *known, *new_known, *visits, *new_visit, *put_visit, *put;
	struct gb_identities seen;      /* rows of the runs of this file, those in the store included */
	struct gb_identities fetched;   /* the runs of GPUs whose rows in the store are among them */
	struct gb_identities points;    /* of each visit, those that have a row */
	struct gb_visit visit[AT_HAND]; /* id 0: none */
	size_t last;
	int64_t now, number; /* of the file */
	const struct gb_column *column[GB_COLUMN_COUNT];
	size_t columns;
	size_t rows, otherwise;
};

/* ---- visits ---------------------------------------------------------------------------------------------------------- */

static int64_t number_of_known(struct gb_store_adding *a, const char *key, struct gb_error *error)
{
	int64_t id = 0;

	sqlite3_bind_text(a->known, 1, key, -1, SQLITE_STATIC);
	int code = sqlite3_step(a->known);
	if (code == SQLITE_ROW)
		id = sqlite3_column_int64(a->known, 0);
	sqlite3_reset(a->known);
	if (code == SQLITE_DONE) {
		sqlite3_bind_text(a->new_known, 1, key, -1, SQLITE_STATIC);
		code = sqlite3_step(a->new_known);
		id = sqlite3_last_insert_rowid(a->store->db);
		sqlite3_reset(a->new_known);
	}
	if (code != SQLITE_ROW && code != SQLITE_DONE)
		return gb_store_fail(a->store, error), 0;
	return id;
}

static void bind_time(sqlite3_stmt *put, int place, int64_t time)
{
	if (time == GB_NO_TIME)
		sqlite3_bind_null(put, place);
	else
		sqlite3_bind_int64(put, place, time);
}

static int put_visit(struct gb_store_adding *a, const struct gb_visit *v, struct gb_error *error)
{
	sqlite3_stmt *put = a->put_visit;
	const int64_t field[] = { v->known, v->run, v->gpu };
	const int64_t rest[] = { v->stored, v->ordered, v->file, v->planned,
				 v->came,   v->failed,  v->rows, (int64_t)v->check };

	sqlite3_bind_int64(put, 1, v->id);
	for (int i = 0; i < 3; i++)
		sqlite3_bind_int64(put, 2 + i, field[i]);
	bind_time(put, 5, v->begun);
	bind_time(put, 6, v->ended);
	for (int i = 0; i < 8; i++)
		sqlite3_bind_int64(put, 7 + i, rest[i]);
	const int code = sqlite3_step(put);
	sqlite3_reset(put);
	return code == SQLITE_DONE ? GB_OK : gb_store_fail(a->store, error);
}

static uint64_t pair_of(int64_t a, int64_t b)
{
	return gb_hash_finish(gb_hash_mix(gb_hash_mix(GB_HASH_BEGIN, &a, sizeof a), &b, sizeof b));
}

/* A row that the store has. */
struct fetching {
	struct gb_store_adding *adding;
	const struct gb_visit *visit;
};

static int note_row(void *context, const struct gb_record *record, size_t line, struct gb_error *error)
{
	const struct fetching *f = context;
	struct gb_store_adding *a = f->adding;

	(void)line;
	if (gb_identities_see(&a->seen, record) == GB_SEEN_NO_MEMORY ||
	    (record->point_number >= 1 &&
	     gb_identities_note(&a->points, pair_of(f->visit->id, (int64_t)record->point_number), 0) ==
		     GB_SEEN_NO_MEMORY))
		return gb_error_set(error, "out of memory");
	return GB_OK;
}

/* The visits of the GPU by a run of this name, whatever else their rows say of it, and of them the one that is wanted, if it is
 * there. */
static int fetch_visits(struct gb_store_adding *a, const char *run_id, struct gb_visit *want, bool with_rows,
			struct gb_error *error)
{
	int code = SQLITE_DONE, status = GB_OK;
	size_t line = 0;

	sqlite3_bind_int64(a->visits, 1, want->known);
	sqlite3_bind_text(a->visits, 2, run_id, -1, SQLITE_STATIC);
	while (status == GB_OK && (code = sqlite3_step(a->visits)) == SQLITE_ROW) {
		const struct gb_visit there = gb_store_visit(a->visits);
		struct fetching fetching = { a, &there };
		if (with_rows)
			status = gb_store_read_visit(a->store, &there, false, note_row, &fetching, &line, error);
		if (there.run == want->run && there.gpu == want->gpu)
			*want = there;
	}
	if (status == GB_OK && code != SQLITE_DONE)
		status = gb_store_fail(a->store, error);
	sqlite3_reset(a->visits);
	return status;
}

/* What a visit's place goes by: when it began, unless that cannot be. */
static void order_visit(struct gb_store_adding *a, struct gb_visit *v, const struct gb_record *record)
{
	char key[GB_GPU_KEY];
	const char *odd = gb_time_is_odd(v->begun, v->stored);
	struct gb_error text = { "" };

	v->ordered = gb_time_of_run(v->begun, v->stored);
	if (odd == NULL)
		return;
	gb_error_write(
		&text,
		"%s: run %.40s of %.80s on %.80s began %s, it says, which is %s: it counts as begun when it was stored",
		a->file, record->run_id, gb_gpu_key(record, key), record->host, record->time_utc, odd);
	a->tell(a->context, text.text);
}

static int begin_visit(struct gb_store_adding *a, struct gb_visit *v, const struct gb_record *record,
		       struct gb_error *error)
{
	v->begun = v->ended = gb_time_read(record->time_utc);
	v->stored = a->now;
	v->check = GB_HASH_BEGIN;
	order_visit(a, v, record);
	const int code = sqlite3_step(a->new_visit);
	v->id = code == SQLITE_ROW ? sqlite3_column_int64(a->new_visit, 0) : 0;
	sqlite3_reset(a->new_visit);
	return v->id != 0 ? put_visit(a, v, error) : gb_store_fail(a->store, error);
}

/* One that is not at hand: of the store, or new. It takes the place of the one that came first. */
static struct gb_visit *fetch_visit(struct gb_store_adding *a, const struct gb_visit *like,
				    const struct gb_record *record, struct gb_error *error)
{
	struct gb_visit *place = &a->visit[(a->last + 1) % AT_HAND], visit = *like;
	const uint64_t run = gb_hash_mix(GB_HASH_BEGIN, record->run_id, strlen(record->run_id));
	const enum gb_seen seen = gb_identities_note(&a->fetched, pair_of((int64_t)run, like->known), 0);

	if (seen == GB_SEEN_NO_MEMORY)
		return gb_error_write(error, "out of memory"), NULL;
	if (place->id != 0 && put_visit(a, place, error) != GB_OK)
		return NULL;
	place->id = 0;
	if (fetch_visits(a, record->run_id, &visit, seen == GB_SEEN_FIRST, error) != GB_OK)
		return NULL;
	if (visit.id == 0 && begin_visit(a, &visit, record, error) != GB_OK)
		return NULL;
	visit.file = a->number;
	a->last = (size_t)(place - a->visit);
	*place = visit;
	return place;
}

static struct gb_visit *visit_of(struct gb_store_adding *a, const struct gb_record *record, struct gb_error *error)
{
	char key[GB_GPU_KEY];
	struct gb_visit like = {
		.run = gb_store_words_number(a->store, GB_STORE_RUN, record, error),
		.gpu = gb_store_words_number(a->store, GB_STORE_GPU, record, error),
	};

	if (like.run == 0 || like.gpu == 0)
		return NULL;
	for (size_t i = 0; i < AT_HAND; i++) {
		struct gb_visit *v = &a->visit[(a->last + AT_HAND - i) % AT_HAND];
		if (v->id != 0 && v->run == like.run && v->gpu == like.gpu)
			return v;
	}
	like.known = number_of_known(a, gb_gpu_key(record, key), error);
	return like.known != 0 ? fetch_visit(a, &like, record, error) : NULL;
}

/* ---- numbers --------------------------------------------------------------------------------------------------------- */

/* `*whole` times 10^`*exponent` is exactly the number; false: it has more than nine digits, or is far too large or small. */
static bool split(double number, int64_t *whole, int *exponent)
{
	char text[GB_FIELD_TEXT];

	if (number == floor(number) && fabs(number) < 1e9 && !(number == 0 && signbit(number))) {
		*whole = (int64_t)number;
		*exponent = 0;
		return true;
	}
	snprintf(text, sizeof text, "%.8e", number);
	char *e = strchr(text, 'e'), *point = text + (text[0] == '-') + 1;
	if (e == NULL)
		return false;
	*exponent = (int)strtol(e + 1, NULL, 10) - 8;
	*e = '\0';
	memmove(point, point + 1, strlen(point)); /* the decimal point, or comma */
	*whole = strtoll(text, NULL, 10);
	return *exponent >= -22 && *exponent <= 22;
}

/* 10^22 is the last that a double holds, so that each product and quotient is rounded once. */
static double scale_of(int exponent)
{
	double scale = 1;

	for (int i = 0; i < abs(exponent); i++)
		scale *= 10;
	return exponent < 0 ? -scale : scale;
}

static double unscaled(int64_t whole, double scale)
{
	return scale > 0 ? (double)whole * scale : (double)whole / -scale;
}

/* Bind the numbers of a row and set the scales they have. */
static void bind_numbers(struct gb_store_adding *a, const struct gb_record *record, struct gb_record *scales,
			 uint64_t *check, int place)
{
	for (size_t i = 0; i < a->columns; i++, place++) {
		const double number = *(const double *)(const void *)((const char *)record + a->column[i]->offset);
		double *scale = (double *)(void *)((char *)scales + a->column[i]->offset);
		int64_t whole;
		int exponent;
		*scale = NAN;
		if (!isfinite(number)) {
			sqlite3_bind_null(a->put, place);
			*check = gb_store_mix_text(*check, "");
			continue;
		}
		if (split(number, &whole, &exponent) && unscaled(whole, scale_of(exponent)) == number) {
			*scale = scale_of(exponent);
			sqlite3_bind_int64(a->put, place, whole);
			*check = gb_store_mix_integer(*check, whole);
			continue;
		}
		sqlite3_bind_double(a->put, place, number);
		*check = gb_store_mix_number(*check, number);
	}
}

/* ---- rows ------------------------------------------------------------------------------------------------------------ */

/* The time as a distance from the visit's beginning, where it can be made of it again. */
static uint64_t bind_time_of(struct gb_store_adding *a, const struct gb_visit *visit, const struct gb_record *record,
			     uint64_t check, int place)
{
	char again[GB_TIME_TEXT];
	const int64_t time = gb_time_read(record->time_utc);

	if (time != GB_NO_TIME && strcmp(gb_time_text(time, again), record->time_utc) == 0) {
		const int64_t after = time - (visit->begun != GB_NO_TIME ? visit->begun : 0);
		sqlite3_bind_int64(a->put, place, after);
		return gb_store_mix_integer(check, after);
	}
	sqlite3_bind_text(a->put, place, record->time_utc, -1, SQLITE_STATIC);
	return gb_store_mix_text(check, record->time_utc);
}

/* In the order of the columns of `value`. */
static int put_row(struct gb_store_adding *a, struct gb_visit *visit, const struct gb_record *record,
		   struct gb_error *error)
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
	visit->check = bind_time_of(a, visit, record, check, 6);
	const int code = sqlite3_step(a->put);
	sqlite3_reset(a->put);
	return code == SQLITE_DONE ? GB_OK : gb_store_fail(a->store, error);
}

static int count_row(struct gb_store_adding *a, struct gb_visit *visit, const struct gb_record *record,
		     struct gb_error *error)
{
	const int64_t time = gb_time_read(record->time_utc);

	visit->rows++;
	visit->failed += record->status == GB_ROW_FAILED;
	if (time > visit->ended)
		visit->ended = time;
	if (!(record->points >= 1 && record->points <= 1e7 && record->point_number >= 1 &&
	      record->point_number <= record->points))
		return GB_OK;
	if ((int64_t)record->points > visit->planned)
		visit->planned = (int64_t)record->points;
	const enum gb_seen seen = gb_identities_note(&a->points, pair_of(visit->id, (int64_t)record->point_number), 0);
	visit->came += seen == GB_SEEN_FIRST;
	return seen != GB_SEEN_NO_MEMORY ? GB_OK : gb_error_set(error, "out of memory");
}

static void tell_otherwise(struct gb_store_adding *a, const struct gb_record *record, size_t line)
{
	char text[GB_IDENTITY_TEXT];
	struct gb_error told = { "" };

	if (a->otherwise++ >= TOLD_MAX)
		return;
	gb_error_write(&told, "%s: line %zu: is there already with other values: %.400s", a->file, line,
		       gb_identity_text(record, text));
	a->tell(a->context, told.text);
}

int gb_store_adding_row(void *context, const struct gb_record *record, size_t line, struct gb_error *error)
{
	struct gb_store_adding *a = context;

	gb_store_words_trim(a->store);
	struct gb_visit *visit = visit_of(a, record, error);
	if (visit == NULL)
		return GB_FAILED;
	switch (gb_identities_see(&a->seen, record)) {
	case GB_SEEN_SAME:
		return GB_OK;
	case GB_SEEN_OTHERWISE:
		tell_otherwise(a, record, line);
		return GB_OK;
	case GB_SEEN_NO_MEMORY:
		return gb_error_set(error, "out of memory");
	case GB_SEEN_FIRST:
		break;
	}
	if (visit->rows == GB_STORE_ROWS_MAX)
		return gb_error_set(error, "%s: line %zu: more than %d rows of one run on one GPU", a->file, line,
				    GB_STORE_ROWS_MAX);
	a->rows++;
	return put_row(a, visit, record, error) == GB_OK ? count_row(a, visit, record, error) : GB_FAILED;
}

/* ---- the stream ------------------------------------------------------------------------------------------------------ */

static int prepare_put(struct gb_store_adding *a, struct gb_error *error)
{
	char sql[1024] = "INSERT INTO value VALUES (?, ?, ?, ?, ?, ?";

	for (size_t i = 0; i < a->columns; i++)
		gb_text_add(sql, sizeof sql, ", ?");
	gb_text_add(sql, sizeof sql, ")");
	return gb_store_prepare(a->store, sql, &a->put, error);
}

static int prepare(struct gb_store_adding *a, struct gb_error *error)
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

	if (gb_store_prepare(a->store, "INSERT INTO file(name, stored) VALUES (?1, ?2)", &put, error) != GB_OK)
		return GB_FAILED;
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

int gb_store_adding_begin(struct gb_store_adding **out, struct gb_store *store, const char *file,
			  gb_reader_tell_fn *tell, void *context, struct gb_error *error)
{
	struct gb_store_adding *a = calloc(1, sizeof *a);
	char now[GB_CLOCK_UTC];

	if (a == NULL)
		return gb_error_set(error, "out of memory");
	gb_clock_utc(now);
	a->store = store;
	a->file = file;
	a->tell = tell;
	a->context = context;
	a->now = gb_time_read(now);
	a->columns = gb_store_numbers(a->column);
	if (prepare(a, error) != GB_OK || note_file(a, error) != GB_OK) {
		free_adding(a);
		return GB_FAILED;
	}
	*out = a;
	return GB_OK;
}

int gb_store_adding_end(struct gb_store_adding *a, int status, size_t *rows, struct gb_error *error)
{
	for (size_t i = 0; i < AT_HAND && status == GB_OK; i++)
		if (a->visit[i].id != 0)
			status = put_visit(a, &a->visit[i], error);
	if (status == GB_OK && a->otherwise > 0)
		status =
			gb_error_set(error, "%s: %zu row%s of a point that is there with other values: it is not taken",
				     a->file, a->otherwise, a->otherwise == 1 ? " is" : "s are");
	*rows = a->rows;
	free_adding(a);
	return status;
}

/* ---- a file ---------------------------------------------------------------------------------------------------------- */

/* What comes through a pipe, as a file that can be read twice. */
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

static int add_open(struct gb_store *store, FILE *input, const char *file, gb_reader_tell_fn *tell,
		    gb_reader_tell_fn *note, void *context, size_t *rows, struct gb_error *error)
{
	struct gb_store_adding *adding = NULL;
	int status = gb_reader_scan_open(input, file, pass_row, tell, context, error);

	rewind(input);
	if (status == GB_OK)
		status = gb_store_execute(store, "BEGIN IMMEDIATE", error);
	if (status != GB_OK)
		return status;
	status = gb_store_adding_begin(&adding, store, file, note, context, error);
	if (status == GB_OK) {
		status = gb_reader_scan_open(input, file, gb_store_adding_row, say_nothing, adding, error);
		status = gb_store_adding_end(adding, status, rows, error);
	}
	if (status == GB_OK)
		status = gb_store_execute(store, "COMMIT", error);
	if (status != GB_OK) {
		sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
		gb_store_words_free(store); /* some of them are in no table now */
	}
	return status;
}

int gb_store_add(struct gb_store *store, const char *file, gb_reader_tell_fn *tell, gb_reader_tell_fn *note,
		 void *context, size_t *rows, struct gb_error *error)
{
	FILE *input;

	if (open_input(file, &input, error) != GB_OK)
		return GB_FAILED;
	const int status = add_open(store, input, file, tell, note, context, rows, error);
	fclose(input);
	return status;
}
