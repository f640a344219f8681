#include "ab/taker.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ab/csv_scan.h"
#include "base/heap.h"
#include "base/text.h"

enum { REASON_TEXT = 128 };

int gb_taker_open(struct gb_taker *taker, const struct gb_taker_wish *wish, struct gb_error *error)
{
	char reason[REASON_TEXT];

	*taker = (struct gb_taker){ .wish = wish };
	if (wish->match == NULL)
		return GB_OK;
	const int wrong = regcomp(&taker->regex, wish->match, REG_EXTENDED | REG_NEWLINE);
	if (wrong == 0)
		return GB_OK;
	regerror(wrong, &taker->regex, reason, sizeof reason);
	return gb_error_set(error, "--match '%s': %s", wish->match, reason);
}

void gb_taker_close(struct gb_taker *taker)
{
	if (taker->wish != NULL && taker->wish->match != NULL)
		regfree(&taker->regex);
}

bool gb_taker_reads(const struct gb_taker_wish *wish)
{
	return wish->match != NULL || wish->column != NULL;
}

static int take_match(const struct gb_taker *taker, const char *text, double *value, struct gb_error *error)
{
	const char *after = NULL, *at = text;
	regmatch_t match;
	char *end;

	while (regexec(&taker->regex, at, 1, &match, at == text || at[-1] == '\n' ? 0 : REG_NOTBOL) == 0) {
		after = at + match.rm_eo;
		if (*after == '\0')
			break;
		at = match.rm_eo > match.rm_so ? after : after + 1; /* the expression may match an empty string */
	}
	if (after == NULL)
		return gb_error_set(error, "nothing in its output matches '%s'", taker->wish->match);
	*value = strtod(after, &end);
	if (end == after)
		return gb_error_set(error, "no number follows the last match of '%s'", taker->wish->match);
	if ((*end == ',' || *end == '.') && isdigit((unsigned char)end[1]))
		return gb_error_set(error, "after '%s': found '%.*s', expected a number as C writes it: 1234.5",
				    taker->wish->match, (int)strcspn(after, " \t\n"), after);
	return GB_OK;
}

struct columns {
	const struct gb_taker_wish *wish;
	size_t value, *where;
	double logs;
	size_t rows;
};

static size_t find_where(const char *where, const char *const *field, size_t fields)
{
	const size_t length = strcspn(where, "=");

	for (size_t i = 0; i < fields; i++)
		if (strlen(field[i]) == length && strncmp(field[i], where, length) == 0)
			return i;
	return fields;
}

static int take_header(struct columns *c, const char *const *field, size_t fields, struct gb_error *error)
{
	c->value = gb_csv_find(field, fields, c->wish->column);
	if (c->value == fields)
		return gb_error_set(error, "the CSV that it printed has no column '%s'", c->wish->column);
	for (size_t i = 0; i < c->wish->wheres; i++) {
		c->where[i] = find_where(c->wish->where[i], field, fields);
		if (c->where[i] == fields)
			return gb_error_set(error, "--where '%s': the CSV that it printed has no such column",
					    c->wish->where[i]);
	}
	return GB_OK;
}

static bool is_wanted_row(const struct columns *c, const char *const *field, size_t fields)
{
	for (size_t i = 0; i < c->wish->wheres; i++)
		if (c->where[i] >= fields || strcmp(field[c->where[i]], strchr(c->wish->where[i], '=') + 1) != 0)
			return false;
	return true;
}

static int take_row(void *context, const char *const *field, size_t fields, size_t number, struct gb_error *error)
{
	struct columns *c = context;

	if (number == 1)
		return take_header(c, field, fields, error);
	if (!is_wanted_row(c, field, fields))
		return GB_OK;
	const double value = c->value < fields ? gb_text_number(field[c->value]) : NAN;
	if (!(value > 0))
		return gb_error_set(error, "row %zu of the CSV that it printed: '%s' is not a number above 0: %s",
				    number, c->value < fields ? field[c->value] : "", c->wish->column);
	c->logs += log(value);
	c->rows++;
	return GB_OK;
}

static int take_column(struct gb_taker *taker, const char *text, size_t size, double *value, struct gb_error *error)
{
	size_t *where = gb_heap_array(taker->wish->wheres + 1, sizeof *where);
	struct columns c = { .wish = taker->wish, .where = where };

	int status = gb_csv_scan(text, size, take_row, &c, error);
	free(where);
	if (status == GB_OK && c.rows == 0)
		status = gb_error_set(error, "the CSV that it printed has no such row");
	if (status == GB_OK && taker->rows > 0 && c.rows != taker->rows)
		status = gb_error_set(error,
				      "the CSV that it printed has %zu such rows, but that of the first "
				      "run has %zu",
				      c.rows, taker->rows);
	if (status != GB_OK)
		return status;
	taker->rows = c.rows;
	*value = exp(c.logs / (double)c.rows);
	return GB_OK;
}

int gb_taker_take(struct gb_taker *taker, const struct gb_child_end *end, const char *text, size_t size, double *value,
		  struct gb_error *error)
{
	double found = taker->wish->processor ? end->processor_seconds : end->seconds;
	int status = GB_OK;

	if (taker->wish->column != NULL)
		status = take_column(taker, text, size, &found, error);
	else if (taker->wish->match != NULL)
		status = take_match(taker, text, &found, error);
	if (status == GB_OK && !(isfinite(found) && found > 0))
		status = gb_error_set(error, "%s is %g, and a ratio needs a value above 0", gb_taker_name(taker->wish),
				      found);
	if (status == GB_OK)
		*value = found;
	return status;
}

const char *gb_taker_name(const struct gb_taker_wish *wish)
{
	return wish->column != NULL  ? wish->column
	       : wish->match != NULL ? wish->match
	       : wish->processor     ? "processor time"
				     : "wall time";
}

const char *gb_taker_unit(const struct gb_taker_wish *wish)
{
	return gb_taker_reads(wish) ? "" : "s";
}
