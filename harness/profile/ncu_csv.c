#include "profile/ncu.h"

#include <csv.h>
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* A template's name may be thousands of letters, a line of all metrics of a GPU a hundred thousand. */
enum { LINE_MAX_BYTES = 1 << 21, COLUMNS_MAX = 16384, NUMBER_TEXT = 64 };

enum text_column { KERNEL, BLOCK, GRID, DEVICE, CAPABILITY, GPU, TEXTS };
static const char *const text_names[TEXTS] = {
	[KERNEL] = "Kernel Name", [BLOCK] = "Block Size", [GRID] = "Grid Size",
	[DEVICE] = "Device",      [CAPABILITY] = "CC",    [GPU] = "device__attribute_display_name",
};

/* The content of a column. */
struct column {
	int text;    /* one of text_column; -1: none */
	int metric;  /* a place in gb_ncu_metric_table; -1: none */
	double unit; /* what its numbers count, in base units */
};

/* The kind of a line, by its first field. */
enum line_kind { HEADER, UNITS, LAUNCH };

struct reading {
	const char *path;
	gb_ncu_launch_fn *take;
	void *context;
	struct gb_ncu_said *said;
	struct gb_error *error;
	struct csv_parser parser;
	char *line; /* of LINE_MAX_BYTES */
	size_t number;
	struct column *column; /* of COLUMNS_MAX */
	size_t columns, field;
	enum line_kind kind;
	bool bad; /* the line at hand */
	char *text[TEXTS];
	double value[GB_COUNTERS];
	bool has_seconds, is_details;
};

/* ---- what ncu says ----------------------------------------------------------------------------------------------- */

static void hear(struct gb_ncu_said *said, const char *line)
{
	static const char mark[] = "==ERROR== ", returned[] = "The application returned an error code (";
	const char *code = strstr(line, returned);

	said->no_permission |= strstr(line, "ERR_NVGPUCTRPERM") != NULL;
	said->no_kernels |= strstr(line, "No kernels were profiled") != NULL;
	if (code != NULL)
		said->application = (int)strtol(code + strlen(returned), NULL, 10);
	else if (strncmp(line, mark, strlen(mark)) == 0 && said->error[0] == '\0')
		gb_text_copy(said->error, sizeof said->error, line + strlen(mark));
}

/* A line that cannot be read is left out; the first is told. */
static void refuse(struct reading *r, const char *what)
{
	if (r->bad)
		return;
	r->bad = true;
	if (r->said->wrongs++ == 0)
		gb_text_add(r->said->wrong, sizeof r->said->wrong, "%s: line %zu: %s", r->path, r->number, what);
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

/* ncu scales what it prints unless told not to. What has no such unit is a count or a part. */
static double unit_of(const char *name)
{
	static const struct {
		const char *name;
		double factor;
	} units[] = {
		{ "ns", 1e-9 },   { "nsecond", 1e-9 }, { "us", 1e-6 },   { "usecond", 1e-6 },
		{ "ms", 1e-3 },   { "msecond", 1e-3 }, { "s", 1 },       { "second", 1 },
		{ "Kbyte", 1e3 }, { "Mbyte", 1e6 },    { "Gbyte", 1e9 }, { "Tbyte", 1e12 },
	};

	for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
		if (strcmp(units[i].name, name) == 0)
			return units[i].factor;
	return 1;
}

/* "1,234.5": NAN where it is no number, as "n/a" and "no data" are. */
static double number_of(const char *text)
{
	char plain[NUMBER_TEXT], *end;
	size_t length = 0;

	for (; *text != '\0' && length + 1 < sizeof plain; text++)
		if (*text != ',')
			plain[length++] = *text;
	plain[length] = '\0';
	if (!isdigit((unsigned char)plain[0]) && plain[0] != '-' && plain[0] != '.')
		return NAN;
	const double number = strtod(plain, &end);
	return end != plain && isfinite(number) && number >= 0 ? number : NAN;
}

/* ---- fields ------------------------------------------------------------------------------------------------------ */

static void take_name(struct reading *r, const char *name)
{
	struct column *c = &r->column[r->field];
	const size_t metric = gb_metric_find(name);

	*c = (struct column){ -1, metric < gb_ncu_metric_count ? (int)metric : -1, 1 };
	for (int i = 0; i < TEXTS; i++)
		if (strcmp(text_names[i], name) == 0)
			c->text = i;
	r->is_details |= strcmp(name, "Metric Name") == 0;
}

static void take_text(struct reading *r, int text, const char *value)
{
	free(r->text[text]);
	r->text[text] = strdup(value);
	if (r->text[text] == NULL)
		refuse(r, "out of memory");
}

static void take_value(struct reading *r, const struct column *c, const char *text)
{
	const struct gb_ncu_metric *metric = &gb_ncu_metric_table[c->metric];
	const double number = number_of(text) * c->unit * metric->scale;
	double *value = &r->value[metric->counter];

	*value = isnan(*value) ? number : *value + number;
}

static void take_field(void *field, size_t length, void *context)
{
	struct reading *r = context;
	const char *text = field != NULL ? field : "";

	(void)length;
	if (r->field >= COLUMNS_MAX || (r->kind != HEADER && r->field >= r->columns)) {
		refuse(r,
		       r->kind == HEADER ? "more columns than can be read" : "more fields than the header has names");
		return;
	}
	const struct column *c = &r->column[r->field];
	if (r->kind == HEADER)
		take_name(r, text);
	else if (r->kind == UNITS)
		r->column[r->field].unit = unit_of(text);
	else if (c->text >= 0)
		take_text(r, c->text, text);
	else if (c->metric >= 0)
		take_value(r, c, text);
	r->field++;
}

/* ---- lines ------------------------------------------------------------------------------------------------------- */

static bool has_text(const struct reading *r, int text)
{
	for (size_t i = 0; i < r->columns; i++)
		if (r->column[i].text == text)
			return true;
	return false;
}

/* If a counter has several names, those that count. */
static void choose_metrics(struct reading *r)
{
	bool *has = calloc(gb_ncu_metric_count, sizeof *has);

	if (has == NULL)
		return;
	for (size_t i = 0; i < r->columns; i++)
		if (r->column[i].metric >= 0)
			has[r->column[i].metric] = true;
	gb_metrics_choose(has);
	r->has_seconds = false;
	for (size_t i = 0; i < r->columns; i++) {
		struct column *c = &r->column[i];
		if (c->metric >= 0 && !has[c->metric])
			c->metric = -1;
		r->has_seconds |= c->metric >= 0 && gb_ncu_metric_table[c->metric].counter == GB_COUNTED_SECONDS;
	}
	free(has);
}

static int end_header(struct reading *r)
{
	r->columns = r->field;
	r->said->has_header = true;
	if (r->is_details)
		return gb_error_set(r->error, "%s: has a line for each metric: print it with ncu --csv --page raw",
				    r->path);
	choose_metrics(r);
	if (!has_text(r, KERNEL) || !has_text(r, BLOCK) || !has_text(r, GRID) || r->bad)
		return gb_error_set(r->error, "%s: line %zu: found no columns '%s', '%s' and '%s' of Nsight Compute",
				    r->path, r->number, text_names[KERNEL], text_names[BLOCK], text_names[GRID]);
	return r->has_seconds ? GB_OK
			      : gb_error_set(r->error, "%s: lacks %s: without times no kernel can be placed", r->path,
					     gb_ncu_metric_table[0].name);
}

static const char *text_of(const struct reading *r, int text)
{
	return r->text[text] != NULL ? r->text[text] : "";
}

static int end_launch(struct reading *r)
{
	struct gb_ncu_launch launch = { .kernel = text_of(r, KERNEL),
					.block = text_of(r, BLOCK),
					.grid = text_of(r, GRID),
					.device = text_of(r, DEVICE),
					.gpu = text_of(r, GPU),
					.capability = text_of(r, CAPABILITY) };

	if (!r->bad && r->field < r->columns)
		refuse(r, "is cut short: fewer fields than the header has names");
	else if (!r->bad && !(r->value[GB_COUNTED_SECONDS] > 0))
		refuse(r, "a launch without its time");
	if (r->bad)
		return GB_OK;
	memcpy(launch.value, r->value, sizeof launch.value);
	return r->take(r->context, &launch, r->error);
}

static int end_line(struct reading *r)
{
	if (r->kind == HEADER)
		return end_header(r);
	if (r->kind == LAUNCH)
		return end_launch(r);
	return GB_OK;
}

static int take_line(struct reading *r, size_t length)
{
	if (strncmp(r->line, "\"ID\",", 5) == 0)
		r->kind = HEADER;
	else if (strncmp(r->line, "\"\",", 3) == 0)
		r->kind = UNITS;
	else if (r->line[0] == '"' && isdigit((unsigned char)r->line[1]))
		r->kind = LAUNCH;
	else {
		hear(r->said, r->line);
		return GB_OK;
	}
	if (r->kind != HEADER && !r->said->has_header)
		return GB_OK; /* what a program printed, perhaps */
	r->field = 0;
	r->bad = r->is_details = false;
	for (size_t c = 0; c < GB_COUNTERS; c++)
		r->value[c] = NAN;
	for (int t = 0; t < TEXTS; t++)
		if (r->text[t] != NULL)
			r->text[t][0] = '\0';
	if (csv_parse(&r->parser, r->line, length, take_field, NULL, r) != length)
		refuse(r, csv_strerror(csv_error(&r->parser)));
	csv_fini(&r->parser, take_field, NULL, r);
	return end_line(r);
}

/* One line without its end; what is longer than any line of ncu's is refused and passed over. */
static bool read_line(struct reading *r, FILE *file, size_t *length)
{
	int c;

	*length = 0;
	r->number++;
	while ((c = getc_unlocked(file)) != EOF && c != '\n')
		if (*length + 1 < LINE_MAX_BYTES)
			r->line[(*length)++] = (char)c;
	const bool too_long = *length + 1 == LINE_MAX_BYTES;
	while (*length > 0 && r->line[*length - 1] == '\r')
		--*length;
	r->line[*length] = '\0';
	if (too_long) {
		r->bad = false;
		refuse(r, "is longer than any line of Nsight Compute");
		r->line[0] = '\0';
	}
	return c != EOF || *length > 0;
}

static int read_all(struct reading *r, FILE *file)
{
	int status = GB_OK;
	size_t length;

	while (status == GB_OK && read_line(r, file, &length))
		status = take_line(r, length);
	if (status == GB_OK && ferror(file))
		status = gb_error_set(r->error, "%s: cannot be read: %s", r->path, strerror(errno));
	return status;
}

int gb_ncu_csv_read(FILE *file, const char *path, gb_ncu_launch_fn *take, void *context, struct gb_ncu_said *said,
		    struct gb_error *error)
{
	struct reading r = { .path = path, .take = take, .context = context, .said = said, .error = error };
	int status = GB_FAILED;

	*said = (struct gb_ncu_said){ .application = 0 };
	r.line = malloc(LINE_MAX_BYTES);
	r.column = calloc(COLUMNS_MAX, sizeof *r.column);
	if (r.line == NULL || r.column == NULL || csv_init(&r.parser, CSV_APPEND_NULL) != 0) {
		gb_error_write(error, "out of memory");
	} else {
		status = read_all(&r, file);
		csv_free(&r.parser);
	}
	for (int t = 0; t < TEXTS; t++)
		free(r.text[t]);
	free(r.line);
	free(r.column);
	return status;
}
