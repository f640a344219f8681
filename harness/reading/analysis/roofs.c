#include "analysis/roofs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/heap.h"
#include "base/text.h"

/* ---- roofs ------------------------------------------------------------------------------------------------------- */

/* A limit that does not depend on the clock is the same at the rated clock. */
static double limit_at_rated_clock(const struct gb_roof *roof, const struct gb_record *record)
{
	const struct gb_roof_kind *kind = gb_roof_kind(roof->row->name);

	if (kind == NULL || kind->domain == GB_NO_CLOCK)
		return NAN;
	if (kind->domain == GB_MEMORY_CLOCK)
		return roof->limit;
	return roof->limit * (record->sm_clock_rated_hz / record->sm_clock_hz);
}

static double limit_told_by_row(const struct gb_record *r)
{
	return gb_lower_is_better(gb_record_text(r->unit)) ? r->fraction_rated * r->value
							   : r->value / r->fraction_rated;
}

static struct gb_roof roof_of(const struct gb_record *r, const struct gb_roof_row *row, const char *run)
{
	struct gb_roof roof = {
		.row = row,
		.run = run,
		.value = r->value,
		.lo = r->lo,
		.hi = r->hi,
		.limit = r->limit,
		.sm_clock_hz = r->sm_clock_hz,
		.sm_clock_slowest_hz = r->sm_clock_slowest_hz,
		.by_clock = gb_is_known_per_clock(r),
		.older = gb_breaks_find(r),
	};

	/* Files of older versions lack the fraction. */
	roof.limit_rated = isfinite(r->fraction_rated) ? limit_told_by_row(r) : limit_at_rated_clock(&roof, r);
	return roof;
}

static bool is_ok(const struct gb_roof *roof)
{
	return roof->row->status == GB_ROW_OK;
}

/* Both are from one collection, in which equal texts are equal pointers. */
static bool is_same_roof(const struct gb_roof *a, const struct gb_roof *b)
{
	return a->row == b->row || (a->row->name == b->row->name && a->row->unit == b->row->unit);
}

/* The worse and the better end of the interval. Without an interval, both are the row's value. */
static double sure_value(const struct gb_roof *roof)
{
	const double end = gb_lower_is_better(roof->row->unit) ? roof->hi : roof->lo;

	return isfinite(end) ? end : roof->value;
}

static double best_possible(const struct gb_roof *roof)
{
	const double end = gb_lower_is_better(roof->row->unit) ? roof->lo : roof->hi;

	return isfinite(end) ? end : roof->value;
}

static bool is_beyond(const char *unit, double a, double b)
{
	return gb_lower_is_better(unit) ? a < b : a > b;
}

/* True if `a` is the better one of two ok rows, or certainly the better one of two others. */
static bool is_better(const struct gb_roof *a, const struct gb_roof *b)
{
	return is_ok(a) ? is_beyond(a->row->unit, a->value, b->value)
			: is_beyond(a->row->unit, sure_value(a), sure_value(b));
}

/* The best rows so far. If suspect rows count, the best is known only after all rows. */
struct best {
	const struct gb_roof *ok, *doubtful;
};

static void see_roof(struct best *best, const struct gb_roof *roof)
{
	const struct gb_roof **of = is_ok(roof) ? &best->ok : &best->doubtful;

	if (*of == NULL || is_better(roof, *of))
		*of = roof;
}

/* If a suspect row is certainly better than the best ok row, the latter is not the roof. */
static const struct gb_roof *best_of(const struct best *best)
{
	if (best->ok == NULL)
		return best->doubtful;
	if (best->doubtful != NULL &&
	    is_beyond(best->ok->row->unit, sure_value(best->doubtful), best_possible(best->ok)))
		return best->doubtful;
	return best->ok;
}

/* Most GPUs of a fleet have the same rows in the same order: guesses the corresponding row of the previous GPU. */
static const struct gb_roof_row *guess_row(const struct gb_roofs *roofs, const struct gb_gpu_roofs *gpu)
{
	const struct gb_gpu_roofs *before = &roofs->gpu[roofs->before];

	return gpu->roofs < before->roofs ? before->roof[gpu->roofs].row : NULL;
}

/* Returns the collection's copy of the run's name, which is usually that of the previous roof. */
static const char *keep_run(struct gb_roofs *roofs, const struct gb_gpu_roofs *gpu, const char *run)
{
	const char *before = gpu->roofs > 0 ? gpu->roof[gpu->roofs - 1].run : NULL;

	return before != NULL && strcmp(before, run) == 0 ? before : gb_strings_keep(&roofs->strings, run);
}

/* Keeps the best ok row and the best other row of each run. */
static void add_roof(struct gb_roofs *roofs, struct gb_gpu_roofs *gpu, const struct gb_record *record)
{
	const struct gb_roof_row *row = gb_roof_rows_keep(&roofs->rows, &roofs->strings, record, guess_row(roofs, gpu));
	const struct gb_roof roof = roof_of(record, row, keep_run(roofs, gpu, gb_record_text(record->run_id)));

	for (size_t i = 0; i < gpu->roofs; i++) {
		struct gb_roof *there = &gpu->roof[i];
		if (!is_same_roof(there, &roof) || there->run != roof.run || is_ok(there) != is_ok(&roof))
			continue;
		if (is_better(&roof, there))
			*there = roof;
		return;
	}
	gpu->roof = gb_array_grow(gpu->roof, gpu->roofs, &gpu->room, sizeof *gpu->roof);
	gpu->roof[gpu->roofs++] = roof;
}

static void add_failure(struct gb_roofs *roofs, struct gb_gpu_roofs *gpu, const struct gb_record *record)
{
	char text[GB_ERROR_TEXT] = "";

	if (gpu->failed++ > 0)
		return;
	gb_text_add(text, sizeof text, "%s%s%s: %s", gb_record_text(record->benchmark),
		    gb_record_text(record->point)[0] ? " " : "", gb_record_text(record->point),
		    gb_record_text(record->reason));
	gpu->failure = gb_strings_keep(&roofs->strings, text);
}

/* A value that was not measured is not a roof, whatever the file says. */
static bool is_modelled(const struct gb_record *record)
{
	return strcmp(gb_record_text(record->origin), "modelled") == 0;
}

/* Rows of one run often have the same time. */
static double read_seconds(struct gb_roofs *roofs, const char *text)
{
	if (roofs->time[0] == '\0' || strcmp(roofs->time, text) != 0) {
		gb_text_copy(roofs->time, sizeof roofs->time, text);
		roofs->seconds = gb_clock_read(text);
	}
	return roofs->seconds;
}

void gb_roofs_add(struct gb_roofs *roofs, const struct gb_record *record)
{
	struct gb_gpu_roofs *gpu = gb_gpus_of(roofs, record);

	if (record->status == GB_ROW_FAILED)
		add_failure(roofs, gpu, record);
	else if (gb_record_text(record->roof)[0] != '\0' && isfinite(record->value) && !is_modelled(record)) {
		gpu->newest = fmax(gpu->newest,
				   read_seconds(roofs, gb_record_text(record->time_utc))); /* fmax() ignores NAN */
		add_roof(roofs, gpu, record);
	}
}

void gb_roofs_add_file(struct gb_roofs *roofs, const char *path, size_t rows)
{
	roofs->files++;
	if (rows > 0)
		return;
	roofs->empty = gb_array_grow(roofs->empty, roofs->empties, &roofs->empty_room, sizeof *roofs->empty);
	roofs->empty[roofs->empties++] = gb_strings_keep(&roofs->strings, path);
}

/* ---- access ------------------------------------------------------------------------------------------------------ */

static int compare_roofs(const void *left, const void *right)
{
	const struct gb_roof *a = left, *b = right;
	int order = (a->row->place > b->row->place) - (a->row->place < b->row->place);

	if (order == 0 && a->row->name != b->row->name)
		order = strcmp(a->row->name, b->row->name);
	if (order == 0 && a->row->unit != b->row->unit)
		order = strcmp(a->row->unit, b->row->unit);
	return order != 0 || a->run == b->run ? order : strcmp(a->run, b->run);
}

/* Keeps the entry that counts among a run's entries for a roof, which are adjacent. */
static void settle_runs(struct gb_gpu_roofs *gpu)
{
	size_t kept = 0;

	for (size_t at = 0; at < gpu->roofs;) {
		const struct gb_roof *first = &gpu->roof[at];
		struct best best = { NULL, NULL };
		for (; at < gpu->roofs && is_same_roof(&gpu->roof[at], first) &&
		       strcmp(gpu->roof[at].run, first->run) == 0;
		     at++)
			see_roof(&best, &gpu->roof[at]);
		const struct gb_roof settled = *best_of(&best);
		gpu->roof[kept++] = settled;
	}
	gpu->roofs = kept;
}

/* A run that --resume completed counts as one run with two names: of each roof, its best row counts, not the median. */
static void name_runs(const struct gb_runs *runs, struct gb_gpu_roofs *gpu)
{
	for (size_t i = 0; i < gpu->roofs; i++)
		gpu->roof[i].run = gb_runs_whole(runs, gpu->owner, gpu->roof[i].run);
}

/* ---- changes of benchmarks --------------------------------------------------------------------------------------- */

/* Roofs of models that have rows from after all changes. */
enum { CURRENT_MAX = 512 };
struct current {
	struct {
		const char *roof, *model;
	} of[CURRENT_MAX];
	size_t count;
};

static bool is_current(const struct current *current, const char *roof, const char *model)
{
	for (size_t i = 0; i < current->count; i++)
		if (current->of[i].roof == roof && current->of[i].model == model)
			return true;
	return false;
}

static void find_current(const struct gb_roofs *roofs, struct current *current)
{
	for (size_t g = 0; g < roofs->count; g++)
		for (size_t i = 0; i < roofs->gpu[g].roofs && current->count < CURRENT_MAX; i++) {
			const struct gb_roof *roof = &roofs->gpu[g].roof[i];
			if (roof->older != NULL || is_current(current, roof->row->name, roofs->gpu[g].name))
				continue;
			current->of[current->count].roof = roof->row->name;
			current->of[current->count++].model = roofs->gpu[g].name;
		}
}

size_t gb_roofs_drop_older(struct gb_roofs *roofs, const struct gb_break **last)
{
	static struct current current;
	size_t dropped = 0;

	current.count = 0;
	find_current(roofs, &current);
	for (size_t g = 0; g < roofs->count; g++) {
		struct gb_gpu_roofs *gpu = &roofs->gpu[g];
		size_t kept = 0;
		for (size_t i = 0; i < gpu->roofs; i++) {
			const struct gb_roof *roof = &gpu->roof[i];
			if (roof->older == NULL || !is_current(&current, roof->row->name, gpu->name))
				gpu->roof[kept++] = *roof;
			else
				*last = roof->older;
		}
		dropped += gpu->roofs - kept;
		gpu->roofs = kept;
	}
	return dropped;
}

static int compare_gpus(const void *left, const void *right)
{
	const struct gb_gpu_roofs *a = left, *b = right;
	int order = strcmp(a->name, b->name);

	if (order == 0)
		order = strcmp(a->board, b->board); /* unknown boards come first: see struct gb_fleet_model */
	if (order == 0)
		order = strcmp(a->host, b->host);
	if (order == 0)
		order = strtol(a->device, NULL, 10) < strtol(b->device, NULL, 10)   ? -1
			: strtol(a->device, NULL, 10) > strtol(b->device, NULL, 10) ? 1
										    : strcmp(a->device, b->device);
	return order != 0 ? order : strcmp(a->key, b->key);
}

/* Writes "2 to 5", if the files also have rows of the other GPU. */
static void number_pair(struct gb_roofs *roofs, struct gb_gpu_roofs *pair)
{
	char text[GB_NAME_MAX] = "";

	if (pair->peer[0] == '\0' || strstr(pair->device, " to ") != NULL)
		return;
	for (size_t i = 0; i < roofs->count; i++) {
		const struct gb_gpu_roofs *other = &roofs->gpu[i];
		if (strcmp(other->owner, pair->peer) != 0)
			continue;
		gb_text_add(text, sizeof text, "%s to %.*s", pair->device, (int)strcspn(other->device, " "),
			    other->device);
		pair->device = gb_strings_keep(&roofs->strings, text);
		return;
	}
}

static int compare_texts(const void *left, const void *right)
{
	return strcmp(*(const char *const *)left, *(const char *const *)right);
}

void gb_roofs_sort(struct gb_roofs *roofs)
{
	gb_runs_settle(&roofs->runs);
	if (roofs->empties > 0)
		qsort(roofs->empty, roofs->empties, sizeof *roofs->empty, compare_texts);
	if (roofs->count == 0)
		return;
	for (size_t i = 0; i < roofs->count; i++)
		number_pair(roofs, &roofs->gpu[i]);
	qsort(roofs->gpu, roofs->count, sizeof *roofs->gpu, compare_gpus);
	for (size_t i = 0; i < roofs->count; i++) {
		name_runs(&roofs->runs, &roofs->gpu[i]);
		if (roofs->gpu[i].roofs > 0)
			qsort(roofs->gpu[i].roof, roofs->gpu[i].roofs, sizeof *roofs->gpu[i].roof, compare_roofs);
		settle_runs(&roofs->gpu[i]);
		roofs->gpu[i].is_cut = gb_runs_have_cut(&roofs->runs, roofs->gpu[i].owner);
	}
	gb_gpus_index(roofs);
}

const struct gb_roof *gb_gpu_roof(const struct gb_gpu_roofs *gpu, const char *name)
{
	const struct gb_roof *first = NULL;
	struct best best = { NULL, NULL };

	for (size_t i = 0; i < gpu->roofs; i++) {
		if (strcmp(gpu->roof[i].row->name, name) != 0 || (first != NULL && !is_same_roof(&gpu->roof[i], first)))
			continue;
		first = first != NULL ? first : &gpu->roof[i];
		see_roof(&best, &gpu->roof[i]);
	}
	return best_of(&best);
}

const struct gb_roof *gb_gpu_next(const struct gb_gpu_roofs *gpu, size_t *at)
{
	struct best best = { NULL, NULL };

	if (*at == gpu->roofs)
		return NULL;
	const struct gb_roof *first = &gpu->roof[*at];
	for (; *at < gpu->roofs && is_same_roof(&gpu->roof[*at], first); ++*at)
		see_roof(&best, &gpu->roof[*at]);
	return best_of(&best);
}

double gb_roof_fraction(const struct gb_roof *roof)
{
	return gb_lower_is_better(roof->row->unit) ? roof->limit / roof->value : roof->value / roof->limit;
}

void gb_roofs_free(struct gb_roofs *roofs)
{
	for (size_t i = 0; i < roofs->count; i++)
		free(roofs->gpu[i].roof);
	free(roofs->gpu);
	free(roofs->slot);
	free(roofs->empty);
	gb_roof_rows_free(&roofs->rows);
	gb_runs_free(&roofs->runs);
	gb_strings_free(&roofs->strings);
	*roofs = (struct gb_roofs){ 0 };
}
