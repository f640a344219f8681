/* store_parts.h: what the files of the store share. For store*.c. */
#ifndef GB_STORE_PARTS_H
#define GB_STORE_PARTS_H

#include <sqlite3.h>

#include "record/store.h"

struct gb_store {
	sqlite3 *db;
	sqlite3_stmt *insert;
	char *path;
};

/* Sets what SQLite says. */
int gb_store_fail(const struct gb_store *store, struct gb_error *error);
int gb_store_execute(struct gb_store *store, const char *sql, struct gb_error *error);

/* Prepare a query that gives all columns of `row AS r`; what comes before SELECT, and after the columns. */
int gb_store_ask(struct gb_store *store, const char *with, const char *from, sqlite3_stmt **ask,
		 struct gb_error *error);
/* The row that a query by gb_store_ask() is at; its texts live until the next step. */
struct gb_record gb_store_record(sqlite3_stmt *ask);

#endif
