/* store_schema.c: makes and checks the tables of a store, packs numbers, and computes checksums of rows. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "record/store_parts.h"

enum { SQL_MAX = 16384 };

const char *const gb_store_table_name[GB_STORE_WORDS] = {
	[GB_STORE_RUN] = "run",     [GB_STORE_GPU] = "gpu",         [GB_STORE_PEER] = "peer",
	[GB_STORE_POINT] = "point", [GB_STORE_OUTCOME] = "outcome", [GB_STORE_SCALE] = "scale",
};

static bool is_column_at(const struct gb_column *column, size_t offset)
{
	return column->offset == offset;
}

/* Times are rarely repeated. The facts about a pair's other GPU would need an entry for each pair. */
enum gb_store_table gb_store_table_of(const struct gb_column *column)
{
	if (is_column_at(column, offsetof(struct gb_record, time_utc)))
		return GB_STORE_VALUE;
	if (is_column_at(column, offsetof(struct gb_record, peer_uuid)))
		return GB_STORE_PEER;
	switch (column->group) {
	case GB_COLUMN_RUN:
		return GB_STORE_RUN;
	case GB_COLUMN_DEVICE:
		return GB_STORE_GPU;
	case GB_COLUMN_POINT:
		return GB_STORE_POINT;
	default:
		break;
	}
	if (column->type == GB_NUMBER)
		return GB_STORE_VALUE;
	return column->group == GB_COLUMN_VALUE ? GB_STORE_POINT : GB_STORE_OUTCOME;
}

bool gb_store_table_has(enum gb_store_table table, const struct gb_column *column)
{
	const enum gb_store_table its = gb_store_table_of(column);

	return table == GB_STORE_SCALE ? its == GB_STORE_VALUE && column->type == GB_NUMBER : its == table;
}

size_t gb_store_numbers(const struct gb_column *column[GB_COLUMN_COUNT])
{
	size_t count = 0;

	for (const struct gb_column *c = gb_columns; c->name != NULL; c++)
		if (gb_store_table_has(GB_STORE_SCALE, c))
			column[count++] = c;
	return count;
}

/* ---- creating the tables ----------------------------------------------------------------------------------------- */

/* An entry in a table of words is found by the hash of its contents. */
static void write_words_table(enum gb_store_table table, char *sql, size_t size)
{
	gb_text_add(sql, size, "CREATE TABLE \"%s\"(id INTEGER PRIMARY KEY, hash INTEGER NOT NULL",
		    gb_store_table_name[table]);
	for (const struct gb_column *c = gb_columns; c->name != NULL; c++)
		if (gb_store_table_has(table, c))
			gb_text_add(sql, size, ", \"%s\" %s", c->name, c->type == GB_NUMBER ? "REAL" : "TEXT NOT NULL");
	gb_text_add(sql, size, ")");
}

static const char known[] = "CREATE TABLE known(id INTEGER PRIMARY KEY, gpu TEXT NOT NULL UNIQUE)";

static const char visit[] = "CREATE TABLE visit(id INTEGER PRIMARY KEY, known INTEGER NOT NULL REFERENCES known, "
			    "run INTEGER NOT NULL REFERENCES run, gpu INTEGER NOT NULL REFERENCES gpu, "
			    "begun INTEGER, ended INTEGER, stored INTEGER NOT NULL, ordered INTEGER NOT NULL, "
			    "file INTEGER NOT NULL, planned INTEGER NOT NULL, came INTEGER NOT NULL, "
			    "failed INTEGER NOT NULL, \"rows\" INTEGER NOT NULL, \"check\" INTEGER NOT NULL)";

static const char visit_order[] = "CREATE INDEX visit_order ON visit(known, ordered, id)";

static const char file[] = "CREATE TABLE file(id INTEGER PRIMARY KEY, name TEXT NOT NULL, stored INTEGER NOT NULL)";

/* A column without a type stores its values unchanged: an integer, which its scale multiplies, or any other number. */
static void write_value_table(char *sql, size_t size)
{
	const struct gb_column *number[GB_COLUMN_COUNT];
	const size_t numbers = gb_store_numbers(number);

	gb_text_add(sql, size,
		    "CREATE TABLE value(id INTEGER PRIMARY KEY, point INTEGER NOT NULL, outcome INTEGER NOT NULL, "
		    "scale INTEGER NOT NULL, peer INTEGER, time");
	for (size_t i = 0; i < numbers; i++)
		gb_text_add(sql, size, ", \"%s\"", number[i]->name);
	gb_text_add(sql, size, ")");
}

static const char time_of[] = "CASE typeof(value.time) WHEN 'integer' THEN strftime('%Y-%m-%dT%H:%M:%fZ', "
			      "(coalesce(visit.begun, 0) + value.time) / 1000.0, 'unixepoch') ELSE value.time END";

static void write_view_column(const struct gb_column *c, char *sql, size_t size)
{
	const enum gb_store_table table = gb_store_table_of(c);

	if (is_column_at(c, offsetof(struct gb_record, time_utc)))
		gb_text_add(sql, size, "%s", time_of);
	else if (table == GB_STORE_PEER)
		gb_text_add(sql, size, "coalesce(peer.\"%s\", '')", c->name);
	else if (table != GB_STORE_VALUE)
		gb_text_add(sql, size, "\"%s\".\"%s\"", gb_store_table_name[table], c->name);
	else
		gb_text_add(sql, size,
			    "CASE WHEN typeof(value.\"%s\") <> 'integer' THEN value.\"%s\" WHEN scale.\"%s\" > 0 THEN "
			    "value.\"%s\" * scale.\"%s\" ELSE value.\"%s\" / -scale.\"%s\" END",
			    c->name, c->name, c->name, c->name, c->name, c->name, c->name);
	gb_text_add(sql, size, " AS \"%s\"", c->name);
}

/* The rows with the columns of the CSV, for other programs. gpubench does not use this view. */
static void write_view(char *sql, size_t size)
{
	gb_text_add(sql, size, "CREATE VIEW \"row\" AS SELECT ");
	for (const struct gb_column *c = gb_columns; c->name != NULL; c++) {
		gb_text_add(sql, size, "%s", c == gb_columns ? "" : ", ");
		write_view_column(c, sql, size);
	}
	gb_text_add(sql, size,
		    " FROM value CROSS JOIN visit ON visit.id = value.id / %d CROSS JOIN run ON run.id = visit.run "
		    "CROSS JOIN gpu ON gpu.id = visit.gpu CROSS JOIN point ON point.id = value.point "
		    "CROSS JOIN outcome ON outcome.id = value.outcome CROSS JOIN scale ON scale.id = value.scale "
		    "LEFT JOIN peer ON peer.id = value.peer",
		    GB_STORE_ROWS_MAX);
}

static const char runs[] =
	"CREATE VIEW runs AS SELECT known.gpu, run.run_id, run.host, gpu.device, gpu.pci_bus_id, run.version, "
	"run.mode, strftime('%Y-%m-%dT%H:%M:%fZ', visit.begun / 1000.0, 'unixepoch') AS begun, "
	"strftime('%Y-%m-%dT%H:%M:%fZ', visit.ended / 1000.0, 'unixepoch') AS ended, strftime('%Y-%m-%dT%H:%M:%fZ', "
	"visit.stored / 1000.0, 'unixepoch') AS stored, visit.planned, visit.came, visit.failed, visit.\"rows\" FROM "
	"visit JOIN known ON known.id = visit.known JOIN run ON run.id = visit.run JOIN gpu ON gpu.id = visit.gpu";

enum { MADE_OF_WORDS = 2 * GB_STORE_WORDS, MADE = MADE_OF_WORDS + 7 };

static const char *make_statement(size_t i, char sql[SQL_MAX])
{
	static const char *const fixed[] = { known, visit, visit_order, file, runs };
	const size_t rest = i - MADE_OF_WORDS;

	sql[0] = '\0';
	if (i < GB_STORE_WORDS)
		write_words_table((enum gb_store_table)i, sql, SQL_MAX);
	else if (i < MADE_OF_WORDS)
		gb_text_add(sql, SQL_MAX, "CREATE INDEX %s_hash ON \"%s\"(hash)",
			    gb_store_table_name[i - GB_STORE_WORDS], gb_store_table_name[i - GB_STORE_WORDS]);
	else if (rest < sizeof fixed / sizeof fixed[0])
		return fixed[rest];
	else if (i == MADE - 2)
		write_value_table(sql, SQL_MAX);
	else
		write_view(sql, SQL_MAX);
	return sql;
}

int gb_store_make(struct gb_store *store, struct gb_error *error)
{
	char sql[SQL_MAX];
	int status = GB_OK;

	for (size_t i = 0; i < MADE && status == GB_OK; i++)
		status = gb_store_execute(store, make_statement(i, sql), error);
	return status;
}

/* ---- checking the tables ----------------------------------------------------------------------------------------- */

static bool is_our_statement(const char *there)
{
	char sql[SQL_MAX];

	for (size_t i = 0; i < MADE; i++)
		if (strcmp(make_statement(i, sql), there) == 0)
			return true;
	return false;
}

/* If there are as many statements as there should be, all are known and all differ (which SQLite ensures), none is
 * missing. An index that SQLite makes for a UNIQUE constraint has no statement. */
int gb_store_check(struct gb_store *store, struct gb_error *error)
{
	sqlite3_stmt *ask;
	size_t ours = 0, others = 0;
	int code;

	GB_TRY(gb_store_prepare(store, "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL", &ask, error));
	while ((code = sqlite3_step(ask)) == SQLITE_ROW) {
		const char *there = (const char *)sqlite3_column_text(ask, 0);
		if (there != NULL && is_our_statement(there))
			ours++;
		else
			others++;
	}
	int status = code == SQLITE_DONE ? GB_OK : gb_store_fail(store, error);
	sqlite3_finalize(ask);
	if (status == GB_OK && (ours != MADE || others > 0))
		status = gb_error_set(error,
				      "%s: its tables are not those of this version of gpubench. "
				      "'gpubench store --upgrade %s NEW' makes a store from its rows",
				      store->path, store->path);
	return status;
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

/* The number is exactly `*whole` times 10^`*exponent`. False: it has more than nine digits, or is far too large or
 * small. */
static bool split_decimal(double number, int64_t *whole, int *exponent)
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

/* 10^22 is the largest power that a double represents exactly, so each product and quotient is rounded only once. */
static double decimal_scale(int exponent)
{
	double scale = 1;

	for (int i = 0; i < abs(exponent); i++)
		scale *= 10;
	return exponent < 0 ? -scale : scale;
}

double gb_store_unpack(int64_t whole, double scale)
{
	return scale > 0 ? (double)whole * scale : (double)whole / -scale;
}

bool gb_store_pack(double number, int64_t *whole, double *scale)
{
	int exponent;

	if (!split_decimal(number, whole, &exponent) || gb_store_unpack(*whole, decimal_scale(exponent)) != number)
		return false;
	*scale = decimal_scale(exponent);
	return true;
}

/* ---- checks ------------------------------------------------------------------------------------------------------ */

static uint64_t mix_value(uint64_t check, uint64_t kind, uint64_t value)
{
	return gb_hash_finish(check ^ (value + kind * GB_HASH_STEP));
}

uint64_t gb_store_mix_integer(uint64_t check, int64_t value)
{
	return mix_value(check, 1, (uint64_t)value);
}

uint64_t gb_store_mix_number(uint64_t check, double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof bits);
	return mix_value(check, 2, bits);
}

uint64_t gb_store_mix_text(uint64_t check, const char *value)
{
	return mix_value(check, 3, value[0] != '\0' ? gb_hash_mix(GB_HASH_BEGIN, value, strlen(value)) : 0);
}
