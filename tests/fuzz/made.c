#include "made.h"

#include <csv.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/escape.h"
#include "record/csv.h"

/* ---- a file ------------------------------------------------------------------------------------------------------ */

enum { ROWS_MAX = 20, TEXTS_MAX = 64 };

/* The meaning of a byte in the first line. The last choice in each set is a text of the input. */
static const struct {
	const char *roof, *unit;
} sets[] = { { "dram.read", "B/s" },
	     { "l2.read", "B/s" },
	     { "l1.read", "B/s" },
	     { "shared.read", "B/s" },
	     { "fp32", "FLOP/s" },
	     { "fp64", "FLOP/s" },
	     { "tensor.bf16", "FLOP/s" },
	     { "int32", "OP/s" },
	     { "launch.gap", "s" },
	     { "dram.latency", "cycles" },
	     { NULL, "B/s" },
	     { NULL, "FLOP/s" },
	     { "dram.read", NULL },
	     { "fp32", NULL },
	     { NULL, NULL },
	     { "", "B/s" } };
static const char *const statuses[] = { "ok", "suspect", "failed", NULL };
static const char *const values[] = { "4e12", "1.5e12", "", "0", "-3", "1e308", "1e-308", "123456789" };

struct texts {
	char *line[TEXTS_MAX];
	size_t count, next;
};

static const char *next_text(struct texts *texts)
{
	return texts->count > 0 ? texts->line[texts->next++ % texts->count] : "";
}

/* Always quoted, because a file can contain any text. */
static void put_field(FILE *out, bool first, const char *text)
{
	if (!first)
		fputc(',', out);
	csv_fwrite(out, text, strlen(text));
}

static const char *field_of(const struct gb_column *column, unsigned char code, size_t row, struct texts *texts)
{
	const char *known = NULL;

	if (column->type == GB_NUMBER)
		return values[(code + row * 3 + column->offset / 8) % (sizeof values / sizeof values[0])];
	if (strcmp(column->name, "schema") == 0)
		return GB_SCHEMA;
	if (strcmp(column->name, "roof") == 0)
		known = sets[code % 16].roof;
	else if (strcmp(column->name, "unit") == 0)
		known = sets[code % 16].unit;
	else if (strcmp(column->name, "status") == 0)
		known = statuses[code / 16 % 4];
	else if (strcmp(column->name, "gpu_name") == 0 && code < 128 && texts->count > 0)
		known = texts->line[0]; /* a card of the first model */
	else if (strcmp(column->name, "gpu_uuid") == 0 && row % 4 != 0 && texts->count > 0)
		known = texts->line[row % texts->count]; /* a card that already has rows */
	return known != NULL ? known : next_text(texts);
}

static void put_rows(FILE *out, char *text)
{
	struct gb_error error = { "" };
	struct texts texts = { .count = 0 };
	const char *codes = fuzz_next(&text, '\n');

	while (texts.count < TEXTS_MAX && (texts.line[texts.count] = fuzz_next(&text, '\n')) != NULL)
		texts.count++;
	gb_csv_write_header(out, &error);
	for (size_t row = 0; row < ROWS_MAX && codes[row] != '\0'; row++) {
		for (const struct gb_column *c = gb_columns; c->name != NULL; c++)
			put_field(out, c == gb_columns, field_of(c, (unsigned char)codes[row], row, &texts));
		fputs("\r\n", out);
	}
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */

static int take_row(void *context, const struct gb_record *record, size_t line, struct gb_error *error)
{
	struct made *made = context;

	gb_report_rows_add(&made->rows, record);
	if (gb_history_add(&made->history, record, error) != GB_OK)
		return GB_FAILED;
	gb_roofs_add(&made->roofs, record);
	return GB_OK;
}

static void hear(void *context, const char *text)
{
	fuzz_require(strpbrk(text, "\r\n") == NULL, "more than one line: %s", text);
}

static void read_file(struct made *made, const char *bytes, size_t size)
{
	struct gb_error error = { "" };
	char path[32];
	const int fd = memfd_create("fuzz", 0);

	fuzz_require(fd >= 0 && pwrite(fd, bytes, size, 0) == (ssize_t)size, "no file");
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	if (gb_csv_read_lenient(path, take_row, hear, made, &error) != GB_OK)
		fuzz_one_line(&error);
	close(fd);
	gb_roofs_sort(&made->roofs);
}

bool made_read(struct made *made, const uint8_t *bytes, size_t size)
{
	struct gb_error error = { "" };
	struct written file;
	char *text = fuzz_text(bytes, size);

	*made = (struct made){ .history.with_intervals = true,
			       .comparison = { .roofs = &made->roofs, .baseline_name = text, .margin = 0.01 } };
	written_open(&file);
	if (size > 0 && bytes[0] == '@') {
		gb_csv_write_header(file.file, &error);
		fwrite(bytes + 1, 1, size - 1, file.file);
	} else if (strlen(text) == size && strchr(text, '\n') != NULL)
		put_rows(file.file, text);
	else
		fwrite(bytes, 1, size, file.file);
	written_close(&file);
	gb_report_rows_begin(&made->rows);
	read_file(made, file.text, file.size);
	gb_history_settle(&made->history);
	gb_report_rows_end(&made->rows);
	written_free(&file);
	made->comparison.baseline_name = "a\033file";
	free(text);
	if (made->roofs.count == 0) {
		made_free(made);
		return false;
	}
	gb_fleet_of(&made->comparison.fleet, &made->roofs);
	gb_outliers_judge(&made->comparison.fleet, NULL, NULL, 0.025);
	made->comparison.base = made->comparison.fleet.model; /* any will do */
	gb_baseline_of(&made->baseline, &made->roofs);
	made->comparison.baseline = &made->baseline;
	return true;
}

void made_free(struct made *made)
{
	gb_baseline_free(&made->baseline);
	gb_fleet_free(&made->comparison.fleet);
	gb_report_rows_free(&made->rows);
	gb_history_free(&made->history);
	gb_roofs_free(&made->roofs);
}

/* ---- outputs ----------------------------------------------------------------------------------------------------- */

void written_open(struct written *w)
{
	*w = (struct written){ 0 };
	w->file = open_memstream(&w->text, &w->size);
	fuzz_require(w->file != NULL, "out of memory");
}

const char *written_close(struct written *w)
{
	fuzz_require(fclose(w->file) == 0, "out of memory");
	w->file = NULL;
	return w->text;
}

void written_free(struct written *w)
{
	free(w->text);
}

void check_visible(const char *what, const char *text)
{
	const char *line = text, *end;

	for (; *line != '\0'; line = *end != '\0' ? end + 1 : end) {
		end = line + strcspn(line, "\n");
		char *one = strndup(line, (size_t)(end - line)), *shown = gb_escape_copy(GB_ESCAPE_LINE, one);
		fuzz_require(one != NULL && shown != NULL, "out of memory");
		fuzz_require(strcmp(one, shown) == 0, "%s: a line with what does not show: %s", what, shown);
		free(shown);
		free(one);
	}
}

void check_lines(const char *what, const char *text, const char *expression)
{
	static struct {
		const char *expression;
		regex_t regex;
	} kept[8]; /* compiling takes longer than using */
	const char *line = text, *end;
	size_t i = 0;

	while (kept[i].expression != NULL && kept[i].expression != expression)
		i++;
	if (kept[i].expression == NULL)
		fuzz_require(regcomp(&kept[i].regex, expression, REG_EXTENDED | REG_NOSUB) == 0, "%s", expression);
	kept[i].expression = expression;
	for (; *line != '\0'; line = *end != '\0' ? end + 1 : end) {
		end = line + strcspn(line, "\n");
		char *one = strndup(line, (size_t)(end - line));
		fuzz_require(one != NULL && regexec(&kept[i].regex, one, 0, NULL, 0) == 0, "%s: not of its format: %s",
			     what, one);
		free(one);
	}
}
