/* points_tables.c: prints points as a table with one line per point or per curve. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "base/wrap.h"
#include "record/record.h"
#include "show/points.h"

enum { LESSER_MAX = GB_POINT_METRICS + 4 };

static const struct gb_point_metric *metric_of(const struct gb_points_group *g, const struct gb_point_row *row,
					       const char *name)
{
	for (size_t i = 0; i < row->metrics; i++)
		if (g->points->metric[row->metric + i].name == name)
			return &g->points->metric[row->metric + i];
	return NULL;
}

static double figure_value(const struct gb_points_group *g, const struct gb_point_row *row)
{
	return g->points->metric[row->figure].value;
}

/* True if `base` equals `row` except for the given axes. */
static bool is_base(const struct gb_points_group *g, const struct gb_point_row *base, const struct gb_point_row *row)
{
	const char *words = g->look->relative_to;
	size_t length;

	if (words == NULL)
		return gb_points_is_of_curve(g, base, row);
	if (base->variant != row->variant || !gb_point_has_words(base->point, words))
		return false;
	for (size_t i = 0; i < g->axes; i++)
		if (!g->is_searched[i] && gb_point_word(words, g->axis[i], strlen(g->axis[i]), &length) == NULL &&
		    !gb_points_is_same_word(base, row, g->axis[i]))
			return false;
	return true;
}

/* Returns the ratio of the two values; NAN: there is nothing to compare with. */
static double ratio_of(const struct gb_points_group *g, const struct gb_point_row *row)
{
	for (size_t i = 0; i < g->rows; i++)
		if (is_base(g, g->row[i], row) && figure_value(g, g->row[i]) > 0)
			return figure_value(g, row) / figure_value(g, g->row[i]);
	return NAN;
}

/* ---- cells ------------------------------------------------------------------------------------------------------- */

void gb_points_add_value(struct gb_table *table, const struct gb_point_metric *metric)
{
	if (metric == NULL || !isfinite(metric->value))
		gb_table_add(table, "-");
	else if (metric->unit[0] == '\0' || strcmp(metric->unit, "1") == 0)
		gb_table_add(table, "%.4g", metric->value);
	else
		gb_table_add_si(table, metric->value, metric->unit);
}

static void add_ratio(struct gb_table *table, double ratio)
{
	if (isfinite(ratio))
		gb_table_add(table, "x %.3g", ratio);
	else
		gb_table_add(table, "-");
}

/* Returns the number of a reason, from 1; 0: there is none, or no room is left. */
static size_t note_number(struct gb_points_notes *notes, const char *reason)
{
	size_t i = 0;

	while (i < notes->count && notes->text[i] != reason)
		i++;
	if (reason[0] == '\0' || i == GB_POINT_NOTES)
		return 0;
	if (i == notes->count)
		notes->text[notes->count++] = reason;
	notes->rows[i]++;
	return i + 1;
}

void gb_points_add_note(struct gb_table *table, struct gb_points_notes *notes, const struct gb_point_row *row)
{
	const bool is_left_out = notes->only_doubts && row->status == GB_ROW_OK;
	const size_t number = is_left_out ? 0 : note_number(notes, row->reason);

	if (is_left_out && row->reason[0] != '\0' && row->reason != notes->left_out)
		gb_wrap_leave_out_notes(1);
	notes->left_out = is_left_out ? row->reason : notes->left_out;
	if (number > 0)
		gb_table_add(table, "%zu", number);
	else
		gb_table_add(table, "%s", "");
}

/* Adds the value of an axis; "": the point lacks it. */
static void add_word(struct gb_table *table, const struct gb_point_row *row, const char *axis)
{
	size_t length = 0;
	const char *word = gb_points_word(row, axis, &length);

	gb_table_add(table, "%.*s", (int)length, word != NULL ? word : "");
}

/* True if curves differ in this axis. */
static bool is_of_curves(const struct gb_points_group *g, size_t axis)
{
	return g->varies[axis] && !g->is_searched[axis] && strcmp(g->axis[axis], g->primary) != 0;
}

static bool has_variants(const struct gb_points_group *g)
{
	for (size_t i = 1; i < g->rows; i++)
		if (g->row[i]->variant != g->row[0]->variant)
			return true;
	return false;
}

static void add_axis_headings(const struct gb_points_group *g, struct gb_table *table)
{
	if (has_variants(g))
		gb_table_column(table, "variant");
	for (size_t a = 0; a < g->axes; a++)
		if (is_of_curves(g, a))
			gb_table_column(table, g->axis[a]);
}

static void add_curve_words(const struct gb_points_group *g, struct gb_table *table, const struct gb_point_row *row)
{
	if (has_variants(g))
		gb_table_add(table, "%s", row->variant);
	for (size_t a = 0; a < g->axes; a++)
		if (is_of_curves(g, a))
			add_word(table, row, g->axis[a]);
}

static void add_right_column(struct gb_table *table, const char *heading)
{
	char text[GB_NAME_MAX + 1] = ">";

	gb_text_add(text, sizeof text, "%s", heading);
	gb_table_column(table, text);
}

/* ---- one line per point ------------------------------------------------------------------------------------------ */

static bool has_searched(const struct gb_points_group *g)
{
	bool has = false;

	for (size_t a = 0; a < g->axes; a++)
		has |= g->is_searched[a];
	return has;
}

/* Adds the best shape that a search found: "vec=4 block=256". */
static void add_found(const struct gb_points_group *g, struct gb_table *table, const struct gb_point_row *row)
{
	char text[256] = "";
	size_t length;

	for (size_t a = 0; a < g->axes; a++) {
		const char *word = g->is_searched[a] ? gb_points_word(row, g->axis[a], &length) : NULL;
		if (word != NULL)
			gb_text_add(text, sizeof text, "%s%s=%.*s", text[0] ? " " : "", g->axis[a], (int)length, word);
	}
	gb_table_add(table, "%s", text);
}

/* The columns that some point has; conclusions have only the value. */
struct known {
	bool interval, limit;
};

static struct known what_is_known(const struct gb_points_group *g)
{
	struct known known = { false, false };

	for (size_t i = 0; i < g->rows; i++) {
		known.interval |= isfinite(g->row[i]->hi - g->row[i]->lo);
		known.limit |= isfinite(g->row[i]->fraction);
	}
	return known;
}

bool gb_points_is_numeric(const struct gb_points_group *g)
{
	bool is_number = true;
	size_t length;

	for (size_t i = 0; i < g->rows; i++) {
		const char *word = gb_points_word(g->row[i], g->primary, &length);
		is_number &= word == NULL || (word[0] >= '0' && word[0] <= '9') || word[0] == '-';
	}
	return is_number;
}

/* Numbers are right-aligned, names left-aligned. */
static void add_primary_heading(const struct gb_points_group *g, struct gb_table *table)
{
	if (gb_points_is_numeric(g))
		add_right_column(table, g->primary);
	else
		gb_table_column(table, g->primary);
}

static void add_headings(const struct gb_points_group *g, struct gb_table *table, const struct known *known)
{
	add_axis_headings(g, table);
	add_primary_heading(g, table);
	add_right_column(table, g->metric[0]);
	if (known->interval)
		gb_table_column(table, ">+-");
	if (known->limit)
		gb_table_column(table, ">% of limit");
	if (!g->concluded)
		gb_table_column(table, ">ratio");
	for (size_t m = 1; m < g->metrics; m++)
		add_right_column(table, g->metric[m]);
	gb_table_columns(table, "status|>note");
	if (has_searched(g))
		gb_table_column(table, "found best");
}

static void add_point(const struct gb_points_group *g, struct gb_table *table, const struct known *known,
		      struct gb_points_notes *notes, const struct gb_point_row *row)
{
	add_curve_words(g, table, row);
	add_word(table, row, g->primary);
	gb_points_add_value(table, metric_of(g, row, g->metric[0]));
	if (known->interval)
		gb_table_add_uncertainty(table, (row->hi - row->lo) / 2 / g->points->metric[row->metric].value);
	if (known->limit)
		gb_table_add_percent(table, 1, row->fraction);
	if (!g->concluded)
		add_ratio(table, ratio_of(g, row));
	for (size_t m = 1; m < g->metrics; m++)
		gb_points_add_value(table, metric_of(g, row, g->metric[m]));
	gb_table_add(table, "%s", gb_row_status_word(row->status));
	gb_points_add_note(table, notes, row);
	if (has_searched(g))
		add_found(g, table, row);
}

size_t gb_points_lines_below(const struct gb_points_notes *notes)
{
	enum { WIDTH = 64, OTHERS = 2 };
	size_t lines = OTHERS;

	for (size_t i = 0; i < notes->count && i < GB_POINT_NOTES_SHOWN; i++)
		lines += 1 + strcspn(notes->text[i], ";") / WIDTH;
	return lines;
}

void gb_points_print_rows(const struct gb_points_group *g, struct gb_points_notes *notes, FILE *out)
{
	const struct known known = what_is_known(g);
	const char *lesser[LESSER_MAX] = { "found best" };
	struct gb_table table = { .lesser = lesser };
	size_t count = 1;

	/* The first columns are the most informative. */
	for (size_t m = g->metrics; m-- > 1;)
		lesser[count++] = g->metric[m];
	lesser[count++] = "+-";
	lesser[count++] = "ratio";
	lesser[count++] = "variant";
	lesser[count] = NULL;
	add_headings(g, &table, &known);
	for (size_t i = 0; i < g->rows; i++) {
		add_point(g, &table, &known, notes, g->row[i]);
		gb_table_rank(&table, g->row[i]->status > GB_ROW_OK ? 2 : g->row[i]->sets_roof);
	}
	table.others = gb_points_lines_below(notes);
	gb_table_print(&table, g->look->style, out);
	gb_table_free(&table);
}

/* ---- one line per curve ------------------------------------------------------------------------------------------ */

/* DRAWN_MOST: characters of a drawn curve, at most. HEIGHTS: different heights. */
enum { DRAWN_MOST = 20, HEIGHTS = 8, SPAN_OF_LOGARITHM = 20 };

/* Each character stands for the mean of its values. */
static size_t bins_of(const struct gb_points_group *g, size_t first, size_t count, double bin[DRAWN_MOST])
{
	const size_t bins = count < DRAWN_MOST ? count : DRAWN_MOST;

	for (size_t b = 0; b < bins; b++) {
		const size_t from = b * count / bins, to = (b + 1) * count / bins;
		size_t known = 0;
		bin[b] = 0;
		for (size_t i = from; i < to; i++) {
			const double value = figure_value(g, g->row[first + i]);
			if (isfinite(value)) {
				bin[b] += value;
				known++;
			}
		}
		bin[b] = known > 0 ? bin[b] / (double)known : NAN;
	}
	return bins;
}

/* Scales from the smallest to the largest value, logarithmically if they span over a decade. A gap is a space. */
static void draw_bars(const struct gb_points_group *g, size_t first, size_t count, char *text, size_t size)
{
	static const char *const height[HEIGHTS] = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
	double bin[DRAWN_MOST], least = INFINITY, most = -INFINITY;
	const size_t bins = bins_of(g, first, count, bin);

	for (size_t b = 0; b < bins; b++) {
		least = fmin(least, bin[b]);
		most = fmax(most, bin[b]);
	}
	const bool wide = least > 0 && most > SPAN_OF_LOGARITHM * least;
	text[0] = '\0';
	for (size_t b = 0; b < bins; b++) {
		const double part = wide ? log(bin[b] / least) / log(most / least) : (bin[b] - least) / (most - least);
		const double at = most > least ? floor(part * HEIGHTS) : HEIGHTS - 1;
		gb_text_add(text, size, "%s", !isfinite(bin[b]) ? " " : height[(size_t)fmax(0, fmin(at, HEIGHTS - 1))]);
	}
}

/* Adds the most serious status and the number of rows with it: "3 suspect". */
static void add_status(const struct gb_points_group *g, struct gb_table *table, size_t first, size_t count)
{
	enum gb_row_status worst = GB_ROW_OK;
	size_t rows = 0;

	for (size_t i = first; i < first + count; i++)
		worst = g->row[i]->status > worst ? g->row[i]->status : worst;
	for (size_t i = first; i < first + count; i++)
		rows += g->row[i]->status == worst;
	if (rows == count)
		gb_table_add(table, "%s", gb_row_status_word(worst));
	else
		gb_table_add(table, "%s: %zu", gb_row_status_word(worst), rows);
}

static void add_curve(const struct gb_points_group *g, struct gb_table *table, size_t first, size_t count)
{
	const struct gb_point_row *from = g->row[first], *to = g->row[first + count - 1];
	char drawn[4 * DRAWN_MOST + 1] = "";

	add_curve_words(g, table, from);
	gb_points_add_value(table, &g->points->metric[from->figure]);
	add_word(table, from, g->primary);
	if (gb_points_is_numeric(g))
		draw_bars(g, first, count, drawn, sizeof drawn);
	gb_table_add(table, "%s", drawn);
	add_word(table, to, g->primary);
	gb_points_add_value(table, &g->points->metric[to->figure]);
	add_ratio(table, figure_value(g, to) / figure_value(g, from));
	gb_table_add(table, "%zu", count);
	add_status(g, table, first, count);
}

void gb_points_print_curves(const struct gb_points_group *g, FILE *out)
{
	static const char *const lesser[] = { "points", "status", "ratio", "variant", NULL };
	struct gb_table table = { .lesser = lesser, .others = 2 };

	add_axis_headings(g, &table);
	gb_table_columns(&table, ">first|>at|to|>at|>last|>ratio|>points|status");
	for (size_t first = 0, count; first < g->rows; first += count) {
		count = 1;
		while (first + count < g->rows && g->curve[first + count] == g->curve[first])
			count++;
		add_curve(g, &table, first, count);
	}
	gb_table_print(&table, g->look->style, out);
	gb_table_free(&table);
}
