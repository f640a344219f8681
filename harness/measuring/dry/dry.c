#include "dry/dry.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "base/heap.h"
#include "base/patience.h"
#include "base/text.h"
#include "base/wrap.h"
#include "dry/walk.h"
#include "engine/conclude.h"
#include "plan/description.h"

/* ---- the process that calls the hooks ---------------------------------------------------------------------------- */

static int load_models(struct gb_dry_walk *w)
{
	const struct gb_dry_options *o = w->options;
	int status = GB_OK;

	for (size_t i = 0; i < o->models && status == GB_OK; i++)
		status = gb_models_load(&w->models, o->model[i], w->bench->name, &w->error);
	if (status == GB_OK)
		status = gb_models_load_near(&w->models, w->plugin, &w->error);
	return status;
}

void gb_dry_conclude(struct gb_dry_walk *w)
{
	static struct gb_finding finding[GB_FINDINGS_MAX];
	const struct gb_device *device = &w->card.device;

	if (w->bench->conclude == NULL)
		return;
	gb_dry_step(w, "conclude over no rows", NULL);
	w->bench->conclude(device, w->row, 0, finding);
	memset(finding, 0, sizeof finding);
	gb_dry_step(w, "conclude", NULL);
	const size_t count = w->bench->conclude(device, w->row, w->rows, finding);
	if (count > GB_FINDINGS_MAX)
		gb_dry_fault(w, "conclude: %zu findings; the maximum is %d", count, GB_FINDINGS_MAX);
	for (size_t i = 0; i < count && i < GB_FINDINGS_MAX; i++) {
		gb_error_clear(&w->error);
		gb_dry_step(w, "finding of conclude", NULL);
		if (gb_conclude_check(&finding[i], w->row, w->rows, &w->error) != GB_OK)
			gb_dry_fault(w, "conclude: number %zu: %s", i + 1, w->error.text);
		/* Read the texts, so that a wild pointer ends the process here instead of a worker in a run. */
		else
			gb_text_add(w->place->text, sizeof w->place->text, " %s %s %s %s", finding[i].metric,
				    finding[i].unit, finding[i].roof != NULL ? finding[i].roof : "",
				    finding[i].axis != NULL ? finding[i].axis : "");
	}
	gb_dry_say(w, 2, "conclude: called with no row and with %zu constructed ones", w->rows);
}

static void allocate_rows(struct gb_dry_walk *w)
{
	size_t variants = 0;

	while (w->bench->variants[variants].name != NULL)
		variants++;
	w->rows_max = w->bench->conclude != NULL ? variants * gb_plan_rows(&w->plan) : 0;
	w->row = gb_heap_array(w->rows_max + 1, sizeof *w->row);
	w->row_point = gb_heap_array(w->rows_max + 1, sizeof *w->row_point);
}

/* --sdc compares outputs and the reports of checking kernels. */
static void check_watch(struct gb_dry_walk *w)
{
	if (w->bench->sdc != NULL && w->verified > 0 && w->outputs == 0)
		gb_dry_fault(w, "sdc: verify() never calls gb_fill_output(), so --sdc would compare nothing");
}

static void say_counts(const struct gb_dry_walk *w, char *text, size_t size)
{
	if (w->counted > 0)
		gb_text_add(text, size, "; work of %zu point%s counted", w->counted, w->counted == 1 ? "" : "s");
	if (w->miscounted > 0)
		gb_text_add(text, size, "; work of %zu doubtful", w->miscounted);
	if (w->uncounted > 0)
		gb_text_add(text, size, "; work of %zu unknown", w->uncounted);
}

static void say_summary(struct gb_dry_walk *w)
{
	char text[GB_ERROR_TEXT] = "";

	gb_text_add(text, sizeof text, "%zu point%s in %zu shape%s, %zu kernel%s launched", w->points,
		    w->points == 1 ? "" : "s", w->candidates, w->candidates == 1 ? "" : "s", w->kernels,
		    w->kernels == 1 ? "" : "s");
	if (w->skipped > 0)
		gb_text_add(text, sizeof text, ", %zu skipped", w->skipped);
	gb_text_add(text, sizeof text, "; %zu verified; %s%zu correctly fail on a device that does nothing",
		    w->verified, w->rejected > 0 && w->rejected == w->points - w->skipped ? "all " : "", w->rejected);
	gb_text_add(text, sizeof text, "; %zu mistakes tried", w->mistakes);
	if (w->unverified > 0)
		gb_text_add(text, sizeof text, "; %zu not verified", w->unverified);
	say_counts(w, text, sizeof text);
	gb_dry_say(w, 0, "%s: %s: %s", w->bench->name,
		   w->faults > 0            ? "FAILED"
		   : !gb_dry_is_verified(w) ? "NOT VERIFIED"
					    : "ok",
		   text);
}

/* Even quick points may need more memory than the simulated device has. */
static void walk_reduced(struct gb_dry_walk *w)
{
	if (gb_plan_reduce(&w->plan, &w->error) != GB_OK) {
		gb_dry_fault(w, "%s", w->error.text);
		return;
	}
	w->reduced = true;
	gb_dry_say(w, 2, "every point was skipped: trying again with the smallest values");
	gb_dry_walk(w);
}

static void walk_plugin(const struct gb_dry_options *options, const struct gb_plugin *plugin,
			struct gb_dry_place *place, FILE *out)
{
	static struct gb_dry_walk w;

	w = (struct gb_dry_walk){
		.options = options, .plugin = plugin, .bench = plugin->bench, .place = place, .out = out
	};
	gb_dry_say(&w, 0, "%s: dry run of %s", w.bench->name, plugin->path);
	if (gb_description_attach(w.bench, &w.error) != GB_OK || load_models(&w) != GB_OK ||
	    gb_plan_make(w.bench, options->effort, options->choice, options->choices, &w.plan, &w.error) != GB_OK) {
		gb_dry_fault(&w, "%s", w.error.text);
		gb_dry_say(&w, 0, "%s: FAILED", w.bench->name);
		place->done = true;
		_exit(EXIT_FAILURE);
	}
	allocate_rows(&w);
	gb_dry_walk(&w);
	if (w.points > 0 && w.skipped == w.points && options->choices == 0)
		walk_reduced(&w);
	gb_dry_conclude(&w);
	check_watch(&w);
	w.is_over = true;
	say_summary(&w);
	gb_plan_free(&w.plan);
	gb_models_free(&w.models);
	free(w.row);
	free(w.row_point);
	/* The output must be flushed; everything else in the process belongs to its parent. */
	place->lost = fflush(out) != 0 || ferror(out);
	place->done = true;
	_exit(gb_dry_is_fine(&w) ? EXIT_SUCCESS : EXIT_FAILURE);
}

/* ---- the process that monitors the first ------------------------------------------------------------------------- */

enum { LOOK_MILLISECONDS = 5 };

/* Wait for the process to end, and kill it if it makes no progress. Returns the status of waitpid(), and whether the
 * process hung. */
static int watch_child(pid_t pid, const struct gb_dry_options *options, const struct gb_dry_place *place, bool *hung)
{
	const struct timespec pause = { 0, LOOK_MILLISECONDS * 1000000L };
	unsigned long steps = place->steps;
	struct gb_patience patience = gb_patience_begin(NULL, options->patience_seconds, gb_clock_now());
	int status = 0;

	*hung = false;
	while (waitpid(pid, &status, WNOHANG) == 0) {
		nanosleep(&pause, NULL);
		if (place->steps != steps) {
			steps = place->steps;
			patience = gb_patience_begin(NULL, options->patience_seconds, gb_clock_now());
		}
		*hung |= gb_patience_is_over(&patience, pid, gb_clock_now());
		if (*hung || (options->interrupted != NULL && *options->interrupted))
			kill(pid, SIGKILL);
	}
	return status;
}

static void say_death(const struct gb_plugin *plugin, const struct gb_dry_place *place, int status, bool hung,
		      const struct gb_dry_options *options, FILE *out)
{
	struct gb_dry_walk w = { .out = out, .options = options };
	const int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;

	if (hung)
		gb_dry_say(&w, 8, "WRONG: %s hangs: no progress for %g s", place->text, options->patience_seconds);
	else if (number != 0)
		gb_dry_say(&w, 8, "WRONG: %s crashed: signal %d (%s)", place->text, number, strsignal(number));
	else
		gb_dry_say(&w, 8, "WRONG: %s ended the process with status %d", place->text, WEXITSTATUS(status));
	gb_dry_say(&w, 0, "%s: FAILED: it did not finish", plugin->bench->name);
}

int gb_dry_run(const struct gb_dry_options *options, const struct gb_plugin *plugin, FILE *out, struct gb_error *error)
{
	const size_t size = sizeof(struct gb_dry_place);
	struct gb_dry_place *place = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	struct gb_dry_walk w = { .out = out, .options = options };
	bool hung = false;

	fflush(out);
	const pid_t pid = place != MAP_FAILED ? fork() : -1;
	if (pid < 0) {
		gb_dry_say(&w, 0, "%s: FAILED: no memory for a process", plugin->bench->name);
		return GB_FAILED;
	}
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL); /* it may hang */
		walk_plugin(options, plugin, place, out);
	}
	gb_cleanup_child(pid);
	const int status = watch_child(pid, options, place, &hung);
	gb_cleanup_child(0);
	gb_cleanup_kill_left();
	const bool came_to_its_end = WIFEXITED(status) && place->done;
	if (options->interrupted != NULL && *options->interrupted)
		gb_dry_say(&w, 0, "%s: interrupted", plugin->bench->name);
	else if (!came_to_its_end)
		say_death(plugin, place, status, hung, options, out);
	const bool lost = place->lost;
	if (place->hidden > 0)
		gb_wrap_leave_out(place->hidden);
	munmap(place, size);
	if (lost)
		return gb_error_set(error, "standard output: cannot write");
	if (options->interrupted != NULL && *options->interrupted)
		return GB_INTERRUPTED;
	return came_to_its_end && WEXITSTATUS(status) == EXIT_SUCCESS ? GB_OK : GB_FAILED;
}
