/* mixture.c: writes remarks about runs of several versions or modes, and about GPUs of unknown board. */
#include "show/print.h"

#include <string.h>

#include "base/text.h"

enum { NAMED_MAX = 4 };
struct few {
	const char *text[NAMED_MAX];
	size_t count;
};

static void note_text(struct few *few, const char *text)
{
	size_t i = 0;

	while (i < few->count && i < NAMED_MAX && strcmp(few->text[i], text) != 0)
		i++;
	if (text[0] == '\0' || i < few->count)
		return;
	if (few->count < NAMED_MAX)
		few->text[few->count] = text;
	few->count++;
}

static void add_few(const struct few *few, const char *what, char *text, size_t size)
{
	if (few->count < 2)
		return;
	gb_text_add(text, size, "%s %s (", text[0] ? "; in" : "the runs differ in", what);
	for (size_t i = 0; i < few->count && i < NAMED_MAX; i++)
		gb_text_add(text, size, "%s%s", i ? ", " : "", few->text[i]);
	gb_text_add(text, size, "%s)", few->count > NAMED_MAX ? ", ..." : "");
}

/* Returns the plan lengths of one mode's runs; *other: a length that differs from `points`. */
static void note_plans(const struct gb_runs *runs, const char *mode, size_t *points, size_t *other)
{
	for (size_t i = 0; i < runs->count; i++) {
		if (runs->run[i].points == 0 || strcmp(runs->run[i].mode, mode) != 0)
			continue;
		*points = *points == 0 ? runs->run[i].points : *points;
		*other = runs->run[i].points != *points ? runs->run[i].points : *other;
	}
}

void gb_mixture(const struct gb_runs *runs, const struct gb_runs *earlier, bool plans, char *text, size_t size)
{
	const struct gb_runs *const both[] = { runs, earlier };
	struct few version = { .count = 0 }, mode = { .count = 0 };
	size_t points = 0, other = 0;

	text[0] = '\0';
	for (size_t b = 0; b < 2 && both[b] != NULL; b++)
		for (size_t i = 0; i < both[b]->count; i++) {
			note_text(&version, both[b]->run[i].version);
			note_text(&mode, both[b]->run[i].mode);
		}
	add_few(&version, "version", text, size);
	add_few(&mode, "mode", text, size);
	for (size_t b = 0; plans && b < 2 && both[b] != NULL && mode.count == 1; b++)
		note_plans(both[b], mode.text[0], &points, &other);
	if (other > 0)
		gb_text_add(text, size, "%s points of their plans (%zu, %zu)", text[0] ? "; in" : "the runs differ in",
			    points, other);
}

/* Returns the number of GPUs of unknown board, and whether the board of other GPUs of the fleet is known. */
static size_t count_untold(const struct gb_fleet *fleet, bool *others)
{
	size_t untold = 0;

	for (size_t i = 0; fleet != NULL && i < fleet->models; i++) {
		untold += fleet->model[i].board[0] == '\0' ? fleet->model[i].gpus : 0;
		*others |= fleet->model[i].board[0] != '\0';
	}
	return untold;
}

void gb_mixture_boards(const struct gb_fleet *fleet, const struct gb_fleet *earlier, char *text, size_t size)
{
	bool others = false;
	const size_t untold = count_untold(fleet, &others) + count_untold(earlier, &others);

	text[0] = '\0';
	if (others && untold > 0)
		gb_text_add(text, size, "the board of %zu GPU%s is unknown: compared with every board of %s model",
			    untold, untold == 1 ? "" : "s", untold == 1 ? "its" : "their");
}
