#include "sdc/sdc.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/heap.h"
#include "sdc/sdc_unit.h"

/* A visit opens the benchmark's run, which takes some hundredths of a second, and should last much longer than that. */
#define VISIT_SECONDS 2.0
/* The fraction of the time that host checks may take, where passes can be repeated without them. */
#define HOST_SHARE 0.1
/* After this many wrong results, a unit is not visited any more. */
enum { WRONG_MOST = 16 };

struct watch {
	struct gb_sweep *sweep;
	struct gb_sdc_unit *unit;
	size_t units;
	struct gb_sdc_note note;
	struct gpu_health seen; /* the last reading */
	/* The run that the last unit left open for the next one of the same variant; `open`: that unit's task, NULL:
	 * none. */
	struct gb_run run;
	const struct gb_task *open;
	size_t number; /* the number of that task */
};

void gb_sdc_hold_signals(void)
{
	sigset_t ends;

	sigemptyset(&ends);
	sigaddset(&ends, SIGINT);
	sigaddset(&ends, SIGTERM);
	sigaddset(&ends, SIGHUP);
	sigprocmask(SIG_BLOCK, &ends, NULL);
}

static bool is_interrupted(const struct watch *w)
{
	sigset_t held;

	return gb_measure_stopped(w->sweep->options->interrupted) ||
	       (sigpending(&held) == 0 && (sigismember(&held, SIGINT) == 1 || sigismember(&held, SIGTERM) == 1 ||
					   sigismember(&held, SIGHUP) == 1));
}

/* ---- one visit --------------------------------------------------------------------------------------------------- */

/* The time that the host's check takes, and the time of the last check. */
struct pace {
	double host, checked;
};

static enum gb_sdc_way choose_way(const struct watch *w, const struct gb_sdc_unit *unit, const struct gb_run *run,
				  const struct pace *pace)
{
	if (gb_sdc_note_can_repeat(&w->note))
		return gb_clock_now() - pace->checked < pace->host / HOST_SHARE ? GB_SDC_REPEAT : GB_SDC_VERIFY;
	/* In-place work must be restored between launches. */
	if (unit->right < 2 || unit->cannot_repeat || run->bench->restore != NULL || run->card->ops->async == NULL ||
	    run->peers > 0)
		return GB_SDC_VERIFY;
	return pace->host > 0 ? GB_SDC_RECORD : GB_SDC_VERIFY;
}

static int make_passes(struct watch *w, struct gb_sdc_unit *unit, struct gb_run *run, double until, bool *wrong,
		       struct gb_error *error)
{
	struct pace pace = { 0, 0 };
	int status = GB_OK;

	*wrong = false;
	do {
		const double begun = gb_clock_now();
		const enum gb_sdc_way way = choose_way(w, unit, run, &pace);
		status = gb_sdc_pass(unit, run, &w->note, way, wrong, error);
		const double now = gb_clock_now(), host = now - begun - w->note.waited;
		if (way != GB_SDC_REPEAT)
			pace = (struct pace){ host > HOST_SHARE * (now - begun) ? host : 0, now };
	} while (status == GB_OK && !*wrong && gb_clock_now() < until && !is_interrupted(w));
	gb_sdc_note_drop(&w->note);
	return status;
}

static void leave_run(struct watch *w)
{
	struct gb_error ignored = { "" };

	if (w->open != NULL) {
		w->run.error = &ignored;
		gb_sweep_close_run(w->sweep, &w->run, w->number);
	}
	w->open = NULL;
}

static int enter_run(struct watch *w, const struct gb_sdc_unit *unit, struct gb_error *error)
{
	const struct gb_task *task = unit->task;
	struct gb_open_device *card = w->sweep->card;
	const struct gb_task *open = w->open;

	if (open != NULL && open->plan == task->plan && open->variant == task->variant && open->peer == task->peer)
		return GB_OK;
	leave_run(w);
	card->peer = task->peer;
	const int status = gb_run_open(&w->run, card, task->plan->bench, task->variant, error);
	w->open = status == GB_OK ? task : NULL;
	w->number = unit->number;
	return status;
}

/* After a wrong result memory is set up again, because it may be the faulty part. */
static int enter_and_pass(struct watch *w, struct gb_sdc_unit *unit, double until, bool *wrong, struct gb_error *error)
{
	*wrong = false;
	int status = enter_run(w, unit, error);
	w->run.error = error;
	if (status == GB_OK)
		status = gb_sdc_shape(unit, &w->run);
	if (status == GB_OK)
		status = make_passes(w, unit, &w->run, until, wrong, error);
	if (status == GB_FAILED || *wrong)
		leave_run(w);
	return status;
}

static void note_events(struct watch *w, struct gb_sdc_unit *unit)
{
	const struct gb_open_device *card = w->sweep->card;
	struct gpu_health now;

	if (card->ops->health == NULL)
		return;
	card->ops->health(card->device.index, &now);
	gb_sdc_add_events(&unit->events, &w->seen, &now);
	w->seen = now;
}

static void visit_unit(struct watch *w, struct gb_sdc_unit *unit, double until)
{
	const double begun = gb_clock_now();
	bool wrong;

	do {
		gb_error_clear(&unit->why);
		unit->status = enter_and_pass(w, unit, until, &wrong, &unit->why);
	} while (wrong && unit->wrong_passes < WRONG_MOST && gb_clock_now() < until && !is_interrupted(w));
	unit->seconds += gb_clock_now() - begun;
	note_events(w, unit);
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

static int write_rows(struct watch *w, struct gb_sdc_unit *unit, struct gb_error *error)
{
	struct gb_sweep *sweep = w->sweep;
	struct gb_record records[GB_SDC_METRIC_COUNT];
	char time[GB_CLOCK_UTC], point[GB_POINT_TEXT], reason[GB_RECORD_REASON];

	if (unit->is_written || (unit->passes == 0 && unit->status == GB_OK))
		return GB_OK;
	gb_clock_utc(time);
	const size_t count = gb_sdc_records(unit, sweep, time, records, point, reason);
	GB_TRY(sweep->begin(sweep->context, unit->number));
	unit->is_written = true;
	return sweep->emit(sweep->context, unit->number, records, count, NULL, error);
}

/* ---- all of them ------------------------------------------------------------------------------------------------- */

static bool is_over(const struct gb_sdc_unit *unit)
{
	return unit->status != GB_OK || unit->wrong_passes >= WRONG_MOST;
}

/* The number of units from number `first` on that are still visited. */
static size_t count_visited(const struct watch *w, size_t first)
{
	size_t count = 0;

	for (size_t i = first; i < w->units; i++)
		count += !is_over(&w->unit[i]);
	return count;
}

/* Visit each unit once. The remaining time is divided evenly among the remaining visits. */
static int visit_all(struct watch *w, double end, size_t rounds_left, struct gb_error *error)
{
	for (size_t i = 0; i < w->units && !is_interrupted(w); i++) {
		struct gb_sdc_unit *unit = &w->unit[i];
		const double now = gb_clock_now();
		if (is_over(unit) || (unit->passes > 0 && now >= end))
			continue;
		GB_TRY(w->sweep->begin(w->sweep->context, unit->number));
		const size_t visits = (rounds_left - 1) * count_visited(w, 0) + count_visited(w, i);
		visit_unit(w, unit, now + (end - now) / (double)visits);
		if (unit->status == GB_FAILED && gb_sweep_check_card(w->sweep->card, error) != GB_OK) {
			/* The next worker takes the other units. */
			write_rows(w, unit, &(struct gb_error){ "" });
			return GB_FAILED;
		}
	}
	return is_interrupted(w) ? GB_INTERRUPTED : GB_OK;
}

static void make_units(struct watch *w, const struct gb_tasks *tasks, const size_t *order)
{
	for (size_t i = 0; i < w->units; i++) {
		const struct gb_task *task = &tasks->task[order[i]];
		w->unit[i] = (struct gb_sdc_unit){ .task = task, .number = order[i], .point = task->point };
		for (size_t c = 0; c < GPU_COUNTERS; c++)
			w->unit[i].events.count[c] = NAN;
	}
}

int gb_sdc_watch(struct gb_sweep *sweep, const struct gb_tasks *tasks, const size_t *order, size_t count,
		 struct gb_error *error)
{
	const double seconds = fmax(sweep->options->sdc_seconds - sweep->spent, 0), end = gb_clock_now() + seconds;
	struct watch w = { .sweep = sweep, .unit = gb_heap_array(count + 1, sizeof *w.unit), .units = count };
	const double rounds_fit = seconds / ((double)(count + 1) * VISIT_SECONDS);
	size_t rounds = rounds_fit > 1 ? (size_t)rounds_fit : 1;
	int status = GB_OK;

	make_units(&w, tasks, order);
	sweep->card->memory_most = sweep->options->memory_most;
	sweep->card->work = sweep->options->work;
	if (sweep->card->ops->health != NULL)
		sweep->card->ops->health(sweep->card->device.index, &w.seen);
	/* Skipped units leave time for another round of the others. */
	for (; status == GB_OK && (rounds > 0 || (gb_clock_now() < end && count_visited(&w, 0) > 0));
	     rounds -= rounds > 0)
		status = visit_all(&w, end, rounds > 0 ? rounds : 1, error);
	leave_run(&w);
	/* Findings are delivered, however the watch ended. A lost card is watched again. */
	for (size_t i = 0; i < count && status != GB_FAILED; i++)
		if (write_rows(&w, &w.unit[i], error) != GB_OK)
			status = GB_FAILED;
	for (size_t i = 0; i < count; i++)
		gb_sdc_kept_free(&w.unit[i].kept);
	gb_sdc_note_free(&w.note);
	free(w.unit);
	return status;
}
