/* store_parts.h: declarations shared by the files of the store, and by code that reads other SQLite databases with
 * the same care (gb_store_connect()). */
#pragma once

#include <sqlite3.h>
#include <stdint.h>

#include "record/identity.h"
#include "record/store.h"
#include "record/times.h"

/* ---- tables (store_schema.c) ------------------------------------------------------------------------------------- */

/* A row is spread over several tables: texts that many rows share are stored once, in a table of words, and the row
 * refers to them by number. The numbers of a row are integers, and their factors are in the table of scales. */
enum gb_store_table {
	GB_STORE_RUN,                   /* who measured, where, and in which job */
	GB_STORE_GPU,                   /* a GPU, in the state in which a run found it */
	GB_STORE_PEER,                  /* the other GPU of a pair */
	GB_STORE_POINT,                 /* what was measured */
	GB_STORE_OUTCOME,               /* the outcome */
	GB_STORE_SCALE,                 /* for each number the factor; below 0: the divisor */
	GB_STORE_WORDS,                 /* number of tables of words */
	GB_STORE_VALUE = GB_STORE_WORDS /* the rows themselves: numbers, reason, time */
};

extern const char *const gb_store_table_name[GB_STORE_WORDS];
/* The table that holds a column's words or numbers. */
enum gb_store_table gb_store_table_of(const struct gb_column *column);
/* True if a table of words has this column; the table of scales has one for each number. */
bool gb_store_table_has(enum gb_store_table table, const struct gb_column *column);
/* The numbers of a row, in their order in `value` and `scale`. */
size_t gb_store_numbers(const struct gb_column *column[GB_COLUMN_COUNT]);

/* A row's number in `value` is that of its visit, which is one run on one GPU, times GB_STORE_ROWS_MAX, plus its index
 * there. */
enum { GB_STORE_ROWS_MAX = 1 << 20 };

/* Create the tables, and check that existing ones match exactly. */
int gb_store_make(struct gb_store *store, struct gb_error *error);
int gb_store_check(struct gb_store *store, struct gb_error *error);

/* ---- words (store_words.c) --------------------------------------------------------------------------------------- */

/* Words of a table that this process read or wrote. */
struct gb_store_words {
	enum gb_store_table table;
	const struct gb_column *column[GB_COLUMN_COUNT];
	size_t columns;
	sqlite3_stmt *find, *get, *put;              /* by hash; by number; a new entry */
	struct gb_store_word **by_hash, **by_number; /* hash tables of chains */
	size_t slots, count;
};

/* The number of the record's words in the columns of the table, which are added if missing; 0: failed. */
int64_t gb_store_words_number(struct gb_store *store, enum gb_store_table table, const struct gb_record *record,
			      struct gb_error *error);
/* Copy the table's columns into the record; texts are valid until gb_store_words_trim(). */
int gb_store_words_get(struct gb_store *store, enum gb_store_table table, int64_t number, struct gb_record *record,
		       struct gb_error *error);
/* Call between two rows: drops cached entries of tables if there are many. */
void gb_store_words_trim(struct gb_store *store);
void gb_store_words_free(struct gb_store *store);

/* ---- visits and rows (store_read.c) ---------------------------------------------------------------------------- */

/* One run on one GPU. Times are milliseconds since 1970. */
struct gb_store_visit {
	int64_t id, known, run, gpu; /* `known`: the GPU in any state */
	int64_t begun, ended;        /* GB_NO_TIME: not in its rows */
	int64_t stored, ordered;     /* `ordered`: the key for the place of a run among those of its GPU */
	int64_t file;                /* the last file with rows of it */
	int64_t planned, came, failed, rows;
	uint64_t check; /* of its rows */
};

/* The columns of a visit in the order of the struct, for queries; and the visit at the current row of such a query. */
extern const char gb_store_visit_columns[];
struct gb_store_visit gb_store_visit_at(sqlite3_stmt *ask);

/* Read the rows of a visit in order; `roofs`: pass only rows that set one, but check all rows. */
int gb_store_read_visit(struct gb_store *store, const struct gb_store_visit *visit, bool roofs, gb_csv_record_fn *row,
			void *context, size_t *line, struct gb_error *error);

/* ---- values (store_schema.c) ------------------------------------------------------------------------------------- */

/* The integer and scale of a number: `*whole` times `*scale`, or divided by -`*scale` if that is below 0, is exactly
 * the number; false: the number has more than nine digits, or is far too large or small, and the scale is unchanged.
 * The second function does the reverse. */
bool gb_store_pack(double number, int64_t *whole, double *scale);
double gb_store_unpack(int64_t whole, double scale);

/* The contribution of a row to the checksum of a visit. */
uint64_t gb_store_mix_integer(uint64_t check, int64_t value);
uint64_t gb_store_mix_number(uint64_t check, double value);
uint64_t gb_store_mix_text(uint64_t check, const char *value);

/* ---- adding rows (store_add.c, store_visits.c) ------------------------------------------------------------------- */

/* This many visits are cached: rows of a node's GPUs may alternate in a file. */
enum { GB_STORE_AT_HAND = 64 };

/* A stream of rows into the store, in a transaction of the caller's. */
struct gb_store_adding {
	struct gb_store *store;
	const char *file;
	gb_csv_tell_fn *tell;
	void *context;
	sqlite3_stmt *known, *new_known, *visits, *new_visit, *put_visit, *put;
	struct gb_identities seen;                     /* rows of this file's runs, including those in the store */
	struct gb_identities fetched;                  /* runs of GPUs whose rows in the store are among them */
	struct gb_identities points;                   /* rows of each visit, if it has any */
	struct gb_store_visit visit[GB_STORE_AT_HAND]; /* id 0: none */
	size_t last;
	int64_t now, number; /* of the file */
	const struct gb_column *column[GB_COLUMN_COUNT];
	size_t columns;
	size_t rows, otherwise;
	size_t odd; /* visits with impossible dates */
};

/* The visit of a row, added if new; NULL: failed. */
struct gb_store_visit *gb_store_adding_visit(struct gb_store_adding *a, const struct gb_record *record,
					     struct gb_error *error);
int gb_store_adding_put_visit(struct gb_store_adding *a, const struct gb_store_visit *v, struct gb_error *error);
/* Two numbers combined into one, as a key for entries already seen. */
uint64_t gb_store_pair(int64_t a, int64_t b);

int gb_store_adding_begin(struct gb_store_adding **out, struct gb_store *store, const char *file, gb_csv_tell_fn *tell,
			  void *context, struct gb_error *error);
gb_csv_record_fn gb_store_adding_row; /* the context: a gb_store_adding */
int gb_store_adding_end(struct gb_store_adding *adding, int status, size_t *rows, struct gb_error *error);

/* ---- the store --------------------------------------------------------------------------------------------------- */

struct gb_store {
	sqlite3 *db;
	char *path;
	struct gb_store_words words[GB_STORE_WORDS];
	sqlite3_stmt *rows; /* of a visit, by gb_store_read_visit() */
};

/* Sets the error to SQLite's message. */
int gb_store_fail(const struct gb_store *store, struct gb_error *error);
int gb_store_execute(struct gb_store *store, const char *sql, struct gb_error *error);
int gb_store_prepare(struct gb_store *store, const char *sql, sqlite3_stmt **statement, struct gb_error *error);
/* Open a database without trusting its contents; `flags` as for sqlite3_open_v2(). Only one thread at a time may use
 * it: locking for each field would take a third of the time. */
int gb_store_connect(struct gb_store **out, const char *path, int flags, struct gb_error *error);
/* SQLite's own field for the number of a layout. */
int gb_store_layout(struct gb_store *store, int *layout, struct gb_error *error);
