/* store_words.c: finds, adds and caches entries in the tables of words. */
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/text.h"
#include "record/store_parts.h"

/* The maximum number of cached entries of a table: few runs and GPUs, because they come one after another. */
enum { KEPT_MAX = 16384, KEPT_OF_VISITS_MAX = 256, SLOTS = 4096, SQL_MAX = 8192 };

union field {
	double number;
	const char *text;
	enum gb_row_status status;
};

struct gb_store_word {
	struct gb_store_word *next_by_hash, *next_by_number;
	uint64_t hash;
	int64_t number;
	union field field[];
};

/* ---- statements -------------------------------------------------------------------------------------------------- */

static void write_columns(const struct gb_store_words *words, char *sql, size_t size)
{
	for (size_t i = 0; i < words->columns; i++)
		gb_text_add(sql, size, ", \"%s\"", words->column[i]->name);
}

static int prepare_statements(struct gb_store *store, struct gb_store_words *words, struct gb_error *error)
{
	const char *name = gb_store_table_name[words->table];
	char ask[SQL_MAX] = "SELECT id, hash", sql[SQL_MAX] = "";

	write_columns(words, ask, sizeof ask);
	gb_text_add(sql, sizeof sql, "%s FROM \"%s\" WHERE hash = ?1 ORDER BY id", ask, name);
	int status = gb_store_prepare(store, sql, &words->find, error);
	gb_text_write(sql, sizeof sql, "%s FROM \"%s\" WHERE id = ?1", ask, name);
	if (status == GB_OK)
		status = gb_store_prepare(store, sql, &words->get, error);
	gb_text_write(sql, sizeof sql, "INSERT INTO \"%s\"(hash", name);
	write_columns(words, sql, sizeof sql);
	gb_text_add(sql, sizeof sql, ") VALUES (?");
	for (size_t i = 0; i < words->columns; i++)
		gb_text_add(sql, sizeof sql, ", ?");
	gb_text_add(sql, sizeof sql, ")");
	return status == GB_OK ? gb_store_prepare(store, sql, &words->put, error) : status;
}

static struct gb_store_words *open_words(struct gb_store *store, enum gb_store_table table, struct gb_error *error)
{
	struct gb_store_words *words = &store->words[table];

	if (words->put != NULL)
		return words;
	words->table = table;
	words->columns = 0;
	for (const struct gb_column *c = gb_columns; c->name != NULL; c++)
		if (gb_store_table_has(table, c))
			words->column[words->columns++] = c;
	return prepare_statements(store, words, error) == GB_OK ? words : NULL;
}

/* ---- cached entries ---------------------------------------------------------------------------------------------- */

static void link_word(struct gb_store_words *words, struct gb_store_word *word)
{
	struct gb_store_word **hash = &words->by_hash[word->hash & (words->slots - 1)];
	struct gb_store_word **number = &words->by_number[(uint64_t)word->number & (words->slots - 1)];

	word->next_by_hash = *hash;
	*hash = word;
	word->next_by_number = *number;
	*number = word;
}

static void free_cached_words(struct gb_store_words *words)
{
	for (size_t i = 0; i < words->slots; i++)
		for (struct gb_store_word *word = words->by_number[i], *next; word != NULL; word = next) {
			next = word->next_by_number;
			free(word);
		}
	free(words->by_hash);
	free(words->by_number);
	words->by_hash = words->by_number = NULL;
	words->slots = words->count = 0;
}

static void ensure_slots(struct gb_store_words *words)
{
	if (words->slots > 0)
		return;
	words->by_hash = gb_heap_array(SLOTS, sizeof(struct gb_store_word *));
	words->by_number = gb_heap_array(SLOTS, sizeof(struct gb_store_word *));
	words->slots = SLOTS;
}

static const void *field_at(const struct gb_record *record, const struct gb_column *column)
{
	return (const char *)record + column->offset;
}

static size_t count_text_bytes(const struct gb_store_words *words, const struct gb_record *record)
{
	size_t bytes = 0;

	for (size_t i = 0; i < words->columns; i++)
		if (words->column[i]->type == GB_TEXT)
			bytes += strlen(*(const char *const *)field_at(record, words->column[i])) + 1;
	return bytes;
}

static struct gb_store_word *keep_word(struct gb_store_words *words, const struct gb_record *record, uint64_t hash,
				       int64_t number)
{
	const size_t fields = sizeof(struct gb_store_word) + words->columns * sizeof(union field);
	struct gb_store_word *word = gb_heap_array(1, fields + count_text_bytes(words, record));
	char *text = (char *)word + fields;

	ensure_slots(words);
	*word = (struct gb_store_word){ .hash = hash, .number = number };
	for (size_t i = 0; i < words->columns; i++) {
		const void *from = field_at(record, words->column[i]);
		if (words->column[i]->type == GB_NUMBER)
			word->field[i].number = *(const double *)from;
		else if (words->column[i]->type == GB_STATUS)
			word->field[i].status = *(const enum gb_row_status *)from;
		else {
			word->field[i].text = text;
			text = stpcpy(text, *(const char *const *)from) + 1;
		}
	}
	link_word(words, word);
	words->count++;
	return word;
}

static bool is_same_number(double a, double b)
{
	return (isnan(a) && isnan(b)) || (a == b && signbit(a) == signbit(b));
}

static bool word_matches(const struct gb_store_words *words, const struct gb_store_word *word,
			 const struct gb_record *record)
{
	for (size_t i = 0; i < words->columns; i++) {
		const void *other = field_at(record, words->column[i]);
		if (words->column[i]->type == GB_NUMBER ? !is_same_number(word->field[i].number, *(const double *)other)
		    : words->column[i]->type == GB_STATUS
			    ? word->field[i].status != *(const enum gb_row_status *)other
			    : strcmp(word->field[i].text, *(const char *const *)other) != 0)
			return false;
	}
	return true;
}

/* ---- the table --------------------------------------------------------------------------------------------------- */

static void read_entry(const struct gb_store_words *words, sqlite3_stmt *ask, struct gb_record *record)
{
	for (size_t i = 0; i < words->columns; i++) {
		void *to = (char *)record + words->column[i]->offset;
		const int place = (int)i + 2;
		if (words->column[i]->type == GB_NUMBER)
			*(double *)to = sqlite3_column_type(ask, place) != SQLITE_NULL
						? sqlite3_column_double(ask, place)
						: NAN;
		else if (words->column[i]->type == GB_STATUS)
			*(enum gb_row_status *)to =
				gb_row_status_read(gb_record_text((const char *)sqlite3_column_text(ask, place)));
		else
			*(const char **)to = gb_record_text((const char *)sqlite3_column_text(ask, place));
	}
}

static uint64_t hash_words(const struct gb_store_words *words, const struct gb_record *record)
{
	uint64_t hash = GB_HASH_BEGIN;

	for (size_t i = 0; i < words->columns; i++)
		hash = gb_hash_field(hash, record, words->column[i]);
	return gb_hash_finish(hash);
}

/* Cache the entry in the current row of `ask`, after checking it against its hash. NULL: failed. */
static struct gb_store_word *keep_entry(struct gb_store *store, struct gb_store_words *words, sqlite3_stmt *ask,
					struct gb_error *error)
{
	struct gb_record record = gb_record_empty();
	const int64_t number = sqlite3_column_int64(ask, 0);

	read_entry(words, ask, &record);
	const uint64_t hash = hash_words(words, &record);
	if (hash == (uint64_t)sqlite3_column_int64(ask, 1))
		return keep_word(words, &record, hash, number);
	gb_error_write(error, "%s: entry %lld of the table '%s' is damaged", store->path, (long long)number,
		       gb_store_table_name[words->table]);
	return NULL;
}

static struct gb_store_word *find_cached(const struct gb_store_words *words, const struct gb_record *record,
					 uint64_t hash)
{
	struct gb_store_word *word = words->slots > 0 ? words->by_hash[hash & (words->slots - 1)] : NULL;

	while (word != NULL && (word->hash != hash || !word_matches(words, word, record)))
		word = word->next_by_hash;
	return word;
}

/* `*found` NULL: the entry is not in the table. */
static int find_entry(struct gb_store *store, struct gb_store_words *words, const struct gb_record *record,
		      uint64_t hash, struct gb_store_word **found, struct gb_error *error)
{
	int code = SQLITE_DONE, status = GB_OK;

	*found = NULL;
	sqlite3_bind_int64(words->find, 1, (sqlite3_int64)hash);
	while (status == GB_OK && *found == NULL && (code = sqlite3_step(words->find)) == SQLITE_ROW) {
		struct gb_store_word *word = keep_entry(store, words, words->find, error);
		if (word == NULL)
			status = GB_FAILED;
		else if (word_matches(words, word, record))
			*found = word;
	}
	if (status == GB_OK && code != SQLITE_DONE && code != SQLITE_ROW)
		status = gb_store_fail(store, error);
	sqlite3_reset(words->find);
	return status;
}

static void bind_field(sqlite3_stmt *put, int place, const struct gb_record *record, const struct gb_column *column)
{
	const void *from = field_at(record, column);

	if (column->type == GB_NUMBER && isfinite(*(const double *)from))
		sqlite3_bind_double(put, place, *(const double *)from);
	else if (column->type == GB_NUMBER)
		sqlite3_bind_null(put, place);
	else
		sqlite3_bind_text(put, place,
				  column->type == GB_STATUS ? gb_row_status_word(*(const enum gb_row_status *)from)
							    : *(const char *const *)from,
				  -1, SQLITE_STATIC);
}

static int64_t put_entry(struct gb_store *store, struct gb_store_words *words, const struct gb_record *record,
			 uint64_t hash, struct gb_error *error)
{
	sqlite3_bind_int64(words->put, 1, (sqlite3_int64)hash);
	for (size_t i = 0; i < words->columns; i++)
		bind_field(words->put, (int)i + 2, record, words->column[i]);
	const int code = sqlite3_step(words->put);
	sqlite3_reset(words->put);
	sqlite3_clear_bindings(words->put);
	if (code != SQLITE_DONE)
		return gb_store_fail(store, error), 0;
	return keep_word(words, record, hash, sqlite3_last_insert_rowid(store->db))->number;
}

int64_t gb_store_words_number(struct gb_store *store, enum gb_store_table table, const struct gb_record *record,
			      struct gb_error *error)
{
	struct gb_store_words *words = open_words(store, table, error);

	if (words == NULL)
		return 0;
	const uint64_t hash = hash_words(words, record);
	struct gb_store_word *word = find_cached(words, record, hash);
	if (word == NULL && find_entry(store, words, record, hash, &word, error) != GB_OK)
		return 0;
	return word != NULL ? word->number : put_entry(store, words, record, hash, error);
}

/* NULL: failed. */
static struct gb_store_word *get_entry(struct gb_store *store, struct gb_store_words *words, int64_t number,
				       struct gb_error *error)
{
	struct gb_store_word *word = NULL;

	sqlite3_bind_int64(words->get, 1, number);
	const int code = sqlite3_step(words->get);
	if (code == SQLITE_ROW)
		word = keep_entry(store, words, words->get, error);
	else if (code == SQLITE_DONE)
		gb_error_write(error, "%s: is damaged: the table '%s' has no entry %lld", store->path,
			       gb_store_table_name[words->table], (long long)number);
	else
		gb_store_fail(store, error);
	sqlite3_reset(words->get);
	return word;
}

int gb_store_words_get(struct gb_store *store, enum gb_store_table table, int64_t number, struct gb_record *record,
		       struct gb_error *error)
{
	struct gb_store_words *words = open_words(store, table, error);

	if (words == NULL)
		return GB_FAILED;
	struct gb_store_word *word = words->slots > 0 ? words->by_number[(uint64_t)number & (words->slots - 1)] : NULL;
	while (word != NULL && word->number != number)
		word = word->next_by_number;
	if (word == NULL && (word = get_entry(store, words, number, error)) == NULL)
		return GB_FAILED;
	for (size_t i = 0; i < words->columns; i++) {
		void *to = (char *)record + words->column[i]->offset;
		if (words->column[i]->type == GB_NUMBER)
			*(double *)to = word->field[i].number;
		else if (words->column[i]->type == GB_STATUS)
			*(enum gb_row_status *)to = word->field[i].status;
		else
			*(const char **)to = word->field[i].text;
	}
	return GB_OK;
}

void gb_store_words_trim(struct gb_store *store)
{
	for (size_t i = 0; i < GB_STORE_WORDS; i++)
		if (store->words[i].count > (i == GB_STORE_RUN || i == GB_STORE_GPU ? KEPT_OF_VISITS_MAX : KEPT_MAX))
			free_cached_words(&store->words[i]);
}

void gb_store_words_free(struct gb_store *store)
{
	for (size_t i = 0; i < GB_STORE_WORDS; i++) {
		sqlite3_finalize(store->words[i].find);
		sqlite3_finalize(store->words[i].get);
		sqlite3_finalize(store->words[i].put);
		store->words[i].find = store->words[i].get = store->words[i].put = NULL;
		free_cached_words(&store->words[i]);
	}
}
