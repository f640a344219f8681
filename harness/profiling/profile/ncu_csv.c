/* ncu_csv.c: parses the lines that Nsight Compute prints. */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/text.h"
#include "profile/ncu_reading.h"

/* A template's name may have thousands of letters. A line with every metric has a hundred thousand bytes. */
enum { LINE_MAX_BYTES = 1 << 21, COLUMNS_MAX = 16384 };

static const char *const text_names[GB_NCU_TEXTS] = {
	[GB_NCU_ID] = "ID",
	[GB_NCU_KERNEL] = "Kernel Name",
	[GB_NCU_BLOCK] = "Block Size",
	[GB_NCU_GRID] = "Grid Size",
	[GB_NCU_DEVICE] = "Device",
	[GB_NCU_CAPABILITY] = "CC",
	[GB_NCU_GPU] = "device__attribute_display_name",
	[GB_NCU_METRIC] = "Metric Name",
	[GB_NCU_UNIT] = "Metric Unit",
	[GB_NCU_VALUE] = "Metric Value",
};

/* ---- messages of ncu --------------------------------------------------------------------------------------------- */

static bool begins_with(const char *line, const char *words)
{
	return strncmp(line, words, strlen(words)) == 0;
}

/* ncu also ends a line of progress with an error: "==PROF== Profiling "k": 0%....50%==ERROR== Failed". */
static void note_said(struct gb_ncu_said *said, const char *line)
{
	static const char mark[] = "==ERROR== ", returned[] = "The application returned an error code (";
	const char *code = strstr(line, returned), *error = begins_with(line, "==") ? strstr(line, mark) : NULL;

	said->no_permission |= strstr(line, "ERR_NVGPUCTRPERM") != NULL;
	said->is_nvprof |= strstr(line, "== NVPROF is profiling process") != NULL;
	said->no_kernels |= strstr(line, "No kernels were profiled") != NULL;
	if (code != NULL)
		said->application = (int)strtol(code + strlen(returned), NULL, 10);
	else if (error != NULL && said->error[0] == '\0' &&
		 (said->application == 0 || !begins_with(error + strlen(mark), "An error occurred while")))
		gb_text_copy(said->error, sizeof said->error, error + strlen(mark));
}

/* Skips a line that cannot be read, and reports the first one. */
void gb_ncu_refuse_line(struct gb_ncu_reading *r, const char *reason)
{
	if (r->bad)
		return;
	r->bad = true;
	if (r->fit == NULL && r->said->wrongs++ == 0)
		gb_text_add(r->said->wrong, sizeof r->said->wrong, "%s: line %zu: %s", r->path, r->number, reason);
}

void gb_ncu_refuse_file(struct gb_ncu_reading *r, const char *reason)
{
	if (!r->is_refused)
		gb_error_write(r->error, "%s: line %zu: %s", r->path, r->number, reason);
	r->is_refused = true;
}

/* ---- fields ------------------------------------------------------------------------------------------------------ */

static void take_name(struct gb_ncu_reading *r, const char *name)
{
	struct gb_ncu_column *c = &r->column[r->field];
	const size_t metric = gb_metric_find(name);

	*c = (struct gb_ncu_column){ -1, metric < gb_ncu_metric_count ? (int)metric : -1, (double)NAN };
	for (int i = 0; i < GB_NCU_TEXTS; i++)
		if (strcmp(text_names[i], name) == 0)
			c->text = i;
	r->is_details |= c->text == GB_NCU_METRIC;
}

void gb_ncu_take_text(struct gb_ncu_reading *r, enum gb_ncu_field field, const char *text, size_t length)
{
	free(r->text[field]);
	r->text[field] = gb_heap_part(text, length);
}

static void take_field(void *field, size_t length, void *context)
{
	struct gb_ncu_reading *r = context;
	const char *text = field != NULL ? field : "";

	if (r->field >= COLUMNS_MAX || (r->kind != GB_NCU_HEADER && r->field >= r->columns)) {
		gb_ncu_refuse_line(r, r->kind == GB_NCU_HEADER ? "more columns than can be read"
							       : "more fields than the header has names");
		return;
	}
	struct gb_ncu_column *c = &r->column[r->field];
	if (r->kind == GB_NCU_HEADER)
		take_name(r, text);
	else if (r->kind == GB_NCU_UNITS && c->metric >= 0)
		c->unit = gb_ncu_find_unit(r, (size_t)c->metric, text);
	else if (r->kind == GB_NCU_LAUNCH && c->text >= 0)
		gb_ncu_take_text(r, (enum gb_ncu_field)c->text, text, strlen(text));
	else if (r->kind == GB_NCU_LAUNCH && c->metric >= 0 && !r->is_details)
		gb_ncu_take_number(r, (size_t)c->metric, c->unit, text);
	r->field++;
}

/* ---- lines ------------------------------------------------------------------------------------------------------- */

static bool has_text(const struct gb_ncu_reading *r, int text)
{
	for (size_t i = 0; i < r->columns; i++)
		if (r->column[i].text == text)
			return true;
	return false;
}

static bool has_counter(const struct gb_ncu_reading *r, enum gb_counter counter)
{
	for (size_t i = 0; i < r->columns; i++)
		if (r->column[i].metric >= 0 && gb_ncu_metric_table[r->column[i].metric].counter == counter)
			return true;
	return false;
}

static int end_header(struct gb_ncu_reading *r)
{
	r->columns = r->needed = r->field;
	r->said->has_header = true;
	if (!has_text(r, GB_NCU_KERNEL) || r->bad)
		return gb_error_set(r->error, "%s: line %zu: found no column '%s' of Nsight Compute", r->path,
				    r->number, text_names[GB_NCU_KERNEL]);
	while (r->is_details && r->needed > 0 && r->column[r->needed - 1].text != GB_NCU_VALUE)
		r->needed--;
	if (r->is_details && r->needed == 0)
		return gb_error_set(r->error, "%s: line %zu: found a column '%s', and none '%s'", r->path, r->number,
				    text_names[GB_NCU_METRIC], text_names[GB_NCU_VALUE]);
	if (r->is_details || has_counter(r, GB_COUNTED_SECONDS) ||
	    (has_counter(r, GB_COUNTED_CYCLES) && has_counter(r, GB_CLOCK)))
		return GB_OK;
	return gb_error_set(r->error, "%s: lacks %s: without times no kernel can be placed", r->path,
			    gb_ncu_metric_table[0].name);
}

static int end_launch(struct gb_ncu_reading *r)
{
	if (!r->bad && r->field < r->needed)
		gb_ncu_refuse_line(r, "is truncated: it has fewer fields than the header");
	return r->is_details ? gb_ncu_end_metric(r) : gb_ncu_give_launch(r, r->text);
}

static int end_line(struct gb_ncu_reading *r)
{
	int status = GB_OK;

	if (r->kind == GB_NCU_HEADER)
		status = end_header(r);
	else if (r->kind == GB_NCU_LAUNCH)
		status = end_launch(r);
	return r->is_refused ? GB_FAILED : status;
}

/* The kind of a line. Between the tables a program may print anything, but no lines that begin as those of ncu do. */
static enum gb_ncu_line kind_of_line(const struct gb_ncu_reading *r)
{
	const char *line = r->line;
	const bool has_header = r->said->has_header && r->columns > 0;

	if (begins_with(line, "\"ID\",") || begins_with(line, "ID,"))
		return GB_NCU_HEADER;
	if (has_header && !r->is_details && begins_with(line, r->is_quoted ? "\"\"," : ","))
		return GB_NCU_UNITS;
	if (has_header && (r->is_quoted ? line[0] == '"' : true) && isdigit((unsigned char)line[r->is_quoted]))
		return GB_NCU_LAUNCH;
	return GB_NCU_OTHER;
}

/* Detects files that other programs have saved again. */
static int check_encoding(struct gb_ncu_reading *r)
{
	const size_t size = strlen(r->line), mark = r->number == 1 ? gb_text_mark(r->line, size) : 0;

	memmove(r->line, r->line + mark, size + 1 - mark);
	if (begins_with(r->line, "\"ID\";") || begins_with(r->line, "ID;"))
		return gb_error_set(r->error, "%s: line %zu: found fields with ';' between them, expected commas",
				    r->path, r->number);
	return GB_OK;
}

static int take_line(struct gb_ncu_reading *r)
{
	int status = check_encoding(r);

	if (status != GB_OK)
		return status;
	r->kind = kind_of_line(r);
	if (r->kind == GB_NCU_OTHER) {
		note_said(r->said, r->line);
		return gb_ncu_take_text_line(r);
	}
	if (r->kind == GB_NCU_HEADER) {
		status = gb_ncu_end_launch(r);
		r->is_quoted = r->line[0] == '"';
		r->is_details = false;
	}
	r->field = 0;
	r->bad = false;
	if (!r->is_details)
		gb_ncu_clear_counts(r);
	for (int t = 0; t < GB_NCU_TEXTS; t++)
		if (r->text[t] != NULL)
			r->text[t][0] = '\0';
	const size_t length = strlen(r->line);
	if (csv_parse(&r->parser, r->line, length, take_field, NULL, r) != length)
		gb_ncu_refuse_line(r, csv_strerror(csv_error(&r->parser)));
	csv_fini(&r->parser, take_field, NULL, r);
	return status == GB_OK ? end_line(r) : status;
}

/* Reads one line without its end. A line that is longer than any of ncu's is refused and skipped. */
static bool read_line(struct gb_ncu_reading *r, FILE *file)
{
	size_t length = 0;
	int c;

	r->number++;
	while ((c = getc_unlocked(file)) != EOF && c != '\n')
		if (length + 1 < LINE_MAX_BYTES)
			r->line[length++] = (char)c;
	const bool too_long = length + 1 == LINE_MAX_BYTES;
	r->is_torn = c == EOF && r->is_quoted && length > 0 && r->line[length - 1] != '"';
	while (length > 0 && r->line[length - 1] == '\r')
		length--;
	r->line[length] = '\0';
	if (too_long) {
		r->bad = false;
		gb_ncu_refuse_line(r, "is longer than any line of Nsight Compute");
		r->line[0] = '\0';
	}
	return c != EOF || length > 0;
}

static int read_all(struct gb_ncu_reading *r, FILE *file)
{
	int status = GB_OK;

	*r->said = (struct gb_ncu_said){ .application = 0 };
	r->number = r->columns = 0;
	r->is_open = false;
	rewind(file);
	while (status == GB_OK && read_line(r, file))
		status = take_line(r);
	if (status == GB_OK)
		status = gb_ncu_end_launch(r);
	if (status == GB_OK && ferror(file))
		status = gb_error_set(r->error, "%s: cannot be read: %s", r->path, strerror(errno));
	return status;
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

static int read_twice(struct gb_ncu_reading *r, FILE *file)
{
	struct gb_ncu_fit *fit = gb_heap_array(GB_NOTATIONS, sizeof *fit);

	r->fit = fit;
	int status = read_all(r, file);
	r->fit = NULL;
	if (status == GB_OK)
		status = gb_ncu_choose_notation(r, fit);
	free(fit);
	return status == GB_OK ? read_all(r, file) : status;
}

int gb_ncu_csv_read(FILE *file, const char *path, gb_ncu_launch_fn *take, void *context, struct gb_ncu_said *said,
		    struct gb_error *error)
{
	struct gb_ncu_reading r = { .path = path, .take = take, .context = context, .said = said, .error = error };

	*said = (struct gb_ncu_said){ .application = 0 };
	r.line = gb_heap_array(LINE_MAX_BYTES, 1);
	r.column = gb_heap_array(COLUMNS_MAX, sizeof *r.column);
	r.count = gb_heap_array(gb_ncu_metric_count, sizeof *r.count);
	csv_init(&r.parser, CSV_APPEND_NULL);
	const int status = read_twice(&r, file);
	csv_free(&r.parser);
	for (int t = 0; t < GB_NCU_TEXTS; t++) {
		free(r.text[t]);
		free(r.open[t]);
	}
	free(r.line);
	free(r.column);
	free(r.count);
	return status;
}
