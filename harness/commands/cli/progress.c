#include "cli/progress.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/heap.h"
#include "base/quantity.h"
#include "base/text.h"
#include "base/wrap.h"

/* A point's name is cut at this length. */
enum { POINT_MAX = 40 };

void gb_progress_start(struct gb_progress *progress, FILE *out, size_t rows)
{
	*progress = (struct gb_progress){ out, isatty(fileno(out)) == 1, gb_clock_now(), rows };
}

void gb_progress_begin(struct gb_progress *progress, size_t done, const char *device, const char *bench,
		       const char *point)
{
	const double elapsed = gb_clock_now() - progress->start;
	char head[160] = "", left[32] = "";

	if (!progress->shown)
		return;
	gb_text_add(head, sizeof head, "[%zu/%zu] %s: %s ", done + 1, progress->rows, device, bench);
	/* The estimate assumes that rows take similar times, and needs two rows. */
	if (done >= 2)
		gb_text_add(left, sizeof left, ", %.0f s left",
			    elapsed / (double)done * (double)(progress->rows - done));
	/* If the line is too long, the point is shortened first, then the time. */
	const int width = gb_wrap_window(progress->out);
	int room = width - (int)strlen(head) - (int)strlen(left);
	if (room < 0) {
		left[0] = '\0';
		room = width - (int)strlen(head);
	}
	room = room < 0 ? 0 : room > POINT_MAX ? POINT_MAX : room;
	fprintf(progress->out, GB_WRAP_WIPE "%.*s%.*s%s", width, head, room, point, left);
	fflush(progress->out);
}

void gb_progress_say(struct gb_progress *progress, const char *text)
{
	if (!progress->shown)
		return;
	fprintf(progress->out, GB_WRAP_WIPE "%.*s", gb_wrap_window(progress->out), text);
	fflush(progress->out);
}

void gb_progress_clear(struct gb_progress *progress)
{
	if (progress->shown)
		fputs(GB_WRAP_WIPE, progress->out);
	fflush(progress->out);
}

/* ---- the line of a benchmark ------------------------------------------------------------------------------------- */

/* If at least this fraction of the points is doubtful, the host is the likely cause. */
#define NOISY 0.1

/* Shorter times are printed with a decimal. */
#define BRIEF_SECONDS 9.95

enum { UNIT_MAX = 32 };

struct gb_tally_of {
	const char *bench, *uuid; /* NULL: conclusions */
	char label[GB_NAME_MAX + GB_DEVICE_LABEL + 1];
	size_t device;
	bool on_host, told, skips_differ;
	size_t planned, points, failed, skipped, suspect, noisy;
	size_t doubt[GB_DOUBT_COUNT];
	char skip[GB_RECORD_REASON]; /* the reason of the first point */
	double seconds;              /* spent on its points, in all their visits */
	double best;
	char unit[UNIT_MAX], roof[GB_NAME_MAX];
};

/* The benchmark of the point that a device is measuring. */
struct gb_tally_now {
	struct gb_tally_of *of; /* NULL: none yet */
	double began;           /* host time */
};

/* ---- the text ---------------------------------------------------------------------------------------------------- */

static size_t next_doubt(const struct gb_tally_of *of, const bool said[GB_DOUBT_COUNT])
{
	size_t most = GB_DOUBT_COUNT;

	for (size_t kind = 0; kind < GB_DOUBT_COUNT; kind++)
		if (!said[kind] && of->doubt[kind] > 0 && (most == GB_DOUBT_COUNT || of->doubt[kind] > of->doubt[most]))
			most = kind;
	return most;
}

/* "57 suspect: never steady in the warm-up (51), clock moved (6)": as many as fit on a line, the most frequent
 * first. */
static void put_doubts(struct gb_wrap *page, const struct gb_tally_of *of)
{
	static const char rest[] = ", and 9 more";
	char text[GB_ERROR_TEXT] = "", part[GB_ERROR_TEXT], mark[64] = "";
	bool said[GB_DOUBT_COUNT] = { false };
	size_t kind, told = 0, left = 0;

	gb_text_add(text, sizeof text, "%zu suspect", of->suspect);
	gb_text_copy(mark, sizeof mark, text);
	for (; (kind = next_doubt(of, said)) < GB_DOUBT_COUNT; said[kind] = true) {
		gb_text_write(part, sizeof part, "%s %s (%zu)", told == 0 ? ":" : ",",
			      gb_doubt_words((enum gb_doubt)kind), of->doubt[kind]);
		if (left > 0 ||
		    (told > 0 && page->indent + strlen(text) + strlen(part) + strlen(rest) > page->columns)) {
			left++;
			continue;
		}
		gb_text_add(text, sizeof text, "%s", part);
		told++;
	}
	if (left > 0)
		gb_text_add(text, sizeof text, ", and %zu more", left);
	gb_wrap_set_mark(page, mark, "suspect");
	gb_wrap_phrase(page, text);
}

static void put_points(struct gb_wrap *page, const struct gb_tally *tally, const struct gb_tally_of *of)
{
	char text[128] = "";

	gb_text_add(text, sizeof text, "%zu", of->points);
	if (of->points < of->planned)
		gb_text_add(text, sizeof text, " of %zu", of->planned);
	gb_text_add(text, sizeof text, " point%s", of->points == 1 && of->planned == 1 ? "" : "s");
	if (tally->timed && of->skipped < of->points)
		gb_text_add(text, sizeof text, of->seconds < BRIEF_SECONDS ? " in %.1f s" : " in %.0f s", of->seconds);
	gb_wrap_phrase(page, text);
}

static void put_best(struct gb_wrap *page, const struct gb_tally_of *of)
{
	char text[GB_ERROR_TEXT] = "best ", figure[64];

	if (!isfinite(of->best) || of->bench == NULL)
		return;
	gb_quantity_write(figure, sizeof figure, of->best, of->unit);
	gb_text_add(text, sizeof text, "%s%s%s", figure, of->roof[0] != '\0' ? " " : "", of->roof);
	gb_wrap_phrase(page, text);
}

static size_t longest_label(const struct gb_tally *tally)
{
	size_t longest = 0;

	for (size_t i = 0; i < tally->count; i++)
		longest = strlen(tally->of[i].label) > longest ? strlen(tally->of[i].label) : longest;
	return longest;
}

/* Prints the line of a benchmark. Conclusions are listed only if some are doubtful. */
static void tell_benchmark(struct gb_tally *tally, struct gb_tally_of *of)
{
	const bool doubts = of->suspect > 0 || of->skipped > 0 || of->failed > 0;
	struct gb_wrap page = { .out = tally->out, .columns = tally->columns, .indent = GB_WRAP_INDENT };
	char text[GB_ERROR_TEXT + 64] = "", mark[64] = "";

	of->told = true;
	if (!doubts && (tally->terse || of->bench == NULL))
		return;
	gb_wrap_phrase(&page, of->label);
	gb_wrap_to(&page, longest_label(tally));
	put_points(&page, tally, of);
	put_best(&page, of);
	if (of->failed > 0) {
		gb_text_add(text, sizeof text, "%zu failed", of->failed);
		gb_wrap_set_mark(&page, text, "failed");
		gb_wrap_phrase(&page, text);
	}
	if (of->suspect > 0 && of->on_host) {
		/* tell_noise() sums up the reasons that all points share. */
		gb_text_write(mark, sizeof mark, "%zu suspect", of->suspect);
		gb_wrap_set_mark(&page, mark, "suspect");
		gb_wrap_phrase(&page, mark);
		mark[0] = '\0';
	} else if (of->suspect > 0)
		put_doubts(&page, of);
	if (of->skipped > 0) {
		text[0] = '\0';
		gb_text_add(mark, sizeof mark, "%zu skipped:", of->skipped);
		gb_text_add(text, sizeof text, "%s %s%s", mark, of->skip, of->skips_differ ? ", and similar" : "");
		gb_wrap_set_mark(&page, mark, "skipped");
		gb_wrap_phrase(&page, text);
	}
	gb_wrap_end(&page);
}

/* ---- counting ---------------------------------------------------------------------------------------------------- */

static struct gb_tally_of *find_tally(const struct gb_tally *tally, const char *bench, const char *uuid)
{
	for (size_t i = 0; i < tally->count; i++)
		if (strcmp(tally->of[i].bench, bench) == 0 && strcmp(tally->of[i].uuid, uuid) == 0)
			return &tally->of[i];
	return NULL;
}

/* Roofs come before other values, and better roofs before worse ones. */
static bool is_better(const struct gb_tally_of *of, const struct gb_record *record)
{
	const bool roof = record->roof[0] != '\0';

	if (!isfinite(of->best) || roof != (of->roof[0] != '\0'))
		return !isfinite(of->best) || roof;
	if (strcmp(of->unit, record->unit) != 0)
		return false;
	return gb_lower_is_better(of->unit) ? record->value < of->best : record->value > of->best;
}

/* The main record of a point: the first, or, if this is the time of a launch, the plug-in's value derived from it. */
static const struct gb_record *main_record(const struct gb_record *records, size_t number)
{
	const bool time = records[0].roof[0] == '\0' && strcmp(records[0].unit, gb_quantity_unit(GB_SECONDS)) == 0;

	return time && number > 1 && gb_unit_is_of_a_quantity(records[1].unit) ? &records[1] : &records[0];
}

static void take_best(struct gb_tally_of *of, const struct gb_record *record)
{
	if (!gb_record_is_measured(record) || !isfinite(record->value) || !is_better(of, record))
		return;
	of->best = record->value;
	gb_text_copy(of->unit, sizeof of->unit, record->unit);
	gb_text_copy(of->roof, sizeof of->roof, record->roof);
}

/* Counts one point or one conclusion. Several records with the same doubt count once. */
static void count_point(struct gb_tally_of *of, const struct gb_record *records, size_t number)
{
	unsigned int doubts = 0;
	bool suspect = false;

	for (size_t i = 0; i < number; i++) {
		suspect |= records[i].status == GB_ROW_SUSPECT;
		doubts |= records[i].doubts;
	}
	of->points++;
	of->failed += records[0].status == GB_ROW_FAILED;
	of->suspect += suspect;
	of->noisy += suspect && (doubts & GB_DOUBTS_OF_NOISE) != 0;
	for (size_t kind = 0; suspect && kind < GB_DOUBT_COUNT; kind++)
		of->doubt[kind] += (doubts & GB_DOUBT_BIT(kind)) != 0;
	if (records[0].status == GB_ROW_SKIPPED) {
		if (of->skipped++ == 0)
			gb_text_copy(of->skip, sizeof of->skip, records[0].reason);
		of->skips_differ |= strcmp(of->skip, records[0].reason) != 0;
	}
	take_best(of, main_record(records, number));
}

/* Visits of different benchmarks alternate: the time since the last beginning belongs to the benchmark that began. */
static void charge_seconds(struct gb_tally_now *now, struct gb_tally_of *next)
{
	const double time = gb_clock_now();

	if (now->of != NULL)
		now->of->seconds += time - now->began;
	*now = (struct gb_tally_now){ .of = next, .began = time };
}

bool gb_tally_ends(const struct gb_tally *tally, const struct gb_record *records)
{
	const struct gb_tally_of *of = find_tally(tally, records[0].benchmark, records[0].gpu_uuid);

	return of != NULL && records[0].variant[0] != '\0' && of->points + 1 == of->planned;
}

void gb_tally_take(struct gb_tally *tally, const struct gb_record *records, size_t number)
{
	struct gb_tally_of *of = find_tally(tally, records[0].benchmark, records[0].gpu_uuid);

	if (records[0].variant[0] == '\0') {
		for (size_t i = 0; i < number; i++)
			count_point(tally->conclusions, &records[i], 1);
		return;
	}
	if (of == NULL)
		return;
	count_point(of, records, number);
	if (tally->now[of->device].of == of)
		charge_seconds(&tally->now[of->device], of);
	if (of->points == of->planned)
		tell_benchmark(tally, of);
}

/* ---- a run ------------------------------------------------------------------------------------------------------- */

static void add_tally(struct gb_tally *tally, const struct gb_bench *bench, const struct gb_devices *devices,
		      size_t device)
{
	const struct gb_found_device *on = &devices->found[device];
	struct gb_tally_of *of = &tally->of[tally->count++];
	const bool one_device = devices->count == 1;
	char title[GB_DEVICE_LABEL];

	*of = (struct gb_tally_of){ .bench = bench->name, .uuid = on->device.uuid, .device = device, .best = NAN };
	of->on_host = on->device.target == GB_HOST;
	gb_device_title(&on->device, title);
	gb_text_add(of->label, sizeof of->label, "%s%s%s", one_device ? "" : title, one_device ? "" : " ", bench->name);
}

void gb_tally_start(struct gb_tally *tally, const struct gb_tasks *tasks, const struct gb_devices *devices,
		    const bool *done)
{
	tally->of = gb_heap_array(devices->count * tasks->plans + 1, sizeof *tally->of);
	tally->now = gb_heap_array(devices->count, sizeof *tally->now);
	for (size_t d = 0; d < devices->count; d++)
		for (size_t i = 0; i < tasks->plans; i++)
			add_tally(tally, tasks->plan[i].bench, devices, d);
	for (size_t d = 0; d < devices->count; d++)
		for (size_t t = 0; t < tasks->count; t++)
			if (gb_task_is_of(&tasks->task[t], d) && (done == NULL || !done[d * tasks->count + t]))
				tally->of[d * tasks->plans + (size_t)(tasks->task[t].plan - tasks->plan)].planned++;
	tally->conclusions = &tally->of[tally->count];
	*tally->conclusions = (struct gb_tally_of){ .label = "conclusions",
						    .on_host = tally->count > 0 && tally->of[0].on_host,
						    .best = NAN };
}

void gb_tally_begin(struct gb_tally *tally, const struct gb_found_device *on, const struct gb_bench *bench)
{
	struct gb_tally_of *of = find_tally(tally, bench->name, on->device.uuid);

	if (of != NULL)
		charge_seconds(&tally->now[of->device], of);
}

static void tell_host_doubts(struct gb_tally *tally)
{
	struct gb_wrap page = { .out = tally->out, .columns = tally->columns, .indent = GB_WRAP_INDENT };
	struct gb_tally_of all = { .best = NAN };

	for (size_t i = 0; i <= tally->count; i++)
		if (tally->of[i].on_host) {
			all.suspect += tally->of[i].suspect;
			for (size_t kind = 0; kind < GB_DOUBT_COUNT; kind++)
				all.doubt[kind] += tally->of[i].doubt[kind];
		}
	if (all.suspect == 0)
		return;
	put_doubts(&page, &all);
	gb_wrap_end(&page);
}

static void tell_noise(struct gb_tally *tally)
{
	struct gb_wrap page = { .out = tally->out, .columns = tally->columns, .indent = GB_WRAP_INDENT };
	size_t points = 0, noisy = 0;
	char text[GB_ERROR_TEXT] = "";

	for (size_t i = 0; i < tally->count; i++)
		if (tally->of[i].on_host) {
			points += tally->of[i].points - tally->of[i].skipped;
			noisy += tally->of[i].noisy;
		}
	if (noisy == 0 || (double)noisy < NOISY * (double)points)
		return;
	gb_text_add(
		text, sizeof text,
		"Noisy host: other work or a changing clock disturbed %zu of %zu points. Values may be worse than on "
		"an idle machine with a fixed clock.",
		noisy, points);
	gb_wrap_phrase(&page, text);
	gb_wrap_end(&page);
}

void gb_tally_end(struct gb_tally *tally)
{
	for (size_t i = 0; i < tally->count; i++)
		if (!tally->of[i].told && tally->of[i].points > 0)
			tell_benchmark(tally, &tally->of[i]);
	tally->conclusions->planned = tally->conclusions->points;
	if (tally->conclusions->suspect > 0 && !tally->conclusions->on_host)
		tell_benchmark(tally, tally->conclusions);
	tell_host_doubts(tally);
	tell_noise(tally);
}

void gb_tally_free(struct gb_tally *tally)
{
	free(tally->of);
	free(tally->now);
	*tally = (struct gb_tally){ 0 };
}
