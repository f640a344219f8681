/* store_visits.c: finds the visits of a stream's rows, in the store or new. */
#include <string.h>

#include "record/store_parts.h"

static int64_t known_gpu_id(struct gb_store_adding *a, const char *key, struct gb_error *error)
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

int gb_store_adding_put_visit(struct gb_store_adding *a, const struct gb_store_visit *v, struct gb_error *error)
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

uint64_t gb_store_pair(int64_t a, int64_t b)
{
	return gb_hash_finish(gb_hash_mix(gb_hash_mix(GB_HASH_BEGIN, &a, sizeof a), &b, sizeof b));
}

struct fetching {
	struct gb_store_adding *adding;
	const struct gb_store_visit *visit;
};

static int on_stored_row(void *context, const struct gb_record *record, size_t line, struct gb_error *error)
{
	const struct fetching *f = context;
	struct gb_store_adding *a = f->adding;

	gb_identities_see(&a->seen, record);
	if (record->point_number >= 1)
		gb_identities_note(&a->points, gb_store_pair(f->visit->id, (int64_t)record->point_number), 0);
	return GB_OK;
}

/* Fetch the visits of the GPU by all runs of this name, whatever other facts their rows have, and the requested visit
 * among them, if it exists. */
static int fetch_visits(struct gb_store_adding *a, const char *run_id, struct gb_store_visit *want, bool with_rows,
			struct gb_error *error)
{
	int code = SQLITE_DONE, status = GB_OK;
	size_t line = 0;

	sqlite3_bind_int64(a->visits, 1, want->known);
	sqlite3_bind_text(a->visits, 2, run_id, -1, SQLITE_STATIC);
	while (status == GB_OK && (code = sqlite3_step(a->visits)) == SQLITE_ROW) {
		const struct gb_store_visit there = gb_store_visit_at(a->visits);
		struct fetching fetching = { a, &there };
		if (with_rows)
			status = gb_store_read_visit(a->store, &there, false, on_stored_row, &fetching, &line, error);
		if (there.run == want->run && there.gpu == want->gpu)
			*want = there;
	}
	if (status == GB_OK && code != SQLITE_DONE)
		status = gb_store_fail(a->store, error);
	sqlite3_reset(a->visits);
	return status;
}

/* Order a visit by its start, unless that is impossible. */
static void order_visit(struct gb_store_adding *a, struct gb_store_visit *v, const struct gb_record *record)
{
	char key[GB_GPU_KEY];
	const char *odd = gb_time_is_odd(v->begun, v->stored);
	struct gb_error text = { "" };

	v->ordered = gb_time_of_run(v->begun, v->stored);
	if (odd == NULL || a->odd++ > 0)
		return;
	gb_error_write(
		&text,
		"%s: run %.40s of %.80s on %.80s is dated %s, which is %s: the time when it was stored is used instead",
		a->file, record->run_id, gb_gpu_key(record, key), record->host, record->time_utc, odd);
	a->tell(a->context, text.text);
}

static int begin_visit(struct gb_store_adding *a, struct gb_store_visit *v, const struct gb_record *record,
		       struct gb_error *error)
{
	v->begun = v->ended = gb_time_read(record->time_utc);
	v->stored = a->now;
	v->check = GB_HASH_BEGIN;
	order_visit(a, v, record);
	const int code = sqlite3_step(a->new_visit);
	v->id = code == SQLITE_ROW ? sqlite3_column_int64(a->new_visit, 0) : 0;
	sqlite3_reset(a->new_visit);
	return v->id != 0 ? gb_store_adding_put_visit(a, v, error) : gb_store_fail(a->store, error);
}

/* A visit that is not cached, from the store or new. It replaces the oldest visit in the cache. */
static struct gb_store_visit *fetch_visit(struct gb_store_adding *a, const struct gb_store_visit *like,
					  const struct gb_record *record, struct gb_error *error)
{
	struct gb_store_visit *place = &a->visit[(a->last + 1) % GB_STORE_AT_HAND], visit = *like;
	const uint64_t run = gb_hash_mix(GB_HASH_BEGIN, record->run_id, strlen(record->run_id));
	const enum gb_seen seen = gb_identities_note(&a->fetched, gb_store_pair((int64_t)run, like->known), 0);

	if (place->id != 0 && gb_store_adding_put_visit(a, place, error) != GB_OK)
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

struct gb_store_visit *gb_store_adding_visit(struct gb_store_adding *a, const struct gb_record *record,
					     struct gb_error *error)
{
	char key[GB_GPU_KEY];
	struct gb_store_visit like = {
		.run = gb_store_words_number(a->store, GB_STORE_RUN, record, error),
		.gpu = gb_store_words_number(a->store, GB_STORE_GPU, record, error),
	};

	if (like.run == 0 || like.gpu == 0)
		return NULL;
	for (size_t i = 0; i < GB_STORE_AT_HAND; i++) {
		struct gb_store_visit *v = &a->visit[(a->last + GB_STORE_AT_HAND - i) % GB_STORE_AT_HAND];
		if (v->id != 0 && v->run == like.run && v->gpu == like.gpu)
			return v;
	}
	like.known = known_gpu_id(a, gb_gpu_key(record, key), error);
	return like.known != 0 ? fetch_visit(a, &like, record, error) : NULL;
}
