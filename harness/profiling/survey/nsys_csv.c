/* nsys_csv.c: the tables of `nsys stats`, as CSV or as text. The heading of a column contains its name and unit.
 * Columns come in any order. */
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/text.h"
#include "survey/nsys.h"
#include "survey/nsys_lines.h"

enum { NAME_TEXT = 64 };

/* Columns that are read, or that distinguish reports from each other. */
enum column {
	NAME,
	TOTAL,
	INSTANCES,
	LEAST,
	MOST,
	GRID,
	BLOCK,
	START,
	DURATION,
	GRID_X /* and five more numbers */,
	BLOCK_Z = GRID_X + 5,
	BYTES,
	FROM,
	TO,
	DEVICE,
	TIME,
	OPERATION,
	STYLE,
	COLUMNS
};

/* The current heading of each column, and the one of versions until 2021. */
static const char *const headings[COLUMNS][2] = {
	{ "Name" },     { "Total Time" }, { "Instances" }, { "Min", "Minimum" }, { "Max", "Maximum" }, { "GridXYZ" },
	{ "BlockXYZ" }, { "Start" },      { "Duration" },  { "GrdX" },           { "GrdY" },           { "GrdZ" },
	{ "BlkX" },     { "BlkY" },       { "BlkZ" },      { "Bytes" },          { "SrcMemKd" },       { "DstMemKd" },
	{ "Device" },   { "Time" },       { "Operation" }, { "Style" },
};

static const struct {
	const char *name;
	double size;
} units[] = {
	{ "ns", 1e-9 },   { "nsec", 1e-9 }, { "us", 1e-6 },  { "usec", 1e-6 },  { "\xc2\xb5s", 1e-6 }, { "ms", 1e-3 },
	{ "msec", 1e-3 }, { "s", 1 },       { "sec", 1 },    { "B", 1 },        { "KB", 1e3 },         { "MB", 1e6 },
	{ "GB", 1e9 },    { "TB", 1e12 },   { "KiB", 1024 }, { "MiB", 0x1p20 }, { "GiB", 0x1p30 },     { "%", 0.01 },
};

struct reading {
	struct gb_survey *survey;
	const char *path;
	struct gb_error *error;
	struct gb_nsys_lines lines;
	size_t columns;              /* number of columns in the open table; 0: no table is open */
	size_t place[COLUMNS];       /* index + 1; 0: the table lacks the column */
	double unit[COLUMNS], title; /* NAN: there is none */
	bool has_table;
	char other[GB_ERROR_TEXT]; /* why the first unsupported table is not read; "": there is none */
};

static int refuse_line(struct reading *r, const char *found, const char *expected)
{
	return gb_error_set(r->error, "%s: line %zu: found %.80s, expected %s", r->path, r->lines.number, found,
			    expected);
}

/* ---- headings ---------------------------------------------------------------------------------------------------- */

/* "Total Time (ns)" is the column TOTAL with its unit; -1: unknown unit. */
static enum column find_column(const char *heading, double *unit)
{
	const char *bracket = strchr(heading, '(');
	size_t length = bracket != NULL ? (size_t)(bracket - heading) : strlen(heading);
	enum column c = 0;

	*unit = bracket != NULL ? -1 : (double)NAN;
	for (size_t i = 0; bracket != NULL && i < sizeof units / sizeof units[0]; i++) {
		const size_t its = strlen(units[i].name);
		if (strncmp(bracket + 1, units[i].name, its) == 0 && strcmp(bracket + 1 + its, ")") == 0)
			*unit = units[i].size;
	}
	while (length > 0 && heading[length - 1] == ' ')
		length--;
	for (; c < COLUMNS; c++)
		for (int i = 0; i < 2; i++) {
			const char *name = headings[c][i];
			if (name != NULL && strlen(name) == length && strncmp(heading, name, length) == 0)
				return c;
		}
	return c;
}

/* True for the headings of any report with times, or with sizes of memory operations. */
static bool is_header(struct reading *r)
{
	static const size_t none[COLUMNS];

	memcpy(r->place, none, sizeof none);
	if (!gb_nsys_lines_split(&r->lines))
		return false;
	for (size_t i = 0; i < r->lines.fields; i++) {
		double unit;
		const enum column c = find_column(r->lines.field[i], &unit);
		if (c == COLUMNS || r->place[c] > 0)
			continue;
		r->place[c] = i + 1;
		r->unit[c] = unit;
	}
	return (r->place[TIME] > 0 && r->place[TOTAL] > 0) || (r->place[START] > 0 && r->place[DURATION] > 0) ||
	       (r->place[OPERATION] > 0 && r->place[LEAST] > 0);
}

/* True if the current line contains headings. */
static bool finds_header(struct reading *r)
{
	(void)gb_nsys_lines_rule(&r->lines);
	if (is_header(r))
		return true;
	r->lines.ruled = 0;
	return false;
}

static bool is_kernel_sum(const struct reading *r)
{
	return r->place[NAME] > 0 && r->place[TOTAL] > 0 && r->place[INSTANCES] > 0 && r->place[STYLE] == 0;
}

static bool is_trace(const struct reading *r)
{
	return r->place[NAME] > 0 && r->place[START] > 0 && r->place[DURATION] > 0 && r->place[GRID_X] > 0 &&
	       r->place[BLOCK_Z] > 0 && r->place[DEVICE] > 0;
}

static int check_unit(struct reading *r, enum column c, double otherwise, const char *expected)
{
	char found[2 * NAME_TEXT] = "";

	if (r->place[c] == 0)
		return GB_OK;
	if (isnan(r->unit[c]))
		r->unit[c] = otherwise;
	if (r->unit[c] > 0)
		return GB_OK;
	gb_text_add(found, sizeof found, "'%s'", r->lines.field[r->place[c] - 1]);
	return refuse_line(r, found, expected);
}

/* Versions until 2021 have no unit in brackets after "Bytes" and the shortest and longest time (that of the total). */
static int begin_table(struct reading *r)
{
	static const char time[] = "a column with its unit, ns, us, ms or s, in brackets";

	if (!is_kernel_sum(r) && !is_trace(r)) {
		r->lines.ruled = 0;
		if (r->other[0] == '\0')
			gb_text_add(r->other, sizeof r->other,
				    "%s: line %zu: found a table with '%.40s', expected a report of nsys stats that is "
				    "read here: " GB_NSYS_REPORTS,
				    r->path, r->lines.number, r->lines.text);
		return GB_OK;
	}
	if (r->has_table)
		return refuse_line(r, "a second table of the same time", "one of " GB_NSYS_REPORTS);
	r->has_table = true;
	r->columns = r->lines.fields;
	GB_TRY(check_unit(r, TOTAL, r->title, time));
	GB_TRY(check_unit(r, LEAST, r->unit[TOTAL], time));
	GB_TRY(check_unit(r, MOST, r->unit[TOTAL], time));
	GB_TRY(check_unit(r, START, -1, time));
	GB_TRY(check_unit(r, DURATION, -1, time));
	GB_TRY(check_unit(r, BYTES, 1, "a column with its unit, B, KB, MB or GB, in brackets"));
	/* Rounded start times would show gaps that do not exist. */
	r->survey->is_sum = !is_trace(r) || r->unit[START] > 1e-9;
	return GB_OK;
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

static const char *field_text(const struct reading *r, enum column c)
{
	return r->place[c] > 0 ? r->lines.field[r->place[c] - 1] : "";
}

/* Takes seconds or bytes, up to the maximum of an event. NAN: the table lacks the column. */
static int take_number(struct reading *r, enum column c, double unit, double *number)
{
	const char *text = field_text(r, c);
	char found[2 * NAME_TEXT] = "";

	*number = (double)NAN;
	if (r->place[c] == 0)
		return GB_OK;
	*number = unit * gb_text_number(text);
	if (*number >= 0 && *number < (c == BYTES ? 9e18 : 9e9))
		return GB_OK;
	gb_text_add(found, sizeof found, "'%.32s' as '%s'", text, headings[c][0]);
	return refuse_line(r, found, "a number as the locale C has it (LC_ALL=C nsys stats ...)");
}

/* Reads " 896    1    1". */
static void take_shape(const char *text, uint32_t size[3])
{
	unsigned long extent[3] = { 0, 0, 0 };
	char *at = (char *)(uintptr_t)text;

	for (int i = 0; i < 3; i++)
		extent[i] = strtoul(at, &at, 10);
	for (int i = 0; i < 3; i++)
		size[i] = extent[2] > 0 && extent[i] <= UINT32_MAX ? (uint32_t)extent[i] : 0;
}

static int take_sum(struct reading *r)
{
	struct gb_survey *s = r->survey;
	struct gb_survey_kernel kernel = { .squares = (double)NAN };
	double seconds, launches, least, most;

	GB_TRY(take_number(r, TOTAL, r->unit[TOTAL], &seconds));
	GB_TRY(take_number(r, INSTANCES, 1, &launches));
	GB_TRY(take_number(r, LEAST, r->unit[LEAST], &least));
	GB_TRY(take_number(r, MOST, r->unit[MOST], &most));
	if (launches < 1 || launches > (double)UINT32_MAX || launches != floor(launches))
		return refuse_line(r, field_text(r, INSTANCES), "a whole number of instances from 1 on");
	take_shape(field_text(r, GRID), kernel.size);
	take_shape(field_text(r, BLOCK), kernel.size + 3);
	gb_survey_gpu_number(s, "", "", "");
	gb_survey_name_kernel(s, &kernel, field_text(r, NAME), NULL);
	const size_t number = gb_survey_kernel_number(s, &kernel); /* may move the kernels */
	struct gb_survey_kernel *k = &s->kernel[number];
	k->launches += (size_t)launches;
	k->seconds += seconds;
	k->least = isnan(least) ? least : fmin(k->least, least);
	k->most = isnan(most) ? most : fmax(k->most, most);
	s->launches += (size_t)launches;
	s->seconds += seconds;
	s->gpu[0].launches += (size_t)launches;
	s->gpu[0].kernels += seconds;
	return GB_OK;
}

/* "NVIDIA H200 (0)" is GPU 0, and of this model. */
static uint32_t find_gpu(struct reading *r)
{
	char name[4 * NAME_TEXT];

	gb_text_copy(name, sizeof name, field_text(r, DEVICE));
	char *bracket = strrchr(name, '(');
	if (bracket == NULL || bracket == name || bracket[strcspn(bracket, ")")] == '\0')
		return gb_survey_gpu_number(r->survey, "", "", name);
	bracket[strcspn(bracket, ")")] = '\0';
	bracket[-1] = '\0';
	return gb_survey_gpu_number(r->survey, bracket + 1, "", name);
}

static int number_kernel(struct reading *r, uint32_t gpu, size_t *number)
{
	struct gb_survey_kernel kernel = { .gpu = gpu };

	for (int i = 0; i < 6; i++) {
		const enum column c = (enum column)(GRID_X + i);
		double extent = 0;
		if (field_text(r, c)[0] != '\0')
			GB_TRY(take_number(r, c, 1, &extent));
		kernel.size[i] = (uint32_t)fmin(extent, UINT32_MAX);
	}
	gb_survey_name_kernel(r->survey, &kernel, field_text(r, NAME), NULL);
	*number = gb_survey_kernel_number(r->survey, &kernel);
	return GB_OK;
}

static size_t number_copy(struct reading *r, uint32_t gpu, bool is_fill)
{
	const char *name = field_text(r, NAME);
	const bool is_peer = strstr(name, "Peer-to-Peer") != NULL || strstr(name, "PtoP") != NULL;
	const struct gb_survey_copy copy = {
		.from = is_fill ? gb_strings_keep(&r->survey->strings, "")
				: gb_nsys_memory(r->survey, field_text(r, FROM)),
		.to = gb_nsys_memory(r->survey, is_fill   ? "Device"
						: is_peer ? GB_NSYS_PEER
							  : field_text(r, TO)),
		.gpu = gpu,
		.other = GB_SURVEY_NO_GPU,
	};

	return gb_survey_copy_number(r->survey, &copy);
}

static int take_event(struct reading *r)
{
	const uint32_t gpu = find_gpu(r);
	const bool is_fill = strncmp(field_text(r, NAME), "[CUDA memset", strlen("[CUDA memset")) == 0;
	const bool is_copy = strncmp(field_text(r, NAME), "[CUDA memcpy", strlen("[CUDA memcpy")) == 0;
	double start, seconds, bytes = 0;
	size_t number = 0;

	GB_TRY(take_number(r, START, r->unit[START], &start));
	GB_TRY(take_number(r, DURATION, r->unit[DURATION], &seconds));
	if (!is_fill && !is_copy)
		GB_TRY(number_kernel(r, gpu, &number));
	if (is_fill || is_copy)
		GB_TRY(take_number(r, BYTES, r->unit[BYTES], &bytes));
	if (is_fill || is_copy)
		number = number_copy(r, gpu, is_fill);
	const uint64_t begin = (uint64_t)llround(1e9 * start);
	const struct gb_survey_event event = { .start = begin,
					       .end = begin + (uint64_t)llround(1e9 * seconds),
					       .bytes = isnan(bytes) ? 0 : (uint64_t)llround(bytes),
					       .gpu = gpu,
					       .is_kernel = !is_fill && !is_copy };
	gb_survey_add_event(r->survey, number, event);
	return GB_OK;
}

static int take_row(struct reading *r)
{
	char found[NAME_TEXT], expected[NAME_TEXT];

	if (r->lines.text[strspn(r->lines.text, " ")] == '\0') {
		r->columns = r->lines.ruled = 0;
		return GB_OK;
	}
	if (gb_nsys_lines_split(&r->lines) && r->lines.fields == r->columns)
		return is_trace(r) ? take_event(r) : take_sum(r);
	snprintf(found, sizeof found, "%zu fields", r->lines.fields);
	snprintf(expected, sizeof expected, "%zu, one for each heading", r->columns);
	return refuse_line(r, found, expected);
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

static int read_table_line(struct reading *r)
{
	if (r->columns > 0)
		return take_row(r);
	if (strstr(r->lines.text, "(nanoseconds)") != NULL)
		r->title = 1e-9;
	return finds_header(r) ? begin_table(r) : GB_OK;
}

/* The tables of ncu begin with "ID". */
bool gb_nsys_is_csv(FILE *file)
{
	struct gb_error none = { "" };
	struct reading r = { .error = &none };
	bool is = false, is_ncu = false;

	gb_nsys_lines_open(&r.lines);
	while (!is && !is_ncu && gb_nsys_lines_read(&r.lines, file) == GB_OK) {
		is_ncu = strncmp(r.lines.text, "\"ID\",", 5) == 0 || strncmp(r.lines.text, "ID,", 3) == 0;
		is = !is_ncu && finds_header(&r);
	}
	gb_nsys_lines_close(&r.lines);
	rewind(file);
	return is;
}

int gb_nsys_read_csv(struct gb_survey *survey, FILE *file, const char *path, struct gb_error *error)
{
	struct reading r = { .survey = survey, .path = path, .error = error, .title = -1 };
	int status = GB_OK;

	gb_nsys_lines_open(&r.lines);
	while (status == GB_OK && (status = gb_nsys_lines_read(&r.lines, file)) == GB_OK)
		status = read_table_line(&r);
	gb_nsys_lines_close(&r.lines);
	if (status == GB_END && ferror(file))
		return gb_error_set(error, "%s: cannot be read: %s", path, strerror(errno));
	if (status == GB_END && !r.has_table)
		return gb_error_set(error, "%s", r.other);
	survey->processes = 1;
	return status == GB_END ? gb_nsys_end(survey, path, error) : GB_FAILED;
}
