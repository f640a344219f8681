/* points_print.c: prints the points of a GPU as tables, one for each axis and the metric measured over it. */
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/text.h"
#include "base/wrap.h"
#include "record/record.h"
#include "show/points.h"

/* ---- axes -------------------------------------------------------------------------------------------------------- */

const char *gb_points_word(const struct gb_point_row *row, const char *axis, size_t *length)
{
	return gb_point_word(row->point, axis, strlen(axis), length);
}

bool gb_points_is_same_word(const struct gb_point_row *a, const struct gb_point_row *b, const char *axis)
{
	size_t length_a, length_b;
	const char *word_a = gb_points_word(a, axis, &length_a), *word_b = gb_points_word(b, axis, &length_b);

	if (word_a == NULL || word_b == NULL)
		return word_a == word_b;
	return length_a == length_b && strncmp(word_a, word_b, length_a) == 0;
}

static void find_axes(struct gb_points_group *g, const char *point)
{
	for (const char *at = point; *at != '\0';) {
		const size_t word = strcspn(at, ","), length = strcspn(at, "=,");
		size_t i = 0;
		char name[GB_NAME_MAX] = "";

		gb_text_add(name, sizeof name, "%.*s", (int)length, at);
		while (i < g->axes && strcmp(g->axis[i], name) != 0)
			i++;
		if (i == g->axes && g->axes < GB_POINT_AXES)
			gb_text_copy(g->axis[g->axes++], GB_NAME_MAX, name);
		at += word + (at[word] == ',');
	}
}

static void weigh_axes(struct gb_points_group *g)
{
	const struct gb_points_about *about = g->about;

	for (size_t i = 0; i < g->rows; i++)
		find_axes(g, g->row[i]->point);
	for (size_t a = 0; a < g->axes; a++) {
		for (size_t i = 1; i < g->rows; i++)
			g->varies[a] |= !gb_points_is_same_word(g->row[i], g->row[0], g->axis[a]);
		g->is_searched[a] = about->is_searched != NULL && about->is_searched(about->context, g->axis[a]);
	}
}

/* ---- curves ------------------------------------------------------------------------------------------------------ */

bool gb_points_is_of_curve(const struct gb_points_group *g, const struct gb_point_row *a, const struct gb_point_row *b)
{
	if (a->variant != b->variant)
		return false;
	for (size_t i = 0; i < g->axes; i++)
		if (!g->is_searched[i] && strcmp(g->axis[i], g->primary) != 0 &&
		    !gb_points_is_same_word(a, b, g->axis[i]))
			return false;
	return true;
}

/* Puts the rows of a curve next to each other. Curves, and the rows of each, stay in order of appearance. */
static void sort_curves(struct gb_points_group *g)
{
	size_t done = 0, curve = 0;

	for (; done < g->rows; curve++) {
		const struct gb_point_row *first = g->row[done];
		for (size_t i = done; i < g->rows; i++) {
			const struct gb_point_row *row = g->row[i];
			if (!gb_points_is_of_curve(g, first, row))
				continue;
			memmove(&g->row[done + 1], &g->row[done], (i - done) * sizeof *g->row);
			g->row[done] = row;
			g->curve[done++] = curve;
		}
	}
}

static void add_metric(struct gb_points_group *g, const char *name)
{
	size_t i = 0;

	while (i < g->metrics && g->metric[i] != name)
		i++;
	if (name[0] != '\0' && i == g->metrics && g->metrics < GB_POINT_METRICS)
		g->metric[g->metrics++] = name;
}

/* The measured metric comes first. Rows without a value have no metric. */
static void find_metrics(struct gb_points_group *g)
{
	for (size_t r = 0; r < g->rows; r++)
		add_metric(g, g->points->metric[g->row[r]->figure].name);
	for (size_t r = 0; r < g->rows; r++)
		for (size_t m = 0; m < g->row[r]->metrics; m++)
			add_metric(g, g->points->metric[g->row[r]->metric + m].name);
	if (g->metrics == 0)
		g->metric[g->metrics++] = "value";
}

/* ---- a GPU ------------------------------------------------------------------------------------------------------- */

/* Prints "bandwidth over stride, bytes=4", with the values that all points have in common. */
static void print_title(const struct gb_points_group *g, FILE *out)
{
	char text[512] = "";
	size_t length;

	gb_text_add(text, sizeof text, "%s%s%s%s", g->concluded ? "concluded: " : "", g->metric[0],
		    g->primary[0] != '\0' ? " over " : "", g->primary);
	for (size_t a = 0; a < g->axes; a++) {
		const char *word = gb_points_word(g->row[0], g->axis[a], &length);
		if (!g->varies[a] && !g->is_searched[a] && word != NULL && strcmp(g->axis[a], g->primary) != 0)
			gb_text_add(text, sizeof text, ", %s=%.*s", g->axis[a], (int)length, word);
	}
	gb_wrap_line(out, "");
	gb_table_title(g->look->style, text, out);
}

static bool is_conclusion(const struct gb_point_row *row)
{
	return row->variant[0] == '\0';
}

static bool is_of_group(const struct gb_points_group *g, const struct gb_point_row *row)
{
	const char *name = g->points->metric[row->figure].name;

	/* Points that were not measured are listed with the measured ones. */
	return row->axis == g->primary && is_conclusion(row) == g->concluded &&
	       (g->figure[0] == '\0' || name[0] == '\0' || name == g->figure);
}

/* Moves the points that belong to the group of the first point from `row` to the group. Returns their number. */
static size_t take_group(struct gb_points_group *g, const struct gb_point_row **row, size_t count)
{
	size_t left = 0;

	g->primary = row[0]->axis;
	g->concluded = is_conclusion(row[0]);
	g->figure = "";
	for (size_t i = 0; i < count; i++)
		if (is_of_group(g, row[i])) {
			const char *name = g->points->metric[row[i]->figure].name;
			g->figure = g->figure[0] == '\0' ? name : g->figure;
			g->row[g->rows++] = row[i];
		} else
			row[left++] = row[i];
	return g->rows;
}

static bool is_screen(const struct gb_points_look *look, FILE *out)
{
	return look->style == GB_TABLE_TEXT && gb_wrap_rows(out, 0) != SIZE_MAX;
}

/* The lines of a title, three rows, notes and totals. If there is less room, a table is left out. */
enum { TABLE_LEAST = 10 };

static void print_group(struct gb_points_group *g, struct gb_points_notes *notes, bool *has_base, FILE *out)
{
	if (gb_wrap_rows(out, TABLE_LEAST) == 0) {
		gb_wrap_leave_out(g->rows);
		return;
	}
	weigh_axes(g);
	find_metrics(g);
	sort_curves(g);
	for (size_t i = 0; i < g->rows && g->look->relative_to != NULL; i++)
		*has_base |= gb_point_has_words(g->row[i]->point, g->look->relative_to);
	print_title(g, out);
	const bool is_curves = gb_points_is_numeric(g) || !is_screen(g->look, out);
	if (g->look->most > 0 && g->rows > g->look->most && is_curves)
		gb_points_print_curves(g, out);
	else
		gb_points_print_rows(g, notes, out);
}

/* Prints up to `most` reasons, each once. On a screen, only the first part of a reason is printed. */
static void print_notes(const struct gb_points_notes *notes, size_t most, FILE *out)
{
	char number[64];

	if (notes->count > 0)
		gb_wrap_line(out, "");
	for (size_t i = 0; i < notes->count && i < most; i++) {
		if (notes->rows[i] > 1)
			snprintf(number, sizeof number, "note %zu, of %zu rows:", i + 1, notes->rows[i]);
		else
			snprintf(number, sizeof number, "note %zu:", i + 1);
		char *const text = gb_text_format("%.*s", most < SIZE_MAX ? (int)strcspn(notes->text[i], ";") : INT_MAX,
						  notes->text[i]);
		gb_wrap_pair(out, 0, number, strlen(number) + 1, text != NULL ? text : notes->text[i]);
		free(text);
	}
}

/* True for points of a curve. A conclusion need not be one. */
static bool has_place(const struct gb_point_row *row)
{
	return !is_conclusion(row) || row->axis[0] != '\0';
}

/* A screen has no room for points that were skipped. */
static bool is_shown(const struct gb_point_row *row, const struct gb_points_look *look, FILE *out)
{
	return has_place(row) && !(look->brief && is_conclusion(row)) &&
	       !(row->status == GB_ROW_SKIPPED && is_screen(look, out));
}

static void add_conclusions(const struct gb_points *points, size_t gpu, struct gb_table *table,
			    struct gb_points_notes *notes)
{
	gb_table_columns(table, "concluded|>value|of|status|>note");
	for (size_t i = 0; i < points->rows; i++) {
		const struct gb_point_row *row = &points->row[i];
		if (row->gpu != gpu || has_place(row))
			continue;
		gb_table_add(table, "%s", points->metric[row->metric].name);
		gb_points_add_value(table, &points->metric[row->metric]);
		gb_table_add(table, "%s", row->point);
		gb_table_add(table, "%s", gb_row_status_word(row->status));
		gb_points_add_note(table, notes, row);
		gb_table_rank(table, row->status > GB_ROW_OK);
	}
}

static void print_conclusions(const struct gb_points *points, size_t gpu, const struct gb_points_look *look,
			      struct gb_points_notes *notes, FILE *out)
{
	struct gb_table table = { 0 };
	size_t count = 0;

	for (size_t i = 0; i < points->rows; i++)
		count += points->row[i].gpu == gpu && !has_place(&points->row[i]);
	if (count == 0)
		return;
	if (gb_wrap_rows(out, TABLE_LEAST) == 0) {
		gb_wrap_leave_out(count);
		return;
	}
	add_conclusions(points, gpu, &table, notes);
	table.others = gb_points_lines_below(notes);
	gb_wrap_line(out, "");
	gb_table_print(&table, look->style, out);
	gb_table_free(&table);
}

/* Prints "78 points: 74 ok, 4 suspect", or why all were skipped. */
static void print_verdict(const struct gb_points *points, size_t gpu, FILE *out)
{
	const char *why = NULL;
	size_t of[GB_ROW_FAILED + 1] = { 0 }, count = 0;
	char text[256] = "";

	for (size_t i = 0; i < points->rows; i++)
		if (points->row[i].gpu == gpu && !is_conclusion(&points->row[i])) {
			of[points->row[i].status]++;
			count++;
			why = why == NULL ? points->row[i].reason : why;
		}
	gb_text_add(text, sizeof text, "%zu point%s: %zu ok", count, gb_text_plural(count), of[GB_ROW_OK]);
	for (enum gb_row_status status = GB_ROW_SUSPECT; status <= GB_ROW_FAILED; status++)
		if (of[status] > 0)
			gb_text_add(text, sizeof text, ", %zu %s", of[status], gb_row_status_word(status));
	if (count > 0 && of[GB_ROW_SKIPPED] == count && why[0] != '\0')
		gb_text_add(text, sizeof text, ": %s", why);
	if (points->gpus > 1)
		gb_text_add(text, sizeof text, "; GPU %zu of %zu, --gpu shows one", gpu + 1, points->gpus);
	gb_wrap_line(out, text);
}

static void print_gpu(const struct gb_points *points, size_t gpu, const struct gb_points_about *about,
		      const struct gb_points_look *look, bool *has_base, FILE *out)
{
	const struct gb_point_row **row = gb_heap_array(points->rows + 1, sizeof(const struct gb_point_row *));
	const struct gb_point_row **of = gb_heap_array(points->rows + 1, sizeof(const struct gb_point_row *));
	size_t *curve = gb_heap_array(points->rows + 1, sizeof *curve), count = 0;
	struct gb_points_notes notes = { .only_doubts = is_screen(look, out) };

	for (size_t i = 0; i < points->rows; i++)
		if (points->row[i].gpu == gpu && is_shown(&points->row[i], look, out))
			row[count++] = &points->row[i];
		else if (points->row[i].gpu == gpu && !is_conclusion(&points->row[i]))
			gb_wrap_leave_out(1);
	while (count > 0) {
		struct gb_points_group g = {
			.points = points, .about = about, .look = look, .row = of, .curve = curve
		};
		count -= take_group(&g, row, count);
		print_group(&g, &notes, has_base, out);
	}
	print_conclusions(points, gpu, look, &notes, out);
	print_notes(&notes, is_screen(look, out) ? GB_POINT_NOTES_SHOWN : SIZE_MAX, out);
	if (is_screen(look, out) && notes.count > GB_POINT_NOTES_SHOWN)
		gb_wrap_leave_out_notes(notes.count - GB_POINT_NOTES_SHOWN);
	if (is_screen(look, out) && !look->brief)
		print_verdict(points, gpu, out);
	free(row);
	free(of);
	free(curve);
}

static void print_heading(const struct gb_point_gpu *gpu, const struct gb_points_look *look, FILE *out)
{
	char text[512] = "";

	gb_text_add(text, sizeof text, "%s%s%s%s%s%s, %s", gb_device_word(gpu->device), gpu->device,
		    gpu->peer[0] != '\0' ? " with " : "", gpu->peer, gpu->host[0] != '\0' ? " on " : "", gpu->host,
		    gpu->name);
	gb_table_title(look->style, text, out);
}

static void print_method(const struct gb_points_about *about, FILE *out)
{
	const char *end = about->method;

	if (end == NULL)
		return;
	const int paragraph = (int)strcspn(end, "\n");
	do {
		end = strstr(end + 1, ". ");
	} while (end != NULL && end - about->method < 40); /* an abbreviation is not the end of a sentence */
	const int sentence = end != NULL ? (int)(end + 1 - about->method) : paragraph;

	gb_wrap_format(out, "%.*s", sentence < paragraph ? sentence : paragraph, about->method);
}

/* Returns the number of rows of a GPU and of all GPUs after it. */
static size_t count_rows_from(const struct gb_points *points, size_t gpu)
{
	size_t count = 0;

	for (size_t i = 0; i < points->rows; i++)
		count += points->row[i].gpu >= gpu;
	return count;
}

int gb_points_print(const struct gb_points *points, const struct gb_points_about *about,
		    const struct gb_points_look *look, FILE *out, struct gb_error *error)
{
	bool has_base = look->relative_to == NULL;

	if (about->summary != NULL)
		gb_wrap_format(out, "%s: %s", about->name, about->summary);
	if (!is_screen(look, out))
		print_method(about, out);
	for (size_t i = 0; i < points->gpus; i++) {
		if (i > 0 && gb_wrap_rows(out, TABLE_LEAST) == 0) {
			gb_wrap_leave_out(count_rows_from(points, i));
			break;
		}
		gb_wrap_line(out, "");
		print_heading(&points->gpu[i], look, out);
		print_gpu(points, i, about, look, &has_base, out);
	}
	if (!has_base)
		return gb_error_set(error, "no row has %s: nothing is compared", look->relative_to);
	return GB_OK;
}
