#include "analysis/runs.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/heap.h"
#include "base/text.h"

enum { ODD_TOLD_MAX = 5 };

static size_t bytes_for(size_t points)
{
	return (points + 7) / 8;
}

static bool is_same(const struct gb_run_rows *run, const struct gb_run_rows *like)
{
	return run->points == like->points && strcmp(run->run, like->run) == 0 && strcmp(run->gpu, like->gpu) == 0 &&
	       strcmp(run->host, like->host) == 0 && strcmp(run->pci, like->pci) == 0;
}

/* Returns the slot with the number of a run, whose texts belong to the collection. */
static size_t *find_slot(const struct gb_runs *runs, const struct gb_run_rows *kept)
{
	size_t at = (size_t)gb_hash_addresses(kept->gpu, kept->run, kept->points) & (runs->slots - 1);

	for (; runs->slot[at] != 0; at = (at + 1) & (runs->slots - 1)) {
		const struct gb_run_rows *run = &runs->run[runs->slot[at] - 1];
		if (run->gpu == kept->gpu && run->run == kept->run && run->host == kept->host &&
		    run->pci == kept->pci && run->points == kept->points)
			break;
	}
	return &runs->slot[at];
}

static void make_slots(struct gb_runs *runs)
{
	if (2 * (runs->count + 1) <= runs->slots)
		return;
	runs->slots = runs->slots > 0 ? runs->slots : 16;
	while (runs->slots < 2 * (runs->count + 1))
		runs->slots *= 2;
	free(runs->slot);
	runs->slot = gb_heap_array(runs->slots, sizeof *runs->slot);
	for (size_t i = 0; i < runs->count; i++)
		*find_slot(runs, &runs->run[i]) = i + 1;
}

static struct gb_run_rows *find_run(struct gb_runs *runs, const struct gb_run_rows *like)
{
	struct gb_run_rows *last = runs->count > 0 ? &runs->run[runs->count - 1] : NULL;

	if (last == NULL || is_same(last, like)) /* the run is usually that of the previous row */
		return last;
	const struct gb_run_rows kept = { .gpu = gb_strings_find(&runs->strings, like->gpu),
					  .run = gb_strings_find(&runs->strings, like->run),
					  .host = gb_strings_find(&runs->strings, like->host),
					  .pci = gb_strings_find(&runs->strings, like->pci),
					  .points = like->points };
	const bool is_kept = kept.gpu != NULL && kept.run != NULL && kept.host != NULL && kept.pci != NULL;
	const size_t number = is_kept ? *find_slot(runs, &kept) : 0;
	return number > 0 ? &runs->run[number - 1] : NULL;
}

static struct gb_run_rows *new_run(struct gb_runs *runs, const struct gb_run_rows *like)
{
	runs->run = gb_array_grow(runs->run, runs->count, &runs->room, sizeof *runs->run);
	struct gb_run_rows run = {
		.gpu = gb_strings_keep(&runs->strings, like->gpu),
		.host = gb_strings_keep(&runs->strings, like->host),
		.pci = gb_strings_keep(&runs->strings, like->pci),
		.run = gb_strings_keep(&runs->strings, like->run),
		.version = gb_strings_keep(&runs->strings, like->version),
		.mode = gb_strings_keep(&runs->strings, like->mode),
		.points = like->points,
		.begun = GB_NO_TIME,
		.ended = GB_NO_TIME,
		.written = like->written,
		.file = like->file,
		.place = like->place,
		.is_seen = gb_heap_array(bytes_for(like->points) + 1, 1),
	};
	runs->run[runs->count++] = run;
	*find_slot(runs, &run) = runs->count;
	return &runs->run[runs->count - 1];
}

static struct gb_run_rows *have_run(struct gb_runs *runs, const struct gb_run_rows *like)
{
	make_slots(runs);
	struct gb_run_rows *run = find_run(runs, like);
	return run != NULL ? run : new_run(runs, like);
}

static void see_times(struct gb_run_rows *run, int64_t begun, int64_t ended)
{
	if (begun != GB_NO_TIME && (run->begun == GB_NO_TIME || begun < run->begun))
		run->begun = begun;
	if (ended > run->ended) /* GB_NO_TIME is less than any time */
		run->ended = ended;
}

static void see_all(struct gb_run_rows *run, const struct gb_run_rows *other)
{
	see_times(run, other->begun, other->ended);
	run->written = run->written > other->written ? run->written : other->written;
	run->ordered = run->ordered > other->ordered ? run->ordered : other->ordered;
	run->has_others |= other->has_others;
	run->seen = 0;
	for (size_t i = 0; i < bytes_for(run->points); i++) {
		run->is_seen[i] |= other->is_seen[i];
		for (unsigned bits = run->is_seen[i]; bits != 0; bits &= bits - 1)
			run->seen++;
	}
}

static void see_point(struct gb_run_rows *run, size_t number)
{
	const unsigned char bit = (unsigned char)(1U << (number - 1) % 8);
	unsigned char *byte = &run->is_seen[(number - 1) / 8];

	run->seen += (*byte & bit) == 0;
	*byte |= bit;
}

/* False for rows of older versions, and for conclusions. */
static bool says_its_point(const struct gb_record *r)
{
	return r->points >= 1 && r->points <= GB_RUN_POINTS_MAX && r->point_number >= 1 && r->point_number <= r->points;
}

/* True if the deadline passed before the point was measured. */
static bool is_late(const struct gb_record *r)
{
	return r->status == GB_ROW_FAILED && strncmp(r->reason, GB_LATE, strlen(GB_LATE)) == 0;
}

/* Rows of one run often have the same time. */
static int64_t read_time(struct gb_runs *runs, const char *text)
{
	if (runs->text[0] == '\0' || strcmp(runs->text, text) != 0) {
		gb_text_copy(runs->text, sizeof runs->text, text);
		runs->time = gb_time_read(text);
	}
	return runs->time;
}

void gb_runs_add(struct gb_runs *runs, const char *gpu, const struct gb_record *r)
{
	const bool says = says_its_point(r);
	const struct gb_run_rows like = {
		.gpu = gpu,
		.host = gb_record_text(r->host),
		.pci = gb_record_text(r->pci_bus_id),
		.run = r->run_id,
		.version = r->version,
		.mode = r->mode,
		.points = says ? (size_t)r->points : 0,
		.written = runs->written,
		.file = runs->file,
		.place = runs->count,
	};
	struct gb_run_rows *run = have_run(runs, &like);

	runs->settled = false;
	const int64_t time = read_time(runs, gb_record_text(r->time_utc));
	see_times(run, time, time);
	run->has_others |= says && gb_record_text(r->roof)[0] == '\0';
	if (says && !is_late(r))
		see_point(run, (size_t)r->point_number);
}

void gb_runs_merge(struct gb_runs *into, struct gb_runs *from)
{
	if (into->count == 0) { /* the values come from a store and need no copy */
		const struct gb_runs empty = *into;
		*into = *from;
		*from = empty;
		return;
	}
	into->settled = false;
	for (size_t i = 0; i < from->count; i++)
		see_all(have_run(into, &from->run[i]), &from->run[i]);
}

static int compare_runs(const void *left, const void *right)
{
	const struct gb_run_rows *a = left, *b = right;
	int order = strcmp(a->gpu, b->gpu);

	if (order == 0)
		order = (a->points > b->points) - (a->points < b->points);
	return order != 0 ? order : strcmp(a->run, b->run);
}

static bool is_completed_by(const struct gb_run_rows *run, const struct gb_run_rows *other)
{
	if (run->points == 0 || run->points != other->points || strcmp(run->gpu, other->gpu) != 0)
		return false;
	for (size_t i = 0; i < bytes_for(run->points); i++)
		if ((run->is_seen[i] & other->is_seen[i]) != 0)
			return false;
	return true;
}

static void note_completing(struct gb_runs *runs, const struct gb_run_rows *run, const char *of)
{
	runs->completing = gb_heap_resize(runs->completing, runs->completings + 1, sizeof *runs->completing);
	runs->completing[runs->completings++] = (struct gb_run_of){ run->gpu, run->run, of };
}

static int compare_completing(const void *left, const void *right)
{
	const struct gb_run_of *a = left, *b = right;
	const int order = strcmp(a->gpu, b->gpu);

	return order != 0 ? order : strcmp(a->run, b->run);
}

const char *gb_runs_whole(const struct gb_runs *runs, const char *gpu, const char *run)
{
	const struct gb_run_of key = { gpu, run, NULL };
	const struct gb_run_of *found = runs->completings == 0 ? NULL
							       : bsearch(&key, runs->completing, runs->completings,
									 sizeof key, compare_completing);

	return found != NULL ? found->of : run;
}

void gb_runs_settle(struct gb_runs *runs)
{
	size_t kept = 0;

	if (runs->settled)
		return;
	runs->settled = true;
	free(runs->slot); /* its indices refer to the previous order */
	runs->slot = NULL;
	runs->slots = 0;
	for (size_t i = 0; i < runs->count; i++)
		runs->run[i].ordered = gb_time_of_run(runs->run[i].begun, runs->run[i].written);
	if (runs->count > 0)
		qsort(runs->run, runs->count, sizeof *runs->run, compare_runs);
	for (size_t i = 0; i < runs->count; i++) {
		struct gb_run_rows *run = &runs->run[i], *before = kept > 0 ? &runs->run[kept - 1] : run;
		while (before > runs->run && strcmp(before->gpu, run->gpu) == 0 && !is_completed_by(before, run))
			before--;
		if (kept > 0 && is_completed_by(before, run)) {
			note_completing(runs, run, before->run);
			see_all(before, run);
			free(run->is_seen);
			continue;
		}
		runs->run[kept++] = *run;
	}
	runs->count = kept;
	if (runs->completings > 0)
		qsort(runs->completing, runs->completings, sizeof *runs->completing, compare_completing);
}

size_t gb_runs_end_of_gpu(const struct gb_runs *runs, size_t first)
{
	size_t end = first + 1;

	while (end < runs->count && runs->run[end].gpu == runs->run[first].gpu)
		end++;
	return end;
}

/* ---- the newest run ---------------------------------------------------------------------------------------------- */

static bool is_newer(const struct gb_run_rows *a, const struct gb_run_rows *b)
{
	if (a->ordered != b->ordered)
		return a->ordered > b->ordered;
	return a->file != b->file ? a->file > b->file : a->place > b->place;
}

static bool is_kept_with(const struct gb_run_rows *run, const struct gb_run_rows *newest)
{
	if (run->run == newest->run || run->file != newest->file)
		return run->run == newest->run;
	return (run->begun == GB_NO_TIME && newest->begun == GB_NO_TIME) ||
	       gb_time_is_again(run->ended, (int64_t)run->points, newest->begun, (int64_t)newest->points);
}

/* Reports the first few of them. */
static void tell_odd(const struct gb_run_rows *run, gb_runs_tell_fn *odd, size_t *told)
{
	const char *why = gb_time_is_odd(run->begun, run->written);
	char text[GB_ERROR_TEXT], begun[GB_TIME_TEXT];

	if (why == NULL || odd == NULL || (*told)++ >= ODD_TOLD_MAX)
		return;
	snprintf(text, sizeof text,
		 "run %.40s of %.80s on %.80s is dated %s, which is %s: its file's modification time is used instead",
		 run->run, run->gpu, run->host, gb_time_text(run->begun, begun), why);
	odd(text);
}

void gb_runs_keep_newest(struct gb_runs *runs, gb_runs_tell_fn *odd)
{
	size_t kept = 0, told = 0;

	for (size_t first = 0, end; first < runs->count; first = end) {
		end = gb_runs_end_of_gpu(runs, first);
		size_t at = first;
		for (size_t i = first + 1; i < end; i++)
			at = is_newer(&runs->run[i], &runs->run[at]) ? i : at;
		const struct gb_run_rows newest = runs->run[at];
		runs->run[at] = runs->run[first];
		runs->run[first] = newest;
		for (size_t i = first; i < end; i++) {
			if (end - first > 1)
				tell_odd(&runs->run[i], odd, &told);
			if (is_kept_with(&runs->run[i], &newest))
				runs->run[kept++] = runs->run[i];
			else
				free(runs->run[i].is_seen);
		}
	}
	runs->count = kept;
}

/* Returns the index of the GPU's first run, or of the next GPU in this order. */
static size_t first_of_gpu(const struct gb_runs *runs, const char *gpu)
{
	size_t first = 0, count = runs->count;

	while (count > 0) {
		const size_t half = count / 2;
		const bool before = strcmp(runs->run[first + half].gpu, gpu) < 0;
		first += before ? half + 1 : 0;
		count = before ? count - half - 1 : half;
	}
	return first;
}

enum gb_run_is gb_runs_is(const struct gb_runs *runs, const char *gpu, const char *run)
{
	const size_t first = first_of_gpu(runs, gpu);

	for (size_t i = first; i < runs->count && strcmp(runs->run[i].gpu, gpu) == 0; i++)
		if (strcmp(runs->run[i].run, run) == 0)
			return i == first ? GB_RUN_NEWEST : GB_RUN_WITH_NEWEST;
	return GB_RUN_OLDER;
}

bool gb_runs_have_cut(const struct gb_runs *runs, const char *gpu)
{
	for (size_t i = first_of_gpu(runs, gpu); i < runs->count && strcmp(runs->run[i].gpu, gpu) == 0; i++)
		if (runs->run[i].has_others && runs->run[i].seen < runs->run[i].points)
			return true;
	return false;
}

void gb_runs_free(struct gb_runs *runs)
{
	for (size_t i = 0; i < runs->count; i++)
		free(runs->run[i].is_seen);
	free(runs->run);
	free(runs->slot);
	free(runs->completing);
	gb_strings_free(&runs->strings);
	*runs = (struct gb_runs){ 0 };
}
