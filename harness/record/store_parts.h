/* store_parts.h: declarations shared by the files of the store, and by code that reads other SQLite databases as
 * cautiously (gb_store_connect()). */
#pragma once

#include <sqlite3.h>
#include <stdint.h>

#include "record/identity.h"
#include "record/store.h"
#include "record/times.h"

/* ---- tables (store_schema.c) ------------------------------------------------------------------------------------- */

/* A row is spread over several tables. Texts that many rows share are stored once, in a table of words, and the row
 * refers to them by number. The numbers of a row are integers; their factors are in the table of scales. */
enum gb_store_table {
	GB_STORE_RUN,   /* who measured, where, and in which job */
	GB_STORE_GPU,   /* a GPU, in the state in which a run found it */
	GB_STORE_PEER,  /* the other GPU of a pair */
	GB_STORE_POINT, /* what was measured */
	GB_STORE_OUTCOME,
	GB_STORE_SCALE,                 /* the factor of each number; below 0: its divisor */
	GB_STORE_WORDS,                 /* the number of tables of words */
	GB_STORE_VALUE = GB_STORE_WORDS /* the rows themselves: numbers, reason, time */
};

extern const char *const gb_store_table_name[GB_STORE_WORDS];
enum gb_store_table gb_store_table_of(const struct gb_column *column);
/* True if a table of words has this column. The table of scales has one for each number. */
bool gb_store_table_has(enum gb_store_table table, const struct gb_column *column);
/* The columns with numbers, in their order in `value` and `scale`. */
size_t gb_store_numbers(const struct gb_column *column[GB_COLUMN_COUNT]);

/* A row's number in `value`: GB_STORE_ROWS_MAX times the number of its visit, which is one run on one GPU, plus the
 * row's index in the visit. */
enum { GB_STORE_ROWS_MAX = 1 << 20 };

/* Create the tables; check that existing ones match exactly. */
int gb_store_make(struct gb_store *store, struct gb_error *error);
int gb_store_check(struct gb_store *store, struct gb_error *error);

/* ---- words (store_words.c) --------------------------------------------------------------------------------------- */

/* A table's words that this process has read or written. */
struct gb_store_words {
	enum gb_store_table table;
	const struct gb_column *column[GB_COLUMN_COUNT];
	size_t columns;
	sqlite3_stmt *find, *get, *put;              /* by hash; by number; a new entry */
	struct gb_store_word **by_hash, **by_number; /* hash tables of chains */
	size_t slots, count;
};

/* The number of the entry with the record's values in the table's columns, which is added if missing; 0: failed. */
int64_t gb_store_words_number(struct gb_store *store, enum gb_store_table table, const struct gb_record *record,
			      struct gb_error *error);
/* Copy an entry into the table's columns of the record; its texts are valid until gb_store_words_trim(). */
int gb_store_words_get(struct gb_store *store, enum gb_store_table table, int64_t number, struct gb_record *record,
		       struct gb_error *error);
/* Drop cached entries if there are many; call it between two rows. */
void gb_store_words_trim(struct gb_store *store);
void gb_store_words_free(struct gb_store *store);

/* ---- visits and rows (store_read.c) ---------------------------------------------------------------------------- */

/* One run on one GPU. Times are milliseconds since 1970. */
struct gb_store_visit {
	int64_t id, known, run, gpu; /* `known`: the GPU in any state */
	int64_t begun, ended;        /* GB_NO_TIME: its rows have none */
	int64_t stored, ordered;     /* `ordered`: orders the runs of a GPU */
	int64_t file;                /* the last file with rows of it */
	int64_t planned, came, failed, rows;
	uint64_t check; /* the checksum of its rows */
};

/* The columns of a visit for queries, in the order of the struct; and the visit in the current row of such a query. */
extern const char gb_store_visit_columns[];
struct gb_store_visit gb_store_visit_at(sqlite3_stmt *ask);

/* Read the rows of a visit in order. `roofs`: pass only rows that set a roof, but check all. */
int gb_store_read_visit(struct gb_store *store, const struct gb_store_visit *visit, bool roofs, gb_csv_record_fn *row,
			void *context, size_t *line, struct gb_error *error);

/* ---- values (store_schema.c) ------------------------------------------------------------------------------------- */

/* The integer and the scale of a number, which is exactly `*whole` times `*scale`, or divided by -`*scale` if the scale
 * is negative. False: the number has more than nine digits, or is far too large or small; the scale is unchanged. The
 * second function does the reverse. */
bool gb_store_pack(double number, int64_t *whole, double *scale);
double gb_store_unpack(int64_t whole, double scale);

/* Mix a value of a row into the checksum of its visit. */
uint64_t gb_store_mix_integer(uint64_t check, int64_t value);
uint64_t gb_store_mix_number(uint64_t check, double value);
uint64_t gb_store_mix_text(uint64_t check, const char *value);

/* ---- adding rows (store_add.c, store_visits.c) ------------------------------------------------------------------- */

/* The number of cached visits: rows of a node's GPUs may alternate in a file. */
enum { GB_STORE_AT_HAND = 64 };

/* A stream of rows into the store, within a transaction of the caller's. */
struct gb_store_adding {
	struct gb_store *store;
	const char *file;
	gb_csv_tell_fn *tell;
	void *context;
	sqlite3_stmt *known, *new_known, *visits, *new_visit, *put_visit, *put;
	struct gb_identities seen;                     /* rows of this file's runs, including those in the store */
	struct gb_identities fetched;                  /* the runs and GPUs whose stored rows are among them */
	struct gb_identities points;                   /* the rows of each visit */
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
/* Combine two numbers into a key for entries already seen. */
uint64_t gb_store_pair(int64_t a, int64_t b);

int gb_store_adding_begin(struct gb_store_adding **out, struct gb_store *store, const char *file, gb_csv_tell_fn *tell,
			  void *context, struct gb_error *error);
gb_csv_record_fn gb_store_adding_row; /* `context`: a gb_store_adding */
int gb_store_adding_end(struct gb_store_adding *adding, int status, size_t *rows, struct gb_error *error);

/* ---- the store --------------------------------------------------------------------------------------------------- */

struct gb_store {
	sqlite3 *db;
	char *path;
	struct gb_store_words words[GB_STORE_WORDS];
	sqlite3_stmt *rows; /* of a visit, for gb_store_read_visit() */
};

/* Set the error to SQLite's message. */
int gb_store_fail(const struct gb_store *store, struct gb_error *error);
int gb_store_execute(struct gb_store *store, const char *sql, struct gb_error *error);
int gb_store_prepare(struct gb_store *store, const char *sql, sqlite3_stmt **statement, struct gb_error *error);
/* Open a database without trusting its contents; `flags` are those of sqlite3_open_v2(). Only one thread at a time may
 * use it: locking for each field would take a third of the time. */
int gb_store_connect(struct gb_store **out, const char *path, int flags, struct gb_error *error);
/* The layout number, from SQLite's user_version. */
int gb_store_layout(struct gb_store *store, int *layout, struct gb_error *error);
